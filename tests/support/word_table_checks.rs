//! Tables of words against the types that they describe: each event and each refusal has a row, and no template asks
//! for what it does not have. For the tests of every game with such tables.

use std::collections::BTreeSet;

use adjutant_core::report::Kind;
use adjutant_core::report::template::{self, FORMS};
use adjutant_core::report::word_tables::{EventRow, RefusalRow, Table};
use serde_json::Value;

/// The fields that a game makes from others, and the forms of its own.
pub struct Known<'k> {
    pub made: &'k [&'k str],
    pub forms: &'k [&'k str],
}

/// What is wrong with a table of events, given their schema.
pub fn check_events(schema: &Value, table: &Table<EventRow>, known: &Known<'_>) -> Vec<String> {
    let names = |part: &Value| part.pointer("/properties/event/const").and_then(Value::as_str).map(str::to_owned);
    let parts: Vec<(String, &Value)> =
        variants(schema).iter().map(|part| (names(part).expect("a name"), part)).collect();
    check(schema, &parts, table, |row, fields| event_faults(row, fields, known))
}

/// What is wrong with the tables of refusals, given the schemas of their chapters.
pub fn check_refusals(chapters: &[Value], table: &Table<RefusalRow>, known: &Known<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut left = table.clone();
    for root in chapters {
        let mut parts = Vec::new();
        for variant in variants(root) {
            let named = variant["properties"].as_object().into_iter().flatten();
            let bare = variant["enum"].as_array().into_iter().flatten().chain(variant.get("const"));
            parts.extend(named.map(|(name, part)| (name.clone(), part)));
            parts.extend(bare.map(|name| (name.as_str().expect("a name").to_owned(), &Value::Null)));
        }
        let rows: Table<RefusalRow> =
            parts.iter().filter_map(|(name, _)| Some((name.clone(), left.remove(name)?))).collect();
        wrong.extend(check(root, &parts, &rows, |row, fields| unknown(row.templates(), fields, known)));
    }
    wrong.extend(left.keys().map(|name| format!("{name} is no refusal")));
    wrong
}

fn variants(schema: &Value) -> &Vec<Value> {
    schema["oneOf"].as_array().expect("variants")
}

fn check<Row>(
    root: &Value,
    parts: &[(String, &Value)],
    table: &Table<Row>,
    faults: impl Fn(&Row, &BTreeSet<String>) -> Vec<String>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, part) in parts {
        match table.get(name) {
            None => wrong.push(format!("no row for {name}")),
            Some(row) => wrong.extend(faults(row, &fields(root, part)).iter().map(|fault| format!("{name}: {fault}"))),
        }
    }
    let is_known = |name: &&String| parts.iter().any(|(known, _)| known == *name);
    wrong.extend(table.keys().filter(|name| !is_known(name)).map(|name| format!("{name} is no event")));
    wrong
}

/// What is wrong with the row of an event that has these fields.
pub fn event_faults(row: &EventRow, fields: &BTreeSet<String>, known: &Known<'_>) -> Vec<String> {
    let mut wrong = unknown(row.templates(), fields, known);
    let is_known = |name: &str| fields.contains(name) || known.made.contains(&name);
    let sides = ["", "union", "confederate"];
    let named = row.people.iter().map(String::as_str).chain([row.at.as_str(), row.side.as_str()]);
    wrong.extend(named.filter(|name| !sides.contains(name) && !is_known(name)).map(|name| format!("the field {name}")));
    if !row.kind.is_empty() && Kind::named(&row.kind).is_none() {
        wrong.push(format!("the kind {}", row.kind));
    }
    wrong
}

/// The names of all fields of a part of a schema, and of what they contain.
fn fields(root: &Value, part: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(root, part, &mut BTreeSet::new(), &mut found);
    found
}

fn collect(root: &Value, part: &Value, seen: &mut BTreeSet<String>, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part.as_str()) {
                    ("$ref", Some(path)) if seen.insert(path.to_owned()) => {
                        let target = root.pointer(path.trim_start_matches('#')).expect("a definition");
                        collect(root, target, seen, found);
                    }
                    ("properties", _) => {
                        found.extend(part.as_object().expect("properties").keys().cloned());
                        collect(root, part, seen, found);
                    }
                    _ => collect(root, part, seen, found),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect(root, part, seen, found)),
        _ => {}
    }
}

/// What templates ask for that is no field and no form of one. A noun that is counted, and verbs for one and several,
/// are forms too.
fn unknown<'t>(
    templates: impl IntoIterator<Item = &'t String>,
    fields: &BTreeSet<String>,
    known: &Known<'_>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in templates {
        for (name, form) in template::fields(text) {
            let form = form.unwrap_or_default();
            let counts = form.chars().all(|c| c.is_ascii_lowercase() || matches!(c, ' ' | '/'));
            let is_form = FORMS.contains(&form) || known.forms.contains(&form) || counts;
            let inner = name.rsplit('.').next().expect("a name");
            if !(fields.contains(inner) || known.made.contains(&name)) || !is_form {
                wrong.push(format!("{{{name}:{form}}} in '{text}'"));
            }
        }
    }
    wrong
}
