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
