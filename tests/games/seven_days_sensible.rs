//! The sensible player of the Seven Days against himself and against one who plays at random.
//!
//! `ADJUTANT_MATCHES=20 cargo test --test games seven_days_sensible:: -- --nocapture` plays this many of each kind and
//! prints how they ended.

use crate::random_match;
use std::collections::BTreeMap;

use adjutant::document::Id;
use adjutant::games::seven_days::SevenDays;
use adjutant::session::{Game, Rules};
use adjutant::session::{RandomPlayer, Request, SensiblePlayer};
use random_match::SeededDice;
use serde_json::{Map, Value, json};

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

/// The results of matches of one kind.
#[derive(Debug, Default)]
struct Tally {
    matches: u32,
    /// By the winner and how.
    ends: BTreeMap<String, u32>,
    /// Assaults by the result.
    assaults: BTreeMap<String, u32>,
    by: BTreeMap<String, u32>,
    turns: u32,
    time: u128,
}

impl Tally {
    fn won(&self, side: &str) -> u32 {
        self.ends.iter().filter(|(end, _)| end.starts_with(side)).map(|(_, count)| count).sum()
    }

    fn assaults(&self) -> u32 {
        self.assaults.values().sum()
    }
}

/// Plays a match to its end: the sides that are named by the sensible player, the others at random.
fn play(seed: u64, options: &Value, sensible: &[&str], tally: &mut Tally) {
    let game = Rules(SevenDays::shipped());
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    let mut table = game.setup(&id("seven_days"), &options).expect("the scenario");
    let mut dice = SeededDice::new(seed);
    let (mut random, mut sensible_player) = (RandomPlayer::new(seed), SensiblePlayer::new(seed));
    let mut acts = Vec::new();
    for step in 0.. {
        assert!(step < 3_000, "match {seed} does not end");
        let events =
            table.adjudicate(&acts, &mut dice).unwrap_or_else(|why| panic!("{seed}, {step}: {acts:?}: {why:?}"));
        for event in events.iter().filter(|event| event["event"] == "assault_over") {
            *tally.assaults.entry(event["outcome"].to_string()).or_default() += 1;
        }
        for event in events.iter().filter(|event| event["event"] == "assault") {
            *tally.by.entry(event["side"].to_string()).or_default() += 1;
        }
        if let Some(outcome) = table.outcome() {
            let how = format!("{} {}", outcome["winner"].as_str().expect("a winner"), outcome["how"]);
            *tally.ends.entry(how).or_default() += 1;
            tally.matches += 1;
            return;
        }
        acts.clear();
        for awaited in table.awaiting() {
            let plan = match sensible.contains(&awaited.side.as_str()) {
                true => {
                    let before = std::time::Instant::now();
                    let plan = sensible_player.plan(table.as_ref(), &awaited.side);
                    if matches!(awaited.want, Request::Orders(_)) {
                        tally.time += before.elapsed().as_micros();
                        tally.turns += 1;
                    }
                    plan
                }
                false => random.plan(table.as_ref(), &awaited.side),
            };
            acts.extend(plan.map(|plan| (awaited.side, plan.act)));
        }
    }
}

fn matches(count: u64, options: &Value, sensible: &[&str]) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..count {
        play(seed, options, sensible, &mut tally);
    }
    println!("{sensible:?} {options}: {tally:?} us a turn {}", tally.time / u128::from(tally.turns.max(1)));
    tally
}

fn count(usual: u64) -> u64 {
    std::env::var("ADJUTANT_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn two_sensible_players_fight() {
    let tally = matches(count(2), &json!({}), &["union", "confederate"]);
    assert!(tally.assaults() >= 2 * tally.matches, "{tally:?}");
}

#[test]
fn the_sensible_player_beats_one_who_plays_at_random_on_either_side() {
    for side in ["union", "confederate"] {
        let tally = matches(count(2), &json!({}), &[side]);
        assert_eq!(tally.won(side), tally.matches, "{side}: {tally:?}");
    }
}
