//! `receive`: take in whatever a mailbox contains.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use adjutant_mail::compose::is_address;
use adjutant_mail::contents::Contents;
use adjutant_mail::mailbox::{self, Source};
use adjutant_mail::message::Message;
use adjutant_mail::outlook;
use adjutant_mail::part::Part;
use adjutant_mail::received::time_of_arrival;
use adjutant_mail::repairs::{self, Found, Repair};
use chrono::DateTime;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tournament::signed::kind_of;

use super::addresses::{Book, FOLDER};
use super::arrival_log::ArrivalLog;
use super::filing::{DocumentFiler, FilingOutcome, OFFERED};
use super::{match_folders, own_servers, receipt};
use crate::chain::ParsedDocument;
use crate::cli::folder::Folder;
use crate::cli::match_args::{FolderOption, check_name, has_charter};
use crate::cli::matches::status::{other_questions, whose_move};
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{
    CommandResult, Failure, Format, adjudicate, escrow, files, shell_quotes, suggested_commands, wall_clock,
};
use crate::document::{Charter, Form, Problem, harmless, lookalikes, read};

/// Take in documents that came by mail, from mails, mailboxes (mbox, Maildir), zip archives, pasted texts, single
/// files, or `-` for standard input.
///
/// Each document goes to the match that it names, if its signature holds there; file names do not matter. Text that a
/// mail program has quoted, wrapped or prettified is repaired where the signature shows that the repair is right.
/// Nothing is signed or adjudicated unless you say so.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, mailboxes or folders of mails; `-` reads standard input. A match folder among them counts as --folder,
    /// which may also name a folder with many matches. Without one, documents go to the match you are in, else to all
    /// matches beneath the current folder.
    #[arg(value_name = "PATH", required = true, num_args = 1..)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    place: FolderOption,
    /// Answer the turns that wait for you, as `adjutant adjudicate` does.
    #[arg(long)]
    adjudicate: bool,
    /// Sign receipts of what is new, for the clock, as `adjutant receipt` does.
    #[arg(long)]
    receipt: bool,
    /// A mail server of your own, such as mx.example.net, or its domain: only its `Received` line says when a mail came.
    /// May be given several times. The file `servers` in your secrets folder names them for good, one on each line
    /// [default: the topmost line counts].
    #[arg(long = "server", value_name = "HOST")]
    servers: Vec<String>,
}

impl Args {
    /// The arguments for receiving one mail into a match folder.
    pub fn of(mail: PathBuf, folder: PathBuf) -> Args {
        Args {
            paths: vec![mail],
            place: FolderOption::at(folder),
            adjudicate: false,
            receipt: false,
            servers: Vec::new(),
        }
    }
}

/// The results of all mails.
#[derive(Default)]
struct Received {
    sources: usize,
    new: Vec<Line>,
    /// Documents that were here before, each counted once; those that arrived just now are in `seen` too.
    known: usize,
    seen: BTreeSet<[u8; 32]>,
    /// Which players write from which address: match folder, seat, address.
    writers: BTreeSet<(PathBuf, String, String)>,
    seconds: Vec<Line>,
    /// Where those of them are that were not here before.
    new_seconds: Vec<PathBuf>,
    aside: Vec<Line>,
    /// What cannot be read in mails without any document, and whether the mail is about a match.
    unreadable: Vec<(bool, Line)>,
    /// Mails and files with documents of a tournament, which `tournament take` takes in.
    of_tournaments: BTreeSet<String>,
    /// The user's own mail servers, where he has named them.
    servers: Vec<String>,
}

/// A document or mail, and the message about it.
struct Line {
    from: String,
    words: String,
    path: Option<PathBuf>,
}

impl Line {
    fn of(from: &str, words: String) -> Line {
        Line { from: from.to_owned(), words, path: None }
    }
}

pub fn run(args: Args, format: Format) -> CommandResult {
    // Beside a folder that is named, a charter is something to take in.
    let is_alone = args.place.named_folder().is_none();
    let (folders, paths): (Vec<_>, Vec<_>) =
        args.paths.into_iter().partition(|path| has_charter(path) && (path.is_dir() || is_alone));
    let mut place = args.place;
    for folder in folders {
        place = place.and(Some(folder))?;
    }
    let root = match place.named_folder() {
        Some(folder) if folder.is_dir() => {
            check_name(folder)?;
            folder.to_owned()
        }
        Some(folder) => return Err(Failure::cannot_in(folder, Problem::new("there is no such folder"))),
        None => here(),
    };
    if paths.is_empty() {
        let problem = Problem::new("no file or mailbox is named");
        return Err(Failure::cannot(problem.advice("name a file, a mailbox, or `-` for standard input")));
    }
    let mut filer = DocumentFiler::at(&root)?;
    let mut received = Received { servers: own_servers::named(&args.servers)?, ..Received::default() };
    let faults = received.take_all(&mut filer, &paths)?;
    let place = |found: &match_folders::MatchFolder| (found.path.clone(), found.charter.typed.title.clone());
    let fresh: BTreeSet<PathBuf> = filer.with_news().map(|found| found.path.clone()).collect();
    let all: Vec<(PathBuf, String)> = match args.adjudicate || filer.count() == 1 {
        true => filer.all().map(place).collect(),
        false => filer.with_news().map(place).collect(),
    };
    let mut standing: Vec<(PathBuf, String, Vec<String>)> = Vec::new();
    for (path, title) in all {
        let mut lines = Vec::new();
        // A problem with one match does not hide the others.
        let shown = |result: Result<Vec<String>, Failure>| match result {
            Ok(lines) => lines,
            Err(Failure::Negative(told) | Failure::Cannot(told)) => {
                told.iter().take(3).map(|one| format!("The report cannot be shown: {}.", one.problem.message)).collect()
            }
        };
        if args.receipt && fresh.contains(&path) {
            lines.extend(shown(receipt::sign_in(&path)));
        }
        if args.adjudicate {
            lines.extend(shown(adjudicate::answer_if_due(&path).map(|answered| answered.lines)));
        }
        if lines.is_empty() && !fresh.contains(&path) && filer.count() > 1 {
            continue;
        }
        let told = |folder: Folder| Ok([whose_move(&folder)?, other_questions(&folder)?].concat());
        lines.extend(shown(Folder::read_cached(&path).and_then(told)));
        lines.extend(received.addresses_of(&path)?);
        lines.iter_mut().for_each(|line| *line = suggested_commands::in_folder(line, &path));
        standing.push((path, title, lines));
    }
    let nothing = received.new.is_empty() && received.known == 0 && received.seconds.is_empty();
    let words = || received.words(&standing, filer.count());
    let value = || received.value(&standing);
    let asked_for_one = received.sources <= 1;
    out::answer(format, words, value)?;
    if !faults.is_empty() || !received.seconds.is_empty() || nothing && (asked_for_one || !received.aside.is_empty()) {
        return Err(Failure::Negative(Vec::new()));
    }
    Ok(())
}

/// The match that the current folder is in, else the current folder.
pub fn here() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let above = here.ancestors().find(|folder| folder.join("charter.yaml").is_file());
    match above {
        Some(folder) if folder != here => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let problem = match error.kind() {
        io::ErrorKind::NotFound => {
            Problem::new("there is no such file or folder").advice("check the spelling of the path")
        }
        _ => Problem::new(format!("the file cannot be read: {error}")),
    };
    Failure::cannot_in(path, problem)
}

/// Whether a folder among mails holds something else: matches, which have their own documents.
pub fn is_no_mail(folder: &Path) -> bool {
    has_charter(folder) || folder.ends_with(OFFERED)
}

impl Received {
    /// How many documents were recognized.
    fn taken_so_far(&self) -> usize {
        let filed = self.new.len() + self.known + self.seconds.len() + self.seen.len();
        filed + self.aside.len() + self.of_tournaments.len()
    }

    /// Takes in all mailboxes and files, and returns why some mails could not be taken in: system errors.
    fn take_all(&mut self, filer: &mut DocumentFiler, paths: &[PathBuf]) -> Result<Vec<Problem>, Failure> {
        let mut faults = Vec::new();
        let progress = Progress::reading("reading mails", paths);
        for path in paths {
            let mut each = |source: Source| {
                progress.step();
                let name = source.name.clone();
                // A problem with one mail does not stop the others.
                if let Err(Failure::Negative(told) | Failure::Cannot(told)) = self.take(filer, source) {
                    let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
                    self.set_aside(&name, why);
                    faults.extend(told.into_iter().take(1).map(|one| one.problem));
                }
            };
            let read = match path.as_os_str() == "-" {
                true => mailbox::stream("standard input", io::stdin().lock(), &mut each),
                false => mailbox::each(path, &is_no_mail, &mut each),
            };
            read.map_err(|error| unreadable(path, &error))?;
        }
        drop(progress);
        self.tell_unreadable();
        self.tell_of_tournaments();
        Ok(faults)
    }

    /// Says once where documents of a tournament belong, however many there are.
    fn tell_of_tournaments(&mut self) {
        let told = std::mem::take(&mut self.of_tournaments);
        let Some(first) = told.first() else { return };
        let (from, has) = match told.len() {
            1 => (first.clone(), "it has"),
            count => (format!("{count} mails and files"), "they have"),
        };
        let words =
            format!("{has} documents of a tournament, which `adjutant tournament take MAIL --folder FOLDER` takes in");
        self.set_aside(&from, words);
    }

    /// Says what cannot be read: of a single mail or file everything, of a whole mailbox what is about a match.
    fn tell_unreadable(&mut self) {
        let alone = self.sources == 1;
        let told = std::mem::take(&mut self.unreadable).into_iter().filter(|(is_ours, _)| alone || *is_ours);
        self.aside.extend(told.map(|(_, line)| line));
    }

    /// Takes in one mail or file.
    fn take(&mut self, filer: &mut DocumentFiler, source: Source) -> CommandResult {
        self.sources += 1;
        let name = source.name;
        let bytes = match source.bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                self.set_aside(&name, why);
                return Ok(());
            }
        };
        let contents = match Contents::of(&name, &bytes) {
            Ok(contents) => contents,
            Err(why) => {
                self.set_aside(&name, why);
                return Ok(());
            }
        };
        contents.faults.iter().for_each(|fault| self.set_aside(&name, fault.clone()));
        let before = self.taken_so_far();
        let source = contents.is_mail.then_some(bytes.as_slice());
        self.take_parts(filer, &name, &contents.mail, contents.parts, source)?;
        if self.taken_so_far() == before {
            let reasons = unreadable_words(&contents.mail, contents.unreadable, &name);
            self.unreadable.extend(reasons.into_iter().map(|(is_ours, words)| (is_ours, Line::of(&name, words))));
        }
        Ok(())
    }

    /// Takes in the parts of a mail or file. `source`: the mail, which is kept beside the documents from it.
    fn take_parts(
        &mut self,
        filer: &mut DocumentFiler,
        name: &str,
        mail: &Message,
        parts: Vec<Part>,
        source: Option<&[u8]>,
    ) -> CommandResult {
        let mut looked: Vec<(Part, Vec<Found>)> = Vec::new();
        let mut news = false;
        let (sealed, parts): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| escrow::is_sealed(&part.bytes));
        for part in parts {
            let found = documents(filer, &part);
            // A charter that arrives together with documents of its match is filed first.
            for one in found.iter().filter(|one| one.fault.is_none() && is_charter(&one.bytes)) {
                news |= self.file(filer, name, mail, one)?.is_some();
            }
            looked.push((part, found));
        }
        let several = looked.len() > 1;
        let mut folders = Vec::new();
        for (part, mut found) in looked {
            if news && found.iter().any(|one| one.fault.is_some()) {
                found = documents(filer, &part);
            }
            let (packs, others) = split_packs(&found);
            for one in others {
                match &one.fault {
                    // Charters have been filed already.
                    None if is_charter(&one.bytes) => {}
                    None => folders.extend(self.file(filer, name, mail, one)?),
                    Some(_) if is_of_tournament(&one.bytes) => {
                        self.of_tournaments.insert(name.to_owned());
                    }
                    Some(why) => self.set_aside(name, fault_of(&part, one, why, several)),
                }
            }
            for (pack, files) in packs {
                match filer.pack(&pack, &files)? {
                    Some((folder, FilingOutcome::New { what, path, .. })) => {
                        folders.push(folder);
                        self.new.push(Line { from: name.to_owned(), words: what, path: Some(path) });
                    }
                    Some(_) => self.known += 1,
                    None => self.set_aside(name, format!("no match here uses this version of the data '{pack}'")),
                }
            }
        }
        // Escrow is checked against the turns and the charter that arrived with it.
        for part in sealed {
            folders.extend(self.entrusted(filer, name, &part)?);
        }
        if let Some(bytes) = source {
            folders.sort();
            folders.dedup();
            for folder in folders {
                keep(&folder, mail, bytes)?;
            }
        }
        Ok(())
    }

    /// Files a document, and returns its path, if it has one.
    fn file(
        &mut self,
        filer: &mut DocumentFiler,
        from: &str,
        mail: &Message,
        found: &Found,
    ) -> Result<Option<PathBuf>, Failure> {
        let (folder, taken) = match filer.take(&found.bytes) {
            Ok(taken) => taken,
            Err(Failure::Negative(told)) => {
                let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
                self.set_aside(from, why);
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        };
        let repaired = found.repair.words().map(|how| format!(" ({how})")).unwrap_or_default();
        let line = |words: String, path| Line { from: from.to_owned(), words, path: Some(path) };
        // A mail contains each document twice: in armor and as an attachment.
        let seen = !self.seen.insert(Sha256::digest(&found.bytes).into());
        match taken {
            FilingOutcome::Known => {
                self.known += usize::from(!seen);
                return Ok(None);
            }
            FilingOutcome::New { what, path, by, digest } => {
                let mut clash = String::new();
                if let (Some(folder), Some(seat), Some(writer)) = (&folder, by, &mail.from) {
                    self.writers.insert((folder.clone(), seat, writer.clone()));
                }
                if let (Some(folder), Some(digest)) = (&folder, digest) {
                    let when = time_of_arrival(&mail.received, &self.servers);
                    // A time that is still to come is wrong, and means nothing in a receipt (protocol 11).
                    let when = when.filter(|when| *when <= chrono::Utc::now().timestamp());
                    clash = when.and_then(|when| contradiction(when, &found.bytes)).unwrap_or_default();
                    let when = when.and_then(document_time);
                    ArrivalLog::open(folder).note(digest, when)?;
                }
                self.new.push(line(format!("{what}{repaired}{clash}"), path));
            }
            FilingOutcome::Second { what, path, is_new } => {
                let copies = folder.iter().chain([&path]).map(|copy| suggested_commands::shell_quoted(copy));
                let copies: Vec<String> = copies.collect();
                let words = format!(
                    "{what} differs from the one that the same seat signed earlier for that step. Two such documents prove double dealing [protocol 6]. The second is kept apart; show both with `adjutant dispute {}`",
                    copies.join(" ")
                );
                self.new_seconds.extend(is_new.then(|| path.clone()));
                self.seconds.push(line(words, path));
            }
            FilingOutcome::Idle { what, why, path } => {
                let words =
                    format!("{what} changes nothing: {why} [protocol 9]. It is kept apart, in {}", path.shown());
                self.aside.push(line(words, path));
                return Ok(None);
            }
            FilingOutcome::Offered { what, path } => {
                let folder = suggested_commands::shell_quoted(path.parent().unwrap_or(&path));
                let words = format!(
                    "{what}{repaired}. To take a seat in this match, run `adjutant match join {folder} --seat SEAT --name NAME`; \
                     you may move and rename the folder"
                );
                self.new.push(line(words, path));
            }
        }
        Ok(folder)
    }

    /// Files an escrow file for an adjudicator who plays from here, and returns its path if it is new.
    fn entrusted(&mut self, filer: &mut DocumentFiler, from: &str, part: &Part) -> Result<Option<PathBuf>, Failure> {
        match filer.entrusted(&part.bytes) {
            Ok((folder, FilingOutcome::New { what, path, .. })) => {
                self.new.push(Line { from: from.to_owned(), words: what, path: Some(path) });
                Ok(folder)
            }
            Ok(_) => {
                self.known += usize::from(self.seen.insert(Sha256::digest(&part.bytes).into()));
                Ok(None)
            }
            Err(Failure::Negative(told) | Failure::Cannot(told)) => {
                let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
                let place = if part.name == from { String::new() } else { format!("{}: ", harmless(&part.name)) };
                self.set_aside(from, format!("{place}{why}"));
                Ok(None)
            }
        }
    }

    /// Addresses from which players of a match have just written, and that are in no book.
    fn addresses_of(&self, folder: &Path) -> Result<Vec<String>, Failure> {
        let charter = files::read(&folder.join("charter.yaml"), files::MAX_BYTES)?;
        let Ok(charter) = match_folders::charter(&charter) else { return Ok(Vec::new()) };
        let book = Book::open(folder)?;
        let mut lines = Vec::new();
        for (_, seat, address) in self.writers.iter().filter(|(place, ..)| place == folder) {
            let entry = charter.typed.seats.iter().find(|entry| entry.seat.as_str() == seat);
            if is_address(address) && entry.is_some_and(|entry| book.of(entry).is_none()) {
                let address = shell_quotes::option("--address", &format!("{seat}={address}"));
                lines.push(format!("If this is the address of {seat}, keep it with `adjutant mail {address}`"));
            }
        }
        Ok(lines)
    }

    fn set_aside(&mut self, from: &str, why: String) {
        self.aside.push(Line::of(from, why));
    }

    fn words(&self, standing: &[(PathBuf, String, Vec<String>)], matches: usize) -> Printout {
        let mut words = Printout::default();
        let known = match self.known {
            0 => String::new(),
            known => format!(", {known} known"),
        };
        words.line(format!(
            "Read {}: {}{known}.",
            out::counted(self.sources, "mail or file").replace("mail or files", "mails and files"),
            match self.new.len() {
                0 => "nothing new".to_owned(),
                1 => "1 new document".to_owned(),
                new => format!("{new} new documents"),
            }
        ));
        for line in &self.new {
            let path = line.path.as_ref().map(|path| format!(": {}", path.shown())).unwrap_or_default();
            words.tone(Tone::Good, format!("  {}{path}", one_line(&line.words)));
        }
        for line in &self.seconds {
            let path = line.path.as_ref().map(|path| path.shown()).unwrap_or_default();
            words.tone(Tone::Bad, format!("{} (from {}): {path}", one_line(&line.words), line.from));
        }
        for line in &self.aside {
            let why = one_line(&line.words);
            words.tone(Tone::Caution, format!("Not taken, from {}: {}.", line.from, why.trim_end_matches('.')));
        }
        for (path, title, lines) in standing {
            words.line(format!("'{}' ({}):", one_line(title), path.shown()));
            lines.iter().for_each(|line| words.line(format!("  {line}")));
        }
        if self.sources == 1
            && self.new.is_empty()
            && self.known == 0
            && self.aside.is_empty()
            && self.seconds.is_empty()
        {
            words.tone(Tone::Caution, "No document of a match was found there.");
        }
        if matches == 0 {
            words.line("There is no match in this folder: name the folder of your matches with --folder.");
        }
        words
    }

    fn value(&self, standing: &[(PathBuf, String, Vec<String>)]) -> Value {
        let lines = |lines: &[Line]| -> Vec<Value> {
            lines.iter().map(|line| json!({"from": line.from, "what": line.words, "file": line.path})).collect()
        };
        let matches: Vec<Value> = standing
            .iter()
            .map(|(folder, title, lines)| json!({"folder": folder, "title": title, "next": lines}))
            .collect();
        json!({"ok": self.seconds.is_empty(), "read": self.sources, "new": lines(&self.new), "known": self.known,
               "conflicts": lines(&self.seconds), "aside": lines(&self.aside), "matches": matches})
    }
}

/// The part of a mail or file that is for the matches of a folder.
pub struct MatchMail {
    /// The mail or file, for messages.
    pub name: String,
    pub mail: Message,
    /// The parts that belong to matches or are unknown.
    pub parts: Vec<Part>,
    /// What in it cannot be read, and what to ask for; said if nothing else is in it.
    pub unreadable: Vec<String>,
    /// The original mail, if it is one.
    pub source: Option<Vec<u8>>,
    /// Whether something else was taken from it, so that it is no error if the rest contains nothing.
    pub is_known: bool,
    /// Whether the caller reports what was not taken.
    pub is_quiet: bool,
}

/// The result.
#[derive(Default)]
pub struct MatchMailReport {
    /// New documents, each with its file.
    pub new: Vec<(String, PathBuf)>,
    pub known: usize,
    /// Second documents by one seat for one step: proof against that seat.
    pub conflicts: Vec<String>,
    /// Where those of them are kept that were not here before.
    pub disputed: Vec<PathBuf>,
    /// What was not taken: its source, and why.
    pub aside: Vec<(String, String)>,
    /// How to keep the addresses of players who have just written, each with the folder of the match.
    pub addresses: Vec<(PathBuf, String)>,
    /// What could not be read or filed because of a system error.
    pub failures: Vec<Problem>,
    /// The status of the matches with news: folder, title, lines.
    pub standing: Vec<(PathBuf, String, Vec<String>)>,
}

impl MatchMailReport {
    /// Adds what a mail had, apart from what was not taken.
    fn add_documents(&mut self, received: Received) {
        self.known += received.known;
        self.new.extend(received.new.into_iter().filter_map(|line| Some((one_line(&line.words), line.path?))));
        self.conflicts.extend(received.seconds.into_iter().map(|line| one_line(&line.words)));
        self.disputed.extend(received.new_seconds);
    }

    /// The charters among what is new of matches that are not here, each with its file.
    pub fn offers(&self) -> impl Iterator<Item = &(String, PathBuf)> {
        let is_offered =
            |path: &Path| path.parent().and_then(Path::parent).is_some_and(|above| above.ends_with(OFFERED));
        self.new.iter().filter(move |(_, path)| is_offered(path))
    }
}

/// Takes in whatever mailboxes have for matches; invitations to others are kept beside or in the first of the folders
/// `roots`.
///
/// # Errors
/// A folder or a mailbox cannot be read.
pub fn take_in(mailboxes: &[PathBuf], roots: &[PathBuf]) -> Result<MatchMailReport, Failure> {
    let mut found = Vec::new();
    for root in roots {
        found.extend(match_folders::matches(root)?);
    }
    let mut filer = DocumentFiler::among(&roots[0], found)?;
    let mut received = Received { servers: own_servers::named(&[])?, ..Received::default() };
    let mut all = MatchMailReport::default();
    for mailbox in mailboxes {
        // One that is not there now, such as a drive that is not mounted, is no reason to leave the others unread.
        match received.take_all(&mut filer, std::slice::from_ref(mailbox)) {
            Ok(failures) => all.failures.extend(failures),
            Err(Failure::Negative(told) | Failure::Cannot(told)) => {
                let where_it_is = |problem: Problem| Problem {
                    message: format!("{}: {}", mailbox.shown(), problem.message),
                    ..problem
                };
                all.failures.extend(told.into_iter().map(|one| where_it_is(one.problem)));
            }
        }
    }
    let aside = std::mem::take(&mut received.aside);
    all.aside.extend(aside.into_iter().map(|line| (line.from, one_line(&line.words))));
    let written_from: BTreeSet<&PathBuf> = received.writers.iter().map(|(folder, ..)| folder).collect();
    for folder in written_from {
        let lines = received.addresses_of(folder).unwrap_or_default();
        all.addresses.extend(lines.into_iter().map(|line| (folder.clone(), line)));
    }
    // A mailbox keeps its mails: what was told before is no news.
    received.seconds.retain(|line| line.path.as_ref().is_some_and(|path| received.new_seconds.contains(path)));
    all.add_documents(received);
    Ok(all)
}

/// Files what belongs to matches in those of a folder.
///
/// # Errors
/// The folder cannot be read.
pub fn file_into_matches(root: &Path, came: Vec<MatchMail>) -> Result<MatchMailReport, Failure> {
    let mut filer = DocumentFiler::at(root)?;
    let servers = own_servers::named(&[])?;
    let alone = came.iter().filter(|one| !one.is_quiet).count() == 1;
    let mut all = MatchMailReport::default();
    for one in came {
        let mut received = Received { servers: servers.clone(), ..Received::default() };
        if let Err(Failure::Negative(told) | Failure::Cannot(told)) =
            received.take_parts(&mut filer, &one.name, &one.mail, one.parts, one.source.as_deref())
        {
            let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
            received.set_aside(&one.name, why);
        }
        let nothing = received.new.is_empty() && received.known == 0 && received.seconds.is_empty();
        if nothing && received.aside.is_empty() && !one.is_known && !one.is_quiet && alone {
            match one.unreadable.as_slice() {
                [] => received.set_aside(&one.name, "it has no document of a tournament or a match".to_owned()),
                reasons => reasons.iter().for_each(|why| received.set_aside(&one.name, why.clone())),
            }
        }
        if !one.is_quiet && (!one.is_known || !nothing) {
            let aside = std::mem::take(&mut received.aside).into_iter();
            all.aside.extend(aside.map(|line| (line.from, one_line(&line.words))));
        }
        all.add_documents(received);
    }
    for found in filer.with_news() {
        let lines = Folder::read_cached(&found.path).and_then(|folder| whose_move(&folder)).unwrap_or_default();
        let lines = lines.iter().map(|line| suggested_commands::in_folder(line, &found.path)).collect();
        all.standing.push((found.path.clone(), found.charter.typed.title.clone(), lines));
    }
    Ok(all)
}

/// The charter in a mail or file, even if mail has damaged its format.
///
/// # Errors
/// There is none, there are several, or the file cannot be read.
pub fn charter_in(path: &Path) -> Result<ParsedDocument<Charter>, Failure> {
    let filer = DocumentFiler::empty();
    let mut charters: Vec<ParsedDocument<Charter>> = Vec::new();
    let mut why = None;
    mailbox::each(path, &is_no_mail, &mut |source: Source| {
        let bytes = match source.bytes {
            Ok(bytes) => bytes,
            Err(fault) => {
                why = why.take().or(Some(fault));
                return;
            }
        };
        let contents = Contents::of(&source.name, &bytes).unwrap_or_default();
        why = why.take().or_else(|| contents.faults.into_iter().chain(contents.unreadable).next());
        for part in contents.parts {
            for found in documents(&filer, &part) {
                match (match_folders::charter(&found.bytes), found.fault) {
                    (Ok(charter), None) if charters.iter().all(|known| known.digest != charter.digest) => {
                        charters.push(charter);
                    }
                    (_, Some(fault)) => why = why.take().or(Some(fault)),
                    _ => {}
                }
            }
        }
    })
    .map_err(|error| unreadable(path, &error))?;
    match (charters.len(), charters.pop()) {
        (1, Some(charter)) => Ok(charter),
        (0, _) => {
            let problem = Problem::new("this contains no charter");
            let advice = why.unwrap_or_else(|| "name the mail with the invitation, or charter.yaml itself".to_owned());
            Err(Failure::no_in(path, problem.advice(advice)))
        }
        (count, _) => {
            let problem = Problem::new(format!("this contains {count} charters"));
            Err(Failure::no_in(path, problem.advice("name only the mail with the charter that you accept")))
        }
    }
}

/// The charters in a part of a mail, even if mail has damaged their format.
pub fn charters_of(part: &Part) -> Vec<ParsedDocument<Charter>> {
    let sound = documents(&DocumentFiler::empty(), part).into_iter().filter(|found| found.fault.is_none());
    sound.filter_map(|found| match_folders::charter(&found.bytes).ok()).collect()
}

/// Other people's text, on one line.
fn one_line(words: &str) -> String {
    words
        .chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}') { ' ' } else { c })
        .collect()
}

fn documents(filer: &DocumentFiler, part: &Part) -> Vec<Found> {
    repairs::documents(&part.bytes, &mut |bytes| filer.judge(bytes))
}

fn is_charter(bytes: &[u8]) -> bool {
    match_folders::charter(bytes).is_ok()
}

/// The files of data packs, grouped by pack, and everything else.
#[allow(clippy::type_complexity)]
fn split_packs(found: &[Found]) -> (BTreeMap<String, Vec<(String, Vec<u8>)>>, Vec<&Found>) {
    let mut packs: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    let mut others = Vec::new();
    for one in found {
        let within = one.name.as_deref().and_then(|name| name.strip_prefix("packs/")?.split_once('/'));
        match within {
            Some((pack, file)) => packs.entry(pack.to_owned()).or_default().push((file.to_owned(), one.bytes.clone())),
            None => others.push(one),
        }
    }
    (packs, others)
}

/// Whether a document claims to be of a tournament.
fn is_of_tournament(bytes: &[u8]) -> bool {
    read("mail", bytes, Form::State).is_ok_and(|document| kind_of(&document.content).is_some())
}

/// Why a document was not taken, and where it was found.
fn fault_of(part: &Part, found: &Found, why: &str, several: bool) -> String {
    let place = match several && found.repair != Repair::Armor {
        true => format!("{}: ", harmless(&part.name)),
        false => String::new(),
    };
    let why = if why.is_empty() { "it has no readable document of a match" } else { why };
    // A letter that only looks right explains every other fault.
    match foreign_letter(&String::from_utf8_lossy(&found.bytes)) {
        Some(said) if !why.contains("which looks like") => format!("{place}{said}: {ASK}; {why}"),
        Some(_) => format!("{place}{why}: {ASK}"),
        None => format!("{place}{why}"),
    }
}

/// What to do about a letter that only looks right.
const ASK: &str = "ask the sender to attach the file itself, or to write plain letters and sign it again";

/// The first word of a document that mixes Latin letters with others that look like them, and what to do about it.
fn foreign_letter(text: &str) -> Option<String> {
    let mut lines = text.lines().zip(1..);
    lines.find_map(|(line, n)| {
        let words = line.split(|c: char| !c.is_alphanumeric());
        let mixed = words.filter(|word| word.chars().any(|c| c.is_ascii_alphabetic()));
        let (word, odd) = mixed.filter_map(|word| Some((word, lookalikes::in_text(word)?))).next()?;
        Some(format!("line {n} of the document has '{}', in which {}", harmless(word), odd.words()))
    })
}

/// What cannot be read in a mail or file, and whether it is about a match, as its subject
/// says.
fn unreadable_words(mail: &Message, unreadable: Vec<String>, name: &str) -> Vec<(bool, String)> {
    let subject = mail.subject.as_deref().unwrap_or_default().to_ascii_lowercase();
    let is_ours = subject.contains("adjutant");
    // A file that is given as it is has been named already.
    let named = |words: String| words.strip_prefix(name).map(|rest| format!("it{rest}")).unwrap_or(words);
    let mut told: Vec<(bool, String)> = unreadable.into_iter().map(|words| (is_ours, named(words))).collect();
    if told.is_empty() && name.ends_with(".partial.emlx") {
        let words = "Apple Mail has not loaded this mail as a whole, and keeps its attachments elsewhere: open it in Apple Mail \
                     and save it with 'Save As', 'Raw Message Source'";
        told.push((is_ours, words.to_owned()));
    }
    told
}

/// What is said of a document that came before it was written, by its own word.
fn contradiction(came: i64, document: &[u8]) -> Option<String> {
    // Some clocks are set to another time zone.
    const TOLERANCE: i64 = 24 * 3_600;
    let read = read("mail", document, Form::State).ok()?;
    let field = |name: &str| read.content.get(name).and_then(crate::document::Value::as_str);
    let written = field("issued").or_else(|| field("written"))?;
    let moment = DateTime::parse_from_rfc3339(written).ok()?.timestamp();
    let (came, written) = (document_time(came).filter(|_| came + TOLERANCE < moment)?, wall_clock::shown(written));
    let came = wall_clock::shown(&came);
    Some(format!(" (it came {came}, and says that it was written {written}: one of these clocks is wrong)"))
}

/// A time in the form of documents.
fn document_time(seconds: i64) -> Option<String> {
    Some(DateTime::from_timestamp(seconds, 0)?.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// Keeps the original mail as evidence of when it arrived.
fn keep(folder: &Path, mail: &Message, bytes: &[u8]) -> CommandResult {
    let digest: String = Sha256::digest(bytes)[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let time = time_of_arrival(&mail.received, &[]).or(mail.sent);
    let time = time.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let time = time.map(|time| time.format("%Y%m%dT%H%M%SZ-").to_string()).unwrap_or_default();
    let ending = if outlook::is_container(bytes) { "msg" } else { "eml" };
    let path = folder.join(FOLDER).join(format!("{time}{digest}.{ending}"));
    if path.exists() {
        return Ok(());
    }
    files::write(&path, bytes).map_err(|problem| Failure::cannot_in(&path, problem))
}
