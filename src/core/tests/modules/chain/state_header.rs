use serde_json::json;

use adjutant_core::chain::state_header::*;
use adjutant_core::document::{Form, decode, read, write};

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
    let head: StateHeader = decode(&document).expect("a state");
    assert_eq!(peek_header(text.as_bytes()), Some(head.without_rolls()));
    assert_eq!((head.step, head.turns.len()), (7, 2));
    for other in [text.replacen("adjutant: 1\n", "", 1), text.replacen("\nrolls:", "\nrules:", 1)] {
        assert_eq!(peek_header(other.as_bytes()), None);
    }
}
