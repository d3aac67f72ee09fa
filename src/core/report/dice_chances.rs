//! Exact chances of dice that hit and of cards that are drawn.

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

use super::Block;
use super::chances::fraction;

fn ratio(ways: u64, of: u64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}

/// The chance of a die of six sides to show one of so many faces.
pub fn sixths(faces: u8) -> BigRational {
    ratio(faces.min(6).into(), 6)
}

/// The chances of no dice: no hit for certain.
pub fn none() -> Vec<BigRational> {
    vec![BigRational::one()]
}

/// How likely each number of hits is with so many dice more, each of which hits with a chance.
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

/// How likely each number of hits of so many dice of six sides is, from none on; a die hits with `hit_on` or more. `again`: misses are
/// rolled once more.
pub fn hits(count: u8, hit_on: u8, again: bool) -> Vec<BigRational> {
    let miss = sixths(hit_on.clamp(1, 6) - 1);
    let miss = if again { &miss * &miss } else { miss };
    and(none(), count.into(), &(BigRational::one() - miss))
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

/// The chances of each number of hits as a table.
pub fn table(title: &str, chances: &[BigRational]) -> Block {
    let row = |n: usize| vec![n.to_string(), fraction(&chances[n]), fraction(&at_least(chances, n))];
    let header = vec![title.to_owned(), "Chance".to_owned(), "At least".to_owned()];
    Block::Table { header, rows: (0..chances.len()).map(row).collect() }
}

/// Chances as data.
pub fn values(chances: &[BigRational]) -> Value {
    Value::Array(chances.iter().map(value).collect())
}

/// A chance as data.
pub fn value(chance: &BigRational) -> Value {
    json!({"n": chance.numer().to_string(), "of": chance.denom().to_string()})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(n: u64, of: u64) -> Value {
        json!({"n": n.to_string(), "of": of.to_string()})
    }

    #[test]
    fn hits_are_counted_exactly() {
        // Three dice that hit on 5 and 6: 8, 12, 6 and 1 of 27.
        let found = hits(3, 5, false);
        let told: Vec<Value> = found.iter().map(value).collect();
        assert_eq!(told, [of(8, 27), of(4, 9), of(2, 9), of(1, 27)]);
        assert_eq!(value(&at_least(&found, 2)), of(7, 27));
        assert_eq!(value(&average_above(&found, 0)), of(1, 1));
        // With one hit saved: a hit once in six of 27, two once.
        assert_eq!(value(&average_above(&found, 1)), of(8, 27));
        // A die that hits on 4, and is rolled again if it misses, misses once in four.
        let again: Vec<Value> = hits(1, 4, true).iter().map(value).collect();
        assert_eq!(again, [of(1, 4), of(3, 4)]);
        let sure: Vec<Value> = hits(1, 1, false).iter().map(value).collect();
        assert_eq!(sure, [of(0, 1), of(1, 1)]);
        // Dice of two kinds add up: one hits with one face, one with three.
        let two = and(and(none(), 1, &sixths(1)), 1, &sixths(3));
        assert_eq!(value(&two[2]), of(1, 12));
    }

    #[test]
    fn draws_are_hypergeometric() {
        // Two of ten cards are sought: of three drawn none is with 8*7*6 in 10*9*8.
        assert_eq!(value(&one_of(2, 10, 3)), of(8, 15));
        assert_eq!(value(&one_of(0, 10, 3)), of(0, 1));
        // Whoever draws more than there are others has one for certain.
        assert_eq!(value(&one_of(2, 4, 3)), of(1, 1));
        assert_eq!(value(&one_of(2, 4, 9)), of(1, 1));
        assert_eq!(value(&one_of(2, 4, 0)), of(0, 1));
    }
}
