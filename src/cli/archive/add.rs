//! `archive add`: put matches into an archive.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::archive_folder::{Archive, MATCHES};
use super::attachments;
use super::documents::pack;
use super::open_index::open;
use super::summary::VerificationFindings;
use super::tournaments::{Announcement, TOURNAMENTS, YAML};
use super::verified_file::{self, Matches, failure_text};
use crate::chain::Chain;
use crate::cli::folder::Folder;
use crate::cli::mail::match_folders;
use crate::cli::match_args::{folder_of, has_charter, is_packed};
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{CommandResult, Failure, Format, files};
use crate::document::{Bytes32, Problem};

/// Put matches into an archive, each as one file. Each is verified first; a match that does not verify or is not over
/// is refused.
///
/// If the archive already has the match, it keeps its documents and adds those that only your copy has, such as later
/// steps or receipts. A copy that contradicts it is refused. Of a match in the folder of a tournament, it also keeps the
/// tournament's announcement, which has its title. Only the documents of a match and its data go in, never
/// secrets, drafts or reports. Two archives with the same documents have the same files, byte for byte.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders, folders with many matches, another archive, or files of one.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Also add matches that are not over.
    #[arg(long)]
    unfinished: bool,
    /// Also add matches in which something could not be checked, such as a hand that nobody has disclosed.
    #[arg(long)]
    partial: bool,
}

/// A match that was read and verified.
struct Read {
    id: String,
    matches: Matches,
    held: VerificationFindings,
    bytes: Vec<u8>,
    step: u64,
    /// The tournament that it is a game of.
    tournament: Option<String>,
}

/// What happened to a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AddOutcome {
    Added,
    Grown,
    Same,
}

impl AddOutcome {
    fn words(self) -> &'static str {
        match self {
            AddOutcome::Added => "added",
            AddOutcome::Grown => "grown",
            AddOutcome::Same => "unchanged",
        }
    }
}

/// A folder and its result: the match's title, what happened to it, and its number of steps; or why it was not added.
type Line = (PathBuf, Result<(String, AddOutcome, u64), String>);

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let places = places(&args.folders)?;
    let progress = Progress::new("verifying", places.len());
    let mut known: BTreeMap<Bytes32, VerificationFindings> = BTreeMap::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut announced: Vec<String> = Vec::new();
    let mut stopped = None;
    let read = |n: usize| Ok((places[n].clone(), read(&places[n], &args)));
    parallel_in_order(places.len(), &read, |(place, read)| {
        progress.step();
        if stopped.is_some() {
            return;
        }
        let tournament = read.as_ref().ok().and_then(|read| read.tournament.clone());
        let line = match read.map(|read| keep(archive, read, &args, &mut known)) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(Failure::Cannot(told))) => return stopped = Some(Failure::Cannot(told)),
            Ok(Err(refused)) => Err(failure_text(&refused)),
            Err(why) => Err(why),
        };
        if let (Ok(_), Some(id)) = (&line, tournament) {
            match keep_announcement(archive, &place, &id) {
                Ok(title) => announced.extend(title),
                Err(failure) => return stopped = Some(failure),
            }
        }
        let kept = line.as_ref().map_or(Ok(()), |(id, ..)| keep_attachments(archive, &place, id));
        if let Err(failure) = kept {
            return stopped = Some(failure);
        }
        lines.push((place, line));
    })?;
    drop(progress);
    if let Some(failure) = stopped {
        return Err(failure);
    }
    // The next query would update the index anyway; doing it now saves verifying these matches again.
    if lines.iter().any(|(_, line)| line.is_ok()) {
        open(archive, known, false)?;
    }
    let refused = lines.iter().filter(|(_, line)| line.is_err()).count();
    let words = || {
        let mut words = Printout::default();
        for (place, line) in &lines {
            let place = place.shown();
            match line {
                Ok((id, became, step)) => {
                    let file = archive.file_of(id);
                    let tone = if *became == AddOutcome::Same { None } else { Some(Tone::Good) };
                    let said = format!("{}: {place}, {step} steps, as {}", became.words(), file.shown());
                    match tone {
                        Some(tone) => words.tone(tone, said),
                        None => words.line(said),
                    }
                }
                Err(why) => words.tone(Tone::Bad, format!("refused: {place}: {why}")),
            }
        }
        announced.iter().for_each(|title| words.tone(Tone::Good, format!("tournament: {title}")));
        words
    };
    let value = || {
        let line = |(place, line): &(PathBuf, Result<(String, AddOutcome, u64), String>)| match line {
            Ok((id, became, step)) => json!({"folder": place, "ok": true, "match": id, "became": became.words(),
                                              "steps": step, "file": archive.file_of(id)}),
            Err(why) => json!({"folder": place, "ok": false, "why": why}),
        };
        let lines: Vec<Value> = lines.iter().map(line).collect();
        json!({"ok": refused == 0, "matches": lines, "tournaments": announced})
    };
    out::answer(format, words, value)?;
    match (refused, format) {
        (0, _) => Ok(()),
        (_, Format::Json) => Err(Failure::Negative(Vec::new())),
        (count, Format::Text) => {
            let problem = Problem::new(format!("{} not taken in", are(count, "match was", "matches were")));
            Err(Failure::no(problem.advice(
                "the reasons are above; for a match that does not verify, `adjutant verify FOLDER` gives the details",
            )))
        }
    }
}

fn are(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The folders of matches; a folder that contains several matches stands for all of them.
fn places(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut places = Vec::new();
    for path in named {
        if has_charter(path) || is_packed(path) {
            places.push(folder_of(path));
            continue;
        }
        if !path.is_dir() {
            let problem = Problem::new("there is no such folder").advice("check the spelling of the path");
            return Err(Failure::cannot_in(path, problem));
        }
        let packed = packed_in(path);
        let below = match_folders::matches(path)?;
        if below.is_empty() && packed.is_empty() {
            let problem = Problem::new("there is no match in this folder or beneath it");
            return Err(Failure::cannot_in(path, problem.advice("name a match folder")));
        }
        places.extend(packed);
        places.extend(below.into_iter().map(|found| found.path));
    }
    Ok(places)
}

/// The files of matches in an archive, or in its folder `matches`.
fn packed_in(path: &Path) -> Vec<PathBuf> {
    let inside = path.join(MATCHES);
    let folder = if inside.is_dir() { &inside } else { path };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut packed: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_packed(path)).collect();
    packed.sort();
    packed
}

/// Reads and verifies a match.
fn read(place: &Path, args: &Args) -> Result<Read, String> {
    let folder = Folder::read(place).map_err(|failure| failure_text(&failure))?;
    read_all(verified_file::with_earlier(folder)?, args)
}

fn read_all(matches: Matches, args: &Args) -> Result<Read, String> {
    let held = verified_file::verify_matches(&matches)?;
    if held.partial && !args.partial {
        return Err("something in the match could not be checked; add it anyway with --partial".to_owned());
    }
    let (id, over, step, tournament) = {
        let chain = Chain::build(&matches[0].files).map_err(|problem| problem.message)?;
        let Some(newest) = chain.newest() else { return Err("the match has not begun".to_owned()) };
        let head = &newest.state.typed;
        let tournament = chain.charter.typed.event.as_ref().map(|event| event.tournament.to_string());
        (chain.match_id.to_string(), head.outcome.is_some(), head.step, tournament)
    };
    if !over && !args.unfinished {
        return Err("the match is not over; add it anyway with --unfinished".to_owned());
    }
    let bytes = pack(&matches).map_err(|failure| failure_text(&failure))?;
    Ok(Read { id, matches, held, bytes, step, tournament })
}

/// Writes a match to its archive file, merged with what is already there.
fn keep(
    archive: &Archive,
    new: Read,
    args: &Args,
    known: &mut BTreeMap<Bytes32, VerificationFindings>,
) -> Result<(String, AddOutcome, u64), Failure> {
    let path = archive.file_of(&new.id);
    let refuse = |why: String| Failure::no(Problem::new(why));
    let (new, became) = match path.exists() {
        false => (new, AddOutcome::Added),
        true => {
            let (bytes, _) = verified_file::read(&path)?;
            if bytes == new.bytes {
                (new, AddOutcome::Same)
            } else {
                let there = verified_file::matches_in(&path, &bytes);
                let there =
                    there.map_err(|why| refuse(format!("the archive's file of this match is damaged: {why}")))?;
                together(there, new, args, &bytes).map_err(refuse)?
            }
        }
    };
    if became != AddOutcome::Same {
        files::write(&path, &new.bytes).map_err(|problem| Failure::cannot_in(&path, problem))?;
    }
    known.insert(Bytes32(Sha256::digest(&new.bytes).into()), new.held.clone());
    let line = (new.id.clone(), became, new.step);
    new.matches.into_iter().for_each(Folder::close);
    Ok(line)
}

/// Keeps the announcement of a match's tournament, if it lies where the match comes from and the archive does not have it;
/// returns its title.
fn keep_announcement(archive: &Archive, place: &Path, tournament: &str) -> Result<Option<String>, Failure> {
    let path = archive.path.join(TOURNAMENTS).join(format!("{tournament}{YAML}"));
    if path.exists() {
        return Ok(None);
    }
    let Some(found) = Announcement::beside(place, tournament) else { return Ok(None) };
    files::write(&path, found.text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    Ok(Some(found.about.title))
}

/// Keeps the files that another archive has beside this match, if the match comes from an archive and they verify.
fn keep_attachments(archive: &Archive, place: &Path, match_id: &str) -> CommandResult {
    let other = is_packed(place).then(|| place.canonicalize().ok()).flatten();
    let Some(other) = other.as_ref().and_then(|place| place.parent()?.parent()) else { return Ok(()) };
    let other = Archive { path: other.to_owned() };
    for (from, sha256) in attachments::listed(&other)?.into_keys().filter(|(from, _)| from == match_id) {
        let [document, file] = attachments::places(archive, &from, &sha256);
        if document.exists() || attachments::read_attachment(&other, &from, &sha256).is_err() {
            continue;
        }
        let [own_document, own_file] = attachments::places(&other, &from, &sha256);
        for (from, to) in [(own_file, file), (own_document, document)] {
            let bytes = files::read(&from, attachments::MAX_BYTES)?;
            files::write(&to, &bytes).map_err(|problem| Failure::cannot_in(&to, problem))?;
        }
    }
    Ok(())
}

/// Merges two copies of a match, and says whether the result has more than the first.
fn together(mut there: Matches, new: Read, args: &Args, bytes: &[u8]) -> Result<(Read, AddOutcome), String> {
    for (own, other) in there.iter_mut().zip(&new.matches) {
        own.files.absorb("", &other.files);
    }
    new.matches.into_iter().for_each(Folder::close);
    let both = Args { folders: Vec::new(), unfinished: true, partial: args.partial || new.held.partial };
    let both = read_all(there, &both).map_err(|why| format!("it contradicts the copy in the archive: {why}"))?;
    let became = if both.bytes == bytes { AddOutcome::Same } else { AddOutcome::Grown };
    Ok((both, became))
}
