//! The value of a position: units, ground, nearby strength, and what the enemy could do next.

use super::assault_estimates::{self, ALL_ROLLS};
use super::board::Board;
use super::search_context::{SearchContext, side_index};
use crate::pack::Side;
use crate::position::ledger::Train;

/// The value of victory.
const VICTORY: i64 = 30_000;
/// Added to the strength of both sides in a comparison, so that small differences between weak forces do not count as
/// much.
const STRENGTH_OFFSET: i64 = 6000;

/// What matters on the map during the player's current turn.
pub struct Evaluator {
    /// The value of each area.
    pub area_values: Vec<i64>,
    train: usize,
    train_to: usize,
    richmond: usize,
    malvern_hill: usize,
    providence_church: usize,
    /// The area of the Supply Train.
    train_area: Option<usize>,
    train_moved: bool,
    /// How much the victory conditions of the last day count by now, as a percentage of a victory.
    last_day_weight: i64,
}

impl Evaluator {
    pub fn new(context: &SearchContext<'_>) -> Option<Evaluator> {
        let scenario = context.rules.scenario(context.game)?;
        let number = |area| context.area_index(area);
        let train_area = match context.game.train {
            Train::At(area) => Some(number(area)),
            Train::Arrives(_) => None,
        };
        let train_moved = context.rules.train_has_moved(context.game);
        let left = scenario.last_turn.saturating_sub(context.game.turn);
        let mut evaluator = Evaluator {
            area_values: vec![40; context.places.len()],
            train: number(scenario.train),
            train_to: number(scenario.train_to),
            richmond: number(scenario.richmond),
            malvern_hill: number(scenario.malvern_hill),
            providence_church: number(scenario.providence_church),
            train_area,
            train_moved,
            last_day_weight: [100, 25, 10, 6, 4, 3, 2].get(usize::from(left)).copied().unwrap_or(1),
        };
        let train = match (train_moved, train_area) {
            (false, _) => [1200, 400, 300, 300, 300],
            (true, None) => [600, 800, 800, 100, 300],
            (true, Some(_)) => [500, 1200, 800, 60, 300],
        };
        let goals = [
            evaluator.train,
            evaluator.train_to,
            evaluator.malvern_hill,
            evaluator.providence_church,
            evaluator.richmond,
        ];
        for (goal, worth) in goals.into_iter().zip(train) {
            let area = context.places[goal].area;
            for (near, distance) in context.rules.distances(context.game, area) {
                let share = [100, 30, 16, 8, 4].get(usize::try_from(distance).unwrap_or(9)).copied().unwrap_or(0);
                evaluator.area_values[context.area_index(near)] += worth * share / 100;
            }
        }
        Some(evaluator)
    }

    /// The value of a position for the player's side, when it is the enemy's impulse next.
    pub fn evaluate(&self, context: &SearchContext<'_>, board: &mut Board) -> i64 {
        let confederate = self.units(context, board) + self.ground(board) + self.victory(context, board);
        let worth = if context.side == Side::Confederate { confederate } else { -confederate };
        worth - self.threats(context, board)
    }

    /// The value of the units of both sides. The Confederate has to attack, so he values his own units less.
    fn units(&self, context: &SearchContext<'_>, board: &Board) -> i64 {
        let own = match context.side {
            Side::Confederate => 4,
            Side::Union => 8,
        };
        let value = |n: usize| {
            let piece = &context.pieces[n];
            let factor = if piece.side == context.side { own } else { 10 };
            let value = piece.value(board.exhausted[n]) * factor / 10;
            match (board.unit_areas[n] < board.control.len(), piece.side) {
                (false, _) => 0,
                (true, Side::Confederate) => value,
                (true, Side::Union) => -value,
            }
        };
        (0..board.unit_areas.len()).map(value).sum()
    }

    /// The value of control, and of the strength near each area.
    fn ground(&self, board: &Board) -> i64 {
        let area = |n: usize| {
            let [union, confederate] = [0, 1].map(|side| board.nearby_strength[side][n]);
            let dug = i64::from(board.works[n] + 1);
            let (union, confederate) = match board.control[n] {
                Side::Union => (union + local_strength(board, Side::Union, n) * dug, confederate),
                Side::Confederate => (union, confederate + local_strength(board, Side::Confederate, n) * dug),
            };
            let share = 1000 * confederate / (union + confederate + STRENGTH_OFFSET);
            let held = if board.control[n] == Side::Confederate { 200 } else { 0 };
            self.area_values[n] * (share + held) / 1000
        };
        (0..board.control.len()).map(area).sum()
    }

    /// Whether the match would be won now, and whether it would be won on the last day (14).
    fn victory(&self, context: &SearchContext<'_>, board: &Board) -> i64 {
        let ours = |area: usize| board.control[area] == Side::Confederate;
        let taken = |area| ours(area) && board.is_connected(context, Side::Confederate, area, self.richmond);
        if board.count_at(Side::Union, self.richmond).fresh > 0 {
            return -VICTORY;
        }
        if self.train_area.is_some_and(taken) || taken(self.train) && taken(self.train_to) {
            return VICTORY;
        }
        if self.train_area.is_none() && taken(self.train_to) {
            return VICTORY / 3;
        }
        let landing = ours(self.train) || ours(self.train_to);
        let last = match self.train_moved {
            true => (ours(self.malvern_hill), landing),
            false => (ours(self.providence_church), ours(self.train_to)),
        };
        VICTORY / 100 * self.last_day_weight * (i64::from(last.0) + i64::from(last.1) + 2 * i64::from(last.0 && last.1))
            / 4
    }

    /// What the enemy, who is next, could take or damage.
    fn threats(&self, context: &SearchContext<'_>, board: &mut Board) -> i64 {
        board.update_stacks(context);
        let (board, enemy) = (&*board, context.side.other());
        let whole = |worth: i64, area: usize| worth * capture_chance(context, board, enemy, area) / ALL_ROLLS;
        let mut sum = self.assault_damage(context, board, enemy) * 8 / 10;
        let train = self.train_area.unwrap_or(self.train_to);
        if enemy == Side::Union {
            sum += whole(VICTORY / 8, self.richmond);
        } else if board.control[train] == Side::Union {
            sum += whole(VICTORY / 20, train);
        }
        let last = [self.train, self.train_to, self.malvern_hill, self.providence_church];
        let open = |goal: &usize| self.area_values[*goal] > 200 && board.control[*goal] == context.side;
        for goal in last.into_iter().filter(|goal| self.last_day_weight >= 10 && open(goal)) {
            sum += whole(VICTORY / 400 * self.last_day_weight, goal);
        }
        sum
    }

    /// What the most promising assaults of a side on adjacent areas would cost the enemy.
    fn assault_damage(&self, context: &SearchContext<'_>, board: &Board, side: Side) -> i64 {
        let stacks = board.stack_strengths();
        let (mut best, mut all) = (0, 0);
        for (to, stack) in stacks[side_index(side.other())].iter().enumerate() {
            if board.count_at(side.other(), to).all == 0 {
                continue;
            }
            let own = stacks[side_index(side)];
            let mut strike = own[to].strike;
            for edge in context.places[to].edges.iter().filter(|edge| own[edge.to].moves > 0) {
                strike = strike.max(own[edge.to].strike - edge.water);
            }
            let works = board.works[to] > 0 && board.control[to] == side.other();
            let hurt = if strike > 0 { assault_estimates::points(strike - stack.defense, works) } else { 0 };
            best = best.max(hurt);
            all += hurt;
        }
        // About a third of a division per point.
        (best * 2 + all) * 30 / ALL_ROLLS
    }
}

/// The strength in an area itself.
fn local_strength(board: &Board, side: Side, at: usize) -> i64 {
    let count = board.count_at(side, at);
    300 * i64::from(count.foot) + 150 * i64::from(count.fresh)
}

/// The chance, out of 1296, that a side takes an area with its next impulse.
fn capture_chance(context: &SearchContext<'_>, board: &Board, side: Side, area: usize) -> i64 {
    let stacks = board.stack_strengths();
    let enemies = board.count_at(side.other(), area);
    let need = assault_estimates::points_to_empty(board, side.other(), area) + i32::from(board.works[area] > 0);
    let defense = stacks[side_index(side.other())][area].defense;
    let mut best = 0;
    for (from, stack) in stacks[side_index(side)].iter().enumerate().filter(|(_, stack)| stack.moves > 0) {
        let distance = context.distances[side_index(side)][from][area];
        if distance <= stack.moves.max(4) {
            let chance =
                if enemies.all == 0 { ALL_ROLLS } else { assault_estimates::at_least(stack.strike - defense, need) };
            best = best.max(chance);
        }
    }
    best
}
