//! Draws areas as polygons, given only their centres and which of them share a boundary.
//!
//! The boundary of two areas crosses the straight line between their centres: it runs from the middle of the face on
//! one side, through the middle of the line, to the middle of the face on the other. Where there is no face on one
//! side, at the edge of the map, it ends on the coast, a little way outside. So an area is the polygon that its
//! boundaries enclose, its centre lies in it, and no two polygons overlap.

use crate::sorted::{SortedMap, SortedSet};
use std::fmt;

use super::Area;
use super::planar::{PlanarGraph, Point, cross, turn};

/// How far outside the outermost centres the coast lies: the shorter side of the drawing divided by this.
const COAST: i64 = 14;
/// The maximum side length of a drawing.
const LONGEST: i32 = 1_000_000;

/// The computed outlines of areas: [`Outlines::area`], [`Outlines::boundary`] and [`Outlines::coast`], in the units in
/// which the centres were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlines {
    areas: SortedMap<Area, Vec<Point>>,
    /// Keyed by pairs with the lower number first.
    boundaries: SortedMap<(Area, Area), Vec<Point>>,
    coasts: SortedMap<Area, Vec<Point>>,
}

/// Why areas cannot be drawn as polygons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutlineError {
    /// The size of the drawing is out of range: its sides must be 1 to 1,000,000.
    Size,
    /// There is no such area.
    Unknown(Area),
    /// The centre lies on the frame or outside.
    Outside(Area),
    /// A boundary of an area with itself.
    Itself(Area),
    /// The lines between the centres of two pairs cross, or touch.
    Crossing((Area, Area), (Area, Area)),
    /// It cannot be reached from the lowest number.
    Apart(Area),
    /// It has fewer than two neighbors, or is the only connection between areas on both its sides.
    Bottleneck(Area),
    /// The areas enclose a face so concave that its middle cannot be seen from all its sides.
    Bent(Vec<Area>),
    /// Seen from the middle of the drawing, one of these two neighbors at the edge of the map hides the other.
    Hidden(Area, Area),
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutlineError::Size => write!(f, "the drawing's sides are not from 1 to {LONGEST}"),
            OutlineError::Unknown(area) => write!(f, "there is no area {area}"),
            OutlineError::Outside(area) => write!(f, "the center of area {area} does not lie within the frame"),
            OutlineError::Itself(area) => write!(f, "area {area} has a boundary with itself"),
            OutlineError::Crossing((a, b), (c, d)) => {
                write!(f, "the line from area {a} to {b} and that from {c} to {d} cross or touch")
            }
            OutlineError::Apart(area) => write!(f, "no boundaries lead to area {area}"),
            OutlineError::Bottleneck(area) => {
                write!(f, "area {area} is the only connection between the areas on both its sides")
            }
            OutlineError::Bent(areas) => {
                let corners: Vec<String> = areas.iter().map(Area::to_string).collect();
                write!(f, "the areas {} enclose a face whose middle not all its sides see", corners.join(", "))
            }
            OutlineError::Hidden(a, b) => {
                write!(f, "seen from the middle of the drawing, areas {a} and {b} at the edge lie behind one another")
            }
        }
    }
}

impl std::error::Error for OutlineError {}

/// Draws areas as polygons in a drawing of this width and height, from the centres of the areas and the pairs that
/// share a boundary. Only integers are used, so the result is the same on every machine.
///
/// # Errors
/// The lines between the centres cross, or leave no polygons between them: the first [`OutlineError`].
pub fn outlines(
    size: [i32; 2],
    at: &SortedMap<Area, [i32; 2]>,
    pairs: &[(Area, Area)],
) -> Result<Outlines, OutlineError> {
    let frame = Frame::new(size).ok_or(OutlineError::Size)?;
    let at: SortedMap<Area, Point> = at.iter().map(|(area, [x, y])| (*area, (*x, *y))).collect();
    if let Some((area, _)) = at.iter().find(|(_, point)| !frame.contains(**point)) {
        return Err(OutlineError::Outside(*area));
    }
    let pairs: SortedSet<(Area, Area)> = pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    for (a, b) in &pairs {
        if let Some(unknown) = [a, b].into_iter().find(|area| !at.contains_key(area)) {
            return Err(OutlineError::Unknown(*unknown));
        }
        if a == b {
            return Err(OutlineError::Itself(*a));
        }
    }
    if let Some((one, other)) = crossings(&at, &pairs).into_iter().next() {
        return Err(OutlineError::Crossing(one, other));
    }
    let plane = PlanarGraph::new(at, &pairs);
    let joined = plane.joined();
    if let Some(apart) = plane.at.keys().find(|area| !joined.contains(area)) {
        return Err(OutlineError::Apart(*apart));
    }
    let edges = Edges::of(&plane, &frame)?;
    Ok(edges.outlines(&plane, &frame, &pairs))
}

/// All pairs of lines that cross or touch anywhere but at a common area.
pub fn crossings(at: &SortedMap<Area, Point>, pairs: &SortedSet<(Area, Area)>) -> Vec<((Area, Area), (Area, Area))> {
    let lines: Vec<_> = pairs.iter().filter_map(|pair| Some((*pair, [*at.get(&pair.0)?, *at.get(&pair.1)?]))).collect();
    let after = |n: usize| lines.iter().skip(n + 1);
    let each = lines.iter().enumerate();
    let found = each.flat_map(|(n, one)| after(n).filter(|other| cross(one.1, other.1)).map(|other| (one.0, other.0)));
    found.collect()
}

/// Whether a point lies inside a polygon or on its outline.
pub fn contains(outline: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let side = turn(*a, *b, point);
        let level = (a.1.min(b.1)..=a.1.max(b.1)).contains(&point.1);
        if side == 0 && level && (a.0.min(b.0)..=a.0.max(b.0)).contains(&point.0) {
            return true;
        }
        // Whether the ray to the right of the point meets this side; of the side's ends, only the upper one counts.
        if (a.1 > point.1) != (b.1 > point.1) && (side < 0) == (b.1 < a.1) {
            inside = !inside;
        }
    }
    inside
}

impl Outlines {
    /// The corners of an area's polygon, clockwise as drawn; empty if there is no such area.
    pub fn area(&self, area: Area) -> &[Point] {
        self.areas.get(&area).map_or(&[], Vec::as_slice)
    }

    /// The line of the boundary of two areas, from end to end. It starts at the end that is on the left when going from
    /// the lower number to the higher. Empty if they share no boundary. It is part of both polygons.
    pub fn boundary(&self, a: Area, b: Area) -> &[Point] {
        self.boundaries.get(&(a.min(b), a.max(b))).map_or(&[], Vec::as_slice)
    }

    /// The part of an area's outline at the edge of the map, next to no other area; empty for an inner area. The coast
    /// of one area begins where its neighbor's ends.
    pub fn coast(&self, area: Area) -> &[Point] {
        self.coasts.get(&area).map_or(&[], Vec::as_slice)
    }

    /// Every area with its polygon.
    pub fn areas(&self) -> impl Iterator<Item = (Area, &[Point])> {
        self.areas.iter().map(|(area, outline)| (*area, outline.as_slice()))
    }
}

/// The rectangle that contains the drawing.
struct Frame {
    width: i64,
    height: i64,
}

impl Frame {
    fn new([width, height]: [i32; 2]) -> Option<Frame> {
        let fits = |side| (1..=LONGEST).contains(&side);
        (fits(width) && fits(height)).then_some(Frame { width: width.into(), height: height.into() })
    }

    fn contains(&self, (x, y): Point) -> bool {
        (1..self.width).contains(&x.into()) && (1..self.height).contains(&y.into())
    }

    fn middle(&self) -> Point {
        (half(self.width), half(self.height))
    }

    /// A point on the coast: in the same direction from the middle as the given point, farther out, but inside the
    /// frame.
    fn outside(&self, point: Point) -> Point {
        let middle = self.middle();
        let (x, y) = (i64::from(point.0) - i64::from(middle.0), i64::from(point.1) - i64::from(middle.1));
        let length = i64::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(i64::MAX).max(1);
        let reach = length + self.width.min(self.height) / COAST;
        // The same direction, as far as the frame allows; all candidates are fractions.
        let room = [(reach, length), (self.width / 2, x.abs().max(1)), (self.height / 2, y.abs().max(1))];
        let shorter = |one: (i64, i64), other: (i64, i64)| if other.0 * one.1 < one.0 * other.1 { other } else { one };
        let (times, of) = room.into_iter().fold(room[0], shorter);
        (within(middle.0, x * times / of), within(middle.1, y * times / of))
    }
}

fn half(side: i64) -> i32 {
    i32::try_from(side / 2).unwrap_or(i32::MAX)
}

fn within(from: i32, way: i64) -> i32 {
    i32::try_from(i64::from(from) + way).unwrap_or(i32::MAX)
}

/// The middle of a straight line.
fn middle(a: Point, b: Point) -> Point {
    mean(&[a, b])
}

/// The mean of points.
fn mean(points: &[Point]) -> Point {
    let count = i64::try_from(points.len()).unwrap_or(1).max(1);
    let mean = |each: fn(&Point) -> i32| points.iter().map(|point| i64::from(each(point))).sum::<i64>() / count;
    (within(0, mean(|point| point.0)), within(0, mean(|point| point.1)))
}

/// The space beside the lines between areas.
struct Edges {
    /// The middle of the face on the right of the line from one area to another; missing where that is outside the map.
    right: SortedMap<(Area, Area), Point>,
}

impl Edges {
    fn of(plane: &PlanarGraph, frame: &Frame) -> Result<Edges, OutlineError> {
        if let Some((alone, _)) = plane.around.iter().find(|(_, others)| others.len() < 2) {
            return Err(OutlineError::Bottleneck(*alone));
        }
        let mut right = SortedMap::new();
        for face in &plane.faces() {
            let mut corners = SortedSet::new();
            if let Some(twice) = face.iter().find(|area| !corners.insert(**area)) {
                return Err(OutlineError::Bottleneck(*twice));
            }
            let sides = || face.iter().copied().zip(face.iter().copied().cycle().skip(1));
            if plane.surface(face) < 0 {
                let seen = |(a, b): &(Area, Area)| turn(frame.middle(), plane.at[a], plane.at[b]) >= 0;
                if let Some((a, b)) = sides().find(seen) {
                    return Err(OutlineError::Hidden(a, b));
                }
                continue;
            }
            let points: Vec<Point> = face.iter().map(|area| plane.at[area]).collect();
            let centre = mean(&points);
            if sides().any(|(a, b)| turn(plane.at[&a], plane.at[&b], centre) <= 0) {
                return Err(OutlineError::Bent(face.clone()));
            }
            right.extend(sides().map(|side| (side, centre)));
        }
        Ok(Edges { right })
    }

    /// Where the boundary of two areas ends, on the right of the line from one to the other.
    fn end(&self, plane: &PlanarGraph, frame: &Frame, a: Area, b: Area) -> Point {
        let face = self.right.get(&(a, b)).copied();
        face.unwrap_or_else(|| frame.outside(middle(plane.at[&a], plane.at[&b])))
    }

    fn outlines(&self, plane: &PlanarGraph, frame: &Frame, pairs: &SortedSet<(Area, Area)>) -> Outlines {
        let line = |a: Area, b: Area| {
            let middle = middle(plane.at[&a], plane.at[&b]);
            vec![self.end(plane, frame, b, a), middle, self.end(plane, frame, a, b)]
        };
        let boundaries = pairs.iter().map(|(a, b)| ((*a, *b), line(*a, *b))).collect();
        let (mut areas, mut coasts) = (SortedMap::new(), SortedMap::new());
        for (area, others) in &plane.around {
            let mut outline: Vec<Point> = Vec::new();
            for (other, next) in others.iter().zip(others.iter().cycle().skip(1)) {
                outline.push(middle(plane.at[area], plane.at[other]));
                outline.push(self.end(plane, frame, *area, *other));
                if !self.right.contains_key(&(*area, *other)) {
                    let coast = vec![
                        self.end(plane, frame, *area, *other),
                        frame.outside(plane.at[area]),
                        self.end(plane, frame, *next, *area),
                    ];
                    outline.extend(&coast[1..]);
                    coasts.insert(*area, coast);
                }
            }
            areas.insert(*area, outline);
        }
        Outlines { areas, boundaries, coasts }
    }
}
