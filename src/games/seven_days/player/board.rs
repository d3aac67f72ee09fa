//! Who is where, in a player's model: a light copy of the ledger that is changed and evaluated often.

use super::search_context::{SearchContext, UNREACHABLE, UnitStats, side_index};
use crate::SevenDays;
use crate::pack::{Kind, Side};
use crate::position::areas::STACKING_LIMIT;
use crate::position::ledger::{Game, LeaderPlace};

/// Off the map.
pub const NOWHERE: usize = usize::MAX;

/// A side's units in an area, counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub all: u8,
    pub fresh: u8,
    /// Fresh artillery.
    pub guns: u8,
    pub foot: u8,
}

/// The combined values of a side's units in an area.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackStrength {
    /// The highest Attack Value: of one command with its leader if he is Active, or of one unit.
    pub strike: i32,
    /// The highest Defense Value.
    pub defense: i32,
    /// The highest Movement Factors among units that may be the Point Unit.
    pub moves: u8,
}

/// The units and leaders on the map, and who controls it.
#[derive(Clone)]
pub struct Board {
    pub unit_areas: Vec<usize>,
    pub exhausted: Vec<bool>,
    /// Where each leader is, and whether he is Inactive.
    pub leader_stats: Vec<(usize, bool)>,
    pub control: Vec<Side>,
    /// The levels of the entrenchments, which belong to the side that controls the area.
    pub works: Vec<i32>,
    pub counts: [Vec<Count>; 2],
    /// By side and area: the strength in and near it.
    pub nearby_strength: [Vec<i64>; 2],
    /// By side and area; changed areas are recomputed on demand.
    stacks: [Vec<StackStrength>; 2],
    changed: Vec<usize>,
}

/// A player's view: the context of a position with its distances, and the units on it.
pub fn build_search<'a>(rules: &'a SevenDays, game: &'a Game, side: Side) -> (SearchContext<'a>, Board) {
    let mut context = SearchContext::new(rules, game, side);
    let mut board = Board::new(&context);
    context.distances = Side::BOTH
        .map(|side| {
            let from = 0..context.places.len();
            (from.map(|from| board.march_costs(&context, side, from)).collect(), side)
        })
        .into_iter()
        .fold([Vec::new(), Vec::new()], |mut all, (found, side)| {
            all[side_index(side)] = found;
            all
        });
    board.compute_strength(&context);
    (context, board)
}

impl Board {
    /// The units and control from the ledger; the strength near each area is still to be
    /// [computed](Board::compute_strength).
    pub fn new(context: &SearchContext<'_>) -> Board {
        let (game, size) = (context.game, context.places.len());
        let state = |n: usize| &game.units[context.pieces[n].id];
        let chief = |n: usize| {
            let state = &game.leaders[context.leader_stats[n].id];
            match state.place {
                LeaderPlace::At(area) => (context.area_index(area), state.inactive),
                LeaderPlace::Wounded(_) | LeaderPlace::Killed(_) => (NOWHERE, true),
            }
        };
        let mut board = Board {
            unit_areas: (0..context.pieces.len()).map(|n| context.area_index(state(n).at)).collect(),
            exhausted: (0..context.pieces.len()).map(|n| state(n).exhausted).collect(),
            leader_stats: (0..context.leader_stats.len()).map(chief).collect(),
            control: context.places.iter().map(|place| game.control(place.area)).collect(),
            works: vec![0; size],
            counts: [vec![Count::default(); size], vec![Count::default(); size]],
            nearby_strength: [vec![0; size], vec![0; size]],
            stacks: [vec![StackStrength::default(); size], vec![StackStrength::default(); size]],
            changed: (0..size).collect(),
        };
        for (area, works) in &game.works {
            board.works[context.area_index(*area)] = i32::from(works.level);
        }
        for n in 0..board.unit_areas.len() {
            board.add_count(context, n, 1);
        }
        board
    }

    /// Computes the strength near each area.
    pub fn compute_strength(&mut self, context: &SearchContext<'_>) {
        for n in 0..self.unit_areas.len() {
            self.add_strength(context, n, 1);
        }
    }

    fn add_count(&mut self, context: &SearchContext<'_>, n: usize, by: i8) {
        let (piece, exhausted) = (&context.pieces[n], self.exhausted[n]);
        let count = &mut self.counts[side_index(piece.side)][self.unit_areas[n]];
        let add = |to: &mut u8, yes: bool| *to = to.saturating_add_signed(by * i8::from(yes));
        add(&mut count.all, true);
        add(&mut count.fresh, !exhausted);
        add(&mut count.guns, !exhausted && piece.kind == Kind::Artillery);
        add(&mut count.foot, piece.kind == Kind::Infantry);
    }

    fn add_strength(&mut self, context: &SearchContext<'_>, n: usize, by: i64) {
        let piece = &context.pieces[n];
        if piece.garrison {
            return;
        }
        let weight = by * piece.weight(self.exhausted[n]);
        let distances = &context.distances[side_index(piece.side)][self.unit_areas[n]];
        for (power, distance) in self.nearby_strength[side_index(piece.side)].iter_mut().zip(distances) {
            *power += weight * STRENGTH_BY_DISTANCE[usize::from(*distance).min(STRENGTH_BY_DISTANCE.len() - 1)];
        }
    }

    /// Places a unit, Fresh or Exhausted, or takes it off the map.
    pub fn place_unit(&mut self, context: &SearchContext<'_>, n: usize, at: usize, exhausted: bool) {
        self.changed.extend([self.unit_areas[n], at]);
        if self.unit_areas[n] != NOWHERE {
            self.add_count(context, n, -1);
            self.add_strength(context, n, -1);
        }
        self.unit_areas[n] = at;
        self.exhausted[n] = exhausted;
        if at != NOWHERE {
            self.add_count(context, n, 1);
            self.add_strength(context, n, 1);
        }
    }

    /// Exhausts a unit.
    pub fn exhaust(&mut self, context: &SearchContext<'_>, n: usize) {
        if !self.exhausted[n] {
            self.place_unit(context, n, self.unit_areas[n], true);
        }
    }

    /// Moves a leader.
    pub fn move_leader(&mut self, n: usize, to: usize) {
        self.changed.extend([self.leader_stats[n].0, to]);
        self.leader_stats[n].0 = to;
    }

    /// Recomputes the combined values in the areas that have changed.
    pub fn update_stacks(&mut self, context: &SearchContext<'_>) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.retain(|at| *at != NOWHERE);
        changed.sort_unstable();
        changed.dedup();
        for at in changed {
            for side in Side::BOTH {
                self.stacks[side_index(side)][at] = stack_strength(context, self, side, at);
            }
        }
    }

    /// The combined values of each side in each area, as last [computed](Board::update_stacks).
    pub fn stack_strengths(&self) -> [&[StackStrength]; 2] {
        [&self.stacks[0], &self.stacks[1]]
    }

    /// Movement Factors from an area to all others, where enemies on the way have to be fought.
    fn march_costs(&self, context: &SearchContext<'_>, side: Side, from: usize) -> Vec<u8> {
        let mut found = vec![UNREACHABLE; context.places.len()];
        found[from] = 0;
        let mut next = vec![from];
        while let Some((n, _)) = next.iter().enumerate().min_by_key(|(_, at)| found[**at]) {
            let at = next.swap_remove(n);
            for edge in &context.places[at].edges {
                let track = if edge.road { 0 } else { 2 };
                let cost = found[at].saturating_add(self.entry_cost(context, side, edge.to) + track);
                if cost < found[edge.to] {
                    found[edge.to] = cost;
                    next.push(edge.to);
                }
            }
        }
        found
    }

    /// A side's units in an area.
    pub fn count_at(&self, side: Side, at: usize) -> Count {
        self.counts[side_index(side)][at]
    }

    /// The numbers of a side's units in an area.
    pub fn units<'f>(
        &'f self,
        context: &'f SearchContext<'_>,
        side: Side,
        at: usize,
    ) -> impl Iterator<Item = usize> + 'f {
        (0..self.unit_areas.len()).filter(move |n| self.unit_areas[*n] == at && context.pieces[*n].side == side)
    }

    /// The numbers of a side's leaders in an area.
    pub fn leaders<'f>(
        &'f self,
        context: &'f SearchContext<'_>,
        side: Side,
        at: usize,
    ) -> impl Iterator<Item = usize> + 'f {
        (0..self.leader_stats.len())
            .filter(move |n| self.leader_stats[*n].0 == at && context.leader_stats[*n].side == side)
    }

    /// Whether a side controls an area that has no enemies (7.5).
    pub fn is_free(&self, side: Side, at: usize) -> bool {
        self.control[at] == side && self.count_at(side.other(), at).all == 0
    }

    /// Whether units of both sides are in an area (7.3).
    pub fn is_contested(&self, at: usize) -> bool {
        self.counts.iter().all(|counts| counts[at].all > 0)
    }

    /// How many more units of a side an area holds (7.1).
    pub fn stacking_room(&self, side: Side, at: usize) -> usize {
        STACKING_LIMIT.saturating_sub(usize::from(self.count_at(side, at).all))
    }

    /// Movement Factors to enter an area by road (9.2).
    pub fn entry_cost(&self, context: &SearchContext<'_>, side: Side, to: usize) -> u8 {
        let enemies = self.count_at(side.other(), to);
        if enemies.fresh > 0 {
            return 4;
        }
        if enemies.all > 0 {
            return 3;
        }
        let guns = context.places[to].edges.iter().any(|edge| self.count_at(side.other(), edge.to).guns > 0);
        1 + u8::from(guns)
    }

    /// A side goes through an area: if there is no enemy, the side controls it (7.2) and turns the enemy's
    /// entrenchments into its own of level 1 (11.2).
    pub fn pass_through(&mut self, side: Side, at: usize) {
        if self.count_at(side.other(), at).all == 0 && self.control[at] != side {
            self.control[at] = side;
            self.works[at] = self.works[at].min(1);
            self.changed.push(at);
        }
    }

    /// Whether a path of areas that a side controls connects two areas, both included (13.3.1).
    pub fn is_connected(&self, context: &SearchContext<'_>, side: Side, from: usize, to: usize) -> bool {
        let mut reached = vec![false; self.control.len()];
        let mut next = vec![from];
        while let Some(at) = next.pop() {
            if self.control[at] == side && !reached[at] {
                reached[at] = true;
                next.extend(context.places[at].edges.iter().map(|edge| edge.to));
            }
        }
        reached[to]
    }
}

/// How much of its strength a unit contributes at a distance of this many Movement Factors.
const STRENGTH_BY_DISTANCE: [i64; 24] =
    [160, 144, 111, 80, 58, 42, 32, 25, 20, 16, 13, 11, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 2, 0];

/// The Forward Unit that makes the Defense Value highest, and that value (10.4.3).
pub fn defense(context: &SearchContext<'_>, board: &Board, side: Side, area: usize) -> Option<(usize, i32)> {
    let forward = board.units(context, side, area).max_by_key(|n| {
        let piece = &context.pieces[*n];
        (piece.defense - i32::from(!board.exhausted[*n]), piece.kind == Kind::Infantry, -piece.defense)
    })?;
    let place = &context.places[area];
    let others = i32::from(board.count_at(side, area).fresh) - i32::from(!board.exhausted[forward]);
    let union = if side == Side::Union { place.gunboats[1] - context.no_supply_train_penalty } else { 0 };
    let works = if board.control[area] == side { board.works[area] } else { 0 };
    Some((forward, context.pieces[forward].defense + others + place.tem + works + union))
}

/// The combined values of a side's units in an area by themselves.
pub fn stack_strength(context: &SearchContext<'_>, board: &Board, side: Side, area: usize) -> StackStrength {
    if board.count_at(side, area).all == 0 {
        return StackStrength::default();
    }
    let units: Vec<usize> = board.units(context, side, area).collect();
    let fresh = || units.iter().filter(|n| !board.exhausted[**n]).map(|n| &context.pieces[*n]);
    let lead = || fresh().filter(|piece| piece.kind != Kind::Artillery && !piece.garrison);
    let mut strike = lead().map(|piece| piece.attack).max().unwrap_or(0);
    for n in board.leaders(context, side, area).filter(|n| !board.leader_stats[*n].1) {
        let chief = &context.leader_stats[n];
        let his = |piece: &&UnitStats<'_>| chief.command == Some(piece.command);
        let Some(most) = lead().filter(his).map(|piece| piece.attack).max() else { continue };
        let more: i32 = fresh().filter(his).map(|piece| 1 + i32::from(piece.kind == Kind::Infantry)).sum();
        strike = strike.max(most + chief.combat + more - 2);
    }
    let moves = lead().map(|piece| piece.moves).max().unwrap_or(0);
    let defense = defense(context, board, side, area).map_or(0, |(_, defense)| defense);
    StackStrength { strike: strike - context.inactive_army_leader_penalty[side_index(side)], defense, moves }
}
