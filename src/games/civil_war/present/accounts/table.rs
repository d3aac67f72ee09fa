//! The table of events, `events.yaml`: what kind of event each is, where and to whom it happens, and its sentence. Its
//! place is a hex, a place of ships, an army, or `scene` for the latest combat.

use std::sync::LazyLock;

use serde_json::Value;

use crate::document::Problem;
use crate::report::word_tables::{self, EventRow, Table};

/// Reads the table.
///
/// # Errors
/// It is not a table of events.
pub fn load() -> Result<Table<EventRow>, Problem> {
    word_tables::load(&[("events.yaml", include_bytes!("events.yaml"))])
}

/// The row of an event; an empty one for an event that is not in the table.
pub fn row_of(event: &Value) -> &'static EventRow {
    static TABLE: LazyLock<Table<EventRow>> = LazyLock::new(|| load().unwrap_or_default());
    static EMPTY: LazyLock<EventRow> = LazyLock::new(EventRow::default);
    word_tables::row_of(&TABLE, event).unwrap_or(&EMPTY)
}
