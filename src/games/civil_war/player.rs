//! A sensible player, for solitaire practice and for testing: it forms a picture of the war ([`situation`]), lets each
//! part propose orders with their values ([`march`], [`reinforce`], [`fleet`]), and gives the best ones one after the
//! other until a die decides ([`orders`]). It sees only what a person in its place would see.

use crate::engine::explore::surely;
use crate::engine::{Position, Ruleset};

use crate::orders::{Finish, Order};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, command::action};

mod answers;
pub mod combat_estimate;
pub mod fleet;
mod generals;
mod hex_graph;
mod main_army;
pub mod march;
pub mod movers;
mod proposal;
mod raids;
mod reinforce;
pub mod situation;
pub mod time_pressure;
mod weights;

pub use answers::{answer, choice, standing};
pub use proposal::Proposal;
pub use situation::Situation;

/// Orders given in one turn, at most.
const MAX_ORDERS: usize = 12;

/// The player's orders: the best proposal, then the best one after that, until a roll or a question intervenes, or
/// nothing is worth its price. Then it spends what must be spent (4.2.19).
pub fn orders(rules: &CivilWar, position: &Position<CivilWar>, side: Side, seed: u64) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut at = position.clone();
    while orders.len() < MAX_ORDERS && may_go_on(&at.game, side) {
        let Some((order, after)) = best(rules, &at, side, seed) else {
            orders.extend(spend_required(&at.game, side));
            break;
        };
        orders.push(order);
        let Some(after) = after else { break };
        at = after;
    }
    if orders.is_empty() {
        orders.extend(last_resort(rules, position, side));
    }
    orders
}

/// Burns as much as must be spent.
fn spend_required(game: &Game, side: Side) -> Option<Order> {
    if game.pulse.as_ref().is_some_and(|pulse| pulse.free) {
        return None;
    }
    let spend = action::leftover(game, side, &Finish::default());
    (!spend.points().is_empty()).then_some(Order::Spend(spend))
}

/// The best order that is legal, and the position after it if that is certain.
fn best(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    seed: u64,
) -> Option<(Order, Option<Position<CivilWar>>)> {
    let picture = Situation::new(rules, &position.game, side, seed);
    let mut proposals = reinforce::propose(&picture);
    if !position.game.pulse.as_ref().is_some_and(|pulse| pulse.free) {
        proposals.extend(march::propose(&picture));
        proposals.extend(generals::propose(&picture));
        proposals.extend(main_army::removals(&picture, picture.main_armies()));
        proposals.extend(fleet::propose(&picture));
        proposals.extend(raids::propose(&picture));
    }
    proposals.retain(|proposal| proposal.worth > 0);
    // The best value per command point first; free orders before everything.
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.worth * 60 / i64::from(proposal.price.max(1))));
    let id = side.id();
    proposals.into_iter().find_map(|proposal| {
        let after = surely(rules, position, &id, &proposal.order).ok()?;
        Some((proposal.order, after))
    })
}

/// Whether the side's half-pulse continues.
fn may_go_on(game: &Game, side: Side) -> bool {
    game.pulse
        .as_ref()
        .is_some_and(|pulse| pulse.phasing == side && (pulse.free || pulse.left > 0 && (game.commands_left(side) > 0)))
}

/// What is done if nothing is worth doing: points are spent without an action, or a reinforcement enters that must.
fn last_resort(rules: &CivilWar, position: &Position<CivilWar>, side: Side) -> Option<Order> {
    let mut legal = rules.legal(position, &side.id(), None);
    let at = legal.iter().position(|order| matches!(order, Order::Spend(_))).unwrap_or(0);
    (at < legal.len()).then(|| legal.swap_remove(at))
}
