//! The files that people edit, in historical terms.
//!
//! Latitudes are degrees north, longitudes degrees east and thus negative. An entry without a source inherits the one
//! at the top of its file.

use crate::sorted::SortedMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::projection::LatLon;
use crate::board::Hex;
use crate::document::{self, Form, Id, Problem};
use crate::pack::{self, Exit, Fort, MapFile, Mouth, NO_NAME, Side, Source, State, Strait, Terrain, Theater, is_name};

/// A place: a town by its id, a hex by its number, or a latitude and longitude.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Named(String),
    At(LatLon),
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Place;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a town's id, a hex in quotes (\"0512\"), or [latitude, longitude]")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Place, E> {
                Ok(Place::Named(name.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, at: A) -> Result<Place, A::Error> {
                lat_lon(SeqAccessDeserializer::new(at)).map(Place::At)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Degrees within these bounds: the map, and as much again around it.
const LATITUDES: RangeInclusive<f64> = 20.0..=50.0;
const LONGITUDES: RangeInclusive<f64> = -115.0..=-60.0;

/// A latitude in degrees north.
struct Latitude(f64);

/// A longitude in degrees east.
struct Longitude(f64);

impl<'de> Deserialize<'de> for Latitude {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let degrees = f64::deserialize(deserializer)?;
        if LATITUDES.contains(&degrees) {
            return Ok(Latitude(degrees));
        }
        let message = format!("a latitude is from 20 to 50 degrees north, not {degrees}");
        Err(de::Error::custom(message))
    }
}

impl<'de> Deserialize<'de> for Longitude {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let degrees = f64::deserialize(deserializer)?;
        if LONGITUDES.contains(&degrees) {
            return Ok(Longitude(degrees));
        }
        let message = format!("a longitude is negative in the west and from -115 to -60, not {degrees}");
        Err(de::Error::custom(message))
    }
}

fn latitude<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Latitude::deserialize(deserializer).map(|degrees| degrees.0)
}

fn longitude<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Longitude::deserialize(deserializer).map(|degrees| degrees.0)
}

fn lat_lon<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LatLon, D::Error> {
    let (lat, lon) = <(Latitude, Longitude)>::deserialize(deserializer)?;
    Ok([lat.0, lon.0])
}

/// A latitude and longitude in a list of them.
struct At(LatLon);

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        lat_lon(deserializer).map(At)
    }
}

fn near<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<LatLon>, D::Error> {
    lat_lon(deserializer).map(Some)
}

fn outline<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<LatLon>, D::Error> {
    let points = Vec::<At>::deserialize(deserializer)?;
    if points.len() < 3 {
        return Err(de::Error::custom("an outline must have at least three points"));
    }
    Ok(points.into_iter().map(|at| at.0).collect())
}

/// A point of a border, in hundredths of a degree.
#[derive(Clone, Copy, Debug)]
pub struct Hundredths(pub LatLon);

impl<'de> Deserialize<'de> for Hundredths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [lat, lon] = <[i32; 2]>::deserialize(deserializer)?.map(|part| f64::from(part) / 100.0);
        if LATITUDES.contains(&lat) && LONGITUDES.contains(&lon) {
            return Ok(Hundredths([lat, lon]));
        }
        let message =
            "a border must run from 20 to 50 degrees north and from 60 to 115 west, in hundredths: [3512, -8940]";
        Err(de::Error::custom(message))
    }
}

/// A closed line of at least three points.
#[derive(Clone, Debug)]
pub struct Ring(pub Vec<Hundredths>);

impl<'de> Deserialize<'de> for Ring {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = Vec::deserialize(deserializer)?;
        if points.len() < 3 {
            return Err(de::Error::custom("an outline must have at least three points"));
        }
        Ok(Ring(points))
    }
}

/// A name that people read on maps and in reports.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if is_name(&name) { Ok(name) } else { Err(de::Error::custom(NO_NAME)) }
}

fn some_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    name(deserializer).map(Some)
}

/// `towns.yaml`: towns, and what men built there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Towns {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub towns: SortedMap<Id, Town>,
}

/// A town, fort or landmark.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    #[serde(deserialize_with = "name")]
    pub name: String,
    #[serde(deserialize_with = "latitude")]
    pub lat: f64,
    #[serde(deserialize_with = "longitude")]
    pub lon: f64,
    pub state: Id,
    /// The hex that the rulebook puts it in, or that it is moved to.
    #[serde(default)]
    pub hex: Option<Hex>,
    /// Victory Points.
    #[serde(default)]
    pub vp: u8,
    /// Whether a depot may be placed in this town without points.
    #[serde(default)]
    pub depot: bool,
    #[serde(default)]
    pub port: Option<PortBox>,
    #[serde(default)]
    pub fort: Option<Fort>,
    #[serde(default)]
    pub site: Option<SiteEntry>,
    /// 1: may give the hex its name; 2: is only mentioned.
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
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub vp: u8,
}

/// The contents of a Confederate port's Port Box (9.4).
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
    #[serde(deserialize_with = "name")]
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
    #[serde(deserialize_with = "lat_lon")]
    Sea(LatLon),
    /// Has this place on its left bank, looking downstream.
    Left(Place),
    /// Has this place on its right bank, looking downstream.
    Right(Place),
    /// Runs by there.
    #[serde(deserialize_with = "lat_lon")]
    Point(LatLon),
    /// Runs along the hexside between two.
    Between([Place; 2]),
    /// From here up, some ships cannot go.
    Limit(Limit),
    /// Its source; the last waypoint is the head anyway.
    Source(String),
}

/// Which ships can go no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Ocean-going ships.
    Ocean,
    /// All ships.
    Navigation,
}

/// `seas.yaml`: the sea, the bays and sounds, and the coast where it differs from the outlines.
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
    pub coastal: SortedMap<Hex, bool>,
    /// Where ships pass from one coastal hex to another without an adjacent sea hex.
    #[serde(default)]
    pub straits: Vec<Strait>,
    /// Hexsides of open water that armies can cross.
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
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub kind: WaterKind,
    #[serde(deserialize_with = "outline")]
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

/// `mountains.yaml`: obstacles.
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
    #[serde(deserialize_with = "name")]
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
    #[serde(deserialize_with = "name")]
    pub name: String,
    #[serde(default)]
    pub between: Option<[Place; 2]>,
    #[serde(default, deserialize_with = "near")]
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
    #[serde(deserialize_with = "outline")]
    pub outline: Vec<LatLon>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// A road through mountain hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub through: Vec<Place>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// Impassable hexsides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrier {
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub between: Vec<[Place; 2]>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// `terrain.yaml`: swamps, forests, and clear ground among them.
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
    pub hexes: SortedMap<Hex, GroundHex>,
}

/// A single hex whose terrain or name is set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundHex {
    #[serde(default)]
    pub terrain: Option<Terrain>,
    #[serde(default, deserialize_with = "some_name")]
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
    #[serde(deserialize_with = "name")]
    pub name: String,
    pub stations: Vec<Place>,
    /// Who controls it, if not the side that the ground is friendly to.
    #[serde(default)]
    pub owner: Option<Side>,
    #[serde(default)]
    pub source: Option<Source>,
}

/// `states.yaml`: the side and the theater of each state.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct States {
    #[serde(rename = "about")]
    pub _about: String,
    pub states: SortedMap<Id, StateEntry>,
    /// Rivers that divide states: a hex on a bank belongs to the states of that bank.
    #[serde(default)]
    pub river_borders: Vec<RiverBorder>,
    /// Hexes whose states differ from the outlines.
    #[serde(default)]
    pub hexes: SortedMap<Hex, HexStates>,
    /// Hexes that lie in another theater than their state.
    #[serde(default)]
    pub theaters: Vec<TheaterOf>,
}

/// A state, and the theater of its hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateEntry {
    #[serde(deserialize_with = "name")]
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
    pub borders: SortedMap<Id, Vec<Ring>>,
}

/// `virginia.yaml`: hand-made ground, in the notation of `map.yaml`. Its hexes, and the hexsides between them, replace
/// what is computed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inset {
    #[serde(rename = "about")]
    pub _about: String,
    pub source: Source,
    pub city_source: Source,
    #[serde(rename = "states")]
    pub _states: Value,
    pub hexes: SortedMap<Hex, Map<String, Value>>,
    pub hexsides: Vec<Map<String, Value>>,
    pub railroads: Vec<Map<String, Value>>,
    #[serde(default)]
    pub rail_owners: Vec<Map<String, Value>>,
    /// What the whole map has and the scenarios' ground does not.
    #[serde(default)]
    pub beyond: Beyond,
    /// Where its rivers meet the sea.
    #[serde(default)]
    pub mouths: Vec<Mouth>,
    /// Of the scenarios that are played on this ground alone.
    #[serde(default, rename = "exits")]
    pub _exits: Vec<Exit>,
}

/// Between hexes of the inset: what is compiled from the other sources nevertheless. The scenarios leave it out (`open`
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
    pub fn read(texts: &SortedMap<String, String>) -> Result<Sources, Vec<Problem>> {
        let mut problems: Vec<Problem> = texts
            .keys()
            .filter(|name| !Sources::FILES.contains(&name.as_str()))
            .map(|name| {
                let known = Sources::FILES.join(", ");
                Problem::new("this is not a source of the map")
                    .in_path(name.clone())
                    .advice(format!("the sources are {known}"))
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

/// Reads one file; a problem names the file and the place in it, and has its line.
fn read<T: DeserializeOwned>(texts: &SortedMap<String, String>, name: &str, problems: &mut Vec<Problem>) -> Option<T> {
    let Some(text) = texts.get(name) else {
        problems.push(Problem::new("this file is missing").in_path(name));
        return None;
    };
    let decoded = document::read(name, text.as_bytes(), Form::Pack).and_then(|document| {
        if name == "virginia.yaml" {
            // It is copied entry by entry, and must have the form of a map, except for the part that says how it joins
            // the rest.
            let mut copied = document.content.clone();
            copied.as_object_mut().map(|fields| fields.shift_remove("beyond"));
            document::decode_at::<MapFile>(Some(&document), "", &copied)?;
        }
        document::decode(&document)
    });
    let placed = |problem: Problem| {
        let path = problem.path.as_deref().unwrap_or_default();
        let path = if path.is_empty() { name.to_owned() } else { format!("{name}:{path}") };
        problem.in_path(path)
    };
    decoded.map_err(|problem| problems.push(placed(problem))).ok()
}
