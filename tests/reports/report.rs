//! Reports and `show` as people read them, compared with golden files; hostile words in every place that players write.
//! `ADJUTANT_BLESS=1 cargo test --test reports report::` rewrites the golden files: read what changed.

use std::path::Path;

use adjutant::chain::adjudicate::ChainDice;
use adjutant::chain::hands::HandsOfState;
use adjutant::document::kinds::Ruling;
use adjutant::document::{Bytes32, Form, Id, read};
use adjutant::engine::Decision;
use adjutant::games::civil_war::CivilWar;
use adjutant::report::{Block, MapView, Report, Section, Show, Span, StepFacts, html, markdown, svg, text};
use adjutant::session::RandomPlayer;
use adjutant::session::{Game, Rules, Session};
use adjutant::session::{Seat, StepMeta, step_report};
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
        "{name} differs from line {}; look, then: ADJUTANT_BLESS=1 cargo test --test reports report::\n{got}",
        differs.unwrap_or_else(|| wanted.lines().count().min(got.lines().count())) + 1
    );
}

fn game() -> Rules<CivilWar> {
    Rules(CivilWar::shipped())
}

fn virginia() -> Box<dyn Session> {
    game().setup(&"virginia_1861".parse().expect("an id"), &Map::new()).expect("the scenario")
}

fn shown(table: &dyn Session, what: &Show) -> String {
    text::write(&table.show(what, None).expect("something to show"))
}

#[test]
fn the_map_of_the_scenario() {
    let map = shown(virginia().as_ref(), &Show::Map(MapView::default()));
    assert!(map.lines().all(|line| line.chars().count() <= 130), "a line is too long for a wide terminal");
    golden("show-map.txt", &map);
}

#[test]
fn the_map_in_sections_for_a_narrow_terminal() {
    let table = virginia();
    for width in [0, 40, 80, 100] {
        let map = shown(table.as_ref(), &Show::Map(MapView::within(width)));
        let wide = map.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(wide <= width.max(78), "{width}: {wide}");
        assert!(map.contains("From column 46 to column"), "{map}");
        for hex in ["4704", "5109", "5206", "5410"] {
            assert!(map.contains(hex), "{hex} at {width}");
        }
    }
    assert_eq!(
        shown(table.as_ref(), &Show::Map(MapView::within(130))),
        shown(table.as_ref(), &Show::Map(MapView::default()))
    );
    golden("show-map-80.txt", &shown(table.as_ref(), &Show::Map(MapView::within(80))));
}

#[test]
fn the_map_around_a_place_as_a_picture() {
    let view = MapView { around: Some("manassas".to_owned()), radius: Some(1), ..MapView::default() };
    let drawing = virginia().draw(&view, None, None).expect("a picture");
    golden("map-manassas.svg", &svg::write(&drawing));
}

#[test]
fn a_place_a_stack_a_leader_and_the_tracks() {
    let table = virginia();
    let mut page = String::new();
    for what in [
        Show::Place("alexandria".to_owned()),
        Show::Hex("5206".to_owned()),
        Show::Stack("winch".to_owned()),
        Show::Stack("beauregard".to_owned()),
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
    let refused = |what: Show| table.show(&what, None).expect_err("to be refused").to_string();
    assert!(refused(Show::Place("Richmnd".to_owned())).contains("did you mean Richmond?"));
    assert!(refused(Show::Leader("mcdowel1x".to_owned())).contains("did you mean McDowell"));
    assert!(refused(Show::Hex("5599".to_owned())).contains("is not on the map"));
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
        // Escaped characters have no meaning, nor has anything in a fence.
        let outside = page.split("\n```").step_by(2).collect::<String>();
        let outside = outside.split('\\').map(|part| part.get(1..).unwrap_or(part)).collect::<String>();
        for mark in ["<script", "<b>", "![", "](", "http://", "www.", "\n> quote", "\n- list", "\n1. one", "*bold*"] {
            assert!(!outside.contains(mark), "{mark} in {outside}");
        }
    }
    golden("hostile.md", &markdown::write(&everywhere(&HOSTILE.join("\n"))));
}

/// The names of all elements and attributes of a page, without its style sheet and its script.
fn markup_of(page: &str) -> std::collections::BTreeSet<String> {
    let mut found = std::collections::BTreeSet::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, then) = after.split_once('>').expect("a tag that ends");
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        found.insert(name.to_owned());
        // Values are between quotation marks, and contain none.
        found.extend(tag.split('"').step_by(2).skip(usize::from(!tag.contains('"'))).flat_map(|part| {
            part.split([' ', '\n', '/']).filter(|word| word.ends_with('=')).map(str::to_owned).collect::<Vec<_>>()
        }));
        rest = match name {
            "style" | "script" => then.split_once(&format!("</{name}>")).expect("its end").1,
            _ => then,
        };
    }
    found
}

#[test]
fn hostile_words_do_nothing_in_a_page() {
    let harmless = markup_of(&html::write(&everywhere("words"), None));
    for bad in ["iframe", "img", "object", "form", "onload=", "style=", "srcdoc=", "action="] {
        assert!(!harmless.contains(bad), "{harmless:?}");
    }
    assert!(harmless.contains("details") && harmless.contains("tabindex="), "{harmless:?}");
    let breaking = "\"><img src=x onerror=alert(1)>' onload='x' </style></script></title></pre></svg>";
    for words in HOSTILE.iter().copied().chain([breaking]) {
        let page = html::write(&everywhere(words), None);
        // Not one element or attribute more than with harmless words.
        let found = markup_of(&page);
        let more: Vec<&String> = found.difference(&harmless).collect();
        assert!(more.is_empty(), "{more:?} in {page}");
        assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "{page}");
        assert!(!page.contains(['\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}']), "{page}");
    }
    let long = html::write(&everywhere(&"x".repeat(10_000)), None);
    assert!(long.contains("more characters in the turn file"), "what players write is cut");
}

#[test]
fn a_long_comment_is_cut_and_wrapped() {
    for comment in ["word ".repeat(2000), "x".repeat(10_000), "\n".repeat(10_000), "界".repeat(10_000)] {
        let quote = Block::Quote { by: "Anna".to_owned(), text: format!("{comment}.") };
        let section = Section { heading: "Messages".to_owned(), blocks: vec![quote] };
        let report = Report { title: String::new(), subtitle: String::new(), sections: vec![section] };
        for page in [text::write(&report), markdown::write(&report)] {
            assert!(page.len() < 10_000 && page.lines().count() < 120, "{}", page.len());
            assert!(page.contains("more characters in the turn file"), "{page}");
        }
        let wide = |line: &str| unicode_width::UnicodeWidthStr::width(line) > text::WIDTH;
        assert!(!text::write(&report).lines().any(wide));
    }
}

/// One step of a match, as the chain would pass it to the report.
struct Step {
    before: Value,
    facts: StepFacts,
}

/// Plays one step at a table with dice of a key made from `n`.
fn play(table: &mut dyn Session, n: u64, acts: &[(Id, Decision)]) -> Step {
    let before = table.position();
    let mut key = [7; 32];
    key[..8].copy_from_slice(&n.to_le_bytes());
    let mut dice = ChainDice::new(Bytes32(key), HandsOfState::none());
    let events = table.adjudicate(acts, &mut dice).expect("acts that are legal");
    Step { before, facts: StepFacts { step: n, rolls: dice.rolls, events, reader: None } }
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
    for seed in 0..3 {
        let mut table = virginia();
        let mut player = RandomPlayer::new(seed);
        let mut step = play(table.as_mut(), 1000 * seed, &[]);
        for n in 1..120 {
            let report = step_report(&meta(n), table.as_ref(), &step.before, &step.facts).expect("a report");
            let page = text::write(&report);
            assert!(!page.contains('{') || page.contains("\nanswers:\n"), "data shows in a report:\n{page}");
            // Every die that was rolled is reported where it mattered, not only in the list at the end.
            for roll in &step.facts.rolls {
                let told = page.replace('\n', " ").contains(&format!("(roll {})", roll.n));
                assert!(told, "roll {} ({}) is not told:\n{page}", roll.n, roll.purpose);
            }
            assert!(!page.contains(" .") && !page.contains("..\n"), "a sentence is badly joined:\n{page}");
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

/// A case with the scenario's set-up in mid-war, and additional contents.
fn case(given: Value) -> Box<dyn Session> {
    game().case(&given).expect("a position")
}

fn union() -> Id {
    "union".parse().expect("an id")
}

#[test]
fn examples_for_a_free_reinforcement_and_what_may_follow_it() {
    let table = case(json!({
        "set_up": true, "phasing": "union", "difference": 6, "free": true,
        "union": {"commands": {"east": 5}, "reinforcements": {"east": 2}},
    }));
    let notes = table.draft_notes(&union());
    let orders: Vec<Value> = notes
        .iter()
        .filter_map(|note| note.strip_prefix("- "))
        .map(|example| {
            let text = format!("order: {example}\n");
            read("draft", text.as_bytes(), Form::Draft).expect("an example that reads").content["order"].clone()
        })
        .collect();
    let (free, later) = orders.split_first().expect("examples");
    assert!(free.get("reinforce").is_some() && later.len() > 3, "{notes:?}");
    for order in later.iter().filter(|order| order.get("reinforce").is_none()) {
        let act = Decision { orders: vec![free.clone(), order.clone()], ..Decision::default() };
        table.check(&union(), &act).unwrap_or_else(|problems| panic!("{order}: {problems:?}"));
    }
}

#[test]
fn head_to_head_one_seat_is_awaited_though_the_game_waits_for_both() {
    let mut table = virginia();
    let step = play(table.as_mut(), 1, &[]);
    let mut meta = meta(1);
    meta.awaited = Some(vec!["bob".parse().expect("an id")]);
    let page = text::write(&step_report(&meta, table.as_ref(), &step.before, &step.facts).expect("a report"));
    assert!(page.contains("- Bob O'Hara (Confederate): make the secret Resource Allocation"), "{page}");
    assert!(!page.contains("- Anna Meyer (Union): make the secret"), "{page}");
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
    // The examples depend on what `legal` offers, so only the part before them is golden.
    let facts: Vec<&str> = notes.iter().map(String::as_str).take_while(|note| !note.is_empty()).collect();
    golden("draft-notes.txt", &(facts.join("\n") + "\n"));
    let examples: Vec<&str> = notes.iter().filter_map(|note| note.strip_prefix("- ")).collect();
    assert!(examples.len() > 6, "{notes:?}");
    for example in examples {
        let text = format!("orders:\n  - {example}\n");
        let read = read("draft", text.as_bytes(), Form::Draft).expect("an example that reads");
        let orders = read.content["orders"].as_array().expect("orders").clone();
        let act = Decision { orders, ..Decision::default() };
        table.check(&union(), &act).unwrap_or_else(|problems| panic!("{example}: {problems:?}"));
    }
}

/// A half-pulse of the Union with a bit of everything: a free reinforcement, a combat, a skipped order, one that has
/// become impossible.
fn a_busy_step(seed: u64) -> (Box<dyn Session>, Step) {
    let mut table = case(json!({
        "set_up": true, "phasing": "union", "difference": 8, "free": true,
        "union": {"commands": {"east": 8, "discretionary": 2, "west": 3}, "reinforcements": {"east": 2}, "pool": ["mcclellan-3", "banks-3"]},
        "confederate": {"commands": {"east": 5, "west": 2}, "reinforcements": {"east": 1}, "vp": 2,
                        "standing": {"retreat": {"toward": "5109"}}},
    }));
    let orders = json!([
        {"reinforce": {"from": "leaders", "at": "5206"}},
        {"move": {"leader": "heintzelman", "path": ["5205", "5305"]}},
        {"move": {"leader": "mcdowell", "sp": 6, "path": ["5106", "5006"], "pay": {"east": 2, "discretionary": 1}}},
        {"move": {"leader": "stone", "sp": 1, "path": ["5005"], "if": {"empty": "5006"}}},
        {"rally": {"at": "5106"}},
        {"spend": {"west": 1}},
    ]);
    let act = Decision { orders: orders.as_array().expect("orders").clone(), ..Decision::default() };
    let step = play(table.as_mut(), seed, &[(union(), act)]);
    (table, step)
}

#[test]
fn a_step_as_text_and_markdown() {
    let (table, step) = a_busy_step(6);
    let mut meta = meta(17);
    let hex = |byte: u8| Bytes32([byte; 32]);
    meta.dice = Some((hex(0x1a), vec![hex(0x2b), hex(0x3c), hex(0x4d)]));
    meta.comments = vec![(
        "anna".parse().expect("an id"),
        "On to Richmond!\n\nPS: <b>no</b> hard feelings; I *had* to try.".to_owned(),
    )];
    let report = step_report(&meta, table.as_ref(), &step.before, &step.facts).expect("a report");
    golden("step.txt", &text::write(&report));
    golden("step.md", &markdown::write(&report));
}

/// The report of a Union turn in a position, as text.
fn report_text(given: Value, orders: Value, seed: u64) -> String {
    let mut table = case(given);
    let act = Decision { orders: orders.as_array().expect("orders").clone(), ..Decision::default() };
    resolved(table.as_mut(), act, seed)
}

fn resolved(table: &mut dyn Session, act: Decision, seed: u64) -> String {
    let step = play(table, seed, &[(union(), act)]);
    text::write(&step_report(&meta(seed), table, &step.before, &step.facts).expect("a report"))
}

#[test]
fn pulses_in_which_nobody_can_do_anything_are_told_together() {
    // A Confederate leader waits, and every victory city has as many leaders as strength points: the phase lives on.
    let given = json!({
        "phasing": "union", "difference": 1, "pulses": 4,
        "union": {"commands": {"east": 1}, "at": {"5206": {"sp": 2}}},
        "confederate": {"commands": {}, "pool": ["early-1"], "at": {"5109": {"sp": 1, "leaders": ["jackson-1"]}}},
    });
    let page = report_text(given, json!([{"spend": {"east": 1}}]), 12);
    let flat = page.replace('\n', " ");
    let why = "neither side can spend anything: no command points are left, and no hex can receive reinforcements";
    assert_eq!(flat.matches(why).count(), 1, "{page}");
    assert!(flat.contains("Initiative rolls, the Union first: "), "{page}");
    let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("Pulse")).collect();
    let mut once = headings.clone();
    once.dedup();
    assert_eq!(headings, once, "{page}");
    assert!(headings.iter().any(|line| line.starts_with("Pulses 5 to ")), "{page}");
    assert!(page.lines().count() < 115, "{page}");
}

#[test]
fn a_hopeless_attack_and_a_combat_that_stops_to_ask() {
    let mut page = report_text(
        json!({
            "phasing": "union", "difference": 9,
            "union": {"at": {"5206": {"sp": 14, "leaders": ["mcdowell-3"]}}, "reinforcements": {"east": 1}},
            "confederate": {"at": {"5106": {"sp": 6, "leaders": ["early-1"]}}},
        }),
        json!([{"move": {"leader": "mcdowell", "sp": 1, "path": ["5106"]}}]),
        1,
    );
    page.push_str("\n\n");
    let mut table = case(json!({
        "phasing": "union", "difference": 9,
        "union": {"at": {"5105": {"sp": 9, "leaders": ["mcdowell-3"]}}, "reinforcements": {"east": 1}},
        "confederate": {"at": {"5005": {"sp": 1, "leaders": ["early-1"], "demoralized": true}, "5109": {"sp": 2}}},
    }));
    let orders = json!([{"move": {"leader": "mcdowell", "sp": 6, "path": ["5005"]}}, {"spend": {"east": 1}}]);
    let attack = Decision { orders: orders.as_array().expect("orders").clone(), ..Decision::default() };
    page.push_str(&resolved(table.as_mut(), attack, 2));
    page.push_str("\n\n");
    let answer = json!({"id": "reroll-1", "answer": {"reroll": "enemy"}});
    page.push_str(&resolved(table.as_mut(), Decision { answers: vec![answer], ..Decision::default() }, 3));
    golden("combats.txt", &page);
}

#[test]
fn nothing_that_happens_is_lost() {
    let (table, mut step) = a_busy_step(6);
    let strange = json!({"event": "comet_seen", "rule": "99.9", "hex": "5106", "tail": 3});
    step.facts.events.push(strange);
    let referee = |event: &str, more: Value| {
        let mut event = json!({"event": event, "rule": "protocol 6"});
        event.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
        event
    };
    let back = json!({"take_back": {"by": "union", "to_step": 4}});
    step.facts.events.push(referee("proposed", json!({"side": "union", "proposal": back})));
    step.facts.events.push(referee("declined", json!({"side": "confederate", "proposal": {"draw": {"by": "union"}}})));
    step.facts.events.push(referee("resigned", json!({"side": "confederate"})));
    let mut meta = meta(18);
    meta.ruling = Some(Ruling {
        reason: "Bob has not answered for a month.".to_owned(),
        rule: Some("protocol 6".to_owned()),
        default: Some("bob".parse().expect("an id")),
        outcome: None,
        position: None,
        take_back: None,
    });
    let page = text::write(&step_report(&meta, table.as_ref(), &step.before, &step.facts).expect("a report"));
    for wanted in [
        "Comet seen: hex \"5106\", tail 3. [99.9]",
        "Anna Meyer (Union) proposes a take-back to the position of step 4.",
        "Bob O'Hara (Confederate) declines the draw; play goes on as before.",
        "Bob O'Hara (Confederate) resigns.",
        "Bob O'Hara (Confederate) loses the match by default.",
        "> Bob has not answered for a month.",
    ] {
        assert!(page.replace('\n', " ").contains(wanted), "{wanted} is not in:\n{page}");
    }
}
