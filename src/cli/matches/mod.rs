//! `match`: begin a match, join it, sign its charter, see its status, continue it.

mod accept;
pub mod before_play;
pub mod clock;
mod go_on;
mod join;
mod leave;
mod new;
pub mod pace;
mod sign;
pub mod status;
mod table;

pub use status::gap_value;

use clap::Subcommand;

use super::mail::send;
use super::{Answer, Format};

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
    #[command(name = "continue")]
    GoOn(go_on::Args),
    Leave(leave::Args),
    Clock(clock::Args),
    Status(status::Args),
}

pub fn run(args: Args, format: Format) -> Answer {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Invite(args) => send::invite(args, format),
        Command::Accept(args) => accept::run(args, format),
        Command::Join(args) => join::run(args, format),
        Command::Sign(args) => sign::run(args, format),
        Command::GoOn(args) => go_on::run(args, format),
        Command::Leave(args) => leave::run(args, format),
        Command::Clock(args) => clock::run(args, format),
        Command::Status(args) => status::run(args, format),
    }
}
