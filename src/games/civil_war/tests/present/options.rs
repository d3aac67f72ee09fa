//! What a leader, an army and a hex can do, at what cost, and why not.

use serde_json::{Value, json};

use adjutant_core::document::Id;
use adjutant_core::engine::Decision;
use adjutant_core::report::{Offer, Options, OptionsFor};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

fn table(change: impl Fn(&mut Value)) -> Box<dyn Session> {
    let mut given = json!({"scenario": "virginia_1862", "phasing": "union", "difference": 5,
        "union": {"at": {"5206": {"sp": 11, "leaders": ["mcdowell-3", "hooker-2"], "army": "potomac"},
                         "5305": {"sp": 2}},
                  "pool": ["burnside-2"], "reinforcements": {"east": 2}},
        "confederate": {"at": {"5006": {"sp": 3, "leaders": ["jackson-1"]}}}});
    change(&mut given);
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

fn union() -> Id {
    "union".parse().expect("a side")
}

/// What a subject can do; every order that is offered passes the check.
fn options(table: &dyn Session, subject: &str) -> Options<Value> {
    let found = table.options(&union(), &OptionsFor::new(subject)).expect("a subject");
    for order in found.offers.iter().flat_map(|offer| &offer.orders) {
        let act = Decision { orders: vec![order.clone()], ..Decision::default() };
        assert_eq!(table.check(&union(), &act), Ok(()), "{order}");
    }
    found
}

#[track_caller]
fn offer<'o>(options: &'o Options<Value>, what: &str) -> &'o Offer<Value> {
    let found = options.offers.iter().find(|offer| offer.what == what);
    found.unwrap_or_else(|| panic!("no '{what}' in {:?}", options.offers.iter().map(|o| &o.what).collect::<Vec<_>>()))
}

#[track_caller]
fn refused(options: &Options<Value>, what: &str, rule: &str) {
    let offer = offer(options, what);
    assert!(offer.orders.is_empty(), "{:?}", offer.orders);
    assert!(offer.because.iter().any(|problem| problem.rule.as_deref() == Some(rule)), "{:?}", offer.because);
}

#[test]
fn an_army_marches_for_its_commander_s_initiative() {
    let table = table(|_| {});
    let found = options(&*table, "potomac");
    assert_eq!(found.title, "The Army of the Potomac, in Washington (5206)");
    let march = offer(&found, "The Army of the Potomac marches under McDowell");
    assert_eq!((march.cost.as_str(), march.rule.as_str()), ("3 command points", "6.2.7a"));
    // The attack comes first.
    assert_eq!(march.orders[0], json!({"move": {"army": "potomac", "path": ["5106", "5006"]}}));
    assert!(march.orders.len() > 10, "{:?}", march.orders);
    let own = offer(&found, "Hooker marches with strength points");
    assert_eq!(own.cost, "2 command points");
    assert_eq!(own.orders[0]["move"]["sp"], json!(6), "two stars move six");
    assert_eq!(offer(&found, "Bring in reinforcements").cost, "1 initiative point, no command points");
    refused(&found, "Remove its commander", "5.3.3");
    refused(&found, "Upgrade the fort to a fortress", "CW-140");
}

#[test]
fn a_commander_is_bound_to_his_army() {
    let table = table(|_| {});
    for name in ["mcdowell", "McDowell", "mcdowell-3"] {
        let found = options(&*table, name);
        refused(&found, "McDowell travels alone", "6.2.13a");
        refused(&found, "McDowell marches with strength points", "5.3.1");
        assert!(!offer(&found, "The Army of the Potomac marches under McDowell").orders.is_empty());
    }
    let found = options(&*table, "hooker");
    let alone = offer(&found, "Hooker travels alone");
    assert_eq!(alone.cost, "1 command point");
    assert_eq!(alone.orders, [json!({"move": {"leader": "hooker", "path": ["5205", "5305"]}})]);
    let train = offer(&found, "Hooker moves by rail with strength points");
    assert_eq!((train.cost.as_str(), train.rule.as_str()), ("2 command points", "6.6.1"));
}

#[test]
fn who_has_moved_does_no_more_in_the_pulse() {
    let table = table(|given| {
        given["union"]["at"]["5206"]["moved"] = json!(11);
        given["union"]["at"]["5206"]["leaders_moved"] = json!(["mcdowell-3", "hooker-2"]);
    });
    refused(&options(&*table, "potomac"), "The Army of the Potomac marches under McDowell", "6.1.7");
    refused(&options(&*table, "hooker"), "Hooker travels alone", "6.1.7");
}

#[test]
fn who_is_not_on_the_map_is_told_of() {
    let table = table(|_| {});
    let found = options(&*table, "burnside");
    assert_eq!(found.title, "Burnside (2 stars), in the leader pool");
    assert_eq!(found.notes, [("Burnside is in your leader pool.".to_owned(), "10.3.1".to_owned())]);
    assert!(found.offers.is_empty());
    let found = options(&*table, "james");
    assert_eq!(found.title, "The Army of the James, not on the map");
    assert!(offer(&found, "Form the Army of the James").orders.is_empty(), "McDowell has an army");
    let table = self::table(|given| given["union"]["at"]["5305"]["leaders"] = json!(["mcclellan-3"]));
    let found = options(&*table, "james");
    assert_eq!(offer(&found, "Form the Army of the James").cost, "2 command points", "{:?}", found.offers);
}

#[test]
fn a_hex_shows_a_few_of_each_and_says_how_many_more() {
    let table = table(|_| {});
    let found = options(&*table, "washington");
    let march = offer(&found, "The Army of the Potomac marches under McDowell");
    assert_eq!(march.orders.len(), civil_war::present::options::FEW);
    assert!(march.more.as_ref().is_some_and(|(count, _)| *count > 5), "{:?}", march.more);
    let found = options(&*table, "5305");
    assert_eq!(offer(&found, "One strength point marches without a leader").cost, "1 command point");
    assert_eq!(offer(&found, "Build a depot").cost, "2 command points");
    // A hex with nobody in it: nothing but what is built or brought there.
    let empty = options(&*table, "5304");
    refused(&empty, "Bring in reinforcements", "10.2.4");
    refused(&empty, "Build a depot", "9.2.7a");
}

#[test]
fn rally_is_offered_to_the_demoralized_alone() {
    let table = table(|given| given["union"]["at"]["5206"]["demoralized"] = json!(true));
    let rally = options(&*table, "5206");
    assert_eq!(offer(&rally, "Rally the force").cost, "3 command points");
    assert!(options(&*table, "5305").offers.iter().all(|offer| offer.what != "Rally the force"));
}

#[test]
fn the_enemy_s_and_the_unknown_are_refused() {
    let table = table(|_| {});
    let refused =
        |subject: &str| table.options(&union(), &OptionsFor::new(subject)).expect_err("to be refused").to_string();
    assert!(refused("jackson").contains("Jackson belongs to the Confederacy"), "{}", refused("jackson"));
    assert!(refused("northern_virginia").contains("belongs to the Confederacy"));
    assert!(refused("wasingtom").contains("Washington"), "{}", refused("wasingtom"));
    assert!(refused("9999").contains("is not on the map"));
}

#[test]
fn what_comes_first_and_whose_half_it_is() {
    let table = table(|given| given["free"] = json!(true));
    let found = table.options(&union(), &OptionsFor::new("potomac")).expect("a subject");
    assert_eq!(found.notes[0].1, "4.2.5");
    assert!(!offer(&found, "The Army of the Potomac marches under McDowell").orders.is_empty());
    let found = table.options(&"confederate".parse().expect("a side"), &OptionsFor::new("jackson")).expect("a subject");
    assert_eq!(found.notes, [("The Confederacy is not asked for orders now.".to_owned(), "4.2".to_owned())]);
    assert!(found.offers.is_empty());
}

/// Foote and Grant on the Tennessee, beside Confederates in Decatur.
fn afloat(change: impl Fn(&mut Value)) -> Box<dyn Session> {
    let mut given = json!({"scenario": "campaign_1862", "phasing": "union", "difference": 6,
        "union": {"commands": {"naval": 3, "west": 4}, "at": {"2617": {"sp": 4, "leaders": ["grant-2"]}},
                  "ships": {"2518/2617": {"ships": ["benton"], "river": 2, "leaders": ["foote-2"]}}},
        "confederate": {"at": {"2618": {"sp": 1}}}});
    change(&mut given);
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

#[test]
fn a_naval_leader_sails_and_attacks() {
    let table = afloat(|_| {});
    let found = options(&*table, "foote");
    let sails = offer(&found, "Foote sails with ships");
    assert_eq!((sails.cost.as_str(), sails.rule.as_str()), ("2 command points", "8.2.1"));
    assert!(sails.orders.iter().any(|order| order["sail"]["load"]["at"] == "2617"), "{:?}", sails.orders);
    let attack = offer(&found, "Foote attacks with ships, together with a ground force");
    let order = &attack.orders[0]["together"];
    assert_eq!((&order["move"]["leader"], &order["move"]["path"]), (&json!("grant"), &json!(["2618"])));
    assert_eq!(attack.cost, "4 command points", "two for each of them");
    let grant = options(&*table, "grant");
    offer(&grant, "Grant sails with ships at 2518/2617 on the Tennessee");
    let along = offer(&grant, "Grant goes along with Foote's ships");
    assert_eq!((along.cost.as_str(), along.rule.as_str()), ("2 command points", "8.4.6"));
    assert!(
        along.orders.iter().all(|order| order["sail"]["load"]["leaders"] == json!(["grant"])),
        "{:?}",
        along.orders
    );
}

#[test]
fn ships_are_asked_for_by_their_hexside() {
    let table = afloat(|_| {});
    let found = options(&*table, "2617/2518");
    assert!(found.title.ends_with(": the Benton and 2 river transports"), "{}", found.title);
    assert_eq!(offer(&found, "One ship sails by itself from 2518/2617 on the Tennessee").cost, "1 command point");
    offer(&found, "Foote sails with ships at 2518/2617 on the Tennessee");
    // Nobody has the points for it.
    let poor = afloat(|given| given["union"]["commands"] = json!({"west": 4}));
    refused(&options(&*poor, "foote"), "Foote sails with ships", "4.2");
    let none = table.options(&union(), &OptionsFor::new("2616/2617")).expect_err("no water");
    assert_eq!(none.rule.as_deref(), Some("8.3.1"));
}

#[test]
fn a_ship_is_asked_for_by_its_name() {
    let table = afloat(|given| {
        given["union"]["navy"] = json!({"pool": {"ships": ["monitor"]}});
        given["confederate"]["ships"] = json!({"1830/1831": {"ships": ["manassas"]}});
    });
    for name in ["benton", "Benton", "ship benton"] {
        let found = options(&*table, name);
        assert!(found.title.starts_with("The Benton, at 2518/2617 on the Tennessee"), "{}", found.title);
        let alone = offer(&found, "One ship sails by itself from 2518/2617 on the Tennessee");
        assert_eq!(alone.cost, "1 command point");
        assert!(alone.orders.iter().all(|order| order["sail"]["ships"] == json!(["benton"])), "{:?}", alone.orders);
        offer(&found, "Foote sails with ships at 2518/2617 on the Tennessee");
    }
    let waits = options(&*table, "monitor");
    assert_eq!(waits.title, "The Monitor, in the Naval Pool");
    assert_eq!(offer(&waits, "Bring it in").cost, "2 command points");
    // A town of that name comes first.
    assert_eq!(options(&*table, "manassas").title, "Manassas (5006)");
    let enemy = table.options(&union(), &OptionsFor::new("ship manassas")).expect_err("the enemy's").to_string();
    assert!(enemy.contains("the Manassas belongs to the Confederacy"), "{enemy}");
    let confederate = afloat(|given| {
        given["phasing"] = json!("confederate");
        given["confederate"]["ships"] = json!({"1830/1831": {"ships": ["manassas"]}});
    });
    let found =
        confederate.options(&"confederate".parse().expect("a side"), &OptionsFor::new("manassas")).expect("a subject");
    assert!(
        found.notes.contains(&("For the ship of that name, ask for \"ship manassas\".".to_owned(), "8.1".to_owned()))
    );
}

#[test]
fn a_naval_leader_ashore_needs_ships() {
    let table = afloat(|given| {
        given["union"]["at"]["5206"] = json!({"sp": 7, "leaders": ["farragut-2"]});
        // Fort Monroe, to go to.
        given["union"]["at"]["5410"] = json!({"sp": 1});
    });
    let found = options(&*table, "farragut");
    refused(&found, "Farragut sails with ships", "8.3.3");
    assert_eq!(offer(&found, "Farragut travels alone").rule, "6.2.2");
    offer(&found, "Farragut sends strength points by sea");
}

#[test]
fn ships_enter_at_a_city_that_is_asked_for() {
    let table = afloat(|given| given["union"]["navy"] = json!({"pool": {"river": 2}}));
    let found = options(&*table, "2211/2112");
    let enter = offer(&found, "Bring in ships");
    assert_eq!(enter.orders, [json!({"launch": {"ships": [{"at": "2112/2211", "river": 2}]}})]);
    assert!(offer(&options(&*table, "cairo"), "Bring in ships").orders.len() > 2);
    refused(&options(&*table, "2518/2617"), "Bring in ships", "10.4.2");
}

#[test]
fn who_asks_for_a_place_hears_of_all_that_comes_there() {
    let table = table(|_| {});
    let to = |subject: &str, place: &str| {
        table.options(&union(), &OptionsFor { to: Some(place), ..OptionsFor::new(subject) }).expect("a subject")
    };
    let found = to("hooker", "Manassas");
    assert_eq!(found.title, "Hooker (2 stars), in Washington (5206), in the Army of the Potomac, to Manassas (5006)");
    let march = offer(&found, "Hooker marches with strength points");
    // Two stars move six; with each number from six to one, by one way.
    let strengths: Vec<u64> = march.orders.iter().filter_map(|order| order["move"]["sp"].as_u64()).collect();
    assert_eq!(strengths, [6, 5, 4, 3, 2, 1]);
    assert!(march.orders.iter().all(|order| order["move"]["path"] == json!(["5106", "5006"])), "{:?}", march.orders);
    assert!(march.more.is_none());
    // A hex, too, holds nothing back.
    let found = to("washington", "5006");
    let march = offer(&found, "The Army of the Potomac marches under McDowell");
    assert_eq!((march.orders.len(), &march.more), (1, &None));
    let train = to("hooker", "5305");
    assert!(train.offers.iter().flat_map(|offer| &offer.orders).all(|order| {
        let order = order.as_object().and_then(|order| order.values().next()).expect("an order");
        order["to"] == "5305"
            || order["at"] == "5305"
            || order["path"].as_array().is_some_and(|path| path.last() == Some(&json!("5305")))
    }));
    // What is too far says so.
    let found = to("potomac", "4711");
    refused(&found, "The Army of the Potomac marches under McDowell", "6.1.3");
    let problem = table
        .options(&union(), &OptionsFor { to: Some("Nowhere at all"), ..OptionsFor::new("potomac") })
        .expect_err("no place");
    assert!(problem.message.contains("Nowhere at all"), "{problem}");
}
