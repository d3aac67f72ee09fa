//! Orders that were not carried out, in words that every game's report uses.

/// Which orders of which side were not carried out; `first` counts from 0: `order 2 of the Union was not carried out`.
pub fn not_carried_out(first: usize, count: usize, whose: &str) -> String {
    match count {
        0 | 1 => format!("order {} of {whose} was not carried out", first + 1),
        2 => format!("orders {} and {} of {whose} were not carried out", first + 1, first + 2),
        count => format!("orders {} to {} of {whose} were not carried out", first + 1, first + count),
    }
}
