//! What runs along and across hexsides: rivers, mountains, passes, roads, railroads.

use crate::sorted::SortedMap;

use crate::board::Direction;
use crate::report::svg::{Path, Point, Shape};

use super::super::hexside_lines::{Pair, in_line};
use super::super::vocabulary;
use super::Scene;
use super::frame::{SIDE, aside};
use super::labels::{Anchor, Labels};
use crate::pack::{Hexside, HexsideKind};

/// How many hexsides there are between two names of a river, at least.
const APART: usize = 16;
/// How many hexsides a name runs along.
const SPAN: usize = 3;
/// The size of a river's name.
const RIVER: i32 = 92;
/// The size of a pass's name.
const PASS: i32 = 82;

/// Hexsides of one kind and name.
type Courses<'a> = SortedMap<(HexsideKind, &'a str), Vec<(Pair, &'a Hexside)>>;

/// The hexsides that are to be seen. Where the ground is drawn in outline nothing but a navigable river has a name.
fn courses<'a>(scene: &Scene<'a>) -> Courses<'a> {
    let named = |kind: HexsideKind| scene.told.is_none() || kind == HexsideKind::NavigableRiver;
    let mut courses = Courses::new();
    for (pair, side) in scene.map().hexsides().filter(|((a, b), _)| scene.holds(*a) || scene.holds(*b)) {
        let name = if named(side.kind) { side.name.as_str() } else { "" };
        courses.entry((side.kind, name)).or_default().push((pair, side));
    }
    courses
}

/// The ends of a hexside.
pub fn ends(scene: &Scene, (a, b): Pair) -> Option<[Point; 2]> {
    Some(scene.side(a, a.direction_to(b)?))
}

/// Rivers: thin where no ship goes, thick where ships go, with a light middle where those of the ocean do not.
pub fn rivers(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut shallow = Vec::new();
    for ((kind, name), sides) in courses(scene) {
        let class = match kind {
            HexsideKind::River => "river",
            HexsideKind::NavigableRiver => "navigable",
            _ => continue,
        };
        let mut course = Vec::new();
        let mut title = format!("{name}, {}", vocabulary::hexside(kind));
        if let Some((_, side)) = sides.iter().find(|(_, side)| side.source.is_reconstructed()) {
            title = scene.told(title, &side.source);
        }
        for (pair, side) in sides {
            let Some(ends) = ends(scene, pair) else { continue };
            course.push(ends.to_vec());
            if side.river_ships_only {
                shallow.push(ends.to_vec());
            }
        }
        shapes.push(titled(Shape::path(class, Path::joined(&course)), name, title));
    }
    // A navigable river lies over the brooks that it takes up.
    shapes.sort_by_key(|shape| shape.class == "navigable");
    if !shallow.is_empty() {
        shapes.push(Shape::path("shallow", Path::joined(&shallow)));
    }
    shapes
}

/// A shape with its title, if it has a name.
fn titled(shape: Shape, name: &str, title: String) -> Shape {
    if name.is_empty() { shape } else { shape.titled(title) }
}

/// Mountains that nobody crosses, passes, roads.
pub fn heights(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for ((kind, name), sides) in courses(scene) {
        let (mut lines, mut ways) = (Vec::new(), Path::default());
        let mut water = None;
        for (pair, side) in sides {
            let Some(ends) = ends(scene, pair) else { continue };
            barrier(kind, ends, &mut lines, &mut ways);
            // Over the water that ships pass and armies do not (8.4).
            if side.impassable {
                lines.push(ends.to_vec());
                water = Some(vocabulary::between(side));
            }
        }
        let title = || format!("{name}, {}", water.unwrap_or(vocabulary::hexside(kind)));
        let barred = kind == HexsideKind::Impassable || water.is_some();
        let class = if barred { "barred" } else { "ridge" };
        shapes.extend(
            [(class, Path::joined(&lines)), ("way", ways)]
                .into_iter()
                .filter(|(_, path)| !path.is_empty())
                .map(|(class, path)| titled(Shape::path(class, path), name, title())),
        );
    }
    shapes
}

/// Adds the signs of one hexside: what bars it, and the way through.
pub fn barrier(kind: HexsideKind, ends: [Point; 2], lines: &mut Vec<Vec<Point>>, ways: &mut Path) {
    let [from, to] = ends;
    match kind {
        HexsideKind::River | HexsideKind::NavigableRiver => {}
        HexsideKind::Impassable => lines.push(ends.to_vec()),
        HexsideKind::Mountain => lines.push(zigzag(ends, from, to, 8)),
        HexsideKind::Gap => {
            lines.push(zigzag(ends, from, from.toward(to, 34), 3));
            lines.push(zigzag(ends, to, to.toward(from, 34), 3));
            through(ends, ways);
        }
        HexsideKind::Road => through(ends, ways),
    }
}

/// Teeth to both sides of the line from one point to another on a hexside.
fn zigzag(side: [Point; 2], from: Point, to: Point, teeth: i32) -> Vec<Point> {
    let tooth = |n: i32| {
        let at = Point { x: from.x + (to.x - from.x) * n / teeth, y: from.y + (to.y - from.y) * n / teeth };
        match n {
            0 => at,
            n if n == teeth => at,
            n => aside(side, at, if n % 2 == 0 { -45 } else { 45 }),
        }
    };
    (0..=teeth).map(tooth).collect()
}

/// A way through: two lines across the middle of a hexside.
fn through(ends: [Point; 2], ways: &mut Path) {
    let [from, to] = ends;
    for share in [43, 57] {
        let at = from.toward(to, share);
        ways.add(&[aside(ends, at, -SIDE / 5), aside(ends, at, SIDE / 5)]);
    }
}

/// Railroads from hex to hex, and the arrows where they leave the ground.
pub fn rails(scene: &Scene) -> Vec<Shape> {
    let map = scene.map();
    let mut lines = Vec::new();
    for (a, b) in map.rails() {
        let (from, to) = (scene.centre(a), scene.centre(b));
        // What leads off the sheet ends at its edge.
        match (scene.holds(a), scene.holds(b)) {
            (true, true) => lines.push(vec![from, to]),
            (true, false) => lines.push(vec![from, from.toward(to, 50)]),
            (false, true) => lines.push(vec![to, to.toward(from, 50)]),
            (false, false) => {}
        }
    }
    let mut arrows = Vec::new();
    for exit in map.exits.iter().filter(|exit| scene.holds(exit.hex)) {
        let off = |side: &Direction| exit.hex.neighbour(*side).is_none_or(|there| map.hex(there).is_none());
        let Some(side) = Direction::ALL.into_iter().find(off) else { continue };
        let ends = scene.side(exit.hex, side);
        let (centre, gate) = (scene.centre(exit.hex), ends[0].toward(ends[1], 50));
        lines.push(vec![centre, gate]);
        let head = [aside(ends, gate, 90), ends[0].toward(ends[1], 34), ends[0].toward(ends[1], 66)];
        let title =
            format!("Railroad leads off map to {}: {}", exit.to, vocabulary::plural(exit.vp.into(), "victory point"));
        arrows.push(Shape::path("exit", Path::area(&head)).titled(title));
    }
    if lines.is_empty() {
        return arrows;
    }
    let path = Path::joined(&lines);
    let mut shapes = vec![Shape::path("rail", path.clone()), Shape::path("ties", path)];
    shapes.extend(arrows);
    shapes
}

/// The names of rivers and ranges along their courses, and of passes.
pub fn names(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut waters: SortedMap<&str, Vec<Pair>> = SortedMap::new();
    let mut ranges: SortedMap<&str, Vec<Pair>> = SortedMap::new();
    for ((kind, name), sides) in courses(scene) {
        if name.is_empty() {
            continue;
        }
        let pairs = sides.into_iter().map(|(pair, _)| pair);
        match kind {
            HexsideKind::River | HexsideKind::NavigableRiver => waters.entry(name).or_default().extend(pairs),
            HexsideKind::Mountain | HexsideKind::Impassable => ranges.entry(name).or_default().extend(pairs),
            HexsideKind::Gap => {
                for [from, to] in pairs.filter_map(|pair| ends(scene, pair)) {
                    let at = from.toward(to, 50);
                    let anchors = [
                        (at.by(130, 25), Anchor::Start),
                        (at.by(-130, 25), Anchor::End),
                        (at.by(0, 185), Anchor::Middle),
                        (at.by(0, -130), Anchor::Middle),
                    ];
                    shapes.extend(labels.place("pass", PASS, name, &anchors, false).unwrap_or_default());
                }
            }
            HexsideKind::Road => {}
        }
    }
    for (name, pairs) in waters {
        along(scene, labels, "water", RIVER, name, pairs, &mut shapes);
    }
    for (name, pairs) in ranges {
        along(scene, labels, "pass", PASS, name, pairs, &mut shapes);
    }
    shapes
}

/// A name along a course, again and again.
fn along(
    scene: &Scene,
    labels: &mut Labels,
    class: &str,
    size: i32,
    name: &str,
    pairs: Vec<Pair>,
    shapes: &mut Vec<Shape>,
) {
    let sides: Vec<[Point; 2]> = in_line(pairs).into_iter().filter_map(|pair| ends(scene, pair)).collect();
    let span = SPAN.min(sides.len());
    let mut next = 0;
    for (n, stretch) in sides.windows(span.max(1)).enumerate() {
        if n < next {
            continue;
        }
        let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else { continue };
        // The ends that lie farthest from each other.
        let far = |a: Point, b: Point| (a.x - b.x).abs() + (a.y - b.y).abs();
        let ends = first.iter().flat_map(|&a| last.iter().map(move |&b| (a, b)));
        let Some((from, to)) = ends.max_by_key(|(a, b)| far(*a, *b)) else { continue };
        if far(from, to) > SIDE * 3 * SPAN as i32 / 2 {
            continue;
        }
        let turn = turn(to.x - from.x, to.y - from.y);
        let (x, y) = direction(turn);
        let middle = from.toward(to, 50);
        for off in [150, -150, 220, -220] {
            let at = middle.by(-y * off / 1000, x * off / 1000);
            if let Some(placed) = labels.place_turned(class, size, name, at, turn) {
                shapes.extend(placed);
                next = n + APART;
                break;
            }
        }
    }
}

/// Thousandths of the cosines and sines of the angles at which texts are written.
const TURNS: [(i32, i32, i32); 12] = [
    (-75, 259, -966),
    (-60, 500, -866),
    (-45, 707, -707),
    (-30, 866, -500),
    (-15, 966, -259),
    (0, 1000, 0),
    (15, 966, 259),
    (30, 866, 500),
    (45, 707, 707),
    (60, 500, 866),
    (75, 259, 966),
    (90, 0, 1000),
];

/// The direction of an angle, in thousandths.
pub fn direction(turn: i32) -> (i32, i32) {
    TURNS.into_iter().find(|(angle, _, _)| *angle == turn).map_or((1000, 0), |(_, x, y)| (x, y))
}

/// The angle nearest to a direction, either way along it.
fn turn(x: i32, y: i32) -> i32 {
    let along =
        |(_, cos, sin): &(i32, i32, i32)| (i64::from(x) * i64::from(*cos) + i64::from(y) * i64::from(*sin)).abs();
    TURNS.into_iter().max_by_key(along).map_or(0, |(angle, _, _)| angle)
}
