//! Which part of a large map is drawn, and how.

use super::super::whole::{page, table};
use crate::report::{MapView, Scale, Show};

fn drawn(view: MapView) -> String {
    page(&*table(), Show::Map(view))
}

/// The length of the longest line of the drawing.
fn wide(page: &str) -> usize {
    page.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

fn around(place: &str) -> MapView {
    MapView { around: Some(place.to_owned()), width: Some(100), ..MapView::default() }
}

#[test]
fn the_whole_of_a_large_map_is_drawn_small() {
    let page = drawn(MapView::default());
    assert!(wide(&page) <= 130 && page.lines().count() < 120, "{} by {}", wide(&page), page.lines().count());
    let narrow = drawn(MapView::within(80));
    assert!(wide(&narrow) <= 80);
    assert!(
        narrow.contains("From column 1 to column 30") && narrow.contains("From column 30 to column 58"),
        "{narrow}"
    );
    // Row 16 is the 31st of two lines a row; column 19 begins after 18 columns of two characters each.
    let line = page.lines().find(|line| line.starts_with("16")).expect("row 16");
    assert_eq!(&line[3 + 2 * 18..3 + 2 * 18 + 2], "U7", "{line}");
    for wanted in
        ["C9", "U12", "*1", "Cities in Virginia: Richmond 5109 (4)", "Confederate fortifications: Ft. Donelson 2512"]
    {
        assert!(page.contains(wanted), "no '{wanted}' in {page}");
    }
}

#[test]
fn a_theater_shows_its_own_hexes_with_their_sides() {
    let west = drawn(MapView { part: Some("west".to_owned()), width: Some(100), ..MapView::default() });
    assert!(west.starts_with("The map: the West\n") && wide(&west) <= 100, "{west}");
    assert!(west.contains("    20  21  22") && !west.contains(" 19  20"), "{west}");
    assert!(
        west.contains("Ft. Donelson 2512") && west.contains("Lexington 3108 (1)") && !west.contains("Richmond 5109")
    );
    assert!(west.contains("==="), "a navigable river runs in the West");
    // The forces are those of the theater alone.
    assert!(!west.contains("Patterson") && !west.contains("J.E. Johnston"), "{west}");
    let far = drawn(MapView { part: Some("Trans-Mississippi".to_owned()), ..MapView::default() });
    assert!(far.contains("Patterson") && !far.contains("J.E. Johnston"), "{far}");
    let wrong = MapView { part: Some("north".to_owned()), ..MapView::default() };
    let refused = table().show(&Show::Map(wrong), None).expect_err("no such theater").to_string();
    assert!(refused.contains("the theaters on it are east, west and trans_mississippi"), "{refused}");
}

#[test]
fn what_lies_around_a_place_is_drawn_large() {
    let page = drawn(around("Richmond, Virginia"));
    assert!(page.starts_with("The map: around Richmond (5109)\n") && wide(&page) <= 100, "{page}");
    // Three hexes away, and not four.
    for (hex, shown) in [
        ("5106", true),
        ("5112", true),
        ("4808", true),
        ("5410", true),
        ("5411", false),
        ("5105", false),
        ("4708", false),
    ] {
        assert_eq!(page.contains(hex), shown, "{hex} in {page}");
    }
    assert!(page.contains("C9@ J.E. ") && page.contains("U12"), "{page}");
    // Where three do not fit, two are shown; as many as are asked for, if need be smaller.
    let narrow = drawn(MapView { width: Some(80), ..around("5109") });
    assert!(narrow.contains("5107") && !narrow.contains("5106") && wide(&narrow) <= 80, "{narrow}");
    let far = drawn(MapView { radius: Some(8), ..around("northern_virginia") });
    assert!(far.contains("    43  44") && wide(&far) <= 100, "{far}");
}

#[test]
fn columns_and_scales_as_asked_for() {
    let columns = |from, to| MapView { columns: Some((from, to)), width: Some(80), ..MapView::default() };
    let page = drawn(columns(30, 32));
    assert!(page.starts_with("The map: columns 30 to 32\n") && page.contains("3033") && !page.contains("3333"));
    let small = drawn(MapView { scale: Some(Scale::Small), ..columns(30, 32) });
    assert!(small.lines().nth(4).is_some_and(|line| line.trim() == "31"), "{small}");
    for (from, to, because) in [
        (60, 70, "there is no column 60 here [2.1]; the map of this scenario has the columns 1 to 58"),
        (50, 99, "there is no column 99 here [2.1]; the map of this scenario has the columns 1 to 58"),
        (
            32,
            30,
            "the columns go from 32 back to 30 [2.1]; write 30-32; the map of this scenario has the columns 1 to 58",
        ),
    ] {
        let refused = table().show(&Show::Map(columns(from, to)), None).expect_err("no such columns").to_string();
        assert_eq!(refused, because);
    }
}

#[test]
fn whoever_is_in_the_middle_stands_in_the_title() {
    for (middle, title) in [
        ("je_johnston", "The map: around J.E. Johnston, in "),
        ("northern_virginia", "The map: around the Army of Northern Virginia, in "),
        ("richmond", "The map: around Richmond (5109)\n"),
    ] {
        let page = drawn(around(middle));
        assert!(page.starts_with(title), "{middle}: {page}");
    }
}
