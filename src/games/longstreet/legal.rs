//! Legal orders and answers: not all, but enough to play on.

use crate::Longstreet;
use crate::board::table::Spot;
use crate::confirmation::{admits_amend, admits_morale, hits};
use crate::document::Id;
use crate::engine::{OwnCards, Position};
use crate::interrupts::{admits, declared};
use crate::ledger::{Declaration, Game, Phase, RefereeRuling};
use crate::orders::{Amend, Answer, Dice, Dispute, Mark, Order, Play, Question, Spend};
use crate::pack::{Effect, Symbol};
use crate::shared::table::VictoryCondition;
use crate::side::Side;
use crate::view::View;

/// Legal orders of a side.
pub fn orders(rules: &Longstreet, game: &Game, side: Side, own: Option<&OwnCards>) -> Vec<Order> {
    // At the start of a turn, as if nobody interrupted.
    let mut opened = game.clone();
    crate::forecast::apply_turn_start(&mut opened, side);
    let game = &opened;
    let view = View { rules, game, side, own };
    let mut found = vec![Order::Reshuffle {}, Order::Pass {}, Order::EndTurn {}];
    if game.unconfirmed(side).next().is_some() {
        found.push(Order::Settle {});
    }
    invocations(view, &mut found);
    actions(view, &mut found);
    found.retain(|order| order.refused(view).is_empty());
    found
}

/// Invocations: every card alone, with the next one, and with a modifier, where they fit; an owner is shown each of his
/// modifiers.
fn invocations(view: View<'_>, found: &mut Vec<Order>) {
    let hand = view.hand();
    let most = if view.own.is_some() { hand.len() } else { 1 };
    for (n, id) in hand.iter().enumerate() {
        let two = vec![id.clone(), hand[(n + 1) % hand.len()].clone()];
        for symbol in [Symbol::Fire, Symbol::Movement, Symbol::Combat] {
            let fits =
                |other: &&String| *other != id && view.card(other).is_some_and(|card| card.symbol == Some(symbol));
            let modifiers = hand.iter().filter(fits).take(most).cloned().map(Some);
            for modify in std::iter::once(None).chain(modifiers) {
                // An invocation that names a card twice is refused with the others.
                for cards in [vec![id.clone()], two.clone()] {
                    let modify = modify.clone();
                    found.push(match symbol {
                        Symbol::Fire => Order::Fire { card: id.clone(), modify },
                        Symbol::Movement => Order::Movement { cards, modify },
                        Symbol::Combat => Order::Combat { cards, modify },
                    });
                }
            }
        }
    }
    found.dedup();
}

/// What each unit may do: fire at the nearest enemies, go forward and to the sides, charge, be marked.
fn actions(view: View<'_>, found: &mut Vec<Order>) {
    let Some(battle) = view.rules.battle(view.game) else { return };
    let there = |side: Side| {
        let there = view.rules.force(view.game, side).filter(|force| force.unit.is_in_play());
        there.map(|force| (&force.data.id, force.unit)).collect::<Vec<_>>()
    };
    let enemies = there(view.side.other());
    for (id, unit) in there(view.side) {
        let unit_id = || id.clone();
        let mut near = enemies.clone();
        near.sort_by_key(|(enemy, state)| (unit.at.distance(state.at), (*enemy).clone()));
        for (target, _) in near.iter().take(2) {
            let dice = Dice { count: unit.bases.clamp(1, 60), hit_on: 5 };
            let target = || (*target).clone();
            for reroll in [false, true] {
                let (units, purpose) = (vec![unit_id()], String::new());
                found.push(Order::Volley { units, target: target(), dice, reroll, purpose });
            }
            for (dice, disorder) in [(Some(dice), false), (None, true)] {
                let against = dice.map(|dice| Dice { count: 2, ..dice });
                let (losses, own_losses) = if dice.is_some() { (0, 0) } else { (1, 1) };
                let (unit, target) = (unit_id(), target());
                found.push(Order::Charge { unit, target, dice, against, losses, own_losses, disorder });
            }
        }
        let forward = if unit.at.facing == 180 { -20 } else { 20 };
        for (x, y, disorder) in [(0, forward, false), (15, forward, true), (-15, 0, false)] {
            let to = Spot { east: unit.at.east + x, north: unit.at.north + y, ..unit.at }.into();
            found.push(Order::Move { unit: unit_id(), to, disorder });
        }
        if unit.disorder {
            found.push(Order::Mark(mark(id, Some(false), 0)));
        }
    }
    if view.game.phase == Phase::Combat {
        found.extend(enemies.iter().take(2).map(|(id, _)| Order::Mark(mark(id, Some(true), 1))));
    }
    // An accepted claim ends the battle, so it is offered late.
    let agreed = battle.victory.iter().filter(|condition| matches!(condition.needs, VictoryCondition::Agreed { .. }));
    let agreed = agreed.filter(|_| view.game.turn > 12);
    found.extend(agreed.map(|condition| Order::Claim { condition: condition.id.clone() }));
}

/// A mark of a unit (LS-10).
pub fn mark(unit: &Id, disorder: Option<bool>, lose: u8) -> Mark {
    Mark { unit: unit.clone(), disorder, ammunition: None, lose, to: None, gone: false, why: String::new() }
}

/// The side that a question is addressed to.
pub fn asked(game: &Game, question: &Question) -> Side {
    let declarer = |fact: &u32| game.fact(*fact).map_or(game.side, |fact| fact.side);
    match question {
        Question::Interrupt { .. } | Question::Morale { .. } => game.side.other(),
        Question::Confirm { facts } => facts.first().map_or(game.side, declarer).other(),
        Question::Disputed { fact, .. } => declarer(fact),
        Question::Insisted { fact, .. } => declarer(fact).other(),
    }
}

/// The legal answers to a question; cards are those that its owner may hold, or does hold.
pub fn answers(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    question: &Question,
    own: Option<&OwnCards>,
) -> Vec<Answer> {
    let game = &position.game;
    let side = asked(game, question);
    let view = View { rules, game, side, own };
    let ruled = |fact: &u32| game.fact(*fact).and_then(|fact| fact.ruled);
    let insist = || Answer::Insist { why: String::new() };
    match question {
        Question::Interrupt { moment, action } => {
            let actions = declared(position, *moment, action.as_ref());
            let plays = view.hand().into_iter().flat_map(|card| plays(view, card));
            let plays = plays.filter(|play| admits(view, *moment, &actions, play)).map(Answer::Interrupt);
            std::iter::once(Answer::Pass {}).chain(plays).collect()
        }
        Question::Confirm { facts } => {
            let mut found = vec![Answer::Accept { morale: None }];
            if !hits(game, side.other()).is_empty() && side != game.side {
                found.push(Answer::Accept { morale: Some(Vec::new()) });
                // A side whose cards are not known here is offered none of them.
                let spends = own.map(|_| spends(view)).unwrap_or_default();
                found.extend(spends.into_iter().map(|spends| Answer::Accept { morale: Some(spends) }));
            }
            let dispute = |fact: &u32| Answer::Dispute(vec![Dispute { fact: *fact, why: "look again".to_owned() }]);
            found.extend(facts.iter().take(1).map(dispute));
            found
        }
        Question::Morale { .. } => {
            std::iter::once(Answer::Pass {}).chain(spends(view).into_iter().map(Answer::Morale)).collect()
        }
        Question::Disputed { fact, .. } => match ruled(fact) {
            Some(RefereeRuling::Stands) => vec![insist()],
            Some(RefereeRuling::Falls) => vec![Answer::Withdraw {}],
            None => [Answer::Withdraw {}, insist()].into_iter().chain(amends(view, *fact)).collect(),
        },
        Question::Insisted { fact, .. } => match ruled(fact) {
            Some(RefereeRuling::Stands) => vec![Answer::Yield {}],
            Some(RefereeRuling::Falls) => vec![insist()],
            None => vec![Answer::Yield {}, insist()],
        },
    }
}

/// Each card of the hand against each of the hits, where it may be played for its morale value.
fn spends(view: View<'_>) -> Vec<Vec<Spend>> {
    let hits = hits(view.game, view.side.other());
    let each = hits.iter().flat_map(|hit| view.hand().into_iter().map(|card| vec![Spend { card, fact: hit.fact }]));
    each.filter(|spends| admits_morale(view, spends)).collect()
}

/// The ways to play a card as an interrupt.
fn plays(view: View<'_>, card: String) -> Vec<Play> {
    let Some(effect) = view.card(&card).map(|card| card.effect) else { return Vec::new() };
    let battle = view.rules.battle(view.game);
    let middle = battle.map(|battle| Spot { east: battle.width / 2, north: battle.depth / 2, facing: 0 });
    let enemies = battle.into_iter().flat_map(|battle| battle.of(view.side.other())).map(|data| Some(data.id.clone()));
    let units: Vec<Option<Id>> = if effect.targets_unit() { enemies.collect() } else { vec![None] };
    let play = |unit: Option<Id>| {
        let at = unit.as_ref().and_then(|unit| view.game.units.get(unit)).map(|unit| unit.at);
        let to = (effect.needs_place()).then(|| at.or(middle)).flatten();
        let to = to.map(|to| if effect == Effect::MoveEnemy { Spot { east: (to.east - 10).max(0), ..to } } else { to });
        Play { card: card.clone(), unit, to: to.map(Into::into) }
    };
    units.into_iter().map(play).collect()
}

/// A correction of a fact that its dice allow.
fn amends(view: View<'_>, fact: u32) -> Option<Answer> {
    let what = view.game.fact(fact).map(|fact| &fact.what)?;
    let amend = match what {
        Declaration::Volley { .. } | Declaration::Charge { dice: Some(_), .. } => {
            Amend { hit_on: Some(6), ..Amend::default() }
        }
        Declaration::Charge { .. } => Amend { losses: Some(0), ..Amend::default() },
        Declaration::Move { from, .. } => Amend { to: Some((*from).into()), ..Amend::default() },
        Declaration::Mark { .. } | Declaration::Claim { .. } => return None,
    };
    admits_amend(view, fact, &amend).then_some(Answer::Amend(amend))
}

/// Whether an answer is legal.
pub fn allows(rules: &Longstreet, position: &Position<Longstreet>, question: &Question, answer: &Answer) -> bool {
    let game = &position.game;
    let view = View::of(rules, game, asked(game, question));
    match (question, answer) {
        (Question::Interrupt { .. } | Question::Morale { .. }, Answer::Pass {}) => true,
        (Question::Interrupt { moment, action }, Answer::Interrupt(play)) => {
            admits(view, *moment, &declared(position, *moment, action.as_ref()), play)
        }
        (Question::Confirm { .. }, Answer::Accept { morale: None }) => true,
        (Question::Confirm { .. }, Answer::Accept { morale: Some(spends) }) => {
            view.side != game.side && admits_morale(view, spends)
        }
        (Question::Confirm { facts }, Answer::Dispute(disputes)) => {
            let once = |n: usize, dispute: &Dispute| disputes[..n].iter().all(|other| other.fact != dispute.fact);
            let fits = |(n, dispute): (usize, &Dispute)| {
                facts.contains(&dispute.fact) && once(n, dispute) && crate::shared::is_name(&dispute.why)
            };
            !disputes.is_empty() && disputes.iter().enumerate().all(fits)
        }
        (Question::Morale { .. }, Answer::Morale(spends)) => !spends.is_empty() && admits_morale(view, spends),
        (Question::Disputed { fact, .. }, Answer::Amend(amend)) => {
            view.game.fact(*fact).is_some_and(|fact| fact.ruled.is_none()) && admits_amend(view, *fact, amend)
        }
        (Question::Disputed { .. } | Question::Insisted { .. }, Answer::Insist { why }) => {
            let insists =
                answers(rules, position, question, None).iter().any(|other| matches!(other, Answer::Insist { .. }));
            insists && (why.is_empty() || crate::shared::is_name(why))
        }
        (Question::Disputed { .. } | Question::Insisted { .. }, answer) => {
            answers(rules, position, question, None).contains(answer)
        }
        _ => false,
    }
}
