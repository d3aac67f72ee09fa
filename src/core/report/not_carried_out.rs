//! Orders that were not carried out, in words that every game's report uses.

/// Which orders were not carried out; `first` counts from 0: `order 2 was not carried out`.
pub fn not_carried_out(first: usize, count: usize) -> String {
    match count {
        0 | 1 => format!("order {} was not carried out", first + 1),
        2 => format!("orders {} and {} were not carried out", first + 1, first + 2),
        count => format!("orders {} to {} were not carried out", first + 1, first + count),
    }
}
