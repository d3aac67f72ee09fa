//! Report files: what is written, what is read, and what is refused.

use tournament::crosstable::{
    Apart, Board, Bye, ByeKind, Crosstable, Format, How, LegResult, Round, Scoring, SwissRules, TieBreak, standings,
    trf,
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
    trf::Report { heading, table, absent: Vec::new(), notes: trf::Notes::default() }
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
    assert_eq!(problems(&changed("001    1", "001    3")), ["16:5 there is no player 1, but a player 2"]);
    assert_eq!(problems(&changed("001    1", "001    0")), ["15:5 '0' is not a player's number"]);
    assert_eq!(problems(&changed("XXR 1", "XXR one")), ["7:5 'one' is not a number of rounds"]);
    assert_eq!(problems(&changed("BBD  0.5", "BBD 0.55")), ["10:5 '0.55' is not a number with at most one decimal"]);
    assert_eq!(problems(&changed("022", "777")), ["2:1 '777' is not a code of a FIDE report file"]);
    assert!(problems(&changed("022", "013"))[0].starts_with("2:1 this is a team tournament"));
    assert_eq!(problems(&changed("022", "XXA")), ["2:5 'by' is not a player's number"]);
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

/// Six players after a first round; after the points, the columns of each player.
fn club(before: &str, rows: [&str; 6], after: &str) -> String {
    let names = ["Archer, Ann", "Bell, Bob", "Cobb, Cleo", "Dunn, Dora", "Ely, Ed", "Fox, Fay"];
    let rows = rows.iter().zip(names).zip(1..).map(|((row, name), number)| {
        let (points, rounds) = row.split_at(3);
        format!("001 {number:>4} m    {name:<33} {} USA {:23} {points} {number:>4}{rounds}\n", 2000 - 50 * number, "")
    });
    format!("012 Club League\n{before}{}{after}", rows.collect::<String>())
}

/// After one round.
const PLAYED: [&str; 6] =
    ["1.0     4 w 1", "1.0     5 b 1", "0.5     6 w =", "0.0     1 b 0", "0.0     2 w 0", "0.5     3 b ="];

fn with(player: usize, row: &'static str) -> [&'static str; 6] {
    let mut rows = PLAYED;
    rows[player - 1] = row;
    rows
}

fn read(text: &str) -> trf::Report {
    trf::read(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

fn bye(player: usize, kind: ByeKind) -> Bye {
    Bye { player: player - 1, kind }
}

/// An entry for a round that nobody plays makes no round (bbpPairings, issue 3): the player is out of the next one.
#[test]
fn byes_that_are_entered_ahead_make_no_round() {
    for (row, kind) in [
        ("1.5     3 b =  0000 - U", ByeKind::Full),
        ("1.5     3 b =  0000 - F", ByeKind::Full),
        ("0.5     3 b =  0000 - +", ByeKind::Full),
        ("1.0     3 b =  0000 - H", ByeKind::Half),
        ("0.5     3 b =  0000 - H", ByeKind::Half),
        ("0.5     3 b =  0000 - Z", ByeKind::Zero),
        ("0.5     3 b =  0000 - -", ByeKind::Zero),
    ] {
        let report = read(&club("XXR 5\n", with(6, row), ""));
        assert_eq!(report.table.rounds().len(), 1, "{row}");
        assert_eq!(report.absent, [bye(6, kind)], "{row}");
        assert!(report.notes.empty.is_empty());
    }
    // Byes of several rounds to come: only those of the next one keep a player from being paired.
    let report = read(&club("XXR 5\n", with(6, "0.5     3 b =            0000 - H  0000 - Z"), ""));
    assert_eq!((report.table.rounds().len(), report.absent.len()), (1, 0));
    assert_eq!(report.notes.later, [(3, bye(6, ByeKind::Half)), (4, bye(6, ByeKind::Zero))]);
    // Before the first round.
    let rows = ["0.0  0000 - H", "0.0", "0.0", "0.0", "0.0", "0.0"];
    let report = read(&club("", rows, ""));
    assert_eq!((report.table.rounds().len(), report.absent), (0, vec![bye(1, ByeKind::Half)]));
}

#[test]
fn games_that_are_entered_ahead_are_refused_with_who_is_missing() {
    for (mine, his) in
        [("1.0     4 w 1     2 w =", "1.0     5 b 1     1 b ="), ("2.0     4 w 1     2 w +", "1.0     5 b 1     1 b -")]
    {
        let mut rows = with(1, mine);
        rows[1] = his;
        let said = problems(&club("XXR 5\n", rows, ""));
        assert_eq!(said, ["5:102 round 2 is not paired: it has 1 game, and nothing for the players 3, 4, 5, 6"]);
    }
    // Where most play, those without an entry are absent, and are named.
    let rows = [
        "2.0     4 w 1     2 w 1",
        "1.0     5 b 1     1 b 0",
        "0.5     6 w =     4 w 0",
        "1.0     1 b 0     3 b 1",
        "0.0     2 w 0",
        "0.5     3 b =",
    ];
    let report = read(&club("XXR 5\n", rows, ""));
    assert_eq!((report.table.rounds().len(), report.notes.empty), (2, vec![4, 5]));
    // Who was gone before needs no name.
    let rows = [
        "2.0     4 w 1     2 w 1     3 b  ",
        "1.0     5 b 1     1 b 0     4 w  ",
        "0.5     6 w =     4 w 0     1 w  ",
        "1.0     1 b 0     3 b 1     2 b  ",
        "0.0     2 w 0",
        "0.5     3 b =",
    ];
    let report = read(&club("XXR 5\n", rows, ""));
    assert_eq!((report.table.rounds().len(), report.notes.empty.len()), (3, 0));
}

#[test]
fn line_ends_and_the_mark_at_the_start_mean_nothing() {
    let text = club("XXR 5\n", PLAYED, "");
    let expected = read(&text);
    for changed in [
        format!("\u{feff}{text}"),
        text.replace('\n', "\r"),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r\r\n"),
        text.replace('\n', "   \n"),
        format!("\u{feff}{}", text.replace('\n', "\r")),
        text.trim_end().to_owned(),
    ] {
        assert_eq!(read(&changed), expected);
    }
    // The line of a problem is the one that an editor shows.
    let wrong = text.replace("4 w 1", "4 x 1");
    for end in ["\n", "\r", "\r\n"] {
        assert_eq!(problems(&wrong.replace('\n', end)), ["3:97 'x' is not a side; it is w, b or -"]);
    }
}

/// Who has the first side on each board of the next round.
fn first_sides(text: &str) -> Vec<usize> {
    let report = read(text);
    let draft = swiss_pairing(&report);
    draft.iter().map(|pair| pair[0] + 1).collect()
}

fn swiss_pairing(report: &trf::Report) -> Vec<[usize; 2]> {
    tournament::crosstable::swiss::pair(&report.table, &[])
        .unwrap()
        .round
        .boards
        .iter()
        .map(|board| board.pair)
        .collect()
}

/// FIDE C.04.1: the players with odd numbers have the side of the first, where nothing else decides.
#[test]
fn the_first_side_is_honored() {
    let new = ["0.0"; 6];
    for (line, expected) in [
        ("", [1, 5, 3]),
        ("XXC white1\n", [1, 5, 3]),
        ("XXC black1\n", [4, 2, 6]),
        ("152 W\n", [1, 5, 3]),
        ("152 B\n", [4, 2, 6]),
    ] {
        assert_eq!(first_sides(&club(line, new, "")), expected, "{line}");
    }
    // Without a line, the first round says it: its first player had the second side.
    let black = ["1.0     4 b 1", "1.0     5 w 1", "0.5     6 b =", "0.0     1 w 0", "0.0     2 b 0", "0.5     3 w ="];
    assert_eq!(read(&club("", black, "")).table.players()[0].lot, 2);
    assert_eq!(read(&club("", PLAYED, "")).table.players()[0].lot, 1);
    assert!(problems(&club("XXC rank\n", new, ""))[0].starts_with("2:5 pairing by the column of ranks"));
    assert!(problems(&club("152 X\n", new, ""))[0].starts_with("2:5 'X' is not a first side"));
}

#[test]
fn trf26_is_read() {
    let expected = read(&club("142 5\n", PLAYED, ""));
    for (before, after) in [
        ("142 5\n162  W 1.0   D 0.5   L 0.0\n", ""),
        ("142 5\n162  W 1.0   D 0.5   L 0.0   A 0.0   P 1.0   X 0.5\n", ""),
        (
            "142 5\n172 FID FIDE\n182 Somebody\n192 FIDE_DUTCH_2025\n202 BH,SB\n212 PTS,BH\n222 5400+30\n352 WBWB\n362 TW2.0\n",
            "",
        ),
        ("142 5\n### SSS sTTT NNNN\nDDD SSSS sTTT NNNN\n", "ITA    1      Archer, Ann                       1950\n"),
        ("142 5\n", "299        0.0  000    3\n"),
    ] {
        assert_eq!(read(&club(before, PLAYED, after)), expected, "{before}{after}");
    }
    // Other points.
    let threes = ["3.0     4 w 1", "3.0     5 b 1", "1.0     6 w =", "0.0     1 b 0", "0.0     2 w 0", "1.0     3 b ="];
    for line in ["162  W 3.0   D 1.0   L 0.0\n", "162 W3.0 D1.0\n", "XXS W=3.0 D=1.0\n"] {
        let report = read(&club(line, threes, ""));
        let scoring = report.table.scoring();
        assert_eq!((scoring.win, scoring.draw, scoring.forfeit_win, scoring.full_bye), (30, 10, 30, 30), "{line}");
    }
    // Byes that stand apart: of a round that was played, of the next, of a later one.
    let odd = ["1.0     4 w 1", "1.0     5 b 1", "0.5", "0.0     1 b 0", "0.0     2 w 0", "0.5"];
    let report = read(&club("", odd, "240 H   1    3    6\n240 H   2    1\n240 Z 003    2\nXXZ 4\n"));
    assert_eq!(report.table.rounds()[0].byes, [bye(3, ByeKind::Half), bye(6, ByeKind::Half)]);
    assert_eq!(report.absent, [bye(1, ByeKind::Half), bye(4, ByeKind::Zero)]);
    assert_eq!(report.notes.later, [(3, bye(2, ByeKind::Zero))]);
    // A penalty, written and read again.
    let report = read(&club("", with(2, "0.5     5 b 1"), "299       -0.5  001    2\n"));
    assert_eq!(report.table.players()[1].penalty, 5);
    let again = read(&trf::write(&report).unwrap());
    assert_eq!(again.table, report.table);
    // A running game is worth what 162 says, as some programs count it.
    let running =
        ["0.5     4 w  ", "1.0     5 b 1", "0.5     6 w =", "0.5     1 b  ", "0.0     2 w 0", "0.5     3 b ="];
    read(&club("162 X 0.5\n", running, ""));
}

#[test]
fn what_trf26_says_and_cannot_be_read_is_named() {
    for (before, after, expected) in [
        ("162  W x.0\n", "", "2:5 after 'W' this line has no number of points with at most one decimal"),
        ("162  Q 1.0\n", "", "2:5 'Q' is not a result; it is W, D, L, A, P or X"),
        ("XXS WW=3.0\n", "", "2:5 'WW=3.0': results that are worth more with one side are not supported"),
        ("", "240 U   2    1\n", "8:5 'U' is not a bye; it is F, H or Z"),
        ("", "240 H        1\n240 H\n", "9:5 this line names no round after the kind of bye"),
        ("", "240 H   2    7\n", "8:5 there is no player 7"),
        ("", "240 H   1    1\n", "8:5 player 1 has something else in round 1, on line 2"),
        ("", "299 W      1.0  001    2\n", "8:5 results of the kind W that are worth something else are not supported"),
        (
            "",
            "299        1.0  001    2\n",
            "8:5 points that are given beside the results are not supported, only penalties",
        ),
        ("", "260 002 001    1    2\n", "8:5 round 2 does not come before round 1"),
        ("", "260 001 002    1\n", "8:5 this line names fewer than two players"),
        ("", "260 001 002    1    7\n", "8:5 there is no player 7"),
        (
            "",
            "250      1.0 001 002 0001\n",
            "8:5 this line has points, two rounds and two players, as 250      1.0 001 003 0001 0090",
        ),
        ("", "250      1.0 000 002 0001 0002\n", "8:5 '000' is not a round"),
        (
            "",
            "250 02.0 1.0 001 002 0001 0002\n",
            "8:5 this line has points, two rounds and two players, as 250      1.0 001 003 0001 0090",
        ),
        ("", "XXA 1 x\n", "8:5 'x' is not a number of points"),
        ("192 FIDE_TEAM_BAKU\n", "", "2:1 this is a team tournament, which this program does not support"),
    ] {
        let said = problems(&club(before, PLAYED, after));
        assert!(said.contains(&expected.to_owned()), "{before}{after}: {said:?}");
    }
}

#[test]
fn two_players_with_one_number_and_tabs_are_named() {
    let text = club("XXR 5\n", PLAYED, "");
    assert_eq!(problems(&text.replace("001    6", "001    5")), ["8:5 line 7 has a player with the number 5 too"]);
    assert_eq!(problems(&text.replace("001    6", "001    9")), ["8:5 there is no player 6, but a player 9"]);
    let tabs = text.replace("    4 w 1", "\t4\tw\t1");
    assert_eq!(problems(&tabs), ["3:91 this line has a tab, but its fields have fixed columns"]);
    assert_eq!(problems("001\t1\tAnn\n"), ["1:4 this line has a tab, but its fields have fixed columns"]);
}

/// Players who are kept apart and accelerated rounds: written in both versions, and read again as the same pairings.
#[test]
fn what_a_swiss_is_paired_by_is_written_and_read() {
    let rules = SwissRules {
        accelerated: Some(5),
        apart: vec![Apart::always([0, 4]), Apart { rounds: [2, 3], pair: [1, 2] }],
        ..SwissRules::default()
    };
    let played = [round(Format::Swiss, "ac1 db1 eg1 hf1")];
    let table = Crosstable::new(plan(5), players(8), played.to_vec()).unwrap().with_swiss_rules(rules);
    let next = |table: &Crosstable| tournament::crosstable::swiss::pair(table, &[]).unwrap().round;
    let text = trf::write_as(&report(table.clone()), trf::Version::Trf26).unwrap();
    for line in [
        "142 5\n152 W\n162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.0\n182 Adjutant\n",
        // By the columns of the format: points 10-13, rounds 15-17 and 19-21, players 23-26 and 28-31.
        "250       1.0 001 002 0001 0004\n250       0.5 003 003 0001 0004\n",
        "260 001 005    1    5\n260 002 003    2    3\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(!text.contains("XX") && !text.contains("BB"), "{text}");
    assert_eq!(next(&read(&text).table), next(&table));
    let text = trf::write(&report(table.clone())).unwrap();
    assert!(text.contains("XXA    1  1.0  1.0  0.5\n") && text.contains("XXP 1 5\nXXP 2 3\n"), "{text}");
    assert_eq!(next(&read(&text).table), next(&table));
    // The name of the system alone says the same, and lines that give points take its place.
    let file = |before: &str, after: &str| read(&club(before, ["0.0"; 6], after)).table.swiss_rules().clone();
    assert_eq!(file("142 5\n192 FIDE_DUTCH_2025_BAKU\n", "").accelerated, Some(5));
    let given = file("142 5\n192 FIDE_DUTCH_2025_BAKU\n", "250      1.0 001 003 0001 0002\n");
    assert_eq!((given.accelerated, given.given.len(), given.given[1].player), (None, 2, 1));
    assert_eq!((given.given[1].rounds, given.given[1].points), ([1, 3], 10));
    let apart = file("", "XXP 1 2 3\n").apart;
    assert_eq!(apart.iter().map(|one| one.pair).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
}

#[test]
fn what_a_file_does_not_hold_is_listed() {
    let mut people = players(4);
    people[3].leaves = Some(2);
    let mut played = round(Format::Swiss, "ab1:3 cd1");
    played.boards[1].legs[0].result.as_mut().unwrap().how = How::Adjudicated;
    let table = Crosstable::new(plan(2), people, vec![played]).unwrap();
    assert_eq!(
        trf::adjustments(&table),
        [
            "the draw of lots is left out: players are numbered by their seeds",
            "1 game that was adjudicated counts as played",
            "1 margin is left out",
            "1 player who entered late or has left has byes without points in the rounds that he missed",
        ]
    );
    // Of a file that is read.
    let text =
        club("", ["1.0     4 w W", "1.0     5 b 1", "1.0  0000 - F", "0.0     1 b L", "0.0     2 w 0", "0.0"], "");
    assert_eq!(
        read(&text).notes.adjustments,
        ["1 full-point bye is read as one of the pairing", "1 game that is not rated counts as played"]
    );
}
