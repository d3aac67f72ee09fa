//! A force goes ashore without a fight (8.4.5).

use crate::board::Hex;
use crate::engine::Events;

use crate::events::{Cause, Event};
use crate::leaders::LeaderLoss;
use crate::position::force::Force;
use crate::position::ledger::{Game, by_command};
use crate::{CivilWar, Procedure, combat::retreat, leaders::army, movement::entering, movement::reaction_radius};

/// Puts a force ashore: it has moved, and its side takes what it finds (8.4.5, 8.4.5b). Enemy leaders who are alone
/// there are overtaken (5.4.1c).
pub(super) fn put_ashore(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    force: &Force,
    hex: Hex,
    (rule, event): (&str, &Event),
) -> Option<Procedure> {
    let side = force.side;
    force.place(game, hex);
    events.emit(rule, event);
    if force.has_groups() {
        entering::enter(rules, game, events, hex, side, entering::Entering::led(force.is_cavalry(rules)));
        retreat::spread_demoralization(game, events, hex, side);
    }
    force.end_movement(game);
    army::update_membership(rules, game, events);
    game.tidy();
    let found = if force.has_groups() { game.leaders_at(&rules.pack, hex, side.other()) } else { Vec::new() };
    let mut checked: Vec<_> =
        by_command(&rules.pack, found).into_iter().map(|piece| (piece, Cause::Overtaken)).collect();
    for (piece, cause) in
        [side, side.other()].into_iter().flat_map(|side| reaction_radius::uncovered_leaders(rules, game, side))
    {
        if !checked.iter().any(|(other, _)| *other == piece) {
            checked.push((piece, cause));
        }
    }
    LeaderLoss::procedure(checked)
}
