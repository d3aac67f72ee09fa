//! Every worked example of the rulebook, with its numbers.

use crate::support::{TestPosition, fire};
use dixie::card_values::{firepower, morale_bonus, passes};
use dixie::events::Range;
use dixie::pack::Edition;
use dixie::place::Place;
use dixie::side::Side::{self, Csa, Usa};
use serde_json::json;

fn bull_run(side: Side) -> TestPosition {
    TestPosition::new("first_bull_run", json!({}), side)
}

/// 6.0: two hits on 3 CV; rolls of 2 and 5 rout the card, 2 and 3 remove both hits.
#[test]
fn rule_6_0_a_card_with_two_hits_rolls_twice() {
    for (dice, stays) in [([2, 5], false), ([2, 3], true)] {
        let mut field = bull_run(Csa).put(Usa, Place::UsaLeft, &["me_2"]).hit(Usa, "me_2", 2);
        field.morale(Usa, &dice);
        assert_eq!(field.place(Usa, "me_2").is_some(), stays, "{dice:?}");
        assert_eq!(field.hits(Usa, "me_2"), 0);
        assert_eq!(field.events_named("check")[0]["rule"], "6.0");
    }
}

/// 6.0: a roll of 1 always passes, a roll of 6 never does.
#[test]
fn rule_6_0_one_and_six() {
    assert!(passes(1, 0) && passes(1, -2) && !passes(2, 0));
    assert!(!passes(6, 7) && passes(5, 7));
}

/// 6.0: 3A, 3B and 3C have a morale of 4, 3 and 2.
#[test]
fn rule_6_0_letters() {
    let field = TestPosition::new("gettysburg", json!({}), Csa);
    let set = field.rules.set(&field.position.game);
    let find = |text: &str| {
        let mut cards = set.of(Usa).filter(|card| card.cv == 3 && serde_json::to_value(card.morale).unwrap() == text);
        cards.next().map_or(0, morale_bonus)
    };
    assert_eq!([find("A"), find("B")], [1, 0]);
    let poor = set.of(Csa).chain(set.of(Usa)).find(|card| card.morale == Some(dixie::pack::MoraleRating::C)).unwrap();
    assert_eq!(morale_bonus(poor), -1);
}

/// 7.2: an engaged infantry card of 3 CV rolls 2, 4 and 5: one hit.
#[test]
fn rule_7_2_infantry_fires() {
    let mut field = bull_run(Usa).put(Usa, Place::UsaLeft, &["me_2"]).put(Csa, Place::UsaLeft, &["nc_11"]);
    field.orders(fire(&["me_2"]), &[2, 4, 5]);
    let fired = &field.events_named("fired")[0];
    assert_eq!((&fired["firepower"], &fired["hits"], &fired["range"]), (&json!(2), &json!(1), &json!("short")));
    assert_eq!(field.hits(Csa, "nc_11"), 1);
}

/// 7.3: a card of 1 CV that takes two hits is eliminated at once.
#[test]
fn rule_7_3_more_hits_than_cv() {
    let mut field = bull_run(Usa).put(Usa, Place::UsaLeft, &["me_2"]).put(Csa, Place::UsaLeft, &["va_49"]);
    field.orders(fire(&["me_2"]), &[1, 2, 5]);
    assert_eq!(field.place(Csa, "va_49"), None);
    assert_eq!(field.events_named("eliminated")[0]["because"], "hits");
}

/// 7.3: three troop cards that take four hits have 2, 1 and 1.
#[test]
fn rule_7_3_hits_are_spread() {
    let csa = ["nc_11", "sc_2", "sc_3"];
    let mut field = bull_run(Usa).put(Usa, Place::UsaLeft, &["ny_69"]).put(Csa, Place::UsaLeft, &csa);
    field.orders(fire(&["ny_69"]), &[1, 2, 1, 2]);
    let mut hits = csa.map(|card| field.hits(Csa, card));
    hits.sort_unstable();
    assert_eq!(hits, [1, 1, 2]);
}

/// 7.2 and 8.1: unengaged infantry may not fire, and fires only in the turn after it has engaged.
#[test]
fn rule_7_2_infantry_that_engages_waits() {
    let mut field = bull_run(Usa).put(Usa, Place::UsaRight, &["me_2"]).put(Csa, Place::CsaLeft, &["nc_11"]);
    assert_eq!(field.refused(fire(&["me_2"])), ["7.2"]);
    field.orders(json!([{"move": {"cards": ["me_2"], "path": ["csa_left"]}}]), &[]);
    assert_eq!(field.place(Usa, "me_2"), Some(Place::CsaLeft));
    assert!(!field.refused(fire(&["me_2"])).is_empty());
}

/// 11.2: a general with three hits is killed by one 6, and lives otherwise.
#[test]
fn rule_11_2_a_general_rolls_for_each_hit() {
    for (dice, lives) in [([1, 5, 3], true), ([1, 6, 3], false)] {
        let mut field = bull_run(Csa).put(Usa, Place::UsaLeft, &["me_2", "usa_sherman"]).hit(Usa, "usa_sherman", 3);
        field.morale(Usa, &dice);
        assert_eq!(field.place(Usa, "usa_sherman").is_some(), lives);
    }
}

/// 11.2: a six in enemy fire hits a general.
#[test]
fn rule_11_2_sixes_hit_generals() {
    let mut field =
        bull_run(Usa).put(Usa, Place::UsaLeft, &["me_2"]).put(Csa, Place::UsaLeft, &["nc_11", "csa_jackson"]);
    field.orders(fire(&["me_2"]), &[6, 6, 4]);
    assert_eq!((field.hits(Csa, "csa_jackson"), field.hits(Csa, "nc_11")), (2, 0));
}

/// 11.1: a general rated 1/2 gives 1 in attack and 2 in defense; one rated 2/1 who has captured a position gives 1.
#[test]
fn rule_11_1_attack_and_defense() {
    let field = bull_run(Csa)
        .put(Csa, Place::UsaLeft, &["nc_11", "csa_jackson"])
        .put(Usa, Place::UsaLeft, &["me_2"])
        .put(Csa, Place::CsaLeft, &["sc_2", "csa_bee"])
        .put(Csa, Place::UsaRight, &["sc_3", "csa_early"])
        .held_by(Place::UsaRight, Csa);
    let game = &field.position.game;
    let value = |card: &str, place| {
        let data = field.rules.set(game).card(Csa, card).unwrap();
        field.rules.morale(game, (Csa, data), place, false).total()
    };
    assert_eq!(value("nc_11", Place::UsaLeft), 3 + 1);
    assert_eq!(value("sc_2", Place::CsaLeft), 3 + 2);
    assert_eq!(value("sc_3", Place::UsaRight), 3 + 1);
}

/// 10.1: one terrain card leaves room for three troop cards, of either side.
#[test]
fn rule_10_1_terrain_takes_room() {
    let field = bull_run(Csa).put(Usa, Place::UsaCenter, &["usa_dogan_ridge"]);
    let game = &field.position.game;
    assert_eq!(Side::BOTH.map(|side| field.rules.stacking_limit(game, Place::UsaCenter, side)), [3, 3]);
}

/// 10.3: infantry of 3 that attacks woods rolls 2 dice; artillery of 1 cannot fire into woods, unless it stands on a
/// hill.
#[test]
fn rule_10_3_woods() {
    let mut field =
        bull_run(Csa).put(Usa, Place::UsaLeft, &["me_2", "usa_sudley_woods"]).put(Csa, Place::UsaLeft, &["nc_11"]);
    field.orders(fire(&["nc_11"]), &[3, 3]);
    assert_eq!(field.events_named("fired")[0]["dice"], json!([["nc_11", 3], ["usa_sudley_woods", -1]]));
    let woods = || bull_run(Csa).put(Usa, Place::UsaRight, &["me_2", "usa_sudley_woods"]);
    let mut field = woods().put(Csa, Place::CsaLeft, &["csa_shields"]);
    assert_eq!(field.refused(fire(&["csa_shields"])), ["10.3"]);
    let mut field = woods().put(Csa, Place::CsaLeft, &["csa_shields", "csa_henry_house_hill"]);
    field.orders(fire(&["csa_shields"]), &[4]);
    assert_eq!(field.events_named("fired")[0]["range"], "long");
}

/// 3.1: the deployments of the example, 3, 4 and 2 with 9 in Reserve, and 2, 3 and 3 with 10 in Reserve.
#[test]
fn rule_3_1_deployments() {
    use dixie::view::View;
    let field = TestPosition::new("gettysburg", json!({}), Usa);
    let mut game = field.position.game.clone();
    (game.turn, game.phase) = (0, dixie::ledger::Phase::Deployment);
    let names = |side, from: usize, count: usize| -> Vec<String> {
        let troops = field.rules.set(&game).of(side).filter(|card| card.kind.is_troop());
        troops.skip(from).take(count).map(|card| card.id.clone()).collect()
    };
    for (side, places, counts) in [
        (Usa, [Place::UsaRight, Place::UsaCenter, Place::UsaLeft], [3, 4, 2]),
        (Csa, [Place::CsaLeft, Place::CsaCenter, Place::CsaRight], [2, 3, 3]),
    ] {
        let mut from = 0;
        let mut cards = dixie::deploy::Deployment::new();
        for (place, count) in places.into_iter().zip(counts) {
            cards.insert(place, names(side, from, count));
            from += count;
        }
        let view = View::of(&field.rules, &game, side);
        assert_eq!(dixie::deploy::refused(view, &cards, &[]), []);
        cards.insert(places[1], names(side, 20, 5));
        assert!(!dixie::deploy::refused(view, &cards, &[]).is_empty(), "five are too many (3.1)");
    }
}

/// The diagram of page 3, as far as the basic rules go.
#[test]
fn the_diagram() {
    let field = || {
        bull_run(Csa)
            .put(Usa, Place::UsaRight, &["me_2", "ct_1", "ct_2"])
            .put(Csa, Place::CsaLeft, &["csa_kemper", "csa_latham", "nc_11", "csa_henry_house_hill"])
            .put(Usa, Place::UsaCenter, &["ct_3", "us_cav_2", "usa_ayres", "usa_mcdowell", "usa_dogan_ridge"])
            .put(Csa, Place::UsaCenter, &["sc_2", "sc_3", "va_cav_1", "csa_bee"])
            .put(Csa, Place::CsaCenter, &["sc_4", "csa_rosser"])
            .put(Csa, Place::UsaLeft, &["va_2", "va_4", "va_5", "va_27"])
            .put(Usa, Place::UsaLeft, &["usa_carter_field"])
            .put(Csa, Place::CsaRight, &["ga_7", "ga_8"])
            .held_by(Place::UsaLeft, Csa)
    };
    // The CSA Left fires at long range on the USA Right, and only its guns.
    let mut left = field();
    left.orders(fire(&["csa_kemper", "csa_latham"]), &[4, 4, 4, 4, 4, 4]);
    assert!(left.events_named("fired").iter().all(|fired| fired["at"] == "usa_right" && fired["range"] == "long"));
    assert_eq!(field().refused(fire(&["nc_11"])), ["7.2"]);
    // The CSA Center may not fire: infantry is not engaged, artillery not into an engagement.
    assert_eq!(field().refused(fire(&["csa_rosser"])), ["7.2"]);
    assert_eq!(field().refused(fire(&["sc_4"])), ["7.2"]);
    // In the USA Center three CSA troop cards stand against a terrain card; infantry has F2, cavalry F1.
    let mut center = field();
    assert_eq!(center.rules.stacking_limit(&center.position.game, Place::UsaCenter, Csa), 3);
    center.orders(fire(&["sc_2", "sc_3", "va_cav_1"]), &[4; 8]);
    let power: Vec<u64> = center.events_named("fired").iter().filter_map(|fired| fired["firepower"].as_u64()).collect();
    assert_eq!(power, [2, 2, 1]);
    let guns = field();
    let gun = guns.rules.set(&guns.position.game).card(Usa, "usa_ayres").unwrap();
    assert_eq!(firepower(gun, Range::Short, true), 3);
    // The CSA Right cannot advance to the USA Left, which is full, and can go to the Reserve.
    let mut moved = field();
    for card in ["va_2", "va_4", "va_5", "va_27"] {
        moved.position.game.placed_mut(Csa, card).unwrap().did = Some(dixie::ledger::CardAction::Fired);
    }
    assert_eq!(moved.refused(json!([{"move": {"cards": ["ga_7"], "path": ["usa_left"]}}])), ["8.1"]);
    let mut reserve = field();
    reserve.orders(json!([{"move": {"cards": ["ga_7", "ga_8"], "path": ["reserve"]}}]), &[]);
    assert_eq!(reserve.place(Csa, "ga_7"), None);
    // The captured USA Left gives the CSA its terrain.
    let captured = field();
    assert_eq!(captured.position.game.defender(Place::UsaLeft), Some(Csa));
    assert_eq!(captured.position.game.edition, Edition::BullRun);
}

/// 8.2: who engages the enemy Center can only disengage to his own; who is engaged in his Right only to the Reserve.
#[test]
fn rule_8_2_disengaging() {
    let mut field = bull_run(Csa).put(Usa, Place::UsaCenter, &["me_2"]).put(Csa, Place::UsaCenter, &["nc_11"]);
    assert!(!field.refused(json!([{"move": {"cards": ["nc_11"], "path": ["reserve"]}}])).is_empty());
    field.orders(json!([{"move": {"cards": ["nc_11"], "path": ["csa_center"]}}]), &[]);
    assert_eq!(field.events_named("moved")[0]["rule"], "8.2");
    // The enemy Left is vacant, and still no way out of the own Right.
    let mut field = bull_run(Csa).put(Csa, Place::CsaRight, &["nc_11"]).put(Usa, Place::CsaRight, &["me_2"]);
    assert_eq!(field.refused(json!([{"move": {"cards": ["nc_11"], "path": ["usa_left"]}}])), ["8.2"]);
    field.orders(json!([{"move": {"cards": ["nc_11"], "path": ["reserve"]}}]), &[]);
    assert_eq!(field.place(Csa, "nc_11"), None);
    // Also where nobody stands across.
    let mut open = bull_run(Csa).put(Csa, Place::CsaRight, &["nc_11"]).put(Usa, Place::CsaRight, &["me_2"]);
    assert_eq!(open.refused(json!([{"move": {"cards": ["nc_11"], "path": ["usa_left"]}}])), ["8.2"]);
}

/// 8.5: cavalry goes from the Reserve to its Right and on to the enemy Left; a general from his Left by the Reserve to
/// his Right, or from the enemy Center by his own to the Reserve.
#[test]
fn rule_8_5_two_moves() {
    let mut field = bull_run(Usa).put(Csa, Place::CsaLeft, &["nc_11"]);
    field.orders(json!([{"move": {"cards": ["us_cav_2"], "path": ["usa_right", "csa_left"]}}]), &[]);
    assert_eq!(field.place(Usa, "us_cav_2"), Some(Place::CsaLeft));
    let mut field = bull_run(Usa).put(Usa, Place::UsaLeft, &["usa_sherman", "me_2"]);
    field.orders(json!([{"move": {"cards": ["usa_sherman"], "path": ["reserve", "usa_right"]}}]), &[]);
    assert_eq!(field.place(Usa, "usa_sherman"), Some(Place::UsaRight));
    assert_eq!(field.refused(json!([{"move": {"cards": ["me_2"], "path": ["reserve", "usa_right"]}}])), ["8.5"]);
    let mut field =
        bull_run(Usa).put(Usa, Place::CsaCenter, &["usa_sherman", "me_2"]).put(Csa, Place::CsaCenter, &["nc_11"]);
    field.orders(json!([{"move": {"cards": ["usa_sherman"], "path": ["usa_center", "reserve"]}}]), &[]);
    assert_eq!(field.place(Usa, "usa_sherman"), None);
}

/// 15.2: the table of the three days comes to the battle decks of 48 and 60.
#[test]
fn rule_15_2_the_decks_of_three_days() {
    let three = TestPosition::new("gettysburg_three_days", json!({}), Csa);
    let sizes = |side| dixie::options::DeckSizes::of(&three.position.game, side);
    assert_eq!((sizes(Csa).deck, 18 + 6 + 6 + 6 + 6 + 6), (48, 48));
    assert_eq!((sizes(Usa).deck, 18 + 6 + 12 + 6 + 12 + 6), (60, 60));
}
