//! Tries acts out without dice, which is how `check` examines orders. A trial can be continued: the roll at which it
//! stopped is made, and nothing before it is done twice.

use serde_json::Value;

use crate::document::{Id, Problem};

use super::decisions::TypedDecision;
use super::rules::{RulesetSession, Unfinished};
use crate::engine::cards::Draw;
use crate::engine::dice::Dice;
use crate::engine::events::{EngineEvent, Events};
use crate::engine::position::Pending;
use crate::engine::refusal::reasons;
use crate::engine::ruleset::{Input, LaterOrder, Ruleset};
use crate::engine::run::{Stop, Until, resume, run, run_to};

/// What a trial finds.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What is wrong, with the number of the order concerned.
    pub problems: Vec<(usize, Problem)>,
    /// Orders without objections so far whose full check must wait for dice or answers.
    pub undecided: Vec<usize>,
    /// A bug in the program, which concerns no particular order.
    pub fault: Option<Problem>,
}

/// Where a trial stopped: at its first roll, or where it waits for somebody.
pub(super) struct DryRun<R: Ruleset> {
    table: RulesetSession<R>,
    events: Events,
    /// Why it stopped, if it was begun at all.
    stop: Option<Stop>,
    due: Option<Due>,
    /// What the dice were told before.
    noted: Vec<Noted>,
}

/// What dice are told, besides what they are asked for.
enum Noted {
    Draw(Draw),
    SidesExchanged,
}

/// A roll that is due: purpose, rule, dice, sides.
type Due = (String, String, usize, u64);

/// A source without dice that records which roll was asked for, and knows whose orders are tried.
struct Asked {
    side: Id,
    due: Option<Due>,
    noted: Vec<Noted>,
}

impl Dice for Asked {
    fn draw(&mut self, draw: &Draw) {
        self.noted.push(Noted::Draw(draw.clone()));
    }

    fn exchange_sides(&mut self) {
        self.noted.push(Noted::SidesExchanged);
    }

    fn tries(&self, side: &Id) -> bool {
        self.side == *side
    }

    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.due = Some((purpose.to_owned(), rule.to_owned(), count, sides));
        None
    }
}

impl<R: Ruleset> RulesetSession<R> {
    /// Tries an act without dice: everything before the first roll is fully checked, the rest as far as possible. After
    /// an order that cannot be read or is refused, the later orders are checked for what does not depend on it. Events
    /// go to `events`.
    pub(super) fn dry_run(
        &self,
        side: &Id,
        act: &TypedDecision<R>,
        written: &[Value],
        events: Events,
    ) -> (Findings, DryRun<R>) {
        let mut dry_run = DryRun { table: self.clone(), events, stop: None, due: None, noted: Vec::new() };
        let DryRun { table: trial, events, .. } = &mut dry_run;
        trial.record(side, act, events);
        let reading = act.reading().count();
        let mut tried = Findings::default();
        let mut faulty = None;
        let mut from = 0;
        if let Some(input) = resume(&trial.rules, &mut trial.position, act.answer.clone(), events) {
            let mut dice = Asked { side: side.clone(), due: None, noted: Vec::new() };
            let stop = run(&trial.rules, &mut trial.position, input, &mut dice, events);
            from = match &stop {
                Stop::OrdersReturned { side: back, n, problems, recalled: false, .. }
                    if back == side && reading > 0 =>
                {
                    tried.problems = problems.iter().map(|problem| (*n, order_problem(*n, problem.clone()))).collect();
                    faulty = Some(*n);
                    *n
                }
                Stop::Fault(fault) => {
                    tried.fault = Some(fault_problem(fault));
                    return (tried, dry_run);
                }
                _ => match &trial.position.queue {
                    Some(queue) if queue.side == *side && reading > 0 => queue.first,
                    _ => reading,
                },
            };
            (dry_run.stop, dry_run.due, dry_run.noted) = (Some(stop), dice.due, dice.noted);
        }
        let rest: Vec<LaterOrder<'_, R::Order>> = (from..act.orders.len())
            .filter_map(|n| match (&act.orders[n], written.get(n)) {
                (Some(order), _) if faulty != Some(n) => Some(LaterOrder::Order(order)),
                (_, written) => written.map(LaterOrder::Faulty),
            })
            .collect();
        if !rest.is_empty() {
            let forecast = self.rules.plausible(&dry_run.table.position, side, &rest);
            let later = forecast.problems.into_iter();
            tried.problems.extend(later.map(|(n, problem)| (from + n, order_problem(from + n, problem))));
            tried.undecided = forecast.undecided.into_iter().map(|n| from + n).collect();
        }
        // An order that is already refused is not refused again for its place in the turn.
        let reported: Vec<usize> = tried.problems.iter().map(|(n, _)| *n).collect();
        let misplaced =
            self.rules.misplaced_orders(side, &act.orders).into_iter().filter(|(n, _)| !reported.contains(n));
        tried.problems.extend(misplaced.map(|(n, problem)| (n, order_problem(n, problem))));
        (tried, dry_run)
    }

    /// Runs until somebody is waited for, or as far as `until` says; orders that cannot be carried out are returned.
    pub(super) fn run_out(
        mut self,
        input: Option<Input<R>>,
        dice: &mut dyn Dice,
        mut events: Events,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        let mut input = input;
        while let Some(given) = input {
            let stop = run_to(&self.rules, &mut self.position, given, dice, &mut events, until);
            input = match settle(stop, &mut events) {
                Ok(next) => next,
                Err(problem) => return Err(Unfinished { problems: vec![problem], events: events.into_values() }),
            };
        }
        Ok((self, events.into_values()))
    }
}

impl<R: Ruleset> DryRun<R> {
    /// The table at the end of a trial that waits for no roll and no answer.
    pub(super) fn without_answers(self) -> Option<RulesetSession<R>> {
        let answered = !matches!(self.table.position.pending, Some(Pending::Answer { .. } | Pending::TurnUp { .. }));
        (answered && matches!(self.stop, Some(Stop::Waiting | Stop::Over))).then_some(self.table)
    }

    /// The events of the trial.
    pub(super) fn happened(&self) -> &[Value] {
        self.events.as_slice()
    }

    /// Continues a trial that found nothing wrong to its end, now with dice: the resulting table, and all events since
    /// the trial began.
    pub(super) fn finish(self, dice: &mut dyn Dice) -> Result<(RulesetSession<R>, Vec<Value>), Unfinished> {
        let DryRun { table: after, mut events, stop, due, noted } = self;
        for noted in &noted {
            match noted {
                Noted::Draw(draw) => dice.draw(draw),
                Noted::SidesExchanged => dice.exchange_sides(),
            }
        }
        let input = match (stop, due) {
            (Some(Stop::NoDice), Some((purpose, rule, count, sides))) => {
                dice.roll(&purpose, &rule, count, sides).map(|faces| Some(Input::Faces(faces))).ok_or_else(no_dice)
            }
            // A face-down card was needed: the step is repeated; it had not changed anything.
            (Some(Stop::NoDice), None) => Ok(Some(Input::Proceed)),
            (Some(stop), _) => settle(stop, &mut events),
            (None, _) => Ok(None),
        };
        match input {
            Ok(input) => after.run_out(input, dice, events, Until::Rest),
            Err(problem) => Err(Unfinished { problems: vec![problem], events: events.into_values() }),
        }
    }
}

/// What follows a stop: an input to continue with, or the end.
fn settle<R: Ruleset>(stop: Stop, events: &mut Events) -> Result<Option<Input<R>>, Problem> {
    match stop {
        Stop::Waiting | Stop::Over | Stop::Done => Ok(None),
        Stop::NoDice => Err(no_dice()),
        Stop::Fault(fault) => Err(fault_problem(&fault)),
        Stop::OrdersReturned { side, n, problems, rest, .. } => {
            let rule = problems.first().and_then(|problem| problem.rule.clone());
            let event = EngineEvent::OrdersReturned { side, n, orders: rest, reasons: reasons(&problems) };
            events.emit(rule.as_deref().unwrap_or("protocol 3"), &event);
            Ok(Some(Input::Proceed))
        }
    }
}

fn no_dice() -> Problem {
    Problem::new("the dice ran out")
}

fn fault_problem(fault: &str) -> Problem {
    Problem::new(format!("a fault in the rules: {fault}"))
}

fn order_problem(n: usize, problem: Problem) -> Problem {
    problem.under(&format!("orders[{n}]"))
}
