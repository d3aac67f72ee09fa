//! What pages, reports and pictures say of the Far West (19).

use serde_json::{Value, json};

use adjutant_core::engine::Decision;
use adjutant_core::report::svg::{Form, Shape};
use adjutant_core::report::{MapView, Show};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;
use civil_war::pack::Side;

use crate::present::show::{assert_contains, page};
use crate::present::test_reports::report_of;

fn table(mut given: Value) -> Box<dyn Session> {
    given["scenario"] = json!("campaign_1861");
    given["options"] = json!({"far_west": true});
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

fn start() -> Box<dyn Session> {
    table(json!({"set_up": true, "phasing": "confederate", "tribes": {"side": "union", "raided": ["apache"]}}))
}

fn hex(number: &str) -> Show {
    Show::Hex(number.to_owned())
}

#[test]
fn the_tracks_say_whose_the_tribes_are_and_what_arrives() {
    let said = page(&*start(), Show::Track);
    assert_contains(
        &said,
        &[
            "The tribal Indians raid for the Union this turn; the Apache have raided. [CW-321]",
            "Leaders due back, and arrivals in the Far West",
            "Confederate: 1 strength point, 2 Texas Rangers and Sibley in San Antonio (B4530) (arriving)",
            "Union: 1 Civilized Indian counter in",
        ],
    );
    let sibley = page(&*start(), Show::Leader("sibley".to_owned()));
    assert_contains(&sibley, &["not in play yet; he arrives in San Antonio (B4530) on turn 3"]);
}

#[test]
fn a_hex_says_its_desert_and_its_counters() {
    let table = start();
    assert_contains(&page(&*table, hex("B3518")), &["Terrain desert Desert the Llano Estacado"]);
    assert_contains(&page(&*table, hex("b2520")), &["1 Texas Ranger", "in supply via the depots in Franklin (B2520)"]);
    assert_contains(&page(&*table, hex("B2115")), &["Tribe the Apache raid from here"]);
    let fort_union = page(&*table, hex("B3110"));
    assert_contains(&fort_union, &["in supply at the base: Fort Leavenworth, by the Santa Fe Trail"]);
    assert!(!fort_union.contains("railroad"), "{fort_union}");
    // No hex is called by its number, however far it is from any place.
    let named = page(&*table, hex("B0705"));
    assert!(!named.contains("hex B0705"), "{named}");
}

#[test]
fn hexes_that_are_not_there_are_told() {
    let refused = |number: &str| start().show(&hex(number), None).expect_err("no hex").to_string();
    assert_contains(
        &refused("B9999"),
        &["there is no hex B9999: with the letter the columns are B04 to B50, the rows 05 to 40"],
    );
    assert_contains(&refused("b4999"), &["hex B4999 is not on the map of this scenario"]);
    let raid = |tribe: &str| {
        let game = Rules(CivilWar::shipped());
        let given = json!({"scenario": "campaign_1861", "options": {"far_west": true}, "set_up": true,
            "phasing": "union", "tribes": {"side": "union"}});
        let order = json!({"raid": {"tribe": tribe, "at": "B4222"}});
        let decision = Decision { orders: vec![order], ..Decision::default() };
        let union = Side::Union.id();
        let table = game.case(&given).expect("a position");
        format!("{:?}", table.check(&union, &decision).expect_err("no such tribe"))
    };
    assert_contains(&raid("comanches"), &["you probably mean comanche"]);
}

#[test]
fn a_supply_line_ends_at_a_base() {
    let table = table(json!({"phasing": "union", "union": {"at": {"B2911": {"sp": 1}}}, "confederate": {}}));
    let said = page(&*table, Show::Supply("B2911".to_owned()));
    assert_contains(&said, &["to the base Fort Union (B3110)", "Fort Leavenworth, by the Santa Fe Trail"]);
    assert!(!said.contains("railroad"), "{said}");
}

#[test]
fn a_march_says_what_marches() {
    let march = |counters: Value| {
        let mut march = json!({"event": "march", "rule": "6.1.3", "side": "confederate", "leader": null, "sp": 2,
            "from": "5006", "allowance": 6, "supplied": true});
        for (field, value) in counters.as_object().expect("fields") {
            march[field] = value.clone();
        }
        let entered =
            json!({"event": "entered", "rule": "6.1.3", "side": "confederate", "hex": "5007", "cost": 1, "left": 5});
        report_of(json!([march, entered]))
    };
    assert_contains(&march(json!({"rangers": 2})), &["2 Texas Rangers of the Confederacy march from"]);
    let led = march(json!({"leader": "jackson-1", "rangers": 1}));
    assert_contains(&led, &["Jackson (1 star) marches with 1 strength point and 1 Texas Ranger"]);
    assert_contains(&march(json!({})), &["2 Confederate strength points march from"]);
}

/// The texts of shapes.
fn texts(shapes: &[Shape]) -> Vec<&str> {
    let mut found = Vec::new();
    for shape in shapes {
        match &shape.form {
            Form::Text { text, .. } => found.push(text.as_str()),
            Form::Group(shapes) => found.extend(texts(shapes)),
            _ => {}
        }
    }
    found
}

#[test]
fn the_picture_says_what_a_counter_is_and_names_no_fort_twice() {
    let view = MapView { part: Some("far_west".to_owned()), ..MapView::default() };
    let drawing = start().draw(&view, None, None).expect("a picture");
    let of = |class: &str| -> Vec<&str> {
        drawing.layers.iter().filter(|layer| layer.class == class).flat_map(|layer| texts(&layer.shapes)).collect()
    };
    assert_eq!(of("forces").into_iter().filter(|text| *text == "R").count(), 3);
    let names: Vec<&str> = ["names", "hamlets"].into_iter().flat_map(of).collect();
    assert!(names.contains(&"Ft. Union") && !names.contains(&"Fort Union"), "{names:?}");
    let legend: Vec<&str> = drawing.layers.iter().flat_map(|layer| texts(&layer.shapes)).collect();
    assert!(legend.contains(&"desert") && legend.contains(&"Texas Rangers among them"));
}

#[test]
fn the_board_has_both_sheets_beside_each_other() {
    let sheets = start().sheets();
    let names: Vec<&str> = sheets.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Far West", "Main map"]);
    let [(_, [west, west_end]), (_, [main, main_end])] = &sheets[..] else { panic!("{sheets:?}") };
    // They touch along the seam, where hexes interlock.
    assert!(west.x < main.x && west_end.x - main.x < 500 && main.x < west_end.x, "{sheets:?}");
    assert!(main_end.x - main.x > 30_000 && west_end.x - west.x > 25_000, "{sheets:?}");
    let plain = Rules(CivilWar::shipped()).case(&json!({"phasing": "union", "union": {}, "confederate": {}}));
    assert!(plain.expect("a position").sheets().is_empty());
}

#[test]
fn the_legend_of_a_map_in_text_has_the_desert_where_there_is_one() {
    let map = |part: &str| page(&*start(), Show::Map(MapView { part: Some(part.to_owned()), ..MapView::default() }));
    assert_contains(&map("far_west"), &["m mountain, d desert", "1 Texas Ranger"]);
    assert!(!map("east").contains("d desert"));
}
