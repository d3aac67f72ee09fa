use seven_days::player::assault_estimates::*;

#[test]
fn throws_and_points() {
    // Two throws are equal in 146 of 1296 cases, and one is above the other in half of the rest.
    assert_eq!((at_least(0, 0), at_least(0, 1)), (721, 575));
    assert_eq!((at_least(10, 0), at_least(30, 1), at_least(-10, 1)), (ALL_ROLLS, ALL_ROLLS, 0));
    // Only 12 against 2 is ten above, and brings one point against a value that is nine higher.
    assert_eq!((points(-9, false), points(-9, true), points(-20, false)), (1, 0, 0));
    // Where every throw succeeds, one more in value is one point more of each.
    assert_eq!(points(12, false) - points(11, false), ALL_ROLLS);
    assert_eq!(points(11, false), points(12, true));
}
