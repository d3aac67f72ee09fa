//! What ships meet, in the words of an order, a warning, a question.

use serde_json::{Value, json};

use adjutant_core::document::Id;
use adjutant_core::engine::Decision;
use adjutant_core::engine::dice::{Scripted, ScriptedDice};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

fn side(name: &str) -> Id {
    name.parse().expect("a side")
}

fn table(given: Value) -> Box<dyn Session> {
    let mut given = given;
    given["scenario"] = json!("campaign_1862");
    given["difference"] = json!(6);
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

/// A legal order of the Union, in words.
fn risk_text(table: &dyn Session, order: Value) -> String {
    let act = Decision { orders: vec![order.clone()], ..Decision::default() };
    assert_eq!(table.check(&side("union"), &act), Ok(()), "{order}");
    table.order_words(&side("union"), &order)
}

fn warned(table: &dyn Session, order: Value) -> Vec<String> {
    let act = Decision { orders: vec![order], ..Decision::default() };
    let found = table.warnings(&side("union"), &act).into_iter();
    found.map(|problem| format!("[{}] {}", problem.rule.unwrap_or_default(), problem.message)).collect()
}

/// Confederates with a fort across the Potomac from Washington, and in Fort Pillow; the Union's fleets.
fn potomac() -> Box<dyn Session> {
    table(json!({"phasing": "union",
        "works": {"5207": {"held": {"side": "confederate", "kind": "fort"}},
                  "2015": {"held": {"side": "confederate", "kind": "fort"}}},
        "union": {"commands": {"naval": 4}, "at": {"5206": {"sp": 2}, "2115": {"sp": 2}},
                  "navy": {"pool": {"river": 2}},
                  "ships": {"2014/2115": {"ships": ["benton"], "river": 2, "leaders": ["foote-2"]},
                            "2416/2516": {"river": 1}, "5410": {"ocean": 2}, "5305": {"ocean": 1}}},
        "confederate": {"at": {"5207": {"sp": 1}, "2015": {"sp": 2}}, "ships": {"1915/1916": {"ships": ["manassas"]}}}}))
}

#[test]
fn a_voyage_says_what_it_meets() {
    let table = potomac();
    let sail = |to: &str| json!({"sail": {"leader": "foote", "ships": ["benton"], "river": 1, "to": [to]}});
    let said = risk_text(&*table, sail("1815/1916"));
    assert!(said.ends_with("(2015)") && said.contains(": fights the Manassas at 1915/1916"), "{said}");
    assert!(said.contains(" and comes under the guns of "), "{said}");
    let said = risk_text(&*table, sail("2112/2212"));
    assert!(!said.contains(": "), "{said}");
    let land = json!({"sail": {"leader": "foote", "river": 2, "load": {"at": "2115", "sp": 2}, "to": ["2014/2015"],
                               "land": "2015"}});
    let said = risk_text(&*table, land);
    assert!(said.contains(": attacks 2 enemy strength points and comes under the guns of "), "{said}");
}

#[test]
fn every_fleet_is_offered_something_and_nothing_twice() {
    let table = potomac();
    let legal = table.legal(&side("union")).orders;
    for (n, order) in legal.iter().enumerate() {
        assert!(!legal[..n].contains(order), "twice: {order}");
    }
    let sails = || legal.iter().map(|order| &order["sail"]);
    assert!(sails().any(|sail| sail["leader"] == "foote"));
    for at in ["2014/2115", "2416/2516", "5410", "5305"] {
        assert!(sails().any(|sail| sail["from"] == at), "none from {at}");
    }
}

#[test]
fn safe_places_to_enter_come_first() {
    let table = potomac();
    let legal = table.legal(&side("union")).orders;
    let launches: Vec<String> = legal
        .iter()
        .filter(|order| order.get("launch").is_some())
        .map(|order| table.order_words(&side("union"), order))
        .collect();
    assert!(launches.len() > 1);
    let safe = launches.iter().take_while(|said| !said.contains(": ")).count();
    assert!(safe + 1 >= launches.len(), "{launches:?}");
}

#[test]
fn who_enters_under_guns_is_warned() {
    let table = potomac();
    let order = json!({"launch": {"ships": [{"at": "5206/5207", "river": 2}]}});
    assert!(risk_text(&*table, order.clone()).contains(": comes under the guns of "));
    let said = warned(&*table, order);
    let [said] = &said[..] else { panic!("{said:?}") };
    assert!(said.starts_with("[10.4.2] brings in ships at 5206/5207 on the Potomac, under the guns of "), "{said}");
    assert_eq!(warned(&*table, json!({"launch": {"ships": [{"at": "5106/5206", "river": 2}]}})), Vec::<String>::new());
}

#[test]
fn who_enters_among_enemy_ships_is_warned() {
    let table = table(json!({"phasing": "union",
        "union": {"commands": {"naval": 4}, "at": {"2211": {"sp": 2}}, "navy": {"pool": {"river": 2}}},
        "confederate": {"ships": {"2111/2211": {"ships": ["manassas"]}}}}));
    let said = warned(&*table, json!({"launch": {"ships": [{"at": "2111/2211", "river": 2}]}}));
    let wanted = "[CW-243] brings in ships at 2111/2211 on the Mississippi, where the enemy has the Manassas: they \
                  fight at once";
    assert_eq!(said, [wanted]);
}

#[test]
fn a_flight_tells_which_way_is_under_guns() {
    let mut table = table(json!({"phasing": "confederate",
        "union": {"ships": {"1915/1916": {"ships": ["benton"], "river": 2}}},
        "confederate": {"at": {"1916": {"sp": 2}}}}));
    let build = Decision { orders: vec![json!({"build": {"what": "fort", "at": "1916"}})], ..Decision::default() };
    let mut dice = ScriptedDice::new([Scripted { purpose: None, faces: vec![1] }]);
    table.adjudicate(&[(side("confederate"), build)], &mut dice).expect("a legal act");
    let (said, rule) = table.asked().expect("a question");
    assert_eq!(rule, "8.10.6a");
    assert!(said.contains("1815/1916 on the Mississippi, comes under the guns of "), "{said}");
    assert!(said.contains("1915/2015 on the Mississippi, out of range"), "{said}");
    let answers = table.legal(&side("union")).answers;
    let words: Vec<String> = answers.iter().map(|entry| table.answer_words(&entry["answer"])).collect();
    assert_eq!(words.iter().filter(|said| said.contains(": comes under the guns of ")).count(), 1, "{words:?}");
}
