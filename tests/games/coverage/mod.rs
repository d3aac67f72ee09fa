//! Generates `docs/coverage/RULESET.md` from the index of a rulebook's rules, `docs/coverage/RULESET.yaml`, and from
//! everything that cites them: the rules' code, the cases, the rulings.
//!
//! It fails when the table is out of date (`ADJUTANT_BLESS=1 cargo test --test games coverage::` rewrites it), when
//! anything cites a rule that the index does not list, when a ruling is cited that does not exist, and, where a book is
//! to be covered completely, when a rule has no code, a worked example has no case, or a prohibition has no test that
//! is refused.

mod book;
mod citations;
mod index;
mod scan;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use book::{BATTLE_CRY, Book, CIVIL_WAR, DIXIE, LONGSTREET, SEVEN_DAYS};
use citations::{Citations, Cited, GameEntry, Place, citations, exactly, show};
use index::{Entry, Index, Kind};
use scan::{Piece, pieces, rulings, scan_case, scan_code};
use table::{lacking, table};

// ---- files

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file under `path` with one of `endings`, in order of its name; `path` itself if it is one.
fn files(path: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![path.to_owned()];
    while let Some(path) = waiting.pop() {
        if let Ok(inner) = fs::read_dir(&path) {
            waiting.extend(inner.filter_map(|entry| entry.ok().map(|entry| entry.path())));
        } else if path.is_file() && path.extension().is_some_and(|end| endings.iter().any(|wanted| end == *wanted)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path.strip_prefix(root()).unwrap_or(path).display().to_string(), text)
}

fn index(book: &Book) -> Index {
    let (name, text) = read(&root().join(book.index));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The entries in the order of the index, each with its place; errors of the index are added to `complaints`.
fn placed<'a>(
    book: &Book,
    index: &'a Index,
    known_rulings: &BTreeSet<u32>,
    complaints: &mut Vec<String>,
) -> Vec<(Place, &'a Entry)> {
    let file = book.index;
    let mut entries: Vec<(Place, &Entry)> = Vec::new();
    for entry in &index.entries {
        let Some(Cited::Place(place)) = exactly(book, &entry.id) else {
            complaints.push(format!("{file}: `{}` is not the number of a paragraph", entry.id));
            continue;
        };
        if place.example != (entry.kind == Kind::Example) {
            complaints.push(format!("{file}: {}: EX and `kind: example` go together", entry.id));
        }
        if let Some((earlier, _)) = entries.last()
            && place.chapter < earlier.chapter
        {
            complaints.push(format!("{file}: {} stands after chapter {}", entry.id, earlier.chapter));
        }
        if entry.unbreakable.is_some() && entry.kind != Kind::Prohibition {
            complaints.push(format!("{file}: {}: only a prohibition is unbreakable", entry.id));
        }
        match entry.ruling.as_deref().map(|text| exactly(book, text)) {
            None => {}
            Some(Some(Cited::Ruling(number))) if known_rulings.contains(&number) => {}
            Some(_) => complaints.push(format!("{file}: {}: its ruling is not in {}", entry.id, book.rulings)),
        }
        entries.push((place, entry));
    }
    let places: BTreeSet<&Place> = entries.iter().map(|(place, _)| place).collect();
    if places.len() < entries.len() {
        for (nth, (place, entry)) in entries.iter().enumerate() {
            if entries[..nth].iter().any(|(earlier, _)| earlier == place) {
                complaints.push(format!("{file}: {} stands there twice", entry.id));
            }
        }
    }
    for (place, entry) in &entries {
        let target = entry.see.as_deref().map(|id| entries.iter().find(|(_, other)| other.id == id));
        if target.is_some_and(|target| target.is_none_or(|(_, target)| !target.counts())) {
            complaints.push(format!("{file}: {} restates nothing that is counted", entry.id));
        }
        if !place.example && place.letter.is_some() && !places.contains(&place.without_letter()) {
            complaints.push(format!("{file}: {} has no paragraph without its letter", entry.id));
        }
    }
    entries
}

#[test]
fn the_table_of_the_civil_war_is_fresh_and_every_citation_exists() {
    covered(&CIVIL_WAR);
}

#[test]
fn the_table_of_the_seven_days_is_fresh_and_every_citation_exists() {
    covered(&SEVEN_DAYS);
}

#[test]
fn the_table_of_dixie_is_fresh_and_every_citation_exists() {
    covered(&DIXIE);
}

#[test]
fn the_table_of_longstreet_is_fresh_and_every_citation_exists() {
    covered(&LONGSTREET);
}

#[test]
fn the_table_of_battle_cry_is_fresh_and_every_citation_exists() {
    covered(&BATTLE_CRY);
}

fn covered(book: &'static Book) {
    let index = index(book);
    let rulings = fs::read_to_string(root().join(book.rulings)).map(|text| rulings(book, &text)).unwrap_or_default();
    let made: BTreeSet<u32> = rulings.iter().map(|(number, _)| *number).collect();
    let mut found = Citations::default();
    let mut complaints = Vec::new();
    let entries = placed(book, &index, &made, &mut complaints);
    let known = GameEntry {
        book,
        places: entries.iter().map(|(place, _)| place.clone()).collect(),
        not_indexed: index.not_indexed.clone(),
        rulings: made,
    };
    for path in book.code.iter().flat_map(|path| files(&root().join(path), &["rs"])) {
        let (name, source) = read(&path);
        scan_code(&name, &source, &known, &mut found);
    }
    for path in files(&root().join(book.cases), &["yaml", "yml"]) {
        let (name, text) = read(&path);
        scan_case(&name, &text, &known, &mut found);
    }
    for (number, text) in &rulings {
        for cited in citations(book, text) {
            known.demand(&cited, true, &format!("{}: {}{number}", book.rulings, book.prefix), &mut complaints);
            if let Cited::Place(place) = cited {
                found.ruled.entry(place).or_default().insert(*number);
            }
        }
    }
    for (place, entry) in &entries {
        if let Some(Cited::Place(target)) = entry.see.as_deref().and_then(|see| exactly(book, see)) {
            found.credit(place, &target);
        }
    }
    complaints.append(&mut found.complaints);
    if book.complete {
        let lacking = lacking(book, &entries, &found).into_iter().filter(|(_, lines)| !lines.is_empty());
        complaints.extend(lacking.map(|(title, lines)| format!("{}: {title}:\n{}", book.index, lines.concat())));
    }

    let fresh = table(book, &entries, &found);
    let path = root().join(book.table);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        fs::write(&path, &fresh).unwrap_or_else(|error| panic!("{}: {error}", book.table));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let line = kept.lines().zip(fresh.lines()).position(|(kept, fresh)| kept != fresh);
    assert!(
        kept == fresh,
        "{} is stale from line {}: run ADJUTANT_BLESS=1 cargo test --test games coverage::",
        book.table,
        line.unwrap_or(kept.lines().count().min(fresh.lines().count())) + 1
    );
}

// ---- the tool itself

const BOOK: &Book = &CIVIL_WAR;

fn small() -> GameEntry {
    let place = |text: &str| match exactly(BOOK, text) {
        Some(Cited::Place(place)) => place,
        other => panic!("{text} is {other:?}"),
    };
    GameEntry {
        book: BOOK,
        places: ["4.2", "4.2¶12", "4.2¶12a", "7.4.4", "EX 7.4.4B"].map(place).into(),
        not_indexed: BTreeSet::from([13]),
        rulings: BTreeSet::from([1]),
    }
}

#[test]
fn a_paragraph_has_one_place_however_it_is_written() {
    assert_eq!(exactly(BOOK, "4.2¶12a"), exactly(BOOK, "4.2.12a"));
    assert_eq!(exactly(BOOK, "EX 6.5.3A"), exactly(BOOK, "6.5.3A"));
    assert_ne!(exactly(BOOK, "4.2.12"), exactly(BOOK, "EX 4.2.12"));
    for not_one in ["", "4", "4.", "4.02", "23.1", "4.2.", "4.2.1.1", "4.2.1ab", "v4.2", "CW-", "CW-0", " 4.2"] {
        assert_eq!(exactly(BOOK, not_one), None, "{not_one}");
    }
}

#[test]
fn a_book_may_number_what_stands_under_a_heading() {
    assert_eq!(exactly(BOOK, "10.0"), None);
    let under = exactly(&SEVEN_DAYS, "10.0a");
    assert!(matches!(&under, Some(Cited::Place(place)) if place.section == 0 && show(place) == "10.0a"), "{under:?}");
    assert_ne!(exactly(&SEVEN_DAYS, "10.0"), exactly(&SEVEN_DAYS, "10.0a"));
    for not_one in ["10.00", "10.01", "0.1", "19.1", "CW-1", "SD-0"] {
        assert_eq!(exactly(&SEVEN_DAYS, not_one), None, "{not_one}");
    }
    assert_eq!(exactly(&SEVEN_DAYS, "SD-12"), Some(Cited::Ruling(12)));
    assert_eq!(exactly(BOOK, "SD-12"), None);
}

#[test]
fn a_book_without_numbers_is_cited_by_its_headings() {
    let found = |text: &str| {
        exactly(&LONGSTREET, text).map(|cited| match cited {
            Cited::Place(place) => show(&place),
            Cited::Ruling(number) => format!("LS-{number}"),
        })
    };
    for text in
        ["Reshuffle", "Reshuffle.b", "EX Hand Size", "Red = Remove.a", "Playing Card(s) to Invoke a Phase", "LS-3"]
    {
        assert_eq!(found(text).as_deref(), Some(text));
    }
    for not_one in ["Reshuffled", "Reshuffle.bc", "Reshuffle 2", "reshuffle", "7.0"] {
        assert_eq!(found(not_one), None, "{not_one}");
    }
    let cited =
        citations(&LONGSTREET, "it interrupts (Interrupt), Interrupted; The Year Indicators and the National Cards.");
    let shown: Vec<String> =
        cited.iter().map(|cited| if let Cited::Place(at) = cited { show(at) } else { String::new() }).collect();
    assert_eq!(shown, ["Interrupt", "The Year Indicators and the National Cards"]);
}

#[test]
fn a_complete_book_lacks_nothing() {
    let text = "not_indexed: []\nentries:\n\
                - {id: \"3.1\", kind: rule, scope: basic, what: a rule}\n\
                - {id: \"3.1a\", kind: prohibition, scope: basic, what: a prohibition}\n\
                - {id: \"3.1b\", kind: prohibition, scope: basic, what: another, unbreakable: no word for it}\n\
                - {id: \"EX 3.1\", kind: example, scope: basic, what: an example}\n\
                - {id: \"3.2\", kind: rule, scope: none, what: nothing}\n";
    let index: Index = serde_yaml::from_str(text).expect("an index");
    let mut complaints = Vec::new();
    let entries = placed(&SEVEN_DAYS, &index, &BTreeSet::new(), &mut complaints);
    assert!(complaints.is_empty(), "{complaints:?}");
    let mut found = Citations::default();
    let lacks = |found: &Citations| lacking(&SEVEN_DAYS, &entries, found).map(|(_, lines)| lines.len());
    assert_eq!(lacks(&found), [3, 1, 1]);
    found.code.entry(entries[0].0.clone()).or_default().insert("x".to_owned());
    assert_eq!(lacks(&found), [0, 1, 1], "what belongs to a paragraph that is cited is cited with it");
    found.negative.entry(entries[1].0.clone()).or_default().insert("a.yaml".to_owned());
    found.positive.entry(entries[3].0.clone()).or_default().insert("a.yaml".to_owned());
    assert_eq!(lacks(&found), [0, 0, 0]);
}

#[test]
fn citations_are_found_in_prose() {
    let found = citations(
        BOOK,
        "losses (7.7.1), then (4.2¶12, 7.4.4)–9.1.2; not 1.2.3.4, v7.7.1, a7.7.1 or 10.5%. CW-3, EX 7.4.4B.",
    );
    let expected = ["7.7.1", "4.2¶12", "7.4.4", "9.1.2", "CW-3", "EX 7.4.4B"].map(|text| exactly(BOOK, text).unwrap());
    assert_eq!(found, expected);
}

#[test]
fn literals_and_comments_are_told_apart() {
    let source = "let a = \"4.2\"; // see 7.4.4\nlet b = '\"'; let c = '\\''; /* x */ fn f<'a>(s: &'a str) { r#\"4\"2\"#; \"\\\"\" }";
    let expected = [
        (1, Piece::Literal("4.2".to_owned())),
        (1, Piece::Comment("// see 7.4.4".to_owned())),
        (2, Piece::Comment("/* x */".to_owned())),
        (2, Piece::Literal("4\"2".to_owned())),
        (2, Piece::Literal("\\\"".to_owned())),
    ];
    assert_eq!(pieces(source), expected);
}

#[test]
fn code_counts_outside_its_tests_and_may_not_misspell() {
    let source = "/// Ties (4.2.12), 2.5 to 1.\ncite(\"7.4.4\"); cite(\"7.4.5\"); // CW-1, CW-2, 13.9.9\n#[cfg(test)]\nmod tests { \"4.2¶12a\" }";
    let mut found = Citations::default();
    scan_code("x.rs", source, &small(), &mut found);
    let complaints =
        ["x.rs:2: 7.4.5 is not in docs/coverage/civil_war.yaml", "x.rs:2: CW-2 is not in docs/rulings/civil_war.md"];
    assert_eq!(found.complaints, complaints);
    let cited: Vec<String> = found.code.keys().map(show).collect();
    assert_eq!(cited, ["2.5", "4.2.12", "7.4.4", "7.4.5", "13.9.9"]);
    // A test module in another file does not make tests of the code that follows, and that file consists of tests only.
    let source = "#[cfg(test)]\nmod tests;\ncite(\"7.4.4B\");\n#[cfg(test)]\nmod more {\n cite(\"4.2¶12a\") }";
    let mut found = Citations::default();
    scan_code("x.rs", source, &small(), &mut found);
    scan_code("tests.rs", "cite(\"4.2\")", &small(), &mut found);
    scan_code("x/tests/y.rs", "cite(\"4.2\")", &small(), &mut found);
    assert_eq!(found.code.keys().map(show).collect::<Vec<_>>(), ["EX 7.4.4B"]);
    assert_eq!(
        found.tested.iter().map(|(at, files)| (show(at), files.len())).collect::<Vec<_>>(),
        [("4.2".to_owned(), 2), ("4.2.12a".to_owned(), 1)]
    );
}

#[test]
fn a_case_shows_a_rule_at_work_or_refusing() {
    let known = small();
    let mut found = Citations::default();
    let works = "case: Meade attacks Jackson (EX 7.4.4B)\nrule: '7.4.4'\nexpect: {events: [{rule: 4.2¶12}], not_events: [{rule: '4.2'}]}\n";
    scan_case("a.yaml", works, &known, &mut found);
    scan_case("b.yaml", "rule: '7.4.4'\nexpect: {refused: [{rule: 4.2.12a, order: 0}]}\n", &known, &mut found);
    assert!(found.complaints.is_empty(), "{:?}", found.complaints);
    let shown = |cases: &BTreeMap<Place, BTreeSet<String>>| {
        cases.iter().map(|(place, names)| format!("{} {}", show(place), names.len())).collect::<Vec<_>>()
    };
    assert_eq!(shown(&found.positive), ["4.2.12 1", "7.4.4 1", "EX 7.4.4B 1"]);
    assert_eq!(shown(&found.negative), ["4.2.12a 1", "7.4.4 1"]);
    // A refusal need not name a rule.
    scan_case("d.yaml", "rule: '4.2'\nexpect: {refused: [{order: 0}]}\n", &known, &mut found);
    assert_eq!(shown(&found.negative), ["4.2 1", "4.2.12a 1", "7.4.4 1"]);
    // What only restates another entry credits that.
    let place = |text: &str| {
        exactly(BOOK, text).and_then(|cited| if let Cited::Place(place) = cited { Some(place) } else { None })
    };
    found.credit(&place("7.4.4").unwrap(), &place("4.2.12").unwrap());
    assert_eq!(shown(&found.positive)[0], "4.2.12 1");
    assert_eq!(shown(&found.negative)[1], "4.2.12 1");
    scan_case("c.yaml", "rule: '4.2.99'\n---\nrule: combat\n", &known, &mut found);
    assert_eq!(found.complaints.len(), 2, "{:?}", found.complaints);
}

#[test]
fn a_ruling_begins_where_a_line_opens_with_its_number() {
    let made = rulings(BOOK, "# Rulings\n\n## CW-1: ties\n4.2¶12 and CW-2 agree.\n- **CW-2** later\nCW-1 again\n");
    assert_eq!(made.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2]);
    assert!(made[0].1.contains("agree") && made[1].1.contains("again"));
}
