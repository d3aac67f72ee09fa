//! The exact results of an order: every roll, with the re-rolls played optimally by both sides (CW-114), and for each
//! leader the chance of being hurt. [`explore()`] does the calculation with the rules themselves;
//! this module defines the assumptions, and which features of a result matter.

use crate::sorted::{SortedMap, SortedSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::board::Hex;
use crate::document::{Problem, from_tagged};
use crate::engine::explore::{self, Explored, Guide, WeightedPosition, explore};
use crate::engine::{Dice, Events, Position, Ruleset};

use crate::combat::{Combat, Stage};
use crate::events::Event;
use crate::leaders::army;
use crate::orders::{Answer, Order, Question, React, Reaction, Screen};
use crate::pack::{ChartResult, Fate, LossRow, Side, Station};
use crate::position::ledger::{Game, Hull, Hulls, Piece};
use crate::{CivilWar, Procedure};

/// All possible results of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderResults {
    /// The hex that is to be taken, if one is.
    pub hex: Option<Hex>,
    /// Whether enemies are in that hex before.
    pub met: bool,
    /// The destination of ships, if the order only moves them.
    pub to: Option<Station>,
    /// The possible results, the best for the side that gives the order first; their probabilities add up to 1.
    pub ends: Vec<(OrderResult, BigRational)>,
    /// Leaders who are checked, with the chances of a wound and of death (5.4.2).
    pub leaders: Vec<LeaderRisk>,
    /// Rolls that were looked at in full, by purpose.
    pub rolled: SortedSet<String>,
    /// The questions that either side was assumed to answer.
    pub taken: Vec<Question>,
}

/// What matters of an end. Strength points and ships are those of the whole map that have been lost since; militia that
/// has come out (16) does not make up for them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderResult {
    /// Whether the side that gave the order is in the hex that was to be taken, or, if there was none, whether its
    /// ships are where they were to go.
    pub succeeds: bool,
    pub own: SideLosses,
    pub enemy: SideLosses,
    /// Whether enemies are still in the hex.
    pub stays: bool,
}

/// What one side has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SideLosses {
    pub sp: u32,
    /// Naval strength points sunk for good, and damaged (8.10.5).
    pub sunk: u32,
    pub damaged: u32,
    /// Some of its strength points are newly demoralized.
    pub demoralized: bool,
}

/// A leader in peril.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderRisk {
    pub piece: Piece,
    pub wounded: BigRational,
    pub killed: BigRational,
}

/// What an order of `side` may lead to, as things stand; and the position after it, if neither a die nor an answer
/// decides.
///
/// # Errors
/// Why it is illegal; or that there are too many possible results.
pub fn odds(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    order: &Order,
) -> Result<(OrderResults, Option<Position<CivilWar>>), Vec<Problem>> {
    let guide = Taken { rules };
    let found = explore(rules, position, &side.id(), order, &guide)?;
    let (hex, to) = target(order);
    let before = &position.game;
    let mut ends: SortedMap<OrderResult, BigRational> = SortedMap::new();
    for end in &found.ends {
        let result = OrderResult::of(before, &end.position.game, side, (hex, to));
        *ends.entry(result).or_insert_with(BigRational::zero) += &end.chance;
    }
    let mut ends: Vec<(OrderResult, BigRational)> = ends.into_iter().collect();
    ends.sort_by_key(|(end, _)| end.rank());
    let leaders = leaders(rules, before, &found);
    let sure = found.rolled.is_empty() && found.assumed.is_empty() && found.answered.is_empty();
    let after = found.ends.into_iter().next().filter(|end| sure && end.chance.is_one()).map(|end| end.position);
    let met = hex.is_some_and(|hex| before.sp_at(hex, side.other()) > 0);
    Ok((OrderResults { hex, met, to, ends, leaders, rolled: found.rolled, taken: found.answered }, after))
}

/// The result of an order of `side`, carried out once with these dice; a side that is asked answers as [`odds`]
/// assumes.
///
/// # Errors
/// Why it is illegal.
pub fn play(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    order: &Order,
    dice: &mut dyn Dice,
) -> Result<OrderResult, Vec<Problem>> {
    let after = explore::play(rules, position, &side.id(), order, &Taken { rules }, (dice, &mut Events::discarding()))?;
    Ok(OrderResult::of(&position.game, &after.game, side, target(order)))
}

/// How the fights of an order of `side` begin, with the strengths, the column and the leaders' modifiers. These are the
/// events of one course of the order, in which the dice favour that side and a side that is asked answers as [`odds`]
/// assumes; the faces and their results have no meaning.
pub fn fights(rules: &CivilWar, position: &Position<CivilWar>, side: Side, order: &Order) -> Vec<Event> {
    let (mut dice, mut events) = (Kind { side, left: MAX_THROWS }, Events::default());
    // A course that ends before the order does has shown the beginning of all fights that it reached.
    let _ = explore::play(rules, position, &side.id(), order, &Taken { rules }, (&mut dice, &mut events));
    let known = events.into_values().into_iter().filter_map(|event| from_tagged::<Event>("event", &event).ok());
    let mut found: Vec<Event> = Vec::new();
    for event in known {
        let new = match &event {
            Event::Combat(_) | Event::CombatDice(_) => true,
            // A later round begins as the first did.
            Event::NavalRound { round, .. } => *round <= 1,
            _ => false,
        };
        if new {
            found.push(event);
        }
    }
    found
}

/// The roll for untried leaders (21.10). They are reckoned with as they are: a face that no die has, 0, says that nobody
/// shows who he is.
const UNTRIED: &str = "untried ";

/// More rolls than a course needs to show how its fights begin.
const MAX_THROWS: u32 = 40;

/// Dice that favour a side: its own rolls are all 6, all others 1.
struct Kind {
    side: Side,
    left: u32,
}

impl Dice for Kind {
    fn roll(&mut self, purpose: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.left = self.left.checked_sub(1)?;
        if purpose.starts_with(UNTRIED) {
            return Some(vec![0; count]);
        }
        let own = purpose.split(' ').any(|word| word == self.side.as_str());
        Some(vec![if own { sides.min(6) } else { 1 }; count])
    }
}

impl OrderResults {
    /// The probability of a result of that kind.
    pub fn chance(&self, of: impl Fn(&OrderResult) -> bool) -> BigRational {
        self.ends.iter().filter(|(end, _)| of(end)).map(|(_, chance)| chance).sum()
    }

    /// The average over all results.
    pub fn mean(&self, of: impl Fn(&OrderResult) -> u32) -> BigRational {
        self.ends.iter().map(|(end, chance)| chance * BigRational::from_integer(of(end).into())).sum()
    }
}

/// The hex that an order is to take, or where its ships are to go.
fn target(order: &Order) -> (Option<Hex>, Option<Station>) {
    match order {
        Order::Move(order) => (order.path.last().copied(), None),
        Order::Sail(order) if order.land.is_some() => (order.land, None),
        Order::Sail(order) => (None, order.to.last().copied()),
        Order::Launch(order) => (None, order.ships.first().and_then(|launched| launched.at)),
        Order::Together(order) => (order.r#move.path.last().copied(), None),
        _ => (None, None),
    }
}

impl OrderResult {
    fn of(before: &Game, after: &Game, side: Side, (hex, to): (Option<Hex>, Option<Station>)) -> OrderResult {
        let enemy = side.other();
        let succeeds = match (hex, to) {
            (Some(hex), _) => after.sp_at(hex, side) > 0,
            (_, Some(to)) => !after.hulls_at(to, side).is_empty(),
            _ => true,
        };
        let stays = hex.is_some_and(|hex| after.sp_at(hex, enemy) > 0);
        OrderResult {
            succeeds,
            own: SideLosses::of(before, after, side),
            enemy: SideLosses::of(before, after, enemy),
            stays,
        }
    }

    /// The smaller the better for the side that gives the order.
    fn rank(&self) -> impl Ord + use<> {
        let weight =
            |loss: &SideLosses| i64::from(2 * loss.sp + 2 * loss.sunk + loss.damaged) + i64::from(loss.demoralized);
        (
            !self.succeeds,
            weight(&self.own) - weight(&self.enemy),
            weight(&self.own),
            self.own.clone(),
            self.enemy.clone(),
        )
    }
}

impl SideLosses {
    fn of(before: &Game, after: &Game, side: Side) -> SideLosses {
        let sp = |game: &Game| u32::try_from(game.side(side).lost).unwrap_or(0);
        let sunk = |game: &Game| game.side(side).navy.sunk.points();
        let damaged = |game: &Game| -> u32 { game.side(side).navy.due.values().map(Hulls::points).sum() };
        let low = |game: &Game| -> SortedSet<Hex> {
            let low = game.groups.values().filter(|group| group.side == side && group.demoralized);
            low.map(|group| group.hex).collect()
        };
        SideLosses {
            sp: sp(after).saturating_sub(sp(before)),
            sunk: sunk(after).saturating_sub(sunk(before)),
            damaged: damaged(after).saturating_sub(damaged(before)),
            demoralized: !low(after).is_subset(&low(before)),
        }
    }
}

/// The leaders whose checks were met with, and how they may fare.
fn leaders(rules: &CivilWar, game: &Game, found: &Explored<CivilWar>) -> Vec<LeaderRisk> {
    let checked = found.assumed.iter().filter_map(|purpose| purpose.strip_prefix("leader_loss "));
    let pieces = checked.filter_map(|id| game.on_hand(&id.parse().ok()?).map(|(piece, _)| piece.clone()));
    pieces
        .filter_map(|piece| {
            if game.options.variant_leaders {
                let [wounded, killed] = chart_chances(rules, game, &piece);
                return Some(LeaderRisk { piece, wounded, killed });
            }
            let row = rules.pack.charts.leader_loss.get(&piece.rank)?;
            let [wounded, killed] = [Fate::Wounded, Fate::Killed].map(|fate| chance_of(row, fate));
            if spares(rules, game, &piece) {
                return Some(LeaderRisk {
                    piece,
                    wounded: wounded + killed,
                    killed: BigRational::from_integer(0.into()),
                });
            }
            Some(LeaderRisk { piece, wounded, killed })
        })
        .collect()
}

/// Whether what would kill a leader only wounds him (20.1).
fn spares(rules: &CivilWar, game: &Game, piece: &Piece) -> bool {
    game.options.jackson_lyon_live && rules.pack.optional.spared.leaders.contains(&piece.leader)
}

/// How often the chart of 22.1 wounds a leader whose force is not eliminated, and how often it ends his war, dead or
/// not, over both rolls of two dice.
fn chart_chances(rules: &CivilWar, game: &Game, piece: &Piece) -> [BigRational; 2] {
    let chart = &rules.pack.optional.leader_chart;
    let large =
        army::commanded_by(rules, game, piece).is_some_and(|army| army::sp(game, army) >= u32::from(chart.large_army));
    let throws = || (1..=6u32).flat_map(|one| (1..=6u32).map(move |two| one + two));
    let (mut wounded, mut killed) = (0u32, 0u32);
    for total in throws() {
        let Some(cell) = chart.cell(total, piece.rank, large) else { continue };
        let dies = throws().filter(|second| cell.again.iter().any(|on| u32::from(*on) == *second)).count() as u32;
        let (hurt, dead) = match cell.result {
            _ if cell.terminated && chart.terminates(&piece.leader, game.turn) => (0, 36),
            Some(ChartResult::Killed) => (0, 36),
            Some(ChartResult::Wounded | ChartResult::SeriouslyWounded) => (36, 0),
            Some(ChartResult::Captured) => (0, 0),
            None if cell.again.is_empty() => (0, 0),
            None => (36 - dies, dies),
        };
        (wounded, killed) = match spares(rules, game, piece) {
            true => (wounded + hurt + dead, killed),
            false => (wounded + hurt, killed + dead),
        };
    }
    [wounded, killed].map(|times| BigRational::new(times.into(), (36 * 36).into()))
}

/// How often a row of the Leader Loss Table gives a fate, over both rolls of two dice (5.4.2).
fn chance_of(row: &LossRow, wanted: Fate) -> BigRational {
    let throws = || (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| one + two));
    let again: u32 = throws().filter(|&total| row.second(total) == wanted).count() as u32;
    let first = |total: u8| match row.first(total) {
        Fate::RollAgain => again,
        fate if fate == wanted => 36,
        _ => 0,
    };
    let all: u32 = throws().map(first).sum();
    BigRational::new(all.into(), (36 * 36).into())
}

/// The assumptions: nobody reacts or evades, hits fall on the most dispensable units, a retreat takes the first open
/// path, and leaders are unhurt, because their checks are calculated separately.
struct Taken<'a> {
    rules: &'a CivilWar,
}

impl Guide<CivilWar> for Taken<'_> {
    fn at_once(&self, position: &Position<CivilWar>) -> Option<Vec<WeightedPosition<CivilWar>>> {
        let Some(Procedure::Combat(combat)) = position.stack.last() else { return None };
        let ways = combat.thrown(self.rules, &position.game)?;
        let ways = ways.into_iter().map(|(combat, weight)| {
            let mut position = position.clone();
            position.stack.pop();
            position.stack.push(Procedure::Combat(combat));
            (position, weight)
        });
        Some(ways.collect())
    }

    fn assumed(&self, purpose: &str) -> Option<Vec<u64>> {
        if purpose.starts_with(UNTRIED) {
            return Some(vec![0]);
        }
        let whole = |total: u8| self.rules.pack.charts.leader_loss.values().all(|row| row.first(total) == Fate::Unhurt);
        let total = (2..=12u8).find(|&total| whole(total)).unwrap_or(7);
        let one = total.saturating_sub(1).min(6);
        purpose.starts_with("leader_loss").then(|| vec![one.into(), (total - one).into()])
    }

    fn trim(&self, position: &mut Position<CivilWar>) {
        for procedure in &mut position.stack {
            if let Procedure::Battle(battle) = procedure {
                battle.round = battle.round.min(1);
            }
        }
    }

    fn mark(&self, position: &Position<CivilWar>) -> u64 {
        let game = &position.game;
        let mut mark = DefaultHasher::new();
        position.stack.len().hash(&mut mark);
        for group in game.groups.values() {
            (group.hex, group.sp, group.demoralized).hash(&mut mark);
        }
        for (number, squadron) in &game.squadrons {
            (number, squadron.hulls.points(), squadron.hulls.transports()).hash(&mut mark);
        }
        Side::BOTH.map(|side| game.side(side).navy.sunk.points()).hash(&mut mark);
        mark.finish()
    }

    fn answer(&self, position: &Position<CivilWar>, question: &Question) -> Option<Answer> {
        let first = || self.rules.answers(position, question, None).into_iter().next();
        match question {
            Question::React { .. } => Some(Answer::React(React::Decline)),
            Question::Reaction { .. } => Some(Answer::Reaction(Reaction::Stay)),
            Question::Screen { .. } => Some(Answer::Screen(Screen::Stand)),
            Question::Hit { options, .. } => {
                let transport = options.iter().find(|hull| matches!(hull, Hull::Transport(_)));
                transport.or(options.first()).cloned().map(Answer::Hit)
            }
            Question::Retreat { .. }
            | Question::Flight { .. }
            | Question::Pursuit { .. }
            | Question::Removal { .. } => first(),
            // Re-rolls are calculated all at once.
            Question::Reroll { .. } => None,
        }
    }
}

impl Combat {
    /// Every pair of faces that the dice of a fight which begins may end with, and how often they do when both sides
    /// use their options well. `None` where no such fight begins.
    fn thrown(&self, rules: &CivilWar, game: &Game) -> Option<Vec<(Combat, u64)>> {
        let Stage::Fight(fight) = &self.stage else { return None };
        let thrown = self.faces(rules, game, fight)?;
        let combat = |fight| Combat { stage: Stage::Fight(Box::new(fight)), ..self.clone() };
        Some(thrown.into_iter().map(|(fight, weight)| (combat(fight), weight)).collect())
    }
}
