//! `rule`: a referee's ruling, for what no rule decides.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::asked::next_moves;
use super::folder::{Folder, Place};
use super::play::{self, Match, Outgoing, Signer};
use super::{Answer, Failure, Format, Told, clock, files, home, out, report, seat};
use crate::chain::sides::ADJUDICATOR;
use crate::document::kinds::{Ruling, TakeBack};
use crate::document::{Form, Kind, Problem, read};

/// Issue a ruling: a state without a turn, in a refereed match, for what no rule decides.
///
/// It rolls nothing and spends no reveal. Everyone who verifies the match sees all rulings at the head of the answer.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Why, for everyone to read.
    #[arg(long)]
    reason: String,
    /// The rule or ruling that this follows.
    #[arg(long)]
    rule: Option<String>,
    #[command(flatten)]
    what: What,
    /// Take your own signed documents from this copy of the match into the signing log first.
    #[arg(long, value_name = "DIR")]
    recover: Option<PathBuf>,
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
    /// Back to the position of this step.
    #[arg(long, value_name = "STEP")]
    take_back: Option<u64>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = Folder::read(&args.place.find()?)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let charter = &found.chain.charter.typed;
    if found.chain.seats.adjudicator().is_none() {
        let problem = Problem::new("only the adjudicator of a refereed match rules").rule("protocol 6");
        return Err(Failure::no(problem.advice("head-to-head, propose a take-back or a draw in a turn")));
    }
    let entry = seat::mine(&vault, charter, Some(ADJUDICATOR))?;
    let stand = found.stand()?;
    let ruling = Ruling {
        reason: args.reason,
        rule: args.rule,
        default: args.what.default.map(|seat| seat::id("seat", &seat)).transpose()?,
        outcome: args.what.outcome.map(|path| value(&path, "outcome")).transpose()?,
        position: args.what.position.map(|path| value(&path, "position")).transpose()?,
        take_back: args.what.take_back.map(|to_step| TakeBack { to_step }),
    };
    let made = stand.rule(&ruling, None, &clock::now()).map_err(Failure::no)?;
    let mut signer = Signer::unlock(&vault, &found, entry, &play::copies(args.recover.as_ref())?)?;
    let step = found.step() + 1;
    let signed = signer.sign(&found.chain, Kind::State, step, made.content)?;
    let document = &signed.document().document;
    let outgoing = Outgoing::document(&folder, document);
    let reports = report::outgoing(&found, document)?;
    let path = outgoing.write(&folder)?;
    for report in &reports {
        report.write(&folder)?;
    }
    let words = || {
        let next = next_moves(&found.chain, document, Some(&*made.table), None);
        let next: String = next.iter().map(|line| format!("{line}\n")).collect();
        let files = std::iter::once(path.clone()).chain(reports.iter().map(|report| folder.path.join(&report.name)));
        let files: String = files.map(|file| format!("  {}\n", file.display())).collect();
        format!("The ruling is step {step}.\n{next}Mail to everyone in the match:\n{files}")
    };
    out::answer(format, words, || {
        let reports: Vec<PathBuf> = reports.iter().map(|report| folder.path.join(&report.name)).collect();
        json!({"file": path, "digest": signed.document().digest, "reports": reports})
    })
}

/// The value in a YAML file; of a mapping with the field, that field's.
fn value(path: &std::path::Path, field: &str) -> Result<Value, Failure> {
    let bytes = files::read(path, files::MOST_BYTES)?;
    let document = read(&path.display().to_string(), &bytes, Form::State).map_err(|problem| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Failure::Cannot(vec![Told { problem, file: Some(path.to_owned()), text: Some(text) }])
    })?;
    Ok(document.content.get(field).cloned().unwrap_or(document.content))
}
