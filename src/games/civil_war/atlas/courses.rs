//! Courses along hexsides: of rivers from the mouth to the head, and of ridges.
//!
//! A course is the cheapest walk over the corners of hexes that meets its waypoints in their order: in layer `n` of the
//! graph the first `n` waypoints have been met. Costs are whole numbers, and of walks that cost the same the one with
//! the smaller number wins, so that the same sources always give the same course.

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

/// What a course meets, on the plane.
#[derive(Clone, Debug, PartialEq)]
pub enum Meet {
    /// Begins at any of these corners.
    From(SortedSet<Corner>),
    /// Runs by a point.
    By(Point),
    /// Has the cell on its left bank, looking downstream; the point is where in the cell the place lies.
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
pub struct Toll(pub SortedMap<(Cell, Cell), u32>);

impl Toll {
    /// What is paid for walking between two cells, besides its length.
    fn of(&self, a: Cell, b: Cell) -> u32 {
        self.0.get(&ordered(a, b)).copied().unwrap_or(0)
    }
}

/// The two cells, the smaller first.
pub fn ordered(a: Cell, b: Cell) -> (Cell, Cell) {
    if a <= b { (a, b) } else { (b, a) }
}

impl Meet {
    /// Where it is, for the line that the course keeps to; none if it is wherever it fits.
    fn place(&self) -> Option<Point> {
        match self {
            Meet::From(corners) if corners.len() == 1 => corners.first().map(|corner| corner.point()),
            Meet::From(_) => None,
            Meet::By(point) | Meet::Left(_, point) | Meet::Right(_, point) => Some(*point),
            Meet::Between(a, b) => Some(a.centre().half_way(b.centre())),
        }
    }

    /// What it costs to say that the walk meets it; none if it does not.
    fn met_by(&self, corners: &Corners, walk: usize) -> Option<u32> {
        let walk = corners.walks.get(walk)?;
        match self {
            Meet::From(_) => None,
            Meet::By(point) => {
                let apart = walk.to.point().distance(*point);
                (apart <= BY).then(|| cost(apart * apart * 2.0))
            }
            // A course is walked upstream: what is on the left bank looking downstream is on the right hand.
            Meet::Left(cell, point) => (walk.right == *cell).then(|| cost(walk.middle().distance(*point))),
            Meet::Right(cell, point) => (walk.left == *cell).then(|| cost(walk.middle().distance(*point))),
            Meet::Between(a, b) => (ordered(*a, *b) == ordered(walk.left, walk.right)).then_some(0),
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
pub fn course(corners: &Corners, meets: &[Meet], toll: &Toll) -> Result<Vec<Step>, usize> {
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
        Meet::From(from) => from.iter().map(|&corner| (corner, 1, 0)).collect(),
        Meet::By(point) => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hex;

    fn cell(text: &str) -> Cell {
        text.parse::<Hex>().expect("a hex").into()
    }

    fn sides(corners: &Corners, steps: &[Step]) -> Vec<String> {
        let name = |step: &Step| {
            let (a, b) = corners.walks[step.walk].between().expect("on the map");
            format!("{a}/{b}")
        };
        steps.iter().map(name).collect()
    }

    #[test]
    fn a_bank_is_a_bank_looking_downstream() {
        let corners = Corners::default();
        // From a mouth in the south to a head in the north: downstream is south, so the left bank is the eastern one.
        let point = |text: &str| cell(text).centre();
        for (left, right) in [("3010", "2910"), ("3010", "2911")] {
            let meets = [
                Meet::By(cell("3013").corners()[5].point()),
                Meet::Left(cell(left), point(left)),
                Meet::Right(cell(right), point(right)),
                Meet::By(cell("3008").corners()[5].point()),
            ];
            let found = course(&corners, &meets, &Toll::default()).expect("a course");
            for step in &found {
                let walk = corners.walks[step.walk];
                assert_eq!((walk.right.col, walk.left.col), (30, 29), "{walk:?}");
            }
            assert!(sides(&corners, &found).contains(&format!("{right}/{left}")));
            // With the banks exchanged it runs round the other sides of the two hexes.
            let meets = [meets[0].clone(), Meet::Right(cell(left), point(left)), meets[3].clone()];
            let found = course(&corners, &meets, &Toll::default()).expect("a course");
            assert!(!sides(&corners, &found).contains(&format!("{right}/{left}")));
            assert!(sides(&corners, &found).contains(&"3010/3110".to_owned()));
        }
    }

    #[test]
    fn hexsides_are_passed_in_their_order_and_met_counts_what_lies_behind() {
        let corners = Corners::default();
        let meets = [
            Meet::Between(cell("2010"), cell("2011")),
            Meet::Between(cell("2210"), cell("2211")),
            Meet::Between(cell("2410"), cell("2411")),
        ];
        let found = course(&corners, &meets, &Toll::default()).expect("a course");
        let told = sides(&corners, &found);
        assert_eq!(told.first().map(String::as_str), Some("2010/2011"));
        assert_eq!(told.last().map(String::as_str), Some("2410/2411"));
        assert_eq!(told.iter().filter(|side| *side == "2210/2211").count(), 1);
        // Straight along a row of hexes it takes four sides for two columns, less the one at which it begins.
        assert_eq!(told.len(), 9, "{told:?}");
        assert_eq!(found.iter().map(|step| step.met).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 2, 2, 2, 2]);
    }

    #[test]
    fn a_toll_sends_it_another_way_and_what_cannot_be_met_is_named() {
        let corners = Corners::default();
        let meets = [Meet::Between(cell("2010"), cell("2011")), Meet::Between(cell("2210"), cell("2211"))];
        let straight = sides(&corners, &course(&corners, &meets, &Toll::default()).expect("a course"));
        let barred = &straight[1..4];
        let mut toll = Toll::default();
        for side in barred {
            let (a, b) = side.split_once('/').expect("a side");
            toll.0.insert(ordered(cell(a), cell(b)), 3_000);
        }
        let round = sides(&corners, &course(&corners, &meets, &toll).expect("a course"));
        assert!(round.iter().all(|side| !barred.contains(side)), "{round:?}");
        let far = [meets[0].clone(), Meet::Between(cell("2010"), cell("4010"))];
        assert_eq!(course(&corners, &far, &Toll::default()), Err(1));
    }
}
