//! Railroads: from stations to hexes.

use crate::sorted::SortedMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Cell, Point};

/// The cost of one hex.
const HEX: u32 = 1_000;
/// How far from the straight line between two stations a railroad may run, in hexes.
const ASTRAY: f64 = 3.2;

/// The cells from one to another, both included: the cheapest path near the straight line between two points. `step`
/// gives the cost of a step between two neighbors beyond its length, or that it is not possible.
pub fn rail_path(
    (from, a): (Cell, Point),
    (to, b): (Cell, Point),
    step: impl Fn(Cell, Cell) -> Option<i32>,
) -> Option<Vec<Cell>> {
    let mut best: SortedMap<Cell, u32> = SortedMap::from([(from, 0)]);
    let mut before: SortedMap<Cell, Cell> = SortedMap::new();
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((paid, here))) = queue.pop() {
        if here == to {
            let mut line = vec![to];
            while let Some(&earlier) = line.last().and_then(|last| before.get(last)) {
                line.push(earlier);
            }
            line.reverse();
            return Some(line);
        }
        if best.get(&here).is_some_and(|&known| known < paid) {
            continue;
        }
        for side in 0..6 {
            let there = here.neighbor(side);
            let astray = there.centre().off_stretch(a, b);
            if astray > ASTRAY && there != to {
                continue;
            }
            let Some(more) = step(here, there) else { continue };
            let aside = (astray * astray * 500.0).round() as u32;
            let paid = paid + HEX.saturating_add_signed(more) + aside;
            if best.get(&there).is_none_or(|&known| paid < known) {
                best.insert(there, paid);
                before.insert(there, here);
                queue.push(Reverse((paid, there)));
            }
        }
    }
    None
}
