//! `tournament take`: file what came by mail; the director takes what players sign, players take what the director
//! signs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use adjutant_mail::contents::Contents;
use adjutant_mail::mailbox::{self, Source};
use adjutant_mail::message::Message;
use adjutant_mail::part::Part;
use adjutant_mail::repairs::{self, Verdict};
use serde_json::{Value, json};
use tournament::chain::{Chain, official_key};
use tournament::documents::{Entry, Kind, Tournament};
use tournament::reminder::{self, Reminder};
use tournament::signed::{ParsedDocument, Typed, kind_of};
use tournament::state::TournamentState;

use super::clashing_entries::{clash_words, same, short};
use super::folder::{CLASHING, DOCUMENTS, MATCHES, TournamentFolder, damage_lines, file_name, fork_problem};
use super::result::match_folder;
use super::seats::{game_words, unfit};
use crate::cli::mail::receive::{MatchMail, MatchMailReport, charters_of, file_into_matches};
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{CommandResult, Failure, Format, files, wall_clock};
use crate::document::{Bytes32, Form, Id, Problem, harmless, read, write};

/// Take in documents of a tournament: mails, mailboxes, archives, pasted texts or files.
///
/// Each is filed if its signature holds and it belongs to this tournament; charters and what players mail of their
/// matches go into matches/. A folder that has no tournament yet takes the announcement first. If the director has
/// signed two different documents for one place in the chain, or if two entries clash, both are kept, and you are told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, mailboxes, folders of mails, or a folder of the tournament; `-` reads standard input.
    #[arg(value_name = "PATH", required = true, num_args = 1..)]
    paths: Vec<PathBuf>,
    /// The tournament's folder [default: the current folder, or the nearest one above it with a tournament].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// An opened mail or file.
struct Opened {
    name: String,
    mail: Message,
    source: Option<Vec<u8>>,
    parts: Vec<Part>,
    unreadable: Vec<String>,
}

/// The result of taking in mails.
#[derive(Default)]
struct Taken {
    new: Vec<(String, PathBuf)>,
    known: usize,
    aside: Vec<(String, String)>,
    /// Clashing entries: a description, and where they are kept.
    clashes: Vec<(String, PathBuf)>,
    /// The documents that are here.
    here: BTreeSet<Bytes32>,
    /// Reminders that officials have signed, in sentences.
    reminders: Vec<String>,
    /// The announcement, if it was filed just now and has not been met among the documents yet.
    announced: Option<Bytes32>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = super::folder::TournamentOption::at(args.folder.clone());
    let folder = match (place.find(), args.folder) {
        (Ok(folder), _) => folder,
        // A folder that does not exist yet, for the announcement.
        (Err(_), Some(folder)) => folder,
        (Err(failure), None) => return Err(failure),
    };
    let mut opened = Vec::new();
    let mut taken = Taken::default();
    let progress = Progress::reading("reading mails", &args.paths);
    for path in &args.paths {
        let mut each = |source: Source| {
            progress.step();
            opened.extend(taken.open(source));
        };
        if path.as_os_str() == "-" {
            let read = mailbox::stream("standard input", std::io::stdin().lock(), &mut each);
            read.map_err(|error| unreadable(path, &error))?;
            continue;
        }
        if files::are_same(path, &folder) {
            let problem = Problem::new("this is the tournament's own folder, so there is nothing to take in");
            return Err(Failure::cannot_in(path, problem.advice("name a mail, a mailbox, a file or another folder")));
        }
        mailbox::each(path, &is_no_mail, &mut each).map_err(|error| unreadable(path, &error))?;
    }
    drop(progress);
    taken.announcement(&folder, &opened)?;
    let for_matches = taken.documents(&folder, opened)?;
    let after = TournamentFolder::read(&folder)?;
    let chain = after.chain()?;
    let matches = taken.matches(&after, &chain, for_matches)?;
    let (number, head) = (chain.line.len(), chain.head());
    let forks: Vec<Problem> = chain.forks.iter().map(fork_problem).collect();
    let damage = after.damage(&chain);
    let new: Vec<&(String, PathBuf)> = taken.new.iter().chain(&matches.new).collect();
    let known = taken.known + matches.known;
    let aside: Vec<&(String, String)> = taken.aside.iter().chain(&matches.aside).collect();
    let words = || {
        let mut words = Printout::default();
        words.line(format!("{}, {known} known.", out::counted(new.len(), "new document")));
        for (what, path) in &new {
            words.tone(Tone::Good, format!("  {what}: {}", path.shown()));
        }
        taken.reminders.iter().for_each(|line| words.tone(Tone::Caution, line));
        for (from, why) in &aside {
            words.tone(Tone::Caution, format!("Not taken, from {from}: {why}."));
        }
        for problem in &forks {
            words.tone(Tone::Bad, format!("{} [protocol 12.1].", problem.message));
        }
        for line in &matches.conflicts {
            words.tone(Tone::Bad, format!("{line}."));
        }
        for (what, path) in &taken.clashes {
            words.tone(Tone::Bad, format!("Entries clash: {what} [protocol 12.2]. Kept apart: {}.", path.shown()));
        }
        if !taken.clashes.is_empty() {
            words.line(format!(
                "The first entry counts until the director decides: `{}` lists them.",
                after.hint("status")
            ));
        }
        damage_lines(&damage).iter().for_each(|line| words.tone(Tone::Bad, line));
        for (path, title, lines) in &matches.standing {
            words.line(format!("'{}' ({}):", harmless(title), path.shown()));
            lines.iter().for_each(|line| words.line(format!("  {line}")));
        }
        words.line(format!("The chain ends with document {number}, {head}."));
        words
    };
    let value = || {
        let list = |list: &[&(String, PathBuf)]| -> Vec<Value> {
            list.iter().map(|(what, path)| json!({"what": what, "file": path})).collect()
        };
        let aside: Vec<Value> = aside.iter().map(|(from, why)| json!({"from": from, "why": why})).collect();
        let forks: Vec<&str> = forks.iter().map(|problem| problem.message.as_str()).collect();
        let clashes: Vec<&(String, PathBuf)> = taken.clashes.iter().collect();
        let standing: Vec<Value> = matches
            .standing
            .iter()
            .map(|(folder, title, lines)| json!({"folder": folder, "title": title, "next": lines}))
            .collect();
        let ok = forks.is_empty() && clashes.is_empty() && matches.conflicts.is_empty();
        json!({"ok": ok, "new": list(&new), "known": known, "aside": aside, "reminders": taken.reminders, "forks": forks, "clashes": list(&clashes),
               "conflicts": matches.conflicts, "damage": damage_lines(&damage), "matches": standing, "number": number,
               "head": head})
    };
    out::answer(format, words, value)?;
    let nothing = new.is_empty() && known == 0 && taken.clashes.is_empty() && taken.reminders.is_empty();
    let alarm = !forks.is_empty() || !taken.clashes.is_empty() || !matches.conflicts.is_empty();
    if alarm || nothing { Err(Failure::Negative(Vec::new())) } else { Ok(()) }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::cannot_in(path, Problem::new(format!("the file cannot be read: {error}")))
}

/// Whether a folder holds drafts, reports or data, which are not mailed.
fn is_no_mail(folder: &Path) -> bool {
    ["drafts", "reports", "packs", "rejected"].iter().any(|name| folder.ends_with(name))
}

impl Taken {
    /// The parts of a mail or file.
    fn open(&mut self, source: Source) -> Option<Opened> {
        let name = source.name;
        let read = source.bytes.and_then(|bytes| Ok((Contents::of(&name, &bytes)?, bytes)));
        let (contents, bytes) = match read {
            Ok(read) => read,
            Err(why) => {
                self.aside.push((name, why));
                return None;
            }
        };
        let Contents { mail, is_mail, parts, faults, unreadable } = contents;
        // What cannot be read is told only of a mail that has nothing else.
        let told = unreadable.iter().filter(|_| parts.is_empty()).cloned();
        self.aside.extend(faults.into_iter().chain(told).map(|why| (name.clone(), why)));
        Some(Opened { name, mail, source: is_mail.then_some(bytes), parts, unreadable })
    }

    /// Files the announcement, if the folder has none.
    fn announcement(&mut self, path: &Path, opened: &[Opened]) -> CommandResult {
        if path.join(DOCUMENTS).is_dir() {
            return Ok(());
        }
        let signed = |filed: &ParsedDocument| match &filed.typed {
            Typed::Tournament(tournament) => filed.check_signature(&[tournament.director.key]).is_ok(),
            _ => false,
        };
        for part in opened.iter().flat_map(|one| &one.parts) {
            let found = found_in(part, &|filed| signed(filed)).0;
            if let Some((filed, bytes)) = found.into_iter().next() {
                let place = path.join(file_name(&filed));
                files::write(&place, &bytes).map_err(|problem| Failure::cannot_in(&place, problem))?;
                self.new.push(("the announcement of the tournament".to_owned(), place));
                self.announced = Some(filed.digest);
                return Ok(());
            }
        }
        let problem =
            Problem::new("this folder has no tournament, and the files that you named have no announcement of one");
        Err(Failure::no(problem.advice("name the announcement, or the folder of the tournament with --folder")))
    }

    /// Files the documents of the tournament, those of the chain first, and returns what is left for its matches.
    fn documents(&mut self, path: &Path, opened: Vec<Opened>) -> Result<Vec<MatchMail>, Failure> {
        let folder = TournamentFolder::read(path)?;
        let chain = folder.chain()?;
        let (tournament, id) = (chain.tournament, chain.announcement.digest);
        self.here.extend(folder.documents.read.keys());
        let season = folder.season_so_far(&chain).ok();
        let holds = |filed: &ParsedDocument| filed.tournament() == id && is_signed(filed, tournament, season.as_ref());
        let (mut of_chain, mut of_players, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for one in opened {
            let (mut rest, mut mixed, mut is_known) = (Vec::new(), Vec::new(), false);
            for part in one.parts {
                if let Some(reminded) = reminders_in(&part) {
                    is_known = true;
                    self.remind(reminded, tournament, &id, season.as_ref());
                    continue;
                }
                let (found, faults) = found_in(&part, &holds);
                is_known |= !found.is_empty();
                if found.is_empty() && faults.is_empty() {
                    rest.push(part);
                    continue;
                }
                self.aside.extend(faults.into_iter().map(|why| (part.name.clone(), why)));
                let (players, officials): (Vec<_>, Vec<_>) =
                    found.into_iter().partition(|(filed, _)| filed.kind().is_players());
                of_chain.extend(officials);
                of_players.extend(players);
                is_known = true;
                // One text may contain documents of the tournament and of matches.
                if ParsedDocument::read(&part.name, &part.bytes).is_err() {
                    mixed.push(part);
                }
            }
            for (parts, is_quiet) in [(rest, false), (mixed, true)].into_iter().filter(|(parts, _)| !parts.is_empty()) {
                let (name, mail, source) = (one.name.clone(), one.mail.clone(), one.source.clone());
                let unreadable = one.unreadable.clone();
                left.push(MatchMail { name, mail, parts, unreadable, source, is_known, is_quiet });
            }
        }
        let mut takes: BTreeSet<Bytes32> =
            chain.line.iter().filter_map(|filed| filed.link()).flat_map(|link| link.takes).collect();
        for (filed, bytes) in of_chain {
            takes.extend(filed.link().into_iter().flat_map(|link| link.takes));
            self.file(path, &filed, &bytes)?;
        }
        let entries = folder.documents.read.values().filter_map(|filed| match &filed.typed {
            Typed::Entry(entry) => Some((filed.digest, entry.clone())),
            _ => None,
        });
        let mut entries: Vec<(Bytes32, Entry)> = entries.collect();
        let mut appeals = WaitingAppeals::of(&folder, season.as_ref(), &takes);
        for (filed, bytes) in of_players {
            if self.here.contains(&filed.digest) {
                self.known += 1;
                continue;
            }
            if !takes.contains(&filed.digest) && !appeals.has_room(&filed) {
                continue;
            }
            let Typed::Entry(entry) = &filed.typed else {
                self.file(path, &filed, &bytes)?;
                continue;
            };
            // The director has already decided on entries that the chain takes.
            let clash = match takes.contains(&filed.digest) {
                true => None,
                false => entries.iter().find_map(|(_, other)| Some((same(entry, other)?, other.player.clone()))),
            };
            match clash {
                None => self.file(path, &filed, &bytes)?,
                Some((same, other)) => {
                    let place =
                        path.join(CLASHING).join(format!("entry-{}-{}.yaml", entry.player, short(&filed.digest)));
                    files::write(&place, &bytes).map_err(|problem| Failure::cannot_in(&place, problem))?;
                    self.here.insert(filed.digest);
                    self.clashes.push((clash_words(entry, same, &other), place));
                }
            }
            entries.push((filed.digest, entry.clone()));
        }
        self.aside.extend(appeals.surplus_words());
        Ok(left)
    }

    /// Files a document of the tournament.
    fn file(&mut self, path: &Path, filed: &ParsedDocument, bytes: &[u8]) -> CommandResult {
        if !self.here.insert(filed.digest) {
            // The announcement that was filed just now is new; any other copy of it is known.
            match self.announced == Some(filed.digest) {
                true => self.announced = None,
                false => self.known += 1,
            }
            return Ok(());
        }
        let mut name = file_name(filed);
        if path.join(&name).exists() {
            name = name.replace(".yaml", &format!("-{}.yaml", short(&filed.digest)));
        }
        let place = path.join(&name);
        files::write(&place, bytes).map_err(|problem| Failure::cannot_in(&place, problem))?;
        self.new.push((format!("{} of {}", kind_words(filed), filed.signer()), place));
        Ok(())
    }

    /// Puts charters of the tournament's games into their folders, and then everything else that belongs to matches.
    fn matches(
        &mut self,
        folder: &TournamentFolder,
        chain: &Chain<'_>,
        came: Vec<MatchMail>,
    ) -> Result<MatchMailReport, Failure> {
        if came.is_empty() {
            return Ok(MatchMailReport::default());
        }
        let mut came = came;
        if let Ok(season) = folder.season_so_far(chain) {
            for one in &mut came {
                let mut fit = Vec::new();
                for part in std::mem::take(&mut one.parts) {
                    if self.charters(folder, &season, &part)? {
                        fit.push(part);
                    }
                }
                one.parts = fit;
            }
        }
        let root = folder.path.join(MATCHES);
        std::fs::create_dir_all(&root)
            .map_err(|error| Failure::cannot_in(&root, Problem::new(format!("cannot make the folder: {error}"))))?;
        file_into_matches(&root, came)
    }
}

impl Taken {
    /// Puts the charters in a part into the folders of their games that have none yet. Returns whether all of them fit
    /// their games.
    fn charters(
        &mut self,
        folder: &TournamentFolder,
        season: &TournamentState<'_>,
        part: &Part,
    ) -> Result<bool, Failure> {
        let mut all_fit = true;
        for charter in charters_of(part) {
            let event = charter.typed.event.as_ref().filter(|event| event.tournament == season.id);
            let Some(key) = event.map(|event| (event.round, event.board, event.leg)) else {
                let title = harmless(&charter.typed.title).into_owned();
                self.aside
                    .push((format!("the charter of '{title}'"), "it is not a game of this tournament".to_owned()));
                all_fit = false;
                continue;
            };
            let what = format!("the charter of game {}", game_words(key));
            if let Some(problem) = unfit(&charter.typed, season, key, false).into_iter().next() {
                self.aside.push((what, problem.message));
                all_fit = false;
                continue;
            }
            let path = match_folder(folder, key).join("charter.yaml");
            if !path.exists() {
                let text = write(&charter.document.content);
                files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
                self.new.push((what, path));
            }
        }
        Ok(all_fit)
    }
}

impl Taken {
    /// Says who reminds whom of what, if an official of the tournament has signed it.
    fn remind(
        &mut self,
        (reminder, digest): (Reminder, Bytes32),
        tournament: &Tournament,
        id: &Bytes32,
        season: Option<&TournamentState<'_>>,
    ) {
        if let Err(problem) = reminder.check(digest, tournament, id) {
            self.aside.push(("a reminder".to_owned(), problem.message));
            return;
        }
        let mut officials = std::iter::once(&tournament.director).chain(tournament.deputies.iter().flatten());
        let by = officials.find(|official| official.id == reminder.by).map_or("", |official| &official.name);
        let player = season.and_then(|season| season.player(&reminder.player));
        let player = player.map_or_else(|| reminder.player.to_string(), |player| player.name.clone());
        let game = game_words((reminder.round, reminder.board, reminder.leg.unwrap_or(1)));
        let due = reminder.due.as_deref().map(|due| format!(", due {}", wall_clock::shown(due))).unwrap_or_default();
        let issued = wall_clock::shown(&reminder.issued);
        let said = format!("{by} ({}) reminded {player} of game {game}{due}, on {issued}: signed.", reminder.by);
        self.reminders.push(harmless(&said).into_owned());
    }
}

/// The reminder in a part, if it is one.
fn reminders_in(part: &Part) -> Option<(Reminder, Bytes32)> {
    let mut judge = |bytes: &[u8]| match reminder::read(bytes) {
        Some(_) => Verdict::Valid,
        None => Verdict::Unreadable("it is no reminder".to_owned()),
    };
    let may_be = part.bytes.windows(reminder::KIND.len()).any(|word| word == reminder::KIND.as_bytes());
    let found = if may_be { repairs::documents(&part.bytes, &mut judge) } else { Vec::new() };
    found.into_iter().filter(|one| one.fault.is_none()).find_map(|one| reminder::read(&one.bytes))
}

/// What a document is, in a word or two.
pub fn kind_words(filed: &ParsedDocument) -> String {
    filed.kind().as_str().replace('_', " ")
}

/// Whether the signature is valid under the key of the document's official or player. An entry by a player who is not
/// on the roster yet contains its own key.
fn is_signed(filed: &ParsedDocument, tournament: &Tournament, season: Option<&TournamentState<'_>>) -> bool {
    let player = season.and_then(|season| season.player(&filed.signer()));
    let key = match (filed.kind().is_players(), player) {
        (true, Some(player)) if filed.kind() != Kind::Entry => {
            return filed.check_signature(&player.keys).is_ok();
        }
        (true, _) => filed.signatures().first().map(|signature| signature.key),
        (false, _) => official_key(tournament, &filed.signer()),
    };
    key.is_some_and(|key| filed.check_signature(&[key]).is_ok())
}

/// The documents of a tournament in a part, even if mail has damaged their format; and why other documents of a
/// tournament are not valid.
fn found_in(part: &Part, holds: &dyn Fn(&ParsedDocument) -> bool) -> (Vec<(ParsedDocument, Vec<u8>)>, Vec<String>) {
    let is_ours = |bytes: &[u8]| {
        let document = read(&part.name, bytes, Form::Signed);
        document.is_ok_and(|document| kind_of(&document.content).is_some())
    };
    let mut judge = |bytes: &[u8]| match ParsedDocument::read(&part.name, bytes) {
        Ok(filed) if holds(&filed) => Verdict::Valid,
        Ok(_) => Verdict::Wrong("its signature is not valid, or it belongs to another tournament".to_owned()),
        Err(problem) if is_ours(bytes) => Verdict::Wrong(problem.message),
        Err(problem) => Verdict::Unreadable(problem.message),
    };
    let documents = repairs::documents(&part.bytes, &mut judge);
    let faults = documents.iter().filter(|one| one.fault.is_some() && is_ours(&one.bytes));
    let faults = faults.filter_map(|one| one.fault.clone()).collect();
    let good = documents.into_iter().filter(|one| one.fault.is_none());
    (good.filter_map(|one| Some((ParsedDocument::read(&part.name, &one.bytes).ok()?, one.bytes))).collect(), faults)
}

/// How many appeals of one player wait for a decision at a time. Further ones are not kept, so that nobody can fill the folder
/// of a tournament, or the director's day, with appeals.
const MOST_APPEALS: usize = 8;

/// The appeals that wait, and those for which there is no room, by player.
struct WaitingAppeals {
    waiting: BTreeMap<Id, usize>,
    surplus: BTreeMap<Id, usize>,
}

impl WaitingAppeals {
    /// Those that the chain has taken and nobody has decided, and those in the folder that it has not taken.
    fn of(
        folder: &TournamentFolder,
        season: Option<&TournamentState<'_>>,
        takes: &BTreeSet<Bytes32>,
    ) -> WaitingAppeals {
        let mut waiting: BTreeMap<Id, usize> = BTreeMap::new();
        let undecided = season.into_iter().flat_map(|season| &season.appeals).filter(|one| one.decided.is_none());
        let untaken = folder.documents.read.values().filter(|filed| !takes.contains(&filed.digest));
        let untaken = untaken.filter_map(|filed| match &filed.typed {
            Typed::Appeal(appeal) => Some(&appeal.player),
            _ => None,
        });
        for player in undecided.map(|one| &one.appeal.player).chain(untaken) {
            *waiting.entry(player.clone()).or_default() += 1;
        }
        WaitingAppeals { waiting, surplus: BTreeMap::new() }
    }

    /// Whether a document may be kept: an appeal only while fewer of its player wait. It counts it.
    fn has_room(&mut self, filed: &ParsedDocument) -> bool {
        let Typed::Appeal(appeal) = &filed.typed else { return true };
        let waiting = self.waiting.entry(appeal.player.clone()).or_default();
        if *waiting < MOST_APPEALS {
            *waiting += 1;
            return true;
        }
        *self.surplus.entry(appeal.player.clone()).or_default() += 1;
        false
    }

    /// What is not kept, a line for each player.
    fn surplus_words(&self) -> impl Iterator<Item = (String, String)> {
        self.surplus.iter().map(|(player, count)| {
            let appeals = out::counted(*count, "appeal");
            let why = format!(
                "{MOST_APPEALS} appeals of {player} wait for a decision, and no more are kept; decide on those, and take the mail in again"
            );
            (format!("{appeals} of {player}"), why)
        })
    }
}
