//! Exact chances, of dice and of cards.

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

use crate::orders::Dice;

fn ratio(ways: u64, of: u64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}

/// How likely each number of hits of dice is, from none on (LS-11). `again`: their misses are rolled once more.
pub fn hits(dice: Dice, again: bool) -> Vec<BigRational> {
    let once = ratio(6 - u64::from(dice.hit_on.clamp(1, 6) - 1), 6);
    let miss = BigRational::one() - &once;
    let miss = if again { &miss * &miss } else { miss };
    let hit = BigRational::one() - &miss;
    let mut now = vec![BigRational::one()];
    for _ in 0..dice.count {
        let mut next = vec![BigRational::zero(); now.len() + 1];
        for (n, chance) in now.iter().enumerate() {
            next[n] += chance * &miss;
            next[n + 1] += chance * &hit;
        }
        now = next;
    }
    now
}

/// The chance of that many or more.
pub fn at_least(chances: &[BigRational], n: usize) -> BigRational {
    chances.iter().skip(n).fold(BigRational::zero(), |sum, chance| sum + chance)
}

/// What is left on average when so much is taken away.
pub fn average_above(chances: &[BigRational], taken: usize) -> BigRational {
    let parts = chances.iter().enumerate().skip(taken).map(|(n, chance)| chance * ratio((n - taken) as u64, 1));
    parts.fold(BigRational::zero(), |sum, part| sum + part)
}

/// The chance that of so many cards drawn, out of so many, at least one is of those that are sought.
pub fn one_of(sought: usize, cards: usize, drawn: usize) -> BigRational {
    let mut none = BigRational::one();
    for n in 0..drawn.min(cards) {
        none *= ratio(cards.saturating_sub(sought + n) as u64, (cards - n) as u64);
    }
    BigRational::one() - none
}

/// A chance as data.
pub fn value(chance: &BigRational) -> Value {
    json!({"n": chance.numer().to_string(), "of": chance.denom().to_string()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_counted_exactly() {
        // Three dice that hit on 5 and 6: 8, 12, 6 and 1 of 27.
        let found = hits(Dice { count: 3, hit_on: 5 }, false);
        assert_eq!(found, [8, 12, 6, 1].map(|ways| ratio(ways, 27)));
        assert_eq!(at_least(&found, 2), ratio(7, 27));
        assert_eq!(average_above(&found, 0), BigRational::one());
        // With one hit saved: a hit once in six of 27, two once.
        assert_eq!(average_above(&found, 1), ratio(8, 27));
        // A die that hits on 4, and is rolled again if it misses, misses once in four.
        assert_eq!(hits(Dice { count: 1, hit_on: 4 }, true), [ratio(1, 4), ratio(3, 4)]);
        assert_eq!(hits(Dice { count: 1, hit_on: 1 }, false), [BigRational::zero(), BigRational::one()]);
    }

    #[test]
    fn draws_are_hypergeometric() {
        // Two of ten cards are sought: of three drawn none is with 8*7*6 in 10*9*8.
        assert_eq!(one_of(2, 10, 3), ratio(8, 15));
        assert_eq!(one_of(0, 10, 3), BigRational::zero());
        // Whoever draws more than there are others has one for certain.
        assert_eq!(one_of(2, 4, 3), BigRational::one());
        assert_eq!(one_of(2, 4, 9), BigRational::one());
        assert_eq!(one_of(2, 4, 0), BigRational::zero());
    }
}
