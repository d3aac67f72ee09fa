use adjutant_core::board::Area;
use adjutant_core::board::outlines::*;
use adjutant_core::board::planar::{Point, turn};
use adjutant_core::sorted::SortedMap;

/// Four areas at the corners of a square, and one in its middle that all of them share a boundary with.
const CROSS: [(u8, [i32; 2]); 5] = [(1, [20, 20]), (2, [80, 20]), (3, [80, 80]), (4, [20, 80]), (5, [50, 50])];
const ROUND: [(u8, u8); 4] = [(1, 2), (2, 3), (3, 4), (4, 1)];
const SPOKES: [(u8, u8); 4] = [(1, 5), (5, 2), (3, 5), (4, 5)];

fn drawn(at: &[(u8, [i32; 2])], pairs: &[(u8, u8)]) -> Result<Outlines, OutlineError> {
    let pairs: Vec<(Area, Area)> = pairs.iter().map(|(a, b)| (Area(*a), Area(*b))).collect();
    outlines([100, 100], &at.iter().map(|(area, at)| (Area(*area), *at)).collect(), &pairs)
}

#[test]
fn an_area_in_the_middle_is_the_polygon_of_the_faces_around_it() {
    let drawn = drawn(&CROSS, &[ROUND, SPOKES].concat()).expect("polygons");
    // Half-way to 3, the middle of 3, 4 and 5, half-way to 4, and so on clockwise.
    let expected = [(65, 65), (50, 70), (35, 65), (30, 50), (35, 35), (50, 30), (65, 35), (70, 50)];
    assert_eq!(drawn.area(Area(5)), expected);
    assert_eq!(drawn.boundary(Area(5), Area(3)), [(50, 70), (65, 65), (70, 50)], "from end to end");
    assert_eq!(drawn.boundary(Area(3), Area(5)), drawn.boundary(Area(5), Area(3)));
    assert!(drawn.coast(Area(5)).is_empty() && drawn.area(Area(6)).is_empty());
    assert!(drawn.boundary(Area(1), Area(3)).is_empty(), "opposite corners share none");
}

#[test]
fn an_area_at_the_edge_ends_on_the_coast() {
    let drawn = drawn(&CROSS, &[ROUND, SPOKES].concat()).expect("polygons");
    // 100 / 14 = 7 farther out: half-way from 1 to 2, (50, 20), is 30 from the middle and becomes 37; 1 itself is 42
    // from it, and 30 * 49 / 42 = 35.
    assert_eq!(drawn.coast(Area(1)), [(13, 50), (15, 15), (50, 13)]);
    assert_eq!(drawn.boundary(Area(1), Area(2)), [(50, 13), (50, 20), (50, 30)]);
    assert_eq!(drawn.area(Area(1)), [(50, 20), (50, 30), (35, 35), (30, 50), (20, 50), (13, 50), (15, 15), (50, 13)]);
    let tight = outlines(
        [100, 100],
        &[(1, [1, 50]), (2, [50, 1]), (3, [99, 50]), (4, [50, 99])].map(|(area, at)| (Area(area), at)).into(),
        &ROUND.map(|(a, b)| (Area(a), Area(b))),
    );
    assert_eq!(tight.expect("polygons").coast(Area(1))[1], (0, 50), "no farther than the frame");
}

#[test]
fn polygons_cover_the_country_once() {
    let drawn = drawn(&CROSS, &[ROUND, SPOKES].concat()).expect("polygons");
    let surface = |outline: &[Point]| -> i128 {
        outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| turn((0, 0), *a, *b)).sum()
    };
    let country: Vec<Point> = [1, 2, 3, 4].iter().flat_map(|n| drawn.coast(Area(*n))[1..].to_vec()).collect();
    assert_eq!(drawn.areas().map(|(_, outline)| surface(outline)).sum::<i128>(), surface(&country));
    for (area, [x, y]) in CROSS {
        let within = drawn.areas().filter(|(_, outline)| contains(outline, (x, y))).map(|(area, _)| area.0);
        assert_eq!(within.collect::<Vec<u8>>(), [area]);
    }
    assert!(contains(drawn.area(Area(5)), (65, 65)) && !contains(drawn.area(Area(5)), (66, 66)));
}

#[test]
fn four_areas_may_meet_in_one_point() {
    let drawn = drawn(&CROSS[..4], &ROUND).expect("polygons");
    for (a, b) in ROUND {
        assert!(drawn.boundary(Area(a), Area(b)).contains(&(50, 50)), "{a} and {b}");
    }
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let with = |more: &[(u8, u8)]| drawn(&CROSS, &[&ROUND, &SPOKES, more].concat()).expect_err("a flaw");
    let pair = |a, b| (Area(a), Area(b));
    assert_eq!(with(&[(1, 9)]), OutlineError::Unknown(Area(9)));
    assert_eq!(with(&[(3, 3)]), OutlineError::Itself(Area(3)));
    assert_eq!(with(&[(1, 3)]), OutlineError::Crossing(pair(1, 3), pair(1, 5)), "through 5");
    let without = |at: &[(u8, [i32; 2])], pairs: &[(u8, u8)]| drawn(at, pairs).expect_err("a flaw");
    let mut far = CROSS;
    far[2].1 = [80, 100];
    assert_eq!(without(&far, &ROUND), OutlineError::Outside(Area(3)));
    assert_eq!(without(&CROSS, &ROUND), OutlineError::Apart(Area(5)));
    assert_eq!(without(&CROSS, &[&ROUND[..], &SPOKES[..1]].concat()), OutlineError::Bottleneck(Area(5)));
    assert_eq!(without(&CROSS[..1], &[]), OutlineError::Bottleneck(Area(1)));
    // Two triangles with a corner in common.
    let bow = [(1, 2), (1, 5), (2, 5), (3, 4), (3, 5), (4, 5)];
    assert_eq!(without(&CROSS, &bow), OutlineError::Bottleneck(Area(5)));
    // A dart: from the middle of its corners not all of its sides are seen.
    let dart = [(1, [50, 5]), (2, [95, 95]), (3, [50, 30]), (4, [5, 95])];
    assert!(matches!(without(&dart, &ROUND), OutlineError::Bent(_)), "{}", without(&dart, &ROUND));
    // A country beside the middle of the drawing.
    let aside = [(1, [10, 10]), (2, [20, 10]), (3, [20, 20]), (4, [10, 20])];
    assert_eq!(without(&aside, &ROUND), OutlineError::Hidden(Area(4), Area(3)));
    assert_eq!(outlines([0, 100], &SortedMap::new(), &[]), Err(OutlineError::Size));
    assert_eq!(drawn(&[], &[]).map(|drawn| drawn.areas().count()), Ok(0), "nothing is drawn as nothing");
}

#[test]
fn the_order_of_what_is_given_does_not_matter() {
    let pairs = [ROUND, SPOKES].concat();
    let turned: Vec<(u8, u8)> = pairs.iter().rev().map(|(a, b)| (*b, *a)).collect();
    assert_eq!(drawn(&CROSS, &pairs), drawn(&CROSS, &turned));
}
