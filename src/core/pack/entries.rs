//! The entries of a pack, with their content and source: for those who read, compare and correct it.

use crate::sorted::SortedMap;

use serde::Serialize;

use crate::document::{Map, PackFiles, Problem, Value, from_value};

use super::Source;
use super::place::KEYS;

/// A single printed item: a hex, a hexside, a counter, a row of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackEntry {
    /// Its content, without its source.
    pub says: String,
    /// Its source: its own, or that of the list or file that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// The entries of a pack's files by place: `map.yaml:hexes.5106`, `map.yaml:hexsides.5106/5206`,
/// `leaders.yaml:leaders.grant.counters.3`, `charts.yaml:command_points.8`. A part of an entry that has its own source
/// is an entry of its own, such as a hex's city or a known figure on a counter.
pub fn entries(files: &PackFiles) -> SortedMap<String, PackEntry> {
    let mut found = Found { entries: SortedMap::new(), sources: SortedMap::new(), city: None };
    for (name, content) in files.iter() {
        let Value::Object(file) = content else { continue };
        found.sources = named(file);
        let source = found.source(file);
        found.city = file.get("city_source").and_then(|source| found.read(source));
        let head = |key: &str| matches!(key, "about" | "source" | "sources" | "city_source");
        let mut rest = Map::new();
        for (key, value) in file.iter().filter(|(key, _)| !head(key)) {
            let path = format!("{name}:{key}");
            match value {
                Value::Array(list) if key == "hexsides" => found.hexsides(&path, list, source.as_ref()),
                Value::Object(_) | Value::Array(_) => found.section(&path, value, source.as_ref()),
                _ => {
                    rest.insert(key.clone(), value.clone());
                }
            }
        }
        if !rest.is_empty() {
            found.object(name, &rest, source.as_ref());
        }
    }
    found.entries
}

/// The problems of entries that have no source of their own and inherit none.
pub fn unsourced(files: &PackFiles) -> Vec<Problem> {
    let without = entries(files).into_iter().filter(|(_, said)| said.source.is_none());
    let problem = |path| Problem::new("the source of this is missing").in_path(path).advice(ADVICE);
    without.map(|(path, _)| problem(path)).collect()
}

const ADVICE: &str =
    "give it a source: {stated: a case}, {implied: a case}, {external: a work} or {reconstructed: a reason}";

/// The sources that a compiled file defines once and refers to by name.
fn named(file: &Map<String, Value>) -> SortedMap<String, Source> {
    let listed = file.get("sources").and_then(Value::as_object).into_iter().flatten();
    listed.filter_map(|(name, source)| Some((name.clone(), from_value(source).ok()?))).collect()
}

struct Found {
    entries: SortedMap<String, PackEntry>,
    sources: SortedMap<String, Source>,
    /// The source of every city's points that gives none.
    city: Option<Source>,
}

impl Found {
    fn read(&self, source: &Value) -> Option<Source> {
        match source {
            Value::String(name) => self.sources.get(name).cloned(),
            _ => from_value(source).ok(),
        }
    }

    fn source(&self, object: &Map<String, Value>) -> Option<Source> {
        object.get("source").and_then(|source| self.read(source))
    }

    fn add(&mut self, path: String, says: String, source: Option<Source>) {
        let mut free = path.clone();
        let mut n = 1;
        while self.entries.contains_key(&free) {
            n += 1;
            free = format!("{path}#{n}");
        }
        self.entries.insert(free, PackEntry { says, source });
    }

    /// A list of things, each of which is an entry, or one thing.
    fn section(&mut self, path: &str, value: &Value, inherited: Option<&Source>) {
        match value {
            Value::Array(list) if list.iter().any(Value::is_object) => {
                for (at, element) in list.iter().enumerate() {
                    let path = format!("{path}.{}", key(element).unwrap_or_else(|| at.to_string()));
                    self.section(&path, element, inherited);
                }
            }
            Value::Object(object)
                if object.iter().any(|(key, value)| key != "source" && value.is_object()) && {
                    object.iter().all(|(key, value)| key == "source" || value.is_object())
                } =>
            {
                let own = self.source(object).or_else(|| inherited.cloned());
                for (key, value) in object.iter().filter(|(key, _)| *key != "source") {
                    self.section(&format!("{path}.{key}"), value, own.as_ref());
                }
            }
            Value::Object(object) => self.object(path, object, inherited),
            _ => self.add(path.to_owned(), words(value), inherited.cloned()),
        }
    }

    /// One thing; parts of it that have sources of their own become entries of their own.
    fn object(&mut self, path: &str, object: &Map<String, Value>, inherited: Option<&Source>) {
        let own = self.source(object).or_else(|| inherited.cloned());
        let known = object.get("known").and_then(Value::as_object);
        let mut says = Vec::new();
        for (key, value) in object {
            let path = format!("{path}.{key}");
            match (key.as_str(), value) {
                ("source" | "known", _) => {}
                (_, value) if known.is_some_and(|known| known.contains_key(key)) => {
                    let source = known.and_then(|known| self.read(known.get(key)?));
                    self.add(path, words(value), source);
                }
                ("city", value) => {
                    let source = self.city.clone().or_else(|| own.clone());
                    self.section(&path, value, source.as_ref());
                }
                (_, value) if has_source(value) => self.section(&path, value, own.as_ref()),
                (_, value) => says.push(format!("{key}: {}", words(value))),
            }
        }
        if !says.is_empty() {
            self.add(path.to_owned(), says.join(", "), own);
        }
    }

    /// Hexsides, each as an entry of its own.
    fn hexsides(&mut self, path: &str, list: &[Value], inherited: Option<&Source>) {
        for entry in list.iter().filter_map(Value::as_object) {
            let own = self.source(entry).or_else(|| inherited.cloned());
            let text = |key: &str| entry.get(key).map(words).unwrap_or_default();
            let says = format!("{}, {}", text("name"), text("kind"));
            for between in entry.get("between").and_then(Value::as_array).into_iter().flatten() {
                let mut ends: Vec<String> = between.as_array().into_iter().flatten().map(words).collect();
                ends.sort();
                self.add(format!("{path}.{}", ends.join("/")), says.clone(), own.clone());
            }
        }
    }
}

/// The value that identifies an element of a list.
fn key(element: &Value) -> Option<String> {
    let object = element.as_object()?;
    KEYS.into_iter().find_map(|key| object.get(key)).filter(|value| !value.is_object()).map(words)
}

fn has_source(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.contains_key("source") || object.values().any(has_source),
        Value::Array(list) => list.iter().any(has_source),
        _ => false,
    }
}

/// A value on one line.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(object) => {
            let fields: Vec<String> = object.iter().map(|(key, value)| format!("{key}: {}", words(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// How reliable the entries of each chart are: the file and its section, then the numbers of `stated`, `implied`,
/// `external`, `reconstructed` and unsourced entries.
pub fn certainty(entries: &SortedMap<String, PackEntry>) -> SortedMap<String, [usize; 5]> {
    let mut table: SortedMap<String, [usize; 5]> = SortedMap::new();
    for (path, entry) in entries {
        let (file, place) = path.split_once(':').unwrap_or((path, ""));
        let section = place.split('.').next().unwrap_or_default();
        let chart = if file.starts_with("scenarios/") { file.to_owned() } else { format!("{file}:{section}") };
        let column = match entry.source {
            Some(Source::Stated(_)) => 0,
            Some(Source::Implied(_)) => 1,
            Some(Source::External(_)) => 2,
            Some(Source::Reconstructed(_)) => 3,
            None => 4,
        };
        table.entry(chart).or_default()[column] += 1;
    }
    table
}
