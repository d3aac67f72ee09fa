//! `completions`: what a shell needs to complete the commands.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, CommandResult, out};

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

pub fn run(args: Args) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "adjutant", &mut script);
    out::print(&String::from_utf8_lossy(&script))
}
