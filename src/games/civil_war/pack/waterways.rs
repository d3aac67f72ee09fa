//! Where ships can be and how they get from one place to another (2.1, 8.1, 8.3, 8.4): a graph derived from the map.
//!
//! Its nodes are [`Station`]s: navigable hexsides, coastal hexes and sea hexes. Its edges are [`Step`]s, each with its
//! [`Passage`]. It contains only what is printed on the map: fortifications, enemy ships and who may land where are
//! left to the rules.

use crate::sorted::{SortedMap, SortedSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt;
use std::str::FromStr;

use adjutant_derive::sparse;
use serde::{Deserialize, Deserializer, Serialize};

use super::hex_table::HexTable;
use super::{HexsideKind, Map, Source, Terrain, Waters};
use crate::board::{Corner, Hex};

/// The water of a navigable hexside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Water {
    #[default]
    River,
    /// Salt water between two coasts.
    Bay,
    /// Salt water behind islands.
    Sound,
    /// Its shores are no coast (2.1.12).
    Lake,
}

impl Water {
    /// Whether it is a river, which a map file need not say.
    pub fn is_river(&self) -> bool {
        *self == Water::River
    }

    /// Whether the sea comes in: a bay or a sound.
    pub fn is_salt(self) -> bool {
        matches!(self, Water::Bay | Water::Sound)
    }
}

/// Where a river or bay meets the sea, or the coast (8.3, CW-185): one end of its first hexside. Ships in any coastal
/// hex or hex of the sea that touches this end come in here, and nowhere else.
#[sparse(source)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mouth {
    /// The river or bay.
    pub name: String,
    /// The navigable hexside.
    pub between: (Hex, Hex),
    /// The third hex at its open end.
    pub beyond: Hex,
    pub source: Option<Source>,
}

/// Coastal hexes between which ships pass over a bay or sound, though there is no sea hex at either end of the hexside
/// (8.3, CW-209).
#[sparse(source)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strait {
    /// The bay or sound.
    pub name: String,
    pub between: Vec<(Hex, Hex)>,
    pub source: Option<Source>,
}

/// A place where ships can lie, written `2618/2718` or `5309`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub enum Station {
    /// A navigable hexside, the smaller number first ([`Station::between`] puts them so).
    Hexside(Hex, Hex),
    /// A coastal hex, or a hex of the sea.
    Hex(Hex),
}

impl Station {
    /// The hexside between two hexes, `None` if they do not touch.
    pub fn between(a: Hex, b: Hex) -> Option<Station> {
        a.adjacent(b).then(|| if a <= b { Station::Hexside(a, b) } else { Station::Hexside(b, a) })
    }

    /// The hex itself, or the two hexes of the hexside.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (one, other) = match self {
            Station::Hexside(a, b) => (a, Some(b)),
            Station::Hex(hex) => (hex, None),
        };
        std::iter::once(one).chain(other)
    }

    /// Whether it is a hexside of that hex, or the hex itself: what a fortification there can fire at (8.10).
    pub fn borders(self, hex: Hex) -> bool {
        self.hexes().any(|own| own == hex)
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Station::Hexside(a, b) => write!(f, "{a}/{b}"),
            Station::Hex(hex) => write!(f, "{hex}"),
        }
    }
}

impl FromStr for Station {
    type Err = String;
    fn from_str(text: &str) -> Result<Station, String> {
        let hex = |text: &str| text.parse::<Hex>().map_err(|error| error.to_string());
        match text.split_once('/') {
            None if text.parse::<Hex>().is_err() => Err(format!(
                "expected a hexside, such as \"2112/2211\", or a coastal hex, such as \"5410\", not \"{text}\""
            )),
            Some((a, b)) => {
                let (a, b) = (hex(a)?, hex(b)?);
                Station::between(a, b).ok_or_else(|| format!("{a} and {b} are not adjacent"))
            }
            None => hex(text).map(Station::Hex),
        }
    }
}

impl schemars::JsonSchema for Station {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Station".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["string", "integer"],
            "description": "Where ships lie: a hexside of a river, such as 2112/2211, a coastal hex, such as 5410, or the sea.",
            "minimum": 0,
            "maximum": 9999,
        })
    }
}

impl<'de> Deserialize<'de> for Station {
    /// A coastal hex may be a number, as every hex.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Place;
        impl serde::de::Visitor<'_> for Place {
            type Value = Station;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hexside, such as \"2112/2211\", or a coastal hex, such as \"5410\"")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Station, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Station, E> {
                Hex::try_from(number).map(Station::Hex).map_err(E::custom)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Station, E> {
                let number = u64::try_from(number).map_err(|_| E::custom("a hex number cannot be negative"))?;
                self.visit_u64(number)
            }
        }
        deserializer.deserialize_any(Place)
    }
}

impl From<Station> for String {
    fn from(station: Station) -> String {
        station.to_string()
    }
}

/// The kind of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StationKind {
    /// A navigable hexside that ocean ships can also reach.
    Open,
    /// A navigable hexside beyond the limit of ships of the sea (8.3).
    Inland,
    /// A coastal hex.
    Coast,
    /// An all-sea hex (8.1).
    Sea,
}

impl StationKind {
    /// Whether ships of that kind may be there at all (8.1, 8.3, 8.4).
    pub fn admits(self, ships: Waters) -> bool {
        match self {
            StationKind::Open | StationKind::Coast => true,
            StationKind::Inland => ships == Waters::River,
            StationKind::Sea => ships == Waters::Ocean,
        }
    }
}

/// How a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// From one navigable hexside into another, by the end that they share, impassable to armies or not (8.4.1b,
    /// 8.4.2).
    River,
    /// Between a coastal hex or the sea and the first hexside of a river or bay, and nowhere else (8.3.2b, CW-185).
    Mouth,
    /// From one coastal hex into the next, by the water along the shore (8.4.1b, CW-209).
    Coast,
    /// From one coastal hex into the next over an impassable hexside: ships of the sea only (2.1.10a, 8.4.1). So they
    /// pass Fort Monroe from bay to ocean without entering its hex (2.1.15a).
    Barred,
    /// Into, out of or within the open sea: ships of the sea only (8.1).
    Sea,
    /// From the Atlantic into the Gulf or back: ships of the sea only (2.1.10, 8.3.6, 8.4.1a).
    Florida,
}

impl Passage {
    /// Whether ships of that kind may take it (8.1, 8.4).
    pub fn admits(self, ships: Waters) -> bool {
        ships == Waters::Ocean || matches!(self, Passage::River | Passage::Mouth | Passage::Coast)
    }
}

/// A step from one station to the next. It can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub to: Station,
    pub by: Passage,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    kind: StationKind,
    steps: Vec<Step>,
    /// Where each of the steps leads, by number.
    next: Vec<Option<usize>>,
}

/// The graph while it is drawn.
#[derive(Default)]
struct Draft {
    nodes: SortedMap<Station, Node>,
    heads: SortedMap<Station, Vec<Hex>>,
}

impl Draft {
    fn add(&mut self, station: Station, kind: StationKind) {
        self.nodes.insert(station, Node { kind, steps: Vec::new(), next: Vec::new() });
    }

    fn join(&mut self, one: Station, other: Station, by: Passage) {
        for (from, to) in [(one, other), (other, one)] {
            if let Some(node) = self.nodes.get_mut(&from) {
                node.steps.push(Step { to, by });
            }
        }
    }

    fn build(mut self) -> Waterways {
        // Ships cannot be in a coastal hex that no step leads to: its water is that of its hexsides (CW-209).
        self.nodes.retain(|station, node| !node.steps.is_empty() || matches!(station, Station::Hexside(..)));
        let mut ways = Waterways { nodes: Vec::new(), numbers: HexTable::default(), heads: self.heads };
        for (number, (station, mut node)) in self.nodes.into_iter().enumerate() {
            node.steps.sort_unstable();
            ways.nodes.push((station, node));
            for hex in station.hexes() {
                if let Some(place) = place(station, hex) {
                    ways.numbers.get_mut(hex)[place] = Some(number);
                }
            }
        }
        let Waterways { nodes, numbers, .. } = &mut ways;
        for (_, node) in nodes {
            node.next = node.steps.iter().map(|step| number_of(numbers, step.to)).collect();
        }
        ways
    }
}

/// The index of a station among those of one of its hexes.
fn place(station: Station, hex: Hex) -> Option<usize> {
    match station {
        Station::Hex(_) => Some(6),
        Station::Hexside(a, b) => hex.direction_to(if hex == a { b } else { a }).map(|direction| direction as usize),
    }
}

fn number_of(numbers: &HexTable<[Option<usize>; 7]>, station: Station) -> Option<usize> {
    let hex = match station {
        Station::Hexside(hex, _) | Station::Hex(hex) => hex,
    };
    numbers.get(hex)?[place(station, hex)?]
}

/// All stations of a map and the steps between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waterways {
    /// In the order of the stations: the place of each is its number.
    nodes: Vec<(Station, Node)>,
    /// The numbers of the stations of a hex: of its hexsides clockwise from the north, and of the hex itself.
    numbers: HexTable<[Option<usize>; 7]>,
    /// The land hexes where a ship at a hexside of a bay can land besides its banks (8.8).
    heads: SortedMap<Station, Vec<Hex>>,
}

impl Waterways {
    /// The graph of a map.
    pub(super) fn of(map: &Map) -> Waterways {
        let mut found = Draft::default();
        let mut at: SortedMap<Corner, Vec<Station>> = SortedMap::new();
        for (&(a, b), side) in map.hexsides.iter().filter(|(_, side)| side.kind == HexsideKind::NavigableRiver) {
            let Some(station) = Station::between(a, b) else { continue };
            found.add(station, if side.river_ships_only { StationKind::Inland } else { StationKind::Open });
            for corner in a.ends_of_side(b).into_iter().flatten() {
                at.entry(corner).or_default().push(station);
            }
        }
        for stations in at.values() {
            for (n, &one) in stations.iter().enumerate() {
                for &other in stations.iter().skip(n + 1) {
                    found.join(one, other, Passage::River);
                }
            }
        }
        let sea = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
        let coastal = |hex: Hex| map.hex(hex).is_some_and(|data| data.coastal);
        for (hex, data) in map.hexes() {
            if data.terrain == Terrain::AllSea {
                found.add(Station::Hex(hex), StationKind::Sea);
            } else if data.coastal {
                found.add(Station::Hex(hex), StationKind::Coast);
            }
        }
        let straits: SortedSet<(Hex, Hex)> = map.straits.iter().flat_map(|strait| &strait.between).copied().collect();
        for (hex, _) in map.hexes().filter(|&(hex, _)| sea(hex) || coastal(hex)) {
            for there in map.neighbors(hex).filter(|&there| hex < there) {
                let passage = if sea(hex) || sea(there) {
                    (sea(hex) || coastal(hex)) && (sea(there) || coastal(there))
                } else {
                    let beside = || map.neighbors(hex).any(|third| sea(third) && third.adjacent(there));
                    coastal(there) && (straits.contains(&(hex, there)) || straits.contains(&(there, hex)) || beside())
                };
                if passage {
                    let by = if sea(hex) || sea(there) {
                        Passage::Sea
                    } else if map.hexside(hex, there).is_some_and(super::Hexside::is_barred) {
                        Passage::Barred
                    } else {
                        Passage::Coast
                    };
                    found.join(Station::Hex(hex), Station::Hex(there), by);
                }
            }
        }
        for Mouth { between: (a, b), beyond, .. } in &map.mouths {
            let Some(station) = Station::between(*a, *b).filter(|station| found.nodes.contains_key(station)) else {
                continue;
            };
            for &hex in [a, b, beyond] {
                if sea(hex) || coastal(hex) {
                    found.join(Station::Hex(hex), station, Passage::Mouth);
                }
            }
        }
        for &(gulf, atlantic) in &map.round {
            if sea(gulf) && sea(atlantic) {
                found.join(Station::Hex(gulf), Station::Hex(atlantic), Passage::Florida);
            }
        }
        for (&(a, b), _) in map.hexsides.iter().filter(|(_, side)| side.water.is_salt()) {
            let Some(station) = Station::between(a, b) else { continue };
            let ends = a.ends_of_side(b).into_iter().flatten();
            let third = |corner: Corner| {
                map.neighbors(a).find(|&hex| hex != b && hex.corners().contains(&corner)).filter(|&hex| !sea(hex))
            };
            found.heads.insert(station, ends.filter_map(third).collect());
        }
        found.build()
    }

    fn number(&self, station: Station) -> Option<usize> {
        number_of(&self.numbers, station)
    }

    fn node(&self, station: Station) -> Option<&Node> {
        Some(&self.nodes[self.number(station)?].1)
    }

    /// [`Waterways::steps_of`] by number.
    fn onward(&self, from: usize, ships: Waters) -> impl Iterator<Item = usize> + '_ {
        let node = &self.nodes[from].1;
        let taken = node.steps.iter().zip(&node.next).filter(move |(step, _)| step.by.admits(ships));
        taken.filter_map(|(_, next)| *next).filter(move |next| self.nodes[*next].1.kind.admits(ships))
    }

    /// Every station, hexsides first.
    pub fn stations(&self) -> impl Iterator<Item = (Station, StationKind)> + '_ {
        self.nodes.iter().map(|(station, node)| (*station, node.kind))
    }

    /// The kind of a station; `None` if no ship can be there.
    pub fn station_kind(&self, station: Station) -> Option<StationKind> {
        Some(self.node(station)?.kind)
    }

    /// Whether ships of that kind may be there at all (8.1, 8.3, 8.4).
    pub fn admits(&self, station: Station, ships: Waters) -> bool {
        self.station_kind(station).is_some_and(|kind| kind.admits(ships))
    }

    /// The steps from a station, whoever may take them, ordered by destination.
    pub fn steps(&self, from: Station) -> &[Step] {
        self.node(from).map_or(&[], |node| node.steps.as_slice())
    }

    /// The steps that ships of that kind may take from a station (8.1, 8.3, 8.4).
    pub fn steps_of(&self, from: Station, ships: Waters) -> impl Iterator<Item = Step> + '_ {
        let steps = self.steps(from).iter().copied();
        steps.filter(move |step| step.by.admits(ships) && self.admits(step.to, ships))
    }

    /// The navigable hexsides of a hex, clockwise from the north: those that a fortification there controls (8.5), and
    /// by which ships carry people off (8.4).
    pub fn hexsides_of(&self, hex: Hex) -> impl Iterator<Item = Station> + '_ {
        let sides = hex.neighbors().filter_map(move |there| Station::between(hex, there));
        sides.filter(|side| self.number(*side).is_some())
    }

    /// The hexes where units go ashore from a ship (8.4, 8.8): the coastal hex that it is in; or both banks of its
    /// hexside, and in a bay or sound the land hex at either end of it, such as Mobile from 2429/2529. Empty at sea.
    pub fn landings(&self, from: Station) -> Vec<Hex> {
        match self.station_kind(from) {
            None | Some(StationKind::Sea) => Vec::new(),
            Some(StationKind::Coast) => from.hexes().collect(),
            Some(StationKind::Open | StationKind::Inland) => {
                let heads = self.heads.get(&from).into_iter().flatten().copied();
                from.hexes()
                    .chain(heads)
                    .filter(|&hex| self.station_kind(Station::Hex(hex)) != Some(StationKind::Sea))
                    .collect()
            }
        }
    }

    /// The hexsides along the water from one, itself included, with their distances, up to `radius`: the range of a
    /// ship's control (8.5). It follows the routes of its kind of ship over hexsides only, neither into nor past
    /// anything for which `stops` is true.
    pub fn hexsides_in_range(
        &self,
        from: Station,
        radius: u32,
        ships: Waters,
        stops: impl Fn(Station) -> bool,
    ) -> SortedMap<Station, u32> {
        let mut far = SortedMap::new();
        let mut next = VecDeque::new();
        if matches!(self.station_kind(from), Some(StationKind::Open | StationKind::Inland)) {
            far.insert(from, 0);
            next.push_back((from, 0));
        }
        while let Some((here, apart)) = next.pop_front().filter(|(_, apart)| *apart < radius) {
            for step in self.steps_of(here, ships).filter(|step| step.by == Passage::River) {
                if !far.contains_key(&step.to) && !stops(step.to) {
                    far.insert(step.to, apart + 1);
                    next.push_back((step.to, apart + 1));
                }
            }
        }
        far
    }

    /// The stations that ships of that kind can reach from a station, itself included, by stations that are `open`.
    pub fn reached(&self, from: Station, ships: Waters, open: impl Fn(Station) -> bool) -> SortedSet<Station> {
        let Some(first) = self.number(from).filter(|_| self.admits(from, ships)) else { return SortedSet::new() };
        let mut seen = vec![false; self.nodes.len()];
        seen[first] = true;
        let mut next = vec![first];
        while let Some(here) = next.pop() {
            for there in self.onward(here, ships) {
                if !seen[there] && open(self.nodes[there].0) {
                    seen[there] = true;
                    next.push(there);
                }
            }
        }
        seen.iter().zip(&self.nodes).filter(|(seen, _)| **seen).map(|(_, (station, _))| *station).collect()
    }

    /// The cheapest route for ships of that kind from one station to another, with its cost; of equally cheap routes
    /// the shortest. `cost` gives the cost of entering each station, `None` where they cannot go. The route begins with
    /// `from`.
    pub fn cheapest_route(
        &self,
        from: Station,
        to: Station,
        ships: Waters,
        cost: impl Fn(Station) -> Option<u32>,
    ) -> Option<(Vec<Station>, u32)> {
        self.cheapest_route_to_any(from, &SortedSet::from([to]), ships, cost)
    }

    /// [`Waterways::cheapest_route`] to whichever of several stations is cheapest to reach, then the nearest, then the
    /// lowest.
    pub fn cheapest_route_to_any(
        &self,
        from: Station,
        to: &SortedSet<Station>,
        ships: Waters,
        cost: impl Fn(Station) -> Option<u32>,
    ) -> Option<(Vec<Station>, u32)> {
        let first = self.number(from).filter(|_| self.admits(from, ships))?;
        // For each station reached: the cost, the number of steps, and the previous station.
        let mut best: Vec<Option<(u32, u32, usize)>> = vec![None; self.nodes.len()];
        let mut next = BinaryHeap::from([Reverse((0, 0, first, first))]);
        let mut reached = None;
        while let Some(Reverse((paid, steps, here, before))) = next.pop() {
            if best[here].is_some() {
                continue;
            }
            best[here] = Some((paid, steps, before));
            if to.contains(&self.nodes[here].0) {
                reached = Some((here, paid));
                break;
            }
            for there in self.onward(here, ships).filter(|there| best[*there].is_none()) {
                if let Some(more) = cost(self.nodes[there].0) {
                    next.push(Reverse((paid + more, steps + 1, there, here)));
                }
            }
        }
        let (mut here, paid) = reached?;
        let mut way = vec![self.nodes[here].0];
        while let Some((_, _, before)) = best[here].filter(|_| here != first) {
            here = before;
            way.push(self.nodes[here].0);
        }
        way.reverse();
        Some((way, paid))
    }
}
