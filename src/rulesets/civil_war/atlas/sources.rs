//! The files that people edit, in historical terms.
//!
//! Latitudes are degrees north, longitudes degrees east and thus negative. An entry without a source takes the one at
//! the head of its file.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::projection::LatLon;
use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::rulesets::civil_war::pack::{self, Exit, Fort, Mouth, Side, Source, State, Strait, Terrain, Theater};

/// A place: a town by its id, a hex by its number, or a latitude and longitude.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Place {
    Named(String),
    At(LatLon),
}

/// `towns.yaml`: towns, and what men built there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Towns {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub towns: BTreeMap<Id, Town>,
}

/// A town, fort or landmark.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
    pub state: Id,
    /// The hex that the rulebook puts it in, or that it is moved to.
    #[serde(default)]
    pub hex: Option<Hex>,
    /// Victory Points.
    #[serde(default)]
    pub vp: u8,
    /// A town without points where a depot may stand.
    #[serde(default)]
    pub depot: bool,
    #[serde(default)]
    pub port: Option<PortBox>,
    #[serde(default)]
    pub fort: Option<Fort>,
    #[serde(default)]
    pub site: Option<SiteEntry>,
    /// 1: may give the hex its name; 2: is only told besides.
    #[serde(default = "first")]
    pub rank: u8,
    #[serde(default)]
    pub source: Option<Source>,
    /// Of its points.
    #[serde(default)]
    pub vp_source: Option<Source>,
}

fn first() -> u8 {
    1
}

/// A resource site.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteEntry {
    pub name: String,
    pub vp: u8,
}

/// What the Port Box of a Confederate port prints (9.4).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortBox {
    pub points: u8,
    #[serde(default)]
    pub shut_by: Vec<Place>,
}

/// `rivers.yaml`: rivers from the mouth to the head, parents before tributaries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rivers {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub rivers: Vec<River>,
}

/// A river, or the waters of a bay that ships pass.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    pub name: String,
    /// What water it is.
    #[serde(default)]
    pub kind: pack::Water,
    pub course: Vec<Waypoint>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// What a river or ridge passes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waypoint {
    /// Begins somewhere on the course of another.
    Joins(String),
    /// Begins at the sea near there.
    Sea(LatLon),
    /// Has this place on its left bank, looking downstream.
    Left(Place),
    /// Has this place on its right bank, looking downstream.
    Right(Place),
    /// Runs by there.
    Point(LatLon),
    /// Runs along the hexside between two.
    Between([Place; 2]),
    /// From here up, some ships cannot go.
    Limit(Limit),
    /// Its source; the last waypoint is the head anyway.
    Source(String),
}

/// Which ships end their way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Ocean-going ships.
    Ocean,
    /// All ships.
    Navigation,
}

/// `seas.yaml`: the sea, the bays and sounds, and where the coast is not what the outlines say.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seas {
    #[serde(rename = "about")]
    pub _about: String,
    #[serde(rename = "source")]
    pub _source: Source,
    pub waters: Vec<Water>,
    #[serde(default)]
    pub all_sea: Vec<Hex>,
    #[serde(default)]
    pub land: Vec<Hex>,
    #[serde(default)]
    pub coastal: BTreeMap<Hex, bool>,
    /// Where ships pass from one coastal hex to another without a hex of the sea beside them.
    #[serde(default)]
    pub straits: Vec<Strait>,
    /// Hexsides of open water that armies cross all the same.
    #[serde(default)]
    pub crossed: Vec<(Hex, Hex)>,
    /// Hexes of the sea between which ships go round Florida.
    #[serde(default)]
    pub round: Vec<(Hex, Hex)>,
}

/// A named water.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    pub name: String,
    pub kind: WaterKind,
    pub outline: Vec<LatLon>,
    #[serde(default, rename = "source")]
    pub _source: Option<Source>,
}

/// What kind of water it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaterKind {
    Ocean,
    Gulf,
    Bay,
    Sound,
    /// No coast (2.1).
    Lake,
}

/// `mountains.yaml`: what bars the way.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mountains {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    #[serde(default)]
    pub ridges: Vec<Ridge>,
    #[serde(default)]
    pub ranges: Vec<Area>,
    #[serde(default)]
    pub roads: Vec<Road>,
    #[serde(default)]
    pub impassable: Vec<Barrier>,
}

/// A ridge along hexsides, with its gaps.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ridge {
    pub name: String,
    pub course: Vec<Waypoint>,
    #[serde(default)]
    pub gaps: Vec<Gap>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// A gap in a ridge: at a hexside, or at the ridge's hexside nearest to a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    pub name: String,
    #[serde(default)]
    pub between: Option<[Place; 2]>,
    #[serde(default)]
    pub near: Option<LatLon>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// An area: mountain hexes, or hexes of a terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    #[serde(rename = "name")]
    pub _name: String,
    /// Only in `terrain.yaml`.
    #[serde(default)]
    pub terrain: Option<Terrain>,
    pub outline: Vec<LatLon>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// A road through mountain hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    pub name: String,
    pub through: Vec<Place>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// Hexsides that nobody crosses.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrier {
    pub name: String,
    pub between: Vec<[Place; 2]>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// `terrain.yaml`: swamps, forests, and what is clear among them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    /// Later ones lie over earlier ones.
    #[serde(default)]
    pub areas: Vec<Area>,
    #[serde(default)]
    pub hexes: BTreeMap<Hex, GroundHex>,
}

/// A single hex whose terrain or name is set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundHex {
    #[serde(default)]
    pub terrain: Option<Terrain>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// `railroads.yaml`: the railroads line by line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Railroads {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub railroads: Vec<RailLine>,
}

/// A railroad as its stations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailLine {
    pub name: String,
    pub stations: Vec<Place>,
    /// Who runs it, where that is not the side that the ground is friendly to.
    #[serde(default)]
    pub owner: Option<Side>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// `states.yaml`: whose side each state is on, and in which theater it lies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct States {
    #[serde(rename = "about")]
    pub _about: String,
    pub states: BTreeMap<Id, StateEntry>,
    /// Rivers that divide states: a hex on a bank belongs to the states of that bank.
    #[serde(default)]
    pub river_borders: Vec<RiverBorder>,
    /// Hexes whose states are not what the outlines say.
    #[serde(default)]
    pub hexes: BTreeMap<Hex, HexStates>,
    /// Hexes that lie in another theater than their state.
    #[serde(default)]
    pub theaters: Vec<TheaterOf>,
}

/// A state, and the theater of its hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateEntry {
    pub name: String,
    #[serde(default)]
    pub friendly_to: Option<Side>,
    pub theater: Theater,
    #[serde(default)]
    pub whole: bool,
    pub source: Source,
}

impl StateEntry {
    /// As the map has it.
    pub fn state(&self) -> State {
        State { name: self.name.clone(), friendly_to: self.friendly_to, whole: self.whole, source: self.source.clone() }
    }
}

/// A river and the states on its banks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverBorder {
    pub river: String,
    /// Looking downstream.
    pub left: Vec<Id>,
    pub right: Vec<Id>,
}

/// The states of a hex, set by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexStates {
    pub states: Vec<Id>,
    #[serde(rename = "source")]
    pub _source: Source,
}

/// The theater of some hexes, set by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheaterOf {
    pub theater: Theater,
    pub hexes: Vec<Hex>,
    #[serde(rename = "source")]
    pub _source: Source,
}

/// `borders.yaml`: the outlines of the states, in hundredths of a degree.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Borders {
    #[serde(rename = "about")]
    pub _about: String,
    #[serde(rename = "source")]
    pub _source: Source,
    /// Rings of latitude and longitude, the first point not repeated at the end.
    pub borders: BTreeMap<Id, Vec<Vec<[i32; 2]>>>,
}

/// `virginia.yaml`: ground made by hand, in the notation of `map.yaml`. Its hexes, and what lies between two of them,
/// stand in place of what is computed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inset {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub city_source: Source,
    #[serde(rename = "states")]
    pub _states: Value,
    pub hexes: BTreeMap<Hex, Map<String, Value>>,
    pub hexsides: Vec<Map<String, Value>>,
    pub railroads: Vec<Map<String, Value>>,
    #[serde(default)]
    pub rail_owners: Vec<Map<String, Value>>,
    /// Where the whole map has what the scenarios' ground has not.
    #[serde(default)]
    pub beyond: Beyond,
    /// Where its rivers meet the sea.
    #[serde(default)]
    pub mouths: Vec<Mouth>,
    /// Of the scenarios that are played on this ground alone.
    #[serde(default, rename = "exits")]
    pub _exits: Vec<Exit>,
}

/// Between hexes of the inset: what is compiled from the other sources all the same. The scenarios leave it out (`open`
/// and `no_rails` of their ground).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    #[serde(default)]
    pub hexsides: Vec<(Hex, Hex)>,
    #[serde(default)]
    pub rails: Vec<(Hex, Hex)>,
}

/// All sources, read.
#[derive(Clone, Debug)]
pub struct Sources {
    pub towns: Towns,
    pub rivers: Rivers,
    pub seas: Seas,
    pub mountains: Mountains,
    pub terrain: Grounds,
    pub railroads: Railroads,
    pub states: States,
    pub borders: Borders,
    pub virginia: Inset,
}

impl Sources {
    /// The files, by name.
    pub const FILES: [&str; 9] = [
        "borders.yaml",
        "mountains.yaml",
        "railroads.yaml",
        "rivers.yaml",
        "seas.yaml",
        "states.yaml",
        "terrain.yaml",
        "towns.yaml",
        "virginia.yaml",
    ];

    /// Reads the sources from their texts, by file name.
    ///
    /// # Errors
    /// Every file that is missing or not understood.
    pub fn read(texts: &BTreeMap<String, String>) -> Result<Sources, Vec<Problem>> {
        let mut problems: Vec<Problem> = texts
            .keys()
            .filter(|name| !Sources::FILES.contains(&name.as_str()))
            .map(|name| {
                let known = Sources::FILES.join(", ");
                Problem::new("this is no source of the map").in_path(name.clone()).advice(format!("there are {known}"))
            })
            .collect();
        let found = (
            (
                read(texts, "towns.yaml", &mut problems),
                read(texts, "rivers.yaml", &mut problems),
                read(texts, "seas.yaml", &mut problems),
                read(texts, "mountains.yaml", &mut problems),
                read(texts, "terrain.yaml", &mut problems),
            ),
            (
                read(texts, "railroads.yaml", &mut problems),
                read(texts, "states.yaml", &mut problems),
                read(texts, "borders.yaml", &mut problems),
                read(texts, "virginia.yaml", &mut problems),
            ),
        );
        match found {
            (
                (Some(towns), Some(rivers), Some(seas), Some(mountains), Some(terrain)),
                (Some(railroads), Some(states), Some(borders), Some(virginia)),
            ) if problems.is_empty() => {
                Ok(Sources { towns, rivers, seas, mountains, terrain, railroads, states, borders, virginia })
            }
            _ => Err(problems),
        }
    }
}

/// Reads one file; a problem names the file and the place in it.
fn read<T: DeserializeOwned>(texts: &BTreeMap<String, String>, name: &str, problems: &mut Vec<Problem>) -> Option<T> {
    let Some(text) = texts.get(name) else {
        problems.push(Problem::new("this file is missing").in_path(name));
        return None;
    };
    // By way of a value that refuses a key that is written twice.
    let value: Value = match serde_yaml::from_str::<serde_yaml::Value>(text).and_then(serde_yaml::from_value) {
        Ok(value) => value,
        Err(error) => {
            problems.push(Problem::new(error.to_string()).in_path(name));
            return None;
        }
    };
    serde_path_to_error::deserialize(value)
        .map_err(|error| {
            let path = format!("{name}:{}", error.path());
            problems.push(Problem::new(error.into_inner().to_string()).in_path(path));
        })
        .ok()
}
