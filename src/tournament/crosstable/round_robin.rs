//! Round robin by the Berger tables; and pools.

use super::model::{Board, Format, Round};

/// A schedule in which each of these players meets every other once per cycle. Their order gives the numbers of the
/// Berger tables (FIDE handbook C.05, annex 1), so it should be drawn by lot. In every second cycle the sides are
/// exchanged, and the last two rounds of the first cycle are swapped, as the annex recommends, so that nobody plays one
/// side three times running where two cycles meet. With an odd number, each player in turn has a free round. The games
/// of a player who leaves are forfeited [TN-10].
///
/// `legs` is the number of games per board; two have sides exchanged.
pub fn schedule(players: &[usize], cycles: u32, legs: u32) -> Vec<Round> {
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        let mut once = berger(players.len());
        if cycle == 0 && cycles > 1 && once.len() > 2 {
            let last = once.len() - 1;
            once.swap(last - 1, last);
        }
        for pairs in once {
            let pair = |[one, other]: [usize; 2]| {
                let pair = [*players.get(one)?, *players.get(other)?];
                Some(Board::new(if cycle.is_multiple_of(2) { pair } else { [pair[1], pair[0]] }, legs))
            };
            let boards = pairs.into_iter().filter_map(pair).collect();
            rounds.push(Round { format: Format::RoundRobin, boards, byes: Vec::new() });
        }
    }
    rounds
}

/// The Berger table for this many players, numbered from 0: the pairs of each round, the first side first. With an odd
/// number it is the table for one more, and pairs with the last number are free rounds.
fn berger(players: usize) -> Vec<Vec<[usize; 2]>> {
    let even = players + players % 2;
    if even == 0 {
        return Vec::new();
    }
    let (last, circle) = (even - 1, even - 1);
    let in_round = |round: usize| {
        let first = round * (even / 2) % circle;
        let mut pairs = vec![if round.is_multiple_of(2) { [first, last] } else { [last, first] }];
        pairs.extend((1..even / 2).map(|step| [(first + step) % circle, (first + circle - step) % circle]));
        pairs
    };
    (0..circle).map(in_round).collect()
}

/// Distributes players over pools of sizes as even as possible. `seeded` lists them, the strongest first: the first
/// pool gets the first, the second the next, and so on; at the end of each row the direction is reversed (a snake
/// draft).
pub fn pools(seeded: &[usize], pools: usize) -> Vec<Vec<usize>> {
    let mut drawn = vec![Vec::new(); pools];
    if pools == 0 {
        return drawn;
    }
    for (row, chunk) in seeded.chunks(pools).enumerate() {
        for (step, &player) in chunk.iter().enumerate() {
            drawn[if row.is_multiple_of(2) { step } else { pools - 1 - step }].push(player);
        }
    }
    drawn
}

/// The schedules of all pools side by side: round 1 contains the first round of each, and so on. If each pair of a pool
/// is to meet twice with sides exchanged, use two cycles of one game, or one cycle of two.
pub fn schedule_pools(pools: &[Vec<usize>], cycles: u32, legs: u32) -> Vec<Round> {
    let schedules: Vec<Vec<Round>> = pools.iter().map(|pool| schedule(pool, cycles, legs)).collect();
    let longest = schedules.iter().map(Vec::len).max().unwrap_or(0);
    let in_round = |index: usize| {
        let boards = schedules.iter().filter_map(|rounds| rounds.get(index)).flat_map(|round| round.boards.clone());
        Round { format: Format::RoundRobin, boards: boards.collect(), byes: Vec::new() }
    };
    (0..longest).map(in_round).collect()
}
