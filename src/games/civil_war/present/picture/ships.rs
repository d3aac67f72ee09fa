//! Ships: a hull with their naval strength points, on the hexside or in the hex where they are.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::{naval_text, vocabulary};
use super::Scene;
use super::geometry::aside;
use super::labels::{Area, Labels};
use crate::pack::{Side, Station, Terrain};

/// Half the width of a hull.
const HALF: i32 = 150;

/// Ships of a side: of the Union a steamer with its funnel, of the Confederacy a casemate with sloping walls.
pub fn hull(at: Point, side: Side, points: u32) -> Vec<Shape> {
    let (class, strength, base, outline): (_, _, _, &[(i32, i32)]) = match side {
        Side::Union => (
            "union-ship",
            "union-strength",
            62,
            &[(-HALF, -40), (-28, -40), (-28, -105), (28, -105), (28, -40), (HALF, -40), (105, 80), (-105, 80)],
        ),
        Side::Confederate => (
            "confederate-ship",
            "confederate-strength",
            46,
            &[(-HALF, 22), (-105, 22), (-58, -72), (58, -72), (105, 22), (HALF, 22), (112, 80), (-112, 80)],
        ),
    };
    let outline: Vec<Point> = outline.iter().map(|(x, y)| at.by(*x, *y)).collect();
    vec![
        Shape::path("ship-rim", Path::area(&outline)),
        Shape::path(class, Path::area(&outline)),
        Shape::text(strength, at.by(0, base), points.to_string()),
    ]
}

/// Ships of a side that are to be seen.
pub struct Fleet {
    at: Station,
    side: Side,
    /// A hex that they lie in or on a side of.
    pub hex: Hex,
    /// Where they are drawn.
    pub place: Point,
}

/// All of them, each where it covers least of what is already there; the area that they cover is taken.
pub fn fleets(scene: &Scene, labels: &mut Labels) -> Vec<Fleet> {
    let Some(game) = scene.game else { return Vec::new() };
    let all: SortedSet<(Station, Side)> = game.squadrons.values().map(|one| (one.at, one.side)).collect();
    let mut fleets = Vec::new();
    for (at, side) in all {
        let Some(hex) = at.hexes().find(|hex| scene.contains(*hex)) else { continue };
        let areas: Vec<(Point, Area)> = places(scene, at)
            .into_iter()
            .map(|place| (place, Area::around(place.by(0, -10), 2 * HALF + 20, 184)))
            .collect();
        let Some(&(place, area)) = labels.least(&areas) else { continue };
        labels.take(area);
        fleets.push(Fleet { at, side, hex, place });
    }
    fleets
}

/// Where ships at a station may be drawn, the best place first: on or near the middle of the hexside; in the middle of
/// a sea hex, and below or above the contents of a coastal hex.
fn places(scene: &Scene, at: Station) -> Vec<Point> {
    match at {
        Station::Hexside(a, b) => {
            let Some(ends @ [from, to]) = super::lines::ends(scene, (a, b)) else { return Vec::new() };
            let along = [50, 30, 70, 10, 90, -20, 120].map(|share| from.toward(to, share));
            [0, 40, -40, 80, -80, 130, -130, 190, -190, 250, -250, 320, -320]
                .into_iter()
                .flat_map(|off| along.map(|at| aside(ends, at, off)))
                .collect()
        }
        Station::Hex(hex) => {
            let centre = scene.centre(hex);
            let offs: &[(i32, i32)] = match scene.map().hex(hex).map(|data| data.terrain) {
                Some(Terrain::AllSea) => {
                    &[(0, 0), (-170, 150), (170, 150), (-170, -150), (170, -150), (0, 210), (0, -210)]
                }
                _ => &[
                    (0, 235),
                    (-150, 200),
                    (150, 200),
                    (0, -150),
                    (-200, 90),
                    (200, 120),
                    (-270, 30),
                    (-170, 280),
                    (170, 280),
                    (-300, 160),
                    (300, 160),
                    (-300, -110),
                    (300, -110),
                    (0, 330),
                    (0, -260),
                ],
            };
            offs.iter().map(|(x, y)| centre.by(*x, *y)).collect()
        }
    }
}

/// The ships as they are drawn.
pub fn drawn(scene: &Scene, fleets: &[Fleet]) -> Vec<Shape> {
    let Some(game) = scene.game else { return Vec::new() };
    let pack = &scene.rules.pack;
    let draw = |Fleet { at, side, place, .. }: &Fleet| {
        let hulls = game.hulls_at(*at, *side);
        let leaders = game.afloat_at(pack, *at, *side);
        let under =
            if leaders.is_empty() { String::new() } else { format!(": {}", vocabulary::leaders(pack, &leaders)) };
        let said =
            format!("{}: {}, {}{under}", side.title(), naval_text::hulls(pack, &hulls), naval_text::between(pack, *at));
        Shape::new("fleet", Form::Group(hull(*place, *side, hulls.points()))).titled(said)
    };
    fleets.iter().map(draw).collect()
}

/// Their leader, if any.
pub fn leader(scene: &Scene, fleet: &Fleet) -> Option<String> {
    let aboard = scene.game?.afloat_at(&scene.rules.pack, fleet.at, fleet.side);
    let name = vocabulary::leader_name(&scene.rules.pack, &aboard.first()?.leader);
    let more = if aboard.len() > 1 { format!(" +{}", aboard.len() - 1) } else { String::new() };
    Some(format!("{name}{more}"))
}
