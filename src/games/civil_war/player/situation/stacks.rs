//! Everything on land, hex by hex.

use crate::board::Hex;
use crate::document::Id;
use crate::pack::{Side, Unit};
use crate::position::ledger::{Game, Piece, Place, is_cavalry, is_naval, side_of};
use crate::{CivilWar, leaders::army, movement};

use super::super::hex_graph::{HexGraph, HexIndex};

/// What one side has in a hex.
#[derive(Clone, Debug)]
pub struct Stack {
    pub side: Side,
    pub hex: Hex,
    pub at: HexIndex,
    /// Strength points, and of the ordinary ones those that have not moved in this pulse.
    pub sp: u32,
    pub fresh: u32,
    /// Counters of the Far West that have not moved.
    pub counters: Vec<Unit>,
    /// Leaders of the ground forces, and how many of them lie face-down (5.5).
    pub leaders: Vec<Piece>,
    pub down: u32,
    pub armies: Vec<Id>,
    pub demoralized: bool,
    /// Strength points that may march together.
    pub mobile: u32,
    /// Movement points of that march.
    pub speed: u16,
}

/// Everything on land.
pub fn stacks(rules: &CivilWar, game: &Game, seen_by: Side, chart: &HexGraph) -> Vec<Stack> {
    let mut found: crate::sorted::SortedMap<(Side, HexIndex), Stack> = crate::sorted::SortedMap::new();
    for group in game.groups.values() {
        let Some(at) = chart.ix(group.hex) else { continue };
        let stack = found.entry((group.side, at)).or_insert_with(|| Stack {
            side: group.side,
            hex: group.hex,
            at,
            sp: 0,
            fresh: 0,
            counters: Vec::new(),
            leaders: Vec::new(),
            down: 0,
            armies: Vec::new(),
            demoralized: false,
            mobile: 0,
            speed: 4,
        });
        stack.sp += group.sp;
        match group.unit {
            _ if group.moved => {}
            None => stack.fresh += group.sp,
            Some(unit) => stack.counters.push(unit),
        }
        stack.demoralized |= group.demoralized;
        if let Some(army) = &group.army
            && !stack.armies.contains(army)
        {
            stack.armies.push(army.clone());
        }
    }
    for (piece, place) in &game.pieces {
        let Place::Map { hex, down, .. } = place else { continue };
        let (Some(side), Some(at)) = (side_of(&rules.pack, piece), chart.ix(*hex)) else { continue };
        if is_naval(&rules.pack, piece) {
            continue;
        }
        if let Some(stack) = found.get_mut(&(side, at)) {
            stack.leaders.push(piece.clone());
            stack.down += u32::from(*down);
        }
    }
    for stack in found.values_mut() {
        let hidden = |piece: &Piece| {
            stack.side != seen_by && matches!(game.pieces.get(piece), Some(Place::Map { down: true, .. }))
        };
        let limit = |piece: &Piece| if hidden(piece) { 6 } else { movement::sp_limit(rules, piece) };
        let best = stack.leaders.iter().map(limit).max().unwrap_or(0);
        let led: u32 = stack.leaders.iter().map(limit).sum();
        // An army attacks with what its leaders command; strength points outside armies go with one leader at a time.
        let armed: u32 = stack.armies.iter().map(|army| army::sp(game, army)).sum();
        stack.mobile = best.min(stack.sp).max(armed.min(led.max(6)));
        let known_cavalry = |piece: &Piece| !hidden(piece) && is_cavalry(&rules.pack, piece);
        if !stack.leaders.is_empty() && stack.leaders.iter().all(known_cavalry) {
            stack.speed = 6;
        }
    }
    found.into_values().collect()
}
