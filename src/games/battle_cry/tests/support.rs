//! A battle in which every order goes through the driver, without secrets: a card that nobody has seen may be in a hand.

use adjutant_core::document::Id;
use adjutant_core::engine::cards::{Advance, CardTable, Sealed};
use adjutant_core::engine::run::{Stop, run};
use adjutant_core::engine::{Events, Input, NoDice, Pending, Position, Queue, Ruleset};
use adjutant_core::pack::Side;
use battle_cry::battle::Combat;
use battle_cry::combat_value::evaluate;
use battle_cry::ledger::{DECK, Game, HAND, Phase};
use battle_cry::sequence::Stage;
use battle_cry::{BattleCry, Procedure};
use serde_json::{Map, Value, json};

/// The card of a side that has an event, by its place among them.
pub fn card(side: Side, event: &str, n: usize) -> String {
    cards(side, event, n + 1).pop().expect("a card")
}

/// The first cards of a side that have an event, those with it in the upper half first.
pub fn cards(side: Side, event: &str, count: usize) -> Vec<String> {
    let pack = battle_cry::pack::PACK.typed();
    let all = &pack.of(side).cards;
    let upper = all.iter().filter(|card| card.upper.as_str() == event);
    let lower = all.iter().filter(|card| card.lower.as_str() == event && card.upper.as_str() != event);
    let found: Vec<String> = upper.chain(lower).take(count).map(|card| card.id.clone()).collect();
    assert_eq!(found.len(), count, "{event}");
    found
}

/// A battle that is being fought.
pub struct Field {
    rules: BattleCry,
    position: Position<BattleCry>,
    events: Vec<Value>,
}

impl Field {
    /// A battle of the campaign, with these generals, twelve cards in each hand, before the first send.
    pub fn battle(battle: &str, attacker: Side, generals: [&[&str]; 2]) -> Field {
        let rules = BattleCry::shipped();
        let scenario: Id = "campaign".parse().unwrap();
        let mut position = rules.setup(&scenario, &Map::new()).unwrap();
        let game = &mut position.game;
        let mut events = Events::default();
        let card = rules.pack.battle(&battle.parse().unwrap()).expect("a battle").clone();
        for (side, generals) in Side::BOTH.into_iter().zip(generals) {
            game.side_mut(side).generals.clear();
            let hand = 24;
            game.cards.draw(&mut events, adjutant_core::engine::Draw::of(side.id(), DECK, hand, "hand", "A"), HAND);
            for general in generals {
                game.enter(&mut events, "Set-Up", side, general, card.theater);
            }
        }
        game.phase = Phase::Combat;
        rules.begin_battle(game, &mut events, &card, attacker, false);
        let fight = Procedure::Game(Stage::Fight {});
        position.stack = vec![fight, Procedure::Combat(Combat::Sends { asked: false })];
        position.pending = Some(Pending::Orders { side: attacker.id() });
        let mut field = Field { rules, position, events: Vec::new() };
        field.check();
        field
    }

    /// The same, every card settled as it is played.
    pub fn by_card(mut self) -> Field {
        self.position.game.options.interrupts = battle_cry::options::Interrupts::Card;
        self
    }

    /// The same; the count of a send starts again after an immediate card, or does not.
    pub fn resetting(mut self, resets: bool) -> Field {
        self.position.game.options.interrupt_resets = resets;
        self
    }

    /// The question that waits, which has this name.
    pub fn question(&self, name: &str) -> Value {
        match &self.position.pending {
            Some(Pending::Answer { question, .. }) => json!(question)[name].clone(),
            other => panic!("nothing is asked: {other:?} {:#?}", self.events.last()),
        }
    }

    /// The rules and the position.
    pub fn parts(&self) -> (&BattleCry, &Position<BattleCry>) {
        (&self.rules, &self.position)
    }

    /// The table, as the program sees it.
    pub fn session(&self) -> Box<dyn adjutant_core::session::Session> {
        adjutant_core::session::Game::load(&adjutant_core::session::Rules(self.rules.clone()), &json!(self.position))
            .expect("a position")
    }

    /// Changes the record.
    pub fn change(mut self, change: impl FnOnce(&mut Game)) -> Field {
        change(&mut self.position.game);
        self
    }

    pub fn game(&self) -> &Game {
        &self.position.game
    }

    /// How many cards a side holds.
    pub fn hand(&self, side: Side) -> usize {
        self.game().count(side, HAND)
    }

    /// A side's command points.
    pub fn points(&self, side: Side) -> u8 {
        self.game().side(side).points
    }

    /// By how much the attacker leads, announced cards counted.
    pub fn lead(&self) -> i32 {
        let battle = self.game().battle.as_ref().expect("a battle");
        evaluate(&self.rules.pack, &battle.table, false).lead(battle.attacker)
    }

    /// The last event of this kind.
    pub fn event(&self, name: &str) -> &Value {
        let found = self.events.iter().rev().find(|event| event["event"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {:#?}", self.events))
    }

    /// Where the first event of this kind stands, of this card if one is named.
    pub fn position_of(&self, name: &str, card: &str) -> Option<usize> {
        let of = |event: &Value| event["event"] == name && (card.is_empty() || event["card"] == card);
        self.events.iter().position(of)
    }

    /// Carries out a side's orders; all of them.
    pub fn orders(&mut self, side: Side, orders: Value) {
        if let Stop::OrdersReturned { problems, rest, .. } = self.turn(side, orders) {
            panic!("returned: {problems:#?} {rest:#?}");
        }
        self.check();
    }

    /// The codes of why a side's orders are refused.
    pub fn refused(&self, side: Side, orders: Value) -> Vec<String> {
        let mut tried = Field { rules: self.rules.clone(), position: self.position.clone(), events: Vec::new() };
        match tried.turn(side, orders) {
            Stop::OrdersReturned { problems, .. } => problems
                .iter()
                .map(|problem| {
                    problem
                        .refusal
                        .as_ref()
                        .map_or(String::new(), |why| why["code"].as_str().unwrap_or_default().to_owned())
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn turn(&mut self, side: Side, orders: Value) -> Stop {
        assert_eq!(self.position.pending, Some(Pending::Orders { side: side.id() }), "{:#?}", self.events.last());
        let orders = serde_json::from_value(orders).expect("orders");
        self.position.pending = None;
        self.position.queue = Some(Queue { side: side.id(), first: 0, orders });
        self.run(Input::Proceed)
    }

    /// Answers the question that a side is asked.
    pub fn answer(&mut self, side: Side, answer: Value) {
        let Some(Pending::Answer { side: asked, question, .. }) = self.position.pending.take() else {
            panic!("nothing is asked")
        };
        assert_eq!(asked, side.id());
        let answer = serde_json::from_value(answer).expect("an answer");
        assert!(self.rules.admits(&self.position, &question, &answer), "{answer:?}");
        // Orders that go back to their player are asked for anew.
        if let Stop::OrdersReturned { .. } = self.run(Input::Answer(answer)) {
            self.run(Input::Proceed);
        }
        self.check();
    }

    /// Gives standing orders.
    pub fn standing(&mut self, side: Side, standing: Value) {
        self.position.standing.insert(side.id(), serde_json::from_value(standing).expect("standing orders"));
    }

    fn run(&mut self, input: Input<BattleCry>) -> Stop {
        let mut events = Events::default();
        let stop = run(&self.rules, &mut self.position, input, &mut NoDice, &mut events);
        self.events.extend(events.into_values());
        stop
    }

    /// Seals an answer in advance; here it lies open.
    pub fn seal(&mut self, side: Side, question: &str, says: Value) {
        let cards: &mut CardTable = &mut self.position.game.cards;
        let own = cards.sides.get_mut(&side.id()).expect("cards");
        let id = format!("{question}-1").parse().unwrap();
        own.advance.insert(question.to_owned(), Advance { id, says: Sealed::Open(says) });
    }

    /// Every invariant holds.
    fn check(&mut self) {
        let broken = self.rules.invariants(&self.position);
        assert!(broken.is_empty(), "{broken:#?} {}", json!(self.position.game));
    }
}
