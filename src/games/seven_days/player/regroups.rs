//! Regroup Impulses (8.1.2): corps march behind the front, and their leaders stay Active.

use crate::sorted::SortedSet;

use super::board::Board;
use super::evaluation::Evaluator;
use super::search_context::SearchContext;
use crate::combat::retreat::UNITS_PER_BRIDGE;
use crate::orders::{Party, Regroup};

/// Regroups with their expected gain: all of an area, or one command with its leader.
pub fn regroups(context: &SearchContext<'_>, evaluator: &Evaluator, board: &Board) -> Vec<(i64, Regroup)> {
    let (side, now) = (context.side, evaluator.evaluate(context, &mut board.clone()));
    let mut found = Vec::new();
    for from in (0..context.places.len()).filter(|at| board.count_at(side, *at).all > 0) {
        let all: Vec<usize> = board.units(context, side, from).filter(|n| !context.pieces[*n].garrison).collect();
        let leaders: Vec<usize> = board.leaders(context, side, from).collect();
        let mut parties: Vec<(Vec<usize>, Vec<usize>)> = vec![(all.clone(), leaders.clone())];
        for &leader in leaders.iter().filter(|_| leaders.len() > 1) {
            let his = |n: &usize| context.leader_stats[leader].command == Some(context.pieces[*n].command);
            parties.push((all.iter().copied().filter(his).collect(), vec![leader]));
        }
        let exhausted: Vec<usize> = all.iter().copied().filter(|n| board.exhausted[*n]).collect();
        parties.push((exhausted, Vec::new()));
        for edge in context.places[from].edges.iter().filter(|edge| board.is_free(side, edge.to)) {
            let most = board.stacking_room(side, edge.to).min(if edge.bridge {
                usize::from(UNITS_PER_BRIDGE)
            } else {
                usize::MAX
            });
            for (units, leaders) in &parties {
                let mut units = units.clone();
                units.sort_by_key(|n| std::cmp::Reverse((!board.exhausted[*n], context.pieces[*n].attack)));
                units.truncate(most);
                if units.is_empty() {
                    continue;
                }
                let mut after = board.clone();
                for &n in &units {
                    after.place_unit(context, n, edge.to, board.exhausted[n]);
                }
                for &n in leaders {
                    after.move_leader(n, edge.to);
                }
                // A leader without his units is of little use.
                let away = |n: &&usize| {
                    !units.iter().any(|u| context.leader_stats[**n].command == Some(context.pieces[*u].command))
                };
                let apart = leaders.iter().filter(|n| context.leader_stats[**n].command.is_some()).filter(away).count();
                let gain = evaluator.evaluate(context, &mut after) - now - 40 * apart as i64;
                if gain > 0 {
                    let ids = |units: &[usize]| -> SortedSet<_> {
                        units.iter().map(|n| context.pieces[*n].id.clone()).collect()
                    };
                    let party = Party {
                        area: context.places[edge.to].area,
                        units: ids(&units),
                        leaders: leaders.iter().map(|n| context.leader_stats[*n].id.clone()).collect(),
                        siege_guns: false,
                    };
                    let from = context.places[from].area;
                    found.push((gain, Regroup { from, to: vec![party], ..Regroup::default() }));
                }
            }
        }
    }
    found
}
