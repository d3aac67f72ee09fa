//! Which secrets a backup contains, and how they are restored.
//!
//! A backup is out of date as soon as something is signed. A player signing with restored secrets might sign a step
//! twice, so a restored seed signs nothing but a question to the other seats until they have answered what they have
//! (protocol 4).

use std::collections::BTreeMap;
use std::path::Path;

use zeroize::Zeroizing;

use super::secret_files::{self, Existing};
use super::{Vault, secret};
use crate::document::{Bytes32, Id, Problem};

/// The files of a seed that are backed up. The root is written last: without it there is no seed.
const SEED_FILES: [&str; 5] = ["log", "salts", "hidden", "escrow", "root"];
/// The files of a tournament official that are backed up: the log of what he has signed, and the seed of the draw of
/// lots.
const OF_A_TOURNAMENT: [&str; 2] = ["log", "seed"];
/// The file that marks a seed as restored from a backup.
pub const RESTORED: &str = "restored";
/// The folder in a vault for officials of tournaments, with a folder for each tournament.
pub const TOURNAMENTS: &str = "tournaments";

/// Secrets by their names in the vault: `keys/NAME`, `seeds/ANCHOR/log`.
pub type Secrets = BTreeMap<String, Zeroizing<Vec<u8>>>;

/// The result of restoring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The names of the keys that were added.
    pub keys: Vec<String>,
    /// The anchors of the seeds that were added.
    pub seeds: Vec<Bytes32>,
    /// The anchors of the seeds that were already here: they are unchanged.
    pub kept: Vec<Bytes32>,
}

impl Vault {
    /// Every key and seed, with what was signed. Nothing can be signed meanwhile.
    ///
    /// # Errors
    /// A file cannot be read, or another process holds a lock for long.
    pub fn secrets(&self) -> Result<Secrets, Problem> {
        let mut secrets = Secrets::new();
        let mut take = |name: String| {
            let path = self.dir().join(&name);
            if path.is_file() {
                let bytes = std::fs::read(&path).map_err(|error| secret_files::problem("read", &path, &error))?;
                secrets.insert(name, Zeroizing::new(bytes));
            }
            Ok::<_, Problem>(())
        };
        for name in self.key_names()? {
            take(format!("keys/{name}"))?;
            take(format!("keys/{name}.pub"))?;
        }
        for anchor in self.anchors()?.iter().filter(|anchor| self.seed_folder(anchor).join("root").is_file()) {
            let _locked = self.lock(anchor)?;
            for part in SEED_FILES {
                take(format!("seeds/{anchor}/{part}"))?;
            }
        }
        for tournament in self.tournaments()? {
            for part in OF_A_TOURNAMENT {
                take(format!("{TOURNAMENTS}/{tournament}/{part}"))?;
            }
        }
        Ok(secrets)
    }

    /// The tournaments whose official's secrets are here.
    fn tournaments(&self) -> Result<Vec<Bytes32>, Problem> {
        let folder = self.dir().join(TOURNAMENTS);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let entries = std::fs::read_dir(&folder).map_err(|error| secret_files::problem("read", &folder, &error))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.parse().ok());
        let mut found: Vec<Bytes32> = names.collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Restores secrets from a backup. What is already here stays as it is, because it is newer. Each restored seed
    /// waits for the other seats' answers.
    ///
    /// # Errors
    /// A different key of the same name is here, or an entry is not a secret; nothing is written then. Or the disk
    /// fails.
    pub fn restore(&self, secrets: &Secrets) -> Result<Restored, Problem> {
        let mut restored = Restored::default();
        let mut seeds: BTreeMap<Bytes32, Vec<(&str, &[u8])>> = BTreeMap::new();
        let mut keys: Vec<(&str, &[u8])> = Vec::new();
        let mut tournaments: BTreeMap<Bytes32, Vec<(&str, &[u8])>> = BTreeMap::new();
        for (name, bytes) in secrets {
            let unknown = || Problem::new(format!("the backup holds {}, which is not a secret", name.escape_debug()));
            let parts: Vec<&str> = name.split('/').collect();
            match parts.as_slice() {
                ["keys", file] if file.strip_suffix(".pub").unwrap_or(file).parse::<Id>().is_ok() => {
                    let path = self.dir().join(name);
                    match path.is_file() {
                        true if std::fs::read(&path).ok().as_deref() != Some(bytes) => {
                            let problem = Problem::new(format!("the key {file} here is not the one in the backup"));
                            return Err(problem.advice("set ADJUTANT_HOME to a new folder, and restore into that"));
                        }
                        true => {}
                        false => keys.push((file, bytes)),
                    }
                }
                ["seeds", anchor, file] if SEED_FILES.contains(file) => {
                    seeds.entry(anchor.parse().map_err(|_| unknown())?).or_default().push((file, bytes));
                }
                [TOURNAMENTS, tournament, file] if OF_A_TOURNAMENT.contains(file) => {
                    let tournament: Bytes32 = tournament.parse().map_err(|_| unknown())?;
                    tournaments.entry(tournament).or_default().push((file, bytes));
                }
                _ => return Err(unknown()),
            }
        }
        for (tournament, parts) in tournaments {
            let folder = self.dir().join(TOURNAMENTS).join(tournament.to_string());
            if folder.exists() {
                continue;
            }
            secret_files::make_folder(&self.dir().join(TOURNAMENTS))?;
            secret_files::make_folder(&folder)?;
            // Its log may lack what was signed since: the official is asked for the newest head.
            mark(&folder)?;
            for (file, bytes) in parts {
                secret_files::write_atomically(&folder.join(file), bytes, Existing::Replace)?;
            }
        }
        for (file, bytes) in keys {
            secret_files::write_atomically(&self.dir().join("keys").join(file), bytes, Existing::Keep)?;
            restored.keys.extend((!file.ends_with(".pub")).then(|| file.to_owned()));
        }
        for (anchor, mut parts) in seeds {
            let folder = self.seed_folder(&anchor);
            if folder.join("root").exists() {
                restored.kept.push(anchor);
                continue;
            }
            secret_files::make_folder(&folder)?;
            mark(&folder)?;
            parts.sort_by_key(|(file, _)| SEED_FILES.iter().position(|known| known == file));
            for (file, bytes) in parts {
                secret_files::write_atomically(&folder.join(file), bytes, Existing::Replace)?;
            }
            restored.seeds.push(anchor);
        }
        Ok(restored)
    }

    /// Marks every seed here as restored from a backup: for people who copied the folder back by other means.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn mark_restored(&self) -> Result<Vec<Bytes32>, Problem> {
        let anchors = self.anchors()?;
        anchors.iter().try_for_each(|anchor| mark(&self.seed_folder(anchor)))?;
        Ok(anchors)
    }

    /// The number that identifies the question to the other seats, if this seed comes from a backup.
    ///
    /// # Errors
    /// The marker file cannot be read.
    pub fn question(&self, anchor: &Bytes32) -> Result<Option<Bytes32>, Problem> {
        question(&self.seed_folder(anchor))
    }
}

fn mark(folder: &Path) -> Result<(), Problem> {
    let number = Bytes32(*secret::random32());
    secret_files::write_atomically(&folder.join(RESTORED), format!("{number}\n").as_bytes(), Existing::Replace)
}

/// The number in a seed's folder, if the seed comes from a backup.
pub(super) fn question(folder: &Path) -> Result<Option<Bytes32>, Problem> {
    let path = folder.join(RESTORED);
    if !path.exists() {
        return Ok(None);
    }
    let text = secret_files::read_text(&path, 1024)?;
    let number = text.trim().parse().map_err(|_| {
        Problem::new(format!("{} is damaged", secret_files::shown(&path))).advice("restore the backup again")
    })?;
    Ok(Some(number))
}

/// Removes the number.
pub(super) fn clear(folder: &Path) -> Result<(), Problem> {
    let path = folder.join(RESTORED);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(secret_files::problem("remove", &path, &error))
        }
        _ => secret_files::flush_folder_of(&path),
    }
}
