//! FIDE's Baku acceleration (C.04.5.1): in the first rounds of a Swiss, the upper half by seed is paired as if it had
//! more points than it has scored.

use super::table::Crosstable;

/// The points that every player has beside those that he has scored when a round, counted from 1, is paired.
pub(super) fn virtual_points(table: &Crosstable, round: u32) -> Vec<i64> {
    let worth = worth(table, round);
    let mut points = vec![0; table.players().len()];
    if worth > 0 {
        upper_half(table).into_iter().for_each(|player| points[player] = worth);
    }
    for given in &table.swiss_rules().given {
        if let (true, Some(points)) =
            ((given.rounds[0]..=given.rounds[1]).contains(&round), points.get_mut(given.player))
        {
            *points += given.points;
        }
    }
    points
}

/// The accelerated rounds by the Baku system: the first and the last round of each half, and what is added in it. Halves
/// without a round are left out.
pub(super) fn accelerated_rounds(table: &Crosstable) -> Vec<([u32; 2], i64)> {
    let accelerated = table.swiss_rules().accelerated.map_or(0, |rounds| rounds.div_ceil(2));
    let first = accelerated.div_ceil(2);
    let halves = [[1, first], [first + 1, accelerated]].into_iter().filter(|[first, last]| first <= last);
    halves.map(|rounds| (rounds, worth(table, rounds[0]))).collect()
}

/// What a player of the upper half has in a round: what a win is worth in the first half of the accelerated rounds, and
/// what a draw is worth in the second. Accelerated is the first half of all rounds; halves are rounded up.
fn worth(table: &Crosstable, round: u32) -> i64 {
    let Some(rounds) = table.swiss_rules().accelerated else { return 0 };
    let accelerated = rounds.div_ceil(2);
    let (scoring, legs) = (table.scoring(), i64::from(table.plan().legs));
    match round {
        round if round <= accelerated.div_ceil(2) => i64::from(scoring.win) * legs,
        round if round <= accelerated => i64::from(scoring.draw) * legs,
        _ => 0,
    }
}

/// The players seeded no lower than the last of the first half of those who enter before the first round, rounded up to
/// an even number. Those who enter later move no one into another half.
pub(super) fn upper_half(table: &Crosstable) -> Vec<usize> {
    let seeding = table.seeding();
    let entered: Vec<usize> = seeding.iter().copied().filter(|player| table.players()[*player].enters <= 1).collect();
    let count = (2 * entered.len().div_ceil(4)).min(entered.len());
    let last = count.checked_sub(1).map(|at| entered[at]);
    let place = seeding.iter().position(|player| Some(*player) == last);
    seeding.into_iter().take(place.map_or(0, |place| place + 1)).collect()
}
