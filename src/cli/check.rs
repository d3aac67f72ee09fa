//! `check`: everything that is wrong with a draft, at once.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::draft::{default_name, must_be_asked};
use super::folder::Folder;
use super::match_args::DraftArgs;
use super::open_match::Match;
use super::out::{self, Printout, Tone};
use super::prompts::{consequences, seat_called, signed_turn};
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, home, own_hand, practice_match, seat, suggested_commands};
use crate::chain::adjudicate::Adjudication;
use crate::cli::paths::Shown;
use crate::document::Problem;
use crate::document::kinds::SeatEntry;
use crate::session::name_resolution::ResolvedName;

/// Check a draft: print every problem at once, each with its line, its rule, and what would be allowed.
///
/// Nothing is signed, rolled or written. Orders before the first roll are checked in full. A later order is a problem
/// only if no roll and no answer of the other side could make it legal; the program lists the orders that depend on
/// rolls or answers.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: DraftArgs,
    /// The seat that moves [default: the draft's, or the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (place, file) = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_verified(&folder)?;
    let adjudication = found.adjudication()?;
    let charter = &found.chain.charter.typed;
    let drafted = file.as_deref().map(Draft::read).transpose()?.map(|draft| draft.in_form(&*adjudication.table));
    let entry: SeatEntry = match (&args.seat, drafted.as_ref().and_then(Draft::seat)) {
        (Some(wanted), _) => seat::by_name(charter, wanted)?.clone(),
        (None, Some(named)) if charter.seats.iter().any(|seat| seat.seat.as_str() == named) => {
            seat::by_name(charter, named)?.clone()
        }
        _ => match seat::user_seat(charter) {
            Some(own) => own.clone(),
            None => seat::acting_seat(&home::vault()?, charter, None)?.clone(),
        },
    };
    if seat::several_here(charter) {
        suggested_commands::set_seat(&entry.seat);
    }
    if let Some(file) = file.as_deref().filter(|file| *file != folder.path.join(default_name(&found, &entry))) {
        suggested_commands::set_draft(file);
    }
    must_be_asked(&found, &entry)?;
    let draft = match drafted {
        Some(draft) => draft,
        None => {
            let path = folder.path.join(default_name(&found, &entry));
            if !path.exists() {
                let problem = Problem::new("there is no draft of your turn yet");
                return Err(Failure::cannot_in(&path, problem.advice(practice_match::draft_advice(charter))));
            }
            Draft::read(&path)?.in_form(&*adjudication.table)
        }
    };
    let mut adjudication = adjudication;
    let mut draft = draft;
    if own_hand::has_hands(&adjudication)
        && let Some(owner) = own_hand::require_owner(&adjudication, &entry, &seat::key)?
    {
        own_hand::show_own_cards(&mut adjudication, &owner);
        draft = draft.concealed(&found, &adjudication, &owner)?;
    }
    let file = draft.path.clone();
    let examined = examine(&found, &adjudication, &entry, &draft);
    let Findings { notes, warnings, undecided: open } = examined.map_err(|problems| draft.refused(problems))?;
    let signed = signed_turn(&found, &entry).map(|turn| &turn.file);
    let signed_file = signed.map(|file| folder.path.join(file));
    let called = seat_called(&found.chain, &*adjudication.table, &entry.seat);
    let practised = practice_match::is_practised(charter);
    let words = || {
        let shown = file.shown();
        let mut words = Printout::default();
        words.tone(Tone::Good, format!("{shown} is a legal turn for seat {called}."));
        notes.iter().for_each(|note| words.line(format!("  {note}")));
        warnings.iter().for_each(|warning| words.tone(Tone::Caution, format!("  {}", warning_words(warning))));
        words.line(match &signed_file {
            Some(signed) => format!(
                "But you have already signed your turn for this step, and a step is signed only once: {0} \
                 counts.\nNext:\n  mail {0} to everyone in the match\n",
                signed.shown()
            ),
            None if practised => "Next:\n  adjutant practice go\n".to_owned(),
            None => format!("Next:\n  adjutant sign {}\n", suggested_commands::shell_quoted(&file)),
        });
        words.fitted()
    };
    let step = found.step() + 1;
    let value = || {
        json!({"ok": true, "file": file, "seat": entry.seat, "step": step, "notes": notes, "signed": signed,
                   "warnings": warnings.iter().map(warning_value).collect::<Vec<_>>(),
                   "undecided": open.iter().map(|n| format!("orders[{n}]")).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// What a legal draft does.
pub struct Findings {
    /// Names that were understood, and what the turn does, one sentence each.
    pub notes: Vec<String>,
    /// What is probably unwanted, each with its place in the draft and its rule.
    pub warnings: Vec<Problem>,
    /// The numbers of the orders that could not be fully checked, because dice or an answer come first.
    pub undecided: Vec<usize>,
}

/// What a draft does as a seat's turn at this state.
///
/// # Errors
/// Everything that is wrong with it.
pub fn examine(
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    draft: &Draft,
) -> Result<Findings, Vec<Problem>> {
    let problems = draft.problems(found, adjudication, entry);
    if !problems.is_empty() {
        return Err(problems);
    }
    let turn = draft.turn(found, &entry.seat);
    let mut notes: Vec<String> = draft.understood.iter().map(ResolvedName::words).collect();
    notes.extend(turn.map(|turn| consequences(found, adjudication, &turn)).unwrap_or_default());
    notes.extend(draft.in_advance(adjudication, entry));
    let undecided = draft.undecided(adjudication, entry);
    if !undecided.is_empty() {
        notes.push(format!("{} on dice or answers; the program can check this only in part.", depend(&undecided)));
    }
    Ok(Findings { notes, warnings: draft.warnings(adjudication, entry), undecided })
}

/// A warning as a sentence: which order it is about (counted from 1), what the order does, by which rule, and what to
/// do instead.
pub fn warning_words(warning: &Problem) -> String {
    let number = warning.path.as_deref().and_then(order_number);
    let rule = warning.rule.as_ref().map_or(String::new(), |rule| format!(" [{rule}]"));
    let advice = warning.advice.as_ref().map_or(String::new(), |advice| format!("; {advice}"));
    let subject = number.map_or("Warning:".to_owned(), |number| format!("Warning: order {number}"));
    let condition = if warning.condition.is_some() { "," } else { "" };
    format!("{subject}{condition} {}{rule}{advice}.", warning.clause())
}

/// The number of the order, from 1, that a path is about.
fn order_number(path: &str) -> Option<usize> {
    let inside = path.strip_prefix("orders[")?.split(']').next()?;
    inside.parse::<usize>().ok().map(|number| number + 1)
}

/// A warning as data.
fn warning_value(warning: &Problem) -> Value {
    json!({"where": warning.path, "message": warning.clause(), "rule": warning.rule, "advice": warning.advice})
}

/// `Order 2 depends`, `Orders 2, 4-5 depend`: orders are counted from 1.
fn depend(open: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &n in open {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let named = runs.iter().map(|(first, last)| match first == last {
        true => format!("{}", first + 1),
        false => format!("{}-{}", first + 1, last + 1),
    });
    let named = named.collect::<Vec<_>>().join(", ");
    if open.len() == 1 { format!("Order {named} depends") } else { format!("Orders {named} depend") }
}

/// The draft to sign: the file that is named, else the one in the match folder, else none.
pub fn find_draft(file: Option<&Path>, folder: &Folder, found: &Match<'_>, entry: &SeatEntry) -> Option<PathBuf> {
    match file {
        Some(file) => Some(file.to_owned()),
        None => Some(folder.path.join(default_name(found, entry))).filter(|path| path.exists()),
    }
}
