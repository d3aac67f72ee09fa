use adjutant_core::report::not_carried_out::not_carried_out;

#[test]
fn one_order_or_several() {
    assert_eq!(not_carried_out(1, 1), "order 2 was not carried out");
    assert_eq!(not_carried_out(1, 2), "orders 2 and 3 were not carried out");
    assert_eq!(not_carried_out(1, 3), "orders 2 to 4 were not carried out");
}
