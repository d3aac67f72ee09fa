use proptest::prelude::*;
use zeroize::Zeroizing;

use adjutant_core::document::Bytes32;
use adjutant_core::trust::seeds::*;

fn chain(root: [u8; 32], length: u32) -> SeedChain {
    SeedChain::new(Zeroizing::new(root), length).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn each_reveal_hashes_to_the_one_before(root: [u8; 32], length in 1u32..600, at: u32) {
        let chain = chain(root, length);
        let mut previous = chain.anchor();
        for k in 1..=length {
            let reveal = chain.reveal(k).unwrap();
            prop_assert!(follows(&reveal, &previous));
            if k == 1 + at % length {
                prop_assert_eq!(chain.next_after(&previous).unwrap(), reveal);
            }
            previous = reveal;
        }
        prop_assert_eq!(previous.0, root);
        prop_assert!(chain.reveal(0).is_err());
        prop_assert!(chain.reveal(length + 1).is_err());
        prop_assert!(chain.next_after(&previous).is_err());
    }
}

#[test]
fn lengths_are_limited() {
    for bad in [0, 1_023, 65_537, u32::MAX] {
        assert!(SeedChain::generate(bad).is_err());
    }
    assert!(SeedChain::new(Zeroizing::new([0; 32]), 0).is_err());
    assert!(SeedChain::new(Zeroizing::new([0; 32]), u32::MAX).is_err());
    let longest = SeedChain::generate(65_536).unwrap();
    assert!(follows(&longest.reveal(65_536).unwrap(), &longest.reveal(65_535).unwrap()));
}

#[test]
fn a_stranger_to_the_chain_has_no_next_reveal() {
    assert!(chain([7; 32], 10).next_after(&Bytes32([8; 32])).is_err());
}

#[test]
fn debug_shows_no_secret() {
    let chain = chain([0xab; 32], 3);
    let shown = format!("{chain:?}");
    assert!(!shown.contains("abab") && !shown.contains("171"), "{shown}");
    assert!(!shown.contains(&chain.reveal(1).unwrap().to_string()), "{shown}");
}
