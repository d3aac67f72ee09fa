//! Cases: a position, acts, scripted dice, and the expected result. A case is the unit of the conformance suite, of a
//! bug report and of a referee's question. `docs/cases.md` describes the notation.

use crate::sorted::SortedMap;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::document::{Document, Id, Problem, decode, decode_at};

use super::dice::Due;

pub(crate) mod compare;
pub mod given;
pub mod overlay;
pub mod parts;
mod read_turns;
pub mod refusals;
pub mod schema;
mod write_turns;

pub use given::{blamed, in_whole_position, no_effect, whole_position, with_whole_position};
pub use write_turns::as_written;

/// A case as its file states it. Optional parts have defaults.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the case shows, in one sentence.
    pub case: String,
    /// The rule or ruling that it tests.
    pub rule: String,
    /// The game.
    pub ruleset: Id,
    /// The position, in the ruleset's notation.
    pub given: Value,
    /// Acts in order: each a mapping from a side to what that side's turn brings.
    #[serde(default)]
    #[schemars(with = "Vec<SortedMap<String, ActText>>")]
    pub turns: Vec<IndexMap<Id, ActText>>,
    /// Faces in the order in which they are rolled, or `{purpose, faces}`.
    #[serde(default)]
    pub dice: Vec<DiceText>,
    /// Whether the case ends once its orders are carried out, before any later roll, question or phase.
    #[serde(default)]
    pub stop: bool,
    /// The expected result.
    pub expect: Expect,
}

/// The contents of a side's turn.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ActText {
    /// Orders, in the form of a turn file.
    pub orders: Vec<Value>,
    /// Answers to the question that is asked.
    pub answers: AnswersText,
    /// Standing orders that replace the earlier ones.
    pub standing: Option<Map<String, Value>>,
    /// Ids of choices committed to; `open` gives the values.
    pub commit: Vec<Id>,
    /// Choices opened, by id; the word `forfeit` forfeits a choice.
    pub open: SortedMap<Id, Value>,
}

/// Answers: a list of `{id: retreat-2, answer: {retreat: "5106"}}`, or just `{retreat: "5106"}` if a question of that
/// kind is asked; or a mapping of such kinds.
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

/// The expected result.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Parts of the position, in the ruleset's notation; null for something that must not exist.
    pub position: Option<Value>,
    /// Events that occur in this order; others may come between.
    pub events: Vec<Value>,
    /// Events that must not occur.
    pub not_events: Vec<Value>,
    /// Why the last turn is refused: exactly these reasons.
    pub refused: Vec<Refused>,
    /// Who is asked for what: `{side, …}`.
    pub awaiting: Option<Vec<Value>>,
    /// How the match ends; null if it continues.
    #[serde(deserialize_with = "stated")]
    #[schemars(with = "Value")]
    pub outcome: Option<Value>,
}

/// Reads a value that is stated, so that null differs from a missing key.
fn stated<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A reason why a turn is refused. Fields that are left out are not compared.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Refused {
    /// The rule, or one that contains it: 6.2 for 6.2.18.
    pub rule: Option<String>,
    /// The order, counted from 0.
    pub order: Option<usize>,
    /// The place in the turn: `orders[0].move.sp`.
    pub path: Option<String>,
}

/// The result of playing a case.
#[derive(Debug, Default)]
pub struct Played {
    /// Where the result differs from what is expected, each with its path in the case; empty if the case passes.
    pub differences: Vec<Problem>,
    /// Everything that happened, in order.
    pub events: Vec<Value>,
    /// Every roll: its purpose and faces.
    pub rolls: Vec<(String, Vec<u64>)>,
    /// The roll for which the case has no dice, if it stopped there.
    pub due: Option<Due>,
}

impl Case {
    /// Reads a case from a file's content.
    ///
    /// # Errors
    /// It is not a case: what is wrong, and where in the text.
    pub fn of_document(document: &Document) -> Result<Case, Problem> {
        decode(document)
    }

    /// Reads a case.
    ///
    /// # Errors
    /// The value is not a case: what is wrong, and where in it.
    pub fn read(value: &Value) -> Result<Case, Problem> {
        decode_at(None, "", value)
    }
}
