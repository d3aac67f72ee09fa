//! Every order, answer and standing order can be read back.

use serde_json::{Value, json};

use adjutant_core::document::from_value;
use civil_war::pack::{Pack, Side};

/// The words of a Union order.
#[track_caller]
fn reads(order: Value, wanted: &str) {
    let read = from_value(&order).expect("an order");
    assert_eq!(civil_war::present::order_text::order(&Pack::shipped(), Side::Union, &read), wanted, "{order}");
}

#[test]
fn armies_march_in_words() {
    reads(
        json!({"move": {"army": "potomac", "path": ["5106"]}}),
        "move the Army of the Potomac with all its strength points that have not moved to Alexandria (5106)",
    );
    reads(
        json!({"move": {"army": "potomac", "sp": 9, "leave": ["burnside"], "path": ["5106", "5107", "5108"],
            "drop": [{"at": "5106", "sp": 2}, {"at": "5107", "leaders": ["hooker", "sumner"], "sp": 1}]}}),
        "move the Army of the Potomac with 9 strength points via Alexandria (5106) and Aquia (5107) to \
         Fredericksburg (5108), without Burnside, leaving 2 strength points in Alexandria (5106), leaving 1 strength \
         point, Hooker and Sumner in Aquia (5107)",
    );
    reads(
        json!({"move": {"leader": "grant", "army_group": true, "path": ["5106"]}}),
        "move Grant with every army in his hex to Alexandria (5106)",
    );
    reads(
        json!({"move": {"leader": "mcdowell", "sp": 6, "path": ["5106", "5006"], "depot": "5106", "depots": "destroy",
            "stop": {"theirs": "4907"}, "if": {"enemy_sp": {"at": "5006", "at_most": 1}}}}),
        "move McDowell with 6 strength points via Alexandria (5106) to Manassas (5006), using up the depot in \
         Alexandria (5106) if a combat needs supply from a depot, destroying enemy depots on the way, stopping on the \
         way as soon \
         as the Confederacy is in Culpeper (4907), if the Confederacy has at most 1 strength point in Manassas (5006)",
    );
    reads(
        json!({"move": {"leader": "stoneman", "sp": 1, "path": ["5106", "5006"], "convert": ["5006"], "depots": "capture"}}),
        "move Stoneman with 1 strength point via Alexandria (5106) to Manassas (5006), taking control of the railroad \
         and city in Manassas (5006), capturing enemy depots on the way",
    );
    reads(
        json!({"move": {"leader": "stoneman", "sp": 1, "convert": ["5006"]}}),
        "have Stoneman with 1 strength point take control of the railroad and city in their hex",
    );
    reads(json!({"move": {"leader": "hooker", "path": ["5106"]}}), "move Hooker alone to Alexandria (5106)");
    reads(
        json!({"move": {"from": "5206", "path": ["5106"]}}),
        "move 1 strength point from Washington (5206) to Alexandria (5106)",
    );
}

#[test]
fn other_orders_in_words() {
    reads(
        json!({"reinforce": {"from": "east", "at": "5106", "army": "potomac"}}),
        "bring a strength point from the East track to Alexandria (5106), into the Army of the Potomac",
    );
    reads(
        json!({"rail": {"from": "5206", "to": "5003"}}),
        "send 1 strength point from Washington (5206) by rail to Hagerstown (5003)",
    );
    reads(
        json!({"rail": {"leader": "hooker", "sp": 4, "to": "5003"}}),
        "send Hooker with 4 strength points by rail to Hagerstown (5003)",
    );
    reads(json!({"build": {"what": "depot", "at": "5106"}}), "build a depot in Alexandria (5106)");
    reads(json!({"build": {"what": "fort", "at": "5106"}}), "build a fort in Alexandria (5106)");
    reads(json!({"build": {"what": "fortress", "at": "5106"}}), "upgrade the fort in Alexandria (5106) to a fortress");
    reads(json!({"destroy": {"what": "depot", "at": "5106"}}), "destroy the depot in Alexandria (5106)");
    reads(json!({"destroy": {"what": "fort", "at": "5106"}}), "destroy the fort in Alexandria (5106)");
    reads(json!({"create": {"army": "potomac", "at": "5206"}}), "form the Army of the Potomac in Washington (5206)");
    let remove = |fate: &str, path: Value| json!({"remove": {"army": "potomac", "fate": fate, "path": path}});
    reads(remove("removed", json!([])), "remove the commander of the Army of the Potomac to the Removed Leaders Box");
    reads(remove("demoted", json!([])), "remove the commander of the Army of the Potomac and demote him to two stars");
    reads(
        remove("moved", json!(["5205", "5305"])),
        "remove the commander of the Army of the Potomac and move him via Annapolis Junction (5205) to Baltimore \
         (5305)",
    );
    reads(
        json!({"transfer": {"from": "potomac", "to": "james", "sp": 3, "leaders": ["butler"]}}),
        "transfer 3 strength points and Butler from the Army of the Potomac to the Army of the James",
    );
    reads(json!({"spend": {"east": 1}}), "spend 1 East command point without an action");
}

#[track_caller]
fn answers(answer: Value, wanted: &str) {
    let read = from_value(&answer).expect("an answer");
    assert_eq!(civil_war::present::order_text::answer(&Pack::shipped(), &read), wanted, "{answer}");
}

#[test]
fn answers_in_words() {
    answers(json!({"react": "decline"}), "do not roll for reaction");
    answers(json!({"react": "roll"}), "roll for reaction");
    answers(
        json!({"react": "together"}),
        "roll once for every army in the hex, using the four-star leader's \
                                           initiative",
    );
    answers(json!({"reaction": "stay"}), "leave the army where it is");
    answers(json!({"reaction": {"go": {"to": "5107"}}}), "move to Aquia (5107)");
    answers(
        json!({"reaction": {"go": {"to": "5107", "sp": 6, "leave": ["stuart"]}}}),
        "move with 6 strength points to Aquia (5107), without Stuart",
    );
    answers(
        json!({"reaction": {"go": {"to": "5107", "leader": "stuart"}}}),
        "send Stuart with as many strength points as he may move to Aquia (5107)",
    );
    answers(
        json!({"reaction": {"go": {"to": "5107", "leader": "stuart", "sp": 1}}}),
        "send Stuart with 1 strength point to Aquia (5107)",
    );
    answers(json!({"screen": "stand"}), "stand and fight");
    answers(json!({"screen": "retreat"}), "retreat before combat, if its leader survives his Leader Loss Check");
}

#[track_caller]
fn assert_standing_text(standing: Value, wanted: &[&str]) {
    let read = from_value(&standing).expect("standing orders");
    assert_eq!(civil_war::present::order_text::standing(&Pack::shipped(), &read), wanted, "{standing}");
}

#[test]
fn standing_reactions_in_words() {
    let reaction = |wanted: Value| json!({"reaction": {"northern_virginia": wanted}});
    let reach = "When the enemy enters the reaction radius of the Army of Northern Virginia";
    assert_standing_text(reaction(json!({"into": "nowhere"})), &[&format!("{reach}, the army does not roll.")]);
    assert_standing_text(
        reaction(json!({"into": "announced", "when_enemy_sp_at_most": 8})),
        &[&format!(
            "{reach} and the enemy force has at most 8 strength points, the army rolls and reacts into the hex that the \
             enemy is about to enter, to fight there. Otherwise the army does not roll."
        )],
    );
    assert_standing_text(
        reaction(json!({"into": {"toward": "5109"}, "leave_sp": 1, "leave": ["stuart"]})),
        &[&format!(
            "{reach}, the army rolls and reacts to the legal hex nearest Richmond (5109), but not into the hex that the \
             enemy is about to enter; left behind: 1 strength point and Stuart."
        )],
    );
    assert_standing_text(
        reaction(json!({"into": "announced", "when_in": ["5006", "5106"], "when_entering": ["5107"],
            "when_enemy_sp_at_least": 2, "leader": "stuart",
            "otherwise": {"into": {"first": ["5107", "5108"]}, "when_enemy_sp_at_least": 9,
                "otherwise": {"into": "nowhere"}}})),
        &[&format!(
            "{reach} and the enemy force has at least 2 strength points, the enemy is about to enter Aquia (5107) and \
             the army is in Manassas (5006) or Alexandria (5106), the army rolls, and Stuart reacts with as many strength points \
             as he may move into the hex that the enemy is about to enter, to fight there. Otherwise, if the enemy \
             force has at least 9 strength points, the army rolls and reacts to Aquia (5107) or else Fredericksburg (5108). \
             Otherwise the army does not roll."
        )],
    );
}

#[test]
fn standing_screens_and_depots_in_words() {
    assert_standing_text(
        json!({"screen": {"before_sp": 1}}),
        &["Cavalry retreats before combat, whatever the size of the enemy force."],
    );
    assert_standing_text(
        json!({"screen": {"before_sp": 4, "stand_in": ["5109", "5006"]}}),
        &["Cavalry retreats before a force of at least 4 strength points, and stands against a smaller one; in \
             Richmond \
           (5109) and Manassas (5006) it always stands."],
    );
    assert_standing_text(
        json!({"depots": ["5006", "4907"]}),
        &["A defense that must use up a depot uses the first available of these: Manassas (5006) then Culpeper \
           (4907)."],
    );
    assert_standing_text(json!({}), &[]);
}
