//! What is printed on the map, the counters and the charts of *The Civil War*: figures and names, no rules.
//!
//! A pack is a mapping from file names to their content (`map.yaml`, `charts.yaml`, `leaders.yaml`,
//! `scenarios/ID.yaml`). Every entry has a source ([`Source`]), so that a report can mark what is based on a
//! reconstruction, and an owner of the printed game can correct it.

mod charts;
mod check;
mod crt;
pub mod far_west;
pub mod hex_names;
mod hex_range;
mod hex_table;
mod hexes;
mod home_front;
mod leaders;
mod map;
pub mod map_part;
mod naval;
mod odds;
pub mod optional_rules;
mod scenario;
mod states;
mod tables_page;
mod turn_track;
mod untried;
mod variant;
mod waterways;

use crate::sorted::SortedMap;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, PackFiles, Problem};
use crate::options::Options;
use crate::shared::{Shipped, fitting, in_file, only_files, read_file, read_scenarios};

pub use crate::shared::{NO_NAME, PackEntry, Side, Source, certainty, entries, exact, is_name, unsourced};
pub use charts::*;
pub use crt::{CombatResult, Crt, Expected, Fire, Size};
pub use far_west::{FarWest, Post, Unit};
pub use hex_names::{COLUMN, relative_name};
pub use hex_range::HexRange;
pub use hexes::*;
pub use home_front::{BlockadeRow, BlockadeTable, SupplyLoss, Texas};
pub use leaders::{Branch, Counter, Entry, Favours, Figure, Leader};
pub use map::*;
pub use map_part::MapPart;
pub use naval::*;
pub use odds::*;
pub use optional_rules::{AdditionalLeader, ChartCell, ChartResult, LeaderChart, OptionalRules, PromoteIf};
pub use scenario::*;
pub use states::*;
pub use turn_track::*;
pub use untried::Untried;
pub use waterways::*;

/// The files that a pack may have besides those of the basic game, as they are used where it has none: name and text.
pub const OPTIONAL_FILES: [(&str, &str); 2] =
    [(optional_rules::FILE, optional_rules::USUAL), (far_west::FILE, far_west::USUAL)];

/// A theater of war, to which command points and reinforcements belong (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theater {
    East,
    West,
    TransMississippi,
    /// The western sheet, by the option `far_west` (19.1).
    FarWest,
}

impl Theater {
    /// The three of the main map, in the order of its tracks: those that are put in order for commands (4.1).
    pub const ALL: [Theater; 3] = [Theater::East, Theater::West, Theater::TransMississippi];

    /// The word in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Theater::East => "east",
            Theater::West => "west",
            Theater::TransMississippi => "trans_mississippi",
            Theater::FarWest => "far_west",
        }
    }

    /// Whether it lies beyond the Mississippi: the Trans-Mississippi, and the Far West with it (CW-316).
    pub fn is_beyond_river(self) -> bool {
        matches!(self, Theater::TransMississippi | Theater::FarWest)
    }
}

/// The name, as sentences have it.
impl fmt::Display for Theater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theater::East => "East",
            Theater::West => "West",
            Theater::TransMississippi => "Trans-Mississippi",
            Theater::FarWest => "Far West",
        })
    }
}

/// The compiled pack, typed.
///
/// Clones share its parts; a part is copied when it is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub map: Arc<Map>,
    pub charts: Arc<Charts>,
    /// By id.
    pub leaders: Arc<SortedMap<Id, Leader>>,
    /// By id.
    pub scenarios: Arc<SortedMap<Id, Scenario>>,
    /// Figures of the optional rules.
    pub optional: Arc<OptionalRules>,
    /// The Far West, which only the option `far_west` joins to the map.
    pub far_west: Arc<FarWest>,
    /// The leaders who by the option `modified_leaders` have other counters, if the pack has any (22.2).
    pub modified: Option<Arc<SortedMap<Id, Leader>>>,
    /// The leaders who come untried in the match that this is the data of (21.10).
    pub untried: Arc<Untried>,
    /// The options that have changed these data.
    pub variant: Options,
}

/// The id that is most similar to an unknown one, if it is similar enough to be meant.
pub fn nearest<'a>(known: impl Iterator<Item = &'a Id>, id: &Id) -> Option<&'a Id> {
    let distance = |known: &Id| strsim::levenshtein(known.as_str(), id.as_str());
    let near = known.min_by_key(|known| (distance(known), *known))?;
    (distance(near) <= 1 + near.as_str().len() / 3).then_some(near)
}

/// The file of a pack with the leaders of 22.2.
pub const MODIFIED_LEADERS: &str = "modified_leaders.yaml";

/// The pack that the program ships: its files by name, and their digest. A test says what that has to be.
pub static SHIPPED: Shipped<Pack> = Shipped::new(
    &[
        ("charts.yaml", include_str!("../../../scenarios/civil_war/charts.yaml")),
        ("leaders.yaml", include_str!("../../../scenarios/civil_war/leaders.yaml")),
        ("map.yaml", include_str!("../../../scenarios/civil_war/map.yaml")),
        ("scenarios/campaign_1861.yaml", include_str!("../../../scenarios/civil_war/scenarios/campaign_1861.yaml")),
        ("scenarios/campaign_1862.yaml", include_str!("../../../scenarios/civil_war/scenarios/campaign_1862.yaml")),
        ("scenarios/campaign_1863.yaml", include_str!("../../../scenarios/civil_war/scenarios/campaign_1863.yaml")),
        ("scenarios/campaign_1864.yaml", include_str!("../../../scenarios/civil_war/scenarios/campaign_1864.yaml")),
        ("scenarios/virginia_1861.yaml", include_str!("../../../scenarios/civil_war/scenarios/virginia_1861.yaml")),
        ("scenarios/virginia_1862.yaml", include_str!("../../../scenarios/civil_war/scenarios/virginia_1862.yaml")),
    ],
    "cb06f1f0d8e88c8e0fb7faab0ff9f2d7a981d33adb27e58260c0cc9b0ba869e0",
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
        // A test checks the pack that comes with the program.
        let problems = if files.digest() == SHIPPED.files().digest() { Vec::new() } else { pack.check() };
        fitting(pack, problems)
    }

    /// Reads a pack from its files without checking its consistency, so that [`Pack::check`] can list every
    /// inconsistency.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read, with the place in it.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        only_files(
            files,
            "Civil War",
            &["map.yaml", "charts.yaml", "leaders.yaml", optional_rules::FILE, far_west::FILE, MODIFIED_LEADERS],
        )?;
        let scenarios = read_scenarios(files, |scenario: &Scenario| &scenario.id)?;
        let map = Map::try_from(read_file::<MapFile>(files, "map.yaml")?).map_err(|p| in_file("map.yaml", p))?;
        let charts =
            Charts::try_from(read_file::<ChartsFile>(files, "charts.yaml")?).map_err(|p| in_file("charts.yaml", p))?;
        let leaders = leaders::by_id(read_file(files, "leaders.yaml")?).map_err(|p| in_file("leaders.yaml", p))?;
        let modified = match files.get(MODIFIED_LEADERS) {
            Some(_) => {
                let read = leaders::by_id(read_file(files, MODIFIED_LEADERS)?);
                Some(Arc::new(read.map_err(|problem| in_file(MODIFIED_LEADERS, problem))?))
            }
            None => None,
        };
        Ok(Pack {
            map: Arc::new(map),
            charts: Arc::new(charts),
            leaders: Arc::new(leaders),
            scenarios: Arc::new(scenarios),
            optional: OptionalRules::of(files)?,
            far_west: FarWest::of(files)?,
            modified,
            untried: Arc::default(),
            variant: Options::default(),
        })
    }

    /// The files of the pack that the program ships, in the form that a match keeps and a charter pins.
    pub fn shipped_files() -> &'static PackFiles {
        SHIPPED.files()
    }

    /// The pack that the program ships.
    pub fn shipped() -> Pack {
        SHIPPED.typed()
    }

    /// The leader of that id.
    pub fn leader(&self, id: &str) -> Option<&Leader> {
        self.leaders.get(&id.parse::<Id>().ok()?)
    }

    /// The leader whose id is most similar to an unknown one, if it is similar enough to be meant.
    pub fn nearest_leader(&self, id: &Id) -> Option<&Id> {
        nearest(self.leaders.keys(), id)
    }

    /// The leader and the counter that a scenario means: his lowest by `jackson`, the one of two stars by `jackson-2`.
    pub fn named_counter(&self, name: &Id) -> Option<(&Leader, &Counter)> {
        if let Some(leader) = self.leaders.get(name) {
            return Some((leader, leader.counters.first()?));
        }
        let (id, rank) = name.as_str().rsplit_once('-')?;
        let leader = self.leader(id)?;
        Some((leader, leader.counter(rank.parse().ok()?)?))
    }

    /// The ports that a scenario uses, their points and what closes them: those that it lists, or the map's (9.4.4).
    pub fn ports(&self, home: &HomeFront) -> SortedMap<Hex, Port> {
        match home.ports.is_empty() && home.ports_elsewhere == 0 {
            false => home.ports.clone(),
            true => {
                let printed = |data: &HexData| data.city.as_ref().and_then(|city| city.imports.clone());
                self.map.hexes().filter_map(|(hex, data)| Some((hex, printed(data)?))).collect()
            }
        }
    }

    /// The scenario of that id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.get(&id.parse::<Id>().ok()?)
    }
}
