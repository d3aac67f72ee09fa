use super::*;
use crate::export::TableForm;
use crate::model::{Decision, Dice, DiceRoll, Event, Match, Moment, Notice, Outcome, Seat, Tournament};
use crate::query::expression;
use proptest::prelude::*;

fn seat(name: &str, side: Option<&str>) -> Seat {
    Seat {
        seat: name.to_lowercase(),
        side: side.map(str::to_owned),
        name: name.to_owned(),
        key: format!("key-{name}"),
        fingerprint: format!("{:04} 5678", name.len()),
    }
}

fn one(id: &str, players: [&str; 2], winner: Option<&str>, ended: &str, reports: &[&str]) -> Match {
    Match {
        id: id.to_owned(),
        title: format!("Match {id}"),
        game: "civil_war".to_owned(),
        scenario: "campaign_1862".to_owned(),
        ended: format!("{ended}T10:00:00Z"),
        steps: 7,
        result: Some(Outcome { winner: winner.map(str::to_owned), how: "end".to_owned(), ..Outcome::default() }),
        seats: vec![seat(players[0], Some("union")), seat(players[1], Some("confederate")), seat("Cleo", None)],
        dice: vec![Dice { side: Some("union".to_owned()), sides: 6, rolls: 2, faces: vec![1, 0, 0, 0, 0, 2] }],
        rolls: vec![DiceRoll {
            step: 1,
            side: Some("union".to_owned()),
            seat: Some(players[0].to_lowercase()),
            sides: 6,
            faces: vec![1, 6],
            ..DiceRoll::default()
        }],
        decisions: vec![Decision {
            step: 1,
            seat: players[1].to_lowercase(),
            kind: "order".to_owned(),
            ..Decision::default()
        }],
        moments: vec![Moment { step: 1, words: "Grant is wounded.".to_owned(), ..Moment::default() }],
        reports: (0..).zip(reports).map(|(step, words)| (step, (*words).to_owned())).collect(),
        ..Match::default()
    }
}

fn filled() -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::create(&folder.path().join("index")).unwrap();
    let a = one(
        "aa",
        ["Ann", "Bob"],
        Some("union"),
        "2026-01-05",
        &["Set up.", "At Shiloh Grant is wounded. Bragg retreats."],
    );
    let mut b = one(
        "bb",
        ["Bob", "Ann"],
        Some("union"),
        "2026-02-05",
        &["Grant advances on Shiloh.", "Nobody was wounded at Shiloh; Grant wins."],
    );
    b.event = Some(Event { tournament: "cup".to_owned(), round: Some(2), board: None, leg: None });
    b.notices = vec![Notice { kind: "ruling".to_owned(), step: 3, words: "By the referee.".to_owned() }];
    let mut c = one("cc", ["Ann", "Dora"], None, "2026-03-05", &["Nothing."]);
    c.result = None;
    for one in [&a, &b, &c] {
        index.insert(&format!("{}.tar.gz", one.id), "00", 10, one).unwrap();
    }
    (folder, index)
}

fn ids(index: &Index, filter: &Filter) -> Vec<String> {
    index.matches(filter, None).unwrap().first.into_iter().map(|row| row.id).collect()
}

#[test]
fn matches_are_found_by_what_is_asked() {
    let (_folder, index) = filled();
    let all = Filter::default();
    assert_eq!(ids(&index, &all), ["cc", "bb", "aa"], "the latest first");
    let ann = Filter { players: vec![vec!["Ann".to_owned()]], ..all.clone() };
    assert_eq!(ids(&index, &ann).len(), 3);
    assert_eq!(ids(&index, &Filter { result: Some("won"), ..ann.clone() }), ["aa"]);
    assert_eq!(ids(&index, &Filter { result: Some("lost"), ..ann.clone() }), ["bb"]);
    assert_eq!(ids(&index, &Filter { side: Some("confederate".to_owned()), ..ann.clone() }), ["bb"]);
    let both = Filter { players: vec![vec!["key-Ann".to_owned()], vec!["Bob".to_owned()]], ..all.clone() };
    assert_eq!(ids(&index, &both), ["bb", "aa"]);
    assert_eq!(
        ids(&index, &Filter { players: vec![vec!["Cleo".to_owned()]], ..all.clone() }).len(),
        0,
        "she only judges"
    );
    assert_eq!(ids(&index, &Filter { event: Some("cup".to_owned()), ..all.clone() }), ["bb"]);
    let days = Filter { since: Some("2026-01-05".to_owned()), until: Some("2026-02-05".to_owned()), ..all.clone() };
    assert_eq!(ids(&index, &days), ["bb", "aa"], "both days among them");
    assert_eq!(ids(&index, &Filter { ids: vec!["bb".to_owned(), "zz".to_owned()], ..all.clone() }), ["bb"]);
    assert_eq!(ids(&index, &Filter { result: Some("open"), ..all.clone() }), ["cc"]);
    let found = index.matches(&all, Some(1)).unwrap();
    assert_eq!((found.first.len(), found.all, found.first[0].id.as_str()), (1, 3, "cc"));
    assert_eq!((found.first[0].dice[0].faces.as_slice(), found.first[0].seats.len()), (&[1, 0, 0, 0, 0, 2][..], 3));
}

#[test]
fn words_are_found_in_reports() {
    let (_folder, index) = filled();
    let find = |text: &str, filter: &Filter| index.find(&expression(text).unwrap(), filter, None).unwrap();
    let hits = find("Shiloh Grant wounded", &Filter::default());
    let places: Vec<(&str, u64)> = hits.first.iter().map(|hit| (hit.id.as_str(), hit.step)).collect();
    assert_eq!(places, [("bb", 1), ("aa", 1)]);
    assert_eq!(hits.first[1].snippet, "At [Shiloh] [Grant] is [wounded]. Bragg retreats.");
    // Words of one stem are found together; those in quotation marks stand beside each other.
    assert_eq!(find("wounds grant", &Filter::default()).all, 2);
    assert_eq!(find("\"Grant is wounded\"", &Filter::default()).all, 1);
    assert_eq!(find("advan*", &Filter::default()).all, 1);
    let won = Filter { players: vec![vec!["Ann".to_owned()]], result: Some("won"), ..Filter::default() };
    assert_eq!(find("Shiloh", &won).first.len(), 1);
}

#[test]
fn a_match_that_is_put_in_again_takes_the_place_of_the_first() {
    let (_folder, index) = filled();
    let again = one("aa", ["Ann", "Bob"], Some("confederate"), "2026-01-06", &["Only Longstreet is here."]);
    index.insert("aa.tar.gz", "01", 11, &again).unwrap();
    let find = |text: &str| index.find(&expression(text).unwrap(), &Filter::default(), None).unwrap().all;
    assert_eq!((find("Bragg"), find("Longstreet")), (0, 1));
    assert_eq!(ids(&index, &Filter::default()).len(), 3);
    index.refuse("aa.tar.gz", "02", "it does not verify").unwrap();
    assert_eq!(ids(&index, &Filter::default()), ["cc", "bb"]);
    assert_eq!(find("Longstreet"), 0);
    let files = index.files().unwrap();
    assert_eq!(files[0], ("aa.tar.gz".to_owned(), "02".to_owned(), Some("it does not verify".to_owned())));
    assert!(index.is_sound().unwrap());
}

#[test]
fn what_is_no_index_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    assert!(Index::open(&path).is_err());
    std::fs::write(&path, b"SQLite format 3\0 and then nothing").unwrap();
    assert!(Index::open(&path).is_err());
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE matches (id TEXT)").unwrap();
    assert!(Index::open(&path).unwrap_err().0.contains("not the index of an archive"));
}

#[test]
fn names_and_keys() {
    let (_folder, index) = filled();
    assert_eq!(index.names("player").unwrap(), ["Ann", "Bob", "Dora"]);
    assert_eq!(
        (index.names("event").unwrap(), index.names("game").unwrap()),
        (vec!["cup".into()], vec!["civil_war".into()])
    );
    assert_eq!(index.keys("0004 56").unwrap(), ["key-Cleo", "key-Dora"]);
}

#[test]
fn everything_is_exported() {
    let (_folder, index) = filled();
    let mut json = Vec::new();
    index.write_json(&mut json).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(value["matches"][1]["tournament"], "cup");
    assert_eq!(value["dice"][0]["total"], 13, "1 + 6 + 6");
    assert_eq!(value["reports"].as_array().unwrap().len(), 5);
    let (roll, decision) = (&value["rolls"][1], &value["decisions"][1]);
    assert_eq!((&roll["player"], &roll["faces"], &roll["total"]), (&"Bob".into(), &"1 6".into(), &7.into()));
    assert_eq!((&decision["player"], &decision["kind"]), (&"Ann".into(), &"order".into()));
    // A table by itself, in each form.
    let written = |form| {
        let mut out = Vec::new();
        index.write_table("rolls", form, &mut out).unwrap();
        out
    };
    let lines = String::from_utf8(written(TableForm::JsonLines)).unwrap();
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((lines.lines().count(), &first), (3, &value["rolls"][0]));
    assert_eq!(String::from_utf8(written(TableForm::Csv)).unwrap().lines().count(), 4);
    assert!(written(TableForm::Parquet).starts_with(b"PAR1"));
    let mut sql = Vec::new();
    index.write_sql(&mut sql).unwrap();
    let other = Connection::open_in_memory().unwrap();
    other.execute_batch(&String::from_utf8(sql).unwrap()).unwrap();
    index
        .set_tournaments(&[Tournament { id: "cup".to_owned(), title: "The Cup".to_owned(), ..Tournament::default() }])
        .unwrap();
    assert_eq!(index.tournaments().unwrap(), [("cup".to_owned(), "The Cup".to_owned())]);
    index.set_tournaments(&[]).unwrap();
    let count = |table: &str| -> i64 {
        other.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    for table in Index::tables() {
        assert_eq!(count(table) as usize, value[table].as_array().unwrap().len(), "{table}");
    }
}

#[test]
fn a_spreadsheet_takes_no_name_for_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::create(&folder.path().join("index")).unwrap();
    let hostile =
        one("aa", ["=cmd|' /C calc'!A0", "Bob, \"the\" \nBold"], None, "2026-01-05", &["x'); DROP TABLE matches; --"]);
    index.insert("aa.tar.gz", "00", 10, &hostile).unwrap();
    let mut csv = Vec::new();
    index.write_table("seats", TableForm::Csv, &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.starts_with("match,n,seat,side,name,key,fingerprint,result\r\n"));
    assert!(csv.contains("'=cmd|' /C calc'!A0") && csv.contains("\"Bob, \"\"the\"\" \nBold\""), "{csv}");
    let mut sql = Vec::new();
    index.write_sql(&mut sql).unwrap();
    let other = Connection::open_in_memory().unwrap();
    other.execute_batch(&String::from_utf8(sql).unwrap()).unwrap();
    let words: String = other.query_row("SELECT words FROM reports", [], |row| row.get(0)).unwrap();
    assert_eq!(words, "x'); DROP TABLE matches; --");
    assert!(index.table("sqlite_master").unwrap().is_none());
}

#[test]
fn the_details_of_a_match_are_those_that_were_put_in() {
    let (_folder, index) = filled();
    let details = index.details("bb").unwrap();
    assert_eq!(details.moments, [Moment { step: 1, words: "Grant is wounded.".to_owned(), ..Moment::default() }]);
    let notice = Notice { kind: "ruling".to_owned(), step: 3, words: "By the referee.".to_owned() };
    assert_eq!((details.notices, details.counts), (vec![notice], Vec::new()));
    assert_eq!(index.details("zz").unwrap(), Details::default());
}

proptest! {
    #[test]
    fn no_words_break_a_search(text in "\\PC{0,40}", odd in prop::collection::vec(prop::sample::select(vec!["\"", "*", "'", "(", ")", "AND", "NEAR(", "^", ":", "-", "\u{0301}", "\0", "x"]), 0..6)) {
        let (_folder, index) = filled();
        let text = format!("{text} {}", odd.join(" "));
        if let Some(expression) = expression(&text) {
            let found = index.find(&expression, &Filter::default(), Some(5));
            prop_assert!(found.is_ok(), "{:?}: {:?}", text, found);
        }
        let player = Filter { players: vec![vec![text.clone()]], side: Some(text), ..Filter::default() };
        prop_assert_eq!(index.matches(&player, None).unwrap().all, 0);
    }
}
