//! The names of waters along them: of those that Major Water boundaries make, and of the rivers at the edge of the map.

use crate::board::Area;
use crate::report::svg::{
    Form, Point, Shape,
    arrows::{along, distance, heading},
};

use super::Scene;
use crate::pack::{AreaData, Water};

/// Waters, each with the boundaries along which its name may stand, as SD-4 has them; a boundary of another pack that
/// is no Major Water is left out. A long one is named twice.
const WATERS: [(&str, &[(u8, u8)]); 6] = [
    ("Chickahominy", &[(4, 45), (5, 45), (5, 41), (6, 41), (7, 41)]),
    ("Chickahominy", &[(19, 32), (19, 33), (20, 22), (20, 32), (21, 22)]),
    ("White Oak Swamp", &[(32, 33), (33, 34)]),
    ("Bailey's Creek", &[(36, 37)]),
    ("Turkey Creek", &[(29, 35), (29, 36), (35, 36)]),
    ("Herring Creek", &[(25, 31), (26, 27)]),
];
/// Areas at whose edge the Pamunkey flows (SD-1).
const PAMUNKEY: [[u8; 2]; 2] = [[10, 11], [17, 17]];
/// Parts of the map's lower edge along which the James is named: left and right.
const JAMES: [[u8; 2]; 2] = [[28, 36], [23, 27]];
/// How far from its water a name stands.
const ASIDE: i32 = 125;

/// The names.
pub fn names(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (name, pairs) in WATERS {
        let lines = pairs.iter().flat_map(|(a, b)| water(scene, Area(*a), Area(*b)));
        shapes.extend(longest(lines).map(|line| label("water-name", name, line, -ASIDE)));
    }
    for within in PAMUNKEY {
        let lines = edge(scene, |data| within.contains(&data.id.0));
        shapes.extend(longest(lines).map(|line| outside(scene, "Pamunkey River", line)));
    }
    for [first, last] in JAMES {
        let lines = edge(scene, |data| data.james && (first..=last).contains(&data.id.0));
        shapes.extend(longest(lines).map(|line| outside(scene, "James River", line)));
    }
    shapes
}

/// The straight parts of a boundary, if it is Major Water and to be seen.
fn water(scene: &Scene, a: Area, b: Area) -> Vec<[Point; 2]> {
    let major = scene.map().boundary(a, b).is_some_and(|boundary| boundary.water == Water::Major);
    let seen = scene.is_visible(a) && scene.is_visible(b);
    if major && seen { parts(&scene.between(a, b)) } else { Vec::new() }
}

/// The straight parts of the edge of the country along the areas that are meant.
fn edge(scene: &Scene, meant: impl Fn(&AreaData) -> bool) -> impl Iterator<Item = [Point; 2]> {
    let lines: Vec<[Point; 2]> =
        scene.areas().filter(|data| meant(data)).flat_map(|data| parts(&scene.coast(data.id))).collect();
    lines.into_iter()
}

fn parts(line: &[Point]) -> Vec<[Point; 2]> {
    line.windows(2).map(|ends| [ends[0], ends[1]]).collect()
}

/// The longest, of equal ones the first.
fn longest(lines: impl Iterator<Item = [Point; 2]>) -> Option<[Point; 2]> {
    lines.fold(None, |best: Option<[Point; 2]>, line| match best {
        Some(best) if distance(best[0], best[1]) >= distance(line[0], line[1]) => Some(best),
        _ => Some(line),
    })
}

/// A name beyond the edge of the country.
fn outside(scene: &Scene, name: &str, line: [Point; 2]) -> Shape {
    // The country's middle lies on its other side.
    let middle = Point { x: scene.frame.width / 2, y: scene.frame.height / 2 };
    let on_line = line[0].toward(line[1], 50);
    let above = middle.y > on_line.y;
    label("river-name", name, line, if above { -ASIDE } else { ASIDE + 30 })
}

/// A name along a straight line, so far to the right of it as it is read.
fn label(class: &str, name: &str, [a, b]: [Point; 2], right: i32) -> Shape {
    let (from, to) = if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) };
    let way = heading(from, to);
    // The foot of the letters, not their middle, is where a text stands.
    let at = along(from.toward(to, 50), way, 0, right + 45);
    Shape::new(format!("{class} rim"), Form::Text { at, turn: degrees(way), text: name.to_owned() })
}

/// The angle of a direction to the right, in degrees clockwise, to the nearest five.
pub fn degrees((x, y): (i32, i32)) -> i32 {
    /// The tangents of 2.5, 7.5 ... 87.5 degrees, in thousandths.
    const TANGENTS: [i32; 18] =
        [44, 132, 222, 315, 414, 521, 637, 767, 916, 1091, 1303, 1570, 1921, 2414, 3172, 4511, 7596, 22904];
    let steep =
        TANGENTS.iter().filter(|tangent| i64::from(y.abs()) * 1000 > i64::from(x) * i64::from(**tangent)).count();
    i32::try_from(steep).unwrap_or(0) * 5 * y.signum()
}
