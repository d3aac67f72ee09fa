//! The game can read every example in `docs/seven_days.md`, and its turn of the first morning is legal.

use adjutant::document::{Form, Id, Value, read};
use adjutant::engine::Ruleset;
use adjutant::engine::{Decision, ScriptedDice};
use adjutant::games::seven_days::SevenDays;
use adjutant::games::seven_days::options::Options;
use adjutant::games::seven_days::orders::{Answer, Order, Standing};
use adjutant::session::{Game, Rules};
use serde::de::DeserializeOwned;
use serde_json::{Map, json};

const PAGE: &str = include_str!("../../docs/seven_days.md");

/// A text under the profile of drafts.
fn yaml(text: &str) -> Value {
    let document = read("docs/seven_days.md", format!("adjutant: 1\n{text}\n").as_bytes(), Form::Draft);
    document.unwrap_or_else(|problem| panic!("{problem:?} in:\n{text}")).content
}

#[track_caller]
fn reads<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// The indented block of the page that begins with a field.
fn block(field: &str) -> Value {
    let lines: Vec<&str> = PAGE.lines().collect();
    let at = lines.iter().position(|line| *line == format!("    {field}:")).expect("the block");
    let block: Vec<&str> = lines[at..].iter().map_while(|line| line.strip_prefix("    ")).collect();
    yaml(&block.join("\n"))[field].clone()
}

/// The code spans of a text that begin with a brace or a dash: examples.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows of the table under a heading.
fn rows(heading: &str) -> Vec<&'static str> {
    let part = PAGE.split("\n## ").find(|part| part.starts_with(heading)).expect("the heading");
    part.lines().filter(|line| line.starts_with("| `")).collect()
}

#[test]
fn every_order_of_the_table_is_understood_and_none_is_missing() {
    let mut named = Vec::new();
    for row in rows("The turn") {
        let order = spans(row).next().expect("a span");
        let order = yaml(&format!("orders:\n  {order}"))["orders"][0].clone();
        named.push(reads::<Order>(&order).name());
    }
    named.dedup();
    assert_eq!(named, ["assault", "move", "attack", "end", "regroup", "pass", "relocate", "wait", "night"]);
}

#[test]
fn every_condition_of_the_table_is_understood() {
    let conditions = rows("An impulse in one file");
    assert_eq!(conditions.len(), 9);
    for row in conditions {
        let condition = spans(row).next().expect("a span");
        if !condition.contains('…') {
            reads::<Order>(&yaml(&format!("orders: [{{pass: {{if: {{{condition}}}}}}}]"))["orders"][0]);
        }
    }
}

#[test]
fn every_answer_of_the_table_is_understood() {
    let examples: Vec<&str> = rows("Answers")
        .iter()
        .flat_map(|row| spans(row).filter(|span| span.starts_with('{')).collect::<Vec<_>>())
        .collect();
    assert!(examples.len() >= 9, "{examples:?}");
    for example in examples {
        reads::<Answer>(&yaml(&format!("answer: {example}"))["answer"]);
    }
}

#[test]
fn the_standing_orders_of_the_page_are_understood_and_legal() {
    let value = block("standing");
    let standing: Standing = reads(&value);
    assert_ne!(standing, Standing::default());
    let rules = SevenDays::shipped();
    let position = rules.setup(&"seven_days".parse().expect("an id"), &Map::new()).expect("the set-up");
    let problems = rules.check_standing(&position.game, &"union".parse().expect("a side"), &standing);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn the_turn_of_the_first_morning_is_legal_and_waits_where_the_leader_does_not_stir() {
    let orders = block("orders").as_array().expect("a list").clone();
    assert_eq!(orders.len(), 5);
    let game = Rules(SevenDays::shipped());
    let table = game.setup(&"seven_days".parse().expect("an id"), &Map::new()).expect("the set-up");
    let both: Vec<(Id, Decision)> = game.sides().into_iter().map(|side| (side, Decision::default())).collect();
    // Lee and McClellan need no dice on the first day (6.2.1).
    let (table, _) = table.adjudicated(&both, &mut ScriptedDice::default()).expect("the first dawn");
    let side: Id = "confederate".parse().expect("a side");
    let act = Decision { orders, ..Decision::default() };
    assert_eq!(table.check(&side, &act), Ok(()));
    // Magruder has initiative 4, and Lee is Active: a 3 is enough (8.1.1), a 2 is not.
    let dice = |faces: &[u64]| adjutant::engine::dice::Scripted { purpose: None, faces: faces.to_vec() };
    let (_, events) =
        table.adjudicated(&[(side.clone(), act.clone())], &mut ScriptedDice::new([dice(&[2])])).expect("a turn");
    assert!(events.iter().any(|event| event["event"] == "handed_back"), "{events:?}");
    let mut scripted = ScriptedDice::new([dice(&[3]), dice(&[6, 6]), dice(&[1, 1])]);
    let (after, events) = table.adjudicated(&[(side, act)], &mut scripted).expect("the impulse");
    let named = |name: &str| events.iter().any(|event| event["event"] == name);
    assert!(named("activation") && named("skipped") && named("entered") && named("assault"), "{events:?}");
    assert_eq!(after.notation()["current"], json!(null));
}

#[test]
fn every_option_is_named() {
    let options = json!(Options {
        advanced: true,
        weather: true,
        leader_casualties: true,
        forced_march: true,
        bridges: true,
        reduced_divisions: true,
        gunboats: true,
        side_bids: true,
        siege_guns: true,
        alternate_army_leader: true,
        alternate_start: true,
        lincoln_sends_help: true,
        jackson_sleeps: true,
    });
    for name in options.as_object().expect("a mapping").keys() {
        assert!(PAGE.contains(&format!("`{name}`")), "{name} is not on the page");
    }
}
