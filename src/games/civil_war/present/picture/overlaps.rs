//! Labels as they are really drawn: none that matters lies over another, and every named water has one.

use serde_json::{Map, Value};

use super::*;
use crate::engine::Ruleset;
use crate::pack::HexsideKind;
use crate::report::Scale;
use crate::report::svg::Form;
use crate::report::svg::letters::width;
use labels::Area;

/// What stands on the sheet and covers what lies below it.
struct Label {
    /// What it is, and what it says.
    said: String,
    /// The layer, and the place in it, of what it is drawn with; parts of one shape are one label.
    owner: (&'static str, usize),
    areas: Vec<Area>,
}

/// A property in pixels of the classes of a text, in tenths; the last rule that has it counts.
fn pixels(class: &str, property: &str) -> Option<i32> {
    let sheet = style::STYLE.concat();
    let of = |name: &str| {
        let named = |rule: &&str| {
            let names = rule.split('{').next().unwrap_or_default();
            names.split(',').any(|selector| selector.trim() == format!("text.{name}"))
        };
        let value = |rule: &str| rule.split(&format!("{property}:")).nth(1)?.split("px").next()?.parse::<f64>().ok();
        let last = sheet.split_inclusive('}').filter(named).filter_map(value).next_back()?;
        Some((last * 10.0).round() as i32)
    };
    class.split(' ').filter_map(of).next_back()
}

/// What a text covers: the box of its letters, with their tails where it has any; turned, a chain of squares along it.
fn areas(class: &str, at: Point, turn: i32, text: &str) -> Vec<Area> {
    let size = pixels(class, "font-size").unwrap_or_else(|| panic!("no letters of {class}"));
    let apart = pixels(class, "letter-spacing").unwrap_or(0);
    let wide = width(text, size) + apart * i32::try_from(text.chars().count()).expect("a short text");
    if turn != 0 {
        let (x, y) = lines::direction(turn);
        let middle = at.by(y * size / 3000, -x * size / 3000);
        let along = (-wide / 2..=wide / 2).step_by(usize::try_from(size / 2).expect("a size"));
        return along
            .map(|n| Area::around(middle.by(n * x / 1000, n * y / 1000), size * 3 / 4, size * 3 / 4))
            .collect();
    }
    let left = match class.split(' ').find(|one| ["start", "end"].contains(one)) {
        Some("start") => at.x,
        Some(_) => at.x - wide,
        None => at.x - wide / 2,
    };
    let below = if text.contains(['g', 'j', 'p', 'q', 'y', ',']) { size / 5 } else { 0 };
    vec![Area { left, top: at.y - size * 3 / 4, right: left + wide, bottom: at.y + below }]
}

/// The texts below a shape.
fn texts<'a>(shape: &'a Shape, found: &mut Vec<(&'a str, Point, i32, &'a str)>) {
    match &shape.form {
        Form::Group(parts) => parts.iter().for_each(|part| texts(part, found)),
        Form::Text { at, turn, text } => found.push((&shape.class, *at, *turn, text)),
        _ => {}
    }
}

/// The labels of a drawing.
fn labels_of(drawing: &Drawing) -> Vec<Label> {
    let mut labels = Vec::new();
    for layer in drawing.layers.iter().filter(|layer| ![svg::KEY, "heading", "stacks"].contains(&layer.class)) {
        for (n, shape) in layer.shapes.iter().enumerate() {
            let mut found = Vec::new();
            texts(shape, &mut found);
            for (class, at, turn, text) in found {
                let areas = match class.split(' ').next().unwrap_or_default() {
                    // The strength stands in the middle of its counter.
                    "union-strength" | "confederate-strength" => match layer.class {
                        "forces" => vec![Area::around(at.by(0, -45), 250, 190)],
                        // A hull of the Union has a funnel.
                        "ships" if class.starts_with("union") => vec![Area::around(at.by(0, -74), 300, 184)],
                        "ships" => vec![Area::around(at.by(0, -42), 300, 152)],
                        other => panic!("strength in {other}"),
                    },
                    "union-far-name" | "confederate-far-name" => continue,
                    "union-far-strength" | "confederate-far-strength" => {
                        let Form::Group(parts) = &shape.form else { panic!("no counter: {shape:?}") };
                        let name = parts.iter().find(|part| part.class.ends_with("far-name"));
                        let half = match name.map(|name| &name.form) {
                            Some(Form::Text { text, .. }) => far::half(text),
                            _ => far::half(""),
                        };
                        let down = if name.is_some() { 60 } else { 190 };
                        vec![Area::around(at.by(0, -down), 2 * half.0, 2 * half.1)]
                    }
                    // What stands in a sign of its own.
                    "points" | "small" | "burst-number" => continue,
                    _ => areas(class, at, turn, text),
                };
                labels.push(Label { said: format!("{class} {text}"), owner: (layer.class, n), areas });
            }
        }
    }
    labels
}

/// The labels that lie over another.
fn overlaps(labels: &[Label]) -> Vec<String> {
    let mut found = Vec::new();
    for (n, one) in labels.iter().enumerate() {
        let others = labels[..n].iter().filter(|other| other.owner != one.owner);
        let over = |other: &&Label| one.areas.iter().any(|a| other.areas.iter().any(|b| a.covers(*b)));
        found.extend(others.filter(over).map(|other| format!("{} on {}", one.said, other.said)));
    }
    found
}

/// Every map that is looked at: the set-up of each scenario, and four positions of the campaign that is an example.
fn positions() -> Vec<(String, CivilWar, Game)> {
    let rules = CivilWar::shipped();
    let mut all = Vec::new();
    for id in rules.pack.scenarios.keys() {
        let position = rules.setup(id, &Map::new()).expect("a scenario");
        all.push((id.to_string(), rules.clone(), position.game));
    }
    for (step, state) in [
        (100, include_str!("../../../../../examples/campaign-1861/states/0100.yaml")),
        (300, include_str!("../../../../../examples/campaign-1861/states/0300.yaml")),
        (500, include_str!("../../../../../examples/campaign-1861/states/0500.yaml")),
        (697, include_str!("../../../../../examples/campaign-1861/states/0697.yaml")),
    ] {
        let read = crate::document::read("state", state.as_bytes(), crate::document::Form::State).expect("a state");
        let content: Value = read.content;
        let game: Game = serde_json::from_value(content["position"]["game"].clone()).expect("a ledger");
        all.push((format!("step {step}"), rules.clone(), game));
    }
    all
}

/// Every map that is drawn, by itself and as the replay page puts it together: what stays, and what stands on it.
fn drawings(rules: &CivilWar, game: &Game) -> Vec<(String, Drawing)> {
    let mut all = Vec::new();
    for scale in [Scale::Small, Scale::Medium, Scale::Large] {
        let view = MapView { scale: Some(scale), ..MapView::default() };
        let drawing = draw(rules, Some(game), &view, None).expect("a picture").at(view.detail());
        all.push((format!("{scale:?}"), drawing));
        let mut page = board(rules);
        for piece in pieces(rules, game, None).layers {
            if let Some(layer) = page.layers.iter_mut().find(|layer| layer.class == piece.class) {
                layer.shapes.extend(piece.shapes);
            }
        }
        all.push((format!("{scale:?}, on the page"), page.at(view.detail())));
    }
    all
}

#[test]
fn no_label_lies_over_another() {
    for (what, rules, game) in positions() {
        for (which, drawing) in drawings(&rules, &game) {
            let labels = labels_of(&drawing);
            assert!(labels.len() > 50, "{what}: {} labels", labels.len());
            let mut found = overlaps(&labels);
            // The large names of states lie below everything, as those of any atlas, and stay where they are.
            found.retain(|one| !one.contains(" on state "));
            assert_eq!(found, Vec::<String>::new(), "{what}, {which}");
        }
    }
}

#[test]
fn a_name_stands_beside_what_it_names() {
    for (what, rules, game) in positions() {
        let scene = Scene::whole(&rules, None);
        let cities: Vec<(&str, Point)> = scene
            .hexes()
            .filter(|(_, data)| data.city.as_ref().is_some_and(|city| city.vp > 0))
            .map(|(hex, data)| (super::super::vocabulary::bare_name(&rules.pack, data.called()), scene.centre(hex)))
            .collect();
        for (which, drawing) in drawings(&rules, &game).into_iter().filter(|(which, _)| !which.starts_with("Small")) {
            let labels = labels_of(&drawing);
            let mut count = 0;
            for label in labels.iter().filter(|label| label.said.starts_with("major ")) {
                let (_, name) = label.said.split_once("rim ").expect("a name with a rim");
                let area = label.areas.first().expect("an area");
                let away = |at: Point| {
                    let aside = (area.left - at.x).max(at.x - area.right).max(0);
                    aside.max(area.top - at.y).max(at.y - area.bottom).max(0)
                };
                // There are two Wilmingtons.
                let own = cities.iter().filter(|(city, _)| *city == name).map(|(_, at)| away(*at));
                let Some(least) = own.min() else { continue };
                // A hex is twice `HALF` high.
                assert!(least < 2 * frame::HALF, "{what}, {which}: {name} is {least} away");
                count += 1;
            }
            assert!(count > 5, "{what}, {which}: {count} cities");
        }
    }
}

#[test]
fn the_name_of_a_large_state_stands_in_it() {
    let rules = CivilWar::shipped();
    let scene = Scene::whole(&rules, None);
    let mut found = 0;
    for layer in board(&rules).layers {
        for shape in &layer.shapes {
            let Form::Text { at, text, .. } = &shape.form else { continue };
            // A name of two words has two lines.
            let words = |state: &Id| super::super::vocabulary::state(&rules.pack, state).to_uppercase();
            let of_state = |state: &Id| words(state).split(' ').any(|word| word == text);
            if shape.class != "state" || !rules.pack.map.states.keys().any(of_state) {
                continue;
            }
            let within = scene.hexes().any(|(hex, data)| {
                let centre = scene.centre(hex);
                data.states.iter().any(of_state)
                    && (centre.x - at.x).abs() <= 2 * frame::THIRD
                    && (centre.y - at.y).abs() <= frame::HALF
            });
            assert!(within, "{text} stands outside of the state");
            found += 1;
        }
    }
    assert!(found >= 8, "{found} states");
}

#[test]
fn every_named_water_has_its_name_on_the_map() {
    let rules = CivilWar::shipped();
    let drawing = draw(&rules, None, &MapView::default(), None).expect("a picture");
    let labels = labels_of(&drawing);
    let is_named = |name: &str| {
        ["water", "sea-name", "pass"].iter().any(|class| {
            labels.iter().any(|label| label.said.starts_with(class) && label.said.ends_with(&format!(" {name}")))
        })
    };
    let map = &rules.pack.map;
    let is_water = |side: &crate::pack::Hexside| {
        matches!(side.kind, HexsideKind::River | HexsideKind::NavigableRiver | HexsideKind::Impassable)
    };
    let rivers = map.hexsides().filter(|(_, side)| is_water(side)).map(|(_, side)| side.name.as_str());
    let seas = map.hexes().filter(|(_, data)| data.terrain == crate::pack::Terrain::AllSea);
    let all: SortedSet<&str> =
        rivers.chain(seas.map(|(_, data)| data.name.as_str())).filter(|name| !name.is_empty()).collect();
    assert!(all.len() > 130, "{} waters", all.len());
    let missing: Vec<&str> = all.into_iter().filter(|name| !is_named(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
