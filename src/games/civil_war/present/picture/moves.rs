//! The ways that were gone in a step: arrows, of the Union one dark line with a full head, of the Confederacy a double line
//! with a pale head; the kind of way by how the line is broken. Each keeps to the right of the middle, several beside each
//! other, so that no two lie on one another.

use crate::sorted::{SortedMap, SortedSet};

use crate::report::svg::{Form, Path, Point, Shape};

use super::super::tracks::{Course, Tracks, Way};
use super::super::{vocabulary, water};
use super::Scene;
use crate::pack::{Side, Station};

/// How far from the middle the first way runs, and how far beside it the next.
const ASIDE: i32 = 45;
const LANE: i32 = 85;
/// The most ways beside each other; the next ones lie on the last.
const LANES: usize = 4;
/// How far from the middle of its first hex a way begins, and how far from the middle of its last its head ends.
const BEGIN: i32 = 95;
const END: i32 = 100;
/// The length of a head, and half its width.
const HEAD: i32 = 150;
const BROAD: i32 = 85;

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
            shapes.push(Shape::new("course", Form::Group(drawn)).titled(told(scene, course)));
        }
    }
    shapes
}

/// Where a station lies.
pub fn place(scene: &Scene, at: Station) -> Point {
    match at {
        Station::Hex(hex) => scene.frame.centre(hex),
        Station::Hexside(a, b) => scene.frame.centre(a).toward(scene.frame.centre(b), 50),
    }
}

/// What is told of a way.
fn told(scene: &Scene, course: &Course) -> String {
    let pack = &scene.rules.pack;
    let ends: Vec<String> = [course.points.first(), course.points.last()]
        .into_iter()
        .flatten()
        .map(|at| water::station(pack, *at))
        .collect();
    let steps = match course.points.len() {
        0..=2 => String::new(),
        points => format!(", {}", vocabulary::plural(u32::try_from(points - 1).unwrap_or(0), "step")),
    };
    let who = if course.who.is_empty() { String::new() } else { format!("{}, ", course.who) };
    format!("{}, {}: {who}{}{steps}", course.side.title(), words_of(course.way), ends.join(" to "))
}

/// A kind of way in words.
pub fn words_of(way: Way) -> &'static str {
    match way {
        Way::March => "march",
        Way::Rail => "by rail",
        Way::Water => "by water",
        Way::Attack => "attack",
        Way::Advance => "advance after combat",
        Way::Reaction => "reaction",
        Way::Retreat => "retreat",
    }
}

/// The parts of a way that are to be seen. Where it leaves the sheet or comes from beyond, it is drawn half of a step on.
fn lines(scene: &Scene, course: &Course) -> Vec<Line> {
    let seen = |at: Station| at.hexes().any(|hex| scene.holds(hex));
    let points: Vec<Point> = course.points.iter().map(|at| place(scene, *at)).collect();
    let mut lines = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    for (n, at) in course.points.iter().enumerate() {
        if seen(*at) {
            if line.is_empty() && n > 0 {
                line.push(points[n].toward(points[n - 1], 50));
            }
            line.push(points[n]);
        } else if !line.is_empty() {
            line.push(points[n - 1].toward(points[n], 50));
            lines.push(Line { points: std::mem::take(&mut line), headed: false });
        }
    }
    lines.push(Line { points: line, headed: true });
    if course.way == Way::Attack
        && let [Line { points, .. }] = lines.as_mut_slice()
        && let [from, to] = points.as_mut_slice()
    {
        *to = from.toward(*to, 58);
    }
    lines.retain(|line| line.points.len() > 1);
    lines
}

/// The direction from one point to another, in thousandths.
fn direction(from: Point, to: Point) -> (i32, i32) {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    normal(x, y)
}

/// The same direction a thousand long; none if there is none.
fn normal(x: i64, y: i64) -> (i32, i32) {
    let length = i64::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(1).max(1);
    let part = |part: i64| i32::try_from(part * 1000 / length).unwrap_or(0);
    (part(x), part(y))
}

/// A point so far in a direction, and so far to the right of it.
fn along(at: Point, (x, y): (i32, i32), ahead: i32, right: i32) -> Point {
    at.by((x * ahead - y * right) / 1000, (y * ahead + x * right) / 1000)
}

/// Points so far to the right of a line through these.
fn to_the_right(points: &[Point], off: i32) -> Vec<Point> {
    let heading = |n: usize| {
        let before = n.checked_sub(1).map(|before| direction(points[before], points[n]));
        let after = points.get(n + 1).map(|after| direction(points[n], *after));
        match (before, after) {
            (Some(one), Some(other)) => {
                let sum = normal(i64::from(one.0 + other.0), i64::from(one.1 + other.1));
                // Who turns back on his way turns on the right.
                if sum == (0, 0) { one } else { sum }
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => (0, 0),
        }
    };
    points.iter().enumerate().map(|(n, at)| along(*at, heading(n), 0, off)).collect()
}

fn distance(a: Point, b: Point) -> i32 {
    let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    i32::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(i32::MAX)
}

/// The shapes of a way so far to the right of its line.
fn arrow(side: Side, way: Way, line: Line, off: i32) -> Vec<Shape> {
    let mut points = to_the_right(&line.points, off);
    let [first, second, ..] = points.as_slice() else { return Vec::new() };
    let (first, second) = (*first, *second);
    points[0] = along(first, direction(first, second), BEGIN.min(distance(first, second) / 3), 0);
    let last = points.len() - 1;
    let (before, end) = (points[last - 1], points[last]);
    let heading = direction(before, end);
    let room = distance(before, end);
    let mut head = None;
    if line.headed {
        let back = if way == Way::Attack { 0 } else { END.min(room / 4) };
        let tip = along(end, heading, -back, 0);
        let base = along(tip, heading, -HEAD.min(room * 2 / 3), 0);
        head = Some([along(base, heading, 0, BROAD), tip, along(base, heading, 0, -BROAD)]);
        points[last] = along(base, heading, 20, 0);
    }
    if points.len() == 2 && way != Way::Attack {
        let middle = points[0].toward(points[1], 50);
        points.insert(1, along(middle, heading, 0, 45));
    }
    drawn(side, way, &Path::bend(&points), head)
}

/// A line and its head as they are drawn.
pub fn drawn(side: Side, way: Way, path: &Path, head: Option<[Point; 3]>) -> Vec<Shape> {
    let (line, head_class) = match side {
        Side::Union => ("union-way", "union-head"),
        Side::Confederate => ("confederate-way", "confederate-head"),
    };
    let broken = match way {
        Way::March => "",
        Way::Rail => " by-rail",
        Way::Water => " by-water",
        Way::Attack => " attack",
        Way::Advance => " advance",
        Way::Reaction => " reaction",
        Way::Retreat => " retreat",
    };
    let stroke = |class: String| Shape::path(class, path.clone());
    let mut shapes = vec![stroke("way-rim".to_owned())];
    if way == Way::Rail {
        shapes.push(stroke(format!("{line} way-ties")));
    }
    shapes.push(stroke(format!("{line}{broken}")));
    if side == Side::Confederate {
        shapes.push(stroke(format!("confederate-core{broken}")));
    }
    shapes.extend(head.map(|head| Shape::path(head_class, Path::area(&head))));
    shapes
}

/// A way as the legend shows it.
pub fn sample(at: Point, side: Side, way: Way) -> Vec<Shape> {
    let path = Path::line(&[at.by(-170, 0), at.by(60, 0)]);
    drawn(side, way, &path, Some([at.by(40, 75), at.by(175, 0), at.by(40, -75)]))
}
