use std::collections::BTreeSet;

use serde_json::json;

use crate::word_table_checks::{Known, check_events, event_faults};
use adjutant_core::report::word_tables::EventRow;
use civil_war::events::Event;
use civil_war::present::accounts::table::load;
use civil_war::present::accounts::{FORMS, MADE};

const KNOWN: Known<'static> = Known { made: &MADE, forms: &FORMS };

#[test]
fn every_event_has_a_row_and_no_row_asks_for_more() {
    let schema = json!(schemars::schema_for!(Event));
    assert_eq!(check_events(&schema, &load().expect("a table"), &KNOWN), Vec::<String>::new());
}

#[test]
fn a_field_that_an_event_does_not_have_is_refused() {
    let known = BTreeSet::from(["side".to_owned(), "hex".to_owned()]);
    let row = |says: &str| EventRow { says: says.to_owned(), ..EventRow::default() };
    let faults = |row: &EventRow| event_faults(row, &known, &KNOWN);
    assert!(faults(&row("{side} takes {hex}[enemy: from {enemy}]")).is_empty());
    assert_eq!(faults(&row("{side} takes {place}")).len(), 1);
    assert_eq!(faults(&row("{side}[sp: with {side:Adjective}]")).len(), 2);
    assert_eq!(faults(&EventRow { at: "place".to_owned(), ..EventRow::default() }).len(), 1);
}
