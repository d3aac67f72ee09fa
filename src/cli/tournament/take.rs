//! `tournament take`: what came by mail, taken in; the director takes what players sign, players take what the director signs.

use std::path::{Path, PathBuf};

use adjutant_mail::mailbox::{self, Source};
use adjutant_mail::message;
use adjutant_mail::pieces::{self, Part};
use adjutant_mail::repairs::{self, Verdict};
use serde_json::json;
use tournament::chain::official_key;
use tournament::documents::Tournament;
use tournament::signed::{Filed, Typed};

use super::folder::{DOCUMENTS, TournamentFolder, file_name, fork_problem};
use crate::cli::out::{self, Printout, Tone};
use crate::cli::{Answer, Failure, Format, files};
use crate::document::{Bytes32, Problem};

/// Take in documents of a tournament: mails, mailboxes, archives, pasted texts or files.
///
/// Each is filed if its signature holds and it belongs to this tournament. A folder that has no tournament yet takes the
/// announcement first. Where the director has signed two ways on, both are kept, and you are told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, mailboxes or folders of mails; `-` reads standard input.
    #[arg(value_name = "PATH", required = true, num_args = 1..)]
    paths: Vec<PathBuf>,
    /// The tournament's folder [default: the current folder, or the nearest one above it with a tournament].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// What came of it.
#[derive(Default)]
struct Taken {
    new: Vec<(String, PathBuf)>,
    known: usize,
    aside: Vec<(String, String)>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let place = super::folder::Place::at(args.folder.clone());
    let path = match (place.find(), args.folder) {
        (Ok(path), _) => path,
        // A new folder, for the announcement.
        (Err(_), Some(folder)) => folder,
        (Err(failure), None) => return Err(failure),
    };
    let mut parts = Vec::new();
    let mut taken = Taken::default();
    for path in &args.paths {
        let mut each = |source: Source| taken.open(source, &mut parts);
        let read = match path.as_os_str() == "-" {
            true => mailbox::stream("standard input", std::io::stdin().lock(), &mut each),
            false => mailbox::each(path, &mut each),
        };
        read.map_err(|error| Failure::cannot_in(path, Problem::new(format!("it cannot be read: {error}"))))?;
    }
    taken.announcement(&path, &parts)?;
    let folder = TournamentFolder::read(&path)?;
    let chain = folder.chain()?;
    for part in &parts {
        taken.file(&path, part, chain.tournament, &chain.announcement.digest)?;
    }
    let after = TournamentFolder::read(&path)?;
    let chain = after.chain()?;
    let (number, head) = (chain.line.len(), chain.head());
    let forks: Vec<Problem> = chain.forks.iter().map(fork_problem).collect();
    let words = || {
        let mut words = Printout::default();
        words.say(format!("{}, {} known.", out::counted(taken.new.len(), "new document"), taken.known));
        for (what, path) in &taken.new {
            words.tone(Tone::Good, format!("  {what}: {}", path.display()));
        }
        for (from, why) in &taken.aside {
            words.tone(Tone::Beware, format!("Not taken, from {from}: {why}."));
        }
        for problem in &forks {
            words.tone(Tone::Bad, format!("{} [protocol 12.1].", problem.message));
        }
        words.say(format!("The chain's head is number {number}, {head}."));
        words
    };
    let value = || {
        let new: Vec<_> = taken.new.iter().map(|(what, path)| json!({"what": what, "file": path})).collect();
        let aside: Vec<_> = taken.aside.iter().map(|(from, why)| json!({"from": from, "why": why})).collect();
        let forks: Vec<&str> = forks.iter().map(|problem| problem.message.as_str()).collect();
        json!({"ok": forks.is_empty(), "new": new, "known": taken.known, "aside": aside, "forks": forks, "number": number,
               "head": head})
    };
    out::answer(format, words, value)?;
    let nothing = taken.new.is_empty() && taken.known == 0;
    if forks.is_empty() && !nothing { Ok(()) } else { Err(Failure::No(Vec::new())) }
}

impl Taken {
    /// The parts of a mail or file.
    fn open(&mut self, source: Source, parts: &mut Vec<Part>) {
        let name = source.name;
        let opened = source.bytes.and_then(|bytes| match message::is_mail(&bytes) {
            true => message::read(&bytes).map(|mail| mail.parts),
            false => Ok(vec![Part { name: name.clone(), bytes }]),
        });
        let mut room = pieces::MOST_BYTES;
        for part in opened.unwrap_or_else(|why| {
            self.aside.push((name.clone(), why));
            Vec::new()
        }) {
            match pieces::open(part, &mut room) {
                Ok(opened) => parts.extend(opened),
                Err(why) => self.aside.push((name.clone(), why)),
            }
        }
    }

    /// Files the announcement, if the folder has none.
    fn announcement(&mut self, path: &Path, parts: &[Part]) -> Answer {
        if path.join(DOCUMENTS).is_dir() {
            return Ok(());
        }
        let signed = |filed: &Filed| match &filed.typed {
            Typed::Tournament(tournament) => filed.check_signature(&[tournament.director.key]).is_ok(),
            _ => false,
        };
        for part in parts {
            let found = found_in(part, &|filed| signed(filed));
            if let Some((filed, bytes)) = found.into_iter().next() {
                let place = path.join(file_name(&filed));
                files::write(&place, &bytes).map_err(|problem| Failure::cannot_in(&place, problem))?;
                self.new.push(("the announcement of the tournament".to_owned(), place));
                return Ok(());
            }
        }
        let problem = Problem::new("this folder has no tournament, and no announcement of one came");
        Err(Failure::no(problem.advice("name the announcement, or the folder of the tournament with --folder")))
    }

    /// Files the documents of a part.
    fn file(&mut self, path: &Path, part: &Part, tournament: &Tournament, id: &Bytes32) -> Answer {
        let holds = |filed: &Filed| filed.tournament() == *id && is_signed(filed, tournament);
        let found = found_in(part, &holds);
        if found.is_empty() {
            self.aside.push((part.name.clone(), "no document of this tournament whose signature holds".to_owned()));
        }
        for (filed, bytes) in found {
            let mut name = file_name(&filed);
            let there = files::read(&path.join(&name), files::MOST_BYTES).ok();
            if let Some(there) = there {
                if Filed::read(&name, &there).is_ok_and(|there| there.digest == filed.digest) {
                    self.known += 1;
                    continue;
                }
                let digest = filed.digest.to_string();
                name = name.replace(".yaml", &format!("-{}.yaml", digest.get(..8).unwrap_or_default()));
            }
            let place = path.join(&name);
            if place.exists() {
                self.known += 1;
                continue;
            }
            files::write(&place, &bytes).map_err(|problem| Failure::cannot_in(&place, problem))?;
            self.new.push((format!("{} of {}", filed.kind().as_str(), filed.signer()), place));
        }
        Ok(())
    }
}

/// Whether the signature holds, under the key of its official; or, of a player's document, under the key that it names.
fn is_signed(filed: &Filed, tournament: &Tournament) -> bool {
    let key = match filed.kind().is_players() {
        true => filed.signatures().first().map(|signature| signature.key),
        false => official_key(tournament, &filed.signer()),
    };
    key.is_some_and(|key| filed.check_signature(&[key]).is_ok())
}

/// The documents of a tournament in a part, whatever mail has done to it.
fn found_in(part: &Part, holds: &dyn Fn(&Filed) -> bool) -> Vec<(Filed, Vec<u8>)> {
    let mut judge = |bytes: &[u8]| match Filed::read(&part.name, bytes) {
        Ok(filed) if holds(&filed) => Verdict::Holds,
        Ok(_) => Verdict::Wrong("its signature does not hold, or it belongs to another tournament".to_owned()),
        Err(problem) => Verdict::Unreadable(problem.message),
    };
    let documents = repairs::documents(&part.bytes, &mut judge);
    let good = documents.into_iter().filter(|one| one.fault.is_none());
    good.filter_map(|one| Some((Filed::read(&part.name, &one.bytes).ok()?, one.bytes))).collect()
}
