//! Tests whether dice are fair: Pearson's chi-squared test of the faces that came up, in integers. The probability
//! itself is not computed; the statistic is compared with a printed table of critical values.

/// Each face must be expected at least this often for the test to be meaningful.
const EXPECTED: u64 = 5;

/// The probabilities for which critical values are known, in units of 10^-12: 5, 2 and 1 per cent, and so on.
const LEVELS: [u64; 30] = [
    50_000_000_000,
    20_000_000_000,
    10_000_000_000,
    5_000_000_000,
    2_000_000_000,
    1_000_000_000,
    500_000_000,
    200_000_000,
    100_000_000,
    50_000_000,
    20_000_000,
    10_000_000,
    5_000_000,
    2_000_000,
    1_000_000,
    500_000,
    200_000,
    100_000,
    50_000,
    20_000,
    10_000,
    5_000,
    2_000,
    1_000,
    500,
    200,
    100,
    50,
    20,
    10,
];

/// The values that chi-squared exceeds with each of these probabilities, in thousandths, by degrees of freedom; the first,
/// third and sixth as in NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, the others calculated in the same way.
const CRITICAL: [(u64, [u64; 30]); 9] = [
    (
        1,
        [
            3_841, 5_412, 6_635, 7_879, 9_550, 10_828, 12_116, 13_831, 15_137, 16_448, 18_189, 19_511, 20_837, 22_595,
            23_928, 25_264, 27_033, 28_374, 29_717, 31_495, 32_841, 34_189, 35_974, 37_325, 38_677, 40_467, 41_821,
            43_177, 44_971, 46_328,
        ],
    ),
    (
        2,
        [
            5_991, 7_824, 9_210, 10_597, 12_429, 13_816, 15_202, 17_034, 18_421, 19_807, 21_640, 23_026, 24_412,
            26_245, 27_631, 29_017, 30_850, 32_236, 33_622, 35_455, 36_841, 38_228, 40_060, 41_447, 42_833, 44_665,
            46_052, 47_438, 49_271, 50_657,
        ],
    ),
    (
        3,
        [
            7_815, 9_837, 11_345, 12_838, 14_796, 16_266, 17_730, 19_656, 21_108, 22_555, 24_462, 25_902, 27_338,
            29_234, 30_665, 32_094, 33_981, 35_406, 36_829, 38_709, 40_130, 41_549, 43_424, 44_841, 46_257, 48_128,
            49_542, 50_956, 52_823, 54_235,
        ],
    ),
    (
        4,
        [
            9_488, 11_668, 13_277, 14_860, 16_924, 18_467, 19_997, 22_005, 23_513, 25_013, 26_987, 28_473, 29_954,
            31_906, 33_377, 34_844, 36_779, 38_240, 39_697, 41_620, 43_072, 44_521, 46_434, 47_879, 49_323, 51_228,
            52_668, 54_106, 56_005, 57_441,
        ],
    ),
    (
        5,
        [
            11_070, 13_388, 15_086, 16_750, 18_907, 20_515, 22_105, 24_185, 25_745, 27_294, 29_327, 30_856, 32_378,
            34_380, 35_888, 37_391, 39_371, 40_863, 42_352, 44_314, 45_795, 47_272, 49_221, 50_692, 52_161, 54_099,
            55_562, 57_024, 58_953, 60_410,
        ],
    ),
    (
        7,
        [
            14_067, 16_622, 18_475, 20_278, 22_601, 24_322, 26_018, 28_227, 29_878, 31_512, 33_653, 35_259, 36_854,
            38_948, 40_522, 42_088, 44_149, 45_700, 47_245, 49_280, 50_813, 52_342, 54_356, 55_875, 57_390, 59_388,
            60_895, 62_399, 64_384, 65_881,
        ],
    ),
    (
        9,
        [
            16_919, 19_679, 21_666, 23_589, 26_056, 27_877, 29_666, 31_989, 33_720, 35_431, 37_667, 39_341, 41_001,
            43_177, 44_811, 46_435, 48_568, 50_172, 51_768, 53_868, 55_449, 57_024, 59_098, 60_660, 62_218, 64_270,
            65_818, 67_361, 69_396, 70_931,
        ],
    ),
    (
        11,
        [
            19_675, 22_618, 24_725, 26_757, 29_354, 31_264, 33_137, 35_563, 37_367, 39_148, 41_470, 43_206, 44_926,
            47_177, 48_866, 50_542, 52_742, 54_395, 56_038, 58_198, 59_823, 61_441, 63_570, 65_173, 66_770, 68_873,
            70_457, 72_037, 74_119, 75_688,
        ],
    ),
    (
        19,
        [
            30_144, 33_687, 36_191, 38_582, 41_610, 43_820, 45_973, 48_746, 50_795, 52_810, 55_426, 57_373, 59_295,
            61_803, 63_677, 65_533, 67_962, 69_782, 71_587, 73_955, 75_732, 77_498, 79_817, 81_559, 83_293, 85_572,
            87_286, 88_993, 91_238, 92_929,
        ],
    ),
];

/// The result of one of several tests. Its words hold for all of them together (Bonferroni): of a hundred archives with fair
/// dice at most one has any line at all with a chance of less than 1 in 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// In more than one in twenty archives fair dice differ this much in some line.
    Ordinary,
    /// In fewer than one in twenty, one in a hundred, one in a thousand they do.
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

/// The statistic in thousandths, rounded in the same way, and the rarity of one that large: the number of levels that it
/// reaches. `None` if there are too few dice, or no table for such dice.
pub fn test(faces: &[u64]) -> (Option<u64>, Option<usize>) {
    let (total, sides) = (total(faces), faces.len() as u64);
    if sides < 2 || total < u128::from(EXPECTED * sides) {
        return (None, None);
    }
    // The sum of (count - total/sides)² / (total/sides) is (sides · Σ count² - total²) / total.
    let squares: u128 = faces.iter().map(|count| u128::from(*count) * u128::from(*count)).sum();
    let above = u128::from(sides) * squares - total * total;
    let limits = CRITICAL.iter().find(|(freedom, _)| *freedom == sides - 1);
    let rarity =
        limits.map(|(_, limits)| limits.iter().filter(|limit| above * 1000 >= u128::from(**limit) * total).count());
    (ratio(above, total), rarity)
}

/// What the rarity of a statistic means if it is one of so many tests: its probability times their number is compared with
/// 5, 1 and 0.1 per cent.
pub fn verdict(rarity: Option<usize>, tests: u64) -> Verdict {
    let Some(rarity) = rarity else { return Verdict::Unknown };
    let Some(level) = rarity.checked_sub(1).and_then(|at| LEVELS.get(at)) else { return Verdict::Ordinary };
    let together = u128::from(*level) * u128::from(tests.max(1));
    match [LEVELS[0], LEVELS[2], LEVELS[5]].iter().filter(|limit| together <= u128::from(**limit)).count() {
        0 => Verdict::Ordinary,
        1 => Verdict::OneInTwenty,
        2 => Verdict::OneInHundred,
        _ => Verdict::OneInThousand,
    }
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

    fn alone(faces: &[u64]) -> (Option<u64>, Verdict) {
        let (statistic, rarity) = test(faces);
        (statistic, verdict(rarity, 1))
    }

    #[test]
    fn faces_are_tested_by_hand() {
        assert_eq!((mean(&[10; 6]), alone(&[10; 6])), (Some(3500), (Some(0), Verdict::Ordinary)));
        // (0-10)²/10 + (20-10)²/10 = 20 with 5 degrees of freedom: beyond 15.086, within 20.515. The mean is 260 / 60.
        let loaded = [0, 10, 10, 10, 10, 20];
        assert_eq!((mean(&loaded), alone(&loaded)), (Some(4333), (Some(20_000), Verdict::OneInHundred)));
        // 2 · (15-10)²/10 = 5 with 1 degree of freedom: beyond 3.841, within 5.412.
        assert_eq!(alone(&[15, 5]), (Some(5000), Verdict::OneInTwenty));
        // 6 · (21² + 5 · 9²) / 66 - 66 = 10.909, within 11.070.
        assert_eq!(alone(&[21, 9, 9, 9, 9, 9]), (Some(10_909), Verdict::Ordinary));
        assert_eq!(alone(&[600, 0, 0, 0, 0, 0]).1, Verdict::OneInThousand);
    }

    #[test]
    fn the_more_tests_the_rarer_it_must_be() {
        // 20.000 with 5 degrees of freedom is beyond the limit of 2 in 1,000 (18.907), within that of 1 in 1,000.
        let rarity = test(&[0, 10, 10, 10, 10, 20]).1;
        // 5 · 0.002 is 1 per cent, 25 · 0.002 is 5 per cent.
        assert_eq!([1, 5].map(|tests| verdict(rarity, tests)), [Verdict::OneInHundred; 2]);
        assert_eq!([6, 25].map(|tests| verdict(rarity, tests)), [Verdict::OneInTwenty; 2]);
        assert_eq!([26, u64::MAX].map(|tests| verdict(rarity, tests)), [Verdict::Ordinary; 2]);
        assert_eq!((verdict(Some(0), 1), verdict(None, 1)), (Verdict::Ordinary, Verdict::Unknown));
        // Loaded dice are found among a million others: 5,000 · 6 / 6 is five times the last limit.
        assert_eq!(verdict(test(&[600, 0, 0, 0, 0, 0]).1, 1_000_000), Verdict::OneInThousand);
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(LEVELS.windows(2).all(|two| two[0] > two[1]));
        for (freedom, limits) in CRITICAL {
            assert!(limits.windows(2).all(|two| two[0] < two[1]), "{freedom}");
        }
        // With two degrees of freedom the limit is -2 ln(level): each factor of ten adds 4.605.
        let of_two = CRITICAL[1].1;
        for at in 3..of_two.len() {
            assert!((4604..=4606).contains(&(of_two[at] - of_two[at - 3])), "{at}");
        }
    }

    #[test]
    fn too_few_dice_say_nothing() {
        assert_eq!(test(&[5, 5, 5, 5, 5, 4]), (None, None));
        assert_eq!(test(&[]), (None, None));
        assert_eq!(mean(&[0; 6]), None);
        // No table for 13 faces: the statistic stands alone.
        assert_eq!(test(&[5; 13]), (Some(0), None));
    }

    #[test]
    fn numbers_too_large_for_a_float_are_exact() {
        let many = u64::MAX / 8;
        assert_eq!(mean(&[many; 6]), Some(3500));
        assert_eq!(alone(&[many; 6]), (Some(0), Verdict::Ordinary));
    }

    #[test]
    fn decimals_are_written_out() {
        assert_eq!((decimal(3500), decimal(7), decimal(12_045)), ("3.500".into(), "0.007".into(), "12.045".into()));
        assert_eq!(tenths(25, 2), Some("12.5".to_owned()));
        assert_eq!((tenths(1, 3), tenths(2, 3), tenths(1, 0)), (Some("0.3".into()), Some("0.7".into()), None));
    }
}
