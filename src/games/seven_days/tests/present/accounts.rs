use serde_json::{Value, json};

use crate::present::test_reports::start;
use crate::word_table_checks::{Known, check_events};
use adjutant_core::board::Area;
use adjutant_core::document::{Id, from_tagged};
use adjutant_core::report::text_builder::{Rolls, flat};
use seven_days::events::{Event, Term, TermKind};
use seven_days::present::accounts::*;

#[test]
fn every_event_has_a_row_and_no_row_asks_for_more() {
    let schema = json!(schemars::schema_for!(Event));
    let known = Known { made: &MADE, forms: &FORMS };
    assert_eq!(check_events(&schema, &table::load().expect("a table"), &known), Vec::<String>::new());
}

/// What an event says, without rule and roll; in a report the same as in an index.
fn sentence_of(event: Value) -> String {
    let (rules, _) = start();
    let known: Event = from_tagged("event", &event).expect("an event");
    let told = account(&mut Writer::quiet(&rules, 1), &event, Some(&known), None);
    if !matches!(known, Event::Impulse { .. }) {
        assert_eq!(flat(&told.text), told.words);
    }
    flat(&told.text)
}

#[track_caller]
fn assert_sentence(event: Value, wanted: &str) {
    assert_eq!(sentence_of(event), wanted);
}

#[test]
fn dawn() {
    assert_sentence(
        json!({"event": "weather", "die": 6, "weather": "rain"}),
        "The Union rolls 6 for the weather: rain.",
    );
    assert_sentence(
        json!({"event": "army_leader", "leader": "mcclellan", "side": "union", "die": 5, "modifier": -1, "active": false}),
        "The Union rolls 5 for McClellan, modified by -1 to 4: he is Inactive.",
    );
    assert_sentence(
        json!({"event": "army_leader", "leader": "lee", "side": "confederate", "active": true}),
        "Lee is Active today, without a die roll.",
    );
    assert_sentence(
        json!({"event": "refreshed", "leaders": ["ewell", "jackson"]}),
        "Ewell and Jackson are Active again.",
    );
    assert_sentence(
        json!({"event": "train_leaves", "from": 17, "arrives": 5}),
        "The Supply Train leaves White House Landing (17); it arrives on June 30.",
    );
    assert_sentence(
        json!({"event": "arrived", "side": "union", "area": 17, "units": ["king_infantry"], "leaders": ["mcdowell"]}),
        "McDowell with King Infantry arrives in White House Landing (17).",
    );
    assert_sentence(
        json!({"event": "bids", "bids": {"union": {"side": "confederate", "bid": 3},
            "confederate": {"side": "confederate", "bid": 5}}, "exchanged": false, "points": {"union": 5}}),
        "The Union player bids 3 for the Confederacy and the Confederate player bids 5 for the Confederacy: they keep their \
         sides; the Union begins with 5 Replacement Points.",
    );
}

#[test]
fn impulses() {
    assert_sentence(
        json!({"event": "activation", "leader": "jackson", "area": 2, "die": 3, "modifier": 1, "needs": 4,
            "activated": true}),
        "Jackson rolls 3 to activate his command, modified by +1 to 4; he needs 4, and his command activates.",
    );
    assert_sentence(
        json!({"event": "sunset", "total": 7, "impulse": 7, "ends": false}),
        "The Sunset roll is 7, equal to the impulse number: the day goes on.",
    );
    assert_sentence(
        json!({"event": "sunset", "total": 5, "impulse": 7, "ends": true}),
        "The Sunset roll is 5 against impulse 7: the day ends.",
    );
    assert_sentence(
        json!({"event": "impulse", "side": "union", "impulse": 3, "kind": "regroup", "areas": [7, 33]}),
        "The Union regroups from Gaines Mill/Cold Harbor (7) and White Oak Swamp (33).",
    );
    assert_sentence(
        json!({"event": "advantage_used", "side": "union", "for": "heroic_defence"}),
        "The Union uses the Advantage for a Heroic Defense: the Success becomes a Stalemate.",
    );
    assert_sentence(
        json!({"event": "deactivated", "leaders": ["jackson"], "because": "activated"}),
        "Jackson becomes Inactive after activating.",
    );
}

#[test]
fn the_field() {
    assert_sentence(
        json!({"event": "entrenched", "area": 6, "works": {"side": "union", "level": 2}}),
        "Ellerson's Mill (6) now has a Union +2 entrenchment.",
    );
    assert_sentence(json!({"event": "entrenched", "area": 6}), "The entrenchment in Ellerson's Mill (6) is removed.");
    assert_sentence(
        json!({"event": "bridge_work", "side": "union", "bridge": "new_bridge", "work": "demolish", "die": 6,
            "modifier": 3, "done": true}),
        "The Union rolls 6 to destroy New Bridge (6-41), modified by +3 to 9, and succeeds.",
    );
    assert_sentence(
        json!({"event": "bridge", "bridge": "turkey_run", "state": "confederate"}),
        "The bridge over Turkey Run (35-36) comes under Confederate control.",
    );
    assert_sentence(
        json!({"event": "screened", "units": ["blake_cavalry"], "area": 9}),
        "Blake Cavalry screens in Bowles (9).",
    );
}

#[test]
fn losses_and_leaders() {
    assert_sentence(
        json!({"event": "casualty_points", "area": 6, "points": 2, "spared": 1, "lost": 3}),
        "The defender takes 2 Casualty Points; the entrenchment absorbs 1 more; 3 more cannot be absorbed.",
    );
    assert_sentence(
        json!({"event": "eliminated", "units": ["richmond_infantry"], "area": 44, "because": "garrison"}),
        "Richmond Infantry is eliminated, because the garrison may not leave Richmond.",
    );
    assert_sentence(
        json!({"event": "leader_check", "leader": "ap_hill", "dice": [4, 3], "modifier": 1, "fate": "casualty"}),
        "The assault dice are equal: A.P. Hill rolls 4 and 3, total 7, modified by +1 to 8: he is wounded.",
    );
    assert_sentence(
        json!({"event": "leader_gone", "leader": "ap_hill", "place": {"killed": 3}}),
        "A.P. Hill is killed; his successor arrives at dawn on June 28.",
    );
    assert_sentence(
        json!({"event": "victory", "side": "union", "how": "last_day"}),
        "The Union wins: on the last day the Confederacy does not control the areas that it needs.",
    );
}

#[test]
fn figures_that_are_lost_are_marked_and_odd_ones_do_no_harm() {
    let (rules, _) = start();
    let mut writer = Writer::new(&rules, 1, Rolls::default());
    let term = |what, who: &[&'static str]| Term { what, value: 6, who: who.iter().map(|id| Id::known(id)).collect() };
    let (words, rule) = writer.term(&term(TermKind::Point, &["mccall_infantry"]), Some(Area(6)));
    assert_eq!((words.as_str(), rule), ("+6 †a Attack Factor of the Point Unit: McCall Infantry.", "10.4.2"));
    // The rulebook gives his.
    let (words, _) = writer.term(&term(TermKind::Point, &["ap_hill_infantry"]), Some(Area(6)));
    assert_eq!(words, "+6 Attack Factor of the Point Unit: A.P. Hill Infantry.");
    let (words, _) = writer.term(&term(TermKind::Terrain, &[]), Some(Area(6)));
    assert_eq!(words, "+6 †b terrain.");
    let (words, _) = writer.term(&term(TermKind::Commands, &["ap_hill", "x_corps"]), Some(Area(99)));
    assert_eq!(words, "+6 additional commands: A.P. Hill's command and x corps.");
    let notes = ["†a: the factors of units (SD-5)", "†b: the terrain of areas (SD-2)"];
    assert_eq!(writer.notes.listed(), notes);
    // An area, a unit and a bridge that no pack has.
    for event in [
        json!({"event": "retreated", "who": "nobody", "from": 200, "to": 201}),
        json!({"event": "leader_check", "leader": "nobody", "dice": [255, 255], "modifier": 127, "fate": "killed"}),
        json!({"event": "assault_dice", "area": 99, "attack": [255, 255], "defense": [0, 0], "attack_total": 32767,
            "defense_total": -32768, "outcome": "success"}),
        json!({"event": "arrived", "side": "union", "area": 255, "units": [], "leaders": []}),
        json!({"event": "impulse", "side": "union", "impulse": 255, "kind": "assault", "areas": []}),
    ] {
        assert!(!sentence_of(event).is_empty());
    }
}
