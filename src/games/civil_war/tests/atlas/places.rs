use adjutant_core::board::Hex;
use adjutant_core::document::{Id, from_value};
use civil_war::atlas::grid::{Cell, Point};
use civil_war::atlas::places::*;
use civil_war::atlas::sources::Towns;

/// Two towns near each other, the first with a hex by that source.
fn towns(source: &str, hex: &str) -> Towns {
    let text = format!(
        "about: a test\nsource: {{reconstructed: CW-180}}\ntowns:\n\
         \x20 here: {{name: Here, lat: 35.87, lon: -76.75, state: north_carolina, hex: \"{hex}\", source: {source}}}\n\
         \x20 there: {{name: There, lat: 35.70, lon: -76.90, state: north_carolina}}\n"
    );
    let value: serde_json::Value = serde_yaml::from_str(&text).expect("YAML");
    from_value(value).expect("towns")
}

fn location_of(towns: &Towns, id: &str) -> (Point, Cell) {
    let places = Places::new(towns);
    let placed = &places.towns[&id.parse::<Id>().expect("an id")];
    (placed.point, placed.cell)
}

#[test]
fn only_a_hex_that_the_rulebook_tells_bends_the_map_about_it() {
    let hex = |text: &str| Cell::from(text.parse::<Hex>().expect("a hex"));
    // Where the fit puts both, and a hex further east.
    let (near, far) = ("5314", "5414");
    for source in ["{reconstructed: a hex further east}", "{external: a page}"] {
        let (moved, left) = (towns(source, far), towns(source, near));
        assert_eq!(location_of(&moved, "here").1, hex(far));
        assert_eq!(location_of(&moved, "there"), location_of(&left, "there"), "{source}");
    }
    for source in ["{stated: \"2.1\"}", "{implied: \"8.8\"}"] {
        let (moved, left) = (towns(source, far), towns(source, near));
        assert_eq!(location_of(&moved, "here").1, hex(far));
        assert_ne!(location_of(&moved, "there").0, location_of(&left, "there").0, "{source}");
    }
}
