//! `rule`: a referee's ruling, for what the rules do not decide.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::folder::{self, Folder};
use super::mail::{self, MailArgs};
use super::match_args::{MatchFolderArgs, RecoverArgs};
use super::open_match::{Match, Outgoing, Signer};
use super::prompts::next_moves;
use super::{
    CommandResult, Diagnostic, Failure, Format, files, home, out, reason, report, seat, shell_quotes, wall_clock,
};
use crate::chain::compose::refuse;
use crate::chain::seats::ADJUDICATOR;
use crate::cli::paths::Shown;
use crate::document::kinds::{Ruling, TakeBack};
use crate::document::{Document, Form, Kind, Problem, read};
use crate::session::GameEntry;
use crate::session::Session;

/// Issue a ruling in a refereed match, where no rule decides: a signed state that answers no turn.
///
/// A ruling rolls no dice and uses no reveal. `verify` lists all rulings first. With `--preview` the program shows the
/// ruling and signs nothing.
///
/// Write a position as in a state, with your corrections. Its forces, leaders and places must exist; the program lists
/// what changes.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "adjutant rule [OPTIONS] --reason <REASON>
       <--default <SEAT>|--outcome <FILE>|--position <FILE>|--take-back <STEP>> [FOLDER]",
    after_long_help = outcomes()
)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The reason, for everyone to read.
    #[arg(long, value_parser = reason::given)]
    reason: String,
    /// The rule or ruling that this follows.
    #[arg(long)]
    rule: Option<String>,
    #[command(flatten)]
    what: What,
    /// Show what would be signed, and sign nothing.
    #[arg(long)]
    preview: bool,
    #[command(flatten)]
    recover: RecoverArgs,
    #[command(flatten)]
    outgoing: MailArgs,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct What {
    /// This seat's side loses the match.
    #[arg(long, value_name = "SEAT")]
    default: Option<String>,
    /// The match ends with the outcome in this YAML file.
    #[arg(long, value_name = "FILE")]
    outcome: Option<PathBuf>,
    /// The position becomes the one in this YAML file: a state, or the position alone.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// The match goes back to the position of this step.
    #[arg(long, value_name = "STEP")]
    take_back: Option<u64>,
}

/// How to write the outcomes of each game.
fn outcomes() -> String {
    let written = |known: &GameEntry| {
        let (outcome, meaning) = known.outcome;
        let comma = if known.title.contains(',') { "," } else { "" };
        format!("An outcome of {}{comma} is written as\n\n  {outcome}\n\nwhere {meaning}.", known.title)
    };
    folder::games().known().iter().map(written).collect::<Vec<_>>().join("\n\n")
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let command = command(&args);
    let folder = Folder::read_cached(&args.place.find()?)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let charter = &found.chain.charter.typed;
    if found.chain.seats.adjudicator().is_none() {
        let problem = Problem::new("only the adjudicator of a refereed match can issue a ruling").rule("protocol 6");
        return Err(Failure::no(problem.advice("head-to-head, propose a take-back or a draw in a turn")));
    }
    let entry = seat::acting_seat(&vault, charter, Some(ADJUDICATOR))?;
    let adjudication = found.adjudication()?;
    let outcome = args.what.outcome.map(|path| InputFile::read(path, "outcome")).transpose()?;
    if let Some(given) = &outcome {
        let wrong = adjudication.game.check_outcome(&given.value).err().unwrap_or_default();
        given.refuse(wrong, "")?;
    }
    let position = args.what.position.map(|path| InputFile::read(path, "position")).transpose()?;
    if let Some(given) = &position {
        given.refuse(adjudication.game.broken(&given.value), "position")?;
    }
    let ruling = Ruling {
        reason: args.reason,
        rule: args.rule,
        default: args
            .what
            .default
            .map(|seat| seat::by_name(charter, &seat).map(|entry| entry.seat.clone()))
            .transpose()?,
        outcome: outcome.as_ref().map(|given| given.value.clone()),
        position: position.as_ref().map(|given| given.value.clone()),
        take_back: args.what.take_back.map(|to_step| TakeBack { to_step }),
    };
    adjudication.check_undisclosed().map_err(Failure::no)?;
    let pending = found.chain.open_turns();
    let made = adjudication.preview_ruling(&ruling, None, &wall_clock::now()).map_err(Failure::no)?;
    let mut effects = match &ruling.take_back {
        Some(back) => {
            let next = next_moves(&found.chain, &made.content, Some(&*made.table), None);
            let mut changes = made.table.changes_in_words(&adjudication.table.position());
            // A field that the game has no words for says nothing to a player.
            let is_field = |name: &str| {
                !name.contains(' ') && (name.contains(['.', '[', '_']) || name.starts_with(|c: char| c.is_lowercase()))
            };
            changes.retain(|line| !line.split_once(':').is_some_and(|(name, _)| is_field(name)));
            [taken_back(&found, back.to_step)?, changes, next].concat()
        }
        None => effects(&*adjudication.table, &*made.table),
    };
    effects.extend(
        pending.iter().map(|turn| format!("It replaces the turn in {}, which the program refuses first.", turn.file)),
    );
    if args.preview {
        let words = || {
            let lines: String = effects.iter().map(|line| format!("  {line}\n")).collect();
            format!(
                "This ruling would be step {}. Nothing has been signed.\n  The reason: {}\n{lines}Issue it with\n  {command}\n",
                found.step() + 1,
                ruling.reason
            )
        };
        let value = || json!({"preview": true, "ruling": ruling, "effects": effects, "next": [command]});
        return out::answer(format, words, value);
    }
    let mut signer = Signer::unlock(&vault, &found, entry, &args.recover.documents()?)?;
    let step = found.step() + 1;
    // A turn that a ruling replaces is refused first, and its reveal is due again (protocol 6).
    let reason = Problem::new(format!("a ruling replaces this turn: {}", ruling.reason)).rule("protocol 6");
    let mut refusals = Vec::new();
    for turn in &pending {
        let reasons = std::slice::from_ref(&reason);
        let content = refuse(&found.chain, turn.digest, turn.typed.step, &entry.seat, reasons, &wall_clock::now());
        let signed = signer.sign(&found.chain, Kind::Refusal, turn.typed.step, content.map_err(Failure::no)?)?;
        refusals.push(Outgoing::document(&folder, &signed.document().document));
    }
    let signed = signer.sign(&found.chain, Kind::State, step, made.content)?;
    let document = &signed.document().document;
    let outgoing = Outgoing::document(&folder, document);
    let mut reports = report::outgoing(&found, document)?;
    reports.push(report::outgoing_page(&found, document)?);
    // Nothing is written before everything is signed, and the state is written last, so that an interrupted run can
    // simply be repeated.
    for report in &reports {
        report.write(&folder)?;
    }
    let refused = refusals.iter().map(|refusal| refusal.write(&folder)).collect::<Result<Vec<_>, _>>()?;
    let path = outgoing.write(&folder)?;
    args.outgoing.send(&folder.path, None, format)?;
    let words = || {
        let next = next_moves(&found.chain, document, Some(&*made.table), None);
        let next: String = next.iter().map(|line| format!("{line}\n")).collect();
        let files = refused
            .iter()
            .cloned()
            .chain(std::iter::once(path.clone()))
            .chain(reports.iter().map(|report| folder.path.join(&report.name)));
        let files: String = files.map(|file| format!("  {}\n", file.shown())).collect();
        let effects: String = effects.iter().map(|line| format!("  {line}\n")).collect();
        format!("The ruling is step {step}.\n{effects}{next}Mail to everyone in the match:\n{files}")
    };
    out::answer(format, words, || {
        let reports: Vec<PathBuf> = reports.iter().map(|report| folder.path.join(&report.name)).collect();
        json!({"file": path, "digest": signed.document().digest, "refusals": refused, "reports": reports,
               "effects": effects})
    })
}

/// The command that issues what was previewed, without the folder, which is added when it is printed.
fn command(args: &Args) -> String {
    let path = |path: &PathBuf| path.shown();
    let mut command = "adjutant rule".to_owned();
    let what = &args.what;
    let options = [
        ("--default", what.default.clone()),
        ("--outcome", what.outcome.as_ref().map(path)),
        ("--position", what.position.as_ref().map(path)),
        ("--take-back", what.take_back.map(|step| step.to_string())),
        ("--rule", args.rule.clone()),
        ("--reason", Some(args.reason.clone())),
    ];
    for (option, value) in options {
        if let Some(value) = value {
            command += &format!(" {}", shell_quotes::option(option, &value));
        }
    }
    command
}

/// What a take-back undoes, in words: each step after the one to which play goes back.
fn taken_back(found: &Match<'_>, to_step: u64) -> Result<Vec<String>, Failure> {
    /// How many steps are told one by one, and with how many points each.
    const STEPS: usize = 8;
    const POINTS: usize = 4;
    let mut lines = vec![format!("Play goes back to the position after step {to_step}.")];
    let undone: Vec<_> = found.chain.line.iter().filter(|step| step.state.typed.step > to_step).collect();
    let hidden = undone.len().saturating_sub(STEPS);
    if hidden > 0 {
        lines.push(format!("{} are undone, of which these are the last {STEPS}.", out::counted(undone.len(), "step")));
    }
    for step in &undone[hidden..] {
        let points = mail::brief_points(report::report_of(found, &report::step_of_line(found, step)?)?);
        let (shown, more) = (points.iter().take(POINTS).cloned().collect::<Vec<_>>().join(" "), points.len() > POINTS);
        let what = match shown.as_str() {
            "" => "nothing happened in the game.".to_owned(),
            shown => format!("{shown}{}", if more { " …" } else { "" }),
        };
        lines.push(format!("Undone, step {}: {what}", step.state.typed.step));
    }
    Ok(lines)
}

/// What a ruling does, one sentence each: how the match ends, or what changes in the position.
fn effects(before: &dyn Session, after: &dyn Session) -> Vec<String> {
    match after.outcome_words() {
        Some(how) => vec![format!("The match ends: {how}.")],
        None => match after.changes(&before.position()) {
            changes if changes.is_empty() => vec!["The position does not change.".to_owned()],
            changes => changes,
        },
    }
}

/// A value in a YAML file: the whole file, or one field of it.
struct InputFile {
    path: PathBuf,
    text: String,
    document: Document,
    value: Value,
    /// The field that holds the value; `None` if it is the whole file.
    field: Option<&'static str>,
}

impl InputFile {
    fn read(path: PathBuf, field: &'static str) -> Result<InputFile, Failure> {
        let bytes = files::read(&path, files::MAX_BYTES)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let document = read(&path.shown(), &bytes, Form::State).map_err(|problem| {
            Failure::Cannot(vec![Diagnostic { problem, file: Some(path.clone()), text: Some(text.clone()) }])
        })?;
        let held = document.content.get(field).cloned();
        let field = held.is_some().then_some(field);
        let value = held.unwrap_or_else(|| document.content.clone());
        Ok(InputFile { path, text, document, value, field })
    }

    /// Rejects the file if there are problems, each shown at its line. The problems' paths begin with `root`.
    fn refuse(&self, problems: Vec<Problem>, root: &str) -> Result<(), Failure> {
        let told = problems.into_iter().map(|mut problem| {
            let path = problem.path.take().unwrap_or_default();
            let inner = path.strip_prefix(root).unwrap_or(&path).trim_start_matches('.');
            let path = match self.field {
                Some(field) if inner.is_empty() => field.to_owned(),
                Some(field) => format!("{field}.{inner}"),
                None => inner.to_owned(),
            };
            problem.path = Some(path);
            problem.mark = self.document.place_of(&problem);
            Diagnostic { problem, file: Some(self.path.clone()), text: Some(self.text.clone()) }
        });
        let told: Vec<Diagnostic> = told.collect();
        if told.is_empty() { Ok(()) } else { Err(Failure::Negative(told)) }
    }
}
