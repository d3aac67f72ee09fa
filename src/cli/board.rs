//! `board`: a turn composed by pointing at the map, in the browser.
//!
//! A server on this machine answers one page. It holds the match in memory, and shows what the engine answers: the page
//! knows no rules. The draft of the turn is the same file that a player writes in an editor, and both can be used in
//! turn. What changes the match is done by the program's own commands; a turn against people is signed in the terminal.

mod answers;
mod commands;
mod draft_file;
mod draft_text;
mod fingerprint;
mod new_match;
mod offers;
mod picture;
mod played_match;
mod position;
mod requests;
mod server;
mod terminal;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::open_match::Match;
use super::out::{self, Printout};
use super::{CommandResult, Failure, Format, suggested_commands};
use crate::document::{Problem, harmless};
use draft_file::DraftFile;
use fingerprint::{Fingerprint, fingerprint};
use played_match::Board;
use requests::{Answer, Question};
use server::{Asking, Server, Waited};

/// Compose a turn in your browser: point at the map, see what is possible, what it costs and what may come of it.
///
/// The page is served by this program, to this machine only. It writes the draft of your turn, the same file that
/// `adjutant draft` writes. A practice match is played in the page alone; in a match by mail you sign in this terminal.
/// It ends with Ctrl-C, or when the page is closed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat to play [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Print the address of the page, and do not open a browser.
    #[arg(long)]
    print_url: bool,
    /// The port of the server [default: a free one].
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Answer one question of the page as JSON and end, for other programs: `position`, `picture`, `offers`, `check`,
    /// `odds` and so on, with its fields as JSON on standard input (see docs/board.md).
    #[arg(long, value_name = "QUESTION", conflicts_with_all = ["print_url", "port"])]
    ask: Option<String>,
}

/// How long the server waits for a question before it looks whether the page is still open.
const WAIT: Duration = Duration::from_millis(500);

pub fn run(args: Args, format: Format) -> CommandResult {
    let mut place = args.place.clone().find()?;
    let seat = args.seat.as_deref();
    if let Some(question) = &args.ask {
        return ask_once(&place, seat, question);
    }
    // Before a browser opens, whatever is wrong with the match is told here.
    let title = with_board(&place, seat, &mut DraftFile::default(), |board, _| Ok(board.title().to_owned()))?;
    let server = Server::start(args.port, !args.print_url)?;
    let url = server.url();
    let words = || {
        let mut words = Printout::default();
        words.line(format!("The board of '{}' is at {url}", harmless(&title)));
        words.line("It ends with Ctrl-C, or when you close the page.".to_owned());
        words
    };
    out::answer(format, words, || json!({"url": url, "match": title}))?;
    if !args.print_url && ::open::that_detached(&url).is_err() {
        out::warn("no browser could be opened; open the address above yourself");
    }
    let (mut file, mut waiting) = (DraftFile::default(), None);
    loop {
        // What changes while the match is read is seen at the next question.
        let seen = fingerprint(&place);
        let mut read = false;
        let course = with_board(&place, seat, &mut file, |board, file| {
            read = true;
            serve(&server, board, file, (&seen, waiting.take()))
        });
        match course {
            Ok(Course::ReadAgain(question)) => waiting = question,
            Ok(Course::Other(folder)) => (place, file) = (folder, DraftFile::default()),
            Ok(Course::End) => return Ok(()),
            Err(failure) if read => return Err(failure),
            // The folder cannot be read just now: the page says so, and asks again.
            Err(failure) => match waiting.take().map_or_else(|| server.wait(WAIT), Waited::Question) {
                Waited::Question(question) => question.answer(&Answer::refused(failure)),
                Waited::Closed => return Ok(()),
                Waited::Failed(error) => return Err(ended(&error)),
                Waited::Nothing => {}
            },
        }
    }
}

/// The server has ended by itself.
fn ended(error: &std::io::Error) -> Failure {
    let problem = Problem::new(format!("the board can be served no longer: {error}"));
    Failure::cannot(problem.advice("start `adjutant board` again"))
}

/// Whether the server goes on.
enum Course {
    /// The folder has changed: the match is read again, and this question is answered then.
    ReadAgain(Option<Box<Asking>>),
    /// Another match has begun, which is served from now on.
    Other(PathBuf),
    /// The page is closed.
    End,
}

/// Answers questions until the folder changes or the page is closed; the first is one that waits already.
fn serve(
    server: &Server,
    board: &Board<'_, '_>,
    file: &mut DraftFile,
    (seen, waiting): (&Fingerprint, Option<Box<Asking>>),
) -> Result<Course, Failure> {
    let mut waiting = waiting;
    loop {
        let question = match waiting.take().map_or_else(|| server.wait(WAIT), Waited::Question) {
            Waited::Nothing => continue,
            Waited::Closed => return Ok(Course::End),
            Waited::Failed(error) => return Err(ended(&error)),
            Waited::Question(question) => question,
        };
        if fingerprint(board.folder()) != *seen {
            return Ok(Course::ReadAgain(Some(question)));
        }
        let answer = answers::answer(board, &question.asked, file);
        let changes = answer.changes_match;
        question.answer(&answer);
        if let Some(folder) = answer.opens {
            return Ok(Course::Other(folder));
        }
        if changes {
            return Ok(Course::ReadAgain(None));
        }
    }
}

/// Reads the match and lets `act` use its board.
fn with_board<T>(
    place: &Path,
    seat: Option<&str>,
    file: &mut DraftFile,
    act: impl FnOnce(&Board<'_, '_>, &mut DraftFile) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    let board = Board::open(&found, seat)?;
    file.read(&board);
    act(&board, file)
}

/// Answers a question from the command line.
fn ask_once(place: &Path, seat: Option<&str>, question: &str) -> CommandResult {
    let mut given = String::new();
    let read = std::io::stdin().lock().take(requests::MAX_BODY as u64 + 1).read_to_string(&mut given);
    let fields = match read {
        Ok(_) if given.trim().is_empty() => json!({}),
        Ok(_) => serde_json::from_str::<Value>(&given).map_err(|error| {
            let problem = Problem::new(format!("standard input is not the JSON of a question: {error}"));
            Failure::cannot(problem.advice("see docs/board.md for its fields"))
        })?,
        Err(error) => return Err(Failure::cannot(Problem::new(format!("cannot read standard input: {error}")))),
    };
    suggested_commands::set_folder(place);
    let asked = Question { name: question.to_owned(), fields };
    let answer =
        with_board(place, seat, &mut DraftFile::default(), |board, file| Ok(answers::answer(board, &asked, file)))?;
    match answer.refused {
        None => out::print_json(&answer.value),
        Some(failure) => Err(failure),
    }
}
