//! From latitude and longitude to the plane of the map: the fit of ruling CW-192, bent so that places whose hex the
//! rulebook states are in that hex.
//!
//! The results are bit-identical on every machine: sums, products, quotients and roots are exact by IEEE 754, and the
//! two trigonometric functions come from a software library.

use super::grid::{COLUMN, Cell, Point};

/// A latitude north and a longitude east, in degrees.
pub type LatLon = [f64; 2];

/// How far a stated place bends the map round it, in hexes.
const REACH: f64 = 6.0;

/// Where the map is pulled to, and from where.
#[derive(Clone, Copy, Debug)]
struct Pull {
    /// Where the fit alone puts the place.
    at: Point,
    dx: f64,
    dy: f64,
}

/// The fit, and the places that bend it.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    pulls: Vec<Pull>,
}

/// The least-squares fit of column and row against an Albers projection through fourteen known places.
pub fn fit([lat, lon]: LatLon) -> Point {
    const MILES: f64 = 3958.8;
    let sin = |degrees: f64| libm::sin(degrees.to_radians());
    let cos = |degrees: f64| libm::cos(degrees.to_radians());
    let n = (sin(30.0) + sin(40.0)) / 2.0;
    let c = cos(30.0) * cos(30.0) + 2.0 * n * sin(30.0);
    let radius = |lat: f64| MILES * (c - 2.0 * n * sin(lat)).sqrt() / n;
    let turn = n * (lon + 84.0);
    let x = radius(lat) * sin(turn);
    let y = radius(35.0) - radius(lat) * cos(turn);
    let column = 0.046_228 * x - 0.001_454 * y + 35.0085;
    let row = -0.000_254 * x - 0.039_486 * y + 17.0570;
    Point { x: column * COLUMN, y: row }
}

impl Projection {
    /// Bends the map so that a place is in a cell: by no more than is needed to bring it well inside.
    pub fn pin(&mut self, place: LatLon, cell: Cell) {
        let at = fit(place);
        let to = well_inside(at, cell);
        self.pulls.push(Pull { at, dx: to.x - at.x, dy: to.y - at.y });
    }

    /// Where a place lies on the plane.
    pub fn point(&self, place: LatLon) -> Point {
        let at = fit(place);
        // A weight for the fit itself lets the bend fade out where the nearest stated place is far away.
        let (mut sum, mut dx, mut dy) = (0.08, 0.0, 0.0);
        for pull in &self.pulls {
            let apart = at.distance(pull.at);
            if apart < REACH {
                let fading = 1.0 - apart / REACH;
                let weight = fading * fading / (apart * apart + 0.02);
                sum += weight;
                dx += weight * pull.dx;
                dy += weight * pull.dy;
            }
        }
        Point { x: at.x + dx / sum, y: at.y + dy / sum }
    }
}

/// The point nearest to `at`, on the way to the cell's centre, that lies well inside the cell.
pub fn well_inside(at: Point, cell: Cell) -> Point {
    let centre = cell.centre();
    let mut share = 1.0;
    let on_the_way =
        |share: f64| Point { x: centre.x + share * (at.x - centre.x), y: centre.y + share * (at.y - centre.y) };
    // Well inside: a step further from the centre, by a sixth of a hex, is still inside.
    for _ in 0..200 {
        let point = on_the_way(share);
        let apart = point.distance(centre);
        let further = if apart > 0.0 { share * (1.0 + 0.16 / apart) } else { 0.0 };
        if Cell::of(on_the_way(further)) == cell {
            return point;
        }
        share *= 0.96;
    }
    centre
}
