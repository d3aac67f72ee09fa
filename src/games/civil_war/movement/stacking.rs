//! How many strength points of a side may be in a hex, by the option `stacking` (21.7, CW-310).

use crate::board::Hex;
use crate::document::Problem;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;
use crate::{CivilWar, leaders::army};

/// Why so many more strength points may not end their movement, or enter, in a hex: with those that are there already
/// there would be more than the limit, and more than the armies there may hold. `None` without the option.
pub fn refusal(
    rules: &CivilWar,
    game: &Game,
    (hex, side): (Hex, Side),
    coming: u32,
    armies: &[crate::document::Id],
) -> Option<Problem> {
    if !game.options.stacking || coming == 0 {
        return None;
    }
    let mut here = army::armies_at(rules, game, hex, side);
    here.extend(armies.iter().filter(|army| !here.contains(army)).cloned().collect::<Vec<_>>());
    let most =
        |army: &crate::document::Id| rules.pack.charts.armies.get(army).map_or(0, |data| u32::from(data.maximum));
    let held: u32 = here.iter().map(most).sum();
    let limit = u32::from(rules.pack.optional.stacking.sp).max(held);
    let sp = game.sp_at(hex, side).saturating_add(coming);
    (sp > limit).then(|| MoveRefusal::StackTooLarge { hex, sp, limit }.problem(rules, side).rule("21.7"))
}
