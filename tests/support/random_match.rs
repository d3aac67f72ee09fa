//! Whole matches of any game, played at random at a table, with every invariant after every step.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use adjutant::document::{Bytes32, Id};
use adjutant::engine::{Decision, Dice};
use adjutant::session::Game;
use adjutant::session::{RandomPlayer, Request, Session};
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Map, Value, json};

/// What random play has to know of a game.
pub trait RandomPlayRules {
    fn game(&self) -> Box<dyn Game>;

    /// What an eager player orders: one legal order, a bold one rather than another.
    fn eager(&self, player: &mut RandomPlayer, table: &dyn Session, side: &Id) -> Vec<Value>;

    /// Under which headings an order is counted besides its kind.
    fn aspects(&self, _order: &Value) -> Vec<String> {
        Vec::new()
    }

    /// The same of a question.
    fn asked(&self, _question: &Value) -> Vec<String> {
        Vec::new()
    }

    /// Whether nothing may follow an order in its turn.
    fn ends_turn(&self, _order: &Value) -> bool {
        false
    }

    /// An outcome, as it is counted; and its figure, if it has one.
    fn outcome(&self, outcome: &Value) -> (String, Option<i64>);

    /// A condition for the `if` of an order that can have one; whether it holds is left to chance.
    fn condition(&self, order: &Value, n: u64) -> Option<Value>;

    /// Whether no order is offered twice.
    fn offers_once(&self) -> bool {
        false
    }

    /// Two positions with an equal scope belong to one turn's orders.
    fn scope(&self, position: &Value) -> Value;
}

/// Dice from a fixed key: the rolls of a whole match, numbered consecutively.
pub struct SeededDice {
    stream: Stream,
    pub n: u64,
    pub purposes: BTreeSet<String>,
}

impl SeededDice {
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeededDice { stream: Stream { key: Bytes32(key) }, n: 0, purposes: BTreeSet::new() }
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, purpose: &str, _rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let word = purpose.split(' ').next().unwrap_or_default();
        self.purposes.insert(word.to_owned());
        self.n += 1;
        self.stream.roll(self.n - 1, count, sides).ok()
    }
}

/// How often each thing occurred in play, by name.
#[derive(Default)]
pub struct EventCounts {
    pub orders: BTreeMap<String, u32>,
    pub questions: BTreeMap<String, u32>,
    pub answers: BTreeMap<String, u32>,
    pub events: BTreeMap<String, u32>,
    /// Rules and rulings by which something happened.
    pub rules: BTreeMap<String, u32>,
    /// Procedures that stood open when somebody was asked.
    pub frames: BTreeMap<String, u32>,
    pub purposes: BTreeSet<String>,
    pub outcomes: BTreeMap<String, u32>,
    /// A figure of each outcome, such as one side's points less the other's.
    pub figures: Vec<i64>,
    pub steps: u32,
    /// How often the game's clock went on: halves of pulses, impulses.
    pub beats: u32,
    pub longest: u32,
}

/// The only key of a mapping, as orders, questions and answers have it.
pub fn key(value: &Value) -> String {
    match value {
        Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl EventCounts {
    pub fn note(&mut self, events: &[Value]) {
        for event in events {
            let name = event["event"].as_str().expect("an event's name").to_owned();
            self.beats += u32::from(name == "half" || name == "impulse");
            *self.events.entry(name).or_default() += 1;
            if let Some(rule) = event["rule"].as_str() {
                *self.rules.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }

    /// Everything that was met with, each with how often.
    pub fn histogram(&self) -> String {
        let mut text = format!(
            "{} beats of the clock in {} steps (the longest match {}), none stuck; outcomes {:?}\n",
            self.beats, self.steps, self.longest, self.outcomes
        );
        if !self.figures.is_empty() {
            let mut figures = self.figures.clone();
            figures.sort_unstable();
            text.push_str(&format!("\nOutcomes in figures: {figures:?}\n"));
        }
        let parts = [
            ("orders", &self.orders),
            ("questions", &self.questions),
            ("answers", &self.answers),
            ("frames", &self.frames),
            ("events", &self.events),
            ("rules", &self.rules),
        ];
        for (title, counts) in parts {
            text.push_str(&format!("\n{title}:\n"));
            for (name, count) in counts {
                text.push_str(&format!("  {count:>8}  {name}\n"));
            }
        }
        text.push_str(&format!("\nrolls: {}\n", self.purposes.iter().cloned().collect::<Vec<_>>().join(", ")));
        text
    }
}

/// A factor for the number of matches to play: `ADJUTANT_TIMES`.
pub fn times() -> u64 {
    std::env::var("ADJUTANT_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Where a match begins.
pub enum Start<'a> {
    Scenario(&'a str),
    /// A scenario with options.
    Played(&'a str, &'a Map<String, Value>),
    /// A position in the notation of cases, at the start of its turn.
    Case(&'a Value),
}

impl Start<'_> {
    pub fn table(&self, game: &dyn Game) -> Box<dyn Session> {
        let set_up = |id: &str, options: &Map<String, Value>| {
            game.setup(&id.parse().expect("an id"), options).expect("the scenario")
        };
        match self {
            Start::Scenario(id) => set_up(id, &Map::new()),
            Start::Played(id, options) => set_up(id, options),
            Start::Case(given) => game.case(given).expect("a position"),
        }
    }
}

/// Plays one match to its end; `each` sees the table before every act. With `true` in `how`: as an eager player does.
pub fn play(
    habits: &impl RandomPlayRules,
    start: &Start<'_>,
    how: (u64, bool),
    met: &mut EventCounts,
    each: impl FnMut(&dyn Session),
) -> Box<dyn Session> {
    let table = play_until(habits, start, how, met, each, |step| {
        assert!(step < 5_000, "match {} does not end", how.0);
        false
    });
    let (outcome, figure) = habits.outcome(&table.outcome().expect("an outcome"));
    *met.outcomes.entry(outcome).or_default() += 1;
    met.figures.extend(figure);
    table
}

/// [`play`], to the end of the match or until `enough` says so of a step's number.
pub fn play_until(
    habits: &impl RandomPlayRules,
    start: &Start<'_>,
    (seed, eager): (u64, bool),
    met: &mut EventCounts,
    mut each: impl FnMut(&dyn Session),
    enough: impl Fn(u32) -> bool,
) -> Box<dyn Session> {
    let mut table = start.table(&*habits.game());
    let mut dice = SeededDice::new(seed);
    let mut player = RandomPlayer::new(seed);
    let begun = table.adjudicate(&[], &mut dice).expect("the start");
    met.note(&begun);
    let count = |counts: &mut BTreeMap<String, u32>, name: String| *counts.entry(name).or_default() += 1;
    for step in 0.. {
        let broken = table.invariants();
        assert!(broken.is_empty(), "match {seed}, step {step}: {broken:?}\n{}", table.position());
        if table.outcome().is_some() || enough(step) {
            met.steps += step;
            met.longest = met.longest.max(step);
            break;
        }
        each(table.as_ref());
        table.procedures().into_iter().for_each(|frame| count(&mut met.frames, frame));
        let awaiting = table.awaiting();
        let awaited = awaiting.first().unwrap_or_else(|| panic!("match {seed}: nobody is asked and nobody has won"));
        if let Request::Answer { question, .. } = &awaited.want {
            count(&mut met.questions, key(question));
            habits.asked(question).into_iter().for_each(|aspect| count(&mut met.questions, aspect));
        }
        let mut plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        if eager && !plan.act.orders.is_empty() {
            plan.act.orders = habits.eager(&mut player, table.as_ref(), &awaited.side);
        }
        for order in &plan.act.orders {
            count(&mut met.orders, key(order));
            habits.aspects(order).into_iter().for_each(|aspect| count(&mut met.orders, aspect));
        }
        plan.act.answers.iter().for_each(|answer| count(&mut met.answers, answered(answer)));
        let before = table.notation();
        let acts = [(awaited.side.clone(), plan.act)];
        match table.adjudicate(&acts, &mut dice) {
            Ok(events) => met.note(&events),
            Err(problems) => {
                panic!("match {seed}, step {step}: {acts:?} is refused: {problems:?}\nfrom {before}")
            }
        }
    }
    met.purposes.extend(dice.purposes);
    table
}

/// One of these, from a mood that is chosen first; a mood that fits none of them is not chosen.
pub fn by_mood(player: &mut RandomPlayer, moods: &[(&str, Vec<Value>)]) -> Option<Value> {
    let names: Vec<Value> =
        moods.iter().filter(|(_, orders)| !orders.is_empty()).map(|(mood, _)| json!({*mood: true})).collect();
    let mood = key(&player.pick(&names)?);
    player.pick(&moods.iter().find(|(name, _)| *name == mood)?.1)
}

/// An answer's kind, and its value if that is a word.
fn answered(answer: &Value) -> String {
    let told = answer.get("answer").unwrap_or(answer);
    match told.as_object().and_then(|fields| fields.iter().find(|(name, _)| *name != "id" && *name != "question")) {
        Some((kind, value)) => match value {
            Value::String(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => format!("{kind}: {word}"),
            Value::Bool(yes) => format!("{kind}: {yes}"),
            Value::Object(fields) => format!("{kind}: {}", fields.keys().next().cloned().unwrap_or_default()),
            _ => kind.clone(),
        },
        None => key(told),
    }
}

/// Every order that is offered at each so-many-th step of some matches passes `check`; how many those were.
pub fn offers_pass(habits: &impl RandomPlayRules, start: &Start<'_>, seeds: Range<u64>, stride: u32) -> u32 {
    let mut tried = 0;
    for seed in seeds {
        let mut step = 0;
        play(habits, start, (seed, seed % 2 == 1), &mut EventCounts::default(), |table| {
            step += 1;
            if step % stride != 0 {
                return;
            }
            for awaited in table.awaiting() {
                let orders = table.legal(&awaited.side).orders;
                for (n, order) in orders.iter().enumerate() {
                    let again = habits.offers_once() && orders[..n].contains(order);
                    assert!(!again, "match {seed}: {order} is offered twice");
                    let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                    let checked = table.check(&awaited.side, &act);
                    assert!(
                        checked.is_ok(),
                        "match {seed}: {order} is offered and refused: {checked:?}\nfrom {}",
                        table.notation()
                    );
                    tried += 1;
                }
            }
        });
    }
    tried
}

/// The same match ends in the same way when its position is written and read at every step.
pub fn twice_alike(habits: &impl RandomPlayRules, start: &Start<'_>, seed: u64) {
    let straight = play(habits, start, (seed, false), &mut EventCounts::default(), |_| {});
    let game = habits.game();
    let mut table = start.table(&*game);
    let mut dice = SeededDice::new(seed);
    let mut player = RandomPlayer::new(seed);
    table.adjudicate(&[], &mut dice).expect("the start");
    while table.outcome().is_none() {
        table = game.load(&table.position()).expect("a position that reads");
        let awaited = table.awaiting().remove(0);
        let plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        table.adjudicate(&[(awaited.side, plan.act)], &mut dice).expect("a legal act");
    }
    assert_eq!(straight.position(), table.position());
}

/// Orders that were carried out one after the other, each in a turn of its own, are carried out in one turn with the
/// same dice: `check` may not refuse that turn. Returns the number of such turns, the length of the longest, and the
/// number with dice.
pub fn turns_pass(habits: &impl RandomPlayRules, start: &Start<'_>, seeds: Range<u64>) -> (u32, usize, u32) {
    let (mut turns, mut longest, mut diced) = (0, 0, 0);
    for seed in seeds {
        let mut step = 0;
        play(habits, start, (seed, seed % 2 == 1), &mut EventCounts::default(), |table| {
            step += 1;
            let awaited = table.awaiting().remove(0);
            if step % 3 != 0 || !matches!(awaited.want, Request::Orders(_)) {
                return;
            }
            let mut dice = SeededDice::new(seed * 1_000 + step);
            let mut player = RandomPlayer::new(seed * 1_000 + step);
            let mut then = table.boxed_clone();
            let scope = habits.scope(&table.position());
            let mut orders = Vec::new();
            let mut passed_over: Vec<String> = Vec::new();
            while orders.len() < 6 {
                let Some(now) = then.awaiting().into_iter().next() else { break };
                match now.want {
                    Request::Orders(_) if now.side == awaited.side && habits.scope(&then.position()) == scope => {
                        let legal = then.legal(&now.side).orders;
                        let Some(mut order) = player.pick(&legal) else { break };
                        let condition = habits.condition(&order, seed + step);
                        if let Some(condition) = condition.filter(|_| orders.len() % 3 == 2) {
                            let details = order.as_object_mut().and_then(|order| order.values_mut().next());
                            let details = details.and_then(Value::as_object_mut).expect("an order's details");
                            details.insert("if".to_owned(), condition);
                        }
                        let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                        let events = then.adjudicate(&[(now.side, act)], &mut dice).expect("an order that is offered");
                        if events.iter().any(|event| event["event"] == "skipped") {
                            passed_over.push(format!("orders[{}]", orders.len()));
                        }
                        orders.push(order);
                        if orders.last().is_some_and(|order| habits.ends_turn(order)) {
                            break;
                        }
                    }
                    Request::Answer { .. } => {
                        let plan = player.plan(then.as_ref(), &now.side).expect("an answer");
                        then.adjudicate(&[(now.side, plan.act)], &mut dice).expect("a legal answer");
                    }
                    _ => break,
                }
            }
            turns += 1;
            longest = longest.max(orders.len());
            let act = Decision { orders: orders.clone(), ..Decision::default() };
            diced += u32::from(dice.n > 0);
            // An order that was skipped may be wrong wherever its condition holds.
            let mut problems = table.check(&awaited.side, &act).err().unwrap_or_default();
            problems.retain(|problem| {
                let path = problem.path.as_deref().unwrap_or("");
                !passed_over.iter().any(|order| path.starts_with(order.as_str()))
            });
            if !problems.is_empty() {
                let told: Vec<String> =
                    problems.iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or(""))).collect();
                panic!(
                    "match {seed}, step {step}: {}\nrefused: {}\nfrom {}",
                    json!(orders),
                    told.join("\n"),
                    table.notation()
                );
            }
        });
    }
    (turns, longest, diced)
}
