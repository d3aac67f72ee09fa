//! `practice go`: sign the user's turn, and play on until he is asked again.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::running::Practice;
use crate::chain::DocumentArena;
use crate::cli::check::warning_words;
use crate::cli::confirm::{self, ConfirmArgs};
use crate::cli::local_match::{Player, RunningMatch, as_draft, with_own_cards};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::{Match, Outgoing, Signer};
use crate::cli::out::{self, Printout, Tone};
use crate::cli::outcome_words::outcome_words;
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::prompts::{asked_words, game_words, signed_turn};
use crate::cli::report::StepStory;
use crate::cli::turn_draft::Draft;
use crate::cli::{CommandResult, Failure, Format, draft, own_hand, report, seat, suggested_commands};
use crate::document::{Id, Kind, Problem};
use crate::report::{Report, text};
use crate::session::RandomPlayer;

/// Sign your draft, and play until it is your move again.
///
/// Checks your draft as `adjutant check` does; if it is not legal, nothing changes. Then signs it, adjudicates, plays
/// your opponent's turns, tells in brief what happened, and writes the next draft and the report page of every step. It
/// opens your secret choices for you, and plays the turns in which you have nothing to decide. If it is interrupted, run
/// it again and it continues.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    #[command(flatten)]
    consent: ConfirmArgs,
    /// Print the whole report of every step.
    #[arg(long)]
    full: bool,
}

/// The maximum number of lines in which what happened is told in brief.
const MAX_LINES: usize = 45;

pub fn run(args: Args, format: Format) -> CommandResult {
    let practice = Practice::open(args.place.find()?)?;
    // Verifying once is enough: later documents are made in this run.
    Match::open_verified(&practice.party.folder)?;
    play_on(&practice, Some(args.consent), args.full, format)
}

/// What has to be done next.
enum Next {
    SetUp,
    /// Turns to keep, if any, and the seat whose turn has to be answered then.
    Turns(Vec<Outgoing>, Id),
    /// It is the user's move; what is asked of him.
    Ask(Value),
    Over,
}

/// The maximum number of steps in one run.
const MAX_STEPS: usize = 2_000;

/// Plays on until the user is asked. `drafted`: if he is asked now, his draft is his answer; it also says whether he
/// has to confirm warnings. `full`: the whole report of every step is printed.
pub fn play_on(practice: &Practice, drafted: Option<ConfirmArgs>, full: bool, format: Format) -> CommandResult {
    let shelf = DocumentArena::default();
    let mut course = practice.party.course(&shelf)?;
    let mut drafted = drafted;
    let mut warned = Vec::new();
    let mut resolved = Vec::new();
    let progress = Progress::open("playing");
    let asked = loop {
        progress.step();
        match next(practice, &mut course, drafted.map(|consent| (consent, format)), &mut warned)? {
            Next::SetUp => drop(course.answer(None)?),
            Next::Over => {
                course.disclose()?;
                break None;
            }
            Next::Ask(asked) => break Some(asked),
            Next::Turns(turns, seat) => {
                for outgoing in &turns {
                    course.keep(outgoing)?;
                }
                let answered = course.answer(Some(&seat))?;
                if let Some(refused) = answered.refused {
                    // Every turn is checked before it is signed.
                    return Err(Failure::Negative(refused));
                }
                drafted = None;
            }
        }
        resolved.push(course.found.step());
        if resolved.len() >= MAX_STEPS {
            let problem = Problem::new(format!("{MAX_STEPS} steps have been played without a decision for you"));
            return Err(Failure::no(problem.advice("continue with `adjutant practice go`")));
        }
    };
    drop(progress);
    print_reports(practice, &course.found, (&resolved, &warned), asked, (full, format))
}

/// `warned` collects the warnings about the user's draft when it is signed.
fn next(
    practice: &Practice,
    course: &mut RunningMatch<'_>,
    drafted: Option<(ConfirmArgs, Format)>,
    warned: &mut Vec<String>,
) -> Result<Next, Failure> {
    let found = &course.found;
    let Some(newest) = found.chain.newest() else { return Ok(Next::SetUp) };
    let awaited: Vec<Id> = found.chain.awaited(&newest.state.typed).into_iter().cloned().collect();
    let Some(first) = awaited.first().cloned() else { return Ok(Next::Over) };
    let open = found.chain.open_turns();
    let waits = |seat: &Id| !open.iter().any(|turn| turn.typed.seat == *seat);
    let (mine_waits, theirs_wait): (bool, Vec<Id>) = (
        awaited.contains(&practice.me.seat) && waits(&practice.me.seat),
        awaited.iter().filter(|seat| **seat != practice.me.seat && waits(seat)).cloned().collect(),
    );
    let mut turns = Vec::new();
    // The user comes first: until his draft is legal, nothing changes.
    if mine_waits {
        match user_turn(practice, course, drafted, warned)? {
            Some(turn) => turns.push(turn),
            None => return Ok(Next::Ask(course.found.asked(&practice.me.seat).cloned().unwrap_or_default())),
        }
    }
    for seat in &theirs_wait {
        turns.push(opponent_turn(practice, course, seat)?);
    }
    Ok(Next::Turns(turns, first))
}

/// The user's turn; `None` if he has to write it first.
fn user_turn(
    practice: &Practice,
    course: &mut RunningMatch<'_>,
    drafted: Option<(ConfirmArgs, Format)>,
    warned: &mut Vec<String>,
) -> Result<Option<Outgoing>, Failure> {
    let (me, found) = (&practice.me, &course.found);
    let asked = found.asked(&me.seat).cloned().unwrap_or_default();
    let decides = asked.get("empty").is_none() && asked.get("open").is_none();
    let path = own_draft_path(practice, found);
    // A turn that was signed but not written, because a run was interrupted, is returned again.
    let signed = {
        let logged = course.signers.unlock(found, &me.seat)?.ledger.signed(Kind::Turn, found.step() + 1);
        let standing = logged.into_iter().find(|logged| !found.chain.is_void(logged.digest));
        standing.map(|logged| logged.document.clone())
    };
    let draft = match decides && signed.is_none() {
        true => match drafted.filter(|_| path.exists()) {
            None => return Ok(None),
            Some((consent, format)) => {
                let draft = Draft::read(&path)?.in_form(&*found.adjudication()?.table);
                let adjudication = found.adjudication()?;
                consent.ask_of(&draft, found, &adjudication, me, format)?;
                if draft.problems(found, &adjudication, me).is_empty() {
                    warned.extend(draft.warnings(&adjudication, me).iter().map(warning_words));
                }
                draft
            }
        },
        false => Draft::empty(),
    };
    let outgoing = course.sign(&me.seat, &draft)?;
    if let Some(signed) = signed.filter(|_| decides && drafted.is_some() && path.exists()) {
        let draft = Draft::read(&path)?.in_form(&*course.found.adjudication()?.table);
        check_same_turn(&signed, &draft, course.signers.unlock(&course.found, &me.seat)?)?;
    }
    Ok(Some(outgoing))
}

/// A step is signed once: a later draft either says the same or is an error.
fn check_same_turn(signed: &Value, draft: &Draft, signer: &Signer) -> Result<(), Failure> {
    if draft.is_as_signed(signed, signer) {
        return Ok(());
    }
    let problem = Problem::new("your turn for this step is already signed, and your draft differs from it").advice(
        "to continue with the signed turn, remove the draft; to undo it, propose a `take_back` in your next turn",
    );
    Err(Failure::no_in(&draft.path, problem))
}

/// The turn of the user's opponent.
fn opponent_turn(practice: &Practice, course: &mut RunningMatch<'_>, seat: &Id) -> Result<Outgoing, Failure> {
    let asked = course.found.asked(seat).cloned().unwrap_or_default();
    let side = course.found.adjudication()?.side_of(seat).cloned().unwrap_or_else(|| seat.clone());
    let adjudication = with_own_cards(&course.found, &mut course.signers, seat)?;
    let body = practice.opponent.player().body(&adjudication, &side, &asked);
    let draft = as_draft(&course.found, seat, body)?;
    match course.sign(seat, &draft) {
        Err(Failure::Negative(told)) => {
            let why: Vec<&str> = told.iter().map(|told| told.problem.message.as_str()).collect();
            out::warn(&format!(
                "the {} player chose something illegal in step {} ({}), which is a bug in this program; it makes a legal \
                 move instead",
                practice.opponent.level.word(),
                course.found.step() + 1,
                why.join("; ")
            ));
            let mut random = Player::Random(Box::new(RandomPlayer::new(course.found.step())));
            let adjudication = with_own_cards(&course.found, &mut course.signers, seat)?;
            let body = random.body(&adjudication, &side, &asked);
            let draft = as_draft(&course.found, seat, body)?;
            course.sign(seat, &draft)
        }
        other => other,
    }
}

/// The path of the user's draft.
pub fn own_draft_path(practice: &Practice, found: &Match<'_>) -> PathBuf {
    found.folder.path.join(draft::default_name(found, &practice.me))
}

/// Prints the reports of the resolved steps, with the warnings about the user's turn before them, and writes the next
/// draft.
fn print_reports(
    practice: &Practice,
    found: &Match<'_>,
    (resolved, warned): (&[u64], &[String]),
    asked: Option<Value>,
    (full, format): (bool, Format),
) -> CommandResult {
    let adjudication = found.adjudication()?;
    let stories: Vec<StepStory> =
        resolved.iter().map(|step| StepStory::of(found, *step)).collect::<Result<_, Failure>>()?;
    let mut page = None;
    // An interrupted run may not have written all pages.
    let lacks = |step: &u64| !found.folder.path.join(report::page_name(*step)).exists();
    for step in (0..=found.step()).filter(|step| resolved.contains(step) || lacks(step)) {
        let outgoing = report::outgoing_page(found, &report::state_of(found, step)?)?;
        outgoing.write(found.folder)?;
        page = Some(found.folder.path.join(&outgoing.name)).filter(|_| resolved.contains(&step)).or(page);
    }
    let path = own_draft_path(practice, found);
    let written = asked.is_some() && !path.exists() && signed_turn(found, &practice.me).is_none();
    if written {
        // The draft shows the user's own cards; the reports do not.
        let adjudication = own_hand::with_own_cards(found.adjudication()?, &practice.me, &seat::key)?;
        draft::write_draft(found, &path, || draft::text(found, &adjudication, &practice.me))?;
    }
    let outcome = &adjudication.state().typed.outcome;
    let words = || {
        let mut words = Printout::default();
        let beware = |words: &mut Printout| warned.iter().for_each(|one| words.tone(Tone::Caution, one.clone()));
        beware(&mut words);
        match report::in_brief(&stories, MAX_LINES).filter(|_| !full) {
            Some((brief, left_out)) => {
                if let (Some(first), Some(rest)) = (stories.first().filter(|_| left_out > 0), stories.get(left_out)) {
                    let (since, last) = (first.step.saturating_sub(1), rest.step.saturating_sub(1));
                    let (steps, are) = if first.step == last { ("Step", "is") } else { ("Steps", "are") };
                    let to = if first.step == last { String::new() } else { format!(" to {last}") };
                    words.line(format!("{steps} {}{to} {are} in `adjutant report --since {since}`.", first.step));
                }
                words.page(text::write_for(&brief, &out::page()) + "\n");
                let since = stories.first().map_or(0, |first| first.step.saturating_sub(1));
                words.line(format!(
                    "Every order and roll: `adjutant report --since {since}`. Next time, `adjutant practice go --full` prints all of it."
                ));
            }
            None => {
                let whole = stories.iter().map(|story| text::write_for(&story.report, &out::page()) + "\n");
                whole.for_each(|whole| words.page(whole));
            }
        }
        // A user who was asked has already read the warnings.
        if !confirm::is_interactive(format) && !stories.is_empty() {
            beware(&mut words);
        }
        if let Some(page) = &page {
            words.line(format!("With the map: {}", page.shown()));
        }
        if let Some(outcome) = outcome {
            words.line(format!("The match is over: {}.", outcome_words(&found.chain, &*found.game, outcome)));
            words.line("Next:\n  adjutant verify   # check everything\n  adjutant review   # luck and choices: what decided it");
        }
        if let Some(asked) = &asked {
            words.tone(Tone::Title, format!("Your move: {}.", asked_words(asked, false)));
            if asked.get("orders").is_none() {
                game_words(&*adjudication.table).iter().for_each(|line| words.line(format!("  {line}")));
            }
            words.line(format!(
                "The draft of your turn is in {}.\nNext:\n  write your turn there\n  adjutant check {}\n  \
                 adjutant practice go\n  adjutant practice hint   # what the sensible player would do\n",
                path.shown(),
                suggested_commands::shell_quoted(&path)
            ));
        }
        words.fitted()
    };
    let draft = asked.as_ref().map(|_| &path);
    out::answer(format, words, || {
        let reports: Vec<&Report> = stories.iter().map(|story| &story.report).collect();
        json!({"folder": practice.party.folder.path, "seat": practice.me.seat, "step": found.step(), "steps": resolved,
               "reports": reports, "warned": warned, "page": page, "asked": asked, "draft": draft, "outcome": outcome})
    })
}
