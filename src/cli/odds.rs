//! `odds`: the possible results of orders, over every die roll.

use std::path::Path;

use serde_json::json;

use super::draft::default_name;
use super::folder::Folder;
use super::match_args::DraftArgs;
use super::open_match::Match;
use super::out::{self, Printout};
use super::progress::Progress;
use super::prompts::seat_called;
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, home, own_hand, practice_match, seat};
use crate::document::Problem;
use crate::document::kinds::SeatEntry;
use crate::report::{Block, Report, Section, Span, text};

/// Calculate the odds of orders: every result of an attack, a landing or a run past batteries, with its exact
/// probability.
///
/// Nothing is rolled, signed or written. Both sides are assumed to make the best use of their rerolls. Each order is
/// calculated from the position after the earlier orders that need no die roll.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An order to calculate instead, written as in a draft, with or without its dash: "move: {leader: grant, sp: 4,
    /// path: [\"2412\"]}".
    #[arg(long = "order", value_name = "ORDER", allow_hyphen_values = true)]
    orders: Vec<String>,
    #[command(flatten)]
    place: DraftArgs,
    /// The seat that gives the orders [default: the seat to move].
    #[arg(long)]
    seat: Option<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (place, file) = args.place.find()?;
    if let Some(file) = file.as_ref().filter(|_| !args.orders.is_empty()) {
        let problem = Problem::new("you give both a draft and --order");
        return Err(Failure::cannot_in(file, problem.advice("give only one of them")));
    }
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_to_read(&folder)?;
    let adjudication = found.adjudication()?;
    let charter = &found.chain.charter.typed;
    let awaited = found.chain.awaited(&adjudication.state().typed);
    let entry: &SeatEntry = match (&args.seat, awaited.as_slice()) {
        (Some(wanted), _) => seat::by_name(charter, wanted)?,
        (None, [only]) => found.chain.seats.entry(only).ok_or_else(seat::no_side)?,
        (None, _) => match seat::user_seat(charter) {
            Some(own) => own,
            None => seat::acting_seat(&home::vault()?, charter, None)?,
        },
    };
    // A user who asks about his own seat sees his own face-down cards.
    let adjudication = match seat::user_seat(charter).filter(|own| own.seat == entry.seat) {
        Some(own) => own_hand::with_own_cards(adjudication, own, &seat::key)?,
        None => adjudication,
    };
    let side = adjudication.side_of(&entry.seat).cloned().ok_or_else(seat::no_side)?;
    let called = seat_called(&found.chain, &*adjudication.table, &entry.seat);
    let draft = match (&file, args.orders.is_empty()) {
        (Some(path), _) => Draft::read(path)?,
        (None, true) => {
            let path = folder.path.join(default_name(&found, entry));
            if !path.exists() {
                let problem = Problem::new("there is no order and no draft to calculate");
                let advice = format!("give one with --order, or {}", practice_match::draft_advice(charter));
                return Err(Failure::cannot(problem.advice(advice)));
            }
            Draft::read(&path)?
        }
        (None, false) => {
            let mut text = "adjutant: 1\nkind: turn\norders:\n".to_owned();
            args.orders.iter().for_each(|order| text += &entry_of(order));
            Draft::parse(Path::new("--order"), text.as_bytes())?
        }
    };
    let draft = draft.in_form(&*adjudication.table);
    let act = draft.orders_by_name();
    if act.orders.is_empty() {
        return Err(Failure::cannot(
            Problem::new("there are no orders in the draft")
                .advice("give one with --order, or write one into the draft: `adjutant legal` lists what is legal"),
        ));
    }
    let progress = Progress::spinner("calculating");
    let supposed = adjudication.table.supposing(&side, &act);
    let table = supposed.as_ref().map_or(&*adjudication.table, |(table, _)| &**table);
    let odds = table.odds(&side, &act);
    drop(progress);
    let odds = odds.map_err(|problems| draft.refused(problems))?;
    let words = || {
        let sections = odds.iter().enumerate().map(|(n, one)| Section {
            heading: format!("Order {}: {}", n + 1, one.words),
            blocks: match &one.chances {
                Some(chances) => chances.blocks.clone(),
                None => vec![Block::Paragraph(vec![Span::Plain("It needs no die roll.".to_owned())])],
            },
        });
        let supposed = supposed.as_ref().map_or(String::new(), |(_, what)| format!(". Assumes that {what}"));
        let subtitle = format!("{} ({called}), step {}{supposed}", entry.name, found.step() + 1);
        let report = Report { title: "Odds".to_owned(), subtitle, sections: sections.collect() };
        let mut words = Printout::default();
        words.page(text::write_for(&report, &out::page()));
        words.paged()
    };
    let value = || {
        let one = |one: &crate::session::session_text::OrderChances| json!({"order": one.words, "chances": one.chances.as_ref().map(|chances| &chances.data)});
        json!({"seat": entry.seat, "orders": odds.iter().map(one).collect::<Vec<_>>(),
               "supposed": supposed.as_ref().map(|(_, what)| what)})
    };
    out::answer(format, words, value)
}

/// An order as an entry of a list, indented by two, with its dash if it has one.
fn entry_of(order: &str) -> String {
    let order = order.trim_matches('\n').trim_end();
    let indented = order.len() - order.trim_start().len();
    let lines = order.lines().map(|line| line.get(indented..).unwrap_or_else(|| line.trim_start()));
    let lines: Vec<&str> = lines.collect();
    let dashed = lines.first().is_some_and(|first| first.starts_with("- "));
    let first = if dashed { "  " } else { "  - " };
    let rest = if dashed { "  " } else { "    " };
    let entry = lines.iter().enumerate().map(|(n, line)| format!("{}{line}\n", if n == 0 { first } else { rest }));
    entry.collect()
}

#[cfg(test)]
mod tests {
    use super::entry_of;

    #[test]
    fn an_order_has_its_dash_or_is_given_one() {
        for (given, entry) in [
            ("spend: {east: 1}", "  - spend: {east: 1}\n"),
            ("- spend: {east: 1}", "  - spend: {east: 1}\n"),
            ("  - spend: {east: 1}\n", "  - spend: {east: 1}\n"),
            ("  - spend:\n      east: 1\n", "  - spend:\n      east: 1\n"),
            ("spend:\n  east: 1", "  - spend:\n      east: 1\n"),
        ] {
            assert_eq!(entry_of(given), entry, "{given:?}");
        }
    }
}
