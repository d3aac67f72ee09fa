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
