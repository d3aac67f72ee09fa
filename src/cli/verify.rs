//! `verify`: verify a match, or name what fails.

use serde_json::{Value, json};

use super::continued;
use super::earlier_matches;
use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::out::{self, Printout, Tone};
use super::outcome_words::outcome_words;
use super::{CommandResult, Diagnostic, Failure, Format};
use crate::chain::verify::{self, Check, NoticeKind, Proof};
use crate::cli::paths::Shown;
use crate::document::Problem;
use crate::document::inline;
use crate::document::kinds::FirstPosition;

/// Verify a match from its files alone.
///
/// Checks five things: every document can be read and every signature is valid; the chain is complete; every reveal
/// hashes to the one before it; every roll follows from the reveals; and adjudicating every turn again gives the same
/// result. Names the first failure of each kind with its file, line, seat and rule.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Succeed even if something could not be checked; the program still lists it.
    #[arg(long)]
    partial: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read(&args.place.find_to_read()?)?;
    let (earlier, lacking) = earlier_matches::all(&folder)?;
    let mut verdicts = folder.verify_with(&earlier);
    if let (Some(id), Some(last)) = (lacking, verdicts.last_mut()) {
        let why = format!(
            "it continues the match {id}, which is missing; receive it, or put it into the folder {}",
            earlier_matches::FOLDER
        );
        last.unchecked.push((Check::Chain, why));
    }
    // Where the last of them begins at a position of a match, that one is not here.
    let last = earlier.last().unwrap_or(&folder);
    if let (Ok(charter), Some(verdict)) = (last.charter(), verdicts.last_mut()) {
        verdict.notices.extend(charter.typed.from.as_ref().map(|first| on_their_word(first, &charter.file)));
    }
    let before = verdicts.split_off(1);
    let verdict = verdicts.remove(0);
    let holds = verdict.is_valid(args.partial) && before.iter().all(|one| one.is_valid(args.partial));
    let begins = folder.charter().is_ok_and(|charter| charter.typed.from.is_some());
    let continued = folder.chain().ok().and_then(|chain| continued::of(&folder, &chain));
    let words = || {
        let mut words = Printout::default();
        let of_earlier = before.iter().zip(&earlier).flat_map(|(one, folder)| {
            one.notices.iter().map(move |notice| (format!("{}/", folder.path.shown()), notice))
        });
        for (place, notice) in verdict.notices.iter().map(|notice| (String::new(), notice)).chain(of_earlier) {
            let what = match notice.kind {
                NoticeKind::Ruling => "ruling",
                NoticeKind::Replaced => "continued",
                NoticeKind::Forfeit => "forfeit",
                NoticeKind::Refusal => "refusal",
                NoticeKind::Queued => "queued",
                NoticeKind::Pending => "note",
            };
            words
                .tone(Tone::Caution, format!("{what}: step {} ({place}{}): {}", notice.step, notice.file, notice.text));
        }
        let title = verdict.title.as_deref().unwrap_or("this match");
        for (_, reason) in verdict.unchecked.iter().chain(before.iter().flat_map(|one| &one.unchecked)) {
            words.tone(Tone::Caution, format!("not checked: {reason}"));
        }
        if holds {
            let counts = &verdict.counts;
            words.tone(Tone::Good, format!("'{title}' verifies: every check passes."));
            let counted = [
                (counts.documents, "document"),
                (counts.signatures, "signature"),
                (counts.steps, "step"),
                (counts.turns, "turn"),
                (counts.reveals, "reveal"),
                (counts.rolls, "roll"),
                (counts.adjudicated, "state"),
            ];
            let counted = counted.map(|(count, noun)| out::counted(count, noun));
            words.line(format!("  {} adjudicated again", counted.join(", ")));
            if counts.hands > 0 {
                words
                    .line(format!("  {} followed from the first card to the last", out::counted(counts.hands, "hand")));
            }
            for (one, folder) in before.iter().zip(&earlier) {
                let steps = out::counted(one.counts.steps, "step");
                let does = if begins { "begins at a position of" } else { "continues" };
                words.line(format!("  it {does} a match of {steps}, which also verifies: {}", folder.path.shown()));
            }
            if let Some(continued) = &continued {
                words.tone(Tone::Caution, continued.words());
            }
            if let Some(outcome) = verdict.outcome.as_ref().filter(|outcome| !outcome.is_null()) {
                let game = folder.game().ok();
                let chain = folder.chain().ok();
                let said = match (game, chain) {
                    (Some(game), Some(chain)) => outcome_words(&chain, &*game, outcome),
                    _ => inline(outcome),
                };
                words.line(format!("  outcome: {said}"));
            }
        } else if verdict.failures.is_empty() && before.iter().all(|one| one.failures.is_empty()) {
            words.tone(Tone::Bad, format!("'{title}' could not be verified completely."));
        } else {
            words.tone(Tone::Bad, format!("'{title}' does not verify."));
        }
        words
    };
    let value = || {
        let notice = |one: &verify::Notice| {
            json!({"kind": format!("{:?}", one.kind).to_lowercase(), "file": one.file, "step": one.step, "seat": one.seat,
                   "text": one.text})
        };
        let notices: Vec<Value> = verdict.notices.iter().map(notice).collect();
        let failures: Vec<Value> = verdict.failures.iter().map(failure_value).collect();
        let unchecked: Vec<Value> = verdict
            .unchecked
            .iter()
            .map(|(check, reason)| json!({"check": check_words(*check), "reason": reason}))
            .collect();
        let counts = &verdict.counts;
        let before: Vec<Value> = before
            .iter()
            .map(|one| {
                let failures: Vec<Value> = one.failures.iter().map(failure_value).collect();
                json!({"match": one.match_id, "ok": one.is_valid(args.partial), "steps": one.counts.steps, "failures": failures,
                       "notices": one.notices.iter().map(notice).collect::<Vec<_>>()})
            })
            .collect();
        json!({"ok": holds, "earlier": before, "continued": continued.as_ref().map(|one| &one.folder), "match": verdict.match_id, "title": verdict.title, "outcome": verdict.outcome,
               "notices": notices, "failures": failures, "unchecked": unchecked,
               "counts": {"documents": counts.documents, "signatures": counts.signatures, "steps": counts.steps,
                          "turns": counts.turns, "refusals": counts.refusals, "reveals": counts.reveals,
                          "rolls": counts.rolls, "adjudicated": counts.adjudicated, "hands": counts.hands}})
    };
    out::answer(format, words, value)?;
    if holds {
        return Ok(());
    }
    if format == Format::Json {
        return Err(Failure::Negative(Vec::new()));
    }
    let failures = verdict.failures.iter();
    let mut diagnostics: Vec<Diagnostic> =
        failures.map(|failure| folder.printed(&failure.file, failure_problem(failure))).collect();
    for (one, folder) in before.iter().zip(&earlier) {
        diagnostics.extend(one.failures.iter().map(|failure| folder.printed(&failure.file, failure_problem(failure))));
    }
    if diagnostics.is_empty() {
        let problem = Problem::new("something could not be checked");
        diagnostics.push(problem.advice("use --partial to accept this").into());
    }
    Err(Failure::Negative(diagnostics))
}

/// The notice that nobody can check whether the position at which a match begins was reached (protocol 3).
fn on_their_word(first: &FirstPosition, file: &str) -> verify::Notice {
    let text = format!(
        "this match begins at the position after step {} of the match {}, which is not here: that the position was reached is \
         the word of those who signed the charter",
        first.step, first.match_id
    );
    verify::Notice { kind: NoticeKind::Pending, file: file.to_owned(), step: 0, seat: None, text }
}

/// A failure as a problem: the kind of check, the step, who signed it, and what it proves.
pub fn failure_problem(failure: &verify::Failure) -> Problem {
    let mut problem = failure.problem.clone();
    let mut which = check_words(failure.check).to_owned();
    if let Some(step) = failure.step {
        which += &format!(", step {step}");
    }
    if let Some(seat) = &failure.seat {
        which += match failure.proof {
            // If something else is missing, that says nothing about who signed this.
            Proof::Withheld => String::new(),
            Proof::Forgery => format!(", in the name of {seat}"),
            _ => format!(", signed by {seat}"),
        }
        .as_str();
    }
    problem.message = format!("{} ({which})", problem.message);
    match &failure.proves {
        Some(proves) => match (failure.proof, &failure.seat) {
            (Proof::Withheld, _) => problem,
            (Proof::Forgery, Some(seat)) => {
                problem.advice(format!("get the file again from '{seat}': this copy proves nothing against anybody"))
            }
            (Proof::Forgery, None) => problem.advice("get the file again: this copy proves nothing against anybody"),
            (Proof::OtherMatch, _) if problem.advice.is_some() => problem,
            (Proof::OtherMatch, _) => problem.advice("move the file out of this folder, and get the correct one"),
            _ => problem.advice(proves.clone()),
        },
        None => problem,
    }
}

/// A failure as data.
pub fn failure_value(failure: &verify::Failure) -> Value {
    let problem = &failure.problem;
    json!({"check": check_words(failure.check), "file": failure.file, "step": failure.step, "seat": failure.seat,
           "message": problem.message, "path": problem.path, "rule": problem.rule,
           "line": problem.mark.map(|mark| mark.line), "column": problem.mark.map(|mark| mark.column),
           "advice": problem.advice, "with": failure.with, "proof": proof_word(failure.proof),
           "proves": failure.proves})
}

fn proof_word(proof: Proof) -> &'static str {
    match proof {
        Proof::Nothing => "nothing",
        Proof::Forgery => "forgery",
        Proof::DoubleDealing => "double_dealing",
        Proof::FalseReveal => "false_reveal",
        Proof::FalseState => "false_state",
        Proof::IllegalTurn => "illegal_turn",
        Proof::FalseHand => "false_hand",
        Proof::UnjustRefusal => "unjust_refusal",
        Proof::OutOfPlace => "out_of_place",
        Proof::Withheld => "withheld",
        Proof::OtherMatch => "other_match",
    }
}

fn check_words(check: Check) -> &'static str {
    match check {
        Check::Documents => "documents and signatures",
        Check::Chain => "chain",
        Check::Reveals => "reveals",
        Check::Rolls => "rolls",
        Check::Adjudication => "adjudication",
        Check::Hands => "hands",
    }
}
