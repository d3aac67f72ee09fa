//! The shipped pack of *The Civil War* against what is known of the printed game.

use adjutant::board::Hex;
use adjutant::rulesets::civil_war::pack::*;

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

#[test]
fn the_shipped_pack_fits_together() {
    let problems: Vec<String> =
        Pack::shipped().check().iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or("?"))).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn it_knows_the_hexes_that_the_rulebook_names() {
    let map = Pack::shipped().map;
    assert!(map.hex(hex("5206")).is_some());
}
