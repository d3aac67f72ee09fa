//! Turns that open one choice and commit to the next (protocol 7, *Committing early*), through signed documents.

use crate::common;
use adjutant_core::document::Value;
use adjutant_core::document::kinds::TrustMode;
use common::alter::every_change_is_found;
use common::{HEAD_TO_HEAD, REFEREED, Rig, games, new_match, open};
use serde_json::json;

/// A match of three rounds with the commitments to the first choice made: its opening is due.
fn at_openings(trust: TrustMode) -> Rig {
    let mut new = new_match(trust, 3);
    new.options.insert("early".to_owned(), json!(true));
    let seats = if trust == TrustMode::Refereed { REFEREED } else { HEAD_TO_HEAD };
    let mut rig = Rig::new(games(), &new, seats);
    match trust {
        TrustMode::HeadToHead => {
            rig.play("anna", json!({}));
            for seat in ["bert", "anna"] {
                let draft = rig.commit(seat, "stance-1", "bold");
                rig.play(seat, draft);
            }
        }
        TrustMode::Refereed => {
            rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
            let both = ["north", "south"].map(|seat| (seat, rig.commit(seat, "stance-1", "bold")));
            rig.play_all(&both);
        }
    }
    rig
}

/// A draft that opens the first choice and commits to another.
fn opens_and_commits(rig: &Rig, seat: &str, choice: &str, value: &str) -> Value {
    let mut draft = open(seat, "stance-1", "bold");
    draft["commit"] = rig.commit(seat, choice, value)["commit"].take();
    draft
}

/// Plays head-to-head until something else than orders is asked; nobody gives any.
fn rest(rig: &mut Rig) {
    while rig.asked()[0].1.get("orders").is_some() {
        let seat = rig.asked()[0].0.clone();
        rig.play(&seat, json!({"orders": [{"done": {}}]}));
    }
}

fn what(rig: &Rig) -> Vec<(String, Value)> {
    let named = |entry: &Value| json!([entry.get("commit"), entry.get("open"), entry.get("may_commit")]);
    rig.asked().into_iter().map(|(seat, entry)| (seat, named(&entry))).collect()
}

#[test]
fn who_opens_may_commit_and_is_not_asked_again() {
    let mut rig = at_openings(TrustMode::HeadToHead);
    assert_eq!(what(&rig), [("bert".to_owned(), json!([null, ["stance-1"], ["stance-2"]]))]);
    for seat in ["bert", "anna"] {
        let draft = opens_and_commits(&rig, seat, "stance-2", "wary");
        rig.play(seat, draft);
    }
    rest(&mut rig);
    // The second round begins with the openings; of the third choice it may be committed to now.
    let [(_, asked)] = &what(&rig)[..] else { panic!("{:?}", rig.asked()) };
    assert_eq!(*asked, json!([null, ["stance-2"], ["stance-3"]]));
    for _ in 0..2 {
        let seat = rig.asked()[0].0.clone();
        rig.play(&seat, open(&seat, "stance-2", "wary"));
    }
    assert_eq!(rig.state()["position"]["game"]["stance"], json!({"north": "wary", "south": "wary"}));
    rest(&mut rig);
    // Nobody committed to it early: both are asked, one after the other. It is the last.
    rig.choose(3, &[("anna", "bold"), ("bert", "wary")]);
    rig.assert_verifies();
    assert!(every_change_is_found(&rig.files, &rig.games, 1) > 100);
}

#[test]
fn one_side_may_wait() {
    let mut rig = at_openings(TrustMode::HeadToHead);
    let draft = opens_and_commits(&rig, "bert", "stance-2", "wary");
    rig.play("bert", draft);
    rig.play("anna", open("anna", "stance-1", "bold"));
    rest(&mut rig);
    assert_eq!(what(&rig), [("anna".to_owned(), json!([["stance-2"], null, null]))]);
    let draft = rig.commit("anna", "stance-2", "bold");
    rig.play("anna", draft);
    assert!(rig.asked()[0].1.get("open").is_some());
    rig.assert_verifies();
}

#[test]
fn refereed_both_at_once() {
    let mut rig = at_openings(TrustMode::Refereed);
    let both = ["north", "south"].map(|seat| (seat, opens_and_commits(&rig, seat, "stance-2", "wary")));
    rig.play_all(&both);
    assert_eq!(rig.asked()[0].0, "north");
    assert!(rig.asked()[0].1.get("orders").is_some());
    rig.assert_verifies();
}

#[test]
fn nothing_else_is_committed_to() {
    let rig = at_openings(TrustMode::HeadToHead);
    let said = |draft: Value| -> Vec<String> {
        let mut paths: Vec<String> =
            rig.problems("bert", draft).into_iter().map(|problem| problem.path.unwrap_or_default()).collect();
        paths.dedup();
        paths
    };
    assert_eq!(said(opens_and_commits(&rig, "bert", "stance-2", "wary")), [] as [&str; 0]);
    assert_eq!(said(opens_and_commits(&rig, "bert", "stance-3", "wary")), ["commit[0].id"]);
    // The choice that is opened stands in the chain already.
    assert!(said(opens_and_commits(&rig, "bert", "stance-1", "wary")).contains(&"commit[0].id".to_owned()));
    let mut twice = opens_and_commits(&rig, "bert", "stance-2", "wary");
    let again = twice["commit"][0].clone();
    twice["commit"].as_array_mut().unwrap().push(again);
    assert_eq!(said(twice), ["commit[1].id"]);
    // A commitment is no opening.
    assert_ne!(said(rig.commit("bert", "stance-2", "wary")), [] as [&str; 0]);
}

#[test]
fn an_early_commitment_falls_with_a_refused_turn() {
    let mut rig = at_openings(TrustMode::HeadToHead);
    let wrong = opens_and_commits(&rig, "bert", "stance-3", "wary");
    let file = rig.turn("bert", wrong);
    let reasons = rig.respond().unwrap_err();
    rig.refuse_turn(&file, &reasons);
    rig.play("bert", open("bert", "stance-1", "bold"));
    let draft = opens_and_commits(&rig, "anna", "stance-2", "wary");
    rig.play("anna", draft);
    rest(&mut rig);
    assert_eq!(what(&rig)[0].1, json!([["stance-2"], null, null]));
    assert_eq!(rig.asked()[0].0, "bert");
    rig.assert_verifies();
}

#[test]
fn a_take_back_frees_the_id_of_an_early_commitment() {
    let mut rig = at_openings(TrustMode::HeadToHead);
    let back = rig.step();
    for seat in ["bert", "anna"] {
        let draft = opens_and_commits(&rig, seat, "stance-2", "wary");
        rig.play(seat, draft);
    }
    let (asks, agrees) = ("bert", "anna");
    assert_eq!(rig.asked()[0].0, asks);
    rig.play(asks, json!({"take_back": {"to_step": back}}));
    rig.play(agrees, json!({"take_back": {"to_step": back}}));
    assert_eq!(what(&rig), [("bert".to_owned(), json!([null, ["stance-1"], ["stance-2"]]))]);
    let draft = opens_and_commits(&rig, "bert", "stance-2", "bold");
    rig.play("bert", draft);
    rig.play("anna", open("anna", "stance-1", "bold"));
    rest(&mut rig);
    let draft = rig.commit("anna", "stance-2", "bold");
    rig.play("anna", draft);
    // What bert has committed to is the newer one.
    while rig.asked()[0].1.get("open").is_some() {
        let seat = rig.asked()[0].0.clone();
        rig.play(&seat, open(&seat, "stance-2", "bold"));
    }
    assert_eq!(rig.state()["position"]["game"]["stance"], json!({"north": "bold", "south": "bold"}));
    rig.assert_verifies();
}

#[test]
fn an_early_commitment_can_be_forfeited() {
    let mut rig = at_openings(TrustMode::HeadToHead);
    for seat in ["bert", "anna"] {
        let draft = opens_and_commits(&rig, seat, "stance-2", "wary");
        rig.play(seat, draft);
    }
    rest(&mut rig);
    let first = rig.asked()[0].0.clone();
    rig.play(&first, json!({"open": [{"id": "stance-2", "forfeit": true}]}));
    let second = rig.asked()[0].0.clone();
    rig.play(&second, open(&second, "stance-2", "wary"));
    assert!(rig.asked()[0].1.get("name").is_some());
    rig.assert_verifies();
}
