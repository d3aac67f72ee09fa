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

const ROLLS: [RollKind; 18] = [
    roll("initiative", SIDE, "4.2.3", 2, "A side's initiative in a pulse"),
    roll("commands", SIDE, "3.3", 2, "The Command Points Table"),
    RollKind {
        sides: 0,
        ..roll("leader_draw", SIDE, "10.3", 1, "Which leader is drawn from the pool, in the order of their ids")
    },
    roll("reaction", "ARMY", "12.3.6", 1, "Whether an army reacts"),
    roll("combat", SIDE, "7.1.12", 1, "A side's combat die, the attacker's first"),
    roll("reroll", SIDE, "7.4.5, 7.7.3", 1, "A combat die that is rerolled"),
    roll("leader_loss", "LEADER", "5.4.2", 2, "A Leader Loss Check"),
    roll("leader_loss_again", "LEADER", "5.4.2", 2, "Its second roll, if the table requires one"),
    roll("serious_wound", "LEADER", "22.1", 2, "How long a serious wound lasts, by the option `variant_leaders`"),
    RollKind {
        sides: 0,
        ..roll("replacement", SIDE, "22.3", 1, "Which additional leader comes for one who is lost, by the same option")
    },
    RollKind {
        sides: 0,
        ..roll("leader_entry", SIDE, "20.5", 1, "Which leader enters next, by the option `random_entry`")
    },
    roll("untried", SIDE, "21.10", 1, "How many untried leaders show who they are, by the option `untried_leaders`"),
    RollKind {
        sides: 0,
        ..roll(
            "identity",
            "LEADER",
            "21.10",
            1,
            "Who an untried leader is, in the order of the ids, by the same option",
        )
    },
    roll("naval_combat", SIDE, "8.10.11", 1, "A side's die in a round between ships"),
    roll("battery", "HEX", "8.10.6", 1, "A fortification that fires at ships"),
    roll("raider", "SHIP", "3.4", 2, "A Confederate raider's cruise"),
    roll("tribes", SIDE, "CW-321", 1, "For whom the tribal Indians raid, by the option `far_west`"),
    roll("tribal_raid", "TRIBE", "CW-321", 1, "A raid on a stockade, by the same option"),
];
