//! `legal`: what a seat may do now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::draft::{answer_note, standing_note};
use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::matches::gap_value;
use super::open_match::Match;
use super::out::{Printout, Tone};
use super::prompts::{asked_words, game_words, open_offer, seat_called, signed_turn};
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, out, own_hand, seat};
use crate::chain::adjudicate::Adjudication;
use crate::document::inline;
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Problem};
use crate::engine::Decision;
use crate::engine::cards::Decks;
use crate::report::grammar::side_name;
use crate::report::{Offer, OptionsFor};
use crate::session::{Legal, Request, Session};

/// How many similar orders are listed as examples.
const FEW: usize = 4;
/// How many are listed for a subject that was named.
const MANY: usize = 12;

/// List legal orders, answers and choices: not all of them, but enough to play with, and each passes `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat [default: the one to move; with --for, the one whose secrets are on this machine].
    #[arg(long, alias = "side")]
    seat: Option<String>,
    /// List what this hex, area, place, leader or army can do now, with the cost of each order, and why it cannot do
    /// more.
    #[arg(long = "for", value_name = "WHAT")]
    subject: Option<String>,
    /// With --for: list only the orders of that hex, area, leader or army that lead to this place, but all of them.
    #[arg(long, value_name = "PLACE", requires = "subject")]
    to: Option<String>,
    /// List every order, not only a few of each kind.
    #[arg(long)]
    all: bool,
    /// List what may follow the orders of this draft, as far as their results are known or assumed.
    #[arg(long, value_name = "FILE")]
    draft: Option<PathBuf>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.clone().find()?)?;
    let found = Match::open_to_read(&folder)?;
    let charter = &found.chain.charter.typed;
    let own = seat::user_seat(charter);
    let adjudication = match own {
        Some(own) => own_hand::with_own_cards(found.adjudication()?, own, &seat::key)?,
        None => found.adjudication()?,
    };
    let seats = seats(&args, &found, &adjudication, own)?;
    let after = match (&args.draft, seats.as_slice()) {
        (Some(path), [(_, side), ..]) => Some(after_draft(path, &*adjudication.table, side)?),
        _ => None,
    };
    let table = after.as_deref().unwrap_or(&*adjudication.table);
    let asker = Asker { args: &args, found: &found, table, own };
    match seats.as_slice() {
        [] => Err(seat::no_side()),
        [(entry, side)] => {
            let told = asker.seat_options(entry, side)?;
            out::answer(format, || told.words.clone().fitted().paged(), || told.value.clone())
        }
        several => {
            let told: Result<Vec<SeatOptions>, Failure> =
                several.iter().map(|(entry, side)| asker.seat_options(entry, side)).collect();
            let told = told?;
            let words = || {
                let mut words = Printout::default();
                for (n, told) in told.iter().enumerate() {
                    if n > 0 {
                        words.line("\n");
                    }
                    words.append(told.words.clone());
                }
                words.fitted().paged()
            };
            out::answer(format, words, || json!({"seats": told.iter().map(|told| &told.value).collect::<Vec<_>>()}))
        }
    }
}

/// The table after the orders of a draft.
fn after_draft(path: &Path, table: &dyn Session, side: &Id) -> Result<Box<dyn Session>, Failure> {
    let draft = Draft::read(path)?.in_form(table);
    let act = Decision { orders: draft.orders(), ..Decision::default() };
    let (after, _) = table.after_orders(side, &act).map_err(|problems| draft.refused(problems))?;
    Ok(after)
}

/// The seats to report on, with the sides that they play: the seat that was named; with `--for`, the user's own seat;
/// otherwise the seats whose move it is, or only the user's own if it is among them.
fn seats<'m>(
    args: &Args,
    found: &'m Match<'_>,
    adjudication: &'m Adjudication<'_, '_>,
    own: Option<&'m SeatEntry>,
) -> Result<Vec<(&'m SeatEntry, &'m Id)>, Failure> {
    let charter = &found.chain.charter.typed;
    let played = |entry: &'m SeatEntry| Some((entry, adjudication.side_of(&entry.seat)?));
    if let Some(wanted) = &args.seat {
        return played(seat::by_name(charter, wanted)?).map(|one| vec![one]).ok_or_else(seat::no_side);
    }
    let awaited = found.chain.awaited(&adjudication.state().typed);
    let asked = |entry: &&SeatEntry| awaited.iter().any(|seat| found.chain.seats.entry(seat) == Some(*entry));
    let own = own.and_then(played);
    let all: Vec<_> = charter.seats.iter().filter(asked).filter_map(played).collect();
    Ok(match own {
        Some(one) if args.subject.is_some() || all.contains(&one) || all.is_empty() => vec![one],
        _ if all.is_empty() => charter.seats.iter().filter_map(played).take(1).collect(),
        _ => all,
    })
}

/// Leaves out what plays a card of a hand that is not known here: nobody knows whether the hand has it. Returns whether
/// anything was left out.
fn hide_cards(table: &dyn Session, side: &Id, legal: &mut Legal) -> bool {
    let cards = unknown_cards(table, side);
    let before = legal.orders.len() + legal.answers.len();
    legal.orders.retain(|order| !names_any(order, &cards));
    legal.answers.retain(|answer| !names_any(answer, &cards));
    legal.orders.len() + legal.answers.len() < before
}

/// The cards of a side's decks, if nobody here knows which of them its hand has.
pub fn unknown_cards(table: &dyn Session, side: &Id) -> BTreeSet<String> {
    let hidden = table.cards().is_some_and(|cards| !cards.open_handed) && table.hand_tracker(side).is_none();
    let decks = if hidden { table.decks() } else { Decks::new() };
    decks.get(side).into_iter().flat_map(|piles| piles.values()).flatten().cloned().collect()
}

/// Whether a value names any of these cards.
pub fn names_any(value: &Value, cards: &BTreeSet<String>) -> bool {
    match value {
        Value::String(text) => cards.contains(text),
        Value::Array(items) => items.iter().any(|item| names_any(item, cards)),
        Value::Object(fields) => fields.values().any(|field| names_any(field, cards)),
        _ => false,
    }
}

/// A seat's options, for people and as data.
struct SeatOptions {
    words: Printout,
    value: Value,
}

/// What is the same for all seats.
struct Asker<'a> {
    args: &'a Args,
    found: &'a Match<'a>,
    table: &'a dyn Session,
    /// The user's own seat.
    own: Option<&'a SeatEntry>,
}

impl Asker<'_> {
    /// What a seat that plays a side can do now.
    fn seat_options(&self, entry: &SeatEntry, side: &Id) -> Result<SeatOptions, Failure> {
        let Asker { args, found, table, own } = *self;
        let called = seat_called(&found.chain, table, &entry.seat);
        let asked = found.asked(&entry.seat);
        let signed = signed_turn(found, entry).map(|turn| turn.file.as_str());
        let yours = own == Some(entry);
        let mut words = Printout::default();
        if let Some(file) = signed {
            let who = if yours { "You have".to_owned() } else { format!("{} ({called}) has", entry.name) };
            let whose = if yours { "your" } else { "a" };
            words.tone(
                Tone::Caution,
                format!(
                    "{who} already signed {whose} turn for this step, {file}. A step is signed only once, so these orders \
                     are too late for it."
                ),
            );
        }
        if let Some(subject) = &args.subject {
            if asked.is_none() {
                words.tone(Tone::Caution, self.not_asked(entry, yours));
            }
            return about(table, entry, side, (subject, args), (words, signed));
        }
        let mut legal = table.legal(side);
        let hides = hide_cards(table, side, &mut legal);
        let over = table.outcome().is_some();
        let later = if over { None } else { table.later(side) };
        // Nobody can sign before the missing documents have arrived.
        let missing = found.chain.missing_documents();
        let hinted = |text: &str| seat::hinted(&found.chain.charter.typed, &entry.seat, text);
        let title = match asked {
            Some(asked) if yours => format!("Your move ({called}): {}.", asked_words(asked, false)),
            Some(asked) => format!("{} ({called}) is to move: {}.", entry.name, asked_words(asked, true)),
            None if over => "The match is over.".to_owned(),
            None if yours => format!("It is not your move ({called}) now."),
            None => format!("It is not the move of {} ({called}) now.", entry.name),
        };
        words.tone(Tone::Title, hinted(&title));
        let mut text = String::new();
        if hides {
            text += "Orders and answers with cards are not listed: only the owner of the hand knows what it has.\n";
        }
        if args.seat.is_none() && own.is_some() && !yours && !over {
            text += &format!("It is not your move now; this is what {} may do.\n", entry.name);
        }
        for said in game_words(table).into_iter().chain(open_offer(&found.chain, table)) {
            text += &format!("{said}\n");
        }
        text += &lists(table, side, &legal, later.as_ref(), args.all);
        words.turn(hinted(&text));
        missing.iter().for_each(|gap| words.tone(Tone::Caution, hinted(&format!("Note: {}.", gap.problem()))));
        let choices: serde_json::Map<String, Value> =
            legal.choices.iter().map(|(id, values)| (id.to_string(), json!(values))).collect();
        let later = later.as_ref().map(|(_, orders)| orders.as_slice()).unwrap_or_default();
        let value = json!({"seat": entry.seat, "side": side, "signed": signed, "orders": legal.orders, "later": later,
            "answers": legal.answers, "choices": choices, "standing": legal.standing,
            "missing": missing.iter().map(gap_value).collect::<Vec<_>>()});
        Ok(SeatOptions { words, value })
    }

    /// Says that nothing is asked of a seat now, and whose move it is.
    fn not_asked(&self, entry: &SeatEntry, yours: bool) -> String {
        let chain = &self.found.chain;
        let awaited = chain.newest().map(|newest| chain.awaited(&newest.state.typed)).unwrap_or_default();
        let others: Vec<String> = awaited
            .into_iter()
            .filter_map(|seat| chain.seats.entry(seat))
            .map(|other| format!("{} ({})", other.name, side_name(other.seat.as_str())))
            .collect();
        let whose = if yours {
            "your move".to_owned()
        } else {
            format!("the move of {} ({})", entry.name, side_name(entry.seat.as_str()))
        };
        let (move_now, verb) = (others.join(" and "), if others.len() == 1 { "is" } else { "are" });
        match others.is_empty() {
            true => "The match is over.\n".to_owned(),
            false => format!("It is not {whose} now: {move_now} {verb} to move.\n"),
        }
    }
}

/// What one place, leader or army can do, after what `words` says already; then the file of the turn if it is signed.
fn about(
    table: &dyn Session,
    entry: &SeatEntry,
    side: &Id,
    (subject, args): (&str, &Args),
    (mut words, signed): (Printout, Option<&str>),
) -> Result<SeatOptions, Failure> {
    let asked = OptionsFor { subject, to: args.to.as_deref(), all: args.all };
    let options = table.options(side, &asked).map_err(Failure::no)?;
    let all = args.all || args.to.is_some();
    words.tone(Tone::Title, format!("Options of {}: {}", side_name(entry.seat.as_str()), options.title));
    let text = || {
        let mut text = String::new();
        options.notes.iter().for_each(|(said, rule)| text += &format!("{said} [{rule}]\n"));
        for offer in options.offers.iter().filter(|offer| !offer.orders.is_empty()) {
            let Offer { what, cost, rule, orders, more, .. } = offer;
            let price = match cost.as_str() {
                "" => String::new(),
                "free" => ", free".to_owned(),
                cost => format!(", for {cost}"),
            };
            text += &format!("{what}{price} [{rule}]:\n");
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
        // Orders that are impossible for the same reason are listed together.
        let mut shut: Vec<(Vec<&str>, &[Problem])> = Vec::new();
        for offer in options.offers.iter().filter(|offer| offer.orders.is_empty()) {
            match shut.iter_mut().find(|(_, because)| *because == offer.because) {
                Some((what, _)) => what.push(&offer.what),
                None => shut.push((vec![&offer.what], &offer.because)),
            }
        }
        for (what, because) in shut {
            text += &format!("Not possible now: {}.\n", what.join("; "));
            because.iter().for_each(|problem| text += &format!("  {}\n", reason(problem)));
        }
        if options.offers.is_empty() {
            let none = if args.to.is_some() { "leads there" } else { "is possible here" };
            text += &format!("No order {none} now.\n");
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
    words.turn(text());
    Ok(SeatOptions { words, value: value() })
}

/// `14 more like these; --all lists them all`.
fn more_like_it(count: usize) -> String {
    format!("{count} more like these; --all lists them all, --for WHAT --to PLACE those that lead to a place")
}

/// Why something is impossible, on one line.
fn reason(problem: &Problem) -> String {
    let rule = problem.rule.as_ref().map_or(String::new(), |rule| format!(" [{rule}]"));
    let advice = problem.advice.as_ref().map_or(String::new(), |advice| format!("; {advice}"));
    format!("{}{rule}{advice}", problem.message)
}

/// The same as data.
pub fn problem_value(problem: &Problem) -> Value {
    json!({"message": problem.message, "rule": problem.rule, "advice": problem.advice})
}

/// Everything that the turn may contain, by field.
fn lists(table: &dyn Session, side: &Id, legal: &Legal, later: Option<&(String, Vec<Value>)>, all: bool) -> String {
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text += &format!("{title}\n");
            // A note is not an entry of the list.
            let entry =
                |line: &String| if line.starts_with('#') { format!("  {line}\n") } else { format!("  - {line}\n") };
            text.extend(lines.iter().map(entry));
        }
    };
    let orders = |orders: &[Value]| -> Vec<String> {
        let mut alike: BTreeMap<String, usize> = BTreeMap::new();
        let like = |order: &Value| table.similarity_key(order);
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
    if text.is_empty() { nothing_asked_text(table, side) } else { text }
}

/// What can be written if no orders, answers or choices are asked for.
fn nothing_asked_text(table: &dyn Session, side: &Id) -> String {
    let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want);
    match want {
        // With hidden hands no salt can be lost, so nothing is forfeited.
        Some(Request::Open(_)) if table.cards().is_some_and(|cards| !cards.open_handed) => {
            "No draft is needed: `adjutant sign` opens what is due.\n".to_owned()
        }
        Some(Request::Open(ids)) => {
            let mut text =
                "No draft is needed: `adjutant sign` reveals the choice. To forfeit it instead:\n".to_owned();
            ids.iter().for_each(|id| text += &format!("open: [{{id: {id}, forfeit: true}}]\n"));
            text
        }
        Some(Request::TakeBack { to_step }) => {
            format!("take_back: {{to_step: {to_step}}}  # to agree; an empty turn declines\n")
        }
        Some(Request::Draw(_)) => "offer: draw  # to agree, which ends the match; an empty turn declines\n".to_owned(),
        Some(Request::Empty(_)) => "An empty turn; `adjutant sign` needs no draft for it.\n".to_owned(),
        _ => format!("No order is possible for {} now.\n", table.side_words(side)),
    }
}
