use adjutant_core::report::template::*;
use adjutant_core::report::word_tables::{Phrases, RefusalRow, load, problem};
use serde_json::{Value, json};

struct Data {
    facts: Value,
    phrases: &'static Phrases,
}

impl Values for Data {
    fn facts(&self) -> &Value {
        &self.facts
    }
    fn phrases(&self) -> &'static Phrases {
        self.phrases
    }
    fn own_words(&mut self, field: &str, form: &str) -> Option<String> {
        (field == "side" && form.is_empty()).then(|| "the Union".to_owned())
    }
    fn own_condition(&self, field: &str) -> Option<bool> {
        (field == "owner").then_some(true)
    }
}

fn said(template: &str, facts: Value) -> String {
    let words = [("by_rail", "by rail from {from}"), ("on_foot", "on foot")];
    let words = words.map(|(word, says)| (word.to_owned(), says.to_owned()));
    expand(template, &mut Data { facts, phrases: Box::leak(Box::new(Phrases::from(words))) })
}

#[test]
fn templates_choose_and_nest() {
    let template = "{side} goes[b: with {b}[c:, too]| alone].";
    assert_eq!(said(template, json!({"b": "two_guns", "c": 1})), "the Union goes with two guns, too.");
    assert_eq!(said(template, json!({"b": "", "c": 1})), "the Union goes alone.");
    assert_eq!(said("[owner:you|he][broken", json!({})), "you");
    assert_eq!(said("end: {{}}, at: {{hex: {hex}}}", json!({"hex": 5})), "end: {}, at: {hex: 5}");
    assert_eq!(fields("{{a: {a}}}"), [("a", Some(""))]);
    assert_eq!(fields("{a}[b:{c:x}|]"), [("a", Some("")), ("b", None), ("c", Some("x"))]);
}

#[test]
fn values_print_by_themselves() {
    assert_eq!(said("{how} with {sp:gun} {sp:is/are}", json!({"how": "on_foot", "sp": 1})), "on foot with 1 gun is");
    assert_eq!(said("{how}", json!({"how": {"by_rail": {"from": "macon"}}})), "by rail from macon");
    assert_eq!(
        said("{how.from}, {from}, {list:gun}", json!({"how": {"by_rail": {"from": 6}}, "list": [1, 2]})),
        "6, 6, 2 guns"
    );
    assert_eq!(said("{id:id} {id} {none}{none:words}", json!({"id": "a_b"})), "a_b a b ");
}

#[test]
fn a_table_is_read_strictly() {
    let read = |text: &str| load::<RefusalRow>(&[("rows.yaml", text.as_bytes())]);
    let table = read("late: {says: \"{side} is late\", advice: wait}\n").expect("a table");
    let mut data = Data { facts: json!({}), phrases: Box::leak(Box::default()) };
    let late = problem(&table["late"], &mut data);
    assert_eq!((late.message.as_str(), late.advice.as_deref()), ("the Union is late", Some("wait")));
    assert!(read("late: {tells: x}\n").is_err());
}
