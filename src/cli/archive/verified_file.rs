//! A file of an archive, read and verified.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use archive::packed::{self, ENDING};
use sha2::{Digest, Sha256};

use super::summary::VerificationFindings;
use crate::chain::verify::Verification;
use crate::cli::folder::Folder;
use crate::cli::verify::failure_problem;
use crate::cli::{Failure, earlier_matches, files};
use crate::document::{Bytes32, Problem};

/// A match with the matches that it continues, the latest first.
pub type Matches = Vec<Folder>;

/// A file of an archive that was read and verified.
pub struct VerifiedFile {
    pub sha256: Bytes32,
    pub bytes: u64,
    /// The match, or why it does not verify.
    pub found: Result<(Matches, VerificationFindings), String>,
}

/// Reads a file of an archive, and verifies it unless it is already known.
pub fn read_and_verify(path: &Path, known: &BTreeMap<Bytes32, VerificationFindings>) -> VerifiedFile {
    let (bytes, sha256) = match read(path) {
        Ok(read) => read,
        // A file that is too large or missing is rejected without reading further.
        Err(failure) => return VerifiedFile { sha256: Bytes32([0; 32]), bytes: 0, found: Err(failure_text(&failure)) },
    };
    let found = matches_in(path, &bytes).and_then(|matches| {
        let held = match known.get(&sha256) {
            Some(held) => held.clone(),
            None => verify_matches(&matches)?,
        };
        Ok((matches, held))
    });
    VerifiedFile { sha256, bytes: bytes.len() as u64, found }
}

/// The bytes of a file of an archive, and their digest.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path) -> Result<(Vec<u8>, Bytes32), Failure> {
    let bytes = files::read(path, packed::MAX_TOTAL)?;
    let digest = Bytes32(Sha256::digest(&bytes).into());
    Ok((bytes, digest))
}

/// The match in a file of an archive.
///
/// # Errors
/// The file is damaged, is not in the format that this program writes, or is not named for its match.
pub fn matches_in(path: &Path, bytes: &[u8]) -> Result<Matches, String> {
    let unpacked = packed::unpack(bytes).map_err(|refused| refused.0)?;
    if !unpacked.plain {
        return Err("the file holds more than file names and contents, so this program did not write it".to_owned());
    }
    let folder = Folder::of_files(path, unpacked.files);
    let id = folder.charter().map_err(|failure| failure_text(&failure))?.digest.to_string();
    if path.file_name().is_none_or(|name| name.to_string_lossy() != format!("{id}{ENDING}").as_str()) {
        return Err(format!("it holds the match {id}, but is not named after it"));
    }
    with_earlier(folder)
}

/// A match with the matches that it continues.
///
/// # Errors
/// One of them is not here.
pub fn with_earlier(folder: Folder) -> Result<Matches, String> {
    let (before, lacking) = earlier_matches::all(&folder).map_err(|failure| failure_text(&failure))?;
    if let Some(id) = lacking {
        return Err(format!(
            "it continues the match {id}, which is missing; put that match into the folder {}",
            earlier_matches::FOLDER
        ));
    }
    Ok(std::iter::once(folder).chain(before).collect())
}

/// Verifies a match together with the matches that it continues.
///
/// # Errors
/// The first thing that fails.
pub fn verify_matches(matches: &[Folder]) -> Result<VerificationFindings, String> {
    let Some((folder, before)) = matches.split_first() else { return Ok(VerificationFindings::default()) };
    let verdicts = folder.verify_with(before);
    match verdicts.iter().find_map(first_failure) {
        Some(why) => Err(why),
        None => Ok(VerificationFindings::of(&verdicts)),
    }
}

fn first_failure(verdict: &Verification) -> Option<String> {
    let failure = verdict.failures.first()?;
    Some(format!("{}: {}", failure.file, in_words(&failure_problem(failure))))
}

fn in_words(problem: &Problem) -> String {
    let rule = problem.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    format!("{}{rule}", problem.message)
}

/// A failure's message, on one line.
pub fn failure_text(failure: &Failure) -> String {
    let (Failure::Negative(told) | Failure::Cannot(told)) = failure;
    told.first().map_or_else(String::new, |one| in_words(&one.problem))
}

/// The digest of a file; `None` if the file cannot be read.
pub fn digest_of(path: &Path) -> Option<Bytes32> {
    // Only regular files are read: reading a pipe or device might never end.
    let mut file = path.metadata().ok().filter(|about| about.is_file()).and_then(|_| File::open(path).ok())?;
    let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part).ok()? {
            0 => return Some(Bytes32(hash.finalize().into())),
            read => hash.update(&part[..read]),
        }
    }
}
