//! Where units could go in one impulse, and by which path (9.2).

use super::board::Board;
use super::search_context::SearchContext;
use crate::pack::Side;

/// A path to an area.
#[derive(Clone, Debug)]
pub struct Route {
    pub path: Vec<usize>,
    /// The Movement Factors for the whole path.
    pub cost: u8,
    /// The bridge on it, if any: five units can cross it (9.5.2).
    pub bridge: Option<(usize, usize)>,
    /// The water of the last boundary.
    pub water: i32,
}

impl Route {
    /// Where it leads.
    pub fn to(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

/// How units move.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    pub side: Side,
    pub moves: u8,
    pub mounted: bool,
}

/// The cheapest path to each area that can be reached, ordered by area. Bridges that have been used up are not crossed.
pub fn routes(
    context: &SearchContext<'_>,
    board: &Board,
    mobility: Mobility,
    from: usize,
    shut: Option<(usize, usize)>,
) -> Vec<Route> {
    let Mobility { side, moves, mounted } = mobility;
    let mut found: Vec<Option<Route>> = vec![None; context.places.len()];
    let mut next = vec![Route { path: Vec::new(), cost: 0, bridge: None, water: 0 }];
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
        if !first && board.count_at(side.other(), at).all > 0 {
            continue;
        }
        for edge in &context.places[at].edges {
            if edge.to == from || found[edge.to].is_some() || board.stacking_room(side, edge.to) == 0 {
                continue;
            }
            let over = edge.bridge.then_some((at.min(edge.to), at.max(edge.to)));
            if over.is_some() && over == shut || first && board.is_contested(from) && !board.is_free(side, edge.to) {
                continue;
            }
            let cost = match (edge.road || mounted, first) {
                (true, true) => board.entry_cost(context, side, edge.to).min(moves),
                (true, false) => board.entry_cost(context, side, edge.to),
                (false, true) => moves,
                (false, false) => continue,
            };
            if way.cost + cost <= moves {
                let path = way.path.iter().copied().chain([edge.to]).collect();
                next.push(Route { path, cost: way.cost + cost, bridge: over.or(way.bridge), water: edge.water });
            }
        }
    }
    found.into_iter().flatten().collect()
}
