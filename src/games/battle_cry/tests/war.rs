//! A campaign in which every order goes through the driver, without secrets: a card that nobody has seen may be in a
//! hand. Command points are laid by number.

use adjutant_core::document::Id;
use adjutant_core::engine::cards::{Advance, Sealed};
use adjutant_core::engine::run::{Stop, run};
use adjutant_core::engine::{Events, Input, NoDice, Pending, Position, Queue, Ruleset};
use adjutant_core::pack::Side::{self, Confederate, Union};
use battle_cry::BattleCry;
use battle_cry::ledger::{Game, LaidPoints, Phase, Placed};
use battle_cry::pack::Theater::{self, East, West};
use serde_json::{Map, Value, json};

/// The id of a battle or an event.
pub fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

/// A battle that is placed.
pub fn placed(battle: &str) -> Placed {
    Placed { battle: id(battle), blocked: None, offensive: false, amphibious: false, draw_cap: None }
}

/// A war between two players.
pub struct War {
    pub rules: BattleCry,
    pub position: Position<BattleCry>,
    pub events: Vec<Value>,
}

impl War {
    /// A scenario, set up and run until somebody is asked.
    pub fn new(scenario: &str) -> War {
        War::with(scenario, json!({}))
    }

    /// The same, with options.
    pub fn with(scenario: &str, options: Value) -> War {
        let rules = BattleCry::shipped();
        let options: Map<String, Value> = serde_json::from_value(options).expect("options");
        let mut position = rules.setup(&id(scenario), &options).expect("a scenario");
        position.game.cards.open_handed = true;
        let mut war = War { rules, position, events: Vec::new() };
        war.run(Input::Proceed);
        war.check();
        war
    }

    /// The campaign at the beginning of a phase, after some changes.
    pub fn at(phase: Phase, change: impl FnOnce(&mut Game)) -> War {
        War::new("campaign").to(phase, change)
    }

    /// Goes to the beginning of a phase, with changes.
    pub fn to(mut self, phase: Phase, change: impl FnOnce(&mut Game)) -> War {
        let game = &mut self.position.game;
        game.battle = None;
        game.phase = phase;
        game.turn = 4;
        game.victories.clear();
        change(game);
        self.position.stack = self.rules.stack_of(&self.position.game);
        self.position.queue = None;
        self.run(Input::Proceed);
        self.check();
        self
    }

    /// The table, as the program sees it.
    pub fn session(&self) -> Box<dyn adjutant_core::session::Session> {
        let rules = adjutant_core::session::Rules(self.rules.clone());
        adjutant_core::session::Game::load(&rules, &json!(self.position)).expect("a position")
    }

    pub fn game(&self) -> &Game {
        &self.position.game
    }

    /// Command points, the Union's first.
    pub fn points(&self) -> [u8; 2] {
        Side::BOTH.map(|side| self.game().side(side).points)
    }

    /// The battle that is placed in a theater.
    pub fn battle(&self, theater: Theater) -> Option<&str> {
        self.game().placed.get(&theater).map(|placed| placed.battle.as_str())
    }

    pub fn holds(&self, battle: &str) -> bool {
        self.game().holds(&id(battle))
    }

    /// How many events of this kind there were.
    pub fn count(&self, name: &str) -> usize {
        self.events.iter().filter(|event| event["event"] == name).count()
    }

    /// The last event of this kind.
    pub fn event(&self, name: &str) -> &Value {
        let found = self.events.iter().rev().find(|event| event["event"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {:#?}", self.events))
    }

    /// Whose orders are wanted.
    pub fn asked(&self) -> Option<Side> {
        match &self.position.pending {
            Some(Pending::Orders { side }) => Some(Side::of(side)),
            _ => None,
        }
    }

    /// Carries out a side's orders; all of them.
    pub fn orders(&mut self, side: Side, orders: Value) -> &mut War {
        if let Stop::OrdersReturned { problems, rest, .. } = self.turn(side, orders) {
            panic!("returned: {problems:#?} {rest:#?}");
        }
        self.check();
        self
    }

    /// Carries out orders of which some come back; how many.
    pub fn orders_returned(&mut self, side: Side, orders: Value) -> usize {
        let stop = self.turn(side, orders);
        let Stop::OrdersReturned { rest, .. } = stop else { panic!("{stop:?}") };
        self.run(Input::Proceed);
        self.check();
        rest.len()
    }

    /// The codes of why a side's orders are refused.
    pub fn refused(&self, side: Side, orders: Value) -> Vec<String> {
        let (rules, position) = (self.rules.clone(), self.position.clone());
        let mut tried = War { rules, position, events: Vec::new() };
        let code = |problem: &adjutant_core::document::Problem| {
            let refusal = problem.refusal.as_ref().map(|why| why["code"].as_str().unwrap_or_default().to_owned());
            refusal.unwrap_or_default()
        };
        match tried.turn(side, orders) {
            Stop::OrdersReturned { problems, .. } => problems.iter().map(code).collect(),
            _ => Vec::new(),
        }
    }

    fn turn(&mut self, side: Side, orders: Value) -> Stop {
        assert_eq!(self.asked(), Some(side), "{:#?}", self.events.last());
        let orders = serde_json::from_value(orders).expect("orders");
        self.position.pending = None;
        self.position.queue = Some(Queue { side: side.id(), first: 0, orders });
        self.run(Input::Proceed)
    }

    fn run(&mut self, input: Input<BattleCry>) -> Stop {
        let mut events = Events::default();
        let stop = run(&self.rules, &mut self.position, input, &mut NoDice, &mut events);
        assert!(!matches!(stop, Stop::Fault(_)), "{stop:?}");
        self.events.extend(events.into_values());
        stop
    }

    /// Seals an answer in advance of the Union's; here it lies open.
    pub fn seal(&mut self, question: &str, says: Value) -> &mut War {
        let own = self.position.game.cards.sides.get_mut(&Side::Union.id()).expect("cards");
        let advance = Advance { id: id(&format!("{question}-1")), says: Sealed::Open(says) };
        own.advance.insert(question.to_owned(), advance);
        self
    }

    /// Ends the battle that is fought, with this winner and margin, as if it had been fought so.
    pub fn fought(&mut self, side: Side, major: bool) -> &mut War {
        let battle = self.position.game.battle.clone().expect("a battle");
        let card = self.rules.pack.battle(&battle.id).expect("a battle").clone();
        let game = &mut self.position.game;
        let mut events = Events::default();
        let generals = game.generals(side, battle.theater).map(|one| one.card.clone()).collect();
        let victory = battle_cry::ledger::Victory { side, battle: battle.id, theater: battle.theater, major, generals };
        game.victories.push(victory);
        let why = battle_cry::events::PointsReason::Battle(card.id.clone());
        game.change_points(&mut events, "I.8", card.points(side), &why);
        game.battle = None;
        self.position.stack.truncate(1);
        self.position.pending = None;
        self.run(Input::Proceed);
        self.check();
        self
    }

    /// Every invariant holds, and the position survives being written and read.
    fn check(&mut self) {
        let broken = self.rules.invariants(&self.position);
        assert!(broken.is_empty(), "{broken:#?} {}", json!(self.position.game));
        let read: Position<BattleCry> = serde_json::from_value(json!(self.position)).expect("a position");
        assert_eq!(json!(read), json!(self.position));
    }
}

/// No movement card.
pub fn pass() -> Value {
    json!({"movement": {"card": "none"}})
}

/// Lays points openly.
pub fn lay(game: &mut Game, side: Side, [east, west]: [u8; 2]) {
    let open = |open| LaidPoints { card: None, open };
    game.laying.insert(side, [(East, open(east)), (West, open(west))].into());
    game.act(Phase::CommandPoints, side);
}

/// A game at the beginning of phase E with these battles, both sides' points laid.
pub fn moving(east: Option<Placed>, west: Option<Placed>, change: impl FnOnce(&mut Game)) -> War {
    War::at(Phase::Movement, |game| {
        game.placed = [(East, east), (West, west)].into_iter().filter_map(|(at, one)| Some((at, one?))).collect();
        lay(game, Union, [4, 4]);
        lay(game, Confederate, [4, 4]);
        change(game);
    })
}

/// The Union holds these battles.
pub fn hold(game: &mut Game, battles: &[&str]) {
    game.held.extend(battles.iter().map(|battle| id(battle)));
}

/// Generals in play, in place of those at the start.
pub fn generals(game: &mut Game, side: Side, all: &[(&str, battle_cry::pack::Theater)]) {
    let mut events = Events::default();
    let old: Vec<String> = game.side(side).generals.iter().map(|one| one.card.clone()).collect();
    old.iter().for_each(|card| game.leave_play(&mut events, "G", side, card, "hand"));
    all.iter().for_each(|(card, theater)| game.enter(&mut events, "G", side, card, *theater));
    game.side_mut(side).veterans.clear();
}

/// A card of a side with this event that nobody has seen.
pub fn card_of(war: &War, side: Side, event: &str) -> String {
    let pack = &war.rules.pack;
    let event = id(event);
    let mut cards = pack.having(side, &event);
    cards.find(|card| !seen(war, side, &card.id)).expect("a card").id.clone()
}

/// Whether a card lies open.
pub fn seen(war: &War, side: Side, card: &str) -> bool {
    let lies = |pile: &str| war.game().cards.open(&side.id(), pile).iter().any(|other| other == card);
    lies("table") || lies("discard") || war.game().aside[&side].iter().any(|other| other == card)
}

/// So many cards that nobody has seen.
pub fn spare(war: &War, side: Side, keep: &str, count: usize) -> Vec<String> {
    let cards = war.rules.pack.of(side).cards.iter().map(|card| card.id.clone());
    cards.filter(|card| card != keep && !seen(war, side, card)).take(count).collect()
}
