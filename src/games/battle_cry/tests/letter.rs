//! By the letter: every card is settled as it is played, and the enemy is asked at once (I.7, Immediately). The first send
//! of Corinth with its chain of Command Failures.

use crate::support::{Field, card, cards};
use adjutant_core::pack::Side::{Confederate, Union};
use serde_json::json;

#[test]
fn a_chain_of_command_failures_is_asked_card_by_card() {
    let union = ["us_rosecrans", "us_halleck", "us_mcpherson"];
    let confederate = ["cs_a_s_johnston", "cs_polk", "cs_cleburne"];
    let mut field = Field::battle("corinth", Union, [&union, &confederate]).by_card();
    let [discord, numbers] = ["discord", "overwhelming"].map(|event| card(Union, event, 0));
    let [failure, further] = [card(Confederate, "command_failure", 0), card(Union, "command_failure", 0)];
    // The Confederate is asked about Discord before the Union's next card is looked at.
    field.orders(Union, json!([{"special": {"card": discord}}, {"special": {"card": numbers}}, {"send": {}}]));
    assert_eq!(field.question("special")["card"], json!(discord));
    field.answer(Confederate, json!({"card": failure}));
    assert_eq!(field.question("failure")["by"], json!(failure));
    field.answer(Union, json!({"card": further}));
    // He could go on with the chain, and does not: Discord stands.
    assert_eq!(field.question("failure")["by"], json!(further));
    field.answer(Confederate, json!("accept"));
    assert_eq!(field.game().battle.as_ref().unwrap().attack_caps[&Confederate], 3);
    // Now Overwhelming Numbers, which was written behind it.
    assert_eq!(field.question("special")["card"], json!(numbers));
    field.answer(Confederate, json!("pass"));
    let hands = [field.hand(Union), field.hand(Confederate)];
    assert_eq!(field.question("force")["card"], json!(numbers));
    field.answer(Confederate, json!({"choose": {"for": 1, "discard": cards(Confederate, "woods", 2)}}));
    assert_eq!([field.hand(Union), field.hand(Confederate)], [hands[0] + 2, hands[1] - 2]);
    // The send is handed over, and nothing in it is left to be answered.
    field.orders(Confederate, json!([{"pass": {}}]));
    assert_eq!(field.event("passed")["side"], "confederate");
}

/// The limit of a send counts its cards one by one.
#[test]
fn the_limit_of_a_send_holds_card_by_card() {
    let mut field = Field::battle("corinth", Union, [&["us_rosecrans"], &["cs_polk"]]).by_card();
    let [first, second] = [card(Union, "woods", 0), card(Union, "woods", 1)];
    // Works are a special event, too: the Confederate is asked about them, and lets them stand.
    field.orders(Union, json!([{"special": {"card": first}}]));
    field.answer(Confederate, json!("pass"));
    let refused = field.refused(Union, json!([{"special": {"card": second}}]));
    assert!(refused.iter().any(|code| code == "send_full"), "{refused:?}");
    field.orders(Union, json!([{"send": {}}]));
    field.orders(Confederate, json!([{"pass": {}}]));
    field.orders(Union, json!([{"special": {"card": second}}, {"send": {}}]));
    assert_eq!(field.question("special")["card"], json!(second));
}

/// A send that is held keeps its count as well (BC-28); with the option it starts again after an immediate card (BC-5).
#[test]
fn a_held_send_keeps_its_count() {
    for (resets, refused) in [(false, true), (true, false)] {
        let mut field = Field::battle("corinth", Union, [&["us_rosecrans"], &["cs_polk"]]).resetting(resets);
        let [draws, works] = [card(Union, "by_rail", 0), card(Union, "woods", 0)];
        let failure = card(Confederate, "command_failure", 0);
        field.orders(Union, json!([{"special": {"card": draws}}, {"hold": {}}]));
        field.seal(Union, "failure", json!({"pay": "us_rosecrans"}));
        field.orders(Confederate, json!([{"react": {"card": failure, "to": 1, "go_on": true}}, {"settle": {}}]));
        let found = field.refused(Union, json!([{"special": {"card": works}}]));
        assert_eq!(found.iter().any(|code| code == "send_full"), refused, "{found:?}");
    }
}

/// Who pays for a card returns others at random, and the rest of his file with them: it may play one of those.
#[test]
fn a_payment_returns_the_rest_of_the_file() {
    let union = ["us_rosecrans", "us_halleck", "us_mcpherson"];
    let mut field = Field::battle("corinth", Union, [&union, &["cs_polk"]]).by_card();
    let [discord, numbers] = ["discord", "overwhelming"].map(|event| card(Union, event, 0));
    field.orders(Union, json!([{"special": {"card": discord}}, {"special": {"card": numbers}}, {"send": {}}]));
    field.answer(Confederate, json!({"card": card(Confederate, "command_failure", 0)}));
    field.answer(Union, json!({"pay": "us_rosecrans"}));
    let played = |field: &Field| field.game().battle.as_ref().unwrap().table.iter().any(|one| one.card == numbers);
    assert!(!played(&field), "it is his move again");
    field.orders(Union, json!([{"special": {"card": numbers}}]));
    assert!(played(&field));
}
