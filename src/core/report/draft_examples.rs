//! Drafts: examples of legal orders, each a line of YAML followed by its meaning; default notes for games that have
//! none of their own; and warnings that follow the orders of a draft one by one.

use serde::Serialize;
use serde_json::json;

use super::Present;
use super::grammar::capital;
use crate::document::{Condition, Id, Problem, inline};
use crate::engine::explore::surely;
use crate::engine::{Pending, Position};

/// The maximum number of examples of a kind, unless a game says otherwise.
const EXAMPLES: usize = 6;

/// Who or what an order of a kind is about, and how good an example it is.
pub type Subject = (String, usize);

/// A kind of orders in a draft.
pub struct ExampleKind<'a, O> {
    /// The heading of its examples: `March:`.
    pub title: &'a str,
    /// The maximum number of examples.
    pub most: usize,
    /// What an order of this kind is about; `None` for an order of another kind.
    pub subject: &'a dyn Fn(&O) -> Option<Subject>,
}

/// Examples of each kind of legal order: the best one for each subject, in the order of first appearance. `nothing` is
/// the text if there is no example.
pub fn examples<O: Serialize>(
    sorts: &[ExampleKind<'_, O>],
    legal: &[O],
    words: impl Fn(&O) -> String,
    nothing: &str,
) -> Vec<String> {
    let mut lines = Vec::new();
    for ExampleKind { title, most, subject } in sorts {
        let mut found: Vec<(Subject, &O)> = Vec::new();
        for order in legal {
            let Some(about) = subject(order) else { continue };
            match found.iter_mut().find(|((what, _), _)| *what == about.0) {
                Some(entry) if entry.0.1 < about.1 => *entry = (about, order),
                Some(_) => {}
                None => found.push((about, order)),
            }
        }
        if !found.is_empty() {
            lines.push((*title).to_owned());
        }
        let line = |(_, order): &(Subject, &O)| format!("- {}  # {}", inline(&json!(order)), words(order));
        lines.extend(found.iter().take(*most).map(line));
    }
    if lines.is_empty() {
        lines.push(nothing.to_owned());
    }
    lines
}

/// The notes of a drafted turn: when it is, what is asked, the standing orders in force; then, after an empty line,
/// examples of each kind of order ([`Present::kinds`]).
pub fn notes<R: Present>(rules: &R, position: &Position<R>, side: &Id) -> Vec<String> {
    notes_of(rules, position, side, &rules.legal(position, side, None))
}

/// The same, with examples of the given orders.
pub fn notes_of<R: Present>(rules: &R, position: &Position<R>, side: &Id, legal: &[R::Order]) -> Vec<String> {
    let mut lines = vec![format!("{}.", capital(&rules.when(position).words))];
    lines.extend(rules.asked(position).map(|(said, rule)| format!("{said} [{rule}]")));
    if !matches!(&position.pending, Some(Pending::Orders { .. })) {
        return lines;
    }
    let standing = position.standing.get(side).map_or_else(Vec::new, |orders| rules.standing_words(orders));
    match standing.is_empty() {
        true => lines.push("No standing orders are in force.".to_owned()),
        false => lines.push("Your standing orders, until you write others:".to_owned()),
    }
    lines.extend(standing.into_iter().map(|line| format!("  {line}")));
    lines.push(String::new());
    for kind in rules.kinds() {
        let subject = |order: &R::Order| {
            let written = json!(order);
            written.get(kind.key).map(|details| (details.to_string(), 0))
        };
        let title = format!("{} [{}]:", kind.title, kind.rule);
        let sort = ExampleKind { title: &title, most: EXAMPLES, subject: &subject };
        let some = examples(&[sort], legal, |order| rules.order_words(position, side, order), "");
        lines.extend(some.into_iter().filter(|line| !line.is_empty()));
    }
    lines
}

/// Collects warnings while the orders of a draft are followed one by one.
#[derive(Debug)]
pub struct Warnings {
    /// The index of the current order, from 0.
    pub n: usize,
    /// Whether the result of every order before it is certain.
    pub sure: bool,
    /// The condition of a warning that is not certain.
    unsure: Condition,
    /// The warnings, each with its order (`orders[2]`) and its rule.
    pub found: Vec<Problem>,
}

impl Warnings {
    /// An empty collection; `unsure` is the condition of warnings that are not certain.
    pub fn new(unsure: Condition) -> Warnings {
        Warnings { n: 0, sure: true, unsure, found: Vec::new() }
    }

    /// Adds a warning about the current order; an empty `advice` means none.
    pub fn warn(&mut self, rule: &str, message: String, advice: &str) {
        let problem = Problem::new(message).in_path(format!("orders[{}]", self.n)).rule(rule);
        let problem = if self.sure { problem } else { problem.if_so(self.unsure) };
        self.found.push(if advice.is_empty() { problem } else { problem.advice(advice) });
    }
}

/// Warnings about a side's orders, each with the order concerned ([`Present::warning`]), as far as no die and no answer
/// decides the result.
pub fn warnings<R: Present>(rules: &R, position: &Position<R>, side: &Id, orders: &[R::Order]) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut now = position.clone();
    for (n, order) in orders.iter().enumerate() {
        let after = surely(rules, &now, side, order).ok().flatten();
        let warning = rules.warning(&now, after.as_ref(), side, order);
        found.extend(warning.map(|problem| problem.in_path(format!("orders[{n}]"))));
        match after {
            Some(after) => now = after,
            None => break,
        }
    }
    found
}
