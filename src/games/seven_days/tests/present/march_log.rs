use adjutant_core::board::Area;
use adjutant_core::document::Id;
use seven_days::pack::Pack;
use seven_days::present::march_log::*;

#[test]
fn those_who_go_the_same_way_are_told_together() {
    let pack = Pack::shipped();
    let id = |name: &'static str| Id::known(name);
    let mut march = MarchLog::default();
    let jackson = [id("jackson")];
    let mut enter = |unit, leaders, from: u8, to: u8, cost| {
        march.enter(MarchStep { units: &[id(unit)], leaders, from: Area(from), to: Area(to), cost });
    };
    for unit in ["winder_infantry", "winder_artillery"] {
        enter(unit, &[], 2, 3, 1);
        enter(unit, &[], 3, 6, 4);
    }
    enter("whiting_infantry", &jackson, 2, 3, 1);
    assert_eq!(
        march.sentences(&pack, true),
        [
            "Winder (infantry and artillery) move from Enon Church (2) through Polegreen Church (3) to Ellerson's Mill (6) \
         for 5 Movement Factors.",
            "Jackson with Whiting Infantry moves from Enon Church (2) to Polegreen Church (3) for 1 Movement Factor.",
        ]
    );
    assert!(!march.is_empty());
    assert!(MarchLog::default().sentences(&pack, true).is_empty());
}
