use serde_json::{Value, json};

use crate::opening::hex;
use adjutant_core::board::Hex;
use adjutant_core::engine::Ruleset;
use civil_war::CivilWar;
use civil_war::combat::retreat::*;
use civil_war::orders::{RetreatStanding, Standing};
use civil_war::pack::Side;

fn hexes(text: &str) -> Vec<Hex> {
    text.split_whitespace().map(hex).collect()
}

fn open(side: Side, from: &str, entry: &str, union: Value, confederate: Value) -> Vec<Hex> {
    let rules = CivilWar::shipped();
    let given = json!({"phasing": "union", "union": {"at": union}, "confederate": {"at": confederate}});
    let position = rules.case(&given).expect("a position");
    options(&rules, &position.game, side, hex(from), Some(hex(entry)))
}

#[test]
fn the_three_hexes_opposite() {
    // 7.7.13B, from three sides.
    let force = || json!({"5006": {"sp": 3}});
    assert_eq!(open(Side::Confederate, "5006", "5106", json!({}), force()), hexes("4906 4907 5007"));
    assert_eq!(open(Side::Confederate, "5006", "5005", json!({}), force()), hexes("4907 5007 5107"));
    assert_eq!(open(Side::Confederate, "5006", "4907", json!({}), force()), hexes("5005 5106 5107"));
}

#[test]
fn mountains_rivers_and_forts_bar_the_way() {
    // 4905 is shut in by the Blue Ridge to 5004; 4906 has mountains towards 4907 (6.3).
    assert_eq!(
        open(Side::Confederate, "4906", "4905", json!({}), json!({"4906": {"sp": 1}})),
        hexes("4806 5006"),
        "not over the mountains to 4907"
    );
    // Across the navigable Potomac into Washington: neither friend nor foe (7.7.14).
    let friends = json!({"5107": {"sp": 1}, "5206": {"sp": 1}});
    assert_eq!(open(Side::Union, "5107", "5108", friends, json!({})), hexes("5006 5106"));
    // An empty fortress in supply is no vacant hex (CW-86): Washington from 5205.
    assert_eq!(open(Side::Confederate, "5205", "5204", json!({}), json!({"5205": {"sp": 1}})), hexes("5106 5306"));
}

#[test]
fn an_enemy_is_a_way_out_only_where_none_else_is_left_and_he_is_overrun() {
    // 7.7.18: 8 to 1 in clear ground without a river: from 5006, entered from 4907, to 5106 or 5005.
    let guards = json!({"5005": {"sp": 2}, "5106": {"sp": 1}, "5107": {"sp": 1}});
    let retreat = |sp: u32, demoralized: bool| {
        let force = json!({"5006": {"sp": sp, "demoralized": demoralized}});
        open(Side::Confederate, "5006", "4907", guards.clone(), force)
    };
    assert_eq!(retreat(8, false), hexes("5106"), "5107 is a forest, and two stand in 5005");
    assert_eq!(retreat(7, false), []);
    assert_eq!(retreat(8, true), [], "demoralized, it has a shift against it (CW-86)");
    assert_eq!(retreat(9, true), hexes("5106"));
    assert_eq!(retreat(9, false), hexes("5106 5107"));
    assert_eq!(retreat(16, false), hexes("5005 5106 5107"));
    let one_free = json!({"5005": {"sp": 2}, "5106": {"sp": 1}});
    let force = json!({"5006": {"sp": 16}});
    assert_eq!(open(Side::Confederate, "5006", "4907", one_free, force), hexes("5107"), "a vacant hex comes first");
}

#[test]
fn standing_orders_choose() {
    let options = hexes("4906 4907 5007");
    let standing = |from: &[(&str, &str)], toward: Option<&str>| {
        let from = from.iter().map(|(from, to)| (hex(from), hexes(to))).collect();
        let retreat = Some(RetreatStanding { from, toward: toward.map(hex) });
        Standing { retreat, ..Standing::default() }
    };
    let by = |standing: &Standing| by_standing(standing, hex("5006"), &options);
    assert_eq!(by(&standing(&[("5006", "5107 5007 4906")], None)), Some(hex("5007")));
    assert_eq!(by(&standing(&[("5005", "4906")], None)), None);
    assert_eq!(by(&standing(&[("5006", "5107")], Some("4806"))), Some(hex("4906")));
    assert_eq!(by(&standing(&[], Some("5006"))), Some(hex("4906")), "of equals the lower number");
    assert_eq!(by(&Standing::default()), None);
}
