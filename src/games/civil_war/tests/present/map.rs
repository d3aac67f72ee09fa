//! Which part of a large map is drawn, and how.

use serde_json::Map;

use crate::present::test_map::{afloat, page, table};
use adjutant_core::report::{MapView, Scale, Show};
use adjutant_core::session::{Game, Rules};
use civil_war::CivilWar;

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
    let misspelt = MapView { part: Some("wset".to_owned()), ..MapView::default() };
    let refused = table().show(&Show::Map(misspelt), None).expect_err("no such theater").to_string();
    assert!(refused.contains("did you mean west? The theaters on it are east"), "{refused}");
}

#[test]
fn a_man_and_a_place_of_one_name_are_told_apart() {
    let rules = Rules(CivilWar::shipped());
    let table = rules.setup(&"campaign_1861".parse().expect("an id"), &Map::new()).expect("the scenario");
    let page_text = |what: Show| page(&*table, what).split_whitespace().collect::<Vec<_>>().join(" ");
    // McDowell stands at Washington when the war begins; the hamlet of his name lies in the hex of Monterey.
    let man = page_text(Show::Map(around("McDowell")));
    assert!(man.starts_with("The map: around McDowell, in Washington (5206) "), "{man}");
    assert!(man.contains("There is also McDowell, Virginia, in Monterey (4607). Ask by the number of a hex."), "{man}");
    let place = page_text(Show::Map(around("4607")));
    assert!(place.starts_with("The map: around Monterey (4607) ") && !place.contains("There is also"), "{place}");
    assert!(page_text(Show::Stack("McDowell".to_owned())).contains("There is also McDowell, Virginia"));
    // Jackson in Mississippi comes before the man of that name, who is with Johnston at Winchester.
    let town = page_text(Show::Map(around("Jackson")));
    assert!(town.starts_with("The map: around Jackson (1924) "), "{town}");
    assert!(town.contains("There are also Jackson, Tennessee (2315), "), "{town}");
    assert!(town.contains(" and the leader Jackson, in Winchester (4905)."), "{town}");
    // Of several places and several men of a name none is taken.
    let refused = table.show(&Show::Map(around("Hill")), None).expect_err("which of them").to_string();
    assert!(refused.contains("Hillsville (4312)") && refused.contains("; or of the leaders A.P. Hill"), "{refused}");
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
            "the columns run backward from 32 to 30 [2.1]; write 30-32; the map of this scenario has the columns 1 to \
             58",
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

/// What a line has from a column on.
fn at(line: &str, column: usize, length: usize) -> String {
    line.chars().skip(column).take(length).collect()
}

/// The lines of a drawing from the one on which the hexes of that row stand, of odd columns.
fn from_row<'a>(page: &'a str, row: &str) -> Vec<&'a str> {
    let begins = |line: &&str| line.starts_with(&format!("{row} "));
    page.lines().skip_while(|line| !begins(line)).collect()
}

#[test]
fn ships_are_seen_on_every_scale() {
    let drawn = |view: MapView| page(&*afloat(), Show::Map(view));
    // A column takes two characters after the three of the rows' numbers; even columns stand a line lower.
    let small = drawn(MapView { width: Some(130), ..MapView::default() });
    let lines = from_row(&small, "11");
    assert_eq!(at(lines[0], 3 + 2 * 18 + 2, 1), "u", "1911/2010, beside 1911: {}", lines[0]);
    assert_eq!(at(lines[1], 3 + 2 * 24 + 1, 1), "c", "2511/2512, between them: {}", lines[1]);
    assert_eq!(at(from_row(&small, "12")[0], 3 + 2 * 54, 2), "u2", "5512, where nobody stands");
    assert_eq!(at(from_row(&small, "10")[0], 3 + 2 * 54, 3), "U4u", "5510, with strength points");
    // Four characters a column; a hex's lines are the upper and the lower, with its northern side above them.
    let medium = drawn(MapView { scale: Some(Scale::Medium), columns: Some((19, 26)), ..MapView::default() });
    let lines = from_row(&medium, "11");
    assert_eq!(at(lines[0], 3 + 4, 1), "u", "north-east of 1911: {}", lines[0]);
    assert_eq!(at(lines[1], 3 + 4 * 6 + 1, 3), "c1=", "south of 2511: {}", lines[1]);
    let coast = drawn(MapView { scale: Some(Scale::Medium), columns: Some((55, 58)), ..MapView::default() });
    assert_eq!(at(from_row(&coast, "10")[1], 3 + 1, 3), "U4u");
    let large = drawn(around("2511"));
    assert!(large.contains("====c1=====") && large.contains("2512"), "{large}");
    let near = drawn(around("1911"));
    let lines: Vec<&str> = near.lines().skip_while(|line| !line.contains("1911 c")).collect();
    let end = lines[0].find("1911 c").expect("it");
    assert!(lines[0][end..].contains('u') && lines[1][end..].contains('4'), "two figures, one below the other: {near}");
    assert!(drawn(around("5510")).contains("U4/u1"));
    for (scale, signs) in
        [(Scale::Small, "Ships: u Union"), (Scale::Medium, "Ships: u Union"), (Scale::Large, "Ships, on a")]
    {
        let page = drawn(MapView { scale: Some(scale), columns: Some((18, 26)), ..MapView::default() });
        assert!(page.contains(signs), "the legend of {scale:?}");
    }
}

#[test]
fn ships_are_listed_below_the_part_that_they_are_on() {
    let listed = |view: MapView| {
        let page = page(&*afloat(), Show::Map(view));
        let ships = page.split("\nShips\n").nth(1).unwrap_or_default();
        ships.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all = listed(MapView { width: Some(300), ..MapView::default() });
    for wanted in [
        "1911/2010 on the Union 4 the Carondelet and Foote (2 stars) Mississippi 3 river transports",
        "2511/2512 on the Confederate 1 the Manassas Cumberland, by Dover",
        "hex 5510 Union 1 1 ocean transport",
        "hex 5512 Union 2 2 ocean transports",
    ] {
        assert!(all.contains(wanted), "no '{wanted}' in {all}");
    }
    let west = listed(MapView { part: Some("west".to_owned()), width: Some(300), ..MapView::default() });
    // The hexside is of both theaters, the coast of the East alone.
    assert!(west.contains("Manassas") && west.contains("Carondelet") && !west.contains("5512"), "{west}");
    assert!(!page(&*table(), Show::Map(MapView::default())).contains("\nShips\n"));
}
