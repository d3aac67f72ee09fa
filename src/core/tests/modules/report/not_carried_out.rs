use adjutant_core::report::not_carried_out::not_carried_out;

#[test]
fn one_order_or_several() {
    assert_eq!(not_carried_out(1, 1, "the Union"), "order 2 of the Union was not carried out");
    assert_eq!(not_carried_out(1, 2, "the Union"), "orders 2 and 3 of the Union were not carried out");
    assert_eq!(not_carried_out(1, 3, "the Union"), "orders 2 to 4 of the Union were not carried out");
}
