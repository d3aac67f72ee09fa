//! The names of rivers, bays and ranges along their courses, and of passes: each water is named once before the
//! villages are; long ones are named again if there is room left.

use crate::sorted::SortedMap;

use crate::report::svg::{Point, Shape};

use super::super::hexside_lines::{Pair, connected_order};
use super::Scene;
use super::geometry::SIDE;
use super::labels::{Anchor, Labels};
use super::lines::{courses, ends};
use super::text_angles::{direction, turn};
use crate::pack::{HexsideKind, Terrain};

/// How many hexsides there are between two names of a river, at least.
const APART: usize = 16;
/// How many hexsides a name runs along, at most.
const SPAN: usize = 3;
/// The size of a water's name, and of one for which there is little room.
const WATER: i32 = 92;
const SMALL: i32 = 76;
/// The size of a pass's name.
const PASS: i32 = 82;
/// How far the middle of a name stands beside a course: where it is looked for first, and where it may be besides.
const BESIDE: [i32; 4] = [150, -150, 220, -220];
const FARTHER: [i32; 9] = [110, -110, 300, -300, 0, 380, -380, 460, -460];

/// A course with a name.
struct Course<'a> {
    name: &'a str,
    class: &'static str,
    size: i32,
    /// Whether it must have its name somewhere.
    must: bool,
    sides: Vec<Pair>,
    /// Along which of the hexsides its name stands.
    named_at: Vec<usize>,
}

/// The courses of a map.
pub struct LineNames<'a>(Vec<Course<'a>>);

impl<'a> LineNames<'a> {
    /// The courses that are to be seen, the shortest first: they have the fewest places for a name.
    pub fn of(scene: &Scene<'a>) -> LineNames<'a> {
        let mut named: SortedMap<(bool, &str), Vec<Pair>> = SortedMap::new();
        for ((kind, name), sides) in courses(scene) {
            let is_water = match kind {
                _ if name.is_empty() => continue,
                HexsideKind::River | HexsideKind::NavigableRiver | HexsideKind::Impassable => true,
                HexsideKind::Mountain => false,
                HexsideKind::Gap | HexsideKind::Road => continue,
            };
            named.entry((is_water, name)).or_default().extend(sides.into_iter().map(|(pair, _)| pair));
        }
        let course = |((is_water, name), sides): ((bool, &'a str), Vec<Pair>)| Course {
            name,
            class: if is_water { "water" } else { "pass" },
            size: if is_water { WATER } else { PASS },
            must: is_water,
            sides: connected_order(sides),
            named_at: Vec::new(),
        };
        let mut all: Vec<Course> = named.into_iter().map(course).collect();
        all.sort_by_key(|course| (!course.must, course.sides.len(), course.name));
        LineNames(all)
    }

    /// Each name once.
    pub fn name(&mut self, scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
        self.0.iter_mut().flat_map(|course| course.name_once(scene, labels)).collect()
    }

    /// The names again, so far apart.
    pub fn repeat(&mut self, scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
        self.0.iter_mut().flat_map(|course| course.repeat(scene, labels)).collect()
    }
}

impl Course<'_> {
    /// Places along stretches of this many hexsides, at this distance, with the index of the first of these.
    fn places_along(&self, scene: &Scene, span: usize, beside: &[i32]) -> Vec<(usize, Point, i32)> {
        let middle = self.sides.len().saturating_sub(span) / 2;
        let mut stretches: Vec<(usize, &[Pair])> = self.sides.windows(span.max(1)).enumerate().collect();
        stretches.sort_by_key(|(n, _)| n.abs_diff(middle));
        let mut places = Vec::new();
        for (n, stretch) in stretches {
            let Some((at, turn)) = middle_of(scene, stretch) else { continue };
            let (x, y) = direction(turn);
            places.extend(beside.iter().map(|off| (n, at.by(-y * off / 1000, x * off / 1000), turn)));
        }
        places
    }

    fn name_once(&mut self, scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
        let spans: Vec<usize> = (1..=SPAN.min(self.sides.len())).rev().collect();
        let near =
            |beside: &[i32]| spans.iter().flat_map(|span| self.places_along(scene, *span, beside)).collect::<Vec<_>>();
        let tries = [
            (self.size, near(&BESIDE)),
            (self.size, near(&FARTHER)),
            (SMALL, near(&[BESIDE.as_slice(), &FARTHER].concat())),
        ];
        // A bay has its name on the open water, if there is any.
        let open = self.open(scene);
        if self.must
            && let Some(words) = labels.place(self.class, self.size, self.name, &open, false)
        {
            self.named_at.push(self.sides.len() / 2);
            return words;
        }
        let class = |size| if size == SMALL { "water small-water" } else { self.class };
        let points = |places: &[(usize, Point, i32)]| -> Vec<(Point, i32)> {
            places.iter().map(|(_, at, turn)| (*at, *turn)).filter(|(at, _)| on_sheet(scene, *at)).collect()
        };
        let mut words = None;
        for (size, places) in tries.iter().take(if self.must { tries.len() } else { 1 }) {
            let points = points(places);
            words = words.or_else(|| labels.place_turned(class(*size), *size, self.name, points.into_iter(), false));
        }
        if self.must && words.is_none() {
            let across = self.across(scene);
            words = labels.place(class(SMALL), SMALL, self.name, &across, false);
        }
        // On the bare map each has its name; in a crowd of forces one that has no room is left out.
        if self.must && words.is_none() && scene.described_hexes.is_none() && scene.game.is_none() {
            let [.., (size, places)] = &tries;
            words = labels.place_turned(class(*size), *size, self.name, points(places).into_iter(), true);
        }
        if words.is_some() {
            self.named_at.push(self.sides.len() / 2);
        }
        words.unwrap_or_default()
    }

    /// Places where the name stands level, beside each of its hexsides.
    fn across(&self, scene: &Scene) -> Vec<(Point, Anchor)> {
        let middles = self.sides.iter().filter_map(|side| Some(middle_of(scene, &[*side])?.0));
        let offs = [90, 160, 240, 330]
            .into_iter()
            .flat_map(|off| [(off, 0), (-off, 0), (0, off), (0, -off), (off, off), (-off, off)]);
        let offs: Vec<(i32, i32)> = offs.collect();
        let anchor = |x: i32| match x {
            0 => Anchor::Middle,
            1.. => Anchor::Start,
            _ => Anchor::End,
        };
        middles
            .flat_map(|at| offs.iter().map(move |(x, y)| (at.by(*x, y + SMALL / 3), anchor(*x))))
            .filter(|(at, _)| on_sheet(scene, *at))
            .collect()
    }

    /// Places on the sea beside it.
    fn open(&self, scene: &Scene) -> Vec<(Point, Anchor)> {
        let sea = |hex| scene.map().hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea) && scene.contains(hex);
        let hexes = self.sides.iter().flat_map(|(a, b)| [*a, *b]).filter(|hex| sea(*hex));
        hexes.flat_map(|hex| [30, 150, -120, 250].map(|down| (scene.centre(hex).by(0, down), Anchor::Middle))).collect()
    }

    fn repeat(&mut self, scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let span = SPAN.min(self.sides.len());
        let mut places = self.places_along(scene, span, &BESIDE);
        places.sort_by_key(|(n, ..)| *n);
        for (n, at, turn) in places {
            if self.named_at.iter().any(|at| at.abs_diff(n) < APART) || !on_sheet(scene, at) {
                continue;
            }
            let place = std::iter::once((at, turn));
            if let Some(words) = labels.place_turned(self.class, self.size, self.name, place, false) {
                shapes.extend(words);
                self.named_at.push(n);
            }
        }
        shapes
    }
}

/// The middle of a stretch of a course and the angle along it; `None` where it bends back.
fn middle_of(scene: &Scene, stretch: &[Pair]) -> Option<(Point, i32)> {
    let (first, last) = (ends(scene, *stretch.first()?)?, ends(scene, *stretch.last()?)?);
    // The ends that lie farthest from each other.
    let far = |a: Point, b: Point| (a.x - b.x).abs() + (a.y - b.y).abs();
    let pairs = first.iter().flat_map(|&a| last.iter().map(move |&b| (a, b)));
    let (from, to) = pairs.max_by_key(|(a, b)| far(*a, *b))?;
    // In-line stretches alone: two that do not touch lie farther apart.
    let longest = SIDE * 3 * i32::try_from(stretch.len()).unwrap_or(1) / 2;
    (far(from, to) <= longest).then(|| (from.toward(to, 50), turn(to.x - from.x, to.y - from.y)))
}

/// Whether a name that has its middle there lies on the sheet, below the title.
fn on_sheet(scene: &Scene, at: Point) -> bool {
    (200..scene.frame.width - 200).contains(&at.x) && (700..scene.frame.height - 100).contains(&at.y)
}

/// The names of passes.
pub fn passes(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for ((_, name), sides) in
        courses(scene).into_iter().filter(|((kind, name), _)| *kind == HexsideKind::Gap && !name.is_empty())
    {
        for [from, to] in sides.into_iter().filter_map(|(pair, _)| ends(scene, pair)) {
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
    shapes
}
