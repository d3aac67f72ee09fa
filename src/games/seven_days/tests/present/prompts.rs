use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::document::from_value;
use adjutant_core::engine::Events;
use seven_days::orders::{Order, Question};
use seven_days::pack::Side;
use seven_days::present::prompts::*;

#[test]
fn what_may_be_ordered() {
    let (rules, day) = position(json!({}));
    let (said, rule) = asked(&rules, &day).expect("something");
    let wanted =
        "The Confederacy plays impulse 0 of June 26: an Assault, a Regroup or a Pass Impulse. It has the Advantage.";
    assert_eq!((said.as_str(), rule.as_str()), (wanted, "8.1"));
    let (rules, night) = position(json!({"at": "night", "active": "union", "points": {"union": 3},
        "union": {"36": {"units": ["penn_8_cavalry-"]}}}));
    let (said, rule) = asked(&rules, &night).expect("something");
    // 13.3: two points come while the train stands at a landing; 36 borders areas of its own that lead to it.
    let wanted = "The Union plays its Night Phase of June 26: 5 Replacement Points; 1 Exhausted unit can take one; \
                  infantry may entrench.";
    assert_eq!((said.as_str(), rule.as_str()), (wanted, "13.2"));
}

#[test]
fn questions_in_words() {
    let (rules, position) = position(json!({}));
    let says = |question: Value| {
        let question: Question = from_value(question).expect("a question");
        question_words(&rules, &position, Side::Union, &question)
    };
    assert_eq!(
        says(json!({"forward": {"area": 6, "units": ["mccall_infantry"]}})),
        "The Confederacy assaults Ellerson's Mill (6). Which unit is the Forward Unit?"
    );
    assert_eq!(
        says(json!({"retreat": {"unit": "mccall_infantry", "from": 6, "options": [7, 41]}})),
        "Where does McCall Infantry retreat from Ellerson's Mill (6)? Choose Gaines Mill/Cold Harbor (7) or Old Tavern \
         (41)."
    );
    assert_eq!(
        says(json!({"rouse": {"leader": "mcclellan"}})),
        "McClellan is Inactive. Does the Union use the Advantage to make him Active today?"
    );
    assert!(
        says(json!({"losses": {"area": 99, "points": 4, "forward": "nobody"}}))
            .contains("4 Casualty Points in area 99")
    );
}

#[test]
fn an_order_says_whom_it_meets() {
    let (rules, position) = position(json!({}));
    let says = |value: Value| {
        let given = from_value(value).expect("an order");
        order(&rules, &position.game, Side::Confederate, &given)
    };
    assert_eq!(
        says(json!({"move": {"units": ["winder_infantry"], "path": [3, 6]}})),
        "move Winder Infantry through Polegreen Church (3) to Ellerson's Mill (6); enemies there: 8 Illinois Cavalry and \
         McCall (infantry and artillery)"
    );
    assert_eq!(says(json!({"pass": {}})), "pass");
    assert!(!says(json!({"move": {"units": ["winder_infantry"], "path": [3]}})).contains("enemies"));
}

#[test]
fn of_those_without_an_activated_leader_one_may_act() {
    // Jackson has failed: of Jackson's and Ewell's divisions one, and the Independent ones, may act (8.1.1).
    let (rules, start) = position(json!({}));
    let mut game = start.game.clone();
    let begin = |value: Value| from_value::<Order>(value).expect("an order");
    let Order::Assault(order) = begin(json!({"assault": {"area": 2}})) else { panic!("an assault") };
    let begun =
        seven_days::phases::impulse::begin(&rules, &mut game, &mut Events::discarding(), Side::Confederate, &order);
    assert!(begun.is_ok());
    let current = game.current.clone().expect("an impulse");
    let said = impulse_in_progress(&rules, &game, Side::Confederate, &current);
    let wanted = "The Confederacy continues impulse 0 from Enon Church (2); these units may still act: Johnson (infantry and \
                  artillery) and 2 Virginia Cavalry; and one of these: Ewell (infantry and artillery), Whiting \
                  (infantry and artillery) and Winder (infantry and artillery).";
    assert_eq!(said, wanted);
    // One that has moved is named with where it is and what it has left: 5 less 1 for a Vacant area.
    let moved = begin(json!({"move": {"units": ["winder_infantry"], "path": [3]}}));
    let after = seven_days::projection::after_order(&rules, &start, &game, Side::Confederate, &moved)
        .expect("legal")
        .expect("a game")
        .game;
    let current = after.current.clone().expect("an impulse");
    let said = impulse_in_progress(&rules, &after, Side::Confederate, &current);
    assert!(said.contains("Winder Infantry (") && said.contains(" left) in Polegreen Church (3)"), "{said}");
    assert!(!said.contains("Ewell"), "{said}");
}

#[test]
fn how_a_match_ends() {
    let says = |value: Value| outcome(&value).unwrap_or_default();
    assert_eq!(
        says(json!({"winner": "confederate", "how": "train_taken"})),
        "the Confederacy wins: the Supply Train is captured"
    );
    assert_eq!(says(json!({"winner": "union", "how": "resigned"})), "the Confederacy has resigned and the Union wins");
    assert_eq!(says(json!({"winner": "none", "how": "draw_agreed"})), "drawn by agreement");
    for odd in [
        json!("draw"),
        json!({"winner": 3}),
        json!({"winner": "none", "how": "richmond"}),
        json!({"winner": "union", "how": "ruled", "points": 7}),
    ] {
        assert_eq!(outcome(&odd), None, "{odd}");
    }
    assert_eq!(
        choice(&json!({"side": "union", "bid": 3})).as_deref(),
        Some("play the Union; the Confederacy gets 3 Replacement Points")
    );
    assert_eq!(choice(&json!({"side": "union", "bid": 300})), None);
}
