//! `legal`: what a seat may do now.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::asked::{asked_words, game_words, open_offer, seat_called, signed_turn};
use super::draft::{answer_note, standing_note};
use super::folder::Folder;
use super::inline::inline;
use super::matches::gap_value;
use super::place::Named;
use super::play::Match;
use super::{Answer, Failure, Format, home, out, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Charter, Id, Problem};
use crate::engine::{Legal, Table, Want};
use crate::report::Offer;

/// Of orders that are alike so many stand for all of them.
const FEW: usize = 4;
/// Of what somebody asks for by name so many do.
const MANY: usize = 12;

/// List legal orders, answers and choices: enough to play on, each of which passes `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
    /// The seat [default: the one that is asked; with --for the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Only what this hex, area, place, leader or army can do now, with the cost of each order; and why not, where it cannot.
    #[arg(long = "for", value_name = "WHAT")]
    subject: Option<String>,
    /// Print every order, where a few would stand for many like them.
    #[arg(long)]
    all: bool,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = Folder::ask(&args.place.find()?)?;
    let found = Match::open_to_read(&folder)?;
    let stand = found.stand()?;
    let charter = &found.chain.charter.typed;
    let awaited = found.chain.awaited(&stand.state().typed);
    let mine = mine(charter);
    let own = mine.and_then(|mine| charter.seats.iter().find(|seat| seat.seat == *mine && seat.side.is_some()));
    let entry = match (&args.seat, awaited.as_slice()) {
        (Some(wanted), _) => Some(seat::by_name(charter, wanted)?),
        // Who asks about a force means one of his own, whoever is to move.
        (None, _) if args.subject.is_some() && own.is_some() => own,
        (None, [only]) => {
            found.chain.seats.entry(only).and_then(|entry| charter.seats.iter().find(|seat| *seat == entry))
        }
        (None, _) => Some(seat::mine(&home::vault()?, charter, None)?),
    };
    let named = entry.and_then(|entry| Some((entry, stand.side_of(&entry.seat)?)));
    let (entry, side) = named.ok_or_else(seat::no_side)?;
    let called = seat_called(&found.chain, &*stand.table, &entry.seat);
    let asked = found.asked(&entry.seat);
    let signed = signed_turn(&found, entry).map(|turn| turn.file.as_str());
    let yours = mine == Some(&entry.seat);
    let mut heading = String::new();
    if let Some(file) = signed {
        let who = if yours { "You have".to_owned() } else { format!("{} ({}) has", entry.name, entry.seat) };
        let whose = if yours { "your" } else { "a" };
        heading += &format!(
            "{who} signed {whose} turn for this step already, {file}, and a step is signed once: what follows can no \
             longer be ordered in it.\n"
        );
    }
    if let Some(subject) = &args.subject {
        if asked.is_none() {
            let others = awaited.iter().filter_map(|seat| found.chain.seats.entry(seat));
            let others = others.map(|other| format!("{} ({})", other.name, other.seat)).collect::<Vec<_>>();
            let whom = if yours { "you".to_owned() } else { format!("{} ({})", entry.name, entry.seat) };
            let move_now = if others.is_empty() {
                "the match is over".to_owned()
            } else {
                format!("{} is to move", others.join(" and "))
            };
            heading += &format!("Nothing is asked of {whom} now: {move_now}.\n");
        }
        return about(&*stand.table, entry, side, subject, (heading, signed), args.all, format);
    }
    let legal = stand.table.legal(side);
    let over = stand.table.outcome().is_some();
    let later = if over { None } else { stand.table.later(side) };
    // Nobody can sign before he has what is missing.
    let missing = found.chain.gaps();
    let words = || {
        let mut text = heading.clone();
        text += &match asked {
            Some(asked) => format!("For {} ({called}), who is asked for {}.\n", entry.name, asked_words(asked)),
            None if over => "The match is over: nothing is asked of anybody.\n".to_owned(),
            None => format!("For {} ({called}), of whom nothing is asked now.\n", entry.name),
        };
        if args.seat.is_none() && mine.is_some() && !yours && !over {
            text += &format!("Nothing is asked of you now; this is what {} may do.\n", entry.name);
        }
        for said in game_words(&*stand.table).into_iter().chain(open_offer(&found.chain, &*stand.table)) {
            text += &format!("{said}\n");
        }
        text += &lists(&*stand.table, side, &legal, later.as_ref(), args.all);
        missing.iter().for_each(|gap| text += &format!("Missing: {}.\n", gap.problem()));
        text
    };
    let value = || {
        let choices: serde_json::Map<String, Value> =
            legal.choices.iter().map(|(id, values)| (id.to_string(), json!(values))).collect();
        let later = later.as_ref().map(|(_, orders)| orders.as_slice()).unwrap_or_default();
        json!({"seat": entry.seat, "side": side, "signed": signed, "orders": legal.orders, "later": later, "answers": legal.answers,
               "choices": choices, "standing": legal.standing,
               "missing": missing.iter().map(gap_value).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// What one place, leader or army can do; `heading` comes before it, and the file of the turn that is signed already.
fn about(
    table: &dyn Table,
    entry: &SeatEntry,
    side: &Id,
    subject: &str,
    (heading, signed): (String, Option<&str>),
    all: bool,
    format: Format,
) -> Answer {
    let options = table.options(side, subject).map_err(Failure::no)?;
    let words = || {
        let mut text = format!("{heading}For {} ({}): {}\n", entry.name, entry.seat, options.title);
        options.notes.iter().for_each(|(said, rule)| text += &format!("{said} [{rule}]\n"));
        for offer in options.offers.iter().filter(|offer| !offer.orders.is_empty()) {
            let Offer { what, cost, rule, orders, more, .. } = offer;
            let price = if cost == "free" { cost.clone() } else { format!("for {cost}") };
            text += &format!("{what}, {price} [{rule}]:\n");
            let told = if all || orders.len() <= MANY + 1 { orders.len() } else { MANY };
            for order in &orders[..told] {
                text += &format!("  - {}  # {}\n", inline(order), table.order_words(side, order));
            }
            if told < orders.len() {
                text += &format!("  # … and {}\n", more_like_it(orders.len() - told));
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
        json!({"seat": entry.seat, "side": side, "signed": signed, "for": options.title, "notes": notes,
               "offers": options.offers.iter().map(offer).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// `14 more like it; --all prints them`.
fn more_like_it(count: usize) -> String {
    format!("{count} more like it; --all prints them")
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
fn lists(table: &dyn Table, side: &Id, legal: &Legal, later: Option<&(String, Vec<Value>)>, all: bool) -> String {
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text += &format!("{title}\n");
            // A note is no entry of the list.
            let entry =
                |line: &String| if line.starts_with('#') { format!("  {line}\n") } else { format!("  - {line}\n") };
            text.extend(lines.iter().map(entry));
        }
    };
    let orders = |orders: &[Value]| -> Vec<String> {
        let mut alike: BTreeMap<String, usize> = BTreeMap::new();
        let like = |order: &Value| table.likeness(order);
        orders.iter().for_each(|order| *alike.entry(like(order)).or_default() += 1);
        let mut told: BTreeMap<String, usize> = BTreeMap::new();
        let mut lines = Vec::new();
        for order in orders {
            let (like, told) = (like(order), told.entry(like(order)).or_default());
            let count = alike.get(&like).copied().unwrap_or(0);
            *told += 1;
            if all || count <= FEW + 1 || *told <= FEW {
                lines.push(format!("{}  # {}", inline(order), table.order_words(side, order)));
            } else if *told == FEW + 1 {
                lines.push(format!("# … and {}", more_like_it(count - FEW)));
            }
        }
        lines
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
