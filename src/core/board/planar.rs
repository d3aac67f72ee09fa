//! Planar graphs: lines between points that do not cross, and the faces between them.

use crate::sorted::{SortedMap, SortedSet};
use std::cmp::Ordering;

use super::Area;

/// A point of a drawing: distances to the right and downward from its upper left corner.
pub type Point = (i32, i32);

/// On which side of the line from `a` to `b` a point lies: positive on its right as drawn, negative on its left, 0 on
/// the line. The value is twice the area of the triangle.
pub fn turn(a: Point, b: Point, p: Point) -> i128 {
    let [bx, by] = between(a, b);
    let [px, py] = between(a, p);
    bx * py - by * px
}

/// The vector from one point to another, right and down.
fn between(a: Point, b: Point) -> [i128; 2] {
    [i128::from(b.0) - i128::from(a.0), i128::from(b.1) - i128::from(a.1)]
}

/// Whether a point lies on the straight line from `a` to `b`, ends included.
fn lies_on(a: Point, b: Point, p: Point) -> bool {
    let within = |a: i32, b: i32, p: i32| (a.min(b)..=a.max(b)).contains(&p);
    turn(a, b, p) == 0 && within(a.0, b.0, p.0) && within(a.1, b.1, p.1)
}

/// Whether two line segments have a point in common other than a shared end.
pub fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let common = [a, b].into_iter().find(|end| *end == c || *end == d);
    if let Some(common) = common {
        let far = |[x, y]: [Point; 2]| if x == common { y } else { x };
        let (one, other) = (far([a, b]), far([c, d]));
        return one == other || lies_on(common, one, other) || lies_on(common, other, one);
    }
    let sides = |p, q, r, s| turn(p, q, r).signum() * turn(p, q, s).signum();
    let touches = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)].into_iter().any(|(x, y, p)| lies_on(x, y, p));
    touches || (sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0)
}

/// Areas as points, and straight lines between neighbors that do not cross: every area with its neighbors, clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanarGraph {
    pub at: SortedMap<Area, Point>,
    /// Clockwise as drawn.
    pub around: SortedMap<Area, Vec<Area>>,
}

impl PlanarGraph {
    /// The areas at their places, connected by these pairs.
    pub fn new(at: SortedMap<Area, Point>, pairs: &SortedSet<(Area, Area)>) -> PlanarGraph {
        let mut around: SortedMap<Area, Vec<Area>> = at.keys().map(|area| (*area, Vec::new())).collect();
        for (a, b) in pairs {
            around.entry(*a).or_default().push(*b);
            around.entry(*b).or_default().push(*a);
        }
        for (area, others) in &mut around {
            others.sort_by(|a, b| clockwise(at[area], at[a], at[b]));
        }
        PlanarGraph { at, around }
    }

    /// The faces between the lines. Each is the list of areas at its corners, in the order of a walk around it that
    /// keeps the face on the right. The outer face is included; its walk is counterclockwise.
    pub fn faces(&self) -> Vec<Vec<Area>> {
        let mut walked = SortedSet::new();
        let mut faces = Vec::new();
        for (from, others) in &self.around {
            for to in others {
                let mut face = Vec::new();
                let (mut here, mut next) = (*from, *to);
                while walked.insert((here, next)) {
                    face.push(here);
                    let others = &self.around[&next];
                    // Turn as sharply right as possible: to the neighbor before the one we come from.
                    let came = others.iter().position(|area| *area == here).unwrap_or_default();
                    let turned = others[(came + others.len() - 1) % others.len()];
                    (here, next) = (next, turned);
                }
                if !face.is_empty() {
                    faces.push(face);
                }
            }
        }
        faces
    }

    /// Twice the area of a face; negative for the outer face.
    pub fn surface(&self, face: &[Area]) -> i128 {
        let corners = face.iter().map(|area| self.at[area]);
        let next = corners.clone().cycle().skip(1);
        corners.zip(next).map(|(a, b)| turn((0, 0), a, b)).sum()
    }

    /// The areas connected to the first one.
    pub fn joined(&self) -> SortedSet<Area> {
        let mut reached = SortedSet::new();
        let mut next: Vec<Area> = self.at.keys().next().copied().into_iter().collect();
        while let Some(area) = next.pop() {
            if reached.insert(area) {
                next.extend(&self.around[&area]);
            }
        }
        reached
    }
}

/// Compares two points by their direction from a third, clockwise from the right as drawn.
fn clockwise(from: Point, a: Point, b: Point) -> Ordering {
    let upper = |p: Point| {
        let [x, y] = between(from, p);
        y < 0 || (y == 0 && x < 0)
    };
    upper(a).cmp(&upper(b)).then_with(|| 0.cmp(&turn(from, a, b)))
}
