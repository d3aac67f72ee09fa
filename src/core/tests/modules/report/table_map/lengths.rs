use adjutant_core::board::table::Goal;
use adjutant_core::report::table_map::lengths::*;

#[test]
fn lengths_places_and_directions() {
    assert_eq!([0, 10, 25, -5].map(length), ["0", "1", "2.5", "-0.5"]);
    assert_eq!([distance(10), distance(1)], ["1 base width", "0.1 base widths"]);
    assert_eq!(place([95, 120]), "(9.5, 12)");
    assert_eq!(
        [Some(180), None].map(|facing| place_and_facing(Goal { east: 95, north: 120, facing })),
        ["(9.5, 12) facing south", "(9.5, 12)"]
    );
    assert_eq!([0, 135, 100, 359].map(way), ["north", "southeast", "100 degrees", "359 degrees"]);
}
