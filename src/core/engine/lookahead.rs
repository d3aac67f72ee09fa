//! A player that looks one order ahead: of the legal orders it chooses the one that is worth most on average by the
//! game's own measure, over every possible roll; in haste, over a few rolls at random.

use std::hash::{DefaultHasher, Hasher};
use std::io;

use num_rational::BigRational;
use num_traits::Zero;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::dice::Dice;
use super::events::Events;
use super::explore::{Explored, Guide, PossibleResult, WeightedPosition, explore, explore_answer, play, play_answer};
use crate::document::Id;
use crate::engine::{Pending, Position, Ruleset};

/// A guide for a game that makes no assumptions: a side that is asked answers as the game advises, or else as
/// [`answer`] does, or [`hasty_answer`] if there is a seed for it.
#[derive(Debug)]
pub struct DefaultGuide<'a, R> {
    pub rules: &'a R,
    pub haste: Option<u64>,
}

impl<R: Ruleset> Guide<R> for DefaultGuide<'_, R> {
    fn at_once(&self, _: &Position<R>) -> Option<Vec<WeightedPosition<R>>> {
        None
    }
    fn assumed(&self, _: &str) -> Option<Vec<u64>> {
        None
    }
    fn trim(&self, _: &mut Position<R>) {}
    fn mark(&self, position: &Position<R>) -> u64 {
        let mut written = HashedText(DefaultHasher::new());
        // Positions always serialize; if one did not, its mark would only be less distinct.
        let _ = serde_json::to_writer(&mut written, position);
        written.0.finish()
    }
    fn answer(&self, position: &Position<R>, question: &R::Question) -> Option<R::Answer> {
        let Some(Pending::Answer { side, .. }) = &position.pending else { return None };
        let own = self.rules.recommend_answer(position, side, question, None);
        own.or_else(|| match self.haste {
            Some(seed) => hasty_answer(self.rules, position, side, question, seed),
            None => answer(self.rules, position, side, question),
        })
    }
}

/// A text that is hashed as it is written, and not kept.
struct HashedText(DefaultHasher);

impl io::Write for HashedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The legal order of `side` that is worth most to it on average; `seed` decides between equally good ones. `None` if
/// no order is legal.
pub fn order<R: Ruleset>(rules: &R, position: &Position<R>, side: &Id, seed: u64) -> Option<R::Order> {
    let guide = DefaultGuide { rules, haste: None };
    let legal = rules.legal(position, side, None).into_iter();
    let valued = legal.filter_map(|order| {
        let found = explore(rules, position, side, &order, &guide).ok()?;
        Some((average(rules, &found, side), order))
    });
    best(valued.collect(), seed)
}

/// The legal answer of `side` that is worth most to it on average; the first of equally good ones.
pub fn answer<R: Ruleset>(rules: &R, position: &Position<R>, side: &Id, question: &R::Question) -> Option<R::Answer> {
    let answers = rules.answers(position, question, None).into_iter();
    let valued = answers.filter_map(|answer| {
        let found = explore_answer(rules, position, &answer, &DefaultGuide { rules, haste: None }).ok()?;
        Some((average(rules, &found, side), answer))
    });
    best(valued.collect(), 0)
}

/// How often each order and answer is tried in haste.
const TRIES: u64 = 2;

/// [`order`] in haste, as imagined futures need it, of which there are very many: each order is carried out a few times
/// with dice that follow from `seed`, the same for every order.
pub fn hasty_order<R: Ruleset>(rules: &R, position: &Position<R>, side: &Id, seed: u64) -> Option<R::Order> {
    let tried = rules.legal(position, side, None).into_iter().filter_map(|order| {
        let guide = DefaultGuide { rules, haste: Some(seed) };
        let tried = |dice: &mut dyn Dice| {
            let end = play(rules, position, side, &order, &guide, (dice, &mut Events::discarding())).ok()?;
            Some(rules.worth(&end, side))
        };
        Some((in_all(seed, tried)?, order))
    });
    best(tried.collect(), seed)
}

/// [`answer`] in haste.
pub fn hasty_answer<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    question: &R::Question,
    seed: u64,
) -> Option<R::Answer> {
    let tried = rules.answers(position, question, None).into_iter().filter_map(|answer| {
        let guide = DefaultGuide { rules, haste: Some(seed) };
        let tried = |dice: &mut dyn Dice| {
            let end = play_answer(rules, position, &answer, &guide, (dice, &mut Events::discarding())).ok()?;
            Some(rules.worth(&end, side))
        };
        Some((in_all(seed, tried)?, answer))
    });
    best(tried.collect(), 0)
}

/// What several tries are worth together.
fn in_all(seed: u64, mut tried: impl FnMut(&mut dyn Dice) -> Option<i64>) -> Option<i64> {
    (0..TRIES).try_fold(0, |sum, number| {
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        random.set_stream(number);
        Some(sum + tried(&mut RandomDice(random))?)
    })
}

/// Dice that nobody has committed to.
struct RandomDice(ChaCha20Rng);

impl Dice for RandomDice {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        Some((0..count).map(|_| 1 + self.0.next_u64() % sides).collect())
    }
}

fn average<R: Ruleset>(rules: &R, found: &Explored<R>, side: &Id) -> BigRational {
    let share = |sum, end: &PossibleResult<R>| {
        let value = BigRational::from_integer(rules.worth(&end.position, side).into());
        sum + value * &end.chance
    };
    found.ends.iter().fold(BigRational::zero(), share)
}

fn best<V: Ord + Clone, T>(valued: Vec<(V, T)>, seed: u64) -> Option<T> {
    let most = valued.iter().map(|(value, _)| value).max()?.clone();
    let mut best: Vec<T> = valued.into_iter().filter(|(value, _)| *value == most).map(|(_, thing)| thing).collect();
    let at = usize::try_from(seed % best.len() as u64).unwrap_or(0);
    Some(best.swap_remove(at))
}
