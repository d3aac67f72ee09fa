//! Direct encounter: the results of tied players against each other (FIDE's tie-break regulations, C.07, article 6).

use super::model::Format;
use super::player_card::{Outcome, PlayerCard};
use super::table::Crosstable;

/// Splits a tied group into groups, best first; the players of one group remain tied.
///
/// The points from games between the tied players give separate standings; players who met more than once count the
/// average (6.1). If everybody in the group has met everybody else, these standings order them (6.2). If games are
/// missing, a player comes first only if he would be alone at the top however the missing games had ended; then the
/// same applies to the second place, and so on (6.3, TN-4). Players who remain tied are then compared again among
/// themselves, as long as that separates anybody. A forfeit does not count as a meeting, unless the schedule was made
/// before the first round (15.2).
pub(super) fn separate(table: &Crosstable, cards: &[PlayerCard], group: &[usize]) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    let parts = split(table, cards, group);
    if parts.len() == 1 {
        return parts;
    }
    parts.iter().flat_map(|part| separate(table, cards, part)).collect()
}

/// One pass over a group.
fn split(table: &Crosstable, cards: &[PlayerCard], group: &[usize]) -> Vec<Vec<usize>> {
    let met = Meetings::of(table, cards, group);
    let everybody = met.missing.iter().all(|missing| *missing == 0);
    // The places in the group, best score first; with games missing, best possible score next.
    let mut order: Vec<usize> = (0..group.len()).collect();
    order.sort_by_key(|&at| (-met.score[at], -met.possible(at), at));
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    let mut settled = true;
    for (place, &at) in order.iter().enumerate() {
        if place > 0 {
            let above = met.score[order[place - 1]];
            let next = if everybody {
                met.score[at] < above
            } else {
                settled = settled && order[place..].iter().all(|&other| met.possible(other) < above);
                settled
            };
            if next {
                parts.push(Vec::new());
            }
        }
        if let Some(part) = parts.last_mut() {
            part.push(group[at]);
        }
    }
    parts
}

/// Who in a group met whom, and with which result; scores are multiplied by a number that makes every average an
/// integer.
struct Meetings {
    score: Vec<i128>,
    missing: Vec<usize>,
    win: i128,
}

impl Meetings {
    fn of(table: &Crosstable, cards: &[PlayerCard], group: &[usize]) -> Meetings {
        let scheduled: Vec<bool> = table
            .rounds()
            .iter()
            .filter(|round| round.format != Format::Knockout)
            .map(|round| round.format == Format::RoundRobin)
            .collect();
        let mut sums = vec![vec![(0i128, 0i128); group.len()]; group.len()];
        for (at, &player) in group.iter().enumerate() {
            for (entry, scheduled) in cards[player].rounds.iter().zip(&scheduled) {
                let opponent = match entry.outcome {
                    Outcome::Met(opponent) => opponent,
                    Outcome::Forfeited { opponent, .. } if *scheduled => opponent,
                    _ => continue,
                };
                if let Some(other) = group.iter().position(|&player| player == opponent) {
                    let (points, times) = &mut sums[at][other];
                    *points += i128::from(entry.points);
                    *times += 1;
                }
            }
        }
        let times = sums.iter().flatten().map(|(_, times)| *times).filter(|times| *times > 0);
        let scale = times.fold(1, |scale, times| scale / common(scale, times) * times);
        let score = sums.iter().map(|row| row.iter().filter(|met| met.1 > 0).map(|met| met.0 * scale / met.1).sum());
        let missing = sums.iter().map(|row| row.iter().filter(|met| met.1 == 0).count() - 1);
        let win = i128::from(table.scoring().win) * i128::from(table.plan().legs) * scale;
        Meetings { score: score.collect(), missing: missing.collect(), win }
    }

    /// The score with every missing game won.
    fn possible(&self, at: usize) -> i128 {
        self.score[at] + self.win * self.missing[at] as i128
    }
}

/// The greatest number that divides both.
fn common(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}
