//! What `show`, `legal --for` and `check` print about armies, with the program itself.

use crate::refereed_match;
use std::fs;

use refereed_match::{Ran, RefereedMatch};
use serde_json::Value;

fn out(table: &RefereedMatch, seat: &str, args: &[&str]) -> String {
    let ran = table.run(seat, args);
    assert_eq!(ran.code, 0, "{args:?} as {seat}: {}{}", ran.out, ran.err);
    ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn json(table: &RefereedMatch, seat: &str, args: &[&str]) -> Value {
    let args = [args, &["--format", "json"]].concat();
    serde_json::from_str(&out(table, seat, &args)).expect("JSON")
}

#[track_caller]
fn all(text: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(text.contains(words), "no '{words}' in:\n{text}");
    }
}

/// The army of a side.
fn army(seat: &str) -> &'static str {
    if seat == "union" { "potomac" } else { "northern_virginia" }
}

#[test]
fn armies_and_their_supply_are_shown_as_the_campaign_begins() {
    let table = RefereedMatch::of("virginia_1862");
    all(
        &out(&table, "union", &["show", "army", "potomac"]),
        &[
            "The Army of the Potomac ===",
            "Where Fort Monroe (5410)",
            " strength points of at most 25",
            "Commander McClellan (3 stars)",
            "It marches as a whole for 3 command points [6.2.7a]",
            "It reacts on a roll of 4 or more (above McClellan's initiative of 3) [12.3.6]",
            "Its leaders ----------- - McClellan (3 stars): infantry, initiative 3,",
        ],
    );
    let report = json(&table, "union", &["show", "army", "AoNV"]);
    assert_eq!(report["title"], "The Army of Northern Virginia");
    let refused: Ran = table.run("union", &["show", "army", "shenandoah"]);
    assert_eq!(refused.code, 1);
    all(&refused.err, &["there is no army 'shenandoah'"]);
    all(
        &out(&table, "union", &["show", "supply", "richmond"]),
        &[" Confederate strength points here are in supply.", "Source The railroad leads to cities worth "],
    );
    all(
        &out(&table, "union", &["show", "supply", "potomac"]),
        &["Supply in Fort Monroe (5410)", "Source The sea, at "],
    );
    all(
        &out(&table, "union", &["show", "stack", "northern_virginia"]),
        &["In Richmond (5109)", " strength points of the Army of Northern Virginia"],
    );
    all(
        &out(&table, "union", &["show", "hex", "5410"]),
        &["Depot of the Union", "Fortification Ft. Monroe, a fortress, held by the Union"],
    );
    // Nobody is asked for orders yet, and nothing can be done.
    all(
        &out(&table, "union", &["legal", "--for", "potomac"]),
        &["Options of Union: The Army of the Potomac, in Fort Monroe (5410) The Union is not asked for orders now. \
             [4.2]"],
    );
}

#[test]
fn what_one_can_do_what_to_beware_of_and_standing_orders_in_words() {
    let table = RefereedMatch::of("virginia_1862");
    let seat = table.until_orders();
    let army = army(&seat);
    all(
        &out(&table, &seat, &["legal", "--for", army]),
        &["You must first bring in your free reinforcement; these orders may follow it. [4.2.5]", " marches under "],
    );
    let found = json(&table, &seat, &["legal", "--for", army]);
    assert_eq!(found["seat"], seat.as_str());
    let offers = found["offers"].as_array().expect("offers");
    assert!(offers.iter().all(|offer| {
        let orders = offer["orders"].as_array().expect("orders");
        let because = offer["because"].as_array().expect("reasons");
        orders.is_empty() != because.is_empty() && (orders.is_empty() || offer["cost"] != "")
    }));
    let unknown = table.run(&seat, &["legal", "--for", "nowhere"]);
    assert_eq!(unknown.code, 1);
    all(&unknown.err, &["there is no hex, leader, army or ship 'nowhere'"]);

    // Points are spent without an action although reinforcements are waiting.
    let first = table.legal_order(&seat);
    let standing =
        format!("{{reaction: {{{army}: {{into: announced, when_enemy_sp_at_most: 8}}}}, screen: {{before_sp: 4}}}}");
    let draft = table.drafted(&seat, &format!("orders: [{first}, {{spend: {{west: 1}}}}]\nstanding: {standing}"));
    let draft = draft.to_str().expect("a path");
    let said = out(&table, &seat, &["check", draft]);
    all(
        &said,
        &[
            "Warning: order 2 spends 1 command point without an action while reinforcements wait",
            "[10.2]",
            "Your standing orders from now on: When the enemy",
        ],
    );
    let value = json(&table, &seat, &["check", draft]);
    assert_eq!(value["warnings"][0]["where"], "orders[1]");
    assert_eq!(value["warnings"][0]["rule"], "10.2");

    table.run_ok(&seat, &["sign", draft]);
    table.run_ok("adjudicator", &["adjudicate"]);
    all(
        &out(&table, "adjudicator", &["show", "standing", &seat]),
        &[
            "and the enemy force has at most 8 strength points, the army rolls and reacts into the hex that the enemy is \
             about to enter, to fight there. Otherwise the army does not roll.",
            "Cavalry retreats before a force of at least 4 strength points, and stands against a smaller one.",
        ],
    );
    all(
        &out(&table, "adjudicator", &["show", "army", army]),
        &["Standing order When the enemy enters the reaction radius of the Army"],
    );
}

#[test]
fn a_draft_gives_examples_of_every_order_that_is_legal() {
    let table = RefereedMatch::of("virginia_1862");
    let seat = table.until_orders();
    let draft = fs::read_to_string(table.draft(&seat)).expect("a draft");
    let army = army(&seat);
    all(
        &draft,
        &[
            &format!(" ({army}: "),
            &format!("# standing: {{reaction: {{{army}: {{when_enemy_sp_at_most: "),
            "# standing: {screen: {before_sp: 4}}  # Cavalry retreats before a force of at least 4",
            "  # Destroy your own depot, fort or fortress (free):\n  # - {destroy: {what: depot, at: ",
            "is skipped if the condition does not hold: if: {theirs: ",
        ],
    );
}
