//! The Port Boxes agree between the gazetteer, the map and the scenarios (2.1, 9.4).

use adjutant::sorted::SortedMap;

use serde_json::Value;

use adjutant::board::Hex;
use adjutant::games::civil_war::pack::Port;

use crate::civil_war_map::whole_map::FULL_MAP;

/// The ports as the map prints them.
fn printed() -> SortedMap<Hex, Port> {
    let hexes = FULL_MAP.map().hexes();
    hexes.filter_map(|(hex, data)| Some((hex, data.city.as_ref()?.imports.clone()?))).collect()
}

/// The hex of a town of the gazetteer on the map: the hex given there, otherwise found by name.
fn town(towns: &Value, id: &str) -> Hex {
    let town = &towns[id];
    match town["hex"].as_str() {
        Some(hex) => hex.parse().expect("a hex"),
        None => FULL_MAP.at(town["name"].as_str().expect("a name")),
    }
}

#[test]
fn the_map_prints_the_ports_of_the_gazetteer() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/civil_war/sources/towns.yaml");
    let file: Value = serde_yaml::from_str(&std::fs::read_to_string(path).expect("towns")).expect("YAML");
    let towns = &file["towns"];
    let mut told: SortedMap<Hex, Port> = SortedMap::new();
    for (id, entry) in towns.as_object().expect("towns") {
        let Some(port) = entry.get("port") else { continue };
        let points = u8::try_from(port["points"].as_u64().expect("points")).expect("few points");
        let keys = port["shut_by"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let shut_by = keys.map(|key| key.parse().unwrap_or_else(|_| town(towns, key))).collect();
        assert!(told.insert(town(towns, id), Port { points, shut_by }).is_none(), "{id} shares its hex");
    }
    assert_eq!(printed(), told);
    assert!(told.len() >= 15, "{} ports", told.len());
    // All of them are ports, and there are no others.
    let ports = FULL_MAP.map().hexes().filter(|(_, data)| data.city.as_ref().is_some_and(|city| city.port));
    assert!(ports.map(|(hex, _)| hex).eq(told.into_keys()));
}

#[test]
fn scenarios_list_ports_as_the_map_prints_them() {
    let printed = printed();
    let mut listed = 0;
    for scenario in FULL_MAP.rules.pack.scenarios.values() {
        let Some(home) = &scenario.home_front else { continue };
        for (hex, port) in &home.ports {
            assert_eq!(printed.get(hex), Some(port), "{}: {}", scenario.id, FULL_MAP.map().number_and_name(*hex));
            listed += 1;
        }
        // Of its ground it lists all or none.
        if let Some(ground) = scenario.ground.as_ref().filter(|_| !home.ports.is_empty()) {
            let here = ground.all_hexes();
            assert!(printed.keys().filter(|hex| here.contains(hex)).eq(home.ports.keys()), "{}", scenario.id);
        }
        // On the whole map, the Port Boxes printed on the map are decisive.
        if scenario.ground.is_none() {
            assert_eq!(FULL_MAP.rules.pack.ports(home), printed, "{}", scenario.id);
        }
    }
    assert!(listed > 0, "no scenario lists any");
}
