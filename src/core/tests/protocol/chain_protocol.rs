//! Everything that can happen to a turn or a state besides being resolved (protocol 6).

use crate::common;
use adjutant_core::chain::status::{Next, status};
use adjutant_core::chain::verify::{Check, NoticeKind, Proof};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Problem, Value, digest};
use common::{Rig, at_orders, id, refereed_at_orders};
use serde_json::json;

const DONE: &str = "done";

fn orders(names: &[&str]) -> Value {
    let order = |name: &&str| match *name {
        "raid" => json!({"raid": {"dice": 2}}),
        "too_much" => json!({"raid": {"dice": 99}}),
        other => json!({other: {}}),
    };
    json!({"orders": names.iter().map(order).collect::<Vec<_>>()})
}

#[track_caller]
fn assert_fails(rig: &Rig, check: Check, words: &str) -> adjutant_core::chain::verify::Failure {
    let verification = rig.verify();
    assert!(!verification.is_valid(true), "it holds");
    let failure = verification.failure(check).unwrap_or_else(|| panic!("{verification:#?}")).clone();
    let all = format!("{} {:?}", failure.problem, failure.proves);
    assert!(all.contains(words), "{failure:#?}");
    failure
}

#[test]
fn a_refused_turn_costs_nothing_and_its_replacement_names_the_refusal() {
    let mut rig = at_orders();
    let illegal = rig.turn("bert", orders(&["too_much"]));
    let problems = rig.respond().unwrap_err();
    assert_eq!(problems[0].path.as_deref(), Some("orders[0].raid.dice"));
    assert!(problems[0].mark.is_some(), "the problem has its place in the file");
    assert_fails(&rig, Check::Adjudication, "must be refused");

    let refusal = rig.refuse_turn(&illegal, &problems);
    rig.assert_verifies();
    let content = rig.turn_content("bert", &orders(&["rest", DONE]));
    assert_eq!(content["refusal"], json!(refusal));
    let mut forgetful = content.clone();
    forgetful.as_object_mut().unwrap().shift_remove("refusal");
    let again = rig.mail_turn("bert", &forgetful);
    assert!(rig.respond().unwrap_err()[0].to_string().contains("does not say so"));
    let second = rig.refuse_turn(&again, &[Problem::new("it names no refusal")]);

    let content = rig.turn_content("bert", &orders(&["rest", DONE]));
    assert_eq!(content["refusal"], json!(second), "the latest refusal is named");
    rig.mail_turn("bert", &content);
    rig.respond().unwrap();
    let verification = rig.assert_verifies();
    assert_eq!(verification.counts.refusals, 2);
    assert!(verification.notices.is_empty(), "{:?}", verification.notices);
}

#[test]
fn an_unjust_refusal_is_named_and_fails_unless_the_same_acts_were_resolved() {
    for (second, holds) in [(["rest", DONE], true), (["raid", DONE], false)] {
        let mut rig = at_orders();
        let turn = rig.turn("bert", orders(&["rest", DONE]));
        rig.refuse_turn(&turn, &[Problem::new("I do not like it")]);
        rig.turn("bert", orders(&second));
        rig.respond().unwrap();
        if holds {
            let verification = rig.assert_verifies();
            assert_eq!(verification.notices[0].kind, NoticeKind::Refusal);
            assert_eq!(verification.notices[0].seat, Some(id("anna")));
        } else {
            let failure = assert_fails(&rig, Check::Adjudication, "refused a turn that was in order");
            assert_eq!((failure.proof, failure.seat), (Proof::UnjustRefusal, Some(id("anna"))));
        }
    }
}

#[test]
fn a_wrong_state_is_refused_and_replaced_with_the_same_dice() {
    let mut rig = at_orders();
    rig.turn("bert", orders(&["raid", "raid", DONE]));
    let issued = rig.now();
    let (seat, right) = rig.resolved(&issued).unwrap();
    let mut wrong = right.clone();
    wrong["position"]["game"]["strength"]["south"] = json!(1);
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    let failure = assert_fails(&rig, Check::Adjudication, "does not follow");
    assert_eq!(failure.seat, Some(id("anna")));
    assert_eq!(failure.problem.path.as_deref(), Some("position.game.strength.south"));
    assert!(failure.problem.mark.is_some());

    // anna, who may be asked next, mails her turn along; it becomes void with the state that it answers.
    let asked = rig.asked().remove(0);
    let void = (asked.0 == "anna").then(|| {
        let draft = match asked.1.get("answer") {
            Some(answer) => json!({"answers": [{"id": answer["id"], "answer": {"stand": {}}}]}),
            None => orders(&["rest", DONE]),
        };
        (rig.turn("anna", draft.clone()), draft)
    });
    let refusal = rig.refuse_state("bert", "the south lost too much");
    rig.replace_state(refusal).unwrap();
    let state = rig.state();
    assert_eq!(state["refusal"], json!(refusal));
    for field in ["reveal", "rolls", "position", "events", "turns"] {
        assert_eq!(state[field], right[field], "{field}");
    }
    rig.assert_verifies();
    if let Some((void, draft)) = void {
        rig.with(|chain, _| {
            let turn = chain.turns.values().find(|turn| turn.file == void).unwrap();
            assert!(chain.is_void(turn.digest));
        });
        let content = rig.turn_content("anna", &draft);
        assert_eq!(content["refusal"], json!(refusal), "the replacement of a void turn names the same refusal");
        assert_eq!(content["reveal"], {
            let old: Value = rig.with(|chain, _| {
                chain.turns.values().find(|turn| turn.file == void).unwrap().document.content["reveal"].clone()
            });
            old
        });
        rig.mail_turn("anna", &content);
        rig.respond().unwrap();
        rig.assert_verifies();
    }
}

#[test]
fn a_responder_stands_by_a_right_state_and_is_not_refused_twice() {
    let mut rig = at_orders();
    rig.turn("bert", orders(&["rest", DONE]));
    rig.respond().unwrap();
    let before = rig.state();
    let refusal = rig.refuse_state("bert", "I do not believe it");
    let open: Vec<_> = rig.with(|chain, _| chain.open_refusals().iter().map(|open| open.digest).collect());
    assert_eq!(open, [refusal], "it waits for anna");
    rig.replace_state(refusal).unwrap();
    let after = rig.state();
    for (field, value) in before.as_object().unwrap() {
        assert!(field == "signatures" || after[field] == *value, "{field}");
    }
    let verification = rig.assert_verifies();
    assert_eq!(verification.notices[0].kind, NoticeKind::Refusal);
    rig.with(|chain, _| {
        let newest = chain.newest().unwrap().state;
        assert_eq!(newest.typed.refusal, Some(refusal));
        assert!(chain.open_refusals().is_empty());
    });
    let again = rig.refuse_state("bert", "still not");
    assert!(rig.replace_state(again).is_err());
    let file = rig.with(|chain, _| chain.refusals[&again].file.clone());
    assert_single_notice(&rig, &file, "bert", "again, though 'anna' stands by it");
    // Who answers it all the same has no refusal to excuse him.
    let mut other = after;
    other.as_object_mut().unwrap().shift_remove("signatures");
    other["refusal"] = json!(again);
    rig.sign_and_add("states/c.yaml", &id("anna"), &other);
    assert_fails(&rig, Check::Chain, "double dealing by 'anna'");
}

/// One notice tells of a file and its signer, and the match holds.
fn assert_single_notice(rig: &Rig, file: &str, by: &str, part: &str) {
    let found = rig.assert_verifies();
    let told: Vec<_> = found.notices.iter().filter(|one| one.file == file).collect();
    assert_eq!(told.len(), 1, "{found:#?}");
    assert!(told[0].text.contains(part) && told[0].seat == Some(id(by)), "{found:#?}");
}

/// Protocol 9: nobody is asked for anything once the match is over, and whatever is still signed harms nobody.
#[test]
fn a_turn_mailed_after_the_end_changes_nothing() {
    let mut rig = at_orders();
    rig.play("bert", orders(&["rest", DONE]));
    let content = rig.turn_content("anna", &json!({"offer": "resign"}));
    rig.mail_turn("anna", &content);
    rig.respond().unwrap();
    rig.assert_verifies();
    let (step, parent) = rig.with(|chain, _| {
        let newest = chain.newest().unwrap();
        (newest.state.typed.step, newest.state.digest)
    });
    let mut late = content;
    late["parent"] = json!(parent);
    late["orders"] = json!([]);
    for (seat, step) in [("anna", step + 1), ("bert", step + 1), ("anna", step + 7)] {
        late["seat"] = json!(seat);
        late["step"] = json!(step);
        for comment in ["one", "two"] {
            late["comment"] = json!(comment);
            let name = format!("late-{seat}-{step}-{comment}.yaml");
            rig.sign_and_add(&name, &id(seat), &late);
            assert_single_notice(&rig, &name, seat, "changes nothing: the match was over");
        }
    }
    assert!(matches!(rig.with(|chain, _| status(chain).next), Next::Over(_)));
}

#[test]
fn a_seat_that_has_answered_a_state_cannot_refuse_it() {
    let mut rig = at_orders();
    rig.play("bert", orders(&["rest"]));
    rig.turn("bert", orders(&["rest", DONE]));
    let refusal = rig.refuse_state("bert", "after all");
    assert!(rig.with(|chain, _| chain.open_refusals().is_empty()));
    let file = rig.with(|chain, _| chain.refusals[&refusal].file.clone());
    assert_single_notice(&rig, &file, "bert", "changes nothing: 'bert' refuses a state that it has answered");
}

#[test]
fn two_turns_for_one_step_are_double_dealing() {
    let mut rig = at_orders();
    let one = rig.turn("bert", orders(&["rest", DONE]));
    let two = rig.turn("bert", orders(&["raid", DONE]));
    let failure = assert_fails(&rig, Check::Chain, "double dealing by 'bert'");
    assert_eq!(failure.proof, Proof::DoubleDealing);
    assert!(failure.file == one || failure.file == two);
    rig.drop_file(&two);
    rig.respond().unwrap();
    rig.assert_verifies();
    let mut other: Value = rig.turn_content("anna", &orders(&["rest", DONE]));
    rig.mail_turn("anna", &other);
    rig.respond().unwrap();
    rig.assert_verifies();
    other["comment"] = json!("the same but for a word");
    rig.mail_turn("anna", &other);
    let failure = assert_fails(&rig, Check::Chain, "double dealing by 'anna'");
    assert!(failure.with.is_some());
}

#[test]
fn two_states_for_one_step_are_double_dealing() {
    let mut rig = at_orders();
    rig.turn("bert", orders(&["rest", DONE]));
    let issued = rig.now();
    let (seat, state) = rig.resolved(&issued).unwrap();
    let mut other = state.clone();
    other["issued"] = json!("2026-12-24T18:00:00Z");
    rig.sign_and_add("states/a.yaml", &seat, &state);
    rig.assert_verifies();
    rig.sign_and_add("states/b.yaml", &seat, &other);
    let failure = assert_fails(&rig, Check::Chain, "double dealing by 'anna'");
    assert_eq!(failure.proof, Proof::DoubleDealing);
}

#[test]
fn resolving_a_refused_turn_is_double_dealing() {
    let mut rig = at_orders();
    let turn = rig.turn("bert", orders(&["rest", DONE]));
    let issued = rig.now();
    let (seat, state) = rig.resolved(&issued).unwrap();
    rig.refuse_turn(&turn, &[Problem::new("no")]);
    assert!(rig.with(|chain, _| chain.open_turns().is_empty()));
    rig.sign_and_add("states/x.yaml", &seat, &state);
    let failure = assert_fails(&rig, Check::Chain, "double dealing by 'anna'");
    assert_eq!(failure.seat, Some(id("anna")));
}

#[test]
fn a_take_back_is_accepted_or_declined() {
    for accept in [true, false] {
        for mut rig in [at_orders(), refereed_at_orders()] {
            let (north, south) =
                if rig.secrets.contains_key(&id("bert")) { ("bert", "anna") } else { ("north", "south") };
            let start = rig.step();
            let (position, awaiting) = (rig.state()["position"].clone(), rig.state()["awaiting"].clone());
            rig.play(north, orders(&["rest", DONE]));
            let (later, later_awaiting) = (rig.state()["position"].clone(), rig.state()["awaiting"].clone());
            assert_eq!(rig.asked()[0].0, south);

            let problems = rig.problems(south, json!({"take_back": {"to_step": start}, "orders": [{"rest": {}}]}));
            assert!(problems[0].to_string().contains("must contain nothing else"));
            let problems = rig.problems(south, json!({"take_back": {"to_step": rig.step()}}));
            assert!(problems[0].to_string().contains("is not an earlier step"));
            rig.play(south, json!({"take_back": {"to_step": start}}));
            assert_eq!(rig.state()["rolls"], json!([]));
            assert_eq!(rig.asked()[0].0, north);
            assert_eq!(rig.asked()[0].1["take_back"], json!({"to_step": start}));
            let problems = rig.problems(north, json!({"take_back": {"to_step": start - 1}}));
            assert!(problems[0].to_string().contains("same field"), "{problems:?}");

            if accept {
                rig.play(north, json!({"take_back": {"to_step": start}}));
                assert_eq!(rig.state()["position"], position);
                assert_eq!(rig.state()["awaiting"], awaiting);
                assert_eq!(rig.step(), start + 3);
                rig.play(north, orders(&["raid", DONE]));
            } else {
                rig.play(north, json!({}));
                assert_eq!(rig.state()["position"], later);
                assert_eq!(rig.state()["awaiting"], later_awaiting);
                rig.play(south, orders(&["rest", DONE]));
            }
            rig.assert_verifies();
        }
    }
}

#[test]
fn a_take_back_voids_the_commitments_after_its_step() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 1);
    rig.play("anna", json!({}));
    let start = rig.step();
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    rig.play("bert", json!({"take_back": {"to_step": start}}));
    rig.play("anna", json!({"take_back": {"to_step": start}}));
    rig.choose(1, &[("anna", "wary"), ("bert", "wary")]);
    assert!(rig.asked()[0].1.get("orders").is_some());
    rig.assert_verifies();
}

#[test]
fn a_choice_is_committed_to_once() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 2);
    rig.play("anna", json!({}));
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    rig.play("bert", orders(&[DONE]));
    rig.play("anna", orders(&[DONE]));
    let seat = rig.asked().remove(0).0;
    let problems = rig.problems(&seat, rig.commit(&seat, "stance-1", "bold"));
    assert!(problems.iter().any(|problem| problem.message.contains("already a commitment")), "{problems:?}");
}

#[test]
fn a_draw_is_offered_accepted_declined_and_lapses() {
    let mut rig = at_orders();
    rig.play("bert", json!({"offer": "draw"}));
    assert_eq!(rig.asked()[0].1["draw"], json!(true));
    rig.play("anna", json!({}));
    assert_eq!(rig.asked()[0].0, "bert", "declined: as before");
    rig.play("bert", json!({"offer": "draw", "orders": [{"rest": {}}, {"done": {}}]}));
    assert!(rig.asked()[0].1.get("orders").is_some(), "an offer beside orders stands until the next turn");
    assert!(!rig.problems("anna", json!({"offer": "draw", "orders": [{"rest": {}}]})).is_empty());
    rig.play("anna", orders(&["rest", DONE]));
    assert!(rig.state()["position"].get("proposal").is_none(), "it lapsed");
    rig.assert_verifies();

    let mut rig = at_orders();
    rig.play("bert", json!({"offer": "draw", "orders": [{"rest": {}}, {"done": {}}]}));
    rig.play("anna", json!({"offer": "draw"}));
    let verification = rig.assert_verifies();
    assert_eq!(verification.outcome.unwrap()["how"], json!("draw_agreed"));
    assert!(rig.asked().is_empty());

    let mut rig = refereed_at_orders();
    rig.play("north", json!({"offer": "draw"}));
    rig.play("south", json!({"offer": "draw"}));
    assert_eq!(rig.assert_verifies().outcome.unwrap()["winner"], json!("none"));
}

#[test]
fn a_side_resigns() {
    let mut rig = at_orders();
    assert!(!rig.problems("bert", json!({"offer": "resign", "orders": [{"rest": {}}]})).is_empty());
    rig.play("bert", json!({"offer": "resign", "comment": "well played"}));
    assert_eq!(rig.assert_verifies().outcome.unwrap(), json!({"winner": "south", "how": "resigned"}));
}

#[test]
fn an_adjudicator_rules_in_each_of_four_ways() {
    let mut rig = refereed_at_orders();
    rig.rule(json!({"reason": "the south is silent", "rule": "protocol 10", "default": "south"})).unwrap();
    let verification = rig.assert_verifies();
    assert_eq!(verification.outcome.unwrap(), json!({"winner": "north", "how": "default"}));
    assert_eq!(verification.notices[0].kind, NoticeKind::Ruling);
    let words = "south loses by default [protocol 10]: the south is silent";
    assert!(verification.notices[0].text.ends_with(words), "{:?}", verification.notices[0]);

    let mut rig = refereed_at_orders();
    rig.rule(json!({"reason": "a flood", "outcome": {"winner": "none", "how": "flood"}})).unwrap();
    assert_eq!(rig.assert_verifies().outcome.unwrap()["how"], json!("flood"));

    let mut rig = refereed_at_orders();
    let mut position = rig.state()["position"].clone();
    position["game"]["strength"]["south"] = json!(9);
    rig.rule(json!({"reason": "set up wrongly", "position": position})).unwrap();
    assert_eq!(rig.state()["position"], position);
    rig.play("north", orders(&["rest", DONE]));
    rig.assert_verifies();
    assert!(rig.rule(json!({"reason": "nonsense", "position": {"x": 1}})).is_err());

    let mut rig = refereed_at_orders();
    let (start, position) = (rig.step(), rig.state()["position"].clone());
    rig.play("north", orders(&["raid", DONE]));
    let pending = rig.turn("south", json!({"take_back": {"to_step": 0}}));
    let back = json!({"reason": "by agreement on the telephone", "take_back": {"to_step": start}});
    assert!(rig.rule(back.clone()).unwrap_err().to_string().contains("pending"));
    rig.refuse_turn(&pending, &[Problem::new("a ruling comes first")]);
    rig.rule(back).unwrap();
    assert_eq!(rig.state()["position"], position);
    let notices = rig.assert_verifies().notices;
    let words = format!("play goes back to the position of step {start}: by agreement on the telephone");
    assert!(
        notices.iter().any(|notice| notice.kind == NoticeKind::Ruling && notice.text.ends_with(&words)),
        "{notices:?}"
    );
    rig.play("north", orders(&["rest", DONE]));
    rig.play("south", orders(&["rest", DONE]));
    rig.assert_verifies();
}

#[test]
fn head_to_head_nobody_rules() {
    let mut rig = at_orders();
    assert!(rig.rule(json!({"reason": "because", "default": "anna"})).is_err());
}

#[test]
fn a_turn_that_crosses_a_ruling_is_in_order_and_its_reveal_is_due_again() {
    let mut rig = refereed_at_orders();
    let content = rig.turn_content("north", &orders(&["rest", DONE]));
    let position = rig.state()["position"].clone();
    rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    let crossing = rig.mail_turn("north", &content);
    assert_single_notice(&rig, &crossing, "north", "changes nothing: it crossed the ruling states/");
    rig.refuse_turn(&crossing, &[Problem::new("a ruling came first")]);
    rig.assert_verifies();
    let again = rig.turn_content("north", &orders(&["rest", DONE]));
    assert_eq!(again["reveal"], content["reveal"]);
    assert_eq!(again.get("refusal"), None, "it is for another step, and replaces nothing");
    rig.mail_turn("north", &again);
    rig.respond().unwrap();
    rig.assert_verifies();
}

#[test]
fn turns_out_of_place_are_told_why() {
    let rig = at_orders();
    let right = rig.turn_content("bert", &orders(&["rest", DONE]));
    for (field, value, words) in [
        ("match", json!("00".repeat(32)), "another match"),
        ("step", json!(3), "the next step"),
        ("parent", json!("00".repeat(32)), "does not answer the state"),
        ("seat", json!("anna"), "not asked to move"),
        ("reveal", json!("00".repeat(32)), "reveal number"),
        ("refusal", json!("00".repeat(32)), "no refusal"),
    ] {
        let mut wrong = right.clone();
        wrong[field] = value;
        let problems = rig.with(|chain, game| {
            let turn = adjutant_core::chain::compose::parse_composed("draft", &wrong).unwrap();
            adjutant_core::chain::adjudicate::Adjudication::newest(chain, game).unwrap().check_draft(&turn.typed)
        });
        assert!(problems.iter().any(|problem| problem.message.contains(words)), "{field}: {problems:?}");
    }
}

#[test]
fn where_several_are_asked_a_turn_may_only_commit_open_or_be_empty() {
    let mut rig = Rig::toy(TrustMode::Refereed, 1);
    assert!(!rig.problems("north", json!({"offer": "resign"})).is_empty());
    assert!(!rig.problems("aide", orders(&["rest"])).is_empty());
    rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
    for draft in [json!({"offer": "draw"}), json!({"take_back": {"to_step": 0}}), orders(&["rest"])] {
        let problems = rig.problems("north", draft);
        assert!(problems[0].message.contains("several seats"), "{problems:?}");
    }
    rig.turn("north", rig.commit("north", "stance-1", "bold"));
    let files = rig.load();
    let chain = adjutant_core::chain::Chain::build(&files).unwrap();
    let status = adjutant_core::chain::status::status(&chain);
    let adjutant_core::chain::status::Next::Turns(asked) = status.next else { panic!("{status:?}") };
    assert_eq!(asked.len(), 2);
    assert!(asked[0].turn.is_some() && asked[1].turn.is_none());
    assert_eq!(status.due.as_deref(), Some("2026-11-24T00:02:00Z"));
}

#[test]
fn the_digest_of_the_charter_is_the_match() {
    let rig = at_orders();
    rig.with(|chain, _| assert_eq!(chain.match_id, digest(&chain.charter.document.content)));
}
