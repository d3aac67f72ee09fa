//! The table of a miniatures game: ground, units as their bases with smoke, disorder and ammunition, each side's card
//! piles at its edge, and the events of a step. Drawn as a picture, or as text ([`TableMap::text`]).

pub mod layout;
mod legend;
pub mod lengths;
mod model;
mod step;
mod style;
pub mod text;
pub mod units;

use super::grammar::plural;
use super::svg::labels::Labels;
use super::svg::{self, Details, FixedParts, Form, Measure, Path, Point, Role, Shape, Sheet, layers, style as base};
use super::targets::rectangle;
use crate::pack::table::Ground;
use layout::Layout;
pub use model::{StepAction, StepActionKind, TableMap, TableUnit, letters};

const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("terrain", Role::Ground, Details::Always),
    ("placed", Role::Position, Details::Always),
    ("edges", Role::Position, Details::Always),
    ("units", Role::Position, Details::Always),
    ("ground-names", Role::Ground, Details::Always),
    ("moves", Role::Step, Details::Always),
    ("unit-names", Role::Position, Details::Always),
    ("fire", Role::Step, Details::Always),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

/// A place of a table of a size on its picture.
pub fn spot(size: [i32; 2], at: [i32; 2]) -> Point {
    Layout::of(size).at(at)
}

impl Sheet for TableMap {
    fn fixed_parts(&self) -> FixedParts<'_> {
        let layout = self.layout();
        let (ground, names) = self.terrain(&mut self.empty());
        FixedParts {
            title: &self.title,
            about: self.about.clone(),
            width: layout::WIDTH,
            style: &[base::BASE, style::STYLE],
            layers: LAYERS,
            heading: Point { x: layout::MARGIN, y: 430 },
            key: layout.key(),
            grid: layout::GRID,
            entries: legend::entries(self.sides),
            shapes: vec![("terrain", ground), ("ground-names", names)],
        }
    }

    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)> {
        let layout = self.layout();
        let mut labels = self.empty();
        // The names of the ground stay where they are.
        self.terrain(&mut labels);
        let drawn: Vec<units::Drawn> = self.units.iter().map(|unit| units::Drawn::new(layout, unit)).collect();
        drawn.iter().for_each(|drawn| labels.take(drawn.room()));
        let (mut pieces, mut words) = (Vec::new(), Vec::new());
        for (unit, drawn) in self.units.iter().zip(drawn) {
            pieces.push(units::shapes(drawn, unit));
            words.extend(units::name(&mut labels, drawn, unit));
        }
        let placed = self.placed.iter().map(|at| placed(layout, *at)).collect();
        let hits = self.hits_on(&mut labels);
        let ways = self.move_arrows();
        vec![
            ("placed", placed),
            ("edges", self.edges()),
            ("units", pieces),
            ("unit-names", words),
            ("moves", ways),
            ("fire", hits),
        ]
    }

    fn focus(&self) -> Option<(Point, Point)> {
        self.affected()
    }

    fn measure(&self) -> Option<Measure> {
        let layout = self.layout();
        let size = [layout.wide, layout.high];
        Some(Measure { corner: layout.corner().by(0, layout.high), size, units: self.size })
    }
}

impl TableMap {
    /// The units, each with the corners of the room that it takes.
    pub fn unit_outlines(&self) -> impl Iterator<Item = (&TableUnit, Vec<Point>)> {
        self.units.iter().map(|unit| {
            let (corner, end) = units::Drawn::new(self.layout(), unit).room();
            (unit, rectangle(corner, end.x - corner.x, end.y - corner.y))
        })
    }

    fn empty(&self) -> Labels {
        let layout = self.layout();
        Labels::within(layout.corner(), layout.corner().by(layout.wide, layout.high))
    }

    /// The ground, and its names where there is room for them. Lines lie over areas.
    fn terrain(&self, labels: &mut Labels) -> (Vec<Shape>, Vec<Shape>) {
        let layout = self.layout();
        let mut shapes = vec![Shape::rect("field", layout.corner(), layout.wide, layout.high)];
        let mut words = Vec::new();
        let (lines, areas): (Vec<&Ground>, Vec<&Ground>) = self.ground.iter().partition(|ground| ground.kind.is_line());
        for ground in areas.into_iter().chain(lines) {
            let points: Vec<Point> = ground.points.iter().map(|at| layout.at(*at)).collect();
            let path = if ground.kind.is_line() { Path::line(&points) } else { Path::area(&points) };
            shapes.push(Shape::path(lengths::word(ground.kind), path).titled(ground.name.clone()));
            let count = i32::try_from(points.len()).unwrap_or(1).max(1);
            let sum = points.iter().fold(Point::default(), |sum, point| sum.by(point.x, point.y));
            let middle = Point { x: sum.x / count, y: sum.y / count };
            words.extend(labels.name(
                "ground-name rim",
                &ground.name,
                middle,
                if ground.kind.is_line() { 90 } else { 0 },
            ));
        }
        (shapes, words)
    }

    /// The piles of each side at its edge; and when it is.
    fn edges(&self) -> Vec<Shape> {
        let when = Shape::text("when", Point { x: layout::MARGIN, y: 680 }, self.subtitle.clone());
        let mut shapes = vec![when];
        for (second, name) in [false, true].into_iter().zip(self.sides) {
            let (corner, side) = (self.layout().edge(second == self.second_above), model::side(second));
            let wide = layout::WIDTH - 2 * layout::MARGIN;
            shapes.push(Shape::rect(format!("{side}-edge"), corner, wide, layout::EDGE));
            shapes.push(Shape::text(format!("edge {side}-ink"), corner.by(100, 310), name));
            for (n, (pile, counts)) in (0..).zip(&self.piles) {
                let (at, count) = (corner.by(1500 + n * 1420, 60), counts[usize::from(second)]);
                let card = if count == 0 { "no-card".to_owned() } else { format!("{side}-card") };
                let mut parts = vec![Shape::rect(card, at, 300, 400)];
                // A pile is thicker than a card.
                parts.extend((count > 1).then(|| Shape::rect(format!("{side}-card"), at.by(-25, -25), 300, 400)));
                parts.push(Shape::text("count", at.by(150, 235), count.to_string()));
                parts.push(Shape::text(format!("pile {side}-ink"), at.by(370, 235), *pile));
                let cards = plural(u32::try_from(count).unwrap_or(u32::MAX), "card");
                let title = format!("{name}, {pile}: {cards}");
                shapes.push(Shape::new("pile-of-cards", Form::Group(parts)).titled(title));
            }
        }
        shapes
    }
}

/// A patch of rough ground that was placed, two base widths across.
fn placed(layout: Layout, at: [i32; 2]) -> Shape {
    let corners = [(-10, -3), (-4, -9), (6, -8), (10, 1), (5, 8), (-6, 8)];
    let corners = corners.map(|(x, y)| layout.at(at).by(layout.length(x), layout.length(y)));
    Shape::path("rough", Path::area(&corners)).titled("rough ground that was placed")
}
