//! Pairs up an even number of players in the best way: a minimum-cost perfect matching in a complete graph.
//!
//! A cost is a list of integers; the first counts before the second, and so on, so that the criteria of a pairing never
//! have to be weighed against each other. Of several best matchings, [`best`] gives the first in the order of its
//! players, so the answer depends on the costs and not on the algorithm.

mod blossom;
mod cost;

use blossom::Solver;
pub(super) use cost::Cost;
use cost::add;

/// Matches players so that the sum of the costs is minimal. Among the best matchings, the first player gets the
/// earliest possible partner, then the next remaining player, and so on.
///
/// # Panics
/// Never; with an odd number, the last player is matched with himself.
pub(super) fn best<const K: usize>(players: usize, cost: impl Fn(usize, usize) -> Cost<K>) -> Vec<usize> {
    let even = players - players % 2;
    let costs: Vec<Vec<Cost<K>>> = (0..even)
        .map(|one| (0..even).map(|other| if one == other { [0; K] } else { cost(one, other) }).collect())
        .collect();
    let everybody: Vec<usize> = (0..even).collect();
    let mut solver = Solver::new(&costs, &everybody);
    let mut mates = solver.solve();
    let least = total(&costs, &mates);
    let mut fixed = vec![false; even];
    for one in 0..even {
        if fixed[one] {
            continue;
        }
        for other in one + 1..even {
            if fixed[other] || (mates[one] != other && !solver.is_tight(one, other)) {
                continue;
            }
            if mates[one] != other {
                // Whether some best matching contains this pair and all pairs fixed so far.
                let left: Vec<usize> =
                    (0..even).filter(|player| !fixed[*player] && *player != one && *player != other).collect();
                let part = Solver::new(&costs, &left).solve();
                let mut tried = mates.clone();
                (tried[one], tried[other]) = (other, one);
                for (at, &player) in left.iter().enumerate() {
                    tried[player] = left[part[at]];
                }
                if total(&costs, &tried) != least {
                    continue;
                }
                mates = tried;
            }
            (fixed[one], fixed[other]) = (true, true);
            break;
        }
    }
    mates.extend(even..players);
    mates
}

/// What a matching costs.
fn total<const K: usize>(costs: &[Vec<Cost<K>>], mates: &[usize]) -> Cost<K> {
    let mut sum = [0; K];
    for (one, &other) in mates.iter().enumerate().filter(|(one, other)| one < *other) {
        add(&mut sum, &costs[one][other], 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every perfect matching, the first player's earliest partner first.
    fn all(left: &[usize], pairs: &mut Vec<(usize, usize)>, found: &mut Vec<Vec<(usize, usize)>>) {
        let Some((&one, rest)) = left.split_first() else {
            found.push(pairs.clone());
            return;
        };
        for &other in rest {
            pairs.push((one, other));
            let rest: Vec<usize> = rest.iter().copied().filter(|player| *player != other).collect();
            all(&rest, pairs, found);
            pairs.pop();
        }
    }

    fn by_trying(costs: &[Vec<Cost<2>>]) -> Vec<usize> {
        let everybody: Vec<usize> = (0..costs.len()).collect();
        let mut found = Vec::new();
        all(&everybody, &mut Vec::new(), &mut found);
        let mates = |pairs: &Vec<(usize, usize)>| {
            let mut mates = vec![0; costs.len()];
            pairs.iter().for_each(|&(one, other)| (mates[one], mates[other]) = (other, one));
            mates
        };
        // `min_by_key` gives the first of several least.
        found.iter().map(mates).min_by_key(|mates| total(costs, mates)).unwrap()
    }

    fn symmetric(size: usize, numbers: &[(i64, i64)]) -> Vec<Vec<Cost<2>>> {
        let number = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            let (first, second) = numbers[(high * high.saturating_sub(1) / 2 + low) % numbers.len()];
            [first, second]
        };
        (0..size).map(|one| (0..size).map(|other| number(one, other)).collect()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn it_is_the_first_of_the_best_that_trying_all_finds(
            half in 0usize..=5,
            numbers in prop::collection::vec((-3i64..3, -2i64..3), 45),
        ) {
            let costs = symmetric(2 * half, &numbers);
            prop_assert_eq!(best(2 * half, |one, other| costs[one][other]), by_trying(&costs));
        }

        #[test]
        fn wide_costs_are_matched_as_well(
            half in 1usize..=5,
            numbers in prop::collection::vec((-1_000_000_000i64..1_000_000_000, -9i64..9), 45),
        ) {
            let costs = symmetric(2 * half, &numbers);
            prop_assert_eq!(best(2 * half, |one, other| costs[one][other]), by_trying(&costs));
        }
    }

    #[test]
    fn an_odd_player_is_left_out() {
        assert_eq!(best::<1>(0, |_, _| [0]), Vec::<usize>::new());
        assert_eq!(best::<1>(1, |_, _| [0]), vec![0]);
        assert_eq!(best::<1>(3, |_, _| [0]), vec![1, 0, 2]);
    }

    #[test]
    fn where_everything_is_alike_neighbors_are_matched() {
        let mates = best::<3>(40, |_, _| [7, 0, 7]);
        assert!(mates.iter().enumerate().all(|(one, other)| *other == one ^ 1), "{mates:?}");
    }
}
