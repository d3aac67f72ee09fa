use adjutant_core::report::svg::Point;
use seven_days::present::picture::free_space::*;

fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

fn square() -> FreeSpace {
    FreeSpace::new(&[at(0, 0), at(1000, 0), at(1000, 1000), at(0, 1000)])
}

#[test]
fn what_fits_stays_where_it_is_wanted() {
    assert_eq!(square().find(300, 200, at(500, 500)), Some(Rect::centered_at(at(500, 500), 300, 200)));
    assert_eq!(square().find(1000, 200, at(500, 500)), None, "no way from the outline is left");
}

#[test]
fn what_is_taken_or_outside_is_left() {
    let mut room = square();
    room.occupy(Rect::centered_at(at(500, 500), 400, 400));
    // Below: 700 to 900; 755 to 955 is the last that keeps 45 from the outline.
    let found = room.find(300, 200, at(500, 640)).expect("room below");
    assert_eq!(found.middle().x, 500);
    assert!((800..=855).contains(&found.middle().y), "{found:?}");
    let outside = room.find(300, 200, at(500, 3000)).expect("room at the edge");
    assert!(outside.bottom() <= 955 && !outside.overlaps(Rect::centered_at(at(500, 500), 400, 400)), "{outside:?}");
}

#[test]
fn roads_are_left_to_be_seen() {
    let mut room = square();
    room.avoid_line([at(500, 0), at(500, 1000)]);
    assert_eq!(room.find(300, 200, at(500, 500)).expect("room").middle(), at(500, 500));
    let clear = room.find_off_lines(300, 200, at(500, 500)).expect("room beside");
    assert!((clear.middle().x - 500).abs() > 150 && clear.middle().y == 500, "{clear:?}");
}

#[test]
fn a_line_across_a_corner_meets() {
    let rect = Rect::centered_at(at(0, 0), 200, 200);
    assert!(rect.touches_line([at(50, 150), at(150, 50)]), "it touches the corner");
    assert!(!rect.touches_line([at(60, 150), at(150, 60)]));
    assert!(rect.touches_line([at(-500, 0), at(500, 10)]));
    assert!(rect.touches_line([at(10, 10), at(20, 30)]), "inside");
}
