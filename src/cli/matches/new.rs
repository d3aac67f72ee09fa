//! `match new`: the folder of a new match, with a charter that nobody has joined yet.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::clock_args::ClockArgs;
use crate::chain::charter::{self, NewMatch};
use crate::cli::from_position::{FromArgs, OpenPosition};
use crate::cli::game_choice::ChosenGame;
use crate::cli::match_args::{NewFolderArgs, check_not_inside_match};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, earlier_matches, files, folder, game_choice, out};
use crate::document::kinds::{FirstPosition, TrustMode};
use crate::document::{Form, Problem, write};

/// Start a match: write its folder, with a charter to join and the game data.
///
/// The first seat to join is the first in the charter and, head-to-head, sets up the match. With --from it begins at a
/// position of another match, which must verify; whoever signs the charter agrees to that position. Secret choices that
/// were not opened there are made anew.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: NewFolderArgs,
    /// The title of the match.
    #[arg(long, value_parser = crate::cli::names::title)]
    title: String,
    #[command(flatten)]
    game: game_choice::GameArgs,
    #[command(flatten)]
    origin: FromArgs,
    /// Who adjudicates: the other player (head-to-head), or a third person (refereed).
    #[arg(long, value_enum, default_value = "head-to-head")]
    trust: Trust,
    /// Refereed, in a card game: each seat entrusts its hand to the adjudicator, who then refuses what the hand does
    /// not allow.
    #[arg(long, conflicts_with = "from")]
    escrow: bool,
    /// Turns that a player queues for later steps are shown to everybody at once; otherwise they are sealed.
    #[arg(long)]
    open_queues: bool,
    #[command(flatten)]
    clock: ClockArgs,
    /// The folder of your own data pack: the game's, with your corrections. The charter pins it.
    #[arg(long, value_name = "DIR", conflicts_with = "from")]
    pack: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Trust {
    HeadToHead,
    Refereed,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = args.place.path()?;
    if folder.join("charter.yaml").symlink_metadata().is_ok() {
        let problem = Problem::new("this folder already has a match");
        return Err(Failure::cannot_in(&folder, problem.advice("name a new folder")));
    }
    check_not_inside_match(&folder)?;
    if folder.exists() && !folder.is_dir() {
        let problem = Problem::new("this is a file, not a folder");
        return Err(Failure::cannot_in(&folder, problem.advice("name a new folder")));
    }
    let begins = args.origin.read(beginning)?;
    let (chosen, first) = match begins {
        Some((chosen, first)) => (chosen, Some(first)),
        None => (args.game.chosen_with(args.pack.as_ref())?, None),
    };
    let trust = if args.trust == Trust::Refereed { TrustMode::Refereed } else { TrustMode::HeadToHead };
    let new = NewMatch {
        from: first.as_ref().map(|(from, _)| from.clone()),
        ..chosen.charter(args.title, trust, args.clock.pace())?
    };
    let draft = charter::draft(&new);
    let draft = match args.escrow {
        true => {
            escrow_must_be_possible(&chosen, trust)?;
            charter::with_escrow(draft)
        }
        false => draft,
    };
    let draft = match args.open_queues {
        true if chosen.has_hands()? => {
            let problem = Problem::new("queued turns that are shown would show the hands of this game");
            return Err(Failure::cannot(problem.rule("protocol 13").advice("leave --open-queues out")));
        }
        true => charter::with_open_queues(draft),
        false => draft,
    };
    let text = write(&draft);
    let path = folder.join("charter.yaml");
    // The program must be able to read what it writes: a title may contain anything.
    let document = files::parse(&path, text.as_bytes())?;
    let typed = crate::document::decode(&document).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let mut written = Vec::new();
    for (kept, file, content) in chosen.files() {
        let text = write(content);
        if let Some(own) = &args.pack {
            // The stored form must be a document that a match can read.
            let read = crate::document::read(file, text.as_bytes(), Form::Signed);
            read.map_err(|problem| Failure::no_in(own.join(file), Problem { mark: None, ..problem }))?;
        }
        written.push((folder.join(kept), text));
    }
    for (name, bytes) in first.into_iter().flat_map(|(_, files)| files) {
        written.push((folder.join(name), String::from_utf8_lossy(&bytes).into_owned()));
    }
    written.push((path.clone(), text));
    begin(&folder, &written)?;
    let mut next = super::setup_steps::remaining_setup_steps(&typed, &chosen.game.sides());
    if args.pack.is_some() {
        next.push("`adjutant match invite --to ADDRESS` and `adjutant mail` send packs/ with the charter, because nobody else has your own data".to_owned());
    }
    let words = || {
        let next: String = next.iter().map(|line| format!("  {line}\n")).collect();
        format!("The charter of '{}' is in {}.\nNext:\n{next}", typed.title, path.shown())
    };
    out::answer(format, words, || json!({"folder": folder, "next": next}))
}

/// A position of another match, as a charter names it, and the files that show it.
type Beginning = (FirstPosition, Vec<(PathBuf, Vec<u8>)>);

/// What is played from a position of another match, which position it is, and the files that show it.
fn beginning(given: OpenPosition<'_>) -> Result<(ChosenGame, Beginning), Failure> {
    let OpenPosition { found, step, .. } = given;
    let chain = &found.chain;
    let state = usize::try_from(step).ok().and_then(|at| chain.line.get(at)).map(|one| one.state);
    let state = state.ok_or_else(|| Failure::no(Problem::new(format!("the match has no step {step}"))))?;
    let from = FirstPosition { match_id: chain.match_id, step, state: state.digest };
    let files = earlier_matches::files_to_start_from(found.folder, &state.file)?;
    Ok((ChosenGame::of(found)?, (from, files)))
}

/// Checks that hands can be entrusted to somebody: that there is a referee, and that there are hands.
fn escrow_must_be_possible(chosen: &game_choice::ChosenGame, trust: TrustMode) -> CommandResult {
    if trust != TrustMode::Refereed {
        let problem =
            Problem::new("escrow is for refereed matches: head-to-head there is no referee to entrust a hand to");
        return Err(Failure::cannot(
            problem.rule("protocol 8.6").advice("add --trust refereed, or leave --escrow out"),
        ));
    }
    if !chosen.has_hands()? {
        let problem = Problem::new("in this game players have no hands of cards").rule("protocol 8.6");
        return Err(Failure::cannot(problem.advice("leave --escrow out")));
    }
    Ok(())
}

/// Writes the files of a match, the charter last; if one of them cannot be written, there is no match, and the files
/// already written are removed.
pub(super) fn begin(folder: &Path, written: &[(PathBuf, String)]) -> CommandResult {
    let was_there = folder.exists();
    let all = || {
        folder::Folder::create_subfolders(folder)?;
        for (path, text) in written {
            files::write(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))?;
        }
        Ok(())
    };
    let fresh: Vec<&PathBuf> = written.iter().map(|(path, _)| path).filter(|path| !path.exists()).collect();
    let begun = all();
    if begun.is_err() {
        // If a file cannot be removed, it is in a folder that the error names.
        match was_there {
            true => {
                fresh.into_iter().for_each(|path| drop(fs::remove_file(path)));
                // This removes only empty folders.
                folder::SUBFOLDERS.iter().for_each(|part| drop(fs::remove_dir(folder.join(part))));
            }
            false => drop(fs::remove_dir_all(folder)),
        }
    }
    begun
}
