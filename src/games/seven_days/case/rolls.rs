//! Every kind of roll, and the game's other contributions to the schema of cases.

use schemars::SchemaGenerator;

use crate::engine::case::parts::{CaseParts, RollKind, SIDE, roll};

use super::Given;
use crate::events::Event;
use crate::orders::Question;

/// The game's contributions to the schema of cases.
pub fn parts(generator: &mut SchemaGenerator) -> CaseParts {
    CaseParts::of::<Given, Event, Question>(generator, &ROLLS)
}

const ROLLS: [RollKind; 11] = [
    roll("bid_tie", "", "16.1.1", 2, "Tied bids for the sides, a die each"),
    roll("weather", SIDE, "15.1", 1, "The day's weather"),
    roll("army_leader", SIDE, "6.2.1", 1, "Whether an Army Leader is Active"),
    roll("sleep", SIDE, "16.6", 1, "Whether Jackson sleeps"),
    roll("help", SIDE, "16.5", 1, "Help from Washington"),
    roll("activation", SIDE, "8.1.1", 1, "Whether a leader activates his command"),
    roll("assault", SIDE, "10.4.1", 2, "A side's dice in an assault, the attacker's first"),
    roll("leader_check", SIDE, "15.2", 2, "Whether a leader is hit"),
    roll("build", SIDE, "15.4.3", 1, "Whether a bridge is built"),
    roll("demolish", SIDE, "15.4.1", 1, "Whether a bridge is destroyed"),
    roll("sunset", "", "6.3.1", 2, "Whether the day ends"),
];
