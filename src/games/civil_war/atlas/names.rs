//! The names of the hexes.

use crate::sorted::{SortedMap, SortedSet};
use std::cmp::Reverse;

use serde_json::Value;

use super::draft::Draft;
use super::grid::Cell;
use super::lay_railroads::Lines;
use super::outlines::Outline;
use super::places::Placed;
use super::sources::{Place, Town};
use crate::board::Hex;
use crate::document::Id;
use crate::pack::relative_name;

/// The name of a hex, and what else is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Named {
    pub name: String,
    pub also: Vec<String>,
    /// The town that the name is of, and whether that is the city of the hex.
    pub town: Option<Id>,
}

impl Draft<'_> {
    /// The names of all hexes: of its city; or else of the town on the railroad; or else of its first town; or else of
    /// its terrain; or else its position relative to the nearest named hex. No two land hexes have the same name.
    pub fn lay_names(&mut self, lines: &Lines) -> SortedMap<Hex, Named> {
        let mut names: SortedMap<Hex, Named> = SortedMap::new();
        let mut taken: SortedMap<String, Hex> = SortedMap::new();
        for (&hex, entry) in &self.sources.virginia.hexes {
            let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
            let also = entry.get("also").and_then(Value::as_array).into_iter().flatten();
            let city = entry.get("city").and_then(|city| text(city.get("name")));
            taken.extend(also.filter_map(|name| text(Some(name))).chain(city).map(|name| (name, hex)));
            let name = text(entry.get("name")).unwrap_or_default();
            taken.insert(name.clone(), hex);
            names.insert(hex, Named { name, also: Vec::new(), town: None });
        }
        let called = self.town_names(&taken, lines);
        let mut first: SortedSet<Hex> = SortedSet::new();
        let stations: SortedSet<&str> = self
            .sources
            .railroads
            .railroads
            .iter()
            .flat_map(|railroad| &railroad.stations)
            .filter_map(|station| if let Place::Named(name) = station { Some(name.as_str()) } else { None })
            .collect();
        for &hex in self.hexes.keys().filter(|hex| !self.inset.hexes.contains(hex)) {
            let mut towns: Vec<(&Id, &Placed<'_>)> = self.places.of(hex).collect();
            towns.sort_by_key(|(id, placed)| weight(id, placed, stations.contains(id.as_str())));
            let mut here: Vec<String> = Vec::new();
            for (id, placed) in &towns {
                let name = called.get(id).unwrap_or(&placed.town.name);
                match taken.get(name) {
                    None => {
                        taken.insert(name.clone(), hex);
                        here.push(name.clone());
                    }
                    Some(other) if *other == hex => {}
                    Some(other) => self.notes.push(format!("{hex} has a {name}, as {other} has, and does not tell it")),
                }
            }
            let mut here = here.into_iter();
            if let Some(name) = here.next() {
                let town = towns.iter().find(|(id, _)| called.get(id) == Some(&name)).map(|(id, _)| (*id).clone());
                names.insert(hex, Named { name, also: here.collect(), town });
                first.insert(hex);
            }
        }
        self.called = called;
        for (&hex, draft) in &self.hexes {
            if let Some(name) =
                draft.name.as_ref().filter(|name| !names.contains_key(&hex) && !taken.contains_key(*name))
            {
                taken.insert(name.clone(), hex);
                names.insert(hex, Named { name: name.clone(), ..Named::default() });
            }
        }
        let waters: Vec<(&str, Outline)> = self
            .sources
            .seas
            .waters
            .iter()
            .map(|water| (water.name.as_str(), Outline::new(&self.places.projection, [water.outline.as_slice()])))
            .collect();
        let known: Vec<(Hex, String)> = names
            .iter()
            .filter(|(hex, _)| !self.is_sea(Cell::from(**hex)))
            .map(|(hex, named)| (*hex, named.name.clone()))
            .collect();
        let mut used: SortedSet<String> = taken.into_keys().collect();
        for (&hex, draft) in self.hexes.iter().filter(|(hex, _)| !first.contains(hex)) {
            if names.contains_key(&hex) {
                continue;
            }
            let name = if draft.sea {
                let points = super::outlines::points(hex.into());
                // Of overlapping waters the one listed last, for example a sound within the ocean.
                let most = waters
                    .iter()
                    .map(|(name, outline)| (outline.share(&points), *name))
                    .filter(|(share, _)| *share > 0);
                most.max_by_key(|(share, _)| *share).map_or_else(|| "Open sea".to_owned(), |(_, name)| name.to_owned())
            } else {
                relative_name(hex, &known, &used)
            };
            if !draft.sea {
                used.insert(name.clone());
            }
            names.insert(hex, Named { name, ..Named::default() });
        }
        names
    }
}

impl Draft<'_> {
    /// What each town outside the inset is called: with its state where another hex has a town of that name. Of several
    /// the city of most points keeps the name alone; of two with as many the one of higher rank, or else the one on a
    /// railroad.
    fn town_names(&self, taken: &SortedMap<String, Hex>, lines: &Lines) -> SortedMap<Id, String> {
        let rails: SortedSet<Hex> = lines.lines.iter().flat_map(|line| &line.hexes).copied().collect();
        let mut alike: SortedMap<&str, Vec<(Hex, &Id, &Placed<'_>)>> = SortedMap::new();
        for (id, placed) in &self.places.towns {
            if let Some(hex) = placed.cell.hex().filter(|hex| !self.inset.hexes.contains(hex)) {
                alike.entry(placed.town.name.as_str()).or_default().push((hex, id, placed));
            }
        }
        let mut called = SortedMap::new();
        for (name, towns) in alike {
            let alone = towns.iter().all(|(hex, ..)| *hex == towns[0].0);
            let matters = |hex: &Hex, town: &Town| (town.vp, Reverse(town.rank), rails.contains(hex));
            let most = towns.iter().map(|(hex, _, placed)| matters(hex, placed.town)).max();
            let most = most.filter(|most| most.0 > 0);
            let foremost = towns.iter().filter(|(hex, _, placed)| Some(matters(hex, placed.town)) == most).count() == 1;
            for (hex, id, placed) in towns {
                let first = foremost && Some(matters(&hex, placed.town)) == most;
                let bare = (alone || first) && !taken.contains_key(name);
                let state = self.sources.states.states.get(&placed.town.state);
                let state = state.map_or(placed.town.state.as_str(), |state| state.name.as_str());
                called.insert(id.clone(), if bare { name.to_owned() } else { format!("{name}, {state}") });
            }
        }
        called
    }
}

/// The order of the towns of a hex, the first giving it its name: cities, towns for depots and forts, then the stations
/// of a railroad, then the others.
fn weight(id: &Id, placed: &Placed<'_>, station: bool) -> (u8, u8, u8, bool, bool, i64, Id) {
    let town = placed.town;
    let printed = town.rank == 1 && (town.vp > 0 || town.port.is_some() || town.depot || town.fort.is_some());
    let class = match (printed, station) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let apart = (placed.point.distance(placed.cell.centre()) * 1_000.0).round() as i64;
    (class, town.rank, u8::MAX - town.vp, town.port.is_none(), !town.depot, apart, id.clone())
}
