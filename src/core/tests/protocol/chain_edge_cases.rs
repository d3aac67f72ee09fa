//! Edge cases of a chain: the last reveal, what is void while a refusal is open, the step to which a refused turn
//! belongs.

use crate::common;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::charter::{check_form, join};
use adjutant_core::chain::compose::{next_reveal, parse_composed};
use adjutant_core::chain::dispute::{MatchCopy, dispute};
use adjutant_core::chain::verify::{Check, NoticeKind, Proof};
use adjutant_core::chain::{MatchFiles, charter};
use adjutant_core::document::kinds::{Charter, TrustMode};
use adjutant_core::document::{Bytes32, Problem, Value, digest};
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
    rig.assert_verifies();

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
    let notices = rig.assert_verifies().notices;
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

/// Protocol 4: a seat reveals its links one after the other, in its turns and in its states but the first.
#[test]
fn a_wrong_reveal_is_told_by_the_number_of_the_one_that_is_due() {
    let mut rig = at_orders();
    let shown = |rig: &Rig, seat: &str| {
        rig.with(|chain, _| {
            let turns = chain.turns.values().filter(|turn| turn.typed.seat == id(seat)).count();
            let own = chain.line.iter().filter(|step| step.state.typed.responder == id(seat));
            turns + own.filter(|step| step.state.typed.reveal.is_some()).count()
        })
    };
    let (bert, anna) = (shown(&rig, "bert"), shown(&rig, "anna"));
    let mut wrong = rig.turn_content("bert", &done());
    wrong["reveal"] = json!("11".repeat(32));
    let told = |problems: Vec<Problem>, number: usize| {
        let words = format!("reveal number {number}:");
        assert!(problems.iter().any(|problem| problem.message.contains(&words)), "{words} {problems:?}");
    };
    rig.with(|chain, game| {
        let turn = parse_composed("draft", &wrong).unwrap();
        told(Adjudication::newest(chain, game).unwrap().check_draft(&turn.typed), bert + 1);
    });
    rig.turn("bert", done());
    rig.with(|chain, game| {
        let stand = Adjudication::newest(chain, game).unwrap();
        let answer = stand.resolve(&chain.open_turns(), Bytes32([0x11; 32]), None, "2026-12-24T18:00:00Z");
        told(answer.unwrap_err(), anna + 1);
    });
}

/// Protocol 3: a state resolves one turn of each awaited seat, no more and no fewer.
#[test]
fn turns_that_are_too_few_or_too_many_are_not_resolved() {
    let mut rig = at_orders();
    let issued = "2026-12-24T18:00:00Z";
    rig.turn("bert", done());
    rig.with(|chain, game| {
        let turns = chain.open_turns();
        let reveal = next_reveal(chain, &id("anna"), &rig.secrets[&id("anna")].seeds).unwrap();
        let stand = Adjudication::newest(chain, game).unwrap();
        assert!(stand.resolve(&turns, reveal, None, issued).is_ok());
        for (turns, words) in
            [(&[][..], "the turn of 'bert' is missing"), (&[turns[0], turns[0]][..], "exactly one turn")]
        {
            let problems = stand.resolve(turns, reveal, None, issued).unwrap_err();
            assert!(problems.iter().any(|problem| problem.message.contains(words)), "{problems:?}");
        }
    });
    rig.respond().unwrap();
    rig.play("anna", json!({"offer": "resign"}));
    assert!(rig.asked().is_empty());
    rig.with(|chain, game| {
        let reveal = next_reveal(chain, &id("anna"), &rig.secrets[&id("anna")].seeds).unwrap();
        assert!(
            Adjudication::newest(chain, game).unwrap().resolve(&[], reveal, None, issued).is_err(),
            "the match is over"
        );
    });
}

/// Protocol 3: the turn that state 0 awaits is empty; it only reveals.
#[test]
fn the_first_turn_brings_nothing() {
    let rig = Rig::toy(TrustMode::HeadToHead, 1);
    assert!(rig.problems("anna", json!({})).is_empty());
    for draft in [
        json!({"orders": [{"rest": {}}]}),
        json!({"standing": {"always": {"stand": {}}}}),
        json!({"orders": [{"rest": {}}], "offer": "draw"}),
        rig.commit("anna", "stance-1", "bold"),
    ] {
        let problems = rig.problems("anna", draft.clone());
        let refused = |problem: &Problem| problem.message.contains("must be empty");
        assert!(problems.iter().any(refused), "{draft}: {problems:?}");
    }
}

/// Protocol 9: a turn of a seat that was not awaited moves nothing, and is told with its signer.
#[test]
fn a_turn_of_a_seat_that_was_not_awaited_is_told_and_no_more() {
    let mut rig = refereed_at_orders();
    let file = rig.turn("aide", json!({}));
    let content = rig.turn_content("north", &done());
    rig.mail_turn("north", &content);
    let issued = rig.now();
    let (seat, state) = rig.with(|chain, game| {
        let turns: Vec<_> = chain.open_turns().into_iter().filter(|turn| turn.typed.seat == id("north")).collect();
        let reveal = next_reveal(chain, &id("adjudicator"), &rig.secrets[&id("adjudicator")].seeds).unwrap();
        let made = Adjudication::newest(chain, game).unwrap().resolve(&turns, reveal, None, &issued).unwrap();
        (id("adjudicator"), made.content)
    });
    rig.sign_and_add("states/next.yaml", &seat, &state);
    let told = rig.assert_verifies().notices;
    let words = "'aide' signed a turn that changes nothing: 'aide' was not awaited";
    assert!(told.iter().any(|one| one.file == file && one.text == words), "{told:#?}");
}

/// Protocol 9: a match without its state 0 is told so, unless its charter is not what was signed, which is told
/// instead.
#[test]
fn a_match_that_has_not_begun_is_told_of() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 1);
    rig.drop_file("states/0000.yaml");
    let begun = |rig: &Rig| {
        let failures = rig.verify().failures;
        assert!(!failures.is_empty());
        !failures.iter().any(|failure| failure.problem.message.contains("there is no state 0"))
    };
    assert!(!begun(&rig));
    rig.files.push(("turns/x.yaml".to_owned(), "adjutant: 1\n".to_owned()));
    assert!(!begun(&rig), "another file that does not count takes nothing from it");
    rig.edit("charter.yaml", |text| text.replacen("days: 3", "days: 4", 1));
    assert!(begun(&rig));
}

/// Protocol 6: the state that replaces a refused one has its place and its reveal, and names a refusal that is here.
#[test]
fn a_replacement_keeps_its_place_and_its_reveal() {
    let refused_that_awaits = |seat: &str| {
        let mut rig = at_orders();
        let early = rig.turn("bert", json!({"orders": [{"raid": {"dice": 99}}]}));
        let other = rig.refuse_turn(&early, &[Problem::new("too many dice")]);
        rig.turn("bert", done());
        let issued = rig.now();
        let (issuer, right) = rig.resolved(&issued).unwrap();
        let mut wrong = right.clone();
        wrong["position"]["game"]["strength"]["north"] = json!(60);
        wrong["awaiting"][0]["seat"] = json!(seat);
        rig.sign_and_add("states/wrong.yaml", &issuer, &wrong);
        let refusal = rig.refuse_state("bert", "a point too many");
        (rig, right, refusal, other)
    };
    let refused = || refused_that_awaits("anna");
    let put = |rig: &mut Rig, mut state: Value, refusal: Value| {
        state["refusal"] = refusal;
        rig.sign_and_add("states/right.yaml", &id("anna"), &state);
        rig.verify().failures
    };
    let (mut rig, right, refusal, _) = refused();
    assert_eq!(put(&mut rig, right, json!(refusal)), []);

    let (mut rig, mut right, refusal, _) = refused();
    let at =
        (1..1024).find(|at| json!(rig.secrets[&id("anna")].seeds.reveal(*at).unwrap()) == right["reveal"]).unwrap();
    right["reveal"] = json!(rig.secrets[&id("anna")].seeds.reveal(at + 1).unwrap());
    let failures = put(&mut rig, right, json!(refusal));
    let failure = failures.iter().find(|failure| failure.check == Check::Reveals).unwrap();
    assert_eq!((failure.seat.as_ref(), failure.proof), (Some(&id("anna")), Proof::FalseReveal), "{failures:#?}");
    assert!(failure.problem.message.contains("a state that replaces another keeps its reveal"), "{failures:#?}");

    // It resolves the turns that the refused one resolved.
    let (mut rig, mut right, refusal, _) = refused();
    right["turns"] = json!([Bytes32([3; 32])]);
    let failures = put(&mut rig, right, json!(refusal));
    let told = failures.iter().any(|one| one.problem.message.contains("resolves the same turns"));
    assert!(told, "{failures:#?}");

    // Its issuer has not gone on from the refused one; that somebody else has is no fault of the issuer's.
    for (by, awaited, is_fault) in [("anna", "bert", true), ("bert", "anna", false)] {
        let (mut rig, right, refusal, _) = refused_that_awaits(awaited);
        let wrong = common::alter::content(rig.text("states/wrong.yaml"));
        let mut later = wrong.clone();
        later["parent"] = json!(digest(&wrong));
        later["step"] = json!(wrong["step"].as_u64().unwrap() + 1);
        later["responder"] = json!(by);
        later["turns"] = json!([]);
        rig.sign_and_add("states/later.yaml", &id(by), &later);
        let failures = put(&mut rig, right, json!(refusal));
        let told = failures.iter().find(|one| one.problem.message.contains("has gone on from that"));
        assert_eq!(told.is_some(), is_fault, "{by}: {failures:#?}");
        if let Some(failure) = told {
            assert_eq!((failure.seat.as_ref(), failure.proof), (Some(&id("anna")), Proof::DoubleDealing));
        }
    }

    let (mut rig, right, ..) = refused();
    rig.drop_file("states/wrong.yaml");
    let failures = put(&mut rig, right, json!(Bytes32([9; 32])));
    let missing =
        failures.iter().find(|failure| failure.file == "states/right.yaml" && failure.proof == Proof::Withheld);
    assert!(
        missing.is_some_and(|one| one.problem.message.contains(", which this state answers, is missing")),
        "{failures:#?}"
    );

    // The refusal of a state of one step excuses none of another, though the same seat issues both.
    let mut rig = at_orders();
    rig.play("bert", json!({"orders": [{"rest": {}}]}));
    let refusal = rig.refuse_state("bert", "I do not believe it");
    rig.replace_state(refusal).unwrap();
    rig.turn("bert", done());
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    assert_eq!(seat, id("anna"));
    state["refusal"] = json!(refusal);
    rig.sign_and_add("states/later.yaml", &seat, &state);
    let verification = rig.verify();
    let failure = verification.failure(Check::Chain).unwrap_or_else(|| panic!("{verification:#?}"));
    assert_eq!((failure.file.as_str(), failure.seat.as_ref()), ("states/later.yaml", Some(&id("anna"))));
    assert!(failure.problem.message.contains("another place of the chain"), "{failure:#?}");
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
    rig.sign_and_add("states/0009.yaml", &seat, &state);
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
        MatchCopy { name: name.to_owned(), files, loose: false }
    };
    for (missing, words) in [
        (1, None),
        (2, Some("1 more document is not in every copy")),
        (3, Some("2 more documents are not in every copy")),
    ] {
        let text = dispute(&[set("anna's", 0), set("bert's", missing)], &rig.games).unwrap().text;
        match words {
            Some(words) => assert!(text.contains(words), "{text}"),
            None => assert!(!text.contains("in every copy"), "{text}"),
        }
    }
}

/// The newest state, which bert has refused, and beside it another that `by` signs for a step so much later, which
/// names that refusal if `names` it.
fn refused_beside_another(by: &str, later: u64, names: bool) -> (Rig, Value) {
    let mut rig = at_orders();
    rig.play("bert", done());
    let state = rig.state();
    let refusal = rig.refuse_state("bert", "I do not believe it");
    let mut other = state.clone();
    other.as_object_mut().unwrap().shift_remove("signatures");
    other["responder"] = json!(by);
    other["step"] = json!(state["step"].as_u64().unwrap() + later);
    other["issued"] = json!("2026-12-24T18:00:00Z");
    if names {
        other["refusal"] = json!(refusal);
    }
    rig.sign_and_add("states/other.yaml", &id(by), &other);
    (rig, state)
}

/// Protocol 6: the responder answers a refusal of his state, by a state for the same step that names it.
#[test]
fn a_refused_state_is_replaced_by_its_responder_for_the_same_step_alone() {
    for (by, later, names, replaces) in
        [("anna", 0, true, true), ("bert", 0, true, false), ("anna", 1, true, false), ("anna", 0, false, false)]
    {
        let (rig, state) = refused_beside_another(by, later, names);
        rig.with(|chain, _| {
            let state = chain.states[&digest(&state)];
            assert_eq!(chain.replacement(state).is_some(), replaces, "{by}, {later} later, names it: {names}");
            assert_eq!(chain.refusals_of_state(state).len(), 1, "it waits, or is answered");
        });
    }
}

/// Protocol 6: a seat that has answered a state has refused nothing, as long as no state answers its refusal.
#[test]
fn a_refusal_by_a_seat_that_has_answered_counts_once_a_state_answers_it() {
    for (by, later, names, counts) in
        [("anna", 0, true, true), ("bert", 0, true, false), ("anna", 1, true, false), ("anna", 0, false, false)]
    {
        let (mut rig, state) = refused_beside_another(by, later, names);
        let answer = json!({
            "adjutant": 1, "kind": "turn", "match": rig.match_id(), "step": state["step"].as_u64().unwrap() + 1,
            "parent": digest(&state), "seat": "bert", "reveal": Bytes32([7; 32]),
        });
        rig.sign_and_add("turns/answer.yaml", &id("bert"), &answer);
        rig.with(|chain, _| {
            let refusals = chain.refusals_of_state(chain.states[&digest(&state)]);
            assert_eq!(!refusals.is_empty(), counts, "{by}, {later} later, names it: {names}");
        });
    }
}

/// Protocol 6 and 9: what was refused after it does not bear out the refusal of a turn that was in order.
#[test]
fn an_unjust_refusal_is_named_although_the_turn_after_it_was_refused_as_well() {
    let mut rig = at_orders();
    let first = rig.turn("bert", done());
    rig.refuse_turn(&first, &[Problem::new("I do not like it")]);
    let second = rig.turn("bert", json!({"orders": [{"raid": {"dice": 99}}]}));
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&second, &problems);
    rig.play("bert", json!({"orders": [{"raid": {"dice": 2}}, {"done": {}}]}));
    let verification = rig.verify();
    let failure = verification.failure(Check::Adjudication).unwrap_or_else(|| panic!("{verification:#?}"));
    assert_eq!((failure.proof, failure.seat.as_ref()), (Proof::UnjustRefusal, Some(&id("anna"))), "{failure:#?}");
    assert_eq!(failure.with.as_ref(), Some(&first));
}

/// Protocol 6: a turn with a wrong step is refused, and the seat's next turn names that refusal.
#[test]
fn a_turn_for_a_wrong_step_is_refused_and_its_replacement_names_the_refusal() {
    let mut rig = at_orders();
    let mut wrong = rig.turn_content("bert", &done());
    wrong["step"] = json!(wrong["step"].as_u64().unwrap() + 1);
    let file = rig.mail_turn("bert", &wrong);
    let refusal = rig.refuse_turn(&file, &[Problem::new("it is for another step")]);
    assert_eq!(rig.turn_content("bert", &done())["refusal"], json!(refusal));
    rig.play("bert", done());
    rig.assert_verifies();
}

/// Protocol 7: a take-back frees the ids of what was committed to after its step; so does one by a ruling, and one that
/// was declined does not.
#[test]
fn only_a_take_back_that_is_carried_out_frees_the_ids_of_choices() {
    let mut rig = Rig::toy(TrustMode::Refereed, 1);
    rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
    let start = rig.step();
    rig.choose(1, &[("north", "bold"), ("south", "wary")]);
    rig.rule(json!({"reason": "by agreement", "take_back": {"to_step": start}})).unwrap();
    rig.choose(1, &[("north", "wary"), ("south", "wary")]);
    rig.assert_verifies();

    let mut rig = Rig::toy(TrustMode::HeadToHead, 2);
    rig.play("anna", json!({}));
    let start = rig.step();
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    rig.play("bert", json!({"take_back": {"to_step": start}}));
    rig.play("anna", json!({}));
    let problems = rig.problems("bert", rig.commit("bert", "stance-1", "bold"));
    assert!(problems.iter().any(|problem| problem.message.contains("already a commitment")), "{problems:?}");
}

/// Protocol 7: a seat uses an id once, whatever stands beside the commitment.
#[test]
fn what_is_committed_to_beside_an_offer_is_committed_to() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 2);
    rig.play("anna", json!({}));
    let (seat, _) = rig.asked().remove(0);
    let mut draft = rig.commit(&seat, "stance-1", "bold");
    draft["offer"] = json!("draw");
    rig.play(&seat, draft);
    let problems = rig.problems(&seat, rig.commit(&seat, "stance-1", "wary"));
    assert!(problems.iter().any(|problem| problem.message.contains("already a commitment")), "{problems:?}");
}

/// Protocol 2: the signatures of a charter stand in charter order, whoever signed first, and each seat's once.
#[test]
fn the_signatures_of_a_charter_stand_in_charter_order() {
    let rig = Rig::toy(TrustMode::Refereed, 1);
    let mut charter = rig.with(|chain, _| chain.charter.document.content.clone());
    charter.as_object_mut().unwrap().shift_remove("signatures");
    for seat in ["aide", "south", "north", "south", "adjudicator"] {
        charter = rig.sign(&id(seat), &charter);
    }
    let signers = charter["signatures"].as_array().unwrap().iter().map(|one| one["by"].as_str().unwrap());
    assert_eq!(signers.collect::<Vec<_>>(), ["adjudicator", "north", "south", "aide"]);
}

/// What a turn does not know is left in it for its reader to name, but for signatures, which it gets anew.
#[test]
fn a_turn_keeps_what_its_writer_misspelt() {
    let rig = at_orders();
    let content = rig.turn_content("bert", &json!({"ordres": [], "signatures": [], "comment": "so"}));
    assert_eq!((&content["ordres"], &content["comment"]), (&json!([]), &json!("so")));
    assert_eq!(content.get("signatures"), None);
}

/// Protocol 1: a reason has a place where its problem has one.
#[test]
fn a_refusal_says_where_the_fault_is() {
    let mut rig = at_orders();
    let turn = rig.turn("bert", json!({"orders": [{"raid": {"dice": 99}}]}));
    let mut problems = rig.respond().unwrap_err();
    problems.push(Problem::new("it is rude").in_path(""));
    problems.push(Problem::new("it is late"));
    rig.refuse_turn(&turn, &problems);
    rig.with(|chain, _| {
        let refusal = chain.refusals.values().next().unwrap();
        let places: Vec<_> = refusal.typed.reasons.iter().map(|reason| reason.r#where.as_deref()).collect();
        assert_eq!(places, [Some("orders[0].raid.dice"), None, None]);
    });
}
