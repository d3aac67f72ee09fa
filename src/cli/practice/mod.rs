//! `practice`: a match against the sensible player, all of it on this machine.
//!
//! The folder is a match like any other: refereed, with everything in it signed, and it verifies. Its keys and seeds
//! are its own, kept apart from those of matches against people. What has to be done next depends only on the folder
//! and the signing logs, so an interrupted run can simply be repeated.

mod go;
mod hint;
mod new;

use std::path::PathBuf;

use clap::Subcommand;

use super::folder::Folder;
use super::local_match::{LocalMatch, Player};
use super::practice_match::YOU;
use super::{CommandResult, Failure, Format, home};
use crate::document::Problem;
use crate::document::kinds::SeatEntry;
use crate::trust::Vault;

/// Play against the sensible player, on this machine, with ordinary turn files.
///
/// `practice new` starts a match and writes the draft of your first turn. Write your orders into it. `practice go`
/// checks and signs it, adjudicates, plays the other side until it is your move again, reports what has happened, and
/// writes the next draft. The commands that read a match (`legal`, `odds`, `show`, `check`, `report`, `verify`) work
/// here too; only `practice go` signs.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Go(go::Args),
    Hint(hint::Args),
}

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.command {
        Command::New(args) => new::run(args, format),
        Command::Go(args) => go::run(args, format),
        Command::Hint(args) => hint::run(args, format),
    }
}

/// The other seat's label in key names; the user's key is called `practice-3-you`.
const OTHER: &str = "opponent";
const REFEREE: &str = "referee";

/// The vault for practice, made if it does not exist.
fn vault() -> Result<Vault, Failure> {
    Vault::open(home::home()?.join(home::PRACTICE)).map_err(Failure::cannot)
}

/// A practice match.
struct Practice {
    party: LocalMatch,
    /// The user's seat.
    me: SeatEntry,
    seed: u64,
}

impl Practice {
    /// The match in a folder.
    ///
    /// # Errors
    /// There is none, or it is not a practice match from this machine.
    fn open(folder: PathBuf) -> Result<Practice, Failure> {
        let folder = Folder::read_cached(&folder)?;
        let (path, vault) = (folder.path.clone(), vault()?);
        let strange = || {
            let place = vault.dir().display();
            let problem = Problem::new(format!("this folder has no practice match whose keys are in {place}"));
            let advice =
                "set ADJUTANT_HOME to the folder used before, or start a match with `adjutant practice new FOLDER`";
            Failure::cannot_in(&path, problem.advice(advice))
        };
        let party = LocalMatch::resume(folder, &vault)?.ok_or_else(strange)?;
        let mut me = None;
        for (entry, _) in &party.seats {
            let name = vault.name_of(&entry.key).map_err(Failure::cannot)?.ok_or_else(strange)?;
            if name.ends_with(YOU) {
                me = Some(entry.clone());
            }
        }
        let me = me.ok_or_else(strange)?;
        let seed = party.seats.iter().find_map(|(entry, _)| seed_in(&entry.name)).unwrap_or_default();
        Ok(Practice { party, me, seed })
    }

    /// The sensible player, for the other side or in the user's place.
    fn player(&self) -> Player {
        Player::Sensible(self.seed)
    }
}

/// The sensible player's name; it contains the seed that decides between equally good moves, so everybody signs it with
/// the charter.
fn called(seed: u64) -> String {
    format!("The sensible player (seed {seed})")
}

/// The seed in that name.
fn seed_in(name: &str) -> Option<u64> {
    name.strip_prefix("The sensible player (seed ")?.strip_suffix(')')?.parse().ok()
}
