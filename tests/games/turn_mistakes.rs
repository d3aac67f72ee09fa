//! The game's answers to mistakes in a turn: names that it prints but does not read, a path that begins at the unit's
//! own place, and the results of legal orders.

use adjutant::document::{Form, Id, read};
use adjutant::engine::Decision;
use adjutant::engine::dice::{Scripted, ScriptedDice};
use adjutant::games::civil_war::CivilWar;
use adjutant::report::{StepFacts, text};
use adjutant::session::{Game, Rules, Session};
use serde_json::{Value, json};

fn table() -> Box<dyn Session> {
    let given = json!({
        "set_up": true, "phasing": "confederate", "difference": 6,
        "confederate": {"commands": {"east": 5, "discretionary": 2}, "reinforcements": {"east": 1}},
    });
    Rules(CivilWar::shipped()).case(&given).expect("a case")
}

fn south() -> Id {
    "confederate".parse().expect("an id")
}

fn act(text: &str) -> Decision {
    let text = format!("adjutant: 1\n{text}\n");
    let content = read("turn", text.as_bytes(), Form::Draft).expect("YAML").content;
    let list = |field: &str| content.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    Decision {
        orders: list("orders"),
        answers: list("answers"),
        standing: content.get("standing").and_then(Value::as_object).cloned(),
        ..Decision::default()
    }
}

/// The first thing wrong with a turn, in a line, with its path.
fn wrong(text: &str) -> String {
    let problems = table().check(&south(), &act(text)).expect_err(text);
    let first = &problems[0];
    format!("{}: {first}", first.path.as_deref().unwrap_or_default())
}

fn preview(text: &str) -> Vec<String> {
    table().preview(&south(), &act(text))
}

#[test]
fn what_is_wrong_is_told_with_names_and_with_what_would_do() {
    for (turn, path, message, advice) in [
        (
            "orders: [{rail: {leader: jackson, sp: 1, to: \"4708\"}}]",
            "orders[0].rail.to",
            "your rail movement cannot leave Winchester (4905): the enemy controls the rails in Martinsburg (4904)",
            "march instead: a force does not both march and go by rail in one pulse",
        ),
        (
            "orders: [{reinforce: {from: trans_mississippi, at: \"5109\"}}]",
            "orders[0].reinforce.at",
            "Richmond (5109) is in the East, but a strength point from the Trans-Mississippi track enters in the Trans-Mississippi",
            "leave it on its track: the map of this scenario has no hexes in the Trans-Mississippi",
        ),
        (
            "orders: [{reinforce: {from: east, at: \"5107\"}}]",
            "orders[0].reinforce.at",
            "Aquia (5107) has no city with victory points",
            "name a hex that it may enter: Staunton (4708); Lynchburg (4710); ",
        ),
        (
            "orders: [{spend: {trans_mississippi: 3}}]",
            "orders[0].spend.trans_mississippi",
            "you spend 3 command points, but none is left on the Trans-Mississippi track",
            "",
        ),
        (
            "orders: [{move: {leader: jackson, sp: 1, path: [\"4906\"], pay: {west: 2}}}]",
            "orders[0].move.pay.west",
            "command points of the West track cannot pay for an action in the East",
            "pay from east or discretionary",
        ),
        (
            "orders: [{move: {leader: je_johnston, sp: 9, path: [\"4906\"]}}]",
            "orders[0].move.sp",
            "J.E. Johnston moves at most 6 strength points",
            "write `sp: 6` or less",
        ),
        (
            "orders: [{move: {leader: hill, path: [\"4906\"]}}]",
            "orders[0].move.leader",
            "2 leaders match 'hill'",
            "say which: A.P. Hill (ap_hill) or D.H. Hill (dh_hill)",
        ),
    ] {
        let problems = table().check(&south(), &act(turn)).expect_err(turn);
        let found = problems
            .iter()
            .find(|problem| problem.path.as_deref() == Some(path) && problem.message.starts_with(message));
        let found = found.unwrap_or_else(|| panic!("{turn}\n{problems:#?}"));
        assert!(found.advice.as_deref().unwrap_or_default().starts_with(advice), "{turn}\n{found:?}");
    }
}

#[test]
fn a_train_that_could_only_go_further_off_is_told_so() {
    let given = json!({"phasing": "confederate", "difference": 6,
        "confederate": {"at": {"5108": {"sp": 2}}, "commands": {"east": 5}},
        "union": {"at": {"5109": {"sp": 2}}}});
    let table = Rules(CivilWar::shipped()).case(&given).expect("a case");
    let problems = table.check(&south(), &act("orders: [{rail: {from: \"5108\", to: \"5110\"}}]")).expect_err("cut");
    let said = problems[0].to_string();
    assert!(
        said.starts_with(
            "your rails do not join Fredericksburg (5108) and Petersburg (5110): the enemy has strength points in Richmond (5109)"
        ),
        "{said}"
    );
    assert!(
        said.ends_with(
            "march instead: a force does not both march and go by rail in one pulse; \
             the rails lead to no hex nearer to Petersburg (5110) than Fredericksburg (5108)"
        ),
        "{said}"
    );
}

#[test]
fn a_name_as_it_is_printed_is_answered_with_how_it_is_written() {
    for (turn, path, meant) in [
        (
            "orders: [{move: {leader: Jackson, path: [\"4905\"]}}]",
            "orders[0].move.leader",
            "Jackson is written jackson",
        ),
        (
            "orders: [{move: {leader: \"J.E. Johnston\", path: [\"4905\"]}}]",
            "orders[0].move.leader",
            "J.E. Johnston is written je_johnston",
        ),
        ("orders: [{rally: {at: Winchester}}]", "orders[0].rally.at", "Winchester (4905) is written \"4905\""),
        (
            "orders: [{move: {leader: jackson, path: [Winchester]}}]",
            "orders[0].move.path[0]",
            "Winchester (4905) is written \"4905\"",
        ),
        ("standing: {retreat: {toward: Richmond}}", "standing.retreat.toward", "Richmond (5109) is written \"5109\""),
        ("orders: [{rally: {at: Winchestr}}]", "orders[0].rally.at", "did you mean \"4905\" (Winchester)"),
        (
            "orders: [{spend: {east: 1, if: {leader: {name: Jackson, at: \"4905\"}}}}]",
            "orders[0].spend.if.leader.name",
            "Jackson is written jackson",
        ),
    ] {
        let said = wrong(turn);
        assert!(said.starts_with(&format!("{path}: ")) && said.contains(meant), "{turn}\n{said}");
    }
}

/// 10.3.1: who enters is not known before.
#[test]
fn a_leader_named_for_a_draw_by_chance_is_left_out() {
    for (leader, said) in [
        (
            "jackson",
            "expected a leader and a rank, as in mcdowell-3; the leader who enters is drawn at random: leave `leader` out",
        ),
        ("hooker-1", "the leader who enters is drawn at random [10.3.1]; leave `leader` and `draw` out"),
    ] {
        let order = format!("orders: [{{reinforce: {{from: leaders, at: \"5109\", leader: {leader}}}}}]");
        let problems = table().check(&south(), &act(&order)).expect_err(leader);
        let at = problems.iter().filter(|problem| problem.path.as_deref() == Some("orders[0].reinforce.leader"));
        assert_eq!(at.map(ToString::to_string).collect::<Vec<_>>(), [said]);
    }
}

#[test]
fn typographic_quotes_are_called_so() {
    let said = wrong("orders: [{rally: {at: \u{201c}4905\u{201d}}}]");
    assert!(said.contains("\u{201c} is a typographic quote") && said.contains("write a straight"), "{said}");
}

#[test]
fn one_is_counted_as_one() {
    let said = wrong("orders: [{spend: {naval: 1}}]");
    assert!(said.contains("you spend 1 command point, but none is left on the naval track"), "{said}");
}

#[test]
fn a_path_does_not_begin_where_the_force_stands() {
    let said = wrong("orders: [{move: {leader: je_johnston, path: [\"4905\", \"5005\"]}}]");
    assert!(said.contains("the path begins in Winchester (4905), where the force already is"), "{said}");
    assert!(said.contains("leave this one out"), "{said}");
}

#[test]
fn a_field_that_is_not_known_is_shown_by_its_key() {
    let problems = table().check(&south(), &act("orders: [{move: {leeder: jackson}}]")).expect_err("a field");
    assert!(problems[0].on_key && problems[0].path.as_deref() == Some("orders[0].move.leeder"), "{problems:?}");
    let draft = "adjutant: 1\norders:\n  - move: {leeder: jackson}\n";
    let draft = read("draft", draft.as_bytes(), Form::Draft).expect("YAML");
    let mark = draft.place_of(&problems[0]).expect("a place");
    assert_eq!((mark.line, mark.column), (3, 12));
}

#[test]
fn a_hex_has_one_name() {
    let said = wrong("orders: [{reinforce: {from: east, at: \"5206\"}}]");
    assert!(said.contains("Alexandria (5106)") || !said.contains("5106"), "{said}");
    assert!(!said.contains("Arlington"), "{said}");
}

#[test]
fn what_orders_come_to_is_said_before_any_die() {
    assert_eq!(
        preview("orders: [{spend: {east: 2}}]"),
        ["These orders spend 2 of your 6 initiative points; 4 are left, and you will be asked again [4.2]."]
    );
    assert_eq!(
        preview("orders: [{spend: {east: 4, discretionary: 2}}]"),
        ["These orders spend 6 of your 6 initiative points; your half-pulse ends [4.2]."]
    );
    assert_eq!(
        preview("orders: [{spend: {east: 1}}, {spend: {east: 1, if: {ours: \"4905\"}}}]"),
        ["These orders spend 1 to 2 of your 6 initiative points; 5 are left if no condition holds [4.2]."]
    );
}

#[test]
fn an_attack_that_promises_little_is_warned_of_and_told_once() {
    let warned = |text: &str| {
        let told = table().warnings(&south(), &act(text));
        told.into_iter().map(|problem| (problem.message, problem.rule.unwrap_or_default())).collect::<Vec<_>>()
    };
    let hopeless = "orders: [{move: {from: \"5005\", path: [\"5206\"]}}]";
    let said = warned(hopeless);
    assert!(said[0].0.starts_with("attacks Washington (5206) with 1 strength point against"), "{said:?}");
    assert!(said[0].0.ends_with("the attackers are eliminated without a die roll") && said[0].1 == "7.2.3", "{said:?}");
    assert_eq!(preview(hopeless).len(), 1, "the note does not say it again");
    let weak = "orders: [{move: {leader: magruder, sp: 1, path: [\"5410\"]}}]";
    let said = warned(weak);
    assert!(
        said.iter().any(|(message, rule)| {
            message == "attacks Fort Monroe (5410) with 1 strength point against 2, on column A: weaker than the enemy"
                && rule == "7.2"
        }),
        "{said:?}"
    );
    assert!(preview(weak).iter().all(|line| !line.contains("weaker")), "{:?}", preview(weak));
}

#[test]
fn an_attack_is_called_one() {
    let order = json!({"move": {"leader": "magruder", "sp": 1, "path": ["5410"]}});
    let said = table().order_words(&south(), &order);
    assert_eq!(
        said,
        "move Magruder with 1 strength point to Fort Monroe (5410): attacks 2 strength points under Butler"
    );
}

#[test]
fn outcomes_are_sentences() {
    let game = Rules(CivilWar::shipped());
    let points = json!({"union": 3, "confederate": 7});
    for (outcome, said) in [
        (json!({"by": "draw_agreed", "points": points}), "drawn by agreement, Union 3 to Confederate 7"),
        (
            json!({"by": "resigned", "points": points, "winner": "union"}),
            "the Confederacy has resigned and the Union wins, Union 3 to Confederate 7",
        ),
        (
            json!({"by": "default", "points": points, "winner": "confederate"}),
            "the Union loses by default and the Confederacy wins, Union 3 to Confederate 7",
        ),
        (
            json!({"level": "marginal", "points": points, "winner": "confederate"}),
            "a marginal victory for the Confederacy, Union 3 to Confederate 7",
        ),
        (json!({"by": "lot", "winner": "union"}), "by: lot, winner: union"),
        (json!({"level": "draw", "note": "see the letter"}), "level: draw, note: see the letter"),
    ] {
        assert_eq!(game.outcome_words(&outcome), said);
    }
}

/// A combat in which the defender is asked where to retreat, after its blows have fallen.
fn a_retreat_is_asked() -> Box<dyn Session> {
    let given = json!({
        "phasing": "union",
        "union": {"at": {"5106": {"sp": 3, "leaders": ["heintzelman-2"]}}},
        "confederate": {"at": {"5006": {"sp": 3}}},
    });
    let mut table = Rules(CivilWar::shipped()).case(&given).expect("a case");
    let attack = act("orders: [{move: {leader: heintzelman, sp: 3, path: [\"5006\"]}}]");
    let union: Id = "union".parse().expect("an id");
    table.adjudicate(&[(union, attack)], &mut dice(&[3, 1])).expect("an attack");
    table
}

fn dice(faces: &[u64]) -> ScriptedDice {
    ScriptedDice::new(faces.iter().map(|face| Scripted { purpose: None, faces: vec![*face] }))
}

#[test]
fn the_draft_of_an_answer_says_how_the_combat_stands() {
    let table = a_retreat_is_asked();
    let (asked, rule) = table.asked().expect("a question");
    assert_eq!(
        (asked.as_str(), rule.as_str()),
        ("Where does the Confederate force in Manassas (5006) retreat?", "7.7.16")
    );
    let notes = table.draft_notes(&south());
    let wanted =
        "The combat in Manassas (5006) so far: 3 strength points of the Union against 3 of the Confederacy on column ";
    assert!(notes.len() == 2 && notes[1].starts_with(wanted), "{notes:?}");
    assert!(notes[1].ends_with("attacker's die 3, defender's die 1."), "{notes:?}");
    let said = table.answer_words(&json!({"retreat": "5007"}));
    assert_eq!(said, "retreat to Wilderness (5007)");
}

#[test]
fn what_a_combat_cost_is_told_where_it_ends_in_a_later_step() {
    let mut table = a_retreat_is_asked();
    let before = table.position();
    let answer = act("answers: [{id: retreat-1, answer: {retreat: \"5007\"}}]");
    let events = table
        .adjudicate(&[(south(), answer)], &mut ScriptedDice::new([Scripted { purpose: None, faces: vec![6, 6] }]))
        .expect("an answer");
    let facts = StepFacts { step: 2, events, ..StepFacts::default() };
    let page = text::write(&table.report(&before, &facts).expect("a report"));
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let brief = page.split("The situation").next().unwrap_or_default();
    assert!(
        brief.contains("Combat in Manassas (5006), continued: the Union under ") && brief.contains(" and wins."),
        "{page}"
    );
    assert!(brief.contains("Losses: Union") || brief.contains("Neither side loses"), "{page}");
}
#[test]
fn a_field_of_another_order_is_answered_with_this_order_s_own() {
    for (order, path, meant) in [
        ("move: {leader: jackson, to: \"4905\"}", "move.to", "path: [\"4905\"]"),
        ("move: {leader: jackson, at: 4905}", "move.at", "path: [\"4905\"]"),
        ("rail: {leader: jackson, path: [\"4905\", \"5006\"]}", "rail.path", "to: \"5006\""),
        ("remove: {army: potomac, fate: moved, to: \"4905\"}", "remove.to", "path: [\"4905\"]"),
        ("build: {what: depot, hex: \"4905\"}", "build.hex", "at: \"4905\""),
    ] {
        let said = wrong(&format!("orders: [{{{order}}}]"));
        assert!(said.starts_with(&format!("orders[0].{path}: ")), "{said}");
        assert!(said.contains(meant), "{said}");
    }
}

#[test]
fn what_a_voyage_comes_to_is_said_before_any_die() {
    // EX 8.8: Farragut, past Fort Morgan and the Tennessee, to Mobile.
    let given = json!({
        "scenario": "campaign_1864", "turn": 17, "phasing": "union", "difference": 6,
        "union": {"commands": {"naval": 4}, "at": {"5206": {"sp": 2, "leaders": ["schofield-2"]}},
                  "ships": {"5106/5206": {"ships": ["canonicus", "mahopac", "monadnock", "tecumseh"], "ocean": 2,
                                          "leaders": ["farragut-2"]}}},
        "confederate": {"at": {"2428": {"sp": 1}}, "ships": {"2429/2530": {"ships": ["tennessee"]}}},
        "works": {"2428": {"held": {"side": "confederate", "kind": "fort"}}},
        "control": {"2529": "union"},
    });
    let table = Rules(CivilWar::shipped()).case(&given).expect("a case");
    let union: Id = "union".parse().expect("an id");
    let order = "orders: [{sail: {leader: farragut, load: {at: \"5206\", sp: 2, leaders: [schofield]}, \
                 to: [\"2429/2530\", \"2429/2529\"], land: \"2428\"}}]";
    let said = table.preview(&union, &act(order));
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[2].starts_with("Order 1: The Union takes Mobile (2428): "), "{said:?}");
    // Two hexsides of Fort Morgan, the fort of the hex once.
    let warned = table.warnings(&union, &act(order));
    let shots = "draws fire from Mobile (2428) once and Fort Morgan (2429) twice, and meets enemy ships at 2429/2530 \
                 in Mobile Bay";
    let told = warned.iter().find(|problem| problem.rule.as_deref() == Some("8.10.8")).expect("a warning");
    assert_eq!((told.message.as_str(), told.path.as_deref()), (shots, Some("orders[0]")));
    // Four ironclads and a point for two transports; the hex, the fort, the strength point and the city.
    assert!(
        said[1].starts_with("Order 1 lands in Mobile (2428) with 2 strength points and 5 for the ships against 4,"),
        "{said:?}"
    );
}

/// Otherwise a turn with a ship doubled would have the same effect as the turn without it, under another digest.
#[test]
fn a_ship_named_twice_in_a_list_is_refused() {
    for (order, path) in [
        ("sail: {ships: [virginia, virginia], to: [\"5211/5110\"]}", "orders[0].sail.ships"),
        ("launch: {ships: [{at: \"5109\", ships: [virginia, virginia]}]}", "orders[0].launch.ships[0].ships"),
    ] {
        let said = wrong(&format!("orders: [{{{order}}}]"));
        assert!(said.starts_with(path) && said.contains("virginia is listed twice"), "{said}");
    }
}
