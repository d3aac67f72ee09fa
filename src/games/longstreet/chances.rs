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
