//! The map: hexes, hexsides, rails and states (2.1).

use crate::sorted::{SortedMap, SortedSet};
use std::fmt;
use std::sync::Arc;

use adjutant_derive::sparse;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::hex_table::{HexLookup, HexTable};
use super::hexes::{City, Fort, HexData, Hexside, HexsideKind, Site, Terrain};
use super::{Mouth, Port, Side, Source, Strait, Theater, Water, Waterways};
use crate::board::Hex;
use crate::document::{self, Form, Id, Problem, from_value};

/// A state.
#[sparse(friendly_to, whole)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub name: String,
    /// The side that it is friendly to, or none: neutral.
    pub friendly_to: Option<Side>,
    /// Whether all of its cities with victory points lie on the ground. Only then is it converted (CW-154).
    pub whole: bool,
    pub source: Source,
}

/// A railroad.
#[sparse(source)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Railroad {
    pub name: String,
    /// The hexes that it runs through, each adjacent to the next.
    pub line: Vec<Hex>,
    pub source: Option<Source>,
}

/// A rail that leads off the ground to more of its side's cities (CW-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The last rail hex on the ground.
    pub hex: Hex,
    /// The side whose cities lie beyond.
    pub side: Side,
    /// Where it leads.
    pub to: String,
    /// Victory points of friendly cities that a line of supply over this exit connects with.
    pub vp: u8,
    pub source: Source,
}

/// The file `map.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// What the file covers.
    #[allow(dead_code)]
    about: String,
    /// The source of every entry that names none.
    source: Source,
    /// The source of the points of every city that names none.
    city_source: Source,
    /// Sources that several entries share, by the name that entries use for them.
    #[serde(default)]
    sources: SortedMap<String, Source>,
    states: SortedMap<Id, State>,
    hexes: SortedMap<Hex, HexEntry>,
    hexsides: Vec<HexsideEntry>,
    railroads: Vec<RailroadEntry>,
    /// Who controls the railroads of a hex at the start, if not the side that the hex is friendly to.
    rail_owners: Vec<RailOwner>,
    exits: Vec<ExitEntry>,
    /// Where rivers and bays meet the sea.
    #[serde(default)]
    mouths: Vec<MouthEntry>,
    /// Coastal hexes between which ships pass, with no hex of the sea at the hexside.
    #[serde(default)]
    straits: Vec<StraitEntry>,
    /// Hexes of the sea between which ships go round Florida (2.1).
    #[serde(default)]
    round: Vec<(Hex, Hex)>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MouthEntry {
    name: String,
    between: (Hex, Hex),
    beyond: Hex,
    #[serde(default)]
    source: Option<EntrySource>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StraitEntry {
    name: String,
    between: Vec<(Hex, Hex)>,
    #[serde(default)]
    source: Option<EntrySource>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HexEntry {
    name: String,
    #[serde(default)]
    also: Vec<String>,
    terrain: Terrain,
    states: Vec<Id>,
    #[serde(default = "east")]
    theater: Theater,
    #[serde(default)]
    city: Option<CityEntry>,
    #[serde(default)]
    site: Option<Site>,
    #[serde(default)]
    fort: Option<Fort>,
    #[serde(default)]
    coastal: bool,
    #[serde(default)]
    map_edge: bool,
    #[serde(default)]
    north_edge: bool,
    #[serde(default)]
    source: Option<EntrySource>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CityEntry {
    name: String,
    vp: u8,
    state: Id,
    #[serde(default)]
    port: bool,
    #[serde(default)]
    imports: Option<Port>,
    #[serde(default)]
    source: Option<EntrySource>,
}

fn east() -> Theater {
    Theater::East
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HexsideEntry {
    name: String,
    kind: HexsideKind,
    #[serde(default)]
    water: Water,
    #[serde(default)]
    river_ships_only: bool,
    #[serde(default)]
    impassable: bool,
    between: Vec<(Hex, Hex)>,
    #[serde(default)]
    source: Option<EntrySource>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RailOwner {
    owner: Side,
    hexes: Vec<Hex>,
    #[allow(dead_code)]
    source: EntrySource,
}

/// A railroad as the file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RailroadEntry {
    name: String,
    line: Vec<Hex>,
    #[serde(default)]
    source: Option<EntrySource>,
}

/// An exit as the file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitEntry {
    hex: Hex,
    side: Side,
    to: String,
    vp: u8,
    source: EntrySource,
}

/// A source, or the name of one of `sources`.
#[derive(Clone, Debug)]
enum EntrySource {
    Shared(String),
    Own(Source),
}

impl<'de> Deserialize<'de> for EntrySource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = EntrySource;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a source, or the name of one of `sources`")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<EntrySource, E> {
                Ok(EntrySource::Shared(name.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<EntrySource, A::Error> {
                Source::deserialize(MapAccessDeserializer::new(entries)).map(EntrySource::Own)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The map, typed and indexed. Clones share its hexes, and the hexsides of one entry are shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    pub(super) hexes: SortedMap<Hex, Arc<HexData>>,
    pub(super) hexsides: SortedMap<(Hex, Hex), Arc<Hexside>>,
    pub(super) rails: SortedSet<(Hex, Hex)>,
    pub(super) rail_hexes: SortedSet<Hex>,
    pub(super) rail_owners: SortedMap<Hex, Side>,
    /// By id.
    pub states: SortedMap<Id, State>,
    /// The railroads by name, for reports and maps.
    pub railroads: Vec<Railroad>,
    /// Where rails lead off the ground.
    pub exits: Vec<Exit>,
    /// Bases of the Far West, where a line of supply over land ends as over an exit (CW-316).
    pub bases: Vec<Exit>,
    /// Where rivers and bays meet the sea (8.3, CW-185).
    pub mouths: Vec<Mouth>,
    /// Where ships pass from one coastal hex to another without an adjacent sea hex (CW-209).
    pub straits: Vec<Strait>,
    /// Hexes of the Gulf and of the Atlantic that are joined round Florida (2.1).
    pub(super) round: Vec<(Hex, Hex)>,
    /// The hexes of cities with victory points, by number: [`Map::index`].
    pub(super) cities: Vec<Hex>,
    /// Those of all cities, of printed fortifications, and the theaters of the ground: [`Map::index`].
    pub(super) towns: Vec<Hex>,
    pub(super) forts: Vec<Hex>,
    pub(super) theaters: SortedSet<Theater>,
    /// All of this by hex, as it is asked about: [`Map::index`].
    pub(super) sheet: HexTable<HexLookup>,
    /// What follows from all of this for ships.
    pub(super) waterways: Waterways,
}

/// The two hexes of a hexside, the smaller number first.
fn ordered(a: Hex, b: Hex) -> (Hex, Hex) {
    if a <= b { (a, b) } else { (b, a) }
}

impl TryFrom<MapFile> for Map {
    type Error = Problem;
    fn try_from(file: MapFile) -> Result<Map, Problem> {
        let MapFile { source, city_source, sources, .. } = file;
        // A place is put into words only where something is wrong.
        let named = |source_of: EntrySource, path: &dyn Fn() -> String| match source_of {
            EntrySource::Own(source) => Ok(source),
            EntrySource::Shared(name) => sources.get(&name).cloned().ok_or_else(|| {
                Problem::new(format!("there is no {name:?} among the sources of the file")).in_path(path())
            }),
        };
        let source_of = |entry: Option<EntrySource>, path: &dyn Fn() -> String| match entry {
            Some(entry) => named(entry, path),
            None => Ok(source.clone()),
        };
        let mut hexsides = SortedMap::new();
        for (at, entry) in file.hexsides.into_iter().enumerate() {
            let HexsideEntry { name, kind, water, river_ships_only, impassable, between, source } = entry;
            let source = source_of(source, &|| format!("hexsides[{at}]"))?;
            let side = Arc::new(Hexside { kind, name, water, river_ships_only, impassable, source });
            for (a, b) in between {
                if let Some(earlier) = hexsides.insert(ordered(a, b), Arc::clone(&side)) {
                    return Err(Problem::new(format!("hexside {a}/{b} is entered twice, first as {}", earlier.name))
                        .in_path(format!("hexsides[{at}]")));
                }
            }
        }
        let mut rails = SortedSet::new();
        let mut rail_hexes = SortedSet::new();
        let mut railroads = Vec::new();
        for (at, RailroadEntry { name, line, source }) in file.railroads.into_iter().enumerate() {
            rail_hexes.extend(&line);
            rails.extend(line.windows(2).map(|pair| ordered(pair[0], pair[1])));
            let source = source.map(|source| named(source, &|| format!("railroads[{at}]"))).transpose()?;
            railroads.push(Railroad { name, line, source });
        }
        let mut hexes: SortedMap<Hex, Arc<HexData>> = SortedMap::new();
        for (hex, entry) in file.hexes {
            let city = entry.city.map(|CityEntry { name, vp, state, port, imports, source }| {
                let source = match source {
                    Some(source) => named(source, &|| format!("hexes.{hex}.city"))?,
                    None => city_source.clone(),
                };
                Ok(City { name, vp, state, port, imports, source })
            });
            let data = HexData {
                name: entry.name,
                also: entry.also,
                terrain: entry.terrain,
                states: entry.states,
                theater: entry.theater,
                city: city.transpose()?,
                site: entry.site,
                fort: entry.fort,
                coastal: entry.coastal,
                map_edge: entry.map_edge,
                north_edge: entry.north_edge,
                source: source_of(entry.source, &|| format!("hexes.{hex}"))?,
            };
            hexes.insert(hex, Arc::new(data));
        }
        let mut exits = Vec::new();
        for (at, ExitEntry { hex, side, to, vp, source }) in file.exits.into_iter().enumerate() {
            exits.push(Exit { hex, side, to, vp, source: named(source, &|| format!("exits[{at}]"))? });
        }
        let mut mouths = Vec::new();
        for (at, MouthEntry { name, between, beyond, source }) in file.mouths.into_iter().enumerate() {
            let source = source.map(|source| named(source, &|| format!("mouths[{at}]"))).transpose()?;
            mouths.push(Mouth { name, between, beyond, source });
        }
        let mut straits = Vec::new();
        for (at, StraitEntry { name, between, source }) in file.straits.into_iter().enumerate() {
            let source = source.map(|source| named(source, &|| format!("straits[{at}]"))).transpose()?;
            straits.push(Strait { name, between, source });
        }
        let mut map = Map {
            hexes,
            hexsides,
            rails,
            rail_hexes,
            rail_owners: SortedMap::new(),
            states: file.states,
            railroads,
            exits,
            bases: Vec::new(),
            mouths,
            straits,
            round: file.round,
            cities: Vec::new(),
            towns: Vec::new(),
            forts: Vec::new(),
            theaters: SortedSet::new(),
            sheet: HexTable::default(),
            waterways: Waterways::default(),
        };
        map.rail_owners = map.rail_hexes.iter().filter_map(|&hex| Some((hex, map.sole_friend(hex)?))).collect();
        for entry in file.rail_owners {
            map.rail_owners.extend(entry.hexes.into_iter().map(|hex| (hex, entry.owner)));
        }
        map.index();
        Ok(map)
    }
}

impl Map {
    /// The map in the text of a `map.yaml`.
    ///
    /// # Errors
    /// It is not understood; with the place in the text.
    pub fn from_text(text: &str) -> Result<Map, Problem> {
        let document = document::read("map.yaml", text.as_bytes(), Form::Pack)?;
        let file: MapFile = document::decode(&document)?;
        Map::try_from(file).map_err(|mut problem| {
            problem.mark = document.place_of(&problem);
            problem
        })
    }

    /// The ground that a case defines: the fields of `map.yaml` that it needs, and whether it is laid `onto` the map of
    /// `base` or is complete by itself.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of_case(mut value: serde_json::Map<String, serde_json::Value>, base: &Map) -> Result<Map, Problem> {
        use serde_json::json;
        let onto = value.remove("onto").is_some_and(|onto| onto == json!(true));
        let own = json!({"reconstructed": "the case's own ground"});
        for (key, default) in [
            ("about", json!("")),
            ("source", own.clone()),
            ("city_source", own.clone()),
            ("states", json!({})),
            ("hexes", json!({})),
            ("hexsides", json!([])),
            ("railroads", json!([])),
            ("rail_owners", json!([])),
            ("exits", json!([])),
        ] {
            value.entry(key).or_insert(default);
        }
        for state in value["states"].as_object_mut().into_iter().flat_map(serde_json::Map::values_mut) {
            if let Some(state) = state.as_object_mut() {
                state.entry("source").or_insert(own.clone());
            }
        }
        for entry in value["rail_owners"].as_array_mut().into_iter().flatten() {
            if let Some(entry) = entry.as_object_mut() {
                entry.entry("source").or_insert(own.clone());
            }
        }
        let file = from_value(serde_json::Value::Object(value));
        let mut file: MapFile = file.map_err(|problem| problem.under("given.ground"))?;
        if !onto {
            return Map::try_from(file);
        }
        for (id, state) in &base.states {
            file.states.entry(id.clone()).or_insert_with(|| state.clone());
        }
        let laid = Map::try_from(file)?;
        let mut map = base.clone();
        map.states = laid.states;
        map.hexes.extend(laid.hexes);
        map.hexsides.extend(laid.hexsides);
        map.rails.extend(laid.rails);
        map.rail_hexes.extend(laid.rail_hexes);
        map.railroads.extend(laid.railroads);
        map.exits.extend(laid.exits);
        map.rail_owners.extend(laid.rail_owners);
        map.mouths.extend(laid.mouths);
        map.straits.extend(laid.straits);
        map.round.extend(laid.round);
        map.index();
        Ok(map)
    }

    /// Brings up to date what follows from the rest, once that has changed.
    pub(super) fn index(&mut self) {
        let with = |has: fn(&HexData) -> bool| -> Vec<Hex> {
            self.hexes.iter().filter(|(_, data)| has(data)).map(|(&hex, _)| hex).collect()
        };
        (self.towns, self.forts) = (with(|data| data.city.is_some()), with(|data| data.fort.is_some()));
        self.theaters = self.hexes.values().map(|data| data.theater).collect();
        self.sheet = HexTable::of(self);
        self.cities = self
            .hexes()
            .filter(|(_, data)| data.city.as_ref().is_some_and(|city| city.vp > 0))
            .map(|(hex, _)| hex)
            .collect();
        self.waterways = Waterways::of(self);
    }

    /// The hex of that number, if it lies on this ground.
    pub fn hex(&self, hex: Hex) -> Option<&HexData> {
        self.sheet.get(hex)?.data.as_deref()
    }

    /// A hex as refusals name it: `5106 (Alexandria)`; off the ground its number alone.
    pub fn number_and_name(&self, hex: Hex) -> String {
        self.hex(hex).map_or_else(|| hex.to_string(), |data| format!("{hex} ({})", data.display_name()))
    }

    /// The theater of a hex; the East off the ground, where nothing is.
    pub fn theater(&self, hex: Hex) -> Theater {
        self.hex(hex).map_or(Theater::East, |data| data.theater)
    }

    /// Every hex of the ground, by number.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &HexData)> {
        self.hexes.iter().map(|(&hex, data)| (hex, &**data))
    }

    /// Every city with victory points, by the number of its hex.
    pub fn cities(&self) -> impl Iterator<Item = (Hex, &City)> {
        self.cities.iter().filter_map(|&hex| Some((hex, self.city(hex)?)))
    }

    /// Every city, those without victory points too, by the number of its hex.
    pub fn towns(&self) -> impl Iterator<Item = (Hex, &City)> {
        self.towns.iter().filter_map(|&hex| Some((hex, self.hex(hex)?.city.as_ref()?)))
    }

    /// The hexes with a printed fortification.
    pub fn printed_forts(&self) -> impl Iterator<Item = Hex> {
        self.forts.iter().copied()
    }

    /// The theaters that this ground has a part of.
    pub fn theaters(&self) -> &SortedSet<Theater> {
        &self.theaters
    }

    /// The neighbors of a hex that lie on the ground, clockwise from the north.
    pub fn neighbors(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        hex.neighbors().filter(|there| self.hex(*there).is_some())
    }

    /// The city of a hex, if it has victory points; a town without them only names a place where a depot can be.
    pub fn city(&self, hex: Hex) -> Option<&City> {
        self.hex(hex)?.city.as_ref().filter(|city| city.vp > 0)
    }

    /// What lies between two adjacent hexes; `None` for open ground.
    pub fn hexside(&self, a: Hex, b: Hex) -> Option<&Hexside> {
        match a.direction_to(b) {
            Some(direction) => self.sheet.get(a)?.sides[direction as usize].as_deref(),
            None => self.hexsides.get(&ordered(a, b)).map(|side| &**side),
        }
    }

    /// Whether there is a navigable river between two hexes, or the water that cuts off Fort Pickens, Fort Pulaski or
    /// Roanoke Island, which is crossed like one (2.1.13).
    pub fn over_navigable(&self, a: Hex, b: Hex) -> bool {
        self.hexside(a, b).is_some_and(|side| side.kind == HexsideKind::NavigableRiver)
    }

    /// Where ships lie on this ground, and how they get from there to there (8.1, 8.3, 8.4).
    pub fn waterways(&self) -> &Waterways {
        &self.waterways
    }

    /// Every hexside that is not open, by number.
    pub fn hexsides(&self) -> impl Iterator<Item = ((Hex, Hex), &Hexside)> {
        self.hexsides.iter().map(|(&between, side)| (between, &**side))
    }

    /// Whether a railroad joins the two hexes.
    pub fn rail(&self, a: Hex, b: Hex) -> bool {
        match a.direction_to(b) {
            Some(direction) => self.sheet.get(a).is_some_and(|cell| cell.rails[direction as usize]),
            None => self.rails.contains(&ordered(a, b)),
        }
    }

    /// Every pair of hexes that a railroad joins, by number.
    pub fn rails(&self) -> impl Iterator<Item = (Hex, Hex)> {
        self.rails.iter().copied()
    }

    /// Whether a railroad runs in the hex.
    pub fn rail_hex(&self, hex: Hex) -> bool {
        self.sheet.get(hex).is_some_and(|cell| cell.rail)
    }

    /// The side whose railroad it is at the start; `None` without a railroad, or on a border between the two
    /// sides' territory, where neither may use it before it is converted (11.1).
    pub fn rail_owner_at_start(&self, hex: Hex) -> Option<Side> {
        self.sheet.get(hex)?.owner
    }

    /// Every hex whose railroads somebody owns at the start, with the owner.
    pub fn rail_owners_at_start(&self) -> impl Iterator<Item = (Hex, Side)> {
        self.rail_owners.iter().map(|(&hex, &owner)| (hex, owner))
    }

    /// The side that all states of the hex which take sides are friendly to, or none (2.1).
    fn sole_friend(&self, hex: Hex) -> Option<Side> {
        let data = self.hexes.get(&hex)?;
        let mut friends = data.states.iter().filter_map(|state| self.states.get(state)?.friendly_to);
        let first = friends.next()?;
        friends.all(|friend| friend == first).then_some(first)
    }
}

impl HexTable<HexLookup> {
    /// The sheet of a map.
    pub fn of(map: &Map) -> HexTable<HexLookup> {
        let mut sheet = HexTable::<HexLookup>::default();
        for (&hex, data) in &map.hexes {
            sheet.get_mut(hex).data = Some(Arc::clone(data));
        }
        for (&(a, b), side) in &map.hexsides {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(direction) = one.direction_to(other) {
                    sheet.get_mut(one).sides[direction as usize] = Some(Arc::clone(side));
                }
            }
        }
        for &(a, b) in &map.rails {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(direction) = one.direction_to(other) {
                    sheet.get_mut(one).rails[direction as usize] = true;
                }
            }
        }
        for &hex in &map.rail_hexes {
            sheet.get_mut(hex).rail = true;
        }
        for (&hex, &owner) in &map.rail_owners {
            sheet.get_mut(hex).owner = Some(owner);
        }
        sheet
    }
}
