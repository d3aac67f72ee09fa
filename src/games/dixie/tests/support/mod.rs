//! Small positions for tests of single rules: cards face up where they are wanted, orders, and predetermined dice.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::{BTreeMap, VecDeque};

use adjutant_core::document::{Bytes32, Id, Problem};
use adjutant_core::engine::cards::Sealed;
use adjutant_core::engine::dice::{Dice, OpenedValue};
use adjutant_core::engine::events::Events;
use adjutant_core::engine::position::{Pending, Position, Queue};
use adjutant_core::engine::ruleset::{Input, Ruleset};
use adjutant_core::engine::run::{Stop, run};
use dixie::ledger::{Phase, Placed, Terrain};
use dixie::orders::{Answer, Order, Standing};
use dixie::place::Place;
use dixie::sequence::Stage;
use dixie::side::Side;
use dixie::{Dixie, Procedure};
use serde_json::{Value, json};

/// Faces that are rolled, in order, and the cards that lie face down, by their ids.
struct ScriptedDice(VecDeque<u64>, BTreeMap<String, String>);

impl Dice for ScriptedDice {
    fn roll(&mut self, purpose: &str, _: &str, count: usize, _: u64) -> Option<Vec<u64>> {
        let face = |_| self.0.pop_front().unwrap_or_else(|| panic!("no die is left for {purpose}"));
        Some((0..count).map(face).collect())
    }
    fn open(&mut self, _: &Id, id: &Id, _: &Bytes32) -> OpenedValue {
        self.1.get(id.as_str()).map_or(OpenedValue::ByOwner, |card| OpenedValue::Choice(json!(card)))
    }
}

/// A battlefield on which cards are put by hand.
pub struct TestPosition {
    pub rules: Dixie,
    pub position: Position<Dixie>,
    pub events: Vec<Value>,
    faces: BTreeMap<String, String>,
}

impl TestPosition {
    /// The empty field of a scenario, in the Combat Phase of a side.
    pub fn new(scenario: &str, options: Value, side: Side) -> TestPosition {
        let rules = Dixie::shipped();
        let options = options.as_object().cloned().unwrap_or_default();
        let mut position = rules.setup(&scenario.parse().unwrap(), &options).unwrap();
        let game = &mut position.game;
        (game.turn, game.side, game.phase) = (1, side, Phase::Combat);
        for side in Side::BOTH {
            let own = game.cards.sides.get_mut(&side.id()).unwrap();
            own.piles.insert("hand".to_owned(), adjutant_core::engine::cards::Pile::Hidden(20));
            own.piles.insert("deck".to_owned(), adjutant_core::engine::cards::Pile::Hidden(20));
        }
        position.stack = vec![Procedure::Battle(Stage::Orders {})];
        position.pending = Some(Pending::Orders { side: side.id() });
        TestPosition { rules, position, events: Vec::new(), faces: BTreeMap::new() }
    }

    /// Cards of a side stand in a position, face up.
    pub fn put(mut self, side: Side, place: Place, cards: &[&str]) -> TestPosition {
        for card in cards {
            let data = self.rules.set(&self.position.game).card(side, card).unwrap_or_else(|| panic!("no card {card}"));
            let position = self.position.game.places.get_mut(&place).unwrap();
            if data.terrain.is_some() {
                position.terrain.push(Terrain { side, card: (*card).to_owned() });
            } else {
                let placed = Placed { card: (*card).to_owned(), hits: 0, did: None, laid: false };
                position.cards.entry(side).or_default().push(placed);
            }
        }
        self
    }

    /// A card of a side was laid face down in a position, under an id.
    pub fn lay(mut self, side: Side, place: Place, (id, card): (&str, &str)) -> TestPosition {
        let own = self.position.game.cards.sides.get_mut(&side.id()).unwrap();
        own.laid.insert(id.parse().unwrap(), Sealed::Under(Bytes32([0; 32])));
        let placed = Placed { card: id.to_owned(), hits: 0, did: None, laid: true };
        self.position.game.places.get_mut(&place).unwrap().cards.entry(side).or_default().push(placed);
        self.faces.insert(id.to_owned(), card.to_owned());
        self
    }

    /// A card has this many hits.
    pub fn hit(mut self, side: Side, card: &str, hits: u8) -> TestPosition {
        self.position.game.placed_mut(side, card).unwrap().hits = hits;
        self
    }

    /// A side holds a position that it captured.
    pub fn held_by(mut self, place: Place, side: Side) -> TestPosition {
        self.position.game.places.get_mut(&place).unwrap().defender = side;
        self
    }

    /// A side has standing orders.
    pub fn standing(mut self, side: Side, standing: Standing) -> TestPosition {
        self.position.standing.insert(side.id(), standing);
        self
    }

    /// The orders of the side that moves, with these dice; what happened stays in `events`.
    pub fn orders(&mut self, orders: Value, dice: &[u64]) -> Stop {
        let orders: Vec<Order> = serde_json::from_value(orders).unwrap();
        let side = self.position.game.side.id();
        self.position.queue = Some(Queue { side, first: 0, orders });
        self.run(Input::Proceed, dice)
    }

    /// The answer to the question that is asked.
    pub fn answer(&mut self, answer: Value, dice: &[u64]) -> Stop {
        let answer: Answer = serde_json::from_value(answer).unwrap();
        let Some(Pending::Answer { question, .. }) = self.position.pending.clone() else { panic!("nothing is asked") };
        assert!(self.rules.admits(&self.position, &question, &answer), "{answer:?} to {question:?}");
        self.run(Input::Answer(answer), dice)
    }

    /// Morale checks of a side for its hits, with these dice.
    pub fn morale(&mut self, side: Side, dice: &[u64]) -> Stop {
        self.position.stack = vec![Procedure::Battle(Stage::Begin(side))];
        self.run(Input::Proceed, dice)
    }

    fn run(&mut self, input: Input<Dixie>, dice: &[u64]) -> Stop {
        self.position.pending = None;
        let mut dice = ScriptedDice(dice.iter().copied().collect(), self.faces.clone());
        let mut events = Events::default();
        let stop = run(&self.rules, &mut self.position, input, &mut dice, &mut events);
        assert!(!matches!(stop, Stop::Fault(_)), "{stop:?}");
        assert!(dice.0.is_empty(), "dice left: {:?}", dice.0);
        self.events = events.into_values();
        stop
    }

    /// The events of a name.
    pub fn events_named(&self, name: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == name).collect()
    }

    /// Where a card stands.
    pub fn place(&self, side: Side, card: &str) -> Option<Place> {
        self.position.game.find(side, card).map(|(place, _)| place)
    }

    /// The hits of a card.
    pub fn hits(&self, side: Side, card: &str) -> u8 {
        self.position.game.placed(side, card).map_or(0, |placed| placed.hits)
    }

    /// Why orders are refused: the rules.
    pub fn refused(&mut self, orders: Value) -> Vec<String> {
        match self.orders(orders, &[]) {
            Stop::OrdersReturned { problems, .. } => {
                problems.into_iter().filter_map(|problem: Problem| problem.rule).collect()
            }
            other => panic!("{other:?}: {:?}", self.events),
        }
    }
}

/// A side by its id.
pub fn id(side: Side) -> Id {
    side.id()
}

/// An order to fire with these cards.
pub fn fire(cards: &[&str]) -> Value {
    json!([{"fire": {"cards": cards}}])
}
