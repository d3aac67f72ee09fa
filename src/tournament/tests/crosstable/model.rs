//! The requirements of a table, and the messages where they are not met.

use tournament::crosstable::{
    Board, Bye, ByeKind, Crosstable, Format, How, Leg, LegResult, Outcome, Player, PlayerCard, Round,
};

use crate::support::{plan, players, round, swiss};

/// The problems of a table, each with its place.
fn problems(players: Vec<Player>, rounds: Vec<Round>) -> Vec<String> {
    let problems = Crosstable::new(plan(3), players, rounds).unwrap_err();
    problems.into_iter().map(|problem| format!("{}: {}", problem.path.unwrap(), problem.message)).collect()
}

fn of_round(text: &str) -> Vec<String> {
    problems(players(4), vec![round(Format::Swiss, text)])
}

#[test]
fn everybody_who_is_here_is_in_a_swiss_round_once() {
    assert_eq!(
        of_round("ab1"),
        [
            "rounds[0].boards: c has neither a board nor a bye in round 1",
            "rounds[0].boards: d has neither a board nor a bye in round 1",
        ]
    );
    assert_eq!(of_round("ab1 bc1 dZ"), ["rounds[0].boards[1].pair[0]: b is already in boards[0].pair[1]"]);
    assert_eq!(of_round("aa1 bc1 dU"), ["rounds[0].boards[0].pair[1]: a is already in boards[0].pair[0]"]);
    assert_eq!(of_round("ab1 cd1 dU"), ["rounds[0].byes[0].player: d is already in boards[1].pair[1]"]);
    assert_eq!(of_round("ab1 cd1 zU"), ["rounds[0].byes[0].player: there is no player 25"]);
}

#[test]
fn nobody_plays_before_he_enters_or_after_he_leaves() {
    let mut people = players(4);
    people[0].enters = 2;
    people[3].leaves = Some(2);
    let rounds = || vec![round(Format::Swiss, "bc1 dU aH"), round(Format::Swiss, "ab1 cU dZ")];
    assert!(Crosstable::new(plan(3), people.clone(), rounds()).is_ok(), "who is not here may have a bye");
    assert!(Crosstable::new(plan(3), people.clone(), vec![round(Format::Swiss, "bc1 dU")]).is_ok());
    assert_eq!(
        problems(people, vec![round(Format::Swiss, "ab1 cd1"), round(Format::Swiss, "ab1 cd1")]),
        [
            "rounds[0].boards[0].pair[0]: a does not play in round 1",
            "rounds[1].boards[1].pair[1]: d does not play in round 2"
        ]
    );
}

#[test]
fn results_fit_their_boards() {
    let with = |result: LegResult, legs: usize| {
        let leg = Leg { exchanged: false, result: Some(result) };
        let board = Board { pair: [0, 1], legs: vec![leg; legs] };
        problems(players(2), vec![Round { format: Format::Swiss, boards: vec![board], byes: Vec::new() }])
    };
    let result = |how, winner, margin| LegResult { how, winner, margin };
    let at = "rounds[0].boards[0].legs[0].result";
    assert_eq!(with(result(How::Played, Some(3), 0), 1), [format!("{at}.winner: player 3 does not play here")]);
    assert_eq!(with(result(How::Forfeit, None, 0), 1), [format!("{at}.winner: a forfeit has a winner")]);
    assert_eq!(with(result(How::DoubleForfeit, Some(1), 0), 1), [format!("{at}.winner: nobody wins a double forfeit")]);
    assert_eq!(with(result(How::Played, None, 3), 1), [format!("{at}.margin: nobody won, so there is no margin")]);
    assert_eq!(
        with(result(How::Played, Some(0), i64::MAX), 1),
        [format!("{at}.margin: a margin is at most 1000000000 points")]
    );
    assert_eq!(
        with(result(How::Played, None, 0), 0),
        ["rounds[0].boards[0].legs: a board has from 1 to 9 games, not 0"]
    );
}

#[test]
fn ids_and_lots_are_unique_and_the_plan_is_sound() {
    let mut people = players(3);
    people[2].id = people[0].id.clone();
    people[1].lot = 1;
    people[0].leaves = Some(0);
    assert_eq!(
        problems(people, Vec::new()),
        [
            "players[0].leaves: the last round of a comes before his first",
            "players[1].lot: players[0] drew lot 1 too",
            "players[2].id: players[0] has the id a too",
        ]
    );
    let mut odd = plan(1);
    (odd.scoring.win, odd.scoring.per_point, odd.legs) = (0, 0, 0);
    let rounds = vec![round(Format::Swiss, "ab1"), round(Format::Swiss, "ab1")];
    let problems = Crosstable::new(odd, players(2), rounds).unwrap_err();
    let places: Vec<&str> = problems.iter().map(|problem| problem.path.as_deref().unwrap()).collect();
    assert_eq!(places, ["plan.rounds", "plan.legs", "plan.scoring.per_point", "plan.scoring"]);
}

#[test]
fn a_card_tells_a_players_rounds() {
    let table = swiss(5, &["ab+ cd1 eU", "ac! bd. eH", "ae0 bc= dZ"]);
    let card = |player| -> Vec<(Outcome, i64)> {
        PlayerCard::of(&table, player).rounds.iter().map(|entry| (entry.outcome, entry.points)).collect()
    };
    assert_eq!(
        card(0),
        [
            (Outcome::Forfeited { opponent: 1, won: true }, 2),
            (Outcome::Forfeited { opponent: 2, won: false }, 0),
            (Outcome::Met(4), 0),
        ]
    );
    // b's game against d runs.
    assert_eq!(card(1)[1], (Outcome::Met(3), 0));
    assert_eq!(card(4), [(Outcome::Bye(ByeKind::Full), 2), (Outcome::Bye(ByeKind::Half), 1), (Outcome::Met(0), 2)]);
}

#[test]
fn a_board_of_two_games_counts_both_and_a_bye_counts_twice() {
    let mut two = plan(1);
    two.legs = 2;
    let result = |winner: Option<usize>| Some(LegResult { how: How::Played, winner, margin: 0 });
    let mut board = Board::new([0, 1], 2);
    assert_eq!(board.legs.iter().map(|leg| leg.side(&board, 0)).collect::<Vec<_>>(), [0, 1], "sides are exchanged");
    board.legs[0].result = result(Some(0));
    board.legs[1].result = result(None);
    let byes = vec![Bye { player: 2, kind: ByeKind::Full }, Bye { player: 3, kind: ByeKind::Half }];
    let table =
        Crosstable::new(two, players(4), vec![Round { format: Format::Swiss, boards: vec![board], byes }]).unwrap();
    let points: Vec<i64> = PlayerCard::all(&table).iter().map(PlayerCard::points).collect();
    // a won and drew: 2 + 1; b lost and drew: 0 + 1; two games of a bye: 4; of half a bye: 2.
    assert_eq!(points, [3, 1, 4, 2]);
}

#[test]
fn knock_out_rounds_bring_no_points() {
    let rounds = vec![round(Format::Swiss, "ab1 cd1"), round(Format::Knockout, "ac1")];
    let table = Crosstable::new(plan(1), players(4), rounds).unwrap();
    assert_eq!(PlayerCard::of(&table, 0).points(), 2);
    assert_eq!(table.only(Format::Swiss).rounds().len(), 1);
    assert_eq!(table.after(1).rounds().len(), 1);
}
