//! Reports and `show` as people read them, held against golden files; hostile words in every place that players write.
//! `ADJUTANT_BLESS=1 cargo test --test report` writes the golden files anew: read what changed.

use std::path::Path;

use adjutant::chain::adjudicate::ChainDice;
use adjutant::document::{Bytes32, Form, Id, read};
use adjutant::engine::table::{Game, Rules, Table};
use adjutant::engine::{Act, RandomPlayer};
use adjutant::report::{Block, Report, Seat, Section, Show, Span, StepFacts, StepMeta, markdown, step_report, text};
use adjutant::rulesets::civil_war::CivilWar;
use adjutant::rulesets::civil_war::pack::Pack;
use serde_json::{Map, Value, json};

fn golden(name: &str, got: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("to make the folder");
        std::fs::write(&path, got).expect("to write the golden file");
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = wanted.lines().zip(got.lines()).position(|(a, b)| a != b);
    assert!(
        wanted == got,
        "{name} differs from line {}; look, then: ADJUTANT_BLESS=1 cargo test --test report\n{got}",
        differs.map_or_else(|| wanted.lines().count().min(got.lines().count()), |at| at) + 1
    );
}

fn game() -> Rules<CivilWar> {
    Rules(CivilWar::new(Pack::shipped()))
}

fn virginia() -> Box<dyn Table> {
    game().setup(&"virginia_1861".parse().expect("an id"), &Map::new()).expect("the scenario")
}

fn shown(table: &dyn Table, what: &Show) -> String {
    text::write(&table.show(what).expect("something to show"))
}

#[test]
fn the_map_of_the_scenario() {
    let map = shown(virginia().as_ref(), &Show::Map);
    assert!(map.lines().all(|line| line.chars().count() <= 130), "a line is too long for a wide terminal");
    golden("show-map.txt", &map);
}

#[test]
fn a_place_a_stack_a_leader_and_the_tracks() {
    let table = virginia();
    let mut page = String::new();
    for what in [
        Show::Place("alexandria".to_owned()),
        Show::Hex("5206".to_owned()),
        Show::Stack("winch".to_owned()),
        Show::Leader("mcdowell".to_owned()),
        Show::Leader("Jackson".to_owned()),
        Show::Track,
        Show::Standing(None),
    ] {
        page.push_str(&shown(table.as_ref(), &what));
        page.push_str("\n\n");
    }
    golden("show-others.txt", &page);
}

#[test]
fn what_is_not_there_is_answered_with_what_is() {
    let table = virginia();
    let refused = |what: Show| table.show(&what).expect_err("to be refused").to_string();
    assert!(refused(Show::Place("Richmnd".to_owned())).contains("did you mean Richmond?"));
    assert!(refused(Show::Leader("mcdowel1x".to_owned())).contains("did you mean McDowell"));
    assert!(refused(Show::Hex("5599".to_owned())).contains("does not lie on the map"));
    assert!(refused(Show::Stack("\u{1b}[2J".repeat(5000))).contains("there is no place"));
}

/// Texts that would steer a terminal, a browser or a reader's eye.
const HOSTILE: [&str; 9] = [
    "<script>alert(1)</script>",
    "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m",
    "right \u{202e}tfel\u{2066} marks\u{200f}",
    "![x](http://example.org/x.png) [a](javascript:b) www.example.org",
    "# heading\n> quote\n- list\n1. one\n```\ncode\n```\n| a | b |\n|---|---|",
    "a\r\nb\rc\u{85}d\u{2028}e\u{0}f",
    "*bold* _under_ ~~gone~~ `code` &lt;b&gt; $x$",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "日本語の文章はとても広い字で書かれているので幅に気をつけなければならないのである日本語の文章はとても広い",
];

fn everywhere(words: &str) -> Report {
    let plain = || vec![Span::plain(words)];
    Report {
        title: words.to_owned(),
        subtitle: words.to_owned(),
        sections: vec![Section {
            heading: words.to_owned(),
            blocks: vec![
                Block::Paragraph(vec![Span::plain(words), Span::strong(words), Span::rule(words), Span::Roll(3)]),
                Block::List(vec![plain(), plain()]),
                Block::Table {
                    header: vec![words.to_owned(), "B".to_owned()],
                    rows: vec![vec!["1".to_owned(), words.to_owned()]],
                },
                Block::Audit { title: plain(), lines: vec![(words.to_owned(), plain())] },
                Block::Preformatted(words.to_owned()),
                Block::Quote { by: words.to_owned(), text: words.to_owned() },
            ],
        }],
    }
}

#[test]
fn hostile_words_do_nothing_in_text() {
    for words in HOSTILE {
        let page = text::write(&everywhere(words));
        assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "{page}");
        assert!(!page.contains(['\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}']), "{page}");
        let wide = |line: &&str| unicode_width::UnicodeWidthStr::width(*line) > text::WIDTH;
        let long: Vec<&str> = page.lines().filter(wide).collect();
        // Text in columns keeps its lines as they are.
        assert!(long.len() <= 1, "{long:?}");
        assert!(!page.contains("\u{301}\u{301}\u{301}"), "{page}");
    }
    golden("hostile.txt", &text::write(&everywhere(&HOSTILE.join("\n"))));
}

#[test]
fn hostile_words_do_nothing_in_markdown() {
    for words in HOSTILE {
        let page = markdown::write(&everywhere(words));
        assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "{page}");
        // What is escaped has no meaning; what stands in a fence neither.
        let outside = page.split("\n```").step_by(2).collect::<String>();
        let outside = outside.split('\\').map(|part| part.get(1..).unwrap_or(part)).collect::<String>();
        for mark in ["<script", "<b>", "![", "](", "http://", "www.", "\n> quote", "\n- list", "\n1. one", "*bold*"] {
            assert!(!outside.contains(mark), "{mark} in {outside}");
        }
    }
    golden("hostile.md", &markdown::write(&everywhere(&HOSTILE.join("\n"))));
}

#[test]
fn a_long_comment_is_cut_and_wrapped() {
    for comment in ["word ".repeat(2000), "x".repeat(10_000), "\n".repeat(10_000), "界".repeat(10_000)] {
        let quote = Block::Quote { by: "Anna".to_owned(), text: format!("{comment}.") };
        let section = Section { heading: "What the players write".to_owned(), blocks: vec![quote] };
        let report = Report { title: String::new(), subtitle: String::new(), sections: vec![section] };
        for page in [text::write(&report), markdown::write(&report)] {
            assert!(page.len() < 10_000 && page.lines().count() < 120, "{}", page.len());
            assert!(page.contains("more characters stand in the turn file"), "{page}");
        }
        let wide = |line: &str| unicode_width::UnicodeWidthStr::width(line) > text::WIDTH;
        assert!(!text::write(&report).lines().any(wide));
    }
}

/// One step of a match: what the chain would hand to the report.
struct Step {
    before: Value,
    facts: StepFacts,
}

/// Plays one step at a table with dice of a key made from `n`.
fn play(table: &mut dyn Table, n: u64, acts: &[(Id, Act)]) -> Step {
    let before = table.position();
    let mut key = [7; 32];
    key[..8].copy_from_slice(&n.to_le_bytes());
    let mut dice = ChainDice::new(Bytes32(key));
    let events = table.adjudicate(acts, &mut dice).expect("acts that are legal");
    Step { before, facts: StepFacts { step: n, rolls: dice.rolls, events } }
}

fn meta(step: u64) -> StepMeta {
    let seat = |seat: &str, side: Option<&str>, name: &str| Seat {
        seat: seat.parse().expect("an id"),
        side: side.map(|side| side.parse().expect("an id")),
        name: name.to_owned(),
    };
    StepMeta {
        title: "Spring cup, table 3".to_owned(),
        seats: vec![
            seat("anna", Some("union"), "Anna Meyer"),
            seat("bob", Some("confederate"), "Bob O'Hara"),
            seat("adjudicator", None, "Cora Lund"),
        ],
        step,
        responder: Some("adjudicator".parse().expect("an id")),
        issued: "2026-11-20T18:00:00Z".to_owned(),
        ..StepMeta::default()
    }
}

/// `ADJUTANT_PAGES=FILE` writes all the pages there, to be read.
#[test]
fn every_step_of_random_matches_is_reported() {
    let mut pages = String::new();
    for seed in 0..2 {
        let mut table = virginia();
        let mut player = RandomPlayer::new(seed);
        let mut step = play(table.as_mut(), 1000 * seed, &[]);
        for n in 1..120 {
            let report = step_report(&meta(n), table.as_ref(), &step.before, &step.facts).expect("a report");
            let page = text::write(&report);
            assert!(!page.contains('{') || page.contains("\nanswers:\n"), "data shows in a report:\n{page}");
            assert!(!markdown::write(&report).is_empty());
            pages.push_str(&page);
            pages.push_str("\n\n################################\n\n");
            if table.outcome().is_some() {
                break;
            }
            let side = table.awaiting().first().expect("somebody is asked").side.clone();
            let plan = player.plan(table.as_ref(), &side).expect("something is asked");
            step = play(table.as_mut(), 1000 * seed + n, &[(side, plan.act)]);
        }
    }
    if let Some(path) = std::env::var_os("ADJUTANT_PAGES") {
        std::fs::write(path, pages).expect("to write the pages");
    }
}

/// A case of the scenario's set-up in mid-war, with what is given besides.
fn case(given: Value) -> Box<dyn Table> {
    game().case(&given).expect("a position")
}

fn union() -> Id {
    "union".parse().expect("an id")
}

#[test]
fn the_notes_of_a_draft_hold_legal_examples() {
    let table = case(json!({
        "set_up": true, "phasing": "union", "difference": 6,
        "union": {"commands": {"east": 5, "discretionary": 2, "naval": 1}, "reinforcements": {"east": 2}, "pool": ["mcclellan-3", "banks-3"],
                  "standing": {"retreat": {"from": {"5106": ["5206", "5205"]}, "toward": "5305"}, "rerolls": "best"}},
        "confederate": {"at": {"5106": {"sp": 1, "leaders": ["early-1"]}}},
    }));
    let notes = table.draft_notes(&union());
    golden("draft-notes.txt", &(notes.join("\n") + "\n"));
    let examples: Vec<&str> = notes.iter().filter_map(|note| note.strip_prefix("- ")).collect();
    assert!(examples.len() > 6, "{notes:?}");
    for example in examples {
        let text = format!("orders:\n  - {example}\n");
        let read = read("draft", text.as_bytes(), Form::Draft).expect("an example that reads");
        let orders = read.content["orders"].as_array().expect("orders").clone();
        let act = Act { orders, ..Act::default() };
        table.check(&union(), &act).unwrap_or_else(|problems| panic!("{example}: {problems:?}"));
    }
}
