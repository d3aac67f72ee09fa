//! Files of other programs beside the matches of an archive, such as the log of a game in VASSAL: each as it is, with a
//! document that its bringer has signed. They prove nothing about the match but who brought them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use adjutant_mail::part::Part;
use adjutant_mail::unpack::{self, Unpacked};
use archive::model::Attached;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::archive_folder::{Archive, FileMetadata, metadata_of};
use super::tournaments::YAML;
use crate::cli::{Failure, files};
use crate::document::kinds::{Signature, Version};
use crate::document::{Bytes32, Form, Id, Problem, decode, decode::is_time, digest, read};
use crate::trust::{SigningKey, verify};

/// The folder of attachments in an archive; in it a folder for each match.
pub const ATTACHMENTS: &str = "attachments";
/// The ending of an attached file in the archive, whatever it was called.
const FILE: &str = ".file";
/// The maximum size of an attached file.
pub const MAX_BYTES: u64 = 16 << 20;
/// The maximum length of the text that is indexed of a file.
const MAX_WORDS: usize = 1 << 20;
/// The kind of the document, and who signs it in its `signatures`.
const KIND: &str = "attachment";
const BRINGER: &str = "bringer";

/// The metadata of an attachment: of its document and of the file, as far as they are there.
pub type TwoFiles = [Option<FileMetadata>; 2];

/// What somebody signs who brings a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attachment {
    adjutant: Version,
    kind: String,
    /// The match beside which the file is kept.
    #[serde(rename = "match")]
    match_id: Bytes32,
    /// What the file was called.
    name: String,
    sha256: Bytes32,
    bytes: u64,
    brought: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    by: Bringer,
    signatures: Vec<Signature>,
}

/// Who brings a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bringer {
    pub name: String,
    pub key: Bytes32,
}

/// A file to be attached to a match.
pub struct NewAttachment<'a> {
    pub match_id: &'a str,
    /// What it is called, on one line.
    pub name: &'a str,
    pub bytes: &'a [u8],
    pub note: Option<&'a str>,
    pub bringer: &'a str,
    /// The time, in UTC.
    pub brought: &'a str,
}

/// Where an attachment is in an archive: its document, and the file itself.
pub fn places(archive: &Archive, match_id: &str, sha256: &str) -> [PathBuf; 2] {
    let folder = archive.path.join(ATTACHMENTS).join(match_id);
    [YAML, FILE].map(|ending| folder.join(format!("{sha256}{ending}")))
}

impl NewAttachment<'_> {
    /// The signed document.
    ///
    /// # Errors
    /// A text in it cannot be signed.
    pub fn signed(&self, key: &SigningKey) -> Result<Value, Problem> {
        let mut content = json!({
            "adjutant": 1, "kind": KIND, "match": self.match_id, "name": self.name,
            "sha256": Bytes32(Sha256::digest(self.bytes).into()), "bytes": self.bytes.len(), "brought": self.brought,
        });
        if let Some(note) = self.note {
            content["note"] = json!(note);
        }
        content["by"] = json!({"name": self.bringer, "key": key.public()});
        let by: Id = BRINGER.parse().map_err(Problem::new)?;
        let signature = Signature::new(by, key.public(), &key.sign(message(digest(&content)).as_bytes()));
        content["signatures"] = json!([signature]);
        Ok(content)
    }
}

/// The signed line, in the form that all documents have (protocol 2).
fn message(digest: Bytes32) -> String {
    format!("adjutant/1 {KIND} {digest}\n")
}

/// Reads an attachment from its two files, and verifies it.
///
/// # Errors
/// The document cannot be read or is not signed by whoever it names, or it is about another match or another file.
pub fn read_attachment(archive: &Archive, match_id: &str, sha256: &str) -> Result<Attached, Problem> {
    let [document, file] = places(archive, match_id, sha256);
    let unread = |_| Problem::new("the file cannot be read");
    let text = files::read(&document, files::MAX_BYTES).map_err(unread)?;
    let document = read(&document.to_string_lossy(), &text, Form::Signed)?;
    let said: Attachment = decode(&document)?;
    if said.kind != KIND || said.match_id.to_string() != match_id || said.sha256.to_string() != sha256 {
        return Err(Problem::new("it is not the document of this file and this match"));
    }
    if [&said.name, &said.by.name].iter().any(|text| text.contains(char::is_control)) || !is_time(&said.brought) {
        return Err(Problem::new("a name in it is not one line of text, or its time is no time in UTC"));
    }
    match said.signatures.as_slice() {
        [one] if one.by.as_str() == BRINGER && one.key == said.by.key => {
            verify(&one.key, message(digest(&document.content)).as_bytes(), &one.sig)?;
        }
        _ => return Err(Problem::new("it is not signed by whoever brought the file")),
    }
    let bytes =
        files::read(&file, MAX_BYTES).map_err(|_| Problem::new("the file that it is about is missing or too large"))?;
    if said.bytes != bytes.len() as u64 || Bytes32(Sha256::digest(&bytes).into()) != said.sha256 {
        return Err(Problem::new("the file has been changed since it was brought"));
    }
    Ok(Attached {
        match_id: match_id.to_owned(),
        sha256: sha256.to_owned(),
        words: words(&said.name, &bytes),
        name: said.name,
        bytes: said.bytes,
        person: said.by.name,
        key: said.by.key.to_string(),
        brought: said.brought,
        note: said.note.unwrap_or_default(),
    })
}

/// The attachments in an archive: match, digest of the file, and metadata of both files.
///
/// # Errors
/// A folder cannot be read.
pub fn listed(archive: &Archive) -> Result<BTreeMap<(String, String), TwoFiles>, Failure> {
    let mut found: BTreeMap<(String, String), TwoFiles> = BTreeMap::new();
    let root = archive.path.join(ATTACHMENTS);
    let Ok(folders) = std::fs::read_dir(&root) else { return Ok(found) };
    for folder in folders.flatten().filter(|folder| folder.path().is_dir()) {
        let Ok(match_id) = folder.file_name().into_string() else { continue };
        for (at, ending) in [YAML, FILE].into_iter().enumerate() {
            for (name, metadata) in metadata_of(&folder.path(), ending)? {
                let sha256 = name.strip_suffix(ending).unwrap_or_default().to_owned();
                found.entry((match_id.clone(), sha256)).or_default()[at] = Some(metadata);
            }
        }
    }
    Ok(found)
}

/// The same as a list, in order.
///
/// # Errors
/// As [`listed`].
pub fn in_order(archive: &Archive) -> Result<Vec<(String, String, TwoFiles)>, Failure> {
    Ok(listed(archive)?.into_iter().map(|((match_id, sha256), metadata)| (match_id, sha256, metadata)).collect())
}

/// The text of a file, for searching: what is said in a log of VASSAL, or the file itself if it is text.
fn words(name: &str, bytes: &[u8]) -> String {
    let mut unpacked = Unpacked::default();
    let part = Part { name: name.to_owned(), bytes: bytes.to_vec() };
    unpack::open(part, &mut unpack::room(bytes.len()), &mut unpacked);
    let mut said = String::new();
    for part in unpacked.parts {
        let plain = deobfuscated(&part.bytes);
        let Ok(text) = std::str::from_utf8(plain.as_deref().unwrap_or(&part.bytes)) else { continue };
        let lines: Vec<&str> = match plain.is_some() {
            true => chat(text),
            false if text.contains('\0') => continue,
            false => text.lines().collect(),
        };
        for line in lines {
            said.extend(line.chars().map(|c| if c.is_control() { ' ' } else { c }));
            said.push('\n');
            if said.len() > MAX_WORDS {
                return said;
            }
        }
    }
    said
}

/// A saved game of VASSAL in plain text: after its mark, a byte and all further ones combined with it, in hexadecimal. `None`
/// if it is something else.
fn deobfuscated(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_prefix(b"!VCSK")?;
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut plain = Vec::with_capacity(rest.len() / 2);
    for pair in rest.chunks_exact(2) {
        plain.push(digit(pair[0])? << 4 | digit(pair[1])?);
    }
    let (key, plain) = plain.split_first()?;
    Some(plain.iter().map(|byte| byte ^ key).collect())
}

/// What was written to the players in a log of VASSAL: its commands are separated by the character ESC, and those that write
/// begin with CHAT.
fn chat(text: &str) -> Vec<&str> {
    let said = |command: &'_ str| -> Option<usize> { command.find("CHAT").map(|at| at + 4) };
    text.split('\u{1b}').filter_map(|command| said(command).map(|at| command[at..].trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_of_vassal_is_read() {
        // The key is 0x5f: `CHAT` is 43 48 41 54, combined with it 1c 17 1e 0b; ESC is 1b, combined 44.
        let plain = b"begin_save\x1bLOG\tCHAT<Ann> - I attack at Shiloh\x1bLOG\tD/1/2\x1bCHAT* (Ann) rolls 2d6: 7";
        let hidden: String = plain.iter().map(|byte| format!("{:02x}", byte ^ 0x5f)).collect();
        let file = format!("!VCSK5f{hidden}");
        assert_eq!(deobfuscated(file.as_bytes()).as_deref(), Some(&plain[..]));
        assert_eq!(words("savedata", file.as_bytes()), "<Ann> - I attack at Shiloh\n* (Ann) rolls 2d6: 7\n");
        assert!(hidden.contains("1c171e0b"));
        for none in [&b"!VCSK"[..], b"!VCSKzz", b"PK"] {
            assert_eq!(deobfuscated(none), None);
        }
    }

    #[test]
    fn texts_are_taken_as_they_are_and_other_files_have_no_words() {
        assert_eq!(words("notes.txt", b"Ann rolls a six.\r\nBob\tretires.\n"), "Ann rolls a six.\nBob retires.\n");
        assert_eq!(words("map.png", &[0x89, b'P', b'N', b'G', 0, 0xff]), "");
        assert_eq!(words("odd", b"a\0b"), "");
    }
}
