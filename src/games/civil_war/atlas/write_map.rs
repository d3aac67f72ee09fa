//! Writes the finished map as the text of `map.yaml`.

use crate::sorted::{SortedMap, SortedSet};
use std::fmt::Write;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::draft::{Draft, Side};
use super::grid::{COLUMNS, ROWS};
use super::lay_railroads::Lines;
use super::names::Named;
use super::places::Placed;
use super::yaml::{flow, scalar};
use crate::board::Hex;
use crate::document::{Id, Problem, from_value};
use crate::pack::{HexsideKind, Source, Terrain, Theater, Water};

/// The source of a hex that nothing more is said of.
const PLAIN: &str = "CW-192: computed from latitudes and longitudes";

/// Sources that several entries share, by the name that entries use for them.
#[derive(Debug, Default)]
struct Shared {
    /// Keyed by the written form of the source.
    names: SortedMap<String, String>,
    /// By its name.
    sources: SortedMap<String, String>,
}

impl Shared {
    /// The short name of a source in entries: the beginning of its digest, so that an entry does not change when others
    /// are added.
    fn of(&mut self, source: &Source) -> Value {
        let text = flow(&json!(source));
        if let Some(name) = self.names.get(&text) {
            return Value::from(name.as_str());
        }
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()));
        let name = (5..=digest.len())
            .map(|length| format!("s{}", digest.get(..length).unwrap_or(&digest)))
            .find(|name| !self.sources.contains_key(name))
            .unwrap_or_default();
        self.sources.insert(name.clone(), text.clone());
        self.names.insert(text, name.clone());
        Value::from(name)
    }
}

impl Draft<'_> {
    /// The text of the map.
    pub fn write(&mut self, names: &SortedMap<Hex, Named>, lines: &Lines) -> String {
        let plain = Source::Reconstructed(PLAIN.to_owned());
        let mut shared = Shared::default();
        let hexes: Vec<(Hex, Map<String, Value>)> = self
            .hexes
            .keys()
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .map(|hex| {
                let named = names.get(&hex).cloned().unwrap_or_default();
                (hex, self.hex(hex, &named, &plain, &mut shared))
            })
            .collect();
        let mut sides: Vec<Map<String, Value>> = Vec::new();
        let inset = &self.sources.virginia;
        for entry in &inset.hexsides {
            sides.push(with_source(entry.clone(), &inset.source, &mut shared));
        }
        sides.extend(grouped(&self.sides, &mut shared));
        let mut rails: Vec<Map<String, Value>> = Vec::new();
        for entry in &inset.railroads {
            let mut entry = entry.clone();
            if let Some(source) = entry.get("source").and_then(read_source) {
                entry.insert("source".to_owned(), shared.of(&source));
            }
            rails.push(entry);
        }
        for line in &lines.lines {
            let source = shared.of(&line.source);
            rails.push(object(json!({"name": line.name, "line": line.hexes, "source": source})));
        }
        let mut owners: Vec<Map<String, Value>> = Vec::new();
        for entry in &inset.rail_owners {
            owners.push(with_source(entry.clone(), &inset.source, &mut shared));
        }
        for owner in crate::pack::Side::BOTH {
            let hexes: Vec<Hex> = lines.owners.iter().filter(|(_, of)| **of == owner).map(|(hex, _)| *hex).collect();
            if !hexes.is_empty() {
                let source = shared.of(&self.sources.railroads.source);
                owners.push(object(json!({"owner": owner, "hexes": hexes, "source": source})));
            }
        }
        let mut exits = Vec::new();
        for exit in &lines.exits {
            let mut entry = object(json!(exit));
            entry.insert("source".to_owned(), shared.of(&exit.source));
            exits.push(entry);
        }
        let mut sourced = |entry: Value, source: &Option<Source>| {
            let mut entry = object(entry);
            entry.shift_remove("source");
            if let Some(source) = source {
                entry.insert("source".to_owned(), shared.of(source));
            }
            entry
        };
        let mouths = self.mouths.iter().map(|mouth| sourced(json!(mouth), &mouth.source)).collect();
        let straits = self.sources.seas.straits.iter().map(|strait| sourced(json!(strait), &strait.source)).collect();
        let used: SortedSet<Id> = hexes
            .iter()
            .flat_map(|(_, entry)| entry["states"].as_array().cloned().unwrap_or_default())
            .filter_map(|id| id.as_str()?.parse().ok())
            .collect();
        let mut out = String::from(
            "# Compiled by `adjutant pack build` from sources/*.yaml: correct those, not this file.\n\
             #\n\
             # Every entry takes the source at the head of the file unless it names its own, or one of `sources`.\n\
             about: \"Map A: columns 01 to 58, rows 01 to 33\"\n",
        );
        let _ = writeln!(out, "source: {}", flow(&json!(plain)));
        let _ = writeln!(out, "city_source: {}", flow(&json!(inset.city_source)));
        out += "\nsources:\n";
        for (name, source) in &shared.sources {
            let _ = writeln!(out, "  {name}: {source}");
        }
        out += "\nstates:\n";
        for (id, entry) in self.sources.states.states.iter().filter(|(id, _)| used.contains(id)) {
            let _ = writeln!(out, "  {id}: {}", flow(&json!(entry.state())));
        }
        out += "\nhexes:\n";
        for (hex, entry) in hexes {
            let _ = writeln!(out, "  \"{hex}\": {}", flow(&Value::Object(entry)));
        }
        list(&mut out, "hexsides", sides);
        list(&mut out, "railroads", rails);
        list(&mut out, "rail_owners", owners);
        list(&mut out, "exits", exits);
        list(&mut out, "mouths", mouths);
        list(&mut out, "straits", straits);
        let _ = writeln!(out, "\nround: {}", flow(&json!(self.sources.seas.round)));
        out
    }

    /// The entry of a hex.
    fn hex(&mut self, hex: Hex, named: &Named, plain: &Source, shared: &mut Shared) -> Map<String, Value> {
        let (col, row) = (i32::from(hex.col()), i32::from(hex.row()));
        let on_edge = col == 1 || col == COLUMNS || row == 1 || row == ROWS;
        let inset = &self.sources.virginia;
        if let Some(entry) = inset.hexes.get(&hex) {
            let mut entry = entry.clone();
            // This describes the maps on which scenarios are played, not the whole map.
            entry.shift_remove("map_edge");
            entry.shift_remove("north_edge");
            if let Some(city) = entry.get_mut("city").and_then(Value::as_object_mut) {
                *city = with_source(std::mem::take(city), &inset.city_source, shared);
                if city.get("source") == Some(&shared.of(&inset.city_source)) {
                    city.shift_remove("source");
                }
            }
            return with_source(entry, &inset.source, shared);
        }
        let mut entry = Map::new();
        entry.insert("name".to_owned(), json!(named.name));
        if !named.also.is_empty() {
            entry.insert("also".to_owned(), json!(named.also));
        }
        let Some(draft) = self.hexes.get(&hex).cloned() else { return entry };
        if draft.sea {
            entry.insert("terrain".to_owned(), json!(Terrain::AllSea));
            entry.insert("states".to_owned(), json!([]));
            if draft.theater != Theater::East {
                entry.insert("theater".to_owned(), json!(draft.theater));
            }
            return entry;
        }
        entry.insert("terrain".to_owned(), json!(draft.terrain));
        entry.insert("states".to_owned(), json!(draft.states));
        if draft.theater != Theater::East {
            entry.insert("theater".to_owned(), json!(draft.theater));
        }
        let towns: Vec<(Id, Placed<'_>)> =
            self.places.of(hex).map(|(id, placed)| (id.clone(), placed.clone())).collect();
        self.add_city(&mut entry, hex, &towns, &draft.states, shared);
        self.add_works(&mut entry, hex, &towns, &draft.states);
        if draft.coastal {
            entry.insert("coastal".to_owned(), json!(true));
        }
        if on_edge {
            entry.insert("map_edge".to_owned(), json!(true));
        }
        if hex.row() == 1 {
            entry.insert("north_edge".to_owned(), json!(true));
        }
        let town = named.town.as_ref().and_then(|id| towns.iter().find(|(of, _)| of == id));
        // Of several towns stated to be in this hex, the one whose place is most certain.
        let pinned = towns.iter().filter(|(_, placed)| placed.town.hex.is_some());
        let pinned = pinned.min_by_key(|(_, placed)| placed.town.source.as_ref().map_or(4, source_rank));
        let source = pinned.or(town).and_then(|(_, placed)| placed.town.source.clone()).or(draft.ground);
        if let Some(source) = source.filter(|source| source != plain) {
            entry.insert("source".to_owned(), shared.of(&source));
        }
        entry
    }

    /// The city of a hex: the town with the most points, or one where depots may be.
    fn add_city(
        &mut self,
        entry: &mut Map<String, Value>,
        hex: Hex,
        towns: &[(Id, Placed<'_>)],
        states: &[Id],
        shared: &mut Shared,
    ) {
        let mut cities: Vec<&(Id, Placed<'_>)> = towns
            .iter()
            .filter(|(_, placed)| placed.town.vp > 0 || placed.town.depot || placed.town.port.is_some())
            .collect();
        cities.sort_by_key(|(id, placed)| (u8::MAX - placed.town.vp, placed.town.port.is_none(), id.clone()));
        let Some((id, placed)) = cities.first() else { return };
        let town = placed.town;
        for (_, other) in cities.iter().skip(1).filter(|(_, other)| other.town.vp > 0) {
            let message =
                format!("{} and {} are both in {hex}, and a hex has only one city", town.name, other.town.name);
            let advice = "move one with `hex`, or give its points to the other";
            self.problems.push(Problem::new(message).in_path(format!("towns.yaml:towns.{id}")).advice(advice));
        }
        let name = self.called.get(id).unwrap_or(&town.name);
        // Ground of its own within a state has its city too (CW-192).
        let state = if states.contains(&town.state) { Some(&town.state) } else { states.first() };
        let mut city = object(json!({"name": name, "vp": town.vp, "state": state}));
        if let Some(port) = &town.port {
            city.insert("port".to_owned(), json!(true));
            let mut shut_by = Vec::new();
            for (n, place) in port.shut_by.iter().enumerate() {
                match self.places.find(place) {
                    Ok((cell, _)) if cell.hex().is_some() => shut_by.extend(cell.hex()),
                    Ok(_) => {
                        let problem = Problem::new("this is beyond the map's edge");
                        self.problems.push(problem.in_path(format!("towns.yaml:towns.{id}.port.shut_by[{n}]")));
                    }
                    Err(problem) => {
                        self.problems.push(problem.in_path(format!("towns.yaml:towns.{id}.port.shut_by[{n}]")));
                    }
                }
            }
            let imports = if shut_by.is_empty() {
                json!({"points": port.points})
            } else {
                json!({"points": port.points, "shut_by": shut_by})
            };
            city.insert("imports".to_owned(), imports);
        }
        let source = town.vp_source.as_ref().or(town.source.as_ref()).unwrap_or(&self.sources.towns.source);
        city.insert("source".to_owned(), shared.of(source));
        entry.insert("city".to_owned(), Value::Object(city));
    }

    /// The resource site and the fortification of a hex.
    fn add_works(&mut self, entry: &mut Map<String, Value>, hex: Hex, towns: &[(Id, Placed<'_>)], states: &[Id]) {
        for (id, placed) in towns {
            if let Some(site) = &placed.town.site {
                let state = if states.contains(&placed.town.state) { Some(&placed.town.state) } else { states.first() };
                let site = json!({"name": site.name, "vp": site.vp, "state": state});
                if entry.insert("site".to_owned(), site).is_some() {
                    let problem = Problem::new(format!("{hex} has two resource sites"));
                    self.problems.push(problem.in_path(format!("towns.yaml:towns.{id}.site")));
                }
            }
            if let Some(fort) = &placed.town.fort
                && entry.insert("fort".to_owned(), json!(fort)).is_some()
            {
                let problem = Problem::new(format!("{hex} has two fortifications"));
                self.problems.push(problem.in_path(format!("towns.yaml:towns.{id}.fort")));
            }
        }
    }
}

/// Groups hexsides with the same kind, name and source into one entry, in the order of their first.
fn grouped(sides: &SortedMap<(Hex, Hex), Side>, shared: &mut Shared) -> Vec<Map<String, Value>> {
    /// Name, kind, water, whether only river-going ships may pass, whether it is impassable; and the source.
    type Of = (String, HexsideKind, Water, bool, bool);
    type Group = (Of, Value, Vec<(Hex, Hex)>);
    let mut groups: Vec<Group> = Vec::new();
    for (pair, side) in sides {
        let source = shared.of(&side.source);
        let of = (side.name.clone(), side.kind, side.water, side.river_ships_only, side.impassable);
        match groups.iter_mut().find(|(other, other_source, _)| *other == of && *other_source == source) {
            Some((.., between)) => between.push(*pair),
            None => groups.push((of, source, vec![*pair])),
        }
    }
    groups.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    groups
        .into_iter()
        .map(|((name, kind, water, river, impassable), source, between)| {
            let mut entry = object(json!({"name": name, "kind": kind}));
            if !water.is_river() {
                entry.insert("water".to_owned(), json!(water));
            }
            if river {
                entry.insert("river_ships_only".to_owned(), json!(true));
            }
            if impassable {
                entry.insert("impassable".to_owned(), json!(true));
            }
            entry.insert("between".to_owned(), json!(between));
            entry.insert("source".to_owned(), source);
            entry
        })
        .collect()
}

/// An entry of the inset with the source that it has, or takes from the head of its file.
fn with_source(mut entry: Map<String, Value>, head: &Source, shared: &mut Shared) -> Map<String, Value> {
    let own = entry.get("source").and_then(read_source);
    entry.insert("source".to_owned(), shared.of(own.as_ref().unwrap_or(head)));
    entry
}

fn read_source(value: &Value) -> Option<Source> {
    from_value(value).ok()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// A list of entries, one a line.
fn list(out: &mut String, key: &str, entries: Vec<Map<String, Value>>) {
    if entries.is_empty() {
        let _ = writeln!(out, "\n{}: []", scalar(key));
        return;
    }
    let _ = writeln!(out, "\n{}:", scalar(key));
    for entry in entries {
        let _ = writeln!(out, "  - {}", flow(&Value::Object(entry)));
    }
}

/// A rank from what the rulebook states to what we have added.
fn source_rank(source: &Source) -> u8 {
    match source {
        Source::Stated(_) => 0,
        Source::Implied(_) => 1,
        Source::External(_) => 2,
        Source::Reconstructed(_) => 3,
    }
}
