//! What a name on the map is found to be.

use serde_json::json;

use crate::present::test_map::{flat, table};
use adjutant_core::board::Hex;
use adjutant_core::report::{MapView, Show};
use adjutant_core::session::{Game, Rules, Session};
use adjutant_core::sorted::{SortedMap, SortedSet};
use civil_war::CivilWar;
use civil_war::pack::{Pack, Terrain};
use civil_war::present::show::find::{find_hex, find_things, hexes_of};

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
    assert!(place("Lexington, Mo.").starts_with("Lexington, Missouri (1009) "));
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
    assert!(page.contains("Other places of this name") && page.contains("Richmond, Kentucky 3109"), "{page}");
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
    assert!(refused(Show::Stack("Mississippi".to_owned())).contains("is not a single hex; name one, such as"));
}

#[test]
fn the_foremost_city_has_its_name_alone_and_all_of_that_name_are_found() {
    // CW-212, on the map as it is shipped.
    let rules = CivilWar::new(Pack::shipped());
    let map = &rules.pack.map;
    let found = hexes_of(&find_things(&rules, "louisville").expect("towns").things);
    let states: Vec<&str> = found.iter().map(|hex| map.hex(*hex).expect("a hex").states[0].as_str()).collect();
    assert_eq!(states, ["mississippi", "illinois", "kentucky", "alabama", "georgia"], "{found:?}");
    assert_eq!(map.hex(find_hex(&rules, "louisville").expect("the city")).expect("a hex").display_name(), "Louisville");
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
    let mut bare: SortedMap<&str, Vec<_>> = SortedMap::new();
    for (hex, data) in map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        for name in SortedSet::from_iter(std::iter::once(&data.name).chain(&data.also)) {
            bare.entry(name).or_default().push(hex);
        }
    }
    let twice: Vec<_> = bare.iter().filter(|(_, hexes)| hexes.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// The map as it is shipped.
fn whole() -> Box<dyn Session> {
    Rules(CivilWar::shipped()).case(&json!({"scenario": "campaign_1861", "phasing": "union"})).expect("a position")
}

/// The title of the map around a place.
fn around(place: &str) -> Result<String, String> {
    let view = MapView { around: Some(place.to_owned()), ..MapView::default() };
    whole().show(&Show::Map(view), None).map(|page| page.title).map_err(|problem| problem.to_string())
}

#[test]
fn every_place_of_a_name_is_offered_and_no_city_that_one_shares_its_hex_with() {
    let shipped = |name: &str| flat(&*whole(), Show::Place(name.to_owned()));
    let page = shipped("Decatur");
    assert!(page.starts_with("Decatur "), "{page}");
    for wanted in
        ["Decatur, Alabama 2718", "Decatur, Georgia 3420", "Decatur, Illinois 2203", "Decatur, Mississippi 2124"]
    {
        assert!(page.contains(wanted), "no '{wanted}' in {page}");
    }
    // The foremost city of the name comes first (CW-212), and the others are told.
    let page = shipped("Springfield");
    assert!(page.starts_with("Springfield (2104) "), "{page}");
    assert!(page.contains("Other places of this name") && page.contains("Springfield, Missouri 1110"), "{page}");
    let page = shipped("Danville");
    assert!(page.starts_with("Danville (4712) ") && page.contains("Danville, Kentucky 3310"), "{page}");
}

#[test]
fn every_town_of_the_gazetteer_is_found_by_its_name_and_state() {
    let rules = CivilWar::shipped();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenarios/civil_war/sources/towns.yaml");
    let text = std::fs::read_to_string(path).expect("the gazetteer");
    let file: serde_json::Value = serde_yaml::from_str(&text).expect("YAML");
    let towns = file["towns"].as_object().expect("towns");
    let hexes = |text: &str| find_things(&rules, text).map(|found| hexes_of(&found.things)).unwrap_or_default();
    let mut lost = Vec::new();
    // It lies beyond the map's edge.
    for (id, town) in towns.iter().filter(|(id, _)| *id != "waco") {
        let text = |key: &str| town.get(key).and_then(serde_json::Value::as_str);
        let (Some(name), Some(state)) = (text("name"), text("state")) else { panic!("{id}") };
        let told: Option<Hex> = text("hex").and_then(|hex| hex.parse().ok());
        let found = |hexes: &[Hex]| told.map_or(!hexes.is_empty(), |told| hexes.contains(&told));
        let known = rules.pack.map.states.iter().find(|(known, _)| known.as_str() == state);
        let full = known.map(|(_, known)| format!("{name}, {}", known.name)).filter(|_| told.is_some());
        if !found(&hexes(name)) || full.is_some_and(|full| !found(&hexes(&full))) {
            lost.push(id);
        }
    }
    assert!(lost.is_empty(), "{} of {}: {lost:?}", lost.len(), towns.len());
}

#[test]
fn both_spellings_and_whatever_people_write_about_a_name() {
    let rules = CivilWar::shipped();
    let hex = |text: &str| find_hex(&rules, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    for (text, other) in [
        ("Goldsboro, nc", "Goldsborough"),
        ("Goldsboro", "Goldsborough"),
        ("Greensboro, N.C.", "Greensborough, North Carolina"),
        ("Jonesboro, Ga.", "Jonesborough, Georgia"),
        ("Harrisonburg, va", "Cross Keys"),
        ("Champion Hill", "Champion's Hill"),
        ("Appomattox Court House", "Appomattox"),
        ("Hanover C.H.", "Hanover"),
        ("the second battle of Winchester", "Winchester, Virginia"),
        ("First Manassas", "Manassas"),
        ("Siege of Vicksburg", "Vicksburg"),
        ("Allatoona Pass", "Allatoona"),
        ("Hampton Roads, Va.", "Fort Monroe"),
        ("Island Number Ten", "Island No. 10"),
    ] {
        assert_eq!(hex(text), hex(other), "{text}");
    }
    assert_ne!(hex("Harrisonburg, La."), hex("Harrisonburg, va"));
}

#[test]
fn the_battles_of_the_war_are_found_where_they_were_fought() {
    let rules = CivilWar::shipped();
    let hex = |text: &str| find_hex(&rules, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    for (battle, beside) in [
        ("Antietam", "Sharpsburg"),
        ("Chancellorsville", "Wilderness"),
        ("Hampton Roads", "Fort Monroe"),
        ("Cedar Creek", "Strasburg"),
        ("Five Forks", "Petersburg, Virginia"),
        ("Ball's Bluff", "Leesburg"),
        ("Brandy Station", "Culpeper"),
        ("Monocacy", "Frederick"),
        ("Sabine Pass", "Sabine City"),
        ("Fort Wagner", "Morris Island"),
        ("Bull Run", "Manassas"),
        ("Gaines' Mill", "Cold Harbor"),
        ("Missionary Ridge", "Chattanooga"),
        ("Pickett's Mill", "New Hope Church"),
        ("Sabine Crossroads", "Mansfield, Louisiana"),
        ("Elkhorn Tavern", "Pea Ridge"),
        ("Fort Hindman", "Arkansas Post"),
    ] {
        assert_eq!(hex(battle), hex(beside), "{battle}");
    }
    let battles = include_str!("battles.txt");
    let battles: Vec<&str> = battles.lines().flat_map(|line| line.split(';')).map(str::trim).collect();
    let lost: Vec<&&str> = battles.iter().filter(|battle| find_things(&rules, battle).is_err()).collect();
    assert!(battles.len() > 150 && lost.is_empty(), "of {}: {lost:?}", battles.len());
}

#[test]
fn the_map_is_drawn_around_whatever_show_place_finds() {
    for (place, title) in [
        ("Antietam", "Antietam, in Hagerstown (5003)"),
        ("Springfield", "Springfield (2104)"),
        ("Columbus", "Columbus (3703)"),
        ("Goldsboro", "Goldsborough (5015)"),
        ("the Elk", "Elk, river"),
        ("Orange and Alexandria", "Orange and Alexandria, railroad"),
        ("Maryland", "Maryland, state"),
    ] {
        assert_eq!(around(place), Ok(format!("The map: around {title}")));
    }
    let refused = around("Decatur").expect_err("which");
    assert!(refused.contains("say which: ") && refused.contains("Decatur, Alabama (2718)"), "{refused}");
}

#[test]
fn the_state_behind_a_name_is_the_one_that_is_meant() {
    let rules = CivilWar::shipped();
    let hex = |text: &str| find_hex(&rules, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    // The letters of the post are short for one state only.
    assert_eq!(hex("Lexington, ms"), hex("Lexington, Mississippi"));
    assert_eq!(hex("Lexington, Miss."), hex("Lexington, Mississippi"));
    assert_ne!(hex("Lexington, mo"), hex("Lexington, ms"));
    // A town lies in one state although its hex lies in two.
    assert_eq!(hex("Franklin, tn"), hex("Franklin, Tennessee"));
    // What became West Virginia was Virginia when the war began.
    assert_eq!(hex("Wheeling, va"), hex("Wheeling"));
    for (text, name) in [
        ("New Berne", "New Bern"),
        ("Sayler's Creek", "Sailor's Creek"),
        ("Spottsylvania Court House", "Spotsylvania"),
        ("Edwards' Depot", "Edwards' Station"),
        ("Antietam Creek", "Antietam"),
    ] {
        assert_eq!(hex(text), hex(name), "{text}");
    }
    // As the program itself writes a place; and not if name and number are of two.
    assert_eq!(hex("Manassas (5006)"), hex("5006"));
    assert!(find_hex(&rules, "Manassas (5106)").is_err());
}

#[test]
fn a_leader_is_not_the_town_that_begins_like_him_and_a_state_not_its_army() {
    let refused = around("lee").expect_err("which of them");
    assert!(refused.contains("Lee") && !refused.contains("Leesburg"), "{refused}");
    assert_eq!(around("Virginia"), Ok("The map: around Virginia, state".to_owned()));
    assert!(around("Chesapeake Bay").is_ok_and(|title| title.contains("Chesapeake Bay")));
}
