//! What `check` says of a whole turn file.

use serde_json::{Value, json};

use adjutant_core::document::{Map, Problem};
use adjutant_core::engine::Decision;
use adjutant_core::session::{Game as _, Rules, Session};
use seven_days::SevenDays;
use seven_days::pack::Side;

/// A table where the game stands as at its beginning, with these changes.
fn table(changes: Value) -> Box<dyn Session> {
    let mut given = json!({"set_up": true, "impulse": 0, "armies_active": ["confederate"]});
    given.as_object_mut().expect("a mapping").extend(changes.as_object().expect("a mapping").clone());
    Rules(SevenDays::shipped()).case(&given).expect("a position")
}

/// What is told of a side's orders and standing orders: path, rule, message.
fn problems_of(table: &dyn Session, side: Side, orders: Value, standing: Option<Map<String, Value>>) -> Vec<String> {
    let orders = orders.as_array().expect("a list").clone();
    let act = Decision { orders, standing, ..Decision::default() };
    let problems = table.check(&side.id(), &act).err().unwrap_or_default();
    let words = |problem: Problem| {
        let (path, rule) = (problem.path.unwrap_or_default(), problem.rule.unwrap_or_else(|| "-".to_owned()));
        format!("{path} [{rule}] {}", problem.message)
    };
    problems.into_iter().map(words).collect()
}

fn confederate(changes: Value, orders: Value) -> Vec<String> {
    problems_of(table(changes).as_ref(), Side::Confederate, orders, None)
}

#[test]
fn what_is_wrong_whether_the_leader_activates_or_not_is_refused() {
    // Artillery that has come in may not lead (9.3), and Jackson is nowhere near (10.4.2).
    let orders = json!([
        {"assault": {"area": 41, "leader": "magruder"}},
        {"wait": {"if": {"activated": false}}},
        {"move": {"units": ["mclaws_infantry", "jones_artillery"], "leaders": ["magruder"], "path": [6]}},
        {"attack": {"area": 6, "point": "jones_artillery", "spare": ["jackson"]}},
        {"end": {}},
    ]);
    let wanted = [
        "orders[3].attack.point [9.3] Jones Artillery is artillery and cannot be the Point Unit here",
        "orders[3].attack.spare [10.4.2] Jackson is not an activated leader in Ellerson's Mill (6)",
    ];
    assert_eq!(confederate(json!({}), orders.clone()), wanted);
    // The same order without that is legal, and so is what comes after it.
    let mut mended = orders;
    mended[3] = json!({"attack": {"area": 6}});
    assert_eq!(confederate(json!({}), mended), [""; 0]);
}

#[test]
fn what_is_legal_in_one_course_is_not_refused() {
    // Ewell's division may be the single unit of a failed activation, and Jackson's go if he activates: which of the
    // two is legal the die says.
    for unit in ["ewell_infantry", "winder_infantry"] {
        let orders = json!([{"assault": {"area": 2, "leader": "jackson"}}, {"move": {"units": [unit], "path": [3]}}, {"end": {}}]);
        assert_eq!(confederate(json!({}), orders), [""; 0], "{unit}");
    }
    // Both together are legal in neither.
    let both = json!([{"assault": {"area": 2, "leader": "jackson"}},
        {"move": {"units": ["winder_infantry", "ewell_infantry"], "path": [3]}}]);
    let wanted = ["orders[1].move.units[1] [9.1.1] Ewell Infantry does not belong to an activated command"];
    assert_eq!(confederate(json!({}), both), wanted);
}

#[test]
fn what_is_wrong_wherever_its_condition_holds_is_refused() {
    // Meadow's Bridge Road does not lie beside Fair Oaks, and McClellan has not activated.
    let turn = |order: Value| {
        let orders = json!([{"assault": {"area": 40, "leader": "sumner"}},
            {"move": {"units": ["richardson_infantry"], "leaders": ["sumner"], "path": [39]}}, order, {"end": {}}]);
        problems_of(table(json!({"active": "union", "impulse": 1})).as_ref(), Side::Union, orders, None)
    };
    let far = json!({"move": {"units": ["sedgwick_infantry"], "path": [45], "if": {"activated": true}}});
    let wanted = "orders[2].move.path[0] [3.2] Meadow's Bridge Road (45) is not adjacent to Fair Oaks (40)";
    assert_eq!(turn(far), [wanted]);
    let near = json!({"move": {"units": ["sedgwick_infantry"], "path": [39], "if": {"activated": true}}});
    assert_eq!(turn(near), [""; 0]);
    // Only where he fails does a unit of another command go; behind the condition that he does not, none.
    let other = |activated: bool| {
        json!([{"assault": {"area": 2, "leader": "jackson"}},
            {"move": {"units": ["ewell_infantry"], "path": [3], "if": {"activated": activated}}}, {"end": {}}])
    };
    assert_eq!(confederate(json!({}), other(false)), [""; 0]);
    let wanted = ["orders[1].move.units[0] [9.1.1] Ewell Infantry does not belong to an activated command"];
    assert_eq!(confederate(json!({}), other(true)), wanted);
}

#[test]
fn who_does_not_act_in_an_impulse_does_not_after_its_dice_either() {
    let orders = json!([
        {"assault": {"area": 41, "leader": "magruder"}},
        {"move": {"units": ["mclaws_infantry"], "path": [6]}},
        {"attack": {"area": 6}},
        {"move": {"units": ["winder_infantry"], "path": [3]}},
        {"move": {"units": ["dh_hill_infantry"], "path": [3], "if": {"activated": false}}},
        {"move": {"units": ["jones_infantry"], "path": [6]}},
    ]);
    let wanted = ["orders[3].move.units[0] [9.1] Winder Infantry was not in the Active Area when the impulse began"];
    assert_eq!(confederate(json!({}), orders), wanted);
}

#[test]
fn what_stands_behind_the_end_of_an_impulse_is_refused() {
    let end = json!([{"assault": {"area": 41, "leader": "magruder"}}, {"end": {}},
        {"regroup": {"from": 44, "to": [{"area": 43, "units": ["richmond_infantry"]}]}}]);
    let wanted = ["orders[2] [8.1] your impulse ends with the `end` before this order; the Union moves next"];
    assert_eq!(confederate(json!({}), end.clone()), wanted);
    assert_eq!(confederate(json!({"impulse": 5}), end), wanted);
    // From impulse 2 on dice come behind a pass, before it nothing does.
    let pass = json!([{"pass": {}}, {"pass": {}}]);
    assert_eq!(
        confederate(json!({"impulse": 4}), pass.clone()),
        ["orders[1] [8.1.3] the pass ends your impulse; the Union moves next"]
    );
    assert_eq!(
        confederate(json!({}), pass.clone()),
        ["orders[1] [8.1] the Confederate impulse ends before this order, and the Union moves next"]
    );
    // The Union's last impulse of the track ends the day, and its own night comes first (6.3.1, 6.4).
    let last = SevenDays::shipped().pack.charts.last_impulse;
    let night = json!([{"assault": {"area": 40, "leader": "sumner"}}, {"end": {}}, {"night": {}}]);
    let union = |impulse: u8| {
        problems_of(table(json!({"active": "union", "impulse": impulse})).as_ref(), Side::Union, night.clone(), None)
    };
    assert_eq!(union(last), [""; 0]);
    assert_eq!(
        union(last - 1),
        ["orders[2] [8.1] your impulse ends with the `end` before this order; the Confederacy moves next"]
    );
    // One with a condition may be passed over.
    let given = json!([{"assault": {"area": 41, "leader": "magruder"}}, {"end": {"if": {"activated": false}}},
        {"move": {"units": ["mclaws_infantry"], "path": [6]}}, {"attack": {"area": 6}}, {"end": {}}]);
    assert_eq!(confederate(json!({}), given), [""; 0]);
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let orders = json!([
        {"assault": {"area": 45, "leader": "ap_hill"}},
        {"move": {"units": ["ap_hill_infantry", "dh_hill_infantry"], "path": [5, 17], "if": {"activted": true}}},
        {"attack": {"area": 46, "point": "mcall_infantry", "if": {"results": [{"area": 6, "was": "win"}]}}},
        {"move": {"units": ["dh_hill_infantry"], "path": [5, 17]}},
    ]);
    let standing = json!({"elsewhere": {"heroic": "sometimes", "losses": "keep"}, "ask": ["loss"], "train": "stay"});
    let found = problems_of(table(json!({})).as_ref(), Side::Confederate, orders, standing.as_object().cloned());
    let wanted = [
        "orders[1].move.if.activted [-] there is no field `activted`",
        "orders[1].move.path[1] [3.2] White House Landing (17) is not adjacent to Mechanicsville (5)",
        "orders[2].attack.if.results[0].was [-] `win` is not allowed here",
        "orders[2].attack.area [3.2] there is no area 46",
        "orders[2].attack.point [-] there is no unit 'mcall_infantry'",
        "orders[3].move.path[1] [3.2] White House Landing (17) is not adjacent to Mechanicsville (5)",
        "orders[3].move.units[0] [9.1.1] D.H. Hill Infantry does not belong to an activated command",
        "standing.elsewhere.heroic [-] `sometimes` is not allowed here",
        "standing.elsewhere.losses [-] `keep` is not allowed here",
        "standing.ask[0] [-] `loss` is not allowed here",
        "standing.train [6.2.2] the Supply Train belongs to the Union",
    ];
    assert_eq!(found, wanted, "{found:#?}");
}

/// Entries that cannot be read count too, and so do those of a list without an order.
#[test]
fn an_unknown_unit_after_a_faulty_one_is_marked_itself() {
    let orders = json!([
        {"assault": {"area": 45, "leader": "ap_hill"}},
        {"move": {"units": [42, "ap_hill_infantry", "mcall_infantry"], "path": [5]}},
    ]);
    let found = problems_of(table(json!({})).as_ref(), Side::Confederate, orders, None);
    assert_eq!(
        found,
        [
            "orders[1].move.units[0] [-] expected a text, found the number 42",
            "orders[1].move.units[2] [-] there is no unit 'mcall_infantry'",
        ]
    );
    let units = json!([42, "ap_hill_infantry", "a_hill"]);
    let orders = json!([{"regroup": {"from": 45, "to": [{"area": 44, "units": units}]}}]);
    let found = problems_of(table(json!({})).as_ref(), Side::Confederate, orders, None);
    let unknown = "orders[0].regroup.to[0].units[2] [-] there is no unit 'a_hill'";
    assert!(found.iter().any(|problem| problem == unknown), "{found:#?}");
}

#[test]
fn a_path_that_begins_where_the_units_are_is_marked_at_its_start() {
    let start = "orders[1].move.path[0] [9.1] the path begins with Meadow's Bridge Road (45), where they are";
    for units in [json!(["ap_hill_infantry"]), json!(["ap_hill_infantry", "ap_hill_artillery"])] {
        let orders = |path: Value| {
            json!([{"assault": {"area": 45, "leader": "ap_hill"}},
                {"wait": {"if": {"activated": false}}},
                {"move": {"units": units, "path": path}}])
        };
        let start = start.replace("orders[1]", "orders[2]");
        assert_eq!(confederate(json!({}), orders(json!([45, 5]))), std::slice::from_ref(&start), "{units}");
        // With everything else that is wrong with the path, each at its own area.
        let all = confederate(json!({}), orders(json!([45, 5, 5, 12])));
        assert_eq!(all.len(), 3, "{all:?}");
        assert_eq!(all[0], start);
        assert!(all[1].starts_with("orders[2].move.path[2] [9.1] the path names Mechanicsville (5) twice"), "{all:?}");
        assert!(all[2].starts_with("orders[2].move.path[3] [3.2] "), "{all:?}");
    }
}

#[test]
fn what_has_the_wrong_shape_is_told_with_an_example() {
    let of = |field: &str, value: Value| {
        let mut assault = json!({"area": 45});
        assault[field] = value;
        confederate(json!({}), json!([{"assault": assault}]))
    };
    let two = "the two leaders and what pays, as in {leaders: [longstreet, dh_hill], by: advantage}";
    for (wrong, found) in [
        (json!(["ap_hill", "longstreet"]), "a list"),
        (json!("ap_hill"), "the text \"ap_hill\""),
        (json!(45), "the number 45"),
    ] {
        assert_eq!(of("combined", wrong), [format!("orders[0].assault.combined [-] expected {two}, found {found}")]);
    }
    for (leaders, count) in [(json!(["ap_hill"]), 1), (json!(["ap_hill", "longstreet", "lee"]), 3)] {
        let wrong = json!({"leaders": leaders, "by": "advantage"});
        let said = format!(
            "orders[0].assault.combined.leaders [-] expected two leaders, as in [longstreet, dh_hill], found {count}"
        );
        assert_eq!(of("combined", wrong), [said]);
    }
    let missing = of("combined", json!({"leaders": ["ap_hill", "longstreet"]}));
    assert_eq!(missing, ["orders[0].assault.combined [-] the field `by` is missing"]);
    let rally = of("rally", json!(["longstreet"]));
    assert!(
        rally[0]
            .ends_with("expected an area, as in {area: 45}, and the leaders if not all of them rally, found a list")
    );
    let build = of("build", json!("new_bridge"));
    assert!(build[0].contains("expected a bridge, as in {bridge: new_bridge}, found "), "{build:?}");
}
