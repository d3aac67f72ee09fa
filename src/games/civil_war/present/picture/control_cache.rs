//! A cache of the control layers as last drawn. Control changes in few steps of a match, and drawing it takes longer
//! than everything else.

use std::sync::{Arc, Mutex, PoisonError};

use crate::board::Hex;
use crate::document::Id;
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;
use crate::report::svg::Shape;
use crate::sorted::SortedMap;

/// The control layers, at the small and the large scale.
pub type ControlLayers = [(&'static str, Vec<Shape>); 4];

/// What was last drawn, and for what: the pack, which hexes each side has taken, and which states it has converted.
struct Last {
    pack: Arc<Pack>,
    control: SortedMap<Hex, Side>,
    converted: SortedMap<Id, Side>,
    control_layers: ControlLayers,
}

/// The control layers of the whole map in a position: the cached ones if control is the same, or else the result of
/// `draw`.
pub fn cached_or_drawn(pack: &Arc<Pack>, game: &Game, draw: impl FnOnce() -> ControlLayers) -> ControlLayers {
    static LAST: Mutex<Option<Last>> = Mutex::new(None);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |last: &&Last| {
        Arc::ptr_eq(&last.pack, pack) && last.control == game.control && last.converted == game.converted
    };
    if let Some(control_layers) = last().as_ref().filter(same).map(|last| last.control_layers.clone()) {
        return control_layers;
    }
    let control_layers = draw();
    let (control, converted) = (game.control.clone(), game.converted.clone());
    *last() = Some(Last { pack: pack.clone(), control, converted, control_layers: control_layers.clone() });
    control_layers
}
