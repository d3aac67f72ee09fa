use seven_days::present::picture::river_names::*;

#[test]
fn angles_to_the_nearest_five() {
    assert_eq!(degrees((1000, 0)), 0);
    assert_eq!(degrees((707, 707)), 45);
    // The tangent of 30 degrees is 0.577.
    assert_eq!(degrees((866, -500)), -30);
    assert_eq!(degrees((0, 1000)), 90);
    assert_eq!(degrees((0, -1000)), -90);
}
