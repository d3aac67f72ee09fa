use serde_json::{Value, json};

use adjutant_core::document::from_value;
use seven_days::orders::{Answer, Order as Given};
use seven_days::pack::Pack;
use seven_days::present::order_text::*;

#[track_caller]
fn assert_order_text(given: Value, wanted: &str) {
    let given: Given = from_value(given).expect("an order");
    assert_eq!(order(&Pack::shipped(), &given), wanted);
}

#[track_caller]
fn answers(given: Value, wanted: &str) {
    let given: Answer = from_value(given).expect("an answer");
    assert_eq!(answer(&Pack::shipped(), &given), wanted);
}

#[test]
fn assaults_in_words() {
    assert_order_text(
        json!({"assault": {"area": 45, "leader": "ap_hill", "forced_march": ["ap_hill_infantry"]}}),
        "begin an Assault Impulse from Meadow's Bridge Road (45): A.P. Hill tries to activate his command, \
         A.P. Hill Infantry on a Forced March",
    );
    assert_order_text(
        json!({"assault": {"area": 45, "combined": {"leaders": ["ap_hill", "dh_hill"], "by": "lee_commands"},
            "rally": {"area": 2}, "build": {"bridge": "new_bridge", "engineers": true}}}),
        "begin a Combined Assault of A.P. Hill and D.H. Hill from Meadow's Bridge Road (45), with Lee Commands; before \
         that, use the Advantage to rally the Inactive leaders in Enon Church (2); before that, try to build New Bridge \
         with the Engineers",
    );
    assert_order_text(
        json!({"attack": {"area": 6, "units": ["ap_hill_infantry"], "point": "ap_hill_infantry", "spare": ["ap_hill"],
            "stay": true}}),
        "assault Ellerson's Mill (6) with A.P. Hill Infantry, A.P. Hill Infantry as Point Unit, without the Combat \
         Rating of A.P. Hill, and stay there if repulsed",
    );
}

#[test]
fn moves_in_words() {
    assert_order_text(
        json!({"move": {"units": ["winder_infantry", "winder_artillery"], "leaders": ["jackson"], "path": [3, 6],
            "if": {"activated": true, "clear": [3], "results": [{"area": 6, "was": "rout"}]}}}),
        "move Jackson with Winder (infantry and artillery) through Polegreen Church (3) to Ellerson's Mill (6), if a \
         leader has activated his command, no enemies are in Polegreen Church (3) and the assault on Ellerson's Mill \
         (6) was a Rout",
    );
    assert_order_text(
        json!({"move": {"path": [], "if": {"not": {"ours": [1, 2]}}}}),
        "move nobody nowhere, if it is not true that Haw's Shop (1) and Enon Church (2) are under friendly control",
    );
    assert_order_text(
        json!({"regroup": {"from": 7, "to": [{"area": 9, "units": ["sykes_infantry"]}, {"area": 40, "leaders": ["porter"]}],
            "and": {"from": 33, "to": [{"area": 34, "siege_guns": true}]}}}),
        "regroup from Gaines Mill/Cold Harbor (7): Sykes Infantry to Bowles (9) and Porter to Fair Oaks (40); and, with \
         the Advantage, from White Oak Swamp (33): the Siege Guns to Glendale (34)",
    );
}

#[test]
fn nights_in_words() {
    assert_order_text(json!({"night": {}}), "use no Replacement Points and entrench nowhere");
    assert_order_text(
        json!({"night": {"advantage": true, "replace": ["mccall_infantry"], "entrench": [7], "keep_engineers": true}}),
        "tonight use the Advantage for one more Replacement Point, make McCall Infantry Fresh, entrench Gaines Mill/Cold \
         Harbor (7) and leave the Engineers at their bridge",
    );
}

#[test]
fn answers_in_words() {
    answers(json!({"screen": []}), "do not screen");
    answers(json!({"screen": ["blake_cavalry"]}), "screen with Blake Cavalry");
    answers(
        json!({"losses": [{"exhaust": "mccall_infantry"}, {"retreat": "mccall_infantry"}, {"eliminate": "nobody_known"}]}),
        "exhaust McCall Infantry, then retreat McCall Infantry, then eliminate nobody known",
    );
    answers(json!({"losses": []}), "take no losses");
    answers(json!({"remove": [6, 38]}), "remove the entrenchments in Ellerson's Mill (6) and White's Tavern (38)");
}

#[test]
fn what_a_side_answers_is_told_to_everybody() {
    let clause = |given: Value| answer_clause(&Pack::shipped(), &from_value(given).expect("an answer"));
    assert_eq!(clause(json!({"forward": "mccall_infantry"})), "makes McCall Infantry the Forward Unit");
    assert_eq!(clause(json!({"screen": []})), "does not screen");
    assert_eq!(
        clause(json!({"losses": [{"exhaust": "mccall_infantry"}, {"retreat": "mccall_infantry"}]})),
        "exhausts McCall Infantry, then retreats McCall Infantry"
    );
    assert_eq!(clause(json!({"withdraw": []})), "retreats no unit voluntarily");
}
