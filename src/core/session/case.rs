//! Playing cases: at the table that a case describes, with the dice that it gives.

use serde_json::{Map, Value, json};

use super::{Game, Request, Session};
use crate::document::Problem;
use crate::engine::case::Case;

mod event_names;
mod play;

impl Case {
    /// Plays the case and lists the differences; empty if the result is as expected.
    ///
    /// # Errors
    /// The position cannot be read.
    pub fn run(&self, game: &dyn Game) -> Result<Vec<Problem>, Problem> {
        Ok(self.play(game)?.differences)
    }
}

/// Empty turns of a case that begins at a table, to be filled in: who is asked for what. Empty if the position only
/// waits to be started.
pub fn asked_for(table: &dyn Session) -> Vec<Value> {
    let mut sides = Map::new();
    for awaited in table.awaiting() {
        let act = match awaited.want {
            Request::Orders(_) => json!({"orders": []}),
            Request::Answer { .. } | Request::Name { .. } => json!({"answers": []}),
            Request::Commit(ids) => json!({"commit": ids}),
            Request::Open(ids) => {
                let forfeits = ids.into_iter().map(|id| (id.to_string(), json!("forfeit")));
                json!({"open": forfeits.collect::<Map<String, Value>>()})
            }
            Request::Empty(_) | Request::TakeBack { .. } | Request::Draw(_) => continue,
        };
        sides.insert(awaited.side.to_string(), act);
    }
    if sides.is_empty() { Vec::new() } else { vec![Value::Object(sides)] }
}
