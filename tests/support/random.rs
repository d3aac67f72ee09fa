//! Whole matches of the Civil War played at random on a table, with every invariant after every step.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};

use adjutant::document::{Bytes32, Id};
use adjutant::engine::table::{Game, Rules};
use adjutant::engine::{Dice, RandomPlayer, Table, Want};
use adjutant::rulesets::civil_war::CivilWar;
use adjutant::rulesets::civil_war::pack::Pack;
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Map, Value};

/// Dice of one fixed key: the rolls of a whole match, numbered through.
pub struct Fixed {
    stream: Stream,
    pub n: u64,
    pub purposes: BTreeSet<String>,
}

impl Fixed {
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Fixed { stream: Stream { key: Bytes32(key) }, n: 0, purposes: BTreeSet::new() }
    }
}

impl Dice for Fixed {
    fn roll(&mut self, purpose: &str, _rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let word = purpose.split(' ').next().unwrap_or_default();
        self.purposes.insert(word.to_owned());
        self.n += 1;
        self.stream.roll(self.n - 1, count, sides).ok()
    }
}

/// How often what was met with in play, by name.
#[derive(Default)]
pub struct Met {
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
    /// Union points less Confederate points, match by match.
    pub differences: Vec<i64>,
    pub steps: u32,
    /// Halves of pulses that began.
    pub halves: u32,
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

impl Met {
    pub fn note(&mut self, events: &[Value]) {
        for event in events {
            let name = event["event"].as_str().expect("an event's name").to_owned();
            self.halves += u32::from(name == "half");
            *self.events.entry(name).or_default() += 1;
            if let Some(rule) = event["rule"].as_str() {
                *self.rules.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }

    /// Everything that was met with, each with how often.
    pub fn histogram(&self) -> String {
        let mut text = format!(
            "{} half-pulses in {} steps (the longest match {}), none stuck; outcomes {:?}\n",
            self.halves, self.steps, self.longest, self.outcomes
        );
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

pub fn game() -> Rules<CivilWar> {
    Rules(CivilWar::new(Pack::shipped()))
}

/// Plays one match of a scenario to its end; `each` sees the table before every act. `eager`: nothing is burnt where
/// something else is legal, since whoever burns all that he has sees little of the war.
pub fn play(
    game: &dyn Game,
    scenario: &str,
    (seed, eager): (u64, bool),
    met: &mut Met,
    mut each: impl FnMut(&dyn Table),
) -> Box<dyn Table> {
    let scenario: Id = scenario.parse().expect("an id");
    let mut table = game.setup(&scenario, &Map::new()).expect("the scenario");
    let mut dice = Fixed::new(seed);
    let mut player = RandomPlayer::new(seed);
    let begun = table.adjudicate(&[], &mut dice).expect("the start");
    met.note(&begun);
    for step in 0.. {
        assert!(step < 20_000, "match {seed} does not end");
        let broken = table.invariants();
        assert!(broken.is_empty(), "match {seed}, step {step}: {broken:?}\n{}", table.position());
        if table.outcome().is_some() {
            met.steps += step;
            met.longest = met.longest.max(step);
            break;
        }
        each(table.as_ref());
        for frame in table.procedures() {
            *met.frames.entry(frame).or_default() += 1;
        }
        let awaiting = table.awaiting();
        let awaited = awaiting.first().unwrap_or_else(|| panic!("match {seed}: nobody is asked and nobody has won"));
        if let Want::Answer { question, .. } = &awaited.want {
            *met.questions.entry(key(question)).or_default() += 1;
        }
        let mut plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        if eager && plan.act.orders.first().is_some_and(|order| key(order) == "spend") {
            let mut legal = table.legal(&awaited.side).orders;
            legal.retain(|order| key(order) != "spend");
            if let Some(order) = player.pick(&legal) {
                plan.act.orders = vec![order];
            }
        }
        for order in &plan.act.orders {
            *met.orders.entry(key(order)).or_default() += 1;
        }
        for answer in &plan.act.answers {
            *met.answers.entry(answered(answer)).or_default() += 1;
        }
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
    let outcome = table.outcome().expect("an outcome");
    *met.outcomes.entry(format!("{} {}", outcome["winner"], outcome["level"])).or_default() += 1;
    let points = |side: &str| outcome["points"][side].as_i64().unwrap_or(0);
    met.differences.push(points("union") - points("confederate"));
    table
}

/// An answer's kind, and what it says where that is a word.
fn answered(answer: &Value) -> String {
    let told = answer.get("answer").unwrap_or(answer);
    match told.as_object().and_then(|fields| fields.iter().find(|(name, _)| *name != "id" && *name != "question")) {
        Some((kind, value)) => match value {
            Value::String(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => format!("{kind}: {word}"),
            Value::Object(fields) => format!("{kind}: {}", fields.keys().next().cloned().unwrap_or_default()),
            _ => kind.clone(),
        },
        None => key(told),
    }
}
