use zeroize::Zeroizing;

use adjutant_core::chain::timeline::*;
use adjutant_core::trust::SeedChain;

/// Protocol 4: the last link, the root itself, is still a reveal; there is none after it.
#[test]
fn every_link_of_a_chain_is_a_reveal_and_none_comes_after() {
    let seeds = SeedChain::new(Zeroizing::new([7; 32]), 3).unwrap();
    let mut previous = seeds.anchor();
    for index in 1..=3 {
        let reveal = seeds.reveal(index).unwrap();
        assert!(check_reveal(&reveal, &previous, index, 3).is_ok(), "{index}");
        assert!(check_reveal(&previous, &reveal, index, 3).is_err(), "{index}, the wrong way round");
        previous = reveal;
    }
    let problem = check_reveal(&previous, &previous, 4, 3).unwrap_err();
    assert!(problem.message.contains("3 reveals are used up"), "{problem}");
}

/// Protocol 6: who stands by a state changes nothing in it but the refusal that it names, beside the signature.
#[test]
fn states_that_differ_in_more_than_the_refusal_are_told_apart_whichever_comes_first() {
    let state = serde_json::json!({"step": 2, "signatures": [1]});
    for (other, same) in [
        (serde_json::json!({"signatures": [2], "step": 2, "refusal": "a"}), true),
        (serde_json::json!({"step": 2, "refusal": "a"}), true),
        (serde_json::json!({"step": 3, "signatures": [1]}), false),
        (serde_json::json!({"step": 2, "received": "then", "signatures": [1]}), false),
        (serde_json::json!({"received": "then", "signatures": [1]}), false),
    ] {
        assert_eq!(same_but_refusal(&state, &other), same, "{other}");
        assert_eq!(same_but_refusal(&other, &state), same, "{other}");
    }
}
