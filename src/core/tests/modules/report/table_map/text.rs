use adjutant_core::report::table_map::text::*;

#[test]
fn a_point_is_inside_of_corners_or_not() {
    // A wedge that opens to the right.
    let wedge = [[0, 0], [100, 50], [100, -50]];
    assert_eq!(
        [[60, 0], [60, 25], [60, 35], [-1, 0], [101, 0]].map(|at| is_inside(&wedge, at)),
        [true, true, false, false, false]
    );
}

#[test]
fn the_cells_of_a_table() {
    let grid = Grid::new([300, 200], 60);
    assert_eq!((grid.columns, grid.rows), (60, 20));
    assert_eq!((grid.cell([0, 0]), grid.cell([300, 200]), grid.cell([151, 101])), ((0, 19), (59, 0), (30, 9)));
    assert_eq!(grid.middle(30, 10), [152, 95]);
}
