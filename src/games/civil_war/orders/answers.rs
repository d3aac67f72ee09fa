//! What a side may be asked in mid-turn, and its answers.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::{Side, Station};
use crate::position::ledger::{Hull, Piece};

/// A question that a side is asked during a turn.
#[sparse(React(together), Removal(army))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Where a force retreats to (7.7.5).
    Retreat { side: Side, from: Hex, options: Vec<Hex> },
    /// Whether to reroll a combat die (7.4, 7.7.3).
    Reroll { side: Side, hex: Hex, own: u8, enemy: u8, left: u32 },
    /// Whether an army rolls for reaction to a force that is about to enter `hex` from `from` (12.3). `together`: the
    /// armies of an army group may roll once for all.
    React { side: Side, army: Id, hex: Hex, from: Hex, enemy_sp: u32, together: bool },
    /// What an army that may react does (12.3): the hexes that it may go to.
    Reaction { side: Side, army: Id, hex: Hex, from: Hex, enemy_sp: u32, options: Vec<Hex> },
    /// Whether cavalry retreats before a force that is about to enter its hex (7.1.7).
    Screen { side: Side, hex: Hex, from: Hex, leader: Piece, enemy_sp: u32 },
    /// Which ship is hit (8.10.5a). `sunk`: it is sunk; otherwise a Union ship returns next turn.
    Hit { side: Side, at: Station, sunk: bool, options: Vec<Hull> },
    /// Where ships go that are under the guns of a fortification built beside them (8.10.6a).
    Flight { side: Side, at: Station, options: Vec<Station> },
    /// How many naval command points the Union spends against the raiders, before the first raider's roll (3.4b,
    /// CW-240).
    Pursuit { side: Side, raider: Id, others: u32, commands: u32 },
    /// Whether a side removes its leader after a defeat, as the chart allows (22.1). `army`: the one that he commands.
    Removal { side: Side, piece: Piece, army: Option<Id> },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The hex to retreat to.
    Retreat(Hex),
    /// Which die to reroll.
    Reroll(Reroll),
    /// Whether an army rolls for reaction.
    React(React),
    /// What the army does.
    Reaction(Reaction),
    /// Whether cavalry retreats before combat.
    Screen(Screen),
    /// The ship that is hit.
    Hit(Hull),
    /// Where ships go that are fired at.
    Flight(Station),
    /// Naval command points spent against raiders.
    Pursuit(u32),
    /// Whether a leader is removed after a defeat.
    Removal(Removing),
}

/// Whether an army rolls for reaction (12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum React {
    /// It does not.
    Decline,
    /// It does.
    Roll,
    /// One roll by the four-star leader's initiative for every army in his hex (6.2.16a).
    Together,
}

/// What an army that may react does (12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reaction {
    /// It stays where it is.
    Stay,
    /// It goes, or a part of it.
    Go(Go),
}

/// How an army reacts.
#[sparse(all_but(to))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// The hex entered.
    pub to: Hex,
    /// A part of it moves under this leader, as many strength points as he may move; without one the army itself moves
    /// (12.3.14).
    pub leader: Option<Id>,
    /// How many strength points go; without it, of an army all, of a part as many as its leader may move.
    pub sp: Option<u32>,
    /// Leaders of the army who stay behind (12.3.15).
    pub leave: Vec<Id>,
}

/// Whether cavalry retreats before combat (7.1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Screen {
    /// It stays and fights.
    Stand,
    /// It retreats, if its leader survives his check.
    Retreat,
}

/// Whether a side removes its leader after a defeat (22.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Removing {
    /// He stays.
    Keep,
    /// He goes to the Removed Leaders Box, at no cost.
    Remove,
}

/// Which die to reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reroll {
    /// The side's own.
    Own,
    /// The enemy's.
    Enemy,
    /// Neither.
    Pass,
}
