//! Checks that the events named in a case exist in the game: a misspelt event would never occur, and its `not_events`
//! would always hold.

use crate::sorted::{SortedMap, SortedSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::document::path::push_key;
use crate::document::{Problem, nearest};

use crate::engine::case::Case;
use crate::session::Game;

/// The events of a game, each with its fields.
type Events = SortedMap<String, SortedSet<String>>;

impl Case {
    /// Checks the names of events and their fields against those of the game.
    ///
    /// # Errors
    /// The first name that the game does not have.
    pub(super) fn check_events(&self, game: &dyn Game) -> Result<(), Problem> {
        let lists = [("events", &self.expect.events), ("not_events", &self.expect.not_events)];
        if lists.iter().all(|(_, list)| list.is_empty()) {
            return Ok(());
        }
        let known = events_of(game);
        // A game that does not declare its events is not checked.
        if known.is_empty() {
            return Ok(());
        }
        for (list, events) in lists {
            for (n, event) in events.iter().enumerate() {
                let path = format!("expect.{list}[{n}]");
                let Some(name) = event.get("event").and_then(Value::as_str) else {
                    let problem = Problem::new("this does not name an event").in_path(path);
                    return Err(problem.advice("begin with the name of the event: {event: combat, …}"));
                };
                let Some(fields) = known.get(name) else {
                    let names: Vec<&str> = known.keys().map(String::as_str).collect();
                    let problem = Problem::new(format!("this game has no event '{name}'"));
                    return Err(problem.in_path(format!("{path}.event")).advice(nearest(name, &names, "event")));
                };
                let own = event.as_object().into_iter().flatten().map(|(key, _)| key);
                if let Some(key) = own.filter(|key| *key != "event").find(|key| !fields.contains(*key)) {
                    let mut path = path;
                    push_key(&mut path, key);
                    let names: Vec<&str> = fields.iter().map(String::as_str).collect();
                    let problem = Problem::new(format!("the event '{name}' has no field '{key}'")).in_path(path);
                    return Err(Problem { on_key: true, ..problem }.advice(nearest(key, &names, "field")));
                }
            }
        }
        Ok(())
    }
}

/// The events of a game, from the schema of its cases; computed once.
fn events_of(game: &dyn Game) -> Arc<Events> {
    static KNOWN: Mutex<SortedMap<&'static str, Arc<Events>>> = Mutex::new(SortedMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry(game.id()).or_insert_with(|| {
        let schema = game.case_schema();
        if schema["$defs"].get("Event").is_none() {
            return Arc::default();
        }
        let events = schema["$defs"]["ExpectedEvent"]["anyOf"].as_array().into_iter().flatten();
        let named = events.filter_map(|event| {
            let fields = event["properties"].as_object()?;
            Some((event["properties"]["event"]["const"].as_str()?.to_owned(), fields.keys().cloned().collect()))
        });
        Arc::new(named.collect())
    });
    Arc::clone(entry)
}
