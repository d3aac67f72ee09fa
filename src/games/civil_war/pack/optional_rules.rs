//! Figures of the optional rules (20 to 22, CW-300). A pack may have a file of its own for them; otherwise those here
//! are used, so that the digest of a pack without it stays what it was.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::{Branch, Counter, Leader, Side, Source};
use crate::document::{Id, PackFiles, Problem};
use crate::shared::read_file;
use crate::sorted::SortedMap;

/// The file of a pack that has them.
pub const FILE: &str = "optional_rules.yaml";

/// The figures that a pack without that file has.
pub const USUAL: &str = include_str!("optional_rules.yaml");

/// The file `optional_rules.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionalRules {
    #[allow(dead_code)]
    about: String,
    pub source: Source,
    pub spared: Spared,
    pub stacking: StackingLimit,
    pub attrition: AttritionFigures,
    pub captured_rails: CapturedRailFigures,
    pub leader_chart: LeaderChart,
    pub additional_leaders: AdditionalLeaders,
    pub untried: UntriedFigures,
    pub naval_leaders: NavalLeaders,
}

/// What untried leaders are worth until they have fought (21.10).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UntriedFigures {
    pub source: Source,
    /// The ratings of all who are not under `other`.
    pub usual: Provisional,
    pub other: Vec<ProvisionalOf>,
}

/// The ratings of an untried leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provisional {
    pub initiative: u8,
    #[serde(default)]
    pub tactical: u8,
    #[serde(default)]
    pub command: u8,
}

/// The ratings of the untried leaders of one side's branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvisionalOf {
    pub side: Side,
    pub branch: Branch,
    pub ratings: Provisional,
}

impl UntriedFigures {
    /// The ratings of the untried leaders of a side's branch.
    pub fn figures(&self, side: Side, branch: Branch) -> Provisional {
        let own = self.other.iter().find(|one| one.side == side && one.branch == branch);
        own.map_or(self.usual, |one| one.ratings)
    }
}

/// The Confederacy's naval leaders, each with his turn of entry (22.4).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalLeaders {
    pub source: Source,
    pub leaders: Vec<Leader>,
}

/// Leaders whom nothing kills (20.1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spared {
    pub leaders: Vec<Id>,
    pub source: Source,
}

/// How many strength points of a side may be in a hex (21.7).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackingLimit {
    pub sp: u8,
    pub source: Source,
}

/// What large forces out of supply lose in the Rally Phase (21.8).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttritionFigures {
    /// More strength points than these in a hex.
    pub above: u8,
    /// Strength points lost.
    pub loses: u8,
    pub source: Source,
}

/// What captured rails take (21.11).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapturedRailFigures {
    /// Rail capacity for each strength point.
    pub capacity: u8,
    pub source: Source,
}

/// The promotion and casualty chart (22.1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderChart {
    pub source: Source,
    /// Strength points of an army whose commander has the last column.
    pub large_army: u8,
    /// Turns until a captive returns.
    pub captivity: u8,
    /// The last turn on which one returns.
    pub last_return: u8,
    pub rows: Vec<ChartRow>,
    pub terminations: Vec<Termination>,
}

/// A row of the chart, by the total of two dice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartRow {
    pub roll: u8,
    pub one_star: ChartCell,
    pub two_stars: ChartCell,
    pub three_stars: ChartCell,
    pub large_army: ChartCell,
}

/// A cell of the chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChartCell {
    /// It ends the war of those who are listed; the rest is for the others.
    pub terminated: bool,
    pub result: Option<ChartResult>,
    /// The totals of a second roll that kill him; any other wounds him. Without any there is no second roll.
    pub again: Vec<u8>,
    /// His owner may remove him if the combat was lost.
    pub remove: bool,
    pub promote: Option<PromoteIf>,
}

/// What a cell of the chart does to a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartResult {
    Captured,
    Killed,
    Wounded,
    SeriouslyWounded,
}

/// When a cell of the chart promotes a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromoteIf {
    /// If his side has won the combat.
    Win,
    /// The same; if it has lost, one leader for each step of the result that the enemy suffered.
    EnemyResult,
    Always,
}

/// A leader whose war may end without a wound.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Termination {
    pub leader: Id,
    /// The first turn on which it may.
    #[serde(default)]
    pub from: u8,
}

/// Who comes for a leader who is lost (22.3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdditionalLeaders {
    pub source: Source,
    pub leaders: Vec<AdditionalLeader>,
}

/// One of them: from a turn on by lot, or once so many leaders of his branch are lost.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdditionalLeader {
    pub leader: Id,
    /// The counter that he comes with; his lowest without it.
    #[serde(default)]
    pub rank: Option<u8>,
    #[serde(default)]
    pub turn: Option<u8>,
    #[serde(default)]
    pub after_losses: Option<u8>,
}

impl AdditionalLeader {
    /// The counter that he comes with.
    pub fn counter<'a>(&self, leaders: &'a SortedMap<Id, Leader>) -> Option<&'a Counter> {
        let leader = leaders.get(&self.leader)?;
        self.rank.map_or_else(|| leader.counters.first(), |rank| leader.counter(rank))
    }
}

impl LeaderChart {
    /// The cell for a total and a rank; `large`: he commands a large army. Below the first row the first counts.
    pub fn cell(&self, total: u32, rank: u8, large: bool) -> Option<&ChartCell> {
        let total = total.max(self.rows.first()?.roll.into());
        let row = self.rows.iter().find(|row| u32::from(row.roll) == total)?;
        Some(match rank {
            1 => &row.one_star,
            2 => &row.two_stars,
            3 if !large => &row.three_stars,
            _ => &row.large_army,
        })
    }

    /// Whether a leader's war may end without a wound on this turn.
    pub fn terminates(&self, leader: &Id, turn: u8) -> bool {
        self.terminations.iter().any(|one| one.leader == *leader && turn >= one.from)
    }
}

impl OptionalRules {
    /// Those of a pack's files.
    ///
    /// # Errors
    /// The file cannot be read, with the place in it.
    pub(super) fn of(files: &PackFiles) -> Result<Arc<OptionalRules>, Problem> {
        match files.get(FILE) {
            Some(_) => read_file(files, FILE).map(Arc::new),
            None => Ok(OptionalRules::usual()),
        }
    }

    /// The usual ones.
    fn usual() -> Arc<OptionalRules> {
        static READ: LazyLock<Arc<OptionalRules>> = LazyLock::new(|| {
            match read_file(&PackFiles::compiled(&[(FILE, USUAL)], ""), FILE) {
                Ok(read) => Arc::new(read),
                // A test reads them.
                Err(problem) => panic!("{FILE} cannot be read: {problem} at {:?}", problem.path),
            }
        });
        Arc::clone(&READ)
    }

    /// The additional leaders of a branch of a side, in the order of their ids, each with the rank of his counter.
    pub fn additional(
        &self,
        leaders: &SortedMap<Id, Leader>,
        side: Side,
        branch: Branch,
    ) -> Vec<(&AdditionalLeader, u8)> {
        let own = |one: &&AdditionalLeader| {
            leaders.get(&one.leader).is_some_and(|leader| leader.side == side && leader.branch == branch)
        };
        let listed = self.additional_leaders.leaders.iter().filter(own);
        let mut found: Vec<(&AdditionalLeader, u8)> =
            listed.filter_map(|one| Some((one, one.counter(leaders)?.rank))).collect();
        found.sort_by(|(one, _), (other, _)| one.leader.cmp(&other.leader));
        found
    }
}
