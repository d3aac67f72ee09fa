//! `archive verify`: verify every match of an archive from scratch.

use std::collections::BTreeMap;
use std::path::PathBuf;

use archive::Index;
use archive::model::Notice;
use serde_json::{Value, json};

use super::archive_folder::Archive;
use super::attachments;
use super::match_count::count;
use super::summary::VerificationFindings;
use super::tournaments::{self, TOURNAMENTS};
use super::verified_file::{self, VerifiedFile};
use crate::cli::folder::Folder;
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{CommandResult, Failure, Format, suggested_commands};
use crate::document::{Bytes32, Problem};

/// Verify every match of an archive from its files alone.
///
/// Names each match that does not verify, with the reason, and everything that rests on a person's word, such as
/// rulings and continued matches. Also says whether the index agrees with the files; no match depends on that.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the matches whose ids begin with these digits [default: all].
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Also name the matches that verify.
    #[arg(long)]
    all: bool,
}

/// How the index compares with the files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agrees {
    Yes,
    No,
    /// There is no index, it came from elsewhere, or only some matches are checked.
    Unknown,
}

pub fn run(archive: &Archive, args: &Args, format: Format) -> CommandResult {
    let mut names = archive.names()?;
    names.retain(|name| args.ids.is_empty() || args.ids.iter().any(|id| name.starts_with(id.as_str())));
    if names.is_empty() {
        let problem = Problem::new("no match in this archive has an id like this");
        return Err(Failure::cannot_in(&archive.path, problem.advice("list them with `adjutant archive find`")));
    }
    let progress = Progress::new("verifying", names.len());
    let (known, mut taken) = (BTreeMap::new(), Vec::<CheckedFile>::new());
    parallel_in_order(names.len(), &|n| Ok(CheckedFile::of(archive, &names[n], &known)), |one| {
        progress.step();
        taken.push(one);
    })?;
    drop(progress);
    let agrees = if args.ids.is_empty() { agrees(archive, &taken) } else { Agrees::Unknown };
    let failed = taken.iter().filter(|one| one.why.is_some()).count();
    let resting = taken.iter().filter(|one| !one.words.is_empty()).count();
    let announced = if args.ids.is_empty() { tournaments::all(archive)? } else { Vec::new() };
    let beside = Beside::of(archive, &args.ids)?;
    let foreign = if args.ids.is_empty() { archive.foreign()? } else { Vec::new() };
    let unannounced = announced.iter().filter(|(_, found)| found.is_err()).count() + beside.wrong.len();
    let ok = failed == 0 && unannounced == 0 && agrees != Agrees::No;
    let words = || {
        let mut words = Printout::default();
        for one in &taken {
            let place = archive.place_of(&one.name);
            match &one.why {
                Some(why) => words.tone(Tone::Bad, format!("does not verify: {}: {why}", place.shown())),
                None if args.all => words.tone(Tone::Good, format!("verifies: {}: {}", place.shown(), one.title)),
                None => {}
            }
            for word in &one.words {
                words.tone(Tone::Caution, format!("on a person's word: {}: {word}", place.shown()));
            }
            if one.partial {
                words.tone(Tone::Caution, format!("not fully checked: {}: {}", place.shown(), one.title));
            }
        }
        for (name, found) in &announced {
            let place = archive.path.join(TOURNAMENTS).join(name);
            match found {
                Err(why) => words.tone(Tone::Bad, format!("does not verify: {}: {}", place.shown(), why.message)),
                Ok(one) if args.all => words.tone(Tone::Good, format!("verifies: {}: {}", place.shown(), one.title)),
                Ok(_) => {}
            }
        }
        for (place, why) in &beside.wrong {
            words.tone(Tone::Bad, format!("does not verify: {}: {why}", place.shown()));
        }
        for place in &foreign {
            words.tone(Tone::Caution, format!("not a file of the archive: {}", place.shown()));
        }
        let held = taken.len() - failed;
        words.tone(
            if failed == 0 { Tone::Good } else { Tone::Bad },
            format!(
                "{held} of {} {}.",
                count(taken.len() as u64),
                if taken.len() == 1 { "verifies" } else { "verify" }
            ),
        );
        if beside.right > 0 {
            let files = if beside.right == 1 { "1 file".to_owned() } else { format!("{} files", beside.right) };
            words.line(format!(
                "{files} beside the matches as signed by whoever brought them; nothing else proves them."
            ));
        }
        if resting > 0 {
            let rest = if resting == 1 { "1 rests".to_owned() } else { format!("{resting} rest") };
            words.line(format!("{rest} partly on a person's word."));
        }
        match agrees {
            Agrees::Yes => words.line("The index agrees with the files."),
            Agrees::No => words.tone(Tone::Bad, "The index does not agree with the files; the next search updates it."),
            Agrees::Unknown => {}
        }
        words
    };
    let value = || {
        let one = |one: &CheckedFile| {
            json!({"file": archive.place_of(&one.name), "sha256": one.sha256, "ok": one.why.is_none(), "why": one.why,
                   "title": one.title, "rests_on": one.words, "partial": one.partial})
        };
        let index = match agrees {
            Agrees::Yes => json!("agrees"),
            Agrees::No => json!("differs"),
            Agrees::Unknown => Value::Null,
        };
        let announced: Vec<Value> = announced
            .iter()
            .map(|(name, found)| {
                let why = found.as_ref().err().map(|problem| &problem.message);
                let title = found.as_ref().ok().map(|one| &one.title);
                json!({"file": archive.path.join(TOURNAMENTS).join(name), "ok": why.is_none(), "why": why, "title": title})
            })
            .collect();
        let wrong: Vec<Value> = beside.wrong.iter().map(|(place, why)| json!({"file": place, "why": why})).collect();
        json!({"ok": ok, "tournaments": announced, "attachments": {"verified": beside.right, "failed": wrong}, "matches": taken.iter().map(one).collect::<Vec<_>>(), "failed": failed, "foreign": foreign, "index": index})
    };
    out::answer(format, words, value)?;
    match (ok, format) {
        (true, _) => Ok(()),
        (false, Format::Json) => Err(Failure::Negative(Vec::new())),
        (false, Format::Text) if failed == 0 && unannounced > 0 => {
            let problem = Problem::new("some documents beside the matches of this archive do not verify");
            let advice = "get another copy of each; no match depends on them. The folder of a tournament has its announcement as \
                          documents/0000-tournament.yaml";
            Err(Failure::no_in(&archive.path, problem.advice(advice)))
        }
        (false, Format::Text) if failed == 0 => {
            let advice = format!(
                "make it again with `adjutant archive index --rebuild --archive {}`",
                suggested_commands::shell_quoted(&archive.path)
            );
            let problem = Problem::new("the index is out of date or damaged, or another program wrote it");
            Err(Failure::no_in(archive.index_path(), problem.advice(advice)))
        }
        (false, Format::Text) => {
            let problem = Problem::new("some matches of this archive do not verify");
            Err(Failure::no_in(
                &archive.path,
                problem.advice(
                    "get another copy of each file that does not verify; the other matches do not depend on it",
                ),
            ))
        }
    }
}

/// The files of other programs beside the matches.
struct Beside {
    right: usize,
    /// Those that do not verify, and why.
    wrong: Vec<(PathBuf, String)>,
}

impl Beside {
    /// Verifies those beside the matches with these ids, or all.
    fn of(archive: &Archive, ids: &[String]) -> Result<Beside, Failure> {
        let mut beside = Beside { right: 0, wrong: Vec::new() };
        for (match_id, sha256) in attachments::listed(archive)?.into_keys() {
            if !ids.is_empty() && !ids.iter().any(|id| match_id.starts_with(id.as_str())) {
                continue;
            }
            let found = match archive.file_of(&match_id).exists() {
                true => attachments::read_attachment(archive, &match_id, &sha256),
                false => Err(Problem::new("the archive does not have its match")),
            };
            match found {
                Ok(_) => beside.right += 1,
                Err(why) => {
                    let [document, file] = attachments::places(archive, &match_id, &sha256);
                    beside.wrong.push((if document.exists() { document } else { file }, why.message));
                }
            }
        }
        Ok(beside)
    }
}

/// What is kept of a verified file.
struct CheckedFile {
    name: String,
    sha256: Bytes32,
    title: String,
    why: Option<String>,
    words: Vec<String>,
    partial: bool,
}

impl CheckedFile {
    fn of(archive: &Archive, name: &str, known: &BTreeMap<Bytes32, VerificationFindings>) -> CheckedFile {
        let VerifiedFile { sha256, found, .. } = verified_file::read_and_verify(&archive.place_of(name), known);
        let mut seen = CheckedFile {
            name: name.to_owned(),
            sha256,
            title: String::new(),
            why: None,
            words: Vec::new(),
            partial: false,
        };
        match found {
            Ok((matches, held)) => {
                let word = |one: &Notice| format!("step {}: {}: {}", one.step, one.kind, one.words);
                seen.title = matches[0].charter().map_or_else(|_| String::new(), |charter| charter.typed.title.clone());
                seen.words = held.notices.iter().map(word).collect();
                seen.partial = held.partial;
                matches.into_iter().for_each(Folder::close);
            }
            Err(why) => seen.why = Some(why),
        }
        seen
    }
}

/// Whether the index is this program's own, undamaged, and made from exactly these files.
fn agrees(archive: &Archive, taken: &[CheckedFile]) -> Agrees {
    match archive.has_own_index() {
        None => return Agrees::Unknown,
        Some(false) => return Agrees::No,
        Some(true) => {}
    }
    let files = Index::open(&archive.index_path()).and_then(|index| {
        let sound = index.is_sound()?;
        Ok(if sound { index.files()? } else { Vec::new() })
    });
    let Ok(files) = files else { return Agrees::No };
    let same = |(file, one): (&(String, String, Option<String>), &CheckedFile)| {
        file.0 == one.name && file.1 == one.sha256.to_string() && file.2.is_some() == one.why.is_some()
    };
    match files.len() == taken.len() && files.iter().zip(taken).all(same) {
        true => Agrees::Yes,
        false => Agrees::No,
    }
}
