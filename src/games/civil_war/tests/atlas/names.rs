use crate::opening::hex;
use adjutant_core::sorted::SortedSet;
use civil_war::atlas::names::*;

#[test]
fn a_hex_without_a_name_is_told_from_the_nearest_that_has_one() {
    let known = [(hex("4907"), "Culpeper".to_owned()), (hex("5109"), "Richmond".to_owned())];
    let mut told = SortedSet::new();
    assert_eq!(described(hex("4909"), &known, &told), "Two hexes south of Culpeper");
    assert_eq!(described(hex("4906"), &known, &told), "North of Culpeper");
    assert_eq!(described(hex("5107"), &known, &told), "Two hexes east of Culpeper");
    assert_eq!(described(hex("5110"), &known, &told), "South of Richmond");
    assert_eq!(described(hex("5009"), &known, &told), "South-west of Richmond");
    told.insert("two hexes south of Culpeper".to_owned());
    assert_eq!(described(hex("4909"), &known, &told), "Two hexes west of Richmond");
}
