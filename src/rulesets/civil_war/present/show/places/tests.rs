//! What a name on the map is found to be.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::super::CivilWar;
use super::super::super::super::pack::{Pack, Terrain};
use super::super::super::whole::{flat, table};
use super::super::find::{find_hex, find_things, hexes_of};
use crate::report::{MapView, Show};

fn place(name: &str) -> String {
    flat(&*table(), Show::Place(name.to_owned()))
}

#[test]
fn a_name_of_several_places_tells_which() {
    let page = place("Lexington");
    for wanted in ["Lexington, Missouri 1009", "Lexington, Kentucky 3108", "Lexington, Virginia 4709"] {
        assert!(page.contains(wanted), "no '{wanted}' in {page}");
    }
    assert!(page.contains("Ask for one as 'Lexington, Missouri' or '1009'."), "{page}");
    for name in ["Lexington, Kentucky", "lexington kentucky", "Lexington, Ky.", "LEXINGTON, KY"] {
        assert!(place(name).starts_with("Lexington, Kentucky (3108) "), "{name}");
    }
    assert!(place("Lexington, Mo.").starts_with("Lexington (1009) "));
    assert!(place("Lexington, Va.").starts_with("Lexington (4709) "));
    // Where one hex is wanted it is refused.
    let around = MapView { around: Some("lexington".to_owned()), ..MapView::default() };
    let refused = table().show(&Show::Map(around), None).expect_err("which").to_string();
    assert!(refused.contains("3 places are called 'lexington'"), "{refused}");
    assert!(refused.contains("Lexington, Kentucky (3108) or Lexington, Virginia (4709)"), "{refused}");
}

#[test]
fn the_only_city_of_a_name_comes_first() {
    let page = place("richmond");
    assert!(page.starts_with("Richmond (5109) "), "{page}");
    assert!(page.contains("Others of the name") && page.contains("Richmond, Kentucky 3109"), "{page}");
}

#[test]
fn a_name_of_a_town_and_a_river_is_both() {
    let page = place("Cumberland");
    assert!(page.starts_with("Cumberland (4704) ") && page.contains("Cumberland, river"), "{page}");
    // In the order in which they touch; the navigable part for itself.
    let river = place("the Cumberland River");
    assert!(river.starts_with("Cumberland, river "), "{river}");
    let order = "Navigable river 2: 2411/2512, 2511/2512 River 2: 2511/2611, 2610/2611";
    assert!(river.contains(order), "{river}");
}

#[test]
fn passes_railroads_states_and_waters() {
    let page = place("cumberland gap");
    assert!(page.starts_with("Cumberland Gap, gap ") && page.contains("Gap 1: 3513/3514"), "{page}");
    for name in ["Louisville and Nashville", "louisville & nashville railroad", "Louisville"] {
        let page = place(name);
        assert!(page.starts_with("Louisville & Nashville, railroad "), "{name}: {page}");
        assert!(page.contains("Runs through Lexington, Kentucky (3108), Berea (3109)"), "{page}");
    }
    let page = place("Virginia");
    assert!(page.contains("Allegiance Confederate") && page.contains("Richmond (5109) 4"), "{page}");
    let page = place("Pamlico Sound");
    assert!(page.contains("5614") && page.contains("5615"), "{page}");
    assert!(place("Fort Donelson").starts_with("Dover (2512)"));
    assert!(place("saint louis").starts_with("St. Louis (1916)"));
}

#[test]
fn misspellings_are_answered_with_what_is_like_them() {
    let table = table();
    let refused = |what: Show| table.show(&what, None).expect_err("nothing of that name").to_string();
    assert!(refused(Show::Place("Misissipi".to_owned())).contains("did you mean Mississippi"));
    assert!(refused(Show::Place("Lexingten".to_owned())).contains("did you mean Lexington"));
    assert!(refused(Show::Stack("Mississippi".to_owned())).contains("is no single hex; name one, such as"));
}

#[test]
fn the_foremost_city_has_its_name_alone_and_all_of_that_name_are_found() {
    // CW-212, on the map as it is shipped.
    let rules = CivilWar::new(Pack::shipped());
    let map = &rules.pack.map;
    let found = hexes_of(&find_things(&rules, "louisville").expect("towns").things);
    let states: Vec<&str> = found.iter().map(|hex| map.hex(*hex).expect("a hex").states[0].as_str()).collect();
    assert_eq!(states, ["mississippi", "illinois", "kentucky", "alabama", "georgia"], "{found:?}");
    assert_eq!(map.hex(find_hex(&rules, "louisville").expect("the city")).expect("a hex").called(), "Louisville");
    for (name, state) in [
        ("Lexington", "kentucky"),
        ("Columbus", "ohio"),
        ("Danville", "virginia"),
        ("Springfield", "illinois"),
        ("Wilmington", "north_carolina"),
        ("Philadelphia", "pennsylvania"),
    ] {
        let city = map.hexes().filter_map(|(_, data)| data.city.as_ref()).find(|city| city.name == name);
        assert_eq!(city.map(|city| city.state.as_str()), Some(state), "{name}");
    }
    // No lesser one has it too.
    let mut bare: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (hex, data) in map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        for name in BTreeSet::from_iter(std::iter::once(&data.name).chain(&data.also)) {
            bare.entry(name).or_default().push(hex);
        }
    }
    let twice: Vec<_> = bare.iter().filter(|(_, hexes)| hexes.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
