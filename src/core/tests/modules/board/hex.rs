use adjutant_core::board::hex::*;
use adjutant_core::sorted::SortedSet;

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

#[test]
fn every_hexside_that_the_civil_war_names_joins_neighbors() {
    let named = "1829/1830 1829/1930 1929/1930 1012/1112 5004/5005 4905/5004 2425/2526 2429/2530 2429/2529 \
                 2426/2527 2618/2718 1623/1724 1719/1720 2730/2629 4425/4325 4425/4424";
    for pair in named.split_whitespace() {
        let (a, b) = pair.split_once('/').expect("two hexes");
        assert!(hex(a).adjacent(hex(b)), "{pair}");
        assert!(hex(a).direction_to(hex(b)).is_some(), "{pair}");
    }
    for path in ["5107 5207 5208 5109", "4905 4906 4806 4807 4708 4709", "5106 5107 5007 5108 5109"] {
        let hexes: Vec<Hex> = path.split(' ').map(hex).collect();
        assert!(hexes.windows(2).all(|step| step[0].adjacent(step[1])), "{path}");
    }
}

#[test]
fn the_opposite_stagger_would_be_wrong() {
    assert!(!hex("1623").adjacent(hex("1722")));
    assert!(!hex("5206").adjacent(hex("5305")));
    assert!(!hex("5106").adjacent(hex("5207")));
}

#[test]
fn neighbors_are_mutual_and_one_step_away() {
    for col in -49..=99 {
        for row in 1..=99 {
            let here = Hex::new(col, row).expect("in range");
            for direction in Direction::ALL {
                if let Some(there) = here.neighbor(direction) {
                    assert_eq!(there.neighbor(direction.opposite()), Some(here));
                    assert_eq!(here.distance(there), 1);
                    assert_eq!(here.direction_to(there), Some(direction));
                }
            }
        }
    }
    assert_eq!(hex("B0101").neighbors().count(), 2);
    // On the western sheet it has one more.
    assert_eq!(hex("0101").neighbors().count(), 3);
    assert_eq!(hex("5106").neighbors().count(), 6);
}

#[test]
fn three_hexes_meet_at_each_corner_and_a_side_ends_in_two() {
    for here in ["5106", "5206", "0202"].map(hex) {
        for corner in here.corners() {
            assert_eq!(here.neighbors().filter(|there| there.corners().contains(&corner)).count(), 2);
        }
        for there in here.neighbors() {
            let ends = here.ends_of_side(there).expect("they touch");
            assert_eq!(there.ends_of_side(here).map(SortedSet::from), Some(SortedSet::from(ends)));
        }
        assert_eq!(here.ends_of_side(here), None);
        assert_eq!(here.ends_of_side(hex("5109")), None);
    }
}

#[test]
fn distance_is_the_length_of_the_shortest_walk() {
    use adjutant_core::sorted::SortedMap;
    use std::collections::VecDeque;
    let start = hex("5106");
    let mut steps = SortedMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(here) = queue.pop_front() {
        let next = steps[&here] + 1;
        for there in here.neighbors().filter(|there| there.col().abs_diff(51) < 12 && there.row() < 25) {
            steps.entry(there).or_insert_with(|| {
                queue.push_back(there);
                next
            });
        }
    }
    for (there, walked) in steps {
        assert_eq!(start.distance(there), walked, "{there}");
        assert_eq!(there.distance(start), walked, "{there}");
    }
}

#[test]
fn written_as_four_digits_and_read_as_string_or_integer() {
    assert_eq!(hex("0512").to_string(), "0512");
    assert_eq!(serde_json::to_value(hex("0512")).expect("json"), "0512");
    assert_eq!(serde_json::from_value::<Hex>(512.into()).expect("integer"), hex("0512"));
    for wrong in ["", "512", "05120", "0012", "1200", "5x06", "５106", "-512", "+512"] {
        assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        assert!(serde_json::from_value::<Hex>(wrong.into()).is_err(), "{wrong}");
    }
    for wrong in [-5106_i64, 0, 12, 500, 10101, i64::MAX] {
        assert!(serde_json::from_value::<Hex>(wrong.into()).is_err(), "{wrong}");
    }
}
