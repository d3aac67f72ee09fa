use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::report::svg::Form;
use seven_days::present::picture::Scene;
use seven_days::present::picture::victory::*;

/// The texts of the panel.
fn panel_texts(changes: Value) -> Vec<String> {
    let (rules, position) = position(changes);
    let scene = Scene::full_map(&rules).expect("a map");
    let mut left = panel(&scene, &position.game, 0);
    let mut texts = Vec::new();
    while let Some(shape) = left.pop() {
        match shape.form {
            Form::Group(parts) => left.extend(parts),
            Form::Text { text, .. } => texts.push(text),
            _ => {}
        }
    }
    texts
}

#[test]
fn what_counts_and_who_wins_as_things_stand() {
    let start = panel_texts(json!({}));
    let has = |texts: &[String], words: &str| texts.iter().any(|text| text == words);
    // 14.3: the train has not moved, and the Union controls Providence Church and Harrison's Landing.
    assert!(has(&start, "Victory areas: as things stand, the Union wins on July 2."), "{start:?}");
    assert!(has(&start, "At once: captured with the train") && has(&start, "July 2: with Harrison's Landing"));
    let taken = panel_texts(json!({"control": {"19": "confederate", "27": "confederate"}}));
    assert!(has(&taken, "Victory areas: as things stand, the Confederacy wins on July 2."), "{taken:?}");
    // The train has gone to Harrison's Landing: Malvern Hill counts instead of Providence Church.
    let moved = panel_texts(json!({"train": 27}));
    assert!(has(&moved, "no more: the train has moved") && has(&moved, "July 2: with a landing"), "{moved:?}");
}
