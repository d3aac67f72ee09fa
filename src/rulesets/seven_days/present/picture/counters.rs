//! Counters: of the Union boxes, of the Confederacy boxes with cut corners; in them the sign of the kind and the factors. An
//! Exhausted one is pale, with a broken edge and a line across.

use crate::report::svg::{Path, Point, Shape};

use super::super::super::pack::{Kind, Side, Unit};

/// Half the width of a counter, and half its height.
pub const WIDE: i32 = 220;
pub const HIGH: i32 = 152;
/// How far the middles of two counters lie apart.
pub const PITCH: (i32, i32) = (2 * WIDE + 25, 2 * HIGH + 25);
/// How much of a corner is cut off.
const CUT: i32 = 72;

/// A counter with its middle at a point.
pub fn counter(at: Point, unit: &Unit, exhausted: bool) -> Vec<Shape> {
    let (side, class) = match unit.side {
        Side::Union => ("union", outline(at, 0)),
        Side::Confederate => ("confederate", outline(at, CUT)),
    };
    let state = if exhausted { "tired" } else { "fresh" };
    let mut shapes = vec![Shape::path(format!("{side}-{state}"), class)];
    if exhausted {
        let across = Path::line(&[at.by(-WIDE + CUT, HIGH), at.by(WIDE - CUT, -HIGH)]);
        shapes.push(Shape::path("tired-line", across));
    }
    shapes.extend(sign(at.by(0, -60), unit.kind, unit.horse));
    let factors = format!("{}-{}-{}", unit.factors.attack, unit.factors.defense, unit.factors.movement);
    let words = if exhausted { "tired-factors" } else { "factors" };
    shapes.push(Shape::text(format!("{side}-{words}"), at.by(0, 118), factors));
    shapes
}

/// The edge of a counter, with its corners cut off so far.
fn outline(at: Point, cut: i32) -> Path {
    let corners = [
        (-WIDE + cut, -HIGH),
        (WIDE - cut, -HIGH),
        (WIDE, -HIGH + cut),
        (WIDE, HIGH - cut),
        (WIDE - cut, HIGH),
        (-WIDE + cut, HIGH),
        (-WIDE, HIGH - cut),
        (-WIDE, -HIGH + cut),
    ];
    let mut points: Vec<Point> = corners.map(|(x, y)| at.by(x, y)).to_vec();
    points.dedup();
    if points.first() == points.last() {
        points.pop();
    }
    Path::area(&points)
}

/// The sign of a kind: crossed bayonets, a single sabre, a cannonball; with a sabre too for horse artillery.
fn sign(at: Point, kind: Kind, horse: bool) -> Vec<Shape> {
    let sabre = || Path::line(&[at.by(-100, 60), at.by(100, -60)]);
    let mut shapes = vec![Shape::rect("kind-box", at.by(-100, -60), 200, 120)];
    match kind {
        Kind::Infantry => {
            let mut path = sabre();
            path.add(&[at.by(-100, -60), at.by(100, 60)]);
            shapes.push(Shape::path("kind-line", path));
        }
        Kind::Cavalry => shapes.push(Shape::path("kind-line", sabre())),
        Kind::Artillery => {
            if horse {
                shapes.push(Shape::path("kind-line", sabre()));
            }
            shapes.push(Shape::circle("kind-dot", at, 32));
        }
    }
    shapes
}
