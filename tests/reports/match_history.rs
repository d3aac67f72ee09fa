//! The game's account of the whole matches in `examples/`: every step's moments, tallies and rolls.

use crate::example;
use std::collections::BTreeSet;

use adjutant::chain::Chain;
use adjutant::document::{Document, Id, State, decode};
use adjutant::games::civil_war::CivilWar;
use adjutant::report::{Highlight, Kind, StepFacts};
use serde_json::Value;

/// The rules that events cite, however deep.
fn rules_of(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("rule").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|value| rules_of(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| rules_of(value, found)),
        _ => {}
    }
}

fn count(events: &[Value], name: &str) -> usize {
    events.iter().filter(|event| event["event"] == name).count()
}

/// Narrates a match step by step, and checks what holds for any match. Returns the narration of each step.
fn highlights_by_step(name: &'static str) -> Vec<Vec<Highlight>> {
    let loaded = example::load(&example::read_files(name, false));
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
    let leaders: BTreeSet<String> =
        CivilWar::shipped().pack.leaders.values().map(|leader| leader.name.clone()).collect();
    let sides: [Id; 2] = game.sides();
    let (mut all, mut titles, mut before, mut board) = (Vec::new(), None, None::<Value>, None);
    for step in &chain.line {
        let content = step.state.document.content.clone();
        let state: State = decode(&Document::unplaced("a state", content)).expect("a state");
        let table = game.load(&state.position).expect("a table");
        // The board stays as it is all match long.
        let board = board.get_or_insert_with(|| table.board(None).expect("a board"));
        let parts = table.parts();
        let before = before.replace(state.position.clone()).unwrap_or_else(|| state.position.clone());
        let facts =
            StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
        let moments = table.moments(&before, &facts).expect("moments");
        let mut cited = BTreeSet::new();
        state.events.iter().for_each(|event| rules_of(event, &mut cited));
        for moment in &moments {
            let Highlight { words, side, part, at, people, rules, .. } = moment;
            let place = format!("{name}, step {}: {moment:?}", state.step);
            assert!(!words.trim().is_empty() && !words.contains("  ") && !words.contains('†'), "{place}");
            assert!(words.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{place}");
            assert!(moment.kind == Kind::Turn || words.ends_with('.'), "{place}");
            assert!(side.as_ref().is_none_or(|side| sides.contains(side)), "{place}");
            assert!(part.as_ref().is_none_or(|part| parts.iter().any(|(id, _)| id == part)), "{place}");
            assert!(people.iter().all(|name| leaders.contains(name)), "{place}");
            let ruling = |rule: &&String| rule.starts_with("CW-");
            assert!(rules.iter().all(|rule| ruling(&rule) || cited.contains(rule)), "{place}");
            assert!(!rules.is_empty(), "{place}");
            if let Some(point) = at {
                assert!((0..board.width).contains(&point.x) && (0..board.height).contains(&point.y), "{place}");
            }
        }
        let fights = |moment: &&Highlight| {
            moment.kind == Kind::Combat
                && ["Combat in ", "Landing in "].iter().any(|start| moment.words.starts_with(start))
                && !moment.words.contains(", continued: ")
        };
        assert_eq!(
            moments.iter().filter(fights).count(),
            count(&state.events, "combat"),
            "{name}, step {}: {moments:#?}",
            state.step
        );
        let tallies = table.tallies();
        let now: Vec<&str> = tallies.iter().map(|tally| tally.title).collect();
        assert_eq!(*titles.get_or_insert_with(|| now.clone()), now, "{name}, step {}", state.step);
        assert_eq!(table.when().turn, state.position["game"]["turn"].as_u64().expect("a turn"));
        for roll in &state.rolls {
            let known = table.roller(roll).is_some() || roll.purpose.starts_with("battery ");
            assert!(known, "{name}, step {}: {roll:?}", state.step);
        }
        all.push(moments);
    }
    all
}

/// The moments that tell of somebody.
fn of_kind(told: &[Vec<Highlight>], kind: Kind) -> usize {
    told.iter().flatten().filter(|moment| moment.kind == kind).count()
}

#[test]
fn a_match_of_a_few_turns() {
    let told = highlights_by_step(example::HEAD_TO_HEAD);
    assert_eq!(of_kind(&told, Kind::Turn), 2, "it is over in the second turn");
    assert_eq!(told.first().map(Vec::len), Some(0), "nothing happens before the first turn");
}

#[test]
fn a_whole_war() {
    let told = highlights_by_step(example::CAMPAIGN);
    for kind in [Kind::Turn, Kind::Order, Kind::Combat, Kind::Leader, Kind::Control, Kind::Score, Kind::Other] {
        assert!(of_kind(&told, kind) > 0, "{kind:?}");
    }
    assert!(told.iter().flatten().any(|moment| moment.words.starts_with("The Union has ")), "the end is told");
}
