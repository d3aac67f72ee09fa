//! The table of a card game with two battle lines: the second side's above, the first's below. Each position has the
//! cards of both sides and, between them, a row for its terrain; whatever is off the table is at the edges. Drawn as a
//! picture, or as text ([`LineMap::text`]).

mod cards;
mod layout;
mod legend;
mod model;
mod step;
mod style;
mod table;
mod text;

use super::svg::{self, Details, FixedParts, Path, Point, Role, Shape, Sheet, layers, style as base};
use super::targets::rectangle;
use layout::Layout;
pub use model::{LineMap, LinePosition, Mark, Spot, Strip};

const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("positions", Role::Ground, Details::Always),
    ("holders", Role::Position, Details::Always),
    ("terrain-cards", Role::Position, Details::Always),
    ("cards", Role::Position, Details::Always),
    ("edges", Role::Position, Details::Always),
    ("moves", Role::Step, Details::Always),
    ("fire", Role::Step, Details::Always),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

/// The middle of a position in the picture of lines with this many columns.
pub fn middle(columns: usize, spot: Spot) -> Point {
    Layout::of(columns).middle(spot)
}

impl Sheet for LineMap {
    fn fixed_parts(&self) -> FixedParts<'_> {
        FixedParts {
            title: &self.title,
            about: self.words(),
            width: layout::WIDTH,
            style: &[base::BASE, style::STYLE],
            layers: LAYERS,
            heading: Point { x: layout::MARGIN, y: 430 },
            key: layout::KEY,
            grid: layout::GRID,
            entries: legend::entries(self),
            shapes: vec![("positions", self.positions())],
        }
    }

    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)> {
        let layout = self.layout();
        let (mut holders, mut terrain, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
        for (spot, stand) in self.iter_positions() {
            let corner = layout.corner(spot);
            if stand.engaged {
                holders.push(Shape::rect("engaged", corner, layout.width, layout::POSITION));
            }
            let holder = corner.by(layout.width - 60, 165);
            let held = if stand.engaged { "both" } else { stand.holder_word() };
            holders.push(Shape::text(layout.named("holder"), holder, held));
            terrain.extend(cards::terrain(stand, spot, layout));
            for second in [false, true] {
                drawn.extend(cards::zone(self, stand, (spot, second), layout));
            }
        }
        vec![
            ("holders", holders),
            ("terrain-cards", terrain),
            ("cards", drawn),
            ("edges", self.edges()),
            ("moves", step::move_arrows(self, layout)),
            ("fire", step::hits(self, layout)),
        ]
    }

    fn focus(&self) -> Option<(Point, Point)> {
        step::focus(self, self.layout())
    }
}

impl LineMap {
    fn layout(&self) -> Layout {
        Layout::of(self.columns())
    }

    /// The corners of a position.
    pub fn position_outline(&self, spot: Spot) -> Vec<Point> {
        let layout = self.layout();
        rectangle(layout.corner(spot), layout.width, layout::POSITION)
    }

    /// The cards of a side in a position, each with its corners; none for one that has no room there.
    pub fn card_outlines(&self, spot: Spot, second: bool) -> Vec<(&Strip, Vec<Point>)> {
        let Some(stand) = self.lines[usize::from(spot.second)].get(spot.column) else { return Vec::new() };
        let zone = cards::Zone::of(stand, (spot, second), self.layout());
        let outlines = zone.outlines().chain(std::iter::repeat_with(Vec::new));
        stand.cards[usize::from(second)].iter().zip(outlines).collect()
    }

    /// The positions with their names, and the Centerline.
    fn positions(&self) -> Vec<Shape> {
        let layout = self.layout();
        let mut shapes = Vec::new();
        for (spot, stand) in self.iter_positions() {
            let (corner, class) = (layout.corner(spot), format!("{}-ground", model::side(spot.second)));
            shapes.push(Shape::rect(class, corner, layout.width, layout::POSITION));
            shapes.push(Shape::text(layout.named("position-name"), corner.by(60, 165), stand.name.as_str()));
        }
        let y = layout::BAND + layout::BAND_HIGH / 2;
        let (left, right) = (layout::MARGIN, layout::WIDTH - layout::MARGIN);
        shapes.push(Shape::path("centerline", Path::line(&[Point { x: left, y }, Point { x: right, y }])));
        shapes
    }

    /// What each side has off the table, at its edge; and when it is.
    fn edges(&self) -> Vec<Shape> {
        let when = Shape::text("when", Point { x: layout::MARGIN, y: 680 }, self.subtitle.as_str());
        let mut shapes = vec![when];
        for (second, words) in [false, true].into_iter().zip(&self.off) {
            let side = model::side(second);
            let y = if second { layout::SECOND_EDGE } else { layout::FIRST_EDGE };
            let corner = Point { x: layout::MARGIN, y };
            let wide = layout::WIDTH - 2 * layout::MARGIN;
            shapes.push(Shape::rect(format!("{side}-edge"), corner, wide, layout::EDGE_HIGH));
            shapes.push(Shape::text(format!("edge {side}-ink"), corner.by(100, 210), words.as_str()));
        }
        shapes
    }
}
