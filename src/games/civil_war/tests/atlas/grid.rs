use adjutant_core::board::{Direction, Hex};
use civil_war::atlas::grid::*;

#[test]
fn cells_agree_with_hexes() {
    for (col, row) in [(1, 1), (2, 1), (31, 17), (52, 6), (58, 33)] {
        let hex = Hex::new(col, row).expect("on the map");
        let cell = Cell::from(hex);
        assert_eq!(cell.hex(), Some(hex));
        assert_eq!(Cell::of(cell.centre()), cell);
        for (side, direction) in Direction::ALL.into_iter().enumerate() {
            let there = cell.neighbor(side);
            if let (Some(a), Some(b)) = (there.hex(), hex.neighbor(direction)) {
                assert_eq!(a, b);
            }
            let apart = cell.centre().distance(there.centre());
            assert!((apart - 1.0).abs() < 1e-12, "{apart}");
        }
    }
}

#[test]
fn three_hexes_meet_at_a_corner_and_the_right_hand_is_the_right_hand() {
    let corners = Corners::default();
    for walk in &corners.walks {
        assert!(corners.leaving(walk.from).len() <= 3);
        let (a, b) = (walk.from.point(), walk.to.point());
        let aside = |cell: Cell| {
            let c = cell.centre();
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        };
        // With y to the south, a positive product is to the right of the walk.
        assert!(aside(walk.right) > 0.0 && aside(walk.left) < 0.0);
    }
    let inner = Cell { col: 30, row: 15 };
    assert!(inner.corners().into_iter().all(|corner| corners.leaving(corner).len() == 3));
}

#[test]
fn a_point_lies_in_the_nearest_cell() {
    let cell = Cell { col: 52, row: 6 };
    for corner in cell.corners() {
        let c = cell.centre();
        let inside = Point { x: c.x + 0.95 * (corner.point().x - c.x), y: c.y + 0.95 * (corner.point().y - c.y) };
        assert_eq!(Cell::of(inside), cell);
    }
}
