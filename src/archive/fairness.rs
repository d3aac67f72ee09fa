//! Tests whether dice are fair: Pearson's chi-squared test of the faces that came up, in integers. The probability
//! itself is not computed; the statistic is compared with a printed table of critical values.

/// Each face must be expected at least this often for the test to be meaningful.
const EXPECTED: u64 = 5;

/// The critical values of chi-squared at 5, 1 and 0.1 per cent, in thousandths, by degrees of freedom; NIST/SEMATECH
/// e-Handbook of Statistical Methods, 1.3.6.7.4.
const CRITICAL: [(u64, [u64; 3]); 9] = [
    (1, [3_841, 6_635, 10_828]),
    (2, [5_991, 9_210, 13_816]),
    (3, [7_815, 11_345, 16_266]),
    (4, [9_488, 13_277, 18_467]),
    (5, [11_070, 15_086, 20_515]),
    (7, [14_067, 18_475, 24_322]),
    (9, [16_919, 21_666, 27_877]),
    (11, [19_675, 24_725, 31_264]),
    (19, [30_144, 36_191, 43_820]),
];

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More than one in twenty series of fair dice differ this much.
    Ordinary,
    /// Fewer than one in twenty, one in a hundred, one in a thousand do.
    OneInTwenty,
    OneInHundred,
    OneInThousand,
    /// There are too few dice, or the table has no such dice.
    Unknown,
}

impl Verdict {
    /// In words, after `the dice are`.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Ordinary => "consistent with fair dice",
            Verdict::OneInTwenty => "uneven: less than 1 chance in 20 with fair dice",
            Verdict::OneInHundred => "very uneven: less than 1 chance in 100 with fair dice",
            Verdict::OneInThousand => "suspicious: less than 1 chance in 1,000 with fair dice",
            Verdict::Unknown => "too few to say",
        }
    }

    /// Its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Ordinary => "ordinary",
            Verdict::OneInTwenty => "one_in_20",
            Verdict::OneInHundred => "one_in_100",
            Verdict::OneInThousand => "one_in_1000",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The mean face in thousandths, half a thousandth rounded up; `None` without dice.
pub fn mean(faces: &[u64]) -> Option<u64> {
    let sum: u128 = faces.iter().zip(1u128..).map(|(count, face)| u128::from(*count) * face).sum();
    ratio(sum, total(faces))
}

/// The statistic in thousandths, rounded in the same way, and the verdict; `None` if there are too few dice.
pub fn test(faces: &[u64]) -> (Option<u64>, Verdict) {
    let (total, sides) = (total(faces), faces.len() as u64);
    if sides < 2 || total < u128::from(EXPECTED * sides) {
        return (None, Verdict::Unknown);
    }
    // The sum of (count - total/sides)² / (total/sides) is (sides · Σ count² - total²) / total.
    let squares: u128 = faces.iter().map(|count| u128::from(*count) * u128::from(*count)).sum();
    let above = u128::from(sides) * squares - total * total;
    let verdict = match CRITICAL.iter().find(|(freedom, _)| *freedom == sides - 1) {
        None => Verdict::Unknown,
        Some((_, limits)) => {
            let beyond = |limit: &&u64| above * 1000 >= u128::from(**limit) * total;
            match limits.iter().filter(beyond).count() {
                0 => Verdict::Ordinary,
                1 => Verdict::OneInTwenty,
                2 => Verdict::OneInHundred,
                _ => Verdict::OneInThousand,
            }
        }
    };
    (ratio(above, total), verdict)
}

fn total(faces: &[u64]) -> u128 {
    faces.iter().map(|count| u128::from(*count)).sum()
}

fn ratio(above: u128, below: u128) -> Option<u64> {
    (below > 0).then(|| u64::try_from((above * 1000 + below / 2) / below).unwrap_or(u64::MAX))
}

/// Thousandths as a decimal: `3.500`.
pub fn decimal(thousandths: u64) -> String {
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// A quotient in tenths, as a decimal, such as a mean: `12.5` for 25 and 2.
pub fn tenths(sum: u64, of: u64) -> Option<String> {
    let tenths = (u128::from(sum) * 10 + u128::from(of) / 2).checked_div(u128::from(of))?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_tested_by_hand() {
        assert_eq!((mean(&[10; 6]), test(&[10; 6])), (Some(3500), (Some(0), Verdict::Ordinary)));
        // (0-10)²/10 + (20-10)²/10 = 20 with 5 degrees of freedom: beyond 15.086, within 20.515. The mean is 260 / 60.
        let loaded = [0, 10, 10, 10, 10, 20];
        assert_eq!((mean(&loaded), test(&loaded)), (Some(4333), (Some(20_000), Verdict::OneInHundred)));
        // 2 · (15-10)²/10 = 5 with 1 degree of freedom: beyond 3.841, within 6.635.
        assert_eq!(test(&[15, 5]), (Some(5000), Verdict::OneInTwenty));
        // 6 · (21² + 5 · 9²) / 66 - 66 = 10.909, within 11.070.
        assert_eq!(test(&[21, 9, 9, 9, 9, 9]), (Some(10_909), Verdict::Ordinary));
        assert_eq!(test(&[600, 0, 0, 0, 0, 0]).1, Verdict::OneInThousand);
    }

    #[test]
    fn too_few_dice_say_nothing() {
        assert_eq!(test(&[5, 5, 5, 5, 5, 4]), (None, Verdict::Unknown));
        assert_eq!(test(&[]), (None, Verdict::Unknown));
        assert_eq!(mean(&[0; 6]), None);
        // No table for 13 faces: the statistic stands alone.
        assert_eq!(test(&[5; 13]), (Some(0), Verdict::Unknown));
    }

    #[test]
    fn numbers_too_large_for_a_float_are_exact() {
        let many = u64::MAX / 8;
        assert_eq!(mean(&[many; 6]), Some(3500));
        assert_eq!(test(&[many; 6]), (Some(0), Verdict::Ordinary));
    }

    #[test]
    fn decimals_are_written_out() {
        assert_eq!((decimal(3500), decimal(7), decimal(12_045)), ("3.500".into(), "0.007".into(), "12.045".into()));
        assert_eq!(tenths(25, 2), Some("12.5".to_owned()));
        assert_eq!((tenths(1, 3), tenths(2, 3), tenths(1, 0)), (Some("0.3".into()), Some("0.7".into()), None));
    }
}
