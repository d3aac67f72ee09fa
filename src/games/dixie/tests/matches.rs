//! Whole matches between players each of whom sees only his own cards: every invariant holds after every step, and nothing that the
//! rules do needs a card that nobody may know.

use std::collections::BTreeMap;

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::selfplay::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use dixie::Dixie;
use serde_json::{Value, json};

fn table(scenario: &str, options: &Value) -> Box<dyn Session> {
    let scenario: Id = scenario.parse().unwrap();
    Rules(Dixie::shipped()).setup(&scenario, &options.as_object().cloned().unwrap_or_default()).unwrap()
}

/// Plays matches at random; how they end.
fn at_random(scenario: &str, options: &Value, seeds: std::ops::Range<u64>, most: u64) -> BTreeMap<String, usize> {
    let players = |seed| [Player::random(seed), Player::random(seed + 1_000)];
    matches(scenario, options, seeds, most, &players)
}

/// Plays matches of sensible players, each to its end.
fn sensibly(scenario: &str, options: &Value, seeds: std::ops::Range<u64>) -> BTreeMap<String, usize> {
    let players = |seed| [Player::sensible(seed), Player::sensible(seed + 1_000)];
    let ends = matches(scenario, options, seeds, 400, &players);
    assert!(!ends.contains_key("none"), "{scenario}: {ends:?}");
    ends
}

fn matches(
    scenario: &str,
    options: &Value,
    seeds: std::ops::Range<u64>,
    most: u64,
    players: &dyn Fn(u64) -> [Player; 2],
) -> BTreeMap<String, usize> {
    let sides = Dixie::shipped().sides();
    let mut ends = BTreeMap::new();
    let (mut turns, mut mails, mut count) = (0, 0, 0);
    for seed in seeds {
        let mut play = SelfPlay::new(table(scenario, options), &sides, seed);
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
        *ends.entry(end).or_default() += 1;
        turns += play.table.position()["game"]["turn"].as_u64().unwrap_or(0);
        mails += play.turns.values().sum::<u64>();
        count += 1;
    }
    println!("{scenario} {options}: {count} matches, {turns} Battle Turns, {mails} turn files: {ends:?}");
    ends
}

#[test]
fn bull_run_at_random() {
    at_random("first_bull_run", &json!({}), 0..12, 1_500);
}

#[test]
fn shiloh_at_random() {
    at_random("shiloh", &json!({}), 0..8, 1_500);
    at_random("shiloh", &json!({"third_division": true}), 0..4, 1_500);
}

#[test]
fn gettysburg_at_random() {
    at_random("gettysburg", &json!({}), 0..8, 1_500);
    at_random("gettysburg_three_days", &json!({"day_1_cards": true}), 0..6, 3_000);
}

#[test]
fn every_further_rule_at_random() {
    let all = json!({"advanced": true, "decoys": true, "scouting": true});
    at_random("first_bull_run", &all, 0..12, 1_500);
    at_random("shiloh", &all, 0..6, 1_500);
    let corps = json!({"advanced": true, "decoys": true, "scouting": true, "division_integrity": true});
    at_random("gettysburg", &corps, 0..8, 1_500);
}

#[test]
fn sensible_players_play_every_edition_to_its_end() {
    for scenario in ["first_bull_run", "shiloh", "gettysburg", "gettysburg_three_days"] {
        sensibly(scenario, &json!({}), 0..10);
        sensibly(scenario, &json!({"advanced": true}), 0..5);
    }
}

/// Custom decks, in three and in five positions (13.8, 14.0).
#[test]
fn custom_decks() {
    let pack = dixie::pack::PACK.typed();
    for (scenario, edition) in
        [("first_bull_run", dixie::pack::Edition::BullRun), ("gettysburg", dixie::pack::Edition::Gettysburg)]
    {
        for five in [false, true] {
            let deck = |side| {
                let mut left = dixie::options::most_points(edition, side, five);
                let mut cards: Vec<_> = pack.set(edition).of(side).collect();
                // Some of everything.
                cards.sort_by_key(|card| (card.number * 37) % 101);
                let mut fits = |card: &&&dixie::pack::Card| {
                    let room = left >= card.points;
                    left -= if room { card.points } else { 0 };
                    room
                };
                cards.iter().filter(|card| fits(card)).map(|card| card.id.clone()).collect::<Vec<String>>()
            };
            let decks = json!({"usa": deck(dixie::side::Side::Usa), "csa": deck(dixie::side::Side::Csa)});
            let options = json!({"decks": decks, "five_positions": five, "advanced": true});
            at_random(scenario, &options, 0..3, 1_500);
            sensibly(scenario, &options, 0..3);
        }
    }
}
