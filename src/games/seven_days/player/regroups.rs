//! Regroup Impulses (8.1.2): corps march behind the front, and their leaders stay Active.

use crate::sorted::SortedSet;

use super::aims::Aims;
use super::chart::Chart;
use super::model::Field;
use crate::combat::retreat::BRIDGE;
use crate::orders::{Party, Regroup};

/// Regroups with their expected gain: all of an area, or one command with its leader.
pub fn regroups(chart: &Chart<'_>, aims: &Aims, field: &Field) -> Vec<(i64, Regroup)> {
    let (side, now) = (chart.side, aims.worth(chart, &mut field.clone()));
    let mut found = Vec::new();
    for from in (0..chart.places.len()).filter(|at| field.here(side, *at).all > 0) {
        let all: Vec<usize> = field.units(chart, side, from).filter(|n| !chart.pieces[*n].garrison).collect();
        let leaders: Vec<usize> = field.leaders(chart, side, from).collect();
        let mut parties: Vec<(Vec<usize>, Vec<usize>)> = vec![(all.clone(), leaders.clone())];
        for &leader in leaders.iter().filter(|_| leaders.len() > 1) {
            let his = |n: &usize| chart.chiefs[leader].command == Some(chart.pieces[*n].command);
            parties.push((all.iter().copied().filter(his).collect(), vec![leader]));
        }
        let tired: Vec<usize> = all.iter().copied().filter(|n| field.tired[*n]).collect();
        parties.push((tired, Vec::new()));
        for edge in chart.places[from].edges.iter().filter(|edge| field.is_free(side, edge.to)) {
            let most = field.room(side, edge.to).min(if edge.bridge { usize::from(BRIDGE) } else { usize::MAX });
            for (units, leaders) in &parties {
                let mut units = units.clone();
                units.sort_by_key(|n| std::cmp::Reverse((!field.tired[*n], chart.pieces[*n].attack)));
                units.truncate(most);
                if units.is_empty() {
                    continue;
                }
                let mut after = field.clone();
                for &n in &units {
                    after.put(chart, n, edge.to, field.tired[n]);
                }
                for &n in leaders {
                    after.lead(n, edge.to);
                }
                // A leader without his units is of little use.
                let away =
                    |n: &&usize| !units.iter().any(|u| chart.chiefs[**n].command == Some(chart.pieces[*u].command));
                let apart = leaders.iter().filter(|n| chart.chiefs[**n].command.is_some()).filter(away).count();
                let gain = aims.worth(chart, &mut after) - now - 40 * apart as i64;
                if gain > 0 {
                    let ids = |units: &[usize]| -> SortedSet<_> {
                        units.iter().map(|n| chart.pieces[*n].id.clone()).collect()
                    };
                    let party = Party {
                        area: chart.places[edge.to].area,
                        units: ids(&units),
                        leaders: leaders.iter().map(|n| chart.chiefs[*n].id.clone()).collect(),
                        siege_guns: false,
                    };
                    let from = chart.places[from].area;
                    found.push((gain, Regroup { from, to: vec![party], ..Regroup::default() }));
                }
            }
        }
    }
    found
}
