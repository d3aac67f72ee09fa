//! Escrow (protocol 8.6): the files by which seats with hands entrust their secrets and choices to the adjudicator. They lie in
//! the match folder, encrypted to him, and count for what is in them: it fits, or it is not there.

mod seal;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::folder::Folder;
use super::{Failure, Printed, files};
use crate::chain::escrow::{Choices, Entrusted, Escrow};
use crate::chain::sides::{ADJUDICATOR, has_escrow};
use crate::chain::{Chain, Filed};
use crate::document::kinds::{Commit, SeatEntry};
use crate::document::{Bytes32, Charter, Id, Problem, Turn, Value};
use crate::trust::{SigningKey, Vault};

pub use seal::{is_for, is_sealed};

/// Where the files lie in a match folder.
pub const FOLDER: &str = "escrow";
/// How they are called.
const ENDING: &str = ".age";

/// The adjudicator of a charter with escrow.
pub fn adjudicator(charter: &Charter) -> Option<&SeatEntry> {
    charter.seats.iter().find(|entry| has_escrow(charter) && entry.seat.as_str() == ADJUDICATOR)
}

/// A file of escrow, as it lies in the folder.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name in the match folder.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl File {
    /// What it is known by when it is mailed.
    pub fn digest(&self) -> Bytes32 {
        Bytes32(Sha256::digest(&self.bytes).into())
    }
}

/// Every file of escrow in a match folder, in the order of names.
pub fn files_in(folder: &Path) -> Vec<File> {
    let entries = std::fs::read_dir(folder.join(FOLDER)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING) && !name.starts_with('.')).collect();
    names.sort();
    let read = |name: String| {
        let bytes = files::read(&folder.join(FOLDER).join(&name), seal::MOST_BYTES).ok()?;
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
    let sealed = seal::seal(&to.key, &entrusted.write()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    files::write(&path, &sealed).map_err(|problem| Failure::cannot_in(&path, problem))?;
    Ok(path)
}

/// Entrusts the secret of a seat's hand, where the charter has escrow. `again`: the seat has signed this charter before,
/// and a file that is there stays.
///
/// # Errors
/// The secret is not here, or the file cannot be written.
pub fn entrust_secret(
    folder: &Path,
    charter: &Filed<Charter>,
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

/// Entrusts what a signed turn commits to, where the charter has escrow. A file that is there stays, if the turn is there
/// too.
///
/// # Errors
/// What it commits to is not known here, or the file cannot be written.
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

/// What is told of something that was signed, with the file that goes to the adjudicator beside it.
pub fn beside(mut told: Value, path: Option<&Path>) -> Value {
    if let Some(path) = path {
        told["escrow"] = path.to_string_lossy().into();
    }
    told
}

/// The files that a seat mails to the adjudicator: before the set-up its secret, then the choices of the step that is under
/// way; or all that are here.
pub fn to_mail(folder: &Path, chain: &Chain<'_>, me: &Id, all: bool) -> Vec<File> {
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

/// What has been entrusted to the adjudicator of a match, by the files in its folder and by what he has kept, and what in
/// these files does not fit.
///
/// # Errors
/// What he has kept is damaged.
pub fn held(
    folder: &Path,
    charter: &Filed<Charter>,
    entry: &SeatEntry,
    (vault, key): (&Vault, &SigningKey),
) -> Result<(Escrow, Vec<Printed>), Failure> {
    let kept = vault.escrow(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    let (mut escrow, mut unfit) = (Escrow::default(), Vec::new());
    for (seat, secret) in kept {
        // What was kept for a charter that somebody has joined since may not fit it.
        let _ = escrow.take(charter, Entrusted::Secret { match_id: charter.digest, seat, secret });
    }
    for file in files_in(folder) {
        if let Err(problem) = opened(key, &file.bytes).and_then(|one| escrow.take(charter, one)) {
            unfit.push(Printed { problem, file: Some(folder.join(&file.name)), text: None });
        }
    }
    Ok((escrow, unfit))
}

/// The same for a seat that is unlocked to sign; nothing in a match without escrow, or for another than the adjudicator.
///
/// # Errors
/// As [`held`].
pub fn of_seat(
    folder: &Path,
    charter: &Filed<Charter>,
    entry: &SeatEntry,
    secrets: (&Vault, &SigningKey),
) -> Result<Option<Escrow>, Failure> {
    if adjudicator(&charter.typed).is_none_or(|own| own.seat != entry.seat) {
        return Ok(None);
    }
    held(folder, charter, entry, secrets).map(|(escrow, _)| Some(escrow))
}

/// That every seat with a hand has entrusted its secret, which the adjudicator keeps from then on.
///
/// # Errors
/// For whom he waits, and what does not fit.
pub fn must_be_complete(
    folder: &Path,
    charter: &Filed<Charter>,
    entry: &SeatEntry,
    secrets: (&Vault, &SigningKey),
) -> Result<(), Failure> {
    if adjudicator(&charter.typed).is_none_or(|own| own.seat != entry.seat) {
        return Ok(());
    }
    let (escrow, unfit) = held(folder, charter, entry, secrets)?;
    let lacks: Vec<&str> = escrow.lacks(&charter.typed).into_iter().map(Id::as_str).collect();
    if lacks.is_empty() {
        let (vault, key) = secrets;
        return vault.keep_escrow(key, &entry.seed.anchor, escrow.secrets()).map_err(Failure::cannot);
    }
    let problem = Problem::new(format!("the escrow file of {} has not come", lacks.join(" and "))).rule("protocol 8.6");
    let advice = "each player with a hand makes the file with `adjutant match sign` and mails it with `adjutant mail`; receive \
                  it, then sign";
    Err(Failure::No(unfit.into_iter().chain([problem.advice(advice).into()]).collect()))
}

/// What became of a file of escrow that came.
pub enum Came {
    /// It is filed now: in words, and where.
    Filed { what: String, path: PathBuf },
    /// What is in it was here.
    Known,
}

/// Files what came for the adjudicator of a match, if it is for this match and fits. `turns` are those of the match.
///
/// # Errors
/// It does not fit, or the folder cannot be written.
pub fn file(
    folder: &Path,
    charter: &Filed<Charter>,
    (escrow, one, bytes): (&Escrow, Entrusted, &[u8]),
    turns: &[&Turn],
) -> Result<Came, Failure> {
    if escrow.contains(&one) || files_in(folder).iter().any(|file| file.bytes == bytes) {
        return Ok(Came::Known);
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
    Ok(Came::Filed { what, path })
}

/// The same by what lies in a match folder.
///
/// # Errors
/// As [`file`]; or the folder cannot be read.
pub fn file_in(
    place: &Path,
    (vault, key): (&Vault, &SigningKey),
    one: &Entrusted,
    bytes: &[u8],
) -> Result<Came, Failure> {
    let folder = Folder::ask(place)?;
    let charter = folder.charter()?;
    let entry = adjudicator(&charter.typed).ok_or_else(|| Failure::no(Problem::new("this match has no escrow")))?;
    let (escrow, _) = held(place, charter, entry, (vault, key))?;
    let chain = folder.chain()?;
    let turns: Vec<&Turn> = chain.turns.values().map(|turn| &turn.typed).collect();
    file(place, charter, (&escrow, one.clone(), bytes), &turns)
}

/// What a file of escrow holds.
///
/// # Errors
/// The key does not open it, or something else is in it.
pub fn opened(key: &SigningKey, bytes: &[u8]) -> Result<Entrusted, Problem> {
    seal::open(key, bytes).and_then(|plain| Entrusted::read(&plain))
}

/// That choices are those of a turn that is here: anybody can encrypt something to the adjudicator.
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

/// A name that no other file has.
fn free_path(folder: &Path, name: &str) -> PathBuf {
    let stem = name.strip_suffix(ENDING).unwrap_or(name);
    let names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{stem}-{n}{ENDING}")));
    let mut paths = names.map(|name| folder.join(name));
    paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder.join(name))
}
