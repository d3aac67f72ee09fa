//! Escrow (protocol 8.6): the files with which seats that have hands entrust their secrets and choices to the
//! adjudicator. They are in the match folder, encrypted to him, and only their content counts: a file that does not fit
//! is ignored.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::folder::Folder;
use super::{Diagnostic, Failure, files};
use crate::chain::escrow::{Choices, Entrusted, Escrow};
use crate::chain::seats::{ADJUDICATOR, has_escrow};
use crate::chain::{Chain, ParsedDocument};
use crate::document::kinds::{Commit, SeatEntry};
use crate::document::{Bytes32, Charter, Id, Problem, Turn, Value};
use crate::trust::{SigningKey, Vault};

use super::age_file::ssh_ed25519 as age_file;
pub use super::age_file::ssh_ed25519::{is_for, is_sealed};

/// The folder of escrow files inside a match folder.
pub const FOLDER: &str = "escrow";
/// The extension of their names.
const ENDING: &str = ".age";

/// The adjudicator of a charter with escrow.
pub fn adjudicator(charter: &Charter) -> Option<&SeatEntry> {
    charter.seats.iter().find(|entry| has_escrow(charter) && entry.seat.as_str() == ADJUDICATOR)
}

/// An escrow file in the folder.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name in the match folder.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl File {
    /// The digest that identifies the file in the record of mails.
    pub fn digest(&self) -> Bytes32 {
        Bytes32(Sha256::digest(&self.bytes).into())
    }
}

/// Every escrow file in a match folder, ordered by name.
pub fn files_in(folder: &Path) -> Vec<File> {
    let entries = std::fs::read_dir(folder.join(FOLDER)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING) && !name.starts_with('.')).collect();
    names.sort();
    let read = |name: String| {
        let bytes = files::read(&folder.join(FOLDER).join(&name), age_file::MAX_BYTES).ok()?;
        Some(File { name: format!("{FOLDER}/{name}"), bytes })
    };
    names.into_iter().filter_map(read).collect()
}

/// The name of the file with the secret of a seat.
fn name_of_secret(seat: &Id) -> String {
    format!("{FOLDER}/{seat}{ENDING}")
}

/// The name of the file with the choices of a turn.
fn name_of_choices(step: u64, seat: &Id) -> String {
    format!("{FOLDER}/{step:04}-{seat}{ENDING}")
}

/// Encrypts something to the adjudicator, and writes it.
fn write(folder: &Path, to: &SeatEntry, name: &str, entrusted: &Entrusted) -> Result<PathBuf, Failure> {
    let path = folder.join(name);
    let sealed = age_file::seal(&to.key, &entrusted.write()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    files::write(&path, &sealed).map_err(|problem| Failure::cannot_in(&path, problem))?;
    Ok(path)
}

/// Entrusts the secret of a seat's hand, if the charter has escrow. With `again`, the seat has signed this charter
/// before, and an existing file is kept.
///
/// # Errors
/// The secret is not here, or the file cannot be written.
pub fn entrust_secret(
    folder: &Path,
    charter: &ParsedDocument<Charter>,
    entry: &SeatEntry,
    (vault, key): (&Vault, &SigningKey),
    again: bool,
) -> Result<Option<PathBuf>, Failure> {
    let Some(to) = adjudicator(&charter.typed).filter(|_| entry.hidden.is_some()) else { return Ok(None) };
    let name = name_of_secret(&entry.seat);
    let path = folder.join(&name);
    if again && path.is_file() {
        return Ok(Some(path));
    }
    let secret = vault.hidden(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    let entrusted = Entrusted::Secret { match_id: charter.digest, seat: entry.seat.clone(), secret };
    write(folder, to, &name, &entrusted).map(Some)
}

/// Entrusts what a signed turn commits to, if the charter has escrow. An existing file is kept if the turn exists too.
///
/// # Errors
/// The committed choices are not known here, or the file cannot be written.
pub fn entrust_choices(
    folder: &Path,
    chain: &Chain<'_>,
    entry: &SeatEntry,
    (vault, key): (&Vault, &SigningKey),
    turn: &Turn,
) -> Result<Option<PathBuf>, Failure> {
    let commits = turn.commit.as_deref().unwrap_or_default();
    let to = adjudicator(&chain.charter.typed).filter(|_| entry.hidden.is_some() && !commits.is_empty());
    let Some(to) = to else { return Ok(None) };
    let name = name_of_choices(turn.step, &turn.seat);
    let path = folder.join(&name);
    let is_here = chain.turns.values().any(|other| other.typed.commit == turn.commit);
    if is_here && path.is_file() {
        return Ok(Some(path));
    }
    let known = vault.choices(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    let choice = |commit: &Commit| -> Result<(Id, Value), Failure> {
        let choice = known.get(&commit.digest).cloned().ok_or_else(|| {
            let problem = Problem::new(format!(
                "the secret choice of this turn with the id {} is not on this machine",
                commit.id
            ));
            Failure::cannot(problem.rule("protocol 8.6").advice("it is on the machine that signed the turn"))
        })?;
        Ok((commit.id.clone(), choice))
    };
    let choices = commits.iter().map(choice).collect::<Result<_, _>>()?;
    let (match_id, step, seat) = (chain.match_id, turn.step, turn.seat.clone());
    write(folder, to, &name, &Entrusted::Choices(Choices { match_id, step, seat, choices })).map(Some)
}

/// Adds to the report about a signed document the path of the escrow file that goes to the adjudicator with it.
pub fn with_escrow_file(mut told: Value, path: Option<&Path>) -> Value {
    if let Some(path) = path {
        told["escrow"] = path.to_string_lossy().into();
    }
    told
}

/// The files that a seat mails to the adjudicator: its secret before the set-up, then the choices of the current step;
/// or all that are here.
pub fn files_to_mail(folder: &Path, chain: &Chain<'_>, me: &Id, all: bool) -> Vec<File> {
    let due = match chain.newest() {
        None => name_of_secret(me),
        Some(newest) => name_of_choices(newest.state.typed.step + 1, me),
    };
    let stem = due.strip_suffix(ENDING).unwrap_or(&due).to_owned();
    let own = |file: &File| {
        let name = file.name.rsplit('/').next().unwrap_or_default();
        let step = name.split_once('-').filter(|(step, _)| step.parse::<u64>().is_ok());
        file.name == name_of_secret(me) || step.is_some_and(|(_, seat)| seat == format!("{me}{ENDING}"))
    };
    let wanted = |file: &File| file.name.strip_suffix(ENDING) == Some(&stem) || all && own(file);
    match adjudicator(&chain.charter.typed).filter(|to| to.seat != *me) {
        Some(_) => files_in(folder).into_iter().filter(wanted).collect(),
        None => Vec::new(),
    }
}

/// What has been entrusted to the adjudicator of a match, according to the files in its folder and his own records, and
/// what in these files does not fit.
///
/// # Errors
/// His records are damaged.
pub fn entrusted_to(
    folder: &Path,
    charter: &ParsedDocument<Charter>,
    entry: &SeatEntry,
    (vault, key): (&Vault, &SigningKey),
) -> Result<(Escrow, Vec<Diagnostic>), Failure> {
    let kept = vault.escrow(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    let (mut escrow, mut unfit) = (Escrow::default(), Vec::new());
    for (seat, secret) in kept {
        // Records for an earlier version of the charter may not fit it after somebody has joined.
        let _ = escrow.take(charter, Entrusted::Secret { match_id: charter.digest, seat, secret });
    }
    for file in files_in(folder) {
        if let Err(problem) = decrypt(key, &file.bytes).and_then(|one| escrow.take(charter, one)) {
            unfit.push(Diagnostic { problem, file: Some(folder.join(&file.name)), text: None });
        }
    }
    Ok((escrow, unfit))
}

/// The same for a seat that is unlocked to sign; `None` in a match without escrow, or for any seat but the adjudicator.
///
/// # Errors
/// As [`entrusted_to`].
pub fn of_seat(
    folder: &Path,
    charter: &ParsedDocument<Charter>,
    entry: &SeatEntry,
    secrets: (&Vault, &SigningKey),
) -> Result<Option<Escrow>, Failure> {
    if adjudicator(&charter.typed).is_none_or(|own| own.seat != entry.seat) {
        return Ok(None);
    }
    entrusted_to(folder, charter, entry, secrets).map(|(escrow, _)| Some(escrow))
}

/// Checks that every seat with a hand has entrusted its secret, which the adjudicator's own records keep from then on.
///
/// # Errors
/// A secret is missing or does not fit; says whose.
pub fn must_be_complete(
    folder: &Path,
    charter: &ParsedDocument<Charter>,
    entry: &SeatEntry,
    secrets: (&Vault, &SigningKey),
) -> Result<(), Failure> {
    if adjudicator(&charter.typed).is_none_or(|own| own.seat != entry.seat) {
        return Ok(());
    }
    let (escrow, unfit) = entrusted_to(folder, charter, entry, secrets)?;
    let missing: Vec<&str> = escrow.missing_secrets(&charter.typed).into_iter().map(Id::as_str).collect();
    if missing.is_empty() {
        let (vault, key) = secrets;
        return vault.keep_escrow(key, &entry.seed.anchor, escrow.secrets()).map_err(Failure::cannot);
    }
    let problem =
        Problem::new(format!("the escrow file of {} has not arrived", missing.join(" and "))).rule("protocol 8.6");
    let advice = "each player with a hand makes the file with `adjutant match sign` and mails it with `adjutant mail`; receive \
                  it, then sign";
    Err(Failure::Negative(unfit.into_iter().chain([problem.advice(advice).into()]).collect()))
}

/// What happened to an escrow file that arrived.
pub enum EscrowFiling {
    /// It was filed now: a description, and its path.
    Filed { what: String, path: PathBuf },
    /// Its content was here already.
    Known,
}

/// Files what arrived for the adjudicator of a match, if it is for this match and fits. `turns` are those of the match.
///
/// # Errors
/// It does not fit, or the folder cannot be written.
pub fn file(
    folder: &Path,
    charter: &ParsedDocument<Charter>,
    (escrow, one, bytes): (&Escrow, Entrusted, &[u8]),
    turns: &[&Turn],
) -> Result<EscrowFiling, Failure> {
    if escrow.contains(&one) || files_in(folder).iter().any(|file| file.bytes == bytes) {
        return Ok(EscrowFiling::Known);
    }
    escrow.clone().take(charter, one.clone()).map_err(Failure::no)?;
    let (what, name) = match &one {
        Entrusted::Secret { seat, .. } => (format!("The secret of the hand of {seat}"), name_of_secret(seat)),
        Entrusted::Choices(choices) => {
            must_be_of_a_turn(escrow, choices, turns).map_err(Failure::no)?;
            let Choices { step, seat, .. } = choices;
            (format!("The escrow file for the turn of {seat}, step {step}"), name_of_choices(*step, seat))
        }
    };
    let path = free_path(folder, &name);
    files::write(&path, bytes).map_err(|problem| Failure::cannot_in(&path, problem))?;
    Ok(EscrowFiling::Filed { what, path })
}

/// The same, with the charter and turns that are in a match folder.
///
/// # Errors
/// As [`file`]; or the folder cannot be read.
pub fn file_in(
    place: &Path,
    (vault, key): (&Vault, &SigningKey),
    one: &Entrusted,
    bytes: &[u8],
) -> Result<EscrowFiling, Failure> {
    let folder = Folder::read_cached(place)?;
    let charter = folder.charter()?;
    let entry = adjudicator(&charter.typed).ok_or_else(|| Failure::no(Problem::new("this match has no escrow")))?;
    let (escrow, _) = entrusted_to(place, charter, entry, (vault, key))?;
    let chain = folder.chain()?;
    let turns: Vec<&Turn> = chain.turns.values().map(|turn| &turn.typed).collect();
    file(place, charter, (&escrow, one.clone(), bytes), &turns)
}

/// The content of an escrow file.
///
/// # Errors
/// The key does not open the file, or it contains something else.
pub fn decrypt(key: &SigningKey, bytes: &[u8]) -> Result<Entrusted, Problem> {
    age_file::open(key, bytes).and_then(|plain| Entrusted::read(&plain))
}

/// Checks that choices belong to a turn that is here: anybody can encrypt something to the adjudicator.
fn must_be_of_a_turn(escrow: &Escrow, choices: &Choices, turns: &[&Turn]) -> Result<(), Problem> {
    let Choices { step, seat, .. } = choices;
    let own: Vec<&&Turn> = turns.iter().filter(|turn| turn.seat == *seat && turn.step == *step).collect();
    if own.is_empty() {
        let problem = Problem::new(format!("it belongs to the turn of '{seat}' for step {step}, which is missing"));
        return Err(problem.rule("protocol 8.6").advice("receive that turn first, then this file again"));
    }
    if own.iter().any(|turn| escrow.fits(choices, turn)) {
        return Ok(());
    }
    let problem = Problem::new(format!("it does not match what the turn of '{seat}' for step {step} commits to"));
    Err(problem.rule("protocol 8.6"))
}

/// A path that no other file has.
fn free_path(folder: &Path, name: &str) -> PathBuf {
    let stem = name.strip_suffix(ENDING).unwrap_or(name);
    let names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{stem}-{n}{ENDING}")));
    let mut paths = names.map(|name| folder.join(name));
    paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder.join(name))
}
