//! `match`: begin a match, join it, sign its charter, see how it stands.

mod accept;
mod join;
mod new;
mod sign;
mod status;
mod table;

pub use status::{gap_value, whose_move};

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

/// What has to happen before the first move, from the charter as it stands.
pub(super) fn next_before_play(charter: &crate::document::Charter, sides: &[crate::document::Id]) -> Vec<String> {
    use crate::document::kinds::TrustMode;
    let joined = |name: &str| charter.seats.iter().any(|seat| seat.seat.as_str() == name);
    let mut missing: Vec<String> = sides
        .iter()
        .filter(|side| !charter.seats.iter().any(|seat| seat.side.as_ref() == Some(side)))
        .map(ToString::to_string)
        .collect();
    if charter.trust == TrustMode::Refereed && !joined("adjudicator") {
        missing.push("adjudicator".to_owned());
    }
    if !missing.is_empty() {
        return missing
            .into_iter()
            .map(|seat| {
                format!(
                    "{seat} joins with `adjutant match join --seat {seat} --name \"…\"`, then mails charter.yaml on"
                )
            })
            .collect();
    }
    let signed = |seat: &crate::document::Id| charter.signatures.iter().any(|signature| signature.by == *seat);
    charter
        .seats
        .iter()
        .filter(|seat| !signed(&seat.seat))
        .map(|seat| {
            let said = format!(
                "{} reads the charter, signs it with `adjutant match sign`, then mails charter.yaml on",
                seat.seat
            );
            super::seat::hinted(charter, &seat.seat, &said)
        })
        .collect()
}
