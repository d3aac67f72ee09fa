//! The compiled map of *The Civil War* against its sources.

use adjutant::sorted::{SortedMap, SortedSet};
use std::fs;

use adjutant::games::civil_war::atlas;
use adjutant::games::civil_war::pack::{HexData, Map, Pack};

/// The sources of the shipped pack.
fn sources() -> SortedMap<String, String> {
    let read = |name: &str| {
        let path = format!("{}/scenarios/civil_war/{}/{name}", env!("CARGO_MANIFEST_DIR"), atlas::FOLDER);
        (name.to_owned(), fs::read_to_string(path).expect("a source"))
    };
    atlas::FILES.into_iter().map(read).collect()
}

#[test]
fn the_committed_map_is_what_its_sources_give() {
    let built = atlas::build(&sources()).expect("sound sources");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/civil_war/map.yaml");
    let committed = fs::read_to_string(path).expect("the map");
    assert!(built.map == committed, "scenarios/civil_war/map.yaml is stale: run `adjutant pack build`");
    // Courses that were moved, rivers that share a hexside or have no mouth, towns that occur twice, and open water
    // that one may march over (CW-210).
    assert!(built.notes.is_empty(), "the compiler asks to look at: {}", built.notes.join("; "));
}

#[test]
fn the_virginia_scenarios_keep_their_ground() {
    // Converted to the notation of a map, without the fields that only the whole map has.
    let mut source: serde_json::Value = serde_yaml::from_str(&sources()["virginia.yaml"]).expect("YAML");
    let beyond = source.as_object_mut().and_then(|file| file.shift_remove("beyond"));
    assert!(beyond.is_some_and(|beyond| beyond["hexsides"].as_array().is_some_and(|sides| sides.len() == 3)));
    let virginia = Map::from_text(&serde_json::to_string(&source).expect("JSON")).expect("a map");
    let pack = Pack::shipped();
    for id in ["virginia_1861", "virginia_1862"] {
        let pack = pack.with_scenario_map(pack.scenario(id).expect("a scenario"));
        let map = &pack.map;
        let hexes = |map: &Map| map.hexes().map(|(hex, data)| (hex, data.clone())).collect::<SortedMap<_, HexData>>();
        assert_eq!(hexes(map), hexes(&virginia), "{id}");
        let sides = |map: &Map| map.hexsides().map(|(pair, side)| (pair, side.clone())).collect::<SortedMap<_, _>>();
        assert_eq!(sides(map), sides(&virginia), "{id}");
        let rails = |map: &Map| map.rails().collect::<SortedSet<_>>();
        assert_eq!(rails(map), rails(&virginia), "{id}");
        let owners = |map: &Map| {
            let rail = map.hexes().filter(|(hex, _)| map.rail_hex(*hex));
            rail.map(|(hex, _)| (hex, map.rail_owner_at_start(hex))).collect::<SortedMap<_, _>>()
        };
        assert_eq!(owners(map), owners(&virginia), "{id}");
        assert_eq!(map.railroads, virginia.railroads, "{id}");
        assert_eq!(map.exits, virginia.exits, "{id}");
        assert_eq!(map.mouths, virginia.mouths, "{id}");
        let friends = |map: &Map| {
            map.states.iter().map(|(id, state)| (id.clone(), state.friendly_to, state.whole)).collect::<Vec<_>>()
        };
        assert_eq!(friends(map), friends(&virginia), "{id}");
    }
}
