use adjutant_core::board::table::*;

const fn at(east: i32, north: i32, facing: u16) -> Spot {
    Spot { east, north, facing }
}

#[test]
fn distances_and_ways() {
    assert_eq!(at(0, 0, 0).distance(at(30, 40, 90)), 50);
    assert_eq!(at(0, 0, 180).toward(at(30, 40, 90), 25), at(15, 20, 180));
    assert_eq!(at(5, 5, 0).toward(at(5, 5, 0), 10), at(5, 5, 0));
}

#[test]
fn a_goal_without_facing_keeps_it() {
    let goal = |facing| Goal { east: 1, north: 2, facing };
    assert_eq!([goal(None), goal(Some(90))].map(|goal| goal.from(at(7, 7, 180)).facing), [180, 90]);
}

#[test]
fn bases_take_the_ground_behind_their_front() {
    assert_eq!([1, 2, 5, 6].map(formation), [(1, 1), (1, 2), (3, 2), (3, 2)]);
    // Six bases are three base widths wide and two deep.
    let overlaps = |there| Footprint::of(6, at(100, 100, 0)).overlaps(Footprint::of(6, there));
    let beside = [at(129, 100, 0), at(130, 100, 0), at(100, 81, 0), at(100, 80, 0)];
    assert_eq!(beside.map(overlaps), [true, false, true, false]);
    // Who looks south has its bases to the north of its front.
    assert_eq!([at(100, 100, 180), at(100, 99, 180)].map(overlaps), [false, true]);
}
