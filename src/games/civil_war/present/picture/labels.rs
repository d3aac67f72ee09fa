//! Places names: each at the best of a few places near what it names, the more important first, none on top of what is
//! already there. The same map always gives the same places.

use std::sync::Arc;

use crate::sorted::SortedMap;

pub use crate::report::svg::text_width::width;
use crate::report::svg::{Form, Point, Shape};

/// The width of a cell of the plane in which boxes are looked up.
const CELL: i32 = 1000;

/// How many anchors of a name are right next to what it names: among them it goes where it covers the least spared
/// area.
const NEAR: usize = 8;

/// A rectangle that something covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Area {
    /// The area so far around a point.
    pub fn around(centre: Point, width: i32, height: i32) -> Area {
        Area {
            left: centre.x - width / 2,
            top: centre.y - height / 2,
            right: centre.x + width / 2,
            bottom: centre.y + height / 2,
        }
    }

    /// How much of it another covers.
    pub fn shared(self, other: Area) -> i64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        i64::from(across.max(0)) * i64::from(down.max(0))
    }

    fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        let columns = self.left.div_euclid(CELL)..=self.right.div_euclid(CELL);
        columns.flat_map(move |x| (self.top.div_euclid(CELL)..=self.bottom.div_euclid(CELL)).map(move |y| (x, y)))
    }
}

/// At which end of a text its anchor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// What is taken already.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    taken: Plane,
    /// What may be covered but should not be: lines, and places where forces will be.
    spared: Plane,
    /// What is taken and spared permanently below all that.
    below: Option<Arc<Labels>>,
}

/// Areas by the cells of the plane that they reach into.
#[derive(Clone, Debug, Default)]
struct Plane(SortedMap<(i32, i32), Vec<Area>>);

impl Plane {
    fn put(&mut self, area: Area) {
        for cell in area.cells() {
            self.0.entry(cell).or_default().push(area);
        }
    }

    fn remove(&mut self, area: Area) {
        for cell in area.cells() {
            let Some(there) = self.0.get_mut(&cell) else { continue };
            if let Some(at) = there.iter().position(|other| *other == area) {
                there.remove(at);
            }
        }
    }

    /// How much of an area lies on others.
    fn covered(&self, area: Area) -> i64 {
        let there = area.cells().filter_map(|cell| self.0.get(&cell)).flatten();
        there.map(|other| area.shared(*other)).sum()
    }
}

/// A place for a text: its anchor, the angle at which it stands there, and what it covers.
struct Place {
    at: Point,
    anchor: Anchor,
    turn: i32,
    areas: Vec<Area>,
}

impl Labels {
    /// Nothing more than what is taken and spared already.
    pub fn over(below: Arc<Labels>) -> Labels {
        Labels { below: Some(below), ..Labels::default() }
    }

    /// How much of an area is on taken areas.
    fn on_taken(&self, area: Area) -> i64 {
        self.taken.covered(area) + self.below.as_ref().map_or(0, |below| below.on_taken(area))
    }

    /// How much of an area is on spared areas.
    fn on_spared(&self, area: Area) -> i64 {
        self.spared.covered(area) + self.below.as_ref().map_or(0, |below| below.on_spared(area))
    }

    /// Keeps an area free.
    pub fn take(&mut self, area: Area) {
        self.taken.put(area);
    }

    /// Frees an area again.
    pub fn release(&mut self, area: Area) {
        self.taken.remove(area);
    }

    /// Keeps an area free as long as there are other places.
    pub fn spare(&mut self, area: Area) {
        self.spared.put(area);
    }

    /// The same along a line of that width.
    pub fn spare_line(&mut self, [from, to]: [Point; 2], width: i32) {
        let parts = ((from.x - to.x).abs().max((from.y - to.y).abs()) / width.max(1)).max(1);
        for n in 0..=parts {
            let at = Point { x: from.x + (to.x - from.x) * n / parts, y: from.y + (to.y - from.y) * n / parts };
            self.spare(Area::around(at, width, width));
        }
    }

    /// The first of several places for a sign where it covers least.
    pub fn least<'a, T>(&self, places: &'a [(T, Area)]) -> Option<&'a (T, Area)> {
        places.iter().min_by_key(|(_, area)| self.on_taken(*area))
    }

    /// The place that covers the least of what is taken, then the least of what is spared; the first of equal ones.
    fn best(&self, places: impl IntoIterator<Item = Place>) -> Option<((i64, i64), Place)> {
        let mut best: Option<((i64, i64), Place)> = None;
        for place in places {
            let over = |on: &dyn Fn(Area) -> i64| place.areas.iter().map(|area| on(*area)).sum::<i64>();
            let cost = (over(&|area| self.on_taken(area)), over(&|area| self.on_spared(area)));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, place));
            }
            if cost == (0, 0) {
                break;
            }
        }
        best
    }

    /// Writes a text at a place, and takes it; if it covers something there, only if the text is mandatory.
    fn write(&mut self, class: &str, text: &str, best: Option<((i64, i64), Place)>, must: bool) -> Option<Vec<Shape>> {
        let ((covered, _), Place { at, anchor, turn, areas }) = best?;
        if covered > 0 && !must {
            return None;
        }
        areas.into_iter().for_each(|area| self.take(area));
        let class = match anchor {
            Anchor::Start => format!("{class} start"),
            Anchor::Middle => class.to_owned(),
            Anchor::End => format!("{class} end"),
        };
        Some(rimmed(&class, at, turn, text))
    }

    /// The best of the first places; if each covers something, the first of the others that covers nothing taken,
    /// however much it covers of what is spared, because nearness is more important.
    fn nearest(&self, places: impl Iterator<Item = Place>) -> Option<((i64, i64), Place)> {
        let mut places = places;
        let near = self.best(places.by_ref().take(NEAR));
        if near.as_ref().is_none_or(|((covered, _), _)| *covered == 0) {
            return near;
        }
        let mut least = near;
        for place in places {
            let covered = place.areas.iter().map(|area| self.on_taken(*area)).sum::<i64>();
            if least.as_ref().is_none_or(|((before, _), _)| covered < *before) {
                least = Some(((covered, 0), place));
            }
            if covered == 0 {
                break;
            }
        }
        least
    }

    /// Places a text at one of these anchors, the nearest first, where it covers nothing; if there is none, at the one
    /// where it covers least if the text is mandatory, otherwise nowhere.
    pub fn place(
        &mut self,
        class: &str,
        size: i32,
        text: &str,
        anchors: &[(Point, Anchor)],
        must: bool,
    ) -> Option<Vec<Shape>> {
        let width = width(text, size);
        let place = |&(at, anchor): &(Point, Anchor)| {
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - width / 2,
                Anchor::End => at.x - width,
            };
            let area = Area { left, top: at.y - size * 4 / 5, right: left + width, bottom: at.y + size / 5 };
            Place { at, anchor, turn: 0, areas: vec![area] }
        };
        let best = self.nearest(anchors.iter().map(place));
        self.write(class, text, best, must)
    }

    /// Places a name in large spaced capitals of this height and width, with this line spacing, at one of these points,
    /// where it covers nothing; points of one rank come before those of the next.
    pub fn place_large(
        &mut self,
        class: &str,
        (high, wide, apart): (i32, i32, i32),
        lines: &[&str],
        points: &[(usize, Point)],
    ) -> Vec<Shape> {
        let down = |n: usize| apart * i32::try_from(n).unwrap_or(0);
        let place = |at: Point| {
            let area = |(n, line): (usize, &&str)| {
                let half = width(line, wide) / 2;
                Area { left: at.x - half, top: at.y + down(n) - high, right: at.x + half, bottom: at.y + down(n) }
            };
            Place { at, anchor: Anchor::Middle, turn: 0, areas: lines.iter().enumerate().map(area).collect() }
        };
        let ranks = points.chunk_by(|(one, _), (other, _)| one == other);
        let each = ranks.filter_map(|rank| self.best(rank.iter().map(|(_, at)| place(*at))));
        let mut least: Option<((i64, i64), Place)> = None;
        for (cost, place) in each {
            if least.as_ref().is_none_or(|((covered, _), _)| cost.0 < *covered) {
                least = Some((cost, place));
            }
            if cost.0 == 0 {
                break;
            }
        }
        let Some((_, Place { at, areas, .. })) = least else { return Vec::new() };
        areas.into_iter().for_each(|area| self.take(area));
        lines.iter().enumerate().map(|(n, line)| Shape::text(class, at.by(0, down(n)), *line)).collect()
    }

    /// Places a text that is turned, with its middle at the best of these points, each with the angle there.
    pub fn place_turned(
        &mut self,
        class: &str,
        size: i32,
        text: &str,
        points: impl Iterator<Item = (Point, i32)>,
        must: bool,
    ) -> Option<Vec<Shape>> {
        let width = width(text, size);
        let place = |(at, turn): (Point, i32)| {
            // A turned text is covered by a chain of squares along it.
            let (x, y) = super::text_angles::direction(turn);
            let areas = (-width / 2..=width / 2)
                .step_by(usize::try_from(size / 2).unwrap_or(1).max(1))
                .map(|along| Area::around(at.by(along * x / 1000, along * y / 1000), size, size))
                .collect();
            // The anchor of a text is its base line; its middle lies a third of its size above.
            let base = at.by(-y * size / 3000, x * size / 3000);
            Place { at: base, anchor: Anchor::Middle, turn, areas }
        };
        let best = self.best(points.map(place));
        self.write(class, text, best, must)
    }
}

/// A text with a light rim, so that it reads on any ground.
pub fn rimmed(class: &str, at: Point, turn: i32, text: &str) -> Vec<Shape> {
    vec![Shape::new(format!("{class} rim"), Form::Text { at, turn, text: text.to_owned() })]
}
