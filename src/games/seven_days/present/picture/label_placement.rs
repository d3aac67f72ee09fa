//! Where on the sheet labels find room beside each other: each as near to its point as may be.

use crate::board::outlines::contains;
use crate::report::svg::Point;

use super::free_space::Rect;

/// How far apart the places are that are tried, how far away they are tried, and the least room between two labels.
const STEP: i32 = 60;
const MAX_STEPS: i32 = 36;
const MIN_GAP: i32 = 24;
/// A place outside of the area counts as so much farther away, in squares of a tenth of a pixel.
const OUTSIDE_PENALTY: i64 = 900_000;

/// The rectangles on a sheet that are already occupied.
#[derive(Clone, Debug)]
pub struct LabelPlacer {
    size: (i32, i32),
    taken: Vec<Rect>,
}

impl LabelPlacer {
    /// A sheet of that width and height on which nothing stands.
    pub fn new(width: i32, height: i32) -> LabelPlacer {
        LabelPlacer { size: (width, height), taken: Vec::new() }
    }

    /// Marks a rectangle as occupied.
    pub fn occupy(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// The nearest free place to a point for a label of that size, on the sheet and clear of all others, preferably
    /// within the outline; it is then marked as occupied. If there is none, the label is put at the point.
    pub fn place(&mut self, near: Point, (width, height): (i32, i32), outline: &[Point]) -> Rect {
        let outline: Vec<(i32, i32)> = outline.iter().map(|at| (at.x, at.y)).collect();
        let mut best: Option<(i64, Rect)> = None;
        // Square by square from the point outward, until none farther out can be nearer.
        for out in 0..=MAX_STEPS {
            let least = i64::from(out * STEP) * i64::from(out * STEP);
            if best.is_some_and(|(found, _)| found <= least) {
                break;
            }
            for (across, down) in ring_offsets(out) {
                let (x, y) = (across * STEP, down * STEP);
                let mut far = i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y);
                if best.is_some_and(|(least, _)| least <= far) {
                    continue;
                }
                let middle = near.by(x, y);
                let rect = Rect::centered_at(middle, width, height);
                if !self.has_room(rect) {
                    continue;
                }
                if !contains(&outline, (middle.x, middle.y)) {
                    far += OUTSIDE_PENALTY;
                }
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, rect));
                }
            }
        }
        let rect = best.map_or_else(|| Rect::centered_at(near, width, height), |(_, rect)| rect);
        self.occupy(rect);
        rect
    }

    fn has_room(&self, rect: Rect) -> bool {
        let wide = rect.expanded(MIN_GAP);
        let sheet = Rect::centered_at(Point { x: self.size.0 / 2, y: self.size.1 / 2 }, self.size.0, self.size.1);
        sheet.contains(rect) && !self.taken.iter().any(|taken| taken.overlaps(wide))
    }
}

/// The steps across and down to the places on the edge of a square about a point.
fn ring_offsets(out: i32) -> impl Iterator<Item = (i32, i32)> {
    (-out..=out).flat_map(move |down| {
        let all = down.abs() == out;
        (-out..=out).filter(move |across| all || across.abs() == out).map(move |across| (across, down))
    })
}
