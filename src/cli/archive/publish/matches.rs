//! The matches of an archive on its site: for each, its file, its replay, the reports of all steps, and their text
//! for the search.

use std::collections::BTreeMap;

use archive::index::Row;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::site_data::{Packed, match_page, name_of, packed_file, place_of};
use crate::cli::archive::archive_folder::Archive;
use crate::cli::archive::verified_file::{self, failure_text};
use crate::cli::folder::Folder;
use crate::cli::open_match::Match;
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::progress::Progress;
use crate::cli::site::files::{CacheEntry, PreviousSite, Site};
use crate::cli::site::match_pages::{MatchPages, drawn};
use crate::cli::site::report::{self, Step};
use crate::cli::site::search::Search;
use crate::cli::{CommandResult, Failure};
use crate::document::Bytes32;

/// The pages of a match, and what they were made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchCacheEntry {
    key: Bytes32,
    files: Vec<String>,
}

impl CacheEntry for MatchCacheEntry {
    fn key(&self) -> Bytes32 {
        self.key
    }

    fn files(&self) -> &[String] {
        &self.files
    }
}

/// A match that was processed.
struct Made {
    bytes: Vec<u8>,
    steps: Vec<Step>,
    facts: MatchCacheEntry,
    /// The pages that were made; `None` if the existing pages are still current.
    pages: Option<Vec<(String, String)>>,
}

/// Adds the pages and file of every match to the site, and its words to the search; returns what was added, by match
/// id. `digests` are those of the files that the index was made from, all of them verified.
///
/// # Errors
/// A system error. A match that cannot be shown is left out, and named.
pub fn all(
    archive: &Archive,
    rows: &[Row],
    digests: &BTreeMap<String, String>,
    site: &mut Site<MatchCacheEntry>,
    search: &mut Search,
    left_out: &mut Vec<String>,
) -> Result<BTreeMap<String, Packed>, Failure> {
    let progress = Progress::new("drawing matches", rows.len());
    let earlier = site.earlier();
    let look = |n: usize| {
        let made = one(archive, &rows[n], digests, &earlier);
        progress.step();
        Ok((&rows[n], made))
    };
    let (mut packed, mut stopped): (BTreeMap<String, Packed>, CommandResult) = (BTreeMap::new(), Ok(()));
    parallel_in_order(rows.len(), &look, |(row, made)| match made {
        Ok(made) if stopped.is_ok() => {
            let place = place_of(row);
            search.reports(&place.file, &name_of(row), &place.reports(), &made.steps);
            let about = Packed { sha256: sha256(&made.bytes).to_string(), bytes: made.bytes.len() as u64 };
            packed.insert(row.id.clone(), about);
            stopped = add(site, row, made);
        }
        Ok(_) => {}
        Err(why) => left_out.push(format!("{}: {why}", name_of(row))),
    })?;
    stopped?;
    Ok(packed)
}

fn add(site: &mut Site<MatchCacheEntry>, row: &Row, made: Made) -> CommandResult {
    site.add(packed_file(&row.id), &made.bytes)?;
    let called = match_page(&row.id);
    match made.pages {
        None => site.keep(&called, made.facts),
        Some(pages) => {
            pages.iter().try_for_each(|(path, text)| site.add(path, text))?;
            site.note(&called, made.facts);
        }
    }
    Ok(())
}

/// Makes the pages of a match, or reuses them if they are current.
///
/// # Errors
/// The reason why the match is not shown.
fn one(
    archive: &Archive,
    row: &Row,
    digests: &BTreeMap<String, String>,
    earlier: &PreviousSite<MatchCacheEntry>,
) -> Result<Made, String> {
    let path = archive.file_of(&row.id);
    let (bytes, digest) = verified_file::read(&path).map_err(|failure| failure_text(&failure))?;
    let indexed = path.file_name().and_then(|name| digests.get(&*name.to_string_lossy()));
    if indexed != Some(&digest.to_string()) {
        return Err(
            "its file has changed since the index was made; `adjutant archive index --rebuild` reads it again".into()
        );
    }
    let mut hash = Sha256::new_with_prefix(env!("ADJUTANT_BUILD"));
    hash.update(digest.0);
    let key = Bytes32(hash.finalize().into());
    let place = place_of(row);
    if let Some(facts) = earlier.unchanged(&match_page(&row.id), &key)
        && let Some(steps) = earlier.bytes(&place.text()).and_then(|text| report::steps_of(&text))
    {
        return Ok(Made { bytes, steps, facts, pages: None });
    }
    let matches = verified_file::matches_in(&path, &bytes)?;
    let MatchPages { steps, files } = {
        let found = Match::open(&matches[0]).map_err(|failure| failure_text(&failure))?;
        drawn(&found, &place).map_err(|failure| failure_text(&failure))?
    };
    matches.into_iter().for_each(Folder::close);
    let facts = MatchCacheEntry { key, files: files.iter().map(|(path, _)| path.clone()).collect() };
    Ok(Made { bytes, steps, facts, pages: Some(files) })
}

fn sha256(bytes: &[u8]) -> Bytes32 {
    crate::cli::site::files::sha256(bytes)
}
