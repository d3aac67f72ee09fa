use serde_json::{Map, Value, json};

use adjutant_core::session::{Game, Rules};
use seven_days::SevenDays;

#[test]
fn a_position_that_cannot_be_is_told_from_one_that_can() {
    let game = Rules(SevenDays::shipped());
    let setup = game.setup(&"seven_days".parse().expect("an id"), &Map::new()).expect("the scenario");
    let position = setup.position();
    assert!(game.broken(&position).is_empty());
    let twice = json!([position["stack"][0], position["stack"][0]]);
    let changes: [(&str, Value, &str); 6] = [
        ("stack", json!([]), "nothing is under way"),
        ("stack", twice, "the stack must hold one turn, once"),
        ("game.turn", json!(8), "the match has no turn 8"),
        ("game.turn", json!(0), "the match has no turn 0"),
        ("game.points", json!({"union": 100}), "the Record Track ends at 99"),
        ("game.bids", json!({"union": {"side": "union", "bid": 21}}), "21 is not a legal bid: the most is 20"),
    ];
    for (field, value, wanted) in changes {
        let mut position = position.clone();
        match field.split_once('.') {
            Some((part, field)) => position[part][field] = value,
            None => position[field] = value,
        }
        let found: Vec<String> = game.broken(&position).into_iter().map(|problem| problem.message).collect();
        assert!(found.iter().any(|message| message.contains(wanted)), "{field}: {found:?}");
    }
}
