use serde_json::json;

use crate::present::test_reports::start;
use adjutant_core::board::Area;
use adjutant_core::document::Id;
use seven_days::pack::Side;
use seven_days::present::show::find::*;

#[test]
fn areas_by_number_name_and_what_is_like_it() {
    let (rules, _) = start();
    for (text, number) in [("6", 6), (" Ellersons mill ", 6), ("Cold Harbor", 7), ("richmond", 44), ("glend", 34)] {
        assert_eq!(area(&rules, text), Ok(Area(number)), "{text}");
    }
    let wrong = area(&rules, "Mechanicsvile").expect_err("no such area");
    assert_eq!(wrong.advice.as_deref(), Some("did you mean Mechanicsville?"));
    assert_eq!(area(&rules, "99").expect_err("no such area").rule.as_deref(), Some("3.2"));
    // Several have the word.
    let several = area(&rules, "church").expect_err("several");
    assert!(several.advice.is_some_and(|advice| advice.contains(" or ")), "{}", several.message);
    for odd in ["", "   ", "-4", "0", "💥", &"x".repeat(100_000)] {
        assert!(area(&rules, odd).is_err(), "{odd}");
    }
}

#[test]
fn people_units_and_bridges() {
    let (rules, game) = start();
    assert_eq!(leader(&rules, "A. P. Hill"), Ok(Id::known("ap_hill")));
    assert!(leader(&rules, "Jacksn").expect_err("nobody").advice.is_some_and(|advice| advice.contains("Jackson")));
    assert_eq!(unit(&rules, "mccall inf"), Ok(Id::known("mccall_infantry")));
    assert_eq!(place(&rules, "Grapevine"), Ok(Place::Bridge(Id::known("grapevine_bridge"))));
    assert_eq!(army(&rules, "V Corps"), Ok(CommandOrArmy::Command(Id::known("v_corps"))));
    assert_eq!(army(&rules, "porter"), Ok(CommandOrArmy::Command(Id::known("v_corps"))));
    assert_eq!(army(&rules, "lee"), Ok(CommandOrArmy::Army(Side::Confederate)));
    assert_eq!(area_of(&rules, &game, "jackson"), Ok(Area(2)));
    assert_eq!(area_of(&rules, &game, "Sykes Infantry"), Ok(Area(7)));
    let away = area_of(&rules, &game, "McDowell").expect_err("he is not there");
    assert_eq!(away.message, "McDowell is not on the map");
    assert!(area_of(&rules, &game, "the moon").is_err());
}

#[test]
fn drafts_are_helped() {
    let (rules, _) = start();
    let says = |field: &str, written: &str| suggest(&rules, field, written).unwrap_or_default();
    assert_eq!(says("leader", "AP Hill"), "A.P. Hill is written ap_hill");
    assert_eq!(says("path", "Glendale"), "Glendale (34) is written 34");
    assert_eq!(says("units", "mccal_infantry"), "did you mean McCall Infantry?");
    assert_eq!(says("bridge", "New Bridge"), "New Bridge is written new_bridge");
    assert_eq!(says("screen", "blake_cavalri"), "did you mean Blake Cavalry?");
    assert_eq!(suggest(&rules, "screen", "maybe"), None, "standing orders have always and never here");
    assert_eq!(suggest(&rules, "advantage", "yes"), None);
    let key = suggest_key("move", "to", &json!([5, 6]));
    assert_eq!(key.as_deref(), Some("name every area that is entered, in order: path: [5, 6]"));
    assert_eq!(suggest_key("pass", "to", &json!(null)), None);
}
