//! The player's nights (13.2): whom to replace, where to entrench.

use crate::sorted::SortedSet;

use crate::document::Id;

use super::board::Board;
use super::evaluation::Evaluator;
use super::search_context::{SearchContext, side_index};
use crate::orders::Night;
use crate::phases::night::{may_entrench, points};
use crate::position::ledger::Works;

/// A side's Night Phase.
pub fn night(context: &SearchContext<'_>, evaluator: &Evaluator, board: &Board) -> Night {
    let (rules, game, side) = (context.rules, context.game, context.side);
    let power = |n: usize| board.nearby_strength[side_index(side.other())][n];
    let at = |id: &Id| game.units.get(id).map_or(0, |state| context.area_index(state.at));
    let value = |id: &Id| {
        context.pieces.iter().find(|piece| piece.id == id).map_or(0, |piece| piece.value(false) - piece.value(true))
    };
    let mut fit: Vec<Id> = rules.replaceable(game, side).into_iter().collect();
    // The strongest first; of equal ones those nearest the enemy.
    fit.sort_by_key(|id| std::cmp::Reverse((value(id), power(at(id)))));
    let have = usize::try_from(points(rules, game, side, false)).unwrap_or(usize::MAX);
    let last = rules.scenario(game).is_some_and(|scenario| game.turn >= scenario.last_turn);
    let advantage = fit.len() > have + 3 && game.has_advantage(side) && !last;
    let replace = fit.into_iter().take(have + usize::from(advantage)).collect();
    let mut places: Vec<usize> = (0..context.places.len()).filter(|n| board.count_at(side, *n).foot > 0).collect();
    places.sort_by_key(|n| std::cmp::Reverse(power(*n) * (evaluator.area_values[*n] + 100)));
    let mut trial = game.clone();
    let mut entrench = SortedSet::new();
    for n in places {
        let area = context.places[n].area;
        if may_entrench(rules, &trial, side, area).is_ok() {
            let level = trial.works.get(&area).map_or(1, |works| works.level + 1);
            trial.works.insert(area, Works { side, level });
            entrench.insert(area);
        }
    }
    Night { advantage, replace, entrench, keep_engineers: false }
}
