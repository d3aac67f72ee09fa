//! A chain to which documents are added one after the other is the chain of all of them.

use crate::common;
use adjutant_core::chain::{Chain, Made, MatchFiles, Shelf};
use adjutant_core::document::kinds::TrustMode;
use common::eventful;

/// All that a chain says of itself and can be compared.
fn told(chain: &Chain<'_>) -> Vec<String> {
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
    told.push(format!("{:?}", chain.gaps()));
    told
}

/// Adds documents in this order, and compares after each.
fn grows(files: &[&(String, String)]) {
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
    let shelf = Shelf::default();
    let mut chain = Chain::build(&base).unwrap();
    for (name, text) in rest {
        let made = shelf.keep(Made::read(name, text.as_bytes()).unwrap()).unwrap();
        chain.grow(made).unwrap();
        whole.add(name, text.as_bytes());
        assert_eq!(told(&chain), told(&Chain::build(&whole).unwrap()), "after {name}");
    }
}

#[test]
fn document_by_document_an_eventful_match_grows_into_what_it_is() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        assert!(rig.files.iter().any(|(_, text)| text.contains("\nkind: refusal\n")));
        grows(&rig.files.iter().collect::<Vec<_>>());
    }
}

#[test]
fn in_whatever_order_they_come() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let mut files: Vec<_> = rig.files.iter().collect();
        files.reverse();
        grows(&files);
        // Every fifth, then the next of each five, and so on.
        for stride in [2, 5, 7] {
            let order = (0..stride).flat_map(|from| rig.files.iter().skip(from).step_by(stride));
            grows(&order.collect::<Vec<_>>());
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
    let before = told(&chain);
    let (name, text) = turns[0];
    let altered = text.replacen("\nstep: ", "\nstep: 1", 1);
    assert_ne!(*text, altered);
    let shelf = Shelf::default();
    let made = shelf.keep(Made::read(name, altered.as_bytes()).unwrap()).unwrap();
    let problem = chain.grow(made).unwrap_err();
    assert_eq!(problem.rule.as_deref(), Some("protocol 2"), "{problem}");
    assert_eq!(told(&chain), before);
}
