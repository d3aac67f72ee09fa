//! The counter that stands for a stack: how many units it is, and how many of them are Fresh and Exhausted.

use crate::report::svg::{Path, Point, Shape};

use crate::pack::Side;

/// Half the width of such a counter, and half its height.
const HALF_WIDTH: i32 = 560;
pub const HALF_HEIGHT: i32 = 190;
/// Where the number of units stands from its middle.
pub const SUM: (i32, i32) = (220 - HALF_WIDTH, 100);

/// How large the counter is: nothing for leaders alone.
pub fn size(units: usize) -> (i32, i32) {
    if units == 0 { (0, 0) } else { (2 * HALF_WIDTH, 2 * HALF_HEIGHT + 20) }
}

/// A counter with its middle at a point.
pub fn counter(at: Point, side: Side, fresh: usize, exhausted: usize) -> Vec<Shape> {
    let (name, cut) = match side {
        Side::Union => ("union", 0),
        Side::Confederate => ("confederate", 55),
    };
    let mut parts = vec![
        Shape::path(format!("{name}-fresh"), Path::counter(at, (HALF_WIDTH, HALF_HEIGHT), cut)),
        Shape::text(format!("{name}-sum"), at.by(SUM.0, SUM.1), (fresh + exhausted).to_string()),
    ];
    let rows: Vec<String> = [(fresh, "Fresh"), (exhausted, "Exhausted")]
        .into_iter()
        .filter(|(units, _)| *units > 0)
        .map(|(units, word)| format!("{units} {word}"))
        .collect();
    let first = if rows.len() == 1 { 45 } else { -35 };
    for (n, row) in (0..).zip(rows) {
        parts.push(Shape::text(format!("{name}-part"), at.by(170, first + n * 150), row));
    }
    parts
}
