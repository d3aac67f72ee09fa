//! The charts: command points, odds, terrain, costs, limits and leader losses.

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::crt::{Crt, CrtFile};
use super::home_front::{BlockadeTable, SupplyLoss, Texas};
use super::leaders::Branch;
use super::naval::{FortShots, Landing, NavalCombat, NavalFigures, SeaLift, Ship, Transports};
use super::odds::Column;
use super::states::{Militia, NeutralState};
use super::turn_track::{BlockadePercent, InitialSupply, ScheduleRow, TurnBox, VictoryAwards};
use super::{FortKind, HexsideKind, Side, Source, Terrain, Theater};
use crate::document::{Id, Problem};
use crate::shared::by_id;

/// One row of the Command Points Table (4.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRow {
    /// The total of two dice, 2 to 12.
    pub roll: u8,
    pub primary: u8,
    pub secondary: u8,
    pub tertiary: u8,
    pub discretionary: u8,
    /// For the Union alone.
    pub union_naval: u8,
    pub source: Source,
}

/// One box of the Table Use Track (4.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableUseBox {
    /// The box's number, from 1.
    pub r#box: u8,
    /// The totals of a tied initiative roll that end the Action Phase while the marker stands here.
    pub ends_on: Vec<u8>,
    pub source: Source,
}

/// The effects of one terrain (7.5).
#[sparse(movement)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffect<K> {
    pub terrain: K,
    /// Movement points to enter it; absent where it cannot be entered so.
    pub movement: Option<u8>,
    /// Columns to the left for a defender in it or behind it.
    pub shift: u8,
    pub source: Source,
}

/// The row of the Leader Loss Table for one rank: totals of two dice (5.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossRow {
    /// Stars.
    pub rank: u8,
    #[serde(default)]
    pub killed_on: Vec<u8>,
    #[serde(default)]
    pub wounded_on: Vec<u8>,
    /// Totals on which both dice are rolled once more.
    #[serde(default)]
    pub reroll_on: Vec<u8>,
    /// Totals of the second roll that kill; any other wounds.
    #[serde(default)]
    pub reroll_killed_on: Vec<u8>,
    pub source: Source,
}

/// What one roll on the Leader Loss Table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Unhurt,
    Wounded,
    Killed,
    /// Roll both dice once more and read [`LossRow::second`].
    RollAgain,
}

impl LossRow {
    /// The fate on the first roll.
    pub fn first(&self, total: u8) -> Fate {
        if self.killed_on.contains(&total) {
            Fate::Killed
        } else if self.wounded_on.contains(&total) {
            Fate::Wounded
        } else if self.reroll_on.contains(&total) {
            Fate::RollAgain
        } else {
            Fate::Unhurt
        }
    }

    /// The fate on the second roll.
    pub fn second(&self, total: u8) -> Fate {
        if self.reroll_killed_on.contains(&total) { Fate::Killed } else { Fate::Wounded }
    }
}

/// How many strength points a leader moves (6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitRow {
    pub rank: u8,
    pub branch: Branch,
    pub sp: u8,
    pub source: Source,
}

/// Movement points by kind of force (6.1, 6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowances {
    pub infantry: u8,
    pub cavalry: u8,
    pub leader_alone: u8,
    /// Taken off for a force out of supply.
    pub unsupplied_loss: u8,
    pub source: Source,
}

/// What activities cost in command points (6.2, 5.3, 9.2, 12.1). A leader's initiative is paid where he leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    pub move_sp: u8,
    pub move_leader: u8,
    pub build_depot: u8,
    pub build_fort: u8,
    pub upgrade_fort: u8,
    pub create_army: u8,
    pub remove_commander: u8,
    pub enter_naval: u8,
    pub source: Source,
}

/// The distances and thresholds of supply (9.2, 9.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyFigures {
    /// Hexes from the rail to the supplied hex.
    pub rail_distance: u8,
    /// Hexes from a depot to the supplied hex or the next depot.
    pub depot_distance: u8,
    /// Victory points of connected friendly cities that make a source.
    pub city_points: u8,
    /// Victory points of Union cities that Washington must be connected with (4.1).
    pub washington_points: u8,
    pub source: Source,
}

/// Strength points by rail in a turn (6.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailCapacity {
    pub side: Side,
    pub through_turn: u8,
    pub sp: u8,
    pub source: Source,
}

/// An army (12.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyData {
    pub id: Id,
    /// `Army of the Potomac`.
    pub name: String,
    /// `AoP`.
    pub short: String,
    pub side: Side,
    /// Where it is created.
    pub theater: Theater,
    /// Strength points that it holds at most.
    pub maximum: u8,
    pub source: Source,
}

/// The file `charts.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartsFile {
    #[allow(dead_code)]
    about: String,
    #[serde(default)]
    #[allow(dead_code)]
    source: Option<Source>,
    track_maximum: u8,
    command_points: Vec<CommandRow>,
    table_use: Vec<TableUseBox>,
    columns: Vec<Column>,
    crt: CrtFile,
    max_shift: u8,
    max_addition: u8,
    terrain: Vec<TerrainEffect<Terrain>>,
    hexsides: Vec<TerrainEffect<HexsideKind>>,
    forts: Vec<TerrainEffect<FortKind>>,
    leader_loss: Vec<LossRow>,
    promotion_from: u8,
    sp_limits: Vec<LimitRow>,
    allowances: Allowances,
    costs: Costs,
    supply: SupplyFigures,
    #[serde(default)]
    blockade: Option<BlockadeTable>,
    #[serde(default)]
    supply_loss: Vec<SupplyLoss>,
    #[serde(default)]
    texas: Option<Texas>,
    rail_capacity: Vec<RailCapacity>,
    armies: Vec<ArmyData>,
    #[serde(default)]
    calendar: Vec<TurnBox>,
    #[serde(default)]
    blockade_percents: Vec<BlockadePercent>,
    #[serde(default)]
    beginning: Option<InitialSupply>,
    #[serde(default)]
    naval_combat: Option<NavalCombat>,
    #[serde(default)]
    naval: Option<NavalFigures>,
    #[serde(default)]
    landing: Option<Landing>,
    #[serde(default)]
    fort_shots: Vec<FortShots>,
    #[serde(default)]
    sea_lift: Vec<SeaLift>,
    #[serde(default)]
    ships: Vec<Ship>,
    #[serde(default)]
    transports: Vec<Transports>,
    #[serde(default)]
    worth: Option<VictoryAwards>,
    #[serde(default)]
    victory_schedule: Vec<ScheduleRow>,
    #[serde(default)]
    neutral_states: Vec<NeutralState>,
    #[serde(default)]
    militia: Vec<Militia>,
}

/// The charts, typed and indexed.
#[derive(Clone, Debug, PartialEq)]
pub struct Charts {
    /// The highest number that a command or reinforcement track holds (4.2).
    pub track_maximum: u8,
    /// By the total of two dice, 2 to 12.
    pub command_points: SortedMap<u8, CommandRow>,
    /// By the number of the box, from 1.
    pub table_use: SortedMap<u8, TableUseBox>,
    pub columns: Vec<Column>,
    /// The Combat Results Table.
    pub crt: Crt,
    /// The most columns that terrain shifts an attack (7.5).
    pub max_shift: u8,
    /// The most that leaders add to a die, and the most options to roll again (7.4).
    pub max_addition: u8,
    pub terrain: SortedMap<Terrain, TerrainEffect<Terrain>>,
    pub hexsides: SortedMap<HexsideKind, TerrainEffect<HexsideKind>>,
    pub forts: SortedMap<FortKind, TerrainEffect<FortKind>>,
    /// By stars.
    pub leader_loss: SortedMap<u8, LossRow>,
    /// The lowest total of the loss roll at which an eligible leader is promoted (5.2).
    pub promotion_from: u8,
    pub sp_limits: Vec<LimitRow>,
    pub allowances: Allowances,
    pub costs: Costs,
    pub supply: SupplyFigures,
    /// The Blockade Table (9.4.5); `None` in a pack whose scenarios do not use imports.
    pub blockade: Option<BlockadeTable>,
    /// The Supply Loss Schedule (9.4.8), the highest totals first.
    pub supply_loss: Vec<SupplyLoss>,
    /// Texas beyond the main map (9.4.9).
    pub texas: Option<Texas>,
    pub rail_capacity: Vec<RailCapacity>,
    /// By id.
    pub armies: SortedMap<Id, ArmyData>,
    /// The turns of the whole war (3.0).
    pub calendar: Vec<TurnBox>,
    pub blockade_percents: Vec<BlockadePercent>,
    /// Production and imports when the war begins (9.4.2, 9.4.4).
    pub beginning: Option<InitialSupply>,
    /// The Naval Combat Results Table (8.10).
    pub naval_combat: Option<NavalCombat>,
    pub naval: NavalFigures,
    /// The defence of a hex against a landing (8.8).
    pub landing: Option<Landing>,
    pub fort_shots: Vec<FortShots>,
    pub sea_lift: Vec<SeaLift>,
    /// Ironclads and commerce raiders, by id.
    pub ships: SortedMap<Id, Ship>,
    pub transports: Vec<Transports>,
    /// Victory points for the whole war (17).
    pub worth: Option<VictoryAwards>,
    /// The Victory Schedule (17.4), by turn; empty in a pack without the whole war.
    pub victory_schedule: SortedMap<u8, ScheduleRow>,
    /// Neutral states with rules of their own (15.6, 15.7), by id.
    pub neutral_states: SortedMap<Id, NeutralState>,
    /// The states' militia (16), by id.
    pub militia: SortedMap<Id, Militia>,
}

/// Puts rows under their keys; two rows with the same key are an error.
fn keyed<K: Ord + Copy + std::fmt::Debug, R>(
    rows: Vec<R>,
    what: &str,
    key: impl Fn(&R) -> K,
) -> Result<SortedMap<K, R>, Problem> {
    let mut map = SortedMap::new();
    for (at, row) in rows.into_iter().enumerate() {
        let k = key(&row);
        if map.insert(k, row).is_some() {
            return Err(Problem::new(format!("two rows for {k:?}")).in_path(format!("{what}[{at}]")));
        }
    }
    Ok(map)
}

impl TryFrom<ChartsFile> for Charts {
    type Error = Problem;
    fn try_from(file: ChartsFile) -> Result<Charts, Problem> {
        Ok(Charts {
            track_maximum: file.track_maximum,
            command_points: keyed(file.command_points, "command_points", |row| row.roll)?,
            table_use: keyed(file.table_use, "table_use", |row| row.r#box)?,
            columns: file.columns,
            crt: Crt::try_from(file.crt)?,
            max_shift: file.max_shift,
            max_addition: file.max_addition,
            terrain: keyed(file.terrain, "terrain", |row| row.terrain)?,
            hexsides: keyed(file.hexsides, "hexsides", |row| row.terrain)?,
            forts: keyed(file.forts, "forts", |row| row.terrain)?,
            leader_loss: keyed(file.leader_loss, "leader_loss", |row| row.rank)?,
            promotion_from: file.promotion_from,
            sp_limits: file.sp_limits,
            allowances: file.allowances,
            costs: file.costs,
            supply: file.supply,
            blockade: file.blockade,
            supply_loss: file.supply_loss,
            texas: file.texas,
            rail_capacity: file.rail_capacity,
            armies: file.armies.into_iter().map(|army| (army.id.clone(), army)).collect(),
            calendar: file.calendar,
            blockade_percents: file.blockade_percents,
            beginning: file.beginning,
            naval_combat: file.naval_combat,
            naval: file.naval.unwrap_or_else(NavalFigures::printed),
            landing: file.landing,
            fort_shots: file.fort_shots,
            sea_lift: file.sea_lift,
            ships: by_id(file.ships, "ships", |ship| &ship.id)?,
            transports: file.transports,
            worth: file.worth,
            victory_schedule: keyed(file.victory_schedule, "victory_schedule", |row| row.turn)?,
            neutral_states: by_id(file.neutral_states, "neutral_states", |row| &row.state)?,
            militia: by_id(file.militia, "militia", |row| &row.state)?,
        })
    }
}

impl Charts {
    /// The row of the Command Points Table for a total of two dice; `None` outside 2 to 12.
    pub fn command_row(&self, total: u8) -> Option<&CommandRow> {
        self.command_points.get(&total)
    }

    /// Whether a tied initiative roll with that total ends the Action Phase while the marker is in that box. Beyond the
    /// last box, every tie ends it.
    pub fn tie_ends(&self, r#box: u8, total: u8) -> bool {
        self.table_use.get(&r#box).is_none_or(|row| row.ends_on.contains(&total))
    }

    /// Movement points to enter a hex of that terrain; `None` for terrain that land forces never enter.
    pub fn movement_cost(&self, terrain: Terrain) -> Option<u8> {
        self.terrain.get(&terrain)?.movement
    }

    /// Columns to the left for a defender in that terrain.
    pub fn terrain_shift(&self, terrain: Terrain) -> u8 {
        self.terrain.get(&terrain).map_or(0, |row| row.shift)
    }

    /// Columns to the left for an attack across that hexside.
    pub fn hexside_shift(&self, kind: HexsideKind) -> u8 {
        self.hexsides.get(&kind).map_or(0, |row| row.shift)
    }

    /// Columns to the left for a defender in that fortification (7.5, 14.1).
    pub fn fort_shift(&self, kind: FortKind) -> u8 {
        self.forts.get(&kind).map_or(0, |row| row.shift)
    }

    /// Strength points that a leader of that rank and branch moves without an army.
    pub fn sp_limit(&self, rank: u8, branch: Branch) -> u8 {
        self.sp_limits.iter().find(|row| row.rank == rank && row.branch == branch).map_or(0, |row| row.sp)
    }

    /// The lines of the Supply Loss Schedule that are in force at a total of production and imports (9.4.7, 9.4.8).
    pub fn supply_losses(&self, total: u32) -> impl Iterator<Item = &SupplyLoss> {
        self.supply_loss.iter().filter(move |line| total <= u32::from(line.at_most))
    }

    /// The last turn of the whole war (6.6).
    pub fn last_turn(&self) -> u8 {
        self.rail_capacity.iter().map(|row| row.through_turn).max().unwrap_or(0)
    }

    /// The Union Blockade Percentage of that turn in the whole war (9.4.4).
    pub fn blockade_percent(&self, turn: u8) -> u8 {
        self.blockade_percents.iter().find(|row| turn <= row.through_turn).map_or(0, |row| row.percent)
    }

    /// Strength points that the Union moves by sea in that turn (8.6).
    pub fn sea_lift(&self, turn: u8) -> u8 {
        self.sea_lift.iter().find(|row| turn <= row.through_turn).map_or(0, |row| row.sp)
    }

    /// Strength points that a side moves by rail in that turn.
    pub fn rail_capacity(&self, side: Side, turn: u8) -> u8 {
        self.rail_capacity.iter().find(|row| row.side == side && turn <= row.through_turn).map_or(0, |row| row.sp)
    }
}
