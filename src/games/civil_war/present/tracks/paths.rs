//! Paths that the events do not give hex by hex, and the part of the map that a step was about.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;

use super::{Reader, Sign, Tracks};
use crate::movement::territory;
use crate::pack::{HexsideKind, Map, Side, Terrain};

/// How many hexes around what happened belong to its neighborhood.
const AROUND: i16 = 2;
/// The most columns and rows of a neighborhood that has all of it.
const WIDE: (i16, i16) = (26, 18);
/// The same where it is looked at on a screen that shows the rest as well.
const CLOSE: (i16, i16) = (16, 12);
/// The same where there was a combat, which is to be seen from nearby.
const FOUGHT: (i16, i16) = (12, 10);
/// How far from a combat something belongs to its picture.
const BESIDE: u32 = 3;
/// The least columns and rows.
const LEAST: (i16, i16) = (9, 7);
/// Places within this many hexes of each other belong together.
const TOGETHER: u32 = 5;

/// The part of the map that a step was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighborhood {
    /// The hexes in it where something happened, the most first.
    pub about: Vec<Hex>,
    /// The first and the last column.
    pub columns: (i16, i16),
    /// The first and the last row.
    pub rows: (i16, i16),
    /// Where else something happened: of each such part the hex where the most did.
    pub elsewhere: Vec<Hex>,
}

impl Neighborhood {
    /// Whether a hex lies in it.
    pub fn contains(&self, hex: Hex) -> bool {
        (self.columns.0..=self.columns.1).contains(&hex.col().into())
            && (self.rows.0..=self.rows.1).contains(&hex.row().into())
    }
}

impl Reader<'_> {
    /// A path by rail from one hex to another, around the enemy if possible.
    pub(super) fn by_rail(&self, side: Side, from: Hex, to: Hex) -> Vec<Hex> {
        let map = &self.rules.pack.map;
        let game = &self.before.game;
        let open = |hex: Hex| territory::rail_controller(self.rules, game, hex) != Some(side.other());
        let over = |a: Hex, b: Hex| map.rail(a, b);
        let own = shortest(map, from, to, |a, b| over(a, b) && open(b));
        own.or_else(|| shortest(map, from, to, over)).unwrap_or_else(|| vec![from, to])
    }

    /// A path over the sea, as far from land as possible, and up navigable rivers.
    pub(super) fn by_sea(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let map = &self.rules.pack.map;
        let sea = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
        let coast = |hex: Hex| map.hex(hex).is_some_and(|data| data.coastal);
        let outside = shortest(map, from, to, |_, hex| hex == to || sea(hex));
        let inside = || shortest(map, from, to, |_, hex| hex == to || sea(hex) || coast(hex));
        let river = |hex: Hex| {
            map.neighbors(hex)
                .any(|there| map.hexside(hex, there).is_some_and(|side| side.kind == HexsideKind::NavigableRiver))
        };
        let open = |hex: Hex| sea(hex) || coast(hex) || river(hex);
        let upriver = || shortest(map, from, to, |_, hex| hex == to || open(hex));
        // Around areas beyond the map: to its edge, and on from where it comes back.
        let beyond = || {
            let edge = |hex: Hex| sea(hex) && hex.neighbors().count() > map.neighbors(hex).count();
            let [out, mut back] = [from, to].map(|end| way_to(map, end, edge, open).unwrap_or_else(|| vec![end]));
            back.reverse();
            [out, back].concat()
        };
        outside.or_else(inside).or_else(upriver).unwrap_or_else(beyond)
    }
}

/// The shortest path from one hex to another, by open steps; always the same one.
fn shortest(map: &Map, from: Hex, to: Hex, open: impl Fn(Hex, Hex) -> bool) -> Option<Vec<Hex>> {
    nearest(map, from, |hex| hex == to, open)
}

/// The shortest way from a hex to one of that kind, through hexes that are open.
fn way_to(map: &Map, from: Hex, wanted: impl Fn(Hex) -> bool, open: impl Fn(Hex) -> bool) -> Option<Vec<Hex>> {
    nearest(map, from, wanted, |_, hex| open(hex))
}

fn nearest(map: &Map, from: Hex, wanted: impl Fn(Hex) -> bool, open: impl Fn(Hex, Hex) -> bool) -> Option<Vec<Hex>> {
    let mut came: SortedMap<Hex, Hex> = SortedMap::from([(from, from)]);
    let mut edge = vec![from];
    let mut found = wanted(from).then_some(from);
    while !edge.is_empty() && found.is_none() {
        let mut next = Vec::new();
        for hex in edge {
            for there in map.neighbors(hex).filter(|&there| open(hex, there)) {
                came.entry(there).or_insert_with(|| {
                    next.push(there);
                    hex
                });
            }
        }
        found = next.iter().copied().find(|&hex| wanted(hex));
        edge = next;
    }
    let mut way = vec![found?];
    while let Some(&before) = way.last().and_then(|hex| came.get(hex)) {
        if Some(&before) == way.last() {
            way.reverse();
            return Some(way);
        }
        way.push(before);
    }
    None
}

impl Tracks {
    /// The neighborhood of what happened: of the combats, with these in the middle; without one all of it if it fits on
    /// a page, or else the busiest part; if nothing happened, that of what changed. `None` if nothing happened or changed
    /// anywhere.
    pub fn neighborhood(&self) -> Option<Neighborhood> {
        let mut hexes = self.hexes();
        hexes.retain(|_, weight| *weight > 0);
        if hexes.is_empty() {
            hexes = self.changed.iter().map(|hex| (*hex, 1)).collect();
        }
        let fought = self.marks.iter().filter(|mark| mark.sign >= Sign::Combat(0));
        let fought: SortedSet<Hex> = fought.flat_map(|mark| mark.at.hexes()).collect();
        if fought.is_empty() { most(hexes, WIDE) } else { around_combats(hexes, &fought) }
    }

    /// Where to look in a step: a smaller part, without what only went by. `None` if nothing happened anywhere.
    pub fn focus(&self) -> Option<Neighborhood> {
        let mut hexes = self.hexes();
        hexes.retain(|_, weight| *weight > 0);
        most(hexes, CLOSE)
    }
}

/// The busiest part with a combat, which is in its middle.
fn around_combats(hexes: SortedMap<Hex, u32>, fought: &SortedSet<Hex>) -> Option<Neighborhood> {
    let found = most(hexes, FOUGHT)?;
    let fights: Vec<Hex> = found.about.iter().copied().filter(|hex| fought.contains(hex)).collect();
    let near = |hex: &&Hex| fights.iter().any(|fight| fight.distance(**hex) <= BESIDE);
    let kept: Vec<Hex> = found.about.iter().filter(near).copied().collect();
    if kept.is_empty() {
        return Some(found);
    }
    let (all, middle) = (bounds(kept.iter()), bounds(fights.iter()));
    // As far on one side of the combats as on the other.
    let even = |(first, last): (i16, i16), (from, to): (i16, i16)| {
        let reach = (from - first).max(last - to);
        (from - reach, to + reach)
    };
    Some(Neighborhood {
        columns: widened(even(all.0, middle.0), LEAST.0),
        rows: widened(even(all.1, middle.1), LEAST.1),
        ..found
    })
}

/// Of these hexes, each with how much happened in it, the busiest part; all of them if they fit within this many
/// columns and rows.
fn most(hexes: SortedMap<Hex, u32>, wide: (i16, i16)) -> Option<Neighborhood> {
    if hexes.is_empty() {
        return None;
    }
    let whole = bounds(hexes.keys());
    let fits = |(columns, rows): ((i16, i16), (i16, i16))| {
        columns.1 - columns.0 + 2 * AROUND < wide.0 && rows.1 - rows.0 + 2 * AROUND < wide.1
    };
    let mut parts = if fits(whole) { vec![hexes] } else { together(hexes) };
    // The most important first; of equal ones the first of the map.
    parts.sort_by_key(|part| std::cmp::Reverse(part.values().sum::<u32>()));
    let first_of = |part: &SortedMap<Hex, u32>| -> Vec<Hex> {
        let mut hexes: Vec<(Hex, u32)> = part.iter().map(|(hex, weight)| (*hex, *weight)).collect();
        hexes.sort_by_key(|(hex, weight)| (std::cmp::Reverse(*weight), *hex));
        hexes.into_iter().map(|(hex, _)| hex).collect()
    };
    let (first, others) = parts.split_first()?;
    let (columns, rows) = bounds(first.keys());
    Some(Neighborhood {
        about: first_of(first),
        columns: widened(columns, LEAST.0),
        rows: widened(rows, LEAST.1),
        elsewhere: others.iter().filter_map(|part| first_of(part).first().copied()).collect(),
    })
}

/// The first and the last column, the first and the last row.
fn bounds<'a>(hexes: impl Iterator<Item = &'a Hex> + Clone) -> ((i16, i16), (i16, i16)) {
    let columns = || hexes.clone().map(|hex| i16::from(hex.col()));
    let rows = || hexes.clone().map(|hex| i16::from(hex.row()));
    let columns = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    (columns, (rows().min().unwrap_or(0), rows().max().unwrap_or(0)))
}

/// The range with the hexes around it, and at least `least` long.
fn widened((first, last): (i16, i16), least: i16) -> (i16, i16) {
    let lacking = (least - (last - first + 1 + 2 * AROUND)).max(0);
    let more = AROUND + (lacking + 1) / 2;
    (first - more, last + more)
}

/// Parts of what lies together.
fn together(mut left: SortedMap<Hex, u32>) -> Vec<SortedMap<Hex, u32>> {
    let mut parts = Vec::new();
    while let Some((hex, weight)) = left.pop_first() {
        let mut part = SortedMap::from([(hex, weight)]);
        let mut edge = vec![hex];
        while let Some(hex) = edge.pop() {
            let near: Vec<Hex> = left.keys().copied().filter(|other| other.distance(hex) <= TOGETHER).collect();
            for other in near {
                part.extend(left.remove(&other).map(|weight| (other, weight)));
                edge.push(other);
            }
        }
        parts.push(part);
    }
    parts
}
