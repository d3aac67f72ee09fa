//! The leaders: people, and the counters that they have at each rank (5.1).

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::{Side, Source};
use crate::document::{Id, Problem};
use crate::shared;

/// What a leader leads (5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    Infantry,
    Cavalry,
    Naval,
}

/// Whose die or options a rating adds to: its tint (7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Favours {
    #[default]
    Own,
    Enemy,
}

/// One counter of a leader.
#[sparse(known)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Stars, 1 to 4.
    pub rank: u8,
    /// The lower number outranks the higher at the same stars and branch.
    pub seniority: u8,
    /// Command points to move his force or to rally it.
    pub initiative: u8,
    /// Added to a die in combat.
    pub tactical: u8,
    #[serde(default)]
    pub tactical_favours: Favours,
    /// Options to roll again that he gives as commander of an army.
    #[serde(default)]
    pub command: u8,
    #[serde(default)]
    pub command_favours: Favours,
    /// Where the figures come from that `known` does not name.
    pub source: Source,
    /// Figures with a source of their own.
    pub known: SortedMap<Figure, Source>,
}

/// A figure on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    Rank,
    Seniority,
    Initiative,
    Tactical,
    Command,
}

impl Counter {
    /// Where one figure comes from.
    pub fn source_of(&self, figure: Figure) -> &Source {
        self.known.get(&figure).unwrap_or(&self.source)
    }
}

/// When a leader comes in a game of the whole war (3.2, 10.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The turn on the turn track; 1 also for leaders who are on the map when the war begins.
    pub turn: u8,
    pub source: Source,
}

/// A leader.
#[sparse(source, enters, additional)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub id: Id,
    pub name: String,
    pub side: Side,
    pub branch: Branch,
    /// Where his name, side and branch come from, if not from where those of the file do.
    pub source: Option<Source>,
    /// Only a case's own leader has none.
    pub enters: Option<Entry>,
    /// Not among the leaders of the whole war (CW-201): he comes only where a scenario names him.
    pub additional: bool,
    /// From the lowest rank to the highest. He enters play with the first.
    pub counters: Vec<Counter>,
}

impl Leader {
    /// The counter of that rank, if he has one.
    pub fn counter(&self, rank: u8) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.rank == rank)
    }

    /// The counter that he is promoted to from that rank, if there is one (5.2).
    pub fn promotion(&self, rank: u8) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.rank > rank)
    }
}

/// The file `leaders.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadersFile {
    #[allow(dead_code)]
    about: String,
    #[serde(default)]
    source: Option<Source>,
    leaders: Vec<Leader>,
}

/// Puts the leaders under their ids.
pub(super) fn by_id(file: LeadersFile) -> Result<SortedMap<Id, Leader>, Problem> {
    let mut leaders = file.leaders;
    for leader in &mut leaders {
        leader.source = leader.source.take().or_else(|| file.source.clone());
    }
    shared::by_id(leaders, "leaders", |leader| &leader.id)
}
