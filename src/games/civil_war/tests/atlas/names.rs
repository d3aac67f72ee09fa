use crate::opening::hex;
use adjutant_core::sorted::SortedSet;
use civil_war::pack::relative_name;

#[test]
fn a_hex_without_a_name_is_told_from_the_nearest_that_has_one() {
    let known = [(hex("4907"), "Culpeper".to_owned()), (hex("5109"), "Richmond".to_owned())];
    let mut used = SortedSet::new();
    assert_eq!(relative_name(hex("4909"), &known, &used), "Two hexes south of Culpeper");
    assert_eq!(relative_name(hex("4906"), &known, &used), "North of Culpeper");
    assert_eq!(relative_name(hex("5107"), &known, &used), "Two hexes east of Culpeper");
    assert_eq!(relative_name(hex("5110"), &known, &used), "South of Richmond");
    assert_eq!(relative_name(hex("5009"), &known, &used), "South-west of Richmond");
    used.insert("two hexes south of Culpeper".to_owned());
    assert_eq!(relative_name(hex("4909"), &known, &used), "Two hexes west of Richmond");
}
