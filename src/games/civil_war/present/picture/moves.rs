//! Movements of a step as arrows: the Union's as one dark line with a solid head, the Confederacy's as a double line
//! with a pale head; dashes show the kind of movement. Each keeps to the right of the middle, several side by side, so
//! that no two lines overlap.

use crate::sorted::{SortedMap, SortedSet};

use crate::report::svg::arrows::{Arrow, ArrowStyle, along, heading, normal};
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::tracks::{Course, MoveKind, Tracks};
use super::super::{naval_text, vocabulary};
use super::Scene;
use crate::board::Hex;
use crate::pack::{HexsideKind, Side, Station, Terrain};

/// How far from the middle the first path runs, and how far beside it the next.
const ASIDE: i32 = 45;
const LANE: i32 = 85;
/// The maximum number of paths side by side; further ones overlap the last.
const LANES: usize = 4;
const ARROW: Arrow = Arrow { begin: 95, end: 100, head: 150, broad: 85, into: 20, bend: 45 };

/// A way as a line, and whether it has its head at the end.
struct Line {
    points: Vec<Point>,
    headed: bool,
}

/// The ways, the first below.
pub fn courses(scene: &Scene, trail: &Tracks) -> Vec<Shape> {
    let mut taken: SortedMap<(Station, Station), SortedSet<usize>> = SortedMap::new();
    let mut shapes = Vec::new();
    for course in &trail.courses {
        let steps = || course.points.windows(2).map(|pair| (pair[0], pair[1]));
        let free = |lane: &usize| !steps().any(|step| taken.get(&step).is_some_and(|lanes| lanes.contains(lane)));
        let lane = (0..LANES - 1).find(free).unwrap_or(LANES - 1);
        steps().for_each(|step| {
            taken.entry(step).or_default().insert(lane);
        });
        let off = ASIDE + LANE * i32::try_from(lane).unwrap_or(0);
        let drawn: Vec<Shape> =
            lines(scene, course).into_iter().flat_map(|line| arrow(course.side, course.way, line, off)).collect();
        if !drawn.is_empty() {
            shapes.push(Shape::new("course", Form::Group(drawn)).titled(course_title(scene, course)));
        }
    }
    shapes
}

/// Where a station lies.
pub fn place(scene: &Scene, at: Station) -> Point {
    match at {
        Station::Hex(hex) => scene.centre(hex),
        Station::Hexside(a, b) => scene.centre(a).toward(scene.centre(b), 50),
    }
}

/// Where ships pass that go through a hex: in its middle at sea, off the shore of a coastal one, else toward its river.
fn offshore(scene: &Scene, hex: Hex) -> Point {
    let centre = scene.centre(hex);
    let sea = |hex: &Hex| scene.map().hex(*hex).is_some_and(|data| data.terrain == Terrain::AllSea);
    if sea(&hex) {
        return centre;
    }
    let river =
        |there: &Hex| scene.map().hexside(hex, *there).is_some_and(|side| side.kind == HexsideKind::NavigableRiver);
    let mut shores: Vec<Point> = hex.neighbors().filter(sea).map(|there| scene.centre(there)).collect();
    if shores.is_empty() {
        shores = hex.neighbors().filter(river).map(|there| scene.centre(there)).collect();
    }
    let Ok(count @ 1..) = i32::try_from(shores.len()) else { return centre };
    let middle = Point {
        x: shores.iter().map(|at| at.x).sum::<i32>() / count,
        y: shores.iter().map(|at| at.y).sum::<i32>() / count,
    };
    centre.toward(middle, 45)
}

/// The description of a way.
fn course_title(scene: &Scene, course: &Course) -> String {
    let pack = &scene.rules.pack;
    let ends: Vec<String> = [course.points.first(), course.points.last()]
        .into_iter()
        .flatten()
        .map(|at| naval_text::station(pack, *at))
        .collect();
    let steps = match course.points.len() {
        0..=2 => String::new(),
        points => format!(", {}", vocabulary::plural(u32::try_from(points - 1).unwrap_or(0), "step")),
    };
    let who = if course.who.is_empty() { String::new() } else { format!("{}, ", course.who) };
    format!("{}, {}: {who}{}{steps}", course.side.title(), words_of(course.way), ends.join(" to "))
}

/// A kind of way in words.
pub fn words_of(way: MoveKind) -> &'static str {
    match way {
        MoveKind::March => "march",
        MoveKind::Rail => "by rail",
        MoveKind::Water => "by water",
        MoveKind::Attack => "attack",
        MoveKind::Advance => "advance after combat",
        MoveKind::Reaction => "reaction",
        MoveKind::Retreat => "retreat",
    }
}

/// The visible parts of a path. Where it leaves the sheet or comes from outside, half a step is drawn beyond.
fn lines(scene: &Scene, course: &Course) -> Vec<Line> {
    let seen = |at: Station| at.hexes().any(|hex| scene.contains(hex));
    let last = course.points.len().saturating_sub(1);
    let points: Vec<Point> = course
        .points
        .iter()
        .enumerate()
        .map(|(n, at)| match at {
            Station::Hex(hex) if course.way == MoveKind::Water && n > 0 && n < last => offshore(scene, *hex),
            _ => place(scene, *at),
        })
        .collect();
    let mut lines = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    for (n, at) in course.points.iter().enumerate() {
        // A voyage beyond the map is drawn as far as its edge, and from where it comes back.
        let beyond = n > 0 && course.way == MoveKind::Water && !are_near(course.points[n - 1], *at);
        if beyond && !line.is_empty() {
            lines.push(Line { points: std::mem::take(&mut line), headed: false });
        }
        if seen(*at) {
            if line.is_empty() && n > 0 && !beyond {
                line.push(points[n].toward(points[n - 1], 50));
            }
            line.push(points[n]);
        } else if !line.is_empty() {
            line.push(points[n - 1].toward(points[n], 50));
            lines.push(Line { points: std::mem::take(&mut line), headed: false });
        }
    }
    lines.push(Line { points: line, headed: true });
    if course.way == MoveKind::Attack
        && let [Line { points, .. }] = lines.as_mut_slice()
        && let [from, to] = points.as_mut_slice()
    {
        *to = from.toward(*to, 58);
    }
    lines.retain(|line| line.points.len() > 1);
    lines
}

/// Whether ships go from one station to the other in a step.
fn are_near(one: Station, other: Station) -> bool {
    one.hexes().any(|a| other.hexes().any(|b| a == b || a.adjacent(b)))
}

/// Points so far to the right of a line through these.
fn to_the_right(points: &[Point], off: i32) -> Vec<Point> {
    let toward = |n: usize| {
        let before = n.checked_sub(1).map(|before| heading(points[before], points[n]));
        let after = points.get(n + 1).map(|after| heading(points[n], *after));
        match (before, after) {
            (Some(one), Some(other)) => {
                let sum = normal(i64::from(one.0 + other.0), i64::from(one.1 + other.1));
                // A force that turns back on its path turns on the right.
                if sum == (0, 0) { one } else { sum }
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => (0, 0),
        }
    };
    points.iter().enumerate().map(|(n, at)| along(*at, toward(n), 0, off)).collect()
}

/// The shapes of a path at this distance to the right of its line.
fn arrow(side: Side, way: MoveKind, line: Line, off: i32) -> Vec<Shape> {
    let arrow = match way {
        MoveKind::Attack => Arrow { end: 0, bend: 0, ..ARROW },
        _ => ARROW,
    };
    let drawn_line = arrow.through(to_the_right(&line.points, off), line.headed);
    drawn_line.map(|(path, head)| drawn(side, way, &path, head)).unwrap_or_default()
}

/// A line and its head as they are drawn.
pub fn drawn(side: Side, way: MoveKind, path: &Path, head: Option<[Point; 3]>) -> Vec<Shape> {
    let kind = match way {
        MoveKind::March => "",
        MoveKind::Rail => "by-rail",
        MoveKind::Water => "by-water",
        MoveKind::Attack => "attack",
        MoveKind::Advance => "advance",
        MoveKind::Reaction => "reaction",
        MoveKind::Retreat => "retreat",
    };
    let double = side == Side::Confederate;
    ArrowStyle { side: side.as_str(), double, ties: way == MoveKind::Rail, kind }.drawn(path, head)
}

/// A way as the legend shows it.
pub fn sample(at: Point, side: Side, way: MoveKind) -> Vec<Shape> {
    let path = Path::line(&[at.by(-170, 0), at.by(60, 0)]);
    drawn(side, way, &path, Some([at.by(40, 75), at.by(175, 0), at.by(40, -75)]))
}
