use serde_json::{Value, json};

use adjutant_core::report::dice_chances::*;

fn of(n: u64, of: u64) -> Value {
    json!({"n": n.to_string(), "of": of.to_string()})
}

#[test]
fn hits_are_counted_exactly() {
    // Three dice that hit on 5 and 6: 8, 12, 6 and 1 of 27.
    let found = hits(3, 5, false);
    let told: Vec<Value> = found.iter().map(value).collect();
    assert_eq!(told, [of(8, 27), of(4, 9), of(2, 9), of(1, 27)]);
    assert_eq!(value(&at_least(&found, 2)), of(7, 27));
    assert_eq!(value(&average_above(&found, 0)), of(1, 1));
    // With one hit saved: a hit once in six of 27, two once.
    assert_eq!(value(&average_above(&found, 1)), of(8, 27));
    // A die that hits on 4, and is rolled again if it misses, misses once in four.
    let again: Vec<Value> = hits(1, 4, true).iter().map(value).collect();
    assert_eq!(again, [of(1, 4), of(3, 4)]);
    let sure: Vec<Value> = hits(1, 1, false).iter().map(value).collect();
    assert_eq!(sure, [of(0, 1), of(1, 1)]);
    // Dice of two kinds add up: one hits with one face, one with three.
    let two = and(and(none(), 1, &sixths(1)), 1, &sixths(3));
    assert_eq!(value(&two[2]), of(1, 12));
}

#[test]
fn draws_are_hypergeometric() {
    // Two of ten cards are sought: of three drawn none is with 8*7*6 in 10*9*8.
    assert_eq!(value(&one_of(2, 10, 3)), of(8, 15));
    assert_eq!(value(&one_of(0, 10, 3)), of(0, 1));
    // Whoever draws more than there are others has one for certain.
    assert_eq!(value(&one_of(2, 4, 3)), of(1, 1));
    assert_eq!(value(&one_of(2, 4, 9)), of(1, 1));
    assert_eq!(value(&one_of(2, 4, 0)), of(0, 1));
}
