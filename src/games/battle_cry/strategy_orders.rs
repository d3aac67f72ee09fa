//! The orders of the phases between battles: why they are refused, and what they do.

use crate::BattleCry;
use crate::engine::Events;
use crate::events::Refusal;
use crate::ledger::{Game, Phase};
use crate::orders::Order;
use crate::shared::Side;
use crate::view::{RefusalList, View};
use crate::{command_points, generals, movement, placement, recovery, resources};

impl Order {
    /// The phase to which it belongs, where a file may go on with it at once (BC-31, BC-39).
    pub fn phase(&self) -> Option<Phase> {
        match self {
            Order::Lay { .. } => Some(Phase::CommandPoints),
            Order::Generals { .. } | Order::Draw(_) => Some(Phase::Generals),
            Order::Discard { .. } => Some(Phase::Discard),
            _ => None,
        }
    }

    /// Why a side cannot give it, if it is an order of these phases.
    pub fn refused_in_strategy(&self, view: View<'_>) -> RefusalList {
        // After the battles, or in one, there is nothing to plan.
        if view.battle().is_some() {
            return vec![(Refusal::WrongPhase { phase: view.game.phase }, "I")];
        }
        match self {
            Order::Pick { cards } => view.rules.picks_refused(view, cards),
            Order::Resource { .. } => resources::refused(view, self),
            Order::Lay { east, west } => command_points::lay_refused(view, [east, west]),
            Order::Place(battles) => placement::refused(view, battles),
            Order::Block(policy) => placement::block_refused(view, policy),
            Order::Movement(play) => movement::refused(view, play),
            Order::Discretionary { east, west } => command_points::discretionary_refused(view, [*east, *west]),
            Order::Generals { recall, place } => generals::refused(view, recall, place),
            Order::Draw(_) => generals::draw_refused(view),
            Order::First(theater) => generals::first_refused(view, *theater),
            Order::Embark { cards, generals } => generals::embark_refused(view, cards, generals),
            Order::Discard { cards, general } => recovery::discard_refused(view, cards, general.as_ref()),
            _ => vec![(Refusal::WrongPhase { phase: view.game.phase }, "I")],
        }
    }

    /// Carries it out, once it has been found legal.
    pub fn carry_out_strategy(&self, rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side) {
        match self {
            Order::Pick { cards } => rules.pick(game, events, side, cards),
            Order::Resource { .. } => resources::play(rules, game, events, side, self),
            Order::Lay { east, west } => command_points::lay(game, events, side, [east, west]),
            Order::Place(battles) => placement::place(rules, game, events, battles),
            Order::Block(policy) => placement::block(rules, game, events, side, policy),
            Order::Movement(play) => movement::play(rules, game, events, side, play),
            Order::Discretionary { east, west } => {
                command_points::lay_more(rules, game, events, side, [*east, *west]);
            }
            Order::Generals { recall, place } => generals::assign(rules, game, events, side, (recall, place)),
            Order::Draw(most) => generals::wish(game, side, most),
            Order::First(theater) => generals::name_first(game, events, side, *theater),
            Order::Embark { cards, generals } => {
                let theater = generals::next_battle(game);
                let owed = theater.and_then(|theater| generals::embarkation(rules, game, theater));
                generals::embark(game, events, cards, generals, owed.map_or(0, |(cards, _)| cards));
            }
            Order::Discard { cards, general } => recovery::discard(game, events, side, cards, general.as_ref()),
            _ => {}
        }
    }
}
