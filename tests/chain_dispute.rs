//! What comparing the folders of several people names, and what it proves.

mod common;

use adjutant::chain::MatchFiles;
use adjutant::chain::dispute::{Dispute, Set, dispute};
use adjutant::chain::verify::Proof;
use adjutant::document::Kind;
use adjutant::document::kinds::TrustMode;
use common::{Rig, eventful, id};
use serde_json::json;

type Files = Vec<(String, String)>;

fn set(name: &str, files: &Files) -> Set {
    let mut loaded = MatchFiles::default();
    for (name, text) in files {
        loaded.add(name, text.as_bytes());
    }
    Set { name: name.to_owned(), files: loaded }
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
    assert!(answer.text.contains("holds"));
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
    assert!(answer.text.contains("has not handed it in"), "{}", answer.text);
}

#[test]
fn an_altered_copy_is_told_from_the_good_one() {
    let rig = eventful(TrustMode::HeadToHead);
    let altered = replaced(&rig.files, "states/0006.yaml", |text| text.replace("\nissued: \"2026", "\nissued: \"2027"));
    let answer = compare(&rig, &rig.files, &altered);
    let failure = answer.failure.as_ref().unwrap();
    assert_eq!((failure.proof, failure.file.as_str()), (Proof::Forgery, "bert's: states/0006.yaml"));
    assert!(answer.text.contains("anna's: states/0006.yaml is a copy whose signature holds"), "{}", answer.text);
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
    proves(&answer, Proof::DoubleDealing, "bert", &["anna's: turns/", "bert's: turns/", "double dealing by 'bert'"]);
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
    rig.sign_and_put("states/x.yaml", &seat, &state);
    let answer = compare(&rig, &rig.files, &rig.files);
    proves(&answer, Proof::FalseState, "anna", &["here stands 60, and adjudicating gives 7"]);
}

#[test]
fn loose_files_and_their_order_make_no_difference() {
    let rig = eventful(TrustMode::Refereed);
    let loose: Files =
        rig.files.iter().rev().enumerate().map(|(n, (_, text))| (format!("{n}"), text.clone())).collect();
    assert!(compare(&rig, &rig.files, &loose).agrees());
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
