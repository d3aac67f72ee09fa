//! The table of events against the events: each has a row, and no template asks for what its event does not have.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::present::schema_fields::{fields, unknown};
use civil_war::events::Event;
use civil_war::present::accounts::table::{Row, load};
use civil_war::present::accounts::{FORMS, MADE};
use civil_war::present::template;

/// The schema of the events.
fn schema() -> Value {
    json!(schemars::schema_for!(Event))
}

/// What is wrong with a row, given the fields of its event.
fn faults(row: &Row, known: &BTreeSet<String>) -> Vec<String> {
    let texts = [&row.says, &row.more].into_iter().chain(row.words.values());
    let mut wrong = unknown(texts, known, &MADE, &FORMS);
    let is_known = |name: &str| known.contains(name) || MADE.contains(&name);
    let sides = ["", "union", "confederate"];
    let named = row.people.iter().map(String::as_str).chain([row.at.as_str(), row.side.as_str()]);
    wrong.extend(named.filter(|name| !sides.contains(name) && !is_known(name)).map(|name| format!("the field {name}")));
    let kinds = ["", "turn", "order", "combat", "leader", "control", "score", "other"];
    if !kinds.contains(&row.kind.as_str()) {
        wrong.push(format!("the kind {}", row.kind));
    }
    wrong
}

#[test]
fn every_event_has_a_row_and_no_row_asks_for_more() {
    let (root, table) = (schema(), load().expect("a table"));
    let mut left: BTreeSet<&String> = table.keys().collect();
    for variant in root["oneOf"].as_array().expect("variants") {
        let name = variant.pointer("/properties/event/const").and_then(Value::as_str).expect("a name");
        let row = table.get(name).unwrap_or_else(|| panic!("no row for {name}"));
        let known = fields(&root, variant);
        assert_eq!(faults(row, &known), Vec::<String>::new(), "{name}: {known:?}");
        left.remove(&name.to_owned());
    }
    assert!(left.is_empty(), "rows of no event: {left:?}");
}

#[test]
fn a_field_that_an_event_does_not_have_is_refused() {
    let known = BTreeSet::from(["side".to_owned(), "hex".to_owned()]);
    let row = |says: &str| Row { says: says.to_owned(), ..Row::default() };
    assert!(faults(&row("{side} takes {hex}[enemy: from {enemy}]"), &known).is_empty());
    assert_eq!(faults(&row("{side} takes {place}"), &known).len(), 1);
    assert_eq!(faults(&row("{side}[sp: with {side:Adjective}]"), &known).len(), 2);
    assert_eq!(faults(&Row { at: "place".to_owned(), ..Row::default() }, &known).len(), 1);
}

#[test]
fn templates_choose_and_nest() {
    struct Some(bool);
    impl template::Values for Some {
        fn value(&mut self, field: &str, form: &str) -> String {
            format!("<{field}{form}>")
        }
        fn is_there(&self, _: &str) -> bool {
            self.0
        }
    }
    let say = |there| template::expand("{a} goes[b: with {b:x}[c:, too]| alone].", &mut Some(there));
    assert_eq!((say(true).as_str(), say(false).as_str()), ("<a> goes with <bx>, too.", "<a> goes alone."));
    assert_eq!(template::fields("{a}[b:{c:x}|]"), [("a", Option::Some("")), ("b", None), ("c", Option::Some("x"))]);
}
