//! What `given` says: a whole position, and keys without effect.

use serde_json::{Map, Value};

use crate::document::Problem;

/// What is wrong with a key of `given` that has no effect: why it has none, and what to write instead.
pub fn idle(path: &str, why: &str, advice: &str) -> Problem {
    let problem = Problem::new(format!("this has no effect: {why}")).advice(advice);
    Problem { on_key: true, ..if path.is_empty() { problem } else { problem.in_path(path) } }
}

/// The key of `given` under which a whole position stands.
const WHOLE: &str = "whole_position";

/// The `given` that is a position as a match has it.
pub fn with_whole_position(position: &Value) -> Value {
    Value::Object(Map::from_iter([(WHOLE.to_owned(), position.clone())]))
}

/// The whole position that a `given` is, if it is one.
///
/// # Errors
/// Another key stands beside it.
pub fn whole_position(given: &Value) -> Result<Option<&Value>, Problem> {
    let Some(whole) = given.get(WHOLE) else { return Ok(None) };
    let other = given.as_object().into_iter().flatten().map(|(key, _)| key).find(|key| *key != WHOLE);
    match other {
        None => Ok(Some(whole)),
        Some(key) => {
            let mut path = "given".to_owned();
            crate::document::read::push_key(&mut path, key);
            let why = format!("`{WHOLE}` gives the whole position");
            Err(idle(&path, &why, &format!("leave it out, and make the change in `{WHOLE}`")))
        }
    }
}

/// A problem with a whole position, with its place in the case.
pub fn in_whole_position(problem: Problem) -> Problem {
    let path = problem.path.as_deref().unwrap_or_default();
    let inside = path.strip_prefix("position").unwrap_or_default();
    let path = format!("given.{WHOLE}{inside}");
    problem.in_path(path)
}
