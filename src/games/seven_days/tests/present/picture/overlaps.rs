//! Labels as they are really drawn: no label overlaps another.

use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::report::svg::Detail::Far;
use adjutant_core::report::svg::text_width::width;
use adjutant_core::report::svg::{Drawing, Form, Point, Role, Shape};
use adjutant_core::report::{MapView, Scale};
use seven_days::SevenDays;
use seven_days::position::ledger::Game;
use seven_days::present::picture::free_space::Rect;
use seven_days::present::picture::*;

/// A label: whose it is, and where it stands. Those of one owner are one label.
type Label = (String, Rect);

/// The size of the letters of a class, as the style sheet has it.
fn size(class: &str) -> i32 {
    let sheet = style::STYLE.concat();
    let of = |name: &str| {
        let mut rule = sheet.split_inclusive('}').filter(|rule| {
            let names = rule.split('{').next().unwrap_or_default();
            rule.contains("font-size") && names.split(',').any(|selector| selector.trim() == format!("text.{name}"))
        });
        let pixels = rule.next_back()?.split("font-size:").nth(1)?.split("px").next()?.parse::<f64>().ok()?;
        Some((pixels * 10.0) as i32)
    };
    class.split(' ').filter_map(of).next_back().unwrap_or_else(|| panic!("no letters of {class}"))
}

/// The box of a text in the middle of which it is anchored, or at its start or end.
fn text_box(class: &str, at: Point, text: &str) -> Rect {
    let (wide, high) = (width(text, size(class)), size(class));
    let starts = class.ends_with("card-name") || class.contains("army-card");
    let aside = if starts {
        wide / 2
    } else if class.contains("card-strength") {
        -wide / 2
    } else {
        0
    };
    Rect::centered_at(at.by(aside, -high * 35 / 100), wide, high * 75 / 100)
}

/// The texts below a shape, with their classes.
fn texts<'a>(shape: &'a Shape, found: &mut Vec<(&'a str, Point, &'a str)>) {
    match &shape.form {
        Form::Group(parts) => parts.iter().for_each(|part| texts(part, found)),
        Form::Text { at, text, .. } => found.push((&shape.class, *at, text)),
        _ => {}
    }
}

/// The labels of a drawing: names of areas and towns, leaders, counters, stacks and cards.
fn labels(drawing: &Drawing) -> Vec<Label> {
    let mut labels = Vec::new();
    for layer in &drawing.layers {
        for (n, shape) in layer.shapes.iter().enumerate() {
            let mut found = Vec::new();
            texts(shape, &mut found);
            let Some((class, at, text)) = found.last().copied() else { continue };
            let owner = format!("{} {n} {text}", layer.class);
            match (layer.class, shape.class.as_str()) {
                // The factors stand so far from the middle of their counter; counters of a stack may lie on one
                // another.
                ("forces", "unit") => {
                    let whose = shape.title.clone().unwrap_or_default();
                    let (side, place) = (whose.split(':').next(), whose.rsplit(" in ").next());
                    let middle = at.by(-counters::FACTORS.0, -counters::FACTORS.1);
                    let rect = Rect::centered_at(middle, 2 * counters::HALF_WIDTH, 2 * counters::HALF_HEIGHT);
                    labels.push((format!("{side:?} {place:?}"), rect));
                }
                ("names" | "towns" | "leaders" | "cards", _) | ("stacks", "leader") => {
                    labels.extend(found.iter().map(|(class, at, text)| (owner.clone(), text_box(class, *at, text))));
                }
                ("forces" | "stacks", "stack") => {
                    let (at, units) = (found[0].1, stack_summary::size(1));
                    let middle = at.by(-stack_summary::SUM.0, -stack_summary::SUM.1);
                    labels.push((owner, Rect::centered_at(middle, units.0, units.1 - 20)));
                }
                ("forces" | "stacks", other) => panic!("what is {other} {class}?"),
                _ => {}
            }
        }
    }
    labels
}

/// How many labels lie over another, with their names.
fn overlaps(labels: &[Label]) -> Vec<String> {
    let mut found = Vec::new();
    for (n, (owner, rect)) in labels.iter().enumerate() {
        let others = labels[..n].iter().filter(|(other, at)| other != owner && at.overlaps(*rect));
        found.extend(others.map(|(other, at)| format!("{owner} on {other}: {rect:?} {at:?}")));
    }
    found
}

fn print_overlaps(what: &str, rules: &SevenDays, game: &Game) {
    for scale in [Scale::Small, Scale::Medium, Scale::Large] {
        let view = MapView { scale: Some(scale), ..MapView::default() };
        let drawing = draw(rules, game, &view, None).expect("a picture").at(view.detail());
        let labels = labels(&drawing);
        assert!(labels.len() > 40, "{what}: {} labels", labels.len());
        assert_eq!(overlaps(&labels), Vec::<String>::new(), "{what}, {scale:?}");
    }
}

#[test]
fn no_label_lies_over_another_in_any_set_up() {
    let every = json!({"bridges": true, "siege_guns": true, "gunboats": true});
    for options in [json!({}), every] {
        for scenario in SevenDays::shipped().pack.scenarios.keys() {
            let (rules, position) = position(json!({"scenario": scenario, "options": options}));
            print_overlaps(&format!("{scenario} {options}"), &rules, &position.game);
        }
    }
}

#[test]
fn no_label_lies_over_another_in_the_example() {
    // Three positions of examples/seven-days: the second day, the fifth, and the end.
    for (step, state) in [
        (20, include_str!("../../../../../../examples/seven-days/states/0020.yaml")),
        (60, include_str!("../../../../../../examples/seven-days/states/0060.yaml")),
        (87, include_str!("../../../../../../examples/seven-days/states/0087.yaml")),
    ] {
        let read = adjutant_core::document::read("state", state.as_bytes(), adjutant_core::document::Form::State)
            .expect("a state");
        let content: Value = read.content;
        let game: Game = serde_json::from_value(content["position"]["game"].clone()).expect("a ledger");
        print_overlaps(&format!("step {step}"), &SevenDays::shipped(), &game);
    }
}

#[test]
fn from_afar_every_letter_can_be_read() {
    let view = MapView { scale: Some(Scale::Small), ..MapView::default() };
    let (rules, position) = position(json!({}));
    let drawing = draw(&rules, &position.game, &view, None).expect("a picture").at(Far);
    let mut found = Vec::new();
    drawing.layers.iter().flat_map(|layer| &layer.shapes).for_each(|shape| texts(shape, &mut found));
    assert!(found.len() > 80);
    for (class, _, text) in found {
        // On a map 1,000 pixels wide at least 9 pixels high.
        assert!(size(class) * 1000 >= 9 * drawing.width, "{text} of {class}");
    }
}

#[test]
fn what_changes_and_what_stays_lie_in_few_runs() {
    assert_eq!(
        LAYERS.chunk_by(|(_, one, _), (_, other, _)| (*one == Role::Ground) == (*other == Role::Ground)).count(),
        4
    );
}
