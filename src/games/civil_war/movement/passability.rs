//! Whether a force may go from one hex to the next, and what the step costs it: by terrain, past fortifications, and
//! over rivers that ships command (6.2.14, 6.3, 8.5.4).

use crate::board::Hex;
use crate::document::Problem;
use crate::legality::uncertainty::Doubts;
use crate::naval::control;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;
use crate::{CivilWar, supply};

use super::terrain::{entry_cost, terrain_allows};
use super::territory;

/// Movement points of one step: none for a leader alone along rails that his side may use (6.2.14b), which excludes
/// those under enemy control (6.2.12c), or by water, which is how he reaches a hex that is not adjacent (6.2.14c,
/// CW-229).
pub fn step_cost(rules: &CivilWar, game: &Game, strength: bool, from: Hex, to: Hex, side: Side) -> u32 {
    let usable = |hex| territory::rail_controller(rules, game, hex) == Some(side);
    if !strength && !from.adjacent(to) {
        return 0;
    }
    match !strength && rules.pack.map.rail(from, to) && usable(from) && usable(to) {
        true => 0,
        false => entry_cost(rules, to),
    }
}

/// Whether a force of `side` may go by land from one hex to the next, in march, retreat or any other way (6.3). Who is
/// in the next hex is a separate question.
///
/// # Errors
/// Why it may not. The problem has no path.
pub fn passable(rules: &CivilWar, game: &Game, from: Hex, to: Hex, side: Side) -> Result<(), Problem> {
    terrain_allows(rules, from, to)?;
    if walled_off(rules, game, from, to, side) {
        return Err(MoveRefusal::FortAcrossRiver { hex: to }.problem(rules, side).rule(WALLED));
    }
    if let Some(at) = control::blocked(rules, game, from, to, side) {
        return Err(MoveRefusal::ShipsCommandRiver { from, to, at }.problem(rules, side).rule(COMMANDED));
    }
    Ok(())
}

/// The rule that shuts a fortification off beyond a navigable river.
const WALLED: &str = "6.3.4";

/// The rule that shuts a river off that enemy ships command.
const COMMANDED: &str = "8.5.4";

/// Whether the obstacle at a hex may be gone when the time comes, because it is in doubt who is in it, or whether its
/// garrison is in supply.
pub(super) fn may_open(game: &Game, hex: Hex, side: Side, doubts: &Doubts) -> bool {
    doubts.hex(hex) || game.sp_at(hex, side.other()) == 0 && doubts.supply()
}

/// Whether what closes a hex to a march may be gone when the time comes: a fortification (6.3.4), or ships that command
/// the river (8.5.4), which may be sunk, or friends may be there (8.5.4a).
pub(super) fn may_pass(game: &Game, hex: Hex, side: Side, problem: &Problem, doubts: &Doubts) -> bool {
    match problem.rule.as_deref() {
        Some(WALLED) => may_open(game, hex, side, doubts),
        Some(COMMANDED) => doubts.hex(hex) || doubts.supply(),
        _ => false,
    }
}

/// Whether an enemy fortification in force blocks a navigable river crossing (6.3.4): one in the hex entered does,
/// while one on the near bank blocks nobody who leaves it.
fn walled_off(rules: &CivilWar, game: &Game, from: Hex, to: Hex, side: Side) -> bool {
    rules.pack.map.over_navigable(from, to) && supply::fort_in_force(rules, game, to, side.other())
}
