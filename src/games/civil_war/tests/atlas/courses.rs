use adjutant_core::board::Hex;
use civil_war::atlas::courses::*;
use civil_war::atlas::grid::{Cell, Corners};

fn cell(text: &str) -> Cell {
    text.parse::<Hex>().expect("a hex").into()
}

fn sides(corners: &Corners, steps: &[Step]) -> Vec<String> {
    let name = |step: &Step| {
        let (a, b) = corners.walks[step.walk].between().expect("on the map");
        format!("{a}/{b}")
    };
    steps.iter().map(name).collect()
}

#[test]
fn a_bank_is_a_bank_looking_downstream() {
    let corners = Corners::default();
    // From a mouth in the south to a head in the north: downstream is south, so the left bank is the eastern one.
    let point = |text: &str| cell(text).centre();
    for (left, right) in [("3010", "2910"), ("3010", "2911")] {
        let meets = [
            PlacedWaypoint::By(cell("3013").corners()[5].point()),
            PlacedWaypoint::Left(cell(left), point(left)),
            PlacedWaypoint::Right(cell(right), point(right)),
            PlacedWaypoint::By(cell("3008").corners()[5].point()),
        ];
        let found = course(&corners, &meets, &ExtraCosts::default()).expect("a course");
        for step in &found {
            let walk = corners.walks[step.walk];
            assert_eq!((walk.right.col, walk.left.col), (30, 29), "{walk:?}");
        }
        assert!(sides(&corners, &found).contains(&format!("{right}/{left}")));
        // With the banks exchanged it runs round the other sides of the two hexes.
        let meets = [meets[0].clone(), PlacedWaypoint::Right(cell(left), point(left)), meets[3].clone()];
        let found = course(&corners, &meets, &ExtraCosts::default()).expect("a course");
        assert!(!sides(&corners, &found).contains(&format!("{right}/{left}")));
        assert!(sides(&corners, &found).contains(&"3010/3110".to_owned()));
    }
}

#[test]
fn hexsides_are_passed_in_their_order_and_met_counts_what_lies_behind() {
    let corners = Corners::default();
    let meets = [
        PlacedWaypoint::Between(cell("2010"), cell("2011")),
        PlacedWaypoint::Between(cell("2210"), cell("2211")),
        PlacedWaypoint::Between(cell("2410"), cell("2411")),
    ];
    let found = course(&corners, &meets, &ExtraCosts::default()).expect("a course");
    let crossed = sides(&corners, &found);
    assert_eq!(crossed.first().map(String::as_str), Some("2010/2011"));
    assert_eq!(crossed.last().map(String::as_str), Some("2410/2411"));
    assert_eq!(crossed.iter().filter(|side| *side == "2210/2211").count(), 1);
    // Straight along a row of hexes it takes four sides for two columns, less the one at which it begins.
    assert_eq!(crossed.len(), 9, "{crossed:?}");
    assert_eq!(found.iter().map(|step| step.met).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn a_toll_sends_it_another_way_and_what_cannot_be_met_is_named() {
    let corners = Corners::default();
    let meets =
        [PlacedWaypoint::Between(cell("2010"), cell("2011")), PlacedWaypoint::Between(cell("2210"), cell("2211"))];
    let straight = sides(&corners, &course(&corners, &meets, &ExtraCosts::default()).expect("a course"));
    let barred = &straight[1..4];
    let mut toll = ExtraCosts::default();
    for side in barred {
        let (a, b) = side.split_once('/').expect("a side");
        toll.0.insert(ordered(cell(a), cell(b)), 3_000);
    }
    let round = sides(&corners, &course(&corners, &meets, &toll).expect("a course"));
    assert!(round.iter().all(|side| !barred.contains(side)), "{round:?}");
    let far = [meets[0].clone(), PlacedWaypoint::Between(cell("2010"), cell("4010"))];
    assert_eq!(course(&corners, &far, &ExtraCosts::default()), Err(1));
}
