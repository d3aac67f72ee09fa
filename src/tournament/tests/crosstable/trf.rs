//! Report files: what is written, what is read, and what is refused.

use tournament::crosstable::{
    Board, Bye, ByeKind, Crosstable, Format, How, LegResult, Round, Scoring, TieBreak, standings, trf,
};

use crate::support::{plan, players, round, swiss};

fn report(table: Crosstable) -> trf::Report {
    let heading = trf::Heading {
        name: "Spring Offensive 2026".to_owned(),
        place: "by mail".to_owned(),
        dates: ["2026/03/01".to_owned(), "2026/06/30".to_owned()],
        director: "Cleo\nOrme".to_owned(),
        tie_breaks: vec![TieBreak::Buchholz],
        ..trf::Heading::default()
    };
    trf::Report { heading, table, absent: Vec::new() }
}

/// The columns are those of the format's table: number 5–8, name 15–47, rating 49–52, points 81–84, rank 86–89, and ten
/// for each round from 92.
#[test]
fn a_report_has_its_columns() {
    let mut people = players(5);
    people[0].rating = Some(5_120);
    people[3].name = "D".repeat(50);
    people[4].enters = 2;
    let rounds = vec![round(Format::Swiss, "ab1 cd- eZ"), round(Format::Swiss, "ce! da= bU")];
    let mut report = report(Crosstable::new(plan(3), people, rounds).unwrap());
    report.absent = trf::absent(&report.table, &[Bye { player: 1, kind: ByeKind::Half }]);
    let text = trf::write(&report).unwrap();
    let expected = "\
012 Spring Offensive 2026
022 by mail
042 2026/03/01
052 2026/06/30
102 Cleo Orme
062 5
XXR 3
XXC white1
BBW  1.0
BBD  0.5
BBL  0.0
BBZ  0.0
BBF  0.0
BBU  1.0
001    1      a                                 5120                             1.5    1     2 w 1     4 b =
001    2      b                                                                  1.0    3     1 b 0  0000 - U  0000 - H
001    3      c                                                                  0.0    4     4 w -     5 w -
001    4      DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD                                  1.5    2     3 b +     1 w =
001    5      e                                                                  0.0    5  0000 - Z     3 b -
";
    // d before b by Buchholz; c and e, who only missed games, have 0 of it and are told apart by lot.
    assert_eq!(text, expected);
    let again = trf::read(&text).unwrap();
    assert_eq!(again.absent, report.absent);
    assert_eq!(again.table.plan().rounds, 3);
    assert_eq!(again.heading.director, "Cleo Orme");
    let places =
        |table: &Crosstable| standings(table, &[TieBreak::Buchholz]).iter().map(|row| row.player).collect::<Vec<_>>();
    assert_eq!(places(&again.table), places(&report.table));
}

#[test]
fn a_round_of_two_games_takes_two_columns() {
    let mut two = plan(1);
    two.legs = 2;
    let mut board = Board::new([0, 1], 2);
    for (leg, winner) in board.legs.iter_mut().zip([Some(0), None]) {
        leg.result = Some(LegResult { how: How::Adjudicated, winner, margin: 0 });
    }
    let byes = vec![Bye { player: 2, kind: ByeKind::Full }];
    let table =
        Crosstable::new(two, players(3), vec![Round { format: Format::Swiss, boards: vec![board], byes }]).unwrap();
    let text = trf::write(&report(table)).unwrap();
    assert!(text.contains("XXR 2\n") && text.contains(" 1.5    2     2 w 1     2 b =\n"), "{text}");
    assert!(text.contains(" 2.0    1  0000 - U  0000 - U\n"), "{text}");
}

#[test]
fn what_the_format_cannot_say_is_refused() {
    let with = |change: &dyn Fn(&mut Scoring)| {
        let mut odd = plan(1);
        change(&mut odd.scoring);
        let table = Crosstable::new(odd, players(2), vec![round(Format::Swiss, "ab1")]).unwrap();
        trf::write(&report(table)).map_err(|problems| problems.len())
    };
    assert!(with(&|scoring| (scoring.win, scoring.forfeit_win, scoring.full_bye) = (3, 3, 3)).is_ok());
    assert_eq!(with(&|scoring| scoring.per_point = 3), Err(1));
    assert_eq!(with(&|scoring| scoring.half_bye = 2), Err(1));
    let mut people = players(2);
    people[0].rating = Some(12_000);
    let table = Crosstable::new(plan(1), people, Vec::new()).unwrap();
    assert!(trf::write(&report(table)).unwrap_err()[0].message.contains("four digits"));
}

/// The problems of a text: line, column and message.
fn problems(text: &str) -> Vec<String> {
    let problems = trf::read(text).unwrap_err();
    let shown = problems.into_iter().map(|problem| match problem.mark {
        Some(mark) => format!("{}:{} {}", mark.line, mark.column, problem.message),
        None => problem.message,
    });
    shown.collect()
}

/// A file of two players, with something changed.
fn changed(from: &str, to: &str) -> String {
    let text = trf::write(&report(swiss(2, &["ab1"]))).unwrap();
    assert!(text.contains(from), "{text}");
    text.replacen(from, to, 1)
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    // The players are on lines 15 and 16.
    assert_eq!(problems(&changed("2 w 1", "2 x 1")), ["15:97 'x' is not a side; it is w, b or -"]);
    assert_eq!(problems(&changed("2 w 1", "2 w 7")), ["15:99 '7' is not a result; it is 1, 0, =, W, L, D, + or -"]);
    assert_eq!(problems(&changed("2 w 1", "2 w =")), ["15:99 the result '=' does not fit '0' on line 16"]);
    assert_eq!(problems(&changed("2 w 1", "2 b 1")), ["15:97 line 16 has the same side"]);
    assert_eq!(
        problems(&changed("2 w 1", "9 w 1")),
        ["15:92 there is no opponent 9", "16:92 line 15 does not name 2 as the opponent",]
    );
    assert_eq!(problems(&changed(" 1.0    1", " 0.5    1")), ["15:81 the results add up to 1.0 points"]);
    assert_eq!(problems(&changed(" 1.0    1", " x.5    1")), ["15:81 'x.5' is not a number of points"]);
    assert_eq!(
        problems(&changed("001    1", "001    3")),
        ["16:5 players must be numbered from 1 without gaps, but this is number 2"]
    );
    assert_eq!(problems(&changed("001    1", "001    0")), ["15:5 '0' is not a player's number"]);
    assert_eq!(problems(&changed("XXR 1", "XXR one")), ["7:5 'one' is not a number of rounds"]);
    assert_eq!(problems(&changed("BBD  0.5", "BBD 0.55")), ["10:5 '0.55' is not a number with at most one decimal"]);
    assert_eq!(problems(&changed("022", "777")), ["2:1 '777' is not a code of a FIDE report file"]);
    assert!(problems(&changed("022", "013"))[0].starts_with("2:1 this is a team tournament"));
    assert!(problems(&changed("022", "XXA"))[0].starts_with("2:1 lines with the code XXA"));
    assert_eq!(
        problems("001 1\n"),
        ["1:6 a player's line has at least 84 characters, with his points in the last four"]
    );
    assert_eq!(
        problems("Name,Points\nAnn,1\nBob,0\n"),
        ["this is not a FIDE report file (TRF): no line begins with 001"]
    );
    // A plan of no rounds does not allow one.
    assert_eq!(problems(&changed("XXR 1", "XXR 0")), ["1 rounds are played for points, but 0 were announced"]);
}

#[test]
fn nothing_that_is_read_makes_it_panic() {
    let text = trf::write(&report(swiss(5, &["ab1 cd= eU", "ac+ be0 dH", "ad. bc! eZ"]))).unwrap();
    let _ = trf::read("");
    let _ = trf::read("\u{feff}012 ä\r\n001\n\n");
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        let _ = trf::read(&text[..at]);
        let _ = trf::read(&format!("{}é{}", &text[..at], text.get(at + 1..).unwrap_or_default()));
        let _ = trf::read(&format!("{}9{}", &text[..at], text.get(at + 1..).unwrap_or_default()));
    }
}

#[test]
fn a_running_game_stays_one() {
    let table = swiss(4, &["ab. cd1"]);
    let again = trf::read(&trf::write(&report(table)).unwrap()).unwrap();
    let boards = &again.table.rounds()[0].boards;
    assert_eq!(boards.iter().map(|board| board.is_over()).collect::<Vec<_>>(), [false, true]);
}
