//! Labels as they are really drawn: no important label overlaps another, and every named water has one.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::report::svg::text_width::width;
use adjutant_core::report::svg::{self, Drawing, Form, Point, Shape};
use adjutant_core::report::{MapView, Scale};
use adjutant_core::sorted::SortedSet;
use civil_war::CivilWar;
use civil_war::pack::{FortKind, Hexside, HexsideKind, Terrain};
use civil_war::position::ledger::Game;
use civil_war::present::picture::labels::Area;
use civil_war::present::picture::*;
use civil_war::present::vocabulary;

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
        let (x, y) = text_angles::direction(turn);
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

/// What a text covers with the sign in which it stands; `None` if another text of the sign tells it.
fn covered(layer: &str, shape: &Shape, (class, at, turn, text): (&str, Point, i32, &str)) -> Option<Vec<Area>> {
    let area = match (layer, class.split(' ').next().unwrap_or_default()) {
        // The strength stands in the middle of its counter.
        ("forces", "union-strength" | "confederate-strength") => Area::around(at.by(0, -45), 250, 190),
        // A hull of the Union has a funnel.
        ("ships", "union-strength") => Area::around(at.by(0, -74), 300, 184),
        ("ships", "confederate-strength") => Area::around(at.by(0, -42), 300, 152),
        (_, "union-far-name" | "confederate-far-name") => return None,
        (_, "union-far-strength" | "confederate-far-strength") => {
            let Form::Group(parts) = &shape.form else { panic!("no counter: {shape:?}") };
            let name = parts.iter().find(|part| part.class.ends_with("far-name"));
            let half = match name.map(|name| &name.form) {
                Some(Form::Text { text, .. }) => small_scale::half(text),
                _ => small_scale::half(""),
            };
            let down = if name.is_some() { 60 } else { 190 };
            Area::around(at.by(0, -down), 2 * half.0, 2 * half.1)
        }
        // A city's dot with its victory points.
        (_, "points") => Area::around(at.by(0, -40), 2 * symbols::CITY, 2 * symbols::CITY),
        // A depot, and the number of a stack, in their circles.
        ("works" | "stacks", "small") => Area::around(at.by(0, -30), 120, 120),
        _ => return Some(areas(class, at, turn, text)),
    };
    Some(vec![area])
}

/// A fortification, which has no words: what it is known by is its outline.
fn work(shape: &Shape) -> Option<Area> {
    let Form::Group(parts) = &shape.form else { return None };
    let Form::Path(path) = &parts.first()?.form else { return None };
    // Without the tips of its bastions.
    let half = [(FortKind::Stockade, 50), (FortKind::Fort, 80), (FortKind::Fortress, 80)];
    half.into_iter().find_map(|(kind, half)| {
        let drawn = symbols::work(Point::default(), kind, None);
        let Form::Path(sign) = &drawn.first()?.form else { return None };
        let at = path.first().by(-sign.first().x, -sign.first().y);
        (sign.rest() == path.rest()).then(|| Area::around(at, 2 * half, 2 * half))
    })
}

/// The labels of a drawing.
fn labels_of(drawing: &Drawing) -> Vec<Label> {
    let mut labels = Vec::new();
    for layer in drawing.layers.iter().filter(|layer| ![svg::KEY, "heading"].contains(&layer.class)) {
        // The numbers of the stacks stand in their hexes; their list stands below the map.
        let below = layer.shapes.iter().find_map(|shape| match &shape.form {
            Form::Text { at, .. } if layer.class == "stacks" && shape.class == "legend listed" => Some(at.y),
            _ => None,
        });
        for (n, shape) in layer.shapes.iter().enumerate() {
            let mut put = |said: String, areas| labels.push(Label { said, owner: (layer.class, n), areas });
            if let Some(area) = work(shape).filter(|_| layer.class == "works") {
                put("work".to_owned(), vec![area]);
            }
            let mut found = Vec::new();
            texts(shape, &mut found);
            found.retain(|(_, at, ..)| below.is_none_or(|below| at.y < below));
            for one in found {
                if let Some(areas) = covered(layer.class, shape, one) {
                    put(format!("{} {}", one.0, one.3), areas);
                }
            }
        }
    }
    labels
}

/// Whether one lies over the other and is meant to.
fn is_meant(one: &Label, other: &Label) -> bool {
    match (one.owner.0, other.owner.0) {
        // The number of a stack stands on the corner of its counter.
        ("stacks", "forces") => true,
        // The large names of states lie below everything, as those of any atlas, and stay where they are.
        (_, "regions") => true,
        _ => false,
    }
}

/// The labels that lie over another.
fn overlaps(labels: &[Label]) -> Vec<String> {
    let mut found = Vec::new();
    for (n, one) in labels.iter().enumerate() {
        let others = labels[..n].iter().filter(|other| other.owner != one.owner && !is_meant(one, other));
        let over = |other: &&Label| one.areas.iter().any(|a| other.areas.iter().any(|b| a.shared(*b) > 0));
        let said = |label: &Label| format!("{}: {}", label.owner.0, label.said);
        found.extend(others.filter(over).map(|other| format!("{} on {}", said(one), said(other))));
    }
    found
}

/// Who stands where in a position that is on record.
fn game(state: &[u8]) -> Game {
    let read = adjutant_core::document::read("state", state, adjutant_core::document::Form::State).expect("a state");
    let content: Value = read.content;
    serde_json::from_value(content["position"]["game"].clone()).expect("a ledger")
}

/// Every position that is looked at: the set-up of each scenario, and some of the campaign that is an example.
fn positions(rules: &CivilWar) -> Vec<(String, Game)> {
    let setup = |id: &Id| rules.setup(id, &Map::new()).expect("a scenario").game;
    let setups = rules.pack.scenarios.keys().map(|id| (id.to_string(), setup(id)));
    let steps = [
        (59, include_str!("../../../../../../examples/campaign-1861/states/0059.yaml")),
        (100, include_str!("../../../../../../examples/campaign-1861/states/0100.yaml")),
        (200, include_str!("../../../../../../examples/campaign-1861/states/0200.yaml")),
        (300, include_str!("../../../../../../examples/campaign-1861/states/0300.yaml")),
        (500, include_str!("../../../../../../examples/campaign-1861/states/0500.yaml")),
        (602, include_str!("../../../../../../examples/campaign-1861/states/0602.yaml")),
    ];
    setups.chain(steps.map(|(step, state)| (format!("step {step}"), game(state.as_bytes())))).collect()
}

/// Every map that is drawn of a position, by itself and as the replay page puts it together: what stays, and what
/// stands on it.
fn drawings(rules: &CivilWar, board: &Drawing, game: &Game) -> Vec<(String, Drawing)> {
    let pieces = pieces(rules, game, None).layers;
    let mut all = Vec::new();
    for scale in [Scale::Small, Scale::Medium, Scale::Large] {
        let view = MapView { scale: Some(scale), ..MapView::default() };
        let drawing = draw(rules, Some(game), &view, None).expect("a picture").at(view.detail());
        all.push((format!("{scale:?}"), drawing));
        let mut page = board.clone();
        for piece in &pieces {
            if let Some(layer) = page.layers.iter_mut().find(|layer| layer.class == piece.class) {
                layer.shapes.extend(piece.shapes.iter().cloned());
            }
        }
        all.push((format!("{scale:?}, on the page"), page.at(view.detail())));
    }
    all
}

/// The drawings of every position, with the labels on them.
static DRAWN: LazyLock<Vec<(String, Drawing, Vec<Label>)>> = LazyLock::new(|| {
    let rules = CivilWar::shipped();
    let board = board(&rules);
    let of = |(what, game): (String, Game)| {
        drawings(&rules, &board, &game).into_iter().map(move |(which, drawing)| {
            let labels = labels_of(&drawing);
            (format!("{what}, {which}"), drawing, labels)
        })
    };
    positions(&rules).into_iter().flat_map(of).collect()
});

#[test]
fn no_label_lies_over_another() {
    for (what, _, labels) in DRAWN.iter() {
        assert!(labels.len() > 50, "{what}: {} labels", labels.len());
        assert_eq!(overlaps(labels), Vec::<String>::new(), "{what}");
    }
}

/// Two positions more of the campaign that is an example; every ninth with `ADJUTANT_STEPS=9`.
#[test]
fn no_label_lies_over_another_at_any_step() {
    let apart = std::env::var("ADJUTANT_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(348);
    let rules = CivilWar::shipped();
    let board = board(&rules);
    let states = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/campaign-1861/states");
    for step in (50..=697).step_by(apart) {
        let state = std::fs::read(format!("{states}/{step:04}.yaml")).expect("a state");
        for (which, drawing) in drawings(&rules, &board, &game(&state)) {
            assert_eq!(overlaps(&labels_of(&drawing)), Vec::<String>::new(), "step {step}, {which}");
        }
    }
}

#[test]
fn a_name_stands_beside_what_it_names() {
    let rules = CivilWar::shipped();
    let scene = Scene::full_map(&rules, None);
    let cities: Vec<(&str, Point)> = scene
        .hexes()
        .filter(|(_, data)| data.city.is_some())
        .map(|(hex, data)| (vocabulary::bare_name(&rules.pack, data.display_name()), scene.centre(hex)))
        .collect();
    for (what, _, labels) in DRAWN.iter() {
        let mut count = 0;
        for label in labels.iter().filter(|label| ["major ", "far-city "].iter().any(|one| label.said.starts_with(one)))
        {
            let (_, name) = label.said.split_once("rim ").expect("a name with a rim");
            let area = label.areas.first().expect("an area");
            let away = |at: Point| {
                let aside = (area.left - at.x).max(at.x - area.right).max(0);
                aside.max(area.top - at.y).max(at.y - area.bottom).max(0)
            };
            // There are two Wilmingtons.
            let own = cities.iter().filter(|(city, _)| *city == name).map(|(_, at)| away(*at));
            let least = own.min().unwrap_or_else(|| panic!("{what}: {name} is no city"));
            // Little more than half the height of a hex.
            assert!(least <= geometry::SIDE, "{what}: {name} is {least} away");
            count += 1;
        }
        assert!(count > 5, "{what}: {count} cities");
    }
}

#[test]
fn the_name_of_a_state_has_its_middle_in_it() {
    let rules = CivilWar::shipped();
    let scene = Scene::full_map(&rules, None);
    for (what, drawing, _) in DRAWN.iter() {
        let mut count = 0;
        for shape in drawing.layers.iter().flat_map(|layer| &layer.shapes) {
            let Form::Text { at, text, .. } = &shape.form else { continue };
            let class = shape.class.split(' ').next().unwrap_or_default();
            if !["state", "small-state", "far-state"].contains(&class) {
                continue;
            }
            // A large name of two words has two lines.
            let of_state = |state: &Id| {
                let name = vocabulary::state(&rules.pack, state).to_uppercase();
                name == *text || class == "state" && name.split(' ').any(|word| word == text)
            };
            let within = scene.hexes().any(|(hex, data)| {
                let centre = scene.centre(hex);
                data.states.iter().any(of_state)
                    && (centre.x - at.x).abs() <= 2 * geometry::THIRD
                    && (centre.y - at.y).abs() <= geometry::HALF
            });
            assert!(within, "{what}: {text} stands outside of the state");
            count += 1;
        }
        assert!(count >= 8, "{what}: {count} states");
    }
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
    let is_water = |side: &Hexside| {
        matches!(side.kind, HexsideKind::River | HexsideKind::NavigableRiver | HexsideKind::Impassable)
    };
    let rivers = map.hexsides().filter(|(_, side)| is_water(side)).map(|(_, side)| side.name.as_str());
    let seas = map.hexes().filter(|(_, data)| data.terrain == Terrain::AllSea);
    let all: SortedSet<&str> =
        rivers.chain(seas.map(|(_, data)| data.name.as_str())).filter(|name| !name.is_empty()).collect();
    assert!(all.len() > 130, "{} waters", all.len());
    let missing: Vec<&str> = all.into_iter().filter(|name| !is_named(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
