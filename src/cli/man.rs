//! `man`: the pages of the manual.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{CommandResult, Failure, Format, files, out};
use crate::cli::paths::Shown;
use crate::document::Problem;

/// Write the manual: a page for each command, for `man`.
///
/// Put the pages where `man` looks for them; for one user:
/// `adjutant man ~/.local/share/man/man1`, and then `man adjutant-match-status`
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The folder for the pages; it is created if it does not exist.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes a page for each command of the whole command line.
///
/// # Errors
/// The folder or a page cannot be written.
pub fn run(args: Args, program: clap::Command, format: Format) -> CommandResult {
    let folder = args.folder;
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::cannot_in(&folder, Problem::new(format!("cannot make this folder: {error}"))))?;
    let written = pages(program)
        .into_iter()
        .map(|(name, page)| {
            let path = folder.join(name);
            files::write_page(&path, &page).map_err(|problem| Failure::cannot_in(&path, problem))?;
            Ok(path)
        })
        .collect::<Result<Vec<PathBuf>, Failure>>()?;
    let words = || format!("Written: {} in {}\n", out::counted(written.len(), "page"), shown(&folder));
    out::answer(format, words, || json!({"ok": true, "files": written}))
}

fn shown(folder: &Path) -> String {
    folder.shown()
}

/// The pages with their names, first that of the program: `adjutant.1`, `adjutant-match.1`, `adjutant-match-status.1`.
/// They have no date, so that the same program writes the same pages.
fn pages(program: clap::Command) -> Vec<(String, Vec<u8>)> {
    // Without the command `help`, which has a page for each command again.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    let mut left = vec![program];
    while let Some(command) = left.pop() {
        let under: Vec<clap::Command> = command.get_subcommands().cloned().collect();
        left.extend(under.into_iter().rev());
        let page = clap_mangen::Man::new(command).source(concat!("adjutant ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = page.render(&mut text);
        pages.push((page.get_filename(), text));
    }
    pages
}
