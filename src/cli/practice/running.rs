//! A practice match that is being played on this machine.

use std::path::PathBuf;

use super::opponent::Opponent;
use crate::cli::folder::Folder;
use crate::cli::local_match::LocalMatch;
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
    /// Who plays the other side.
    pub opponent: Opponent,
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
        let opponent = party.seats.iter().find_map(|(entry, _)| Opponent::named(&entry.name)).unwrap_or_default();
        Ok(Practice { party, me, opponent })
    }
}
