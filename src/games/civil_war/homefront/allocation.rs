//! Restricted allocations (4.1).

use crate::document::Id;
use crate::engine::Events;
use crate::events::Event;
use crate::pack::{Side, Theater};
use crate::position::ledger::{Bound, Game, Priorities};

/// The id of the choice of priorities for a turn.
pub fn priorities_id(turn: u8) -> Option<Id> {
    format!("priorities-{turn}").parse().ok()
}

/// The turn that a choice of priorities is for.
pub fn priorities_turn(id: &Id) -> Option<u8> {
    id.as_str().strip_prefix("priorities-")?.parse().ok()
}

/// Binds the allocations that are about to be made, for `turn`: the Union's to the East while Washington is held or
/// isolated (4.1.6e, 4.1.8b), the Confederacy's Trans-Mississippi to the last place while the river is lost (4.1.4a).
/// One that was made before stays as it is.
pub fn bind(game: &mut Game, turn: u8, events: &mut Events) {
    let union = match (game.washington_held, game.isolated) {
        (true, _) => Some("4.1.6e"),
        (false, true) => Some("4.1.8b"),
        (false, false) => None,
    };
    let confederate = game.mississippi_lost.then_some("4.1.4a");
    for (side, rule, bound) in
        [(Side::Union, union, Bound::EastPrimary), (Side::Confederate, confederate, Bound::TransMississippiTertiary)]
    {
        if let Some(rule) = rule {
            game.side_mut(side).bound.insert(turn, bound);
            events.emit(rule, &Event::Bound { side, turn, bound });
        }
    }
}

/// The allocations that a side may make for a turn, the East first (4.1.1, 4.1.4a, 4.1.6e, 4.1.8b).
pub fn allowed(game: &Game, side: Side, turn: u8) -> Vec<Priorities> {
    let bound = game.side(side).bound.get(&turn);
    all_priorities().into_iter().filter(|priorities| bound.is_none_or(|bound| bound.allows(*priorities))).collect()
}

/// The allocation of a side that has made none for a turn: its last one (4.1.2b); if that violates a restriction, the
/// others keep their order (CW-158).
pub fn repeated(game: &Game, side: Side, turn: u8) -> Priorities {
    let last = game.side(side).priorities.unwrap_or(all_priorities()[0]);
    let mut order = [last.primary, last.secondary, last.tertiary];
    match game.side(side).bound.get(&turn) {
        Some(Bound::EastPrimary) => order.sort_by_key(|theater| *theater != Theater::East),
        Some(Bound::TransMississippiTertiary) => order.sort_by_key(|theater| *theater == Theater::TransMississippi),
        None => {}
    }
    let [primary, secondary, tertiary] = order;
    Priorities { primary, secondary, tertiary }
}

impl Bound {
    /// Whether an allocation keeps to it.
    pub fn allows(self, priorities: Priorities) -> bool {
        match self {
            Bound::EastPrimary => priorities.primary == Theater::East,
            Bound::TransMississippiTertiary => priorities.tertiary == Theater::TransMississippi,
        }
    }
}

/// Every order of the three theaters (4.1), the East first.
pub fn all_priorities() -> Vec<Priorities> {
    use Theater::{East, TransMississippi, West};
    let orders = [
        [East, West, TransMississippi],
        [East, TransMississippi, West],
        [West, East, TransMississippi],
        [West, TransMississippi, East],
        [TransMississippi, East, West],
        [TransMississippi, West, East],
    ];
    orders.map(|[primary, secondary, tertiary]| Priorities { primary, secondary, tertiary }).to_vec()
}
