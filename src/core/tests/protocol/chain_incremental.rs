//! A chain to which documents are added one after the other is the chain of all of them.

use crate::common;
use adjutant_core::chain::{Chain, DocumentArena, MatchFiles, NewDocument};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Form, Value, digest, read};
use common::{Rig, at_orders, eventful, id};
use serde_json::json;

/// All that a chain says of itself and can be compared.
fn chain_facts(chain: &Chain<'_>) -> Vec<String> {
    let mut told = Vec::new();
    for step in &chain.line {
        let turns: Vec<_> = step.turns.iter().map(|turn| turn.digest).collect();
        let known = (&step.reveals, &step.revealed, &step.unknown, &step.used, &step.resume);
        told.push(format!("{} {turns:?} {known:?}", step.state.digest));
    }
    for (digest, turn) in &chain.turns {
        let refusal = chain.refusal_of_turn(turn).map(|refusal| refusal.digest);
        told.push(format!("turn {digest} {refusal:?} {}", chain.is_void(*digest)));
    }
    for (digest, state) in &chain.states {
        let refusals: Vec<_> = chain.refusals_of_state(state).iter().map(|refusal| refusal.digest).collect();
        let replacement = chain.replacement(state).map(|state| state.digest);
        let turns: Vec<_> = chain.turns_to(digest).iter().map(|turn| turn.digest).collect();
        let void = (chain.is_void(*digest), chain.is_on_line(digest));
        told.push(format!("state {digest} {refusals:?} {replacement:?} {turns:?} {void:?}"));
    }
    told.push(format!("{:?}", chain.refusals.keys().collect::<Vec<_>>()));
    told.push(format!("{:?}", chain.missing_documents()));
    told
}

/// Adds documents in this order, and compares after each.
fn assert_incremental(files: &[&(String, String)]) {
    let mut base = MatchFiles::default();
    let mut whole = MatchFiles::default();
    let (first, rest): (Vec<_>, Vec<_>) = files
        .iter()
        .copied()
        .partition(|(_, text)| text.contains("\nkind: charter\n") || text.contains("\nkind: disclosure\n"));
    for (name, text) in first {
        base.add(name, text.as_bytes());
        whole.add(name, text.as_bytes());
    }
    let shelf = DocumentArena::default();
    let mut chain = Chain::build(&base).unwrap();
    for (name, text) in rest {
        let made = shelf.keep(NewDocument::read(name, text.as_bytes()).unwrap()).unwrap();
        chain.append(made).unwrap();
        whole.add(name, text.as_bytes());
        assert_eq!(chain_facts(&chain), chain_facts(&Chain::build(&whole).unwrap()), "after {name}");
    }
}

#[test]
fn document_by_document_an_eventful_match_grows_into_what_it_is() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        assert!(rig.files.iter().any(|(_, text)| text.contains("\nkind: refusal\n")));
        assert_incremental(&rig.files.iter().collect::<Vec<_>>());
    }
}

#[test]
fn in_whatever_order_they_come() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let mut files: Vec<_> = rig.files.iter().collect();
        files.reverse();
        assert_incremental(&files);
        // Every fifth, then the next of each five, and so on.
        for stride in [2, 5, 7] {
            let order = (0..stride).flat_map(|from| rig.files.iter().skip(from).step_by(stride));
            assert_incremental(&order.collect::<Vec<_>>());
        }
    }
}

#[test]
fn what_another_signed_is_not_taken_in() {
    let rig = eventful(TrustMode::HeadToHead);
    let (turns, others): (Vec<_>, Vec<_>) = rig.files.iter().partition(|(_, text)| text.contains("\nkind: turn\n"));
    let mut base = MatchFiles::default();
    others.iter().for_each(|(name, text)| base.add(name, text.as_bytes()));
    let mut chain = Chain::build(&base).unwrap();
    let before = chain_facts(&chain);
    let (name, text) = turns[0];
    let altered = text.replacen("\nstep: ", "\nstep: 1", 1);
    assert_ne!(*text, altered);
    let shelf = DocumentArena::default();
    let made = shelf.keep(NewDocument::read(name, altered.as_bytes()).unwrap()).unwrap();
    let problem = chain.append(made).unwrap_err();
    assert_eq!(problem.rule.as_deref(), Some("protocol 2"), "{problem}");
    assert_eq!(chain_facts(&chain), before);
}

/// A match in which anna has signed two states of the same step on bert's turn, the second in answer to his refusal of
/// the first, and the digest of the first is the smaller: as long as nothing tells them apart, the first is on the
/// line. Gives the files of both states and of the refusal.
fn refused_and_replaced() -> (Rig, [String; 3]) {
    for wait in 0.. {
        let mut rig = at_orders();
        (0..wait).for_each(|_| drop(rig.now()));
        rig.turn("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
        let issued = rig.now();
        let (seat, mut wrong) = rig.resolved(&issued).unwrap();
        wrong["position"]["game"]["strength"]["south"] = json!(1);
        let wrong = rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
        let refusal = rig.refuse_state("bert", "a point is missing");
        let (refused, _) = rig.files.last().unwrap().clone();
        let good = rig.replace_state(refusal).unwrap();
        if digest(&wrong) < digest(&content(&rig, &good)) {
            return (rig, ["states/wrong.yaml".to_owned(), good, refused]);
        }
    }
    unreachable!("every other pair of digests is in order")
}

fn content(rig: &Rig, file: &str) -> Value {
    read(file, rig.text(file).as_bytes(), Form::State).unwrap().content
}

/// Adds the documents of a match in the order in which it has them, but for some, which come last, in this order.
fn assert_incremental_with_last(rig: &Rig, last: &[&str]) {
    let (late, mut files): (Vec<_>, Vec<_>) = rig.files.iter().partition(|(name, _)| last.contains(&name.as_str()));
    let late = |name: &&str| late.iter().copied().find(|(other, _)| other == name).unwrap();
    files.extend(last.iter().map(late));
    assert_incremental(&files);
}

#[test]
fn a_refusal_may_come_after_the_state_that_answers_it() {
    let (rig, [wrong, good, refusal]) = refused_and_replaced();
    assert_incremental_with_last(&rig, &[&refusal, &wrong, &good]);
    assert_incremental_with_last(&rig, &[&wrong, &good, &refusal]);
    assert_incremental_with_last(&rig, &[&good, &refusal, &wrong]);
}

#[test]
fn the_match_goes_on_from_the_other_of_two_states() {
    let (mut rig, [wrong, good, refusal]) = refused_and_replaced();
    let turn = rig.turn("anna", json!({"orders": [{"done": {}}]}));
    let next = rig.respond().unwrap();
    // While the refusal is not here, the first state is on the line until a state stands on the other.
    assert_incremental_with_last(&rig, &[&wrong, &good, &turn, &next, &refusal]);
    assert_incremental_with_last(&rig, &[&wrong, &good, &next, &turn, &refusal]);
}

#[test]
fn a_state_may_resolve_a_turn_that_answers_another_state() {
    let (mut rig, [wrong, good, refusal]) = refused_and_replaced();
    let turn = rig.turn("anna", json!({"orders": [{"done": {}}]}));
    let mut answer = content(&rig, &turn);
    let next = rig.respond().unwrap();
    // Anna answers the one state, and bert resolves this upon the other.
    rig.drop_file(&turn);
    answer["parent"] = json!(digest(&content(&rig, &wrong)));
    let answer = rig.sign_and_add(&turn, &id("anna"), &answer);
    let mut resolves = content(&rig, &next);
    rig.drop_file(&next);
    resolves["turns"] = json!([digest(&answer)]);
    rig.sign_and_add(&next, &id("bert"), &resolves);
    assert_incremental_with_last(&rig, &[&wrong, &good, &next, &turn, &refusal]);
}

#[test]
fn a_state_of_another_step_is_not_on_the_line() {
    let mut rig = at_orders();
    rig.turn("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    let issued = rig.now();
    let (seat, mut state) = rig.resolved(&issued).unwrap();
    state["step"] = json!(state["step"].as_u64().unwrap() + 1);
    rig.sign_and_add("states/ahead.yaml", &seat, &state);
    assert_incremental(&rig.files.iter().collect::<Vec<_>>());
}
