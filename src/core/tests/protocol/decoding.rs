//! Typed decoding: the requirements of each kind of document, and the messages for people who got it wrong.

use adjutant_core::document::{self, Form, Kind, Mark, Parsed, Problem, Value};
use serde::Deserialize;
use serde_json::json;

const A: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const B: &str = "2222222222222222222222222222222222222222222222222222222222222222";

fn charter() -> Value {
    json!({
        "adjutant": 1, "kind": "charter", "title": "Practice", "date": "2026-11-20T18:00:00Z",
        "ruleset": {"id": "civil_war", "revision": 1}, "packs": [{"name": "map", "sha256": A}],
        "scenario": "1861", "options": {}, "trust": "head-to-head", "pace": {"days": 7},
        "seats": [
            {"seat": "union", "side": "union", "name": "Ada", "key": A, "seed": {"anchor": A, "length": 4096}},
            {"seat": "confederate", "side": "confederate", "name": "Bo", "key": B, "seed": {"anchor": B, "length": 4096}},
        ],
    })
}

fn turn() -> Value {
    json!({
        "adjutant": 1, "kind": "turn", "match": A, "step": 1, "parent": B, "seat": "union", "reveal": A,
        "orders": [{"move": {"leader": "mcdowell"}}], "open": [{"id": "theatre", "salt": A, "choice": "east"}],
    })
}

fn state() -> Value {
    json!({
        "adjutant": 1, "kind": "state", "match": A, "step": 1, "parent": B, "turns": [A], "responder": "confederate",
        "reveal": null, "rolls": [
            {"n": 0, "purpose": "initiative", "rule": "4.1", "sides": 6, "faces": [3, 3]},
            {"n": 1, "purpose": "deck", "rule": "5.1", "cards": 2, "order": [1, 0]},
        ],
        "events": [{"rule": "4.1"}], "position": {"turn": 1}, "awaiting": [{"seat": "union"}], "outcome": null,
        "issued": "2026-11-20T18:00:00Z",
    })
}

fn queue() -> Value {
    json!({
        "adjutant": 1, "kind": "queue", "match": A, "seat": "union", "number": 1, "after": 4, "state": B, "turns": [A],
        "shown": [{"salt": B, "turn": {
            "from": 6, "until": 9, "next": 1, "if": {"position": {"turn": 2}, "happened": [{"event": "raided"}]},
            "unless": {"ordered": [{"raid": {}}]}, "orders": [{"rest": {}}], "commit": [{"id": "stance-2", "choice": "bold"}],
        }}],
        "written": "2026-11-20T19:00:00Z",
    })
}

fn parse(value: &Value) -> Result<Parsed, Problem> {
    let text = document::write(value);
    let doc = document::read("file.yaml", text.as_bytes(), Form::State).expect("within the profile");
    let parsed = document::parse(&doc);
    if let Err(problem) = &parsed {
        let mark = problem.mark.expect("every problem has a place");
        assert!(mark.line as usize <= text.lines().count(), "{problem}");
    }
    parsed
}

#[test]
fn each_kind_is_decoded() {
    let mut charter = charter();
    charter["scenario"] = "y1861".into();
    let refusal = json!({
        "adjutant": 1, "kind": "refusal", "match": A, "step": 1, "of": B, "seat": "union",
        "reasons": [{"message": "no", "rule": "6.5", "where": "orders[0]"}], "issued": "2026-11-20T18:00:00.5Z",
    });
    let disclosure = json!({
        "adjutant": 1, "kind": "disclosure", "match": A, "seat": "union", "state": A, "secret": B,
        "choices": [{"step": 1, "id": "card-1", "choice": "a_card"}], "issued": "2026-11-20T18:00:00Z",
    });
    let receipt = json!({
        "adjutant": 1, "kind": "receipt", "match": A, "step": 1, "seat": "union", "of": [A, B],
        "came": "2026-11-20T18:00:00Z", "written": "2026-11-20T19:00:00Z", "asks": A, "answers": B,
    });
    let leave = json!({
        "adjutant": 1, "kind": "leave", "match": A, "seat": "union", "from": "2026-12-20T00:00:00Z", "days": 14,
        "written": "2026-11-20T19:00:00Z",
    });
    for (value, kind) in [
        (queue(), Kind::Queue),
        (charter, Kind::Charter),
        (turn(), Kind::Turn),
        (state(), Kind::State),
        (refusal, Kind::Refusal),
        (disclosure, Kind::Disclosure),
        (receipt, Kind::Receipt),
        (leave, Kind::Leave),
    ] {
        let parsed = parse(&value).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(parsed.kind(), kind);
        // The typed value written back is the same content: no field is lost or added.
        let back = match parsed {
            Parsed::Charter(charter) => serde_json::to_value(charter),
            Parsed::Turn(turn) => serde_json::to_value(turn),
            Parsed::State(state) => serde_json::to_value(state),
            Parsed::Refusal(refusal) => serde_json::to_value(refusal),
            Parsed::Disclosure(disclosure) => serde_json::to_value(disclosure),
            Parsed::Receipt(receipt) => serde_json::to_value(receipt),
            Parsed::Leave(leave) => serde_json::to_value(leave),
            Parsed::Queue(queue) => serde_json::to_value(queue),
        };
        assert_eq!(back.expect("serializes"), value);
    }
}

/// A change to a document, by path of keys and indices; `None` removes.
fn with(mut value: Value, path: &str, change: Option<Value>) -> Value {
    let (parent, last) = path.rsplit_once('/').unwrap_or(("", path));
    let pointer = if parent.is_empty() { String::new() } else { format!("/{parent}") };
    let parent = value.pointer_mut(&pointer).expect("the path leads somewhere");
    match (parent, change) {
        (Value::Object(entries), Some(change)) => drop(entries.insert(last.to_owned(), change)),
        (Value::Object(entries), None) => drop(entries.shift_remove(last).expect("there")),
        (Value::Array(items), Some(change)) => items[last.parse::<usize>().expect("an index")] = change,
        _ => panic!("{path}"),
    }
    value
}

fn disclosure() -> Value {
    let bytes = "07".repeat(32);
    json!({"adjutant": 1, "kind": "disclosure", "match": bytes, "seat": "union", "state": bytes, "secret": bytes,
        "choices": [], "issued": "2026-11-20T18:00:00Z", "signatures": []})
}

#[test]
fn what_is_wrong_is_said_in_plain_words() {
    let null = || Some(Value::Null);
    let cases = [
        (turn(), "sede", Some(json!("union")), "no field `sede`", "did you mean `seat`?", "sede"),
        (turn(), "seat", None, "the field `seat` is missing", "write `seat: …`", ""),
        (turn(), "seat", Some(json!("Union")), "expected an id: a lower-case letter", "", "seat"),
        (turn(), "seat", Some(json!(7)), "expected a text, found the number 7", "double quotes", "seat"),
        (turn(), "step", Some(json!(-1)), "expected a whole number, 0 or more, found the number -1", "", "step"),
        (
            turn(),
            "step",
            Some(json!("1")),
            "expected a whole number, 0 or more, found the text \"1\"",
            "without quotes",
            "step",
        ),
        (turn(), "reveal", null(), "null is not allowed here", "", "reveal"),
        (turn(), "reveal", Some(json!("00")), "expected 64 lower-case hexadecimal digits", "", "reveal"),
        (turn(), "orders", null(), "null is not allowed here", "leave the field out", "orders"),
        (turn(), "comment", null(), "null is not allowed here", "leave the field out", "comment"),
        (turn(), "orders", Some(json!({"a": 1})), "expected a list, found a mapping", "", "orders"),
        (turn(), "offer", Some(json!("darw")), "`darw` is not allowed here", "did you mean `draw`?", "offer"),
        (
            turn(),
            "offer",
            Some(json!("peace")),
            "`peace` is not allowed here",
            "write one of `draw`, `resign`",
            "offer",
        ),
        (
            turn(),
            "take_back",
            Some(json!({"to_stpe": 1})),
            "no field `to_stpe`",
            "did you mean `to_step`?",
            "take_back.to_stpe",
        ),
        (turn(), "open/0/salt", None, "a salt and a choice", "forfeit: true", "open[0]"),
        (turn(), "open/0/forfeit", Some(json!(true)), "a salt and a choice", "forfeit: true", "open[0]"),
        (turn(), "open/0/choice", null(), "null is not allowed here", "leave the field out", "open[0].choice"),
        (turn(), "kind", Some(json!("trun")), "`trun` is not allowed here", "did you mean `turn`?", "kind"),
        (turn(), "kind", None, "the field `kind` is missing", "kind: turn", ""),
        (turn(), "adjutant", None, "`adjutant` is missing", "adjutant: 1", ""),
        (turn(), "adjutant", Some(json!(2)), "version 2 of the protocol", "newer", "adjutant"),
        (turn(), "adjutant", Some(json!("1")), "a number", "adjutant: 1", "adjutant"),
        (charter(), "date", Some(json!("2026-11-20")), "not a time of RFC 3339", "ending in Z", "date"),
        (charter(), "seats/0/seed/length", Some(json!(1023)), "from 1024 to 65536", "4096", "seats[0].seed.length"),
        (charter(), "seats/1/seed/length", Some(json!(65537)), "from 1024 to 65536", "4096", "seats[1].seed.length"),
        (charter(), "seats/1/side", null(), "null is not allowed here", "leave", "seats[1].side"),
        (
            charter(),
            "trust",
            Some(json!("head_to_head")),
            "`head_to_head` is not allowed here",
            "`head-to-head`",
            "trust",
        ),
        (
            charter(),
            "ruleset/revision",
            Some(json!(1_i64 << 40)),
            "expected a whole number from 0 to 4294967295",
            "",
            "ruleset.revision",
        ),
        (state(), "reveal", None, "the field `reveal` is missing", "write `reveal: …`", ""),
        (state(), "reveal", Some(json!(7)), "expected a text, found the number 7", "", "reveal"),
        (state(), "position", null(), "null is not allowed here", "", "position"),
        (state(), "position/turn", null(), "null is not allowed here", "", "position.turn"),
        (
            state(),
            "events",
            Some(json!([{"rule": "1"}, {"a": [1, null]}])),
            "null is not allowed",
            "",
            "events[1].a[1]",
        ),
        (turn(), "reveal", Some(json!({"x": null})), "null is not allowed here", "", "reveal.x"),
        (state(), "outcome", None, "the field `outcome` is missing", "write `outcome: …`", ""),
        (queue(), "number", Some(json!(0)), "a queue has a number from 1", "take the number after", "number"),
        (queue(), "turns", Some(json!(vec![A; 65])), "a queue has at most 64 turns", "queue fewer turns", "turns"),
        (queue(), "written", Some(json!("today")), "this is not a time", "ending in Z", "written"),
        (
            queue(),
            "shown/0/turn/if/when",
            Some(json!(1)),
            "there is no field `when`",
            "position",
            "shown[0].turn.if.when",
        ),
        (state(), "received", null(), "null is not allowed here", "leave", "received"),
        (state(), "received", Some(json!("2026-11-20T18:00:00+00:00")), "not a time", "ending in Z", "received"),
        (state(), "issued", Some(json!("2026-02-30T18:00:00Z")), "not a time", "ending in Z", "issued"),
        (disclosure(), "issued", Some(json!("at last")), "not a time of RFC 3339", "ending in Z", "issued"),
        (state(), "rolls/0/faces", None, "a roll has `sides` and `faces`", "one of the two pairs", "rolls[0]"),
        (
            state(),
            "rolls/1/sides",
            Some(json!(6)),
            "a roll has `sides` and `faces`",
            "one of the two pairs",
            "rolls[1]",
        ),
        (
            state(),
            "ruling",
            Some(json!({"reason": "x"})),
            "exactly one of `default`",
            "write only the one that you mean",
            "ruling",
        ),
        (
            state(),
            "ruling",
            Some(json!({"reason": "x", "default": "union", "outcome": 1})),
            "exactly one of",
            "",
            "ruling",
        ),
        (state(), "ruling", Some(json!({"reason": "x", "outcome": null})), "null is not allowed", "", "ruling.outcome"),
    ];
    for (value, path, change, message, advice, place) in cases {
        // The charter's scenario here is no id, so that this test sees the order of its complaints too.
        let value =
            if value["kind"] == "charter" { with(value, "scenario", Some(json!("first_bull_run"))) } else { value };
        let problem = parse(&with(value, path, change)).expect_err(path);
        assert!(problem.message.contains(message), "{path}: {problem}");
        assert!(problem.advice.as_deref().unwrap_or_default().contains(advice), "{path}: {problem}");
        assert_eq!(problem.path.as_deref().unwrap_or_default(), place, "{path}: {problem}");
        assert_eq!(problem.rule.as_deref(), Some("protocol 1"), "{path}: {problem}");
    }
    let ruling = with(state(), "ruling", Some(json!({"reason": "x", "rule": "1.2", "take_back": {"to_step": 0}})));
    assert!(parse(&ruling).is_ok());
    let forfeit = with(turn(), "open", Some(json!([{"id": "theatre", "forfeit": true}])));
    assert!(parse(&forfeit).is_ok());
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct March {
    leader: String,
    sp: u32,
    #[serde(default)]
    path: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum Order {
    Move(March),
    Spend(std::collections::BTreeMap<String, u32>),
    Pass,
}

fn orders(text: &str) -> Result<Vec<Order>, Problem> {
    let doc = document::read("turn.yaml", text.as_bytes(), Form::Draft).expect("a draft");
    document::decode_at(Some(&doc), "orders", &doc.content["orders"])
}

#[test]
fn orders_of_a_game_are_decoded_with_places() {
    let read =
        orders("orders:\n  - move: {leader: mcdowell, sp: 6, path: [\"5106\"]}\n  - spend: {east: 1}\n  - pass\n");
    assert_eq!(read.expect("orders").len(), 3);
    let cases = [
        ("  - mvoe: {leader: x}", 5, "`mvoe` is not allowed here", "did you mean `move`?", "orders[0].mvoe"),
        ("  - move: {leader: x, sp: many}", 27, "found the text \"many\"", "without quotes", "orders[0].move.sp"),
        ("  - move: {leader: x, ps: 1}", 23, "there is no field `ps`", "did you mean `sp`?", "orders[0].move.ps"),
        ("  - move: {leader: x}", 11, "the field `sp` is missing", "sp: …", "orders[0].move"),
        (
            "  - move: {leader: x, sp: 1, path: [5106]}",
            37,
            "found the number 5106",
            "double quotes",
            "orders[0].move.path[0]",
        ),
        ("  - spend: {east: -1}", 19, "0 or more, found the number -1", "", "orders[0].spend.east"),
        ("  - move", 5, "expected the word with its details", "", "orders[0]"),
        ("  - pass: {}", 11, "expected the word alone", "", "orders[0].pass"),
        ("  - {move: {leader: x, sp: 1}, spend: {}}", 5, "one word with its details", "", "orders[0]"),
        ("  - 7", 5, "found the number 7", "", "orders[0]"),
    ];
    for (text, column, message, advice, path) in cases {
        let problem = orders(&format!("orders:\n{text}\n")).expect_err(text);
        assert!(problem.message.contains(message), "{text}: {problem}");
        assert!(problem.advice.as_deref().unwrap_or_default().contains(advice), "{text}: {problem}");
        assert_eq!(problem.path.as_deref(), Some(path), "{problem}");
        assert_eq!(problem.mark, Some(Mark { line: 2, column }), "{text}: {problem}");
    }
}

#[test]
fn a_name_beyond_64_characters_is_shortened_and_not_compared() {
    for text in [format!("{}: {{leader: x}}", "m".repeat(900)), format!("move: {{leader: x, {}: 1}}", "s".repeat(900))]
    {
        let problem = orders(&format!("orders:\n  - {text}\n")).expect_err("unknown");
        assert!(problem.message.len() < 120, "{problem}");
        assert!(!problem.advice.unwrap_or_default().contains("did you mean"));
    }
}

/// Each kind of number is taken for what it is, and advice on writing one is given only to who wrote a text for it.
#[test]
fn numbers_are_told_by_their_sign_and_advice_by_what_was_written() {
    fn taken<T: serde::de::DeserializeOwned>(written: &str) -> Result<T, Problem> {
        let doc = document::read("turn.yaml", format!("count: {written}\n").as_bytes(), Form::Draft).expect("a draft");
        document::decode_at(Some(&doc), "count", &doc.content["count"])
    }
    assert_eq!(taken::<i64>("-5").ok(), Some(-5));
    assert_eq!(taken::<u64>("5").ok(), Some(5));
    for (problem, advice) in [
        (taken::<String>("[a]").map(drop), None),
        (taken::<String>("7").map(drop), Some("put it in double quotes")),
        (taken::<u32>("[7]").map(drop), None),
        (taken::<u32>("\"7\"").map(drop), Some("write digits without quotes")),
        (taken::<i64>("true").map(drop), None),
    ] {
        let problem = problem.expect_err("another kind of value");
        assert_eq!(problem.advice.as_deref(), advice, "{problem}");
    }
}

#[test]
fn a_list_stands_for_no_mapping() {
    // A field, the values of its mapping as a list, and what is told.
    let lists = [
        (turn(), "take_back", json!([3])),
        (turn(), "open", json!([["theatre", A, "east"]])),
        (turn(), "commit", json!([["theatre", A]])),
        (turn(), "signatures", json!([["union", A, "AA=="]])),
        (charter(), "ruleset", json!(["civil_war", 1])),
        (charter(), "packs", json!([["map", A]])),
        (state(), "rolls", json!([[0, "initiative", "4.1", 6, [3, 3]]])),
    ];
    for (mut document, field, list) in lists {
        document[field] = list;
        let problem = parse(&document).expect_err(field);
        assert!(problem.message.contains("expected a mapping, found a list"), "{field}: {problem}");
    }
}

/// Protocol 1: null stands nowhere but for the reveal and the outcome of a state, however deep it lies.
#[test]
fn null_is_found_at_any_depth() {
    for (orders, path) in [
        (json!([null]), "orders[0]"),
        (json!([1, [2, [null]]]), "orders[1][1][0]"),
        (json!([{"a": {"b": 1, "c": null}}]), "orders[0].a.c"),
        (json!([{"a": [{"b": [[], null]}]}]), "orders[0].a[0].b[1]"),
    ] {
        let turn = with(turn(), "orders", Some(orders));
        let problem = parse(&turn).expect_err("null");
        assert_eq!((problem.message.as_str(), problem.path.as_deref()), ("null is not allowed here", Some(path)));
    }
}

/// What is expected is told with how to write it.
#[test]
fn a_value_of_another_type_is_answered_with_how_to_write_it() {
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    #[allow(dead_code)]
    enum Order {
        Raid { dice: u64 },
        Go { to: String, far: f64 },
    }
    let read = |value: Value| document::decode_at::<Order>(None, "", &value).expect_err("a problem");
    let advice = |value: Value| read(value).advice.unwrap_or_default();
    assert_eq!(advice(json!("raid")), "write `{raid: {}}`, with its details, if it has any, in the inner braces");
    assert_eq!(advice(json!({"raid": {"dice": "3"}})), "write digits without quotes");
    assert_eq!(advice(json!({"raid": {"dice": true}})), "");
    assert_eq!(advice(json!({"go": {"to": 5106, "far": 1}})), "put it in double quotes");
    assert_eq!(advice(json!({"go": {"to": true, "far": 1}})), "");
    let point = "write digits without quotes, and a point before the fraction: 38.25";
    assert_eq!(advice(json!({"go": {"to": "a", "far": "1.5"}})), point);
    assert_eq!(advice(json!({"go": {"to": "a", "far": true}})), "");
    let long = "x".repeat(65);
    assert_eq!(
        read(json!({"raid": {"dice": 1, (long.as_str()): 1}})).message,
        format!("there is no field `{}…`", &long[1..])
    );
    assert_eq!(
        read(json!({"raid": {"dice": 1, (&long[1..]): 1}})).message,
        format!("there is no field `{}`", &long[1..])
    );
}
