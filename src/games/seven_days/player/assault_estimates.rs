//! Assaults as a player estimates them (10): the values, the probabilities of the dice, and what is left afterwards.

use super::board::{Board, NOWHERE, defense};
use super::search_context::{SearchContext, side_index};
use crate::pack::{Kind, Side};

/// The number of combined rolls of two dice by both sides.
pub const ALL_ROLLS: i64 = 1296;

/// An assault.
#[derive(Clone, Debug)]
pub struct PlannedAssault {
    pub side: Side,
    pub area: usize,
    /// The assaulting units, each with the area that it came from: the area itself if it began there.
    pub units: Vec<(usize, usize)>,
    /// Leaders who lend their Combat Rating.
    pub leaders: Vec<usize>,
    /// What the water that they crossed adds to the Defense Value.
    pub water: i32,
    /// Whether the area was Contested before.
    pub contested: bool,
}

/// The number of combined rolls in which the attacker's dice exceed the defender's by at least this much, from -10 on.
const SUMS: [i64; 21] =
    [1296, 1295, 1291, 1281, 1261, 1226, 1170, 1090, 986, 861, 721, 575, 435, 310, 206, 126, 70, 35, 15, 5, 1];
/// The running sums of these from there on: the total points over all combined rolls.
const POINTS: [i64; 21] = {
    let mut points = SUMS;
    let mut n = 20;
    while n > 0 {
        n -= 1;
        points[n] += points[n + 1];
    }
    points
};

/// The number of combined rolls in which the attacker's total exceeds the defender's by at least `margin`, if his value
/// exceeds it by `above`.
pub fn at_least(above: i32, margin: i32) -> i64 {
    match usize::try_from(margin - above + 10) {
        Ok(n) => SUMS.get(n).copied().unwrap_or(0),
        Err(_) => ALL_ROLLS,
    }
}

/// The total Casualty Points over all combined rolls; one less each behind entrenchments (10.6.1).
pub fn points(above: i32, works: bool) -> i64 {
    let above = above - i32::from(works);
    let more = i64::from((above - 10).max(0)) * ALL_ROLLS;
    let n = usize::try_from(11 - above.min(10)).unwrap_or(0);
    more + POINTS.get(n).copied().unwrap_or(0)
}

/// The Point Unit, which is Fresh and not an artillery unit unless it began in the area (9.3); and the Attack Value
/// (10.4.2).
pub fn attack(context: &SearchContext<'_>, board: &Board, fight: &PlannedAssault) -> Option<(usize, i32)> {
    let began = |from: usize| from == fight.area && fight.contested;
    let may = |(n, from): &&(usize, usize)| {
        !board.exhausted[*n] && (context.pieces[*n].kind != Kind::Artillery || began(*from))
    };
    let (point, _) = *fight.units.iter().filter(may).max_by_key(|(n, _)| {
        let piece = &context.pieces[*n];
        (piece.attack, piece.kind == Kind::Infantry)
    })?;
    let mut value = context.pieces[point].attack - i32::from(context.rain);
    let mut commands: Vec<usize> = Vec::new();
    for &(n, _) in &fight.units {
        let piece = &context.pieces[n];
        if !commands.contains(&piece.command) {
            commands.push(piece.command);
        }
        value += match (piece.kind, board.exhausted[n]) {
            _ if n == point => 0,
            (Kind::Infantry, false) => 2,
            (Kind::Infantry, true) | (_, false) => 1,
            (_, true) => 0,
        };
    }
    value -= i32::try_from(commands.len()).unwrap_or(1) - 1;
    value += fight.leaders.iter().map(|n| context.leader_stats[*n].combat).sum::<i32>();
    value -= context.inactive_army_leader_penalty[side_index(fight.side)];
    value += if fight.side == Side::Union { context.places[fight.area].gunboats[0] } else { 0 };
    Some((point, value))
}

/// The Casualty Points needed to empty an area of a side's units if the side tries to hold it.
pub fn points_to_empty(board: &Board, side: Side, area: usize) -> i32 {
    let here = board.count_at(side, area);
    match (i32::from(here.fresh), i32::from(here.all)) {
        (_, 0) => 0,
        // All but one are eliminated, and that one retreats.
        (0, all) => 2 * (all - 1) + 1,
        (fresh, all) => 3 * (fresh - 1) + 2 * (all - fresh) + 2,
    }
}

impl PlannedAssault {
    /// By how much the Attack Value exceeds the Defense Value.
    pub fn value_difference(&self, context: &SearchContext<'_>, board: &Board) -> Option<i32> {
        let (_, attack) = attack(context, board, self)?;
        let (_, defense) = defense(context, board, self.side.other(), self.area)?;
        Some(attack - defense - if self.contested { 0 } else { self.water })
    }

    /// The results of the assault, each with the number of combined rolls that lead to it.
    pub fn results(&self, context: &SearchContext<'_>, board: &Board) -> Vec<(i64, Board)> {
        let enemy = self.side.other();
        let (Some((point, attack)), Some((forward, defense))) =
            (attack(context, board, self), defense(context, board, enemy, self.area))
        else {
            return Vec::new();
        };
        let above = attack - defense - if self.contested { 0 } else { self.water };
        let works = board.control[self.area] == enemy && board.works[self.area] > 0;
        let mut found = vec![(ALL_ROLLS - at_least(above, 0), self.after_repulse(context, board))];
        found.push((at_least(above, 0) - at_least(above, 1), self.after_stalemate(context, board, point, forward)));
        // Point values that differ little are grouped.
        for (least, most) in [(1, 1), (2, 2), (3, 4), (5, 6), (7, 9), (10, 30)] {
            let ways = at_least(above, least) - at_least(above, most + 1);
            if ways > 0 {
                let points = (least + most.min(12)) / 2 - i32::from(works);
                found.push((ways, self.after_success(context, board, point, forward, points)));
            }
        }
        found.retain(|(ways, _)| *ways > 0);
        found
    }

    /// The attackers go back to where they came from.
    fn fall_back(&self, context: &SearchContext<'_>, board: &mut Board) {
        for &(n, from) in &self.units {
            if board.unit_areas[n] == self.area && from != self.area {
                board.place_unit(context, n, from, board.exhausted[n]);
            }
        }
        if let Some(&(_, from)) = self.units.first() {
            let alone = board.count_at(self.side, self.area).all == 0;
            for &n in self.leaders.iter().filter(|_| alone) {
                board.move_leader(n, from);
            }
        }
    }

    fn after_repulse(&self, context: &SearchContext<'_>, board: &Board) -> Board {
        let mut board = board.clone();
        for &(n, _) in &self.units {
            if board.exhausted[n] {
                board.place_unit(context, n, NOWHERE, true);
            } else {
                board.exhaust(context, n);
            }
        }
        self.fall_back(context, &mut board);
        board
    }

    fn exhaust(&self, context: &SearchContext<'_>, board: &mut Board, point: usize) {
        board.exhaust(context, point);
        for &(n, _) in self.units.iter().filter(|(n, _)| context.pieces[*n].kind == Kind::Artillery) {
            board.exhaust(context, n);
        }
    }

    fn after_stalemate(&self, context: &SearchContext<'_>, board: &Board, point: usize, forward: usize) -> Board {
        let mut board = board.clone();
        self.exhaust(context, &mut board, point);
        if board.exhausted[forward] {
            board.place_unit(context, forward, NOWHERE, true);
        } else {
            board.exhaust(context, forward);
        }
        if !self.contested {
            self.fall_back(context, &mut board);
        }
        board
    }

    fn after_success(
        &self,
        context: &SearchContext<'_>,
        board: &Board,
        point: usize,
        forward: usize,
        points: i32,
    ) -> Board {
        let mut board = board.clone();
        self.exhaust(context, &mut board, point);
        take_losses(context, &mut board, (self.side.other(), self.area), forward, points);
        board.pass_through(self.side, self.area);
        board
    }
}

/// A side takes Casualty Points in an area: units are Exhausted, then they retreat; those with nowhere to go are
/// eliminated.
fn take_losses(
    context: &SearchContext<'_>,
    board: &mut Board,
    (side, area): (Side, usize),
    forward: usize,
    points: i32,
) {
    let mut left = points;
    let mut units: Vec<usize> = board.units(context, side, area).collect();
    units.sort_by_key(|n| (*n != forward, context.pieces[*n].attack + context.pieces[*n].defense));
    for &n in units.iter().filter(|n| !board.exhausted[**n]).collect::<Vec<_>>() {
        if left <= 0 {
            return;
        }
        board.exhaust(context, n);
        left -= 1;
    }
    for n in units {
        if left <= 0 {
            return;
        }
        let free = context.places[area].edges.iter().map(|edge| edge.to);
        let to = free.filter(|to| board.is_free(side, *to) && board.stacking_room(side, *to) > 0).max_by_key(|to| {
            let power = &board.nearby_strength;
            power[side_index(side)][*to] - power[side_index(side.other())][*to]
        });
        left -= if to.is_some() { 1 } else { 2 };
        board.place_unit(context, n, to.unwrap_or(NOWHERE), true);
    }
}
