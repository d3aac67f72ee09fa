//! What a player may write wrongly: every fault is refused with the rule, the place in the file, and what was meant; and
//! nothing that he writes makes the program panic, or say anything about the enemy's hand.
//!
//! `ADJUTANT_MATCHES=20 cargo test -p adjutant-battle-cry bad_input:: -- --nocapture` alters more files.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use adjutant_core::document::Problem;
use adjutant_core::engine::decision::Decision;
use adjutant_core::engine::{Decks, Events};
use adjutant_core::pack::Side::{self, Confederate, Union};
use adjutant_core::session::self_play::Player;
use adjutant_core::session::{Game as _, HandTracker, Rules, Session};
use battle_cry::ledger::{DISCARD, HAND, Phase};
use battle_cry::pack::Theater::{East, West};
use serde_json::{Value, json};

use crate::leaks::with_other_hands;
use crate::self_play::matches;
use crate::sensible_player::visit_positions;
use crate::signed_match::SignedMatch;
use crate::support::{Field, card, cards};
use crate::war::{War, generals, hold, moving, pass, placed};

/// A battle with three generals a side; one of the Union's is engaged, one is of cavalry, and a Woods is discarded.
fn corinth() -> Field {
    let union = ["us_halleck", "us_rosecrans", "us_grierson"];
    let confederate = ["cs_a_s_johnston", "cs_polk", "cs_cleburne"];
    Field::battle("corinth", Union, [&union, &confederate]).change(|game| {
        game.set_engaged(Union, "us_rosecrans", true);
        let mut events = Events::default();
        game.cards.play(&mut events, "L", &Union.id(), &card(Union, "woods", 0), HAND);
        game.cards.leave(&mut events, "L", &Union.id(), &card(Union, "woods", 0), DISCARD);
    })
}

/// The same, after a send of the Union's that makes the Confederate discard two cards.
fn announced() -> Field {
    let mut field = corinth();
    field.orders(Union, json!([{"special": {"card": card(Union, "overwhelming", 0)}}, {"send": {}}]));
    field
}

/// What is wrong with orders, the whole turn and nothing carried out.
fn found(table: &dyn Session, side: Side, orders: &Value) -> Vec<Problem> {
    let act = Decision { orders: orders.as_array().expect("orders").clone(), ..Decision::default() };
    let position = table.position();
    let problems = table.check(&side.id(), &act).err().unwrap_or_default();
    assert_eq!(table.position(), position, "{orders}: something has changed");
    problems
}

fn code(problem: &Problem) -> &str {
    problem.refusal.as_ref().and_then(|why| why["code"].as_str()).unwrap_or_default()
}

/// Each fault is told under its code and rule, at its order, and with advice.
#[track_caller]
fn refused(table: &dyn Session, side: Side, faults: &[(Value, &str, &str, &str)]) {
    for (orders, wanted, rule, at) in faults {
        let problems = found(table, side, orders);
        let fits = |problem: &&Problem| {
            code(problem) == *wanted && problem.rule.as_deref() == Some(rule) && problem.path.as_deref() == Some(at)
        };
        let fitting = problems.iter().find(fits);
        let fitting = fitting.unwrap_or_else(|| panic!("{orders}: not {wanted} [{rule}] at {at}: {problems:#?}"));
        assert!(!fitting.message.is_empty() && fitting.advice.is_some(), "{orders}: {fitting:#?}");
    }
}

#[test]
fn faults_of_a_battle() {
    let [woods, column, brigades] = ["woods", "massed_column_u", "brigades_u"].map(|event| card(Union, event, 1));
    let special = |card: &str| json!({"special": {"card": card}});
    let attack = |general: &str| json!([{"attack": {"card": brigades, "half": "lower", "general": general}}]);
    let four: Vec<Value> = cards(Union, "woods", 5)[1..].iter().map(|card| special(card)).collect();
    let faults = [
        (json!([special("us_wods_u_1")]), "no_such_card", "I.3", "orders[0]"),
        (json!([special(&card(Confederate, "woods", 0))]), "enemy_card", "I.3", "orders[0]"),
        (json!([special(&card(Union, "woods", 0))]), "in_discard", "I.3", "orders[0]"),
        (json!([special("us_grant")]), "is_general", "I.3", "orders[0]"),
        (json!([special(&woods), special(&woods)]), "not_in_hand", "I.3", "orders[1]"),
        (json!([{"special": {"card": column, "half": "upper"}}]), "wrong_half", "I.3", "orders[0]"),
        (json!([{"resource": {"card": "us_conscription_u_1"}}]), "wrong_phase", "I", "orders[0]"),
        (json!([{"lay": {"east": 3, "west": 3}}]), "wrong_phase", "I", "orders[0]"),
        (json!([{"movement": {"card": "us_turning_plain_1"}}]), "wrong_phase", "I", "orders[0]"),
        (json!([{"generals": {}}]), "wrong_phase", "I", "orders[0]"),
        (attack("us_rosecrans"), "is_engaged", "Engage", "orders[0]"),
        (attack("us_grierson"), "is_cavalry", "Cavalry General", "orders[0]"),
        (attack("us_mcclellan"), "not_present", "I.5", "orders[0]"),
        (attack("cs_lee"), "enemy_card", "I.5", "orders[0]"),
        (json!(four), "send_full", "I.4", "orders[3]"),
        (json!([{"engage": {"general": "us_halleck"}}]), "not_cavalry", "Cavalry General", "orders[0]"),
        (json!([{"react": {"card": card(Union, "heroic_effort", 0), "to": 1}}]), "nothing_sent", "BC-26", "orders[0]"),
        (json!([{"choose": {"for": 1}}]), "nothing_sent", "BC-26", "orders[0]"),
        (json!([special(&card(Union, "heroic_effort", 0))]), "immediate", "I.3", "orders[0]"),
        (json!([special("us_battle_continues_u")]), "after_passes", "I.4", "orders[0]"),
    ];
    refused(&*corinth().session(), Union, &faults);
    let near = found(&*corinth().session(), Union, &json!([special("us_wods_u_1")]));
    assert!(near[0].advice.as_deref().is_some_and(|advice| advice.contains("us_woods_u_1")), "{near:#?}");
}

#[test]
fn faults_of_an_answer() {
    let play = |order: &str, says: Value| json!([{ order: says }]);
    let [failure, woods] = ["command_failure", "woods"].map(|event| card(Confederate, event, 0));
    let three = cards(Confederate, "woods", 3);
    let faults = [
        (play("react", json!({"card": failure, "to": 9})), "no_such_play", "BC-26", "orders[0]"),
        (play("react", json!({"card": failure, "to": 0})), "no_such_play", "BC-26", "orders[0]"),
        (play("react", json!({"card": woods, "to": 1})), "wrong_half", "Immediately", "orders[0]"),
        (
            play("react", json!({"card": card(Union, "command_failure", 0), "to": 1})),
            "enemy_card",
            "Immediately",
            "orders[0]",
        ),
        (
            play("react", json!({"card": failure, "to": 1, "save": "cs_polk"})),
            "wrong_reaction",
            "Immediately",
            "orders[0]",
        ),
        (
            play("react", json!({"card": failure, "to": 1, "insist": {"pay": "us_halleck"}})),
            "is_engaged",
            "Immediately",
            "orders[0]",
        ),
        (json!([{"pass": {}}]), "choice_owed", "BC-26", "orders[0]"),
        (play("choose", json!({"for": 2, "discard": [woods]})), "no_such_play", "BC-26", "orders[0]"),
        (play("choose", json!({"for": 1, "wounded": "cs_polk"})), "choice_extra", "BC-26", "orders[0]"),
        (play("choose", json!({"for": 1, "discard": three})), "wrong_count", "I.6", "orders[0]"),
        (play("choose", json!({"for": 1, "discard": ["cs_lee"]})), "is_general", "I.6", "orders[0]"),
        (play("choose", json!({"for": 1, "discard": [woods, woods]})), "twice", "I.6", "orders[0]"),
        (play("choose", json!({"for": 1, "discard": [card(Union, "woods", 2)]})), "enemy_card", "I.6", "orders[0]"),
        (
            json!([{"choose": {"for": 1, "discard": [woods]}}, {"choose": {"for": 1, "discard": [woods]}}]),
            "choice_twice",
            "BC-26",
            "orders[1]",
        ),
    ];
    refused(&*announced().session(), Confederate, &faults);
}

/// What only the owner of the hand can see: the Confederate holds one Woods, a Command Failure and a general.
#[test]
fn faults_by_the_hand() {
    let [woods, failure, other] =
        [("woods", 0), ("command_failure", 0), ("woods", 1)].map(|(event, n)| card(Confederate, event, n));
    let mut table = announced().session();
    let piles: BTreeMap<String, Vec<String>> =
        [("hand".to_owned(), vec![woods.clone(), failure.clone(), "cs_lee".to_owned()])].into();
    let decks: Decks = [(Confederate.id(), piles.into_iter().collect())].into_iter().collect();
    table.follow(&Confederate.id(), HandTracker::new(&Confederate.id(), &decks));
    let all = json!({"choose": {"for": 1, "discard": [woods, failure]}});
    refused(
        &*table,
        Confederate,
        &[
            (json!([{"choose": {"for": 1, "discard": [other]}}]), "not_in_hand", "I.3", "orders[0].choose.discard[0]"),
            (json!([{"choose": {"for": 1, "discard": [woods]}}]), "wrong_count", "I.6", "orders[0]"),
            (json!([all, {"special": {"card": other}}]), "not_in_hand", "I.3", "orders[1].special.card"),
            (json!([all, {"pass": {"continue": "yes"}}]), "not_in_hand", "BC-30", "orders[1].pass.continue"),
        ],
    );
}

#[test]
fn faults_of_the_phases() {
    let lay = |points: Value| json!([{ "lay": points }]);
    let none = json!({"resource": {"card": "none"}});
    let mut war = War::at(Phase::FirstResources, |game| {
        hold(game, &["richmond"]);
        game.side_mut(Union).points = 9;
    });
    let resource = |card: &str| json!([{"resource": {"card": card}}]);
    refused(
        &*war.session(),
        Union,
        &[
            (lay(json!({"west": 5})), "wrong_phase", "C", "orders[0]"),
            (resource("us_emancipation"), "other_phase", "B", "orders[0]"),
            (resource("us_march_to_the_sea"), "condition", "BC-23", "orders[0]"),
            (resource(&card(Union, "woods", 0)), "wrong_half", "B", "orders[0]"),
            (json!([{"special": {"card": card(Union, "woods", 0)}}]), "wrong_phase", "I", "orders[0]"),
        ],
    );
    war.orders(Union, json!([none]));
    war.orders(Confederate, json!([none]));
    refused(
        &*war.session(),
        Union,
        &[
            (lay(json!({"west": 4})), "points_laid", "C.1", "orders[0]"),
            (lay(json!({"west": 10})), "points_laid", "C.1", "orders[0]"),
            (lay(json!({"east": 1, "west": 8})), "theater_cleared", "Victory Condition Cities", "orders[0]"),
        ],
    );
}

#[test]
fn faults_of_placing_and_blocking() {
    let mut war = War::at(Phase::Battles, |game| hold(game, &["shiloh"]));
    let place = |battles: Value| json!([{ "place": battles }]);
    refused(
        &*war.session(),
        Union,
        &[
            (place(json!({"west": "shiloh"})), "cannot_place", "D.1", "orders[0]"),
            (place(json!({"east": "corinth"})), "cannot_place", "D.1", "orders[0]"),
            (place(json!({})), "must_place", "D.1", "orders[0]"),
        ],
    );
    war.orders(Union, json!([{"place": {"west": "vicksburg"}}]));
    let block = |by: &[&str]| json!([{"block": {"vicksburg": by}}]);
    refused(
        &*war.session(),
        Confederate,
        &[
            (block(&["atlanta"]), "cannot_block", "Blocking", "orders[0]"),
            (block(&["vicksburg"]), "cannot_block", "Blocking", "orders[0]"),
            (json!([{"block": {"nowhere": ["corinth"]}}]), "no_such_battle", "D.2", "orders[0]"),
        ],
    );
}

#[test]
fn faults_of_movement_and_generals() {
    let war = moving(None, Some(placed("shiloh")), |_| {});
    let movement = |card: &str| json!([{"movement": {"card": card}}]);
    refused(
        &*war.session(),
        Union,
        &[
            (movement("us_turning_deck_two_1"), "condition", "BC-23", "orders[0]"),
            (movement(&card(Union, "woods", 0)), "wrong_half", "E", "orders[0]"),
            (movement("cs_strategic_offensive_1"), "enemy_card", "E", "orders[0]"),
        ],
    );
    let full =
        [("us_meade", East), ("us_hooker", East), ("us_hancock", East), ("us_pope", East), ("us_grierson", West)];
    let mut war = moving(None, Some(placed("shiloh")), |game| generals(game, Union, &full));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    let place = |general: &str, theater: &str| json!([{"generals": {"place": {general: theater}}}]);
    refused(
        &*war.session(),
        Union,
        &[
            (place("us_burnside", "east"), "too_many_generals", "G.2", "orders[0]"),
            (place("us_grant", "east"), "other_theater", "G.4", "orders[0]"),
            (json!([{"generals": {"recall": ["us_grant"]}}]), "not_present", "G.1", "orders[0]"),
            (place("cs_lee", "east"), "enemy_card", "G.1", "orders[0]"),
        ],
    );
}

/// Ten thousand plays in a file are refused at once, one by one up to a limit.
#[test]
fn ten_thousand_plays_in_a_file() {
    let order = json!({"special": {"card": card(Union, "woods", 1)}});
    let many = json!(vec![order; 10_000]);
    let started = Instant::now();
    let problems = found(&*corinth().session(), Union, &many);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert!(!problems.is_empty());
    let own = SignedMatch::new("gettysburg", false, 1);
    let seat = own.asked().remove(0);
    let problems = own.rig.problems(seat.as_str(), json!({ "orders": many }));
    assert!(!problems.is_empty() && started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

/// The place in the file comes with the fault: the line and the column.
#[test]
fn a_fault_has_its_line_and_column() {
    let mut own = SignedMatch::new("gettysburg", false, 1);
    own.step();
    let seat = own.asked().remove(0);
    let side = own.plan(&seat).expect("a plan").0.side;
    let orders = json!([{"pick": {"cards": ["us_meade", "us_hancok", "us_reynolds", "us_sedgwick"]}}]);
    assert_eq!(side, Union.id());
    let file = own.rig.turn(seat.as_str(), json!({ "orders": orders }));
    let (problems, _) = own.refused(&file);
    let [problem] = &problems[..] else { panic!("{problems:#?}") };
    let text = own.rig.text(&file);
    let mark = problem.mark.expect("a place");
    let line = text.lines().nth(mark.line as usize - 1).expect("a line");
    assert!(line.contains("pick") && mark.column > 1, "{mark:?}: {line}");
    assert_eq!((code(problem), problem.rule.as_deref()), ("no_such_card", Some("Set-Up")));
    assert!(problem.advice.as_deref().is_some_and(|advice| advice.contains("us_hancock")), "{problem:#?}");
}

/// Values that no field expects.
fn hostile() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(255),
        json!(256),
        json!(18_446_744_073_709_551_615_u64),
        json!(1.5),
        json!(""),
        json!("none"),
        json!("ask"),
        json!("card-1"),
        json!("us_grant"),
        json!("cs_lee"),
        json!("us_east_15"),
        json!("../../etc/passwd"),
        json!("\u{1b}[31m\u{202e}\u{0}"),
        json!("x".repeat(5_000)),
        json!([]),
        json!([[[[[]]]]]),
        json!({}),
        json!({"card": {"card": {"card": "us_grant"}}}),
        json!({"": null}),
    ]
}

/// Every place in a value.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    found.push(at.clone());
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(n, one)| places(one, format!("{at}/{n}"), found)),
        Value::Object(map) => map.iter().for_each(|(key, one)| places(one, format!("{at}/{key}"), found)),
        _ => {}
    }
}

/// A turn with another value at one of its places; one field more, one less, or twice the same entry.
fn altered(orders: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    places(orders, String::new(), &mut all);
    let mut found = Vec::new();
    for at in all.iter().filter(|at| !at.is_empty()) {
        for value in hostile() {
            let mut other = orders.clone();
            *other.pointer_mut(at).expect("a place") = value;
            found.push(other);
        }
        let mut more = orders.clone();
        match more.pointer_mut(at).expect("a place") {
            Value::Object(map) => {
                map.insert("unheard_of".to_owned(), json!(1));
            }
            Value::Array(list) => list.extend(list.clone()),
            _ => continue,
        }
        found.push(more);
        if let Some((parent, key)) = at.rsplit_once('/')
            && let Some(Value::Object(map)) = { orders.pointer(parent) }
        {
            let mut less = orders.clone();
            let mut map = map.clone();
            map.shift_remove(key);
            *less.pointer_mut(parent).expect("a place") = Value::Object(map);
            found.push(less);
        }
    }
    found
}

/// `check` never panics, whatever stands in a field; and it says the same whatever the enemy holds.
#[test]
fn hostile_values_in_every_field() {
    let rules = Rules(battle_cry::BattleCry::shipped());
    let (mut tried, mut kinds) = (0, BTreeMap::<String, usize>::new());
    for (scenario, stops) in [("gettysburg", (10, 3)), ("campaign", (40, 2)), ("deck_two", (10, 5))] {
        for seed in 0..matches(1) {
            visit_positions(&rules, scenario, seed, stops, |play, side| {
                let plan = play.plan(side, &mut Player::sensible(seed)).expect("a plan");
                let enemy = rules.sides().into_iter().find(|other| other != side).expect("an enemy");
                let other = with_other_hands(&*play.table, &[&enemy]);
                let legal = play.table.legal(side).orders;
                let mut files = vec![json!(plan.act.orders)];
                // An order of each kind, by itself.
                let mut seen: Vec<String> = Vec::new();
                for order in legal {
                    let kind = order.as_object().and_then(|order| order.keys().next()).cloned().unwrap_or_default();
                    if !seen.contains(&kind) {
                        seen.push(kind);
                        files.push(json!([order]));
                    }
                }
                for kind in seen {
                    *kinds.entry(kind).or_default() += 1;
                }
                let budget = 120 / files.len().max(1);
                for file in files {
                    let all = altered(&file);
                    let step = (all.len() / budget.max(1)).max(1);
                    for orders in all.into_iter().skip(play.steps as usize % step).step_by(step) {
                        let Some(orders) = orders.as_array().cloned() else { continue };
                        let act = Decision { orders, ..Decision::default() };
                        let said = format!("{:?}", play.table.check(side, &act));
                        assert_eq!(said, format!("{:?}", other.check(side, &act)), "{scenario}: {:?}", act.orders);
                        // What `sign` makes of it.
                        if let Ok(plan) = play.table.concealed(side, &act) {
                            let _ = play.table.check(side, &plan.act);
                        }
                        tried += 1;
                    }
                }
                for value in hostile() {
                    for window in play.table.advance_questions(side) {
                        let id = format!("{window}-{}", play.steps + 1).parse().expect("an id");
                        let _ = play.table.sealed(side, &[(id, value.clone())]);
                        tried += 1;
                    }
                }
            });
        }
    }
    println!("{tried} altered files and answers: {kinds:?}");
    assert!(tried > 4_000 && kinds.len() >= 10, "{tried} {kinds:?}");
}
