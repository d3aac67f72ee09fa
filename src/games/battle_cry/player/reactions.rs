//! What it says to the enemy's send: forced choices, and immediate cards where they are worth it (BC-26).

use super::{Plan, worth};
use crate::ledger::Game;
use crate::legal;
use crate::orders::{Choice, Order};
use crate::pack::Effect;
use crate::view::View;

/// What a reaction must gain beyond its card, in tenths of a point: the enemy may have an answer to it.
const LEAST_GAIN: i32 = 6;

impl Plan<'_> {
    /// Answers an announced send and settles it. `false` if the file ends with that.
    pub(super) fn answer_send(&mut self) -> bool {
        let sent = self.game.battle.as_ref().and_then(|battle| battle.sent.as_ref());
        let Some(held) = sent.filter(|sent| sent.side != self.side).map(|sent| sent.held) else { return true };
        while let Some((number, _)) = self.rules.owed_choice(self.view()) {
            let Some(choice) = self.best_choice(number) else { break };
            if !self.answer_with(Order::Choose(choice)) {
                break;
            }
        }
        for _ in 0..3 {
            if !self.react() {
                break;
            }
        }
        if held {
            self.orders.push(Order::Settle {});
            return false;
        }
        self.settle();
        true
    }

    fn answer_with(&mut self, order: Order) -> bool {
        let fits = order.refused_in_combat(self.view()).is_empty();
        if fits {
            order.carry_out(self.rules, &mut self.game, &mut crate::engine::Events::discarding(), self.side);
            self.orders.push(order);
        }
        fits
    }

    /// What the position is worth once the send is settled, with a further answer.
    fn settled_with(&self, order: Option<&Order>) -> i32 {
        let mut game: Game = self.game.clone();
        if let Some(order) = order {
            order.carry_out(self.rules, &mut game, &mut crate::engine::Events::discarding(), self.side);
        }
        let (game, _) = legal::settled(View { game: &game, ..self.view() });
        worth::position(View { game: &game, ..self.view() })
    }

    /// The choice that costs least.
    pub(super) fn best_choice(&self, number: u8) -> Option<Choice> {
        let view = self.view();
        let mut choice = legal::choice(view, number)?;
        let sent = view.battle()?.sent.as_ref()?;
        let play = sent.plays.get(usize::from(number).checked_sub(1)?)?;
        let fewest = |from: &[String]| from.iter().min_by_key(|card| view.stars(card)).cloned();
        let mut hand = view.hand();
        hand.retain(|card| !sent.hand_cards().any(|spent| spent == card));
        hand.sort_by_key(|card| (worth::of_card(view, card), self.whim(card)));
        for forced in crate::reactions::forced_by(view, play) {
            use crate::effects::Forced;
            match forced {
                Forced::Discard { cards, generals } => {
                    let may = |card: &&&str| generals || view.general(card).is_none();
                    choice.discard = hand.iter().filter(may).take(cards).map(|card| (*card).to_owned()).collect();
                }
                Forced::Engage(from) => choice.engage = fewest(&from),
                Forced::Wounded(from) => choice.wounded = fewest(&from),
                Forced::Cancel(from) => {
                    let with = |card: &&String| {
                        let choice = Choice { cancel: Some((*card).clone()), ..choice.clone() };
                        self.settled_with(Some(&Order::Choose(choice)))
                    };
                    choice.cancel = from.iter().max_by_key(with).cloned();
                }
                Forced::Attack => {
                    let others = hand.iter().find(|card| view.general(card).is_none());
                    if let (Some(attack), Some(card)) = (&mut choice.attack, others) {
                        attack.card = (*card).to_owned();
                        let free: Vec<String> = view.free_generals().map(str::to_owned).collect();
                        attack.general = fewest(&free).unwrap_or_else(|| attack.general.clone());
                    }
                }
            }
        }
        // A card cannot be discarded and played as well.
        let attack = choice.attack.as_ref().map(|attack| attack.card.clone());
        if attack.is_some_and(|card| choice.discard.contains(&card)) {
            return legal::choice(view, number);
        }
        Some(choice)
    }

    /// Plays the immediate card that gains most, if one is worth it.
    fn react(&mut self) -> bool {
        self.best_reaction().is_some_and(|order| self.answer_with(order))
    }

    /// The immediate card that gains most, if one is worth it.
    pub(super) fn best_reaction(&self) -> Option<Order> {
        let view = self.view();
        let found = legal::reactions(view, view.battle()?.sent.as_ref()?);
        if found.is_empty() {
            return None;
        }
        let as_it_is = self.settled_with(None);
        let gain = |order: &Order| {
            let Order::React(reaction) = order else { return i32::MIN };
            let fails = view.fitting(&reaction.card, reaction.half, crate::events::Wanted::Immediate);
            let answered = fails.is_ok_and(|(_, part)| {
                part.effects().iter().any(|effect| matches!(effect, Effect::CancelsSpecial { .. }))
            });
            let gain = self.settled_with(Some(order)) - as_it_is;
            // He may pay, or have another card.
            let gain = if answered { gain * 3 / 4 } else { gain };
            // The count of the hand already has the card in it.
            gain - (worth::of_card(view, &reaction.card) - worth::UNSEEN) / 2
        };
        let best = found.iter().map(|order| (gain(order), order)).max_by_key(|(gain, _)| *gain);
        best.filter(|(gain, _)| *gain >= LEAST_GAIN).map(|(_, order)| order.clone())
    }
}
