//! `archive index`: the index itself.

use std::collections::BTreeMap;

use serde_json::json;

use super::archive_folder::Archive;
use super::match_count::count;
use super::open_index::open;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format};

/// Bring the index up to date with the files, or make it again.
///
/// Every command that uses the index does this by itself when needed. The index holds nothing that is not in the files;
/// you may delete it at any time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Discard the index and make it again from the files, verifying each match.
    #[arg(long)]
    rebuild: bool,
}

pub fn run(archive: &Archive, args: &Args, format: Format) -> CommandResult {
    let opened = open(archive, BTreeMap::new(), args.rebuild)?;
    let files = opened.index.files().map_err(|fault| archive.fault(&fault))?;
    let refused: Vec<(&String, &String)> =
        files.iter().filter_map(|(name, _, why)| Some((name, why.as_ref()?))).collect();
    let held = files.len() - refused.len();
    let words = || {
        let mut words = Printout::default();
        words.line(format!("{}: {}", archive.index_path().shown(), count(held as u64)));
        for (name, why) in &refused {
            words.tone(Tone::Bad, format!("left out: {}: {why}", archive.place_of(name).shown()));
        }
        words
    };
    let value = || {
        let refused: Vec<_> = refused.iter().map(|(name, why)| json!({"file": name, "why": why})).collect();
        json!({"ok": refused.is_empty(), "index": archive.index_path(), "matches": held, "refused": refused})
    };
    out::answer(format, words, value)?;
    if refused.is_empty() { Ok(()) } else { Err(Failure::Negative(Vec::new())) }
}
