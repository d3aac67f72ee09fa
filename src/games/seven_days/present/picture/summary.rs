//! Stacks from a middling distance: a counter for each side in an area with how many units it is, and its leaders.

use crate::report::svg::{Form, Path, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::room::Rect;
use super::stacks::{Stack, around};
use crate::pack::{AreaData, Side};
use crate::position::ledger::Game;

/// Half the width of such a counter, and half its height.
const WIDE: i32 = 560;
const HIGH: i32 = 190;
/// Where the number of units stands from its middle.
pub const SUM: (i32, i32) = (220 - WIDE, 100);

/// A counter for each side in each area.
pub fn stacks(scene: &Scene, game: &Game) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for data in scene.areas() {
        let holder = game.control(data.id);
        let mut room = None;
        for side in [holder, holder.other()] {
            let stack = Stack::of(scene, game, data, side);
            if stack.is_empty() {
                continue;
            }
            let room = room.get_or_insert_with(|| around(scene, game, data));
            let (plan, rect) = stack.summed(scene, data, side == holder, room);
            room.take(rect);
            shapes.extend(stack.summary(scene, data, rect));
            shapes.extend(stack.names(scene, &plan, rect));
        }
    }
    shapes
}

/// How large the counter is: nothing for leaders alone.
pub fn size(units: usize) -> (i32, i32) {
    if units == 0 { (0, 0) } else { (2 * WIDE, 2 * HIGH + 20) }
}

/// A counter with its middle at a point.
pub fn counter(at: Point, side: Side, fresh: usize, exhausted: usize) -> Vec<Shape> {
    let (name, cut) = match side {
        Side::Union => ("union", 0),
        Side::Confederate => ("confederate", 55),
    };
    let mut parts = vec![
        Shape::path(format!("{name}-fresh"), Path::counter(at, (WIDE, HIGH), cut)),
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

impl Stack<'_> {
    /// The counter of the stack, at the top of its rectangle.
    pub fn summary(&self, scene: &Scene, data: &AreaData, rect: Rect) -> Option<Shape> {
        let exhausted = self.units.iter().filter(|(_, state)| state.exhausted).count();
        let fresh = self.units.len().checked_sub(exhausted).filter(|_| !self.units.is_empty())?;
        let at = Point { x: rect.middle().x, y: rect.top() + HIGH };
        let names = vocabulary::units(&scene.rules.pack, self.units.iter().map(|(unit, _)| &unit.id));
        let said = format!("{} in {}: {names}", self.side.title(), vocabulary::place(&scene.rules.pack, data.id));
        Some(Shape::new("stack", Form::Group(counter(at, self.side, fresh, exhausted))).titled(said))
    }
}
