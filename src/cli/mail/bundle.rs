//! `bundle`: what the others are missing, in one text.

use std::collections::BTreeSet;
use std::path::PathBuf;

use adjutant_mail::bundle::{self, File};
use adjutant_mail::{armor, unpack};
use serde_json::json;

use crate::chain::match_files::AnyDocument;
use crate::chain::successor;
use crate::chain::unacknowledged::{Unacknowledged, order};
use crate::cli::folder::{Folder, shipped};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, escrow, files, out, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Kind, Problem};

/// Put every document that the other seats do not have yet into one text for a mail, a messenger or a forum.
///
/// The program infers what a seat has from what it has signed. The text holds the documents in lines of letters and
/// digits that survive quoting and wrapping; `adjutant receive` takes them in.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seats to write it for [default: all but your own].
    #[arg(long = "for", value_name = "SEAT", num_args = 1..)]
    seats: Vec<String>,
    /// Include every document of the match, even what they have.
    #[arg(long)]
    all: bool,
    /// Write a zip archive instead of a text.
    #[arg(long)]
    zip: bool,
    /// The file to write; `-` prints the text [default: bundle-STEP.txt or .zip in the match's mail folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find()?)?;
    let found = Match::open_to_read(&folder)?;
    let charter = &found.chain.charter.typed;
    let seats: Vec<&SeatEntry> = match args.seats.as_slice() {
        [] => {
            let own = seat::user_seat(charter).map(|own| &own.seat);
            charter.seats.iter().filter(|entry| Some(&entry.seat) != own).collect()
        }
        named => named.iter().map(|name| seat::by_name(charter, name)).collect::<Result<_, _>>()?,
    };
    let bundled = if args.all { all_files(&found)? } else { missing_files(&found, &seats)? };
    if bundled.is_empty() {
        let names: Vec<&str> = seats.iter().map(|entry| entry.seat.as_str()).collect();
        let problem = Problem::new(match names.as_slice() {
            [] => "nobody else has joined this match yet".to_owned(),
            [one] => format!("{one} already has everything"),
            several => format!("{} already have everything", several.join(" and ")),
        });
        return Err(Failure::no(problem.advice("include everything with --all")));
    }
    let ending = if args.zip { "zip" } else { "txt" };
    let path = args.out.unwrap_or_else(|| folder.path.join(format!("mail/bundle-{:04}.{ending}", found.step())));
    let contents = match args.zip {
        true => unpack::zip(&bundled)
            .map_err(|why| Failure::cannot(Problem::new(format!("the archive cannot be made: {why}"))))?,
        false => armored(&found, None, &bundled)?.into_bytes(),
    };
    if path.as_os_str() == "-" && !args.zip {
        return out::print(&String::from_utf8_lossy(&contents));
    }
    files::write_page(&path, &contents).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let names: Vec<&str> = bundled.iter().map(|file| file.name.as_str()).collect();
    let adjudicator = escrow::adjudicator(charter).filter(|entry| seats.iter().any(|seat| seat.seat == entry.seat));
    let own = adjudicator.and_then(|_| seat::user_seat(charter));
    let beside =
        own.map_or_else(Vec::new, |own| escrow::files_to_mail(&folder.path, &found.chain, &own.seat, args.all));
    let words = || {
        let beside: Vec<String> = beside.iter().map(|file| folder.path.join(&file.name).shown()).collect();
        let beside = match beside.is_empty() {
            true => String::new(),
            false => format!("Left out, because only the adjudicator may have it: {}.\n", beside.join(", ")),
        };
        let list: String = names.iter().take(12).map(|name| format!("  {name}\n")).collect();
        let more = names.len().saturating_sub(12);
        let more = if more > 0 { format!("  and {more} more\n") } else { String::new() };
        let count = out::counted(names.len(), "file");
        let then = "The recipient runs `adjutant receive FILE --folder FOLDER`, where FOLDER is his own folder.";
        format!("{}: {count}\n{list}{more}{beside}{then}\n", path.shown())
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "files": names}))
}

/// The files that any of these seats is missing, preceded by the charter and data if a seat has sent nothing yet.
///
/// # Errors
/// They are too large for a bundle.
pub fn missing_files(found: &Match<'_>, seats: &[&SeatEntry]) -> Result<Vec<File>, Failure> {
    let lacking: Vec<Unacknowledged<'_>> =
        seats.iter().map(|entry| found.chain.unacknowledged(&found.folder.files, &entry.seat, &|_| false)).collect();
    let mut files: Vec<File> =
        if lacking.iter().any(|one| one.everything) { charter_and_packs(found) } else { Vec::new() };
    files.extend(in_order(found, lacking.iter().flat_map(|one| &one.documents)));
    within_limits(files)
}

/// All files of the match.
///
/// # Errors
/// They are too large for a bundle.
pub fn all_files(found: &Match<'_>) -> Result<Vec<File>, Failure> {
    let documents = found.folder.files.documents();
    let mut files = charter_and_packs(found);
    files.extend(in_order(found, documents.iter().filter(|one| one.kind != Kind::Charter)));
    within_limits(files)
}

/// The files of documents, each once, in the order in which they were made.
fn in_order<'d>(found: &Match<'_>, documents: impl Iterator<Item = &'d AnyDocument<'d>>) -> Vec<File> {
    let names: BTreeSet<(u64, u8, &str)> = documents.map(order).collect();
    names.into_iter().filter_map(|(.., name)| file(found.folder, name)).collect()
}

/// The charter, and any data that does not come with the program.
pub fn charter_and_packs(found: &Match<'_>) -> Vec<File> {
    let charter = found.chain.charter;
    let mut files: Vec<File> = file(found.folder, &charter.file).into_iter().collect();
    let known = shipped(charter.typed.ruleset.id.as_str()).ok();
    for pin in &charter.typed.packs {
        let own = known.as_ref().and_then(|known| known.packs.get(pin.name.as_str()));
        if own.is_some_and(|own| own.digest() == pin.sha256) {
            continue;
        }
        if let Some(pack) = found.folder.files.pack(&pin.sha256) {
            let path = |name: &str| format!("packs/{}/{name}", pin.name);
            files.extend(pack.iter().map(|(name, content)| File::new(path(name), crate::document::write(content))));
        }
    }
    if let Some(before) = charter.typed.source().and_then(|_| successor::state_before(&found.chain).ok()) {
        files.extend(file(found.folder, &before.file));
    }
    files
}

/// A file of the folder under its own name, or under a plain one.
pub fn file(folder: &Folder, name: &str) -> Option<File> {
    let plain = if bundle::is_name(name) { name.to_owned() } else { "document.yaml".to_owned() };
    Some(File::new(plain, folder.bytes(name)?))
}

fn within_limits(files: Vec<File>) -> Result<Vec<File>, Failure> {
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    if files.len() > bundle::MAX_FILES || total > bundle::MAX_BYTES {
        let problem = Problem::new(format!(
            "these are {} files of {} MiB, more than a bundle can hold",
            files.len(),
            total >> 20
        ));
        return Err(Failure::no(problem.advice("send the match folder as an archive")));
    }
    Ok(files)
}

/// Files in armor: a single file as it is, several as a bundle. `seat`: whose documents they are.
pub fn armored(found: &Match<'_>, seat: Option<&Id>, files: &[File]) -> Result<String, Failure> {
    let id = &found.chain.match_id.to_string()[..8];
    let mut headers = vec![("Match", format!("{id} {}", found.chain.charter.typed.title))];
    if let Some(seat) = seat {
        headers.push(("Seat", seat.to_string()));
    }
    if let [only] = files {
        let named = found.folder.named(&only.bytes).unwrap_or(&only.name);
        let document = found.folder.files.documents().into_iter().find(|one| one.file == named);
        if let Some(document) = document {
            headers.extend(document.step().map(|step| ("Step", step.to_string())));
            return Ok(armor::wrap(&document.kind.as_str().to_uppercase(), &headers, &only.bytes));
        }
    }
    headers.push(("Files", files.len().to_string()));
    Ok(armor::wrap_bundle(&headers, files))
}
