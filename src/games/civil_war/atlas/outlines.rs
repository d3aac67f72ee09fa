//! Outlines on the plane: how much of a hex is in a state, a water or a swamp.

use super::grid::{Cell, Point};
use super::projection::{LatLon, Projection};

/// How many steps a hex is wide from its centre to a corner, for counting: sixty-one points in all.
const STEPS: i32 = 4;
/// The most degrees between two points of an outline: a border along a parallel is bent on the map.
const DENSE: f64 = 0.1;

/// An area, of one or more rings.
#[derive(Clone, Debug)]
pub struct Outline {
    rings: Vec<Vec<Point>>,
    low: Point,
    high: Point,
}

impl Outline {
    /// The area inside rings of latitudes and longitudes, brought to the plane.
    pub fn new<'a>(projection: &Projection, rings: impl IntoIterator<Item = &'a [LatLon]>) -> Outline {
        let rings: Vec<Vec<Point>> = rings.into_iter().map(|ring| dense(projection, ring)).collect();
        let mut low = Point { x: f64::INFINITY, y: f64::INFINITY };
        let mut high = Point { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY };
        for point in rings.iter().flatten() {
            low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
        }
        Outline { rings, low, high }
    }

    /// Whether a point lies in it.
    pub fn contains(&self, point: Point) -> bool {
        if point.x < self.low.x || point.x > self.high.x || point.y < self.low.y || point.y > self.high.y {
            return false;
        }
        let mut inside = false;
        for ring in &self.rings {
            let Some(mut before) = ring.last() else { continue };
            for here in ring {
                if (here.y > point.y) != (before.y > point.y) {
                    let x = here.x + (point.y - here.y) / (before.y - here.y) * (before.x - here.x);
                    inside ^= point.x < x;
                }
                before = here;
            }
        }
        inside
    }

    /// How many of the points of a hex are inside it.
    pub fn share(&self, points: &[Point]) -> usize {
        let (mut low, mut high) = (points[0], points[0]);
        for point in points {
            low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
        }
        if high.x < self.low.x || low.x > self.high.x || high.y < self.low.y || low.y > self.high.y {
            return 0;
        }
        points.iter().filter(|point| self.contains(**point)).count()
    }
}

/// A ring on the plane, with points between its own where they lie far apart.
fn dense(projection: &Projection, ring: &[LatLon]) -> Vec<Point> {
    let mut points = Vec::with_capacity(ring.len());
    for (n, &here) in ring.iter().enumerate() {
        let next = ring[(n + 1) % ring.len()];
        let (lat, lon) = (next[0] - here[0], next[1] - here[1]);
        let parts = (lat.abs().max(lon.abs()) / DENSE).ceil().max(1.0);
        for part in 0..parts as u32 {
            let along = f64::from(part) / parts;
            points.push(projection.point([here[0] + along * lat, here[1] + along * lon]));
        }
    }
    points
}

/// Sixty-one points that fill a hex evenly.
pub fn points(cell: Cell) -> Vec<Point> {
    let centre = cell.centre();
    let [_, _, east, south_east, ..] = cell.corners().map(super::grid::Corner::point);
    let part = 0.95 / f64::from(STEPS);
    let mut found = Vec::with_capacity(61);
    for i in -STEPS..=STEPS {
        for j in -STEPS..=STEPS {
            if (i + j).abs() <= STEPS {
                let (a, b) = (f64::from(i) * part, f64::from(j) * part);
                found.push(Point {
                    x: centre.x + a * (east.x - centre.x) + b * (south_east.x - centre.x),
                    y: centre.y + a * (east.y - centre.y) + b * (south_east.y - centre.y),
                });
            }
        }
    }
    found
}
