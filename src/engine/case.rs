//! Cases: a position, acts, scripted dice, and what must come out. The unit of the conformance suite, of a bug report
//! and of a referee's question.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::document::{Bytes32, Id, Problem};

use super::act::Act;
use super::choices::Opening;
use super::dice::{Scripted, ScriptedDice};
use super::table::{Game, Table};

/// A case as its file states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows, in a sentence.
    pub case: String,
    /// The rule or ruling that it is about.
    pub rule: String,
    pub ruleset: Id,
    /// The position, in the ruleset's notation.
    pub given: Value,
    /// Acts in order: each a mapping from side to what that side's turn brings.
    #[serde(default)]
    pub turns: Vec<IndexMap<Id, ActText>>,
    /// Faces in the order they are rolled, or `{purpose, faces}`.
    #[serde(default)]
    pub dice: Vec<DiceText>,
    pub expect: Expect,
}

/// What a side's turn brings.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ActText {
    pub orders: Vec<Value>,
    pub answers: Vec<Value>,
    pub standing: Option<Map<String, Value>>,
    /// Ids of choices committed to; what was chosen is told by `open`.
    pub commit: Vec<Id>,
    /// Choices opened, by id; the word `forfeit` forfeits.
    pub open: BTreeMap<Id, Value>,
}

/// One entry of `dice`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum DiceText {
    Face(u64),
    Roll { purpose: String, faces: Vec<u64> },
}

/// What must come out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Parts of the position, in the ruleset's notation; null for what must not be there.
    pub position: Option<Value>,
    /// Events in this order; others may stand between.
    pub events: Vec<Value>,
    /// Events of which none may occur.
    pub not_events: Vec<Value>,
    /// Why the last turn is refused: `{rule, order?, path?}`; nothing but these rules.
    pub refused: Vec<Value>,
    /// Who is asked for what: `{side, …}`.
    pub awaiting: Option<Vec<Value>>,
    pub outcome: Option<Value>,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// If the value is no case: what is wrong, and where.
    pub fn read(value: &Value) -> Result<Case, Problem> {
        serde_path_to_error::deserialize(value).map_err(|error| {
            let path = error.path().to_string();
            Problem::new(error.inner().to_string()).in_path(path)
        })
    }

    /// Plays the case and lists what differs; nothing if all is as expected.
    pub fn run(&self, game: &dyn Game) -> Vec<String> {
        let mut table = match game.case(&self.given) {
            Ok(table) => table,
            Err(problem) => return vec![format!("the position does not read: {problem}")],
        };
        let mut dice = ScriptedDice::new(self.dice.iter().map(|entry| match entry {
            DiceText::Face(face) => Scripted { purpose: None, faces: vec![*face] },
            DiceText::Roll { purpose, faces } => Scripted { purpose: Some(purpose.clone()), faces: faces.clone() },
        }));
        let mut differences = Vec::new();
        let mut events = Vec::new();
        let mut refused = Vec::new();
        let started = self.turns.iter().map(Some);
        let turns: Vec<Option<&IndexMap<Id, ActText>>> = if waits_to_start(table.as_ref()) {
            std::iter::once(None).chain(started).collect()
        } else {
            started.collect()
        };
        for (n, turn) in turns.iter().enumerate() {
            let acts: Vec<(Id, Act)> =
                turn.iter().flat_map(|turn| turn.iter()).map(|(side, act)| (side.clone(), act.act())).collect();
            match table.adjudicate(&acts, &mut dice) {
                Ok(more) => events.extend(more),
                Err(problems) if n + 1 == turns.len() => refused = problems,
                Err(problems) => {
                    let reasons: Vec<String> = problems.iter().map(Problem::to_string).collect();
                    differences.push(format!("turn {n} is refused: {}", reasons.join("; ")));
                    break;
                }
            }
            let broken = table.invariants();
            differences.extend(broken.into_iter().map(|broken| format!("an invariant breaks: {broken}")));
        }
        self.compare_refusals(&refused, &mut differences);
        differences.extend(dice.complaints.iter().cloned());
        if dice.left() > 0 && refused.is_empty() {
            differences.push(format!("{} scripted rolls were never made", dice.left()));
        }
        compare_events(&self.expect, &events, &mut differences);
        if let Some(expected) = &self.expect.position {
            differ("position", expected, &table.notation(), &mut differences);
        }
        if let Some(expected) = &self.expect.awaiting {
            let awaiting: Vec<Value> = table.awaiting().into_iter().map(|awaited| awaited.to_value("side")).collect();
            if expected.len() != awaiting.len() {
                differences.push(format!("awaiting: expected {}, found {}", json!(expected), json!(awaiting)));
            }
            for (n, (expected, found)) in expected.iter().zip(&awaiting).enumerate() {
                differ(&format!("awaiting[{n}]"), expected, found, &mut differences);
            }
        }
        if let Some(expected) = &self.expect.outcome {
            differ("outcome", expected, &table.outcome().unwrap_or(Value::Null), &mut differences);
        }
        differences
    }

    fn compare_refusals(&self, refused: &[Problem], differences: &mut Vec<String>) {
        let told: Vec<String> = refused
            .iter()
            .map(|problem| format!("{problem} (at {})", problem.path.as_deref().unwrap_or("?")))
            .collect();
        if self.expect.refused.is_empty() {
            if !refused.is_empty() {
                differences.push(format!("the last turn is refused: {}", told.join("; ")));
            }
            return;
        }
        let matches = |expected: &Value, problem: &Problem| {
            let text = |key: &str| expected.get(key).and_then(Value::as_str);
            let path = problem.path.clone().unwrap_or_default();
            let order = expected.get("order").and_then(Value::as_u64);
            text("rule").is_none_or(|rule| problem.rule.as_deref() == Some(rule))
                && text("path").is_none_or(|wanted| path == wanted)
                && order.is_none_or(|order| path.starts_with(&format!("orders[{order}]")))
        };
        for expected in &self.expect.refused {
            if !refused.iter().any(|problem| matches(expected, problem)) {
                differences.push(format!("expected a refusal {expected}, found: {}", told.join("; ")));
            }
        }
        for (problem, told) in refused.iter().zip(&told) {
            if !self.expect.refused.iter().any(|expected| matches(expected, problem)) {
                differences.push(format!("refused for another reason too: {told}"));
            }
        }
    }
}

fn waits_to_start(table: &dyn Table) -> bool {
    table.awaiting().iter().any(|awaited| matches!(awaited.want, super::table::Want::Empty(_)))
}

impl ActText {
    fn act(&self) -> Act {
        let opening = |value: &Value| match value.as_str() {
            Some("forfeit") => Opening::Forfeit,
            _ => Opening::Choice(value.clone()),
        };
        Act {
            orders: self.orders.clone(),
            answers: self.answers.clone(),
            standing: self.standing.clone(),
            commit: self.commit.iter().map(|id| (id.clone(), Bytes32([0; 32]))).collect(),
            open: self.open.iter().map(|(id, value)| (id.clone(), opening(value))).collect(),
        }
    }
}

fn compare_events(expect: &Expect, events: &[Value], differences: &mut Vec<String>) {
    let fits = |expected: &Value, event: &Value| {
        let mut found = Vec::new();
        differ("", expected, event, &mut found);
        found.is_empty()
    };
    let mut from = 0;
    for expected in &expect.events {
        match events[from..].iter().position(|event| fits(expected, event)) {
            Some(at) => from += at + 1,
            None => {
                let later: Vec<String> = events[from..].iter().map(Value::to_string).collect();
                differences.push(match (later.is_empty(), from) {
                    (true, 0) => format!("no event {expected}: nothing happened"),
                    (true, _) => format!("no event {expected}: nothing happened after those before it"),
                    (false, _) => format!("no event {expected} among:\n    {}", later.join("\n    ")),
                });
                break;
            }
        }
    }
    for unwanted in &expect.not_events {
        if let Some(event) = events.iter().find(|event| fits(unwanted, event)) {
            differences.push(format!("an event that must not occur: {event}"));
        }
    }
}

/// Lists where `found` lacks what `expected` states. Mappings may hold more; null states absence.
fn differ(path: &str, expected: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, expected) in expected {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match found.get(key) {
                    Some(found) => differ(&path, expected, found, differences),
                    None if expected.is_null() => {}
                    None => differences.push(format!("{path}: expected {expected}, found nothing")),
                }
            }
        }
        _ if expected == found => {}
        _ => differences.push(format!("{path}: expected {expected}, found {found}")),
    }
}
