//! Limits on leaders in a hex: what they must be with, and how many may be there (6.2.10, 6.2.11).

use crate::CivilWar;
use crate::board::Hex;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::present::plural;

use super::army;

/// How many strength points a leader may be with; a depot counts as one (6.2.10, 6.2.11).
pub fn leader_capacity(game: &Game, side: Side, at: Hex) -> u32 {
    game.sp_at(at, side) + u32::from(game.depots.get(&at) == Some(&side))
}

/// What leaders would be left with once this many strength points have gone: `2 strength points and a depot`.
pub fn units_left(game: &Game, side: Side, at: Hex, gone: u32) -> String {
    let sp = plural(game.sp_at(at, side).saturating_sub(gone), "strength point");
    if game.depots.get(&at) == Some(&side) { format!("{sp} and a depot") } else { sp }
}

/// Whether one more leader may join a hex by himself: there must be a strength point or a depot for each, except with
/// an army and in Washington (6.2.11, 6.2.11a, 6.2.11e, CW-52).
pub fn room_for_leader(rules: &CivilWar, game: &Game, side: Side, at: Hex) -> bool {
    let anchors = leader_capacity(game, side, at);
    let leaders = game.leaders_at(&rules.pack, at, side).len();
    let exempt = || is_washington(rules, game, at) || !army::armies_at(rules, game, at, side).is_empty();
    anchors > 0 && (anchors as usize > leaders || exempt())
}

/// Whether it is the hex of Washington.
pub fn is_washington(rules: &CivilWar, game: &Game, at: Hex) -> bool {
    rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| scenario.washington == at)
}
