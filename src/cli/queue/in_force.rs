//! What is queued in a match, as everybody sees it.

use serde_json::{Value, json};

use crate::chain::Chain;
use crate::chain::match_files::ParsedDocument;
use crate::cli::out;
use crate::document::kinds::Queue;
use crate::report::grammar::side_name;

/// What is queued in a match, one line for each seat.
pub fn queued_lines(chain: &Chain<'_>) -> Vec<String> {
    let line = |queue: &ParsedDocument<Queue>| {
        let (turns, seat) = (queue.typed.turns.len(), side_name(queue.typed.seat.as_str()));
        let (number, after) = (queue.typed.number, queue.typed.after);
        let played = match chain.places_played(queue).len() {
            0 => String::new(),
            played => format!("; {played} played"),
        };
        format!(
            "Queued: {} of the {seat} for later steps (queue {number}, signed after step {after}{played}).",
            out::counted(turns, "turn")
        )
    };
    in_force(chain).map(line).collect()
}

/// The same as data.
pub fn queued_values(chain: &Chain<'_>) -> Vec<Value> {
    let value = |queue: &ParsedDocument<Queue>| {
        let Queue { seat, number, after, turns, .. } = &queue.typed;
        json!({"seat": seat, "number": number, "after": after, "turns": turns.len(),
               "played": chain.places_played(queue).len(), "file": queue.file})
    };
    in_force(chain).map(value).collect()
}

/// The queues that are in force and have turns which have not been played.
fn in_force<'c, 'f>(chain: &'c Chain<'f>) -> impl Iterator<Item = &'f ParsedDocument<Queue>> + use<'c, 'f> {
    let queues = chain.seats.entries.iter().filter_map(|entry| chain.queue_of(&entry.seat));
    queues.filter(|queue| chain.places_played(queue).len() < queue.typed.turns.len())
}
