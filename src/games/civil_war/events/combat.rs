//! Events of a combat: how it begins, its dice, the table's results, and who must leave (7.1 to 7.7).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, is_zero};
use crate::pack::{CombatResult, Fire, FortKind, HexsideKind, Side, Size, Station, Terrain};
use crate::position::ledger::{Hulls, Piece};

/// How a combat begins: who, with what, at what odds (7.1, 7.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Opening {
    /// The attacking (phasing) side.
    pub side: Side,
    /// The hex attacked, and the hex attacked from.
    pub hex: Hex,
    pub from: Hex,
    /// The attacking leader: of an army its commander.
    pub leader: Option<Piece>,
    /// The other leaders of the attacking armies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub armies: Vec<Id>,
    /// Strength points that attack, and what ships add.
    pub attackers: u32,
    /// The ships that attack with them (8.8, 8.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ships: Option<Ships>,
    /// Strength points of an attacking army that nobody commands (6.2.8c).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub uncommanded: u32,
    pub attacker_size: Size,
    /// Strength points in the hex attacked: all of them (7.1); against a landing what the hex is worth.
    pub defenders: u32,
    /// That worth, part by part (8.8.2f).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence: Option<Defence>,
    pub defender_size: Size,
    /// The leaders in the hex attacked, the ranking one first (5.1).
    pub defending_leaders: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defending_armies: Vec<Id>,
    /// The commander of the defending army, the highest if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defending_commander: Option<Piece>,
    pub attacker_demoralized: bool,
    pub defender_demoralized: bool,
    /// Whether the attackers were in supply when activated, the defenders just before the attack (9.1.3).
    pub attacker_supplied: bool,
    pub defender_supplied: bool,
    /// What the chart shows for the strengths: a column's letter, `L2`, `o1`, `o`, or `-` below 1 to 3 (7.2).
    pub chart: String,
    /// The ratio or differential of that entry: `2-1`, `+1, +2`.
    pub odds: String,
    pub shifts: Vec<Shift>,
    /// The sum of the shifts, to the left.
    pub net: i8,
    pub resolution: Resolution,
}

/// Ships in an attack, as told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    /// Where they lie.
    pub at: Station,
    pub hulls: Hulls,
    /// The naval leader who adds his rating (8.8¶12, 8.9.3b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// What they add.
    pub strength: u32,
    /// What they are worth beyond it: more than the strength points ashore (8.9.3b).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub idle: u32,
}

/// What a hex is worth against a landing, whatever its terrain: the parts add up (8.8.2f).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// The hex itself.
    pub hex: u32,
    /// Its strength points.
    pub sp: u32,
    /// Its city, with victory points or without (CW-254).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub city: u32,
    /// Its fortification in force: manned, or supplied (9.1.5a).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fort: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FortKind>,
}

impl Defence {
    /// What is no strength point.
    pub fn works(self) -> u32 {
        self.hex + self.city + self.fort
    }

    /// All of it.
    pub fn strength(self) -> u32 {
        self.works() + self.sp
    }
}

/// Why the column is shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShiftCause {
    /// The terrain of the hex attacked (7.5.2).
    Terrain(Terrain),
    /// What the attacker crosses (7.5.3–7.5.6).
    Hexside(HexsideKind),
    /// The fortification that the defender holds (CW-108).
    Fort(FortKind),
    /// What exceeds the most that terrain shifts (7.5.2, CW-75).
    Limit,
    /// The defender is demoralized (7.7.3).
    DemoralizedDefender,
    /// The attacker is demoralized, and can only overrun (7.6.3).
    DemoralizedAttacker,
}

/// One shift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Columns to the left, in the defender's favor; negative: to the right.
    pub left: i8,
    pub because: ShiftCause,
    /// The name on the map, where it has one: the river, the fort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub rule: String,
    /// Whether the figure or the ground is our reconstruction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}

/// How the odds are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// Dice on this column of the Combat Results Table.
    Column(char),
    /// The defender is overrun (7.6).
    Overrun,
    /// Below 1 to 3: the attacker destroys himself (7.2.3).
    Hopeless,
}

/// Why something is added to a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdditionCause {
    /// The ranking leader's tactical rating, for his own side (7.4.3).
    Rating,
    /// His rating is tinted for the enemy, whose die it adds to (7.4.4).
    Tinted,
    /// Against a demoralized force at least 1 is added (7.7.3).
    Minimum,
    /// What exceeds the most that is added to a die (7.4.7).
    Limit,
}

/// Something that is added to a die, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Addition {
    /// The leader whose rating it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The rating as printed on his counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// What it comes to on this die; negative for what exceeds the limit.
    pub points: i8,
    pub because: AdditionCause,
    /// Doubled, since the enemy is demoralized (7.7.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doubled: bool,
    /// Without effect, since a demoralized force rolls an unmodified die (7.7.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    pub rule: String,
    /// Whether the rating is our reconstruction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}

/// One side's combat die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    pub side: Side,
    /// The purpose of the roll: `combat union`.
    pub purpose: String,
    pub face: u8,
    pub additions: Vec<Addition>,
    /// The sum of the additions, 0 to 6.
    pub added: u8,
    /// Face and additions.
    pub total: u8,
}

/// The combat dice as first rolled, and what is added to them (7.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Dice {
    pub hex: Hex,
    pub attacker: Throw,
    pub defender: Throw,
    /// How many options to roll again the attacker has (7.4.5, 7.7.3), and the defender.
    pub rerolls: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub defender_rerolls: u32,
}

/// One cell of the Combat Results Table, as read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Who reads it.
    pub side: Side,
    /// `Def`: harm to the defender; `Att`: harm to the attacker.
    pub fire: Fire,
    pub column: char,
    /// The reader's own size when the combat began (CW-76).
    pub size: Size,
    /// The die that counts, and its total.
    pub face: u8,
    pub added: u8,
    pub total: u8,
    /// `-`, `d`, `1`, `d2` …
    pub result: CombatResult,
    /// Where the cell comes from, and whether it is our reconstruction.
    pub source: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}

/// What a combat does to one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    pub side: Side,
    /// Strength points before, lost, and left; of a hex that is landed on, one more than it has (8.8.6a).
    pub had: u32,
    pub lost: u32,
    pub left: u32,
    /// The ships among the losses, in turn with strength points (8.9.5).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ships: u32,
    /// Of those that it had: what defends a hex against a landing besides strength points. It goes last (8.8.6).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hex: u32,
    /// Demoralized by this combat's result.
    pub demoralized: bool,
    /// Demoralized before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before: bool,
}

impl Harm {
    /// Strength points lost.
    pub fn sp_lost(&self) -> u32 {
        (self.lost - self.ships).min(self.had - self.hex)
    }

    /// Whether what defends a hex besides strength points is gone too (8.8.6a).
    pub fn hex_lost(&self) -> bool {
        self.hex > 0 && self.left == 0
    }
}

/// What the table says, and what each side suffers (7.1, 7.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Outcome {
    pub hex: Hex,
    pub column: char,
    /// The attacker's reading, under `Def`.
    pub attacker_reads: Cell,
    /// The defender's reading, under `Att`.
    pub defender_reads: Cell,
    /// What the attacker suffers.
    pub attacker: Harm,
    /// What the defender suffers.
    pub defender: Harm,
}

/// The Retreat Priorities in the order in which they are looked at (7.7.5, CW-81).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    Eliminated,
    NoResult,
    /// A fortress in supply, or friendly ground at the map's edge.
    Firm,
    DemoralizedAgain,
    OneDemoralized,
    GreaterLoss,
    Identical,
}

impl Priority {
    /// The case of the rulebook.
    pub fn rule(self) -> &'static str {
        match self {
            Priority::Eliminated => "7.7.6",
            Priority::NoResult => "7.7.7",
            Priority::Firm => "7.7.8",
            Priority::DemoralizedAgain => "7.7.9",
            Priority::OneDemoralized => "7.7.10",
            Priority::GreaterLoss => "7.7.11",
            Priority::Identical => "7.7.12",
        }
    }
}
