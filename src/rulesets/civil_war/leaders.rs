//! Leaders: losses, wounds, deaths and promotion (5.2, 5.4).

use serde::{Deserialize, Serialize};

use crate::engine::{Cx, Events, Input, Next};

use super::ledger::{Game, Piece};
use super::{CivilWar, Reply};

/// What a Leader Loss Check did to a leader (5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Unhurt,
    Wounded,
    Killed,
}

/// Leader Loss Checks of all leaders of one combat, applied together (5.4.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderLoss {
    /// Who is still to be checked, in this order.
    pub left: Vec<Piece>,
}

impl LeaderLoss {
    /// The next check.
    pub fn step(&mut self, _rules: &CivilWar, _cx: Cx<'_, CivilWar>, _input: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Fates(Vec::new()))
    }
}

/// At the end of a pulse, leaders without strength points go to the turn track (6.2, CW-51).
pub fn send_home_the_lonely(_rules: &CivilWar, _game: &mut Game, _events: &mut Events) {}
