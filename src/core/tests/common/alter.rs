//! Systematic alteration of documents: every change of one leaf or entry, and the new signatures by somebody who holds
//! every key on everything that follows.

use std::collections::BTreeMap;

use adjutant_core::chain::verify::verify;
use adjutant_core::chain::{Chain, Games, MatchFiles, sign};
use adjutant_core::document::{Bytes32, Form, Id, Value, digest, read, write};
use adjutant_core::trust::SigningKey;
use serde_json::{Map, json};

/// One change of a document.
#[derive(Clone, Debug)]
pub struct Change {
    /// Where, as keys and places: `position/game/round`.
    pub at: String,
    /// What was done there.
    pub what: &'static str,
    /// The document afterwards.
    pub document: Value,
}

/// Every change of one leaf, one missing or added entry of a document.
pub fn changes(document: &Value) -> Vec<Change> {
    every(document, &mut 0, 1)
}

/// This many of the changes, at equal distances: a large document is not copied for each of the others.
pub fn some_changes(document: &Value, wanted: usize) -> Vec<Change> {
    let mut count = 0_usize;
    walk(document, &mut Vec::new(), &mut |_, _, _| count += 1);
    every(document, &mut 0, count.div_ceil(wanted).max(1))
}

/// Every change of a document, told to `seen` as its place in the order of [`every`], where it is made, and what is
/// done.
pub fn each_kind_of_change(document: &Value, seen: &mut dyn FnMut(usize, &[String], &'static str)) {
    let mut count = 0;
    walk(document, &mut Vec::new(), &mut |path, what, _| {
        seen(count, path, what);
        count += 1;
    });
}

/// The change with this place in the order of [`every`].
pub fn one_change(document: &Value, place: usize) -> Option<Change> {
    let (mut count, mut found) = (0, None);
    walk(document, &mut Vec::new(), &mut |path, what, value| {
        if count == place {
            let mut changed = document.clone();
            set_value(&mut changed, path, value());
            found = Some(Change { at: path.join("/"), what, document: changed });
        }
        count += 1;
    });
    found
}

/// The document with what another one has at the same place; `None` if it has nothing else there.
pub fn taken_from(document: &Value, other: &Value, path: &str) -> Option<Change> {
    let pointer = format!("/{path}");
    let theirs = other.pointer(&pointer)?;
    let own = document.pointer(&pointer)?;
    let parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    (theirs != own).then(|| {
        let mut changed = document.clone();
        set_value(&mut changed, &parts, theirs.clone());
        Change { at: path.to_owned(), what: "taken from another", document: changed }
    })
}

/// Every so-many-th change (`stride`), where `count` have been passed over or made before, in other documents.
pub fn every(document: &Value, count: &mut usize, stride: usize) -> Vec<Change> {
    let mut found = Vec::new();
    walk(document, &mut Vec::new(), &mut |path, what, value| {
        if count.is_multiple_of(stride) {
            let mut changed = document.clone();
            set_value(&mut changed, path, value());
            let at = path.join("/");
            found.push(Change { at, what, document: changed });
        }
        *count += 1;
    });
    found
}

/// Passes over what is like many changes before it: of each kind of change to one field of one kind of document, few.
#[derive(Default)]
pub struct Thin {
    seen: BTreeMap<(String, String, &'static str), usize>,
}

impl Thin {
    /// Whether a change is among the first `most` of its kind.
    pub fn keeps(&mut self, kind: &str, change: &Change, most: usize) -> bool {
        let field: Vec<&str> = change.at.split('/').filter(|part| part.parse::<usize>().is_err()).collect();
        let seen = self.seen.entry((kind.to_owned(), field.join("/"), change.what)).or_default();
        *seen += 1;
        *seen <= most
    }
}

/// Takes a place, what is done there, and how it is done: few changes of a large document are made.
type Visit<'a> = dyn FnMut(&[String], &'static str, &dyn Fn() -> Value) + 'a;

fn walk(value: &Value, path: &mut Vec<String>, visit: &mut Visit<'_>) {
    match value {
        Value::Object(fields) => {
            for key in fields.keys() {
                visit(path, "a field is missing", &|| {
                    let mut less = fields.clone();
                    less.shift_remove(key);
                    Value::Object(less)
                });
            }
            visit(path, "a field is added", &|| {
                let mut more = fields.clone();
                more.insert("zz".to_owned(), json!(1));
                Value::Object(more)
            });
        }
        Value::Array(items) => {
            for n in 0..items.len() {
                visit(path, "an entry is missing", &|| {
                    let mut less = items.clone();
                    less.remove(n);
                    Value::Array(less)
                });
            }
            visit(path, "an entry is added", &|| {
                let mut more = items.clone();
                more.push(items.last().cloned().unwrap_or(json!(1)));
                Value::Array(more)
            });
        }
        Value::String(text) => visit(path, "a letter is changed", &|| json!(turned(text))),
        Value::Number(number) => visit(path, "a number is changed", &|| json!(number.as_i64().unwrap_or(0) + 1)),
        Value::Bool(yes) => visit(path, "yes and no are changed", &|| json!(!yes)),
        Value::Null => visit(path, "null is given a value", &|| json!("something")),
    }
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, item)| (key.clone(), item)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(n, item)| (n.to_string(), item)).collect(),
        _ => Vec::new(),
    };
    for (key, item) in parts {
        path.push(key);
        walk(item, path, visit);
        path.pop();
    }
}

/// The text with its last letter or digit turned into the next.
fn turned(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let last = letters.iter().rposition(char::is_ascii_alphanumeric);
    match last {
        None => return format!("{text}x"),
        Some(at) => {
            letters[at] = match letters[at] {
                'a'..='e' | 'A'..='Y' | 'g'..='y' | '0'..='8' => char::from(letters[at] as u8 + 1),
                '9' | 'f' => '0',
                _ => 'a',
            };
        }
    }
    letters.into_iter().collect()
}

fn set_value(document: &mut Value, path: &[String], value: Value) {
    let mut here = document;
    for key in path {
        here = match here {
            Value::Array(items) => &mut items[key.parse::<usize>().unwrap()],
            other => other.get_mut(key.as_str()).unwrap(),
        };
    }
    *here = value;
}

/// The content of a file.
pub fn content(text: &str) -> Value {
    read("file", text.as_bytes(), Form::State).unwrap().content
}

/// Fields that do not follow from the rules, the reveals and the chain: their signer is responsible for them.
pub fn is_free(kind: &str, change: &Change) -> bool {
    let (at, what) = (change.at.as_str(), change.what);
    let field = at.split('/').next().unwrap_or_default();
    match kind {
        // An order after the one that ends the match does nothing.
        "turn" => field == "comment" || (at == "orders" && what == "an entry is added"),
        "state" => {
            let words =
                ["ruling/reason", "ruling/rule"].contains(&at) || (at == "ruling" && what == "a field is missing");
            words || matches!(field, "issued" | "received")
        }
        "refusal" => matches!(field, "reasons" | "issued"),
        "disclosure" => field == "issued",
        _ => false,
    }
}

/// The orders of a turn without those that repeat the one before: a second `finish` ends what has ended already.
fn without_repeated_finishes(orders: &Value) -> Vec<&Value> {
    let mut left: Vec<&Value> = orders.as_array().into_iter().flatten().collect();
    left.dedup_by(|one, before| one == before && one.get("finish").is_some());
    left
}

/// Whether two documents differ only in a missing comment, time or list of signatures, or in a `finish` more or less.
pub fn same_but_free(kind: &str, before: &Value, after: &Value) -> bool {
    let (before, after) = (before.as_object().unwrap(), after.as_object().unwrap());
    let free = |key: &String| match key.as_str() {
        "signatures" => true,
        "comment" => kind == "turn",
        "issued" | "received" => matches!(kind, "state" | "refusal" | "disclosure"),
        "reasons" => kind == "refusal",
        _ => false,
    };
    let finishes = |key: &String, value: &Value| {
        let orders = after.get(key).filter(|_| kind == "turn" && key == "orders");
        orders.is_some_and(|after| without_repeated_finishes(value) == without_repeated_finishes(after))
    };
    before.iter().all(|(key, value)| free(key) || after.get(key) == Some(value) || finishes(key, value))
        && after.keys().all(|key| before.contains_key(key))
}

/// Every change of every document of a match makes `verify` fail, naming the file. Answers how many were tried; of
/// each kind of change to one field of one kind of document at most `most`.
pub fn every_change_is_found(files: &[(String, String)], games: &Games, most: usize) -> usize {
    let base = load(files);
    assert!(verify(&base, games).failures.is_empty());
    let (mut count, mut thin) = (0, Thin::default());
    for (name, text) in files {
        let document = content(text);
        let Some(kind) = document["kind"].as_str() else { continue };
        for change in changes(&document).into_iter().filter(|change| thin.keeps(kind, change, most)) {
            let mut altered = base.clone();
            altered.remove(name);
            altered.add(name, write(&change.document).as_bytes());
            let failures = verify(&altered, games).failures;
            let first = failures.first();
            let first = first.unwrap_or_else(|| panic!("{name} {}: {} and it holds", change.at, change.what));
            assert!(!first.problem.message.is_empty());
            let named = failures.iter().any(|failure| failure.file == *name) || kind == "charter";
            assert!(named, "{name} {}: {} {failures:#?}", change.at, change.what);
            count += 1;
        }
    }
    count
}

/// Every change of what follows from the rules, the reveals and the chain makes `verify` fail even when it is signed
/// anew with every key, and all that names it too.
pub fn every_derived_change_is_found(files: &[(String, String)], games: &Games, keys: Keys<'_>, most: usize) -> usize {
    let (resigner, base) = (Resigner::new(files, keys), load(files));
    let chain = Chain::build(&base).unwrap();
    let (mut count, mut thin) = (0, Thin::default());
    for (name, text) in files {
        let document = content(text);
        let Some(kind) = document["kind"].as_str() else { continue };
        // What was refused was wrong in one way or another; another wrong thing in its place was refused as well.
        if chain.is_void(digest(&document)) {
            continue;
        }
        for change in changes(&document) {
            let signature = change.at.starts_with("signatures");
            if is_free(kind, &change) || signature || same_but_free(kind, &document, &change.document) {
                continue;
            }
            if !thin.keeps(kind, &change, most) {
                continue;
            }
            let mut altered = base.clone();
            for ((name, text), (_, old)) in resigner.resigned(name, &change.document).iter().zip(files) {
                if text != old {
                    altered.remove(name);
                    altered.add(name, text.as_bytes());
                }
            }
            let found = verify(&altered, games);
            // What its signer may not write moves nothing, and is told.
            let told = found.notices.iter().any(|one| one.file == *name && one.text.contains("changes nothing"));
            let failures = found.failures;
            assert!(told || !failures.is_empty(), "{name} {}: {} and it holds", change.at, change.what);
            assert!(failures.iter().all(|failure| !failure.file.is_empty() && !failure.problem.message.is_empty()));
            count += 1;
        }
    }
    count
}

/// The files of a match, each read once.
fn load(files: &[(String, String)]) -> MatchFiles {
    let mut loaded = MatchFiles::default();
    for (name, text) in files {
        loaded.add(name, text.as_bytes());
    }
    assert_eq!(loaded.read_states().count(), loaded.states.len());
    loaded
}

/// What signs: every key, by seat.
pub type Keys<'k> = BTreeMap<Id, &'k SigningKey>;

/// The files of a match, read once, with every key: any change can be signed again together with everything that
/// follows.
pub struct Resigner<'a> {
    files: &'a [(String, String)],
    old: Vec<(String, Value)>,
    places: BTreeMap<Bytes32, usize>,
    keys: Keys<'a>,
}

impl<'a> Resigner<'a> {
    pub fn new(files: &'a [(String, String)], keys: Keys<'a>) -> Self {
        let old: Vec<(String, Value)> = files.iter().map(|(name, text)| (name.clone(), content(text))).collect();
        let places = old.iter().enumerate().map(|(n, (_, value))| (digest(value), n)).collect();
        Resigner { files, old, places, keys }
    }

    /// A document signed again by its signers, with nothing changed that names it.
    pub fn signed_alone(&self, document: &Value) -> Value {
        let (old, places, keys) = (&self.old, &self.places, &self.keys);
        let work = Work { old, places, altered: "", document, keys, made: BTreeMap::new() };
        work.sign(document.clone())
    }

    /// The files after `altered` has become what it is now, it and all that names it signed anew.
    pub fn resigned(&self, altered: &str, document: &Value) -> Vec<(String, String)> {
        let (old, places, keys) = (&self.old, &self.places, &self.keys);
        let mut work = Work { old, places, altered, document, keys, made: BTreeMap::new() };
        (0..old.len())
            .map(|n| {
                let made = work.make(n);
                (old[n].0.clone(), if made == old[n].1 { self.files[n].1.clone() } else { write(&made) })
            })
            .collect()
    }
}

struct Work<'a> {
    old: &'a [(String, Value)],
    places: &'a BTreeMap<Bytes32, usize>,
    altered: &'a str,
    document: &'a Value,
    keys: &'a Keys<'a>,
    made: BTreeMap<usize, Value>,
}

impl Work<'_> {
    fn make(&mut self, n: usize) -> Value {
        if let Some(made) = self.made.get(&n) {
            return made.clone();
        }
        let (name, before) = &self.old[n];
        let mut document = before.clone();
        if name == self.altered {
            // What it names came before it and is as it was; or it names what comes after it, which nobody can make
            // hold.
            document = self.document.clone();
        } else if let Value::Object(fields) = &mut document {
            self.rename(fields);
        }
        if document != *before {
            document = self.sign(document);
        }
        self.made.insert(n, document.clone());
        document
    }

    /// Gives every reference to another document the digest that it has now.
    fn rename(&mut self, fields: &mut Map<String, Value>) {
        for key in ["match", "parent", "of", "refusal", "state"] {
            if let Some(now) = fields.get(key).and_then(|value| self.now(value)) {
                fields.insert(key.to_owned(), now);
            }
        }
        if let Some(Value::Array(turns)) = fields.get("turns") {
            let now = turns.iter().map(|turn| self.now(turn).unwrap_or_else(|| turn.clone())).collect();
            fields.insert("turns".to_owned(), Value::Array(now));
        }
    }

    fn now(&mut self, reference: &Value) -> Option<Value> {
        let old: Bytes32 = reference.as_str()?.parse().ok()?;
        let place = *self.places.get(&old)?;
        let made = self.make(place);
        Some(json!(digest(&made)))
    }

    fn sign(&self, mut document: Value) -> Value {
        let Some(fields) = document.as_object_mut() else { return document };
        fields.shift_remove("signatures");
        let seats: Vec<Id> = match fields.get("kind").and_then(Value::as_str) {
            Some("charter") => self.keys.keys().cloned().collect(),
            Some("state") => fields.get("responder").and_then(seat).into_iter().collect(),
            _ => fields.get("seat").and_then(seat).into_iter().collect(),
        };
        for seat in seats {
            if let Some(key) = self.keys.get(&seat)
                && let Ok(signed) = sign::seal(&document, &seat, key)
            {
                document = signed;
            }
        }
        document
    }
}

fn seat(value: &Value) -> Option<Id> {
    value.as_str()?.parse().ok()
}
