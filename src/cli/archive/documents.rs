//! The documents of a match as an archive stores them: under the names and in the format that the program gives
//! them, with the data that the charter pins. So two people who have the same documents get the same file.

use std::collections::{BTreeMap, BTreeSet};

use archive::packed::{self, Files};

use crate::chain::timeline::the_charter;
use crate::cli::Failure;
use crate::cli::earlier_matches;
use crate::cli::folder::{Folder, games};
use crate::cli::open_match::stem;
use crate::document::{Bytes32, Kind, Problem, write};

/// The archive file of a match and the matches that it continues, the latest first. It contains only documents and
/// packs.
///
/// # Errors
/// There is no charter, or there is more than an archive may hold.
pub fn pack(matches: &[Folder]) -> Result<Vec<u8>, Failure> {
    let mut files = Files::new();
    let mut place = String::new();
    for folder in matches {
        let own = of_match(folder)?;
        files.extend(own.into_iter().map(|(name, bytes)| (format!("{place}{name}"), bytes)));
        place = format!("{place}{}/", earlier_matches::FOLDER);
    }
    packed::pack(&files).map_err(|refused| Failure::no(Problem::new(refused.0)))
}

/// The files of one match.
fn of_match(folder: &Folder) -> Result<Files, Failure> {
    let charter = the_charter(&folder.files).map_err(Failure::no)?;
    let mut files = Files::new();
    let mut named: BTreeMap<String, BTreeSet<(Bytes32, String)>> = BTreeMap::new();
    for document in folder.files.documents().into_iter().filter(|one| one.kind != Kind::Charter) {
        let content = &document.document.content;
        named.entry(stem(content)).or_default().insert((document.digest, write(content)));
    }
    files.push(("charter.yaml".to_owned(), write(&charter.document.content).into_bytes()));
    for (stem, texts) in named {
        // If several documents have the same name, their digests decide the order.
        for (n, (_, text)) in (1..).zip(texts) {
            let name = if n == 1 { format!("{stem}.yaml") } else { format!("{stem}-{n}.yaml") };
            files.push((name, text.into_bytes()));
        }
    }
    for pin in &charter.typed.packs {
        let shipped = || games().shipped_pack(pin.name.as_str()).filter(|pack| pack.digest() == pin.sha256);
        let Some(pack) = folder.files.pack(&pin.sha256).or_else(shipped) else { continue };
        files.extend(
            pack.iter().map(|(file, content)| (format!("packs/{}/{file}", pin.name), write(content).into_bytes())),
        );
    }
    Ok(files)
}
