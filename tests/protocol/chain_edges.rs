//! The edges of a chain: the last reveal, what is void while a refusal is open, whose step a refused turn is of.

use crate::common;
use adjutant::chain::charter::{check_form, join};
use adjutant::chain::dispute::{Set, dispute};
use adjutant::chain::verify::{Check, NoticeKind};
use adjutant::chain::{MatchFiles, charter};
use adjutant::document::kinds::{Charter, TrustMode};
use adjutant::document::{Bytes32, Problem, Value, digest};
use common::{Rig, at_orders, entry, eventful, id, new_match, refereed_at_orders, secret};
use serde_json::json;

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

/// Protocol 3: head-to-head is one seat against another, so each plays a side of its own.
#[test]
fn two_seats_of_a_head_to_head_match_play_two_sides() {
    for (second, is_wrong) in [("south", true), ("north", false)] {
        let mut text = charter::draft(&new_match(TrustMode::HeadToHead, 1));
        for (n, (seat, side)) in [("anna", "south"), ("bert", second)].into_iter().enumerate() {
            text = join(&text, &entry(seat, Some(side), &secret(n as u8 + 1))).unwrap();
        }
        let typed: Charter = serde_json::from_value(text).unwrap();
        let problems = check_form(&typed, &Default::default());
        let named = problems.iter().any(|problem| problem.message == "the two seats must play different sides");
        assert_eq!(named, is_wrong, "{problems:?}");
    }
}

/// Protocol 6: a turn that answers a refused turn of the step that a ruling displaced may name that refusal, and no
/// refusal of any other step.
#[test]
fn after_a_ruling_a_turn_may_name_the_refusal_of_the_one_it_displaced() {
    let mut rig = refereed_at_orders();
    let content = rig.turn_content("north", &done());
    let position = rig.state()["position"].clone();
    rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    let crossing = rig.mail_turn("north", &content);
    let refusal = rig.refuse_turn(&crossing, &[Problem::new("a ruling came first")]);
    let mut again = rig.turn_content("north", &done());
    again["refusal"] = json!(refusal);
    rig.mail_turn("north", &again);
    rig.respond().unwrap();
    rig.assert_holds();

    let mut rig = refereed_at_orders();
    let early = rig.turn("north", json!({"orders": [{"raid": {"dice": 99}}]}));
    let refusal = rig.refuse_turn(&early, &[Problem::new("too many dice")]);
    rig.play("north", done());
    rig.play("south", json!({"offer": "draw"}));
    let position = rig.state()["position"].clone();
    rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    let mut late = rig.turn_content("north", &json!({}));
    late["refusal"] = json!(refusal);
    rig.mail_turn("north", &late);
    let problems = rig.respond().unwrap_err();
    assert!(problems.iter().any(|problem| problem.path.as_deref() == Some("refusal")), "{problems:?}");
}

/// Protocol 6: a refused state is not void for the signing log until it is replaced, unless nobody went on from it.
#[test]
fn a_refused_state_that_nobody_went_on_from_is_void() {
    let mut rig = at_orders();
    rig.turn("bert", done());
    rig.respond().unwrap();
    let state = digest(&rig.state());
    let is_void = |rig: &Rig, digest: Bytes32| rig.with(|chain, _| chain.is_void(digest));
    assert!(!is_void(&rig, state));
    rig.refuse_state("bert", "I do not believe it");
    assert!(is_void(&rig, state));
}

/// A refused turn is looked at although several turns were resolved one step before.
#[test]
fn an_unjust_refusal_after_a_step_of_several_turns_is_named() {
    let mut rig = refereed_at_orders();
    let turns = rig.with(|chain, _| chain.newest().unwrap().turns.len());
    assert!(turns > 1, "{turns}");
    let turn = rig.turn("north", done());
    rig.refuse_turn(&turn, &[Problem::new("I do not like it")]);
    rig.play("north", done());
    rig.play("south", done());
    let notices = rig.assert_holds().notices;
    assert!(notices.iter().any(|notice| notice.kind == NoticeKind::Refusal), "{notices:?}");
}

/// Protocol 4: a reveal that is not the next of its chain fails as a reveal, beside the chain that holds.
#[test]
fn a_turn_with_a_wrong_reveal_fails_as_a_reveal() {
    let mut rig = at_orders();
    let mut content = rig.turn_content("bert", &done());
    content["reveal"] = json!("11".repeat(32));
    rig.mail_turn("bert", &content);
    let verification = rig.verify();
    let failure = verification.failure(Check::Reveals).unwrap_or_else(|| panic!("{verification:#?}"));
    assert_eq!(failure.seat, Some(id("bert")));
    assert!(verification.failure(Check::Adjudication).is_none(), "{verification:#?}");
}

/// Protocol 6: a state that lists a turn twice is its responder's fault; its seat revealed once, and is not accused.
#[test]
fn a_turn_that_a_state_lists_twice_is_laid_at_the_responders_door() {
    let mut rig = at_orders();
    rig.turn("bert", done());
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    let turn = state["turns"][0].clone();
    state["turns"].as_array_mut().unwrap().push(turn);
    rig.sign_and_put("states/0009.yaml", &seat, &state);
    let answers = rig.asked().iter().any(|(seat, _)| seat == "bert");
    if answers {
        rig.turn("bert", done());
    }
    let failures = rig.verify().failures;
    assert!(!failures.is_empty());
    for failure in failures {
        assert_eq!(failure.seat, Some(id("anna")), "{failure:#?}");
    }
}

/// How many documents a set lacks is told in words that agree.
#[test]
fn what_is_missing_is_counted() {
    let rig = eventful(TrustMode::HeadToHead);
    let set = |name: &str, count: usize| {
        let mut files = MatchFiles::default();
        for (name, text) in &rig.files[..rig.files.len() - count] {
            files.add(name, text.as_bytes());
        }
        Set { name: name.to_owned(), files, loose: false }
    };
    for (missing, words) in [
        (1, None),
        (2, Some("1 further document is not in every set")),
        (3, Some("2 further documents are not in every set")),
    ] {
        let text = dispute(&[set("anna's", 0), set("bert's", missing)], &rig.games).unwrap().text;
        match words {
            Some(words) => assert!(text.contains(words), "{text}"),
            None => assert!(!text.contains("further"), "{text}"),
        }
    }
}
