//! What the player does over whole matches: he does not march units to and fro, and he fights.
//!
//! `ADJUTANT_MATCHES=20 cargo test -p adjutant-seven-days habits -- --nocapture` plays more matches and prints the counts.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use serde_json::{Map, Value};
use seven_days::SevenDays;

/// What is counted over matches.
#[derive(Debug, Default)]
struct Habits {
    steps: u32,
    /// Steps in which units changed their areas without an assault, and those in which one unit alone did.
    marches: u32,
    marches_of_one: u32,
    /// How often a unit went, without an assault, to an area that it had left earlier on the same day.
    returns: u32,
    assaults: u32,
    ends: BTreeMap<String, u32>,
}

fn areas(position: &Value) -> BTreeMap<String, Value> {
    let units = position["game"]["units"].as_object().expect("units");
    units.iter().map(|(id, unit)| (id.clone(), unit["at"].clone())).collect()
}

fn play(seed: u64, habits: &mut Habits) {
    let rules = SevenDays::shipped();
    let sides = rules.sides();
    let scenario: Id = "seven_days".parse().unwrap();
    let table = Rules(rules).setup(&scenario, &Map::new()).unwrap();
    let mut play = SelfPlay::new(table, &sides, seed);
    let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
    let (mut before, mut turn) = (areas(&play.table.position()), Value::Null);
    let mut left: BTreeSet<(String, String)> = BTreeSet::new();
    let mut look = |table: &dyn Session, events: &[Value]| {
        habits.steps += 1;
        let position = table.position();
        if position["game"]["turn"] != turn {
            (turn, left) = (position["game"]["turn"].clone(), BTreeSet::new());
        }
        let assaults = events.iter().filter(|event| event["event"] == "assault").count();
        habits.assaults += assaults as u32;
        let after = areas(&position);
        let moved = before.iter().filter(|(id, at)| after.get(*id).is_some_and(|now| now != *at));
        let moved: Vec<(String, Value)> = moved.map(|(id, at)| (id.clone(), at.clone())).collect();
        if assaults == 0 && !moved.is_empty() {
            habits.marches += 1;
            habits.marches_of_one += u32::from(moved.len() == 1);
        }
        for (id, from) in moved {
            habits.returns += u32::from(assaults == 0 && left.contains(&(id.clone(), after[&id].to_string())));
            left.insert((id, from.to_string()));
        }
        before = after;
    };
    let outcome = play.run(&sides, &mut players, 5_000, &mut look).expect("legal play").expect("an end");
    *habits.ends.entry(format!("{} {}", outcome["winner"], outcome["how"])).or_default() += 1;
}

#[test]
fn units_are_not_marched_to_and_fro() {
    let matches = std::env::var("ADJUTANT_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let mut habits = Habits::default();
    (0..matches).for_each(|seed| play(seed, &mut habits));
    println!("{matches} matches: {habits:?}");
    // Before marches had a price, a match had four or five assaults.
    assert!(habits.returns * 10 <= habits.marches && habits.assaults >= 6 * matches as u32, "{habits:?}");
}
