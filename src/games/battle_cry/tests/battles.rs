//! The two battles of the rulebook's example, played send by send through the driver: each send is one turn file, whose
//! first orders answer the enemy's (Example of Play, I; BC-26).

use crate::support::{Field, card, cards};
use adjutant_core::pack::Side::{Confederate, Union};
use serde_json::json;

/// Antietam: the Confederate attacks with five generals against four.
fn antietam() -> Field {
    let confederate = ["cs_joe_johnston", "cs_beauregard", "cs_a_p_hill", "cs_ewell", "cs_stuart"];
    let union = ["us_meade", "us_mcdowell", "us_mcclellan", "us_howard"];
    Field::battle("antietam", Confederate, [&union, &confederate])
}

#[test]
fn antietam_is_played_send_by_send() {
    let mut field = antietam();
    let forney = card(Confederate, "massed_column_c", 0);
    let [pender, hood, early] = ["division_c", "brigade_c", "enfilade_c"].map(|event| card(Confederate, event, 0));
    let elan = card(Confederate, "elan", 0);
    let [counter, refuse, works] =
        ["counter_battery", "refuse_flank", "breastworks"].map(|event| card(Confederate, event, 0));
    let artillery = card(Union, "massed_artillery", 0);
    let [union_works, woods] = ["breastworks", "woods"].map(|event| card(Union, event, 0));
    let [parrots, rally, corps, outflank] =
        ["parrots", "rally_u", "enfilade_strong_u", "outflank_u"].map(|event| card(Union, event, 0));
    let hand = field.hand(Confederate);
    field.orders(
        Confederate,
        json!([
            {"engage": {"general": "cs_stuart"}},
            {"attack": {"card": forney, "half": "lower", "general": "cs_ewell"}},
            {"attack": {"card": pender, "half": "lower", "general": "cs_a_p_hill"}},
            {"send": {}},
        ]),
    );
    assert_eq!(field.lead(), 5);
    field.orders(
        Union,
        json!([
            {"attack": {"card": artillery, "half": "lower", "general": "us_howard"}},
            {"special": {"card": union_works}},
            {"send": {}},
        ]),
    );
    // Stuart's card came when the send was settled: one for him, less two cards played.
    assert_eq!((field.lead(), field.hand(Confederate)), (-1, hand - 2 + 1));
    field.orders(
        Confederate,
        json!([
            {"special": {"card": counter, "target": artillery}},
            {"attack": {"card": hood, "half": "lower", "general": "cs_beauregard"}},
            {"send": {}},
        ]),
    );
    assert_eq!(field.lead(), 5);
    field.orders(Union, json!([{"special": {"card": parrots, "target": counter}}, {"send": {}}]));
    assert_eq!(field.lead(), 0);
    field.orders(
        Confederate,
        json!([
            {"attack": {"card": early, "half": "lower", "general": "cs_joe_johnston"}},
            {"special": {"card": elan, "target": early}},
            {"send": {}},
        ]),
    );
    assert_eq!(field.lead(), 5);
    // Meade engages twice: Rally gives him back.
    field.orders(
        Union,
        json!([
            {"attack": {"card": corps, "half": "lower", "general": "us_meade"}},
            {"special": {"card": rally, "general": "us_meade"}},
            {"special": {"card": woods}},
            {"attack": {"card": outflank, "half": "lower", "general": "us_meade"}},
            {"send": {}},
        ]),
    );
    // The Confederate must say what the outflanking weakens.
    let refused = field.refused(Confederate, json!([{"special": {"card": refuse, "target": corps}}]));
    assert!(refused.iter().any(|code| code == "choice_owed"), "{refused:?}");
    field.orders(
        Confederate,
        json!([
            {"choose": {"for": 4, "cancel": elan}},
            {"special": {"card": refuse, "target": corps}},
            {"special": {"card": works}},
            {"send": {}},
        ]),
    );
    assert_eq!(field.lead(), 1);
    field.orders(Union, json!([{"pass": {}}]));
    field.orders(Confederate, json!([{"pass": {}}]));
    // The Confederate wins by one, and with it one command point; the Union loses one.
    let over = field.event("battle_over");
    assert_eq!((&over["winner"], &over["margin"], over.get("major")), (&json!("confederate"), &json!(1), None));
    assert_eq!([field.points(Union), field.points(Confederate)], [7, 9]);
}

/// Corinth: a chain of Command Failures, Heroic Effort, forced choices and Battle Continues.
#[test]
fn corinth_is_played_send_by_send() {
    let union = ["us_rosecrans", "us_halleck", "us_mcpherson"];
    let confederate = ["cs_a_s_johnston", "cs_polk", "cs_cleburne"];
    let mut field = Field::battle("corinth", Union, [&union, &confederate]);
    let ours = |event: &str| card(Union, event, 0);
    let theirs = |event: &str| card(Confederate, event, 0);
    let [discord, numbers, seas, line] = ["discord", "overwhelming", "command_of_seas", "hold_the_line_u"].map(ours);
    let [failure, further] = [theirs("command_failure"), ours("command_failure")];
    field.orders(Union, json!([{"special": {"card": discord}}, {"special": {"card": numbers}}, {"send": {}}]));
    // The Union has sealed its answer to Command Failure: its own.
    field.seal(Union, "failure", json!({"card": further}));
    let discards = cards(Confederate, "woods", 2);
    let hands = [field.hand(Union), field.hand(Confederate)];
    field.orders(
        Confederate,
        json!([
            {"react": {"card": failure, "to": 1, "go_on": true}},
            {"choose": {"for": 2, "discard": discards}},
            {"pass": {}},
        ]),
    );
    // Discord stands: three attack cards at most; the Union has drawn two and spent its Command Failure.
    assert_eq!(field.game().battle.as_ref().unwrap().attack_caps[&Confederate], 3);
    assert_eq!([field.hand(Union), field.hand(Confederate)], [hands[0] - 1 + 2, hands[1] - 1 - 2]);
    let [corps, column, artillery] = ["enfilade_u", "massed_column_u", "massed_artillery"].map(ours);
    field.orders(
        Union,
        json!([
            {"attack": {"card": corps, "half": "lower", "general": "us_mcpherson"}},
            {"attack": {"card": column, "half": "lower", "general": "us_rosecrans"}},
            {"attack": {"card": artillery, "half": "lower", "general": "us_halleck"}},
            {"send": {}},
        ]),
    );
    assert_eq!(field.lead(), 5);
    // The text has a fourth card in this send, the Turning Movement: a slip (BC-5).
    let [rodes, elephant, faulty] = ["brigades_c", "seeing_elephant", "faulty_staff"].map(theirs);
    field.orders(
        Confederate,
        json!([
            {"attack": {"card": rodes, "half": "lower", "general": "cs_cleburne"}},
            {"special": {"card": elephant}},
            {"special": {"card": faulty}},
            {"send": {}},
        ]),
    );
    let effort = ours("heroic_effort");
    field.seal(Confederate, "saved", json!("accept"));
    field.orders(
        Union,
        json!([
            {"react": {"card": effort, "to": 2, "save": corps}},
            {"choose": {"for": 2, "cancel": corps}},
            {"choose": {"for": 3, "cancel": artillery}},
            {"special": {"card": seas}},
            {"special": {"card": line, "general": "us_grant"}},
            {"attack": {"card": ours("repulse_u"), "half": "lower", "general": "us_grant"}},
            {"send": {}},
        ]),
    );
    // Rodes is to be canceled: the Confederate chooses among his attack cards, and has one.
    let blunders = theirs("blunders");
    let hindman = card(Confederate, "brigades_c", 1);
    field.orders(
        Confederate,
        json!([
            {"choose": {"for": 1, "discard": [cards(Confederate, "woods", 3)[2]]}},
            {"choose": {"for": 3, "cancel": rodes}},
            {"special": {"card": blunders}},
            {"attack": {"card": hindman, "half": "lower", "general": "cs_a_s_johnston"}},
            {"send": {}},
        ]),
    );
    let repulse = ours("repulse_u");
    field.orders(
        Union,
        json!([{"choose": {"for": 1, "cancel": repulse}}, {"special": {"card": ours("breastworks")}}, {"send": {}}]),
    );
    assert_eq!(field.lead(), 2);
    field.orders(Confederate, json!([{"special": {"card": theirs("ridge_crest")}}, {"send": {}}]));
    field.standing(Union, json!({"disengage": "ask"}));
    field.orders(Union, json!([{"pass": {"continue": "yes"}}]));
    field.orders(Confederate, json!([{"pass": {}}]));
    // Battle Continues: two generals of each side disengage, and each draws two; Grant is one of them.
    assert_eq!(field.event("continues")["side"], "union");
    field.answer(Union, json!({"generals": ["us_grant", "us_rosecrans"]}));
    let seventeenth = card(Union, "enfilade_u", 1);
    field.orders(
        Union,
        json!([{"attack": {"card": seventeenth, "half": "lower", "general": "us_grant"}}, {"send": {}}]),
    );
    assert_eq!(field.lead(), 3);
    field.orders(Confederate, json!([{"pass": {}}]));
    field.orders(Union, json!([{"pass": {}}]));
    let over = field.event("battle_over");
    assert_eq!((&over["winner"], &over["margin"], over.get("major")), (&json!("union"), &json!(3), None));
    assert_eq!([field.points(Union), field.points(Confederate)], [8, 8]);
}

/// A forced choice that has become impossible when the send is settled falls to the first possibility, and the report
/// says so (BC-41): two General Blunders are answered with one and the same card.
#[test]
fn a_choice_that_has_become_impossible_is_replaced() {
    let mut field = Field::battle("corinth", Confederate, [&["us_grant", "us_thomas"], &["cs_polk", "cs_cleburne"]]);
    let [first, second] = [card(Union, "division_u", 0), card(Union, "division_u", 1)];
    field.orders(Confederate, json!([{"special": {"card": card(Confederate, "woods", 0)}}, {"send": {}}]));
    field.orders(
        Union,
        json!([
            {"attack": {"card": first, "half": "lower", "general": "us_grant"}},
            {"attack": {"card": second, "half": "lower", "general": "us_thomas"}},
            {"send": {}},
        ]),
    );
    let blunders = cards(Confederate, "blunders", 2);
    field.orders(
        Confederate,
        json!([{"special": {"card": blunders[0]}}, {"special": {"card": blunders[1]}}, {"send": {}}]),
    );
    field.orders(
        Union,
        json!([{"choose": {"for": 1, "cancel": second}}, {"choose": {"for": 2, "cancel": second}}, {"pass": {}}]),
    );
    let replaced = field.event("choice_replaced");
    assert_eq!((&replaced["rule"], &replaced["choice"]["for"]), (&json!("BC-41"), &json!(2)));
    assert_eq!(field.event("canceled")["card"], json!(first));
}

/// Who pays returns random cards, but none that his answers to the send have named (BC-29).
#[test]
fn named_cards_do_not_return_with_a_payment() {
    let mut field = Field::battle("corinth", Union, [&["us_rosecrans", "us_halleck"], &["cs_polk", "cs_cleburne"]]);
    let [discord, numbers] = ["discord", "overwhelming"].map(|event| card(Union, event, 0));
    field.orders(Union, json!([{"special": {"card": discord}}, {"special": {"card": numbers}}, {"send": {}}]));
    field.seal(Union, "failure", json!({"card": card(Union, "command_failure", 0)}));
    let named = cards(Confederate, "woods", 2);
    let failure = card(Confederate, "command_failure", 0);
    field.orders(
        Confederate,
        json!([
            {"react": {"card": failure, "to": 1, "insist": {"pay": "cs_polk"}, "go_on": true}},
            {"choose": {"for": 2, "discard": named}},
            {"settle": {}},
        ]),
    );
    let place = |name: &str, card: &str| field.position_of(name, card).expect("it happened");
    let picked = place("picked", "");
    for card in &named {
        assert!(place("played", card) < picked && picked < place("left", card), "{card}");
    }
}
