//! What happened in a step: moves and charges as arrows, volleys as broken lines, and the hits on each unit.

use crate::report::grammar::plural;
use crate::report::svg::arrows::{Arrow, ArrowStyle, bounds, burst_of};
use crate::report::svg::labels::Labels;
use crate::report::svg::{Form, Path, Point, Shape};

use super::model::{StepAction, StepActionKind, TableMap, side};

pub const ARROW: Arrow = Arrow { begin: 0, end: 0, head: 170, broad: 85, into: 20, bend: 0 };
const CHARGE: Arrow = Arrow { begin: 100, end: 120, head: 240, broad: 130, into: 20, bend: 60 };
const VOLLEY: Arrow = Arrow { begin: 100, end: 120, head: 0, broad: 0, into: 0, bend: 0 };

/// Whose arrow it is; the second side's have a pale core.
pub fn arrow_style(second: bool, kind: &'static str) -> ArrowStyle {
    ArrowStyle { side: side(second), double: second, ties: false, kind }
}

/// A line of a volley.
pub fn volley(second: bool, path: Path) -> Shape {
    Shape::path(format!("{}-volley", side(second)), path)
}

impl TableMap {
    /// Who moved, fired and charged.
    pub(super) fn move_arrows(&self) -> Vec<Shape> {
        let layout = self.layout();
        let way = |action: &StepAction| {
            let ends = vec![layout.at(action.from), layout.at(action.to)];
            let shapes = match action.kind {
                StepActionKind::Volley => vec![volley(action.second, VOLLEY.through(ends, false)?.0)],
                StepActionKind::Move => {
                    let (path, head) = ARROW.through(ends, true)?;
                    arrow_style(action.second, "").drawn(&path, head)
                }
                StepActionKind::Charge => {
                    let (path, head) = CHARGE.through(ends, true)?;
                    arrow_style(action.second, "charge").drawn(&path, head)
                }
            };
            Some(Shape::new("course", Form::Group(shapes)).titled(action.about.clone()))
        };
        self.actions.iter().filter_map(way).collect()
    }

    /// Hits, where the names leave room for them.
    pub(super) fn hits_on(&self, labels: &mut Labels) -> Vec<Shape> {
        const NEAR: [(i32, i32); 9] =
            [(0, 0), (0, -260), (0, 260), (260, 0), (-260, 0), (260, -260), (-260, 260), (0, 520), (0, -520)];
        let mark = |(at, hits, whom): &([i32; 2], u32, String)| {
            let (middle, number) = (self.layout().at(*at), hits.to_string());
            let text = labels.place(&number, NEAR.map(|(x, y)| middle.by(x, y)))?;
            let star = Shape::path("burst", burst_of(text.by(0, -38), 80));
            let shapes = vec![star, Shape::text("hits", text, number)];
            Some(Shape::new("hits-mark", Form::Group(shapes)).titled(format!("{} on {whom}", plural(*hits, "hit"))))
        };
        self.hits.iter().filter_map(mark).collect()
    }

    /// The part of the table that the step was about.
    pub(super) fn affected(&self) -> Option<(Point, Point)> {
        let layout = self.layout();
        let actions = self.actions.iter().flat_map(|action| [action.from, action.to]);
        let points: Vec<Point> = actions.chain(self.hits.iter().map(|(at, ..)| *at)).map(|at| layout.at(at)).collect();
        let (corner, end) = bounds(points.into_iter())?;
        Some((corner.by(-500, -500), end.by(500, 500)))
    }
}
