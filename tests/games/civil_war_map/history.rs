//! Historical facts about the map that the rulebook does not mention: railroads as they were built, towns on their bank
//! of a river, and that a hex on a railroad has the name of a town on that railroad.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use adjutant::board::Hex;
use adjutant::games::civil_war::atlas;

use crate::civil_war_map::whole_map::{Between, FULL_MAP, FullMap, hex};

/// A source of the shipped pack.
fn source(name: &str) -> Value {
    let path = format!("{}/scenarios/civil_war/{}/{name}", env!("CARGO_MANIFEST_DIR"), atlas::FOLDER);
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("a source")).expect("YAML")
}

/// The hexes that can be reached by rail from a hex without passing certain others.
fn by_rail_without(whole: &FullMap, from: Hex, without: &[Hex]) -> BTreeSet<Hex> {
    whole.reach(from, |here, there| whole.map().rail(here, there) && !without.contains(&there))
}

fn line(whole: &FullMap, name: &str) -> BTreeSet<Hex> {
    let lines = whole.map().railroads.iter().filter(|railroad| railroad.name == name);
    lines.flat_map(|railroad| &railroad.line).copied().collect()
}

fn course(whole: &FullMap, name: &str) -> BTreeSet<Between> {
    whole.map().hexsides().filter(|(_, side)| side.name == name).map(|(between, _)| between).collect()
}

#[test]
fn champions_hill_and_edwards_lie_east_of_the_big_black() {
    let whole = &*FULL_MAP;
    for place in ["Champion's Hill", "Edwards' Station", "Raymond"] {
        assert_eq!(whole.place(place), Ok(hex("1824")), "{place}");
    }
    assert_eq!(whole.place("Vicksburg"), Ok(hex("1724")));
    assert!(course(whole, "Big Black").contains(&(hex("1724"), hex("1824"))));
}

#[test]
fn the_new_orleans_and_ohio_ran_to_union_city_and_not_to_columbus() {
    let whole = &*FULL_MAP;
    let run = line(whole, "New Orleans and Ohio");
    for place in ["Paducah", "Mayfield", "Union City"] {
        assert!(run.contains(&whole.at(place)), "{place}");
    }
    assert!(!run.contains(&whole.at("Columbus, Kentucky")));
    assert!(!whole.map().rail(whole.at("Mayfield"), whole.at("Columbus, Kentucky")));
    // So Paducah and Jackson in Tennessee are joined without Columbus.
    let reached = by_rail_without(whole, whole.at("Paducah"), &[whole.at("Columbus, Kentucky")]);
    assert!(reached.contains(&whole.at("Jackson, Tennessee")));
}

#[test]
fn the_lines_from_new_orleans_and_from_vicksburg_meet_only_in_jackson() {
    let whole = &*FULL_MAP;
    let shared: BTreeSet<Hex> = line(whole, "New Orleans, Jackson and Great Northern")
        .intersection(&line(whole, "Southern of Mississippi"))
        .copied()
        .collect();
    assert_eq!(shared, [hex("1924")].into(), "Jackson");
    let cut = by_rail_without(whole, whole.at("New Orleans"), &[hex("1824")]);
    assert!(
        cut.contains(&hex("1924")),
        "who stands between Vicksburg and Jackson does not cut the line to New Orleans"
    );
}

#[test]
fn petersburg_does_not_cut_the_railroad_from_richmond_to_danville() {
    let whole = &*FULL_MAP;
    let run = line(whole, "Richmond and Danville");
    assert!(!run.contains(&whole.at("Petersburg")), "{run:?}");
    let (richmond, danville) = (hex("5109"), hex("4712"));
    assert!(by_rail_without(whole, richmond, &[hex("5110")]).contains(&danville));
    // Burkeville cuts it, and the line from Petersburg to the west with it.
    assert!(!by_rail_without(whole, richmond, &[hex("5110"), hex("5010"), hex("5008")]).contains(&danville));
}

#[test]
fn no_river_keeps_a_force_of_the_north_bank_from_decatur() {
    // 8.9.7, example: only the fort moves the column, whether the force comes from 2617 or 2717. So the Elk, which
    // joined the Tennessee west of Decatur, is drawn east of it.
    let whole = &*FULL_MAP;
    let elk = course(whole, "Elk");
    assert!(!elk.is_empty());
    for from in [hex("2617"), hex("2717")] {
        assert!(whole.map().hexside(from, hex("2718")).is_none(), "{from}");
    }
}

#[test]
fn the_north_fork_of_the_shenandoah_crosses_the_valley_turnpike_twice() {
    let whole = &*FULL_MAP;
    let shenandoah = course(whole, "Shenandoah");
    for pair in [("New Market", "Strasburg"), ("Winchester", "Strasburg")] {
        let (a, b) = (whole.at(pair.0), whole.at(pair.1));
        assert!(shenandoah.contains(&(a.min(b), a.max(b))), "{pair:?}");
    }
    // It is one stream.
    let parts = crate::civil_war_map::whole_map::Waters::of(whole, |_, name| name == "Shenandoah").parts();
    assert_eq!(parts.len(), 1);
}

#[test]
fn a_hex_on_a_railroad_has_the_name_of_its_city_or_of_the_railroads_own_town() {
    let whole = &*FULL_MAP;
    let (towns, railroads) = (source("towns.yaml"), source("railroads.yaml"));
    let lines = railroads["railroads"].as_array().expect("railroads");
    let stations: BTreeSet<&str> = lines
        .iter()
        .flat_map(|railroad| railroad["stations"].as_array().expect("stations"))
        .filter_map(Value::as_str)
        .collect();
    // By name, and by name and state: the state in which the station is.
    let mut of_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for town in stations.iter().filter_map(|id| towns["towns"].get(*id)) {
        let (name, state) = (town["name"].as_str().expect("a name"), town["state"].as_str().expect("a state"));
        let known = whole.map().states.iter().find(|(id, _)| id.as_str() == state).map(|(_, state)| &state.name);
        of_name.entry(name.to_owned()).or_default().push(state);
        of_name.entry(format!("{name}, {}", known.expect("a state"))).or_default().push(state);
    }
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (at, data) in whole.map().hexes().filter(|(at, _)| whole.map().rail_hex(*at)) {
        let station = |name: &String| {
            let states = of_name.get(name).into_iter().flatten();
            states.into_iter().any(|state| data.states.iter().any(|id| id.as_str() == *state))
        };
        let told: Vec<&String> = std::iter::once(&data.name).chain(&data.also).filter(|name| station(name)).collect();
        looked_at += usize::from(!told.is_empty());
        let named =
            station(&data.name) || data.city.as_ref().is_some_and(|city| city.name == data.name) || data.fort.is_some();
        if !told.is_empty() && !named {
            wrong.push(format!("{at} is called {}, and {told:?} stand on the railroad", data.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked_at > 200, "{looked_at}");
    for (at, name) in [("2518", "Tuscumbia, Alabama"), ("3522", "Griffin"), ("3620", "Covington, Georgia")] {
        assert_eq!(whole.map().hex(hex(at)).map(|data| data.name.as_str()), Some(name));
    }
}
