//! Chances in hundredths, so that those that stand beside each other agree: they add up to the whole, what can happen is
//! never told as 0%, and what can fail never as 100%.

/// How a whole of so many hundredths is shared out by these weights: rounded down, and what is left goes to those that lost
/// most by it, of equal ones the first.
pub fn shares(weights: &[u32], hundredths: u32) -> Vec<u32> {
    let whole: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    if whole == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: u32| u64::from(weight) * u64::from(hundredths);
    let mut found: Vec<u32> = weights.iter().map(|weight| narrow(exact(*weight) / whole)).collect();
    let left = hundredths.saturating_sub(found.iter().sum());
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(exact(weights[*at]) % whole), *at));
    for at in order.into_iter().take(left as usize) {
        found[at] += 1;
    }
    found
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// So many hundredths in words, of what happens in `ways` of `whole` cases.
pub fn said(hundredths: u32, ways: u32, whole: u32) -> String {
    match hundredths {
        0 if ways > 0 => "under 1%".to_owned(),
        100.. if ways < whole => "over 99%".to_owned(),
        hundredths => format!("{hundredths}%"),
    }
}

/// What happens in `ways` of `whole` cases, by itself: to the nearest hundredth.
pub fn percent(ways: u32, whole: u32) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let hundredths = (u64::from(ways) * 200 + u64::from(whole)) / (2 * u64::from(whole));
    said(narrow(hundredths), ways, whole)
}

/// What can happen, each in so many of all cases: in words that add up.
pub fn all<const N: usize>(ways: [u32; N]) -> [String; N] {
    let whole = ways.iter().sum();
    let shared = shares(&ways, 100);
    std::array::from_fn(|at| said(shared[at], ways[at], whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_together_adds_up() {
        // A third each is 33.3: the first has what is left.
        assert_eq!(shares(&[1, 1, 1], 100), [34, 33, 33]);
        // 575/1296 is 44.37%, 146/1296 11.27%: 44 + 11 + 44 leaves one, and 44.37 lost more than 11.27.
        assert_eq!(shares(&[575, 146, 575], 100), [45, 11, 44]);
        assert_eq!(all([575, 146, 575]), ["45%", "11%", "44%"]);
        assert_eq!(shares(&[0, 0], 100), [0, 0]);
        // Of 45 hundredths: 30 and 15.
        assert_eq!(shares(&[2, 1], 45), [30, 15]);
    }

    #[test]
    fn what_can_happen_is_not_told_as_nothing() {
        assert_eq!(all([1, 1295]), ["under 1%", "over 99%"]);
        assert_eq!(all([0, 1296]), ["0%", "100%"]);
        assert_eq!((percent(1, 1296), percent(1295, 1296)), ("under 1%".to_owned(), "over 99%".to_owned()));
        // 6 of 36 are 16.7.
        assert_eq!((percent(6, 36), percent(36, 36), percent(0, 36)), ("17%".into(), "100%".into(), "0%".into()));
    }
}
