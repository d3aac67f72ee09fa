use adjutant_core::board::Area;
use adjutant_core::document::Id;
use seven_days::pack::Pack;
use seven_days::present::vocabulary::*;

fn ids(names: &[&'static str]) -> Vec<Id> {
    names.iter().map(|name| Id::known(name)).collect()
}

#[test]
fn divisions_stand_together() {
    let pack = Pack::shipped();
    let names = ids(&["mccall_artillery", "illinois_8_cavalry", "mccall_infantry", "reserve_a_artillery"]);
    let wanted = "McCall (infantry and artillery), 8 Illinois Cavalry and Reserve A Artillery";
    assert_eq!(units(&pack, &names), wanted);
    assert_eq!(units(&pack, &ids(&["wise_infantry"])), "Wise Infantry");
    assert_eq!(units(&pack, &[]), "nobody");
    let company = units_and_leaders(&pack, &ids(&["winder_infantry"]), &ids(&["jackson"]));
    assert_eq!(company.as_deref(), Some("Jackson with Winder Infantry"));
    let both = ids(&["ap_hill_infantry", "dh_hill_infantry", "ap_hill_artillery"]);
    let company = units_and_leaders(&pack, &both, &ids(&["ap_hill", "dh_hill"]));
    assert_eq!(company.as_deref(), Some("A.P. Hill with his infantry and artillery and D.H. Hill with his infantry"));
    assert_eq!(seven_days::present::vocabulary::units_and_leaders(&pack, &[], &[]), None);
}

#[test]
fn what_the_pack_does_not_know_is_named_all_the_same() {
    let pack = Pack::shipped();
    assert_eq!(units(&pack, &ids(&["old_guard", "old_guard"])), "old guard and old guard");
    assert_eq!(leader(&pack, &Id::known("marshal_ney")), "marshal ney");
    assert_eq!((place(&pack, Area(99)), date(&pack, 40)), ("area 99".to_owned(), "turn 40".to_owned()));
    assert_eq!(bridge_between(&pack, &Id::known("berezina")), "the bridge over berezina");
    assert_eq!((places(&pack, &[]), list([], "and")), ("nowhere".to_owned(), "nobody".to_owned()));
}

#[test]
fn places_and_days_by_their_names() {
    let pack = Pack::shipped();
    assert_eq!(place(&pack, Area(6)), "Ellerson's Mill (6)");
    assert_eq!(date(&pack, 2), "June 27, 1862");
    assert_eq!(bridge_between(&pack, &Id::known("new_bridge")), "New Bridge (6-41)");
    assert_eq!(bridge(&pack, &Id::known("turkey_run")), "the bridge over Turkey Run");
    assert_eq!(command_of(&pack, &Id::known("jackson")), "Jackson's command");
    assert_eq!(command_of(&pack, &Id::known("v_corps")), "V Corps");
}
