//! `dispute`: compare several people's copies of one match.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::dispute_letter::letter;
use super::folder::{Folder, SharedFiles, games};
use super::match_args::has_charter;
use super::out::{self, Printout, Tone};
use super::progress::Progress;
use super::verify::{failure_problem, failure_value};
use super::{CommandResult, Diagnostic, Failure, Format, files, mail, suggested_commands};
use crate::chain::MatchFiles;
use crate::chain::dispute::{MatchCopy, dispute_with_progress};
use crate::chain::verify::{Check, Proof};
use crate::cli::paths::Shown;
use crate::report::Change;

/// Compare several players' copies of a match: name the first document that differs or fails, who signed it, and what
/// that proves.
///
/// Each argument is a copy of the match folder, or a loose file from one. Loose files are checked together with the
/// folders. Succeeds only if all copies agree and the match verifies.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders or loose files.
    #[arg(required_unless_present = "folder", num_args = 1..)]
    copies: Vec<PathBuf>,
    /// One of the match folders, the same as in COPIES.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write a letter that you can send to both players: what was found, who signed it, both documents, the rule, what
    /// it proves and what it does not. `-` prints the letter instead of the answer.
    #[arg(long, value_name = "FILE")]
    letter: Option<PathBuf>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let mut sets = Vec::new();
    let copies: Vec<PathBuf> = args.folder.into_iter().chain(args.copies).collect();
    if let Some(own) = copies.iter().find(|copy| has_charter(copy)) {
        suggested_commands::set_folder(own);
    }
    let mut shared = SharedFiles::default();
    for path in &copies {
        let files = if path.is_dir() {
            Folder::read_copy(path, &mut shared)?
        } else {
            let bytes = files::read(path, files::MAX_BYTES)?;
            let mut files = MatchFiles::default();
            files.add(file_name(path), &bytes);
            files
        };
        sets.push(MatchCopy { name: path.shown(), files, loose: !path.is_dir() });
        // What `receive` has kept apart because its signer had signed something else for the same place.
        let named = |file: &PathBuf| copies.iter().any(|copy| files::are_same(copy, file));
        for file in mail::conflicts(path).into_iter().filter(|file| !named(file)) {
            let bytes = files::read(&file, files::MAX_BYTES)?;
            let mut files = MatchFiles::default();
            files.add(file_name(&file), &bytes);
            sets.push(MatchCopy { name: file.shown(), files, loose: true });
        }
    }
    drop(shared);
    let progress = Progress::new("verifying", sets.iter().map(|set| set.files.states.len()).sum());
    let found = dispute_with_progress(&sets, games(), &progress).map_err(Failure::cannot)?;
    drop(progress);
    let letter = args.letter.as_ref().map(|_| letter(&found, &sets)).transpose().map_err(Failure::cannot)?;
    let printed = args.letter.as_deref() == Some(Path::new("-"));
    if let (Some(path), Some(letter), false) = (&args.letter, &letter, printed) {
        files::write_page(path, letter.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))?;
    }
    let words = || {
        let mut words = Printout::default();
        // The first sentence gives the overall result; it names what fails or is missing.
        let tone = match (found.agrees(), &found.failure) {
            (true, _) => Tone::Good,
            (false, Some(_)) => Tone::Bad,
            (false, None) => Tone::Caution,
        };
        let (first, rest) = found.text.split_once('\n').unwrap_or((&found.text, ""));
        words.tone(tone, first);
        words.line(rest);
        for missing in &found.missing {
            let step = missing.step.map(|step| format!(" of step {step}")).unwrap_or_default();
            let signer = missing.signer.as_ref().map(|seat| format!(", signed by {}", found.people.name(seat)));
            let signer = signer.unwrap_or_default();
            words.tone(
                Tone::Caution,
                format!(
                    "missing: the {}{step}{signer}: {}; not in {}",
                    missing.kind.as_str(),
                    missing.file,
                    missing.lack.join(", ")
                ),
            );
        }
        found.notes.iter().for_each(|note| words.line(format!("note: {note}")));
        match &args.letter {
            Some(path) => words.line(format!("A letter to both players: {}", path.shown())),
            None if found.agrees() => {}
            None => words.line("Write a letter to both players with `--letter FILE`."),
        }
        words
    };
    let value = || {
        let missing: Vec<Value> = found
            .missing
            .iter()
            .map(|one| {
                json!({"kind": one.kind, "step": one.step, "signer": one.signer, "file": one.file, "lack": one.lack})
            })
            .collect();
        let change = |one: &Change| json!({"field": one.path, "from": one.before, "to": one.after});
        let differences = found.comparison.as_ref().map(|one| {
            let fields: Vec<Value> = one.changes.iter().map(change).collect();
            json!({"file": one.file, "with": one.with, "altered": one.altered, "fields": fields})
        });
        json!({"ok": found.agrees(), "match": found.match_id, "failure": found.failure.as_ref().map(failure_value),
               "differences": differences, "letter": letter, "missing": missing, "text": found.text, "notes": found.notes})
    };
    match letter.as_ref().filter(|_| printed && format == Format::Text) {
        Some(letter) => out::print(letter)?,
        None => out::answer(format, words, value)?,
    }
    if found.agrees() {
        return Ok(());
    }
    let told = found.failure.as_ref().filter(|_| format == Format::Text).map(|failure| {
        let (path, text) = quoted(&copies, &failure.file);
        let mut problem = failure_problem(failure);
        problem.message = found.people.in_text(&problem.message);
        problem.advice = problem.advice.map(|advice| found.people.in_text(&advice));
        if let Some(text) =
            text.as_ref().filter(|_| failure.check == Check::Documents && failure.proof == Proof::Nothing)
        {
            problem = mail::damaged(text.as_bytes(), problem);
        }
        Diagnostic { problem, file: Some(path), text }
    });
    Err(Failure::Negative(told.into_iter().collect()))
}

/// The path and text of a file that the answer names as `set: file`.
fn quoted(copies: &[PathBuf], named: &str) -> (PathBuf, Option<String>) {
    for copy in copies {
        let Some(file) = named.strip_prefix(&format!("{}: ", copy.shown())) else { continue };
        let path = if copy.is_dir() { copy.join(file) } else { copy.clone() };
        let text = files::read(&path, files::MAX_BYTES).ok();
        return (path, text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    }
    (PathBuf::from(named), None)
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("file.yaml")
}
