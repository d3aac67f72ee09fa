//! `show fleet` and `show river` as people read them.

use serde_json::{Value, json};

use crate::present::test_map::{flat, page};
use adjutant_core::report::Show;
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

/// Foote above Island No. 10 with strength points in Cairo beside him, transports at Fort Monroe, others in the pool;
/// the Manassas at New Orleans.
fn given() -> Value {
    json!({"scenario": "campaign_1862", "phasing": "union",
        "union": {"at": {"2211": {"sp": 3}},
            "ships": {"2112/2211": {"ships": ["carondelet"], "river": 4, "leaders": ["foote-2"]}, "5410": {"ocean": 2}},
            "navy": {"pool": {"river": 2}}},
        "confederate": {"ships": {"1830/1831": {"ships": ["manassas"]}}}})
}

fn table(given: Value) -> Box<dyn Session> {
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

fn fleet(table: &dyn Session, name: &str) -> String {
    flat(table, Show::Fleet(Some(name.to_owned())))
}

#[track_caller]
fn assert_contains(page: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(page.contains(words), "no '{words}' in: {page}");
    }
}

/// Why nothing is shown.
fn refused(what: Show) -> String {
    table(given()).show(&what, None).expect_err("nothing of that name").to_string()
}

/// The hexsides of a page about a river, in its order, each with the rest of its line.
fn rows(name: &str, given: Value) -> Vec<(String, String)> {
    let page = page(&*table(given), Show::River(name.to_owned()));
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in page.lines().skip_while(|line| !line.starts_with('-')).skip(1) {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.split_once(' ') {
            Some((first, rest)) if first.len() == 9 && first.as_bytes()[4] == b'/' => {
                rows.push((first.to_owned(), rest.to_owned()));
            }
            // What has no room on the first line of a row stands below it.
            _ => rows.last_mut().expect("a row").1.extend([" ", line.as_str()]),
        }
    }
    rows
}

#[test]
fn all_fleets_side_by_side_with_their_strength_and_what_is_off_the_map() {
    // 8.10.2: an ironclad counts for one, every two transports for one.
    let said = flat(&*table(given()), Show::Fleet(None));
    let (union, confederate) = said.split_once("Confederate ---").expect("both sides");
    assert_contains(
        union,
        &[
            "2112/2211 on the the Carondelet and 4 Foote (2 stars) 3",
            "Fort Monroe (5410) 2 ocean transports 1",
            "In the Naval Pool: 2 river transports. [10.4¶1]",
            "The Union has moved 0 of ",
        ],
    );
    assert_contains(confederate, &["1830/1831 on the Mississippi, between New the Manassas 1 Orleans and Algiers"]);
    assert!(
        !confederate.contains("strength points by sea this turn") && !confederate.contains("Naval Pool"),
        "{confederate}"
    );
    let none = flat(&*table(json!({"scenario": "campaign_1862", "phasing": "union"})), Show::Fleet(None));
    assert_eq!(none.matches("No ship is on the map.").count(), 2, "{none}");
}

#[test]
fn a_fleet_by_ship_leader_hexside_or_place() {
    let table = table(given());
    for name in ["carondelet", "Carondelet", "Foote", "foote", "2112/2211", "2211/2112", "Cairo"] {
        let said = fleet(&*table, name);
        assert!(said.starts_with("Ships at 2112/2211 on the Mississippi ==="), "{name}: {said}");
    }
    assert_contains(
        &fleet(&*table, "foote"),
        &[
            "Where 2112/2211 on the Mississippi, between New Madrid and Cairo",
            "Union The Carondelet and 4 river transports",
            "Under Foote (2 stars)",
            "In combat 3 points, 5 ships afloat [8.10.2]",
            // Five up and five down the Mississippi, five up the Ohio, and its own.
            "Controls 16 hexsides of the Mississippi and the Ohio [8.5.1]",
            "Can carry 3 strength points in Cairo (2211) [8.4.4]",
        ],
    );
    // In a coastal hex it controls no hexside of a river, and nobody stands there to be carried.
    let coast = fleet(&*table, "5410");
    assert_contains(
        &coast,
        &["Ships at Fort Monroe (5410)", "Union 2 ocean transports In combat 1 point, 2 ships afloat"],
    );
    assert!(!coast.contains("Controls") && !coast.contains("Can carry") && !coast.contains("Under"), "{coast}");
    // A river with two fleets has both, the lower number first.
    let river = fleet(&*table, "mississippi");
    assert!(river.starts_with("Ships at 'mississippi'"), "{river}");
    let (below, above) = (river.find("The Manassas"), river.find("The Carondelet"));
    assert!(below.is_some() && below < above, "{river}");
    let mut moved = given();
    moved["union"]["ships"]["5410"]["moved"] = json!(true);
    assert_contains(&fleet(&*self::table(moved), "5410"), &["2 ocean transports, moved this pulse"]);
}

#[test]
fn where_no_ship_is_the_answer_tells_where_some_are() {
    let none = refused(Show::Fleet(Some("Memphis".to_owned())));
    assert_eq!(
        none,
        "there are no ships at 'Memphis' [8.1]; there are ships at 1830/1831 on the Mississippi, 2112/2211 on the \
         Mississippi and Fort Monroe (5410); `show fleet` lists them all"
    );
    let empty = table(json!({"scenario": "campaign_1862", "phasing": "union"}));
    let said = empty.show(&Show::Fleet(Some("foote".to_owned())), None).expect_err("no fleet").to_string();
    assert!(said.ends_with("no ship is on the map"), "{said}");
    // A river that no ship goes up is none of these.
    let duck = refused(Show::River("Duck".to_owned()));
    assert!(duck.starts_with("'Duck' is not a navigable river, bay or sound [8.3.1]"), "{duck}");
}

#[test]
fn a_river_from_its_mouth_up_with_banks_ships_guns_and_bridges() {
    let rows = rows("mississippi", given());
    let order: Vec<&str> = rows.iter().map(|(at, _)| at.as_str()).collect();
    // The mouth and the highest hexside; Vicksburg lies between New Orleans and Memphis.
    assert_eq!((order.first(), order.last()), (Some(&"2032/2132"), Some(&"1701/1801")));
    let place = |at: &str| order.iter().position(|here| *here == at).unwrap_or_else(|| panic!("no {at}"));
    assert!(place("1830/1831") < place("1623/1724") && place("1623/1724") < place("1816/1916"), "{order:?}");
    assert!(place("1816/1916") < place("2112/2211"), "{order:?}");
    let row = |at: &str| rows[place(at)].1.as_str();
    // Fort Jackson has guns on both its hexsides (8.10); the Manassas is not far.
    for guns in ["2032/2132", "2031/2032"] {
        assert!(row(guns).contains("Confederate"), "{}", row(guns));
    }
    let said = flat(&*table(given()), Show::River("Mississippi".to_owned()));
    assert_contains(&said, &["The Mississippi ===", "guns in Fort", "the Manassas"]);
    // A train crosses at Vicksburg, and ships of the sea come as far as Memphis.
    assert!(row("1623/1724").contains("Vicksburg") && row("1623/1724").contains("rail"), "{}", row("1623/1724"));
    assert!(!row("1623/1724").contains("river ships"), "{}", row("1623/1724"));
    assert!(row("2112/2211").contains("river ships"), "{}", row("2112/2211"));
    assert!(row("2112/2211").contains("Union"), "{}", row("2112/2211"));
    // Ten hexsides and more from any ship or gun.
    assert!(!row("1426/1526").contains("Union") && !row("1426/1526").contains("Confederate"), "{}", row("1426/1526"));
}

#[test]
fn a_bay_has_no_article_and_a_tributary_begins_where_it_joins() {
    let page = |name: &str| flat(&*table(given()), Show::River(name.to_owned()));
    assert!(page("mobile bay").starts_with("Mobile Bay ==="), "{}", page("mobile bay"));
    assert!(page("tennessee").starts_with("The Tennessee ==="), "{}", page("tennessee"));
    let tennessee = rows("tennessee", given());
    assert_eq!(tennessee.first().map(|(at, _)| at.as_str()), Some("2311/2411"), "beside Paducah");
    // Bridgeport, a hex from Chattanooga.
    assert_eq!(tennessee.last().map(|(at, _)| at.as_str()), Some("3017/3118"));
    let mut bay = given();
    bay["union"]["ships"]["2428/2528"] = json!({"ocean": 1});
    assert!(fleet(&*table(bay), "2428/2528").starts_with("Ships at 2428/2528 in Mobile Bay ==="));
}
