//! Combat by land (7.1–7.7).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Cx, Input, Next, Position};

use super::ledger::Piece;
use super::orders::{Reroll, Standing};
use super::pack::Side;
use super::{CivilWar, Reply};

/// A force attacks a hex from the one beside it, where its group still stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The attacking (phasing) side.
    pub side: Side,
    /// The hex attacked.
    pub hex: Hex,
    /// The hex attacked from.
    pub from: Hex,
    /// The attacking group.
    pub group: u32,
    /// The attacking leader, if one leads.
    pub leader: Option<Piece>,
    /// Whether the attackers were in supply when activated (9.1).
    pub supplied: bool,
}

/// How a combat ended, for the march that led to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// The defenders are overrun; the attackers stand in the hex and may go on (7.6).
    Overrun,
    /// It was fought; the march is over, and the combat has placed both forces.
    Fought,
}

/// How a combat begins, for the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {}
/// The combat dice, for the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dice {}
/// The combat's result, for the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {}

impl Combat {
    /// The combat's next step.
    pub fn step(&mut self, _rules: &CivilWar, _cx: Cx<'_, CivilWar>, _input: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Combat(Ended::Fought))
    }
}

/// What standing orders say to a re-roll.
pub fn reroll_by_standing(_rules: &CivilWar, _position: &Position<CivilWar>, _standing: &Standing) -> Option<Reroll> {
    None
}
