//! Whole matches between players each of whom sees only his own cards: every invariant holds after every step, and
//! nothing that the rules do needs a card that nobody may know.
//!
//! `ADJUTANT_BATTLES=200 cargo test -p adjutant-dixie matches::sensible -- --nocapture` plays this many matches of each
//! kind and prints who won and how; `random` in the place of `sensible` plays them at random.

use crate::self_play::{Count, Mode, battles, matches};
use adjutant_core::session::self_play::Player;
use serde_json::{Value, json};

/// Plays matches at random.
fn play_random_matches(scenario: &str, options: &Value, usual: u64, most: u64) -> Count {
    let players = |seed| [Player::random(seed), Player::random(seed + 1_000)];
    let count = matches((scenario, options), Mode::InAdvance, 0..battles(usual), most, &players);
    println!("{scenario} {options} at random: {count}");
    count
}

/// Plays matches of sensible players, each to its end.
fn play_sensible_matches(scenario: &str, options: &Value, mode: Mode, usual: u64) -> Count {
    let players = |seed| [Player::sensible(seed), Player::sensible(seed + 1_000)];
    let count = matches((scenario, options), mode, 0..battles(usual), 400, &players);
    println!("{scenario} {options} {mode:?}: {count}");
    assert!(!count.ends.contains_key("none"), "{scenario}: {count}");
    count
}

#[test]
fn random_bull_run() {
    play_random_matches("first_bull_run", &json!({}), 12, 1_500);
}

#[test]
fn random_shiloh() {
    play_random_matches("shiloh", &json!({}), 8, 1_500);
    play_random_matches("shiloh", &json!({"third_division": true}), 4, 1_500);
}

#[test]
fn random_gettysburg() {
    play_random_matches("gettysburg", &json!({}), 8, 1_500);
    play_random_matches("gettysburg_three_days", &json!({"day_1_cards": true}), 6, 3_000);
}

#[test]
fn random_with_every_further_rule() {
    let all = json!({"advanced": true, "decoys": true, "scouting": true});
    play_random_matches("first_bull_run", &all, 12, 1_500);
    play_random_matches("shiloh", &all, 6, 1_500);
    let corps = json!({"advanced": true, "decoys": true, "scouting": true, "division_integrity": true});
    play_random_matches("gettysburg", &corps, 8, 1_500);
}

/// Every edition is played to its end, by the basic rules and by all.
fn edition(scenario: &str) {
    let all = json!({"advanced": true, "decoys": true, "scouting": true});
    let basic = play_sensible_matches(scenario, &json!({}), Mode::InAdvance, 6);
    let further = play_sensible_matches(scenario, &all, Mode::InAdvance, 4);
    for count in [&basic, &further] {
        assert!(count.played < 100 || count.share("none stalemate") < 0.1, "{scenario}: {count}");
    }
    play_sensible_matches(scenario, &json!({}), Mode::Silent, 2);
    play_sensible_matches(scenario, &json!({}), Mode::Asked, 2);
}

#[test]
fn sensible_bull_run() {
    edition("first_bull_run");
}

#[test]
fn sensible_shiloh() {
    edition("shiloh");
}

#[test]
fn sensible_gettysburg() {
    edition("gettysburg");
}

#[test]
fn sensible_gettysburg_three_days() {
    edition("gettysburg_three_days");
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
            play_random_matches(scenario, &options, 3, 1_500);
            play_sensible_matches(scenario, &options, Mode::InAdvance, 3);
        }
    }
}
