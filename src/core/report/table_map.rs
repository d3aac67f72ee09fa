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
use super::svg::arrows::bounds;
use super::svg::labels::{Labels, SIZE};
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
    ("ground-names", Role::Position, Details::Always),
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
            shapes: vec![("terrain", self.terrain())],
        }
    }

    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)> {
        let layout = self.layout();
        let mut labels = Labels::within(layout.corner(), layout.corner().by(layout.wide, layout.high));
        let drawn: Vec<units::Drawn> = self.units.iter().map(|unit| units::Drawn::new(layout, unit)).collect();
        drawn.iter().for_each(|drawn| labels.take(drawn.room()));
        let (mut pieces, mut words) = (Vec::new(), Vec::new());
        for (unit, drawn) in self.units.iter().zip(drawn) {
            pieces.push(units::shapes(drawn, unit));
            words.extend(units::name(&mut labels, drawn, unit));
        }
        // What stands on the ground changes, so its names go where there is room at the moment.
        let ground = self.ground.iter().flat_map(|ground| ground_name(layout, &mut labels, ground)).collect();
        let placed = self.placed.iter().map(|at| placed(layout, *at)).collect();
        let hits = self.hits_on(&mut labels);
        let ways = self.move_arrows();
        vec![
            ("placed", placed),
            ("edges", self.edges()),
            ("units", pieces),
            ("unit-names", words),
            ("ground-names", ground),
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

    /// The ground; lines lie over areas.
    fn terrain(&self) -> Vec<Shape> {
        let layout = self.layout();
        let mut shapes = vec![Shape::rect("field", layout.corner(), layout.wide, layout.high)];
        let (lines, areas): (Vec<&Ground>, Vec<&Ground>) = self.ground.iter().partition(|ground| ground.kind.is_line());
        for ground in areas.into_iter().chain(lines) {
            let points = corners(layout, ground);
            let path = if ground.kind.is_line() { Path::line(&points) } else { Path::area(&points) };
            shapes.push(Shape::path(lengths::word(ground.kind), path).titled(ground.name.clone()));
        }
        shapes
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

fn corners(layout: Layout, ground: &Ground) -> Vec<Point> {
    ground.points.iter().map(|at| layout.at(*at)).collect()
}

/// The name of a piece of ground, if there is room for it: in the middle of an area, elsewhere in it, or outside with a line
/// that leads to it; beside a line, from its middle outward.
fn ground_name(layout: Layout, labels: &mut Labels, ground: &Ground) -> Vec<Shape> {
    const CLASS: &str = "ground-name rim";
    const STEPS: [i32; 9] = [0, -1, 1, -2, 2, -3, 3, -4, 4];
    let points = corners(layout, ground);
    let Some((corner, end)) = bounds(points.iter().copied()) else { return Vec::new() };
    let middle = Point { x: (corner.x + end.x) / 2, y: (corner.y + end.y) / 2 };
    let spots: Vec<Point> = if ground.kind.is_line() {
        let parts = points.windows(2).flat_map(|ends| {
            let [from, to] = [ends[0], ends[1]];
            STEPS.map(|part| from.by((to.x - from.x) * (part + 5) / 10, (to.y - from.y) * (part + 5) / 10))
        });
        parts.flat_map(|at| [130, -90].map(|down| at.by(0, down))).collect()
    } else {
        let rows = STEPS.map(|row| middle.y + (end.y - corner.y - 160) * row / 8);
        let within = |y: i32| STEPS.map(|part| Point { x: middle.x + (end.x - corner.x) * part / 10, y });
        rows.into_iter().flat_map(within).collect()
    };
    match labels.place(&ground.name, spots.into_iter().map(|at| at.by(0, SIZE / 4))) {
        Some(at) => vec![Shape::text(CLASS, at, ground.name.clone())],
        None => labels.name(CLASS, &ground.name, middle, (end.y - corner.y) / 2 + 70),
    }
}

/// A patch of rough ground that was placed, two base widths across.
fn placed(layout: Layout, at: [i32; 2]) -> Shape {
    let corners = [(-10, -3), (-4, -9), (6, -8), (10, 1), (5, 8), (-6, 8)];
    let corners = corners.map(|(x, y)| layout.at(at).by(layout.length(x), layout.length(y)));
    Shape::path("rough", Path::area(&corners)).titled("rough ground that was placed")
}
