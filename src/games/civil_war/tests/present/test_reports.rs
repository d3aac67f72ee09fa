//! For tests: what a report says of events.

use serde_json::{Value, json};

use adjutant_core::document::kinds::Roll;
use adjutant_core::document::{from_tagged, word_and_details};
use adjutant_core::engine::Ruleset;
use adjutant_core::engine::run::to_value;
use adjutant_core::report::{Report, StepFacts, text};
use civil_war::CivilWar;
use civil_war::events::Event;
use civil_war::present::narrator::narrate;

/// What a report says of events that follow one another in a pulse of the Union; each has its rule with it.
pub fn report_with_rolls(events: Value, rolls: Vec<Roll>) -> String {
    for event in events.as_array().expect("a list") {
        let known: Event = from_tagged("event", event).expect("an event of the game");
        assert_eq!(word_and_details(to_value(&known)).0, event["event"]);
    }
    page(events, rolls)
}

/// What a report says of events that are not the game's own.
pub fn told_of_the_engine(events: Value) -> String {
    page(events, Vec::new())
}

fn page(events: Value, rolls: Vec<Roll>) -> String {
    let rules = CivilWar::shipped();
    let given = json!({"phasing": "union", "difference": 5, "union": {"at": {"5206": {"sp": 1}}}, "confederate": {}});
    let position = rules.case(&given).expect("a position");
    let events: Vec<Value> = events.as_array().expect("a list").clone();
    let facts = StepFacts { step: 3, rolls, events, reader: None };
    let sections = narrate(&rules, &position, &position, &facts);
    let report = Report { title: String::new(), subtitle: String::new(), sections };
    text::write(&report).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same, without rolls.
pub fn report_of(events: Value) -> String {
    report_with_rolls(events, Vec::new())
}

/// That a report of one event has these words.
#[track_caller]
pub fn says(event: Value, wanted: &str) {
    let page = report_of(json!([event]));
    assert!(page.contains(wanted), "no '{wanted}' in: {page}");
}
