//! The untried leaders of a match (21.10, CW-330).

use super::{Branch, Side};
use crate::document::Id;
use crate::sorted::{SortedMap, SortedSet};

/// The untried leaders of a match: who they are, and of whom each of them may turn out to be one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Untried {
    /// The untried counters, by the ids under which orders name them.
    pub(super) counters: SortedSet<Id>,
    /// The leaders whom they stand for, by side, branch and rank.
    pub(super) groups: SortedMap<(Side, Branch, u8), SortedSet<Id>>,
}

impl Untried {
    /// Whether a leader is an untried one.
    pub fn is_untried(&self, leader: &Id) -> bool {
        self.counters.contains(leader)
    }

    /// The leaders of that side, branch and rank who come untried, in alphabetical order.
    pub fn group(&self, side: Side, branch: Branch, rank: u8) -> impl Iterator<Item = &Id> {
        self.groups.get(&(side, branch, rank)).into_iter().flat_map(|group| group.iter())
    }

    /// Whether a leader comes untried, so that nobody knows yet which counter is his.
    pub fn stands_for(&self, leader: &Id) -> bool {
        self.groups.values().any(|group| group.contains(leader))
    }
}
