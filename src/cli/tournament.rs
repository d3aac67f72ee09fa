//! `tournament`: a tournament as a chain of signed documents, from its announcement to the last standings (protocol
//! 12).

mod acknowledgments;
mod arrivals;
mod carried_ratings;
mod charters;
mod clashing_entries;
mod decide;
mod enter;
mod export;
mod folder;
mod import;
mod issue_document;
mod mail;
mod match_evidence;
mod new;
mod own_games;
mod pair;
mod plan;
mod publish;
mod rehearse;
mod remind;
mod result;
mod roster;
pub mod seats;
mod send;
mod sides;
mod standings;
mod status;
mod take;
mod tournament_vault;
mod verify;

use clap::Subcommand;

pub use plan::plan_schema;

use super::{CommandResult, Format};

/// Run a tournament, or play in one: entries, pairings, results, decisions and standings, all signed and verifiable.
///
/// A tournament is a folder: documents/ holds the director's chain of signed documents, players/ what the players have
/// signed, and matches/ the matches. The director begins with `tournament new`, a player with `tournament enter`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Enter(enter::Enter),
    Withdraw(enter::Withdraw),
    ByeRequest(enter::ByeRequest),
    Appeal(enter::Appeal),
    Send(send::Args),
    Take(take::Args),
    Roster(roster::Args),
    Pair(pair::Args),
    Result(result::Args),
    Decide(decide::Args),
    Standings(standings::Args),
    Status(status::Args),
    Mail(mail::Args),
    Remind(remind::Args),
    Verify(verify::Args),
    Export(export::Args),
    Import(import::Args),
    Publish(publish::Args),
    Rehearse(rehearse::Args),
}

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Enter(args) => enter::enter(args, format),
        Command::Withdraw(args) => enter::withdraw(args, format),
        Command::ByeRequest(args) => enter::bye_request(args, format),
        Command::Appeal(args) => enter::appeal(args, format),
        Command::Send(args) => send::run(args, format),
        Command::Take(args) => take::run(args, format),
        Command::Roster(args) => roster::run(args, format),
        Command::Pair(args) => pair::run(args, format),
        Command::Result(args) => result::run(args, format),
        Command::Decide(args) => decide::run(args, format),
        Command::Standings(args) => standings::run(args, format),
        Command::Status(args) => status::run(args, format),
        Command::Mail(args) => mail::run(args, format),
        Command::Remind(args) => remind::run(args, format),
        Command::Verify(args) => verify::run(args, format),
        Command::Export(args) => export::run(args, format),
        Command::Import(args) => import::run(args, format),
        Command::Publish(args) => publish::run(args, format),
        Command::Rehearse(args) => rehearse::run(args, format),
    }
}
