//! Finds room in an area: inside its outline, clear of what is already there.

use crate::board::outlines::contains;
use crate::board::planar::turn;
use crate::report::svg::Point;

/// How far apart the places are that are tried.
const STEP: i32 = 70;
/// The least way from the outline.
const MIN_EDGE_DISTANCE: i32 = 45;

/// A rectangle of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    from: Point,
    to: Point,
}

impl Rect {
    /// The rectangle of a width and height with its middle at a point.
    pub fn centered_at(middle: Point, width: i32, height: i32) -> Rect {
        let from = middle.by(-width / 2, -height / 2);
        Rect { from, to: from.by(width, height) }
    }

    pub fn middle(self) -> Point {
        self.from.toward(self.to, 50)
    }

    pub fn top(self) -> i32 {
        self.from.y
    }

    pub fn bottom(self) -> i32 {
        self.to.y
    }

    /// The same, so much larger on every side.
    pub fn expanded(self, by: i32) -> Rect {
        Rect { from: self.from.by(-by, -by), to: self.to.by(by, by) }
    }

    /// Whether the other lies in it.
    pub fn contains(self, other: Rect) -> bool {
        self.from.x <= other.from.x && self.from.y <= other.from.y && self.to.x >= other.to.x && self.to.y >= other.to.y
    }

    /// Whether two have more than an edge in common.
    pub fn overlaps(self, other: Rect) -> bool {
        self.from.x < other.to.x && other.from.x < self.to.x && self.from.y < other.to.y && other.from.y < self.to.y
    }

    /// Whether a straight line touches it.
    pub fn touches_line(self, [a, b]: [Point; 2]) -> bool {
        let apart = a.x.max(b.x) < self.from.x
            || a.x.min(b.x) > self.to.x
            || a.y.max(b.y) < self.from.y
            || a.y.min(b.y) > self.to.y;
        // Nearly every line is, and this is asked millions of times for a match.
        if apart {
            return false;
        }
        let corners =
            [self.from, Point { x: self.to.x, y: self.from.y }, self.to, Point { x: self.from.x, y: self.to.y }];
        let sides = corners.map(|corner| turn((a.x, a.y), (b.x, b.y), (corner.x, corner.y)).signum());
        sides.iter().any(|side| *side != sides[0] || *side == 0)
    }
}

/// An area and its contents.
#[derive(Clone, Debug)]
pub struct FreeSpace {
    outline: Vec<(i32, i32)>,
    /// Its sides, from corner to corner.
    sides: Vec<[Point; 2]>,
    taken: Vec<Rect>,
    /// Lines that are better left to be seen.
    lines: Vec<[Point; 2]>,
}

impl FreeSpace {
    /// The room within these corners.
    pub fn new(corners: &[Point]) -> FreeSpace {
        let outline = corners.iter().map(|at| (at.x, at.y)).collect();
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(a, b)| [*a, *b]).collect();
        FreeSpace { outline, sides, taken: Vec::new(), lines: Vec::new() }
    }

    /// Marks a rectangle as occupied.
    pub fn occupy(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// A line from which [`FreeSpace::find_off_lines`] keeps away.
    pub fn avoid_line(&mut self, line: [Point; 2]) {
        self.lines.push(line);
    }

    /// The rectangle of that size whose middle lies nearest to a point, of those that have room; none if none has.
    pub fn find(&self, width: i32, height: i32, near: Point) -> Option<Rect> {
        self.search(width, height, near, |_| true)
    }

    /// The same off the lines that cross the area.
    pub fn find_off_lines(&self, width: i32, height: i32, near: Point) -> Option<Rect> {
        self.search(width, height, near, |rect| !self.lines.iter().any(|line| rect.touches_line(*line)))
    }

    fn search(&self, width: i32, height: i32, near: Point, also: impl Fn(Rect) -> bool) -> Option<Rect> {
        let (xs, ys) = (|| self.outline.iter().map(|at| at.0), || self.outline.iter().map(|at| at.1));
        let (west, east, north, south) = (xs().min()?, xs().max()?, ys().min()?, ys().max()?);
        // Steps of the grid that has the point itself on it.
        let steps = |from: i32, to: i32, at: i32| (from - at).div_euclid(STEP)..=(to - at).div_euclid(STEP) + 1;
        let mut best: Option<(i64, Rect)> = None;
        for down in steps(north, south, near.y) {
            for across in steps(west, east, near.x) {
                let (x, y) = (i64::from(across * STEP), i64::from(down * STEP));
                let far = x * x + y * y;
                if best.is_some_and(|(least, _)| least <= far) {
                    continue;
                }
                let rect = Rect::centered_at(near.by(across * STEP, down * STEP), width, height);
                if self.has_room(rect) && also(rect) {
                    best = Some((far, rect));
                }
            }
        }
        best.map(|(_, rect)| rect)
    }

    fn has_room(&self, rect: Rect) -> bool {
        let (wide, middle) = (rect.expanded(MIN_EDGE_DISTANCE), rect.middle());
        !self.taken.iter().any(|taken| taken.overlaps(rect))
            && !self.sides.iter().any(|side| wide.touches_line(*side))
            && contains(&self.outline, (middle.x, middle.y))
    }
}
