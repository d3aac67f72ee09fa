//! Ships in the attack on a hex: landings (8.8) and attacks together with a ground force (8.9).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Input, Next};

use super::super::ledger::{Game, Piece};
use super::super::orders;
use super::super::pack::{Side, Station};
use super::super::{CivilWar, Frame, Reply};
use super::order::Plan;

/// The ships in an attack on a hex: what makes a [`Combat`](super::super::combat::Combat) a landing or a common attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Afloat {
    /// The squadron.
    pub fleet: u32,
    /// Where it lies.
    pub at: Station,
    /// The naval leader who commands it, and adds his rating (8.8.6, 8.9.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The attackers come ashore from it (8.8); else they attack by land, and it fights with them (8.9).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landing: bool,
}

/// Whether what ships carry may land in a hex against the enemy (8.8.1): `sp` strength points, under a leader.
pub(super) fn may_land(
    rules: &CivilWar,
    _: &Game,
    _: Side,
    _: &orders::Sail,
    _: &Plan,
    _sp: u32,
    hex: Hex,
) -> Vec<Problem> {
    let message = format!("{} is the enemy's, and nobody lands against him yet", rules.pack.map.called(hex));
    vec![Problem::new(message).in_path("sail.land").rule("8.4.8")]
}

/// An attack by ships and a ground force together (8.9.2): first the ships, then the march, then the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Together {
    pub side: Side,
}

impl Together {
    /// The attack's next step.
    pub fn step(&mut self, _: &CivilWar, _: Cx<'_, CivilWar>, _: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}

/// Begins a `together` order of the phasing side.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn together(
    _: &CivilWar,
    _: Cx<'_, CivilWar>,
    _: Side,
    _: &orders::Together,
) -> Result<Option<Frame>, Vec<Problem>> {
    Err(vec![Problem::new("ships do not attack yet")])
}
