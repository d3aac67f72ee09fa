//! Where the secrets are: outside every match folder.

use std::path::{Component, Path, PathBuf};

use zeroize::Zeroizing;

use super::native_folders::{self, Purpose};
use super::paths::resolved;
use super::{Failure, progress};
use crate::document::Problem;
use crate::trust::Vault;

/// The folder of keys, seeds and the signing log: `ADJUTANT_HOME`, else [`native_folders`]' for data.
///
/// # Errors
/// None of these is set, or the folder is in a match folder and could be mailed with it.
pub fn home() -> Result<PathBuf, Failure> {
    let set = std::env::var_os("ADJUTANT_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = set.or_else(|| native_folders::of(Purpose::Data)).ok_or_else(|| {
        Failure::cannot(
            Problem::new("there is no folder for your secrets").advice("set ADJUTANT_HOME to a folder of your own"),
        )
    })?;
    let path = std::path::absolute(&path).unwrap_or(path);
    outside_a_match(&path)?;
    Ok(path)
}

/// The folder of secrets, made if it does not exist.
///
/// # Errors
/// As [`home`]; or it cannot be made.
pub fn vault() -> Result<Vault, Failure> {
    Vault::open(home()?).map_err(Failure::cannot)
}

/// The folder of secrets, if there is one: commands that only read make none.
pub fn existing_vault() -> Option<Vault> {
    let home = home().ok().filter(|home| ["keys", PRACTICE].iter().any(|part| home.join(part).is_dir()))?;
    Vault::open(home).ok()
}

/// The folder inside the folder of secrets for those of practice.
pub const PRACTICE: &str = "practice";

/// The vault for seats of practice matches, beside a vault.
pub fn practice_vault(vault: &Vault) -> Option<Vault> {
    Vault::open(vault.dir().join(PRACTICE)).ok()
}

/// Checks that a private folder would not be mailed along with a match.
///
/// # Errors
/// It is in a match folder.
pub fn outside_a_match(path: &Path) -> Result<(), Failure> {
    let real = path.ancestors().find_map(|above| {
        let rest = path.strip_prefix(above).ok()?;
        Some(resolved(above)?.join(rest))
    });
    // In the path as written, a folder that `..` leaves again does not count.
    let mut written = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(written.pop()),
            part => written.push(part),
        }
    }
    let ancestors = real.iter().flat_map(|real| real.ancestors()).chain(written.ancestors());
    for folder in ancestors {
        if folder.join("charter.yaml").exists() {
            let problem = Problem::new("your secrets would be in a match folder, whose files you mail to others");
            return Err(Failure::cannot_in(folder, problem.advice("set ADJUTANT_HOME to a folder elsewhere")));
        }
    }
    Ok(())
}

/// The passphrase of a key: `ADJUTANT_PASSPHRASE`, else what the user types. `None` if nobody can be asked.
pub fn passphrase(prompt: &str) -> Option<Zeroizing<String>> {
    match std::env::var("ADJUTANT_PASSPHRASE") {
        Ok(passphrase) => Some(Zeroizing::new(passphrase)),
        Err(_) => progress::suspend(|| rpassword::prompt_password(prompt)).ok().map(Zeroizing::new),
    }
}

/// A new passphrase, typed twice or taken from `ADJUTANT_PASSPHRASE`. `otherwise`: what else a user without one can do.
///
/// # Errors
/// The two differ, it is empty, or there is nobody to ask.
pub fn new_passphrase(otherwise: &str) -> Result<Zeroizing<String>, Failure> {
    let nobody = || {
        let problem = Problem::new("there is no terminal to ask for a passphrase");
        Failure::cannot(problem.advice(format!("set ADJUTANT_PASSPHRASE{otherwise}")))
    };
    let first = passphrase("Passphrase: ").ok_or_else(nobody)?;
    if std::env::var_os("ADJUTANT_PASSPHRASE").is_none() {
        let second = passphrase("Repeat the passphrase: ").ok_or_else(nobody)?;
        if first != second {
            return Err(Failure::cannot(Problem::new("the two passphrases differ").advice("try again")));
        }
    }
    if first.is_empty() {
        let problem = Problem::new("the passphrase is empty");
        return Err(Failure::cannot(problem.advice(format!("give one{otherwise}"))));
    }
    Ok(first)
}
