//! How battles are reported and drawn: reports of random matches, a prepared step, and the picture of the table.

use std::collections::BTreeSet;

use crate::report_checks::{overlaps, steps, words};
use adjutant_core::report::model::{MapView, Show};
use adjutant_core::report::svg;
use adjutant_core::report::{Past, Present, text};
use longstreet::Longstreet;
use serde_json::json;

/// Whether words are a code, or are put together badly.
fn is_odd(said: &str) -> bool {
    let numbers = [" 1 bases", " 1 cards", " 1 hits", " 1 dice", " 1 facts", "s the the "];
    said.contains(['{', '}', '_'])
        || said.contains("  ")
        || said.contains(" .")
        || numbers.iter().any(|n| said.contains(n))
}

#[test]
fn every_event_of_matches_at_random_has_words() {
    let rules = Longstreet::shipped();
    let mut seen = BTreeSet::new();
    for (battle, seed) in (1..=6).flat_map(|seed| [("brawners_farm", seed), ("millers_ford", seed)]) {
        steps(&rules, (battle, &json!({})), seed, 400, |before, after, facts, table| {
            let report = rules.report(before, after, facts);
            // The table has a column with the ids that orders name.
            let ids: Vec<&str> = after.game.units.keys().map(|id| id.as_str()).collect();
            for said in words(&report).into_iter().filter(|said| !ids.contains(&said.as_str())) {
                assert!(!is_odd(&said), "{battle}, step {}: {said}", facts.step);
            }
            for event in &facts.events {
                seen.insert(event["event"].as_str().expect("a name").to_owned());
            }
            for moment in rules.moments(before, after, facts) {
                assert!(moment.words.ends_with('.') || moment.words.starts_with("Turn "), "{}", moment.words);
            }
            rules.battles(before, after, facts).iter().for_each(|card| assert!(!card.words().contains('_')));
            assert!(!rules.current_winner(after).expect("a sentence").contains('_'));
            for awaited in table.awaiting() {
                for order in table.legal(&awaited.side).orders.iter().step_by(7) {
                    let said = table.order_words(&awaited.side, order);
                    assert!(!is_odd(&said), "{said}");
                }
                for answer in table.legal(&awaited.side).answers.iter().take(20) {
                    let said = table.answer_words(&answer["answer"]);
                    assert!(!is_odd(&said), "{said}");
                }
            }
        });
    }
    for name in [
        "turn",
        "invoked",
        "interrupted",
        "moved",
        "charged",
        "marked",
        "confirmed",
        "disputed",
        "insists",
        "withdrawn",
        "yielded",
        "morale",
        "losses",
        "unit_gone",
        "passed",
        "redrawn",
        "dropped",
        "victory_claimed",
        "ended",
        "shuffled",
        "drawn",
        "played",
    ] {
        assert!(seen.contains(name), "no {name} in {seen:?}");
    }
}

#[test]
fn pictures_of_matches_at_random_have_no_label_over_another() {
    let rules = Longstreet::shipped();
    let mut drawn = 0;
    for (battle, seed) in [("brawners_farm", 11), ("millers_ford", 12)] {
        steps(&rules, (battle, &json!({})), seed, 120, |before, after, facts, _| {
            let drawing = rules.draw(after, &MapView::default(), Some(Past { before, facts })).expect("a picture");
            if let Some(path) = std::env::var_os("ADJUTANT_PICTURES").filter(|_| facts.step == 60) {
                let path = std::path::Path::new(&path).join(format!("{battle}.svg"));
                std::fs::write(path, svg::write(&drawing)).expect("to write the picture");
            }
            let found = overlaps(&drawing);
            assert!(found.is_empty(), "{battle}, step {}: {found:#?}", facts.step);
            let map = text::write(&rules.show(after, &Show::Map(MapView::within(60))).expect("a map"));
            let grid = map.lines().filter(|line| line.matches('.').count() > 20);
            assert!(grid.clone().count() > 10 && grid.clone().all(|line| line.trim().chars().count() == 60), "{map}");
            drawn += 1;
        });
    }
    assert!(drawn > 100);
}
