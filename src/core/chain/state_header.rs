//! A glance at a state that the tool wrote: its head, without what is compared as a whole and not read field by field.

use super::folder::StateHead;
use crate::document::{Form, decode_at, read};

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
