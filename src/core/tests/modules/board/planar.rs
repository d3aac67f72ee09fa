use adjutant_core::board::Area;
use adjutant_core::board::planar::*;
use adjutant_core::sorted::SortedMap;

#[test]
fn lines_that_only_meet_at_an_end_do_not_cross() {
    let [o, x, y, xy] = [(0, 0), (10, 0), (0, 10), (10, 10)];
    assert!(cross([o, xy], [x, y]));
    assert!(!cross([o, x], [y, xy]));
    assert!(!cross([o, x], [o, y]));
    assert!(!cross([x, o], [o, (-5, 0)]), "straight on");
    assert!(cross([o, x], [o, (20, 0)]) && cross([o, (20, 0)], [x, o]), "one along the other");
    assert!(cross([o, x], [x, o]), "the same line");
    assert!(cross([o, x], [(5, 0), (5, 5)]), "an end on the other line");
    assert!(cross([o, (20, 0)], [x, (30, 0)]), "one partly along the other");
    assert!(!cross([o, x], [(11, 0), (30, 0)]), "one behind the other");
    assert!(!cross([(i32::MIN, 0), (i32::MAX, 1)], [(i32::MIN, 1), (i32::MAX, 2)]), "no sum is too large");
}

#[test]
fn faces_are_found_and_the_outer_one_is_told_from_them() {
    // A square with one diagonal: two triangles, and what is outside.
    let at: SortedMap<Area, Point> =
        [(1, (0, 0)), (2, (10, 0)), (3, (10, 10)), (4, (0, 10))].map(|(n, p)| (Area(n), p)).into();
    let pairs = [(1, 2), (2, 3), (3, 4), (1, 4), (1, 3)].map(|(a, b)| (Area(a), Area(b))).into();
    let plane = PlanarGraph::new(at, &pairs);
    let faces = plane.faces();
    let mut found: Vec<(i128, Vec<u8>)> =
        faces.iter().map(|face| (plane.surface(face), face.iter().map(|area| area.0).collect())).collect();
    found.sort();
    assert_eq!(found, [(-200, vec![1, 4, 3, 2]), (100, vec![1, 2, 3]), (100, vec![1, 3, 4])]);
    assert_eq!(plane.joined().len(), 4);
}
