//! Whole matches of the sensible player against himself, each of whom sees only his own cards.
//!
//! `ADJUTANT_BATTLES=200 cargo test -p adjutant-longstreet self_play:: -- --nocapture` plays this many matches of each
//! kind, and prints who won and how, and how many turn files a turn takes.

use std::collections::BTreeMap;

use adjutant_core::engine::Ruleset;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use longstreet::Longstreet;
use serde_json::Value;

fn battles(usual: u64) -> u64 {
    std::env::var("ADJUTANT_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn table(battle: &str) -> Box<dyn Session> {
    Rules(Longstreet::shipped()).setup(&battle.parse().unwrap(), &serde_json::Map::new()).unwrap()
}

/// What is counted of matches.
#[derive(Default)]
struct Count {
    ends: BTreeMap<String, u64>,
    turns: u64,
    mails: u64,
    events: BTreeMap<String, u64>,
}

impl Count {
    fn of(&self, event: &str) -> u64 {
        self.events.get(event).copied().unwrap_or(0)
    }
}

/// Plays matches to their ends, with every invariant checked after every step.
fn played(battle: &str, in_advance: bool, count: u64) -> Count {
    let sides = Longstreet::shipped().sides();
    let mut all = Count::default();
    for seed in 0..count {
        let mut play = SelfPlay::new(table(battle), &sides, seed);
        play.in_advance = in_advance;
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1_000)];
        let mut events: BTreeMap<String, u64> = BTreeMap::new();
        let mut look = |table: &dyn Session, happened: &[Value]| {
            let broken = table.invariants();
            assert!(broken.is_empty(), "{battle}, seed {seed}: {broken:?}\n{happened:#?}\n{:#}", table.position());
            for event in happened {
                *events.entry(event["event"].as_str().unwrap().to_owned()).or_default() += 1;
            }
        };
        let over = play.run(&sides, &mut players, 600, &mut look);
        let over = over.unwrap_or_else(|why| panic!("{battle}, seed {seed}, step {}: {why:#?}", play.steps));
        let over = over.unwrap_or_else(|| panic!("{battle}, seed {seed}: no end after {} steps", play.steps));
        let won = events.get("ended").copied().unwrap_or(0);
        assert_eq!(won, 1, "{battle}, seed {seed}: {events:?}");
        let end = format!("{} {}", over["winner"], over["how"]).replace('"', "");
        *all.ends.entry(end).or_default() += 1;
        all.turns += play.table.position()["game"]["turn"].as_u64().unwrap();
        all.mails += play.turns.values().sum::<u64>();
        for (event, count) in events {
            *all.events.entry(event).or_default() += count;
        }
    }
    println!(
        "{battle}, {}: {:?} of {count}; {:.1} turns, {:.2} turn files each; {:?}",
        if in_advance { "answers in advance" } else { "none" },
        all.ends,
        all.turns as f64 / count.max(1) as f64,
        all.mails as f64 / all.turns.max(1) as f64,
        all.events
    );
    all
}

/// He does whatever a player can do of use, disputes nothing that he himself would declare, and answers in advance in a
/// mail a turn.
fn battle(name: &str) {
    let count = battles(12);
    let advance = played(name, true, count);
    for event in ["volley", "moved", "charged", "morale", "losses", "interrupted", "passed", "marked"] {
        assert!(advance.of(event) > 0, "{name}: no {event} in {:?}", advance.events);
    }
    assert_eq!(advance.of("disputed"), 0, "{:?}", advance.events);
    // The first turn takes more, since nothing can have been answered before it; so does a loss of cards, and an
    // interrupt that the players apply.
    assert!(advance.mails * 5 <= advance.turns * 8, "{} turn files in {} turns", advance.mails, advance.turns);
    assert!(advance.of("reshuffled") <= 4 * count, "{:?}", advance.events);
    let asked = played(name, false, count.min(battles(4)));
    assert!(asked.mails * advance.turns > advance.mails * asked.turns, "answers in advance save mails");
}

#[test]
fn brawners_farm() {
    battle("brawners_farm");
}

#[test]
fn millers_ford() {
    battle("millers_ford");
}
