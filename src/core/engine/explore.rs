//! Computes everything that an order may lead to, each result with its exact probability, by following every possible
//! roll.
//!
//! The positions at which dice are due are the states of a finite Markov chain; ships that fight round after round
//! without a hit return to the same state. The chain is solved exactly, with fractions of integers, by eliminating one
//! state after the other.

use crate::sorted::{SortedMap, SortedSet};

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::document::{Id, Problem};

use super::dice::{Dice, NoDice};
use super::events::Events;
use super::position::{Pending, Position};
use super::ruleset::{Input, Ruleset, StepContext};
use super::run::{Stop, SuppliedAnswer, Until, resume, run_to};

/// The maximum number of states; beyond it the exploration gives up. No order that a person could follow has that many.
const MAX_STATES: usize = 4_000;

/// A position with its relative weight.
pub type WeightedPosition<R> = (Position<R>, u64);

/// What the game contributes to an exploration.
pub trait Guide<R: Ruleset> {
    /// Positions to continue from, with their weights, in place of a procedure whose rolls and choices the game
    /// calculates in one go.
    fn at_once(&self, position: &Position<R>) -> Option<Vec<WeightedPosition<R>>>;
    /// The faces that a roll is assumed to show, where its effect is calculated separately.
    fn assumed(&self, purpose: &str) -> Option<Vec<u64>>;
    /// Removes from a position what makes no difference to what follows, such as a count of rounds.
    fn trim(&self, position: &mut Position<R>);
    /// A hash of the position: equal for equal positions, and mostly different for others.
    fn mark(&self, position: &Position<R>) -> u64;
    /// The answer that a side is assumed to give; `None` if what follows cannot be calculated.
    fn answer(&self, position: &Position<R>, question: &R::Question) -> Option<R::Answer>;
}

/// A possible result of an order.
#[derive(Clone, Debug)]
pub struct PossibleResult<R: Ruleset> {
    pub position: Position<R>,
    /// Its probability; those of all results add up to 1.
    pub chance: BigRational,
}

/// All possible results of an order.
#[derive(Clone, Debug)]
pub struct Explored<R: Ruleset> {
    /// The results in the order in which they were found, which follows the faces of the dice.
    pub ends: Vec<PossibleResult<R>>,
    /// The purposes of rolls whose faces were assumed.
    pub assumed: SortedSet<String>,
    /// The purposes of rolls whose faces were all followed.
    pub rolled: SortedSet<String>,
    /// The questions that were answered on behalf of a side.
    pub answered: Vec<R::Question>,
}

/// Carries out one order of `side` with every possible roll.
///
/// # Errors
/// Why the order is illegal; or that there are too many possibilities.
pub fn explore<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    order: &R::Order,
    guide: &dyn Guide<R>,
) -> Result<Explored<R>, Vec<Problem>> {
    let (start, floor, begun) = begin(rules, position, side, order)?;
    let mut search = Search::new(rules, guide, floor, position.asked);
    match begun {
        false => search.state(start, None),
        true => search.run_until_roll(start, Input::Proceed, None).map_err(|problem| vec![problem])?,
    };
    search.through()
}

/// Continues from a legal answer to the current question, with every possible roll, to the end of the procedure that
/// asks.
///
/// # Errors
/// As [`explore`].
pub fn explore_answer<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    answer: &R::Answer,
    guide: &dyn Guide<R>,
) -> Result<Explored<R>, Vec<Problem>> {
    let mut start = without_sealed_answers(rules, position);
    let mut search = Search::new(rules, guide, start.stack.len().saturating_sub(1), start.asked);
    match resume(rules, &mut start, Some(SuppliedAnswer::Answer(answer.clone())), &mut Events::discarding()) {
        Some(input) => search.run_until_roll(start, input, None).map_err(|problem| vec![problem])?,
        None => search.state(start, None),
    };
    search.through()
}

/// The position after an order of `side`, if it needs neither a roll nor an answer.
///
/// # Errors
/// Why the order is illegal.
pub fn surely<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    order: &R::Order,
) -> Result<Option<Position<R>>, Vec<Problem>> {
    let (mut after, floor, begun) = begin(rules, position, side, order)?;
    let stop = match begun {
        true => run_to(rules, &mut after, Input::Proceed, &mut NoDice, &mut Events::discarding(), Until::Depth(floor)),
        false => Stop::Done,
    };
    Ok((stop == Stop::Done).then_some(after))
}

/// The position after an order of `side`, carried out once with these dice. `guide` answers questions that no standing
/// order answers. Events are recorded as far as the order gets.
///
/// # Errors
/// Why the order is illegal, or cannot be carried out to its end.
pub fn play<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    order: &R::Order,
    guide: &dyn Guide<R>,
    (dice, events): (&mut dyn Dice, &mut Events),
) -> Result<Position<R>, Vec<Problem>> {
    let (mut after, floor, begun) = begin(rules, position, side, order)?;
    go_on(rules, &mut after, (begun.then_some(Input::Proceed), floor), guide, (dice, events))?;
    Ok(after)
}

/// The same from a legal answer to the current question, to the end of the procedure that asks.
///
/// # Errors
/// Why it cannot be carried out to its end.
pub fn play_answer<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    answer: &R::Answer,
    guide: &dyn Guide<R>,
    (dice, events): (&mut dyn Dice, &mut Events),
) -> Result<Position<R>, Vec<Problem>> {
    let mut after = without_sealed_answers(rules, position);
    let floor = after.stack.len().saturating_sub(1);
    let input = resume(rules, &mut after, Some(SuppliedAnswer::Answer(answer.clone())), events);
    go_on(rules, &mut after, (input, floor), guide, (dice, events))?;
    Ok(after)
}

/// Goes on until no more procedures than `floor` are running.
fn go_on<R: Ruleset>(
    rules: &R,
    after: &mut Position<R>,
    (mut input, floor): (Option<Input<R>>, usize),
    guide: &dyn Guide<R>,
    (dice, events): (&mut dyn Dice, &mut Events),
) -> Result<(), Vec<Problem>> {
    while let Some(given) = input.take() {
        match run_to(rules, after, given, dice, events, Until::Depth(floor)) {
            Stop::Done | Stop::Over | Stop::OrdersReturned { .. } => {}
            Stop::NoDice => return Err(vec![Problem::new("the dice ran out")]),
            Stop::Fault(fault) => return Err(vec![Problem::new(format!("a fault in the rules: {fault}"))]),
            Stop::Waiting => {
                let Some(Pending::Answer { question, .. }) = after.pending.clone() else { break };
                let answer = guide.answer(after, &question).ok_or_else(|| vec![unanswered()])?;
                input = resume(rules, after, Some(SuppliedAnswer::Answer(answer)), events);
            }
        }
    }
    Ok(())
}

/// The position without answers in advance that are still sealed: their content is unknown, so a side that is asked
/// does what the guide assumes.
fn without_sealed_answers<R: Ruleset>(rules: &R, position: &Position<R>) -> Position<R> {
    let mut position = position.clone();
    if let Some(cards) = rules.cards_mut(&mut position.game) {
        cards.forget_sealed();
    }
    position
}

/// A begun order: the position, how many procedures were running before, and whether one has been added.
fn begin<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    order: &R::Order,
) -> Result<(Position<R>, usize, bool), Vec<Problem>> {
    let mut start = without_sealed_answers(rules, position);
    (start.pending, start.queue) = (None, None);
    let floor = start.stack.len();
    let cx = StepContext { game: &mut start.game, standing: &start.standing, events: &mut Events::discarding() };
    let procedure = rules.begin(cx, side, order)?;
    let begun = procedure.is_some();
    start.stack.extend(procedure);
    Ok((start, floor, begun))
}

/// The problem that what follows a question cannot be calculated.
fn unanswered() -> Problem {
    let problem = Problem::new("the result depends on an answer that cannot be predicted");
    problem.advice("ask again when the question has been answered")
}

/// A roll that is due.
#[derive(Clone, Debug)]
struct Due {
    purpose: String,
    count: usize,
    sides: u64,
}

struct State<R: Ruleset> {
    position: Position<R>,
    /// The roll that is due in this state; `None` for a result.
    due: Option<Due>,
    /// The states that it leads to, each with its probability.
    next: SortedMap<usize, BigRational>,
}

struct Search<'a, R: Ruleset> {
    rules: &'a R,
    guide: &'a dyn Guide<R>,
    floor: usize,
    asked: u64,
    states: Vec<State<R>>,
    /// The indices of the states with a given [`Guide::mark`].
    marked: SortedMap<u64, Vec<usize>>,
    assumed: SortedSet<String>,
    rolled: SortedSet<String>,
    answered: Vec<R::Question>,
}

/// Dice that fall once as given, then as assumed; a further roll is only recorded.
struct GuidedDice<'a, R: Ruleset> {
    guide: &'a dyn Guide<R>,
    faces: Option<Vec<u64>>,
    due: Option<Due>,
    assumed: &'a mut SortedSet<String>,
}

impl<R: Ruleset> Dice for GuidedDice<'_, R> {
    fn roll(&mut self, purpose: &str, _rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        if let Some(faces) = self.guide.assumed(purpose) {
            self.assumed.insert(purpose.to_owned());
            return Some(faces);
        }
        self.due = Some(Due { purpose: purpose.to_owned(), count, sides });
        self.faces.take()
    }
}

impl<'a, R: Ruleset> Search<'a, R> {
    fn new(rules: &'a R, guide: &'a dyn Guide<R>, floor: usize, asked: u64) -> Self {
        let (states, assumed, rolled) = (Vec::new(), SortedSet::new(), SortedSet::new());
        Search { rules, guide, floor, asked, states, marked: SortedMap::new(), assumed, rolled, answered: Vec::new() }
    }

    /// Continues from a position until a roll is due or the order is done. Returns the state reached.
    fn run_until_roll(
        &mut self,
        mut position: Position<R>,
        mut input: Input<R>,
        mut faces: Option<Vec<u64>>,
    ) -> Result<usize, Problem> {
        loop {
            let mut dice = GuidedDice { guide: self.guide, faces: faces.take(), due: None, assumed: &mut self.assumed };
            let mut events = Events::discarding();
            match run_to(self.rules, &mut position, input, &mut dice, &mut events, Until::Depth(self.floor)) {
                Stop::NoDice => {
                    let due = dice.due;
                    return Ok(self.state(position, due));
                }
                Stop::Waiting => {
                    let Some(Pending::Answer { question, .. }) = position.pending.clone() else {
                        return Ok(self.state(position, None));
                    };
                    let answer = self.guide.answer(&position, &question).ok_or_else(unanswered)?;
                    if !self.answered.contains(&question) {
                        self.answered.push(question);
                    }
                    let said = Some(SuppliedAnswer::Answer(answer));
                    match resume(self.rules, &mut position, said, &mut events) {
                        Some(answered) => input = answered,
                        None => return Ok(self.state(position, None)),
                    }
                }
                Stop::Done | Stop::Over | Stop::OrdersReturned { .. } => return Ok(self.state(position, None)),
                Stop::Fault(fault) => return Err(Problem::new(format!("a fault in the rules: {fault}"))),
            }
        }
    }

    /// The index of a state, added if it is new.
    fn state(&mut self, mut position: Position<R>, due: Option<Due>) -> usize {
        // How often somebody was asked on the way makes no difference.
        position.asked = self.asked;
        self.guide.trim(&mut position);
        let marked = self.marked.entry(self.guide.mark(&position)).or_default();
        let same = |n: &&usize| {
            let state = &self.states[**n];
            state.due.is_some() == due.is_some()
                && state.position.stack == position.stack
                && state.position.game == position.game
        };
        if let Some(known) = marked.iter().find(same) {
            return *known;
        }
        let new = self.states.len();
        marked.push(new);
        self.states.push(State { position, due, next: SortedMap::new() });
        new
    }

    /// Visits every state, and the states to which it leads.
    fn through(mut self) -> Result<Explored<R>, Vec<Problem>> {
        let mut next = 0;
        while next < self.states.len() {
            self.branch(next).map_err(|problem| vec![problem])?;
            next += 1;
            if self.states.len() > MAX_STATES {
                let problem = Problem::new("this has too many possible results to calculate");
                return Err(vec![problem.advice("ask about one attack, or one part of the path, at a time")]);
            }
        }
        Ok(self.solve())
    }

    /// Follows every possible roll in a state.
    fn branch(&mut self, at: usize) -> Result<(), Problem> {
        let Some(due) = self.states[at].due.clone() else { return Ok(()) };
        let position = self.states[at].position.clone();
        let ways: Vec<(Position<R>, Option<Vec<u64>>, u64)> = match self.guide.at_once(&position) {
            Some(ways) => ways.into_iter().map(|(position, weight)| (position, None, weight)).collect(),
            None => {
                self.rolled.insert(due.purpose);
                throws(due.count, due.sides).map(|faces| (position.clone(), Some(faces), 1)).collect()
            }
        };
        let all: u64 = ways.iter().map(|(_, _, weight)| weight).sum();
        for (position, faces, weight) in ways {
            let next = self.run_until_roll(position, Input::Proceed, faces)?;
            let share = BigRational::new(weight.into(), all.into());
            *self.states[at].next.entry(next).or_insert_with(BigRational::zero) += share;
        }
        Ok(())
    }

    /// Moves the probability of the first state on, state by state, until all of it is in the results. A transition
    /// back to an eliminated state goes on to where that state led. States that are cheapest to eliminate come first.
    fn solve(mut self) -> Explored<R> {
        let mut shares: Vec<BigRational> = vec![BigRational::zero(); self.states.len()];
        let mut from: Vec<SortedSet<usize>> = vec![SortedSet::new(); self.states.len()];
        for (n, state) in self.states.iter().enumerate() {
            state.next.keys().for_each(|&to| _ = from[to].insert(n));
        }
        if let Some(first) = shares.first_mut() {
            *first = BigRational::one();
        }
        let mut left: SortedSet<usize> = (0..self.states.len()).filter(|&n| self.states[n].due.is_some()).collect();
        while let Some(at) = left.iter().copied().min_by_key(|&n| from[n].len() * self.states[n].next.len()) {
            left.remove(&at);
            let on = without_return(at, std::mem::take(&mut self.states[at].next));
            let share = std::mem::take(&mut shares[at]);
            for (&to, part) in &on {
                shares[to] += &share * part;
                from[to].remove(&at);
            }
            for back in std::mem::take(&mut from[at]) {
                let Some(share) = self.states[back].next.remove(&at) else { continue };
                for (&to, part) in &on {
                    *self.states[back].next.entry(to).or_insert_with(BigRational::zero) += &share * part;
                    from[to].insert(back);
                }
            }
        }
        let ends = self.states.into_iter().zip(shares).filter(|(state, _)| state.due.is_none());
        let ends = ends.map(|(state, chance)| PossibleResult { position: state.position, chance }).collect();
        Explored { ends, assumed: self.assumed, rolled: self.rolled, answered: self.answered }
    }
}

/// The transitions of a state without those back to itself, rescaled.
fn without_return(at: usize, mut next: SortedMap<usize, BigRational>) -> SortedMap<usize, BigRational> {
    let back = next.remove(&at).unwrap_or_else(BigRational::zero);
    let rest = BigRational::one() - back;
    if !rest.is_zero() {
        next.values_mut().for_each(|share| *share /= &rest);
    }
    next
}

/// Every combination of faces of this many dice, in order.
fn throws(count: usize, sides: u64) -> impl Iterator<Item = Vec<u64>> {
    let all = sides.saturating_pow(u32::try_from(count).unwrap_or(u32::MAX));
    (0..all).map(move |mut n| {
        let mut faces = vec![0; count];
        for face in faces.iter_mut().rev() {
            *face = n % sides + 1;
            n /= sides;
        }
        faces
    })
}
