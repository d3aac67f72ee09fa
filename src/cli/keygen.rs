//! `keygen`: make a key, or import one that the player has.

use std::path::PathBuf;

use serde_json::json;

use super::{CommandResult, Failure, Format, files, home, out};
use crate::cli::paths::{Shown, is_device};
use crate::document::Problem;
use crate::trust::fingerprint;
use crate::trust::openssh::{self, KeyFile};

/// Make a signing key, or import an Ed25519 key.
///
/// The key is kept as an OpenSSH file in your secrets folder: $ADJUTANT_HOME, else adjutant in $XDG_DATA_HOME, else
/// ~/.local/share/adjutant (Linux), ~/Library/Application Support/adjutant (macOS) or %APPDATA%\adjutant (Windows). On
/// Linux and macOS only you can read it; on Windows whoever can read your user profile can, so use --passphrase if you
/// share the computer. The folder is outside every match folder. Back it up: without it you cannot continue your
/// matches.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of the key: lower-case letters, digits, '_' and '-'.
    #[arg(long, default_value = "default")]
    name: String,
    /// Protect the key with a passphrase, asked for on the terminal or taken from ADJUTANT_PASSPHRASE.
    #[arg(long)]
    passphrase: bool,
    /// Store the imported key without its passphrase.
    #[arg(long, conflicts_with = "passphrase", requires = "import")]
    no_passphrase: bool,
    /// Import this private key (Ed25519, as OpenSSH or PKCS #8) instead of making one. An OpenSSH key keeps its comment
    /// and its passphrase.
    #[arg(long, value_name = "FILE")]
    import: Option<PathBuf>,
}

/// The maximum size of a key file.
const MAX_BYTES: u64 = 64 * 1024;

pub fn run(args: Args, format: Format) -> CommandResult {
    if is_device(&args.name) {
        let problem =
            Problem::new(format!("a key cannot be named '{}': Windows keeps this name for a device", args.name));
        return Err(Failure::cannot(problem.advice("choose another name with --name")));
    }
    let vault = home::vault()?;
    let imported = match &args.import {
        None => None,
        Some(path) => {
            let problem = |problem| Failure::cannot_in(path, problem);
            let bytes = zeroize::Zeroizing::new(files::read(path, MAX_BYTES)?);
            let text = std::str::from_utf8(&bytes)
                .map_err(|_| problem(Problem::new("this is not an OpenSSH private-key file: it is not text")))?;
            let ask = || home::passphrase("Passphrase of the key file: ").map(|typed| typed.to_string());
            Some(openssh::read_openssh(text, ask).map_err(problem)?)
        }
    };
    let had = imported.as_ref().and_then(|file| file.passphrase.clone());
    let opened = had.is_some();
    let passphrase = match args.passphrase {
        true => Some(home::new_passphrase(", or leave out --passphrase")?),
        false => had.filter(|_| !args.no_passphrase),
    };
    let passphrase = passphrase.as_ref().map(|passphrase| passphrase.as_str());
    let key = match imported {
        Some(KeyFile { key, comment, .. }) => {
            let comment = if comment.is_empty() { &args.name } else { &comment };
            vault.keep_key_with(&args.name, &key, comment, passphrase).map(|()| key)
        }
        None => vault.create_key(&args.name, passphrase),
    };
    let kept = match (opened, passphrase.is_some()) {
        (true, true) if !args.passphrase => "  It keeps the passphrase of the imported file.\n",
        (true, false) => "  It has no passphrase now: anyone who can read the file can sign with it.\n",
        _ => "",
    };
    let protected = passphrase.is_some();
    let public = key.map_err(Failure::cannot)?.public();
    let file = vault.dir().join("keys").join(&args.name);
    let words = || {
        format!(
            "Your key is in {}.\n  public key   {public}\n  fingerprint  {}\n{kept}\n\
             Read the fingerprint to your opponent over the telephone; `adjutant match status FOLDER` shows him the same \
             digits.\nNobody can play your seat without the folder {}: keep a copy elsewhere with `adjutant backup`.\n",
            file.shown(),
            fingerprint(&public),
            vault.dir().shown()
        )
    };
    let value = || {
        json!({"name": args.name, "file": file, "key": public, "fingerprint": fingerprint(&public),
               "passphrase": protected})
    };
    out::answer(format, words, value)
}
