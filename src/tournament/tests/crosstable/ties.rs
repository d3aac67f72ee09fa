//! Direct encounter, case by case (C.07, article 6).

use tournament::crosstable::{Crosstable, Format, TieBreak, standings};

use crate::support::{letter, swiss, table};

/// The players and their places, those who are tied on points beside each other.
fn order(table: &Crosstable) -> String {
    let rows = standings(table, &[TieBreak::DirectEncounter]);
    rows.iter().map(|row| format!("{}{}", letter(row.player), row.rank)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_winner_of_the_one_game_between_two_comes_first() {
    // a and b have 2 points each and met; b won.
    let table = swiss(4, &["ab0 cd1", "ad1 bc0"]);
    // c beat d and b: 4. a and b: 2. d: 0.
    assert_eq!(order(&table), "c1 b2 a3 d4");
}

#[test]
fn two_who_did_not_meet_stay_tied() {
    let table = swiss(4, &["ac1 bd1"]);
    assert_eq!(order(&table), "a1 b1 c3 d3");
}

#[test]
fn ties_of_two_are_broken_by_their_game_if_they_had_one_that_was_won() {
    let table = swiss(6, &["ab1 cd1 ef=", "ca0 be1 df=", "bc1 ad0 fe="]);
    // a: 2 + 2 + 0 = 4. b: 0 + 2 + 2 = 4. c: 2 + 0 + 0 = 2. d: 0 + 1 + 2 = 3. e: 1 + 0 + 1 = 2. f: 1 + 1 + 1 = 3.
    // a before b by their game. d and f drew. c and e did not meet.
    assert_eq!(order(&table), "a1 b2 d3 f3 c5 e5");
}

#[test]
fn a_circle_separates_nobody() {
    let table = table(Format::RoundRobin, 3, &["ab1", "bc1", "ca1"]);
    assert_eq!(order(&table), "a1 b1 c1");
}

#[test]
fn those_whom_the_first_look_leaves_equal_are_looked_at_again() {
    // A round robin of six. a, b, c and d have 6 points each. Among them a beat b and c, b beat c and d, c beat d, d
    // beat a: a and b have 4, c and d 2. Of a and b, a won their game; of c and d, c.
    let rounds = ["af0 be1 cd1", "fd0 ec0 ab1", "bf0 ca0 de1", "fe0 ad0 bc1", "cf1 db0 ea0"];
    let table = table(Format::RoundRobin, 6, &rounds);
    assert_eq!(order(&table), "a1 b2 c3 d4 f5 e6");
    // The same games in a Swiss tournament come to the same.
    assert_eq!(order(&swiss(6, &rounds)), "a1 b2 c3 d4 f5 e6");
}

#[test]
fn with_games_missing_only_who_cannot_be_caught_comes_first() {
    // a, b and c have 4 points each. a beat b and c; b and c did not meet. Whatever b against c might have brought, at
    // most 2, a with 4 is first. b and c stay tied.
    let table = swiss(6, &["ab1 cd1 ef1", "ac1 be1 df=", "ad0 bf1 ce1"]);
    // a: 2 + 2 + 0 = 4; b: 0 + 2 + 2 = 4; c: 2 + 0 + 2 = 4; d: 0 + 1 + 2 = 3; e: 2 + 0 + 0 = 2; f: 0 + 1 + 0 = 1.
    assert_eq!(order(&table), "a1 b2 c2 d4 e5 f6");
}

#[test]
fn with_games_missing_who_could_be_caught_does_not_come_first() {
    let table = swiss(6, &["ab1 cd1 ef1", "ae0 bd1 cf0"]);
    // a: 2 + 0; b: 0 + 2; c: 2 + 0; d: 0; e: 4; f: 0 + 2. Four are tied on 2: a beat b and f beat c, and each has
    // two games missing, so a, who has 2, could be caught.
    assert_eq!(order(&table), "e1 a2 b2 c2 f2 d6");
}

#[test]
fn the_second_place_follows_when_the_first_is_settled() {
    // a, b, c and d have 6 each. Among them a beat b, c and d; b beat c and d; c and d did not meet. a has 6, b 4, c
    // and d at most 2 with their missing game won: a is first, b second, c and d stay tied.
    let table =
        swiss(8, &["ab1 ce1 df1 gh=", "ac1 bd1 eg= fh=", "ad1 bc1 eh= gf=", "ae0 bg1 ch1 df1", "af0 bh0 cg1 de1"]);
    // a: 2+2+2+0+0 = 6; b: 0+2+2+2+0 = 6; c: 2+0+0+2+2 = 6; d: 2+0+0+2+2 = 6.
    let text = order(&table);
    assert!(text.starts_with("a1 b2 c3 d3"), "{text}");
}

#[test]
fn a_forfeit_is_no_meeting_in_a_swiss_and_is_one_in_a_schedule() {
    let rounds = ["ab+ cd1", "ad0 bc1"];
    // a: 2 + 0 = 2; b: 0 + 2 = 2; c: 2; d: 2. a–b was a forfeit; b beat c, c beat d, d beat a.
    // In the Swiss two games of the four are missing for each: nobody is alone at the top whatever they bring.
    assert_eq!(order(&swiss(4, &rounds)), "a1 b1 c1 d1");
    // Two players, of whom one won by forfeit.
    assert_eq!(order(&swiss(4, &["ab+ cd1", "ac0 bd1"])), "c1 a2 b2 d4");
    assert_eq!(order(&table(Format::RoundRobin, 4, &["ab+ cd1", "ac0 bd1"])), "c1 a2 b3 d4");
}

#[test]
fn players_who_met_twice_count_the_average() {
    // a beat b, then b beat a by more, and c is level with both: a round robin of two cycles between a and b, one game
    // each with c.
    let table = table(Format::RoundRobin, 3, &["ab1", "ba=", "ac0", "cb0"]);
    // a: 2 + 1 + 0 = 3; b: 0 + 1 + 2 = 3; c: 2 + 0 = 2. Between a and b: a has the average of 2 and 1, b of 0 and 1.
    assert_eq!(order(&table), "a1 b2 c3");
}
