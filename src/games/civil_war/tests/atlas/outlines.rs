use civil_war::atlas::grid::Cell;
use civil_war::atlas::outlines::*;
use civil_war::atlas::projection::Projection;

#[test]
fn a_hex_has_sixty_one_points_all_inside() {
    for cell in [Cell { col: 30, row: 10 }, Cell { col: 31, row: 10 }] {
        let points = points(cell);
        assert_eq!(points.len(), 61);
        assert!(points.iter().all(|&point| Cell::of(point) == cell));
    }
}

#[test]
fn an_outline_has_an_inside_with_holes() {
    let projection = Projection::default();
    let square =
        |a: f64| vec![[35.0 - a, -90.0 - a], [35.0 - a, -90.0 + a], [35.0 + a, -90.0 + a], [35.0 + a, -90.0 - a]];
    let (outer, inner) = (square(2.0), square(1.0));
    let outline = Outline::new(&projection, [outer.as_slice(), inner.as_slice()]);
    let holds = |lat, lon| outline.contains(projection.point([lat, lon]));
    assert!(holds(36.5, -90.0) && holds(35.0, -88.5) && holds(33.2, -91.8));
    assert!(!holds(35.0, -90.0) && !holds(37.2, -90.0) && !holds(35.0, -92.1));
}
