//! The Far West (19): the board of both sheets, and whole matches on it.
//!
//! `ADJUTANT_COUNT=40 cargo test -p adjutant-civil-war far_west::whole_matches -- --nocapture` plays this many matches to
//! their end, with every invariant after every step; `ADJUTANT_FIRST=7` begins with match 7.

use adjutant_core::board::Hex;
use adjutant_core::document::{Id, Value};
use adjutant_core::engine::Ruleset;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game as _, Rules};
use civil_war::CivilWar;
use civil_war::options::Options;
use civil_war::pack::{Pack, Side, Theater};
use serde_json::{Map, json};

const CAMPAIGNS: [&str; 4] = ["campaign_1861", "campaign_1862", "campaign_1863", "campaign_1864"];

fn on() -> Map<String, Value> {
    json!({"far_west": true}).as_object().expect("options").clone()
}

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

#[test]
fn both_sheets_are_one_board_without_a_flaw() {
    let main = Pack::shipped();
    let options = Options { far_west: true, ..Options::default() };
    let both = main.with_options(&Id::known(CAMPAIGNS[0]), options);
    assert_eq!(both.check_thoroughly(), [], "the board of both sheets");
    let added = both.map.hexes().filter(|(hex, _)| hex.is_western()).count();
    assert_eq!(both.map.hexes().count(), main.map.hexes().count() + added);
    assert!(added > 900, "{added}");
    // The seam: hexes on both sides of it touch, and neither is at the edge.
    let seam = [hex("B5020"), hex("0120")];
    assert!(seam[0].adjacent(seam[1]) && both.map.neighbors(seam[1]).any(|there| there == seam[0]));
    for hex in seam {
        assert!(!both.map.hex(hex).expect("a hex").map_edge, "{hex}");
    }
    assert!(main.map.hex(seam[1]).expect("a hex").map_edge, "without the Far West it is the edge (7.7.8)");
    assert_eq!((both.map.theater(seam[0]), both.map.theater(seam[1])), (Theater::FarWest, Theater::TransMississippi));
    // From San Antonio to Dallas, over the seam.
    assert_eq!(hex("B4530").distance(hex("0121")), 12);
    // 10.2.6 and 9.4.9: four cities of a point each, ports of seven points.
    let texas = |pack: &Pack| -> (u32, u32) {
        let towns = || pack.map.towns().filter(|(hex, city)| hex.is_western() && city.state.as_str() == "texas");
        let ports = towns().filter_map(|(_, city)| city.imports.as_ref()).map(|port| u32::from(port.points));
        (towns().map(|(_, city)| u32::from(city.vp)).sum(), ports.sum())
    };
    assert_eq!(texas(&both), (4, 7));
}

#[test]
fn every_campaign_begins_with_it_and_no_other_scenario() {
    let rules = CivilWar::shipped();
    for scenario in CAMPAIGNS {
        let position = rules.setup(&Id::known(scenario), &on()).expect(scenario);
        let played = rules.as_played(&position.game);
        assert_eq!(played.invariants(&position), [], "{scenario}");
        for side in Side::BOTH {
            let there = position.game.groups.values().any(|group| group.side == side && group.hex.is_western());
            assert!(there, "{scenario} {side}");
        }
        // Without it nothing of it is there.
        let plain = rules.setup(&Id::known(scenario), &Map::new()).expect(scenario);
        assert!(plain.game.groups.values().all(|group| group.unit.is_none() && !group.hex.is_western()));
    }
    let problem = rules.setup(&Id::known("virginia_1862"), &on()).expect_err("it is played in Virginia");
    assert_eq!(problem.rule.as_deref(), Some("CW-315"));
}

#[test]
fn a_pack_that_it_does_not_fit_refuses_the_usual_one() {
    let mut pack = Pack::shipped();
    std::sync::Arc::make_mut(&mut pack.leaders).remove(&Id::known("canby"));
    let rules = CivilWar::new(pack);
    let problem = rules.setup(&Id::known(CAMPAIGNS[0]), &on()).expect_err("there is no Canby");
    assert_eq!(problem.message, "the usual Far West does not fit this pack: there is no leader canby");
    assert_eq!((problem.path.as_deref(), problem.rule.as_deref()), (Some("options.far_west"), Some("CW-315")));
}

#[test]
fn a_case_names_tribes_only_with_it() {
    let rules = CivilWar::shipped();
    let given = |far_west: bool| {
        json!({"scenario": CAMPAIGNS[0], "options": {"far_west": far_west}, "phasing": "union",
            "tribes": {"side": "union"}, "union": {}, "confederate": {}})
    };
    let problem = rules.case(&given(false)).expect_err("no tribes");
    assert_eq!((problem.path.as_deref(), problem.rule.as_deref()), (Some("given.tribes"), Some("CW-321")));
    assert!(rules.case(&given(true)).is_ok());
}

#[test]
fn what_is_there_is_in_supply() {
    let rules = CivilWar::shipped();
    for scenario in CAMPAIGNS {
        let position = rules.setup(&Id::known(scenario), &on()).expect(scenario);
        let played = rules.as_played(&position.game);
        let in_supply = |hex: Hex, side| civil_war::supply::in_supply(&played, &position.game, hex, side, None);
        for base in ["B4530", "B3110"] {
            let hex = hex(base);
            let side = if base == "B4530" { Side::Confederate } else { Side::Union };
            assert!(in_supply(hex, side), "{scenario} {base}");
        }
    }
}

/// One match, played by these players to its end.
fn play(scenario: &'static str, number: u64, random: bool) -> (u64, Value) {
    let game = Rules(CivilWar::shipped());
    let sides = game.sides();
    let start = game.setup(&Id::known(scenario), &on()).expect("a start");
    let mut play = SelfPlay::new(start, &sides, number);
    let mut players = match random {
        true => [Player::random(number), Player::random(number + 1000)],
        false => [Player::sensible(number), Player::sensible(number + 1000)],
    };
    loop {
        let next = play.steps + 1;
        let over = play.run(&sides, &mut players, next, &mut |_, _| {}).expect("no refusal");
        let broken = play.table.invariants();
        assert!(broken.is_empty(), "{scenario} {number}, step {}: {broken:?}", play.steps);
        if over.is_some() {
            return (play.steps, play.table.outcome().expect("an outcome"));
        }
    }
}

#[test]
fn whole_matches_come_to_their_end() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (first, count): (u64, u64) = (number("ADJUTANT_FIRST", 3), number("ADJUTANT_COUNT", 1));
    for n in first..first + count {
        let scenario = CAMPAIGNS[(n % 4) as usize];
        let (steps, outcome) = play(scenario, n, n % 8 < 4 && count > 1);
        println!("{n} {scenario}: {steps} steps, {outcome}");
    }
}
