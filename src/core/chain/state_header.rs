//! A glance at a state that the tool wrote: its head, without what is compared as a whole and not read field by field.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::document::kinds::{HiddenDraw, Opened, Roll, Ruling, Spent, Version, present};
use crate::document::{Bytes32, Form, Id, Kind, Signature, decode_at, read};

/// A state without what is compared as a whole and never read field by field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateHead {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    pub parent: Bytes32,
    pub turns: Vec<Bytes32>,
    pub responder: Id,
    #[serde(deserialize_with = "present")]
    pub reveal: Option<Bytes32>,
    pub rolls: Vec<Roll>,
    #[serde(deserialize_with = "passed_over")]
    pub events: (),
    #[serde(deserialize_with = "passed_over")]
    pub position: (),
    pub awaiting: Vec<Value>,
    #[serde(deserialize_with = "present")]
    pub outcome: Option<Value>,
    #[serde(default)]
    pub ruling: Option<Ruling>,
    #[serde(default)]
    pub draws: Option<Vec<HiddenDraw>>,
    #[serde(default)]
    pub opened: Option<Vec<Opened>>,
    #[serde(default)]
    pub refusal: Option<Bytes32>,
    #[serde(default)]
    pub spent: Option<Spent>,
    #[serde(default)]
    pub received: Option<String>,
    pub issued: String,
    #[serde(default)]
    pub signatures: Vec<Signature>,
}

impl StateHead {
    /// What a glance at the state shows.
    pub(super) fn without_rolls(&self) -> StateHead {
        StateHead { rolls: Vec::new(), ..self.clone() }
    }
}

fn passed_over<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| ())
}

/// No head of the tool's own writing is larger; a larger one is read whole, when it is looked into.
const MOST_BYTES: usize = 64 * 1024;

/// The head of a state without its rolls, as its text seems to say; `None` if the text does not look like the tool's own.
/// It proves nothing.
pub(super) fn skim(bytes: &[u8]) -> Option<StateHead> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("adjutant: 1\nkind: state\n"))?;
    // Nothing that is wanted stands from `rolls` to `awaiting`; it is passed over in two searches.
    let before = text.find("\nrolls:").map(|end| &text[..end + 1])?;
    let after = text.rfind("\nawaiting:").map(|start| &text[start + 1..])?;
    if before.len() + after.len() > MOST_BYTES {
        return None;
    }
    let few = format!("{before}rolls: []\nevents: []\nposition: {{}}\n{after}");
    let document = read("", few.as_bytes(), Form::State).ok()?;
    decode_at(None, "", &document.content).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::{decode, write};

    /// What lies between the fields that are looked for may have names like theirs.
    #[test]
    fn a_glance_shows_what_reading_shows() {
        let [a, b] = ["a", "b"].map(|digit| digit.repeat(64));
        let state = json!({
            "adjutant": 1, "kind": "state", "match": a, "step": 7, "parent": b, "turns": [a, b], "responder": "anna",
            "reveal": b, "rolls": [{"n": 0, "purpose": "raid", "rule": "1", "sides": 6, "faces": [3]}],
            "events": [{"event": "shown", "step": 9, "issued": "never"}],
            "position": {"step": 1, "rolls": 2, "outcome": {"parent": 3}}, "awaiting": [{"seat": "bert"}],
            "outcome": null, "refusal": a, "received": "2026-11-20T20:00:00Z", "issued": "2026-11-21T20:00:00Z",
            "signatures": [{"by": "anna", "key": a, "sig": "c".repeat(128)}],
        });
        let text = write(&state);
        let document = read("state.yaml", text.as_bytes(), Form::State).expect("a state");
        let head: StateHead = decode(&document).expect("a state");
        assert_eq!(skim(text.as_bytes()), Some(head.without_rolls()));
        assert_eq!((head.step, head.turns.len()), (7, 2));
        for other in [text.replacen("adjutant: 1\n", "", 1), text.replacen("\nrolls:", "\nrules:", 1)] {
            assert_eq!(skim(other.as_bytes()), None);
        }
    }
}
