//! Chances of morale, as exact fractions.

use dixie::present::odds::pass_all;
use num_rational::BigRational;

#[test]
fn morale_passes_on_its_value_but_never_on_a_six() {
    let of = |ways: u64, all: u64| BigRational::new(ways.into(), all.into());
    assert_eq!(pass_all(3, 1), of(1, 2));
    assert_eq!(pass_all(9, 1), of(5, 6));
    assert_eq!(pass_all(0, 1), of(1, 6));
    // A card of CV 3 with two hits passes both rolls on one throw in four.
    assert_eq!(pass_all(3, 2), of(1, 4));
}
