//! Finds the entry of a pack file that a problem refers to.

use crate::document::path::{push_index, push_key};
use crate::document::{Map, Value};

/// The keys that identify the elements of a list, in places and in the output of `pack show`.
pub(super) const KEYS: [&str; 12] =
    ["id", "name", "turn", "roll", "rank", "letter", "fort", "hex", "box", "terrain", "through_turn", "at_most"];

/// The path in a file's content for a place written as `hexes.5106`, `hexsides 5106/5206`, `railroads B and O`, `grant`
/// or `rivers[3] (Ohio).course[1]`, as far as it can be found. [`crate::document::Document::mark`] can read the path.
pub fn exact(content: &Value, place: &str) -> String {
    let (mut path, mut value, mut rest) = (String::new(), content, place);
    loop {
        rest = rest.trim_start_matches(['.', ' ']);
        if let Some(after) = rest.strip_prefix('(').and_then(|rest| Some(rest.split_once(')')?.1)) {
            // A name added for readers.
            rest = after;
            continue;
        }
        match step(&mut path, value, rest) {
            Some((next, after)) => (value, rest) = (next, after),
            None => return path,
        }
    }
}

/// One step: into a mapping by key, or into a list by index or by an identifying value.
fn step<'a, 'p>(path: &mut String, value: &'a Value, rest: &'p str) -> Option<(&'a Value, &'p str)> {
    if rest.is_empty() {
        return None;
    }
    match value {
        Value::Array(list) => {
            if let Some((index, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                let index: usize = index.parse().ok()?;
                let element = list.get(index)?;
                push_index(path, index);
                return Some((element, after));
            }
            if let Some(found) = between(path, list, rest) {
                return Some(found);
            }
            element(path, list, rest)
        }
        Value::Object(object) => {
            if let Some(found) = quoted(rest).or_else(|| longest(object, rest)) {
                let (key, after) = found;
                let next = object.get(&key)?;
                push_key(path, &key);
                return Some((next, after));
            }
            // `leaders.yaml:grant` refers to an entry of the file's only list.
            path.is_empty().then(|| object.iter().find_map(|(key, value)| list_within(key, value, rest, path)))?
        }
        _ => None,
    }
}

/// A key in the form in which [`push_key`] writes one that is not a plain word.
fn quoted(rest: &str) -> Option<(String, &str)> {
    let inside = rest.strip_prefix('[')?;
    let mut strings = serde_json::Deserializer::from_str(inside).into_iter::<String>();
    let key = strings.next()?.ok()?;
    Some((key, inside.get(strings.byte_offset()..)?.strip_prefix(']')?))
}

/// The longest key of a mapping with which the text begins.
fn longest<'p>(object: &Map<String, Value>, rest: &'p str) -> Option<(String, &'p str)> {
    let keys = object.keys().filter_map(|key| Some((key, begins(rest, key)?)));
    keys.max_by_key(|(key, _)| key.len()).map(|(key, after)| (key.clone(), after))
}

/// The text after `word`, if it begins with that word.
fn begins<'p>(rest: &'p str, word: &str) -> Option<&'p str> {
    let after = rest.strip_prefix(word).filter(|_| !word.is_empty())?;
    (after.is_empty() || after.starts_with(['.', ' ', '['])).then_some(after)
}

/// The element of a list whose identifying value the text begins with.
fn element<'a, 'p>(path: &mut String, list: &'a [Value], rest: &'p str) -> Option<(&'a Value, &'p str)> {
    let known = |element: &Value| {
        let names = KEYS.into_iter().filter_map(|key| element.get(key)).filter_map(word);
        names.filter_map(|name| begins(rest, &name).map(|after| (name.len(), after))).max_by_key(|(length, _)| *length)
    };
    let found = list.iter().enumerate().filter_map(|(at, element)| Some((at, element, known(element)?)));
    // The first of the best matches.
    let (at, element, (_, after)) = found.reduce(|best, next| if next.2.0 > best.2.0 { next } else { best })?;
    push_index(path, at);
    Some((element, after))
}

/// The hexside or stretch of railroad between two hexes, `5106/5206`; or a hex in a list of hexes.
fn between<'a, 'p>(path: &mut String, list: &'a [Value], rest: &'p str) -> Option<(&'a Value, &'p str)> {
    let end = rest.find(['.', ' ']).unwrap_or(rest.len());
    let (words, after) = rest.split_at(end);
    let ends: Vec<&str> = words.split('/').collect();
    let holds = |pair: &[Value]| ends.iter().all(|end| pair.iter().any(|hex| word(hex).as_deref() == Some(*end)));
    for (at, element) in list.iter().enumerate() {
        for key in ["between", "line", "hexes"] {
            let Some(hexes) = element.get(key).and_then(Value::as_array) else { continue };
            let found = match ends.len() {
                1 => hexes.iter().position(|hex| word(hex).as_deref() == Some(words)),
                2 if key == "between" => hexes.iter().position(|pair| pair.as_array().is_some_and(|pair| holds(pair))),
                2 => hexes.windows(2).position(holds),
                _ => None,
            };
            if let Some(found) = found.filter(|_| ends.len() == 2 || key == "hexes") {
                push_index(path, at);
                push_key(path, key);
                push_index(path, found);
                return hexes.get(found).map(|hex| (hex, after));
            }
        }
    }
    None
}

/// The matching element in one of the file's top-level lists.
fn list_within<'a, 'p>(key: &str, value: &'a Value, rest: &'p str, path: &mut String) -> Option<(&'a Value, &'p str)> {
    let mut within = String::new();
    push_key(&mut within, key);
    let found = element(&mut within, value.as_array()?, rest)?;
    *path = within;
    Some(found)
}

/// A scalar in the form used in places.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
