use adjutant_core::report::table_map::units::*;

#[test]
fn directions_are_a_thousand_long() {
    assert_eq!([0, 90, 180, 270].map(direction), [(0, -1000), (1000, 0), (0, 1000), (-1000, 0)]);
    for degrees in 0..360 {
        let (x, y) = direction(degrees);
        assert!((x * x + y * y - 1_000_000).abs() < 4_000, "{degrees}: {x}, {y}");
    }
    // 30 degrees from north, to the east.
    let (x, y) = direction(30);
    assert!((x - 500).abs() < 5 && (y + 866).abs() < 5, "{x}, {y}");
}
