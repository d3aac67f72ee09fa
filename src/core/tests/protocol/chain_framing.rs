//! What one seat signs cannot make another look guilty, move the match from its line, or lock it (protocol 6 and 9).

use crate::common;
use adjutant_core::chain::charter;
use adjutant_core::chain::verify::{Check, Failure, NoticeKind, Proof};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Problem, Value, digest};
use common::{Rig, at_orders, id, refereed_at_orders};
use serde_json::json;

fn rest() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

/// The newest state as somebody may copy it: without its signature.
fn unsigned(rig: &Rig) -> Value {
    let mut state = rig.state();
    state.as_object_mut().unwrap().shift_remove("signatures");
    state
}

fn newest(rig: &Rig) -> Bytes32 {
    rig.with(|chain, _| chain.newest().unwrap().state.digest)
}

#[track_caller]
fn blamed(rig: &Rig, check: Check) -> Failure {
    let verification = rig.verify();
    verification.failure(check).unwrap_or_else(|| panic!("{verification:#?}")).clone()
}

/// A state like another, signed by somebody else, with a digest that comes before the other's.
fn usurped(rig: &Rig, state: &Value, by: &str) -> Value {
    let mut forged = state.clone();
    forged["responder"] = json!(by);
    for second in 0..60 {
        forged["issued"] = json!(format!("2026-12-24T18:00:{second:02}Z"));
        if digest(&forged) < newest(rig) {
            return forged;
        }
    }
    panic!("no digest of sixty comes first");
}

#[test]
fn who_refuses_a_state_and_answers_it_too_is_himself_at_fault() {
    for name in ["turns/0000.yaml", "zzz.yaml"] {
        let mut rig = at_orders();
        rig.play("bert", rest());
        let state = rig.state();
        let answer = {
            let mut turn = json!({"adjutant": 1, "kind": "turn", "match": rig.match_id(), "seat": "bert"});
            turn["step"] = json!(state["step"].as_u64().unwrap() + 1);
            turn["parent"] = json!(digest(&state));
            turn["reveal"] = json!(Bytes32([7; 32]));
            turn
        };
        let refusal = rig.refuse_state("bert", "I do not believe it");
        rig.replace_state(refusal).unwrap();
        let stood_by = newest(&rig);
        rig.assert_verifies();
        rig.sign_and_add(name, &id("bert"), &answer);
        let failure = blamed(&rig, Check::Chain);
        assert_eq!((failure.seat, failure.proof), (Some(id("bert")), Proof::DoubleDealing));
        assert_eq!(newest(&rig), stood_by, "what anna signed in good faith stands");
        assert!(rig.with(|chain, _| chain.is_void(digest(&state))));
    }
}

#[test]
fn a_state_of_a_seat_that_may_not_issue_it_moves_nothing() {
    for name in ["a.yaml", "zzz.yaml"] {
        let mut rig = at_orders();
        rig.play("bert", rest());
        let right = newest(&rig);
        let mut forged = usurped(&rig, &unsigned(&rig), "bert");
        rig.sign_and_add(name, &id("bert"), &forged);
        // And another on it, so that the match seems to have gone on from there.
        forged["parent"] = json!(digest(&forged));
        forged["step"] = json!(forged["step"].as_u64().unwrap() + 1);
        rig.sign_and_add(&format!("next-{name}"), &id("bert"), &forged);
        assert_eq!(newest(&rig), right);
        let told = rig.assert_verifies().notices;
        let notice = told.iter().find(|one| one.file == name).expect("a notice");
        assert_eq!(notice.seat.as_ref(), Some(&id("bert")));
        assert!(notice.text.ends_with("'bert' may not issue this state"), "{notice:?}");
    }
}

#[test]
fn a_player_rules_nothing() {
    let mut rig = refereed_at_orders();
    let before = newest(&rig);
    let mut ruling = unsigned(&rig);
    ruling["step"] = json!(ruling["step"].as_u64().unwrap() + 1);
    ruling["parent"] = json!(before);
    ruling["turns"] = json!([]);
    ruling["rolls"] = json!([]);
    ruling["reveal"] = Value::Null;
    ruling["responder"] = json!("north");
    ruling["ruling"] = json!({"reason": "I have won", "outcome": {"winner": "north"}});
    ruling["outcome"] = json!({"winner": "north"});
    rig.sign_and_add("states/ruling.yaml", &id("north"), &ruling);
    assert_eq!(newest(&rig), before);
    let verification = rig.assert_verifies();
    assert_eq!(verification.outcome, None);
    let [notice] = &verification.notices[..] else { panic!("{verification:#?}") };
    assert_eq!((notice.kind, notice.seat.as_ref()), (NoticeKind::Pending, Some(&id("north"))));
    assert!(notice.text.ends_with("'north' may not issue a ruling"), "{notice:?}");
}

#[test]
fn a_turn_stands_though_somebody_refuses_the_state_that_it_answers() {
    let mut rig = refereed_at_orders();
    let turn = rig.turn("north", rest());
    let signed = rig.with(|chain, _| chain.turns.values().find(|one| one.file == turn).unwrap().digest);
    rig.refuse_state("south", "I do not believe it");
    assert!(!rig.with(|chain, _| chain.is_void(signed)), "north's program would sign another");
    // The adjudicator resolves it before the refusal reaches him.
    rig.respond().unwrap();
    let verification = rig.assert_verifies();
    assert!(verification.notices.iter().any(|notice| notice.text.contains("had gone on")), "{verification:#?}");
}

#[test]
fn an_unjust_refusal_locks_nobody_while_the_turn_may_come_again() {
    let mut rig = at_orders();
    let turn = rig.turn("bert", rest());
    rig.refuse_turn(&turn, &[Problem::new("I do not like these dice")]);
    let verification = rig.assert_verifies();
    let notice = verification.notices.iter().find(|notice| notice.kind == NoticeKind::Refusal).unwrap();
    assert_eq!(notice.seat, Some(id("anna")));
    assert!(notice.text.contains("'bert' can mail the same acts again"), "{}", notice.text);
    rig.play("bert", rest());
    rig.assert_verifies();
}

#[test]
fn what_an_open_handed_state_has_to_hide_is_a_fault_of_its_signer() {
    for field in [json!({"draws": []}), json!({"opened": []})] {
        let mut rig = at_orders();
        rig.turn("bert", rest());
        let issued = rig.now();
        let (seat, mut state) = rig.resolved(&issued).unwrap();
        let (key, value) = field.as_object().unwrap().iter().next().unwrap();
        state[key] = value.clone();
        rig.sign_and_add("states/hiding.yaml", &seat, &state);
        let failure = blamed(&rig, Check::Adjudication);
        assert_eq!((failure.seat, failure.proof), (Some(id("anna")), Proof::FalseState));
        assert_eq!(failure.problem.path.as_deref(), Some(key.as_str()));
        assert!(rig.verify().unchecked.is_empty());
    }
}

#[test]
fn a_charter_that_deceives_or_hides_what_no_hand_is_is_not_signed() {
    let rig = Rig::toy(TrustMode::HeadToHead, 1);
    rig.with(|chain, game| {
        let mut charter = chain.charter.typed.clone();
        assert!(charter::check(&charter, game, &Default::default()).is_empty());
        charter.seats[1].hidden = Some(Bytes32([1; 32]));
        // anna plays the south; under the name of north she would be taken for the other side.
        charter.seats[0].seat = id("north");
        let problems = charter::check(&charter, game, &Default::default());
        let paths: Vec<&str> = problems.iter().filter_map(|problem| problem.path.as_deref()).collect();
        assert_eq!(paths, ["seats[0].side", "seats[0].hidden", "seats[1].hidden"], "{problems:?}");
    });
}

/// The link that a seat shows after this one.
fn link_after(rig: &Rig, seat: &str, reveal: &Value) -> Value {
    let seeds = &rig.secrets[&id(seat)].seeds;
    let at = (1..1024).find(|k| json!(seeds.reveal(*k).unwrap()) == *reveal).expect("one of the seat's links");
    json!(seeds.reveal(at + 1).unwrap())
}

/// A match in which anna passed over a turn of bert's: her state resolves none, or an old one, and bert went on.
fn passed_over(old: bool) -> Rig {
    let mut rig = at_orders();
    let before = rig.with(|chain, _| chain.turns.values().find(|turn| turn.typed.seat == id("bert")).unwrap().digest);
    let file = rig.turn("bert", rest());
    let turned = rig.with(|chain, _| chain.turns.values().find(|turn| turn.file == file).unwrap().typed.reveal);
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    state["turns"] = if old { json!([before]) } else { json!([]) };
    state["awaiting"] = json!([{"seat": "bert", "empty": true}]);
    let name = "states/passed-over.yaml";
    let signed = rig.sign_and_add(name, &seat, &state);
    // bert answers it with the link after the one that anna passed over.
    let turn = json!({
        "adjutant": 1, "kind": "turn", "match": rig.match_id(), "seat": "bert", "parent": digest(&signed),
        "step": state["step"].as_u64().unwrap() + 1, "reveal": link_after(&rig, "bert", &json!(turned)),
    });
    rig.sign_and_add("turns/after.yaml", &id("bert"), &turn);
    let next = json!({
        "adjutant": 1, "kind": "state", "match": rig.match_id(), "responder": "anna", "parent": digest(&signed),
        "step": turn["step"], "turns": [digest(&turn)], "reveal": link_after(&rig, "anna", &state["reveal"]), "rolls": [], "events": [],
        "position": state["position"], "awaiting": [], "outcome": null, "issued": state["issued"],
    });
    rig.sign_and_add("states/after.yaml", &id("anna"), &next);
    rig
}

#[test]
fn who_passes_over_a_turn_is_at_fault_and_not_whose_turn_it_was() {
    for old in [false, true] {
        let rig = passed_over(old);
        let verification = rig.verify();
        let accused: Vec<_> = verification.failures.iter().filter(|one| one.proof != Proof::Nothing).collect();
        assert!(accused.iter().any(|failure| failure.file == "states/passed-over.yaml"), "{accused:#?}");
        assert!(accused.iter().all(|failure| failure.seat == Some(id("anna"))), "{old} {accused:#?}");
    }
}

#[test]
fn a_second_refusal_of_a_turn_takes_nothing_from_the_turn_that_answered_the_first() {
    for n in 0..8 {
        let mut rig = at_orders();
        let turn = rig.turn("bert", rest());
        rig.refuse_turn(&turn, &[Problem::new("I do not like these dice")]);
        rig.play("bert", rest());
        rig.assert_verifies();
        // Of eight, some digests come before that of the first refusal, and some after it.
        rig.refuse_turn(&turn, &[Problem::new(format!("nor these: {n}"))]);
        rig.assert_verifies();
    }
}

/// Nobody but the cheat is named, in whatever check.
#[track_caller]
fn names_none_but(cheat: &str, rig: &Rig) {
    let found = rig.verify();
    for failure in found.failures.iter().filter(|failure| failure.proof.accuses()) {
        assert_eq!(failure.seat, Some(id(cheat)), "{found:#?}");
    }
}

/// Takes a file out of the match, to be put back.
fn take_out(rig: &mut Rig, file: &str) -> (String, String) {
    let at = rig.files.iter().position(|(name, _)| name == file).unwrap();
    rig.files.remove(at)
}

/// Bert's turn of a step was refused twice, each time by anna, and he has signed a third; the files in their order.
fn refused_twice() -> (Rig, Vec<String>) {
    let mut rig = at_orders();
    let mut files = Vec::new();
    for n in 0..3 {
        let mut turn = rest();
        turn["comment"] = json!(format!("number {n}"));
        let file = rig.turn("bert", turn);
        files.push(file.clone());
        if n < 2 {
            rig.refuse_turn(&file, &[Problem::new(format!("no {n}"))]);
            files.push(rig.files.last().unwrap().0.clone());
        }
    }
    (rig, files)
}

/// Protocol 6: a refusal that anna holds back may excuse a turn that names another refusal, through what that refuses.
#[test]
fn a_refusal_that_is_held_back_excuses_what_names_it_by_way_of_others() {
    let (mut rig, files) = refused_twice();
    names_none_but("anna", &rig);
    // The first refusal is held back, or with it the turn that names it.
    for held_back in [&files[1..2], &files[1..3], &files[2..3]] {
        let whole = rig.files.clone();
        held_back.iter().for_each(|file| drop(take_out(&mut rig, file)));
        names_none_but("anna", &rig);
        rig.files = whole;
    }
}

/// Protocol 6: where anna resolves the first turn after all, bert need not have named in it what he was told later.
#[test]
fn a_turn_needs_not_name_the_refusal_of_one_that_came_after_it() {
    let (mut rig, files) = refused_twice();
    let later: Vec<_> = files[1..].iter().map(|file| take_out(&mut rig, file)).collect();
    rig.respond().unwrap();
    // The first refusal stays held back, and the third turn with it.
    rig.files.extend([later[1].clone(), later[2].clone()]);
    names_none_but("anna", &rig);
    rig.files.push(later[0].clone());
    assert_eq!(blamed(&rig, Check::Chain).seat, Some(id("anna")));
}

/// Protocol 9: bert holds back that a turn of his was refused before the one that had to say so.
#[test]
fn a_refusal_for_not_naming_another_is_not_unjust_where_the_other_is_held_back() {
    let mut rig = at_orders();
    let first = rig.turn("bert", rest());
    rig.refuse_turn(&first, &[Problem::new("no")]);
    let refusal = rig.files.last().unwrap().0.clone();
    let mut turn = rig.turn_content("bert", &json!({"orders": [{"rest": {}}], "comment": "second"}));
    turn.as_object_mut().unwrap().shift_remove("refusal");
    let second = rig.mail_turn("bert", &turn);
    rig.refuse_turn(&second, &[Problem::new("it does not name the refusal").in_path("refusal")]);
    rig.turn("bert", json!({"orders": [{"raid": {"dice": 1}}, {"done": {}}]}));
    rig.respond().unwrap();
    assert!(rig.verify().failures.iter().all(|failure| failure.seat != Some(id("anna"))));
    let whole = rig.files.clone();
    for held_back in [vec![&refusal], vec![&first], vec![&refusal, &first]] {
        held_back.into_iter().for_each(|file| drop(take_out(&mut rig, file)));
        names_none_but("bert", &rig);
        rig.files.clone_from(&whole);
    }
}
