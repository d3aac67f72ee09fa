//! The names of places, leaders, states and waters.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::report::svg::{Point, Shape};

use super::super::vocabulary;
use super::frame::{HALF, THIRD};
use super::labels::{Anchor, Labels, width};
use super::ships::{self, Fleet};
use super::symbols::{CITY, TOWN, force_place, second_place, work_place};
use super::{HexData, Scene};
use crate::pack::{Side, Terrain};

/// The least number of hexes whose name is written large.
const LARGE: usize = 40;
/// About the size of the letters of a large name, with what stands between them.
const STATE: i32 = 400;
/// The same of a sea's name.
const SEA: i32 = 190;
/// The least number of hexes of a state whose name is written at all.
const FEW: usize = 5;

/// The class of a leader's name.
const LEADER: &str = "leader";

/// The weight of the name of a city with victory points, to which they are added.
const CITY_NAME: i32 = 1000;

/// Something with a name, at a place, of a radius.
struct Named {
    /// The more, the sooner it is placed.
    weight: i32,
    hex: Hex,
    at: Point,
    radius: i32,
    class: &'static str,
    size: i32,
    text: String,
    must: bool,
}

/// Names where there was room for them.
pub struct Names {
    /// Of cities, fortifications, towns and whatever else the hexes are known by.
    pub ground: Vec<Shape>,
    /// Of leaders.
    pub people: Vec<Shape>,
}

/// The names of places, and of leaders.
pub fn places(scene: &Scene, fleets: &[Fleet], labels: &mut Labels) -> Names {
    let mut all = led(scene, &scene.manned(), fleets);
    for (hex, data) in scene.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        let weighty = |named: &Named| scene.tells(hex) || named.weight >= CITY_NAME;
        all.extend(named(scene, hex, data).into_iter().filter(weighty));
    }
    all.sort_by_key(|named| (-named.weight, named.hex));
    let mut names = Names { ground: Vec::new(), people: Vec::new() };
    for named in all {
        let onto = if named.class == LEADER { &mut names.people } else { &mut names.ground };
        onto.extend(named.place(labels));
    }
    names
}

/// The names of leaders alone.
pub fn people(scene: &Scene, manned: &SortedSet<Hex>, fleets: &[Fleet], labels: &mut Labels) -> Vec<Shape> {
    led(scene, manned, fleets).into_iter().flat_map(|named| named.place(labels)).collect()
}

impl Named {
    fn place(self, labels: &mut Labels) -> Vec<Shape> {
        let Named { at, radius, class, size, text, must, .. } = self;
        let (down, up, aside) = (radius + size, -radius - size / 4, radius + 35);
        let anchors = [
            (at.by(0, down), Anchor::Middle),
            (at.by(aside, size / 3), Anchor::Start),
            (at.by(-aside, size / 3), Anchor::End),
            (at.by(0, up), Anchor::Middle),
            (at.by(-60, down), Anchor::Start),
            (at.by(60, down), Anchor::End),
            (at.by(0, down + size), Anchor::Middle),
            (at.by(aside, -size / 2), Anchor::Start),
            (at.by(-aside, -size / 2), Anchor::End),
            (at.by(aside, size), Anchor::Start),
            (at.by(-aside, size), Anchor::End),
        ];
        labels.place(class, size, &text, &anchors, must).unwrap_or_default()
    }
}

/// The leaders who are named: the first of each side in a hex, and of each fleet.
fn led(scene: &Scene, manned: &SortedSet<Hex>, fleets: &[Fleet]) -> Vec<Named> {
    let pack = &scene.rules.pack;
    let mut all = Vec::new();
    let mut put = |weight, hex, at, radius, text| {
        all.push(Named { weight, hex, at, radius, class: LEADER, size: 84, text, must: true });
    };
    for &hex in manned {
        let mut at = force_place(scene.centre(hex));
        for side in Side::BOTH {
            let Some(game) = scene.game else { continue };
            let leaders = game.leaders_at(pack, hex, side);
            if let Some(first) = game.ranking_leader(pack, hex, side) {
                let others = leaders.len() - 1;
                let others = if others > 0 { format!(" +{others}") } else { String::new() };
                put(800, hex, at, 100, format!("{}{others}", vocabulary::leader_name(pack, &first.leader)));
            }
            if !leaders.is_empty() || game.sp_at(hex, side) > 0 {
                at = second_place(scene, hex);
            }
        }
    }
    for fleet in fleets {
        let Some(text) = ships::leader(scene, fleet) else { continue };
        put(790, fleet.hex, fleet.place, 150, text);
    }
    all
}

fn named(scene: &Scene, hex: Hex, data: &HexData) -> Vec<Named> {
    let pack = &scene.rules.pack;
    let centre = scene.centre(hex);
    let mut all = Vec::new();
    let name = vocabulary::bare_name(pack, data.called());
    let mut put = |weight, at, radius, class, size, text: &str, must| {
        all.push(Named { weight, hex, at, radius, class, size, text: text.to_owned(), must });
    };
    match &data.city {
        Some(city) if city.vp > 0 => put(CITY_NAME + i32::from(city.vp), centre, CITY, "major", 108, name, true),
        Some(_) => put(500, centre, TOWN, "minor", 94, name, true),
        None if name.is_empty() || vocabulary::is_described(name) => {}
        None => put(100, centre, -20, "hamlet", 86, name, false),
    }
    if let Some(fort) = &data.fort {
        let at = work_place(data, centre);
        // A town that is called after it tells its name already.
        if data.city.is_none() || fort.name.replacen("Ft.", "Fort", 1) != name {
            put(700, at, 95, "minor", 94, &fort.name, false);
        }
    }
    if let Some(site) = data.site.as_ref().filter(|site| site.name != name) {
        put(300, centre.by(-215, 150), 90, "hamlet", 86, &site.name, false);
    }
    all
}

/// The names of states and waters: of the large ones large and below everything else; of the others, which come second,
/// where there is room.
pub fn regions(scene: &Scene, labels: &mut Labels) -> [Vec<Shape>; 2] {
    let mut states: SortedMap<&str, Vec<Point>> = SortedMap::new();
    let mut waters: SortedMap<&str, Vec<Point>> = SortedMap::new();
    for (hex, data) in scene.hexes() {
        let at = scene.centre(hex);
        match data.states.first() {
            _ if data.terrain == Terrain::AllSea => waters.entry(data.name.as_str()).or_default().push(at),
            Some(state) => states.entry(vocabulary::state(&scene.rules.pack, state)).or_default().push(at),
            None => {}
        }
    }
    let (mut large, mut small) = (Vec::new(), Vec::new());
    for (name, hexes) in states.into_iter().filter(|(_, hexes)| hexes.len() >= FEW) {
        let name = name.to_uppercase();
        if hexes.len() >= LARGE {
            // Two words stand below each other.
            let longest = name.split(' ').max_by_key(|word| width(word, STATE)).unwrap_or_default();
            let mut places = anywhere(&hexes);
            places.sort_by_key(|(at, _)| outside(&hexes, *at, width(longest, STATE)));
            let at = labels.freest(STATE, longest, &places);
            for (n, word) in name.split(' ').enumerate() {
                large.extend(at.map(|at| Shape::text("state", at.by(0, n as i32 * 400), word)));
            }
            continue;
        }
        small.extend(labels.place("small-state", 170, &name, &anywhere(&hexes), false).unwrap_or_default());
    }
    for (name, hexes) in waters.into_iter().filter(|(name, _)| !name.is_empty()) {
        let mut places = anywhere(&hexes);
        places.sort_by_key(|(at, _)| outside(&hexes, *at, width(name, SEA)));
        match hexes.len() >= LARGE {
            true => large.extend(labels.freest(SEA, name, &places).map(|at| Shape::text("sea-name", at, name))),
            false => small.extend(labels.place("water", 92, name, &places, true).unwrap_or_default()),
        }
    }
    [large, small]
}

/// How many of the points along a text lie outside these hexes.
fn outside(hexes: &[Point], at: Point, width: i32) -> usize {
    let inside = |x: i32| hexes.iter().any(|hex| (hex.x - x).abs() <= THIRD * 2 && (hex.y - at.y).abs() <= HALF);
    (-4..=4).filter(|n| !inside(at.x + n * width / 8)).count()
}

/// Places in and between these hexes, from the middle of all outward.
pub fn anywhere(points: &[Point]) -> Vec<(Point, Anchor)> {
    let middle = inmost(points);
    let mut places: Vec<Point> =
        points.iter().flat_map(|at| [at.by(0, 30), at.by(0, 200), at.by(0, -120), at.by(0, 330)]).collect();
    places.sort_by_key(|at| (i64::from(at.x - middle.x).pow(2) + i64::from(at.y - middle.y).pow(2), *at));
    places.into_iter().map(|at| (at, Anchor::Middle)).collect()
}

/// Of points the one nearest to the middle of all.
fn inmost(points: &[Point]) -> Point {
    let count = i64::try_from(points.len()).unwrap_or(1).max(1);
    let x = points.iter().map(|point| i64::from(point.x)).sum::<i64>() / count;
    let y = points.iter().map(|point| i64::from(point.y)).sum::<i64>() / count;
    let from = |point: &Point| (i64::from(point.x) - x).pow(2) + (i64::from(point.y) - y).pow(2);
    points.iter().min_by_key(|point| (from(point), **point)).copied().unwrap_or_default()
}
