//! Units as their bases, two deep and to the scale of the table, with where they look and their markers.

use crate::report::svg::arrows::{along, bounds, normal};
use crate::report::svg::labels::Labels;
use crate::report::svg::{Form, Path, Point, Shape};

use super::layout::Layout;
use super::model::TableUnit;
use crate::board::table::{Ammunition, Arm, formation};

/// The direction in which a unit faces, as a vector of length 1000. The sine is Bhaskara's approximation in integers:
/// the same on every machine.
pub fn direction(degrees: u16) -> (i32, i32) {
    let sine = |degrees: i64| {
        let (half, sign) = (degrees % 180, if degrees % 360 < 180 { 1 } else { -1 });
        let product = half * (180 - half);
        sign * 4000 * product / (40500 - product)
    };
    let degrees = i64::from(degrees);
    normal(sine(degrees), -sine(degrees + 90))
}

/// How wide a base is drawn, in hundredths of its width to the scale of the table: units whose fronts touch stay apart.
const PART: i32 = 84;

/// A unit on the picture: the middle of its front, where it looks, and how large it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    front: Point,
    way: (i32, i32),
    base: i32,
    files: i32,
    ranks: i32,
}

impl Drawn {
    /// As it stands, with the room of all the bases that it began with.
    pub fn new(layout: Layout, unit: &TableUnit) -> Drawn {
        let (files, ranks) = formation(unit.began.max(unit.bases));
        Drawn {
            front: layout.at(unit.at.place()),
            way: direction(unit.at.facing),
            base: layout.base() * PART / 100,
            files,
            ranks,
        }
    }

    /// A point so far ahead of its front and to the right.
    fn by(self, ahead: i32, right: i32) -> Point {
        along(self.front, self.way, ahead, right)
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        self.by(-self.ranks * self.base / 2, 0)
    }

    /// The corners of the room that it takes.
    pub fn room(self) -> (Point, Point) {
        let (aside, deep) = (self.files * self.base / 2 + 40, self.ranks * self.base + 90);
        let corners =
            [(90, aside), (90, -aside), (-deep, aside), (-deep, -aside)].map(|(ahead, right)| self.by(ahead, right));
        bounds(corners.into_iter()).unwrap_or((self.front, self.front))
    }

    /// How far its name stands from its middle.
    fn off(self) -> i32 {
        let (corner, end) = self.room();
        (end.y - corner.y) / 2 + 70
    }
}

/// The square of a base; one with cut corners for the second side.
pub fn base(at: Point, way: (i32, i32), half: i32, second: bool, class: impl Into<String>) -> Shape {
    let cut = if second { half * 2 / 5 } else { 0 };
    let corner = |(ahead, right): (i32, i32)| along(at, way, ahead, right);
    let corners: Vec<Point> = match cut {
        0 => [(half, half), (-half, half), (-half, -half), (half, -half)].map(corner).to_vec(),
        _ => {
            let short = half - cut;
            let corners =
                [(half, short), (short, half), (-short, half), (-half, short), (-half, -short), (-short, -half)];
            corners.into_iter().chain([(short, -half), (half, -short)]).map(corner).collect()
        }
    };
    Shape::path(class, Path::area(&corners))
}

/// The mark of an arm on a base: a slash for cavalry, a dot for artillery.
fn arm(at: Point, way: (i32, i32), half: i32, kind: Arm, side: &str) -> Option<Shape> {
    match kind {
        Arm::Infantry => None,
        Arm::Cavalry => {
            let ends = [along(at, way, -half, -half), along(at, way, half, half)];
            Some(Shape::path(format!("{side}-line"), Path::line(&ends)))
        }
        Arm::Artillery => Some(Shape::circle(format!("{side}-dot"), at, half / 2)),
    }
}

/// A unit with its markers, and its name where there is room.
pub fn shapes(drawn: Drawn, unit: &TableUnit) -> Shape {
    let side = unit.side();
    let Drawn { way, base: size, files, ranks, .. } = drawn;
    let half = size * 45 / 100;
    let mut shapes = Vec::new();
    for n in 0..i32::from(unit.began.max(unit.bases)) {
        let (rank, file) = (n / files, n % files);
        let at = drawn.by(-rank * size - size / 2, (2 * file - files + 1) * size / 2);
        let left = n < i32::from(unit.bases);
        let class = if left { format!("{side}-base") } else { "lost-base".to_owned() };
        shapes.push(base(at, way, half, unit.second, class));
        shapes.extend(arm(at, way, half, unit.arm, side).filter(|_| left));
    }
    // Where it looks.
    let tip = [drawn.by(0, -size / 3), drawn.by(80, 0), drawn.by(0, size / 3)];
    shapes.push(Shape::path(format!("{side}-front"), Path::area(&tip)));
    let (aside, rear) = (files * size / 2, -ranks * size - 45);
    if unit.smoke {
        shapes.extend((-1..=1).map(|n| Shape::circle("smoke", drawn.by(85, n * aside * 2 / 3), 62)));
    }
    if unit.disorder {
        shapes.push(disorder(drawn.by(rear, -aside + 60)));
    }
    shapes.extend(ammunition(drawn.by(rear, aside - 60), unit.ammunition));
    shapes.extend(unit.barred.then(|| Shape::circle("barred", drawn.middle(), size * 3 / 2)));
    Shape::new("piece", Form::Group(shapes)).titled(unit.about.clone())
}

/// The name of a unit beside it, or its letter where only that has room.
pub fn name(labels: &mut Labels, drawn: Drawn, unit: &TableUnit) -> Vec<Shape> {
    let class = format!("{}-name", unit.side());
    match labels.name(&class, &unit.name, drawn.middle(), drawn.off()) {
        none if none.is_empty() => labels.name(&class, &unit.letter.to_string(), drawn.middle(), drawn.off()),
        shapes => shapes,
    }
}

/// The marker of disorder about a point.
pub fn disorder(at: Point) -> Shape {
    let zigzag = [(-75, 35), (-40, -35), (0, 35), (40, -35), (75, 35)].map(|(x, y)| at.by(x, y));
    Shape::path("disorder", Path::line(&zigzag))
}

/// The marker of low or no ammunition about a point.
pub fn ammunition(at: Point, left: Ammunition) -> Vec<Shape> {
    let case = |class: &str| Shape::rect(class, at.by(-50, -40), 100, 80);
    match left {
        Ammunition::Full => Vec::new(),
        Ammunition::Low => vec![case("ammunition-low"), Shape::rect("ammunition-left", at.by(-50, 0), 100, 40)],
        Ammunition::Out => {
            let cross = Path::joined(&[vec![at.by(-50, -40), at.by(50, 40)], vec![at.by(-50, 40), at.by(50, -40)]]);
            vec![case("ammunition-out"), Shape::path("ammunition-none", cross)]
        }
    }
}
