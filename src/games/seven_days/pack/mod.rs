//! What is printed on the map, the counters and the tracks of *Lee and the Seven Days*: figures and names, no rules.
//!
//! A pack is a mapping from file names to their content (`map.yaml`, `forces.yaml`, `charts.yaml`,
//! `scenarios/ID.yaml`). Every entry tells where it comes from ([`Source`]).

mod check;
mod entries;
mod forces;
mod map;
mod scenario;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::de::DeserializeOwned;

use crate::document::{Id, PackFiles, Problem, decode_at};

pub use crate::shared::{Side, Source};
pub use entries::sourced;
pub use forces::{Command, Factors, Forces, ForcesFile, Kind, Leader, Unit};
pub use map::{AreaData, Boundary, Bridge, Map, MapFile, Water};
pub use scenario::{BridgeState, Charts, Scenario, TurnBox};

/// The compiled pack, typed.
///
/// Copies share its parts, of which each is copied when it is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub map: Arc<Map>,
    pub forces: Arc<Forces>,
    pub charts: Arc<Charts>,
    /// By id.
    pub scenarios: Arc<BTreeMap<Id, Scenario>>,
}

/// The files of the pack that the program ships, by name.
const SHIPPED: [(&str, &str); 4] = [
    ("charts.yaml", include_str!("../../../../scenarios/seven_days/charts.yaml")),
    ("forces.yaml", include_str!("../../../../scenarios/seven_days/forces.yaml")),
    ("map.yaml", include_str!("../../../../scenarios/seven_days/map.yaml")),
    ("scenarios/seven_days.yaml", include_str!("../../../../scenarios/seven_days/scenarios/seven_days.yaml")),
];

/// The digest of these files, so that they need not be read to be told from others. A test says what it has to be.
const DIGEST: &str = "93e260936ba9dd6017b5c2d62c4ca27b9576df08bea2bf91db9b564e00eeec62";

impl Pack {
    /// The name under which a charter pins this pack.
    pub const NAME: &'static str = "seven_days";

    /// Reads a pack from its files, by name, and makes sure that it fits together.
    ///
    /// # Errors
    /// A file that is missing, unknown or not understood, with the place in it; or the first thing that does not
    /// fit together ([`Pack::check`] gives them all).
    pub fn from_files(files: &PackFiles) -> Result<Pack, Problem> {
        let pack = Pack::parse(files)?;
        match pack.check().into_iter().next() {
            None => Ok(pack),
            Some(problem) => Err(problem.advice("correct the pack's source, and pin the corrected one")),
        }
    }

    /// Reads a pack from its files without asking whether it fits together, so that [`Pack::check`] can tell
    /// everything that does not.
    ///
    /// # Errors
    /// A file that is missing, unknown or not understood, with the place in it.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        for name in files.names() {
            if !matches!(name, "map.yaml" | "forces.yaml" | "charts.yaml") && scenario_id(name).is_none() {
                return Err(Problem::new(format!("a Seven Days pack has no file {name:?}"))
                    .in_path(name)
                    .advice("expected map.yaml, forces.yaml, charts.yaml and scenarios/ID.yaml"));
            }
        }
        let mut scenarios = BTreeMap::new();
        for (name, id) in files.names().filter_map(|name| Some((name, scenario_id(name)?))) {
            let scenario: Scenario = read(files, name)?;
            if scenario.id.as_str() != id {
                return Err(Problem::new(format!("{name} holds the scenario {}", scenario.id))
                    .in_path(format!("{name}:id"))
                    .advice("a scenario's file is named after its id"));
            }
            scenarios.insert(scenario.id.clone(), scenario);
        }
        let map = Map::try_from(read::<MapFile>(files, "map.yaml")?).map_err(|p| file_problem("map.yaml", p))?;
        let forces = Forces::try_from(read::<ForcesFile>(files, "forces.yaml")?);
        let forces = forces.map_err(|p| file_problem("forces.yaml", p))?;
        Ok(Pack {
            map: Arc::new(map),
            forces: Arc::new(forces),
            charts: Arc::new(read(files, "charts.yaml")?),
            scenarios: Arc::new(scenarios),
        })
    }

    /// The files of the pack that the program ships, in the form that a match keeps and a charter pins.
    pub fn shipped_files() -> &'static PackFiles {
        static READ: LazyLock<PackFiles> = LazyLock::new(|| PackFiles::compiled(&SHIPPED, DIGEST));
        &READ
    }

    /// The pack that the program ships.
    ///
    /// # Panics
    /// Never with the files that are compiled in: a test reads them.
    pub fn shipped() -> Pack {
        static TYPED: LazyLock<Pack> = LazyLock::new(|| match Pack::from_files(Pack::shipped_files()) {
            Ok(pack) => pack,
            Err(problem) => panic!("the shipped pack cannot be read: {problem} at {:?}", problem.path),
        });
        TYPED.clone()
    }
}

/// The id in a scenario's file name.
fn scenario_id(name: &str) -> Option<&str> {
    name.strip_prefix("scenarios/")?.strip_suffix(".yaml")
}

/// Reads one file into its type; a refusal names the file and the place in it.
fn read<T: DeserializeOwned>(files: &PackFiles, name: &str) -> Result<T, Problem> {
    let value = files.get(name).ok_or_else(|| Problem::new(format!("the pack has no {name}")).in_path(name))?;
    decode_at(None, "", value).map_err(|problem| file_problem(name, problem))
}

/// The same problem with the file's name before its path.
fn file_problem(name: &str, mut problem: Problem) -> Problem {
    problem.path = Some(match problem.path {
        Some(path) => format!("{name}:{path}"),
        None => name.to_owned(),
    });
    problem
}
