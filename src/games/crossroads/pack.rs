//! What is printed on the map and the counters (1): figures and names, no rules.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::{Area, area};
use crate::document::{Id, PackFiles, Problem};
use crate::shared::{Shipped, Side, Source, fitting, only_files, read_file};

/// The pack, typed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    pub about: String,
    pub source: Source,
    /// Width and height of the map, in tenths of a pixel.
    pub size: [i32; 2],
    pub areas: BTreeMap<Area, AreaData>,
    /// The areas that are adjacent (1.1).
    pub boundaries: Vec<(Area, Area)>,
    pub units: BTreeMap<Id, Unit>,
    pub scenarios: BTreeMap<Id, Scenario>,
}

/// An area (1.1), with its middle on the map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaData {
    pub name: String,
    pub at: [i32; 2],
    pub points: i64,
    pub cover: i64,
}

/// A unit (1.2).
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
pub struct Scenario {
    pub rounds: u8,
    pub units: BTreeMap<Id, Area>,
}

/// The pack that the program ships, and its digest; a test says what that has to be.
pub static SHIPPED: Shipped<Pack> = Shipped::new(
    &[("crossroads.yaml", include_str!("../../../scenarios/crossroads/crossroads.yaml"))],
    "0000000000000000000000000000000000000000000000000000000000000000",
    Pack::from_files,
);

impl Pack {
    /// Reads a pack from its files, whether or not it fits together.
    ///
    /// # Errors
    /// A file that is missing, unknown or not understood, with the place in it.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        only_files(files, "Crossroads", &["crossroads.yaml"])?;
        read_file(files, "crossroads.yaml")
    }

    /// Reads a pack, and makes sure that it fits together.
    ///
    /// # Errors
    /// As [`Pack::parse`]; or the first thing that [`Pack::check`] finds.
    pub fn from_files(files: &PackFiles) -> Result<Pack, Problem> {
        let pack = Pack::parse(files)?;
        let problems = pack.check();
        fitting(pack, problems)
    }

    /// Everything that does not fit together, each with its file and entry.
    pub fn check(&self) -> Vec<Problem> {
        let known = |area: &Area| self.areas.contains_key(area);
        let apart = self.boundaries.iter().filter(|(a, b)| !known(a) || !known(b));
        let apart = apart.map(|(a, b)| ("boundaries".to_owned(), format!("{a} or {b} is no area of the map")));
        let units = self.scenarios.iter().flat_map(|(id, scenario)| scenario.units.iter().map(move |one| (id, one)));
        let lost = units.filter(|(_, (unit, area))| !known(area) || !self.units.contains_key(*unit));
        let lost = lost.map(|(id, (unit, area))| {
            (format!("scenarios.{id}.units.{unit}"), format!("'{unit}' is no unit, or {area} no area of the map"))
        });
        let problem = |(place, words)| Problem::new(words).in_path(format!("crossroads.yaml:{place}"));
        apart.chain(lost).map(problem).collect()
    }

    /// The areas adjacent to one (1.1).
    pub fn beside(&self, area: Area) -> impl Iterator<Item = Area> + '_ {
        area::beside(&self.boundaries, area)
    }

    /// A unit's printed strength, 0 for one that there is not.
    pub fn strength(&self, unit: &Id) -> i64 {
        self.units.get(unit).map_or(0, |unit| unit.strength)
    }
}
