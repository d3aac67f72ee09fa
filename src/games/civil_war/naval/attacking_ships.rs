//! The ships in an attack on a hex (8.8, 8.9).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::pack::Station;
use crate::position::ledger::Piece;

/// The ships in an attack on a hex: what makes a [`Combat`](crate::combat::Combat) a landing or a common attack.
#[sparse(leader, landing)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackingShips {
    /// The squadron.
    pub fleet: u32,
    /// Where it is.
    pub at: Station,
    /// The naval leader who commands it, and adds his rating (8.8¶12, 8.9.3b).
    pub leader: Option<Piece>,
    /// The attackers come ashore from it (8.8); else they attack by land, and it fights with them (8.9).
    pub landing: bool,
}
