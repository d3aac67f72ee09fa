//! Strength points lost, forces destroyed and demoralized (7.7.1, 7.7.2).

use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Events, Next};

use crate::events::{Cause, Event};
use crate::leaders::LeaderLoss;
use crate::pack::Side;
use crate::position::force::lose;
use crate::position::ledger::{Game, Piece, by_command};
use crate::{CivilWar, leaders::army};

/// Removes strength points of a side in a hex: first those in no army, then one at a time from the army that has the
/// most (CW-129).
pub fn lose_in(game: &mut Game, hex: Hex, side: Side, sp: u32) {
    // Of groups without an army the largest, if there are counters of the Far West among them (CW-318).
    let counters = game.groups_at(hex, side).any(|(_, group)| group.unit.is_some());
    for _ in 0..sp {
        let army_sp = |army: &Option<Id>| army.as_ref().map_or(0, |army| army::sp(game, army));
        let next = game.groups_at(hex, side).map(|(number, group)| {
            let size = std::cmp::Reverse(if counters && group.army.is_none() { group.sp } else { 0 });
            (group.army.is_some(), std::cmp::Reverse(army_sp(&group.army)), group.army.clone(), size, number)
        });
        let Some((.., number)) = next.min() else { return };
        lose(game, number, 1);
    }
}

/// Destroys all strength points of a side in a hex, and says how many they were.
pub fn destroy(game: &mut Game, hex: Hex, side: Side) -> u32 {
    let sp = game.sp_at(hex, side);
    lose_in(game, hex, side, sp);
    sp
}

/// Demoralizes a side's forces in a hex. Returns whether any of them was not demoralized.
pub fn demoralize_in(game: &mut Game, hex: Hex, side: Side) -> bool {
    let mut any = false;
    for group in game.groups.values_mut().filter(|group| group.hex == hex && group.side == side) {
        any |= !std::mem::replace(&mut group.demoralized, true);
    }
    any
}

/// A force that retreats or reacts enters a hex (7.7.18, 12.3.12): it overruns the enemy's strength points there, or
/// finds his leaders alone (CW-87). Those leaders are checked next. `rule`: the rule under which it may enter.
pub fn clear(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    rule: &str,
    (side, from, hex): (Side, Hex, Hex),
    attackers: u32,
) -> Next<CivilWar> {
    let enemy = side.other();
    let leaders = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, enemy));
    let defenders = game.sp_at(hex, enemy);
    let Some(ratio) = attackers.checked_div(defenders) else { return check(leaders, Cause::Overtaken) };
    events.emit(rule, &Event::Overrun { side, hex, from, attackers, defenders, ratio });
    destroy_overrun(rules, game, events, (hex, enemy), leaders)
}

/// Destroys overrun forces in a hex (7.6.2). Their leaders are checked next; an army that had none is out of the game
/// at once (12.1.3), so that nothing refers to it in the rest of the march.
pub fn destroy_overrun(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    (hex, side): (Hex, Side),
    leaders: Vec<Piece>,
) -> Next<CivilWar> {
    destroy(game, hex, side);
    if leaders.is_empty() {
        army::disband(rules, game, events);
    }
    check(leaders, Cause::Overrun)
}

/// Checks of leaders for one reason, where there are any.
pub(super) fn check(pieces: Vec<Piece>, cause: Cause) -> Next<CivilWar> {
    LeaderLoss::procedure(pieces.into_iter().map(|piece| (piece, cause))).map_or(Next::Continue, Next::Call)
}
