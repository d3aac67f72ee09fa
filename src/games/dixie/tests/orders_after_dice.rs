//! Orders that come after a die in the same turn: an order that nothing can make legal is refused before the turn is
//! signed, and no other.

use crate::support::TestPosition;
use adjutant_core::engine::Decision;
use adjutant_core::engine::cards::Pile;
use adjutant_core::session::{Game, Rules};
use dixie::Dixie;
use dixie::place::Place;
use dixie::side::Side::{self, Csa, Usa};
use serde_json::{Value, json};

/// A field with every further rule: guns that fire from the CSA Left, infantry that waits in the Right, a fight in the
/// USA Center.
fn field() -> TestPosition {
    let all = json!({"advanced": true, "scouting": true, "decoys": true});
    let mut field = TestPosition::new("first_bull_run", all, Csa)
        .put(Csa, Place::CsaLeft, &["csa_squires", "sc_5"])
        .put(Csa, Place::CsaRight, &["nc_11", "va_cav_1"])
        .put(Csa, Place::UsaCenter, &["sc_2"])
        .put(Usa, Place::UsaCenter, &["me_2"])
        .put(Usa, Place::UsaRight, &["ct_1", "ct_2", "ct_3"]);
    for (side, placed) in [(Csa, 5), (Usa, 4)] {
        let own = field.position.game.cards.sides.get_mut(&side.id()).unwrap();
        own.piles.insert("set".to_owned(), Pile::Hidden(60 - placed));
    }
    field
}

/// What is refused of orders of the CSA, none of whose dice is rolled: the number of the order, and the rule.
fn refused(field: &TestPosition, orders: &[Value]) -> Vec<(String, String)> {
    let table = Rules(Dixie::shipped()).load(&json!(field.position)).unwrap();
    let act = Decision { orders: orders.to_vec(), ..Decision::default() };
    let problems = table.check(&Side::Csa.id(), &act).err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.path.unwrap_or_default(), problem.rule.unwrap_or_default())).collect()
}

fn fire() -> Value {
    json!({"fire": {"cards": ["csa_squires"]}})
}

/// Each kind of order, wrong whatever the guns hit, is refused behind their fire as it is before it.
#[test]
fn what_no_die_can_make_legal_is_refused() {
    for (wrong, rule) in [
        (json!({"deploy": {"cards": {"csa_left": ["sc_3"]}}}), "5.0"),
        (json!({"melee": {"place": "usa_center"}}), "13.2"),
        (json!({"fire": {"cards": ["nc_11"]}}), "7.2"),
        (json!({"fire": {"cards": ["csa_imboden", "nc_11"]}}), "7.0"),
        (json!({"special": {"card": "csa_railway_1", "place": "csa_left"}}), "12.0"),
        (json!({"special": {"card": "sc_3"}}), "12.0"),
        (json!({"move": {"cards": ["nc_11"], "path": ["csa_center"]}}), "8.0"),
        (json!({"move": {"cards": ["nc_11"], "path": ["reserve", "csa_left"]}}), "8.5"),
        (json!({"move": {"cards": ["nc_11", "nc_11"], "path": ["usa_left"]}}), "8.0"),
        (json!({"force_march": {"cards": ["va_cav_1"], "path": ["reserve", "csa_center"]}}), "8.6"),
        (json!({"terrain": {"card": "csa_henry_house_hill", "place": "usa_left"}}), "10.2"),
        (json!({"scout": {"cards": ["nc_11"], "place": "usa_left"}}), "13.7"),
        (json!({"decoy": {"card": "sc_3", "place": "csa_center"}}), "13.6"),
        (json!({"reveal": {"cards": ["nc_11"]}}), "13.6"),
        (json!({"outflank": {"cards": ["sc_3"], "place": "usa_center"}}), "13.1"),
        (json!({"outflank": {"cards": ["sc_3"], "place": "usa_left"}}), "13.1"),
    ] {
        let behind = refused(&field(), &[fire(), wrong.clone(), json!({"end_turn": {}})]);
        assert!(
            behind.iter().any(|(path, found)| path.starts_with("orders[1]") && found == rule),
            "{wrong}: {behind:?}"
        );
        assert!(behind.iter().all(|(path, _)| path.starts_with("orders[1]")), "{wrong}: {behind:?}");
    }
}

/// 5.0: a card that moves for certain ends combat; nothing comes behind the end of the turn.
#[test]
fn rule_5_0_the_phases_follow_each_other_behind_dice_too() {
    let moves = json!({"move": {"cards": ["nc_11"], "path": ["usa_left"]}});
    let late = json!({"fire": {"cards": ["sc_2"]}});
    let expected = |path: &str| vec![(path.to_owned(), "5.0".to_owned())];
    assert_eq!(refused(&field(), &[fire(), moves.clone(), late.clone()]), expected("orders[2]"));
    assert_eq!(refused(&field(), &[fire(), json!({"end_turn": {}}), moves.clone()]), expected("orders[2]"));
    let again = json!({"move": {"cards": ["nc_11"], "path": ["usa_left"]}});
    let [(path, rule)] = &refused(&field(), &[fire(), moves, again])[..] else { panic!("the card has moved") };
    assert_eq!((path.as_str(), rule.as_str()), ("orders[2].move.cards[0]", "8.0"));
}

/// What a die, an answer or an earlier order may make legal is not refused.
#[test]
fn what_may_become_legal_is_not_refused() {
    let moves = |cards: &[&str], path: &[&str]| json!({"move": {"cards": cards, "path": path}});
    for later in [
        // The guns may rout whoever stands there, and so make room or clear the way.
        vec![moves(&["sc_5"], &["usa_right"])],
        // Whoever holds his fire may move.
        vec![json!({"fire": {"cards": ["sc_2"]}}), moves(&["sc_2"], &["csa_center"])],
        // An order that engages comes first.
        vec![
            moves(&["sc_5"], &["usa_right"]),
            json!({"outflank": {"cards": ["sc_3"], "place": "usa_right", "named": true}}),
        ],
        // Cards of the Reserve take the place of those that leave.
        vec![moves(&["nc_11", "va_cav_1"], &["usa_left"]), moves(&["sc_3"], &["csa_right"])],
    ] {
        let orders: Vec<Value> = std::iter::once(fire()).chain(later).chain([json!({"end_turn": {}})]).collect();
        assert_eq!(refused(&field(), &orders), Vec::<(String, String)>::new(), "{orders:?}");
    }
}

/// An order that is wrong in itself does not make those behind it wrong.
#[test]
fn one_mistake_is_told_once() {
    let wrong = json!({"move": {"cards": ["nc_11"], "path": ["csa_center"]}});
    let orders = [
        wrong,
        json!({"move": {"cards": ["va_cav_1"], "path": ["usa_left"]}}),
        json!({"move": {"cards": ["sc_3"], "path": ["csa_right"]}}),
        json!({"end_turn": {}}),
    ];
    let expected = refused(&field(), &orders);
    assert_eq!(expected, [("orders[0].move.path[0]".to_owned(), "8.0".to_owned())]);
}

/// Every problem is told at once, each at its own place, also behind an order with an unknown card.
#[test]
fn every_problem_is_told_at_its_place() {
    let orders = [
        json!({"move": {"cards": ["nc_11", "nc_99"], "path": ["usa_left"]}}),
        json!({"scout": {"cards": ["nc_11"], "place": "usa_left"}}),
        json!({"force_march": {"cards": ["va_cav_1"], "path": ["reserve", "csa_center"]}}),
    ];
    let found = refused(&field(), &orders);
    let at = |path: &str, rule: &str| found.contains(&(path.to_owned(), rule.to_owned()));
    assert!(at("orders[0].move.cards[1]", "8.0"), "{found:?}");
    assert!(at("orders[1].scout.cards[0]", "13.7"), "{found:?}");
    assert!(at("orders[2].force_march.cards[0]", "8.6"), "{found:?}");
}

/// 8.4: a move that overstacks is warned of, also behind an order with dice; a general who is left alone too (11.2).
#[test]
fn warnings_go_on_behind_dice() {
    let field = field().put(Csa, Place::CsaCenter, &["csa_bee"]);
    let table = Rules(Dixie::shipped()).load_unchecked(&json!(field.position)).unwrap();
    let moves = |cards: &[&str], path: &[&str]| json!({"move": {"cards": cards, "path": path}});
    let full = moves(&["sc_3", "sc_7", "sc_8"], &["csa_left"]);
    let alone = [moves(&["csa_bee"], &["reserve", "csa_right"]), moves(&["csa_bee"], &["usa_center"])];
    let end = json!({"end_turn": {}});
    let warned = |orders: Vec<Value>| -> Vec<(String, String)> {
        let act = Decision { orders, ..Decision::default() };
        assert_eq!(table.check(&Side::Csa.id(), &act), Ok(()), "{act:?}");
        let found = table.warnings(&Side::Csa.id(), &act).into_iter();
        found.map(|warning| (warning.clause().into_owned(), warning.rule.unwrap_or_default())).collect()
    };
    for (orders, sure) in [(vec![full.clone(), end.clone()], true), (vec![fire(), full.clone(), end.clone()], false)] {
        let found = warned(orders);
        let (message, _) = found.iter().find(|(_, rule)| rule == "8.4").unwrap_or_else(|| panic!("{found:?}"));
        assert_eq!(!message.starts_with("as things stand now, "), sure, "{message}");
        assert!(message.contains("overstacked by 1 card"), "{message}");
    }
    // The general joins troops of his own, and is not alone.
    let found = warned(vec![fire(), alone[1].clone(), end.clone()]);
    assert!(found.iter().all(|(_, rule)| rule != "11.2"), "{found:?}");
    let found = warned(vec![fire(), moves(&["csa_bee"], &["reserve", "csa_right"]), end.clone()]);
    assert!(found.iter().all(|(_, rule)| rule != "11.2"), "{found:?}");
    let leaves = warned(vec![fire(), alone[1].clone(), moves(&["sc_2"], &["csa_center"]), end]);
    assert!(leaves.iter().any(|(_, rule)| rule == "11.2"), "{leaves:?}");
}
