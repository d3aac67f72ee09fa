//! Percentages that agree with each other when listed together: they add up to the whole, possible results never show
//! as 0%, and uncertain ones never as 100%.

/// Divides a whole of this many hundredths in proportion to weights: each share is rounded down, and the rest goes to
/// those that lost most by rounding, the first of equal ones.
pub fn shares(weights: &[u32], hundredths: u32) -> Vec<u32> {
    let whole: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    if whole == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: u32| u64::from(weight) * u64::from(hundredths);
    let mut found: Vec<u32> = weights.iter().map(|weight| to_u32(exact(*weight) / whole)).collect();
    let left = hundredths.saturating_sub(found.iter().sum());
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(exact(weights[*at]) % whole), *at));
    for at in order.into_iter().take(left as usize) {
        found[at] += 1;
    }
    found
}

fn to_u32(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A percentage in words, for something that happens in `ways` of `whole` cases.
pub fn percent_words(hundredths: u32, ways: u32, whole: u32) -> String {
    match hundredths {
        0 if ways > 0 => "under 1%".to_owned(),
        100.. if ways < whole => "over 99%".to_owned(),
        hundredths => format!("{hundredths}%"),
    }
}

/// The percentage of `ways` in `whole` cases by itself, to the nearest hundredth.
pub fn percent(ways: u32, whole: u32) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let hundredths = (u64::from(ways) * 200 + u64::from(whole)) / (2 * u64::from(whole));
    percent_words(to_u32(hundredths), ways, whole)
}

/// The percentages of all results, given how many cases lead to each: in words, and adding up.
pub fn percent_words_of_all<const N: usize>(ways: [u32; N]) -> [String; N] {
    let whole = ways.iter().sum();
    let shared = shares(&ways, 100);
    std::array::from_fn(|at| percent_words(shared[at], ways[at], whole))
}
