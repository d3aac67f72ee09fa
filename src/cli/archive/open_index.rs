//! Opening the index of an archive: it is first updated to match the files, or rebuilt if this program did not
//! write it.

use std::collections::BTreeMap;

use archive::Index;

use super::archive_folder::{Archive, ArchiveRecord};
use super::attachments;
use super::summary::VerificationFindings;
use super::update_index::{IndexChange, update_index};
use crate::cli::paths::Shown;
use crate::cli::{Failure, out};
use crate::document::Bytes32;

/// An index that agrees with the files.
pub struct OpenedIndex {
    pub index: Index,
    /// Whether the index was rebuilt because this program had not written it.
    pub rebuilt: bool,
}

/// Opens the index, updated to match the files; those in `known` have just been verified. With `anew`, neither an
/// earlier index nor an earlier verification is used.
///
/// # Errors
/// There is no archive, or it cannot be read or written.
pub fn open(
    archive: &Archive,
    known: BTreeMap<Bytes32, VerificationFindings>,
    anew: bool,
) -> Result<OpenedIndex, Failure> {
    let shown = archive.shown()?;
    let mut seal = if anew { ArchiveRecord::default() } else { archive.seal() };
    let own = archive.is_sealed(&seal);
    let had = archive.index_path().exists();
    if !own {
        seal.files.clear();
    }
    seal.held.extend(known);
    let same = |name: &String| seal.files.get(name).map(|known| &known.shown) == shown.get(name);
    let changed: Vec<String> = shown.keys().filter(|name| !same(name)).cloned().collect();
    let gone: Vec<String> = seal.files.keys().filter(|name| !shown.contains_key(*name)).cloned().collect();
    if !own || !changed.is_empty() || !gone.is_empty() || is_beside_changed(archive, &seal)? {
        update_index(archive, &IndexChange { own, shown: &shown, changed: &changed, gone: &gone }, seal)?;
    }
    let index = Index::open(&archive.index_path()).map_err(|fault| archive.fault(&fault))?;
    Ok(OpenedIndex { index, rebuilt: had && !own && !anew && archive.store().is_some() })
}

/// Whether an announcement or an attachment has come, gone or changed.
fn is_beside_changed(archive: &Archive, seal: &ArchiveRecord) -> Result<bool, Failure> {
    Ok(archive.announcements()? != seal.announced || attachments::in_order(archive)? != seal.attached)
}

/// Opens the index for a query, and reports what was found on the way.
///
/// # Errors
/// As [`open`].
pub fn open_for_query(archive: &Archive) -> Result<Index, Failure> {
    let OpenedIndex { index, rebuilt } = open(archive, BTreeMap::new(), false)?;
    if rebuilt {
        out::warn("the index was damaged or not written by this program; it has been made again from the files");
    }
    for (name, _, why) in index.files().map_err(|fault| archive.fault(&fault))? {
        if let Some(why) = why {
            out::warn(&format!("{} is left out: {why}", archive.place_of(&name).shown()));
        }
    }
    Ok(index)
}
