//! What a cavalry force is (CW-124).

use crate::board::Hex;
use crate::pack::{Branch, Side};
use crate::position::ledger::{Game, Piece, by_command, is_cavalry, is_naval};
use crate::{CivilWar, leaders::army};

/// The leader of the strength points that a side has in a hex, if they are a cavalry force (CW-124): in no army, led only
/// by cavalry leaders, and no more than these may lead. A naval leader beside them leads nobody (5.1.1b).
pub fn cavalry_leader(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Option<Piece> {
    let mut leaders = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, side));
    leaders.retain(|piece| !is_naval(&rules.pack, piece));
    let led: u32 = leaders.iter().map(|piece| u32::from(rules.pack.charts.sp_limit(piece.rank, Branch::Cavalry))).sum();
    let cavalry = leaders.iter().all(|piece| is_cavalry(&rules.pack, piece))
        && game.sp_at(hex, side) <= led
        && army::armies_at(rules, game, hex, side).is_empty();
    leaders.into_iter().next().filter(|_| cavalry)
}
