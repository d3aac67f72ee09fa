//! The layers of a map: from the lowest up, each with what it is drawn from.

use crate::sorted::SortedMap;

use super::{Details, Layer, Point, Role, Shape};
use crate::report::Pieces;

/// The layers that a game's maps have, from the lowest up: the class of each, what it is drawn from, and how large the map must
/// be shown for it.
pub type Order = &'static [(&'static str, Role, Details)];

/// Every layer in its place, with the shapes that there are for it.
pub fn stacked(order: Order, mut shapes: SortedMap<&'static str, Vec<Shape>>) -> Vec<Layer> {
    let layer =
        |&(class, role, details)| Layer { class, role, details, shapes: shapes.remove(class).unwrap_or_default() };
    order.iter().map(layer).collect()
}

/// The layers of what changes, for a board on which they stand empty; with the part that the step was about.
pub fn pieces(order: Order, shapes: Vec<(&'static str, Vec<Shape>)>, focus: Option<(Point, Point)>) -> Pieces {
    let mut layers = stacked(order, shapes.into_iter().collect());
    layers.retain(|layer| layer.role != Role::Ground);
    Pieces { layers, focus }
}
