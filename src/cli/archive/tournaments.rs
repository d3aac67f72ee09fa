//! The announcements of tournaments whose matches an archive has: the director's signed document that the matches' charters
//! name by its digest.

use std::path::Path;

use archive::model::Tournament;
use tournament::signed::{ParsedDocument, Typed};

use super::archive_folder::Archive;
use crate::cli::{Failure, files};
use crate::document::{Problem, write};

/// The folder of the announcements in an archive.
pub const TOURNAMENTS: &str = "tournaments";
/// The ending of their names, which begin with the tournament's id.
pub const YAML: &str = ".yaml";
/// The announcement in the folder of a tournament, which has its matches in a folder `matches`.
const IN_ITS_FOLDER: &str = "documents/0000-tournament.yaml";

/// An announcement whose signature holds.
pub struct Announcement {
    pub about: Tournament,
    /// As an archive stores it.
    pub text: String,
}

impl Announcement {
    /// Reads one, and verifies it.
    ///
    /// # Errors
    /// The file cannot be read, is no announcement, or is not signed with the director's key.
    pub fn read(path: &Path) -> Result<Announcement, Problem> {
        let bytes = files::read(path, files::MAX_BYTES).map_err(|_| Problem::new("the file cannot be read"))?;
        let document = ParsedDocument::read(&path.to_string_lossy(), &bytes)?;
        let Typed::Tournament(announced) = &document.typed else {
            return Err(Problem::new("this is not the announcement of a tournament"));
        };
        document.check_signature(&[announced.director.key])?;
        let about = Tournament {
            id: document.digest.to_string(),
            title: announced.title.clone(),
            director: announced.director.name.clone(),
            key: announced.director.key.to_string(),
            announced: announced.date.clone(),
        };
        Ok(Announcement { about, text: write(&document.document.content) })
    }

    /// That of a tournament, where a match of it comes from: the tournament's own folder, or another archive.
    pub fn beside(place: &Path, tournament: &str) -> Option<Announcement> {
        let place = place.canonicalize().ok()?;
        let root = place.parent()?.parent()?;
        let found = [root.join(IN_ITS_FOLDER), root.join(TOURNAMENTS).join(format!("{tournament}{YAML}"))];
        let found = found.iter().filter(|path| path.is_file()).find_map(|path| Announcement::read(path).ok());
        found.filter(|found| found.about.id == tournament)
    }
}

/// The file name of an announcement, and what it announces, or why it does not verify.
pub type NamedTournament = (String, Result<Tournament, Problem>);

/// The announcements in an archive by their file names; why one does not verify, if it does not.
///
/// # Errors
/// The folder cannot be read.
pub fn all(archive: &Archive) -> Result<Vec<NamedTournament>, Failure> {
    let read = |name: String| {
        let found = Announcement::read(&archive.path.join(TOURNAMENTS).join(&name)).and_then(|found| {
            let own = format!("{}{YAML}", found.about.id);
            match name == own {
                true => Ok(found.about),
                false => Err(Problem::new(format!("it is not named after its digest, {own}"))),
            }
        });
        (name, found)
    };
    Ok(archive.announcements()?.into_keys().map(read).collect())
}
