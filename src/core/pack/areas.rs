//! A small game's pack in a single file: a map of areas, counters and set-ups; and the state of the units on such a
//! map.

use crate::sorted::SortedMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Side, Source, fitting, only_files, read_file};
use crate::board::{Area, area};
use crate::document::{Id, PackFiles, Problem};
use crate::engine::prospects::Sign;

/// The pack.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaPack {
    pub about: String,
    pub source: Source,
    /// Width and height of the map, in tenths of a pixel.
    pub size: [i32; 2],
    pub areas: SortedMap<Area, AreaData>,
    /// The areas that share a boundary.
    pub boundaries: Vec<(Area, Area)>,
    pub units: SortedMap<Id, Unit>,
    pub scenarios: SortedMap<Id, SetUp>,
}

/// An area: its name, the place of its middle on the map, its points, and its benefit to a defender.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaData {
    pub name: String,
    pub at: [i32; 2],
    pub points: i64,
    pub cover: i64,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub name: String,
    pub side: Side,
    pub strength: i64,
}

/// A set-up.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    pub rounds: u8,
    pub units: SortedMap<Id, Area>,
}

impl AreaPack {
    /// The name of the pack's only file.
    pub const FILE: &'static str = "game.yaml";

    /// Reads a pack without checking its consistency.
    ///
    /// # Errors
    /// The file is missing or cannot be read, with the place in it; or there is another file.
    pub fn parse(files: &PackFiles) -> Result<AreaPack, Problem> {
        only_files(files, "game of areas", &[AreaPack::FILE])?;
        read_file(files, AreaPack::FILE)
    }

    /// Reads a pack and checks its consistency.
    ///
    /// # Errors
    /// As [`AreaPack::parse`]; or the first problem that [`AreaPack::check`] finds.
    pub fn from_files(files: &PackFiles) -> Result<AreaPack, Problem> {
        let pack = AreaPack::parse(files)?;
        let problems = pack.check();
        fitting(pack, problems)
    }

    /// Every inconsistency, each with its entry.
    pub fn check(&self) -> Vec<Problem> {
        let known = |area: &Area| self.areas.contains_key(area);
        let apart = self.boundaries.iter().filter(|(a, b)| !known(a) || !known(b));
        let apart = apart.map(|(a, b)| ("boundaries".to_owned(), format!("{a} or {b} is not an area of the map")));
        let units = self.scenarios.iter().flat_map(|(id, set_up)| set_up.units.iter().map(move |one| (id, one)));
        let lost = units.filter(|(_, (unit, area))| !known(area) || !self.units.contains_key(*unit));
        let lost = lost.map(|(id, (unit, area))| {
            (
                format!("scenarios.{id}.units.{unit}"),
                format!("'{unit}' is not a unit, or {area} is not an area of the map"),
            )
        });
        let problem = |(place, words)| Problem::new(words).in_path(format!("{}:{place}", AreaPack::FILE));
        apart.chain(lost).map(problem).collect()
    }

    /// The areas that share a boundary with `area`.
    pub fn adjacent(&self, area: Area) -> impl Iterator<Item = Area> + '_ {
        area::adjacent(&self.boundaries, area)
    }

    /// A unit's printed strength; 0 for an unknown unit.
    pub fn strength(&self, unit: &Id) -> i64 {
        self.units.get(unit).map_or(0, |unit| unit.strength)
    }

    /// An area in a sentence: `Old Chapel (6)`.
    pub fn place(&self, area: Area) -> String {
        self.areas.get(&area).map_or_else(|| format!("area {area}"), |data| format!("{} ({area})", data.name))
    }

    /// A unit in a sentence; an unknown id is returned unchanged.
    pub fn unit(&self, id: &str) -> String {
        let unit = self.units.iter().find(|(known, _)| known.as_str() == id);
        unit.map_or_else(|| id.to_owned(), |(_, unit)| unit.name.clone())
    }
}

/// The units on the map and who controls it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The units in play: `{hale: {at: 4}, tripp: {at: 2, shaken: true}}`.
    pub units: SortedMap<Id, UnitState>,
    /// Who controls an area, namely the side that entered it last: `{4: union}`.
    #[serde(default)]
    pub control: SortedMap<Area, Side>,
    /// Points with which a side began: a handicap (TN-19).
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub handicap: SortedMap<Side, i64>,
}

/// Where a unit is, and whether its reduced side is up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    pub at: Area,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaken: bool,
}

impl Field {
    /// The units at the places of a set-up.
    pub fn set_up(pack: &AreaPack, set_up: &SetUp) -> Field {
        let mut field = Field::default();
        for (id, &at) in &set_up.units {
            field.units.insert(id.clone(), UnitState { at, shaken: false });
            field.control.extend(pack.units.get(id).map(|unit| (at, unit.side)));
        }
        field
    }

    /// A side's units in play.
    pub fn of_side<'f>(&'f self, pack: &'f AreaPack, side: Side) -> impl Iterator<Item = (&'f Id, &'f UnitState)> {
        self.units.iter().filter(move |(id, _)| pack.units.get(*id).is_some_and(|unit| unit.side == side))
    }

    /// A side's units in an area.
    pub fn units_in(&self, pack: &AreaPack, area: Area, side: Side) -> Vec<Id> {
        self.of_side(pack, side).filter(|(_, state)| state.at == area).map(|(id, _)| id.clone()).collect()
    }

    /// Whether `coming` more units of a side may enter an area whose stacking limit is `most`; never if enemies are
    /// there.
    pub fn has_room(&self, pack: &AreaPack, area: Area, side: Side, (coming, most): (usize, usize)) -> bool {
        self.units_in(pack, area, side.other()).is_empty() && self.units_in(pack, area, side).len() + coming <= most
    }

    /// A unit enters an area, which its side then controls. Returns the area that it comes from; `None` if it is not in
    /// play.
    pub fn enter(&mut self, side: Side, unit: &Id, to: Area) -> Option<Area> {
        let from = std::mem::replace(&mut self.units.get_mut(unit)?.at, to);
        self.control.insert(to, side);
        Some(from)
    }

    /// A unit takes a hit: it becomes shaken, or is eliminated if it already was. Returns whether it is eliminated.
    pub fn hit(&mut self, unit: &Id) -> bool {
        let eliminated = self.units.get_mut(unit).is_some_and(|state| std::mem::replace(&mut state.shaken, true));
        eliminated && self.units.remove(unit).is_some()
    }

    /// The points of the areas that a side controls, and of its handicap.
    pub fn points(&self, pack: &AreaPack, side: Side) -> i64 {
        let held = self.control.iter().filter(|(_, by)| **by == side);
        held.filter_map(|(area, _)| pack.areas.get(area)).map(|data| data.points).sum::<i64>()
            + self.handicap.get(&side).copied().unwrap_or_default()
    }

    /// The side without units, if there is one.
    pub fn beaten(&self, pack: &AreaPack) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.of_side(pack, *side).next().is_none())
    }

    /// The value of the field for a side, by a simple measure: points, unshaken strength, and units next to areas that
    /// can still be gained.
    pub fn worth(&self, pack: &AreaPack, side: Side) -> i64 {
        let unit = |side: Side, (id, state): (&Id, &UnitState)| {
            let gain = pack.adjacent(state.at).filter(|area| self.control.get(area) != Some(&side)).count() as i64;
            (if state.shaken { 3 } else { 8 }) * pack.strength(id) + gain
        };
        let of = |side: Side| {
            12 * self.points(pack, side) + self.of_side(pack, side).map(|one| unit(side, one)).sum::<i64>()
        };
        of(side) - of(side.other())
    }

    /// The signs of who is winning, as a side sees them, with this many rounds to come: points weigh the more the less
    /// can still change.
    pub fn signs(&self, pack: &AreaPack, side: Side, rounds: i64) -> Vec<Sign> {
        let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
        let strength = |side: Side, shaken: bool| {
            let units = self.of_side(pack, side).filter(|(_, state)| state.shaken == shaken);
            units.map(|(id, _)| pack.strength(id)).sum::<i64>()
        };
        vec![
            Sign::new("points", lead(&|side| self.points(pack, side)), 220 + 180 / (rounds + 1)),
            Sign::new("strength in good order", lead(&|side| strength(side, false)), 300),
            Sign::new("shaken strength", lead(&|side| strength(side, true)), 250),
        ]
    }

    /// Every invariant that the field violates, where no area may hold more than `most` units of a side, nor units of
    /// both.
    pub fn broken(&self, pack: &AreaPack, most: usize) -> Vec<Problem> {
        let wrong = |path: &str, words: String| Problem::new(words).in_path(format!("game.field.{path}"));
        let mut broken = Vec::new();
        for (id, UnitState { at, .. }) in &self.units {
            let Some(unit) = pack.units.get(id).filter(|_| pack.areas.contains_key(at)) else {
                broken.push(wrong("units", format!("{id} is not a unit in an area of the map")));
                continue;
            };
            if !self.has_room(pack, *at, unit.side, (0, most)) {
                broken.push(wrong("units", format!("{at} holds more units than it may")));
            }
            if self.control.get(at) != Some(&unit.side) {
                broken.push(wrong("control", format!("{at} is not controlled by the side whose units are in it")));
            }
        }
        broken
    }
}
