//! What the audit of hands reports about whom, word for word where it accuses; and what a state lists of draws and
//! openings (protocol 8).

use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::verify::{Check, NoticeKind, Proof};
use adjutant_core::chain::{compose, hands};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Id, Value};
use adjutant_core::engine::Decision;
use adjutant_core::session::Plan;
use serde_json::json;

use crate::common::{at_orders, id};
use crate::hidden_match::{Table, at_berts_turn, ordered, players};

fn done() -> Plan {
    Plan { act: Decision { orders: vec![json!({"done": {}})], ..Decision::default() }, ..Plan::default() }
}

/// Every seat that is asked ends its turn, this many steps long.
fn pass(table: &mut Table, steps: usize) {
    for _ in 0..steps {
        for seat in table.asked() {
            table.turn(&seat, &done());
        }
        table.respond().unwrap();
    }
}

/// Bert has laid `choice` in the place of a card of his; anna has laid a card, and attacks his with it.
fn attacked(choice: &Value) -> Table {
    let (mut table, held, _) = at_berts_turn();
    let mut plan = ordered(&table, "bert", json!([{"lay": {"card": held}}, {"done": {}}]));
    plan.choose[0].1 = choice.clone();
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let own = table.hand("anna").known_cards("hand")[0].to_owned();
    let plan = ordered(&table, "anna", json!([{"lay": {"card": own}}, {"done": {}}]));
    table.turn(&id("anna"), &plan);
    table.respond().unwrap();
    pass(&mut table, 1);
    let plan = ordered(&table, "anna", json!([{"attack": {"with": "card-1", "on": "card-1"}}]));
    table.turn(&id("anna"), &plan);
    table
}

/// A match that is over, in which bert has laid two cards in one turn and nobody has opened them; with the step of that
/// turn.
fn two_laid() -> (Table, u64) {
    let (mut table, held, _) = at_berts_turn();
    let second = table.hand("bert").known_cards("hand")[1].to_owned();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}, {"lay": {"card": second}}, {"done": {}}]));
    let step = table.rig.step() + 1;
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    while !table.is_over() {
        pass(&mut table, 1);
    }
    (table, step)
}

/// Protocol 8.2: the draws of each seat are numbered by themselves, from 0.
#[test]
fn the_first_hands_are_listed_under_the_number_0_of_each_seat() {
    let (table, ..) = at_berts_turn();
    let draws = table.rig.with(|chain, _| {
        let mut lists = chain.line.iter().filter_map(|step| step.state.document.content.get("draws"));
        lists.next().cloned().unwrap()
    });
    let first = |seat| json!({"seat": seat, "d": 0, "pile": "deck", "count": 4, "purpose": "first hand", "rule": "C1"});
    assert_eq!(draws, json!([first("bert"), first("anna")]));
}

/// Protocol 8.2: a proposal to take back says how many draws of each seat it would undo: those of the states after the
/// one it goes back to.
#[test]
fn a_take_back_counts_the_draws_that_it_would_undo() {
    for (after, draws) in [(0, json!({"anna": 1, "bert": 2})), (2, json!({"bert": 1}))] {
        let (mut table, ..) = at_berts_turn();
        // Whoever ends a turn draws one card: bert, anna, and bert again.
        let to_step = table.rig.step() + after;
        pass(&mut table, 3);
        table.rig.turn("anna", json!({"take_back": {"to_step": to_step}}));
        let asked = table.respond().unwrap();
        assert_eq!(asked["events"][0]["proposal"]["take_back"]["draws"], draws);
    }
}

/// Protocol 8.7: while the match runs nobody owes a disclosure; when it is over everybody does, and a winner is told
/// that his winning is not proved.
#[test]
fn only_of_the_winner_it_is_said_that_winning_is_not_proved() {
    let (table, ..) = at_berts_turn();
    let found = table.rig.verify();
    assert_eq!(found.unchecked, []);
    for seat in ["anna", "bert"] {
        let text = format!("the hand of '{seat}' is hidden, and disclosed when the match is over");
        assert!(found.notices.iter().any(|one| one.kind == NoticeKind::Pending && one.text == text), "{found:#?}");
    }
    let mut winners = Vec::new();
    for luck in 1..4 {
        let mut table = Table::new(TrustMode::HeadToHead, false, 4, luck);
        table.play(&mut players(false, u64::from(luck)), 400);
        let winner = table.rig.state()["outcome"]["winner"].as_str().unwrap().to_owned();
        let found = table.rig.verify();
        for (seat, side) in [("anna", "south"), ("bert", "north")] {
            let of_seat = |text: &&String| text.contains(&format!("'{seat}'"));
            let owed: Vec<&String> = found.unchecked.iter().map(|(_, text)| text).filter(of_seat).collect();
            let [owed] = owed[..] else { panic!("{found:#?}") };
            assert!(owed.contains(&format!("'{seat}' owes a disclosure")), "{owed}");
            assert_eq!(owed.contains("its win is not proved"), winner == side, "{winner}: {owed}");
        }
        winners.push(winner);
    }
    assert!(winners.iter().any(|winner| winner != "none"), "{winners:?}");
}

/// Protocol 8.4: a side that opens a card which it cannot have has lost the match, and the match holds.
#[test]
fn whoever_opened_a_card_that_it_cannot_have_has_lost_for_it() {
    let mut table = attacked(&json!("s1a"));
    let state = table.respond().unwrap();
    assert_eq!(state["outcome"], json!({"winner": "south", "how": "lied"}));
    table.disclose("anna");
    // What the state has opened need not be disclosed.
    assert_eq!(table.disclose("bert")["choices"], json!([]));
    let found = table.rig.assert_verifies();
    let forfeits: Vec<_> = found.notices.iter().filter(|one| one.kind == NoticeKind::Forfeit).collect();
    let [forfeit] = forfeits[..] else { panic!("{found:#?}") };
    assert_eq!(forfeit.seat, Some(id("bert")));
    assert!(forfeit.text.contains("'bert' has lost the match for it"), "{}", forfeit.text);
}

/// Protocol 7 and 8.4: what a state opens is no longer than a choice may be, and is what was committed to.
#[test]
fn a_state_opens_nothing_that_is_too_long_or_does_not_fit() {
    let mut table = attacked(&json!("x".repeat(5_000)));
    let problems = table.respond().unwrap_err();
    assert!(problems.iter().any(|one| one.message.contains("has more than 4096 bytes")), "{problems:#?}");

    let (_, held, _) = at_berts_turn();
    let table = attacked(&json!(held));
    let resolved = |salt: Bytes32, choice: &str| {
        table.rig.with(|chain, game| {
            let (seat, choice) = (id("bert"), json!(choice));
            let reveal = compose::next_reveal(chain, &seat, &table.rig.secrets[&seat].seeds).unwrap();
            let openings = |_: &Id, _: &Id, _: &Bytes32| Some((salt, choice.clone()));
            let stand = Adjudication::newest(chain, game).unwrap();
            stand.resolve_with(&chain.open_turns(), reveal, &openings, None, "2026-11-22T10:00:00Z").map(drop)
        })
    };
    let problems = resolved(Bytes32([7; 32]), &held).unwrap_err();
    assert!(problems.iter().any(|one| one.message.contains("this state must open card-1 of 'bert'")), "{problems:#?}");
}

/// Protocol 8.7: a disclosure has one entry for each commitment that was not opened.
#[test]
fn an_entry_too_many_and_an_entry_too_few_are_told_by_their_ids() {
    let (mut table, step) = two_laid();
    table.disclose("anna");
    let right = table.disclose("bert");
    table.rig.assert_verifies();
    assert_eq!(right["choices"].as_array().unwrap().len(), 2, "{}", right["choices"]);
    table.rig.drop_file("disclosures/bert.yaml");
    let (one, other) = (right["choices"][0].clone(), right["choices"][1].clone());
    let mut told = |choices: Vec<&Value>| {
        let mut content = right.clone();
        content.as_object_mut().unwrap().shift_remove("signatures");
        content["choices"] = json!(choices);
        table.rig.sign_and_add("disclosures/bert.yaml", &id("bert"), &content);
        let found = table.rig.verify();
        table.rig.drop_file("disclosures/bert.yaml");
        let failure = found.failure(Check::Hands).unwrap_or_else(|| panic!("{found:#?}")).clone();
        assert_eq!((failure.seat, failure.step, failure.proof), (Some(id("bert")), Some(step), Proof::FalseHand));
        failure.problem.message
    };
    let stranger = json!({"step": step, "id": "card-99", "choice": one["choice"]});
    for (choices, id) in [(vec![&one, &other, &stranger], "card-99"), (vec![&one, &other, &other], "card-2")] {
        let wanted = format!("'bert' has no commitment left to disclose as {id} in step {step}");
        assert_eq!(told(choices), wanted);
    }
    let wanted = format!("'bert' does not disclose what 'bert' committed to as card-2 in step {step}");
    assert_eq!(told(vec![&one]), wanted);
}

/// Protocol 8.7: a secret that is not the seat's is told as what it is, and nothing is worked out with it.
#[test]
fn another_secret_is_told_and_nothing_else() {
    let (mut table, _) = two_laid();
    table.disclose("anna");
    let mut content = table.disclose("bert");
    table.rig.drop_file("disclosures/bert.yaml");
    content.as_object_mut().unwrap().shift_remove("signatures");
    content["secret"] = json!(Bytes32([9; 32]));
    table.rig.sign_and_add("disclosures/bert.yaml", &id("bert"), &content);
    let found = table.rig.verify();
    let [failure] = &found.failures[..] else { panic!("{found:#?}") };
    assert_eq!((failure.check, failure.seat.clone()), (Check::Hands, Some(id("bert"))));
    assert_eq!(failure.problem.message, "this is not the secret to which the charter commits the seat");
}

#[test]
fn what_its_events_say_tells_whether_a_match_has_cards() {
    let (table, ..) = at_berts_turn();
    assert!(table.rig.with(|chain, _| hands::has_cards(chain)));
    assert!(!at_orders().with(|chain, _| hands::has_cards(chain)));
}
