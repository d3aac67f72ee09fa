//! `archive unpack`: a match that is one file as a folder again.

use std::path::PathBuf;

use archive::packed;
use serde_json::json;

use crate::cli::match_args::check_name;
use crate::cli::paths::{Shown, is_device};
use crate::cli::suggested_commands::shell_quoted;
use crate::cli::{CommandResult, Failure, Format, files, out};
use crate::document::Problem;

/// Unpack a match that is one file into a new folder, to play on or to look around in it.
///
/// `verify`, `report`, `replay`, `show`, `match status` and `match clock` read the file as it is.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file, as `archive add` writes it.
    #[arg(value_name = "PACKED")]
    packed: PathBuf,
    /// The folder to create.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub fn run(args: &Args, format: Format) -> CommandResult {
    check_name(&args.folder)?;
    if args.folder.symlink_metadata().is_ok() {
        let problem = Problem::new("this exists already, and nothing is unpacked over it");
        return Err(Failure::cannot_in(&args.folder, problem.advice("name a new folder")));
    }
    let bytes = files::read(&args.packed, packed::MAX_TOTAL)?;
    let refused = |why: String| Failure::no_in(&args.packed, Problem::new(why));
    let unpacked = packed::unpack(&bytes).map_err(|error| refused(error.0))?;
    if let Some((name, _)) = unpacked.files.iter().find(|(name, _)| name.split('/').any(is_device)) {
        return Err(refused(format!("Windows keeps the name of its file {name} for a device")));
    }
    let files = unpacked.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    files::write_folder(&args.folder, files).map_err(|problem| Failure::cannot_in(&args.folder, problem))?;
    let count = unpacked.files.len();
    let words = || {
        let (shown, quoted) = (args.folder.shown(), shell_quoted(&args.folder));
        format!("{shown}: {}.\nNext:\n  adjutant verify {quoted}\n", out::counted(count, "file"))
    };
    out::answer(format, words, || json!({"ok": true, "folder": args.folder, "files": count}))
}
