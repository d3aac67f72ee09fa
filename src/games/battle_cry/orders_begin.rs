//! Carrying out the orders of a battle.

use crate::document::Problem;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::Refusal;
use crate::ledger::{Game, HAND, Play};
use crate::orders::Order;
use crate::settlement::Settlement;
use crate::shared::Side;
use crate::view::{RefusalList, View};
use crate::{BattleCry, Procedure, letter};

impl Order {
    /// Whether it answers the enemy's send, and so comes before that is settled (BC-26).
    pub fn is_answer(&self) -> bool {
        matches!(self, Order::React(_) | Order::Choose(_))
    }

    /// Whether a file of a battle may end with it.
    pub fn ends_a_file(&self) -> bool {
        matches!(self, Order::Send {} | Order::Hold {} | Order::Settle {} | Order::Pass { .. })
    }

    /// Whether it belongs to combat.
    pub fn is_of_combat(&self) -> bool {
        matches!(
            self,
            Order::React(_)
                | Order::Choose(_)
                | Order::Attack { .. }
                | Order::Special { .. }
                | Order::Engage { .. }
                | Order::Send {}
                | Order::Hold {}
                | Order::Settle {}
                | Order::Pass { .. }
        )
    }

    /// Why a side cannot give an order of combat now.
    pub fn refused_in_combat(&self, view: View<'_>) -> RefusalList {
        let Some(battle) = view.battle() else {
            return vec![(Refusal::WrongPhase { phase: view.game.phase }, "I")];
        };
        let mut found = RefusalList::new();
        match self {
            Order::React(reaction) => return reaction.refused(view),
            Order::Choose(choice) => return choice.refused(view),
            _ => {}
        }
        if let Some((to, card)) = view.rules.owed_choice(view) {
            return vec![(Refusal::ChoiceOwed { to, card }, "BC-26")];
        }
        let composing = !battle.plays.is_empty();
        if battle.sent.as_ref().is_some_and(|sent| sent.held) && *self != (Order::Settle {}) {
            return vec![(Refusal::Held, "BC-28")];
        }
        match self {
            Order::Send {} => found.when(!composing && !battle.acted, Refusal::NothingPlayed, "I.4"),
            Order::Hold {} if letter::is_by_card(view.game) => found.push((Refusal::NothingToHold, "BC-28")),
            Order::Hold {} => found.when(!composing, Refusal::NothingPlayed, "I.4"),
            Order::Settle {} => found.when(battle.sent.is_none(), Refusal::NothingSent, "BC-26"),
            Order::Pass { .. } => {
                found.when(composing || battle.acted, Refusal::NotNow, "I.4");
                // Only its owner sees whether the hand has a card for it; he claims that it has none.
                let others = |own: &crate::engine::OwnCards| {
                    own.known_cards(HAND).iter().any(|card| view.general(card).is_none())
                };
                found.when(view.owes_attack() && view.own.is_some_and(others), Refusal::MustAttack, "BC-3");
            }
            order => match order.play(view) {
                Some(Ok(play)) => found.extend(play.refused(view)),
                Some(Err(refusal)) => found.push(match &refusal {
                    // What is not held at all is said before what its halves are.
                    Refusal::IsGeneral { card } => (view.not_in_hand(card).unwrap_or(refusal), "I.3"),
                    _ => (refusal, "I.3"),
                }),
                None => found.push((Refusal::WrongPhase { phase: view.game.phase }, "I")),
            },
        }
        found
    }

    /// Carries out an order of combat that has been found legal.
    pub fn carry_out(&self, rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side) -> Option<Procedure> {
        // The file that is carried out has sealed its answers anew.
        game.battle.iter_mut().for_each(|battle| battle.shaken.retain(|other| *other != side));
        match self {
            Order::React(reaction) => {
                let sent = game.battle.as_mut().and_then(|battle| battle.sent.as_mut());
                sent.into_iter().for_each(|sent| sent.reactions.push(reaction.clone()));
            }
            Order::Choose(choice) => {
                let sent = game.battle.as_mut().and_then(|battle| battle.sent.as_mut());
                sent.into_iter().for_each(|sent| sent.choices.push(choice.clone()));
            }
            Order::Send {} => {
                leave_before_combat(game, side);
                game.send(rules, events, side, false);
            }
            Order::Hold {} => {
                // Where no card was announced, the enemy has nothing to say (BC-28).
                let cards = game.battle.iter().flat_map(|battle| &battle.plays).any(|play| play.card.is_some());
                game.send(rules, events, side, true);
                return (!cards).then(|| Procedure::Settle(Settlement::default()));
            }
            Order::Pass { continues } => {
                let first = game.battle.as_ref().is_some_and(|battle| battle.before_combat && battle.attacker != side);
                if first {
                    // The defender plays nothing before combat; that is no pass.
                    game.battle.iter_mut().for_each(|battle| battle.active = battle.attacker);
                } else {
                    if View::of(rules, game, side).owes_attack() {
                        game.cards.claim(events, "BC-3", &side.id(), serde_json::json!(crate::effects::NO_OTHERS));
                    }
                    leave_before_combat(game, side);
                    game.pass(events, side, *continues);
                }
            }
            Order::Settle {} => {
                let sent = game.battle.as_ref().is_some_and(|battle| battle.sent.is_some());
                return sent.then(|| Procedure::Settle(Settlement::default()));
            }
            order => {
                if let Some(Ok(play)) = order.play(View::of(rules, game, side)) {
                    game.announce(rules, events, side, &play);
                    if letter::is_by_card(game) {
                        game.send(rules, events, side, true);
                        return Some(Procedure::Settle(Settlement::default()));
                    }
                }
            }
        }
        None
    }

    /// The play that it announces, whoever looks at it.
    pub fn announced(&self, view: View<'_>) -> Option<Play> {
        self.play(view)?.ok()
    }
}

/// The time before combat is over once the attacker has handed over, or passed.
fn leave_before_combat(game: &mut Game, side: Side) {
    let Some(battle) = &mut game.battle else { return };
    if battle.attacker == side {
        battle.before_combat = false;
    }
}

impl BattleCry {
    /// A send that lies on the table settles before anything else is done.
    pub fn settles_first(&self, game: &Game, side: Side) -> Option<Procedure> {
        let sent = game.battle.as_ref()?.sent.as_ref()?;
        let due = sent.side != side && !sent.held && self.owed_choice(View::of(self, game, side)).is_none();
        due.then(|| Procedure::Settle(Settlement::default()))
    }

    /// The reason for returning orders: a reaction has come to nothing.
    pub fn beaten(&self, game: &Game) -> Problem {
        let side = game.battle.as_ref().map(|battle| battle.active).unwrap_or_default();
        let found = Refusal::to_problems(vec![(Refusal::ReactionBeaten, "BC-29")], self, side);
        found.into_iter().next().unwrap_or_default()
    }
}
