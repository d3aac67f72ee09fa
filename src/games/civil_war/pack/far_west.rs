//! The Far West (19, CW-315): a second sheet of the map with its units, leaders and figures. A pack may have a file of
//! its own for it; otherwise the one here is used, so that the digest of a pack without it stays what it was.

use std::sync::{Arc, LazyLock};

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::hex_names::relative_name;
use super::hexes::{City, Fort, HexData, Hexside, HexsideKind, Terrain};
use super::{Charts, Exit, HexRange, Leader, Map, Port, Side, Source, State, TerrainEffect, Theater, Water};
use crate::board::Hex;
use crate::document::{Id, PackFiles, Problem};
use crate::shared::read_file;
use crate::sorted::{SortedMap, SortedSet};

/// The file of a pack that has it.
pub const FILE: &str = "far_west.yaml";

/// What a pack without that file has.
pub const USUAL: &str = include_str!("far_west.yaml");

/// A counter that counts as a strength point and has rules of its own (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    TexasRanger,
    CivilizedIndian,
}

impl Unit {
    pub const ALL: [Unit; 2] = [Unit::TexasRanger, Unit::CivilizedIndian];

    /// As orders name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Unit::TexasRanger => "texas_ranger",
            Unit::CivilizedIndian => "civilized_indian",
        }
    }
}

/// The file `far_west.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FarWest {
    pub(super) about: String,
    /// The source of everything that names none.
    pub source: Source,
    pub(super) states: SortedMap<Id, State>,
    pub(super) ground: Vec<Ground>,
    pub(super) deserts: Vec<Desert>,
    pub(super) desert: DesertEffect,
    /// Hexes of the main map that are no longer at its edge.
    pub(super) inner: Vec<HexRange>,
    pub(super) coastal: Vec<HexRange>,
    pub(super) hexsides: Vec<Ridge>,
    pub(super) places: SortedMap<Hex, Place>,
    pub bases: Vec<Base>,
    pub leaders: Vec<Leader>,
    pub counters: SortedMap<Unit, CounterRules>,
    pub tribes: Tribes,
    /// By scenario.
    pub setups: SortedMap<Id, Deployment>,
    pub arrivals: Vec<Arrival>,
}

/// Hexes that are alike.
#[sparse(name, states)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ground {
    /// What its hexes are called; without it each is called after the nearest place.
    pub(super) name: Option<String>,
    pub(super) states: Vec<Id>,
    #[serde(default = "clear")]
    terrain: Terrain,
    pub(super) hexes: Vec<HexRange>,
}

fn clear() -> Terrain {
    Terrain::Clear
}

/// Hexes of a desert.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Desert {
    pub(super) name: String,
    pub(super) hexes: Vec<HexRange>,
}

/// What a desert does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DesertEffect {
    pub(super) movement: u8,
    pub(super) shift: u8,
    pub(super) source: Source,
}

/// Hexsides that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ridge {
    name: String,
    kind: HexsideKind,
    pub(super) between: Vec<(Hex, Hex)>,
}

/// A named place.
#[sparse(all_but(name))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    name: String,
    also: Vec<String>,
    pub(super) city: Option<Town>,
    fort: Option<Fort>,
}

/// Its city or town.
#[sparse(port, imports)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Town {
    name: String,
    pub(super) vp: u8,
    pub(super) state: Id,
    port: bool,
    pub(super) imports: Option<Port>,
}

/// A source of supply that lasts (CW-316).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    pub hex: Hex,
    pub side: Side,
    /// The place from which it is supplied.
    pub to: String,
    pub source: Source,
}

/// Where counters of a kind may go (CW-318, CW-319).
#[sparse(movement)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterRules {
    /// The states that they do not leave.
    pub home: Vec<Id>,
    /// Except with one of these leaders.
    pub with: Vec<Id>,
    /// Movement points by themselves, if not those of other strength points.
    pub movement: Option<u8>,
    pub source: Source,
}

/// Tribal Indians and their raids (CW-321).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tribes {
    pub source: Source,
    /// Hexes that a raid goes.
    pub reach: u8,
    /// Far West command points for a raid.
    pub price: u8,
    /// The least total that eliminates a stockade.
    pub eliminates_on: u8,
    /// Victory points for it.
    pub vp: u8,
    /// The hex from which each raids.
    pub homes: SortedMap<Id, Hex>,
}

/// What is on the map at the start of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    pub source: Source,
    pub at: Vec<Post>,
}

/// What a side has in one hex.
#[sparse(all_but(hex, side))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    pub hex: Hex,
    pub side: Side,
    pub sp: u8,
    pub texas_ranger: u8,
    pub civilized_indian: u8,
    pub leaders: Vec<Id>,
    pub depot: bool,
    /// It has a Control marker of the side.
    pub controls: bool,
}

impl Post {
    /// Its strength points by kind: `None` for ordinary ones.
    pub fn units(&self) -> impl Iterator<Item = (Option<Unit>, u32)> {
        let indians = (Some(Unit::CivilizedIndian), self.civilized_indian);
        let each = [(None, self.sp), (Some(Unit::TexasRanger), self.texas_ranger), indians];
        each.into_iter().filter(|(_, sp)| *sp > 0).map(|(unit, sp)| (unit, u32::from(sp)))
    }
}

/// What arrives on a turn (2.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    pub turn: u8,
    pub source: Source,
    /// Strength points and leaders, where they come.
    pub at: Vec<Post>,
}

impl FarWest {
    /// That of a pack's files.
    ///
    /// # Errors
    /// The file cannot be read, with the place in it.
    pub fn of(files: &PackFiles) -> Result<Arc<FarWest>, Problem> {
        match files.get(FILE) {
            Some(_) => read_file(files, FILE).map(Arc::new),
            None => Ok(FarWest::usual()),
        }
    }

    /// The usual one.
    fn usual() -> Arc<FarWest> {
        static READ: LazyLock<Arc<FarWest>> = LazyLock::new(|| {
            match read_file(&PackFiles::compiled(&[(FILE, USUAL)], ""), FILE) {
                Ok(read) => Arc::new(read),
                // A test reads it.
                Err(problem) => panic!("{FILE} cannot be read: {problem} at {:?}", problem.path),
            }
        });
        Arc::clone(&READ)
    }

    /// Whether a pack has no file of its own for it.
    pub(super) fn is_usual(&self) -> bool {
        std::ptr::eq(self, &*FarWest::usual())
    }

    /// The desert that a hex lies in.
    pub fn desert_of(&self, hex: Hex) -> Option<&str> {
        let found = self.deserts.iter().find(|desert| desert.hexes.iter().any(|run| run.contains(hex)));
        found.map(|desert| desert.name.as_str())
    }

    /// The hexes of the sheet.
    fn hexes(&self) -> SortedMap<Hex, Arc<HexData>> {
        let all = |runs: &[HexRange]| -> SortedSet<Hex> { runs.iter().flat_map(|run| run.hexes()).collect() };
        let deserts: SortedSet<Hex> = self.deserts.iter().flat_map(|desert| all(&desert.hexes)).collect();
        let coastal = all(&self.coastal);
        let known: Vec<(Hex, String)> = self.places.iter().map(|(hex, place)| (*hex, place.name.clone())).collect();
        let mut used: SortedSet<String> = known.iter().map(|(_, name)| name.clone()).collect();
        let mut hexes = SortedMap::new();
        for ground in &self.ground {
            for hex in all(&ground.hexes) {
                let place = self.places.get(&hex);
                let name = match (place, &ground.name) {
                    (Some(place), _) => place.name.clone(),
                    (None, Some(name)) => name.clone(),
                    (None, None) => relative_name(hex, &known, &used),
                };
                used.insert(name.clone());
                let city = place.and_then(|place| place.city.as_ref()).map(|town| City {
                    name: town.name.clone(),
                    vp: town.vp,
                    state: town.state.clone(),
                    port: town.port,
                    imports: town.imports.clone(),
                    source: self.source.clone(),
                });
                let data = HexData {
                    name,
                    also: place.map(|place| place.also.clone()).unwrap_or_default(),
                    terrain: if deserts.contains(&hex) { Terrain::Desert } else { ground.terrain },
                    states: ground.states.clone(),
                    theater: Theater::FarWest,
                    city,
                    site: None,
                    fort: place.and_then(|place| place.fort.clone()),
                    coastal: coastal.contains(&hex),
                    // Found when the sheets are joined.
                    map_edge: false,
                    north_edge: false,
                    source: self.source.clone(),
                };
                hexes.insert(hex, Arc::new(data));
            }
        }
        hexes
    }

    /// The main map and this sheet as one board (2.1).
    fn join(&self, main: &Map, needed: u8) -> Map {
        let mut map = main.clone();
        map.states.extend(self.states.iter().map(|(id, state)| (id.clone(), state.clone())));
        map.hexes.extend(self.hexes());
        for hex in self.inner.iter().flat_map(|run| run.hexes()) {
            if let Some(data) = map.hexes.get_mut(&hex) {
                Arc::make_mut(data).map_edge = false;
            }
        }
        for ridge in &self.hexsides {
            let side = Arc::new(Hexside {
                kind: ridge.kind,
                name: ridge.name.clone(),
                water: Water::default(),
                river_ships_only: false,
                impassable: false,
                source: self.source.clone(),
            });
            map.hexsides.extend(ridge.between.iter().map(|&(a, b)| ((a.min(b), a.max(b)), Arc::clone(&side))));
        }
        map.bases.extend(self.bases.iter().map(|base| Exit {
            hex: base.hex,
            side: base.side,
            to: base.to.clone(),
            vp: needed,
            source: base.source.clone(),
        }));
        map.index();
        let ends = |hex: &Hex, data: &HexData| {
            hex.is_western() && data.terrain != Terrain::AllSea && !data.coastal && map.neighbors(*hex).count() < 6
        };
        let edge: Vec<Hex> = map.hexes().filter(|(hex, data)| ends(hex, data)).map(|(hex, _)| hex).collect();
        for hex in edge {
            if let Some(data) = map.hexes.get_mut(&hex) {
                Arc::make_mut(data).map_edge = true;
            }
        }
        map.index();
        map
    }
}

impl FarWest {
    /// The map of both sheets as one board; charts and leaders get those of the Far West. Texas is whole on it, so that
    /// nothing is added for the rest of it when the Mississippi is lost (9.4.9). Its states and their worth are those of
    /// both (19.6, 19.7, CW-320).
    pub fn joined(&self, map: &Map, charts: &mut Charts, leaders: &mut SortedMap<Id, Leader>) -> Map {
        let DesertEffect { movement, shift, source } = self.desert.clone();
        let effect = TerrainEffect { terrain: Terrain::Desert, movement: Some(movement), shift, source };
        charts.terrain.insert(Terrain::Desert, effect);
        charts.texas = None;
        let map = self.join(map, charts.supply.city_points);
        // States that are larger on both sheets are worth what their cities are worth there.
        for row in charts.worth.iter_mut().flat_map(|worth| &mut worth.states) {
            if self.states.contains_key(&row.state) {
                let cities = map.cities().filter(|(_, city)| city.state == row.state);
                row.points = cities.fold(0, |sum: u8, (_, city)| sum.saturating_add(city.vp));
            }
        }
        leaders.extend(self.leaders.iter().map(|leader| (leader.id.clone(), leader.clone())));
        map
    }
}
