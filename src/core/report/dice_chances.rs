//! Exact probabilities of dice that hit and of cards that are drawn.

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

use super::Block;
use super::chances::fraction;

fn ratio(ways: u64, of: u64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}

/// The probability that a six-sided die shows one of this many faces.
pub fn sixths(faces: u8) -> BigRational {
    ratio(faces.min(6).into(), 6)
}

/// The distribution of hits without dice: certainly none.
pub fn none() -> Vec<BigRational> {
    vec![BigRational::one()]
}

/// The distribution of hits with `dice` more dice, each of which hits with probability `hit`.
pub fn and(mut now: Vec<BigRational>, dice: usize, hit: &BigRational) -> Vec<BigRational> {
    let miss = BigRational::one() - hit;
    for _ in 0..dice {
        let mut next = vec![BigRational::zero(); now.len() + 1];
        for (n, chance) in now.iter().enumerate() {
            next[n] += chance * &miss;
            next[n + 1] += chance * hit;
        }
        now = next;
    }
    now
}

/// The distribution of hits of `count` six-sided dice, from none on; a die hits with `hit_on` or more. `again`: whether
/// misses are rolled once more.
pub fn hits(count: u8, hit_on: u8, again: bool) -> Vec<BigRational> {
    let miss = sixths(hit_on.clamp(1, 6) - 1);
    let miss = if again { &miss * &miss } else { miss };
    and(none(), count.into(), &(BigRational::one() - miss))
}

/// The probability of at least `n`.
pub fn at_least(chances: &[BigRational], n: usize) -> BigRational {
    chances.iter().skip(n).fold(BigRational::zero(), |sum, chance| sum + chance)
}

/// The average of what exceeds `taken`.
pub fn average_above(chances: &[BigRational], taken: usize) -> BigRational {
    let parts = chances.iter().enumerate().skip(taken).map(|(n, chance)| chance * ratio((n - taken) as u64, 1));
    parts.fold(BigRational::zero(), |sum, part| sum + part)
}

/// The probability that at least one of `drawn` cards, out of `cards`, is among the `sought` ones.
pub fn one_of(sought: usize, cards: usize, drawn: usize) -> BigRational {
    let mut none = BigRational::one();
    for n in 0..drawn.min(cards) {
        none *= ratio(cards.saturating_sub(sought + n) as u64, (cards - n) as u64);
    }
    BigRational::one() - none
}

/// A table of the distribution of hits.
pub fn table(title: &str, chances: &[BigRational]) -> Block {
    let row = |n: usize| vec![n.to_string(), fraction(&chances[n]), fraction(&at_least(chances, n))];
    let header = vec![title.to_owned(), "Chance".to_owned(), "At least".to_owned()];
    Block::Table { header, rows: (0..chances.len()).map(row).collect() }
}

/// Probabilities as data.
pub fn values(chances: &[BigRational]) -> Value {
    Value::Array(chances.iter().map(value).collect())
}

/// A probability as data.
pub fn value(chance: &BigRational) -> Value {
    json!({"n": chance.numer().to_string(), "of": chance.denom().to_string()})
}
