//! Where units could go in one impulse, and by which path (9.2).

use super::chart::Chart;
use super::model::Field;
use crate::pack::Side;

/// A path to an area.
#[derive(Clone, Debug)]
pub struct Way {
    pub path: Vec<usize>,
    /// The Movement Factors for the whole path.
    pub cost: u8,
    /// The bridge on it, if any: five units can cross it (9.5.2).
    pub bridge: Option<(usize, usize)>,
    /// The water of the last boundary.
    pub water: i32,
}

impl Way {
    /// Where it leads.
    pub fn to(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

/// How units move.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    pub side: Side,
    pub moves: u8,
    pub mounted: bool,
}

/// The cheapest path to each area that can be reached, ordered by area. Bridges that have been used up are not crossed.
pub fn ways(chart: &Chart<'_>, field: &Field, gait: Gait, from: usize, shut: Option<(usize, usize)>) -> Vec<Way> {
    let Gait { side, moves, mounted } = gait;
    let mut found: Vec<Option<Way>> = vec![None; chart.places.len()];
    let mut next = vec![Way { path: Vec::new(), cost: 0, bridge: None, water: 0 }];
    while let Some(n) = (0..next.len()).min_by_key(|n| (next[*n].cost, next[*n].path.len())) {
        let way = next.swap_remove(n);
        let at = way.path.last().copied().unwrap_or(from);
        if !way.path.is_empty() {
            if found[at].is_some() {
                continue;
            }
            found[at] = Some(way.clone());
        }
        let first = way.path.is_empty();
        if !first && field.here(side.other(), at).all > 0 {
            continue;
        }
        for edge in &chart.places[at].edges {
            if edge.to == from || found[edge.to].is_some() || field.room(side, edge.to) == 0 {
                continue;
            }
            let over = edge.bridge.then_some((at.min(edge.to), at.max(edge.to)));
            if over.is_some() && over == shut || first && field.is_contested(from) && !field.is_free(side, edge.to) {
                continue;
            }
            let cost = match (edge.road || mounted, first) {
                (true, true) => field.entry(chart, side, edge.to).min(moves),
                (true, false) => field.entry(chart, side, edge.to),
                (false, true) => moves,
                (false, false) => continue,
            };
            if way.cost + cost <= moves {
                let path = way.path.iter().copied().chain([edge.to]).collect();
                next.push(Way { path, cost: way.cost + cost, bridge: over.or(way.bridge), water: edge.water });
            }
        }
    }
    found.into_iter().flatten().collect()
}
