//! Moves of a step as arrows, and some geometry for sheets. Lengths are in tenths of a pixel.

use super::{Path, Point, Shape};

/// The direction from one point to another, as a vector of length 1000; zero if they are equal.
pub fn heading(from: Point, to: Point) -> (i32, i32) {
    normal(i64::from(to.x - from.x), i64::from(to.y - from.y))
}

/// The same direction with length 1000; zero stays zero.
pub fn normal(x: i64, y: i64) -> (i32, i32) {
    let length = i64::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(1).max(1);
    let part = |part: i64| i32::try_from(part * 1000 / length).unwrap_or(0);
    (part(x), part(y))
}

/// A point offset in a direction: `ahead` along it and `right` to its right.
pub fn along(at: Point, (x, y): (i32, i32), ahead: i32, right: i32) -> Point {
    at.by((x * ahead - y * right) / 1000, (y * ahead + x * right) / 1000)
}

/// How far apart two points are.
pub fn distance(a: Point, b: Point) -> i32 {
    let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    i32::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(i32::MAX)
}

/// The upper left and lower right corners of the bounding box; `None` without points.
pub fn bounds(points: impl Iterator<Item = Point> + Clone) -> Option<(Point, Point)> {
    let (xs, ys) = (|| points.clone().map(|at| at.x), || points.clone().map(|at| at.y));
    Some((Point { x: xs().min()?, y: ys().min()? }, Point { x: xs().max()?, y: ys().max()? }))
}

/// How an arrow is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// How far after its first point it begins, and how far before its last the tip is.
    pub begin: i32,
    pub end: i32,
    /// The length of the head, and half its width.
    pub head: i32,
    pub broad: i32,
    /// How far the line extends into the head.
    pub into: i32,
    /// How far a line between two points is bent to the right; 0 for straight.
    pub bend: i32,
}

impl Arrow {
    /// The line through points, and the corners of its head if it has one. `None` for fewer than two points.
    pub fn through(&self, mut points: Vec<Point>, headed: bool) -> Option<(Path, Option<[Point; 3]>)> {
        let [first, second, ..] = points[..] else { return None };
        points[0] = along(first, heading(first, second), self.begin.min(distance(first, second) / 3), 0);
        let last = points.len() - 1;
        let (before, end) = (points[last - 1], points[last]);
        let (way, room) = (heading(before, end), distance(before, end));
        let mut head = None;
        if headed {
            let tip = along(end, way, -self.end.min(room / 4), 0);
            let base = along(tip, way, -self.head.min(room * 2 / 3), 0);
            head = Some([along(base, way, 0, self.broad), tip, along(base, way, 0, -self.broad)]);
            points[last] = along(base, way, self.into, 0);
        }
        if points.len() == 2 && self.bend != 0 {
            let middle = points[0].toward(points[1], 50);
            points.insert(1, along(middle, way, 0, self.bend));
        }
        Some((Path::bend(&points), head))
    }
}

/// The look of an arrow: the classes of its side (`union-way`, `union-head`) and of its kind.
#[derive(Clone, Copy, Debug)]
pub struct ArrowStyle {
    /// The prefix of the side's classes.
    pub side: &'static str,
    /// Whether a second, pale line runs inside the first, which tells the sides apart without colors.
    pub double: bool,
    /// Whether ties are drawn under the line, as for a railroad.
    pub ties: bool,
    /// An extra class for the kind of move, such as a dashed line.
    pub kind: &'static str,
}

impl ArrowStyle {
    /// The shapes of a line and its head.
    pub fn drawn(&self, path: &Path, head: Option<[Point; 3]>) -> Vec<Shape> {
        let ArrowStyle { side, double, ties, kind } = *self;
        let kind = if kind.is_empty() { String::new() } else { format!(" {kind}") };
        let stroke = |class: String| Shape::path(class, path.clone());
        let mut shapes = vec![stroke("way-rim".to_owned())];
        if ties {
            shapes.push(stroke(format!("{side}-way way-ties")));
        }
        shapes.push(stroke(format!("{side}-way{kind}")));
        if double {
            shapes.push(stroke(format!("{side}-core{kind}")));
        }
        shapes.extend(head.map(|head| Shape::path(format!("{side}-head"), Path::area(&head))));
        shapes
    }
}

/// An eight-pointed star centred at a point: a combat.
pub fn burst(at: Point) -> Path {
    burst_of(at, 100)
}

/// The same, at a size in percent.
pub fn burst_of(at: Point, hundredths: i32) -> Path {
    const RAYS: [(i32, i32); 16] = [
        (0, -190),
        (45, -110),
        (135, -135),
        (110, -45),
        (190, 0),
        (110, 45),
        (135, 135),
        (45, 110),
        (0, 190),
        (-45, 110),
        (-135, 135),
        (-110, 45),
        (-190, 0),
        (-110, -45),
        (-135, -135),
        (-45, -110),
    ];
    Path::area(&RAYS.map(|(x, y)| at.by(x * hundredths / 100, y * hundredths / 100)))
}
