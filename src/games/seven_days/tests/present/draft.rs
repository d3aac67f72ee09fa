use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::document::{Form, Id, from_value, read};
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::present::draft::*;

/// The orders that a draft gives as examples, up to where those begin that are legal only later.
fn given(lines: &[String]) -> Vec<Order> {
    let first = lines.iter().position(String::is_empty).expect("an empty line");
    let now = lines[first..].iter().take_while(|line| !line.starts_with("-- "));
    let orders: String = now.filter(|line| line.starts_with("- ")).map(|line| format!("  {line}\n")).collect();
    let document = read("draft", format!("orders:\n{orders}").as_bytes(), Form::Signed).expect("YAML");
    from_value(&document.content["orders"]).expect("orders")
}

#[test]
fn a_draft_reads_and_each_example_is_legal() {
    for (changes, side, kind) in
        [(json!({}), Side::Confederate, "assault"), (json!({"at": "night", "active": "union"}), Side::Union, "night")]
    {
        let (rules, position) = position(changes);
        let lines = notes(&rules, &position, &side.id());
        let orders = given(&lines);
        assert!(orders.iter().any(|order| order.name() == kind), "{lines:?}");
        assert!(orders.iter().all(|order| rules.can_begin(&position.game, side, order)), "{orders:?}");
        assert_eq!(lines.iter().any(|line| line == CONDITIONS), kind == "assault");
    }
}

#[test]
fn a_draft_shows_what_is_answered_by_default() {
    let (rules, start) = position(json!({"standing": {"confederate": {"elsewhere": {"losses": "spare"}}}}));
    let lines = notes(&rules, &start, &Side::Confederate.id());
    let page = lines.join("\n");
    for wanted in [
        "June 26, 1862: impulse 0.",
        "Your standing orders, until you write others:",
        "  Everywhere: losses are taken so that no unit is eliminated that could retreat.",
        "While you are away these answers are given for you",
        "  Cavalry alone in an area screens (screen).",
        "  Enon Church (2): ewell_artillery, ewell_infantry,",
        "jackson (initiative 4)",
        "-- After an Assault Impulse of ",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
    assert!(!page.contains("(losses)."), "{page}");
    assert!(notes(&rules, &start, &Id::known("france")).is_empty());
}

#[test]
fn a_likeness_gathers_what_differs_little() {
    let of = |value: Value| similarity_key(&from_value(value).expect("an order"));
    let jackson = of(json!({"assault": {"area": 2, "leader": "jackson"}}));
    assert_eq!(jackson, of(json!({"assault": {"area": 1, "leader": "stuart"}})));
    assert_ne!(jackson, of(json!({"assault": {"area": 1}})));
    assert_ne!(of(json!({"attack": {"area": 1}})), of(json!({"attack": {"area": 2}})));
}
