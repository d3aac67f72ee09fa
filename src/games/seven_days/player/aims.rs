//! The value of a position: units, ground, nearby strength, and what the enemy could do next.

use super::chart::{Chart, of};
use super::fights::{self, ALL};
use super::model::Field;
use crate::pack::Side;
use crate::position::ledger::Train;

/// The value of victory.
const VICTORY: i64 = 30_000;
/// Added to the strength of both sides in a comparison, so that small differences between weak forces do not count as
/// much.
const SOME: i64 = 6000;

/// What matters on the map during the player's current turn.
pub struct Aims {
    /// The value of each area.
    pub worth: Vec<i64>,
    train: usize,
    train_to: usize,
    richmond: usize,
    malvern_hill: usize,
    providence_church: usize,
    /// The area of the Supply Train.
    stands: Option<usize>,
    moved: bool,
    /// How much the victory conditions of the last day count by now, as a percentage of a victory.
    late: i64,
}

impl Aims {
    pub fn new(chart: &Chart<'_>) -> Option<Aims> {
        let scenario = chart.rules.scenario(chart.game)?;
        let number = |area| chart.number(area);
        let stands = match chart.game.train {
            Train::At(area) => Some(number(area)),
            Train::Arrives(_) => None,
        };
        let moved = chart.rules.train_has_moved(chart.game);
        let left = scenario.last_turn.saturating_sub(chart.game.turn);
        let mut aims = Aims {
            worth: vec![40; chart.places.len()],
            train: number(scenario.train),
            train_to: number(scenario.train_to),
            richmond: number(scenario.richmond),
            malvern_hill: number(scenario.malvern_hill),
            providence_church: number(scenario.providence_church),
            stands,
            moved,
            late: [100, 25, 10, 6, 4, 3, 2].get(usize::from(left)).copied().unwrap_or(1),
        };
        let train = match (moved, stands) {
            (false, _) => [1200, 400, 300, 300, 300],
            (true, None) => [600, 800, 800, 100, 300],
            (true, Some(_)) => [500, 1200, 800, 60, 300],
        };
        let goals = [aims.train, aims.train_to, aims.malvern_hill, aims.providence_church, aims.richmond];
        for (goal, worth) in goals.into_iter().zip(train) {
            let area = chart.places[goal].area;
            for (near, distance) in chart.rules.distances(chart.game, area) {
                let share = [100, 30, 16, 8, 4].get(usize::try_from(distance).unwrap_or(9)).copied().unwrap_or(0);
                aims.worth[chart.number(near)] += worth * share / 100;
            }
        }
        Some(aims)
    }

    /// The value of a position for the player's side, when it is the enemy's impulse next.
    pub fn worth(&self, chart: &Chart<'_>, field: &mut Field) -> i64 {
        let confederate = self.units(chart, field) + self.ground(field) + self.victory(chart, field);
        let worth = if chart.side == Side::Confederate { confederate } else { -confederate };
        worth - self.threats(chart, field)
    }

    /// The value of the units of both sides. The Confederate has to attack, so he values his own units less.
    fn units(&self, chart: &Chart<'_>, field: &Field) -> i64 {
        let own = match chart.side {
            Side::Confederate => 4,
            Side::Union => 8,
        };
        let value = |n: usize| {
            let piece = &chart.pieces[n];
            let factor = if piece.side == chart.side { own } else { 10 };
            let value = piece.value(field.tired[n]) * factor / 10;
            match (field.at[n] < field.control.len(), piece.side) {
                (false, _) => 0,
                (true, Side::Confederate) => value,
                (true, Side::Union) => -value,
            }
        };
        (0..field.at.len()).map(value).sum()
    }

    /// The value of control, and of the strength near each area.
    fn ground(&self, field: &Field) -> i64 {
        let area = |n: usize| {
            let [union, confederate] = [0, 1].map(|side| field.power[side][n]);
            let dug = i64::from(field.works[n] + 1);
            let (union, confederate) = match field.control[n] {
                Side::Union => (union + here(field, Side::Union, n) * dug, confederate),
                Side::Confederate => (union, confederate + here(field, Side::Confederate, n) * dug),
            };
            let share = 1000 * confederate / (union + confederate + SOME);
            let held = if field.control[n] == Side::Confederate { 200 } else { 0 };
            self.worth[n] * (share + held) / 1000
        };
        (0..field.control.len()).map(area).sum()
    }

    /// Whether the match would be won now, and whether it would be won on the last day (14).
    fn victory(&self, chart: &Chart<'_>, field: &Field) -> i64 {
        let ours = |area: usize| field.control[area] == Side::Confederate;
        let taken = |area| ours(area) && field.is_connected(chart, Side::Confederate, area, self.richmond);
        if field.here(Side::Union, self.richmond).fresh > 0 {
            return -VICTORY;
        }
        if self.stands.is_some_and(taken) || taken(self.train) && taken(self.train_to) {
            return VICTORY;
        }
        if self.stands.is_none() && taken(self.train_to) {
            return VICTORY / 3;
        }
        let landing = ours(self.train) || ours(self.train_to);
        let last = match self.moved {
            true => (ours(self.malvern_hill), landing),
            false => (ours(self.providence_church), ours(self.train_to)),
        };
        VICTORY / 100 * self.late * (i64::from(last.0) + i64::from(last.1) + 2 * i64::from(last.0 && last.1)) / 4
    }

    /// What the enemy, who is next, could take or damage.
    fn threats(&self, chart: &Chart<'_>, field: &mut Field) -> i64 {
        field.reckon(chart);
        let (field, enemy) = (&*field, chart.side.other());
        let whole = |worth: i64, area: usize| worth * taking(chart, field, enemy, area) / ALL;
        let mut sum = self.hurts(chart, field, enemy) * 8 / 10;
        let train = self.stands.unwrap_or(self.train_to);
        if enemy == Side::Union {
            sum += whole(VICTORY / 8, self.richmond);
        } else if field.control[train] == Side::Union {
            sum += whole(VICTORY / 20, train);
        }
        let last = [self.train, self.train_to, self.malvern_hill, self.providence_church];
        let open = |goal: &usize| self.worth[*goal] > 200 && field.control[*goal] == chart.side;
        for goal in last.into_iter().filter(|goal| self.late >= 10 && open(goal)) {
            sum += whole(VICTORY / 400 * self.late, goal);
        }
        sum
    }

    /// What the most promising assaults of a side on adjacent areas would cost the enemy.
    fn hurts(&self, chart: &Chart<'_>, field: &Field, side: Side) -> i64 {
        let stacks = field.reckoned();
        let (mut best, mut all) = (0, 0);
        for (to, stack) in stacks[of(side.other())].iter().enumerate() {
            if field.here(side.other(), to).all == 0 {
                continue;
            }
            let own = stacks[of(side)];
            let mut strike = own[to].strike;
            for edge in chart.places[to].edges.iter().filter(|edge| own[edge.to].moves > 0) {
                strike = strike.max(own[edge.to].strike - edge.water);
            }
            let works = field.works[to] > 0 && field.control[to] == side.other();
            let hurt = if strike > 0 { fights::points(strike - stack.defense, works) } else { 0 };
            best = best.max(hurt);
            all += hurt;
        }
        // About a third of a division per point.
        (best * 2 + all) * 30 / ALL
    }
}

/// The strength in an area itself.
fn here(field: &Field, side: Side, at: usize) -> i64 {
    let count = field.here(side, at);
    300 * i64::from(count.foot) + 150 * i64::from(count.fresh)
}

/// The chance, out of 1296, that a side takes an area with its next impulse.
fn taking(chart: &Chart<'_>, field: &Field, side: Side, area: usize) -> i64 {
    let stacks = field.reckoned();
    let enemies = field.here(side.other(), area);
    let need = fights::to_empty(field, side.other(), area) + i32::from(field.works[area] > 0);
    let defense = stacks[of(side.other())][area].defense;
    let mut best = 0;
    for (from, stack) in stacks[of(side)].iter().enumerate().filter(|(_, stack)| stack.moves > 0) {
        let distance = chart.distances[of(side)][from][area];
        if distance <= stack.moves.max(4) {
            let chance = if enemies.all == 0 { ALL } else { fights::at_least(stack.strike - defense, need) };
            best = best.max(chance);
        }
    }
    best
}
