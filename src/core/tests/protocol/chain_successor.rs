//! A match that continues another under a new charter (protocol 3): the board is kept, the secrets are new, and both
//! are verified together.

use adjutant_core::chain::timeline::signed_documents;
use adjutant_core::chain::verify::{Check, Notice, NoticeKind, Verification, verify_archive};
use adjutant_core::chain::{MatchFiles, charter};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Form, Id, Value, digest, read};
use serde_json::json;

use crate::chain_parallel::Reported;
use crate::chain_verified::{known, raw, recall};
use crate::common::{Rig, games, id};

/// A match with one round behind it, in which it is the north's move.
pub fn played(trust: TrustMode) -> Rig {
    let mut rig = Rig::toy(trust, 3);
    match trust {
        TrustMode::HeadToHead => {
            rig.play("anna", json!({}));
            rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
        }
        TrustMode::Refereed => {
            rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
            rig.choose(1, &[("north", "bold"), ("south", "wary")]);
        }
    }
    rig
}

fn archive(rig: &Rig, before: &Rig) -> Vec<Verification> {
    let (one, two): (MatchFiles, MatchFiles) = (rig.load(), before.load());
    verify_archive(&[&one, &two], &games(), &())
}

#[test]
fn progress_counts_the_states_of_all_matches_together() {
    let before = played(TrustMode::HeadToHead);
    let rig = played(TrustMode::Refereed);
    let (one, two) = (rig.load(), before.load());
    let reported = Reported::default();
    verify_archive(&[&one, &two], &games(), &reported);
    reported.is_of(one.states.len() + two.states.len());
}

fn position(rig: &Rig) -> Value {
    rig.state()["position"].clone()
}

pub fn play_to_the_end(rig: &mut Rig) {
    for round in 0..40 {
        let asked = rig.asked();
        let Some((seat, what)) = asked.first().cloned() else { return };
        if what.get("commit").is_some() || what.get("open").is_some() {
            let name = what["commit"].get(0).or(what["open"].get(0)).unwrap().as_str().unwrap().to_owned();
            let n = name.rsplit('-').next().unwrap().parse().unwrap();
            let seats: Vec<String> = rig.secrets.keys().map(ToString::to_string).collect();
            let values: Vec<(&str, &str)> = seats.iter().map(|seat| (seat.as_str(), "bold")).collect();
            rig.choose(n, &values);
            continue;
        }
        let draft = match what.get("answer") {
            Some(answer) => json!({"answers": [{"id": answer["id"], "answer": {"stand": {}}}]}),
            None if round % 3 == 0 => json!({"orders": [{"raid": {"dice": 1}}, {"done": {}}]}),
            None => json!({"orders": [{"done": {}}]}),
        };
        rig.play(&seat, draft);
    }
    panic!("the match does not end");
}

#[test]
fn the_board_goes_on_and_both_matches_are_proven_together() {
    for (trust, lost) in [(TrustMode::HeadToHead, "bert"), (TrustMode::Refereed, "north")] {
        let before = played(trust);
        let mut rig = Rig::continuing(&before, &[lost]);
        assert_eq!(position(&rig), position(&before));
        let asked = rig.asked();
        assert!(asked.iter().all(|(_, asked)| asked.get("empty").is_some()), "{asked:?}");
        match trust {
            TrustMode::HeadToHead => rig.play("anna", json!({})),
            TrustMode::Refereed => {
                rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
            }
        }
        // After the first reveals it is asked what was asked before, and nothing has happened.
        assert_eq!(position(&rig), position(&before));
        assert_eq!(rig.asked(), before.asked());
        play_to_the_end(&mut rig);
        let answers = archive(&rig, &before);
        assert!(answers.iter().all(|one| one.is_valid(false)), "{answers:#?}");
        let told: Vec<_> = answers[0].notices.iter().filter(|one| one.kind == NoticeKind::Replaced).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].seat, Some(id(lost)));
    }
}

/// The state from which a match continues lies in its folder, and is none of its documents, known or not.
#[test]
fn the_state_before_a_match_is_none_of_its_documents() {
    let before = played(TrustMode::HeadToHead);
    let mut rig = Rig::continuing(&before, &["bert"]);
    rig.play("anna", json!({}));
    let read = rig.load();
    let recalled = recall(&known(&rig), &raw(&rig), &|_| true).expect("the very same files");
    let signed = |files: &MatchFiles| -> Vec<String> {
        signed_documents(files, &files.charters[0]).iter().map(|one| one.file.to_owned()).collect()
    };
    assert_eq!(signed(&recalled), signed(&read));
    assert_eq!(signed(&read).len() + 1, read.documents().len());
    assert!(!signed(&read).contains(&"states/before.yaml".to_owned()), "{:?}", signed(&read));
}

/// A player who loses nothing draws new seeds all the same.
#[test]
fn a_seed_serves_one_charter_there_too() {
    let before = played(TrustMode::HeadToHead);
    let rig = Rig::continuing(&before, &[]);
    let known = before.with(|chain, _| chain.charter.typed.seats.iter().map(|seat| seat.seed.anchor).collect());
    rig.with(|chain, _| assert!(charter::check_form(&chain.charter.typed, &known).is_empty()));
    before.with(|chain, _| assert!(!charter::check_form(&chain.charter.typed, &known).is_empty()));
}

/// Choices that lay face down are opened under the match in which they were committed to.
#[test]
fn what_was_committed_to_before_is_opened_under_the_earlier_match() {
    let mut before = Rig::toy(TrustMode::HeadToHead, 3);
    before.play("anna", json!({}));
    let first = before.asked()[0].0.clone();
    let other = if first == "anna" { "bert" } else { "anna" };
    for seat in [first.as_str(), other] {
        let draft = before.commit(seat, "stance-1", "bold");
        before.play(seat, draft);
    }
    let mut rig = Rig::continuing(&before, &[]);
    rig.play("anna", json!({}));
    let (seat, asked) = rig.asked()[0].clone();
    assert_eq!(asked["open"], json!(["stance-1"]));
    let salt = |seat: &str| crate::common::salt(seat);
    let open = |seat: &str, choice: &str| json!({"open": [{"id": "stance-1", "salt": salt(seat), "choice": choice}]});
    assert!(!rig.problems(&seat, open(&seat, "wary")).is_empty(), "another choice");
    assert!(rig.problems(&seat, open(&seat, "bold")).is_empty());
    rig.play(&seat, open(&seat, "bold"));
    let answers = archive(&rig, &before);
    assert!(answers.iter().all(|one| one.is_valid(false)), "{answers:#?}");
}

/// A chain of three matches: what was committed to in the first is opened in the third, which names both before it.
#[test]
fn a_choice_is_opened_two_matches_later() {
    let mut first = Rig::toy(TrustMode::HeadToHead, 3);
    first.play("anna", json!({}));
    for seat in [first.asked()[0].0.clone(), first.asked()[0].0.clone()] {
        let seat = if first.asked()[0].0 == seat { seat } else { first.asked()[0].0.clone() };
        let draft = first.commit(&seat, "stance-1", "bold");
        first.play(&seat, draft);
    }
    let second = Rig::continuing(&first, &[]);
    let mut third = Rig::continuing(&second, &[]);
    third.play("anna", json!({}));
    let (seat, asked) = third.asked()[0].clone();
    assert_eq!(asked["open"], json!(["stance-1"]));
    let open = json!({"open": [{"id": "stance-1", "salt": crate::common::salt(&seat), "choice": "bold"}]});
    third.play(&seat, open);
    let (one, two, three) = (third.load(), second.load(), first.load());
    let answers = verify_archive(&[&one, &two, &three], &games(), &());
    assert!(answers.iter().all(|one| one.is_valid(false)), "{answers:#?}");
    // A charter that is silent about the first is found.
    let rig = changed(&second, &[], |charter| {
        charter["continues"].as_object_mut().unwrap().shift_remove("earlier");
    });
    fails(&archive(&rig, &second), "the matches before the one that this one continues");
}

/// The charter of a continuing match with a change, signed by everybody anew.
fn changed(before: &Rig, replaced: &[&str], change: impl Fn(&mut Value)) -> Rig {
    let mut rig = Rig::continuing(before, replaced);
    let charter = read("charter.yaml", rig.text("charter.yaml").as_bytes(), Form::Signed).unwrap();
    let mut content = charter.content;
    content.as_object_mut().unwrap().shift_remove("signatures");
    change(&mut content);
    rig.files.retain(|(name, _)| name == "states/before.yaml");
    rig.seal(content);
    rig
}

#[track_caller]
fn fails(answers: &[Verification], words: &str) {
    let failure = answers[0].failure(Check::Chain).unwrap_or_else(|| panic!("{answers:#?}"));
    assert!(failure.problem.message.contains(words), "{:?}", failure.problem);
    assert_eq!(failure.problem.rule.as_deref(), Some("protocol 3"));
}

#[test]
fn a_charter_that_continues_changes_no_term_and_no_key_in_silence() {
    let before = played(TrustMode::HeadToHead);
    let rig = changed(&before, &["bert"], |charter| {
        charter["continues"].as_object_mut().unwrap().shift_remove("replaced");
    });
    fails(&archive(&rig, &before), "'bert' had another key");
    let rig = changed(&before, &[], |charter| {
        charter["continues"]["replaced"] = json!([{"seat": "anna", "reason": "left"}]);
    });
    fails(&archive(&rig, &before), "keeps its key but is named");
    let rig = changed(&before, &["bert"], |charter| charter["options"] = json!({"rounds": 4}));
    fails(&archive(&rig, &before), "`options` differs");
    let rig = Rig::continuing(&before, &["anna", "bert"]);
    fails(&archive(&rig, &before), "nobody who signs this charter");
}

/// A state that does not stand on the earlier line, and one of another match, are none to go on from.
#[test]
fn a_match_goes_on_from_a_state_that_stands() {
    let mut before = played(TrustMode::HeadToHead);
    let rig = Rig::continuing(&before, &["bert"]);
    // The state is refused and replaced afterwards.
    let issuer = before.state()["responder"].as_str().unwrap().to_owned();
    let other = if issuer == "anna" { "bert" } else { "anna" };
    let refusal = before.refuse_state(other, "it is wrong");
    before.replace_state(refusal).unwrap();
    fails(&archive(&rig, &before), "is not on the line");
    let mut stranger = Rig::toy(TrustMode::HeadToHead, 2);
    stranger.play("anna", json!({}));
    fails(&archive(&rig, &stranger), "this match continues");
}

/// A turn that waits when the match goes on gets other dice, though whoever was to answer it knew them: the charter says
/// so, and the verifier too. A charter from before this was so holds all the same.
#[test]
fn a_turn_that_waited_is_told() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut before = played(trust);
        let seat = before.asked()[0].0.clone();
        let content = before.turn_content(&seat, &json!({"orders": [{"raid": {"dice": 1}}]}));
        let resolved = before.with(|chain, _| chain.line.last().unwrap().state.typed.turns[0]);
        before.mail_turn(&seat, &content);
        let waits = digest(&content);
        let told = |rig: &Rig| {
            let answers = archive(rig, &before);
            assert!(answers.iter().all(|one| one.is_valid(false)), "{answers:#?}");
            let notice = |one: &&Notice| one.kind == NoticeKind::Replaced && one.text.contains("waits for an answer");
            answers[0].notices.iter().find(notice).unwrap_or_else(|| panic!("{answers:#?}")).clone()
        };
        let rig = Rig::continuing(&before, &[]);
        let charter = read("charter.yaml", rig.text("charter.yaml").as_bytes(), Form::Signed).unwrap().content;
        assert_eq!(charter["continues"]["unanswered"], json!([waits]));
        let notice = told(&rig);
        assert_eq!(notice.seat.as_ref().map(Id::as_str), Some(seat.as_str()));
        assert!(notice.text.contains("the new match rolls others"), "{notice:?}");
        let silent = changed(&before, &[], |charter| {
            charter["continues"].as_object_mut().unwrap().shift_remove("unanswered");
        });
        assert!(told(&silent).text.contains("the charter does not say that it waited"));
        // Mail may have lost what the charter names.
        let elsewhere = changed(&before, &[], |charter| {
            charter["continues"]["unanswered"] = json!([waits, "ab".repeat(32)]);
        });
        assert!(archive(&elsewhere, &before)[0].notices.iter().any(|one| one.text.contains("it is not here")));
        let rig = changed(&before, &[], |charter| charter["continues"]["unanswered"] = json!([waits, resolved]));
        fails(&archive(&rig, &before), "this turn did not wait for an answer");
        let rig = changed(&before, &[], |charter| charter["continues"]["unanswered"] = json!([waits, waits]));
        fails(&archive(&rig, &before), "listed twice");
    }
}

/// Steps that were played after the state from which a match goes on are named.
#[test]
fn what_is_left_behind_is_told() {
    let mut before = played(TrustMode::HeadToHead);
    let rig = Rig::continuing(&before, &["bert"]);
    let seat = before.asked()[0].0.clone();
    before.play(&seat, json!({"orders": [{"done": {}}]}));
    let answers = archive(&rig, &before);
    assert!(answers[0].is_valid(false));
    assert!(answers[0].notices.iter().any(|one| one.text.contains("was played on to step")), "{answers:#?}");
}

#[test]
fn another_position_is_found_and_a_missing_state_is_named() {
    let before = played(TrustMode::HeadToHead);
    let mut rig = Rig::continuing(&before, &["bert"]);
    let mut state = rig.state();
    state["position"]["game"]["strength"]["south"] = json!(99);
    let first = rig.with(|chain, _| chain.seats.first_issuer().unwrap().clone());
    let forged = rig.sign(&first, &state);
    rig.drop_file("states/0000.yaml");
    rig.add_file("states/0000.yaml", &forged);
    let failure = archive(&rig, &before)[0].failure(Check::Adjudication).cloned().unwrap();
    assert_eq!(failure.problem.path.as_deref(), Some("position.game.strength.south"), "{failure:?}");
    let mut rig = Rig::continuing(&before, &["bert"]);
    rig.drop_file("states/before.yaml");
    let failure = rig.verify().failure(Check::Adjudication).cloned().unwrap();
    assert!(failure.problem.message.contains("is missing"), "{failure:?}");
    assert_eq!(failure.problem.path.as_deref(), Some("continues.state"));
    let _ = digest(&forged);
}
