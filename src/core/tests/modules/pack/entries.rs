use serde_json::json;

use adjutant_core::document::{PackFiles, Value};
use adjutant_core::pack::Source;
use adjutant_core::pack::entries::*;
use adjutant_core::sorted::SortedMap;

fn of(map: Value) -> SortedMap<String, PackEntry> {
    entries(&PackFiles::from_iter([("map.yaml".to_owned(), map)]))
}

#[test]
fn an_entry_takes_its_own_source_or_that_of_its_file() {
    let found = of(json!({
        "about": "a map",
        "source": {"reconstructed": "computed"},
        "city_source": {"external": "a list"},
        "sources": {"s1": {"stated": "2.1"}},
        "hexes": {
            "0101": {"name": "Here", "terrain": "clear", "city": {"name": "Here", "vp": 2}},
            "0102": {"name": "There", "terrain": "swamp", "source": "s1"},
        },
        "hexsides": [{"name": "Creek", "kind": "river", "between": [["0102", "0101"]]}],
        "railroads": [{"name": "A and B", "line": ["0101", "0102"]}],
    }));
    let source = |path: &str| found[path].source.clone().unwrap();
    assert_eq!(found["map.yaml:hexes.0101"].says, "name: Here, terrain: clear");
    assert_eq!(source("map.yaml:hexes.0101"), Source::Reconstructed("computed".to_owned()));
    assert_eq!(source("map.yaml:hexes.0101.city"), Source::External("a list".to_owned()));
    assert_eq!(source("map.yaml:hexes.0102"), Source::Stated("2.1".to_owned()));
    assert_eq!(found["map.yaml:hexsides.0101/0102"].says, "Creek, river");
    assert_eq!(found["map.yaml:railroads.A and B"].says, "name: A and B, line: 0101 0102");
    assert_eq!(certainty(&found)["map.yaml:hexes"], [1, 0, 1, 1, 0]);
}

#[test]
fn a_known_figure_of_a_counter_stands_for_itself() {
    let found = of(json!({"leaders": [{"id": "lee", "counters": [
        {"rank": 3, "initiative": 2, "source": {"reconstructed": "bold"}, "known": {"initiative": {"stated": "12.3"}}},
    ]}]}));
    let counter = "map.yaml:leaders.lee.counters.3";
    assert_eq!(found[counter].says, "rank: 3");
    let known = &found[&format!("{counter}.initiative")];
    assert_eq!((known.says.as_str(), &known.source), ("2", &Some(Source::Stated("12.3".to_owned()))));
}
