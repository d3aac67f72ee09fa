//! Everything that is wrong with a value, and not the first thing only: what does not read is left out, and the rest read
//! again.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::decode::problem;
use super::problem::Problem;
use super::tree::{Fault, Node, Step};

/// More faults than a person mends at once.
const MOST: usize = 24;

/// Decodes a value that stands at `path` in a document. With what is wrong comes, where something of it does read, the
/// value without that: good for looking for more, and not for carrying out.
pub fn decode_partially<T: DeserializeOwned>(path: &str, value: &Value) -> (Option<T>, Vec<Problem>) {
    let mut left = value.clone();
    let mut problems: Vec<Problem> = Vec::new();
    let mut out = LeftOut::default();
    for _ in 0..MOST {
        let flaw = match T::deserialize(Node::strict(&left)) {
            Ok(read) => return (Some(read), problems),
            Err(flaw) => flaw,
        };
        let (mut steps, found) = flaw.place(&left);
        let missing = match flaw.fault() {
            Fault::MissingField(name) => Some(Step::Key((*name).to_owned())),
            _ => None,
        };
        // What is missing because it was left out has been told already.
        let told = missing.is_some_and(|name| out.has(&steps, name));
        if !told {
            // At the root nothing can be left out but a field; what is amiss there is what others have left.
            let whole = steps.is_empty() && !matches!(flaw.fault(), Fault::UnknownField(..) | Fault::MissingField(_));
            if whole && !problems.is_empty() {
                return (None, problems);
            }
            problems.push(problem(None, out.path(path, &steps), found, flaw.fault()));
        }
        if let Fault::UnknownField(name, _) | Fault::UnknownVariant(name, _) = flaw.fault()
            && found.get(name).is_some()
        {
            steps.push(Step::Key(name.clone()));
        }
        if !out.leave(&mut left, &steps) {
            return (None, problems);
        }
    }
    (None, problems)
}

/// What has been left out of a value, by its places in the whole one.
#[derive(Default)]
struct LeftOut {
    fields: BTreeSet<Vec<Step>>,
    /// The places, in the whole, of the entries that are left of a list.
    lists: BTreeMap<Vec<Step>, Vec<usize>>,
}

impl LeftOut {
    /// Steps into what is left, as steps into the whole.
    fn whole(&self, steps: &[Step]) -> Vec<Step> {
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

    /// Whether a field was left out of what stands there.
    fn has(&self, steps: &[Step], field: Step) -> bool {
        let mut whole = self.whole(steps);
        whole.push(field);
        self.fields.contains(&whole)
    }

    /// Steps into what is left as a path into the document.
    fn path(&self, prefix: &str, steps: &[Step]) -> String {
        let mut path = prefix.to_owned();
        self.whole(steps).iter().for_each(|step| step.push(&mut path));
        path
    }

    /// Leaves out what stands there; whether something did.
    fn leave(&mut self, value: &mut Value, steps: &[Step]) -> bool {
        let Some((last, within)) = steps.split_last() else { return false };
        let mut at = value;
        for step in within {
            let next = match (step, at) {
                (Step::Key(key), Value::Object(entries)) => entries.get_mut(key),
                (Step::Index(n), Value::Array(items)) => items.get_mut(*n),
                _ => None,
            };
            let Some(next) = next else { return false };
            at = next;
        }
        match (last, at) {
            (Step::Key(key), Value::Object(entries)) => {
                self.fields.insert(self.whole(steps));
                entries.shift_remove(key).is_some()
            }
            (Step::Index(n), Value::Array(items)) if *n < items.len() => {
                let list = self.whole(within);
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Word {
        Go(Details),
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Details {
        far: u8,
        by: Vec<Way>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Way {
        road: Road,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Road {
        Plank,
        Turnpike,
    }

    fn told(value: Value) -> (Option<Word>, Vec<String>) {
        let (read, problems) = decode_partially("orders[2]", &value);
        let paths = problems.into_iter().map(|problem| problem.path.unwrap_or_default());
        (read, paths.collect())
    }

    #[test]
    fn every_fault_is_told_where_it_stands_in_the_whole() {
        let ways = json!([{"road": "mud"}, {"road": "plank"}, {"road": "dust"}, {"roads": "plank", "road": "plank"}]);
        let (read, paths) = told(json!({"go": {"fra": 1, "far": "much", "by": ways}}));
        let wanted = ["go.fra", "go.far", "go.by[0].road", "go.by[2].road", "go.by[3].roads"];
        assert_eq!(paths, wanted.map(|path| format!("orders[2].{path}")));
        let left = Details { far: 0, by: vec![Way { road: Road::Plank }, Way { road: Road::Plank }] };
        assert_eq!(read, Some(Word::Go(left)));
    }

    #[test]
    fn what_is_wrong_as_a_whole_is_told_once() {
        assert_eq!(told(json!({"went": {}})), (None, vec!["orders[2].went".to_owned()]));
        assert_eq!(told(json!({"go": 3})), (None, vec!["orders[2].go".to_owned()]));
        assert_eq!(told(json!("go")), (None, vec!["orders[2]".to_owned()]));
        assert_eq!(told(json!({"go": {"by": [{}]}})).1, ["orders[2].go.by[0]"]);
        assert_eq!(told(json!({"go": {}})), (Some(Word::Go(Details::default())), Vec::new()));
    }
}
