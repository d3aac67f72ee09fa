//! The `given` of a case: whole positions, keys without effect, and locating problems.

use serde_json::{Map, Value};

use crate::document::Problem;
use crate::document::path::{push_index, push_key};

/// The problem of a key of `given` that has no effect: why it has none, and what to write instead.
pub fn no_effect(path: &str, why: &str, advice: &str) -> Problem {
    let problem = Problem::new(format!("this has no effect: {why}")).advice(advice);
    Problem { on_key: true, ..if path.is_empty() { problem } else { problem.in_path(path) } }
}

/// The key of `given` that holds a whole position.
const WHOLE_POSITION: &str = "whole_position";

/// A `given` that holds a position in the form in which matches store it.
pub fn with_whole_position(position: &Value) -> Value {
    Value::Object(Map::from_iter([(WHOLE_POSITION.to_owned(), position.clone())]))
}

/// The whole position in a `given`, if there is one.
///
/// # Errors
/// Another key stands beside it.
pub fn whole_position(given: &Value) -> Result<Option<&Value>, Problem> {
    let Some(whole) = given.get(WHOLE_POSITION) else { return Ok(None) };
    let other = given.as_object().into_iter().flatten().map(|(key, _)| key).find(|key| *key != WHOLE_POSITION);
    match other {
        None => Ok(Some(whole)),
        Some(key) => {
            let mut path = "given".to_owned();
            push_key(&mut path, key);
            let why = format!("`{WHOLE_POSITION}` gives the whole position");
            Err(no_effect(&path, &why, &format!("leave it out, and make the change in `{WHOLE_POSITION}`")))
        }
    }
}

/// Moves a problem with a whole position to its place in the case.
pub fn in_whole_position(problem: Problem) -> Problem {
    let path = problem.path.as_deref().unwrap_or_default();
    let inside = path.strip_prefix("position").unwrap_or_default();
    let path = format!("given.{WHOLE_POSITION}{inside}");
    problem.in_path(path)
}

/// Moves a problem with the position that a `given` describes to the key of `given` that causes it, or to `given`
/// itself if no such key is found. The problem comes with its path in the position.
pub fn blamed(problem: Problem, given: &Value, position: &Value) -> Problem {
    let place = problem.path.clone().unwrap_or_default();
    let steps: Vec<&str> = place.split(['.', '[', ']']).filter(|step| !step.is_empty() && *step != "game").collect();
    let own: Vec<&str> = steps.iter().copied().filter(|step| *step != "sides").collect();
    let found = named(given, &own)
        .or_else(|| steps.iter().rev().find_map(|step| sought(given, step)))
        .or_else(|| within(position, &place).iter().find_map(|hex| sought(given, hex)))
        .or_else(|| ids(&problem.message).into_iter().find_map(|word| sought(given, word)));
    let (path, on_key) = found.unwrap_or_default();
    let at = format!("given{path}");
    Problem { on_key, ..problem }.in_path(at)
}

/// The longest prefix of these steps that exists in `given`, as the rest of a path.
fn named(given: &Value, steps: &[&str]) -> Option<(String, bool)> {
    let (mut path, mut value) = (String::new(), given);
    for step in steps {
        let Some(next) = value.get(*step) else { break };
        (value, path) = (next, under(&path, step));
    }
    (!path.is_empty()).then_some((path, false))
}

/// A path extended by one key, starting inside another path.
fn under(path: &str, key: &str) -> String {
    let mut whole = format!("_{path}");
    push_key(&mut whole, key);
    whole.split_off(1)
}

/// The place in `given` of a name or number, as a key or as text, with or without a mark behind it; and whether it is a
/// key.
fn sought(given: &Value, name: &str) -> Option<(String, bool)> {
    match given {
        Value::Object(fields) => fields.iter().find_map(|(key, value)| {
            let path = under("", key);
            let inside = || sought(value, name).map(|(rest, on_key)| (format!("{path}{rest}"), on_key));
            if key == name { Some((path.clone(), true)) } else { inside() }
        }),
        Value::Array(items) => items.iter().enumerate().find_map(|(n, value)| {
            let mut path = String::new();
            push_index(&mut path, n);
            sought(value, name).map(|(rest, on_key)| (format!("{path}{rest}"), on_key))
        }),
        Value::String(text) if text.strip_suffix('-').unwrap_or(text) == name => Some((String::new(), false)),
        _ => None,
    }
}

/// The hexes on the map of the thing at a path in a position.
fn within(position: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut value = position;
    for step in path.split(['.', '[', ']']).filter(|step| !step.is_empty()) {
        let next = value.get(step).or_else(|| value.get(step.parse::<usize>().ok()?));
        let Some(next) = next else { break };
        value = next;
        for key in ["hex", "at"] {
            found.extend(value.get(key).and_then(|place| match place {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            }));
        }
    }
    found
}

/// The words of a sentence that are ids or numbers rather than plain words.
fn ids(message: &str) -> Vec<&str> {
    let bare = message.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.filter(|word| word.contains(|c: char| c.is_ascii_digit() || c == '_' || c == '-')).collect()
}
