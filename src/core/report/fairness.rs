//! Tests whether dice are fair: a chi-squared test of the faces that came up.

use crate::sorted::SortedMap;

/// Each face must be expected at least this often for the test to be meaningful.
const EXPECTED: u64 = 5;

/// How often each face of dice with a given number of sides came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The counts of 1, 2, …
    pub counts: Vec<u64>,
}

impl Faces {
    /// Counts the faces of dice with this many sides; faces that such a die does not have are ignored.
    pub fn count(sides: u64, faces: impl IntoIterator<Item = u64>) -> Faces {
        let mut counts: SortedMap<u64, u64> = SortedMap::new();
        for face in faces.into_iter().filter(|face| (1..=sides).contains(face)) {
            *counts.entry(face).or_default() += 1;
        }
        Faces { counts: (1..=sides).map(|face| counts.get(&face).copied().unwrap_or(0)).collect() }
    }

    /// The number of dice.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean face, in thousandths; `None` without dice.
    pub fn mean(&self) -> Option<u64> {
        let sum: u64 = self.counts.iter().zip(1..).map(|(count, face)| count * face).sum();
        (self.total() > 0).then(|| (sum * 1000 + self.total() / 2) / self.total())
    }

    /// The test statistic, and the probability that fair dice give one at least as large, both in thousandths; `None`
    /// if there are too few dice.
    pub fn test(&self) -> Option<(u64, u64)> {
        let (total, sides) = (self.total(), self.counts.len() as u64);
        if sides < 2 || total < EXPECTED * sides {
            return None;
        }
        // The sum of (count - total/sides)² / (total/sides) is sides·Σ count² / total - total.
        let squares: u64 = self.counts.iter().map(|count| count * count).sum();
        let statistic = (sides * squares) as f64 / total as f64 - total as f64;
        let thousandths = |value: f64| libm::round(value * 1000.0) as u64;
        Some((thousandths(statistic), thousandths(beyond(sides - 1, statistic))))
    }
}

/// The probability that a chi-squared variable with this many degrees of freedom is at least `x`: Q(freedom/2, x/2) by
/// the recurrence Q(a+1, z) = Q(a, z) + z^a e^-z / Γ(a+1). The functions come from a library that gives the same
/// results on every machine.
pub fn beyond(freedom: u64, x: f64) -> f64 {
    let z = (x / 2.0).max(0.0);
    let (mut a, mut q) = match freedom % 2 {
        1 => (0.5, libm::erfc(libm::sqrt(z))),
        _ => (1.0, libm::exp(-z)),
    };
    while 2.0 * a < freedom as f64 && z > 0.0 {
        q += libm::exp(a * libm::log(z) - z - libm::lgamma(a + 1.0));
        a += 1.0;
    }
    q.clamp(0.0, 1.0)
}
