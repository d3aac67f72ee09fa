//! Updating the index to match the files of an archive.

use std::collections::BTreeMap;
use std::fs;

use archive::model::{Match, Tournament};
use archive::{Index, IndexError};

use super::archive_folder::{Archive, ArchiveRecord, FileMetadata, IndexedFile};
use super::attachments;
use super::summary::{VerificationFindings, summary};
use super::tournaments;
use super::verified_file::{self, VerifiedFile, digest_of, failure_text};
use crate::cli::Failure;
use crate::cli::folder::Folder;
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::progress::Progress;
use crate::document::{Bytes32, Problem};

/// What has to change.
pub struct IndexChange<'a> {
    /// Whether the existing index is this program's own and can be extended.
    pub own: bool,
    /// The files that exist, the files that are new or changed since the index was written, and the indexed files that
    /// are gone.
    pub shown: &'a BTreeMap<String, FileMetadata>,
    pub changed: &'a [String],
    pub gone: &'a [String],
}

/// A file that was read for the index.
struct ReadFile {
    name: String,
    sha256: Bytes32,
    bytes: u64,
    /// The match, or why it does not verify.
    found: Result<(Match, VerificationFindings), String>,
}

/// Writes a new index beside the old one, then replaces the old one with it.
///
/// # Errors
/// A system error.
pub fn update_index(archive: &Archive, change: &IndexChange<'_>, mut seal: ArchiveRecord) -> Result<(), Failure> {
    let path = archive.index_path();
    let cannot =
        |error: std::io::Error| Failure::cannot_in(&path, Problem::new(format!("cannot write the index: {error}")));
    let fault = |fault: IndexError| archive.fault(&fault);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".adjutant-");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let place = builder.tempfile_in(&archive.path).map_err(cannot)?.into_temp_path();
    let index = match change.own {
        true => {
            fs::copy(&path, &place).map_err(cannot)?;
            Index::change(&place)
        }
        false => Index::create(&place),
    };
    let index = index.map_err(fault)?;
    seal.announced = archive.announcements()?;
    let announced: Vec<Tournament> =
        tournaments::all(archive)?.into_iter().filter_map(|(_, found)| found.ok()).collect();
    index
        .transaction(|index| {
            fill(archive, index, change, &mut seal)?;
            index.set_tournaments(&announced)?;
            index_attachments(archive, index, change, &mut seal)
        })
        .map_err(fault)?;
    index.close().map_err(fault)?;
    place.persist(&path).map_err(|error| cannot(error.error))?;
    seal.index = digest_of(&path);
    let known: Vec<Bytes32> = seal.files.values().map(|known| known.sha256).collect();
    seal.held.retain(|sha256, _| known.contains(sha256));
    if let Some(store) = archive.store() {
        store.write(&seal);
    }
    Ok(())
}

/// Removes what is gone, and adds what has changed.
fn fill(
    archive: &Archive,
    index: &Index,
    change: &IndexChange<'_>,
    seal: &mut ArchiveRecord,
) -> Result<(), IndexError> {
    for name in change.gone {
        index.remove(name)?;
        seal.files.remove(name);
    }
    let held = seal.held.clone();
    let progress = Progress::new("reading the archive", change.changed.len());
    let mut done = Ok(());
    let read = parallel_in_order(change.changed.len(), &|n| Ok(take(archive, &change.changed[n], &held)), |taken| {
        progress.step();
        if done.is_ok() {
            done = index_file(index, change, seal, taken);
        }
    });
    read.map_err(|failure| IndexError(failure_text(&failure)))?;
    done
}

/// Brings the attachments in the index up to date; those that do not verify are left out.
fn index_attachments(
    archive: &Archive,
    index: &Index,
    change: &IndexChange<'_>,
    seal: &mut ArchiveRecord,
) -> Result<(), IndexError> {
    let here = attachments::in_order(archive).map_err(|failure| IndexError(failure_text(&failure)))?;
    let before = if change.own { std::mem::take(&mut seal.attached) } else { Vec::new() };
    for (match_id, sha256, _) in before.iter().filter(|one| !here.contains(one)) {
        index.detach(match_id, sha256)?;
    }
    for (match_id, sha256, _) in here.iter().filter(|one| !before.contains(one)) {
        if let Ok(attached) = attachments::read_attachment(archive, match_id, sha256) {
            index.attach(&attached)?;
        }
    }
    seal.attached = here;
    Ok(())
}

fn index_file(
    index: &Index,
    change: &IndexChange<'_>,
    seal: &mut ArchiveRecord,
    taken: ReadFile,
) -> Result<(), IndexError> {
    let ReadFile { name, sha256, bytes, found } = taken;
    match found {
        Ok((one, held)) => {
            index.insert(&name, &sha256.to_string(), bytes, &one)?;
            seal.held.insert(sha256, held);
        }
        Err(why) => index.refuse(&name, &sha256.to_string(), &why)?,
    }
    if let Some(shown) = change.shown.get(&name) {
        seal.files.insert(name, IndexedFile { shown: shown.clone(), sha256 });
    }
    Ok(())
}

/// Reads a file of the archive, verifies it unless it is already known, and collects the data for the index.
fn take(archive: &Archive, name: &str, known: &BTreeMap<Bytes32, VerificationFindings>) -> ReadFile {
    let VerifiedFile { sha256, bytes, found } = verified_file::read_and_verify(&archive.place_of(name), known);
    let found = found.and_then(|(matches, held)| {
        let one = summary(&matches[0], &held).map_err(|failure| failure_text(&failure));
        matches.into_iter().for_each(Folder::close);
        Ok((one?, held))
    });
    ReadFile { name: name.to_owned(), sha256, bytes, found }
}
