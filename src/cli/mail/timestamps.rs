//! RFC 3161 timestamps beside the documents of a match: evidence of when something existed. openssl reads and
//! checks them.

use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::NaiveDateTime;
use serde_json::json;

use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, out};
use crate::document::{Bytes32, Problem};

/// The folder of timestamps inside a match folder.
const FOLDER: &str = "timestamps";
/// The maximum size of a timestamp.
const MAX_BYTES: u64 = 1 << 20;

/// What a timestamp says, as openssl reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub digest: Bytes32,
    /// In RFC 3339.
    pub time: String,
}

/// Keeps a timestamp beside the document that it is for.
///
/// # Errors
/// It cannot be read, is for no document here, or is not valid under the certificates given.
pub fn keep(found: &Match<'_>, file: &Path, ca: Option<&Path>, format: Format) -> CommandResult {
    let bytes = files::read(file, MAX_BYTES)?;
    let token = read(file)?;
    let document =
        found.folder.files.documents().into_iter().find(|one| one.digest == token.digest).ok_or_else(|| {
            let problem =
                Problem::new(format!("this timestamp is for {}, which is not a document of this match", token.digest));
            let advice =
                "have the digest of a document stamped: `adjutant digest FILE`, then openssl ts -query -sha256 -digest";
            Failure::no_in(file, problem.advice(advice))
        })?;
    let checked = ca.map(|ca| check(file, &token.digest, ca)).transpose()?.is_some();
    let path = found.folder.path.join(FOLDER).join(format!("{}.tsr", token.digest));
    files::write(&path, &bytes).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let words = || {
        let how = match checked {
            true => "its signature is valid under those certificates",
            false => "its signature is not checked: name the authority's certificates with --ca FILE",
        };
        format!("Kept: {}: {} existed on {}; {how}.\n", path.shown(), document.file, token.time)
    };
    out::answer(format, words, || {
        json!({"ok": true, "file": path, "document": document.file, "digest": token.digest, "time": token.time,
               "checked": checked})
    })
}

/// Every timestamp of a match's documents that openssl can read.
pub fn of_match(folder: &Path) -> Vec<Token> {
    let Ok(entries) = std::fs::read_dir(folder.join(FOLDER)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "tsr"))
        .filter_map(|path| read(path).ok())
        .collect()
}

fn openssl(arguments: &[&str], file: &Path) -> Result<(bool, String), Failure> {
    // openssl would wait for a pipe's writer.
    files::open_file(file, MAX_BYTES)?;
    let ran = Command::new("openssl").arg("ts").args(arguments).arg("-in").arg(file).output().map_err(|error| {
        let problem = Problem::new(format!("cannot run openssl, which reads timestamps: {error}"));
        Failure::cannot(problem.advice("install openssl"))
    })?;
    let said = [ran.stdout, ran.stderr].concat();
    Ok((ran.status.success(), String::from_utf8_lossy(&said).into_owned()))
}

fn read(file: &Path) -> Result<Token, Failure> {
    let (_, said) = openssl(&["-reply", "-text"], file)?;
    parsed(&said).ok_or_else(|| {
        let problem = Problem::new("this is not an RFC 3161 timestamp of a SHA-256 digest");
        Failure::no_in(file, problem.advice("give the reply of a time-stamping authority, usually a .tsr file"))
    })
}

/// Checks a timestamp against the certificates of its authority.
fn check(file: &Path, digest: &Bytes32, ca: &Path) -> Result<(), Failure> {
    files::open_file(ca, MAX_BYTES)?;
    let (digest, ca) = (digest.to_string(), ca.shown());
    let (holds, said) = openssl(&["-verify", "-digest", &digest, "-CAfile", &ca], file)?;
    match holds {
        true => Ok(()),
        false => {
            let why = said.lines().find(|line| line.contains("error") || line.contains("FAILED")).unwrap_or("it fails");
            Err(Failure::no_in(
                file,
                Problem::new(format!("the timestamp is not valid under these certificates: {why}")),
            ))
        }
    }
}

/// The digest and the time in openssl's description of a timestamp.
fn parsed(said: &str) -> Option<Token> {
    let value = |name: &str| said.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
    if value("Hash Algorithm:")? != "sha256" {
        return None;
    }
    let dump = said.lines().skip_while(|line| !line.starts_with("Message data:")).skip(1);
    let mut digits = String::new();
    for line in dump.take_while(|line| line.starts_with(' ')) {
        // `    0000 - 27 2f 1c ...-de 9d  '/...`
        let (_, rest) = line.split_once(" - ")?;
        digits.extend(rest.chars().take(47).filter(char::is_ascii_hexdigit));
    }
    let time = value("Time stamp:")?.trim_end_matches(" GMT");
    let time = NaiveDateTime::parse_from_str(time, "%b %e %H:%M:%S%.f %Y").ok()?;
    Some(Token { digest: digits.parse().ok()?, time: time.format("%Y-%m-%dT%H:%M:%SZ").to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_openssl_prints_is_read() {
        let said = "Status info:\nStatus: Granted.\n\nTST info:\nVersion: 1\nHash Algorithm: sha256\nMessage data:\n    0000 - \
                    27 2f 1c 80 97 ff 7e 7e-fe 03 7d 9e 1c 52 63 3b   '/....~~..}..Rc;\n    0010 - c5 42 3b bb bc 9f 9c \
                    14-c1 19 0f 1a d1 a2 7c 5c   .B;...........|\\\nSerial number: 0x04\nTime stamp: Nov  5 22:53:47 2026 GMT\n";
        let token = parsed(said).unwrap();
        assert_eq!(token.digest.to_string(), "272f1c8097ff7e7efe037d9e1c52633bc5423bbbbc9f9c14c1190f1ad1a27c5c");
        assert_eq!(token.time, "2026-11-05T22:53:47Z");
        assert_eq!(parsed(&said.replace("sha256", "sha1")), None);
    }
}
