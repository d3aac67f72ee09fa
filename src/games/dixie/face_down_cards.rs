//! Cards that a turn lays face down, and cards that it opens (protocol 8.4).

use serde_json::{Value, json};

use crate::Dixie;
use crate::deploy::deploys_first;
use crate::document::Id;
use crate::engine::{CardActs, CardTable, Concealed, OwnCards};
use crate::ledger::Game;
use crate::orders::{Answer, Order, Outflanking, Play};
use crate::place::Place;
use crate::side::Side;

/// What orders and an answer do with face-down cards, judged only by public information.
pub fn card_acts(rules: &Dixie, game: &Game, side: Side, orders: &[Order], answer: Option<&Answer>) -> CardActs {
    let mut acts = CardActs::default();
    let open = |card: &String, acts: &mut CardActs| {
        let down = game.is_face_down(side, card) && !game.resting.contains(card);
        if let Some(id) = card.parse::<Id>().ok().filter(|_| down || answer.is_some())
            && !acts.opens.contains(&id)
        {
            acts.opens.push(id);
        }
    };
    let mut laid: Vec<String> = Vec::new();
    // A card that several orders name is laid once.
    let mut lays = |card: &String| {
        if CardTable::is_lay(card) && !game.cards.is_laid(&side.id(), card) && !laid.contains(card) {
            laid.push(card.clone());
        }
    };
    for order in orders {
        match order {
            Order::Deploy { cards, .. } => cards.values().flatten().for_each(&mut lays),
            Order::Decoy { card, .. } => lays(card),
            Order::Outflank(order) => order.cards.iter().for_each(&mut lays),
            Order::Move { cards, path } => {
                cards.iter().for_each(&mut lays);
                // Cards that engage are revealed (8.1), and so are those that come to hold an enemy position alone
                // (4.0); a card that makes two moves shows that it may (8.5).
                let holds = |place: Place| game.must_show_troops(side, place) && !rules.shows_troops(game, place, side);
                let shows = |place: &Place| game.has_enemies(*place, side) || holds(*place);
                if path.len() > 1 || path.iter().any(shows) {
                    cards.iter().for_each(|card| open(card, &mut acts));
                }
            }
            Order::ForceMarch { cards, general, .. } => {
                cards.iter().chain(general).for_each(|card| open(card, &mut acts));
            }
            Order::Fire { cards, .. } | Order::Scout { cards, .. } | Order::Reveal { cards } => {
                cards.iter().for_each(|card| open(card, &mut acts));
            }
            _ => {}
        }
    }
    if let Some(Answer::TurnUp(cards) | Answer::Passed(cards)) = answer {
        cards.iter().filter(|card| game.is_face_down(side, card)).for_each(|card| open(card, &mut acts));
    }
    // An id that is not the next one belongs to no card: the order that names it is refused, and nothing is laid.
    acts.lays = game.cards.next_ids(&side.id(), laid.len());
    acts.lays.retain(|id| laid.iter().any(|card| card == id.as_str()));
    acts
}

/// A player's orders, prepared for signing: his own face-down cards are given by their ids, and troops of the Reserve
/// that go where there are no enemies by the ids of new commitments.
pub fn conceal(
    rules: &Dixie,
    game: &Game,
    side: Side,
    (mut orders, answer): (Vec<Order>, Option<Answer>),
    own: &OwnCards,
) -> Concealed<Dixie> {
    let mut laid: Vec<(Id, String)> = Vec::new();
    // A card that fires later in the turn is revealed then: it cannot be laid and opened at once.
    let fires = |orders: &[Order], card: &String| {
        let firing = orders.iter().filter(|order| matches!(order, Order::Fire { .. }));
        firing.into_iter().any(|order| order.cards().contains(card))
    };
    let written = orders.clone();
    // A card that the turn already lays is given by its id from then on; another is laid where that is allowed.
    let mut lay = |card: &mut String, may: bool| {
        if let Some((id, _)) = laid.iter().find(|(_, name)| name == card) {
            *card = id.as_str().to_owned();
        } else if may
            && !game.cards.open_handed
            && !CardTable::is_lay(card)
            && let Some(id) = game.cards.next_ids(&side.id(), laid.len() + 1).pop()
        {
            laid.push((id.clone(), std::mem::replace(card, id.as_str().to_owned())));
        }
    };
    // A card of the Reserve can be used only once.
    let used = |n: usize, card: &String| {
        written[..n].iter().any(|order| order.cards().iter().chain(order.other_cards()).any(|other| other == card))
    };
    let troop = |card: &String| rules.set(game).card(side, card).is_some_and(|card| card.kind.is_troop());
    let in_hand = |card: &String| own.contains("hand", card);
    for (n, order) in orders.iter_mut().enumerate() {
        if let Order::Deploy { cards, decoys } = order {
            for (_, list) in cards.iter_mut() {
                // The side that deploys last immediately shows what is to be seen.
                let hidden = |card: &&mut String| deploys_first(side) || troop(card) || decoys.contains(*card);
                list.iter_mut().filter(|card| in_hand(card)).filter(hidden).for_each(|card| lay(card, true));
            }
            // Nobody may be able to tell decoys from troops; a card that is not a decoy is refused as written.
            decoys.retain(|card| !game.rules.decoys || troop(card) || !in_hand(card) || game.cards.open_handed);
            continue;
        }
        if let Order::Decoy { card, .. } = order {
            // An option that is not played is refused as written.
            if !game.rules.decoys {
                continue;
            }
            let may = in_hand(card) && !used(n, card);
            lay(card, may);
            // Nobody may be able to tell it from a move.
            let Order::Decoy { card, place } = order.clone() else { continue };
            if CardTable::is_lay(&card) {
                *order = Order::Move { cards: vec![card], path: vec![place] };
            }
            continue;
        }
        if let Order::Outflank(Outflanking { cards, special, named: false, .. }) = order {
            // The first card, if it uses a Flank March, is certain to be seen.
            for card in cards.iter_mut().skip(usize::from(special.is_some())) {
                let may = in_hand(card) && troop(card) && !used(n, card);
                lay(card, may);
            }
            continue;
        }
        let quiet = match order {
            Order::Move { path, .. } => {
                !path.iter().any(|place| game.has_enemies(*place, side) || *place == Place::Reserve)
            }
            _ => false,
        };
        let two = matches!(order, Order::Move { path, .. } if path.len() > 1);
        each_card(order, &mut |card| {
            if let Some(id) = own.id_of(card) {
                *card = id.as_str().to_owned();
            }
            let may = quiet && !two && in_hand(card) && troop(card) && !fires(&written, card) && !used(n, card);
            lay(card, may);
        });
    }
    let answer = answer.map(|mut answer| {
        if let Answer::Hits(cards) | Answer::Withdraw(cards) | Answer::TurnUp(cards) | Answer::Passed(cards) =
            &mut answer
        {
            for card in cards {
                *card = own.id_of(card).map_or_else(|| std::mem::take(card), |id| id.as_str().to_owned());
            }
        }
        answer
    });
    Concealed { orders, answer, laid }
}

/// What the side that deploys first answers in advance: which of its face-down cards are revealed once both sides have
/// deployed, because they are neither troops nor decoys (3.1, DX-5).
pub fn reveals_after_deployment(
    rules: &Dixie,
    game: &Game,
    side: Side,
    written: &[Order],
    laid: &[(Id, String)],
) -> Vec<(&'static str, Value)> {
    let [Order::Deploy { decoys, .. }] = written else { return Vec::new() };
    if !deploys_first(side) || laid.is_empty() {
        return Vec::new();
    }
    let stays = |card: &str| {
        let troop = rules.set(game).card(side, card).is_some_and(|card| card.kind.is_troop());
        troop || decoys.iter().any(|decoy| decoy == card)
    };
    let shown = laid.iter().filter(|(_, card)| !stays(card)).map(|(id, _)| id.as_str().to_owned());
    vec![("turn_up", json!(Answer::TurnUp(shown.collect())))]
}

fn each_card(order: &mut Order, change: &mut dyn FnMut(&mut String)) {
    match order {
        Order::Fire { cards, .. }
        | Order::Move { cards, .. }
        | Order::Scout { cards, .. }
        | Order::Reveal { cards } => {
            cards.iter_mut().for_each(change);
        }
        Order::ForceMarch { cards, general, .. } => cards.iter_mut().chain(general).for_each(change),
        Order::Outflank(Outflanking { cards, general, special, .. }) => {
            cards.iter_mut().chain(general).chain(special).for_each(change);
        }
        Order::Melee { specials, .. } => specials.iter_mut().for_each(change),
        Order::Terrain { card, .. } | Order::Special(Play { card, .. }) => change(card),
        Order::Deploy { .. } | Order::Decoy { .. } | Order::EndTurn {} => {}
    }
}
