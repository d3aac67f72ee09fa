//! Courses along hexsides: of rivers from the mouth to the head, and of ridges.
//!
//! A course is the cheapest path along hex corners that meets its waypoints in order: in layer `n` of the graph the
//! first `n` waypoints have been met. Costs are integers, and of paths with the same cost the one with the smaller
//! number wins, so that the same sources always give the same course.

use crate::sorted::{SortedMap, SortedSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Cell, Corner, Corners, Point};

/// The cost of one hexside.
const SIDE: u32 = 1_000;
/// How far from the straight line between two waypoints a course may run, in hexes.
const ASTRAY: f64 = 3.6;
/// How far from a point that it runs by, in hexes.
const BY: f64 = 1.3;

/// What a course has to meet, on the plane.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacedWaypoint {
    /// Begins at any of these corners.
    From(SortedSet<Corner>),
    /// Runs by a point.
    By(Point),
    /// Has the cell on its left bank, looking downstream; the point is the place in the cell.
    Left(Cell, Point),
    /// Has the cell on its right bank, looking downstream.
    Right(Cell, Point),
    /// Runs between two cells.
    Between(Cell, Cell),
}

/// One hexside of a course, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the walk.
    pub walk: usize,
    /// How many waypoints had been met before it.
    pub met: usize,
}

/// What hinders or helps on single hexsides, by their two cells with the smaller first.
#[derive(Clone, Debug, Default)]
pub struct ExtraCosts(pub SortedMap<(Cell, Cell), u32>);

impl ExtraCosts {
    /// The extra cost of passing between two cells, besides the length.
    fn of(&self, a: Cell, b: Cell) -> u32 {
        self.0.get(&ordered(a, b)).copied().unwrap_or(0)
    }
}

/// The two cells, the smaller first.
pub fn ordered(a: Cell, b: Cell) -> (Cell, Cell) {
    if a <= b { (a, b) } else { (b, a) }
}

impl PlacedWaypoint {
    /// Its place, for the line that the course follows; `None` if it may be wherever it fits.
    fn place(&self) -> Option<Point> {
        match self {
            PlacedWaypoint::From(corners) if corners.len() == 1 => corners.first().map(|corner| corner.point()),
            PlacedWaypoint::From(_) => None,
            PlacedWaypoint::By(point) | PlacedWaypoint::Left(_, point) | PlacedWaypoint::Right(_, point) => {
                Some(*point)
            }
            PlacedWaypoint::Between(a, b) => Some(a.centre().half_way(b.centre())),
        }
    }

    /// The cost of counting it as met by the path; `None` if it is not met.
    fn met_by(&self, corners: &Corners, walk: usize) -> Option<u32> {
        let walk = corners.walks.get(walk)?;
        match self {
            PlacedWaypoint::From(_) => None,
            PlacedWaypoint::By(point) => {
                let apart = walk.to.point().distance(*point);
                (apart <= BY).then(|| cost(apart * apart * 2.0))
            }
            // A course is followed upstream, so what is on the left bank looking downstream is on the right.
            PlacedWaypoint::Left(cell, point) => (walk.right == *cell).then(|| cost(walk.middle().distance(*point))),
            PlacedWaypoint::Right(cell, point) => (walk.left == *cell).then(|| cost(walk.middle().distance(*point))),
            PlacedWaypoint::Between(a, b) => (ordered(*a, *b) == ordered(walk.left, walk.right)).then_some(0),
        }
    }
}

/// A length in hexes as a cost.
fn cost(hexes: f64) -> u32 {
    (hexes * f64::from(SIDE)).round() as u32
}

/// The course through all waypoints, or the number of the first that cannot be met.
///
/// # Errors
/// The number of the waypoint.
pub fn course(corners: &Corners, meets: &[PlacedWaypoint], toll: &ExtraCosts) -> Result<Vec<Step>, usize> {
    let walks = corners.walks.len();
    let layers = meets.len();
    let Some(first) = meets.first() else { return Ok(Vec::new()) };
    let mut best = vec![u32::MAX; walks * (layers + 1)];
    let mut before = vec![u32::MAX; walks * (layers + 1)];
    let mut queue = BinaryHeap::new();
    // The straight stretch that the course keeps to while the waypoint of that number is still to be met.
    let stretch = |layer: usize| -> Option<(Point, Point)> {
        let to = meets.get(layer)?.place()?;
        let from = layer.checked_sub(1).and_then(|before| meets.get(before)?.place());
        Some((from.unwrap_or(to), to))
    };
    let free = |layer: usize| layer.checked_sub(1).is_none_or(|before| meets[before].place().is_none());
    let price = |layer: usize, number: usize| -> Option<u32> {
        let walk = corners.walks.get(number)?;
        let astray = match stretch(layer) {
            Some((a, b)) => walk.middle().off_stretch(a, b),
            None => 0.0,
        };
        if free(layer) {
            // Whence it comes is open: only the length counts.
            return (astray < 12.0).then(|| SIDE + toll.of(walk.left, walk.right));
        }
        (astray <= ASTRAY).then(|| SIDE + cost(astray * astray * 0.5) + toll.of(walk.left, walk.right))
    };
    let begin: Vec<(Corner, usize, u32)> = match first {
        PlacedWaypoint::From(from) => from.iter().map(|&corner| (corner, 1, 0)).collect(),
        PlacedWaypoint::By(point) => {
            let near = |corner: &Corner| corner.point().distance(*point) <= BY;
            let froms: SortedSet<Corner> = corners.walks.iter().map(|walk| walk.from).filter(near).collect();
            froms.into_iter().map(|corner| (corner, 1, cost(corner.point().squared(*point) * 2.0))).collect()
        }
        // It begins at one end of the side.
        _ => {
            let meeting = |number: &usize| first.met_by(corners, *number).is_some();
            let froms: SortedSet<Corner> =
                (0..walks).filter(meeting).map(|number| corners.walks[number].from).collect();
            froms.into_iter().map(|corner| (corner, 0, 0)).collect()
        }
    };
    for (corner, layer, paid) in begin {
        for &number in corners.leaving(corner) {
            if let Some(price) = price(layer, number) {
                let state = layer * walks + number;
                if paid + price < best[state] {
                    best[state] = paid + price;
                    queue.push(Reverse((paid + price, state)));
                }
            }
        }
    }
    let mut furthest = 0;
    while let Some(Reverse((paid, state))) = queue.pop() {
        if paid > best[state] {
            continue;
        }
        let (layer, number) = (state / walks, state % walks);
        furthest = furthest.max(layer);
        if layer == layers {
            return Ok(steps(&before, state, walks));
        }
        let mut reach = |to: usize, paid: u32| {
            if paid < best[to] {
                best[to] = paid;
                before[to] = state as u32;
                queue.push(Reverse((paid, to)));
            }
        };
        if let Some(more) = meets[layer].met_by(corners, number) {
            reach(state + walks, paid + more);
        }
        let walk = corners.walks[number];
        for &next in corners.leaving(walk.to) {
            if corners.walks[next].to == walk.from {
                continue;
            }
            if let Some(price) = price(layer, next) {
                reach(layer * walks + next, paid + price);
            }
        }
    }
    Err(furthest)
}

/// The walks that led to a state, in their order.
fn steps(before: &[u32], mut state: usize, walks: usize) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    loop {
        let step = Step { walk: state % walks, met: state / walks };
        match found.last_mut() {
            // The same hexside in an earlier layer: it was walked before the waypoint was met.
            Some(last) if last.walk == step.walk => last.met = step.met,
            _ => found.push(step),
        }
        match before.get(state) {
            Some(&earlier) if earlier != u32::MAX => state = earlier as usize,
            _ => break,
        }
    }
    found.reverse();
    found
}
