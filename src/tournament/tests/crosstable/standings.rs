//! Points and tie-breaks, each on a small tournament with its numbers worked out. Points are halves: a win is 2.

use tournament::crosstable::{
    Criterion, Crosstable, Format, Row, Scoring, TieBreak, UnplayedRounds, show_points, standings, standings_of,
};

use crate::support::{letter, plan, players, round, swiss, table};

fn value(table: &Crosstable, player: char, tie_break: TieBreak) -> i64 {
    let rows = standings(table, &[tie_break]);
    rows.iter().find(|row| letter(row.player) == player).unwrap().values[0].value.unwrap()
}

fn order(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}{}", letter(row.player), row.rank)).collect::<Vec<_>>().join(" ")
}

/// Four players, three rounds, every game played:
///
/// | | 1 | 2 | 3 | points |
/// |---|---|---|---|---|
/// | a | beat b | drew c | beat d | 5 |
/// | b | lost to a | beat d | drew c | 3 |
/// | c | beat d | drew a | drew b | 4 |
/// | d | lost to c | lost to b | lost to a | 0 |
fn small() -> Crosstable {
    swiss(4, &["ab1:3 cd1:5", "ca= db0:2", "ad1:4 bc="])
}

#[test]
fn points_order_first() {
    let rows = standings(&small(), &[]);
    assert_eq!(order(&rows), "a1 c2 b3 d4");
    assert_eq!(rows.iter().map(|row| row.points).collect::<Vec<_>>(), [5, 4, 3, 0]);
    assert_eq!(rows[1].behind_by, Some(Criterion::Points));
    assert_eq!(rows[0].behind_by, None);
    assert_eq!(show_points(5, &Scoring::default()), "2.5");
}

#[test]
fn buchholz_is_the_sum_of_the_opponents_points() {
    // a met b (3), c (4) and d (0).
    assert_eq!(value(&small(), 'a', TieBreak::Buchholz), 3 + 4);
    // b met a (5), d (0) and c (4).
    assert_eq!(value(&small(), 'b', TieBreak::Buchholz), 5 + 4);
    // c met d (0), a (5) and b (3).
    assert_eq!(value(&small(), 'c', TieBreak::Buchholz), 5 + 3);
    // d met c (4), b (3) and a (5).
    assert_eq!(value(&small(), 'd', TieBreak::Buchholz), 4 + 3 + 5);
}

#[test]
fn cuts_leave_out_the_lowest_and_the_median_the_highest_too() {
    assert_eq!(value(&small(), 'd', TieBreak::BuchholzCut1), 4 + 5);
    assert_eq!(value(&small(), 'd', TieBreak::BuchholzCut2), 5);
    assert_eq!(value(&small(), 'd', TieBreak::BuchholzMedian), 4);
    // One round: nothing is left after two cuts.
    let one = swiss(2, &["ab1"]);
    assert_eq!(value(&one, 'b', TieBreak::BuchholzCut2), 0);
    assert_eq!(value(&one, 'b', TieBreak::BuchholzMedian), 0);
}

#[test]
fn sonneborn_berger_multiplies_by_what_was_scored() {
    // a: beat b (3) and d (0), drew c (4): 2·3 + 1·4 + 2·0; in quarters of a point.
    assert_eq!(value(&small(), 'a', TieBreak::SonnebornBerger), 10);
    // b: lost to a, beat d (0), drew c (4).
    assert_eq!(value(&small(), 'b', TieBreak::SonnebornBerger), 4);
    // c: beat d (0), drew a (5) and b (3).
    assert_eq!(value(&small(), 'c', TieBreak::SonnebornBerger), 8);
    assert_eq!(TieBreak::SonnebornBerger.show(10, &Scoring::default()), "2.5");
    assert_eq!(TieBreak::Buchholz.show(-7, &Scoring::default()), "-3.5");
}

#[test]
fn progressive_adds_the_points_after_each_round() {
    // a had 2, 3 and 5; c had 2, 3 and 4; b had 0, 2 and 3.
    assert_eq!(value(&small(), 'a', TieBreak::Progressive), 10);
    assert_eq!(value(&small(), 'c', TieBreak::Progressive), 9);
    assert_eq!(value(&small(), 'b', TieBreak::Progressive), 5);
}

#[test]
fn margins_are_won_and_lost() {
    // a beat b by 3 and d by 4; b lost by 3 and beat d by 2; c beat d by 5; d lost by 5, 2 and 4.
    assert_eq!(value(&small(), 'a', TieBreak::Margin), 7);
    assert_eq!(value(&small(), 'b', TieBreak::Margin), -1);
    assert_eq!(value(&small(), 'c', TieBreak::Margin), 5);
    assert_eq!(value(&small(), 'd', TieBreak::Margin), -11);
}

#[test]
fn wins_count_with_or_without_playing_and_games_won_only_with() {
    let table = swiss(5, &["ab1 cd+ eU", "ca0 db- eH", "be1 ad1 cU"]);
    // a beat b, c and d by play. b won by forfeit against d, and beat e. c won by forfeit and had a bye. e had a bye.
    for (player, wins, won) in [('a', 3, 3), ('b', 2, 1), ('c', 2, 0), ('d', 0, 0), ('e', 1, 0)] {
        assert_eq!(value(&table, player, TieBreak::Wins), wins, "{player}");
        assert_eq!(value(&table, player, TieBreak::GamesWon), won, "{player}");
    }
}

#[test]
fn the_second_side_counts_where_it_was_played() {
    let table = swiss(4, &["ab0 cd-", "ba= dc1", "ca0 bd1"]);
    // b won as second and then played the first side twice; a drew and won as second; d won c's forfeit as second,
    // which is no game, and lost as second to b; c lost as second to d.
    for (player, games, wins) in [('a', 2, 1), ('b', 1, 1), ('c', 1, 0), ('d', 1, 0)] {
        assert_eq!(value(&table, player, TieBreak::SecondSideGames), games, "{player}");
        assert_eq!(value(&table, player, TieBreak::SecondSideWins), wins, "{player}");
    }
}

#[test]
fn lot_and_rating_order_what_is_left() {
    let table = swiss(4, &["ab= cd="]);
    assert_eq!(order(&standings(&table, &[])), "a1 b1 c1 d1");
    assert!(standings(&table, &[]).iter().all(|row| row.sharing == 4));
    assert_eq!(order(&standings(&table, &[TieBreak::Lot])), "a1 b2 c3 d4");
    let mut people = players(4);
    (people[2].rating, people[3].rating) = (Some(5_000), Some(5_100));
    let table = Crosstable::new(plan(1), people, table.rounds().to_vec()).unwrap();
    // a and b have no rating, so nothing separates them.
    assert_eq!(order(&standings(&table, &[TieBreak::Rating])), "d1 c2 a3 b3");
}

/// Six players; the tournament has four rounds, so a draw in each is 4.
///
/// | | 1 | 2 | 3 | 4 | points |
/// |---|---|---|---|---|---|
/// | a | beat b | beat c | beat d | won by forfeit from e | 8 |
/// | b | lost to a | bye of the pairing | beat c | lost to d | 4 |
/// | c | beat d | lost to a | lost to b | absent | 2 |
/// | d | lost to c | beat e | lost to a | beat b | 4 |
/// | e | half bye | lost to d | half bye | forfeited to a | 2 |
/// | f | half bye | absent | half bye | half bye | 3 |
fn with_gaps(unplayed: UnplayedRounds) -> Crosstable {
    let rounds = ["ab1 cd1 eH fH", "ca0 de1 bU fZ", "ad1 bc1 eH fH", "ae+ db1 cZ fH"];
    let mut plan = plan(4);
    plan.unplayed = unplayed;
    Crosstable::new(plan, players(6), rounds.map(|text| round(Format::Swiss, text)).to_vec()).unwrap()
}

#[test]
fn unplayed_rounds_count_as_fide_says_since_march_2026() {
    let table = with_gaps(UnplayedRounds::Fide2026);
    // As opponents: c was absent in the last round, which counts as a draw: 2 + 1. e's half byes came before a round
    // that he did not miss by his own doing (1, before he lost to d) or are followed by nothing but his forfeit (3): a
    // draw, which it was. a met b (4), c (3) and d (4), and had e's forfeit: a dummy with the least of his own 8 and
    // e's 2.
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 4 + 3 + 4 + 2);
    assert_eq!(value(&table, 'a', TieBreak::SonnebornBerger), 2 * (4 + 3 + 4 + 2));
    // b met a (8), c (3) and d (4), and had a bye: a dummy with the least of 4 and 4.
    assert_eq!(value(&table, 'b', TieBreak::Buchholz), 8 + 3 + 4 + 4);
    // The bye of the pairing is not of his own doing: the lowest is cut, c.
    assert_eq!(value(&table, 'b', TieBreak::BuchholzCut1), 8 + 4 + 4);
    // c met d (4), a (8) and b (4), and was absent: a dummy with his own 2. It is cut first.
    assert_eq!(value(&table, 'c', TieBreak::Buchholz), 4 + 8 + 4 + 2);
    assert_eq!(value(&table, 'c', TieBreak::BuchholzCut1), 4 + 8 + 4);
    // e: dummies with his own 2 for both half byes; d (4); the forfeit, with the least of his 2 and a's 8.
    assert_eq!(value(&table, 'e', TieBreak::Buchholz), 2 + 4 + 2 + 2);
    assert_eq!(value(&table, 'e', TieBreak::SonnebornBerger), 2 + 2);
    // f never played: four dummies with his own 3.
    assert_eq!(value(&table, 'f', TieBreak::Buchholz), 12);
    assert_eq!(value(&table, 'f', TieBreak::BuchholzMedian), 6);
}

#[test]
fn before_march_2026_a_dummy_had_the_players_own_points() {
    let table = with_gaps(UnplayedRounds::Fide2023);
    // a's forfeit win: a dummy with his own 8.
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 4 + 3 + 4 + 8);
    assert_eq!(value(&table, 'b', TieBreak::Buchholz), 8 + 3 + 4 + 4);
    assert_eq!(value(&table, 'e', TieBreak::Buchholz), 2 + 4 + 2 + 2);
}

#[test]
fn a_dummy_has_at_most_half_of_the_possible_points() {
    // Two rounds, so at most 2: a had the bye and beat b, 4 points.
    let table = swiss(3, &["bc= aU", "ab1 cZ"]);
    // Against b (1): 1. The dummy: the least of 4 and 2.
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 1 + 2);
}

#[test]
fn a_cut_takes_a_missed_round_before_a_lower_opponent() {
    // d lost all his games, and a missed a round: the dummy with 5 is cut, not d with 0.
    let table = swiss(4, &["ab1 cd1", "ac1 bd1", "aH bc= dZ", "ad. bc="]);
    // a has 2 + 2 + 1, b 0 + 2 + 1 + 1, c 2 + 0 + 1 + 1; d was absent in round 3, before a game that still runs: 0.
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 4 + 4 + 4);
    // The dummy has the least of 5 and 4, half of four rounds.
    assert_eq!(value(&table, 'a', TieBreak::BuchholzCut1), 4 + 4);
    assert_eq!(value(&table, 'a', TieBreak::BuchholzCut2), 4 + 4);
}

#[test]
fn a_schedule_counts_a_forfeit_as_a_game() {
    let table = table(Format::RoundRobin, 4, &["ab1 cd1", "ca- bd=", "ad= bc1"]);
    // a beat b, won c's forfeit, drew d: 5. b drew d and beat c: 3. c beat d: 2. d: 0 + 1 + 1 = 2.
    assert_eq!(value(&table, 'a', TieBreak::SonnebornBerger), 2 * 3 + 2 * 2 + 2);
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 3 + 2 + 2);
    // A free round is none: three players, a is free in round 2.
    let table = crate::support::table(Format::RoundRobin, 3, &["ab1", "bc1", "ca="]);
    assert_eq!(value(&table, 'a', TieBreak::Buchholz), 2 + 1);
}

#[test]
fn a_pool_has_standings_of_its_own() {
    let table = table(Format::RoundRobin, 4, &["ab1 cd="]);
    assert_eq!(order(&standings_of(&table, &[3, 2], &[TieBreak::Lot])), "c1 d2");
    assert_eq!(order(&standings_of(&table, &[9, 1, 1], &[])), "b1");
    assert!(standings_of(&table, &[], &[]).is_empty());
}
