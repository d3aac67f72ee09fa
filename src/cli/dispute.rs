//! `dispute`: compare what several people have of one match.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::folder::{Folder, games};
use super::{Answer, Failure, Format, files, out};
use crate::chain::MatchFiles;
use crate::chain::dispute::{Proof, dispute};
use crate::document::Problem;

/// Compare what several people sent in: name the first entry that differs or fails, who signed it, and what that
/// proves.
///
/// Each argument is a copy of the match folder, or a loose file of it. Loose files are looked at together with the
/// folders.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders or loose files.
    #[arg(required = true, num_args = 1..)]
    copies: Vec<PathBuf>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let mut sets: Vec<(String, MatchFiles)> = Vec::new();
    for path in &args.copies {
        let name = path.display().to_string();
        if path.is_dir() {
            sets.push((name, Folder::read(path)?.files));
        } else {
            let bytes = files::read(path, files::MOST_BYTES)?;
            let mut set = MatchFiles::default();
            set.add(file_name(path), &bytes);
            sets.push((name, set));
        }
    }
    if sets.iter().all(|(_, set)| set.charters.is_empty()) {
        let problem = Problem::new("none of these holds a charter, so there is no match to compare with");
        return Err(Failure::cannot(problem.advice("name at least one match folder, or the charter beside the files")));
    }
    let found = dispute(&sets, &games());
    let agree = matches!(found.proof, Proof::Nothing | Proof::MissingCopy);
    let words = || {
        let mut words = format!("{}\n", found.text);
        for file in &found.files {
            words += &format!("  {file}\n");
        }
        let mut line = |what: &str, value: Option<String>| {
            if let Some(value) = value {
                words += &format!("  {what}: {value}\n");
            }
        };
        line("step", found.step.map(|step| step.to_string()));
        line("signed by", found.signer.as_ref().map(ToString::to_string));
        line("rule", found.rule.clone());
        found.notes.iter().for_each(|note| words += &format!("note: {note}\n"));
        words
    };
    let value = || {
        json!({"ok": agree, "proof": proof_word(found.proof), "match": found.match_id, "step": found.step,
               "files": found.files, "signer": found.signer, "rule": found.rule, "text": found.text,
               "notes": found.notes})
    };
    out::answer(format, words, value)?;
    if agree { Ok(()) } else { Err(Failure::No(Vec::new())) }
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("file.yaml")
}

fn proof_word(proof: Proof) -> &'static str {
    match proof {
        Proof::Nothing => "nothing",
        Proof::DoubleDealing => "double_dealing",
        Proof::Forgery => "forgery",
        Proof::FalseState => "false_state",
        Proof::IllegalTurn => "illegal_turn",
        Proof::Withheld => "withheld",
        Proof::MissingCopy => "missing_copy",
        Proof::OtherMatch => "other_match",
    }
}
