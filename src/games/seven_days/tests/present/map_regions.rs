use adjutant_core::board::Area;
use seven_days::SevenDays;
use seven_days::present::map_regions::*;

/// The areas of a part.
fn areas(rules: &SevenDays, part: MapRegion) -> Vec<Area> {
    rules.pack.map.areas.keys().copied().filter(|area| of(rules, *area) == Some(part)).collect()
}

#[test]
fn every_area_lies_in_one_part() {
    let rules = SevenDays::shipped();
    let parts = [
        (6, MapRegion::North),
        (17, MapRegion::North),
        (44, MapRegion::Richmond),
        (41, MapRegion::Richmond),
        (27, MapRegion::South),
    ];
    for (area, part) in parts {
        assert_eq!(of(&rules, Area(area)), Some(part), "{area}");
    }
    assert_eq!(of(&rules, Area(46)), None);
    // Numbers 1 to 21 lie north of the river.
    assert_eq!(areas(&rules, MapRegion::North), (1..=21).map(Area).collect::<Vec<_>>());
    let all: usize = MapRegion::ALL.iter().map(|part| areas(&rules, *part).len()).sum();
    assert_eq!(all, 45);
}
