//! Exact chances of dice.

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// How likely each number of hits is, from none on.
#[derive(Clone, Debug, PartialEq)]
pub struct Hits(Vec<BigRational>);

fn sixths(ways: u64) -> BigRational {
    BigRational::new(ways.into(), 6.into())
}

impl Hits {
    /// No dice: no hits.
    pub fn none() -> Hits {
        Hits(vec![BigRational::one()])
    }

    /// The same with dice more that hit on 1 to a number (7.2).
    pub fn and(self, dice: u32, firepower: u8) -> Hits {
        let (hit, miss) = (sixths(firepower.min(6).into()), sixths(6 - u64::from(firepower.min(6))));
        let mut now = self.0;
        for _ in 0..dice {
            let mut next = vec![BigRational::zero(); now.len() + 1];
            for (n, chance) in now.iter().enumerate() {
                next[n] += chance * &miss;
                next[n + 1] += chance * &hit;
            }
            now = next;
        }
        Hits(now)
    }

    /// How many numbers of hits there are, none counted.
    pub fn numbers(&self) -> usize {
        self.0.len()
    }

    /// The chance of that many.
    pub fn exactly(&self, hits: usize) -> BigRational {
        self.0.get(hits).cloned().unwrap_or_else(BigRational::zero)
    }

    /// The chance of that many or more.
    pub fn at_least(&self, hits: usize) -> BigRational {
        self.0.iter().skip(hits).fold(BigRational::zero(), |sum, chance| sum + chance)
    }

    /// The average.
    pub fn average(&self) -> BigRational {
        let parts = self.0.iter().enumerate().map(|(n, chance)| chance * BigRational::from_integer(n.into()));
        parts.fold(BigRational::zero(), |sum, part| sum + part)
    }

    /// As data.
    pub fn value(&self) -> Value {
        let one = |chance: &BigRational| json!({"n": chance.numer().to_string(), "of": chance.denom().to_string()});
        Value::Array(self.0.iter().map(one).collect())
    }
}

/// The chance that a card passes so many morale rolls: a 1 always passes, a 6 never (6.0).
pub fn passes(value: i64, rolls: u32) -> BigRational {
    let ways = u64::try_from(value.clamp(1, 5)).unwrap_or(1);
    (0..rolls).fold(BigRational::one(), |chance, _| chance * sixths(ways))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_counted_exactly() {
        // Three dice that hit on 1 and 2: 8, 12, 6 and 1 of 27.
        let hits = Hits::none().and(3, 2);
        let of = |ways: u64| BigRational::new(ways.into(), 27.into());
        assert_eq!((0..4).map(|n| hits.exactly(n)).collect::<Vec<_>>(), [of(8), of(12), of(6), of(1)]);
        assert_eq!(hits.at_least(2), of(7));
        assert_eq!(hits.average(), BigRational::one());
        assert!(hits.at_least(0).is_one() && hits.exactly(4).is_zero());
        // Cards of two kinds add up: one die of F1, one of F3.
        let two = Hits::none().and(1, 1).and(1, 3);
        assert_eq!(two.exactly(2), BigRational::new(1.into(), 12.into()));
    }

    #[test]
    fn morale_passes_on_its_value_but_never_on_a_six() {
        let of = |ways: u64, all: u64| BigRational::new(ways.into(), all.into());
        assert_eq!(passes(3, 1), of(1, 2));
        assert_eq!(passes(9, 1), of(5, 6));
        assert_eq!(passes(0, 1), of(1, 6));
        // A card of CV 3 with two hits passes both rolls on one throw in four.
        assert_eq!(passes(3, 2), of(1, 4));
    }
}
