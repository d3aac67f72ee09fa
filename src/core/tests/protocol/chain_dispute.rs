//! What comparing the folders of several people names, and what it proves.

use crate::common;
use adjutant_core::chain::dispute::{Dispute, MatchCopy, dispute};
use adjutant_core::chain::verify::{Check, NoticeKind, Proof, verify};
use adjutant_core::chain::{Chain, MatchFiles};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Form, Kind, read, write};
use adjutant_core::report::differences;
use common::{Rig, eventful, id};
use serde_json::json;

type Files = Vec<(String, String)>;

fn set(name: &str, files: &Files) -> MatchCopy {
    let mut loaded = MatchFiles::default();
    for (name, text) in files {
        loaded.add(name, text.as_bytes());
    }
    MatchCopy { name: name.to_owned(), files: loaded, loose: false }
}

fn compare(rig: &Rig, one: &Files, two: &Files) -> Dispute {
    dispute(&[set("anna's", one), set("bert's", two)], &rig.games).unwrap()
}

#[track_caller]
fn proves(dispute: &Dispute, proof: Proof, signer: &str, words: &[&str]) {
    let failure = dispute.failure.as_ref().expect("something fails");
    assert_eq!(failure.proof, proof, "{dispute:#?}");
    assert_eq!(failure.seat, Some(id(signer)), "{dispute:#?}");
    for word in words {
        assert!(dispute.text.contains(word), "{word}: {}", dispute.text);
    }
}

fn without(files: &Files, name: &str) -> Files {
    let left: Files = files.iter().filter(|(other, _)| other != name).cloned().collect();
    assert_eq!(left.len() + 1, files.len());
    left
}

fn replaced(files: &Files, name: &str, change: impl Fn(&str) -> String) -> Files {
    let change = |text: &str| {
        let changed = change(text);
        assert_ne!(changed, text);
        changed
    };
    files.iter().map(|(other, text)| (other.clone(), if other == name { change(text) } else { text.clone() })).collect()
}

#[test]
fn two_whole_folders_agree() {
    let rig = eventful(TrustMode::HeadToHead);
    let answer = compare(&rig, &rig.files, &rig.files);
    assert!(answer.agrees() && answer.failure.is_none(), "{answer:#?}");
    assert!(answer.text.contains("verifies"));
}

/// The answer says of how many folders, and of loose files beside them, that they agree.
#[test]
fn what_agrees_is_told_by_folders_and_loose_files() {
    let rig = eventful(TrustMode::HeadToHead);
    let folder = || set("anna's", &rig.files);
    let loose = || MatchCopy { loose: true, ..folder() };
    let together = "Both copies have the same documents";
    for (sets, words) in [
        (vec![folder()], "The match verifies.".to_owned()),
        (vec![loose(), loose(), loose()], "The match verifies.".to_owned()),
        (vec![folder(), folder()], format!("{together}, and the match verifies.")),
        (
            vec![loose(), folder()],
            "The folder has all documents of the loose files, and the match verifies.".to_owned(),
        ),
        (vec![folder(), loose(), folder()], format!("{together}, with the loose files, and the match verifies.")),
    ] {
        assert_eq!(dispute(&sets, &rig.games).unwrap().text, words);
    }
}

/// A referee reads of rulings and the like, and not of a turn that waits for its answer.
#[test]
fn notes_tell_of_rulings_and_not_of_what_is_pending() {
    let mut rig = eventful(TrustMode::Refereed);
    let (last, _) = rig.files.last().unwrap().clone();
    rig.drop_file(&last);
    assert!(rig.verify().notices.iter().any(|notice| notice.kind == NoticeKind::Pending));
    let answer = compare(&rig, &rig.files, &rig.files);
    let notices = rig.verify().notices;
    let others = notices.iter().filter(|notice| notice.kind != NoticeKind::Pending).count();
    assert!(answer.notes.iter().any(|note| note.contains("a correction that changes nothing")), "{:#?}", answer.notes);
    assert_eq!(answer.notes.len(), others, "{:#?}", answer.notes);
}

#[test]
fn a_missing_copy_proves_nothing() {
    let rig = eventful(TrustMode::HeadToHead);
    let (last, _) = rig.files.last().unwrap();
    let answer = compare(&rig, &rig.files, &without(&rig.files, last));
    assert!(answer.failure.is_none() && !answer.agrees());
    assert_eq!(answer.missing.len(), 1);
    assert_eq!((answer.missing[0].kind, &answer.missing[0].lack[..]), (Kind::State, &["bert's".to_owned()][..]));
    assert!(answer.text.contains("proves nothing"), "{}", answer.text);
    assert!(answer.text.contains("bert's does not have a state"), "{}", answer.text);
}

#[test]
fn a_document_that_nobody_hands_in_is_withheld() {
    let rig = eventful(TrustMode::HeadToHead);
    let refusals = rig.files.iter().filter(|(name, _)| name.starts_with("refusals/"));
    for name in refusals.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
        let less = without(&rig.files, &name);
        let answer = compare(&rig, &less, &less);
        assert_eq!(answer.failure.as_ref().unwrap().proof, Proof::Withheld, "{name}: {answer:#?}");
    }

    let turn = rig.files.iter().rfind(|(name, _)| name.starts_with("turns/")).unwrap().0.clone();
    let less = without(&rig.files, &turn);
    let answer = compare(&rig, &less, &less);
    assert_eq!(answer.failure.as_ref().unwrap().proof, Proof::Withheld);
    assert!(answer.text.contains("has not sent it"), "{}", answer.text);
    assert!(!answer.text.contains("It is signed by"), "what is missing says nothing about it: {}", answer.text);
}

#[test]
fn an_altered_copy_is_told_from_the_good_one() {
    let rig = eventful(TrustMode::HeadToHead);
    let altered = replaced(&rig.files, "states/0006.yaml", |text| text.replace("\nissued: \"2026", "\nissued: \"2027"));
    let answer = compare(&rig, &rig.files, &altered);
    let failure = answer.failure.as_ref().unwrap();
    assert_eq!((failure.proof, failure.file.as_str()), (Proof::Forgery, "bert's: states/0006.yaml"));
    assert!(answer.text.contains("anna's: states/0006.yaml is a copy with a valid signature"), "{}", answer.text);
    assert!(answer.text.contains("It names Mx ") && !answer.text.contains("It is signed by"), "{}", answer.text);
    let comparison = answer.comparison.as_ref().unwrap();
    assert!(comparison.altered);
    let fields: Vec<&str> = comparison.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(fields, ["issued"]);
    assert!(answer.text.contains("was altered: `issued` from \"2026"), "{}", answer.text);
    assert!(answer.text.contains(" to \"2027"), "{}", answer.text);
}

/// Whichever leaf of a document is altered, the dispute says which, from what to what, and counts it against nobody.
#[test]
fn every_altered_leaf_is_named() {
    let rig = eventful(TrustMode::HeadToHead);
    let mut tried = 0;
    for (name, text) in rig.files.iter().filter(|(name, _)| name.starts_with("turns/")) {
        let document = read(name, text.as_bytes(), Form::Signed).unwrap().content;
        for altered in common::alter::changes(&document).into_iter().map(|change| change.document) {
            let named = ["adjutant", "kind", "match", "signatures"];
            let field = differences(&document, &altered).first().map(|change| change.path.clone()).unwrap_or_default();
            // What makes it another document, or no document, is another failure.
            if field.is_empty() || named.iter().any(|own| field.starts_with(own)) {
                continue;
            }
            let files = replaced(&rig.files, name, |_| write(&altered));
            let answer = compare(&rig, &rig.files, &files);
            let Some(failure) = answer.failure.filter(|failure| failure.proof == Proof::Forgery) else { continue };
            let comparison = answer.comparison.unwrap_or_else(|| panic!("{name}: {field}: {failure:#?}"));
            assert_eq!((comparison.altered, comparison.with.as_str()), (true, &*format!("anna's: {name}")), "{field}");
            assert!(comparison.changes.iter().any(|change| change.path == field), "{name}: {field}: {comparison:#?}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
    println!("{tried} altered leaves are named");
}

#[test]
fn double_dealing_shows_when_both_hand_in_what_they_received() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 1);
    rig.play("anna", json!({}));
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    let before = rig.files.len();
    rig.turn("bert", json!({"orders": [{"rest": {}}]}));
    let one = rig.files.clone();
    rig.files.truncate(before);
    rig.turn("bert", json!({"orders": [{"raid": {"dice": 1}}]}));
    let two = rig.files.clone();
    let answer = compare(&rig, &one, &two);
    proves(
        &answer,
        Proof::DoubleDealing,
        "bert",
        &["anna's: turns/", "bert's: turns/", "double dealing by Mx bert (North)", "They differ in `orders[0]"],
    );
}

#[test]
fn an_altered_derived_field_that_is_signed_is_a_false_state() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 1);
    rig.play("anna", json!({}));
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    rig.turn("bert", json!({"orders": [{"rest": {}}]}));
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    state["position"]["game"]["strength"]["north"] = json!(60);
    rig.sign_and_add("states/x.yaml", &seat, &state);
    let answer = compare(&rig, &rig.files, &rig.files);
    proves(&answer, Proof::FalseState, "anna", &["this is 60, but adjudicating gives 7"]);
}

#[test]
fn loose_files_and_their_order_make_no_difference() {
    let rig = eventful(TrustMode::Refereed);
    let loose: Files =
        rig.files.iter().rev().enumerate().map(|(n, (_, text))| (format!("{n}"), text.clone())).collect();
    assert!(compare(&rig, &rig.files, &loose).agrees());
}

#[test]
fn nobody_misses_in_a_loose_file_what_the_folders_hold() {
    let rig = eventful(TrustMode::HeadToHead);
    let (last, _) = rig.files.last().unwrap();
    let loose = |name: &str| {
        let files: Files = rig.files.iter().filter(|(other, _)| other == name).cloned().collect();
        MatchCopy { loose: true, ..set(name, &files) }
    };
    let answer = dispute(&[set("anna's", &rig.files), loose(last)], &rig.games).unwrap();
    assert!(answer.agrees(), "{answer:#?}");
    let less = without(&rig.files, last);
    let sets = [set("anna's", &less), set("bert's", &less), set("carl's", &rig.files), loose(last)];
    let answer = dispute(&sets, &rig.games).unwrap();
    assert_eq!(answer.missing.len(), 1, "{answer:#?}");
    assert_eq!(answer.missing[0].lack, ["anna's", "bert's"]);
    assert!(answer.text.contains("anna's and bert's do not have a state"), "{}", answer.text);
}

#[test]
fn what_cannot_be_compared_is_said_to_be_so() {
    let rig = eventful(TrustMode::HeadToHead);
    let other = eventful(TrustMode::Refereed);
    let error = dispute(&[set("a", &rig.files), set("b", &other.files)], &rig.games).unwrap_err();
    assert!(error.to_string().contains("different matches"));
    let error = dispute(&[set("a", &without(&rig.files, "charter.yaml"))], &rig.games).unwrap_err();
    assert!(error.to_string().contains("no charter"));
}

#[test]
fn an_altered_copy_of_the_charter_stops_nobody_from_comparing() {
    let rig = eventful(TrustMode::HeadToHead);
    let altered = replaced(&rig.files, "charter.yaml", |text| text.replace("days: 3", "days: 30"));
    let answer = compare(&rig, &rig.files, &altered);
    let failure = answer.failure.expect("the altered copy fails");
    assert_eq!((failure.file.as_str(), failure.proof), ("bert's: charter.yaml", Proof::Forgery));
}

/// Verifies what is left, which must not hold, and must accuse nobody of anything but what is in `allowed`.
#[track_caller]
fn accuses_nobody(rig: &Rig, files: &Files, what: &str, allowed: &str) {
    let verification = verify(&set("all", files).files, &rig.games);
    assert!(!verification.is_valid(true), "{what}, and it holds");
    for failure in &verification.failures {
        // The state that its responder replaced was false, whether or not the other one is here.
        let true_fault = failure.file == "states/wrong.yaml" && failure.proof == Proof::FalseState;
        let spoilt = failure.file == allowed && failure.proof == Proof::Forgery;
        let blameless = matches!(failure.proof, Proof::Nothing | Proof::Withheld);
        assert!(blameless || spoilt || true_fault, "{what}: {failure:#?}");
    }
}

#[test]
fn what_is_missing_or_spoilt_accuses_nobody() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let newest = rig.files.last().unwrap().0.clone();
        for (name, text) in rig.files.iter().filter(|(name, _)| *name != "charter.yaml" && *name != newest) {
            // Without its answer the refusal of a state is unanswered, which is no fault.
            if text.contains("\nkind: state\n") && text.contains("\nrefusal: ") {
                continue;
            }
            accuses_nobody(&rig, &without(&rig.files, name), &format!("{name} is missing"), "");
            let spoilt = replaced(&rig.files, name, |text| text.replacen("\nsignatures:", "\nzz: 1\nsignatures:", 1));
            accuses_nobody(&rig, &spoilt, &format!("{name} does not read"), name);
            let time = |text: &str| text.replacen("\nissued: \"2026", "\nissued: \"2027", 1);
            let comment = |text: &str| text.replacen("\nsignatures:", "\ncomment: \"no\"\nsignatures:", 1);
            let altered = replaced(&rig.files, name, |text| match text.contains("\nkind: turn\n") {
                true if text.contains("\ncomment:") => text.replacen("We stand.", "We run.", 1),
                true => comment(text),
                false => time(text),
            });
            accuses_nobody(&rig, &altered, &format!("{name} is altered"), name);
        }
    }
}

#[test]
fn a_missing_turn_is_named_with_what_rests_on_it_and_hides_no_later_fault() {
    let mut rig = eventful(TrustMode::HeadToHead);
    let turn = "turns/2-bert.yaml";
    let names: Vec<&String> = rig.files.iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| *name == turn), "{names:?}");
    let files = without(&rig.files, turn);
    let verification = verify(&set("all", &files).files, &rig.games);
    let because = "because turns/0002-bert.yaml (bert's turn of step 2) is missing";
    let reasons: Vec<&str> = verification.unchecked.iter().map(|(_, reason)| reason.as_str()).collect();
    assert_eq!(reasons, [format!("the adjudication of step 2, {because}")], "its reveal follows from the next one");
    let [failure] = &verification.failures[..] else { panic!("{verification:#?}") };
    assert_eq!((failure.file.as_str(), failure.proof), ("states/0002.yaml", Proof::Withheld));
    assert!(failure.problem.message.contains("bert's turn of step 2"), "{failure:#?}");

    // A state that is false for reasons of its own is found all the same.
    let newest = rig.files.last().unwrap().0.clone();
    rig.drop_file(&newest);
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    state["position"]["game"]["strength"]["north"] = json!(60);
    rig.sign_and_add(&newest, &seat, &state);
    let files = without(&rig.files, turn);
    let verification = verify(&set("all", &files).files, &rig.games);
    let failure = verification.failure(Check::Adjudication).unwrap();
    assert_eq!((failure.file.as_str(), failure.proof), (newest.as_str(), Proof::FalseState));
}

#[test]
fn a_missing_state_is_named_once_with_those_that_stand_on_it() {
    let rig = eventful(TrustMode::HeadToHead);
    let files = set("all", &without(&rig.files, "states/0004.yaml")).files;
    let gaps = Chain::build(&files).unwrap().missing_documents();
    let last = rig.step();
    assert_eq!(gaps.len(), 1, "{gaps:#?}");
    let words = gaps[0].problem().message;
    assert_eq!(words, format!("states 5 to {last} are here, but state 4 is missing (states/0004.yaml)"));
    let verification = verify(&files, &rig.games);
    let reasons: Vec<&str> = verification.unchecked.iter().map(|(_, reason)| reason.as_str()).collect();
    let because = "because states/0004.yaml (the state of step 4) is missing";
    let steps = format!("of steps 5 to {last}, {because}");
    assert_eq!(reasons, [format!("the rolls {steps}"), format!("the adjudication {steps}")]);
}

#[test]
fn what_rests_on_a_forged_state_is_no_fault_of_its_own() {
    let rig = eventful(TrustMode::HeadToHead);
    let (last, name) = (rig.step(), "states/0004.yaml");
    let forged = replaced(&rig.files, name, |text| text.replacen("\nissued: \"2026", "\nissued: \"2027", 1));
    let verification = verify(&set("all", &forged).files, &rig.games);
    let [failure] = &verification.failures[..] else { panic!("{:#?}", verification.failures) };
    assert_eq!((failure.file.as_str(), failure.proof), (name, Proof::Forgery), "{failure:#?}");
    let reasons: Vec<&str> = verification.unchecked.iter().map(|(_, reason)| reason.as_str()).collect();
    let because = "because states/0004.yaml (the state of step 4) is not valid";
    let steps = format!("of steps 5 to {last}, {because}");
    assert_eq!(reasons, [format!("the rolls {steps}"), format!("the adjudication {steps}")]);
    let waits: Vec<_> = verification.notices.iter().filter(|notice| notice.kind == NoticeKind::Pending).collect();
    assert!(waits.is_empty(), "{waits:#?}");
}
