use civil_war::atlas::grid::Cell;
use civil_war::atlas::rail_path::*;

#[test]
fn it_runs_straight_and_round_what_is_barred() {
    let (a, b) = (Cell { col: 20, row: 10 }, Cell { col: 20, row: 14 });
    let ends = ((a, a.centre()), (b, b.centre()));
    let line = rail_path(ends.0, ends.1, |_, _| Some(0)).expect("a way");
    assert_eq!(line, (10..=14).map(|row| Cell { col: 20, row }).collect::<Vec<_>>());
    let barred = Cell { col: 20, row: 12 };
    let round = rail_path(ends.0, ends.1, |_, there| (there != barred).then_some(0)).expect("a way");
    assert_eq!(round.len(), 6);
    assert!(!round.contains(&barred));
    let wall = rail_path(ends.0, ends.1, |_, there| (there.row != 12 && there.row != 13).then_some(0));
    assert_eq!(wall, None);
}
