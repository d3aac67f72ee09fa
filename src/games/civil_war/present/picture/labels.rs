//! Where names go: each to the best of a few places by what it is the name of, the more important first, none on top of
//! what stands there already. The same map always gives the same places.

use crate::sorted::SortedMap;

pub use crate::report::svg::letters::width;
use crate::report::svg::{Form, Point, Shape};

/// The width of a cell of the plane in which boxes are looked up.
const CELL: i32 = 1000;
/// How many places are tried for a text that covers several hexes.
const NEAR: usize = 60;

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
    fn shared(self, other: Area) -> i64 {
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
#[derive(Debug, Default)]
pub struct Labels {
    taken: SortedMap<(i32, i32), Vec<Area>>,
}

impl Labels {
    /// Keeps an area free.
    pub fn take(&mut self, area: Area) {
        for cell in area.cells() {
            self.taken.entry(cell).or_default().push(area);
        }
    }

    /// How much of an area is taken.
    fn covered(&self, area: Area) -> i64 {
        let there = area.cells().filter_map(|cell| self.taken.get(&cell)).flatten();
        there.map(|other| area.shared(*other)).sum()
    }

    /// Of several places for a sign the first of those where it covers least.
    pub fn least<'a, T>(&self, places: &'a [(T, Area)]) -> Option<&'a (T, Area)> {
        places.iter().min_by_key(|(_, area)| self.covered(*area))
    }

    /// Places a text at the first of these anchors where it covers nothing; if there is none, at the one where it covers
    /// least if it must be told, else nowhere.
    pub fn place(
        &mut self,
        class: &str,
        size: i32,
        text: &str,
        anchors: &[(Point, Anchor)],
        must: bool,
    ) -> Option<Vec<Shape>> {
        let width = width(text, size);
        let area = |(at, anchor): &(Point, Anchor)| {
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - width / 2,
                Anchor::End => at.x - width,
            };
            Area { left, top: at.y - size * 4 / 5, right: left + width, bottom: at.y + size / 5 }
        };
        let (covered, anchor) =
            anchors.iter().map(|anchor| (self.covered(area(anchor)), anchor)).min_by_key(|(covered, _)| *covered)?;
        if covered > 0 && !must {
            return None;
        }
        self.take(area(anchor));
        let class = match anchor.1 {
            Anchor::Start => format!("{class} start"),
            Anchor::Middle => class.to_owned(),
            Anchor::End => format!("{class} end"),
        };
        Some(rimmed(&class, anchor.0, 0, text))
    }

    /// Where a text, which lies below everything else, is covered least; near the first of these points.
    pub fn freest(&self, size: i32, text: &str, anchors: &[(Point, Anchor)]) -> Option<Point> {
        let width = width(text, size);
        let near = anchors.iter().take(NEAR).enumerate();
        let best = near.min_by_key(|(n, (at, _))| {
            let area = Area { left: at.x - width / 2, top: at.y - size, right: at.x + width / 2, bottom: at.y };
            (self.covered(area) * NEAR as i64 / (NEAR - n) as i64, *n)
        });
        best.map(|(_, (at, _))| *at)
    }

    /// Places a text that is turned, with its middle at the point, if it covers nothing there.
    pub fn place_turned(&mut self, class: &str, size: i32, text: &str, at: Point, turn: i32) -> Option<Vec<Shape>> {
        // A turned text is covered by a chain of squares along it.
        let width = width(text, size);
        let (x, y) = super::lines::direction(turn);
        let squares: Vec<Area> = (-width / 2..=width / 2)
            .step_by(usize::try_from(size).unwrap_or(1).max(1))
            .map(|along| Area::around(at.by(along * x / 1000, along * y / 1000), size, size))
            .collect();
        if squares.iter().any(|square| self.covered(*square) > 0) {
            return None;
        }
        squares.into_iter().for_each(|square| self.take(square));
        // The anchor of a text is its base line; its middle lies a third of its size above.
        let base = at.by(-y * size / 3000, x * size / 3000);
        Some(rimmed(class, base, turn, text))
    }
}

/// A text with a light rim, so that it reads on any ground.
pub fn rimmed(class: &str, at: Point, turn: i32, text: &str) -> Vec<Shape> {
    vec![Shape::new(format!("{class} rim"), Form::Text { at, turn, text: text.to_owned() })]
}
