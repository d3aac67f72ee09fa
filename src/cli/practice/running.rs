//! A practice match that is being played on this machine.

use std::path::PathBuf;

use crate::cli::folder::Folder;
use crate::cli::local_match::{LocalMatch, Player};
use crate::cli::practice_match::YOU;
use crate::cli::{Failure, home};
use crate::document::Problem;
use crate::document::kinds::SeatEntry;
use crate::trust::Vault;

/// The other seat's label in key names; the user's key is called `practice-3-you`.
pub const OTHER: &str = "opponent";
pub const REFEREE: &str = "referee";

/// The vault for practice, made if it does not exist.
pub fn vault() -> Result<Vault, Failure> {
    Vault::open(home::home()?.join(home::PRACTICE)).map_err(Failure::cannot)
}

/// A practice match.
pub struct Practice {
    pub party: LocalMatch,
    /// The user's seat.
    pub me: SeatEntry,
    pub seed: u64,
}

impl Practice {
    /// The match in a folder.
    ///
    /// # Errors
    /// There is none, or it is not a practice match from this machine.
    pub fn open(folder: PathBuf) -> Result<Practice, Failure> {
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
    pub fn player(&self) -> Player {
        Player::Sensible(self.seed)
    }
}

/// The sensible player's name; it contains the seed that decides between equally good moves, so everybody signs it with
/// the charter.
pub fn called(seed: u64) -> String {
    format!("The sensible player (seed {seed})")
}

/// The seed in that name.
fn seed_in(name: &str) -> Option<u64> {
    name.strip_prefix("The sensible player (seed ")?.strip_suffix(')')?.parse().ok()
}
