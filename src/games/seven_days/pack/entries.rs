//! The pack prepared for listing entry by entry: every figure that has a source of its own is listed with it.

use crate::document::{Map, PackFiles, Value};

/// Which figures a source inside an entry is for, where its name does not say.
const FIGURES: [(&str, &[&str]); 2] = [("ratings", &["initiative", "combat"]), ("at", &["at", "size"])];
/// What a scenario lists by area or by id, and what the values are called.
const PLACED: [(&str, &str); 4] =
    [("units", "units"), ("leaders", "leaders"), ("entrenchments", "level"), ("bridges", "held_by")];

/// The files with every `tem_source`, `factors_source` and the like moved under `known`, by the figures that they are
/// for; boundaries under the numbers of their areas, and a set-up area by area. [`crate::shared::entries()`] reads this
/// form.
pub fn with_known_sources(files: &PackFiles) -> PackFiles {
    files.iter().map(|(name, content)| (name.to_owned(), file(name, content))).collect()
}

fn file(name: &str, content: &Value) -> Value {
    let Value::Object(content) = content else { return content.clone() };
    let mut file = content.clone();
    // A source at the top of a file is for the key of that name there, or for that figure in every entry.
    for (figure, source) in own_sources(&mut file) {
        match file.get_mut(&figure) {
            Some(Value::Object(section)) => {
                section.insert("source".to_owned(), source);
            }
            Some(value) => {
                let figures = [(figure.clone(), value.take()), ("source".to_owned(), source)];
                *value = Value::Object(figures.into_iter().collect());
            }
            None => entries(&mut file).for_each(|entry| record_source(entry, &figure, &source)),
        }
    }
    for entry in entries(&mut file) {
        own_sources(entry).iter().for_each(|(figure, source)| record_source(entry, figure, source));
    }
    for boundary in list(&mut file, "boundaries") {
        if let Some(Value::Array(areas)) = boundary.shift_remove("areas") {
            let areas: Vec<String> = areas.iter().map(Value::to_string).collect();
            boundary.insert("id".to_owned(), areas.join("/").into());
        }
    }
    if name.starts_with("scenarios/") {
        for (section, what) in PLACED {
            let Some(Value::Object(section)) = file.get_mut(section) else { continue };
            for (_, value) in section.iter_mut().filter(|(key, _)| *key != "source") {
                *value = Value::Object([(what.to_owned(), value.take())].into_iter().collect());
            }
        }
    }
    Value::Object(file)
}

/// Takes the sources of single figures out of an object, each with the figure's name.
fn own_sources(object: &mut Map<String, Value>) -> Vec<(String, Value)> {
    let figure = |key: &String| Some((key.clone(), key.strip_suffix("_source")?.to_owned()));
    let figures: Vec<(String, String)> = object.keys().filter_map(figure).collect();
    let mut sources = Vec::new();
    for (key, figure) in figures {
        let Some(source) = object.shift_remove(&key) else { continue };
        match FIGURES.iter().find(|(name, _)| *name == figure) {
            Some((_, figures)) => sources.extend(figures.iter().map(|figure| ((*figure).to_owned(), source.clone()))),
            None => sources.push((figure, source)),
        }
    }
    sources
}

/// Records the source of an entry's figure, if the entry has the figure.
fn record_source(entry: &mut Map<String, Value>, figure: &str, source: &Value) {
    if entry.contains_key(figure) {
        let known = entry.entry("known").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(known) = known {
            known.insert(figure.to_owned(), source.clone());
        }
    }
}

/// The entries of all lists of a file.
fn entries(file: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    file.values_mut().filter_map(Value::as_array_mut).flatten().filter_map(Value::as_object_mut)
}

/// The entries of one list of a file.
fn list<'v>(file: &'v mut Map<String, Value>, name: &str) -> impl Iterator<Item = &'v mut Map<String, Value>> {
    let list = file.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten().filter_map(Value::as_object_mut)
}
