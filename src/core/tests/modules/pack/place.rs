use serde_json::json;

use adjutant_core::pack::place::*;

#[test]
fn an_entry_is_found_by_what_problems_call_it() {
    let content = json!({
        "hexes": {"5106": {"city": {"name": "Alexandria"}}},
        "hexsides": [
            {"name": "Creek", "between": [["0101", "0102"]]},
            {"name": "Potomac", "between": [["5106", "5205"], ["5106", "5206"]]},
        ],
        "railroads": [{"name": "B and O", "line": ["0101", "0102", "0203"]}, {"name": "B", "line": []}],
        "rail_owners": [{"owner": "union", "hexes": ["0101", "0102"]}],
        "exits": [{"hex": "0101", "to": "north"}],
        "leaders": [{"id": "grant", "counters": [{"rank": 1}, {"rank": 3}]}],
        "fort_shots": [{"fort": "Fort Monroe"}],
        "odd.key": {"a b": 1},
    });
    for (place, expected) in [
        ("hexes.5106.city.name", "hexes.5106.city.name"),
        ("hexes.5106.terrain", "hexes.5106"),
        ("hexes.9999", "hexes"),
        ("hexsides 5206/5106", "hexsides[1].between[1]"),
        ("hexsides[0].kind", "hexsides[0]"),
        ("railroads B and O", "railroads[0]"),
        ("railroads B", "railroads[1]"),
        ("railroads 0102/0203", "railroads[0].line[1]"),
        ("railroads[1] (B).line", "railroads[1].line"),
        ("rail_owners 0102", "rail_owners[0].hexes[1]"),
        ("exits 0101", "exits[0]"),
        ("grant", "leaders[0]"),
        ("leaders[0].counters 3", "leaders[0].counters[1]"),
        ("fort_shots Fort Monroe", "fort_shots[0]"),
        ("[\"odd.key\"][\"a b\"]", "[\"odd.key\"][\"a b\"]"),
        ("odd.key.a b", "[\"odd.key\"][\"a b\"]"),
        ("nowhere", ""),
        ("", ""),
    ] {
        assert_eq!(exact(&content, place), expected, "{place}");
    }
}
