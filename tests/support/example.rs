//! The example matches: their folders, and the test keys that everybody knows.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use adjutant::chain::verify::{Verification, verify};
use adjutant::chain::{Games, MatchFiles};
use adjutant::document::{Bytes32, Id};
use adjutant::trust::{SeedChain, SigningKey};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The phrase that every secret of the examples is derived from.
pub const PHRASE: &str = "adjutant examples: TEST KEY - USED NOWHERE ELSE";

pub const HEAD_TO_HEAD: &str = "virginia-head-to-head";
pub const REFEREED: &str = "virginia-refereed";
/// The whole war, head-to-head.
pub const CAMPAIGN: &str = "campaign-1861";
/// Lee and the Seven Days, the advanced game, with bids for the sides; head-to-head.
pub const SEVEN_DAYS: &str = "seven-days";
/// First Bull Run and Brawner's Farm: the card games, head-to-head, with hidden hands. The matches in their folders
/// were played under other keys, which no longer exist; with the keys of this module `Writer::play_cards` plays such a
/// match anew.
pub const DIXIE: &str = "dixie";
pub const LONGSTREET: &str = "longstreet";
/// All whose keys are known.
pub const ALL: [&str; 4] = [HEAD_TO_HEAD, REFEREED, CAMPAIGN, SEVEN_DAYS];

/// How many reveals a seat of an example commits to.
pub fn length(example: &str) -> u32 {
    if example == CAMPAIGN { 8_192 } else { 1_024 }
}

pub fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

/// SHA-256 of the phrase and the parts, each on a line of its own.
pub fn derived(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(PHRASE);
    for part in parts {
        hash.update(b"\n");
        hash.update(part);
    }
    hash.finalize().into()
}

/// The key of a seat of an example.
pub fn key(example: &str, seat: &str) -> SigningKey {
    SigningKey::from_seed(&derived(&[example, seat, "key"]))
}

/// The seed chain of a seat of an example.
pub fn seeds(example: &str, seat: &str) -> SeedChain {
    SeedChain::new(Zeroizing::new(derived(&[example, seat, "root"])), length(example)).expect("a chain")
}

/// The secret of the hand of a seat of a game of cards.
pub fn hand(example: &str, seat: &str) -> Bytes32 {
    Bytes32(derived(&[example, seat, "hand"]))
}

/// Whether an example is of a game of cards, whose hands are hidden.
pub fn is_of_cards(example: &str) -> bool {
    example == DIXIE || example == LONGSTREET
}

/// The salt of a committed choice of an example.
pub fn salt(example: &str, seat: &str, choice: &Id) -> Bytes32 {
    Bytes32(derived(&[example, seat, "salt", choice.as_str()]))
}

/// The seats of an example, in charter order, with the side that each plays.
pub fn seats(example: &str) -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    if example == SEVEN_DAYS {
        // Where players bid for their sides, a seat has a name of its own instead of a side's.
        return vec![
            ("ann", Some("union"), "Ann Carter (test key)"),
            ("ben", Some("confederate"), "Ben Doyle (test key)"),
        ];
    }
    match example {
        DIXIE => return vec![("usa", Some("usa"), "Ann (test key)"), ("csa", Some("csa"), "Ben (test key)")],
        LONGSTREET => {
            return vec![
                ("federal", Some("federal"), "Ann (test key)"),
                ("confederate", Some("confederate"), "Ben (test key)"),
            ];
        }
        _ => {}
    }
    let mut seats = vec![
        ("union", Some("union"), "Ann Carter (test key)"),
        ("confederate", Some("confederate"), "Ben Doyle (test key)"),
    ];
    if example == REFEREED {
        seats.push(("adjudicator", None, "Cleo Marsh (test key)"));
    }
    seats
}

pub fn examples() -> PathBuf {
    // The fuzz targets are a crate of their own, one folder down.
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().map(|folder| folder.join("examples")).find(|folder| folder.is_dir()).expect("the examples")
}

pub fn folder(example: &str) -> PathBuf {
    examples().join(example)
}

/// Name and text of a match, in the order of the names.
pub type Files = Vec<(String, String)>;

/// The documents of a committed example, and the packs unless `documents_only`: the packs left out are those that come
/// with the program.
pub fn read_files(example: &str, documents_only: bool) -> Files {
    fn walk(folder: &Path, prefix: &str, files: &mut Files) {
        let mut entries: Vec<_> = std::fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{}: {error}; ADJUTANT_BLESS=1 writes the examples", folder.display()))
            .map(|entry| entry.expect("an entry"))
            .collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().into_string().expect("a plain name"));
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), files);
            } else if name.ends_with(".yaml") {
                files.push((name, std::fs::read_to_string(entry.path()).expect("text")));
            }
        }
    }
    let mut files = Vec::new();
    walk(&folder(example), "", &mut files);
    if documents_only {
        files.retain(|(name, _)| !name.starts_with("packs/"));
    }
    files
}

pub fn load<'a>(files: impl IntoIterator<Item = &'a (String, String)>) -> MatchFiles {
    let mut loaded = MatchFiles::default();
    for (name, text) in files {
        loaded.add(name, text.as_bytes());
    }
    loaded
}

pub fn verify_files(files: &Files, games: &Games) -> Verification {
    verify(&load(files), games)
}

/// The step that a document's name says it belongs to.
pub fn step_of(name: &str) -> Option<u64> {
    name.split_once('/')?.1.get(..4)?.parse().ok()
}

/// The match as it stood after a step: nothing of later ones.
pub fn prefix(files: &Files, last: u64) -> Files {
    files.iter().filter(|(name, _)| step_of(name).is_none_or(|step| step <= last)).cloned().collect()
}
