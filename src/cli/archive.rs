//! `archive`: many matches in one place, each as one file, with searches and statistics over them.

mod add;
mod archive_folder;
mod attach;
mod attachments;
mod documents;
mod export;
mod filter_args;
mod find;
mod index;
mod match_count;
mod open_index;
mod publish;
mod stats;
mod summary;
mod tournaments;
mod unpack;
mod update_index;
mod verified_file;
mod verify;

use std::path::PathBuf;

use clap::Subcommand;

use super::{CommandResult, Format};
use archive_folder::Archive;

/// Keep many matches in one place: add them, verify them, search their reports, count results, export and publish them.
///
/// An archive is a folder. `matches/` holds each match as one file, which anybody can unpack and verify;
/// `index.sqlite` beside it is made from these files, can be made again at any time, and is never trusted.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    place: ArchiveArgs,
}

/// Which archive a command is about.
#[derive(Clone, Debug, clap::Args)]
pub struct ArchiveArgs {
    /// The folder of the archive [default: the current folder if it has a folder `matches`, else the folder `archive`
    /// in it].
    #[arg(long, value_name = "DIR", global = true)]
    archive: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Add(add::Args),
    Attach(attach::Args),
    Unpack(unpack::Args),
    Verify(verify::Args),
    Find(find::Args),
    Stats(stats::Args),
    Export(export::Args),
    Publish(publish::Args),
    Index(index::Args),
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let archive = Archive::at(args.place.archive);
    match args.command {
        Command::Add(args) => add::run(&archive, args, format),
        Command::Attach(args) => attach::run(&archive, args, format),
        Command::Unpack(args) => unpack::run(&args, format),
        Command::Verify(args) => verify::run(&archive, &args, format),
        Command::Find(args) => find::run(&archive, args, format),
        Command::Stats(args) => stats::run(&archive, args, format),
        Command::Export(args) => export::run(&archive, args, format),
        Command::Publish(args) => publish::run(&archive, args, format),
        Command::Index(args) => index::run(&archive, &args, format),
    }
}
