//! Marks for the events of a step: a burst for each combat, with its number; arrivals, captures, destroyed forces.

use crate::sorted::SortedMap;

use crate::report::svg::{Form, Path, Point, Shape};

use super::super::tracks::{Mark, Sign, Tracks};
use super::Scene;
use super::moves::place;
use super::symbols::{force_place, rectangle};
use crate::pack::{Side, Station};

/// How far several combats at one place lie from each other.
const BESIDE: i32 = 210;
/// Thousandths of the cosines and sines of sixteen directions.
const ROUND: [(i32, i32); 16] = [
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
];

/// The marks of those of a trail's places that are to be seen.
pub fn marks(scene: &Scene, trail: &Tracks) -> Vec<Shape> {
    let mut fights: SortedMap<Point, i32> = SortedMap::new();
    let mut shapes = Vec::new();
    for mark in trail.marks.iter().filter(|mark| mark.at.hexes().any(|hex| scene.contains(hex))) {
        let mut at = spot(scene, mark);
        if mark.sign >= Sign::Combat(0) {
            let there = fights.entry(at).or_default();
            at = at.by(*there * BESIDE, 0);
            *there += 1;
        }
        shapes.push(Shape::new("mark", Form::Group(sign(at, mark.sign, mark.side))).titled(mark.title.clone()));
    }
    shapes
}

/// Where a mark stands: of an attack on the hexside.
fn spot(scene: &Scene, mark: &Mark) -> Point {
    let at = place(scene, mark.at);
    match (mark.sign, mark.at, mark.from) {
        (Sign::Combat(_) | Sign::Overrun(_), _, Some(from)) => at.toward(place(scene, from), 50),
        (Sign::Entered(_), Station::Hex(_), _) => force_place(at).by(0, -150),
        (Sign::Entered(_), Station::Hexside(..), _) => at.by(0, -160),
        (Sign::Destroyed, ..) => force_place(at),
        _ => at,
    }
}

/// A mark as it is drawn at a point.
pub fn sign(at: Point, sign: Sign, side: Side) -> Vec<Shape> {
    match sign {
        Sign::Combat(number) => burst(at, "burst", number),
        Sign::Overrun(number) => {
            let star = [(0, -165), (55, -55), (165, 0), (55, 55), (0, 165), (-55, 55), (-165, 0), (-55, -55)];
            let star: Vec<Point> = star.iter().map(|(x, y)| at.by(*x, *y)).collect();
            vec![Shape::path("burst", Path::area(&star)), count(at, number)]
        }
        Sign::Naval(number) => {
            let mut shapes = burst(at, "naval-burst", number);
            let wave: Vec<Point> = (-3..=3).map(|n| at.by(n * 50, if n % 2 == 0 { 160 } else { 190 })).collect();
            shapes.push(Shape::path("naval-wave", Path::line(&wave)));
            shapes
        }
        Sign::Entered(sp) => {
            let words = if sp > 0 { format!("+{sp}") } else { "+".to_owned() };
            vec![rectangle(at, side, (95, 58), 30), Shape::text(format!("{side}-entry"), at.by(0, 31), words)]
        }
        Sign::Taken => {
            let pole = Path::line(&[at.by(-115, 75), at.by(-115, -150)]);
            let flag: &[(i32, i32)] = match side {
                Side::Union => &[(-115, -150), (-290, -150), (-290, -30), (-115, -30)],
                Side::Confederate => &[(-115, -150), (-290, -150), (-235, -90), (-290, -30), (-115, -30)],
            };
            let class = if side == Side::Union { "union-force" } else { "confederate-force" };
            let flag: Vec<Point> = flag.iter().map(|(x, y)| at.by(*x, *y)).collect();
            vec![Shape::path("way-rim", pole.clone()), Shape::path("pole", pole), Shape::path(class, Path::area(&flag))]
        }
        Sign::Destroyed => {
            let mut cross = Path::line(&[at.by(-100, -85), at.by(100, 85)]);
            cross.add(&[at.by(-100, 85), at.by(100, -85)]);
            vec![Shape::path("way-rim", cross.clone()), Shape::path("cross", cross)]
        }
    }
}

fn burst(at: Point, class: &str, number: u32) -> Vec<Shape> {
    let star: Vec<Point> = ROUND
        .iter()
        .enumerate()
        .map(|(n, (x, y))| {
            let radius = if n % 2 == 0 { 150 } else { 92 };
            at.by(x * radius / 1000, y * radius / 1000)
        })
        .collect();
    vec![Shape::path(class, Path::area(&star)), count(at, number)]
}

fn count(at: Point, number: u32) -> Shape {
    Shape::text("burst-number", at.by(0, 38), number.to_string())
}
