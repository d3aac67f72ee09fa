//! Acts tried out without dice: what `check` says of orders.

use serde_json::Value;

use crate::document::{Id, Problem};
use crate::report::Present;

use super::dice::NoDice;
use super::events::Events;
use super::ruleset::Later;
use super::run::{Stop, resume, run};
use super::table::{Seated, Typed};

/// What a trial finds.
#[derive(Debug, Default)]
pub(super) struct Tried {
    /// What is wrong, with the number of the order that it is about.
    pub problems: Vec<(usize, Problem)>,
    /// Orders that nothing speaks against so far, and whose full test must wait for dice or answers.
    pub undecided: Vec<usize>,
    /// A fault of the program, which is about no order.
    pub fault: Option<Problem>,
}

impl<R: Present> Seated<R> {
    /// Tries an act without dice: what comes before the first roll is tested in full, the rest as far as it can be.
    /// After an order that does not read or is refused, the others are tested for what does not depend on it.
    pub(super) fn trial(&self, side: &Id, act: &Typed<R>, written: &[Value]) -> Tried {
        let mut trial = self.clone();
        let mut events = Events::unheard();
        trial.record(side, act, &mut events);
        let reading = act.reading().count();
        let mut tried = Tried::default();
        let mut faulty = None;
        let mut from = 0;
        if let Some(input) = resume(&trial.rules, &mut trial.position, act.said.clone(), &mut events) {
            let stop = run(&trial.rules, &mut trial.position, input, &mut NoDice, &mut events);
            from = match stop {
                Stop::HandBack { side: back, n, problems, .. } if back == *side && reading > 0 => {
                    tried.problems = problems.into_iter().map(|problem| (n, order_problem(n, problem))).collect();
                    faulty = Some(n);
                    n
                }
                Stop::Fault(fault) => {
                    tried.fault = Some(Problem::new(format!("a fault in the rules: {fault}")));
                    return tried;
                }
                _ => match &trial.position.queue {
                    Some(queue) if queue.side == *side && reading > 0 => queue.first,
                    _ => reading,
                },
            };
        }
        let rest: Vec<Later<'_, R::Order>> = (from..act.orders.len())
            .filter_map(|n| match (&act.orders[n], written.get(n)) {
                (Some(order), _) if faulty != Some(n) => Some(Later::Order(order)),
                (_, written) => written.map(Later::Faulty),
            })
            .collect();
        let forecast = self.rules.plausible(&trial.position, side, &rest);
        let later = forecast.problems.into_iter();
        tried.problems.extend(later.map(|(n, problem)| (from + n, order_problem(from + n, problem))));
        tried.undecided = forecast.undecided.into_iter().map(|n| from + n).collect();
        tried
    }
}

fn order_problem(n: usize, problem: Problem) -> Problem {
    problem.under(&format!("orders[{n}]"))
}
