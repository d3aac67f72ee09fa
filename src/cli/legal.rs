//! `legal`: what a seat may do now.

use serde_json::{Value, json};

use super::asked::{asked_words, game_words, open_offer};
use super::draft::{answer_note, standing_note};
use super::folder::{Folder, Place};
use super::inline::inline;
use super::matches::gap_value;
use super::play::Match;
use super::{Answer, Failure, Format, home, out, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Charter, Id, Problem};
use crate::engine::{Legal, Table, Want};
use crate::report::Offer;

/// List legal orders, answers and choices: enough to play on, each of which passes `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The seat [default: the one that is asked, or the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Only what this hex, place, leader or army can do now, with the cost of each order; and why not, where it cannot.
    #[arg(long = "for", value_name = "WHAT")]
    subject: Option<String>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = Folder::read(&args.place.find()?)?;
    let found = Match::open_to_read(&folder)?;
    let stand = found.stand()?;
    let charter = &found.chain.charter.typed;
    let awaited = found.chain.awaited(&stand.state().typed);
    let mine = mine(charter);
    let entry = match (&args.seat, awaited.as_slice()) {
        (Some(wanted), _) => {
            let wanted = seat::id("seat", wanted)?;
            charter.seats.iter().find(|seat| seat.seat == wanted)
        }
        (None, [only]) => {
            found.chain.seats.entry(only).and_then(|entry| charter.seats.iter().find(|seat| *seat == entry))
        }
        (None, _) => Some(seat::mine(&home::vault()?, charter, None)?),
    };
    let named = entry.and_then(|entry| Some((entry, entry.side.as_ref()?)));
    let (entry, side) = named.ok_or_else(|| {
        Failure::cannot(Problem::new("this seat plays no side").advice("name the seat of a side with --seat"))
    })?;
    if let Some(subject) = &args.subject {
        return about(&*stand.table, entry, side, subject, format);
    }
    let legal = stand.table.legal(side);
    let later = stand.table.later(side);
    let asked = found.asked(&entry.seat);
    // Nobody can sign before he has what is missing.
    let missing = found.chain.gaps();
    let words = || {
        let mut text = match asked {
            Some(asked) => format!("For {} ({}), who is asked for {}.\n", entry.name, entry.seat, asked_words(asked)),
            None => format!("For {} ({}), of whom nothing is asked now.\n", entry.name, entry.seat),
        };
        if args.seat.is_none() && mine.is_some_and(|mine| mine != &entry.seat) {
            text += &format!("Nothing is asked of you now; this is what {} may do.\n", entry.name);
        }
        for said in game_words(&*stand.table).into_iter().chain(open_offer(&found.chain, &*stand.table)) {
            text += &format!("{said}\n");
        }
        text += &lists(&*stand.table, side, &legal, later.as_ref());
        missing.iter().for_each(|gap| text += &format!("Missing: {}.\n", gap.problem()));
        text
    };
    let value = || {
        let choices: serde_json::Map<String, Value> =
            legal.choices.iter().map(|(id, values)| (id.to_string(), json!(values))).collect();
        let later = later.as_ref().map(|(_, orders)| orders.as_slice()).unwrap_or_default();
        json!({"seat": entry.seat, "side": side, "orders": legal.orders, "later": later, "answers": legal.answers,
               "choices": choices, "standing": legal.standing,
               "missing": missing.iter().map(gap_value).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// What one hex, leader or army can do.
fn about(table: &dyn Table, entry: &SeatEntry, side: &Id, subject: &str, format: Format) -> Answer {
    let options = table.options(side, subject).map_err(Failure::no)?;
    let words = || {
        let mut text = format!("For {} ({}): {}\n", entry.name, entry.seat, options.title);
        options.notes.iter().for_each(|(said, rule)| text += &format!("{said} [{rule}]\n"));
        for offer in options.offers.iter().filter(|offer| !offer.orders.is_empty()) {
            let Offer { what, cost, rule, orders, more, .. } = offer;
            let price = if cost == "free" { cost.clone() } else { format!("for {cost}") };
            text += &format!("{what}, {price} [{rule}]:\n");
            for order in orders {
                text += &format!("  - {}  # {}\n", inline(order), table.order_words(side, order));
            }
            if let Some((count, hint)) = more {
                text += &format!("  # and {count} more: {hint}\n");
            }
        }
        // What is shut for the same reason is told together.
        let mut shut: Vec<(Vec<&str>, &[Problem])> = Vec::new();
        for offer in options.offers.iter().filter(|offer| offer.orders.is_empty()) {
            match shut.iter_mut().find(|(_, because)| *because == offer.because) {
                Some((what, _)) => what.push(&offer.what),
                None => shut.push((vec![&offer.what], &offer.because)),
            }
        }
        for (what, because) in shut {
            text += &format!("Not now: {}.\n", what.join("; "));
            because.iter().for_each(|problem| text += &format!("  {}\n", reason(problem)));
        }
        if options.offers.is_empty() {
            text += "Nothing can be ordered here now.\n";
        }
        text
    };
    let value = || {
        let offer = |offer: &Offer<Value>| {
            json!({"what": offer.what, "cost": offer.cost, "rule": offer.rule, "orders": offer.orders,
                   "more": offer.more.as_ref().map_or(0, |(count, _)| *count),
                   "because": offer.because.iter().map(problem_value).collect::<Vec<_>>()})
        };
        let notes: Vec<Value> =
            options.notes.iter().map(|(said, rule)| json!({"message": said, "rule": rule})).collect();
        json!({"seat": entry.seat, "side": side, "for": options.title, "notes": notes,
               "offers": options.offers.iter().map(offer).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// Why something cannot be done, in a line.
fn reason(problem: &Problem) -> String {
    let rule = problem.rule.as_ref().map_or(String::new(), |rule| format!(" [{rule}]"));
    let advice = problem.advice.as_ref().map_or(String::new(), |advice| format!("; {advice}"));
    format!("{}{rule}{advice}", problem.message)
}

/// The same as data.
pub fn problem_value(problem: &Problem) -> Value {
    json!({"message": problem.message, "rule": problem.rule, "advice": problem.advice})
}

/// The only seat whose secrets are on this machine.
fn mine(charter: &Charter) -> Option<&Id> {
    let anchors = home::vault().ok()?.anchors().ok()?;
    let mut here = charter.seats.iter().filter(|seat: &&SeatEntry| anchors.contains(&seat.seed.anchor));
    let first = here.next()?;
    here.next().is_none().then_some(&first.seat)
}

/// Everything that may stand in the turn, by field.
fn lists(table: &dyn Table, side: &Id, legal: &Legal, later: Option<&(String, Vec<Value>)>) -> String {
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text += &format!("{title}\n");
            lines.iter().for_each(|line| text += &format!("  - {line}\n"));
        }
    };
    let orders = |orders: &[Value]| -> Vec<String> {
        orders.iter().map(|order| format!("{}  # {}", inline(order), table.order_words(side, order))).collect()
    };
    list("orders:", orders(&legal.orders));
    if let Some((when, after)) = later {
        list(&format!("# {when}, in the same turn or the next:"), orders(after));
    }
    let answer = |entry: &Value| format!("{}{}", inline(entry), answer_note(entry, table));
    list("answers:", legal.answers.iter().map(answer).collect());
    for (id, values) in &legal.choices {
        let lines = values
            .iter()
            .map(|value| format!("{}  # {}", inline(&json!({"id": id, "choice": value})), table.choice_words(value)));
        list("commit:", lines.collect());
    }
    let standing = |standing: &Value| format!("{}{}", inline(standing), standing_note(standing, table));
    list("# One of these, under standing:", legal.standing.iter().map(standing).collect());
    if text.is_empty() { otherwise(table, side) } else { text }
}

/// What may be written where neither orders nor answers nor choices are asked for.
fn otherwise(table: &dyn Table, side: &Id) -> String {
    let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want);
    match want {
        Some(Want::Open(ids)) => {
            let mut text =
                "An empty draft, or none: `adjutant sign` opens the choice. To forfeit it instead:\n".to_owned();
            ids.iter().for_each(|id| text += &format!("open: [{{id: {id}, forfeit: true}}]\n"));
            text
        }
        Some(Want::TakeBack { to_step }) => {
            format!("take_back: {{to_step: {to_step}}}  # to agree; an empty turn declines\n")
        }
        Some(Want::Draw(_)) => "offer: draw  # to agree, which ends the match; an empty turn declines\n".to_owned(),
        Some(Want::Empty(_)) => "An empty turn; `adjutant sign` needs no draft for it.\n".to_owned(),
        _ => format!("Nothing can be ordered for {side} now.\n"),
    }
}
