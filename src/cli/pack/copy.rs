//! `pack copy`: the program's own data of a game as files that a club can correct.

use std::path::PathBuf;

use serde_json::json;

use super::folder::GameOption;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, out, suggested_commands};
use crate::document::{PackFiles, Problem, write};

/// Write the program's own pack of a game into a new folder, for you to correct.
#[derive(Debug, clap::Args)]
pub struct Copy {
    /// The new folder.
    folder: PathBuf,
    #[command(flatten)]
    of: GameOption,
}

pub fn run(args: &Copy, format: Format) -> CommandResult {
    let Copy { folder, of } = args;
    if folder.symlink_metadata().is_ok() {
        let problem = Problem::new("this folder is here already");
        return Err(Failure::cannot_in(folder, problem.advice("name a new folder: nothing is overwritten")));
    }
    let data = of.data(&PackFiles::default());
    let own = (data.shipped)().iter().map(|(name, content)| (name, write(content)));
    let optional = data.optional.iter().map(|(name, text)| (*name, (*text).to_owned()));
    let all: Vec<(&str, String)> = own.chain(optional).collect();
    let files = all.iter().map(|(name, text)| (*name, text.as_bytes()));
    files::write_folder(folder, files).map_err(|problem| Failure::cannot_in(folder, problem))?;
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let words = || {
        let place = suggested_commands::shell_quoted(folder);
        format!(
            "The pack of {} is in {}: {} files.\nNext:\n  correct them, then run `adjutant pack check {place}`\n  play with \
             them: `adjutant match new FOLDER --title TITLE --game {} --pack {place}`\n",
            data.game,
            folder.shown(),
            names.len(),
            data.game
        )
    };
    out::answer(format, words, || json!({"folder": folder, "game": data.game, "files": names}))
}
