//! From latitude and longitude to the plane of the map: the fit of ruling CW-192, bent through the places that the
//! rulebook puts in a hex.
//!
//! The same bits come out on every machine: additions, products, quotients and roots are exact by IEEE 754, and the
//! two angular functions come from a library in software.

use super::grid::{COLUMN, Cell, Point};

/// A latitude north and a longitude east, in degrees.
pub type LatLon = [f64; 2];

/// How far a stated place bends the map round it, in hexes.
const REACH: f64 = 6.0;

/// Where the map is pulled to, and from where.
#[derive(Clone, Copy, Debug)]
struct Pull {
    /// Where the fit puts the place.
    at: Point,
    dx: f64,
    dy: f64,
}

/// The fit and what bends it.
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
    /// Bends the map so that a place comes to lie in a cell: by no more than it takes to bring it well inside.
    pub fn pin(&mut self, place: LatLon, cell: Cell) {
        let at = fit(place);
        let to = well_inside(at, cell);
        self.pulls.push(Pull { at, dx: to.x - at.x, dy: to.y - at.y });
    }

    /// Where a place lies on the plane.
    pub fn point(&self, place: LatLon) -> Point {
        let at = fit(place);
        // A weight of its own for the fit lets the bend fade out where the nearest stated place is far.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hex;

    /// The fourteen places of the fit: hex, latitude, longitude.
    const KNOWN: [(&str, f64, f64); 14] = [
        ("3217", 35.046, -85.309),
        ("2317", 34.934, -88.522),
        ("2211", 37.005, -89.176),
        ("5106", 38.880, -77.107),
        ("2730", 30.327, -87.290),
        ("4425", 32.027, -80.890),
        ("5613", 35.890, -75.670),
        ("1930", 30.166, -89.737),
        ("2428", 30.694, -88.043),
        ("5107", 38.310, -77.730),
        ("1724", 32.353, -90.878),
        ("2031", 29.357, -89.455),
        ("4905", 39.185, -78.163),
        ("4708", 38.150, -79.072),
    ];

    #[test]
    fn the_fit_puts_each_known_place_within_a_hex_of_its_own_and_the_bend_into_it() {
        let mut projection = Projection::default();
        let cell = |text: &str| Cell::from(text.parse::<Hex>().expect("a hex"));
        for (hex, lat, lon) in KNOWN {
            let apart = fit([lat, lon]).distance(cell(hex).centre());
            assert!(apart < 1.1, "{hex}: {apart}");
            projection.pin([lat, lon], cell(hex));
        }
        for (hex, lat, lon) in KNOWN {
            assert_eq!(Cell::of(projection.point([lat, lon])), cell(hex), "{hex}");
        }
        // Far from every one of them nothing is bent.
        let far = [33.0, -96.8];
        assert_eq!(projection.point(far), fit(far));
    }
}
