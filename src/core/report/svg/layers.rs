//! The layers of a map from the bottom up, each with what it is drawn from.

use crate::sorted::SortedMap;

use super::{Details, Layer, Point, Role, Shape};
use crate::report::Pieces;

/// The layers of a game's maps from the bottom up: the class of each, what it is drawn from, and at which levels of
/// detail.
pub type Order = &'static [(&'static str, Role, Details)];

/// Every layer in its place, filled with its shapes.
pub fn stacked(order: Order, mut shapes: SortedMap<&'static str, Vec<Shape>>) -> Vec<Layer> {
    let layer =
        |&(class, role, details)| Layer { class, role, details, shapes: shapes.remove(class).unwrap_or_default() };
    order.iter().map(layer).collect()
}

/// The changing layers, for a board on which they are empty; with the part that the step was about.
pub fn pieces(order: Order, shapes: Vec<(&'static str, Vec<Shape>)>, focus: Option<(Point, Point)>) -> Pieces {
    let mut layers = stacked(order, shapes.into_iter().collect());
    layers.retain(|layer| layer.role != Role::Ground);
    Pieces { layers, focus }
}
