//! `completions`: what a shell needs to complete the commands.

use clap_complete::Shell;

use super::{CommandResult, out};

/// Print the completion script for a shell.
///
/// Put the output where your shell looks for completions; for bash:
/// `adjutant completions bash > ~/.local/share/bash-completion/completions/adjutant`
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for the whole command line.
pub fn run(args: Args, mut program: clap::Command) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "adjutant", &mut script);
    out::print(&String::from_utf8_lossy(&script))
}
