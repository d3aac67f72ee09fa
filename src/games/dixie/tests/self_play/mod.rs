//! Matches at one table, and their statistics.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::fmt;

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use dixie::Dixie;
use serde_json::{Value, json};

/// Whether sensible players answer in advance.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    InAdvance,
    /// Neither does, and neither is asked.
    Silent,
    /// Neither does, and the USA wants to be asked for specials.
    Asked,
}

/// How many matches are played: `ADJUTANT_BATTLES`, or the usual number.
pub fn battles(usual: u64) -> u64 {
    std::env::var("ADJUTANT_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A match that has not begun.
pub fn table(scenario: &str, options: &Value) -> Box<dyn Session> {
    let scenario: Id = scenario.parse().unwrap();
    Rules(Dixie::shipped()).setup(&scenario, &options.as_object().cloned().unwrap_or_default()).unwrap()
}

/// What is counted of matches.
#[derive(Clone, Debug, Default)]
pub struct Count {
    pub played: u64,
    /// How they ended: who won and how.
    pub ends: BTreeMap<String, u64>,
    /// Battle Turns, and the turn files of both sides: orders, answers, and cards that are only turned up.
    pub turns: u64,
    pub mails: u64,
}

impl Count {
    /// The share of matches that ended so.
    pub fn share(&self, end: &str) -> f64 {
        self.ends.get(end).copied().unwrap_or(0) as f64 / self.played.max(1) as f64
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = self.played.max(1) as f64;
        let ends: Vec<String> = self.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
        let (turns, mails) = (self.turns as f64 / played, self.mails as f64 / played);
        write!(f, "{} of {}; {turns:.1} Battle Turns, {mails:.1} turn files", ends.join(", "), self.played)
    }
}

/// Plays matches, each with every invariant checked after every step.
pub fn matches(
    (scenario, options): (&str, &Value),
    mode: Mode,
    seeds: std::ops::Range<u64>,
    most: u64,
    players: &dyn Fn(u64) -> [Player; 2],
) -> Count {
    let sides = Dixie::shipped().sides();
    let mut count = Count::default();
    for seed in seeds {
        let mut play = SelfPlay::new(table(scenario, options), &sides, seed);
        play.in_advance = matches!(mode, Mode::InAdvance);
        if matches!(mode, Mode::Asked) {
            let asks = json!({"ask_specials": true}).as_object().cloned().unwrap_or_default();
            play.standing.insert(sides[0].clone(), asks);
        }
        let mut players = players(seed);
        let mut look = |table: &dyn Session, events: &[Value]| {
            let broken = table.invariants();
            assert!(broken.is_empty(), "{scenario}, seed {seed}: {broken:?}\n{events:#?}\n{:#}", table.position());
        };
        let over = play.run(&sides, &mut players, most, &mut look);
        let over = over.unwrap_or_else(|why| {
            let asked: Vec<String> = play.table.awaiting().iter().map(|awaited| format!("{awaited:?}")).collect();
            let legal: Vec<String> = sides.iter().map(|side| format!("{:?}", play.table.legal(side))).collect();
            panic!("{scenario} {options}, seed {seed}, step {}: {why:#?} {asked:?} {legal:?}", play.steps)
        });
        let end = over.map_or_else(|| "none".to_owned(), |over| format!("{} {}", over["winner"], over["how"]));
        *count.ends.entry(end.replace('"', "")).or_default() += 1;
        count.turns += play.table.position()["game"]["turn"].as_u64().unwrap_or(0);
        count.mails += play.turns.values().sum::<u64>();
        count.played += 1;
    }
    count
}
