use adjutant_core::report::fairness::*;

#[test]
fn the_chances_are_those_of_the_printed_tables() {
    // From the usual table of critical values.
    for (freedom, x, p) in [(1, 3.841, 0.05), (2, 5.991, 0.05), (5, 11.070, 0.05), (5, 15.086, 0.01), (9, 14.684, 0.1)]
    {
        let found = beyond(freedom, x);
        assert!((found - p).abs() < 0.0002, "{freedom} {x}: {found}");
    }
    assert_eq!(beyond(5, 0.0), 1.0);
}

#[test]
fn faces_are_counted_and_tested() {
    let even = Faces { counts: vec![10; 6] };
    assert_eq!((even.total(), even.mean(), even.test()), (60, Some(3500), Some((0, 1000))));
    // (20-10)²/10 + (0-10)²/10 = 20, with 5 degrees of freedom: 0.00125.
    let loaded = Faces { counts: vec![0, 10, 10, 10, 10, 20] };
    assert_eq!(loaded.test(), Some((20_000, 1)));
    assert_eq!(loaded.mean(), Some(4333), "260 / 60");
    assert_eq!(Faces::count(6, [1, 6, 6, 7, 0]).counts, [1, 0, 0, 0, 0, 2]);
    assert_eq!(Faces { counts: vec![5, 5, 5, 5, 5, 4] }.test(), None, "29 are too few");
    assert_eq!(Faces { counts: vec![0; 6] }.mean(), None);
}
