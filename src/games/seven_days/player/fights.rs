//! Assaults as a player estimates them (10): the values, the probabilities of the dice, and what is left afterwards.

use super::chart::{Chart, of};
use super::model::{Field, NOWHERE, defense};
use crate::pack::{Kind, Side};

/// The number of combined rolls of two dice by both sides.
pub const ALL: i64 = 1296;

/// An assault.
#[derive(Clone, Debug)]
pub struct Fight {
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
        Err(_) => ALL,
    }
}

/// The total Casualty Points over all combined rolls; one less each behind entrenchments (10.6.1).
pub fn points(above: i32, works: bool) -> i64 {
    let above = above - i32::from(works);
    let more = i64::from((above - 10).max(0)) * ALL;
    let n = usize::try_from(11 - above.min(10)).unwrap_or(0);
    more + POINTS.get(n).copied().unwrap_or(0)
}

/// The Point Unit, which is Fresh and not an artillery unit unless it began in the area (9.3); and the Attack Value
/// (10.4.2).
pub fn attack(chart: &Chart<'_>, field: &Field, fight: &Fight) -> Option<(usize, i32)> {
    let began = |from: usize| from == fight.area && fight.contested;
    let may =
        |(n, from): &&(usize, usize)| !field.tired[*n] && (chart.pieces[*n].kind != Kind::Artillery || began(*from));
    let (point, _) = *fight.units.iter().filter(may).max_by_key(|(n, _)| {
        let piece = &chart.pieces[*n];
        (piece.attack, piece.kind == Kind::Infantry)
    })?;
    let mut value = chart.pieces[point].attack - i32::from(chart.rain);
    let mut commands: Vec<usize> = Vec::new();
    for &(n, _) in &fight.units {
        let piece = &chart.pieces[n];
        if !commands.contains(&piece.command) {
            commands.push(piece.command);
        }
        value += match (piece.kind, field.tired[n]) {
            _ if n == point => 0,
            (Kind::Infantry, false) => 2,
            (Kind::Infantry, true) | (_, false) => 1,
            (_, true) => 0,
        };
    }
    value -= i32::try_from(commands.len()).unwrap_or(1) - 1;
    value += fight.leaders.iter().map(|n| chart.chiefs[*n].combat).sum::<i32>();
    value -= chart.astray[of(fight.side)];
    value += if fight.side == Side::Union { chart.places[fight.area].gunboats[0] } else { 0 };
    Some((point, value))
}

/// The Casualty Points needed to empty an area of a side's units if the side tries to hold it.
pub fn to_empty(field: &Field, side: Side, area: usize) -> i32 {
    let here = field.here(side, area);
    match (i32::from(here.fresh), i32::from(here.all)) {
        (_, 0) => 0,
        // All but one are eliminated, and that one retreats.
        (0, all) => 2 * (all - 1) + 1,
        (fresh, all) => 3 * (fresh - 1) + 2 * (all - fresh) + 2,
    }
}

impl Fight {
    /// By how much the Attack Value exceeds the Defense Value.
    pub fn above(&self, chart: &Chart<'_>, field: &Field) -> Option<i32> {
        let (_, attack) = attack(chart, field, self)?;
        let (_, defense) = defense(chart, field, self.side.other(), self.area)?;
        Some(attack - defense - if self.contested { 0 } else { self.water })
    }

    /// The results of the assault, each with the number of combined rolls that lead to it.
    pub fn results(&self, chart: &Chart<'_>, field: &Field) -> Vec<(i64, Field)> {
        let enemy = self.side.other();
        let (Some((point, attack)), Some((forward, defense))) =
            (attack(chart, field, self), defense(chart, field, enemy, self.area))
        else {
            return Vec::new();
        };
        let above = attack - defense - if self.contested { 0 } else { self.water };
        let works = field.control[self.area] == enemy && field.works[self.area] > 0;
        let mut found = vec![(ALL - at_least(above, 0), self.repulsed(chart, field))];
        found.push((at_least(above, 0) - at_least(above, 1), self.stalled(chart, field, point, forward)));
        // Point values that differ little are grouped.
        for (least, most) in [(1, 1), (2, 2), (3, 4), (5, 6), (7, 9), (10, 30)] {
            let ways = at_least(above, least) - at_least(above, most + 1);
            if ways > 0 {
                let points = (least + most.min(12)) / 2 - i32::from(works);
                found.push((ways, self.succeeded(chart, field, point, forward, points)));
            }
        }
        found.retain(|(ways, _)| *ways > 0);
        found
    }

    /// The attackers go back to where they came from.
    fn back(&self, chart: &Chart<'_>, field: &mut Field) {
        for &(n, from) in &self.units {
            if field.at[n] == self.area && from != self.area {
                field.put(chart, n, from, field.tired[n]);
            }
        }
        if let Some(&(_, from)) = self.units.first() {
            let alone = field.here(self.side, self.area).all == 0;
            for &n in self.leaders.iter().filter(|_| alone) {
                field.lead(n, from);
            }
        }
    }

    fn repulsed(&self, chart: &Chart<'_>, field: &Field) -> Field {
        let mut field = field.clone();
        for &(n, _) in &self.units {
            if field.tired[n] {
                field.put(chart, n, NOWHERE, true);
            } else {
                field.tire(chart, n);
            }
        }
        self.back(chart, &mut field);
        field
    }

    fn tire(&self, chart: &Chart<'_>, field: &mut Field, point: usize) {
        field.tire(chart, point);
        for &(n, _) in self.units.iter().filter(|(n, _)| chart.pieces[*n].kind == Kind::Artillery) {
            field.tire(chart, n);
        }
    }

    fn stalled(&self, chart: &Chart<'_>, field: &Field, point: usize, forward: usize) -> Field {
        let mut field = field.clone();
        self.tire(chart, &mut field, point);
        if field.tired[forward] {
            field.put(chart, forward, NOWHERE, true);
        } else {
            field.tire(chart, forward);
        }
        if !self.contested {
            self.back(chart, &mut field);
        }
        field
    }

    fn succeeded(&self, chart: &Chart<'_>, field: &Field, point: usize, forward: usize, points: i32) -> Field {
        let mut field = field.clone();
        self.tire(chart, &mut field, point);
        suffer(chart, &mut field, (self.side.other(), self.area), forward, points);
        field.pass(self.side, self.area);
        field
    }
}

/// A side takes Casualty Points in an area: units are Exhausted, then they retreat; those with nowhere to go are
/// eliminated.
fn suffer(chart: &Chart<'_>, field: &mut Field, (side, area): (Side, usize), forward: usize, points: i32) {
    let mut left = points;
    let mut units: Vec<usize> = field.units(chart, side, area).collect();
    units.sort_by_key(|n| (*n != forward, chart.pieces[*n].attack + chart.pieces[*n].defense));
    for &n in units.iter().filter(|n| !field.tired[**n]).collect::<Vec<_>>() {
        if left <= 0 {
            return;
        }
        field.tire(chart, n);
        left -= 1;
    }
    for n in units {
        if left <= 0 {
            return;
        }
        let free = chart.places[area].edges.iter().map(|edge| edge.to);
        let to = free.filter(|to| field.is_free(side, *to) && field.room(side, *to) > 0).max_by_key(|to| {
            let power = &field.power;
            power[of(side)][*to] - power[of(side.other())][*to]
        });
        left -= if to.is_some() { 1 } else { 2 };
        field.put(chart, n, to.unwrap_or(NOWHERE), true);
    }
}
