//! `match`: begin a match, join it, sign its charter, see its status, continue it.

mod accept;
pub mod clock;
pub mod clock_args;
mod continue_match;
mod join;
mod leave;
mod new;
mod pause;
pub mod setup_steps;
pub mod sign;
pub mod status;
mod status_list;

pub use status::gap_value;

use clap::Subcommand;

use super::mail::send;
use super::{CommandResult, Format};

/// Start, join and sign a match, invite others to it, see its status and its clock, or continue it under a new charter.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Invite(send::Invitation),
    Accept(accept::Args),
    Join(join::Args),
    Sign(sign::Args),
    Continue(continue_match::Args),
    Leave(leave::Args),
    Pause(pause::Args),
    Clock(clock::Args),
    Status(status::Args),
}

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Invite(args) => send::invite(args, format),
        Command::Accept(args) => accept::run(args, format),
        Command::Join(args) => join::run(args, format),
        Command::Sign(args) => sign::run(args, format),
        Command::Continue(args) => continue_match::run(args, format),
        Command::Leave(args) => leave::run(args, format),
        Command::Pause(args) => pause::run(args, format),
        Command::Clock(args) => clock::run(args, format),
        Command::Status(args) => status::run(args, format),
    }
}
