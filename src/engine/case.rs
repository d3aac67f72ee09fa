//! Cases: a position, acts, scripted dice, and what must come out. The unit of the conformance suite, of a bug report
//! and of a referee's question. `docs/cases.md` has the notation.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::document::{Bytes32, Document, Id, Problem, decode, decode_at, inline};

use super::act::Act;
use super::choices::Opening;
use super::dice::{Due, Scripted, ScriptedDice};
use super::table::{Game, Table, Want};

mod compare;
pub mod schema;
mod written;

pub use written::{asked_for, told};

/// A case as its file states it.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows, in a sentence.
    pub case: String,
    /// The rule or ruling that it is about.
    pub rule: String,
    /// The game.
    pub ruleset: Id,
    /// The position, in the ruleset's notation.
    pub given: Value,
    /// Acts in order: each a mapping from side to what that side's turn brings.
    #[serde(default)]
    #[schemars(with = "Vec<BTreeMap<String, ActText>>")]
    pub turns: Vec<IndexMap<Id, ActText>>,
    /// Faces in the order they are rolled, or `{purpose, faces}`.
    #[serde(default)]
    pub dice: Vec<DiceText>,
    /// Whether the case ends where its orders are carried out: no roll, question or phase that comes after them.
    #[serde(default)]
    pub stop: bool,
    /// What must come out.
    pub expect: Expect,
}

/// What a side's turn brings.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ActText {
    /// Orders, as a turn has them.
    pub orders: Vec<Value>,
    /// Answers to the question that is asked.
    pub answers: AnswersText,
    /// Standing orders that replace those of before.
    pub standing: Option<Map<String, Value>>,
    /// Ids of choices committed to; what was chosen is told by `open`.
    pub commit: Vec<Id>,
    /// Choices opened, by id; the word `forfeit` forfeits.
    pub open: BTreeMap<Id, Value>,
}

/// Answers: a list of `{id: retreat-2, answer: {retreat: "5106"}}`, or of `{retreat: "5106"}` for the question of that
/// kind that is asked; or a mapping of such kinds.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(untagged, expecting = "answers are a list of `{id, answer}` or `{retreat: …}`, or a mapping `{retreat: …}`")]
pub enum AnswersText {
    List(Vec<Value>),
    Kinds(Map<String, Value>),
}

impl Default for AnswersText {
    fn default() -> Self {
        AnswersText::List(Vec::new())
    }
}

/// One entry of `dice`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(untagged, expecting = "a roll is a face, or `{purpose: …, faces: […]}`")]
pub enum DiceText {
    Face(u64),
    Roll { purpose: String, faces: Vec<u64> },
}

/// What must come out.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Parts of the position, in the ruleset's notation; null for what must not be there.
    pub position: Option<Value>,
    /// Events in this order; others may stand between.
    pub events: Vec<Value>,
    /// Events of which none may occur.
    pub not_events: Vec<Value>,
    /// Why the last turn is refused: nothing but these reasons.
    pub refused: Vec<Refused>,
    /// Who is asked for what: `{side, …}`.
    pub awaiting: Option<Vec<Value>>,
    /// How the match ends; null if it goes on.
    pub outcome: Option<Value>,
}

/// A reason why a turn is refused. What is left out is not compared.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Refused {
    /// The rule, or one that it is a part of: 6.2 for 6.2.18.
    pub rule: Option<String>,
    /// The order, counted from 0.
    pub order: Option<usize>,
    /// The place in the turn: `orders[0].move.sp`.
    pub path: Option<String>,
}

/// What came of a case.
#[derive(Debug, Default)]
pub struct Played {
    /// What is not as expected, each with its path in the case; nothing if all is.
    pub differences: Vec<Problem>,
    /// Everything that happened, in order.
    pub events: Vec<Value>,
    /// Every roll: its purpose and faces.
    pub rolls: Vec<(String, Vec<u64>)>,
    /// The roll for which the case has no dice.
    pub due: Option<Due>,
}

impl Case {
    /// Reads a case from a file's content.
    ///
    /// # Errors
    /// If it is no case: what is wrong, and where in the text.
    pub fn of_document(document: &Document) -> Result<Case, Problem> {
        decode(document)
    }

    /// Reads a case.
    ///
    /// # Errors
    /// If the value is no case: what is wrong, and where in it.
    pub fn read(value: &Value) -> Result<Case, Problem> {
        decode_at(None, "", value)
    }

    /// Plays the case and lists what differs; nothing if all is as expected.
    ///
    /// # Errors
    /// If the position does not read.
    pub fn run(&self, game: &dyn Game) -> Result<Vec<Problem>, Problem> {
        Ok(self.play(game)?.differences)
    }

    /// Plays the case.
    ///
    /// # Errors
    /// If the position does not read: what is wrong with it, and where in the case.
    pub fn play(&self, game: &dyn Game) -> Result<Played, Problem> {
        let mut table = game.case(&self.given)?;
        let mut dice = ScriptedDice::new(self.dice.iter().map(|entry| match entry {
            DiceText::Face(face) => Scripted { purpose: None, faces: vec![*face] },
            DiceText::Roll { purpose, faces } => Scripted { purpose: Some(purpose.clone()), faces: faces.clone() },
        }));
        let mut told = Played::default();
        let mut refused = Vec::new();
        let started = (0..self.turns.len()).map(Some);
        let turns: Vec<Option<usize>> = match waits_to_start(table.as_ref()) {
            true => std::iter::once(None).chain(started).collect(),
            false => started.collect(),
        };
        // How many procedures were under way when orders were last asked for and given.
        let mut orders_of = None;
        let mut whole = true;
        for (n, &turn) in turns.iter().enumerate() {
            let last = n + 1 == turns.len();
            let asked = asked(table.as_ref());
            let sides = turn.and_then(|turn| self.turns.get(turn)).into_iter().flatten();
            let acts: Vec<(Id, Act)> = sides.map(|(side, act)| (side.clone(), act.act(asked.as_deref()))).collect();
            if acts.iter().any(|(_, act)| !act.orders.is_empty()) {
                let orders = table.awaiting().iter().any(|awaited| matches!(awaited.want, Want::Orders(_)));
                orders_of = orders.then(|| table.procedures().len()).or(orders_of);
            }
            match table.played(&acts, &mut dice, orders_of.filter(|_| self.stop && last)) {
                Ok((after, events)) => {
                    table = after;
                    told.events.extend(events);
                }
                Err(unfinished) => {
                    told.events.extend(unfinished.events);
                    whole = dice.complaints.is_empty();
                    if whole && last {
                        refused = unfinished.problems;
                    } else if whole {
                        let side = if acts.len() == 1 { acts.first().map(|(side, _)| side) } else { None };
                        told.differences.push(turn_refused(turn, side, &unfinished.problems));
                    }
                    break;
                }
            }
            let broken = table.invariants();
            let broken = broken.into_iter().map(|broken| Problem::new(format!("an invariant breaks: {broken}")));
            told.differences.extend(broken);
        }
        if self.stop && orders_of.is_none() && refused.is_empty() {
            let problem = Problem::new("`stop` has no effect, since the case gives no orders").in_path("stop");
            told.differences.push(problem.advice("leave it out"));
        }
        self.compare_refusals(&refused, &mut told.differences);
        for (entry, complaint) in std::mem::take(&mut dice.complaints) {
            let path = if self.dice.is_empty() { "turns".to_owned() } else { format!("dice[{entry}]") };
            told.differences.push(Problem::new(complaint).in_path(path));
        }
        if dice.left() > 0 && refused.is_empty() && whole {
            let message = match dice.left() {
                1 => "one scripted roll was never made".to_owned(),
                left => format!("{left} scripted rolls were never made"),
            };
            told.differences.push(Problem::new(message).in_path(format!("dice[{}]", dice.taken())));
        }
        compare::events(&self.expect, &told.events, &mut told.differences);
        if whole {
            self.compare_position(table.as_ref(), &mut told.differences);
        }
        (told.rolls, told.due) = (dice.rolled, dice.due);
        Ok(told)
    }

    /// Holds what stands at the end against what is expected.
    fn compare_position(&self, table: &dyn Table, differences: &mut Vec<Problem>) {
        if let Some(expected) = &self.expect.position {
            compare::values("position", "expect.position", expected, &table.notation(), differences);
        }
        if let Some(expected) = &self.expect.awaiting {
            // Where a case has been stopped, nobody is asked for anything.
            let awaiting = table.awaiting().into_iter().filter(|awaited| !matches!(awaited.want, Want::Empty(_)));
            let awaiting: Vec<Value> = awaiting.map(|awaited| awaited.to_value("side", &awaited.side)).collect();
            if expected.len() != awaiting.len() {
                let wanted = inline(&Value::Array(expected.clone()));
                let found = inline(&Value::Array(awaiting.clone()));
                let problem = Problem::new(format!("awaiting: expected {wanted}, found {found}"));
                differences.push(problem.in_path("expect.awaiting"));
            }
            for (n, (expected, found)) in expected.iter().zip(&awaiting).enumerate() {
                let path = format!("expect.awaiting[{n}]");
                compare::values(&format!("awaiting[{n}]"), &path, expected, found, differences);
            }
        }
        if let Some(expected) = &self.expect.outcome {
            let found = table.outcome().unwrap_or(Value::Null);
            compare::values("outcome", "expect.outcome", expected, &found, differences);
        }
    }

    fn compare_refusals(&self, refused: &[Problem], differences: &mut Vec<Problem>) {
        let told: Vec<String> = refused.iter().map(placed).collect();
        if self.expect.refused.is_empty() {
            if !refused.is_empty() {
                let path = format!("turns[{}]", self.turns.len().saturating_sub(1));
                let problem = Problem::new(format!("the last turn is refused: {}", told.join("; ")));
                differences.push(problem.in_path(path));
            }
            return;
        }
        for (n, expected) in self.expect.refused.iter().enumerate() {
            if !refused.iter().any(|problem| expected.fits(problem)) {
                let found = if told.is_empty() { "nothing is refused".to_owned() } else { told.join("; ") };
                let problem = Problem::new(format!("expected a refusal {}, found: {found}", expected.told()));
                differences.push(problem.in_path(format!("expect.refused[{n}]")));
            }
        }
        for (problem, told) in refused.iter().zip(&told) {
            if !self.expect.refused.iter().any(|expected| expected.fits(problem)) {
                let problem = Problem::new(format!("refused for another reason too: {told}"));
                differences.push(problem.in_path("expect.refused"));
            }
        }
    }
}

impl Refused {
    fn fits(&self, problem: &Problem) -> bool {
        let path = problem.path.as_deref().unwrap_or_default();
        let within =
            |order: usize| path.strip_prefix("orders[").is_some_and(|rest| rest.starts_with(&format!("{order}]")));
        self.rule.as_deref().is_none_or(|rule| problem.rule.as_deref().is_some_and(|broken| is_part_of(broken, rule)))
            && self.path.as_deref().is_none_or(|wanted| path == wanted)
            && self.order.is_none_or(within)
    }

    fn told(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.rule.as_ref().map(|rule| format!("rule: {rule}")));
        parts.extend(self.order.map(|order| format!("order: {order}")));
        parts.extend(self.path.as_ref().map(|path| format!("path: {path}")));
        format!("{{{}}}", parts.join(", "))
    }
}

/// What is wrong with a key of `given` that has no effect: why it has none, and what to write instead.
pub(crate) fn idle(path: &str, why: &str, advice: &str) -> Problem {
    let problem = Problem::new(format!("this has no effect: {why}")).advice(advice);
    Problem { on_key: true, ..if path.is_empty() { problem } else { problem.in_path(path) } }
}

/// The key of `given` under which a whole position stands.
const WHOLE: &str = "whole_position";

/// The `given` that is a position as a match has it.
pub(crate) fn with_whole_position(position: &Value) -> Value {
    Value::Object(Map::from_iter([(WHOLE.to_owned(), position.clone())]))
}

/// The whole position that a `given` is, if it is one.
///
/// # Errors
/// Another key stands beside it.
pub(crate) fn whole_position(given: &Value) -> Result<Option<&Value>, Problem> {
    let Some(whole) = given.get(WHOLE) else { return Ok(None) };
    let other = given.as_object().into_iter().flatten().map(|(key, _)| key).find(|key| *key != WHOLE);
    match other {
        None => Ok(Some(whole)),
        Some(key) => {
            let mut path = "given".to_owned();
            crate::document::read::push_key(&mut path, key);
            let why = format!("`{WHOLE}` tells all of the position");
            Err(idle(&path, &why, &format!("leave it out, and change what is to be other in `{WHOLE}`")))
        }
    }
}

/// A problem with a whole position, with its place in the case.
pub(crate) fn in_whole_position(problem: Problem) -> Problem {
    let path = problem.path.as_deref().unwrap_or_default();
    let inside = path.strip_prefix("position").unwrap_or_default();
    let path = format!("given.{WHOLE}{inside}");
    problem.in_path(path)
}

/// Whether a rule is another or a part of it: 6.2.18 and 6.2.4c are parts of 6.2, and 6.20 is not.
fn is_part_of(rule: &str, whole: &str) -> bool {
    match rule.strip_prefix(whole) {
        None => false,
        Some("") => true,
        Some(rest) => {
            let ends_in_digit = whole.ends_with(|last: char| last.is_ascii_digit());
            rest.starts_with(['.', '\u{b6}'])
                || ends_in_digit && rest.starts_with(|next: char| next.is_ascii_lowercase())
        }
    }
}

/// A reason with its place in the turn.
fn placed(problem: &Problem) -> String {
    format!("{problem} (at {})", problem.path.as_deref().unwrap_or("?"))
}

/// A turn before the last is refused. `side`: the only one that gives it.
fn turn_refused(turn: Option<usize>, side: Option<&Id>, problems: &[Problem]) -> Problem {
    let reasons: Vec<String> = problems.iter().map(placed).collect();
    let Some(turn) = turn else {
        return Problem::new(format!("the case does not begin: {}", reasons.join("; "))).in_path("given");
    };
    let problem = Problem::new(format!("turn {} is refused: {}", turn + 1, reasons.join("; ")));
    let within = side.zip(problems.first().and_then(|problem| problem.path.as_ref()));
    problem.in_path(match within {
        Some((side, path)) => format!("turns[{turn}].{side}.{path}"),
        None => format!("turns[{turn}]"),
    })
}

fn waits_to_start(table: &dyn Table) -> bool {
    table.awaiting().iter().any(|awaited| matches!(awaited.want, Want::Empty(_)))
}

/// The id of the question that is asked.
fn asked(table: &dyn Table) -> Option<String> {
    table.awaiting().into_iter().find_map(|awaited| match awaited.want {
        Want::Answer { id, .. } | Want::Name { id, .. } => Some(id),
        _ => None,
    })
}

impl ActText {
    /// The act; `asked` is the id of the question that an answer may name by its kind.
    fn act(&self, asked: Option<&str>) -> Act {
        let opening = |value: &Value| match value.as_str() {
            Some("forfeit") => Opening::Forfeit,
            _ => Opening::Choice(value.clone()),
        };
        Act {
            orders: self.orders.clone(),
            answers: self.answers.with_ids(asked),
            standing: self.standing.clone(),
            commit: self.commit.iter().map(|id| (id.clone(), Bytes32([0; 32]))).collect(),
            open: self.open.iter().map(|(id, value)| (id.clone(), opening(value))).collect(),
        }
    }
}

impl AnswersText {
    /// The answers as a turn has them, each with the id of its question.
    fn with_ids(&self, asked: Option<&str>) -> Vec<Value> {
        match self {
            AnswersText::List(entries) => entries.iter().map(|entry| with_id(entry, asked)).collect(),
            AnswersText::Kinds(kinds) if kinds.contains_key("id") => {
                vec![with_id(&Value::Object(kinds.clone()), asked)]
            }
            AnswersText::Kinds(kinds) => {
                let one = |(kind, answer): (&String, &Value)| Map::from_iter([(kind.clone(), answer.clone())]);
                kinds.iter().map(|entry| with_id(&Value::Object(one(entry)), asked)).collect()
            }
        }
    }
}

/// An answer with the id of its question, where it names but the question's kind.
fn with_id(entry: &Value, asked: Option<&str>) -> Value {
    let Some(fields) = entry.as_object() else { return entry.clone() };
    let is_asked = |kind: &str| asked.is_some_and(|id| id.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-')));
    let id_of = |kind: &str| asked.filter(|_| is_asked(kind)).unwrap_or(kind).to_owned();
    let (id, answer) = match (fields.get("id").and_then(Value::as_str), fields.get("answer")) {
        (Some(id), Some(answer)) if fields.len() == 2 => (id_of(id), answer.clone()),
        _ => match fields.iter().next() {
            Some((kind, answer)) if fields.len() == 1 && kind != "id" && kind != "answer" => {
                // A choice that is named for the other side has no key of its own.
                let whole = kind == "name" || answer.as_object().is_some_and(|inside| inside.contains_key(kind));
                let answer = match whole {
                    true => answer.clone(),
                    false => Value::Object(Map::from_iter([(kind.clone(), answer.clone())])),
                };
                (id_of(kind), answer)
            }
            _ => return entry.clone(),
        },
    };
    Value::Object(Map::from_iter([("id".to_owned(), Value::String(id)), ("answer".to_owned(), answer)]))
}

#[cfg(test)]
mod tests {
    use super::is_part_of;

    #[test]
    fn a_rule_is_a_part_of_those_above_it() {
        for (rule, whole) in [
            ("6.2.18", "6.2"),
            ("6.2.18", "6"),
            ("6.2.4c", "6.2.4"),
            ("8.8\u{b6}8", "8.8"),
            ("CW-1", "CW-1"),
            ("6.2", "6.2"),
        ] {
            assert!(is_part_of(rule, whole), "{rule} is a part of {whole}");
        }
        for (rule, whole) in [
            ("6.20", "6.2"),
            ("62.1", "6"),
            ("CW-12", "CW-1"),
            ("6.2", "6.2.18"),
            ("6.2.4c", "6.2.4b"),
            ("protocol 12", "protocol 1"),
        ] {
            assert!(!is_part_of(rule, whole), "{rule} is no part of {whole}");
        }
    }
}
