//! A match that begins at a position of another (protocol 3): the position is the one named, the players are others, and
//! what was secret is chosen anew.

use std::collections::BTreeSet;

use adjutant_core::chain::charter::{self, NewMatch};
use adjutant_core::chain::verify::{Check, Verification, verify_archive};
use adjutant_core::chain::{MatchFiles, adjudicate};
use adjutant_core::document::kinds::{FirstPosition, TournamentGame, TrustMode};
use adjutant_core::document::{Bytes32, Value, digest, write};
use serde_json::json;

use crate::chain_successor::{play_to_the_end, played};
use crate::common::{Rig, entry, games, id, new_match, secret};

const SEATS: [(&str, &str); 2] = [("carl", "north"), ("dora", "south")];

/// The position after the newest step of a match, as a charter names it.
fn newest(before: &Rig) -> FirstPosition {
    let state = before.state();
    FirstPosition { match_id: before.match_id(), step: before.step(), state: digest(&state) }
}

/// A rig of two other players with a charter that begins there, and the state named.
fn unsealed(before: &Rig, new: &NewMatch) -> (Rig, Value) {
    let mut rig = Rig::with_secrets(games(), Default::default());
    let mut text = charter::draft(new);
    for (n, (seat, side)) in (101..).zip(SEATS) {
        let secret = secret(n);
        text = charter::join(&text, &entry(seat, Some(side), &secret)).unwrap();
        rig.secrets.insert(id(seat), secret);
    }
    let file = before.with(|chain, _| chain.newest().unwrap().state.file.clone());
    rig.files.push(("states/before.yaml".to_owned(), before.text(&file).to_owned()));
    (rig, text)
}

fn beginning_with(before: &Rig, from: FirstPosition) -> (Rig, Value) {
    unsealed(before, &NewMatch { from: Some(from), ..new_match(TrustMode::HeadToHead, 3) })
}

fn beginning(before: &Rig) -> Rig {
    let (mut rig, text) = beginning_with(before, newest(before));
    rig.seal(text);
    rig
}

fn archive(rig: &Rig, before: &Rig) -> Vec<Verification> {
    let (one, two): (MatchFiles, MatchFiles) = (rig.load(), before.load());
    verify_archive(&[&one, &two], &games(), &())
}

/// What is wrong with state 0 under a charter that everybody has signed.
fn refused(before: &Rig, from: FirstPosition) -> String {
    let (mut rig, mut text) = beginning_with(before, from);
    for (seat, secret) in &rig.secrets {
        text = adjutant_core::chain::sign::seal(&text, seat, &secret.key).unwrap();
    }
    rig.add_file("charter.yaml", &text);
    rig.with(|chain, game| adjudicate::state_zero(chain, game, "2026-11-22T10:00:00Z").unwrap_err()).to_string()
}

#[test]
fn others_play_on_from_a_position_and_both_matches_are_proven() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let before = played(trust);
        let mut rig = beginning(&before);
        assert_eq!(rig.state()["position"], before.state()["position"]);
        rig.play("carl", json!({}));
        assert_eq!(rig.state()["position"], before.state()["position"]);
        assert_eq!(rig.asked()[0].0, "carl", "the north gives orders");
        play_to_the_end(&mut rig);
        // The match that it comes from need not be here: whoever signed the charter agreed to the position.
        rig.assert_verifies();
        let answers = archive(&rig, &before);
        assert!(answers.iter().all(|one| one.is_valid(false)), "{answers:#?}");
    }
}

/// A commitment holds in one match alone: where choices lie face down, both make them anew, and see nothing of the old ones.
#[test]
fn secret_choices_are_made_anew() {
    let mut before = Rig::toy(TrustMode::HeadToHead, 3);
    before.play("anna", json!({}));
    for _ in 0..2 {
        let seat = before.asked()[0].0.clone();
        let draft = before.commit(&seat, "stance-1", "bold");
        before.play(&seat, draft);
        let mut rig = beginning(&before);
        assert_eq!(rig.state()["position"]["choices"], json!({"stance-1": {"commitments": {}}}));
        rig.play("carl", json!({}));
        assert_eq!(rig.asked()[0].1["commit"], json!(["stance-1"]));
        play_to_the_end(&mut rig);
        rig.assert_verifies();
    }
}

/// A proposal belongs to those who played; one that waits for an answer bars the step.
#[test]
fn what_is_proposed_ends_with_its_match() {
    let mut before = played(TrustMode::HeadToHead);
    let seat = before.asked()[0].0.clone();
    before.play(&seat, json!({"offer": "draw", "orders": [{"done": {}}]}));
    assert!(before.state()["position"].get("proposal").is_some());
    assert!(beginning(&before).state()["position"].get("proposal").is_none());
    let seat = before.asked()[0].0.clone();
    before.play(&seat, json!({"take_back": {"to_step": 1}}));
    let why = refused(&before, newest(&before));
    assert!(why.contains("a player waits for the answer to his proposal"), "{why}");
}

#[test]
fn nothing_begins_where_it_cannot_go_on() {
    let mut before = played(TrustMode::HeadToHead);
    play_to_the_end(&mut before);
    let why = refused(&before, newest(&before));
    assert!(why.contains("the match is over [protocol 3]; name an earlier step"), "{why}");
    let exchanged = new_match(TrustMode::HeadToHead, 3);
    let options = json!({"rounds": 3, "exchange": "choice"}).as_object().unwrap().clone();
    let seats = [("anna", Some("north")), ("bert", Some("south"))];
    let mut before = Rig::new(games(), &NewMatch { options, ..exchanged }, &seats);
    before.play("anna", json!({}));
    before.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    let why = refused(&before, newest(&before));
    assert!(why.contains("the players have exchanged their sides"), "{why}");
}

#[test]
fn a_charter_begins_at_one_position() {
    let before = played(TrustMode::HeadToHead);
    let of = |new: &NewMatch| {
        let typed = adjutant_core::document::from_value(&unsealed(&before, new).1).unwrap();
        charter::check_form(&typed, &BTreeSet::new())
    };
    let new = NewMatch { from: Some(newest(&before)), ..new_match(TrustMode::HeadToHead, 3) };
    assert_eq!(of(&new), []);
    let event = TournamentGame { tournament: Bytes32([1; 32]), round: 1, board: 1, leg: 1 };
    let problems = of(&NewMatch { event: Some(event), ..new });
    assert_eq!(problems.len(), 1);
    assert!(problems[0].message.contains("a game of a tournament begins at its set-up"), "{problems:?}");
}

/// What somebody who signs alone could try: to name another step or match than that of the state, to begin elsewhere than
/// agreed, or to show a state that was never reached.
#[test]
fn a_false_position_is_found() {
    let before = played(TrustMode::HeadToHead);
    let true_one = newest(&before);
    let why = refused(&before, FirstPosition { step: 1, ..true_one.clone() });
    assert!(why.contains("the state named is that of step"), "{why}");
    let why = refused(&before, FirstPosition { match_id: Bytes32([7; 32]), ..true_one.clone() });
    assert!(why.contains("the state named is that of step"), "{why}");
    let why = refused(&before, FirstPosition { state: Bytes32([7; 32]), ..true_one });
    assert!(why.contains("is not the state from which this match begins"), "{why}");

    // State 0 differs from the position named.
    let mut rig = beginning(&before);
    let mut state = rig.state();
    state["position"]["game"]["strength"]["south"] = json!(99);
    rig.drop_file("states/0000.yaml");
    rig.sign_and_add("states/0000.yaml", &id("carl"), &state);
    let failure = rig.verify().failure(Check::Adjudication).cloned().unwrap();
    assert_eq!(failure.problem.path.as_deref(), Some("position.game.strength.south"), "{failure:?}");
    // The state that lies here is another than the charter names, whoever signed it.
    let mut rig = beginning(&before);
    let mut state = before.state();
    state["position"]["game"]["strength"]["south"] = json!(99);
    rig.files.retain(|(name, _)| name != "states/before.yaml");
    rig.files.push(("states/before.yaml".to_owned(), write(&state)));
    let told = rig.verify();
    assert!(!told.is_valid(true));
    let failure = told.failure(Check::Documents).unwrap();
    assert!(failure.problem.message.contains("it or the charter was changed"), "{failure:?}");
    // A position that nobody reached is found once the match named is here.
    let mut invented = before.state();
    invented["position"]["game"]["strength"]["south"] = json!(9);
    let from = FirstPosition { state: digest(&invented), ..newest(&before) };
    let (mut rig, text) = beginning_with(&before, from);
    rig.files[0].1 = write(&invented);
    rig.seal(text);
    fails(&archive(&rig, &before), "not on the line of the match named");
    // Other terms, and another match.
    let new = NewMatch { from: Some(newest(&before)), ..new_match(TrustMode::HeadToHead, 4) };
    let (mut rig, text) = unsealed(&before, &new);
    rig.seal(text);
    fails(&archive(&rig, &before), "`options` differs");
    let mut stranger = Rig::toy(TrustMode::HeadToHead, 2);
    stranger.play("anna", json!({}));
    fails(&archive(&beginning(&before), &stranger), "this match begins at a position of");
}

#[track_caller]
fn fails(answers: &[Verification], words: &str) {
    let failure = answers[0].failure(Check::Chain).unwrap_or_else(|| panic!("{answers:#?}"));
    assert!(failure.problem.message.contains(words), "{:?}", failure.problem);
    assert_eq!(failure.problem.rule.as_deref(), Some("protocol 3"));
}

/// The vectors that the independent verifier reads too (`tests/vectors/positions.json`).
#[test]
fn first_positions_are_those_of_the_vectors() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/positions.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let game = Rig::toy(TrustMode::HeadToHead, 3)
        .with(|chain, _| games().for_charter(&chain.charter.typed, chain.files))
        .unwrap();
    for one in all["positions"].as_array().unwrap() {
        let mut table = game.load_unchecked(&one["position"]).unwrap();
        table.begin_anew();
        assert_eq!(table.position(), one["begins"], "{}", one["what"]);
    }
}
