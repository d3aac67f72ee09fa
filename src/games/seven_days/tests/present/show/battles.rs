use adjutant_core::board::Area;
use seven_days::SevenDays;
use seven_days::present::show::battles::*;

#[test]
fn every_battle_of_the_week_is_found_by_its_names() {
    let rules = SevenDays::shipped();
    // The areas by their names on the map: where the histories have the fighting.
    for (area, names) in [
        ("Seven Pines", &["Oak Grove", "oak grove", "King's School House", "Battle of Oak Grove"][..]),
        ("Ellerson's Mill", &["Beaver Dam Creek", "the Battle of Mechanicsville"]),
        ("Gaines Mill/Cold Harbor", &["Gaines's Mill", "Gaines' Mill", "Gaines Mill", "Gaines’s Mill", "Gaine's Mill"]),
        (
            "Fair Oaks",
            &["Garnett's Farm", "Garnett Farm", "Garnetts Farm", "Golding's Farm", "Goldings Farm", "Gouldin Farm"],
        ),
        ("White Oak Swamp", &["Savage's Station", "Savage Station", "Savages Station", "White Oak Swamp"]),
        (
            "Glendale",
            &["Frayser's Farm", "Frayser Farm", "Frayser’s Farm", "Frazier's Farm", "Nelson's Farm", "Glendale"],
        ),
        ("Malvern Hill", &["Malvern Hill", "Poindexter's Farm", "battle of Malvern Hill"]),
    ] {
        for name in names {
            let found = seven_days::present::show::find::area(&rules, name);
            let called = found.map(|found| rules.pack.map.area(found).map(|data| data.name.clone()));
            assert_eq!(called.ok().flatten().as_deref(), Some(area), "{name}");
        }
    }
    // The area that has the name, and not the battle that was fought beside it.
    let there = seven_days::present::show::find::area(&rules, "Mechanicsville")
        .map(|found| rules.pack.map.area(found).map(|data| &data.name));
    assert_eq!(there.ok().flatten().map(String::as_str), Some("Mechanicsville"));
    let misspelt =
        seven_days::present::show::find::area(&rules, "Savege's Station").err().and_then(|problem| problem.advice);
    assert_eq!(misspelt.as_deref(), Some("did you mean Savage's Station?"));
}

#[test]
fn a_battle_is_called_by_its_day() {
    let rules = SevenDays::shipped();
    let called = |area, day| battle_name(&rules, Area(area), day);
    assert_eq!(called(40, "June 28"), "Golding's Farm");
    assert_eq!(called(40, "July 2"), "Garnett's Farm");
    assert_eq!(called(6, "June 26"), "Beaver Dam Creek");
    assert_eq!(called(23, "June 30"), "Charles City Court House");
}

#[test]
fn a_battle_is_told_by_its_names_and_its_day() {
    let names: Vec<String> = all(&SevenDays::shipped()).iter().map(Battle::called).collect();
    assert_eq!(names.len(), 12);
    assert!(names.contains(&"Savage's Station, June 29".to_owned()), "{names:?}");
    assert!(names.contains(&"Beaver Dam Creek or Ellerson's Mill, June 26".to_owned()), "{names:?}");
}
