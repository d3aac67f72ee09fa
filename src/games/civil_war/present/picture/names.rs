//! The names of places, leaders, states and waters.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::report::svg::{Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::geometry::{HALF, THIRD};
use super::labels::{Anchor, Labels, width};
use super::line_names::{self, LineNames};
use super::ships::{self, Fleet};
use super::symbols::{CITY, TOWN, force_place, is_called_alike, second_place, work_place};
use crate::pack::{HexData, Side, Terrain};

/// The least number of hexes whose name is written large.
const LARGE: usize = 40;
/// The height of the capitals of a large name, the size of letters that are as wide with what stands between them, and
/// the way from one line to the next.
const STATE: (i32, i32, i32) = (225, 410, HALF);
/// The same of a sea's name.
const SEA: (i32, i32, i32) = (120, 190, HALF);
/// The size of letters that are as wide as those of a small state.
const SMALL_STATE: i32 = 170;
/// The least number of hexes of a state whose name is written at all.
const FEW: usize = 5;

/// The class of a leader's name.
const LEADER: &str = "leader";

/// The weight of the name of a city with victory points, to which they are added.
const CITY_NAME: i32 = 1000;
/// The weight of the name of a resource site; villages have less.
const SITE: i32 = 300;

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
    /// Of large states and seas, below everything else.
    pub large: Vec<Shape>,
    /// Of small ones.
    pub small: Vec<Shape>,
    /// Of rivers, bays, ranges and passes.
    pub courses: Vec<Shape>,
}

/// All names, the more important first: cities, leaders, fortifications and towns; then each state and water once, and
/// passes; then villages; and finally repeated names along long courses.
pub fn all(scene: &Scene, fleets: &[Fleet], labels: &mut Labels) -> Names {
    let mut all = named_leaders(scene, &scene.occupied_hexes(), fleets);
    for (hex, data) in scene.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        let weighty = |named: &Named| scene.shows_number(hex) || named.weight >= CITY_NAME;
        all.extend(named(scene, hex, data).into_iter().filter(weighty));
    }
    all.sort_by_key(|named| (-named.weight, named.hex));
    let villages = all.split_off(all.partition_point(|named| named.weight > SITE));
    let (mut ground, mut people) = (Vec::new(), Vec::new());
    for named in all {
        let onto = if named.class == LEADER { &mut people } else { &mut ground };
        onto.extend(named.place(labels));
    }
    let [large, small] = regions(scene, labels);
    let mut waters = LineNames::of(scene);
    let mut courses = waters.name(scene, labels);
    courses.extend(line_names::passes(scene, labels));
    ground.extend(villages.into_iter().flat_map(|named| named.place(labels)));
    courses.extend(waters.repeat(scene, labels));
    Names { ground, people, large, small, courses }
}

/// The names of leaders alone.
pub fn people(scene: &Scene, manned: &SortedSet<Hex>, fleets: &[Fleet], labels: &mut Labels) -> Vec<Shape> {
    named_leaders(scene, manned, fleets).into_iter().flat_map(|named| named.place(labels)).collect()
}

impl Named {
    fn place(self, labels: &mut Labels) -> Vec<Shape> {
        let Named { at, radius, class, size, text, must, .. } = self;
        let (down, up, aside) = (radius + size, -radius - size / 4, radius + 35);
        let mut anchors = vec![
            (at.by(0, down), Anchor::Middle),
            (at.by(aside, size / 3), Anchor::Start),
            (at.by(-aside, size / 3), Anchor::End),
            (at.by(0, up), Anchor::Middle),
            (at.by(-60, down), Anchor::Start),
            (at.by(60, down), Anchor::End),
            (at.by(-60, up), Anchor::Start),
            (at.by(60, up), Anchor::End),
        ];
        // Below and above it, further and further to the side, as long as it is still below or above part of the name.
        for off in (1..=8).map(|n| n * 40).take_while(|off| off * 2 < width(&text, size)) {
            for y in [down, up] {
                anchors.extend([off, -off].map(|x| (at.by(x, y), Anchor::Middle)));
            }
        }
        // Farther and farther up and down, beside what it names, and above and below it.
        for away in 1..=8 {
            for y in [away * size / 2, -away * size / 2] {
                anchors.push((at.by(aside, size / 3 + y), Anchor::Start));
                anchors.push((at.by(-aside, size / 3 + y), Anchor::End));
            }
            for y in [down + away * size / 2, up - away * size / 2] {
                anchors.extend([Anchor::Middle, Anchor::Start, Anchor::End].map(|anchor| (at.by(0, y), anchor)));
            }
        }
        // In a crowd still farther aside, where the name is nearer to nothing else.
        for away_from in [200, 330, 450] {
            for y in (0..=8).flat_map(|away| [away * size / 2, -away * size / 2]) {
                anchors.push((at.by(aside + away_from, size / 3 + y), Anchor::Start));
                anchors.push((at.by(-aside - away_from, size / 3 + y), Anchor::End));
            }
        }
        labels.place(class, size, &text, &anchors, must).unwrap_or_default()
    }
}

/// The leaders who are named: the first of each side in a hex, and of each fleet.
fn named_leaders(scene: &Scene, manned: &SortedSet<Hex>, fleets: &[Fleet]) -> Vec<Named> {
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
    let name = vocabulary::bare_name(pack, data.display_name());
    let mut put = |weight, at, radius, class, size, text: &str, must| {
        all.push(Named { weight, hex, at, radius, class, size, text: text.to_owned(), must });
    };
    match &data.city {
        Some(city) if city.vp > 0 => put(CITY_NAME + i32::from(city.vp), centre, CITY, "major", 108, name, true),
        Some(_) => put(500, centre, TOWN, "minor", 94, name, true),
        None if name.is_empty() || vocabulary::is_described(name) => {}
        None if data.fort.as_ref().is_some_and(|fort| is_called_alike(data, fort)) => {}
        None => put(100, centre, -20, "hamlet", 86, name, false),
    }
    if let Some(fort) = &data.fort {
        let at = work_place(data, centre);
        // A town of the same name already gives its name.
        if data.city.is_none() || !is_called_alike(data, fort) {
            put(700, at, 95, "minor", 94, &fort.name, false);
        }
    }
    if let Some(site) = data.site.as_ref().filter(|site| site.name != name) {
        put(SITE, centre.by(-215, 150), 90, "hamlet", 86, &site.name, false);
    }
    all
}

/// The names of states and seas: of the large ones large and below everything else; of the others, which come second,
/// where there is room.
fn regions(scene: &Scene, labels: &mut Labels) -> [Vec<Shape>; 2] {
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
        if hexes.len() < LARGE {
            small.extend(labels.place("small-state", SMALL_STATE, &name, &anywhere(&hexes), false).unwrap_or_default());
            continue;
        }
        // Two words stand below each other.
        let lines: Vec<&str> = name.split(' ').collect();
        let longest = lines.iter().map(|word| width(word, STATE.1)).max().unwrap_or(0);
        // Between the hexes' numbers, at half the height of a hex from each other.
        let points: Vec<Point> = hexes.iter().flat_map(|at| [0, THIRD, -THIRD].map(|x| at.by(x, -10))).collect();
        let middle = most_central(&hexes);
        large.extend(labels.place_large("state", STATE, &lines, &ranked(&Rows::of(&hexes), points, longest, middle)));
    }
    for (name, hexes) in waters.into_iter().filter(|(name, _)| !name.is_empty()) {
        let mut places = anywhere(&hexes);
        let (rows, wide) = (Rows::of(&hexes), width(name, SEA.1));
        places.sort_by_cached_key(|(at, _)| rows.outside(*at, wide));
        match hexes.len() >= LARGE {
            true => {
                let points = places.iter().map(|(at, _)| *at).collect();
                let points = ranked(&rows, points, wide, most_central(&hexes));
                large.extend(labels.place_large("sea-name", SEA, &[name], &points));
            }
            false => small.extend(labels.place("water", 92, name, &places, true).unwrap_or_default()),
        }
    }
    [large, small]
}

/// Points for a name of that width, each with how much of it is outside these hexes; those with the least outside come
/// first, then those nearest to the middle.
fn ranked(hexes: &Rows, points: Vec<Point>, width: i32, middle: Point) -> Vec<(usize, Point)> {
    let mut ranked: Vec<(usize, Point)> = points.into_iter().map(|at| (hexes.outside(at, width), at)).collect();
    ranked.sort_by_key(|(outside, at)| (*outside, apart(*at, middle), *at));
    ranked
}

/// Hexes by their rows, each from left to right.
pub struct Rows(SortedMap<i32, Vec<i32>>);

impl Rows {
    /// The rows of hexes with these middles.
    pub fn of(hexes: &[Point]) -> Rows {
        let mut rows: SortedMap<i32, Vec<i32>> = SortedMap::new();
        hexes.iter().for_each(|hex| rows.entry(hex.y).or_default().push(hex.x));
        rows.values_mut().for_each(|row| row.sort_unstable());
        Rows(rows)
    }

    /// How many of the points along a text lie outside these hexes.
    pub fn outside(&self, at: Point, width: i32) -> usize {
        let near: Vec<&Vec<i32>> = self.0.range(at.y - HALF..=at.y + HALF).map(|(_, row)| row).collect();
        let inside = |x: i32| {
            near.iter().any(|row| {
                let next = row.partition_point(|hex| *hex < x - THIRD * 2);
                row.get(next).is_some_and(|hex| *hex <= x + THIRD * 2)
            })
        };
        (-4..=4).filter(|n| !inside(at.x + n * width / 8)).count()
    }
}

/// Places in and between these hexes, from the middle of all outward.
pub fn anywhere(points: &[Point]) -> Vec<(Point, Anchor)> {
    let middle = most_central(points);
    let mut places: Vec<Point> =
        points.iter().flat_map(|at| [at.by(0, 30), at.by(0, 200), at.by(0, -120), at.by(0, 330)]).collect();
    places.sort_by_key(|at| (apart(*at, middle), *at));
    places.into_iter().map(|at| (at, Anchor::Middle)).collect()
}

/// The square of the way from one point to another.
fn apart(one: Point, other: Point) -> i64 {
    i64::from(one.x - other.x).pow(2) + i64::from(one.y - other.y).pow(2)
}

/// Of points the one nearest to the middle of all.
fn most_central(points: &[Point]) -> Point {
    let count = i64::try_from(points.len()).unwrap_or(1).max(1);
    let x = points.iter().map(|point| i64::from(point.x)).sum::<i64>() / count;
    let y = points.iter().map(|point| i64::from(point.y)).sum::<i64>() / count;
    let from = |point: &Point| (i64::from(point.x) - x).pow(2) + (i64::from(point.y) - y).pow(2);
    points.iter().min_by_key(|point| (from(point), **point)).copied().unwrap_or_default()
}
