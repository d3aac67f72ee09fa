//! What an official keeps in his folder of secrets for a tournament: the seed of its draw of lots, and a log of
//! what he has signed, so that he never signs two documents for one place in the chain (protocol 12.1).

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, files};
use crate::document::{Bytes32, Form, Problem, Value, read};
use crate::trust::backup::{RESTORED, TOURNAMENTS};
use crate::trust::{SigningKey, Vault, secret};

/// The file name of the log.
const LOG: &str = "log";
/// The maximum size of a log.
const MAX_BYTES: u64 = 64 << 20;
/// The separator between two documents in the log.
const BETWEEN: &str = "# ---\n";

/// The part of a vault for one tournament, locked.
pub struct TournamentVault {
    folder: PathBuf,
    _lock: File,
}

impl TournamentVault {
    /// Opens it, or makes it if it does not exist. Another run of the program waits.
    ///
    /// # Errors
    /// The folder cannot be made or locked.
    pub fn open(vault: &Vault, tournament: &Bytes32) -> Result<TournamentVault, Failure> {
        let folder = vault.dir().join(TOURNAMENTS).join(tournament.to_string());
        let fault = |error: std::io::Error| {
            Failure::cannot_in(&folder, Problem::new(format!("cannot use the folder of secrets: {error}")))
        };
        make_private(&folder).map_err(fault)?;
        let lock = File::create(folder.join("lock")).map_err(fault)?;
        lock.lock().map_err(fault)?;
        Ok(TournamentVault { folder, _lock: lock })
    }

    /// Checks that its log is complete: that it does not come from a backup, or that the newest head which the players
    /// have, according to the official, is the one here.
    ///
    /// # Errors
    /// It comes from a backup, and no head or a different one was given.
    pub fn trust_log(&self, head: &Bytes32, given: Option<&Bytes32>) -> Result<(), Failure> {
        let mark = self.folder.join(RESTORED);
        if !mark.exists() {
            return Ok(());
        }
        let restored = "these secrets come from a backup, which may lack documents that you have signed since";
        match given {
            None => {
                let problem = Problem::new(restored).rule("protocol 12.1");
                Err(Failure::no(problem.advice(
                    "ask a player for the digest of the newest document that your mails name, take in the missing documents, and give the digest with --head",
                )))
            }
            Some(given) if given != head => {
                let problem =
                    Problem::new(format!("the newest document here is {head}, not {given}")).rule("protocol 12.1");
                Err(Failure::no(problem.advice("take in the missing documents with `adjutant tournament take MAIL`")))
            }
            Some(_) => fs::remove_file(&mark)
                .map_err(|error| Failure::cannot_in(&mark, Problem::new(format!("cannot remove the file: {error}")))),
        }
    }

    /// Keeps the seed of the draw of lots, encrypted under the director's key.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_seed(&self, key: &SigningKey, seed: &Bytes32) -> Result<(), Failure> {
        let path = self.folder.join("seed");
        let wrapped = secret::wrap(key, PURPOSE, &seed.0) + "\n";
        files::write_unflushed(&path, wrapped.as_bytes())
            .map_err(|error| Failure::cannot_in(&path, Problem::new(format!("cannot write the file: {error}"))))
    }

    /// The seed of the draw of lots.
    ///
    /// # Errors
    /// The seed is missing, or belongs to another key.
    pub fn seed(&self, key: &SigningKey) -> Result<Bytes32, Failure> {
        let path = self.folder.join("seed");
        let lost = || {
            let problem = Problem::new("the seed of the draw of lots is not on this machine").rule("protocol 12.2");
            Failure::cannot(problem.advice("restore the secrets folder from which the tournament was announced"))
        };
        let text = files::read(&path, 4096).map_err(|_| lost())?;
        let plain = secret::unwrap(key, PURPOSE, &String::from_utf8_lossy(&text)).map_err(Failure::cannot)?;
        plain.as_slice().try_into().map(Bytes32).map_err(|_| lost())
    }

    /// The document that was signed earlier on this parent, if any.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn signed_on(&self, parent: &Bytes32) -> Result<Option<Value>, Failure> {
        logged_on(&self.folder.join(LOG), parent)
    }

    /// The document with this number that was signed earlier, on any parent.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn signed_as(&self, number: u64) -> Result<Option<Value>, Failure> {
        let is_it = |content: &Value| content.get("number").and_then(Value::as_u64) == Some(number);
        logged(&self.folder.join(LOG), &format!("number: {number}"), &is_it)
    }

    /// Logs what is about to be signed, flushed to disk before the document leaves the program.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn note(&self, text: &str) -> Result<(), Failure> {
        let path = self.folder.join(LOG);
        let append = || {
            let mut log = File::options().create(true).append(true).open(&path)?;
            log.write_all(format!("{text}{BETWEEN}").as_bytes())?;
            log.sync_all()
        };
        append().map_err(|error| Failure::cannot_in(&path, Problem::new(format!("cannot write the log: {error}"))))
    }
}

/// What an official of this vault has signed on this parent; only reads, and creates nothing.
///
/// # Errors
/// The log cannot be read.
pub fn signed_after(vault: &Vault, tournament: &Bytes32, parent: &Bytes32) -> Result<Option<Value>, Failure> {
    logged_on(&vault.dir().join(TOURNAMENTS).join(tournament.to_string()).join(LOG), parent)
}

/// The document of a log that was signed on this parent.
fn logged_on(path: &Path, parent: &Bytes32) -> Result<Option<Value>, Failure> {
    let parent = parent.to_string();
    logged(path, &parent, &|content| content.get("parent").and_then(Value::as_str) == Some(parent.as_str()))
}

/// The first document in a log for which `is_it` is true; the text of every such document contains `has`.
fn logged(path: &Path, has: &str, is_it: &dyn Fn(&Value) -> bool) -> Result<Option<Value>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&files::read(path, MAX_BYTES)?).into_owned();
    for document in text.split(BETWEEN).filter(|text| text.contains(has)) {
        let content = read("log", document.as_bytes(), Form::Signed)
            .map_err(|problem| Failure::cannot_in(path, problem.advice("the log of this tournament is damaged")))?
            .content;
        if is_it(&content) {
            return Ok(Some(content));
        }
    }
    Ok(None)
}

const PURPOSE: &str = "adjutant/1 lots";

/// Makes a folder that is accessible to its owner only.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
