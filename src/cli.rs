//! The command line: one file per subcommand. Only this module prints, reads files or asks the clock.

mod adjudicate;
pub mod age_file;
mod agreed_pause;
mod animation;
mod archive;
mod backup;
mod board;
mod canonical;
mod case;
mod check;
mod completions;
mod confirm;
mod continued;
mod demo;
mod digest;
mod disclose;
mod dispute;
mod dispute_letter;
mod doctor;
mod draft;
mod earlier_matches;
mod escrow;
mod files;
mod folder;
mod folder_cache;
mod from_position;
mod game_choice;
mod game_titles;
mod go;
mod home;
mod invented_turn;
mod keygen;
mod legal;
mod local_match;
mod mail;
mod man;
mod match_args;
mod matches;
mod names;
mod native_folders;
mod odds;
mod open_match;
mod open_questions;
mod ordered_parallel;
mod out;
mod outcome_words;
mod own_hand;
mod pack;
mod paths;
mod pictures;
mod practice;
mod practice_match;
mod progress;
mod prompts;
mod question;
mod queue;
mod read_folder;
mod reason;
mod refuse;
mod replay;
mod report;
mod review;
mod roll;
mod rule;
mod schema;
mod seat;
mod shell_quotes;
mod show;
mod show_cards;
mod sign;
mod site;
mod suggested_commands;
mod syntax_advice;
mod tournament;
mod turn_draft;
mod turn_picture;
mod verification_record;
mod verify;
mod version;
mod wall_clock;
mod welcome;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::document::{harmless, shortened};
use crate::effort::Work;

pub use out::{CommandResult, Diagnostic, Failure, Format};

/// Lets people play wargames by mail with dice that nobody can fake.
///
/// A match is a folder of YAML files, and every player has a copy. Each file is signed. Each die roll follows from
/// secrets that both sides committed to before the first move. Anyone can verify the whole match from its files alone.
///
/// Start with `adjutant demo`: it needs no input and plays a whole match.
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, long_version = version::long(), max_term_width = 100, propagate_version = false)]
#[command(
    after_help = "Exit codes: 0 success; 1 the answer is no (an illegal turn, a failed verification, a case that differs); \
2 the command could not run (wrong usage, an unreadable file)."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print text or JSON.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
    /// Use color where the terminal supports it, always, or never.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = "Output")]
    color: ColorChoice,
    /// Show times in UTC alone, without those of your time zone beside them.
    #[arg(long, global = true, help_heading = "Output")]
    utc: bool,
    /// Print long answers at once, and not in a pager such as `less`.
    #[arg(long, global = true, help_heading = "Output")]
    no_pager: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Keygen(keygen::Args),
    Match(matches::Args),
    Draft(draft::Args),
    Check(check::Args),
    Sign(sign::Args),
    Queue(queue::Args),
    Adjudicate(adjudicate::Args),
    Refuse(refuse::Args),
    Rule(rule::Args),
    Disclose(disclose::Args),
    Go(go::Args),
    Mail(mail::send::Args),
    Receive(mail::receive::Args),
    Bundle(mail::bundle::Args),
    Receipt(mail::receipt::Args),
    Remind(mail::remind::Args),
    Report(report::Args),
    Replay(replay::Args),
    Show(show::Args),
    Legal(legal::Args),
    Board(board::Args),
    Odds(odds::Args),
    Review(review::Args),
    Verify(verify::Args),
    Dispute(dispute::Args),
    Archive(archive::Args),
    Roll(roll::Args),
    Digest(digest::Args),
    Canonical(canonical::Args),
    Case(case::Args),
    Pack(pack::Args),
    Schema(schema::Args),
    Demo(demo::Args),
    Doctor(doctor::Args),
    Practice(practice::Args),
    Tournament(tournament::Args),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    fn run(self) -> CommandResult {
        let format = self.format;
        match self.command {
            Command::Keygen(args) => keygen::run(args, format),
            Command::Match(args) => matches::run(args, format),
            Command::Draft(args) => draft::run(args, format),
            Command::Check(args) => check::run(args, format),
            Command::Sign(args) => sign::run(args, format),
            Command::Queue(args) => queue::run(args, format),
            Command::Adjudicate(args) => adjudicate::run(args, format),
            Command::Refuse(args) => refuse::run(args, format),
            Command::Rule(args) => rule::run(args, format),
            Command::Disclose(args) => disclose::run(args, format),
            Command::Go(args) => go::run(args, format),
            Command::Mail(args) => mail::send::run(args, format),
            Command::Receive(args) => mail::receive::run(args, format),
            Command::Bundle(args) => mail::bundle::run(args, format),
            Command::Receipt(args) => mail::receipt::run(args, format),
            Command::Remind(args) => mail::remind::run(args, format),
            Command::Report(args) => report::run(args, format),
            Command::Replay(args) => replay::run(args, format),
            Command::Show(args) => show::run(args, format),
            Command::Legal(args) => legal::run(args, format),
            Command::Board(args) => board::run(args, format),
            Command::Odds(args) => odds::run(args, format),
            Command::Review(args) => review::run(args, format),
            Command::Verify(args) => verify::run(args, format),
            Command::Dispute(args) => dispute::run(args, format),
            Command::Archive(args) => archive::run(args, format),
            Command::Roll(args) => roll::run(args, format),
            Command::Digest(args) => digest::run(args, format),
            Command::Canonical(args) => canonical::run(args, format),
            Command::Case(args) => case::run(args, format),
            Command::Demo(args) => demo::run(args, format),
            Command::Doctor(args) => doctor::run(&args, format),
            Command::Practice(args) => practice::run(args, format),
            Command::Tournament(args) => tournament::run(args, format),
            Command::Pack(args) => pack::run(args, format),
            Command::Schema(args) => schema::run(args),
            Command::Backup(args) => backup::backup(args, format),
            Command::Restore(args) => backup::restore(args, format),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command(), format),
        }
    }
}

/// Parses the arguments, runs the command, and turns the result into an exit code.
pub fn main() -> ExitCode {
    // A console of Windows shows colors only after it has been asked to; elsewhere this does nothing.
    let _ = anstyle_query::windows::enable_ansi_colors();
    // This comes before parsing, so that errors in the arguments have the colors that the arguments ask for.
    out::choose_color(asked_color(std::env::args_os()));
    if is_asked(std::env::args_os(), "--no-pager") {
        out::turn_pager_off();
    }
    suggested_commands::set_command_line(Cli::command);
    if welcome::is_wanted(std::env::args_os()) {
        let answered = welcome::run();
        progress::end();
        return finish(answered, Format::Text);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse_arguments(&error),
    };
    let format = cli.format;
    out::choose_color(cli.color);
    if cli.utc {
        wall_clock::show_utc_alone();
    }
    progress::begin(format);
    let answered = cli.run();
    progress::end();
    finish(answered, format)
}

/// Shows what is left to be shown, and turns the result into an exit code.
fn finish(answered: CommandResult, format: Format) -> ExitCode {
    let code = match answered {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            out::turn_pager_off();
            drop(out::show_paged());
            failure.print(format)
        }
    };
    verification_record::finish();
    tell_effort();
    // The pager may take the program's place, so this comes last.
    match out::show_paged() {
        Ok(()) => code,
        Err(failure) => failure.print(format),
    }
}

/// Tests set `ADJUTANT_EFFORT` to a file; the run writes to it how many states it adjudicated, how many signatures it
/// checked, and how many documents it parsed.
fn tell_effort() {
    if let Some(path) = std::env::var_os("ADJUTANT_EFFORT") {
        let done = [Work::State, Work::Signature, Work::Document].map(|work| work.done().to_string());
        let _ = std::fs::write(path, done.join(" "));
    }
}

/// Prints what is wrong with the arguments, or the help. An argument that is repeated in an error may have been pasted,
/// such as the name of a file that came by mail, so it must not control the terminal.
fn refuse_arguments(error: &clap::Error) -> ExitCode {
    let words = error.render().to_string();
    let printed = words.lines().map(|line| shortened(&harmless(line), MAX_LINE)).collect::<Vec<_>>().join("\n");
    if error.kind() == ErrorKind::DisplayHelp {
        drop(out::print_help(error).and_then(|()| out::show_paged()));
    } else if printed == words.trim_end_matches('\n') {
        // This contains nothing that has to be escaped: print it in color, if color is wanted.
        drop(error.print());
    } else {
        eprintln!("{printed}");
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The most characters of a line about the arguments, which may quote one of any length.
const MAX_LINE: usize = 1_000;

/// Whether an option without a value is among the arguments, even if others are wrong.
fn is_asked(args: impl Iterator<Item = OsString>, option: &str) -> bool {
    args.skip(1).take_while(|arg| arg != "--").any(|arg| arg == option)
}

/// The last `--color` among the arguments, even if others are wrong.
fn asked_color(args: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut asked = ColorChoice::Auto;
    let mut next = false;
    for arg in args.skip(1).map_while(|arg| Some(arg.to_string_lossy().into_owned()).filter(|arg| arg != "--")) {
        let value = if next { Some(arg.as_str()) } else { arg.strip_prefix("--color=") };
        asked = value.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(asked);
        next = arg == "--color";
    }
    asked
}
