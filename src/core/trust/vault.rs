//! The vault: the folder of a person's secrets, outside every match folder.
//!
//! | path | what it holds |
//! |---|---|
//! | `keys/NAME` | a private key, as OpenSSH writes it |
//! | `keys/NAME.pub` | its public key |
//! | `seeds/ANCHOR/root` | the root of a seed chain, wrapped under the key that it was drawn for |
//! | `seeds/ANCHOR/log` | every document signed with this seed's reveals, each before it left the program |
//! | `seeds/ANCHOR/salts` | the choices committed to, with their salts, wrapped |
//! | `seeds/ANCHOR/hidden` | the secret of the seat's hand, wrapped |
//! | `seeds/ANCHOR/escrow` | of an adjudicator: the secrets of hands that seats have entrusted to him, wrapped |
//! | `seeds/ANCHOR/lock` | empty; locked while the program signs |
//! | `seeds/ANCHOR/restored` | only after a backup was restored: the number with which the other seats are asked |
//!
//! Folders and files are accessible only to their owner.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::openssh;
use super::secret_files::{self, Existing};
use super::signing_log_files;
use super::{SeedChain, SigningKey, keys, secret};
use crate::document::kinds::{Open, SeedPin};
use crate::document::{Bytes32, Id, Problem, Value};

/// The maximum length of a key file or a root file, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// A folder of secrets.
#[derive(Clone, Debug)]
pub struct Vault {
    dir: PathBuf,
}

/// The content of a root file. Whatever is not wrapped is public.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RootFile {
    anchor: Bytes32,
    length: u32,
    key: Bytes32,
    root: String,
}

impl Vault {
    /// Opens the folder, creating it if necessary.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Vault, Problem> {
        let vault = Vault { dir: dir.into() };
        secret_files::make_folder(&vault.dir)?;
        secret_files::make_folder(&vault.dir.join("keys"))?;
        secret_files::make_folder(&vault.dir.join("seeds"))?;
        secret_files::remove_leftovers(&vault.dir.join("keys"));
        Ok(vault)
    }

    /// The path of the folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Makes a new key and stores it under a name (an id), with a passphrase if one is given.
    ///
    /// # Errors
    /// A key of that name exists, or the name is not an id.
    pub fn create_key(&self, name: &str, passphrase: Option<&str>) -> Result<SigningKey, Problem> {
        let key = keys::generate();
        self.keep_key(name, &key, passphrase)?;
        Ok(key)
    }

    /// Stores a key under a name, as [`Vault::create_key`] does.
    ///
    /// # Errors
    /// A key of that name exists, or the name is not an id.
    pub fn keep_key(&self, name: &str, key: &SigningKey, passphrase: Option<&str>) -> Result<(), Problem> {
        self.keep_key_with(name, key, name, passphrase)
    }

    /// Stores a key under a name, with a comment of its own.
    ///
    /// # Errors
    /// As [`Vault::keep_key`]; or the comment is not a single line.
    pub fn keep_key_with(
        &self,
        name: &str,
        key: &SigningKey,
        comment: &str,
        passphrase: Option<&str>,
    ) -> Result<(), Problem> {
        let name: Id = name.parse().map_err(|expected: String| {
            Problem::new(format!("{} cannot be the name of a key", name.escape_debug())).advice(expected)
        })?;
        let path = self.dir.join("keys").join(name.as_str());
        if path.exists() {
            return Err(Problem::new(format!("there is already a key named {name}"))
                .advice("choose another name with `--name`"));
        }
        let public = openssh::public_to_openssh(&key.public(), comment)? + "\n";
        let private = openssh::to_openssh(key, comment, passphrase)?;
        // The private key comes last: until it is there, there is no key of that name, and the command can be repeated.
        let beside = path.with_extension("pub");
        secret_files::write_atomically(&beside, public.as_bytes(), Existing::Replace)?;
        match secret_files::write_atomically(&path, private.as_bytes(), Existing::Keep) {
            // Another program that wanted the same name at the same time may have written its own public key meanwhile.
            Ok(()) => secret_files::write_atomically(&beside, public.as_bytes(), Existing::Replace),
            // It was quicker: its public key follows from its private one, ours must not stand beside that.
            Err(problem) => {
                let _ = std::fs::remove_file(&beside);
                Err(problem)
            }
        }
    }

    /// Loads a private key by its name in this folder, or from the path of any OpenSSH file.
    ///
    /// # Errors
    /// There is no such key or file; or as [`openssh::from_openssh`].
    pub fn load_key(
        &self,
        name_or_path: &str,
        passphrase: impl FnOnce() -> Option<String>,
    ) -> Result<SigningKey, Problem> {
        let path = self.key_path(name_or_path)?;
        let text = secret_files::read_text(&path, MAX_BYTES)?;
        openssh::from_openssh(&text, passphrase)
    }

    /// The public key that belongs to [`Vault::load_key`], from the `.pub` file beside it; no passphrase is needed. If
    /// that file is missing, the private key file has the public key too, and a key kept here gets its `.pub` file back.
    ///
    /// # Errors
    /// There is no such key or file; or as [`openssh::public_from_openssh`].
    pub fn public_key(&self, name_or_path: &str) -> Result<Bytes32, Problem> {
        let private = self.key_path(name_or_path)?;
        if name_or_path.ends_with(".pub") {
            return openssh::public_from_openssh(&secret_files::read_text(&private, MAX_BYTES)?);
        }
        let mut path = private.clone().into_os_string();
        path.push(".pub");
        let path = PathBuf::from(path);
        if path.symlink_metadata().is_ok() {
            return openssh::public_from_openssh(&secret_files::read_text(&path, MAX_BYTES)?);
        }
        let (key, comment) = openssh::public_of_private(&secret_files::read_text(&private, MAX_BYTES)?)?;
        if private.parent() == Some(&self.dir.join("keys")) {
            let line = openssh::public_to_openssh(&key, &comment)? + "\n";
            // A folder that cannot be written need not keep anybody from signing.
            let _ = secret_files::write_atomically(&path, line.as_bytes(), Existing::Keep);
        }
        Ok(key)
    }

    /// The names of the keys kept here, sorted.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn key_names(&self) -> Result<Vec<String>, Problem> {
        let names = entries(&self.dir.join("keys"))?;
        Ok(names.into_iter().filter(|name| name.parse::<Id>().is_ok()).collect())
    }

    /// The name under which the key with this public key is stored here, if it is.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn name_of(&self, public: &Bytes32) -> Result<Option<String>, Problem> {
        Ok(self.key_names()?.into_iter().find(|name| self.public_key(name).is_ok_and(|key| key == *public)))
    }

    fn key_path(&self, name_or_path: &str) -> Result<PathBuf, Problem> {
        let named = name_or_path.parse::<Id>().ok().map(|name| self.dir.join("keys").join(name.as_str()));
        if let Some(path) = named.filter(|path| path.exists()) {
            return Ok(path);
        }
        let path = PathBuf::from(name_or_path);
        if path.exists() {
            return Ok(path);
        }
        let known = match self.key_names()? {
            names if names.is_empty() => "make one with `adjutant keygen`".to_owned(),
            names => format!("the keys here are: {}", names.join(", ")),
        };
        Err(Problem::new(format!("there is no key or key file named {}", name_or_path.escape_debug())).advice(known))
    }

    /// Draws a seed for one seat of one charter and stores its root, wrapped under the seat's key.
    ///
    /// # Errors
    /// The length is not allowed in a charter, or the folder cannot be written.
    pub fn new_seed(&self, key: &SigningKey, length: u32) -> Result<SeedPin, Problem> {
        let chain = SeedChain::generate(length)?;
        let anchor = chain.anchor();
        let root = Zeroizing::new(chain.reveal(length)?.0);
        let file =
            RootFile { anchor, length, key: key.public(), root: secret::wrap(key, &purpose(&anchor), root.as_slice()) };
        let text = serde_json::to_string(&file).map_err(|_| Problem::new("the seed cannot be written"))? + "\n";
        let folder = self.seed_folder(&anchor);
        secret_files::make_folder(&folder)?;
        secret_files::write_atomically(&folder.join("root"), text.as_bytes(), Existing::Keep)?;
        Ok(SeedPin { anchor, length })
    }

    /// The seed chain with this anchor.
    ///
    /// # Errors
    /// It is not here, belongs to another key, or its file is damaged.
    pub fn seed(&self, key: &SigningKey, anchor: &Bytes32) -> Result<SeedChain, Problem> {
        let damaged = || {
            Problem::new(format!("the file of the seed with the anchor {anchor} is damaged"))
                .advice("restore it from a backup; without it this seat cannot continue this match")
        };
        self.seed_must_be_here(anchor)?;
        let text = secret_files::read_text(&self.seed_folder(anchor).join("root"), MAX_BYTES)?;
        let file: RootFile = serde_json::from_str(&text).map_err(|_| damaged())?;
        if file.key != key.public() {
            return Err(Problem::new(format!("the seed with the anchor {anchor} was drawn for another key"))
                .advice(format!("use the key with the fingerprint {}", keys::fingerprint(&file.key))));
        }
        let root = secret::unwrap(key, &purpose(anchor), &file.root)?;
        let root: [u8; 32] = root.as_slice().try_into().map_err(|_| damaged())?;
        let chain = SeedChain::new(Zeroizing::new(root), file.length)?;
        if chain.anchor() == *anchor { Ok(chain) } else { Err(damaged()) }
    }

    /// Draws the secret of the hand for the seat of a seed, and stores it, wrapped under the seat's key (protocol 8.1).
    ///
    /// # Errors
    /// The seat has one already, or the folder cannot be written.
    pub fn new_hidden(&self, key: &SigningKey, anchor: &Bytes32) -> Result<Bytes32, Problem> {
        let drawn = secret::random32();
        let text = secret::wrap(key, &hidden_purpose(anchor), drawn.as_slice()) + "\n";
        secret_files::write_atomically(&self.seed_folder(anchor).join("hidden"), text.as_bytes(), Existing::Keep)?;
        Ok(Bytes32(*drawn))
    }

    /// The secret of a seat's hand.
    ///
    /// # Errors
    /// It is not here, belongs to another key, or is damaged.
    pub fn hidden(&self, key: &SigningKey, anchor: &Bytes32) -> Result<Bytes32, Problem> {
        let lost = || {
            let problem = Problem::new("the secret of this seat's hand is not on this machine").rule("protocol 8.8");
            problem.advice("restore the folder of secrets from a backup; a seat without it cannot play on")
        };
        let path = self.seed_folder(anchor).join("hidden");
        if !path.is_file() {
            return Err(lost());
        }
        let wrapped = secret_files::read_text(&path, MAX_BYTES)?;
        let secret = secret::unwrap(key, &hidden_purpose(anchor), wrapped.trim())?;
        let bytes: [u8; 32] = secret.as_slice().try_into().map_err(|_| lost())?;
        Ok(Bytes32(bytes))
    }

    /// Stores the secrets of hands that were entrusted to the adjudicator of a seed, by seat (protocol 8.6).
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_escrow(
        &self,
        key: &SigningKey,
        anchor: &Bytes32,
        secrets: &BTreeMap<Id, Bytes32>,
    ) -> Result<(), Problem> {
        let plain = serde_json::to_string(secrets).map_err(|_| Problem::new("the secrets cannot be written"))?;
        let text = secret::wrap(key, &escrow_purpose(anchor), Zeroizing::new(plain).as_bytes()) + "\n";
        secret_files::write_atomically(&self.seed_folder(anchor).join("escrow"), text.as_bytes(), Existing::Replace)
    }

    /// The secrets of hands that were entrusted, by seat; empty if none were stored.
    ///
    /// # Errors
    /// They belong to another key, or are damaged.
    pub fn escrow(&self, key: &SigningKey, anchor: &Bytes32) -> Result<BTreeMap<Id, Bytes32>, Problem> {
        let path = self.seed_folder(anchor).join("escrow");
        if !path.is_file() {
            return Ok(BTreeMap::new());
        }
        let plain = secret::unwrap(key, &escrow_purpose(anchor), secret_files::read_text(&path, MAX_BYTES)?.trim())?;
        serde_json::from_slice(&plain).map_err(|_| {
            let problem = Problem::new(format!("{} is damaged", secret_files::shown(&path)));
            problem.advice("ask the players for their escrow again: `adjutant mail --again` sends it")
        })
    }

    /// The anchors of all seeds kept here, sorted.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn anchors(&self) -> Result<Vec<Bytes32>, Problem> {
        Ok(entries(&self.dir.join("seeds"))?.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Everything committed to with a seed, by digest.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn choices(&self, key: &SigningKey, anchor: &Bytes32) -> Result<BTreeMap<Bytes32, Value>, Problem> {
        signing_log_files::choices_in(&self.seed_folder(anchor), key)
    }

    /// The step of the newest turn, state or refusal signed with a seed, according to its log; 0 if there is none.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn newest_step(&self, anchor: &Bytes32) -> Result<u64, Problem> {
        signing_log_files::newest_step(&self.seed_folder(anchor))
    }

    /// The digests of everything signed with a seed. `None` if its log cannot show that: it is damaged, comes from a
    /// backup, or is not on this machine.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn signed(&self, anchor: &Bytes32) -> Result<Option<BTreeSet<Bytes32>>, Problem> {
        if self.question(anchor)?.is_some() {
            return Ok(None);
        }
        signing_log_files::signed(&self.seed_folder(anchor))
    }

    /// Every anchor and every `hidden`, of any seat, in a charter that was signed here, with the match that it belongs
    /// to. Another charter must not use them (protocol 4 and 8.1).
    ///
    /// # Errors
    /// A log cannot be read.
    pub fn known_anchors(&self) -> Result<BTreeMap<Bytes32, Bytes32>, Problem> {
        let mut known = BTreeMap::new();
        for own in self.anchors()? {
            for charter in signing_log_files::charters(&self.seed_folder(&own))? {
                let bound = signing_log_files::anchors_in(&charter.document)
                    .into_iter()
                    .chain(signing_log_files::hidden_in(&charter.document));
                known.extend(bound.map(|one| (one, charter.match_id)));
            }
        }
        Ok(known)
    }

    /// The opening of a choice that was committed to with any seed stored here, by its digest: a match that continues
    /// another opens what was committed to there.
    ///
    /// # Errors
    /// Its salt is not here, belongs to another key, or is damaged.
    pub fn opening(&self, key: &SigningKey, digest: &Bytes32) -> Result<Open, Problem> {
        let folders = self.anchors()?.into_iter().map(|anchor| self.seed_folder(&anchor));
        let found =
            folders.map(|folder| signing_log_files::opening_in(&folder, key, digest)).find_map(Result::transpose);
        found.unwrap_or_else(|| Err(signing_log_files::lost_opening(digest)))
    }

    pub(super) fn seed_must_be_here(&self, anchor: &Bytes32) -> Result<(), Problem> {
        if self.seed_folder(anchor).join("root").exists() {
            return Ok(());
        }
        Err(Problem::new(format!("the seed with the anchor {anchor} is not in {}", secret_files::shown(&self.dir)))
            .advice("sign on the machine and with the secrets folder from which you joined this match"))
    }

    pub(super) fn seed_folder(&self, anchor: &Bytes32) -> PathBuf {
        self.dir.join("seeds").join(anchor.to_string())
    }
}

/// The purpose of a wrapped root; see [`secret::wrap`].
fn purpose(anchor: &Bytes32) -> String {
    format!("seed {anchor}")
}

/// The purpose of the wrapped secret of a hand.
fn hidden_purpose(anchor: &Bytes32) -> String {
    format!("hidden {anchor}")
}

/// The purpose of the wrapped secrets of an adjudicator's escrow.
fn escrow_purpose(anchor: &Bytes32) -> String {
    format!("escrow {anchor}")
}

fn entries(folder: &Path) -> Result<Vec<String>, Problem> {
    let failed = |error: std::io::Error| secret_files::problem("read", folder, &error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        names.extend(entry.map_err(failed)?.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}
