//! Whole matches at one table, with every invariant after every step: of players who do anything legal, and of the
//! sensible player against himself, each of whom sees only his own cards.
//!
//! `ADJUTANT_MATCHES=200 cargo test -p adjutant-battle-cry self_play:: -- --nocapture` plays this many matches of each
//! kind, and prints who won and how, and how many mails a battle takes.

use std::collections::BTreeMap;

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::pack::Side;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game as _, Rules, Session};
use battle_cry::BattleCry;
use serde_json::{Value, json};

pub fn matches(usual: u64) -> u64 {
    std::env::var("ADJUTANT_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The number of the first match, which decides everything in it: a long count can be made in parts.
fn first() -> u64 {
    std::env::var("ADJUTANT_FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn table(scenario: &str) -> Box<dyn Session> {
    Rules(BattleCry::shipped()).setup(&scenario.parse().unwrap(), &serde_json::Map::new()).unwrap()
}

/// What is counted of matches.
#[derive(Default)]
struct Count {
    ends: BTreeMap<String, u64>,
    mails: u64,
    events: BTreeMap<String, u64>,
}

impl Count {
    fn of(&self, event: &str) -> u64 {
        self.events.get(event).copied().unwrap_or(0)
    }
}

/// Every card of a side is in one place, none is lost, and the record names none that lies hidden.
fn audit(table: &dyn Session, side: &Id) {
    let own = table.hand_tracker(side).expect("both hands are followed").cards();
    let places = own.piles.values().flatten().flatten().chain(own.laid.values());
    let mut known: Vec<&String> = places.collect();
    let count = known.len();
    known.sort_unstable();
    known.dedup();
    assert_eq!(known.len(), count, "a card of {side} is in two places");
    let decks = table.decks();
    let all = own.piles.values().map(Vec::len).sum::<usize>() + own.laid.len();
    assert_eq!(all, decks[side].values().map(Vec::len).sum::<usize>(), "{side} has lost a card");
    let of_play = decks[side].iter().filter(|(pile, _)| !pile.starts_with("command_")).map(|(_, cards)| cards.len());
    assert_eq!(of_play.sum::<usize>(), 118 + generals_of(side), "{side}");
    let public = &table.position()["game"]["cards"]["sides"][side.as_str()]["piles"];
    for hidden in ["deck", "hand", "returned"] {
        let lies = own.piles.get(hidden).map_or(0, Vec::len);
        assert_eq!(public[hidden].as_u64(), Some(lies as u64), "{side}: {hidden} {public}");
    }
    for pile in ["discard", "table"] {
        let lies: Vec<&String> = own.piles.get(pile).into_iter().flatten().flatten().collect();
        assert_eq!(public[pile], json!(lies), "{side}: {pile}");
    }
}

/// How many generals a side has beside its play deck: the versions with three stars.
fn generals_of(side: &Id) -> usize {
    let pack = battle_cry::pack::PACK.typed();
    let side = Side::BOTH.into_iter().find(|one| one.id() == *side).expect("a side");
    pack.of(side).generals.iter().filter(|general| general.replaces.is_some()).count()
}

/// Plays matches, with every invariant checked after every step: to their ends, unless only so many steps are made.
fn played(scenario: &str, players: fn(u64) -> Player, count: u64, most: u64) -> Count {
    let sides = BattleCry::shipped().sides();
    let mut all = Count::default();
    let (started, mut steps) = (std::time::Instant::now(), 0);
    for seed in first()..first() + count {
        let mut play = SelfPlay::new(table(scenario), &sides, seed);
        let mut players = [players(seed), players(seed + 1_000)];
        let mut events: BTreeMap<String, u64> = BTreeMap::new();
        let mut look = |table: &dyn Session, happened: &[Value]| {
            let broken = table.invariants();
            assert!(broken.is_empty(), "{scenario}, seed {seed}: {broken:?}\n{happened:#?}\n{:#}", table.position());
            sides.iter().for_each(|side| audit(table, side));
            for event in happened {
                let name = event["event"].as_str().unwrap();
                // Who has sealed a pass passes without a mail (BC-30).
                let sealed = name == "answered" && event["by"] == "advance" && event["answer"] == "pass";
                let name = if sealed && event["rule"] == "I.4" { "passed_in_advance" } else { name };
                *events.entry(name.to_owned()).or_default() += 1;
            }
        };
        let over = play.run(&sides, &mut players, most, &mut look);
        let over = over.unwrap_or_else(|why| panic!("{scenario}, seed {seed}, step {}: {why:#?}", play.steps));
        if let Some(over) = over {
            assert_eq!(events.get("ended").copied(), Some(1), "{scenario}, seed {seed}: {events:?}");
            *all.ends.entry(format!("{} {}", over["winner"], over["how"]).replace('"', "")).or_default() += 1;
        }
        steps += play.steps;
        all.mails += play.turns.values().sum::<u64>();
        for (event, count) in events {
            *all.events.entry(event).or_default() += count;
        }
    }
    println!(
        "{scenario}: {:?} of {count}; {steps} steps in {:.1} s; {:.1} mails each; {:?}",
        all.ends,
        started.elapsed().as_secs_f64(),
        each(all.mails, count),
        all.events
    );
    all
}

fn each(whole: u64, count: u64) -> f64 {
    whole as f64 / count.max(1) as f64
}

#[test]
fn gettysburg_at_random() {
    let count = matches(6);
    let all = played("gettysburg", Player::random, count, 2_000);
    assert_eq!(all.ends.values().sum::<u64>(), count, "{:?}", all.ends);
    for event in ["announced", "sent", "settled", "reacted", "canceled", "engaged", "discarded", "wounded", "day"] {
        assert!(all.of(event) > 0, "no {event} in {:?}", all.events);
    }
}

/// The scenarios of several turns, each match to its end.
fn war_at_random(scenario: &str, count: u64) -> Count {
    let all = played(scenario, Player::random, count, 6_000);
    assert_eq!(all.ends.values().sum::<u64>(), count, "{:?}", all.ends);
    all
}

#[test]
fn the_campaign_at_random() {
    let all = war_at_random("campaign", matches(3));
    for event in
        ["resource", "laid_down", "placed", "blocked", "moved", "discretionary", "command", "enters", "recalled"]
    {
        assert!(all.of(event) > 0, "no {event} in {:?}", all.events);
    }
}

#[test]
fn deck_one_at_random() {
    war_at_random("deck_one", matches(2));
}

#[test]
fn deck_two_at_random() {
    war_at_random("deck_two", matches(2));
}

/// A send is one mail, and so is a pass; reactions, forced choices and sealed answers cost none (BC-26 to BC-30).
#[test]
fn gettysburg_by_sensible_players() {
    let count = matches(8);
    let all = played("gettysburg", Player::sensible, count, 400);
    assert_eq!(all.ends.values().sum::<u64>(), count, "{:?}", all.ends);
    for event in ["reacted", "canceled", "engaged", "discarded", "day", "continues", "passed_in_advance"] {
        assert!(all.of(event) > 0, "no {event} in {:?}", all.events);
    }
    // Four more for the set-up, and two where a reaction is beaten or a question is left open.
    let least = all.of("sent") + all.of("passed");
    assert!(all.mails <= least + 6 * count, "{} mails, {least} sends and passes", all.mails);
}

/// Every scenario comes to its end, with whatever a player can do of use.
fn war(scenario: &str, count: u64) -> Count {
    let all = played(scenario, Player::sensible, count, 1_500);
    assert_eq!(all.ends.values().sum::<u64>(), count, "{:?}", all.ends);
    for event in ["resource", "command", "placed", "moved", "enters", "held", "reacted", "canceled", "deck_turned"] {
        assert!(all.of(event) > 0, "{scenario}: no {event} in {:?}", all.events);
    }
    all
}

#[test]
fn the_campaign_by_sensible_players() {
    let count = matches(6);
    let all = war("campaign", count);
    let turns = all.of("turn") + count;
    assert!(all.mails <= 18 * turns, "{} mails in {turns} turns", all.mails);
    for event in ["blocked", "negated", "promoted", "recalled", "passed_in_advance"] {
        assert!(all.of(event) > 0, "no {event} in {:?}", all.events);
    }
}

#[test]
fn deck_one_by_sensible_players() {
    war("deck_one", matches(2));
}

#[test]
fn deck_two_by_sensible_players() {
    war("deck_two", matches(2));
}
