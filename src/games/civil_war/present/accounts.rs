//! One account of each event: the sentence of a report, the line of its summary and of an index, and what belongs to it.
//! The [`table`] has most of them; [`sequence`], [`forces`] and [`combat`] have those with dice or a
//! calculation.

mod fields;
mod forces;
mod sequence;
pub mod table;
pub mod writer;

pub use fields::{FORMS, MADE};
pub use writer::Writer;

use serde_json::Value;

use crate::report::event_groups::rule_of;
use crate::report::grammar::capital;
use crate::report::template;
use crate::report::text_builder::{TextBuilder, flat};
use crate::report::{Kind, Span, Text};

use super::combat;
use crate::events::{Demoralization, DepotFate, Event, Fate, Phase, TieOutcome};
use crate::leaders::army;
use crate::movement::territory;
use crate::pack::{Side, Station};
use crate::position::ledger::Piece;
use crate::sorted::SortedSet;
use fields::Fields;

/// What is told of an event.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The heading of the part of a report that it begins.
    pub heading: Option<String>,
    /// What it is called among the lines of a combat; empty if it ends them.
    pub label: &'static str,
    /// Its sentences in a report.
    pub text: Text,
    /// The lines of the calculation of a combat, if it is one.
    pub lines: Vec<(String, Text)>,
    /// Its sentences in a summary and in an index: without dice and cost.
    pub words: String,
    /// Whether it belongs in the summary.
    pub brief: bool,
    /// Its kind in an index; `None` if it has no line there.
    pub kind: Option<Kind>,
    pub side: Option<Side>,
    pub site: Option<Station>,
    /// The leaders who took part.
    pub people: Vec<Piece>,
}

/// The account of an event; `price` is what was paid for it, in brackets.
pub fn account(writer: &mut Writer<'_>, value: &Value, event: &Event, price: &str) -> Account {
    let (row, rule) = (table::row_of(value), rule_of(value));
    let told = sequence::text(writer, event, rule).or_else(|| forces::text(writer, event));
    let told = told.or_else(|| combat::check(writer, event));
    let (heading, lines) = (sequence::heading(writer, event), combat::lines(writer, event, rule));
    let mut fields = Fields { writer, event: value, row };
    let says = capital(&template::expand(&row.says, &mut fields));
    let mut text = told.unwrap_or_else(|| TextBuilder::words(says.as_str()).text());
    let words = if says.is_empty() { flat(&text) } else { says };
    if !text.is_empty() {
        text.push(Span::plain(format!("{price}{}.", template::expand(&row.more, &mut fields))));
    }
    let mut account = Account {
        heading,
        label: &row.label,
        text,
        lines,
        words: if words.is_empty() { words } else { words + "." },
        brief: row.brief,
        kind: Kind::named(&row.kind),
        side: fields.acting_side(),
        site: fields.site(),
        people: row.people.iter().flat_map(|field| fields.leaders(field)).collect(),
    };
    change(writer, event, &mut account);
    account
}

/// What depends on more than the kind of an event.
fn change(writer: &Writer<'_>, event: &Event, account: &mut Account) {
    match event {
        Event::Phase { phase: Phase::Reinforcement, .. } => account.words.truncate(account.words.len() - 1),
        Event::Phase { .. } | Event::LeaderCheck { fate: Fate::Unhurt, .. } => {
            (account.kind, account.brief) = (None, false)
        }
        Event::Tie { outcome: TieOutcome::Ends | TieOutcome::Ignored, .. } => account.kind = None,
        Event::Control { hex, .. } | Event::MarkerRemoved { hex, .. } => {
            account.brief = writer.rules.pack.map.city(*hex).is_some();
            let counts = account.brief || territory::fort(writer.rules, writer.game, *hex).is_some();
            account.kind = account.kind.filter(|_| counts);
        }
        Event::Reacted { leader: None, army, .. } => {
            account.people = army::commander(writer.rules, writer.game, army).into_iter().collect();
        }
        Event::DepotLost { side, how: how @ (DepotFate::Spent | DepotFate::Destroyed), .. } => {
            let kind = if *how == DepotFate::Spent { Kind::Other } else { Kind::Order };
            (account.brief, account.kind, account.side) = (false, Some(kind), Some(*side));
        }
        Event::Razed { side, by, .. } if side == by => account.kind = Some(Kind::Order),
        Event::Mississippi { lost: false } => account.side = Some(Side::Confederate),
        Event::Demoralized { because, .. } => {
            account.brief = !writer.fought || *because != Demoralization::CombatResult;
        }
        // The account of the combat has it.
        Event::Lost { .. } | Event::Destroyed { .. } if writer.fought => (account.kind, account.brief) = (None, false),
        Event::NavalRound { union, confederate, .. } => {
            account.people = union.leader.iter().chain(&confederate.leader).cloned().collect();
        }
        Event::Rallied { leader, .. } => {
            account.kind = Some(if leader.is_some() { Kind::Order } else { Kind::Other });
            account.people = leader.iter().map(|leader| Piece { leader: leader.clone(), rank: 1 }).collect();
        }
        _ => {}
    }
}

/// The rules that an event cites, its own first, then those of its details, each once.
pub fn cited(event: &Value) -> Vec<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| match value {
                Value::String(rule) if key == "rule" => found.push(rule.clone()),
                _ => collect(value, found),
            }),
            Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = vec![rule_of(event).to_owned()];
    collect(event, &mut found);
    let mut seen = SortedSet::new();
    found.retain(|rule| !matches!(rule.as_str(), "" | "orders") && seen.insert(rule.clone()));
    found
}
