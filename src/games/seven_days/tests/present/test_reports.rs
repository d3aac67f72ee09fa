//! For tests: the position in which the campaign begins, and what a report says of events.

use serde_json::{Value, json};

use adjutant_core::document::kinds::Roll;
use adjutant_core::engine::{Position, Ruleset};
use adjutant_core::report::{Report, Section, StepFacts, text};
use adjutant_core::sorted::SortedMap;
use seven_days::SevenDays;
use seven_days::position::ledger::Game;
use seven_days::present::narrator::{StepContext, narrate};

/// The position of the set-up, in the Confederate's first impulse; with whatever a case's notation changes in it.
pub fn position(changes: Value) -> (SevenDays, Position<SevenDays>) {
    let rules = SevenDays::shipped();
    let mut given = json!({"set_up": true, "impulse": 0, "armies_active": ["confederate"]});
    let changes = changes.as_object().expect("a mapping").clone();
    if changes.get("at").is_some_and(|at| at != "daylight") {
        given.as_object_mut().expect("a mapping").shift_remove("impulse");
    }
    given.as_object_mut().expect("a mapping").extend(changes);
    let position = rules.case(&given).expect("a position");
    (rules, position)
}

/// The ledger of the set-up.
pub fn start() -> (SevenDays, Game) {
    let (rules, position) = position(json!({}));
    (rules, position.game)
}

/// The facts of a step with these events.
pub fn facts(events: &Value, rolls: Vec<Roll>) -> StepFacts {
    StepFacts { step: 3, rolls, events: events.as_array().expect("a list").clone(), reader: None }
}

/// What a report says of events, as text on one line.
pub fn report_text_with(events: &Value, rolls: Vec<Roll>, midway: StepContext) -> String {
    let (rules, game) = start();
    flat(narrate(&rules, &game, &SortedMap::new(), &facts(events, rolls), midway))
}

/// The same of events without rolls, of which nothing is cut through.
pub fn report_text(events: &Value) -> String {
    report_text_with(events, Vec::new(), StepContext::default())
}

/// Sections as text on one line.
pub fn flat(sections: Vec<Section>) -> String {
    let report = Report { title: String::new(), subtitle: String::new(), sections };
    text::write(&report).split_whitespace().collect::<Vec<_>>().join(" ")
}
