//! A sensible player: deploys the strong in the center, fires with everything that can, reinforces where it fights, and attacks
//! where it is the stronger.

use serde_json::{Value, json};

use crate::Dixie;
use crate::engine::{Events, OwnCards};
use crate::fire::able;
use crate::ledger::{Did, Game, Phase};
use crate::legal::{asked, deployment};
use crate::moves::Route;
use crate::orders::{Again, Answer, Order, Play, Question};
use crate::pack::{Card, Edition, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::specials;
use crate::view::View;

/// What a face-down card of the enemy is taken for.
const UNSEEN: i64 = 3;

/// A turn that is thought out: the table as it would be, as far as no die is asked, and the orders so far.
struct Plan<'p> {
    rules: &'p Dixie,
    game: Game,
    side: Side,
    own: OwnCards,
    orders: Vec<Order>,
}

/// The orders of a side that knows its own cards.
pub fn orders(rules: &Dixie, game: &Game, side: Side, own: &OwnCards, seed: u64) -> Vec<Order> {
    let mut plan = Plan { rules, game: game.clone(), side, own: own.clone(), orders: Vec::new() };
    if game.phase == Phase::Deployment {
        let most = if game.turn > 0 { 2 } else { 3 };
        let order = deployment(plan.view(), most, &plan.places());
        return vec![order];
    }
    plan.rally();
    plan.combat();
    plan.moves(seed);
    plan.orders.push(Order::EndTurn {});
    plan.orders
}

impl Plan<'_> {
    fn view(&self) -> View<'_> {
        View { rules: self.rules, game: &self.game, side: self.side, own: Some(&self.own) }
    }

    /// The positions in the order in which they matter: the center first, those that win before others.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.game.places.keys().copied().collect();
        places.sort_by_key(|place| !place.as_str().ends_with("_center"));
        places
    }

    /// Adds an order if the rules allow it as things stand.
    fn order(&mut self, order: Order) -> bool {
        let fits = order.refused(self.view()).is_empty();
        if fits {
            self.orders.push(order);
        }
        fits
    }

    fn rally(&mut self) {
        let holds =
            |effect| self.view().reserve().into_iter().find(|card| card.special == Some(effect)).map(|c| c.id.clone());
        if let (Some(card), Some(target)) = (holds(Effect::Rally), self.game.routed.first().cloned()) {
            self.order(Order::Special(Play { card, place: None, target: Some(target) }));
        }
    }

    /// Melees where it is far stronger, then fire, the position of the longest line of targets first.
    fn combat(&mut self) {
        for place in self.places() {
            let strong = self.strength(place, self.side) >= 2 * self.strength(place, self.side.other());
            if self.game.rules.melee && strong && self.rules.engaged(&self.game, place) {
                let again = Again::Always;
                if self.order(Order::Melee { place, specials: Vec::new(), again }) {
                    self.mark(place);
                }
            }
        }
        for place in self.places() {
            let there = self.view().there(place);
            let targets = self.game.lateral(place).into_iter().map(Some);
            for at in [None].into_iter().chain(targets) {
                let fires: Vec<String> = able(self.view(), &there, at).into_iter().cloned().collect();
                let unfired = |card: &String| self.view().placed(card).is_some_and(|placed| placed.did.is_none());
                let cards: Vec<String> = fires.into_iter().filter(unfired).collect();
                if !cards.is_empty()
                    && self.order(Order::Fire { cards: cards.clone(), at, target: None, until_hits: None })
                {
                    for card in cards {
                        let key = self.view().key(&card);
                        self.game.did(self.side, &key, Did::Fired);
                    }
                    if self.game.fought.last() != Some(&place) {
                        self.game.fought.push(place);
                    }
                }
            }
        }
    }

    fn mark(&mut self, place: Place) {
        let cards: Vec<String> = self.game.there(place, self.side).iter().map(|placed| placed.card.clone()).collect();
        cards.iter().for_each(|card| self.game.did(self.side, card, Did::Fired));
    }

    /// The CV of a side in a position, as far as this player sees it.
    fn strength(&self, place: Place, side: Side) -> i64 {
        let worth =
            |card: Option<&Card>| card.map_or(UNSEEN, |card| if card.kind.is_troop() { card.cv.into() } else { 1 });
        let view = self.view();
        let there = self.game.there(place, side).iter();
        there
            .map(|placed| {
                if side == self.side {
                    worth(view.card(&placed.card))
                } else {
                    worth(self.rules.card(&self.game, side, &placed.card))
                }
            })
            .sum()
    }

    /// The troops of a position that may still move, the strongest first.
    fn movable(&self, place: Place, guns: bool) -> Vec<String> {
        let view = self.view();
        let may = |card: &String| {
            let kind = view.kind(card);
            let troop = kind.is_some_and(Kind::is_troop) && (guns || kind != Some(Kind::Artillery));
            troop && view.placed(card).is_some_and(|placed| placed.did.is_none())
        };
        let mut cards: Vec<String> = view.there(place).into_iter().filter(may).collect();
        cards.sort_by_key(|card| std::cmp::Reverse(view.card(card).map_or(0, |card| card.cv)));
        cards
    }

    /// The troops of the Reserve, the strongest first; guns last.
    fn fresh(&self) -> Vec<String> {
        let view = self.view();
        let mut cards: Vec<&Card> = view.reserve().into_iter().filter(|card| card.kind.is_troop()).collect();
        cards.retain(|card| self.game.find(self.side, &card.id).is_none() && !self.game.held.contains(&card.id));
        cards.sort_by_key(|card| (card.kind == Kind::Artillery, std::cmp::Reverse(card.cv), card.number));
        cards.into_iter().map(|card| card.id.clone()).collect()
    }

    fn room(&self, place: Place) -> usize {
        let there = self.rules.troops(&self.game, place, self.side).len();
        usize::from(self.rules.limit(&self.game, place, self.side)).saturating_sub(there)
    }

    /// A move, carried out on the table that is thought of.
    fn go(&mut self, cards: Vec<String>, path: Vec<Place>) -> bool {
        if cards.is_empty() || !self.order(Order::Move { cards: cards.clone(), path: path.clone() }) {
            return false;
        }
        let keys: Vec<String> = cards.iter().map(|card| self.view().key(card)).collect();
        let route = Route { cards: &keys, path: &path, forced: false };
        route.go(self.rules, &mut self.game, &mut Events::unheard(), self.side, &keys);
        for card in &cards {
            for (_, pile) in self.own.piles.iter_mut() {
                pile.retain(|other| other.as_ref() != Some(card));
            }
        }
        self.rules.settle(&mut self.game, &mut Events::unheard());
        true
    }

    fn moves(&mut self, seed: u64) {
        let side = self.side;
        for place in self.places() {
            self.terrain(place);
        }
        for place in self.places() {
            if place.line() == Some(side) {
                self.reinforce(place);
            }
        }
        let across: Vec<Place> = self.places().into_iter().filter(|place| place.line() == Some(side)).collect();
        for place in across {
            self.advance(place, seed);
        }
        for place in self.places() {
            if place.line() == Some(side) {
                self.reinforce(place);
            }
            self.lead(place);
        }
    }

    fn terrain(&mut self, place: Place) {
        let card = self.view().reserve().into_iter().find(|card| {
            let useful = card.kind == Kind::Terrain && self.room(place) > 1;
            useful && Order::Terrain { card: card.id.clone(), place }.refused(self.view()).is_empty()
        });
        if let Some(card) = card.map(|card| card.id.clone())
            && self.order(Order::Terrain { card: card.clone(), place })
        {
            crate::ground::play(&mut self.game, &mut Events::unheard(), self.side, &card, place);
            self.own.piles.iter_mut().for_each(|(_, pile)| pile.retain(|other| other.as_ref() != Some(&card)));
        }
    }

    /// Fills a position of its own line from the Reserve: where it fights, where nobody stands, and where the enemy stands alone
    /// if it comes with more.
    fn reinforce(&mut self, place: Place) {
        let (side, room) = (self.side, self.room(place));
        let mine = self.strength(place, side);
        let theirs = self.strength(place, side.other());
        let fresh = self.fresh();
        let coming: i64 =
            fresh.iter().take(room).filter_map(|card| self.view().card(card)).map(|card| i64::from(card.cv)).sum();
        let wanted = match (mine > 0, theirs > 0) {
            (true, true) => room,
            (false, true) if coming >= theirs || fresh.len() > 6 => room,
            (false, true) => 0,
            (_, false) => room.min(3usize.saturating_sub(self.rules.troops(&self.game, place, side).len())),
        };
        let cards: Vec<String> = fresh.into_iter().take(wanted).collect();
        self.go(cards, vec![place]);
    }

    /// Crosses the Centerline: into a position that is open, to those who fight there, and against who is weaker.
    fn advance(&mut self, place: Place, seed: u64) {
        let (side, there) = (self.side, place.opposite());
        if self.game.enemies(place, side) {
            return;
        }
        let (mine, theirs) = (self.strength(there, side), self.strength(there, side.other()));
        let open = theirs == 0;
        let wins = self.game.edition == Edition::Shiloh && there.as_str().ends_with("_center");
        let mut cards = self.movable(place, open);
        let coming: i64 = cards.iter().filter_map(|card| self.view().card(card)).map(|card| i64::from(card.cv)).sum();
        let bold = i64::try_from((seed ^ u64::from(self.game.turn)) % 3).unwrap_or(0);
        let late = self.game.cards.count(&side.id(), crate::changes::DECK) == 0;
        let enough = coming + mine + bold + if late || wins { 4 } else { 0 } > theirs;
        if mine == 0 && !open && !enough {
            return;
        }
        let limit = self.rules.movement_limit(&self.game, there).map_or(usize::MAX, usize::from);
        let held = if self.fresh().is_empty() && !open { 1 } else { 0 };
        cards.truncate(self.room(there).min(limit));
        if open && mine > 0 {
            return;
        }
        if held > 0 && cards.len() >= self.movable(place, true).len() && !late {
            cards.pop();
        }
        while !cards.is_empty() && !self.go(cards.clone(), vec![there]) {
            cards.pop();
        }
    }

    /// A general of the Reserve goes where troops fight without one.
    fn lead(&mut self, place: Place) {
        let side = self.side;
        let troops = !self.rules.troops(&self.game, place, side).is_empty();
        let fights = self.rules.engaged(&self.game, place);
        if !troops || !fights || self.rules.general(&self.game, place, side).is_some() {
            return;
        }
        let attacks = self.game.defender(place) != Some(side);
        let view = self.view();
        let mut generals: Vec<&Card> = view.reserve().into_iter().filter(|card| card.kind == Kind::General).collect();
        generals.retain(|card| self.game.find(side, &card.id).is_none());
        let best = generals.into_iter().max_by_key(|card| if attacks { card.attack } else { card.defense });
        let path = if place.line() == Some(side) { vec![place] } else { vec![place.opposite(), place] };
        if let Some(card) = best.map(|card| card.id.clone()) {
            self.go(vec![card], path);
        }
    }
}

/// What it answers.
pub fn answer(rules: &Dixie, game: &Game, question: &Question, own: Option<&OwnCards>) -> Option<Answer> {
    let view = View { rules, game, side: asked(game, question), own };
    Some(match question {
        Question::BeforeFire { .. } | Question::BeforeMelee { .. } => {
            let wanted =
                if matches!(question, Question::BeforeMelee { .. }) { Effect::BayonetCharge } else { Effect::Cover };
            let card = view.reserve().into_iter().find(|card| card.special == Some(wanted));
            let play = card.map(|card| Play { card: card.id.clone(), place: Some(question.place()), target: None });
            let plays: Vec<Play> = play.into_iter().collect();
            if specials::answers(view, question, &plays) { Answer::Specials(plays) } else { Answer::Pass {} }
        }
        Question::SecondRound { .. } => Answer::Fight {},
        Question::Hits { .. } | Question::Withdraw { .. } => {
            return crate::legal::answers(rules, game, question, own).into_iter().next();
        }
    })
}

/// What it answers in advance: Cover wherever it is fired at, a Bayonet Charge in any melee.
pub fn in_advance(game: &Game, view: View<'_>) -> Vec<(&'static str, Value)> {
    let plays = |effect: Effect| {
        let card = view.reserve().into_iter().find(|card| card.special == Some(effect))?;
        let play = |place: &Place| Play { card: card.id.clone(), place: Some(*place), target: None };
        Some(json!(Answer::Specials(game.places.keys().map(play).collect())))
    };
    let mut found = vec![("before_fire", plays(Effect::Cover).unwrap_or(json!("pass")))];
    if game.rules.melee {
        found.push(("before_melee", plays(Effect::BayonetCharge).unwrap_or(json!("pass"))));
    }
    found
}
