//! Words as data: the tables, in YAML, in which a game keeps what is told of each event and what each refusal says, as
//! [templates](super::template).

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::template::{Values, expand};
use crate::document::{Form, Problem, decode, read};
use crate::sorted::SortedMap;

/// Words for the values of fields, as templates.
pub type Phrases = SortedMap<String, String>;

/// Rows by the names of events or by the codes of refusals.
pub type Table<Row> = SortedMap<String, Row>;

/// What a table says of an event. From it come the sentence of a report, the line of its summary and that of an index.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventRow {
    /// Its kind in an index: `order`; empty if it has no line there.
    pub kind: String,
    /// The field that names the acting side, `enemy` for the other side than `side`, or a side by its id. If empty,
    /// `side`.
    pub side: String,
    /// The field that names its place.
    pub at: String,
    /// The fields that name the leaders who took part.
    pub people: Vec<String>,
    /// What it is called among the lines of a combat. In a game in which such lines go on by their labels, an event
    /// without one ends them.
    pub label: String,
    /// Whether it may happen in the course of a march, whose sentence comes before it.
    pub follows: bool,
    /// Whether it belongs in the summary.
    pub brief: bool,
    /// Its sentence without a full stop.
    pub says: String,
    /// What only the report adds to the sentence.
    pub more: String,
    /// The words for the values of its fields.
    pub words: Phrases,
}

/// What a table says of a refusal.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RefusalRow {
    /// What is wrong.
    pub says: String,
    /// What to do about it; nothing if empty.
    pub advice: String,
    /// The words for the values of its fields.
    pub words: Phrases,
}

impl EventRow {
    /// Its templates.
    pub fn templates(&self) -> impl Iterator<Item = &String> {
        [&self.says, &self.more].into_iter().chain(self.words.values())
    }
}

impl RefusalRow {
    /// Its templates.
    pub fn templates(&self) -> impl Iterator<Item = &String> {
        [&self.says, &self.advice].into_iter().chain(self.words.values())
    }
}

/// Reads the files of a table, each with its name.
///
/// # Errors
/// One of them is not such a table.
pub fn load<Row: DeserializeOwned>(files: &[(&str, &[u8])]) -> Result<Table<Row>, Problem> {
    let mut all = Table::new();
    for (name, bytes) in files {
        all.extend(decode::<Table<Row>>(&read(name, bytes, Form::Pack)?)?);
    }
    Ok(all)
}

/// What a row says of a refusal with these facts.
pub fn problem(row: &RefusalRow, facts: &mut impl Values) -> Problem {
    let problem = Problem::new(expand(&row.says, facts));
    match expand(&row.advice, facts) {
        advice if advice.is_empty() => problem,
        advice => problem.advice(advice),
    }
}

/// The row of an event; none for an event that is not in the table.
pub fn row_of<'t>(table: &'t Table<EventRow>, event: &Value) -> Option<&'t EventRow> {
    table.get(event.get("event").and_then(Value::as_str)?)
}
