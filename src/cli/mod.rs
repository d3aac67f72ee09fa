//! The command line: one file per subcommand. Only here does the program print, read files or ask the clock.

mod canonical;
mod completions;
mod digest;
mod disclose;
mod files;
mod home;
mod keygen;
mod out;
mod roll;
mod schema;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use out::{Answer, Failure, Format, Told};

/// Adjudicates wargames played by mail between people who do not trust each other's dice.
///
/// A match is a folder of YAML files that everyone has a copy of. Each file is signed; each roll follows from secrets
/// that both sides committed to before the first move; anyone can verify the whole from the files alone.
///
/// Begin with `adjutant demo`, which needs no input and shows a whole match.
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, max_term_width = 100, propagate_version = false)]
#[command(after_help = "Exit codes: 0 yes; 1 no (a refusal, a failed verification, a differing case); \
2 the question could not be asked (bad usage, an unreadable file).")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Answer in words or as JSON.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Command {
    Keygen(keygen::Args),
    Disclose(disclose::Args),
    Roll(roll::Args),
    Digest(digest::Args),
    Canonical(canonical::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

impl Cli {
    fn run(self) -> Answer {
        let format = self.format;
        match self.command {
            Command::Keygen(args) => keygen::run(args, format),
            Command::Disclose(args) => disclose::run(args),
            Command::Roll(args) => roll::run(args, format),
            Command::Digest(args) => digest::run(args, format),
            Command::Canonical(args) => canonical::run(args, format),
            Command::Schema(args) => schema::run(args),
            Command::Completions(args) => completions::run(args),
        }
    }
}

/// Parses the arguments, runs the command, and turns what comes of it into an exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let format = cli.format;
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(format),
    }
}
