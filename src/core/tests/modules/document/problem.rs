use adjutant_core::document::problem::*;

#[test]
fn a_place_within_a_part_is_a_place_in_the_whole() {
    for (path, whole) in
        [(None, "orders"), (Some(""), "orders"), (Some("[2].sp"), "orders[2].sp"), (Some("sp"), "orders.sp")]
    {
        let problem = Problem { path: path.map(str::to_owned), ..Problem::new("x") };
        assert_eq!(problem.under("orders").path.as_deref(), Some(whole));
    }
}
