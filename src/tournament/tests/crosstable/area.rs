//! AREA ratings, worked out by hand.

use tournament::crosstable::area_rating::{Game, Outcome, PlayerRating, SideRecord, by_side, gain, rate};

#[test]
fn the_gain_is_100_and_a_twentieth_of_the_difference() {
    // Equals: 100. The winner 300 above: 15 less. The winner 300 below: 15 more.
    assert_eq!(gain(5_000, 5_000, Outcome::Won), 100);
    assert_eq!(gain(5_300, 5_000, Outcome::Won), 85);
    assert_eq!(gain(5_000, 5_300, Outcome::Won), 115);
    assert_eq!(gain(5_300, 5_000, Outcome::Lost), -115);
    // A draw moves the twentieth alone.
    assert_eq!(gain(5_300, 5_000, Outcome::Drawn), -15);
    assert_eq!(gain(5_000, 5_000, Outcome::Drawn), 0);
}

#[test]
fn halves_are_rounded_away_from_zero() {
    // 10 / 20 = ½, 9 / 20 < ½, 30 / 20 = 1½.
    assert_eq!(gain(5_010, 5_000, Outcome::Won), 99);
    assert_eq!(gain(5_009, 5_000, Outcome::Won), 100);
    assert_eq!(gain(5_000, 5_010, Outcome::Won), 101);
    assert_eq!(gain(5_000, 5_030, Outcome::Drawn), 2);
    assert_eq!(gain(5_030, 5_000, Outcome::Drawn), -2);
}

#[test]
fn a_game_moves_from_1_to_200_points() {
    // 2,000 above: 100 − 100 = 0, so 1; 3,000 above: 100 − 150, so 1; 3,000 below: 250, so 200.
    assert_eq!(gain(7_000, 5_000, Outcome::Won), 1);
    assert_eq!(gain(8_000, 5_000, Outcome::Won), 1);
    assert_eq!(gain(5_000, 8_000, Outcome::Won), 200);
    assert_eq!(gain(10_000, 5_000, Outcome::Drawn), -200);
    assert_eq!(gain(i64::MAX, i64::MIN, Outcome::Lost), -200);
}

#[test]
fn ratings_follow_game_by_game() {
    let game = |one: &str, other: &str, outcome| Game { players: [one.to_owned(), other.to_owned()], outcome };
    let before = [PlayerRating { player: "bea".to_owned(), rating: 5_400, games: 7 }];
    let games = [
        game("ann", "bea", Outcome::Won),    // ann 5,000 beats 5,400: 120 → 5,120; bea 5,280
        game("bea", "cleo", Outcome::Lost),  // cleo 5,000 beats 5,280: 114 → 5,114; bea 5,166
        game("ann", "cleo", Outcome::Drawn), // 6 / 20 rounds to 0
    ];
    let after = rate(&before, &games);
    let shown: Vec<(&str, i64, u32)> =
        after.iter().map(|rated| (rated.player.as_str(), rated.rating, rated.games)).collect();
    assert_eq!(shown, [("bea", 5_166, 9), ("ann", 5_120, 2), ("cleo", 5_114, 2)]);
    // What one gains another loses.
    assert_eq!(after.iter().map(|rated| rated.rating).sum::<i64>(), 5_400 + 5_000 + 5_000);
}

#[test]
fn results_by_side_and_scenario() {
    let results = [("shiloh", Some(0), 4), ("bull_run", Some(1), 3), ("shiloh", Some(1), 1), ("shiloh", None, 0)];
    let row = |scenario: &str, first, drawn, second, margin| SideRecord {
        scenario: scenario.to_owned(),
        first,
        drawn,
        second,
        margin,
    };
    assert_eq!(by_side(results), [row("bull_run", 0, 0, 1, -3), row("shiloh", 1, 1, 1, 3)]);
}
