//! The table of events, `events.yaml`: what kind of event each is, where and to whom it happens, and its sentence.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::document::{Form, Problem, decode, read};
use crate::sorted::SortedMap;

/// What the table says of an event.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Row {
    /// Its kind in an index: `order`; empty if it has no line there.
    pub kind: String,
    /// The field that names the acting side, `enemy` for the other side than `side`, or a side by its id. If empty,
    /// `side`.
    pub side: String,
    /// The field that names its place: a hex, a place of ships, an army; `scene` for the latest combat.
    pub at: String,
    /// The fields that name the leaders who took part.
    pub people: Vec<String>,
    /// What it is called among the lines of a combat; an event without a label ends them.
    pub label: String,
    /// Whether it may happen in the course of a march, whose sentence comes before it.
    pub follows: bool,
    /// Whether it belongs in the summary.
    pub brief: bool,
    /// Its sentence without a full stop, as a template.
    pub says: String,
    /// What only the report adds to the sentence, behind its cost.
    pub more: String,
    /// The words for the values of its fields, as templates.
    pub words: SortedMap<String, String>,
}

/// The rows of the table, by the names of the events.
pub type Table = SortedMap<String, Row>;

/// Reads the table.
///
/// # Errors
/// It is not a table of events.
pub fn load() -> Result<Table, Problem> {
    decode(&read("events.yaml", include_bytes!("events.yaml"), Form::Pack)?)
}

/// The row of an event; an empty one for an event that is not in the table.
pub fn row_of(event: &Value) -> &'static Row {
    static TABLE: LazyLock<Table> = LazyLock::new(|| load().unwrap_or_default());
    static EMPTY: LazyLock<Row> = LazyLock::new(Row::default);
    event.get("event").and_then(Value::as_str).and_then(|name| TABLE.get(name)).unwrap_or(&EMPTY)
}
