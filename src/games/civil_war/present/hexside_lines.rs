//! Hexsides with the same name as a line: a river from one end to the other.

use crate::board::Hex;

/// Two adjacent hexes, which a hexside divides.
pub type Pair = (Hex, Hex);

/// Whether two hexsides have an end in common.
pub fn touch(one: Pair, other: Pair) -> bool {
    let apart = |pair: Pair, from: Pair| {
        let mut hexes = [pair.0, pair.1].into_iter().filter(move |hex| *hex != from.0 && *hex != from.1);
        hexes.next().filter(|_| hexes.next().is_none())
    };
    matches!((apart(one, other), apart(other, one)), (Some(a), Some(b)) if a.adjacent(b))
}

/// Hexsides in the order in which they touch, from an end; where they part, one branch after the other.
pub fn connected_order(mut left: Vec<Pair>) -> Vec<Pair> {
    left.sort();
    left.dedup();
    let mut ordered: Vec<Pair> = Vec::new();
    while !left.is_empty() {
        let next = ordered.last().and_then(|&last| left.iter().position(|&side| touch(last, side)));
        let degree = |side: Pair| left.iter().filter(|&&other| touch(side, other)).count();
        let start = || (0..left.len()).min_by_key(|&n| (degree(left[n]), left[n])).unwrap_or(0);
        let at = next.unwrap_or_else(start);
        ordered.push(left.remove(at));
    }
    ordered
}
