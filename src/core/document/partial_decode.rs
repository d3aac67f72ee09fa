//! Finds all faults of a value, not only the first: a faulty part is left out, and the rest is read again.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::decode::problem;
use super::deserializer::{Fault, Node};
use super::path::{Step, steps};
use super::problem::Problem;

/// The maximum number of faults; more than a person would fix at once.
const MAX_PROBLEMS: usize = 24;

/// What could be read of a value, and what is wrong with it.
#[derive(Debug)]
pub struct Partial<T> {
    /// The value without its faulty parts, if anything could be read: it is good for further checks, but, if there are
    /// problems, not to be carried out.
    pub read: Option<T>,
    pub problems: Vec<Problem>,
    out: LeftOut,
}

impl<T> Partial<T> {
    /// A value of which nothing can be read.
    pub fn unread(problem: Problem) -> Partial<T> {
        Partial { read: None, problems: vec![problem], out: LeftOut::default() }
    }

    /// A problem that was found in what could be read, at its place in the whole: entries of lists that were left out count
    /// too. Its path is within the value.
    pub fn in_whole(&self, mut problem: Problem) -> Problem {
        let within = problem.path.as_deref().map(|path| steps(path).collect::<Option<Vec<Step>>>());
        if let Some(Some(within)) = within {
            problem.path = Some(self.out.path("", &within));
        }
        problem
    }
}

/// Decodes the value at `path` in a document, as far as it can be read.
pub fn decode_partially<T: DeserializeOwned>(path: &str, value: &Value) -> Partial<T> {
    let mut left = value.clone();
    let mut problems: Vec<Problem> = Vec::new();
    let mut out = LeftOut::default();
    for _ in 0..MAX_PROBLEMS {
        let flaw = match T::deserialize(Node::strict(&left)) {
            Ok(read) => return Partial { read: Some(read), problems, out },
            Err(flaw) => flaw,
        };
        let (mut steps, found) = flaw.place(&left);
        let missing = match flaw.fault() {
            Fault::MissingField(name) => Some(Step::Key((*name).to_owned())),
            _ => None,
        };
        // A field that is missing only because it was left out has already been reported.
        let reported = missing.is_some_and(|name| out.has(&steps, name));
        if !reported {
            // At the root only a field can be left out; any other fault there is a consequence of what was left out
            // before.
            let whole = steps.is_empty() && !matches!(flaw.fault(), Fault::UnknownField(..) | Fault::MissingField(_));
            if whole && !problems.is_empty() {
                return Partial { read: None, problems, out };
            }
            problems.push(problem(None, out.path(path, &steps), found, flaw.fault()));
        }
        if let Fault::UnknownField(name, _) | Fault::UnknownVariant(name, _) = flaw.fault()
            && found.get(name).is_some()
        {
            steps.push(Step::Key(name.clone()));
        }
        if !out.leave_out(&mut left, &steps) {
            return Partial { read: None, problems, out };
        }
    }
    Partial { read: None, problems, out }
}

/// A word as the schemas spell it: `Trans-Mississippi` is `trans_mississippi`.
pub fn enumerated(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '-'], "_")
}

/// Writes words of the schema as it spells them, where a person wrote capitals, spaces or hyphens: `Assault` for
/// `assault`. Everything else stays as it is.
pub fn spell_words<T: DeserializeOwned>(value: &mut Value) {
    let mut left = value.clone();
    let mut out = LeftOut::default();
    for _ in 0..MAX_PROBLEMS {
        let Err(flaw) = T::deserialize(Node::strict(&left)) else { return };
        let (mut steps, found) = flaw.place(&left);
        if let Fault::UnknownField(name, known) | Fault::UnknownVariant(name, known) = flaw.fault() {
            // The word is a text or a key here, or the steps lead to the value of that key.
            let key = Step::Key(name.clone());
            let is_text = matches!(flaw.fault(), Fault::UnknownVariant(..)) && found.as_str() == Some(name);
            let inside = !is_text && found.get(name).is_some();
            if let Some(word) = known.iter().find(|word| **word != name && **word == enumerated(name)) {
                if !is_text && !inside && steps.last() == Some(&key) {
                    steps.pop();
                }
                let whole = out.original_steps(&steps);
                if respell(&mut left, &steps, name, word) {
                    respell(value, &whole, name, word);
                    continue;
                }
                steps.push(key);
            } else if inside {
                steps.push(key);
            }
        }
        if !out.leave_out(&mut left, &steps) {
            return;
        }
    }
}

/// The value at a place; `None` if there is none.
fn value_at<'v>(value: &'v mut Value, steps: &[Step]) -> Option<&'v mut Value> {
    steps.iter().try_fold(value, |at, step| match (step, at) {
        (Step::Key(key), Value::Object(entries)) => entries.get_mut(key),
        (Step::Index(n), Value::Array(items)) => items.get_mut(*n),
        _ => None,
    })
}

/// Replaces a word at a place, the text there or a key of the mapping there; returns whether it was replaced.
fn respell(value: &mut Value, steps: &[Step], written: &str, word: &str) -> bool {
    let Some(at) = value_at(value, steps) else { return false };
    match at {
        Value::String(text) if text == written => *text = word.to_owned(),
        Value::Object(entries) if entries.contains_key(written) && !entries.contains_key(word) => {
            let respelled = std::mem::take(entries).into_iter();
            entries.extend(respelled.map(|(key, item)| (if key == written { word.to_owned() } else { key }, item)));
        }
        _ => return false,
    }
    true
}

/// The parts of a value that have been left out, by their places in the original.
#[derive(Debug, Default)]
struct LeftOut {
    fields: BTreeSet<Vec<Step>>,
    /// For each list with gaps, the original indices of the remaining entries.
    lists: BTreeMap<Vec<Step>, Vec<usize>>,
}

impl LeftOut {
    /// Converts steps into the reduced value to steps into the original.
    fn original_steps(&self, steps: &[Step]) -> Vec<Step> {
        let mut whole: Vec<Step> = Vec::new();
        for step in steps {
            let step = match step {
                Step::Index(at) => {
                    Step::Index(self.lists.get(&whole).and_then(|list| list.get(*at)).copied().unwrap_or(*at))
                }
                key => key.clone(),
            };
            whole.push(step);
        }
        whole
    }

    /// Whether a field was left out of the value at this place.
    fn has(&self, steps: &[Step], field: Step) -> bool {
        let mut whole = self.original_steps(steps);
        whole.push(field);
        self.fields.contains(&whole)
    }

    /// The path in the document for steps into the reduced value.
    fn path(&self, prefix: &str, steps: &[Step]) -> String {
        let mut path = prefix.to_owned();
        self.original_steps(steps).iter().for_each(|step| step.push(&mut path));
        path
    }

    /// Leaves out the value at this place; returns whether anything was left out.
    fn leave_out(&mut self, value: &mut Value, steps: &[Step]) -> bool {
        let Some((last, within)) = steps.split_last() else { return false };
        let Some(at) = value_at(value, within) else { return false };
        match (last, at) {
            (Step::Key(key), Value::Object(entries)) => {
                self.fields.insert(self.original_steps(steps));
                entries.shift_remove(key).is_some()
            }
            (Step::Index(n), Value::Array(items)) if *n < items.len() => {
                let list = self.original_steps(within);
                let places = self.lists.entry(list).or_insert_with(|| (0..items.len()).collect());
                if *n < places.len() {
                    places.remove(*n);
                }
                items.remove(*n);
                true
            }
            _ => false,
        }
    }
}
