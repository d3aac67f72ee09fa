//! `refuse`: object to the newest state.

use serde_json::json;

use super::folder::Folder;
use super::mail::MailArgs;
use super::match_args::{MatchFolderArgs, RecoverArgs};
use super::open_match::{Match, Outgoing, Signer};
use super::{CommandResult, Failure, Format, home, invented_turn, out, seat, wall_clock};
use crate::chain::compose::{readjudicate, refuse};
use crate::cli::paths::Shown;
use crate::document::{Kind, Problem};
use crate::trust::SignedDocument;

/// Refuse the newest state because adjudicating it again gives a different result.
///
/// Its issuer answers with a replacement that uses the same dice, or stands by it. You cannot refuse a state that you
/// have answered, or one that is right. To add your own explanation, use --reason.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that refuses [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// What is wrong, in your own words; may be given several times.
    #[arg(long, value_name = "TEXT")]
    reason: Vec<String>,
    #[command(flatten)]
    recover: RecoverArgs,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find()?)?;
    // The match need not verify here: a newest state that does not verify is exactly what may be refused.
    let found = Match::open(&folder)?;
    let vault = home::vault()?;
    let entry = seat::acting_seat(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let newest = match found.chain.newest() {
        Some(newest) => newest.state,
        None => return found.adjudication().map(drop),
    };
    let (step, head) = (newest.typed.step, &newest.typed);
    let refused = |problem: Problem| folder.refused(&newest.file, problem.rule("protocol 6"));
    if head.responder == entry.seat {
        return Err(refused(Problem::new("you issued this state yourself").advice("only another seat can refuse it")));
    }
    let answered = found.chain.turns_to(&newest.digest).iter().any(|turn| turn.typed.seat == entry.seat);
    if answered {
        let problem = Problem::new("you have answered this state, so you can no longer refuse it");
        return Err(refused(problem.advice("propose a take-back in your next turn")));
    }
    let mut signer = Signer::unlock(&vault, &found, entry, &args.recover.documents()?)?;
    // What counts is what was signed according to the log, not what is in the folder.
    let answers = |turn: SignedDocument| turn.document.get("parent") == Some(&json!(newest.digest));
    if signer.ledger.signed(Kind::Turn, step + 1).into_iter().any(answers) {
        let problem = Problem::new("you have signed a turn that answers this state, so you can no longer refuse it");
        return Err(refused(problem.advice("propose a take-back in your next turn")));
    }
    let mut reasons = what_is_wrong(&found, newest)?;
    if reasons.is_empty() && head.ruling.is_some() {
        let problem =
            Problem::new("this state is a ruling: it does not follow from turns, so you cannot check it against them");
        return Err(refused(problem.advice(format!(
            "write to '{}', who can rule again or take the ruling back; everyone who verifies the match sees it first",
            head.responder
        ))));
    }
    if reasons.is_empty() {
        let problem =
            Problem::new(format!("the state of step {step} is right: adjudicating it again gives the same result"));
        return Err(refused(problem.advice("if you want another result, propose a take-back in your next turn")));
    }
    reasons.extend(args.reason.iter().map(Problem::new));
    let content = refuse(&found.chain, newest.digest, step, &entry.seat, &reasons, &wall_clock::now());
    let signed = signer.sign(&found.chain, Kind::Refusal, step, content.map_err(Failure::no)?)?;
    let path = Outgoing::document(&folder, &signed.document().document).write(&folder)?;
    args.outgoing.send(&folder.path, Some(entry.seat.as_str()), format)?;
    let whom = head.responder.clone();
    let words = || {
        let shown = path.shown();
        let list: String = reasons.iter().map(|reason| format!("  {reason}\n")).collect();
        format!(
            "The state of step {step} is refused:\n{list}Mail {shown} to everyone; {whom} answers it with \
                 `adjutant adjudicate`.\n"
        )
    };
    out::answer(format, words, || json!({"file": path, "digest": signed.document().digest}))
}

/// How the newest state differs from what it should be.
fn what_is_wrong(
    found: &Match<'_>,
    newest: &crate::chain::match_files::ParsedDocument<crate::chain::StateHeader>,
) -> Result<Vec<Problem>, Failure> {
    let mut reasons = Vec::new();
    // Nobody can send what was never signed.
    if let Some(invented) = invented_turn::in_newest(&found.chain) {
        return Ok(vec![invented.reason()]);
    }
    let missing = found.chain.line.len().checked_sub(1).map(|at| found.chain.missing_turns(at)).unwrap_or_default();
    if let Some(gap) = missing.into_iter().find(|gap| !gap.spoilt) {
        return Err(found.folder.refused(&newest.file, gap.problem()));
    }
    for failure in found.folder.failures() {
        if failure.file == newest.file {
            reasons.push(failure.problem);
        } else {
            return Err(found.folder.refused(&failure.file, failure.problem));
        }
    }
    if reasons.is_empty() {
        match readjudicate(&found.chain, &*found.game, newest) {
            Err(problems) => reasons = problems,
            Ok(made) => {
                let there = &newest.document.content;
                let fields = ["rolls", "events", "position", "awaiting", "outcome"];
                let differing = fields.into_iter().filter(|field| made.content.get(field) != there.get(field));
                let problem = |field: &str| {
                    let problem = Problem::new(format!("adjudicating it again gives a different `{field}`"));
                    problem.in_path(field).rule("protocol 9")
                };
                reasons.extend(differing.map(problem));
            }
        }
    }
    Ok(reasons)
}
