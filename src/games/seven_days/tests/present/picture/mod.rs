//! Pictures: what is on them, and where.

mod counters;
mod free_space;
mod label_placement;
mod overlaps;
mod river_names;
mod victory;

use serde_json::{Value, json};

use crate::present::test_reports::{facts, position};
use adjutant_core::board::Area;
use adjutant_core::document::Id;
use adjutant_core::report::MapView;
use adjutant_core::report::svg::Detail::Near;
use adjutant_core::report::svg::{self, Drawing, Form, Point, Role, Shape};
use seven_days::pack::Side;
use seven_days::present::picture::*;
use seven_days::present::tracks::Tracks;

/// The texts of a drawing's layer.
fn texts<'a>(drawing: &'a Drawing, layer: &str) -> Vec<&'a str> {
    let mut left: Vec<&Shape> = layer_of(&drawing.layers, layer).iter().rev().collect();
    let mut found = Vec::new();
    while let Some(shape) = left.pop() {
        match &shape.form {
            Form::Group(parts) => left.extend(parts.iter().rev()),
            Form::Text { text, .. } => found.push(text.as_str()),
            _ => {}
        }
    }
    found
}

fn layer_of<'a>(layers: &'a [svg::Layer], class: &str) -> &'a [Shape] {
    &layers.iter().find(|layer| layer.class == class).expect("a layer").shapes
}

fn drawn(changes: Value, view: &MapView, events: Option<Value>) -> Drawing {
    let (rules, position) = position(changes);
    let tracks = events.map(|events| Tracks::of(&rules, &facts(&events, Vec::new())));
    draw(&rules, &position.game, view, tracks.as_ref()).expect("a picture")
}

#[test]
fn the_whole_map_has_every_area_unit_and_leader_once() {
    let drawing = drawn(json!({}), &MapView::default(), None);
    let numbers = texts(&drawing, "badges");
    for area in 1..=45_u8 {
        assert_eq!(numbers.iter().filter(|text| **text == area.to_string()).count(), 1, "{area}");
    }
    // By the set-up: 68 units, 18 leaders.
    assert_eq!(layer_of(&drawing.layers, "forces").iter().filter(|shape| shape.class == "unit").count(), 68);
    let mut leaders = texts(&drawing, "leaders");
    leaders.sort_unstable();
    leaders.dedup();
    assert_eq!(leaders.len(), 18);
    assert_eq!(layer_of(&drawing.layers, "works").len(), 7);
    assert_eq!(layer_of(&drawing.layers, "control").len(), 45);
    let written = svg::write(&drawing);
    for wanted in [
        "6 Ellerson&#39;s Mill: terrain +3; Union control",
        "Union: McCall Infantry 4-5-5, Fresh, V Corps, in Ellerson",
    ] {
        assert!(written.contains(wanted), "no {wanted}");
    }
    // Without the rule of 15.4 nobody holds a bridge.
    assert!(layer_of(&drawing.layers, "bridges").is_empty());
    assert_eq!(written, svg::write(&drawn(json!({}), &MapView::default(), None)));
}

#[test]
fn exhausted_units_destroyed_bridges_and_inactive_leaders_look_otherwise() {
    let changes = json!({"set_up": false, "options": {"bridges": true, "siege_guns": true},
        "bridges": {"new_bridge": "destroyed"}, "engineers": "new_bridge", "train": {"arrives": 4}, "siege_guns": 33,
        "union": {"6": {"units": ["mccall_infantry-", "illinois_8_cavalry"], "leaders": ["porter-"], "works": 2}},
        "confederate": {"6": {"units": ["ap_hill_infantry"], "leaders": ["ap_hill"]}}});
    let written = svg::write(&drawn(changes, &MapView::default(), None));
    for wanted in [
        "class=\"union-tired\"",
        "class=\"confederate-fresh\"",
        "McCall Infantry 4-5-5, Exhausted",
        "New Bridge (6-41) is destroyed",
        "<title>The Engineers</title>",
        "Porter, initiative 3, combat 2, Inactive",
        "A Union +2 entrenchment in Ellerson",
        "The Siege Guns",
    ] {
        assert!(written.contains(wanted), "no {wanted}");
    }
    assert!(!written.contains("The Union Supply Train</title>"), "the train is under way");
}

#[test]
fn both_sides_of_an_area_stand_apart() {
    let changes = json!({"set_up": false, "union": {"6": {"units": ["mccall_infantry"]}},
        "confederate": {"6": {"units": ["ap_hill_infantry"]}}});
    let drawing = drawn(changes, &MapView::default(), None);
    let [Form::Group(one), Form::Group(other)] = [0, 1].map(|n| layer_of(&drawing.layers, "forces")[n].form.clone())
    else {
        panic!("two counters")
    };
    let height = |parts: &[Shape]| {
        parts
            .iter()
            .find_map(|part| if let Form::Text { at, .. } = part.form { Some(at.y) } else { None })
            .expect("factors")
    };
    assert!((height(&one) - height(&other)).abs() > 2 * seven_days::present::picture::counters::HALF_HEIGHT);
}

/// Every group of a layer with the places of its texts.
fn groups(drawing: &Drawing, layer: &str) -> Vec<(String, Vec<Point>)> {
    let at = |part: &Shape| if let Form::Text { at, .. } = part.form { Some(at) } else { None };
    let of = |shape: &Shape| match &shape.form {
        Form::Group(parts) => (shape.title.clone().unwrap_or_default(), parts.iter().filter_map(at).collect()),
        _ => (String::new(), Vec::new()),
    };
    layer_of(&drawing.layers, layer).iter().map(of).collect()
}

#[test]
fn a_counter_tells_its_name_and_its_command() {
    let drawing = drawn(json!({}), &MapView::default(), None).at(Near);
    let counters = texts(&drawing, "forces");
    for name in ["Morell", "Sykes", "A.P. Hill"] {
        // Infantry and artillery.
        assert_eq!(counters.iter().filter(|text| **text == name).count(), 2, "{name}");
    }
    let written = svg::write(&drawing);
    // Stuart, his cavalry and his artillery, and the legend.
    assert_eq!(written.matches("class=\"bar rose-bar\"").count(), 4);
    // No leader has a garrison or the army's head-quarters in his command: units, and the legend.
    let (rules, position) = position(json!({}));
    let alone = |id: &&Id| rules.unit(id).is_some_and(|unit| rules.pack.forces.commands[&unit.command].independent);
    let units = position.game.units.keys().filter(alone).count();
    assert!(units > 0);
    assert_eq!(written.matches("class=\"bar black-bar\"").count(), units + 1);
    assert!(written.contains("yellow: V Corps, Longstreet") && written.contains("black: Independent<"));
}

#[test]
fn nobody_stands_outside_of_an_area_or_on_another() {
    // Ten of a side is the most (7.1), and 17 lies at the edge.
    let (rules, _) = position(json!({}));
    let some = |side: Side| -> Vec<&Id> {
        rules.pack.forces.units.values().filter(|unit| unit.side == side).map(|unit| &unit.id).take(10).collect()
    };
    let (union, rebels) = (some(Side::Union), some(Side::Confederate));
    for area in [17_u8, 2, 45, 40, 7] {
        let changes = json!({"set_up": false, "union": {area.to_string(): {"units": union, "leaders": ["porter"]}},
            "confederate": {area.to_string(): {"units": rebels, "leaders": ["lee", "huger"]}}});
        let (rules, position) = position(changes.clone());
        let scene = Scene::full_map(&rules).expect("a map");
        let outline: Vec<(i32, i32)> = scene.corners(Area(area)).iter().map(|at| (at.x, at.y)).collect();
        let drawing = draw(&rules, &position.game, &MapView::default(), None).expect("a picture");
        let units = groups(&drawing, "forces");
        let mut places: Vec<Point> = Vec::new();
        for (title, texts) in units.iter().chain(&groups(&drawing, "leaders")) {
            for at in texts {
                assert!(
                    adjutant_core::board::outlines::contains(&outline, (at.x, at.y)),
                    "{title} stands outside of {area}"
                );
            }
        }
        // Names of units, one each.
        places.extend(units.iter().filter(|(title, _)| !title.is_empty()).filter_map(|(_, texts)| texts.first()));
        assert_eq!(places.len(), 20, "in {area}");
        for (n, one) in places.iter().enumerate() {
            assert!(!places[..n].contains(one), "two on one place in {area}");
        }
    }
}

#[test]
fn the_gunboats_reach_is_shown_with_their_rule_alone() {
    let reach = |drawing: &Drawing| {
        let titles = layer_of(&drawing.layers, "stores").iter().filter_map(|shape| shape.title.clone());
        titles.filter(|title| title.starts_with("The gunboats")).collect::<Vec<_>>()
    };
    assert!(reach(&drawn(json!({}), &MapView::default(), None)).is_empty());
    let all = reach(&drawn(json!({"options": {"gunboats": true}}), &MapView::default(), None));
    // 15.6: seven areas on the James, and White House Landing, where they only defend.
    assert_eq!(all.len(), 8);
    assert_eq!(all.iter().filter(|title| !title.contains("attack")).count(), 1);
}

#[test]
fn waters_have_their_names() {
    let drawing = drawn(json!({}), &MapView::default(), None);
    let names = texts(&drawing, "river-names");
    for (name, times) in
        [("Chickahominy", 2), ("White Oak Swamp", 1), ("Pamunkey River", 2), ("James River", 2), ("Herring Creek", 1)]
    {
        assert_eq!(names.iter().filter(|text| **text == name).count(), times, "{name}");
    }
}

#[test]
fn what_happened_is_drawn_and_looked_at() {
    let events = json!([
        {"event": "entered", "side": "confederate", "units": ["winder_infantry"], "leaders": [], "from": 3, "to": 6,
            "water": "minor", "road": true, "cost": 4},
        {"event": "assault", "area": 6, "side": "confederate", "mandatory": true, "units": ["winder_infantry"],
            "point": "winder_infantry", "forward": "mccall_infantry", "defenders": ["mccall_infantry"]},
        {"event": "assault_dice", "area": 6, "attack": [6, 6], "defense": [1, 1], "attack_total": 18, "defense_total": 9,
            "outcome": "success"},
    ]);
    let happened = MapView { happened: true, ..MapView::default() };
    let drawing = drawn(json!({}), &happened, Some(events.clone()));
    assert_eq!(layer_of(&drawing.layers, "moves").len(), 1);
    assert_eq!(texts(&drawing, "combats"), ["1+"]);
    let numbers = texts(&drawing, "badges");
    // 3 and 6 and what lies beside them: 41 does, 27 does not.
    assert!(numbers.contains(&"41") && !numbers.contains(&"27"), "{numbers:?}");
    // On the board the pieces say where to look.
    let (rules, position) = position(json!({}));
    let tracks = Tracks::of(&rules, &facts(&events, Vec::new()));
    let pieces = pieces(&rules, &position.game, Some(&tracks));
    let board = board(&rules).expect("a board");
    let changing: Vec<&str> =
        board.layers.iter().filter(|layer| layer.role != Role::Ground).map(|layer| layer.class).collect();
    assert_eq!(pieces.layers.iter().map(|layer| layer.class).collect::<Vec<_>>(), changing);
    assert!(board.layers.iter().filter(|layer| layer.role != Role::Ground).all(|layer| layer.shapes.is_empty()));
    let (from, to) = pieces.focus.expect("a place to look at");
    let spots = area_centres(&rules);
    let at = spots[&Area(6)];
    assert!(from.x < at.x && at.x < to.x && from.y < at.y && at.y < to.y);
    assert_eq!(spots.len(), 45);
}

#[test]
fn a_part_shows_its_own_areas() {
    let around = MapView { around: Some("Richmond".to_owned()), radius: Some(1), ..MapView::default() };
    let drawing = drawn(json!({}), &around, None);
    let (rules, _) = position(json!({}));
    let beside = rules.pack.map.bordering(Area(44)).count();
    assert_eq!(layer_of(&drawing.layers, "badges").len(), beside + 1);
    assert_eq!(drawing.title, "The Seven Days around Richmond");
    let (rules, position) = position(json!({}));
    let wrong = MapView { columns: Some((1, 3)), ..MapView::default() };
    assert!(draw(&rules, &position.game, &wrong, None).is_err());
}

#[test]
fn every_class_has_a_look() {
    let changes = json!({"options": {"bridges": true, "siege_guns": true, "weather": true}, "engineers": "new_bridge", "weather": "rain",
        "union": {"6": {"units": ["mccall_infantry-"], "leaders": ["porter-"]}},
        "confederate": {"6": {"units": ["ap_hill_infantry-"]}}});
    let events = json!([
        {"event": "regrouped", "side": "union", "units": ["sykes_infantry"], "leaders": [], "from": 7, "to": 9},
        {"event": "regrouped", "side": "confederate", "units": ["wise_infantry"], "leaders": [], "from": 43, "to": 42},
        {"event": "assault_over", "area": 6, "outcome": "repulse"},
        {"event": "control", "area": 6, "side": "confederate"},
    ]);
    let written = svg::write(&drawn(changes, &MapView::default(), Some(events)));
    // Groups have names that a reader of the source can look for, and no look of their own.
    let groups = [
        "unit",
        "leader",
        "count",
        "held",
        "span",
        "identifier",
        "trench",
        "store",
        "course",
        "event",
        "corps-card",
        "stack",
        "victory",
        "day",
        "impulse",
    ];
    let layers: Vec<&str> = LAYERS.iter().map(|(class, ..)| *class).collect();
    let classes =
        written.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).flat_map(|all| all.split(' '));
    for class in classes.filter(|class| !groups.contains(class) && !layers.contains(class)) {
        let looks = [".", "text."].iter().any(|mark| {
            let wanted = format!("{mark}{class}");
            style::STYLE.concat().split(['{', ',', '}', '\n']).any(|name| name.trim() == wanted)
        });
        assert!(looks, "no look of {class}");
    }
}
