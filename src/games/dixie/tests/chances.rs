//! Chances of hits and of morale, as exact fractions.

use dixie::chances::{Hits, passes};
use num_rational::BigRational;
use num_traits::{One, Zero};

#[test]
fn hits_are_counted_exactly() {
    // Three dice that hit on 1 and 2: 8, 12, 6 and 1 of 27.
    let hits = Hits::none().and(3, 2);
    let of = |ways: u64| BigRational::new(ways.into(), 27.into());
    assert_eq!((0..4).map(|n| hits.exactly(n)).collect::<Vec<_>>(), [of(8), of(12), of(6), of(1)]);
    assert_eq!(hits.at_least(2), of(7));
    assert_eq!(hits.average(), BigRational::one());
    assert!(hits.at_least(0).is_one() && hits.exactly(4).is_zero());
    // Cards of two kinds add up: one die of F1, one of F3.
    let two = Hits::none().and(1, 1).and(1, 3);
    assert_eq!(two.exactly(2), BigRational::new(1.into(), 12.into()));
}

#[test]
fn morale_passes_on_its_value_but_never_on_a_six() {
    let of = |ways: u64, all: u64| BigRational::new(ways.into(), all.into());
    assert_eq!(passes(3, 1), of(1, 2));
    assert_eq!(passes(9, 1), of(5, 6));
    assert_eq!(passes(0, 1), of(1, 6));
    // A card of CV 3 with two hits passes both rolls on one throw in four.
    assert_eq!(passes(3, 2), of(1, 4));
}
