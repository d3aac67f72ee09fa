mod battles;
mod find;

use serde_json::json;

use crate::present::test_reports::{flat, position};
use adjutant_core::board::Area;
use adjutant_core::document::Id;
use adjutant_core::report::{Block, MapView, Scale, Show};
use seven_days::pack::Side;
use seven_days::present::show::*;

fn page(changes: serde_json::Value, what: Show) -> String {
    let (rules, position) = position(changes);
    flat(show(&rules, &position, &what).expect("a page").sections)
}

#[track_caller]
fn assert_contains(page: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
}

#[test]
fn an_area_with_its_boundaries_and_who_is_there() {
    let page = page(json!({"options": {"bridges": true}}), Show::Place("Ellerson's Mill".to_owned()));
    assert_contains(
        &page,
        &[
            "Terrain +3 † for the defender. [3.2.3]",
            "Part North of the Chickahominy.",
            "Control Union. [7.2]",
            "Entrenchment A Union +1 entrenchment. [11]",
            // 9.2: Fresh enemies cost the Confederate 4, beside Fresh artillery of his own kind the Union pays 1 or 2.
            "road New Bridge, 2 4 (41) controlled by the Union",
            "Union: 3 units (at most 10)",
            "McCall Infantry infantry 4-5-5 † Fresh V Corps",
            "Porter, Active: initiative 3, combat 2 †; V Corps.",
        ],
    );
}

#[test]
fn what_an_entry_costs() {
    let (rules, position) = position(json!({"set_up": false, "control": {"34": "confederate"},
        "union": {"33": {"units": ["army_hq_infantry-"]}}, "confederate": {"36": {"units": ["huger_artillery"]}}}));
    let costs = |area: u8| {
        let at = format!("{area}");
        flat(show(&rules, &position, &Show::Place(at)).expect("a page").sections)
    };
    // Only an Exhausted enemy is in 33: the Confederate enters by road for 3, the Union for 1.
    assert_contains(&costs(33), &["Bottom's 1 3", "minor all (1) all (3)"]);
    // Fresh Confederate artillery stands beside 35: the Union pays 2 (9.2).
    assert_contains(&costs(35), &["2 1"]);
}

#[test]
fn people_and_commands() {
    assert_contains(
        &page(json!({}), Show::Leader("jackson".to_owned())),
        &[
            "Command Jackson's command. [4.3.3]",
            // Lee is Active, and lends him 1.
            "Initiative He activates it on a roll of 4 † or more after modifiers; as things stand, a roll of 3 is enough. [8.1.1]",
            "Where In Enon Church (2).",
            "Winder Infantry infantry",
        ],
    );
    assert_contains(
        &page(json!({"away": {"porter": {"wounded": 2}}}), Show::Army("V Corps".to_owned())),
        &[
            "He is wounded and returns on the night of June 27.",
            "Sykes Artillery artillery",
            "Gaines Mill/Cold Harbor (7)",
        ],
    );
    let whole = page(json!({"lost": ["wise_infantry"]}), Show::Army("confederate".to_owned()));
    assert_contains(&whole, &["Jackson's command Jackson 4 0 0 2", "Lee Active In Meadow's Bridge Road (45)"]);
}

#[test]
fn a_unit_and_where_to_ask_for_one() {
    let unit = page(json!({}), Show::Stack("mccall_infantry".to_owned()));
    assert_contains(
        &unit,
        &["The unit", "McCall Infantry infantry 4-5-5 † Fresh Ellerson's Mill (6)", "Union: 3 units (at most 10)"],
    );
    let (rules, position) = position(json!({}));
    let advice = |what: Show| show(&rules, &position, &what).expect_err("no such thing").advice.expect("advice");
    assert_eq!(
        advice(Show::Place("mccall_infantry".to_owned())),
        "for a unit use `adjutant show unit mccall_infantry`"
    );
    let both = "for a unit use `adjutant show unit mccall_artillery` or `adjutant show unit mccall_infantry`";
    assert_eq!(advice(Show::Leader("mccall".to_owned())), both);
    assert_eq!(advice(Show::Place("porter".to_owned())), "for the leader use `adjutant show leader porter`");
}

#[test]
fn supply_and_what_breaks_it() {
    let open = page(json!({}), Show::Supply("6".to_owned()));
    assert_contains(
        &open,
        &[
            "Source White House Landing (17). [13.3.1]",
            "Path Ellerson's Mill (6), Bethesda Church (8)",
            "Units here can take replacements.",
        ],
    );
    // Every area beside 36 is Confederate: nothing leads on from there.
    let (rules, _) = position(json!({}));
    let around: serde_json::Map<String, serde_json::Value> =
        rules.pack.map.bordering(Area(36)).map(|area| (area.to_string(), json!("confederate"))).collect();
    let cut = page(json!({"control": around}), Show::Supply("8 Pennsylvania".to_owned()));
    assert_contains(&cut, &["Path There is none", "Blocked by Areas under enemy control on the shortest path:"]);
}

#[test]
fn the_tracks() {
    let page = page(
        json!({"options": {"advanced": true}, "train": {"arrives": 4}, "turn": 3, "lee_commanded": true,
            "away": {"jackson": {"killed": 4}}, "bridges": {"new_bridge": "destroyed"}}),
        Show::Track,
    );
    assert_contains(
        &page,
        &[
            "Lee Commands has been used this turn. [8.1.4]",
            "New Bridge (6-41) is destroyed. [15.4]",
            "4 June 29 the Supply Train; Jackson's successor",
            "The Union receives 1 Replacement Point tonight, and can still place 4 of its 8 entrenchments.",
            "On July 2, because the Supply Train has moved, the Confederacy also wins if it controls Malvern Hill (35) and one \
             of the landings",
            "If the day ended now, neither side would win yet. [14]",
            "the day ends if the Sunset roll is lower than the impulse number; if it is equal, the weather changes. [15.1.3]",
        ],
    );
    assert_contains(
        &self::page(json!({"impulse": 5}), Show::Track),
        &["Impulse 5 of 12: the day ends if the Sunset roll is not higher than the impulse number. [6.3.1]"],
    );
}

#[test]
fn standing_orders_and_their_defaults() {
    let page = page(json!({"standing": {"union": {"rouse": true}}}), Show::Standing(None));
    assert_contains(
        &page,
        &[
            "Union ----- - At dawn the Advantage is used to make an Inactive Army Leader Active.",
            "Default answers:",
            "Confederate ----------- - No standing orders.",
        ],
    );
}

#[test]
fn the_map_as_text() {
    let (rules, position) = position(json!({}));
    let map = |view: MapView| show(&rules, &position, &Show::Map(view)).expect("a map");
    let whole = map(MapView::within(78));
    let Block::Preformatted(drawn) = &whole.sections[0].blocks[0] else { panic!("a drawing") };
    assert!(drawn.lines().all(|line| line.chars().count() <= 78), "{drawn}");
    // Every area stands there once, with its control.
    for (area, data) in &rules.pack.map.areas {
        let letter = if data.control == Side::Union { "U" } else { "C" };
        let star = if data.victory { "*" } else { "" };
        let label = format!("{area}{letter}{star}");
        let found = drawn.split([' ', '\n']).filter(|word| word.trim_end_matches(['#', 'T']) == label).count();
        assert_eq!(found, 1, "{label} in\n{drawn}");
    }
    // 1 lies north of 6, which lies west of 7.
    let at = |label: &str| drawn.lines().enumerate().find_map(|(n, line)| Some((n, line.find(label)?))).expect(label);
    assert!(at("1C c2").0 < at("6U u3").0 && at("6U u3").1 < at("7U u6").1, "{drawn}");
    let text = flat(whole.sections);
    assert_contains(&text, &["6 Ellerson's +3 Union 3; Porter works +1", "17 White House +2 Union 1; Casey train"]);
    // Empty areas need no line, unless they are asked for.
    assert!(!text.contains("Shady Grove") && text.contains("more areas are empty"), "{text}");
    let large = flat(map(MapView { scale: Some(Scale::Large), ..MapView::within(200) }).sections);
    assert!(large.contains("4 Shady Grove +1") || large.contains("4 Shady Grove Church +1"), "{large}");
    let part = map(MapView { part: Some("north".to_owned()), scale: Some(Scale::Small), ..MapView::default() });
    assert_eq!((part.title.as_str(), part.sections.len()), ("The map north of the Chickahominy", 1));
    let around = map(MapView { around: Some("porter".to_owned()), radius: Some(0), ..MapView::default() });
    let text = flat(around.sections);
    assert!(text.contains("Ellerson's Mill") && !text.contains("Cold Harbor"), "{text}");
    for wrong in [
        MapView { columns: Some((1, 2)), ..MapView::default() },
        MapView { part: Some("west".to_owned()), ..MapView::default() },
        MapView {
            around: Some("jackson".to_owned()),
            part: Some("south".to_owned()),
            radius: Some(0),
            ..MapView::default()
        },
    ] {
        assert!(show(&rules, &position, &Show::Map(wrong)).is_err());
    }
}

#[test]
fn what_is_not_there() {
    let (rules, position) = position(json!({}));
    let fails = |what: Show| show(&rules, &position, &what).expect_err("nothing");
    assert_eq!(fails(Show::Fleet(None)).rule.as_deref(), Some("15.6"));
    assert!(fails(Show::River("Nile".to_owned())).advice.is_some_and(|advice| advice.contains("New Bridge")));
    assert!(fails(Show::Leader("Ney".to_owned())).message.contains("Ney"));
    assert!(fails(Show::Standing(Some(Id::known("france")))).message.contains("france"));
    let bridge = show(&rules, &position, &Show::River("grapevine".to_owned())).expect("a bridge");
    assert_eq!(bridge.title, "Grapevine Bridge (7-40)");
}

#[test]
fn the_map_is_drawn_around_whatever_show_place_finds() {
    let (rules, position) = position(json!({}));
    let around = |place: &str| {
        let view = MapView { around: Some(place.to_owned()), radius: Some(0), ..MapView::default() };
        part(&rules, &position.game, &view).map(|areas| areas.into_iter().map(|area| area.0).collect::<Vec<_>>())
    };
    // A bridge lies between two areas, and a name is found in every spelling.
    assert_eq!(around("Grapevine Bridge"), Ok(vec![7, 40]));
    assert_eq!(around("Ellersons mill"), Ok(vec![6]));
    assert!(around("Pontoon Bridge").is_err());
}
