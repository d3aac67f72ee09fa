//! Whole campaigns of The Civil War, played at a table by the sensible player on both sides.
//!
//! A match is determined by its number alone: the same number plays the same match. Anything that must never happen (an
//! act of the player that `check` refuses, an invariant that does not hold, a match that gets stuck) is a [`Fault`];
//! the match then continues as far as it can, with something legal in place of what was refused, so that one run finds
//! every fault.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use adjutant::board::Hex;
use adjutant::document::kinds::Roll;
use adjutant::document::{Bytes32, Id};
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::movement::territory;
use adjutant::games::civil_war::pack::Side;
use adjutant::games::civil_war::position::ledger::Game;
use adjutant::games::civil_war::victory::Score;
use adjutant::report::{StepFacts, text};
use adjutant::session::Game as _;
use adjutant::session::Rules;
use adjutant::session::{Plan, RandomPlayer, Request, SensiblePlayer, Session};
use adjutant::trust::Dice as Stream;
use serde_json::{Map, Value};

/// What is played, and how closely it is checked.
#[derive(Clone, Debug)]
pub struct Setting {
    pub scenario: String,
    /// The optional rules.
    pub options: Map<String, Value>,
    /// The number of turns to play; `None`: to the end.
    pub turns: Option<u64>,
    /// After every so-many-th step the invariants are tested; 0: never.
    pub invariants: u64,
    /// A match that is not over after this many steps counts as endless.
    pub most: u64,
}

impl Setting {
    /// A scenario to its end, without invariants.
    pub fn new(scenario: &str) -> Setting {
        Setting { scenario: scenario.to_owned(), options: Map::new(), turns: None, invariants: 0, most: 20_000 }
    }
}

/// Something that must never happen.
#[derive(Clone, Debug)]
pub struct Fault {
    pub number: u64,
    pub step: u64,
    pub turn: u64,
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FAULT in match {}, step {}, turn {}: {}", self.number, self.step, self.turn, self.what)
    }
}

/// What one side has at the end of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strength {
    /// Strength points on the map.
    pub sp: i64,
    /// Lost since the start.
    pub lost: i64,
    /// Victory points so far, those of the ground among them.
    pub vp: i64,
    /// Strength points that wait on the tracks.
    pub waiting: i64,
    /// Groups of strength points on the map, and those that are demoralized.
    pub groups: i64,
    pub demoralized: i64,
}

/// How a match went.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub number: u64,
    /// The turn that it ended in.
    pub turn: u64,
    pub steps: u64,
    pub rolls: u64,
    pub outcome: Option<Value>,
    /// The forces of each side by turn: an entry is the state at the end of the turn.
    pub strengths: BTreeMap<u64, BTreeMap<Side, Strength>>,
    /// Cities with victory points: when each side first captured them from the other side or from nobody.
    pub taken: BTreeMap<(Hex, Side), u64>,
    /// Cities with victory points: their owners at the end.
    pub held: BTreeMap<Hex, Option<Side>>,
    /// How often things happened, by side.
    pub events: BTreeMap<(String, Side), u64>,
    pub orders: BTreeMap<(String, Side), u64>,
    pub scored: BTreeMap<(String, Side), i64>,
    pub faults: Vec<Fault>,
    pub time: Duration,
    /// The part of it in which the players were thinking.
    pub thought: Duration,
    /// The longest single thought, and the step.
    pub longest: (Duration, u64),
    /// The report of the last step.
    pub last_report: String,
}

impl Played {
    pub fn count(&self, what: &str) -> u64 {
        Side::BOTH.into_iter().map(|side| self.of(what, side)).sum()
    }

    pub fn of(&self, what: &str, side: Side) -> u64 {
        self.events.get(&(what.to_owned(), side)).copied().unwrap_or(0)
    }

    pub fn combats(&self) -> u64 {
        self.count("combat") + self.count("overrun") + self.count("hopeless")
    }

    pub fn winner(&self) -> &str {
        self.outcome.as_ref().map_or("unfinished", |outcome| outcome["winner"].as_str().unwrap_or("nobody"))
    }

    pub fn level(&self) -> &str {
        self.outcome.as_ref().and_then(|outcome| outcome["level"].as_str()).unwrap_or("-")
    }

    /// The Union's points less the Confederacy's.
    pub fn margin(&self) -> i64 {
        match &self.outcome {
            Some(outcome) => ["union", "confederate"]
                .map(|side| outcome["points"][side].as_i64().unwrap_or(0))
                .into_iter()
                .reduce(|union, confederate| union - confederate)
                .unwrap_or(0),
            None => {
                let last = self.strengths.values().last();
                let vp = |side: Side| last.and_then(|last| last.get(&side)).map_or(0, |strength| strength.vp);
                vp(Side::Union) - vp(Side::Confederate)
            }
        }
    }

    /// One line.
    pub fn line(&self) -> String {
        format!(
            "match {:>4}: turn {:>2}, {:>5} steps, {:>6} rolls, {:>4} combats, {:<11} {:<8} margin {:>5}, {:>6.1} s \
             ({:.1} s thinking, longest {:.2} s at step {}){}",
            self.number,
            self.turn,
            self.steps,
            self.rolls,
            self.combats(),
            self.winner(),
            self.level(),
            self.margin(),
            self.time.as_secs_f64(),
            self.thought.as_secs_f64(),
            self.longest.0.as_secs_f64(),
            self.longest.1,
            if self.faults.is_empty() { String::new() } else { format!(", {} FAULTS", self.faults.len()) },
        )
    }
}

/// The only key of a mapping, as an order has it.
pub fn key(value: &Value) -> String {
    value.as_object().and_then(|fields| fields.keys().next().cloned()).unwrap_or_default()
}

/// The game that is played.
pub fn game() -> Rules<CivilWar> {
    Rules(CivilWar::shipped())
}

/// After this many faults a match is abandoned.
const ENOUGH: usize = 20;
/// A turn in which this many acts are asked for counts as endless.
const LONGEST_TURN: u64 = 3_000;

struct Match<'a> {
    game: &'a Rules<CivilWar>,
    setting: &'a Setting,
    dice: Rolls,
    table: Box<dyn Session>,
    players: BTreeMap<Id, SensiblePlayer>,
    /// Takes over for a step where a sensible player's act is refused.
    other: RandomPlayer,
    played: Played,
    turn_began: u64,
}

/// Plays a match.
pub fn play(game: &Rules<CivilWar>, setting: &Setting, number: u64) -> Played {
    let started = Instant::now();
    let scenario: Id = setting.scenario.parse().expect("an id");
    let table = game.setup(&scenario, &setting.options).expect("the scenario");
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    // Each side has a seed of its own, or both would break every tie alike.
    let players = game.sides().into_iter().zip(0..).map(|(side, n)| (side, SensiblePlayer::new(2 * number + n)));
    let mut match_ = Match {
        game,
        setting,
        dice: Rolls { stream: Stream { key: Bytes32(seed) }, n: 0, rolls: Vec::new() },
        table,
        players: players.collect(),
        other: RandomPlayer::new(number),
        played: Played { number, ..Played::default() },
        turn_began: 0,
    };
    // A panic in a player ends one match, not all of them.
    if let Err(cause) = catch_unwind(AssertUnwindSafe(|| match_.go())) {
        let said = cause.downcast_ref::<String>().cloned();
        let said = said.or_else(|| cause.downcast_ref::<&str>().map(|said| (*said).to_owned()));
        match_.fault(format!("the program broke down: {}", said.unwrap_or_default()));
    }
    match_.played.time = started.elapsed();
    match_.played
}

impl Match<'_> {
    fn fault(&mut self, what: String) {
        let Played { number, steps, turn, .. } = self.played;
        self.played.faults.push(Fault { number, step: steps, turn, what });
    }

    fn go(&mut self) {
        let mut before = self.table.position();
        self.played.turn = before["game"]["turn"].as_u64().unwrap_or(0);
        let first = self.played.turn;
        let mut events = self.table.adjudicate(&[], &mut self.dice).expect("the start");
        loop {
            self.note(&events);
            let every = self.setting.invariants;
            if every > 0 && self.played.steps.is_multiple_of(every) {
                for problem in self.table.invariants() {
                    self.fault(format!("an invariant does not hold: {problem}"));
                }
            }
            let over = self.table.outcome();
            let enough = self.setting.turns.is_some_and(|turns| self.played.turn >= first + turns);
            if over.is_some() || enough {
                self.played.outcome = over;
                break;
            }
            if self.played.steps >= self.setting.most || self.played.steps - self.turn_began > LONGEST_TURN {
                let asked = self.table.awaiting();
                self.fault(format!("the match does not end; awaited: {asked:?}"));
                break;
            }
            if self.played.faults.len() >= ENOUGH {
                break;
            }
            before = self.table.position();
            self.dice.rolls.clear();
            match self.step() {
                Some(happened) => events = happened,
                None => break,
            }
            self.played.steps += 1;
        }
        if self.played.outcome.is_some() {
            self.strengths(self.played.turn);
        }
        self.ground();
        let rolls = std::mem::take(&mut self.dice.rolls);
        let facts = StepFacts { step: self.played.steps, rolls, events, reader: None };
        match self.table.report(&before, &facts) {
            Ok(report) => self.played.last_report = text::write(&report),
            Err(problem) => self.fault(format!("the last step has no report: {problem}")),
        }
    }

    /// One act: what happened, or `None` where the match cannot continue.
    fn step(&mut self) -> Option<Vec<Value>> {
        let awaiting = self.table.awaiting();
        let Some(awaited) = awaiting.into_iter().next() else {
            self.fault("nobody is asked and nobody has won".to_owned());
            return None;
        };
        let side = awaited.side;
        let began = Instant::now();
        let plan = self.players.get_mut(&side).and_then(|player| player.plan(&*self.table, &side));
        let thought = began.elapsed();
        self.played.thought += thought;
        if thought > self.played.longest.0 {
            self.played.longest = (thought, self.played.steps);
        }
        let orders = matches!(awaited.want, Request::Orders(_));
        let refused = match plan {
            Some(plan) if orders && plan.act.orders.is_empty() => "gives no orders".to_owned(),
            Some(plan) => match self.carry_out(&side, plan) {
                Ok(events) => return Some(events),
                Err(refused) => refused,
            },
            None => format!("has nothing to say to {:?}", awaited.want),
        };
        self.fault(format!("the sensible player of {side} {refused}"));
        for _ in 0..50 {
            let plan = self.other.plan(&*self.table, &side)?;
            if let Ok(events) = self.carry_out(&side, plan) {
                return Some(events);
            }
        }
        self.fault(format!("not even the random player of {side} finds anything legal"));
        None
    }

    fn carry_out(&mut self, side: &Id, plan: Plan) -> Result<Vec<Value>, String> {
        let acts = [(side.clone(), plan.act)];
        match self.table.adjudicate(&acts, &mut self.dice) {
            Ok(events) => {
                self.played.rolls = self.dice.n;
                let whose = Side::BOTH.into_iter().find(|one| one.id() == *side);
                for order in &acts[0].1.orders {
                    if let Some(whose) = whose {
                        *self.played.orders.entry((key(order), whose)).or_default() += 1;
                    }
                }
                Ok(events)
            }
            Err(problems) => {
                let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
                let act = &acts[0].1;
                Err(format!(
                    "is refused: {}\n  orders {}\n  answers {}\n  standing {}",
                    said.join("; "),
                    Value::from(act.orders.clone()),
                    Value::from(act.answers.clone()),
                    act.standing.clone().map_or(Value::Null, Value::Object)
                ))
            }
        }
    }

    /// Counts what happened.
    fn note(&mut self, events: &[Value]) {
        let mut turn = self.played.turn;
        for event in events {
            let name = event["event"].as_str().unwrap_or_default();
            if name == "phase" {
                let now = event["turn"].as_u64().unwrap_or(turn);
                if now > turn {
                    self.strengths(turn);
                    self.turn_began = self.played.steps;
                    turn = now;
                    self.played.turn = turn;
                }
            }
            let Some(side) = side_of(&event["side"]) else { continue };
            let name = match name {
                "leader_check" => format!("leader {}", event["fate"].as_str().unwrap_or_default()),
                other => other.to_owned(),
            };
            *self.played.events.entry((name, side)).or_default() += 1;
            match event["event"].as_str() {
                Some("scored") => {
                    let cause = match &event["cause"] {
                        Value::String(cause) => cause.clone(),
                        cause => key(cause),
                    };
                    *self.played.scored.entry((cause, side)).or_default() += event["vp"].as_i64().unwrap_or(0);
                }
                Some("control") => {
                    let hex = event["hex"].as_str().and_then(|hex| hex.parse::<Hex>().ok());
                    let city = hex.filter(|hex| cities(&self.game.0).contains(hex));
                    if let Some(hex) = city {
                        self.played.taken.entry((hex, side)).or_insert(turn);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records the forces of the sides as those at the end of a turn.
    fn strengths(&mut self, turn: u64) {
        let position = self.table.position();
        let game = &position["game"];
        let score = match serde_json::from_value::<Game>(game.clone()) {
            Ok(game) => Score::of(&self.game.0, &game),
            Err(error) => return self.fault(format!("a position does not read: {error}")),
        };
        let mut found: BTreeMap<Side, Strength> = BTreeMap::new();
        for side in Side::BOTH {
            let ledger = &game["sides"][side.id().as_str()];
            let waiting = ledger["reinforcements"].as_object().into_iter().flatten();
            let strength = Strength {
                lost: ledger["lost"].as_i64().unwrap_or(0),
                vp: score.side(side),
                waiting: waiting.filter_map(|(_, sp)| sp.as_i64()).sum(),
                ..Strength::default()
            };
            found.insert(side, strength);
        }
        for (_, group) in game["groups"].as_object().into_iter().flatten() {
            let Some(strength) = side_of(&group["side"]).and_then(|side| found.get_mut(&side)) else { continue };
            strength.sp += group["sp"].as_i64().unwrap_or(0);
            strength.groups += 1;
            strength.demoralized += i64::from(group["demoralized"] == true);
        }
        self.played.strengths.insert(turn, found);
    }

    /// Records the owners of the cities.
    fn ground(&mut self) {
        let position = self.table.position();
        match serde_json::from_value::<Game>(position["game"].clone()) {
            Ok(game) => {
                let rules = &self.game.0;
                let held = cities(rules).into_iter().map(|hex| (hex, territory::controller(rules, &game, hex)));
                self.played.held = held.collect();
            }
            Err(error) => self.fault(format!("the last position does not read: {error}")),
        }
    }
}

/// Dice from one key, numbered through the whole match.
struct Rolls {
    stream: Stream,
    n: u64,
    /// The rolls of the current step, numbered as in a signed state.
    rolls: Vec<Roll>,
}

impl adjutant::engine::Dice for Rolls {
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let faces = self.stream.roll(self.n, count, sides).ok()?;
        self.n += 1;
        self.rolls.push(Roll::of_dice(self.rolls.len() as u64, purpose, rule, sides, faces.clone()));
        Some(faces)
    }
}

/// The hexes of cities with victory points.
pub fn cities(rules: &CivilWar) -> BTreeSet<Hex> {
    rules.pack.map.cities().map(|(hex, _)| hex).collect()
}

fn side_of(value: &Value) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| Some(side.id().as_str()) == value.as_str())
}

/// Plays matches on this many cores; `each` is called for every match as soon as it is over.
pub fn play_all(
    setting: &Setting,
    numbers: std::ops::Range<u64>,
    cores: usize,
    mut each: impl FnMut(&Played),
) -> Vec<Played> {
    let game = game();
    let next = AtomicU64::new(numbers.start);
    let (sender, receiver) = mpsc::channel();
    let mut all = Vec::new();
    std::thread::scope(|scope| {
        for _ in 0..cores.max(1) {
            let (sender, game, next, last) = (sender.clone(), &game, &next, numbers.end);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= last || sender.send(play(game, setting, number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for played in receiver {
            each(&played);
            all.push(played);
        }
    });
    all.sort_by_key(|played| played.number);
    all
}
