//! Compares what a case expects with the result.

use serde_json::Value;

use crate::document::path::push_key;
use crate::document::{Problem, inline};

use super::Expect;

/// Lists the missing events, each with how the most similar one differs, and the events that must not occur but did.
pub(crate) fn events(expect: &Expect, events: &[Value], differences: &mut Vec<Problem>) {
    let mut from = 0;
    for (n, expected) in expect.events.iter().enumerate() {
        match events[from..].iter().position(|event| fields(expected, event).is_empty()) {
            Some(at) => from += at + 1,
            None => {
                let message = missing(expected, events, from);
                differences.push(Problem::new(message).in_path(format!("expect.events[{n}]")));
                break;
            }
        }
    }
    for (n, unwanted) in expect.not_events.iter().enumerate() {
        if let Some(event) = events.iter().find(|event| fields(unwanted, event).is_empty()) {
            let problem = Problem::new(format!("an event that must not occur: {}", inline(event)));
            differences.push(problem.in_path(format!("expect.not_events[{n}]")));
        }
    }
}

/// Describes an expected event that did not occur after the first `from` events: which event is most like it, and where
/// they differ.
fn missing(expected: &Value, events: &[Value], from: usize) -> String {
    let wanted = inline(expected);
    let named = |event: &&Value| event.get("event") == expected.get("event");
    let nearest = |events: &[Value]| {
        let near = events.iter().filter(named).map(|event| fields(expected, event));
        near.min_by_key(Vec::len)
    };
    let told = |differing: Vec<String>| differing.join("; ");
    if let Some(differing) = nearest(&events[from..]) {
        return format!("no event {wanted}: the nearest differs in {}", told(differing));
    }
    match nearest(&events[..from]) {
        Some(differing) if differing.is_empty() => {
            format!("no event {wanted} after the event that is expected before it: it came earlier")
        }
        Some(differing) => {
            format!("no event {wanted}: one of that name came earlier, and differs in {}", told(differing))
        }
        None if from > 0 && from == events.len() => {
            format!("no event {wanted}: nothing happened after the event that is expected before it")
        }
        None if events.is_empty() => format!("no event {wanted}: nothing happened"),
        None => {
            let later: Vec<String> = events[from..].iter().map(inline).collect();
            format!("no event {wanted} among:\n    {}", later.join("\n    "))
        }
    }
}

/// The fields in which a value differs from the expected one.
fn fields(expected: &Value, found: &Value) -> Vec<String> {
    let mut differing = Vec::new();
    values("", "", expected, found, &mut differing);
    differing.into_iter().map(|problem| problem.message).collect()
}

/// Lists where `found` lacks what `expected` states. Mappings may hold more; null requires absence. `told` names the
/// place for people, `path` is its place in the case.
pub(crate) fn values(told: &str, path: &str, expected: &Value, found: &Value, differences: &mut Vec<Problem>) {
    let mut differs = |message: String| differences.push(Problem::new(message).in_path(path));
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, expected) in expected {
                let told = if told.is_empty() { key.clone() } else { format!("{told}.{key}") };
                let mut path = path.to_owned();
                push_key(&mut path, key);
                match found.get(key) {
                    Some(found) => values(&told, &path, expected, found, differences),
                    None if expected.is_null() => {}
                    None => {
                        let message = format!("{told}: expected {}, found nothing", inline(expected));
                        differences.push(Problem::new(message).in_path(path));
                    }
                }
            }
        }
        _ if expected == found => {}
        _ => differs(format!("{told}: expected {}, found {}", inline(expected), inline(found))),
    }
}
