//! Drafts: examples of legal orders, each a line of YAML with what it means behind it; the notes of a game that has none of
//! its own; and warnings that walk through the orders.

use serde::Serialize;
use serde_json::json;

use super::Present;
use super::words::capital;
use crate::document::{Id, Problem, inline};
use crate::engine::explore::surely;
use crate::engine::{Pending, Position};

/// The most examples of a kind, where a game does not say how many.
const EXAMPLES: usize = 6;

/// Who or what an order of a kind is about, and how much of an example it is.
pub type Subject = (String, usize);

/// A kind of orders in a draft.
pub struct Sort<'a, O> {
    /// What stands above its examples: `March:`.
    pub title: &'a str,
    /// The most examples that are shown.
    pub most: usize,
    /// What an order of this kind is about; `None` for one of another kind.
    pub subject: &'a dyn Fn(&O) -> Option<Subject>,
}

/// Examples of each kind of legal order: of each subject the largest, in the order in which subjects come. `nothing` is
/// said where there is no example.
pub fn examples<O: Serialize>(
    sorts: &[Sort<'_, O>],
    legal: &[O],
    words: impl Fn(&O) -> String,
    nothing: &str,
) -> Vec<String> {
    let mut lines = Vec::new();
    for Sort { title, most, subject } in sorts {
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

/// The notes of a drafted turn: when it is, what is asked, the standing orders in force; after an empty line examples of
/// each kind of order ([`Present::kinds`]).
pub fn notes<R: Present>(rules: &R, position: &Position<R>, side: &Id) -> Vec<String> {
    notes_of(rules, position, side, &rules.legal(position, side))
}

/// The same with examples of these orders.
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
        let sort = Sort { title: &title, most: EXAMPLES, subject: &subject };
        let some = examples(&[sort], legal, |order| rules.order_words(position, side, order), "");
        lines.extend(some.into_iter().filter(|line| !line.is_empty()));
    }
    lines
}

/// What is found while the orders of a draft are followed through, one after the other.
#[derive(Debug)]
pub struct Warnings {
    /// The order that is looked at, counted from 0.
    pub n: usize,
    /// Whether every order before it came out as it must.
    pub sure: bool,
    /// What stands before a warning otherwise: `as things stand now`.
    unsure: &'static str,
    /// Each with its order (`orders[2]`) and its rule.
    pub found: Vec<Problem>,
}

impl Warnings {
    /// None yet; `unsure` stands before those that rest on something uncertain.
    pub fn new(unsure: &'static str) -> Warnings {
        Warnings { n: 0, sure: true, unsure, found: Vec::new() }
    }

    /// Adds one of the order that is looked at; with an empty `advice`, none.
    pub fn warn(&mut self, rule: &str, message: String, advice: &str) {
        let message = if self.sure { message } else { format!("{}, {message}", self.unsure) };
        let problem = Problem::new(message).in_path(format!("orders[{}]", self.n)).rule(rule);
        self.found.push(if advice.is_empty() { problem } else { problem.advice(advice) });
    }
}

/// Warnings of a side's orders, each with the order that it is about ([`Present::warning`]), as far as no die and no answer
/// decides what comes of them.
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
