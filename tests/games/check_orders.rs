//! What `check` reports about several orders at once: every fault of each, and which of them depend on dice.

use crate::random_civil_war::{SeededDice, times};
use adjutant::document::Id;
use adjutant::engine::Decision;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::position::ledger::Hulls;
use adjutant::session::Session;
use adjutant::session::{Game, Rules};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn table() -> Box<dyn Session> {
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
    let act = Decision { orders: orders.as_array().expect("a list").clone(), ..Decision::default() };
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
    // The march from 5003 and the points are certain; Banks and the condition depend on the fight in 5106, and points
    // spent on a condition make the last order uncertain.
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
    // Corrected, the first may bring Banks and any strength to 5205, and pay in any way.
    let (told, _) = check(json!([
        {"move": {"leader": "banks", "sp": 2, "path": ["5205"], "pays": {"east": 3}}},
        {"move": {"leader": "banks", "sp": 2, "path": ["5105"]}},
        {"move": {"from": "5205", "path": ["5305"]}},
    ]));
    assert_eq!(told, ["orders[0].move.pays [-]"]);
}

/// A table with armies.
fn armies() -> Box<dyn Session> {
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

/// The report about an order that follows a refused one, and the report about it as the first order.
fn problem_paths(order: &Value) -> [Vec<String>; 2] {
    let refused = json!({"move": {"leader": "banks", "sp": 2, "path": ["5105"]}});
    let paths = |n: usize, orders: Vec<Value>| -> Vec<String> {
        let act = Decision { orders, ..Decision::default() };
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
        let [after, first] = problem_paths(&order);
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
        assert_eq!(problem_paths(&order)[0], Vec::<String>::new(), "{order}");
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
    let act = Decision { orders: orders.as_array().expect("a list").clone(), ..Decision::default() };
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

/// The fewest points that an order can use, whoever carries it out: for a force, with the best leader who could lead
/// it.
fn least(table: &dyn Session, order: &Value) -> u64 {
    let (kind, order) = order.as_object().and_then(|order| order.iter().next()).expect("one order");
    let pack = CivilWar::shipped().pack;
    let best = |leader: &Id| pack.leaders[leader].counters.iter().map(|counter| u64::from(counter.initiative)).min();
    let named = |field: &str| order.get(field).and_then(Value::as_str).and_then(|leader| leader.parse::<Id>().ok());
    match kind.as_str() {
        "destroy" | "transfer" | "finish" => 0,
        "launch" => u64::from(pack.charts.costs.enter_naval),
        "create" => u64::from(pack.charts.costs.create_army),
        "remove" => u64::from(pack.charts.costs.remove_commander),
        "spend" => order.as_object().expect("tracks").values().filter_map(Value::as_u64).sum(),
        "move" if order.get("army").is_some() => {
            let army = &order["army"];
            let at = table.notation();
            let stacks = at["union"]["at"].as_object().into_iter().chain(at["confederate"]["at"].as_object()).flatten();
            let own = stacks.map(|(_, stack)| stack).filter(|stack| {
                stack["army"] == *army || stack["armies"].get(army.as_str().unwrap_or_default()).is_some()
            });
            let people = own.flat_map(|stack| {
                let words = stack.to_string();
                pack.leaders.keys().filter(move |leader| words.contains(&format!("\"{leader}-"))).collect::<Vec<_>>()
            });
            people.filter_map(best).min().unwrap_or(1)
        }
        "move" if order["sp"].as_u64().unwrap_or(0) > 0 => {
            named("leader").and_then(|leader| best(&leader)).unwrap_or(1)
        }
        _ => 1,
    }
}

#[test]
fn an_army_behind_a_draw_is_not_ordered_for_points_that_are_not_there() {
    // McDowell commands at 3 points, and the reinforcement takes one.
    for (first, left, passes) in [
        (json!({"reinforce": {"from": "leaders", "at": "5305"}}), 3, false),
        (json!({"reinforce": {"from": "east", "at": "5305"}}), 3, false),
        (json!({"reinforce": {"from": "leaders", "at": "5305"}}), 4, true),
        (json!({"reinforce": {"from": "east", "at": "5305"}}), 4, true),
    ] {
        let given = json!({
            "scenario": "virginia_1862", "phasing": "union", "difference": left,
            "union": {
                "at": {"5206": {"sp": 9, "leaders": ["mcdowell-3"], "army": "potomac"}, "5305": {"sp": 2}},
                "pool": ["stoneman-1", "hooker-1"], "reinforcements": {"east": 2},
            },
        });
        let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
        let orders = vec![first.clone(), json!({"move": {"army": "potomac", "path": ["5106"]}})];
        let problems =
            table.check(&side("union"), &Decision { orders, ..Decision::default() }).err().unwrap_or_default();
        let rules: Vec<_> = problems.iter().filter_map(|problem| problem.rule.as_deref()).collect();
        assert_eq!(rules, if passes { vec![] } else { vec!["4.2.1"] }, "{first} {left} {problems:?}");
    }
}

/// A side's ships: by station, and those that wait to be entered.
#[derive(Default)]
struct Fleet {
    lying: BTreeMap<String, Hulls>,
    waiting: Hulls,
}

fn fleet(table: &dyn Session, of: &str) -> Fleet {
    let position = table.position();
    let game = &position["game"];
    let mut fleet = Fleet::default();
    let hulls = |value: &Value| serde_json::from_value::<Hulls>(value.clone()).expect("ships");
    for (_, squadron) in game["squadrons"].as_object().into_iter().flatten() {
        if squadron["side"] == of {
            let at = squadron["at"].as_str().expect("a station").to_owned();
            fleet.lying.entry(at).or_default().join(hulls(&squadron["hulls"]));
        }
    }
    let navy = &game["sides"][of]["navy"];
    if let Some(pool) = navy.get("pool") {
        fleet.waiting.join(hulls(pool));
    }
    for (_, due) in navy["due"].as_object().into_iter().flatten() {
        fleet.waiting.join(hulls(due));
    }
    fleet
}

impl Fleet {
    /// Checks that no more ships are entered than are waiting, and that no more sail from a station than could be
    /// there.
    fn spare(&self, orders: &[Value]) {
        let mut entered = Hulls::default();
        for order in orders {
            for launched in order["launch"]["ships"].as_array().into_iter().flatten() {
                let number = |key: &str| u32::try_from(launched[key].as_u64().unwrap_or(0)).expect("a small number");
                (entered.river, entered.ocean) = (entered.river + number("river"), entered.ocean + number("ocean"));
                for id in launched["ships"].as_array().into_iter().flatten() {
                    assert!(entered.ships.insert(serde_json::from_value(id.clone()).unwrap()), "{}", json!(orders));
                }
            }
            if let Some(sail) = order.get("sail").filter(|sail| sail.get("leader").is_none()) {
                let at = sail["from"].as_str().expect("a station");
                let mut there = self.lying.get(at).cloned().unwrap_or_default();
                there.join(entered.clone());
                let named = |key: &str| sail[key].as_u64().unwrap_or(0);
                assert!(
                    named("river") <= there.river.into() && named("ocean") <= there.ocean.into(),
                    "{}",
                    json!(orders)
                );
            }
        }
        assert!(self.waiting.has(&entered), "{}", json!(orders));
    }
}

#[test]
fn whatever_check_passes_uses_at_most_what_there_is() {
    use adjutant::session::{RandomPlayer, Request};
    let rules = Rules(CivilWar::shipped());
    let (mut passed, mut refused, mut kinds) = (0, 0, std::collections::BTreeSet::new());
    for (n, scenario) in ["campaign_1861", "campaign_1862", "campaign_1863", "campaign_1864"].iter().enumerate() {
        for of in ["union", "confederate"] {
            for difference in 1..=4u64 {
                let given = json!({
                    "scenario": scenario, "set_up": true, "phasing": of, "difference": difference,
                    of: {"reinforcements": {"east": 3, "west": 3, "discretionary": 2}},
                });
                let table = rules.case(&given).expect("a position");
                assert!(matches!(table.awaiting()[0].want, Request::Orders(_)));
                let legal: Vec<Value> = table.legal(&side(of)).orders;
                let mut offered = legal.clone();
                let armies: Vec<Id> = CivilWar::shipped().pack.charts.armies.keys().cloned().collect();
                for army in armies {
                    for path in ["5106", "5206", "5107", "2714", "2715", "1412", "3613"] {
                        offered.push(json!({"move": {"army": army, "path": [path]}}));
                    }
                    offered.push(json!({"create": {"army": army, "at": "5206"}}));
                    offered.push(json!({"remove": {"army": army, "fate": "removed"}}));
                    offered.push(json!({"transfer": {"from": army, "to": "potomac", "sp": 1}}));
                }
                let fleet = fleet(table.as_ref(), of);
                for (station, hulls) in &fleet.lying {
                    for named in [json!({"river": hulls.river}), json!({"ocean": hulls.ocean}), json!({"river": 9})] {
                        let mut sail = json!({"from": station, "to": ["2112/2211"]});
                        sail.as_object_mut().unwrap().extend(named.as_object().unwrap().clone());
                        offered.push(json!({"sail": sail.clone()}));
                        sail["load"] = json!({"at": "5206", "sp": 1});
                        sail["land"] = json!("5206");
                        offered.push(json!({"sail": sail}));
                    }
                }
                for river in [1, 2, 9] {
                    offered.push(json!({"launch": {"ships": [{"at": "2112/2211", "river": river}]}}));
                    offered.push(json!({"launch": {"ships": [{"at": "5106/5206", "ocean": river}]}}));
                }
                for (id, at) in CivilWar::shipped()
                    .pack
                    .charts
                    .ships
                    .keys()
                    .step_by(6)
                    .zip(["2112/2211", "5106/5206"].iter().cycle())
                {
                    offered.push(json!({"launch": {"ships": [{"at": at, "ships": [id]}]}}));
                }
                for from in ["5206", "2211", "3613"] {
                    offered.push(json!({"sea": {"from": from, "to": "5410"}}));
                }
                for at in ["5206", "5106", "4905", "2211"] {
                    offered.push(json!({"reinforce": {"from": "leaders", "at": at}}));
                }
                offered.push(json!({"finish": {}}));
                let mut player = RandomPlayer::new(1864 + 100 * n as u64 + difference);
                for round in 0..120 {
                    // Orders that are legal now, and orders that may not be.
                    let lists = [&legal, &offered];
                    let orders: Vec<Value> = (0..3).filter_map(|n| player.pick(lists[(round >> n) & 1])).collect();
                    let act = Decision { orders: orders.clone(), ..Decision::default() };
                    if table.check(&side(of), &act).is_err() {
                        refused += 1;
                        continue;
                    }
                    passed += 1;
                    kinds.extend(orders.iter().map(|order| order.as_object().unwrap().keys().next().unwrap().clone()));
                    let ends = orders.iter().position(|order| order.get("finish").is_some());
                    assert!(ends.is_none_or(|last| last + 1 == orders.len()), "{}", json!(orders));
                    fleet.spare(&orders);
                    let used: u64 = orders.iter().map(|order| least(table.as_ref(), order)).sum();
                    assert!(used <= difference, "{scenario} {of}: {used} of {difference}: {}", json!(orders));
                }
            }
        }
    }
    println!("{passed} passed, {refused} refused, {kinds:?}");
    assert!(passed > 300 && refused > 300 && kinds.len() > 5, "{passed} passed, {refused} refused, {kinds:?}");
}

/// A half is ended by burning what is left; where no command point is left, a reinforcement alone can be spent
/// (CW-280).
#[test]
fn the_end_of_a_half_is_offered_only_where_there_is_something_to_burn() {
    let offered = |commands: Value| {
        let given = json!({
            "phasing": "union",
            "difference": 3,
            "union": {"at": {"5206": {"sp": 2}}, "commands": commands, "reinforcements": {"east": 2}},
        });
        let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
        let orders = table.legal(&side("union")).orders;
        ["reinforce", "finish"].map(|kind| orders.iter().any(|order| order.get(kind).is_some()))
    };
    assert_eq!(offered(json!({"east": 1})), [true, true]);
    assert_eq!(offered(json!({})), [true, false]);
}

/// The places and rules of the faults in the last of these orders.
fn last_of(given: &Value, orders: &[Value]) -> Vec<String> {
    let table = Rules(CivilWar::shipped()).case(given).expect("a position");
    let own = format!("orders[{}]", orders.len() - 1);
    let problems = table.check(&side("union"), &Decision { orders: orders.to_vec(), ..Decision::default() }).err();
    let of_it = problems.unwrap_or_default().into_iter().filter_map(|problem| {
        let path = problem.path.as_deref()?.strip_prefix(&own)?.trim_start_matches('.').to_owned();
        Some(format!("{path} [{}]", problem.rule.as_deref().unwrap_or("-")))
    });
    of_it.collect()
}

#[test]
fn what_ends_a_half_takes_what_is_left_and_comes_last() {
    let given = json!({
        "phasing": "union", "difference": 3,
        "union": {"at": {"5206": {"sp": 2}}, "commands": {"east": 9}, "reinforcements": {"east": 2}},
    });
    let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let said = |orders: Value| {
        let act = Decision { orders: orders.as_array().expect("a list").clone(), ..Decision::default() };
        assert_eq!(table.check(&side("union"), &act), Ok(()));
        table.preview(&side("union"), &act)[0].clone()
    };
    let come = json!({"reinforce": {"from": "east", "at": "5206"}});
    let finish = json!({"finish": {}});
    let all = "These orders spend 3 of your 3 ";
    for orders in [
        json!([finish]),
        json!([come, finish]),
        json!([{"spend": {"east": 1}}, finish]),
        json!([{"spend": {"east": 3}}, finish]),
        json!([{"spend": {"east": 2, "if": {"ours": "5106"}}}, finish]),
    ] {
        let told = said(orders.clone());
        assert!(told.starts_with(all), "{orders}: {told}");
    }
    let behind = |order: &Value| last_of(&given, &[finish.clone(), order.clone()]);
    assert_eq!(behind(&come), [" [4.2.6]"]);
    assert_eq!(behind(&finish), [" [4.2.6]"]);
    assert_eq!(last_of(&given, &[come, finish.clone(), finish]), [" [4.2.6]"]);
}

/// Grant and Foote in the West, McClellan with the Army of the Potomac, and Banks, who may attack at Lancaster.
fn wide(pool: Value) -> Value {
    json!({
        "scenario": "campaign_1862", "phasing": "union", "difference": 9,
        "union": {
            "commands": {"naval": 9, "west": 9, "east": 9},
            "navy": {"pool": {"river": 2, "ships": ["cincinnati"]}},
            "pool": pool,
            "at": {
                "5206": {"sp": 9, "leaders": ["mcclellan-3", "sumner-2"], "army": "potomac"},
                "5305": {"sp": 3, "leaders": ["banks-3"]},
                "2211": {"sp": 4, "leaders": ["grant-2"]},
            },
            "ships": {"2211/2212": {"ships": ["benton", "carondelet"], "river": 3, "leaders": ["foote-2"]}},
        },
        "confederate": {"at": {"5304": {"sp": 1}}},
    })
}

#[test]
fn behind_dice_is_refused_what_neither_they_nor_an_answer_can_mend() {
    let given = wide(json!(["stoneman-1", "hooker-1"]));
    let draw = json!({"reinforce": {"from": "leaders", "at": "5206"}});
    let attack = json!({"move": {"leader": "banks", "sp": 2, "path": ["5304"]}});
    for (order, expected) in [
        (json!({"launch": {"ships": [{"at": "2112/2211", "river": 9}]}}), "launch.ships[0].river [10.4.1]"),
        (json!({"launch": {"ships": [{"at": "2112/2211", "ships": ["tennessee"]}]}}), "launch.ships[0].ships [10.4.1]"),
        (json!({"sail": {"leader": "foote", "river": 9, "to": ["2112/2212"]}}), "sail.river [8.3.3]"),
        (json!({"sail": {"leader": "foote", "ships": ["cincinnati"], "to": ["2112/2212"]}}), "sail.ships [8.3.3]"),
        (
            json!({"sail": {"from": "2211/2212", "river": 1, "load": {"at": "5206", "sp": 1}, "to": ["2112/2212"]}}),
            "sail.load.at [8.4.4]",
        ),
        (json!({"create": {"army": "potomac", "at": "5206"}}), "create.army [12.1.3]"),
        (json!({"create": {"army": "tennessee", "at": "2211"}}), "create.at [12.1.1]"),
        (json!({"transfer": {"from": "potomac", "to": "james", "sp": 1}}), "transfer.to [12.1]"),
        (json!({"remove": {"army": "potomac", "fate": "removed"}}), "remove.army [5.3.3]"),
        (json!({"move": {"army": "james", "path": ["5106"]}}), "move.army [12.1]"),
        (json!({"sea": {"from": "2211", "to": "5206"}}), "sea.from [8.7.2a]"),
        (json!({"rail": {"leader": "grant", "sp": 9, "to": "2210"}}), "rail.sp [6.2.6]"),
    ] {
        for before in [vec![], vec![draw.clone()], vec![attack.clone()]] {
            let told = last_of(&given, &[before.clone(), vec![order.clone()]].concat());
            assert!(told.iter().any(|told| told == expected), "{order} after {}: {told:?}", json!(before));
        }
    }
    let mut moved = given;
    moved["union"]["at"]["5206"]["leaders_moved"] = json!(["mcclellan-3"]);
    let march = json!({"move": {"army": "potomac", "path": ["5106"]}});
    let far = json!({"reinforce": {"from": "leaders", "at": "5305"}});
    for before in [vec![], vec![far], vec![attack]] {
        let told = last_of(&moved, &[before.clone(), vec![march.clone()]].concat());
        assert!(told.iter().any(|told| told == "move.army [6.1.7]"), "after {}: {told:?}", json!(before));
    }
}

#[test]
fn what_is_used_up_behind_dice_is_not_used_twice() {
    let given = wide(json!(["stoneman-1", "hooker-1"]));
    let draw = json!({"reinforce": {"from": "leaders", "at": "5206"}});
    let launch = json!({"launch": {"ships": [{"at": "2112/2211", "river": 2}]}});
    let sail = json!({"sail": {"from": "2211/2212", "ships": ["benton"], "to": ["2112/2212"]}});
    let form = json!({"create": {"army": "james", "at": "5305"}});
    for (order, expected) in
        [(&launch, "launch.ships[0].river [10.4.1]"), (&sail, "sail [6.1.7]"), (&form, "create.army [12.1.3]")]
    {
        assert_eq!(last_of(&given, &[draw.clone(), order.clone()]), Vec::<String>::new(), "{order}");
        let told = last_of(&given, &[draw.clone(), order.clone(), order.clone()]);
        assert!(told.iter().any(|told| told == expected), "{order}: {told:?}");
    }
}

#[test]
fn what_a_draw_may_bring_is_not_held_against_an_order() {
    let draw = |at: &str| json!({"reinforce": {"from": "leaders", "at": at}});
    let remove = json!({"remove": {"army": "potomac", "fate": "removed"}});
    let form = json!({"create": {"army": "james", "at": "5305"}});
    for (general, passes) in [("hooker-3", true), ("hooker-2", false)] {
        let mut given = wide(json!(["stoneman-1", general]));
        assert_eq!(last_of(&given, &[draw("5206"), remove.clone()]).is_empty(), passes, "{general}");
        given["union"]["at"]["5305"] = json!({"sp": 3});
        assert_eq!(last_of(&given, &[draw("5305"), form.clone()]).is_empty(), passes, "{general}");
    }
    // A fight may leave nobody else to command an army, or destroy it; ships stay where they are.
    let given = wide(json!(["stoneman-1"]));
    let attack = json!({"move": {"army": "potomac", "path": ["5106"]}});
    let mut fought = given.clone();
    fought["confederate"]["at"]["5106"] = json!({"sp": 4});
    assert_eq!(last_of(&fought, &[attack.clone(), remove]), Vec::<String>::new());
    let sail = json!({"sail": {"leader": "foote", "to": ["2112/2212"]}});
    assert_eq!(last_of(&fought, &[attack, sail]), Vec::<String>::new());
}

#[test]
fn a_hex_that_a_draw_has_filled_has_no_room_for_another() {
    let draw = json!({"reinforce": {"from": "leaders", "at": "5305"}});
    for (pool, expected) in [
        (json!(["stoneman-1", "hooker-1", "reno-1"]), vec!["reinforce.at [CW-52]"]),
        // He may rise where he is.
        (json!(["stoneman-1", "hooker-1", "grant-3"]), vec![]),
    ] {
        let mut given = wide(pool.clone());
        given["union"]["at"]["5305"] = json!({"sp": 2, "leaders": ["banks-3"]});
        assert_eq!(last_of(&given, &[draw.clone(), draw.clone()]), expected, "{pool}");
    }
}

#[test]
fn what_was_carried_out_order_by_order_on_land_and_water_passes_check_at_once() {
    use adjutant::session::{RandomPlayer, Request};
    let (mut turns, mut kinds) = (0, std::collections::BTreeSet::new());
    for scenario in ["campaign_1861", "campaign_1862", "campaign_1863", "campaign_1864"] {
        for (of, seed) in ["union", "confederate"].into_iter().flat_map(|of| (0..4 * times()).map(move |n| (of, n))) {
            let mut commands = json!({"east": 9, "west": 9, "trans_mississippi": 9, "discretionary": 9});
            if of == "union" {
                commands["naval"] = json!(9);
            }
            let given = json!({
                "scenario": scenario, "set_up": true, "phasing": of, "difference": 9,
                of: {"commands": commands, "reinforcements": {"east": 3, "west": 3, "discretionary": 2}},
            });
            let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
            let pulse = table.position()["game"]["pulse"]["number"].clone();
            let (mut then, mut orders) = (table.boxed_clone(), Vec::new());
            let (mut dice, mut player) = (SeededDice::new(seed), RandomPlayer::new(seed));
            while orders.len() < 5 {
                let Some(now) = then.awaiting().into_iter().next() else { break };
                match now.want {
                    Request::Orders(_)
                        if now.side == side(of) && then.position()["game"]["pulse"]["number"] == pulse =>
                    {
                        let mut legal = then.legal(&now.side).orders;
                        // A draw comes first, where there is one: what follows is behind dice.
                        let draws = |order: &Value| order["reinforce"]["from"] == "leaders";
                        if orders.is_empty() && seed % 2 == 0 && legal.iter().any(draws) {
                            legal.retain(draws);
                        }
                        legal.retain(|order| order.get("finish").is_none() && order.get("spend").is_none());
                        let Some(order) = player.pick(&legal) else { break };
                        let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                        then.adjudicate(&[(now.side, act)], &mut dice).expect("an order that is offered");
                        kinds.insert(order.as_object().unwrap().keys().next().unwrap().clone());
                        orders.push(order);
                    }
                    Request::Answer { .. } => {
                        let plan = player.plan(then.as_ref(), &now.side).expect("an answer");
                        then.adjudicate(&[(now.side, plan.act)], &mut dice).expect("a legal answer");
                    }
                    _ => break,
                }
            }
            turns += 1;
            let act = Decision { orders: orders.clone(), ..Decision::default() };
            assert_eq!(table.check(&side(of), &act), Ok(()), "{scenario} {of} {seed}: {}", json!(orders));
        }
    }
    println!("{turns} turns: {kinds:?}");
    assert!(kinds.len() > 6, "{kinds:?}");
}
