//! Whole matches between players each of whom sees only his own cards: every invariant holds after every step, and nothing that the
//! rules do needs a card that nobody may know.
//!
//! `ADJUTANT_BATTLES=500 cargo test -p adjutant-longstreet --test matches -- --nocapture` plays so many matches of each kind, and prints
//! who won and how.

use std::collections::BTreeMap;

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::selfplay::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use longstreet::Longstreet;
use serde_json::{Value, json};

fn battles(usual: u64) -> u64 {
    std::env::var("ADJUTANT_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn table(battle: &str, options: &Value) -> Box<dyn Session> {
    let battle: Id = battle.parse().unwrap();
    Rules(Longstreet::shipped()).setup(&battle, &options.as_object().cloned().unwrap_or_default()).unwrap()
}

/// What a match at random came to: its end, its turns, its turn files.
struct Played {
    end: String,
    turns: u64,
    mails: u64,
    kinds: BTreeMap<String, u64>,
}

fn play(battle: &str, options: &Value, standing: Option<Value>, seed: u64) -> Played {
    let sides = Longstreet::shipped().sides();
    let mut play = SelfPlay::new(table(battle, options), &sides, seed);
    for side in &sides {
        if let Some(standing) = standing.as_ref().and_then(Value::as_object) {
            play.standing.insert(side.clone(), standing.clone());
        }
    }
    let mut players = [Player::random(seed), Player::random(seed + 1_000)];
    let mut kinds = BTreeMap::new();
    let mut look = |table: &dyn Session, events: &[Value]| {
        let broken = table.invariants();
        assert!(broken.is_empty(), "{battle}, seed {seed}: {broken:?}\n{events:#?}\n{:#}", table.position());
        for event in events {
            *kinds.entry(event["event"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    };
    let over = play.run(&sides, &mut players, 5_000, &mut look);
    let over = over.unwrap_or_else(|why| {
        let asked: Vec<String> = play.table.awaiting().iter().map(|awaited| format!("{awaited:?}")).collect();
        panic!("{battle} {options}, seed {seed}, step {}: {why:#?} {asked:?}", play.steps)
    });
    let over = over.unwrap_or_else(|| panic!("{battle}, seed {seed}: no end after {} steps", play.steps));
    let end = format!("{} {}", over["winner"], over["how"]).replace('"', "");
    let turns = play.table.position()["game"]["turn"].as_u64().unwrap();
    Played { end, turns, mails: play.turns.values().sum(), kinds }
}

/// Plays matches at random; the events that ever happened in them.
fn at_random(battle: &str, options: &Value, standing: Option<&Value>, usual: u64) -> BTreeMap<String, u64> {
    let (mut ends, mut turns, mut mails, mut all) = (BTreeMap::<String, u64>::new(), 0, 0, BTreeMap::new());
    let count = battles(usual);
    for seed in 0..count {
        let played = play(battle, options, standing.cloned(), seed);
        *ends.entry(played.end).or_default() += 1;
        turns += played.turns;
        mails += played.mails;
        for (kind, count) in played.kinds {
            *all.entry(kind).or_default() += count;
        }
    }
    println!(
        "{battle} {options} at random: {ends:?} of {count}; {} turns, {:.2} turn files each",
        turns / count.max(1),
        mails as f64 / turns.max(1) as f64
    );
    all
}

#[test]
fn random_brawners_farm() {
    let happened = at_random("brawners_farm", &json!({}), None, 30);
    // Whatever may happen does.
    for event in [
        "reshuffled",
        "invoked",
        "interrupted",
        "volley",
        "moved",
        "charged",
        "marked",
        "confirmed",
        "disputed",
        "insists",
        "withdrawn",
        "amended",
        "yielded",
        "morale",
        "losses",
        "unit_gone",
        "passed",
        "redrawn",
        "smoke_removed",
        "picked",
        "dealt",
    ] {
        assert!(happened.contains_key(event), "{event} never happens: {happened:?}");
    }
}

#[test]
fn random_millers_ford() {
    at_random("millers_ford", &json!({}), None, 20);
    at_random("millers_ford", &json!({"year": 1865, "hand": {"federal": 4, "confederate": 8}}), None, 10);
}

#[test]
fn random_quiet_matches() {
    let quiet = json!({"interrupts": "pass", "morale": "pass", "facts": "accept", "interrupted": "go_on"});
    at_random("brawners_farm", &json!({"year": 1861}), Some(&quiet), 10);
}

/// Whoever resolves a turn without a hand comes to the same position and the same events, to the byte.
#[test]
fn both_see_the_same() {
    let sides = Longstreet::shipped().sides();
    for seed in 0..battles(10) {
        let mut with = SelfPlay::new(table("brawners_farm", &json!({})), &sides, seed);
        let mut blind = table("brawners_farm", &json!({}));
        let mut players = [Player::random(seed), Player::random(seed + 1_000)];
        while with.table.outcome().is_none() && with.steps < 400 {
            let asked: Vec<Id> = with.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut players) {
                if asked.contains(side) && (plans.is_empty() || with.steps == 0) {
                    plans.extend(with.plan(side, player).map(|plan| (side.clone(), plan)));
                }
            }
            let mut without = with.clone();
            without.table = blind;
            let events = with.step(&sides, &plans).expect("it is legal");
            assert_eq!(without.step(&sides, &plans).expect("it is legal for everybody"), events);
            assert_eq!(without.table.position().to_string(), with.table.position().to_string(), "seed {seed}");
            blind = without.table;
        }
    }
}
