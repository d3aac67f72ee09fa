//! What if, at every step of the example matches: each becomes a case, and with the turns and dice of the match it
//! gives the same result.

use std::collections::BTreeMap;

use adjutant::chain::adjudicate::Adjudication;
use adjutant::chain::{Chain, step_case};
use adjutant::document::Form;
use adjutant::document::read::read;
use adjutant::document::write;
use adjutant::engine::case::Case;
use serde_json::{Value, json};

use crate::{example, json_schema};

/// Negotiations between the players about the match are not part of the game.
fn is_of_the_game(event: &&Value) -> bool {
    !matches!(event["event"].as_str(), Some("proposed" | "declined"))
}

/// Whether nothing of the game was played in a step: a ruling, or a negotiation between the players about the match.
fn is_talk(state: &Value) -> bool {
    let talk =
        |event: &Value| matches!(event["event"].as_str(), Some("proposed" | "accepted" | "declined" | "resigned"));
    let events = state["events"].as_array().expect("events");
    state.get("ruling").is_some() || !events.is_empty() && events.iter().all(talk)
}

/// Walks through a match in strides of this many steps, and prints how many cases give the position in the notation of
/// cases, how many whole, and why a step cannot be played as it was.
fn walk(name: &str, each: usize) {
    let loaded = example::load(&example::read_files(name, false));
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
    let schema = game.case_schema();
    let (mut told, mut whole, mut talk) = (0, 0, 0);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for at in (0..chain.line.len()).step_by(each) {
        let stand = Adjudication::at(&chain, &*game, at).expect("a position");
        let asked = match step_case::case(&stand, false) {
            Ok(asked) => asked,
            Err(problem) => {
                assert_eq!(at + 1, chain.line.len(), "{name}, step {at}: {problem}");
                assert!(problem.message.contains("the match is over"), "{name}, step {at}: {problem}");
                continue;
            }
        };
        assert_eq!(json_schema::fault(&schema, &schema, &asked, ""), None, "{name}, step {at}");
        let next = &chain.line[at + 1].state.document.content;
        talk += usize::from(is_talk(next));
        match asked["given"].get("whole_position") {
            Some(_) => whole += 1,
            None => told += 1,
        }
        let value = match step_case::case(&stand, true) {
            Ok(value) => value,
            Err(problem) => {
                assert!(!problem.advice.unwrap_or_default().is_empty(), "{name}, step {at}");
                let kind = problem.message.split('\'').step_by(2).collect::<Vec<_>>().join("…");
                *refused.entry(kind.replace(&(at + 1).to_string(), "N").replace(&at.to_string(), "N")).or_default() +=
                    1;
                continue;
            }
        };
        assert_eq!(json_schema::fault(&schema, &schema, &value, ""), None, "{name}, step {at}");
        // As the file that a referee has.
        let text = write(&value);
        let document = read("case.yaml", text.as_bytes(), Form::Draft).unwrap_or_else(|problem| panic!("{problem}"));
        let case = Case::of_document(&document).unwrap_or_else(|problem| panic!("{name}, step {at}: {problem}"));
        let played = case.play(&*game).unwrap_or_else(|problem| panic!("{name}, step {at}: {problem}"));
        assert!(played.differences.is_empty(), "{name}, step {at}: {:#?}", played.differences);
        let happened = next["events"].as_array().expect("events").iter().filter(is_of_the_game);
        let happened: Vec<&Value> = happened.collect();
        let again: Vec<&Value> = played.events.iter().collect();
        if let Some(n) = (0..happened.len().max(again.len())).find(|n| happened.get(*n) != again.get(*n)) {
            panic!("{name}, step {at}, event {n}: {:?} in the match, {:?} in the case", happened.get(n), again.get(n));
        }
    }
    println!("{name}: {told} told key by key, {whole} whole, refused: {refused:?}");
    assert_eq!(told + whole, (chain.line.len() - 1).div_ceil(each), "{name}: every step but the last becomes a case");
    assert!(told > whole, "{name}: most steps are told key by key");
    assert_eq!(refused.values().sum::<usize>(), talk, "{name}: all that the game brings is played again: {refused:?}");
}

#[test]
fn every_step_of_the_short_examples_is_played_again_as_a_case() {
    for name in [example::HEAD_TO_HEAD, example::REFEREED, example::SEVEN_DAYS] {
        walk(name, 1);
    }
}

#[test]
fn steps_of_the_campaign_are_played_again_as_cases() {
    walk(example::CAMPAIGN, 25);
}

#[test]
fn beside_a_whole_position_nothing_else_is_told() {
    let loaded = example::load(&example::read_files(example::HEAD_TO_HEAD, false));
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
    let stand = Adjudication::at(&chain, &*game, 0).expect("a position");
    let value = step_case::case(&stand, false).expect("a case");
    assert!(value["given"].get("whole_position").is_some(), "the set-up waits to be started");
    let mut more = value.clone();
    more["given"]["turn"] = json!(3);
    let problem = game.case(&more["given"]).expect_err("two positions");
    assert_eq!(problem.path.as_deref(), Some("given.turn"));
    assert!(problem.message.contains("has no effect"), "{problem}");
    let mut broken = value;
    broken["given"]["whole_position"]["game"]["turn"] = json!("two");
    let problem = game.case(&broken["given"]).expect_err("no turn");
    assert_eq!(problem.path.as_deref(), Some("given.whole_position.game.turn"));
}

#[test]
fn what_has_not_been_played_yet_is_refused() {
    let mut files = example::read_files(example::HEAD_TO_HEAD, false);
    files.retain(|(name, _)| !name.starts_with("states/") || name.as_str() <= "states/0020.yaml");
    let loaded = example::load(&files);
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
    let stand = Adjudication::newest(&chain, &*game).expect("a position");
    assert!(step_case::case(&stand, false).is_ok());
    let problem = step_case::case(&stand, true).expect_err("nothing follows");
    assert!(problem.message.contains("nothing has been played after step"), "{problem}");
}

#[test]
fn only_priorities_to_come_lie_face_down() {
    let game = adjutant::registry::games().shipped("civil_war").expect("the game");
    let given =
        |id: &str| json!({"scenario": "campaign_1862", "turn": 5, "phasing": "union", "committed": {id: ["union"]}});
    assert!(game.case(&given("priorities-6")).is_ok());
    for id in ["priorities-4", "bids"] {
        let problem = game.case(&given(id)).expect_err("nobody turns it up");
        assert_eq!(problem.path.as_deref(), Some(&*format!("given.committed.{id}")));
    }
}
