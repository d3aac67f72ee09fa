//! What the dice of a step brought, against their mean.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::{Request, Session};
use crate::document::{Bytes32, Id};
use crate::engine::decision::Decision;
use crate::engine::dice::{Dice, OpenedValue};

/// Up to this many results of the dice, every one is followed.
const EVERY: u64 = 216;
/// How many are drawn at random where there are more.
const DRAWN: u64 = 40;
/// The weight of certainty; that of a result is its probability of this.
const CERTAINTY: u128 = 1 << 80;

/// How many answers that need no dice are imagined after a step, before its position is valued.
const ANSWERS: usize = 6;

/// A choice of a side, by its id, that the state opened.
pub type OpenedChoice = (Id, Id, Value);

/// The mean over the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The winning chance, in ten-thousandths.
    pub chance: i64,
    /// Whether every result of the dice was followed. If not, the mean is that of results drawn at random.
    pub is_exact: bool,
}

/// The winning chance of `side` in a position, after the answers that a sensible player would give at once: what was rolled
/// takes its effect only with them.
pub fn settled_chance(table: &dyn Session, side: &Id) -> i64 {
    let mut settled: Option<Box<dyn Session>> = None;
    for _ in 0..ANSWERS {
        let table = settled.as_deref().unwrap_or(table);
        let awaiting = table.awaiting();
        let [asked] = awaiting.as_slice() else { break };
        if !matches!(asked.want, Request::Answer { .. } | Request::Name { .. }) {
            break;
        }
        let Some(plan) = table.recommend_plan(&asked.side, 0) else { break };
        let mut dice = NoneLeft { was_needed: false };
        match table.adjudicated(&[(asked.side.clone(), plan.act)], &mut dice) {
            Ok((after, _)) if !dice.was_needed => settled = Some(after),
            _ => break,
        }
    }
    settled.as_deref().unwrap_or(table).winning_chance(side)
}

/// Dice that show nothing, and note that they were needed.
struct NoneLeft {
    was_needed: bool,
}

impl Dice for NoneLeft {
    fn roll(&mut self, _: &str, _: &str, _: usize, _: u64) -> Option<Vec<u64>> {
        self.was_needed = true;
        None
    }
    fn open(&mut self, _: &Id, _: &Id, _: &Bytes32) -> OpenedValue {
        self.was_needed = true;
        OpenedValue::NotHere
    }
}

/// The mean of [`settled_chance`] after these acts, over what the dice may show; `None` if they roll nothing. The responder
/// opens what is among those `opened`; everything else waits for its owner, as it did.
pub fn mean(table: &dyn Session, acts: &[(Id, Decision)], opened: &[OpenedChoice], side: &Id) -> Option<Mean> {
    let mut dice = Rerolled { shown: Vec::new(), at: 0, random: None, opened };
    let first = after(table, acts, &mut dice, side)?;
    if dice.shown.is_empty() {
        return None;
    }
    let paths = dice.shown.iter().fold(1_u64, |all, (_, sides)| all.saturating_mul(*sides));
    if paths > EVERY {
        return drawn(table, acts, opened, side);
    }
    let (mut sum, mut chance, mut count) = (0_u128, first, 1_u64);
    loop {
        let weight = dice.shown.iter().fold(CERTAINTY, |weight, (_, sides)| weight / u128::from(*sides));
        sum += weight * u128::try_from(chance).unwrap_or(0);
        // The next result: the last die that can shows one more, and those after it are rolled anew.
        while dice.shown.last().is_some_and(|(face, sides)| face == sides) {
            dice.shown.pop();
        }
        let Some((face, _)) = dice.shown.last_mut() else { break };
        *face += 1;
        dice.at = 0;
        chance = after(table, acts, &mut dice, side)?;
        count += 1;
        if count > 4 * EVERY {
            return drawn(table, acts, opened, side);
        }
    }
    let chance = i64::try_from((sum + CERTAINTY / 2) / CERTAINTY).ok()?;
    Some(Mean { chance, is_exact: true })
}

/// The mean of results drawn at random, always the same ones.
fn drawn(table: &dyn Session, acts: &[(Id, Decision)], opened: &[OpenedChoice], side: &Id) -> Option<Mean> {
    let mut sum = 0;
    for number in 0..DRAWN {
        let random = Some(ChaCha20Rng::seed_from_u64(number));
        sum += after(table, acts, &mut Rerolled { shown: Vec::new(), at: 0, random, opened }, side)?;
    }
    Some(Mean { chance: sum / DRAWN as i64, is_exact: false })
}

/// The winning chance after the acts with these dice.
fn after(table: &dyn Session, acts: &[(Id, Decision)], dice: &mut Rerolled<'_>, side: &Id) -> Option<i64> {
    let (after, _) = table.adjudicated(acts, dice).ok()?;
    dice.shown.truncate(dice.at);
    Some(settled_chance(&*after, side))
}

/// Dice that show given faces first, and ones or random faces then.
struct Rerolled<'o> {
    /// The faces, each with the number of its die's sides.
    shown: Vec<(u64, u64)>,
    at: usize,
    random: Option<ChaCha20Rng>,
    opened: &'o [OpenedChoice],
}

impl Dice for Rerolled<'_> {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let mut one = || {
            if self.at == self.shown.len() {
                let face = self.random.as_mut().map_or(1, |random| 1 + random.next_u64() % sides.max(1));
                self.shown.push((face, sides));
            }
            self.at += 1;
            self.shown[self.at - 1].0
        };
        Some((0..count).map(|_| one()).collect())
    }

    fn open(&mut self, side: &Id, id: &Id, _: &Bytes32) -> OpenedValue {
        let known = self.opened.iter().find(|(of, name, _)| of == side && name == id);
        known.map_or(OpenedValue::ByOwner, |(_, _, choice)| OpenedValue::Choice(choice.clone()))
    }
}
