//! What is asked in mid-turn, with what is at stake.

use serde_json::{Value, json};

use adjutant_core::engine::Decision;
use adjutant_core::engine::dice::{Scripted, ScriptedDice};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

/// A table in mid-pulse after the Union's orders and, if any, Confederate answers, with these dice one by one.
fn table(given: Value, acts: &[(&str, Value)], dice: &[u64]) -> Box<dyn Session> {
    let mut table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let mut dice = ScriptedDice::new(dice.iter().map(|&face| Scripted { purpose: None, faces: vec![face] }));
    for (side, said) in acts {
        let list = |field: &str| said.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
        let act = Decision { orders: list("orders"), answers: list("answers"), ..Decision::default() };
        table.adjudicate(&[(side.parse().expect("a side"), act)], &mut dice).expect("a legal act");
    }
    table
}

fn potomac() -> Value {
    json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5206": {"sp": 11, "leaders": ["mcdowell-3", "hooker-2"], "army": "potomac"}}},
        "confederate": {"at": {"5006": {"sp": 10, "leaders": ["je_johnston-3", "stuart-1"],
            "army": "northern_virginia"}}}})
}

fn march(path: &[&str]) -> Value {
    json!({"orders": [{"move": {"army": "potomac", "path": path}}]})
}

#[track_caller]
fn asks(table: &dyn Session, wanted: &str) {
    let (said, _) = table.asked().expect("a question");
    assert_eq!(said, wanted);
}

#[test]
fn whether_an_army_rolls() {
    let table = table(potomac(), &[("union", march(&["5106"]))], &[]);
    asks(
        &*table,
        "The Union is about to enter Alexandria (5106) from Washington (5206): 11 strength points of the Army of the \
         Potomac under McDowell (3 stars). Does the Army of Northern Virginia, 10 strength points in Manassas (5006), \
         roll \
         for reaction? It reacts on a roll of 3 or more (above J.E. Johnston's initiative of 3, with +1 to the roll for the \
         cavalry under Stuart). An army that reacts moves one hex, whole or in part, or stays.",
    );
}

#[test]
fn a_demoralized_army_needs_one_more() {
    let mut given = potomac();
    given["confederate"]["at"]["5006"]["demoralized"] = json!(true);
    given["confederate"]["at"]["5006"]["leaders"] = json!(["je_johnston-3"]);
    let table = table(given, &[("union", march(&["5106"]))], &[]);
    let (said, _) = table.asked().expect("a question");
    let wanted = "It reacts on a roll of 5 or more (above J.E. Johnston's initiative of 3, with -1 to the roll because the force is \
                  demoralized).";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn where_an_army_goes_that_may() {
    let answer = |table: &dyn Session, answer: Value| {
        let asked = &table.awaiting()[0];
        let id = &asked.to_value("side", &asked.side)["answer"]["id"];
        json!({"answers": [{"id": id, "answer": answer}]})
    };
    let asked = table(potomac(), &[("union", march(&["5106"]))], &[]);
    let roll = answer(&*asked, json!({"react": "roll"}));
    let table = table(potomac(), &[("union", march(&["5106"])), ("confederate", roll)], &[3]);
    let (said, _) = table.asked().expect("a question");
    for wanted in [
        "The Army of Northern Virginia, 10 strength points in Manassas (5006), may react. Does it stay, or does it \
         move to ",
        "In Alexandria (5106) it would be attacked and be the defender.",
    ] {
        assert!(said.contains(wanted), "{said}");
    }
    let notes = table.draft_notes(&"confederate".parse().expect("a side"));
    let parts: Vec<&str> = notes.iter().filter_map(|line| line.strip_prefix("  - ")).collect();
    assert_eq!(parts.len(), 2, "{notes:?}");
    for part in parts {
        let entry = adjutant_core::document::read(
            "a part",
            format!("answers: [{part}]\n").as_bytes(),
            adjutant_core::document::Form::Draft,
        );
        let answers = entry.expect("YAML").content["answers"].as_array().cloned().expect("a list");
        let act = Decision { answers, ..Decision::default() };
        assert_eq!(table.check(&"confederate".parse().expect("a side"), &act), Ok(()), "{part}");
    }
    let go = table.answer_words(&json!({"reaction": {"go": {"to": "5106"}}}));
    assert_eq!(go, "move to Alexandria (5106), which the enemy is about to enter and attack");
    let away = table.answer_words(&json!({"reaction": {"go": {"to": "5107"}}}));
    assert_eq!(away, "move to Aquia (5107)");
}

#[test]
fn whether_cavalry_withdraws() {
    let mut given = potomac();
    given["confederate"] = json!({"at": {"5106": {"sp": 1, "leaders": ["stuart-1"]}}});
    let table = table(given, &[("union", march(&["5106"]))], &[]);
    asks(
        &*table,
        "The Union is about to enter Alexandria (5106) from Washington (5206): 11 strength points of the Army of the \
         Potomac under McDowell (3 stars). Does the cavalry there, 1 strength point under Stuart (1 star), retreat \
         before combat? Its leader makes a Leader Loss Check first: if he is lost, the cavalry stays and fights; \
         otherwise it retreats and the attacker's march ends there.",
    );
}

#[test]
fn whether_a_die_is_rolled_again() {
    // Grant's army rating is 2; his enemy has no army. The dice: 2 for the attack, 5 for the defence.
    let given = json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5106": {"sp": 6, "leaders": ["grant-3"], "army": "potomac"}}},
        "confederate": {"at": {"5006": {"sp": 5}}}});
    let table = table(given, &[("union", march(&["5006"]))], &[2, 5]);
    let (said, _) = table.asked().expect("a question");
    for wanted in [
        "In the combat in Manassas (5006), the Union has rolled 2 and the Confederacy 5. As rolled, the Union ",
        " Does the Union reroll a die? It may do so twice.",
    ] {
        assert!(said.contains(wanted), "{said}");
    }
    assert!(!said.contains("Then the Confederacy may"), "{said}");
}
