//! Lines along and across hexsides: rivers, mountains, passes, roads, railroads.

use crate::sorted::SortedMap;

use crate::board::Direction;
use crate::report::svg::{Path, Point, Shape};

use super::super::hexside_lines::Pair;
use super::super::vocabulary;
use super::Scene;
use super::geometry::{SIDE, aside};
use super::labels::Labels;
use crate::pack::{Hexside, HexsideKind};

/// Hexsides of one kind and name.
pub type Courses<'a> = SortedMap<(HexsideKind, &'a str), Vec<(Pair, &'a Hexside)>>;

/// The hexsides that are to be seen. Where the ground is drawn in outline nothing but a navigable river has a name.
pub fn courses<'a>(scene: &Scene<'a>) -> Courses<'a> {
    let named = |kind: HexsideKind| scene.described_hexes.is_none() || kind == HexsideKind::NavigableRiver;
    let mut courses = Courses::new();
    for (pair, side) in scene.map().hexsides().filter(|((a, b), _)| scene.contains(*a) || scene.contains(*b)) {
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
            title = scene.marked_title(title, &side.source);
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
    // A navigable river is drawn over its tributaries.
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

/// Impassable mountains, passes, roads.
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

/// Adds the signs of one hexside: the obstacle, and the way through.
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
        match (scene.contains(a), scene.contains(b)) {
            (true, true) => lines.push(vec![from, to]),
            (true, false) => lines.push(vec![from, from.toward(to, 50)]),
            (false, true) => lines.push(vec![to, to.toward(from, 50)]),
            (false, false) => {}
        }
    }
    let mut arrows = Vec::new();
    for exit in map.exits.iter().filter(|exit| scene.contains(exit.hex)) {
        let off = |side: &Direction| exit.hex.neighbor(*side).is_none_or(|there| map.hex(there).is_none());
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

/// Spares lines along and across hexsides, so that names are placed beside them if possible.
pub fn spare(scene: &Scene, labels: &mut Labels) {
    for (pair, side) in scene.map().hexsides().filter(|((a, b), _)| scene.contains(*a) || scene.contains(*b)) {
        let Some(ends) = ends(scene, pair) else { continue };
        let width = match side.kind {
            HexsideKind::River => 30,
            HexsideKind::NavigableRiver | HexsideKind::Impassable => 80,
            HexsideKind::Mountain | HexsideKind::Gap | HexsideKind::Road => 70,
        };
        labels.spare_line(ends, width);
    }
    for (a, b) in scene.map().rails().filter(|(a, b)| scene.contains(*a) && scene.contains(*b)) {
        labels.spare_line([scene.centre(a), scene.centre(b)], 50);
    }
}
