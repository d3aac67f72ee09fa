//! A glance at a state that the tool wrote: the few fields that do not follow from the rules, without reading it.

use serde::Deserialize;

use super::folder::StateHead;
use crate::document::kinds::present;
use crate::document::{Bytes32, Form, Id, Signature, decode_at, read};

/// What a state's text seems to say. It decides only which state a verifier writes for comparison.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Skim {
    #[serde(default)]
    pub step: u64,
    pub parent: Bytes32,
    pub responder: Id,
    #[serde(default)]
    pub turns: Vec<Bytes32>,
    #[serde(deserialize_with = "present")]
    pub reveal: Option<Bytes32>,
    #[serde(default)]
    pub refusal: Option<Bytes32>,
    #[serde(default)]
    pub received: Option<String>,
    pub issued: String,
    pub signatures: Vec<Signature>,
}

impl Skim {
    /// What a glance at a state that is known would give.
    pub(super) fn of(head: &StateHead) -> Skim {
        let StateHead { step, parent, responder, turns, reveal, refusal, received, issued, signatures, .. } =
            head.clone();
        Skim { step, parent, responder, turns, reveal, refusal, received, issued, signatures }
    }
}

/// The fields of a state that a verifier needs before it can write the state itself; `None` if the text does not
/// look like the tool's own.
pub(super) fn skim(bytes: &[u8]) -> Option<Skim> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("adjutant: 1\nkind: state\n"))?;
    let wanted = ["step", "parent", "responder", "turns", "reveal", "refusal", "received", "issued", "signatures"];
    // The fields stand before `rolls` and after `outcome`; what lies between is passed over in one search.
    let head = text.find("\nrolls:").map(|end| &text[..end + 1])?;
    let tail = text.rfind("\noutcome:").map(|start| &text[start + 1..])?;
    let mut few = String::new();
    for part in [head, tail] {
        let mut keep = false;
        for line in part.split_inclusive('\n') {
            if !line.starts_with([' ', '-']) {
                keep = line.split_once(':').is_some_and(|(key, _)| wanted.contains(&key));
            }
            if keep {
                few.push_str(line);
            }
        }
    }
    let document = read("", few.as_bytes(), Form::Signed).ok()?;
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
            "reveal": b, "rolls": [], "events": [{"event": "shown", "step": 9, "issued": "never"}],
            "position": {"step": 1, "rolls": 2, "outcome": {"parent": 3}}, "awaiting": [{"seat": "bert"}],
            "outcome": null, "refusal": a, "received": "2026-11-20T20:00:00Z", "issued": "2026-11-21T20:00:00Z",
            "signatures": [{"by": "anna", "key": a, "sig": "c".repeat(128)}],
        });
        let text = write(&state);
        let document = read("state.yaml", text.as_bytes(), Form::State).expect("a state");
        let head: StateHead = decode(&document).expect("a state");
        assert_eq!(skim(text.as_bytes()), Some(Skim::of(&head)));
        assert_eq!((head.step, head.turns.len()), (7, 2));
        for other in [text.replacen("adjutant: 1\n", "", 1), text.replacen("\nrolls:", "\nrules:", 1)] {
            assert_eq!(skim(other.as_bytes()), None);
        }
    }
}
