//! The cost of a pair.

/// A cost, or a sum of costs; compared lexicographically.
pub(in crate::crosstable) type Cost<const K: usize> = [i64; K];

/// Adds a multiple of a cost to a sum.
pub(super) fn add<const K: usize>(sum: &mut Cost<K>, cost: &Cost<K>, times: i64) {
    for (sum, cost) in sum.iter_mut().zip(cost) {
        *sum += cost * times;
    }
}
