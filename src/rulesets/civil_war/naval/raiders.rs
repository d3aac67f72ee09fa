//! The Commerce Raider Phase (3.4, 8.11).

use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::{Cx, Input, Next};

use super::super::{CivilWar, Reply};

/// The raiders that have still to be rolled for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raiders {
    pub raiders: Vec<Id>,
}

impl Raiders {
    /// The phase's next step.
    pub fn step(&mut self, _: &CivilWar, _: Cx<'_, CivilWar>, _: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}
