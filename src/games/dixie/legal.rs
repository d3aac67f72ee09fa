//! Legal orders and answers: not all, but enough to play on.

use crate::Dixie;
use crate::deploy::Deployment;
use crate::engine::OwnCards;
use crate::events::Refusal;
use crate::fire::cards_able_to_fire;
use crate::hit_allocation;
use crate::ledger::{Game, Phase};
use crate::orders::{Again, Answer, Order, Outflanking, Play, Question};
use crate::outflank::passing_cards;
use crate::pack::{Card, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::specials;
use crate::view::View;

impl<'v> View<'v> {
    /// How an order names a card in play: by its id where its side knows it.
    pub fn name(&self, card: &str) -> String {
        self.card(card).map_or_else(|| card.to_owned(), |data| data.id.clone())
    }

    /// The names of the side's cards in a position.
    pub fn card_names_in(&self, place: Place) -> Vec<String> {
        self.game.cards_in(place, self.side).iter().map(|placed| self.name(&placed.card)).collect()
    }

    /// The cards of the Reserve, where they are known.
    pub fn reserve(&self) -> Vec<&'v Card> {
        let seen = self.own.map(|own| own.known_cards("hand")).unwrap_or_default();
        let set = self.rules.set(self.game);
        seen.into_iter().filter_map(|id| set.card(self.side, id)).collect()
    }
}

/// Legal orders of a side.
pub fn orders(rules: &Dixie, game: &Game, side: Side, own: Option<&OwnCards>) -> Vec<Order> {
    let view = View { rules, game, side, own };
    if game.phase == Phase::Deployment {
        let places: Vec<Place> = game.places.keys().copied().collect();
        let mut found: Vec<Order> = (0..=4).map(|most| deployment(view, most, &places)).collect();
        found.dedup();
        found.retain(|order| order.refused(view).is_empty());
        return found;
    }
    let mut found = vec![Order::EndTurn {}];
    let places: Vec<Place> = game.places.keys().copied().collect();
    for &place in &places {
        let there = view.card_names_in(place);
        fires(view, place, &there, &mut found);
        found.push(Order::Melee { place, specials: Vec::new(), again: Again::Always });
        let ways = paths(game, side, place);
        for card in &there {
            moves(card, &ways, &mut found);
            let general = rules.general(game, place, side).map(|general| general.id.clone());
            for path in ways.iter().filter(|path| path.len() == 2) {
                let (cards, path, general) = (vec![card.clone()], path.clone(), general.clone());
                found.push(Order::ForceMarch { cards, path, general });
            }
            if game.rules.scouting {
                found.push(Order::Scout { cards: vec![card.clone()], place: place.opposite() });
            }
            if game.rules.decoys {
                found.push(Order::Reveal { cards: vec![card.clone()] });
            }
        }
    }
    let ways = paths(game, side, Place::Reserve);
    for card in view.reserve() {
        if card.kind == Kind::Special {
            found.extend(plays(view, card, &places).into_iter().map(Order::Special));
        } else {
            moves(&card.id, &ways, &mut found);
        }
        for &place in &places {
            let one = || vec![card.id.clone()];
            if card.kind == Kind::Terrain {
                found.push(Order::Terrain { card: card.id.clone(), place });
            }
            if card.kind.is_troop() && game.rules.outflanking {
                let (cards, general, special, target) = (one(), None, None, None);
                found.push(Order::Outflank(Outflanking { cards, place, general, special, target, named: false }));
            }
            if !card.kind.is_troop() && game.rules.decoys {
                found.push(Order::Decoy { card: card.id.clone(), place });
            }
        }
    }
    found.retain(|order| order.refused(view).is_empty());
    found
}

fn moves(card: &str, ways: &[Vec<Place>], found: &mut Vec<Order>) {
    found.extend(ways.iter().map(|path| Order::Move { cards: vec![card.to_owned()], path: path.clone() }));
}

/// The paths of one or two moves from a place.
pub fn paths(game: &Game, side: Side, from: Place) -> Vec<Vec<Place>> {
    let next = |from: Place| {
        let all = game.places.keys().copied().chain([Place::Reserve]);
        all.filter(move |to| game.adjacent(side, from, *to)).collect::<Vec<_>>()
    };
    let mut found: Vec<Vec<Place>> = next(from).into_iter().map(|to| vec![to]).collect();
    for one in next(from) {
        found.extend(next(one).into_iter().filter(|two| *two != from).map(|two| vec![one, two]));
    }
    found
}

/// Fire of the cards in a position, each alone and all together, at every possible target.
fn fires(view: View<'_>, place: Place, there: &[String], found: &mut Vec<Order>) {
    let targets = view.game.lateral(place).into_iter().map(Some).chain([None]);
    for at in targets {
        let able: Vec<String> = cards_able_to_fire(view, there, at).into_iter().cloned().collect();
        let mut fire = |cards: Vec<String>| found.push(Order::Fire { cards, at, target: None, until_hits: None });
        able.iter().for_each(|card| fire(vec![card.clone()]));
        if able.len() > 1 {
            fire(able);
        }
    }
    if view.game.rules.counter_battery {
        for target in view.game.cards_in(place.opposite(), view.side.other()) {
            let target = Some(view.game.public_name(view.side.other(), &target.card));
            for card in there {
                found.push(Order::Fire {
                    cards: vec![card.clone()],
                    at: None,
                    target: target.clone(),
                    until_hits: None,
                });
            }
        }
    }
}

/// The ways to play a special by its side's own order.
fn plays(view: View<'_>, card: &Card, places: &[Place]) -> Vec<Play> {
    let play = |place: Option<Place>, target: Option<String>| Play { card: card.id.clone(), place, target };
    match card.special {
        Some(Effect::Railway) => vec![play(None, None)],
        Some(Effect::Rally) => view.game.routed.iter().map(|routed| play(None, Some(routed.clone()))).collect(),
        Some(Effect::Sharpshooters) => {
            let general = |place: &Place| view.rules.general(view.game, *place, view.side.other());
            places.iter().filter_map(|place| Some(play(Some(*place), Some(general(place)?.id.clone())))).collect()
        }
        _ => places.iter().map(|place| play(Some(*place), None)).collect(),
    }
}

/// Adds a card to a deployment if it may stand there.
pub fn add_to_deployment(view: View<'_>, cards: &mut Deployment, place: Place, card: &Card) -> bool {
    let mut more = cards.clone();
    more.entry(place).or_default().push(card.id.clone());
    let order = Order::Deploy { cards: more.clone(), decoys: Vec::new() };
    let few = |found: &(Refusal, &str)| matches!(found.0, Refusal::TooFew { .. });
    let fits = order.refused(view).iter().all(few);
    if fits {
        *cards = more;
    }
    fits
}

/// A deployment with at most `most` troops in each position, a general if there is one, and terrain: the strongest go
/// to the first of the places.
pub fn deployment(view: View<'_>, most: usize, places: &[Place]) -> Order {
    let mut cards = Deployment::new();
    let mut hand = view.reserve();
    hand.sort_by_key(|card| (std::cmp::Reverse(card.cv + card.attack + card.defense), card.number));
    // Round after round, so that every position gets its share.
    for _ in 0..most {
        for &place in places {
            let next = hand.iter().position(|card| card.kind.is_troop());
            if let Some(at) = next.filter(|at| add_to_deployment(view, &mut cards, place, hand[*at])) {
                hand.remove(at);
            }
        }
    }
    if most > 0 {
        for card in hand.iter().filter(|card| !card.kind.is_troop()) {
            places.iter().any(|place| add_to_deployment(view, &mut cards, *place, card));
        }
    }
    Order::Deploy { cards, decoys: Vec::new() }
}

/// The side that a question is addressed to.
pub fn asked(game: &Game, question: &Question) -> Side {
    let owner = |cards: &[String]| {
        let has = |side: &Side| {
            cards.iter().any(|card| game.cards_in(question.place(), *side).iter().any(|p| p.card == *card))
        };
        Side::BOTH.into_iter().find(has)
    };
    match question {
        Question::BeforeFire { .. } | Question::BeforeMelee { .. } => game.side.other(),
        Question::Hits { cards, .. } | Question::Withdraw { cards, .. } => owner(cards).unwrap_or(game.side),
        Question::SecondRound { .. } | Question::Outflanked { .. } => game.side,
        Question::TurnUp { .. } => Side::Csa,
    }
}

/// The legal answers to a question; specials are those that its owner may hold, or does hold.
pub fn answers(rules: &Dixie, game: &Game, question: &Question, own: Option<&OwnCards>) -> Vec<Answer> {
    let side = asked(game, question);
    let view = View { rules, game, side, own };
    match question {
        Question::BeforeFire { at, cards, .. } => {
            let general = rules.general(game, *at, side.other()).map(|general| general.id.clone());
            let target = |effect: Effect| match effect {
                Effect::Sharpshooters => general.clone(),
                Effect::Ammunition | Effect::UniformConfusion => cards.first().cloned(),
                _ => None,
            };
            with_specials(view, question, target)
        }
        Question::BeforeMelee { .. } => with_specials(view, question, |_| None),
        Question::Hits { hits, cards, .. } => choices(*hits, cards).into_iter().map(Answer::Hits).collect(),
        Question::SecondRound { .. } => vec![Answer::Fight {}, Answer::Disengage {}],
        Question::Withdraw { count, cards, .. } => choices(*count, cards).into_iter().map(Answer::Withdraw).collect(),
        Question::TurnUp { cards } => {
            let shown = |card: &&String| view.card(card).is_some_and(|card| !card.kind.is_troop());
            known(view, cards, || cards.iter().filter(shown).cloned().collect()).map(Answer::TurnUp).collect()
        }
        Question::Outflanked { cards, faces, general, .. } => {
            known(view, cards, || passing_cards(view, cards, faces, general.as_deref())).map(Answer::Passed).collect()
        }
    }
}

/// The owner's answer about these cards; without knowing them, that all or none are meant.
fn known(view: View<'_>, all: &[String], own: impl Fn() -> Vec<String>) -> impl Iterator<Item = Vec<String>> {
    let selections = if view.own.is_some() { vec![own()] } else { vec![Vec::new(), all.to_vec()] };
    selections.into_iter()
}

fn with_specials(view: View<'_>, question: &Question, target: impl Fn(Effect) -> Option<String>) -> Vec<Answer> {
    let cards = view.rules.set(view.game).of(view.side);
    let play = |card: &Card| {
        Some(Play { card: card.id.clone(), place: Some(question.place()), target: target(card.special?) })
    };
    let plays = cards.filter_map(play).map(|play| vec![play]);
    let legal = plays.filter(|plays| specials::may_answer(view, question, plays)).map(Answer::Specials);
    std::iter::once(Answer::Pass {}).chain(legal).collect()
}

/// Every selection of `count` of these cards.
fn choices(count: u8, cards: &[String]) -> Vec<Vec<String>> {
    let count = usize::from(count).min(cards.len()).max(1);
    let mut found: Vec<Vec<usize>> = (0..cards.len()).map(|n| vec![n]).collect();
    for _ in 1..count {
        let more = |chosen: &Vec<usize>| {
            let chosen = chosen.clone();
            let next = chosen.last().map_or(0, |last| last + 1);
            (next..cards.len()).map(move |n| [chosen.clone(), vec![n]].concat())
        };
        found = found.iter().flat_map(more).collect();
    }
    let cards = |chosen: Vec<usize>| chosen.into_iter().map(|n| cards[n].clone()).collect();
    found.into_iter().map(cards).collect()
}

/// Whether an answer is legal.
pub fn admits(rules: &Dixie, game: &Game, question: &Question, answer: &Answer) -> bool {
    match (question, answer) {
        (Question::BeforeFire { .. } | Question::BeforeMelee { .. }, Answer::Pass {}) => true,
        (Question::BeforeFire { .. } | Question::BeforeMelee { .. }, Answer::Specials(plays)) => {
            specials::may_answer(View::of(rules, game, asked(game, question)), question, plays)
        }
        (Question::Hits { hits, cards, .. }, Answer::Hits(chosen)) => hit_allocation::admits(*hits, cards, chosen),
        (Question::Withdraw { count, cards, .. }, Answer::Withdraw(chosen)) => {
            hit_allocation::admits(*count, cards, chosen)
        }
        (Question::TurnUp { cards }, Answer::TurnUp(chosen))
        | (Question::Outflanked { cards, .. }, Answer::Passed(chosen)) => {
            hit_allocation::admits(chosen.len() as u8, cards, chosen)
        }
        (Question::SecondRound { .. }, Answer::Fight {} | Answer::Disengage {}) => true,
        _ => false,
    }
}
