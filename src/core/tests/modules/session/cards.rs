use serde_json::{Value, json};

use adjutant_core::document::{Id, from_value};
use adjutant_core::engine::cards::OwnCards;
use adjutant_core::session::cards::*;

/// Protocol 8.7: an answer that reveals a card and claims what it is is one step.
#[test]
fn a_claim_of_a_card_that_is_revealed_in_the_same_step() {
    let side = Id::known("north");
    let decks = from_value(json!({"north": {"hand": ["foot", "guns"]}})).expect("a deck");
    let mut own = HandTracker::new(&side, &decks);
    own.commit(&Id::known("card-1"), &json!("guns"));
    let events = [
        json!({"event": "laid", "side": "north", "id": "card-1", "pile": "hand"}),
        json!({"event": "turned_up", "side": "north", "id": "card-1", "choice": "guns"}),
        json!({"event": "claimed", "side": "north", "claim": {"gun": "card-1"}}),
    ];
    let is = |what: &'static str| move |_: &Value, own: &OwnCards| own.under("card-1").is_some_and(|card| card == what);
    let follows = |what| own.clone().follow(&events, &mut || None, &is(what));
    assert_eq!(follows("guns"), Ok(true));
    let (at, lie) = follows("foot").expect_err("it is no foot");
    assert_eq!((at, lie.statement.as_str()), (2, "'north' claims about its cards: gun: card-1"));
}
