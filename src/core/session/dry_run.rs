//! Acts tried out without dice: what `check` says of orders. What was tried can be gone on with: a roll that stopped the
//! trial is made, and nothing that came before it is done twice.

use serde_json::Value;

use crate::document::{Id, Problem};

use super::{Seated, Typed, Unfinished};
use crate::engine::cards::Draw;
use crate::engine::dice::Dice;
use crate::engine::events::{EngineEvent, Events};
use crate::engine::refusal::reasons;
use crate::engine::ruleset::{Input, Later, Ruleset};
use crate::engine::run::{Stop, Until, resume, run, run_to};

/// What a trial finds.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What is wrong, with the number of the order that it is about.
    pub problems: Vec<(usize, Problem)>,
    /// Orders that nothing speaks against so far, and whose full test must wait for dice or answers.
    pub undecided: Vec<usize>,
    /// A fault of the program, which is about no order.
    pub fault: Option<Problem>,
}

/// Where a trial came to rest: at its first roll, or where it waits for somebody.
pub(super) struct DryRun<R: Ruleset> {
    table: Seated<R>,
    events: Events,
    /// Why it stopped, if it was begun at all.
    stop: Option<Stop>,
    due: Option<Due>,
    /// What was drawn before.
    drawn: Vec<Draw>,
}

/// A roll that is due: purpose, rule, dice, sides.
type Due = (String, String, usize, u64);

/// No dice, but a memory of what was to be rolled; and the side whose orders are tried.
struct Asked {
    side: Id,
    due: Option<Due>,
    drawn: Vec<Draw>,
}

impl Dice for Asked {
    fn draw(&mut self, draw: &Draw) {
        self.drawn.push(draw.clone());
    }

    fn tries(&self, side: &Id) -> bool {
        self.side == *side
    }

    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.due = Some((purpose.to_owned(), rule.to_owned(), count, sides));
        None
    }
}

impl<R: Ruleset> Seated<R> {
    /// Tries an act without dice: what comes before the first roll is tested in full, the rest as far as it can be.
    /// After an order that does not read or is refused, the others are tested for what does not depend on it. What
    /// happens on the way is told to `events`.
    pub(super) fn dry_run(
        &self,
        side: &Id,
        act: &Typed<R>,
        written: &[Value],
        events: Events,
    ) -> (Findings, DryRun<R>) {
        let mut dry_run = DryRun { table: self.clone(), events, stop: None, due: None, drawn: Vec::new() };
        let DryRun { table: trial, events, .. } = &mut dry_run;
        trial.record(side, act, events);
        let reading = act.reading().count();
        let mut tried = Findings::default();
        let mut faulty = None;
        let mut from = 0;
        if let Some(input) = resume(&trial.rules, &mut trial.position, act.said.clone(), events) {
            let mut dice = Asked { side: side.clone(), due: None, drawn: Vec::new() };
            let stop = run(&trial.rules, &mut trial.position, input, &mut dice, events);
            from = match &stop {
                Stop::HandBack { side: back, n, problems, recalled: false, .. } if back == side && reading > 0 => {
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
            (dry_run.stop, dry_run.due, dry_run.drawn) = (Some(stop), dice.due, dice.drawn);
        }
        let rest: Vec<Later<'_, R::Order>> = (from..act.orders.len())
            .filter_map(|n| match (&act.orders[n], written.get(n)) {
                (Some(order), _) if faulty != Some(n) => Some(Later::Order(order)),
                (_, written) => written.map(Later::Faulty),
            })
            .collect();
        if !rest.is_empty() {
            let forecast = self.rules.plausible(&dry_run.table.position, side, &rest);
            let later = forecast.problems.into_iter();
            tried.problems.extend(later.map(|(n, problem)| (from + n, order_problem(from + n, problem))));
            tried.undecided = forecast.undecided.into_iter().map(|n| from + n).collect();
        }
        // What is refused in its turn already is not refused for its place besides.
        let told: Vec<usize> = tried.problems.iter().map(|(n, _)| *n).collect();
        let misplaced = self.rules.out_of_place(side, &act.orders).into_iter().filter(|(n, _)| !told.contains(n));
        tried.problems.extend(misplaced.map(|(n, problem)| (n, order_problem(n, problem))));
        (tried, dry_run)
    }

    /// Runs until somebody is waited for, or as far as `until` says; what cannot be carried out is handed back.
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
    /// What happened in the trial.
    pub(super) fn happened(&self) -> &[Value] {
        self.events.as_slice()
    }

    /// Goes on to the end, with dice, from where a trial that found nothing wrong came to rest: the table then, and what
    /// happened from the beginning of the trial.
    pub(super) fn go_on(self, dice: &mut dyn Dice) -> Result<(Seated<R>, Vec<Value>), Unfinished> {
        let DryRun { table: after, mut events, stop, due, drawn } = self;
        drawn.iter().for_each(|draw| dice.draw(draw));
        let input = match (stop, due) {
            (Some(Stop::NoDice), Some((purpose, rule, count, sides))) => {
                dice.roll(&purpose, &rule, count, sides).map(|faces| Some(Input::Faces(faces))).ok_or_else(no_dice)
            }
            // A card was needed that lies face down: the step is taken again, and has changed nothing before.
            (Some(Stop::NoDice), None) => Ok(Some(Input::Go)),
            (Some(stop), _) => settle(stop, &mut events),
            (None, _) => Ok(None),
        };
        match input {
            Ok(input) => after.run_out(input, dice, events, Until::Rest),
            Err(problem) => Err(Unfinished { problems: vec![problem], events: events.into_values() }),
        }
    }
}

/// What a stop leads to: an input to go on with, or the end.
fn settle<R: Ruleset>(stop: Stop, events: &mut Events) -> Result<Option<Input<R>>, Problem> {
    match stop {
        Stop::Waiting | Stop::Over | Stop::Done => Ok(None),
        Stop::NoDice => Err(no_dice()),
        Stop::Fault(fault) => Err(fault_problem(&fault)),
        Stop::HandBack { side, n, problems, rest, .. } => {
            let rule = problems.first().and_then(|problem| problem.rule.clone());
            let event = EngineEvent::HandedBack { side, n, orders: rest, reasons: reasons(&problems) };
            events.emit(rule.as_deref().unwrap_or("protocol 3"), &event);
            Ok(Some(Input::Go))
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
