//! Ships under way (8.3, 8.4): they enter one station after the other, are fired at and fight where they must, and land
//! what they carry.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Cx, Input, Next};

use super::super::force::Force;
use super::super::ledger::Piece;
use super::super::orders::Landed;
use super::super::pack::{Side, Station};
use super::super::{CivilWar, Reply};

/// Ships under way. What they carry stands where it was taken on board until it goes ashore: so what a damaged ship
/// carried is back there without a step (8.10.5), and so is a landing that has failed (8.8.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voyage {
    pub side: Side,
    /// The number of the squadron.
    pub fleet: u32,
    /// Who commands the ships, whether of the navy or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// What is on board, still standing in the hex where it was taken on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cargo: Option<Force>,
    /// Where it was taken on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<Hex>,
    /// Supplied when it was activated (9.1.3).
    pub supplied: bool,
    /// The depot that a landing will use up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depot: Option<Hex>,
    /// The stations still to enter.
    pub way: Vec<Station>,
    /// The stations behind it, the first where it set out.
    pub wake: Vec<Station>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<Landed>,
    /// Where what is on board at the end goes ashore.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub land: Option<Hex>,
    /// How far it has come.
    #[serde(default)]
    pub stage: Stage,
}

/// How far ships have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// They enter the next station.
    #[default]
    Under,
    /// They have entered it, and what is there to be fought is being fought.
    Fought,
    /// The enemy reacts to a landing (8.8.5).
    Announced,
    /// They are at the end of their way, and the hex is being fought for.
    Landing,
    /// They go back, since the attack has failed (8.4.4).
    Back,
    /// It is over; leaders are being checked.
    Over,
}

impl Voyage {
    /// The voyage's next step.
    pub fn step(&mut self, _: &CivilWar, _: Cx<'_, CivilWar>, _: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}
