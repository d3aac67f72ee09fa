//! `practice`: a match against the program, all of it on this machine.
//!
//! The folder is a match like any other: refereed, with everything in it signed, and it verifies. Its keys and seeds
//! are its own, kept apart from those of matches against people. What has to be done next depends only on the folder
//! and the signing logs, so an interrupted run can simply be repeated.

mod from_position;
mod go;
mod hint;
mod new;
mod opponent;
pub mod plan_words;
mod running;

use clap::Subcommand;

use super::{CommandResult, Format};

/// Play against the program, on this machine, with ordinary turn files.
///
/// `practice new` starts a match and writes the draft of your first turn. Write your orders into it. `practice go`
/// checks and signs it, adjudicates, plays the other side until it is your move again, reports what has happened, and
/// writes the next draft. The commands that read a match (`legal`, `odds`, `show`, `check`, `report`, `verify`) work
/// here too; only `practice go` signs.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Go(go::Args),
    Hint(hint::Args),
}

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Go(args) => go::run(args, format),
        Command::Hint(args) => hint::run(args, format),
    }
}
