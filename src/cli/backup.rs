//! `backup` and `restore`: keys, secrets and the signing log in one encrypted file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::json;
use zeroize::Zeroizing;

use super::age_file::header::{self, Fault, Header};
use super::age_file::passphrase::{self, Unopened};
use super::mail::ADDRESSES;
use super::out::counted;
use super::progress::Progress;
use super::{CommandResult, Failure, Format, files, home, out, wall_clock};
use crate::cli::paths::Shown;
use crate::document::Problem;
use crate::trust::Vault;
use crate::trust::backup::Secrets;

/// The header of a backup file, so that no other file is mistaken for one.
const FIRST: &[u8] = b"adjutant backup 1\n";
/// The maximum size of a backup; its parts are held in memory.
const MAX_BYTES: u64 = 1 << 30;

/// Write your keys, secrets and signing logs into one encrypted file (age, with a passphrase).
///
/// Keep it elsewhere, and make a new one often: it does not have the salts of secret choices that you make later, or
/// the seeds of matches that you join later. It does not have your match folders either; every other seat has a copy of
/// those.
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write [default: adjutant-DATE.age in the current folder].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Restore a backup. You can sign again once the other players have said which of your documents they have.
///
/// You may have signed something since the backup was made, and signing a step twice would prove double dealing. So
/// every match waits for the answers of its other seats; `adjutant match status` says what is missing.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The file that `backup` wrote.
    #[arg(value_name = "FILE", required_unless_present = "in_place")]
    file: Option<PathBuf>,
    /// The secrets are here already because you copied them back yourself: treat them as restored from a backup.
    #[arg(long, conflicts_with = "file")]
    in_place: bool,
}

/// Writes a backup.
///
/// # Errors
/// There is nothing to back up, no passphrase is given, or the file cannot be written.
pub fn backup(args: Backup, format: Format) -> CommandResult {
    let vault = home::vault()?;
    let mut secrets = vault.secrets().map_err(Failure::cannot)?;
    if let Ok(book) = files::read(&vault.dir().join(ADDRESSES), files::MAX_BYTES) {
        secrets.insert(ADDRESSES.to_owned(), Zeroizing::new(book));
    }
    if secrets.is_empty() {
        let problem = Problem::new(format!("there are no keys or secrets in {}", vault.dir().shown()));
        return Err(Failure::no(problem.advice("make a key with `adjutant keygen`")));
    }
    let path = args.file.unwrap_or_else(|| PathBuf::from(format!("adjutant-{}.age", &wall_clock::now()[..10])));
    if path.exists() {
        let problem = Problem::new("a file with this name already exists").advice("choose another name");
        return Err(Failure::cannot_in(path, problem));
    }
    let passphrase = home::new_passphrase("")?;
    let cannot =
        |error: std::io::Error| Failure::cannot_in(&path, Problem::new(format!("the file cannot be written: {error}")));
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Temporary files are readable by their owner only.
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(cannot)?;
    let progress = Progress::spinner("encrypting");
    write(file.as_file_mut(), &secrets, &passphrase).and_then(|()| file.as_file().sync_all()).map_err(cannot)?;
    file.persist_noclobber(&path).map_err(|error| cannot(error.error))?;
    drop(progress);
    let keys = secrets.keys().filter(|name| name.starts_with("keys/") && !name.ends_with(".pub")).count();
    let seeds = secrets.keys().filter(|name| name.ends_with("/root")).count();
    let words = || {
        format!(
            "Written: {}: {} and the secrets of {}. Keep it elsewhere, and do not lose the passphrase.\n",
            path.shown(),
            counted(keys, "key"),
            counted(seeds, "match").replace("matchs", "matches")
        )
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "keys": keys, "seeds": seeds}))
}

/// Restores a backup.
///
/// # Errors
/// The file is no backup, the passphrase is wrong, or a different key of the same name exists; then nothing is written.
pub fn restore(args: Restore, format: Format) -> CommandResult {
    let Some(path) = args.file else {
        let vault = home::vault()?;
        let seeds = vault.mark_restored().map_err(Failure::cannot)?;
        return print_restored(&vault, &[], seeds.len(), 0, format);
    };
    let (file, _) = files::open_file(&path, MAX_BYTES)?;
    let mut file = BufReader::with_capacity(header::MAX_BYTES, file);
    let header = read_header(&mut file).map_err(|problem| Failure::no_in(&path, problem))?;
    let passphrase = home::passphrase("Passphrase of the backup: ").ok_or_else(|| {
        let problem = Problem::new("there is no terminal to ask for the passphrase");
        Failure::cannot(problem.advice("set ADJUTANT_PASSPHRASE"))
    })?;
    let progress = Progress::spinner("decrypting");
    let mut secrets = read(&header, file, &passphrase).map_err(|problem| Failure::no_in(&path, problem))?;
    drop(progress);
    let vault = home::vault()?;
    let book = secrets.remove(ADDRESSES);
    let restored = vault.restore(&secrets).map_err(Failure::no)?;
    let kept = vault.dir().join(ADDRESSES);
    if let Some(book) = book.filter(|_| !kept.exists()) {
        files::write(&kept, &book).map_err(|problem| Failure::cannot_in(kept, problem))?;
    }
    print_restored(&vault, &restored.keys, restored.seeds.len(), restored.kept.len(), format)
}

fn print_restored(vault: &Vault, keys: &[String], seeds: usize, kept: usize, format: Format) -> CommandResult {
    let matches = |count: usize| counted(count, "match").replace("matchs", "matches");
    let words = || {
        let mut words = format!("Restored in {}: {}", vault.dir().shown(), counted(keys.len(), "key"));
        if !keys.is_empty() {
            words += &format!(" ({})", keys.join(", "));
        }
        words += &format!(" and the secrets of {}.\n", matches(seeds));
        if kept > 0 {
            words += &format!("The secrets of {} were here already and have not changed.\n", matches(kept));
        }
        if seeds > 0 {
            words += "You can sign with them again once the other players have said which of your documents they have. For each match:\n";
            words += "  get a copy of its folder if yours is lost: another player runs `adjutant bundle --all`\n";
            words += "  ask with `adjutant receipt`, then `adjutant mail`\n";
            words += "  receive the answers with `adjutant receive MAILBOX`; then play on\n";
        }
        words
    };
    out::answer(format, words, || json!({"ok": true, "keys": keys, "seeds": seeds, "kept": kept}))
}

/// The work that a backup's passphrase costs, as a power of two. Tests set `ADJUTANT_WORK`, so as not to wait a second for
/// every backup.
fn work() -> u8 {
    let said = std::env::var("ADJUTANT_WORK").ok().and_then(|said| said.parse().ok());
    said.filter(|work| (1..=passphrase::MAX_WORK).contains(work)).unwrap_or(passphrase::WORK)
}

fn write(file: &mut File, secrets: &Secrets, passphrase: &str) -> std::io::Result<()> {
    let parts = || secrets.iter().map(|(name, bytes)| (format!("{name} {}\n", bytes.len()), bytes));
    // Of its full size from the beginning: secrets would stay behind where it grew.
    let size: usize = parts().map(|(head, bytes)| head.len() + bytes.len() + 1).sum();
    let mut plain = Zeroizing::new(Vec::with_capacity(FIRST.len() + size));
    plain.extend_from_slice(FIRST);
    for (head, bytes) in parts() {
        plain.extend_from_slice(head.as_bytes());
        plain.extend_from_slice(bytes);
        plain.push(b'\n');
    }
    passphrase::seal(file, passphrase, work(), &plain)
}

fn no_backup(why: &str) -> Problem {
    Problem::new(format!("this file cannot be read as a backup: {why}")).advice("name the file that `backup` wrote")
}

/// The header of a backup, read before a passphrase is asked for. The file is left where the content begins.
fn read_header(file: &mut BufReader<File>) -> Result<Header, Problem> {
    // Reading until the buffer is full, and leaving it there.
    let head = file.fill_buf().map_err(|error| no_backup(&error.to_string()))?;
    let header = Header::read(head).map_err(|fault| match fault {
        Fault::NotAge => no_backup("it is not an age file"),
        Fault::TooLong => no_backup("its header is too long"),
        Fault::Damaged => no_backup("its header is damaged"),
    })?;
    if !passphrase::is_for_passphrase(&header) {
        return Err(no_backup("it is encrypted to keys, not with a passphrase"));
    }
    file.consume(header.length);
    Ok(header)
}

/// The secrets in a backup file; `file` is where its content begins.
fn read(header: &Header, file: BufReader<File>, passphrase: &str) -> Result<Secrets, Problem> {
    let none = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => no_backup("it is cut short"),
        _ => no_backup(&error.to_string()),
    };
    let opened = passphrase::open(header, file, passphrase).map_err(|why| match why {
        Unopened::WrongPassphrase => Problem::new("this is not the passphrase of the backup").advice("try again"),
        Unopened::TooMuchWork => Problem::new("this file asks for more work with its passphrase than this machine should do")
            .advice("if it is your backup, restore it with age, and make a new one; otherwise it is not a backup that `backup` wrote"),
        Unopened::Keys => no_backup("it is encrypted to keys, not with a passphrase"),
        Unopened::Damaged => no_backup("its header is damaged"),
    })?;
    let mut rest = BufReader::new(opened);
    let mut first = [0; FIRST.len()];
    rest.read_exact(&mut first).map_err(|error| none(&error))?;
    if first != *FIRST {
        return Err(no_backup("it is encrypted, but it is not a backup"));
    }
    let mut secrets = Secrets::new();
    while let Some((name, length)) = head(&mut rest).map_err(|error| none(&error))? {
        let mut bytes = Zeroizing::new(Vec::new());
        rest.by_ref().take(length).read_to_end(&mut bytes).map_err(|error| none(&error))?;
        let mut end = [0];
        rest.read_exact(&mut end).map_err(|error| none(&error))?;
        if bytes.len() as u64 != length || end != *b"\n" {
            return Err(no_backup("it is cut short"));
        }
        secrets.insert(name, bytes);
    }
    Ok(secrets)
}

/// The name and length of the next part; `None` at the end.
fn head(rest: &mut impl Read) -> std::io::Result<Option<(String, u64)>> {
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        match rest.read(&mut byte)? {
            0 if line.is_empty() => return Ok(None),
            1 if byte != *b"\n" && line.len() < 256 => line.push(byte[0]),
            _ => break,
        }
    }
    let line = String::from_utf8(line).unwrap_or_default();
    let part = line.split_once(' ').and_then(|(name, length)| Some((name.to_owned(), length.parse().ok()?)));
    match part.filter(|(_, length)| *length <= MAX_BYTES) {
        Some(part) => Ok(Some(part)),
        None => Err(std::io::Error::other("one of the files in the backup has no name")),
    }
}
