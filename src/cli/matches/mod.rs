//! `match`: begin a match, join it, sign its charter, see how it stands.

mod accept;
pub mod before_play;
mod join;
mod new;
mod sign;
pub mod status;
mod table;

pub use status::gap_value;

use clap::Subcommand;

use super::mail::send;
use super::{Answer, Format};

/// Start a match, invite to it, join it, sign its charter, see its status.
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
    Status(status::Args),
}

pub fn run(args: Args, format: Format) -> Answer {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Invite(args) => send::invite(args, format),
        Command::Accept(args) => accept::run(args, format),
        Command::Join(args) => join::run(args, format),
        Command::Sign(args) => sign::run(args, format),
        Command::Status(args) => status::run(args, format),
    }
}
