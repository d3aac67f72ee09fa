//! Whose the ground is, as it was drawn last. It changes in few steps of a match, and to draw it takes longer than all else.

use std::sync::{Arc, Mutex, PoisonError};

use crate::board::Hex;
use crate::document::Id;
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;
use crate::report::svg::Shape;
use crate::sorted::SortedMap;

/// The layers of it, from afar and from nearby.
pub type Held = [(&'static str, Vec<Shape>); 4];

/// What was drawn last, and of what: the pack, who has taken which hexes, and who has converted which states.
struct Last {
    pack: Arc<Pack>,
    control: SortedMap<Hex, Side>,
    converted: SortedMap<Id, Side>,
    held: Held,
}

/// The layers of the whole map in a position: those drawn last if they are of the same ground, else what `draw` gives.
pub fn or_drawn(pack: &Arc<Pack>, game: &Game, draw: impl FnOnce() -> Held) -> Held {
    static LAST: Mutex<Option<Last>> = Mutex::new(None);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |last: &&Last| {
        Arc::ptr_eq(&last.pack, pack) && last.control == game.control && last.converted == game.converted
    };
    if let Some(held) = last().as_ref().filter(same).map(|last| last.held.clone()) {
        return held;
    }
    let held = draw();
    let (control, converted) = (game.control.clone(), game.converted.clone());
    *last() = Some(Last { pack: pack.clone(), control, converted, held: held.clone() });
    held
}
