//! For tests: ground of the size of the whole map, with a few names on it.

use serde_json::{Map, Value, json};

use adjutant_core::report::{Show, text};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

/// A position on 58 columns of 33 hexes: Missouri in the west, Kentucky in the middle, Virginia in the east and the sea
/// beyond it.
pub fn table() -> Box<dyn Session> {
    position(false)
}

/// The same with ships: the Union's on the Mississippi beside 1911, on the coast in 5512, and in 5510 with strength
/// points; the Confederacy's on the Cumberland above Fort Donelson.
pub fn afloat() -> Box<dyn Session> {
    position(true)
}

fn position(afloat: bool) -> Box<dyn Session> {
    let mut hexes = Map::new();
    for column in 1..=58_u8 {
        let (state, theater) = match column {
            1..=19 => ("missouri", "trans_mississippi"),
            20..=40 => ("kentucky", "west"),
            _ => ("virginia", "east"),
        };
        for row in 1..=33_u8 {
            let terrain = if column > 55 { "all_sea" } else { "clear" };
            let hex = json!({"name": "", "terrain": terrain, "states": [state], "theater": theater});
            hexes.insert(format!("{column:02}{row:02}"), hex);
        }
    }
    let mut put = |hex: &str, more: Value| {
        let hex = hexes.get_mut(hex).and_then(Value::as_object_mut).expect("a hex");
        hex.extend(more.as_object().expect("a mapping").clone());
    };
    let city =
        |name: &str, vp: u8, state: &str| json!({"name": name, "city": {"name": name, "vp": vp, "state": state}});
    put("1009", city("Lexington, Missouri", 1, "missouri"));
    put("3108", city("Lexington, Kentucky", 1, "kentucky"));
    put("4709", json!({"name": "Lexington"}));
    put("3109", json!({"name": "Berea", "also": ["Richmond"]}));
    put("5109", city("Richmond", 4, "virginia"));
    for hex in ["5510", "5512"] {
        put(hex, json!({"coastal": true}));
    }
    put("1916", city("St. Louis", 3, "missouri"));
    put("2512", json!({"name": "Dover", "fort": {"name": "Ft. Donelson", "kind": "fort", "owner": "confederate"}}));
    put("4704", city("Cumberland", 0, "virginia"));
    for hex in ["5614", "5615"] {
        put(hex, json!({"name": "Pamlico Sound"}));
    }
    let ground = json!({
        "states": {
            "missouri": {"name": "Missouri"},
            "kentucky": {"name": "Kentucky"},
            "virginia": {"name": "Virginia", "friendly_to": "confederate"},
        },
        "hexes": hexes,
        "hexsides": [
            {"name": "Mississippi", "kind": "navigable_river", "between": [["1911", "2010"], ["1911", "2011"]]},
            {"name": "Cumberland", "kind": "navigable_river", "between": [["2511", "2512"], ["2411", "2512"]]},
            {"name": "Cumberland", "kind": "river", "between": [["2610", "2611"], ["2511", "2611"]]},
            {"name": "Cumberland Gap", "kind": "gap", "between": [["3513", "3514"]]},
        ],
        "railroads": [{"name": "Louisville & Nashville", "line": ["3108", "3109", "3110"],
            "source": {"stated": "a test"}}],
    });
    let mut given = json!({
        "phasing": "union",
        "ground": ground,
        "union": {"at": {"1916": {"sp": 7, "leaders": ["patterson-2"]}, "5106": {"sp": 12}}},
        "confederate": {"at": {"5109": {"sp": 9, "leaders": ["je_johnston-3"], "army": "northern_virginia"},
            "4704": {"depot": true}}},
    });
    if afloat {
        given["union"]["at"]["5510"] = json!({"sp": 4});
        given["union"]["ships"] = json!({
            "1911/2010": {"ships": ["carondelet"], "river": 3, "leaders": ["foote-2"]},
            "5510": {"ocean": 1},
            "5512": {"ocean": 2},
        });
        given["confederate"]["ships"] = json!({"2511/2512": {"ships": ["manassas"]}});
    }
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

/// A page as text, as it stands.
pub fn page(table: &dyn Session, what: Show) -> String {
    text::write(&table.show(&what, None).expect("something to show"))
}

/// A page as text on one line.
pub fn flat(table: &dyn Session, what: Show) -> String {
    page(table, what).split_whitespace().collect::<Vec<_>>().join(" ")
}
