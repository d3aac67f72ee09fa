//! What the owner of a hand can see to be false in his own turn: the audit would find it, so it is never signed.

use crate::Dixie;
use crate::deploy::{self, Deployment};
use crate::document::{Problem, from_value};
use crate::engine::{CardTable, OwnCards, OwnTurn, Ruleset};
use crate::events::Refusal;
use crate::ledger::Game;
use crate::orders::{Answer, Order, Outflanking, Question};
use crate::outflank::passing_cards;
use crate::pack::Kind;
use crate::side::Side;
use crate::state_changes::HAND;
use crate::view::{RefusalList, View};

/// Everything of this kind in a turn; `question` is the one that it answers.
pub fn refused(
    rules: &Dixie,
    game: &Game,
    side: Side,
    question: Option<&Question>,
    turn: &OwnTurn<'_, Dixie>,
) -> Vec<Problem> {
    let view = View { rules, game, side, own: Some(turn.own) };
    let windows = rules.advance_questions(game, &side.id());
    let turn_up = turn.in_advance(&windows).find(|(_, window, _)| *window == "turn_up");
    let turn_up = turn_up.and_then(|(_, _, says)| match from_value(says) {
        Ok(Answer::TurnUp(cards)) => Some(cards),
        _ => None,
    });
    let mut found = Vec::new();
    for (n, order) in turn.orders.iter().enumerate() {
        let Some(order) = order else { continue };
        let (named, refused) = match order {
            Order::Deploy { cards, decoys } => {
                let (named, refused) = deployment_refused(view, turn.own, (cards, decoys), turn_up.as_deref());
                (Order::Deploy { cards: named, decoys: decoys.clone() }, refused)
            }
            order => (by_name(order, turn.own), laid_refused(view, turn.own, order)),
        };
        let problems = named.problems(refused, rules, side).into_iter();
        found.extend(problems.map(|problem| problem.under(&format!("orders[{n}]"))));
    }
    found.extend(specials_refused(view, &windows, turn));
    let answer = turn.answer.zip(question).and_then(|(answer, question)| answer_refused(view, question, answer));
    found.extend(answer);
    found
}

/// A card by its name, if its owner knows it under this id.
fn name(own: &OwnCards, card: &str) -> String {
    own.under(card).cloned().unwrap_or_else(|| card.to_owned())
}

/// An order with the names of the cards that it lays.
fn by_name(order: &Order, own: &OwnCards) -> Order {
    let mut order = order.clone();
    if let Order::Move { cards, .. } | Order::Outflank(Outflanking { cards, .. }) = &mut order {
        cards.iter_mut().for_each(|card| *card = name(own, card));
    }
    order
}

/// A deployment with the names of its cards, and what the rules hold against it (3.1, 3.21, 13.6).
fn deployment_refused(
    view: View<'_>,
    own: &OwnCards,
    (cards, decoys): (&Deployment, &[String]),
    turn_up: Option<&[String]>,
) -> (Deployment, RefusalList) {
    let named: Deployment =
        cards.iter().map(|(place, list)| (*place, list.iter().map(|card| name(own, card)).collect())).collect();
    let troop = |card: &str| view.rules.set(view.game).card(view.side, card).is_some_and(|card| card.kind.is_troop());
    let down: Vec<&String> = cards.values().flatten().filter(|card| CardTable::is_lay(card)).collect();
    let others: Vec<String> = down.iter().map(|id| name(own, id)).filter(|card| !troop(card)).collect();
    let mut found: RefusalList = Vec::new();
    // The side that deploys first answers later which cards it turns up; the other has turned up what it does not lay.
    let hidden: Vec<String> = match (turn_up, deploy::deploys_first(view.side)) {
        (Some(shown), _) => {
            let shown: Vec<String> = shown.iter().map(|id| name(own, id)).collect();
            let troops = shown.iter().filter(|card| troop(card));
            found.extend(troops.map(|card| (Refusal::WrongKind { card: card.clone() }, "3.1")));
            others.into_iter().filter(|card| !shown.contains(card)).collect()
        }
        (None, false) => others,
        (None, true) => fitting_decoys(view, &named, &others),
    };
    if !view.game.rules.decoys {
        // Only troops stay face down.
        found.extend(hidden.iter().map(|card| (Refusal::WrongKind { card: card.clone() }, "13.6")));
        found.extend(deploy::refused(view, &named, decoys));
    } else {
        // With open hands the order itself names the decoys.
        found.extend(deploy::refused(view, &named, &[&hidden[..], decoys].concat()));
    }
    (named, found)
}

/// If the answer is still to come: the decoys with which a deployment is legal, or none.
fn fitting_decoys(view: View<'_>, cards: &Deployment, others: &[String]) -> Vec<String> {
    if !view.game.rules.decoys {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (place, list) in cards {
        let here: Vec<&String> = list.iter().filter(|card| others.contains(card)).collect();
        let fits = |chosen: &u32| {
            let chosen = |n: usize| chosen & (1 << n) != 0;
            let decoys: Vec<String> =
                here.iter().enumerate().filter(|(n, _)| chosen(*n)).map(|(_, card)| (*card).clone()).collect();
            let refused = deploy::refused(view, &Deployment::from([(*place, list.clone())]), &decoys);
            let elsewhere = |refusal: &Refusal| matches!(refusal, Refusal::TooFew { place: other } if other != place);
            refused.iter().all(|(refusal, _)| elsewhere(refusal)).then_some(decoys)
        };
        // A position with more cards than this is full in any case.
        found.extend((0..1_u32 << here.len().min(10)).find_map(|chosen| fits(&chosen)).into_iter().flatten());
    }
    found
}

/// Cards that a move or an outflanking move lays, and that are not what the side claims of them (13.1, 13.6).
fn laid_refused(view: View<'_>, own: &OwnCards, order: &Order) -> RefusalList {
    let (cards, troops, rule) = match order {
        Order::Move { cards, .. } => (cards, !view.game.rules.decoys, "8.0"),
        Order::Outflank(Outflanking { cards, .. }) => (cards, true, "13.1"),
        _ => return Vec::new(),
    };
    let set = view.rules.set(view.game);
    let mut found = Vec::new();
    for id in cards.iter().filter(|card| CardTable::is_lay(card) && view.game.find(view.side, card).is_none()) {
        let Some(card) = own.under(id) else { continue };
        if !own.contains(HAND, card) && !view.rests(id) {
            found.push((Refusal::NotInReserve { card: card.clone() }, rule));
        } else if troops && !set.card(view.side, card).is_some_and(|card| card.kind.is_troop()) {
            found.push((Refusal::WrongKind { card: card.clone() }, rule));
        }
    }
    found
}

/// Answers in advance that play a card which is not in the Reserve (12.0).
fn specials_refused(view: View<'_>, windows: &[&'static str], turn: &OwnTurn<'_, Dixie>) -> Vec<Problem> {
    let mut found = Vec::new();
    for (n, _, says) in turn.in_advance(windows) {
        let Ok(Answer::Specials(plays)) = from_value(says) else { continue };
        for (at, play) in plays.iter().enumerate().filter(|(_, play)| !turn.own.contains(HAND, &play.card)) {
            let (refusal, rule) = view.not_in_reserve(&play.card, "12.0");
            let problem = refusal.to_owner(view.rules, view.side).rule(rule);
            found.push(problem.in_path(format!("commit[{n}].choice.specials[{at}].card")));
        }
    }
    found
}

/// An answer about cards that only their owner knows, if it is not true of them (3.1, 13.1).
fn answer_refused(view: View<'_>, question: &Question, answer: &Answer) -> Option<Problem> {
    let (rule, cards) = match (question, answer) {
        (Question::TurnUp { cards }, Answer::TurnUp(said)) => {
            let troop = |card: &&String| view.kind(card).is_some_and(Kind::is_troop);
            let others: Vec<String> = cards.iter().filter(|card| !troop(card)).cloned().collect();
            let shown_troop = said.iter().any(|card| troop(&card));
            if !shown_troop && (view.game.rules.decoys || others.iter().all(|card| said.contains(card))) {
                return None;
            }
            ("3.1", others)
        }
        (Question::Outflanked { cards, faces, general, .. }, Answer::Passed(said)) => {
            let passing = passing_cards(view, cards, faces, general.as_deref());
            if passing.iter().all(|card| said.contains(card)) {
                return None;
            }
            ("13.1", passing)
        }
        _ => return None,
    };
    let cards = cards.iter().map(|card| view.name(card)).collect();
    let problem = Refusal::OtherCards { cards }.to_owner(view.rules, view.side);
    Some(problem.in_path("answers[0].answer").rule(rule))
}
