//! `archive attach`: a file of another program beside a match.

use std::path::{Path, PathBuf};

use serde_json::json;
use sha2::{Digest, Sha256};

use super::archive_folder::Archive;
use super::attachments::{MAX_BYTES, NewAttachment, places, read_attachment};
use crate::chain::Chain;
use crate::cli::folder::Folder;
use crate::cli::match_args::{folder_of, has_charter, is_packed};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, home, out, seat, wall_clock};
use crate::document::{Bytes32, Problem, fault_of_name, harmless, write};

/// The most characters of a name, and of a remark.
const MAX_NAME: usize = 100;
const MAX_NOTE: usize = 1_000;

/// Keep a file of another program beside a match, such as the log of a game in VASSAL, signed by you who bring it.
///
/// The file is kept as it is, and proves nothing about the match but who brought it and when. `archive find` finds what
/// players wrote in a log of VASSAL, and the words of a text; `archive verify` checks that the file is the one that you
/// brought.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match: the first digits of its id, or its folder.
    #[arg(value_name = "MATCH")]
    of: String,
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Your name.
    #[arg(long)]
    name: String,
    /// A remark that you sign as well: where the file comes from.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// The key that signs [default: the only one, or the one called `default`].
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let match_id = match_in(archive, &args.of)?;
    let bytes = files::read(&args.file, MAX_BYTES)?;
    let called = args.file.file_name().map(|name| harmless(&name.to_string_lossy()).into_owned()).unwrap_or_default();
    let sha256 = Bytes32(Sha256::digest(&bytes).into()).to_string();
    let [document, file] = places(archive, &match_id, &sha256);
    if document.exists() {
        let there =
            read_attachment(archive, &match_id, &sha256).map_err(|problem| Failure::no_in(&document, problem))?;
        let problem = Problem::new(format!("{} has already brought this file, as {}", there.person, there.name));
        return Err(Failure::no_in(&document, problem.advice("there is nothing more to do")));
    }
    let one_line = |text: &str, what: &str, most: usize| {
        fault_of_name(what, text, most).map_or(Ok(()), |problem| Err(Failure::cannot(problem)))
    };
    one_line(&args.name, "name", MAX_NAME)?;
    args.note.iter().try_for_each(|note| one_line(note, "note", MAX_NOTE))?;
    let vault = home::vault()?;
    let name = seat::key_name(&vault, args.key)?;
    let key = seat::load(&vault, &name)?;
    let brought = wall_clock::now();
    let new = NewAttachment {
        match_id: &match_id,
        name: &called,
        bytes: &bytes,
        note: args.note.as_deref(),
        bringer: &args.name,
        brought: &brought,
    };
    let text = write(&new.signed(&key).map_err(Failure::cannot)?);
    // The document is written last: without it the file is not attached.
    for (path, contents) in [(&file, bytes.as_slice()), (&document, text.as_bytes())] {
        files::write(path, contents).map_err(|problem| Failure::cannot_in(path, problem))?;
    }
    let words = || format!("Kept: {called} as {}\nSigned: {}\n", file.shown(), document.shown());
    out::answer(
        format,
        words,
        || json!({"ok": true, "match": match_id, "name": called, "sha256": sha256, "file": file, "document": document}),
    )
}

/// The id of a match of the archive, by its first digits or its folder.
fn match_in(archive: &Archive, text: &str) -> Result<String, Failure> {
    let names = archive.names()?;
    let ids: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(archive::packed::ENDING)).collect();
    let path = Path::new(text);
    let wanted = match has_charter(path) || is_packed(path) {
        true => {
            let folder = Folder::read(&folder_of(path))?;
            let id = Chain::build(&folder.files).map_err(Failure::no)?.match_id.to_string();
            folder.close();
            id
        }
        false => text.to_owned(),
    };
    let found: Vec<&&str> = ids.iter().filter(|id| wanted.len() >= 4 && id.starts_with(&wanted)).collect();
    match found.as_slice() {
        [one] => Ok((**one).to_owned()),
        [] => {
            let problem = Problem::new(format!("the archive has no match '{text}'"));
            let advice = "write at least four digits of its id, which `adjutant archive find` shows in the name of its file, or put \
                          the match into the archive with `adjutant archive add FOLDER`";
            Err(Failure::cannot(problem.advice(advice)))
        }
        several => {
            let problem = Problem::new(format!("{} matches of the archive begin with '{text}'", several.len()));
            Err(Failure::cannot(problem.advice("write more digits of the id")))
        }
    }
}
