//! What is printed on the map, the counters and the tracks of *Lee and the Seven Days*: figures and names, no rules.
//!
//! A pack is a mapping from file names to their content (`map.yaml`, `forces.yaml`, `charts.yaml`,
//! `scenarios/ID.yaml`). Every entry has a source ([`Source`]).

mod check;
pub mod entries;
mod forces;
mod map;
mod scenario;

use crate::sorted::SortedMap;
use std::sync::Arc;

use crate::document::{Id, PackFiles, Problem};
use crate::shared::{Shipped, fitting, in_file, only_files, read_file, read_scenarios};

pub use crate::shared::{Side, Source};
pub use entries::with_known_sources;
pub use forces::{Command, Factors, Forces, ForcesFile, Kind, Leader, Unit};
pub use map::{AreaData, Boundary, Bridge, Map, MapFile, Water};
pub use scenario::{BridgeState, Charts, Scenario, TurnBox};

/// The compiled pack, typed.
///
/// Clones share its parts; a part is copied when it is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub map: Arc<Map>,
    pub forces: Arc<Forces>,
    pub charts: Arc<Charts>,
    /// By id.
    pub scenarios: Arc<SortedMap<Id, Scenario>>,
}

/// The pack that comes with the program: its files by name, and their digest, which a test verifies.
static SHIPPED: Shipped<Pack> = Shipped::new(
    &[
        ("charts.yaml", include_str!("../../../scenarios/seven_days/charts.yaml")),
        ("forces.yaml", include_str!("../../../scenarios/seven_days/forces.yaml")),
        ("map.yaml", include_str!("../../../scenarios/seven_days/map.yaml")),
        ("scenarios/seven_days.yaml", include_str!("../../../scenarios/seven_days/scenarios/seven_days.yaml")),
    ],
    "93e260936ba9dd6017b5c2d62c4ca27b9576df08bea2bf91db9b564e00eeec62",
    Pack::from_files,
);

impl Pack {
    /// Reads a pack from its files, by name, and checks its consistency.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read, with the place in it; or the first inconsistency ([`Pack::check`]
    /// lists all of them).
    pub fn from_files(files: &PackFiles) -> Result<Pack, Problem> {
        let pack = Pack::parse(files)?;
        let problems = pack.check();
        fitting(pack, problems)
    }

    /// Reads a pack from its files without checking its consistency, so that [`Pack::check`] can list every
    /// inconsistency.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read, with the place in it.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        only_files(files, "Seven Days", &["map.yaml", "forces.yaml", "charts.yaml"])?;
        let scenarios = read_scenarios(files, |scenario: &Scenario| &scenario.id)?;
        let map = Map::try_from(read_file::<MapFile>(files, "map.yaml")?).map_err(|p| in_file("map.yaml", p))?;
        let forces = Forces::try_from(read_file::<ForcesFile>(files, "forces.yaml")?);
        let forces = forces.map_err(|p| in_file("forces.yaml", p))?;
        Ok(Pack {
            map: Arc::new(map),
            forces: Arc::new(forces),
            charts: Arc::new(read_file(files, "charts.yaml")?),
            scenarios: Arc::new(scenarios),
        })
    }

    /// The files of the pack that comes with the program, in the form that a match stores and a charter pins.
    pub fn shipped_files() -> &'static PackFiles {
        SHIPPED.files()
    }

    /// The pack that comes with the program.
    pub fn shipped() -> Pack {
        SHIPPED.typed()
    }
}
