//! An assault before its dice: its values, and the probability of each result, over all rolls.

use crate::document::Id;
use crate::engine::Position;

use super::percentages;
use crate::combat::values::sum;
use crate::events::Term;
use crate::orders::{Answer, Attack, Question};
use crate::pack::Side;
use crate::position::ledger::{Game, Outcome};
use crate::projection;
use crate::{SevenDays, combat::assault};

/// The number of combined rolls of two dice by both sides.
pub const ALL_ROLLS: u32 = 1296;
/// The number of rolls of two dice.
pub const TWO_DICE_ROLLS: u32 = 36;

/// An assault as it would be made.
#[derive(Clone, Debug)]
pub struct AssaultOdds {
    pub attack: Vec<Term>,
    pub defense: Vec<Term>,
    /// Those who assault.
    pub units: Vec<Id>,
    /// The Point Unit.
    pub point: Id,
    /// The Forward Unit that standing orders or their defaults name.
    pub forward: Id,
    /// How many points the defender's entrenchment absorbs (10.6.1).
    pub absorbed_points: u32,
    /// Whether a Heroic Defense turns a Success into a Stalemate (12.1).
    pub heroic: bool,
    /// The possible results, the worst for the attacker first.
    pub results: Vec<PossibleResult>,
    /// The leaders who are there, by side, the attacker's first; and whether one of them adds 1 to the roll of a check
    /// (15.2).
    pub leaders: [(Vec<Id>, bool); 2],
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PossibleResult {
    pub outcome: Outcome,
    /// Casualty Points that the defender takes.
    pub points: u32,
    /// How many of [`ALL_ROLLS`] rolls give it.
    pub ways: u32,
}

impl AssaultOdds {
    /// The values of both sides.
    pub fn values(&self) -> (i16, i16) {
        (sum(&self.attack), sum(&self.defense))
    }

    /// How many rolls give a Repulse, a Stalemate, a Success, and how many of the last a Rout.
    pub fn counts(&self) -> ([u32; 3], u32) {
        let of = |wanted: &[Outcome]| -> u32 {
            self.results.iter().filter(|came| wanted.contains(&came.outcome)).map(|came| came.ways).sum()
        };
        let three = [of(&[Outcome::Repulse]), of(&[Outcome::Stalemate]), of(&[Outcome::Success, Outcome::Rout])];
        (three, of(&[Outcome::Rout]))
    }

    /// The probabilities of Repulse, Stalemate and Success in words.
    pub fn chances(&self) -> [String; 3] {
        percentages::percent_words_of_all(self.counts().0)
    }
}

/// The number of rolls of two dice with this sum.
fn ways(sum: i16) -> u32 {
    if (2..=12).contains(&sum) { 6 - u32::from((sum - 7).unsigned_abs()) } else { 0 }
}

/// The number of combined rolls in which the attacker's dice exceed the defender's by this much, with an example;
/// except for 0, the example has no equal dice.
pub fn throws(above: i16) -> (u32, Option<(u64, u64)>) {
    let sums = |attack: i16| (attack, attack.saturating_sub(above));
    let found = (2..=12).map(sums).filter(|(_, defense)| ways(*defense) > 0);
    let count = found.clone().map(|(attack, defense)| ways(attack) * ways(defense)).sum();
    let example =
        found.clone().next().map(|(attack, defense)| (attack.unsigned_abs().into(), defense.unsigned_abs().into()));
    (count, example)
}

/// An assault as it would be made in this position; `None` if it is not legal.
pub fn assault(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: Side,
    order: &Attack,
) -> Option<AssaultOdds> {
    let fight = assault::check(rules, game, side, order).ok()?;
    let engaged = fight.forces();
    let area = &fight.area;
    let enemy = side.other();
    let defenders: Vec<Id> = game.units_at(&rules.pack, *area, enemy).map(|(id, ..)| id.clone()).collect();
    let question = Question::Forward { area: *area, units: defenders };
    let Some(Answer::Forward(forward)) = projection::answer(rules, position, game, &enemy.id(), &question) else {
        return None;
    };
    let attack = rules.attack_value(game, &engaged);
    let defense = rules.defense_value(game, &engaged, &forward);
    let absorbed_points = u32::from(rules.works_value(game, &engaged) > 0);
    let above = sum(&attack).saturating_sub(sum(&defense));
    let most = rules.most_points(game, *area, enemy);
    let mut results: Vec<PossibleResult> = Vec::new();
    let mut add = |came: PossibleResult| match results
        .last_mut()
        .filter(|last| (last.outcome, last.points) == (came.outcome, came.points))
    {
        Some(last) => last.ways += came.ways,
        None => results.push(came),
    };
    let mut heroic = false;
    for margin in above.saturating_sub(10)..=above.saturating_add(10) {
        let (ways, example) = throws(margin.saturating_sub(above));
        let outcome = match margin.cmp(&0) {
            std::cmp::Ordering::Less => Outcome::Repulse,
            std::cmp::Ordering::Equal => Outcome::Stalemate,
            std::cmp::Ordering::Greater => {
                let after = projection::after_assault(rules, position, game, side, order, example?)?;
                *after.current.as_ref()?.assaulted.get(area)?
            }
        };
        heroic |= margin > 0 && outcome == Outcome::Stalemate;
        let due = u32::try_from(margin).unwrap_or(0).saturating_sub(absorbed_points).min(most);
        let points = if matches!(outcome, Outcome::Success | Outcome::Rout) { due } else { 0 };
        add(PossibleResult { outcome, points, ways });
    }
    let lends = |of: Side| fight.leaders.iter().any(|id| rules.side_of(id) == Some(of));
    let there = |of: Side| (game.leaders_in(&rules.pack, *area, of).cloned().collect(), lends(of));
    let leaders = [there(side), there(enemy)];
    let (units, point) = (fight.units.iter().cloned().collect(), fight.point.clone());
    Some(AssaultOdds { attack, defense, units, point, forward, absorbed_points, heroic, results, leaders })
}
