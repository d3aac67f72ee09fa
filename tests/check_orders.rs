//! What `check` says of several orders at once: every fault of each, and which of them dice decide.

use adjutant::document::Id;
use adjutant::engine::table::{Game, Rules};
use adjutant::engine::{Act, Table};
use adjutant::rulesets::civil_war::CivilWar;
use serde_json::{Value, json};

fn table() -> Box<dyn Table> {
    let given = json!({
        "phasing": "union",
        "difference": 9,
        "union": {
            "at": {"5206": {"sp": 6, "leaders": ["mcdowell-3", "banks-3"]}, "5305": {"sp": 2}, "5003": {"sp": 3}},
            "pool": ["stoneman-1", "hooker-1"],
        },
        "confederate": {"at": {"5106": {"sp": 3}, "4905": {"sp": 4, "leaders": ["jackson-1"]}}},
    });
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

fn side(name: &str) -> Id {
    name.parse().expect("an id")
}

/// The places and rules of all that is wrong, and the orders left open.
fn check(orders: Value) -> (Vec<String>, Vec<usize>) {
    let act = Act { orders: orders.as_array().expect("a list").clone(), ..Act::default() };
    let table = table();
    let problems = table.check(&side("union"), &act).err().unwrap_or_default();
    let told = problems.iter().map(|problem| {
        let rule = problem.rule.as_deref().unwrap_or("-");
        format!("{} [{rule}]", problem.path.as_deref().unwrap_or("?"))
    });
    (told.collect(), table.undecided(&side("union"), &act))
}

#[test]
fn what_no_die_touches_is_tested_in_full_and_the_rest_is_named() {
    let orders = json!([
        {"move": {"leader": "mcdowell", "sp": 3, "path": ["5106"]}},
        {"move": {"from": "5003", "path": ["5004"]}},
        {"spend": {"west": 1}},
        {"move": {"leader": "banks", "sp": 1, "path": ["5106"]}},
        {"spend": {"east": 1, "if": {"ours": "5106"}}},
        {"spend": {"east": 1}},
    ]);
    // The march from 5003 and the points are certain; Banks and the condition wait for the fight in 5106, and what is
    // spent on a condition makes the last doubtful.
    assert_eq!(check(orders), (vec![], vec![3, 4, 5]));
}

#[test]
fn a_leader_who_may_be_drawn_may_get_orders() {
    let draw = json!({"reinforce": {"from": "leaders", "at": "5206"}});
    let march = |leader: &str, path: &str| json!({"move": {"leader": leader, "sp": 1, "path": [path]}});
    assert_eq!(check(json!([draw, march("stoneman", "5205")])), (vec![], vec![1]));
    let (told, _) = check(json!([draw, march("stoneman", "5003"), march("shields", "5205")]));
    assert_eq!(told, ["orders[1].move.path[0] [6.1.3]", "orders[2].move.leader [10.1]"]);
}

#[test]
fn six_faults_of_four_kinds_are_told_at_once() {
    let (told, _) = check(json!([
        {"move": {"leader": "mcdowell", "sp": "three", "path": ["5106"]}},
        {"rally": {"at": "9999"}},
        {"move": {"leader": "jackson", "sp": 9, "path": ["5106"]}},
        {"march": {"leader": "banks"}},
        {"spend": {"east": 30}},
        {"move": {"leader": "bankz", "path": ["5205"]}},
        {"move": {"from": "5003", "sp": 1, "path": ["5206"]}},
    ]));
    let expected = [
        "orders[0].move.sp [-]",
        "orders[1].rally.at [-]",
        "orders[2].move.leader [6.2.3]",
        "orders[3].march [-]",
        "orders[4].spend.east [4.2.19]",
        "orders[4].spend [4.2.19]",
        "orders[5].move.leader [-]",
        "orders[6].move.path[0] [6.1.3]",
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_a_faulty_order_may_have_done_is_not_held_against_the_next() {
    // Mended, the first may bring Banks and any strength to 5205, and pay in any way.
    let (told, _) = check(json!([
        {"move": {"leader": "banks", "sp": 2, "path": ["5205"], "pays": {"east": 3}}},
        {"move": {"leader": "banks", "sp": 2, "path": ["5105"]}},
        {"move": {"from": "5205", "path": ["5305"]}},
    ]));
    assert_eq!(told, ["orders[0].move.pays [-]"]);
}

/// A table on which armies stand.
fn armies() -> Box<dyn Table> {
    let given = json!({
        "scenario": "virginia_1862",
        "phasing": "union",
        "difference": 9,
        "union": {
            "at": {"5206": {"sp": 9, "leaders": ["mcclellan-3", "sumner-2"], "army": "potomac"}, "5305": {"sp": 2, "leaders": ["banks-3"]}},
        },
        "confederate": {"at": {"5106": {"sp": 3}}},
    });
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

/// What is told of an order that follows on a refused one, with what is told of it as the first.
fn told(order: &Value) -> [Vec<String>; 2] {
    let refused = json!({"move": {"leader": "banks", "sp": 2, "path": ["5105"]}});
    let paths = |n: usize, orders: Vec<Value>| -> Vec<String> {
        let act = Act { orders, ..Act::default() };
        let problems = armies().check(&side("union"), &act).err().unwrap_or_default();
        let own = format!("orders[{n}].");
        let of_it = problems.iter().filter_map(|problem| {
            let path = problem.path.as_deref()?.strip_prefix(&own)?;
            Some(format!("{path} [{}]", problem.rule.as_deref().unwrap_or("-")))
        });
        of_it.collect()
    };
    [paths(1, vec![refused, order.clone()]), paths(0, vec![order.clone()])]
}

#[test]
fn what_is_wrong_with_an_order_anywhere_is_told_after_a_refused_one_too() {
    for (order, expected) in [
        (json!({"move": {"army": "potomca", "path": ["5106"]}}), vec!["move.army [12.1]"]),
        (json!({"move": {"army": "northern_virginia", "path": ["5106"]}}), vec!["move.army [12.1]"]),
        (json!({"move": {"army": "potomac", "path": ["5106", "5109"]}}), vec!["move.path[1] [6.1.3]"]),
        (
            json!({"move": {"army": "potomac", "leave": ["sumnr", "jackson"], "path": ["5106"]}}),
            vec!["move.leave[0] [-]", "move.leave[1] [6.2.3]"],
        ),
        (json!({"move": {"leader": "banks", "army": "potomac", "path": ["5106"]}}), vec!["move.leader [6.2.7]"]),
        (
            json!({"move": {"leader": "jackson", "path": ["4905", "4905"]}}),
            vec!["move.leader [6.2.3]", "move.path[1] [6.1.3]"],
        ),
        (json!({"move": {"from": "5206", "sp": 2, "path": ["5003"]}}), vec!["move.sp [6.2.3]", "move.path[0] [6.1.3]"]),
        (
            json!({"move": {"leader": "banks", "sp": 99, "path": []}}),
            vec!["move.sp [6.2.6]", "move.sp [6.2.3]", "move.path [6.1.3]"],
        ),
        (
            json!({"move": {"leader": "banks", "sp": 2, "path": ["5205", "5206"], "drop": [{"at": "5206", "sp": 1}]}}),
            vec!["move.drop[0] [6.2.4]"],
        ),
        (json!({"move": {"leader": "banks", "army_group": true, "path": ["5205"]}}), vec!["move.leader [12.2.3]"]),
        (json!({"rail": {"leader": "stuart", "to": "5303"}}), vec!["rail.leader [6.2.3]"]),
        (json!({"rail": {"from": "5206", "sp": 3, "to": "9999"}}), vec!["rail.to [-]", "rail.sp [6.2.3]"]),
        (
            json!({"reinforce": {"from": "east", "at": "5206", "army": "valley"}}),
            vec!["reinforce.from [10.2.1]", "reinforce.army [12.1]"],
        ),
        (json!({"create": {"army": "tennessee_csa", "at": "5206"}}), vec!["create.army [12.1]"]),
        (json!({"create": {"army": "tennessee", "at": "5206"}}), vec!["create.at [12.1.2]"]),
        (json!({"remove": {"army": "potomac", "fate": "moved"}}), vec!["remove.path [6.1.3]"]),
        (
            json!({"transfer": {"from": "potomac", "to": "potomac", "leaders": ["re_lee"]}}),
            vec!["transfer [12.2.2]", "transfer.leaders[0] [6.2.3]"],
        ),
        (json!({"build": {"what": "depot", "at": "5205"}}), vec!["build.at [9.2.7a]"]),
    ] {
        let [after, first] = told(&order);
        assert_eq!(after, expected, "{order}");
        for path in expected {
            assert!(first.iter().any(|told| told == path), "{order} as the first order: {first:?}");
        }
    }
}

#[test]
fn what_another_order_may_mend_is_not_told_after_a_refused_one() {
    for order in [
        json!({"move": {"army": "potomac", "path": ["5106"]}}),
        json!({"move": {"leader": "banks", "sp": 2, "path": ["5105", "5106"]}}),
        json!({"transfer": {"from": "potomac", "to": "james", "leaders": ["sumner"]}}),
        json!({"create": {"army": "james", "at": "5305"}}),
        json!({"remove": {"army": "james", "fate": "demoted"}}),
    ] {
        assert_eq!(told(&order)[0], Vec::<String>::new(), "{order}");
    }
}

/// The same of orders to ships on the Tennessee, under a fort's guns at Paducah.
fn afloat(orders: Value) -> (Vec<String>, Vec<usize>) {
    let given = json!({
        "scenario": "campaign_1862", "phasing": "union", "difference": 5,
        "union": {"commands": {"naval": 3, "west": 9}, "at": {"2211": {"sp": 4, "leaders": ["grant-2"]}},
                  "ships": {"2211/2212": {"ships": ["benton", "carondelet"], "river": 3, "leaders": ["foote-2"]}}},
        "confederate": {"at": {"2311": {"sp": 1}}},
        "works": {"2311": {"held": {"side": "confederate", "kind": "fort"}}},
    });
    let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let act = Act { orders: orders.as_array().expect("a list").clone(), ..Act::default() };
    let problems = table.check(&side("union"), &act).err().unwrap_or_default();
    let told = problems.iter().map(|problem| {
        let rule = problem.rule.as_deref().unwrap_or("-");
        format!("{} [{rule}]", problem.path.as_deref().unwrap_or("?"))
    });
    (told.collect(), table.undecided(&side("union"), &act))
}

#[test]
fn after_guns_a_naval_leader_does_not_sail_again() {
    let past = json!({"sail": {"leader": "foote", "ships": ["benton"], "to": ["2410/2510"]}});
    let again = json!({"sail": {"leader": "foote", "to": ["2311/2410"]}});
    assert_eq!(afloat(json!([past, again])).0, ["orders[1].sail.leader [6.1.7]"]);
}

#[test]
fn after_guns_a_voyage_is_paid_for_like_any_order() {
    let past = json!({"sail": {"leader": "foote", "ships": ["benton"], "to": ["2410/2510"]}});
    let one = json!({"sail": {"from": "2211/2212", "river": 1, "to": ["2112/2212"]}});
    let two = json!({"sail": {"from": "2211/2212", "ships": ["carondelet"], "to": ["2112/2212"]}});
    // Two naval points for Foote, one for the next ship; ships are not paid for by the West.
    assert_eq!(afloat(json!([past, one])), (vec![], vec![1]));
    assert_eq!(afloat(json!([past, one, two])).0, ["orders[2].sail [4.2]"]);
    let march = json!({"move": {"leader": "grant", "sp": 2, "path": ["2111"]}});
    // Five of the difference: two, one and two.
    assert_eq!(afloat(json!([past, one, march])).0, Vec::<String>::new());
    let more = json!({"spend": {"west": 1}});
    assert_eq!(afloat(json!([past, one, march, more])).0, ["orders[3].spend [4.2.19]"]);
}
