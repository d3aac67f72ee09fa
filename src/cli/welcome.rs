//! `adjutant` alone at a terminal: asks what the user wants, does it with the program's own commands, and shows them.

mod choices;

use std::path::{Path, PathBuf};

use clap::Parser;

use super::mail::match_folders;
use super::out::{Printout, Tone};
use super::progress;
use super::question::{is_interactive, typed};
use super::shell_quotes::{self, Shell};
use super::{Cli, CommandResult, Failure, Format, home, out, paths};
use crate::document::{Problem, harmless};
use crate::registry;
use crate::report::grammar::side_name;
use choices::{Question, free_name, one_of, path_of};

/// How often a question is asked again if the answer is none of those that are offered.
const PATIENCE: usize = 5;
/// The most matches that are offered.
const MAX_MATCHES: usize = 20;

/// Whether somebody has typed the name of the program alone, at a terminal.
pub fn is_wanted(args: impl ExactSizeIterator) -> bool {
    args.len() == 1 && is_interactive(Format::Text) && out::terminal_width().is_some()
}

/// Asks what the user wants and does it.
///
/// # Errors
/// Nobody answers, or a command cannot be carried out; what was done before it is shown.
pub fn run() -> CommandResult {
    let wishes = [
        ("learn: a small game, in the board in your browser", Wish::Learn),
        ("practice: a game against the program", Wish::Practice),
        ("play somebody by mail: invite him", Wish::Play),
        ("take in mail: an invitation, or the other player's move", Wish::Mail),
        ("go on with a match on this computer", Wish::Open),
        ("verify a match", Wish::Verify),
        ("see all commands", Wish::Help),
    ];
    progress::begin(Format::Text);
    let wish = choose("What do you want to do?", &wishes)?;
    let mut done = Done::default();
    let result = match wish {
        Wish::Learn => learn(&mut done),
        Wish::Practice => practice(&mut done),
        Wish::Play => play(&mut done),
        Wish::Mail => take_in(&mut done),
        Wish::Open => open(&mut done),
        Wish::Verify => done.run(&["verify"], &[match_folder("Which match?")?]),
        Wish::Help => {
            return Cli::try_parse_from(["adjutant", "--help"]).map_or_else(|help| out::print_help(&help), |_| Ok(()));
        }
    };
    done.show()?;
    result
}

#[derive(Clone, Copy)]
enum Wish {
    Learn,
    Practice,
    Play,
    Mail,
    Open,
    Verify,
    Help,
}

/// The commands that were run, each as its words.
#[derive(Default)]
struct Done(Vec<Vec<String>>);

impl Done {
    /// Runs a command of this program, with values that the user has given.
    fn run(&mut self, words: &[&str], values: &[String]) -> CommandResult {
        let words = words.iter().map(|word| (*word).to_owned()).chain(values.iter().cloned());
        let words: Vec<String> = ["adjutant".to_owned()].into_iter().chain(words).collect();
        let parsed = Cli::try_parse_from(&words).map_err(|error| {
            let why = error.to_string();
            Failure::cannot(Problem::new(
                why.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
            ))
        })?;
        self.0.push(words);
        parsed.run()
    }

    /// The commands, as they can be typed the next time.
    fn show(&self) -> CommandResult {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut shown = Printout::default();
        shown.tone(Tone::Title, "\nWhat was done, as commands:");
        for words in &self.0 {
            shown.line(format!("  {}", in_words(words)));
        }
        out::print(&shown.written(false, None))
    }
}

/// A command as the user would type it.
fn in_words(words: &[String]) -> String {
    let mut line = String::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let value = words.next_if(|value| word.starts_with("--") && !word.contains('=') && !value.starts_with("--"));
        let part = match value {
            Some(value) => shell_quotes::option(word, value),
            None => Shell::of_user().word(word),
        };
        line += if line.is_empty() { "" } else { " " };
        line += &part;
    }
    line
}

/// The teaching game, in the browser.
fn learn(done: &mut Done) -> CommandResult {
    let folder = free_name(Path::new("."), "crossroads");
    done.run(&["practice", "new"], &[folder.clone(), "--game".to_owned(), "crossroads".to_owned()])?;
    show_board(done, folder)
}

/// A game against the program.
fn practice(done: &mut Done) -> CommandResult {
    let game = choose_game()?;
    let side = choose_side(game)?;
    let folder = new_folder(&format!("practice-{game}"))?;
    let values = [folder.clone(), format!("--game={game}"), format!("--side={side}")];
    done.run(&["practice", "new"], &values)?;
    show_board(done, folder)
}

/// A match by mail: the key, the charter, a seat, and the invitation.
fn play(done: &mut Done) -> CommandResult {
    let name = ask(&Question::new("Your name, as reports have it", ""))?;
    let game = choose_game()?;
    let side = choose_side(game)?;
    let other = ask(&Question::new("The mail address of the other player", "").that(choices::is_address))?;
    let own = ask(&Question::new("Your own mail address", "").that(choices::is_address))?;
    if home::existing_vault().is_none_or(|vault| vault.key_names().is_ok_and(|names| names.is_empty())) {
        done.run(&["keygen"], &[])?;
    }
    let folder = free_name(Path::new("."), &format!("{game}-by-mail"));
    let known = registry::entry_of(game);
    let title = known.map_or(game, |known| known.scenario.1);
    done.run(&["match", "new"], &[folder.clone(), format!("--title={title}"), format!("--game={game}")])?;
    done.run(&["match", "join"], &[folder.clone(), format!("--seat={side}"), format!("--name={name}")])?;
    done.run(&["match", "invite"], &[folder, format!("--to={other}"), format!("--from={own}")])
}

/// A match that is on this computer: whose move it is, and the board.
fn open(done: &mut Done) -> CommandResult {
    let folder = match_folder("Which match?")?;
    done.run(&["match", "status"], std::slice::from_ref(&folder))?;
    // Until everybody has signed the charter there is nothing to see on a board; the status says what comes next.
    let has_begun =
        std::fs::read_dir(Path::new(&folder).join("states")).is_ok_and(|mut states| states.next().is_some());
    if has_begun { show_board(done, folder) } else { Ok(()) }
}

/// Mail of a match: an invitation, or the other player's move.
fn take_in(done: &mut Done) -> CommandResult {
    let is_there = |text: &str| match Path::new(&path_of(text)?).exists() {
        true => Ok(()),
        false => Err("there is no such file or folder".to_owned()),
    };
    let typed =
        ask(&Question::new("The mail: a file that you have saved, or the folder of a mailbox", "").that(is_there))?;
    done.run(&["receive"], &[path_of(&typed).map_err(|_| nobody())?])
}

/// The board comes last, and what was done is shown before it: it ends when the page is closed.
fn show_board(done: &mut Done, folder: String) -> CommandResult {
    let board = ["adjutant".to_owned(), "board".to_owned(), folder.clone()];
    done.0.push(board.to_vec());
    done.show()?;
    done.0.clear();
    let mut board = Done::default();
    board.run(&["board"], &[folder])
}

fn choose_game() -> Result<&'static str, Failure> {
    let games: Vec<(&str, &'static str)> = registry::GAMES.iter().map(|game| (game.title, game.id)).collect();
    choose("Which game?", &games)
}

fn choose_side(game: &str) -> Result<String, Failure> {
    let sides = registry::shared().shipped(game).map_err(Failure::cannot)?.sides();
    let named: Vec<(String, String)> =
        sides.iter().map(|side| (side_name(side.as_str()).to_owned(), side.to_string())).collect();
    let named: Vec<(&str, String)> = named.iter().map(|(shown, side)| (shown.as_str(), side.clone())).collect();
    choose("Which side do you play?", &named)
}

/// One of the matches beneath the current folder, or the path that the user types.
fn match_folder(question: &str) -> Result<String, Failure> {
    let found = match_folders::matches(Path::new(".")).unwrap_or_default();
    let path = |folder: &PathBuf| folder.strip_prefix(".").unwrap_or(folder).to_string_lossy().into_owned();
    let offered: Vec<(String, String)> = found
        .iter()
        .take(MAX_MATCHES)
        .map(|one| (format!("{}: {}", harmless(&path(&one.path)), harmless(&one.charter.typed.title)), path(&one.path)))
        .filter(|(_, path)| !path.is_empty())
        .collect();
    if offered.is_empty() {
        let is_there = |text: &str| match Path::new(&path_of(text)?).join("charter.yaml").is_file() {
            true => Ok(()),
            false => Err("there is no match in this folder: it has no charter.yaml".to_owned()),
        };
        let none = "There is no match in this folder or beneath it.";
        let typed = ask(&Question::new(&format!("{none} {question} The path of its folder"), "").that(is_there))?;
        return path_of(&typed).map_err(|_| nobody());
    }
    let offered: Vec<(&str, String)> = offered.iter().map(|(shown, path)| (shown.as_str(), path.clone())).collect();
    choose(question, &offered)
}

/// A folder that does not exist yet.
fn new_folder(usual: &str) -> Result<String, Failure> {
    let is_new = |text: &str| match path_of(text)? {
        path if Path::new(&path).exists() => Err("this exists already: name a new folder".to_owned()),
        _ if paths::is_device(text) => Err("Windows keeps this name for a device".to_owned()),
        _ => Ok(()),
    };
    let typed = ask(&Question::new("The folder to create", &free_name(Path::new("."), usual)).that(is_new))?;
    path_of(&typed).map_err(|_| nobody())
}

/// Asks for one of several things, by number or by the beginning of its words.
fn choose<T: Clone>(question: &str, offered: &[(&str, T)]) -> Result<T, Failure> {
    let list: String = offered.iter().enumerate().map(|(n, (shown, _))| format!("  {}  {shown}\n", n + 1)).collect();
    let words: Vec<&str> = offered.iter().map(|(shown, _)| *shown).collect();
    let known =
        |text: &str| one_of(&words, text).map(|_| ()).ok_or_else(|| format!("type a number from 1 to {}", words.len()));
    let text = ask(&Question::new(question, "1").offering(&list).that(known))?;
    one_of(&words, &text).map(|at| offered[at].1.clone()).ok_or_else(nobody)
}

/// Asks until the answer is usable.
///
/// # Errors
/// Nobody answers, or every answer is unusable.
fn ask(question: &Question<'_>) -> Result<String, Failure> {
    for _ in 0..PATIENCE {
        let Some(answer) = typed(&question.shown()) else { return Err(nobody()) };
        match question.taken(&answer) {
            Ok(answer) => return Ok(answer),
            Err(why) => out::warn(&why),
        }
    }
    Err(nobody())
}

fn nobody() -> Failure {
    Failure::cannot(
        Problem::new("no answer that can be used, so nothing more was done")
            .advice("all commands are in the list that --help prints"),
    )
}
