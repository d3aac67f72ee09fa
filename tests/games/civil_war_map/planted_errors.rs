//! Copies of the shipped pack with one planted error each: `pack check` finds every error, and names the entry.

use serde_json::json;

use adjutant::document::{PackFiles, Problem, Value};
use adjutant::games::civil_war::pack::{Pack, unsourced};

use crate::civil_war_map::whole_map::FULL_MAP;

/// A planted error: the file, the entry that must be named, a part of the expected message, and the change.
type Planted = (&'static str, &'static str, &'static str, fn(&mut Value));

/// The faults of a pack: errors in reading its files, or otherwise everything that is inconsistent.
fn complaints(files: &PackFiles) -> Vec<Problem> {
    match Pack::parse(files) {
        Ok(pack) => pack.check_thoroughly().into_iter().chain(unsourced(files)).collect(),
        Err(problem) => vec![problem],
    }
}

fn path_and_message(problem: &Problem) -> String {
    format!("{}: {}", problem.path.as_deref().unwrap_or("?"), problem.message)
}

fn add(map: &mut Value, name: &str, kind: &str, between: &[(&str, &str)]) {
    let entry = json!({"name": name, "kind": kind, "between": between});
    map["hexsides"].as_array_mut().expect("hexsides").push(entry);
}

/// The six sides of a hex.
fn around(hex: &str) -> Vec<(String, String)> {
    let hex = crate::civil_war_map::whole_map::hex(hex);
    FULL_MAP.map().neighbors(hex).map(|there| (hex.min(there).to_string(), hex.max(there).to_string())).collect()
}

/// Removes the sides of a hex from every entry, so that they can be entered again.
fn bare(map: &mut Value, hex: &str) {
    for entry in map["hexsides"].as_array_mut().expect("hexsides") {
        let between = entry["between"].as_array_mut().expect("pairs");
        between.retain(|pair| !pair.as_array().is_some_and(|pair| pair.iter().any(|end| end == hex)));
    }
}

/// Walls a hex in.
fn wall(map: &mut Value, hex: &str, kind: &str) {
    bare(map, hex);
    let sides = around(hex);
    let sides: Vec<(&str, &str)> = sides.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    add(map, "The planted wall", kind, &sides);
}

/// A railroad of the map, by name.
fn line<'a>(map: &'a mut Value, name: &str) -> &'a mut Value {
    let railroads = map["railroads"].as_array_mut().expect("railroads");
    let found = railroads.iter_mut().find(|railroad| railroad["name"] == name);
    &mut found.unwrap_or_else(|| panic!("no railroad {name}"))["line"]
}

const MAP: [Planted; 39] = [
    ("map.yaml", "map.yaml:hexes.1724", "there is no state dixie", |map| {
        map["hexes"]["1724"]["states"] = json!(["dixie"])
    }),
    ("map.yaml", "map.yaml:hexes.1724", "land must be in a state", |map| map["hexes"]["1724"]["states"] = json!([])),
    ("map.yaml", "map.yaml:states.dixie", "no hex is in this state", |map| {
        map["states"]["dixie"] = json!({"name": "Dixie", "source": {"stated": "a song"}});
    }),
    ("map.yaml", "map.yaml:hexsides", "1623/1724 is entered twice, first as Mississippi", |map| {
        add(map, "Walnut Hills", "mountain", &[("1623", "1724")]);
    }),
    ("map.yaml", "map.yaml:hexsides", "1724/1623 is entered twice", |map| {
        add(map, "Mississippi", "navigable_river", &[("1724", "1623")]);
    }),
    ("map.yaml", "map.yaml:hexsides 1724/1924", "are not adjacent", |map| {
        add(map, "Big Black", "river", &[("1724", "1924")])
    }),
    ("map.yaml", "map.yaml:hexsides 5833/5834", "does not exist", |map| {
        add(map, "Gulf Stream", "river", &[("5833", "5834")])
    }),
    ("map.yaml", "map.yaml:hexsides 5809/5810", "lies in the sea", |map| {
        add(map, "Gulf Stream", "river", &[("5809", "5810")])
    }),
    ("map.yaml", "map.yaml:hexsides", "no ships can reach", |map| {
        map["hexsides"].as_array_mut().expect("hexsides").push(
            json!({"name": "Yazoo Cutoff", "kind": "river", "river_ships_only": true, "between": [["2120", "2121"]]}),
        )
    }),
    ("map.yaml", "map.yaml:railroads", "leaves the land", |map| {
        *line(map, "Vicksburg, Shreveport and Texas") = json!(["5809", "5810"]);
    }),
    ("map.yaml", "map.yaml:railroads", "joins hexes that are not adjacent", |map| {
        *line(map, "Vicksburg, Shreveport and Texas") = json!(["1724", "1924"]);
    }),
    ("map.yaml", "map.yaml:railroads Vicksburg, Shreveport and Texas", "must join at least two hexes", |map| {
        *line(map, "Vicksburg, Shreveport and Texas") = json!(["1724"]);
    }),
    ("map.yaml", "map.yaml:railroads 1623/1724", "a railroad crosses an impassable hexside", |map| {
        wall(map, "1724", "mountain");
    }),
    ("map.yaml", "map.yaml:hexes.2120", "cannot be reached over land", |map| wall(map, "2120", "mountain")),
    ("map.yaml", "map.yaml:hexsides", "runs in a circle", |map| wall(map, "2120", "river")),
    ("map.yaml", "map.yaml:hexsides", "it has no mouth", |map| {
        bare(map, "2120");
        let (a, b) = around("2120")[0].clone();
        add(map, "Pearl", "navigable_river", &[(&a, &b)]);
    }),
    ("map.yaml", "map.yaml:hexsides", "it has no mouth", |map| {
        map["mouths"].as_array_mut().expect("mouths").retain(|mouth| mouth["name"] != "Mississippi");
    }),
    ("map.yaml", "map.yaml:mouths 1724/1725", "ships cannot go up the Big Black", |map| {
        let mouth = json!({"name": "Big Black", "between": ["1724", "1725"], "beyond": "1624"});
        map["mouths"].as_array_mut().expect("mouths").push(mouth);
    }),
    ("map.yaml", "map.yaml:mouths 1623/1724", "meets neither the sea nor a coast", |map| {
        let mouth = json!({"name": "Mississippi", "between": ["1623", "1724"], "beyond": "1723"});
        map["mouths"].as_array_mut().expect("mouths").push(mouth);
    }),
    ("map.yaml", "map.yaml:mouths 2032/2132", "2230 is at neither end", |map| {
        let mouths = map["mouths"].as_array_mut().expect("mouths");
        let mouth = mouths.iter_mut().find(|mouth| mouth["name"] == "Mississippi").expect("the Mississippi");
        mouth["beyond"] = "2230".into();
    }),
    ("map.yaml", "map.yaml:straits 1724/1823", "must join two coastal hexes", |map| {
        map["straits"][0]["between"] = json!([["1724", "1823"]]);
    }),
    ("map.yaml", "map.yaml:round 3732/4533", "over the sea", |map| map["round"] = json!([["3732", "4533"]])),
    ("map.yaml", "map.yaml:hexsides", "carries no ships", |map| {
        map["hexsides"]
            .as_array_mut()
            .expect("hexsides")
            .push(json!({"name": "Yazoo Cutoff", "kind": "river", "impassable": true, "between": [["2120", "2121"]]}))
    }),
    ("map.yaml", "charts.yaml:worth.states mississippi", "8 points, not 7", |map| {
        map["hexes"]["1724"]["city"]["vp"] = 3.into();
    }),
    ("map.yaml", "charts.yaml:worth.states tennessee", "17 points, not 16", |map| {
        map["hexes"]["2317"]["states"] = json!(["mississippi", "tennessee"]);
        map["hexes"]["2317"]["city"]["state"] = "tennessee".into();
    }),
    ("map.yaml", "map.yaml:hexes.1724", "its city is in another state", |map| {
        map["hexes"]["1724"]["city"]["state"] = "louisiana".into();
    }),
    ("map.yaml", "map.yaml:hexes.1916", "Vicksburg is already a city in 1724", |map| {
        map["hexes"]["1916"]["city"]["name"] = "Vicksburg".into();
    }),
    ("map.yaml", "map.yaml:hexes.4112", "the site is in another state", |map| {
        map["hexes"]["4112"]["site"]["state"] = "ohio".into();
    }),
    ("map.yaml", "map.yaml:hexes.3420", "a port must be on a coast or a navigable river", |map| {
        map["hexes"]["3420"]["city"]["port"] = true.into();
    }),
    ("map.yaml", "map.yaml:hexes.1724", "a Port Box needs a port", |map| {
        map["hexes"]["1724"]["city"]["imports"] = json!({"points": 2});
    }),
    ("map.yaml", "map.yaml:hexes.2428.city.imports", "5834, which closes it", |map| {
        map["hexes"]["2428"]["city"]["imports"]["shut_by"] = json!(["5834"]);
    }),
    ("map.yaml", "map.yaml:hexes.2428.city.imports", "5810, which closes it", |map| {
        map["hexes"]["2428"]["city"]["imports"]["shut_by"] = json!(["5810"]);
    }),
    ("map.yaml", "map.yaml:hexes.1930", "owner", |map| {
        map["hexes"]["1930"]["fort"].as_object_mut().expect("the fort").shift_remove("owner");
    }),
    ("map.yaml", "map.yaml:hexes.2429", "Ft. Pike is already in 1930", |map| {
        map["hexes"]["2429"]["fort"]["name"] = "Ft. Pike".into();
    }),
    ("map.yaml", "map.yaml:hexes.4622", "it touches the sea", |map| {
        map["hexes"]["4622"].as_object_mut().expect("Charleston").shift_remove("coastal");
    }),
    ("map.yaml", "map.yaml:hexes.1724", "it is in the East, but mississippi is in the West", |map| {
        map["hexes"]["1724"]["theater"] = "east".into();
    }),
    ("map.yaml", "map.yaml:hexes.1724", "must give a case", |map| {
        map["hexes"]["1724"]["source"] = json!({"stated": " "})
    }),
    ("map.yaml", "map.yaml:rail_owners 2120", "there is no railroad here", |map| {
        map["rail_owners"]
            .as_array_mut()
            .expect("owners")
            .push(json!({"owner": "union", "hexes": ["2120"], "source": {"stated": "nowhere"}}));
    }),
    ("map.yaml", "map.yaml:exits 2120", "an exit needs a rail in its hex", |map| {
        let exit = json!({"hex": "2120", "side": "union", "to": "Nowhere", "vp": 1, "source": {"stated": "nowhere"}});
        map["exits"].as_array_mut().expect("exits").push(exit);
    }),
];

const REST: [Planted; 17] = [
    ("leaders.yaml", "leaders.yaml:", "have seniority", |leaders| {
        leaders["leaders"][0]["counters"][0]["seniority"] = leaders["leaders"][1]["counters"][0]["seniority"].clone();
        leaders["leaders"][0]["side"] = leaders["leaders"][1]["side"].clone();
        leaders["leaders"][0]["branch"] = leaders["leaders"][1]["branch"].clone();
        leaders["leaders"][0]["counters"][0]["rank"] = leaders["leaders"][1]["counters"][0]["rank"].clone();
    }),
    ("leaders.yaml", "leaders.yaml", "two leaders", |leaders| {
        leaders["leaders"][1]["id"] = leaders["leaders"][0]["id"].clone();
    }),
    ("leaders.yaml", "leaders.yaml:", "a rank is 1 to 4 stars", |leaders| {
        leaders["leaders"][0]["counters"][0]["rank"] = 5.into();
    }),
    ("leaders.yaml", "leaders.yaml:leaders.grant", "the source of this is missing", |leaders| {
        leaders.as_object_mut().expect("the file").shift_remove("source");
    }),
    ("leaders.yaml", "leaders.yaml:", "must give a case, a place or a reason", |leaders| {
        leaders["source"] = json!({"external": " "});
    }),
    ("charts.yaml", "charts.yaml", "the source of this is missing", |charts| {
        charts.as_object_mut().expect("the file").shift_remove("source");
    }),
    ("charts.yaml", "charts.yaml:command_points", "a higher roll gives less", |charts| {
        charts["command_points"][10]["primary"] = 1.into();
    }),
    ("charts.yaml", "charts.yaml:crt", "falls from", |charts| {
        charts["crt"]["Def"]["A"]["S"] = "d3 - - - - - - - - - - -".into();
    }),
    ("charts.yaml", "charts.yaml:worth.states", "listed twice", |charts| {
        let first = charts["worth"]["states"][0].clone();
        charts["worth"]["states"].as_array_mut().expect("states").push(first);
    }),
    ("charts.yaml", "charts.yaml:blockade", "a higher percentage must not bring in more", |charts| {
        charts["blockade"]["rows"][44]["imports"][3] = 41.into();
    }),
    ("charts.yaml", "charts.yaml:fort_shots", "hexsides of navigable water", |charts| {
        charts["fort_shots"][0]["shots"] = 6.into();
    }),
    ("charts.yaml", "charts.yaml:calendar", "the turns must be numbered from 1", |charts| {
        charts["calendar"][3]["turn"] = 3.into();
    }),
    (
        "scenarios/virginia_1861.yaml",
        "scenarios/virginia_1861.yaml:reinforcements",
        "there is no leader napoleon",
        |scenario| {
            scenario["reinforcements"][0]["union"]["leaders"][0] = "napoleon".into();
        },
    ),
    ("scenarios/virginia_1861.yaml", "scenarios/virginia_1861.yaml:reinforcements", "enters twice", |scenario| {
        scenario["reinforcements"][0]["confederate"]["leaders"][0] = "stuart".into();
    }),
    (
        "scenarios/virginia_1861.yaml",
        "scenarios/virginia_1861.yaml:setup.union.5408",
        "there is no land hex of that number",
        |scenario| {
            scenario["setup"]["union"]["5408"] = json!({"sp": 1, "source": {"stated": "a test"}});
        },
    ),
    (
        "scenarios/virginia_1861.yaml",
        "scenarios/virginia_1861.yaml:setup.union.5006",
        "both sides are there",
        |scenario| {
            scenario["setup"]["union"]["5006"] = json!({"sp": 1, "source": {"stated": "a test"}});
        },
    ),
    (
        "scenarios/virginia_1862.yaml",
        "scenarios/virginia_1862.yaml:setup.union.5410",
        "at most 25 strength points",
        |scenario| {
            scenario["setup"]["union"]["5410"]["sp"] = 26.into();
        },
    ),
];

#[test]
fn the_shipped_pack_has_nothing_wrong() {
    let problems: Vec<String> = complaints(Pack::shipped_files()).iter().map(path_and_message).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_planted_error_is_found_and_named() {
    let shipped = Pack::shipped_files();
    let mut missed = Vec::new();
    for (number, (file, path, words, plant)) in MAP.iter().chain(&REST).enumerate() {
        let mut files = shipped.clone();
        plant(files.get_mut(file).expect("a file"));
        assert_ne!(files[file], shipped[file], "{number}: nothing was planted");
        let problems = complaints(&files);
        let named = |problem: &Problem| {
            problem.path.as_deref().is_some_and(|at| at.starts_with(path)) && problem.message.contains(words)
        };
        if !problems.iter().any(named) {
            let found: Vec<String> = problems.iter().take(4).map(path_and_message).collect();
            missed.push(format!("{number}: {path} ({words}): found only {found:?}"));
        }
    }
    println!("{} planted errors", MAP.len() + REST.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
