//! `go`: everything that is due in matches by mail, in one command.

pub mod settings;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use self::settings::{Automatic, NAME, Settings};
use super::folder::Folder;
use super::local_match::as_draft;
use super::mail::match_folders::{self, MatchFolder};
use super::mail::receive::{self, MatchMailReport};
use super::mail::send::{self, DeliveryArgs, WrittenMail};
use super::match_args::FolderOption;
use super::matches::status::whose_move;
use super::open_match::{Match, Signer};
use super::out::{self, Printout, Tone};
use super::paths::Shown;
use super::prompts::{open_offer, signed_turn};
use super::queue::own::{self, Played};
use super::report::StepStory;
use super::{
    CommandResult, Failure, Format, adjudicate, draft, home, own_hand, practice_match, report, seat, sign,
    suggested_commands,
};
use crate::chain::status::{Next, status};
use crate::document::kinds::SeatEntry;
use crate::document::{Problem, harmless};

/// Do everything that is due in your matches: take in the mail, answer turns, say what happened, and write reports, drafts
/// and mails.
///
/// It reads your mailboxes, answers the turns that wait for you, writes the report page of every step that came, opens a
/// draft if it is your move, and writes the mails to the others. You write your turn and sign it: `adjutant sign --mail`
/// mails it at once. The file go.yaml in your secrets folder says what to do each time: `mailboxes: [~/Maildir]`,
/// `send: true`, `auto: reveals` and `tell: [notify-send, Adjutant]`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders, or folders with matches beneath them [default: the match you are in, else all matches beneath the
    /// current folder].
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    place: FolderOption,
    /// A mailbox or a shared folder to read; may be given several times [default: those in go.yaml].
    #[arg(long = "mailbox", value_name = "PATH")]
    mailboxes: Vec<PathBuf>,
    /// Sign turns for you in which you have nothing to decide, or only one legal answer [default: as in go.yaml].
    #[arg(long, value_enum)]
    auto: Option<Automatic>,
    #[command(flatten)]
    how: DeliveryArgs,
    /// Go on until you press Ctrl-C, and do it again whenever something comes; look every so many seconds.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "30")]
    watch: Option<u64>,
}

/// The maximum number of lines about what happened in one match.
const MAX_LINES: usize = 5;
/// The maximum number of answers and turns that are signed in one match without a word of the player.
const MAX_SIGNED: usize = 200;

pub fn run(args: Args, format: Format) -> CommandResult {
    let settings = Settings::read()?;
    let rounds = Rounds {
        roots: roots(args.place.named_folder(), args.folders)?,
        mailboxes: if args.mailboxes.is_empty() { settings.mailboxes } else { args.mailboxes },
        auto: args.auto.unwrap_or(settings.auto),
        how: args.how.or_send(settings.send),
    };
    let Some(seconds) = args.watch else { return rounds.go()?.answer(format) };
    let mut seen = None;
    loop {
        let (mail, matches) = (rounds.mail(), rounds.matches_as_they_are());
        if seen.as_ref() != Some(&(mail.clone(), matches)) {
            let round = rounds.go();
            // Mail that came during the round is news; what the round itself has written is none.
            seen = Some((mail, rounds.matches_as_they_are()));
            match round {
                Ok(round) => {
                    // A problem with one match is no reason to stop.
                    drop(round.answer(format));
                    tell(&settings.tell, &round);
                }
                Err(failure) => drop(failure.print(format)),
            }
        }
        std::thread::sleep(Duration::from_secs(seconds.max(1)));
    }
}

/// The folders to look in: those that are named, the match that the user is in, or the current folder.
fn roots(by_option: Option<&Path>, mut named: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    named.extend(by_option.map(Path::to_owned));
    let mut seen = BTreeSet::new();
    named.retain(|folder| seen.insert(folder.canonicalize().unwrap_or_else(|_| folder.clone())));
    if named.is_empty() {
        return Ok(vec![receive::here()]);
    }
    match named.iter().find(|folder| !folder.is_dir()) {
        Some(wrong) => Err(Failure::cannot_in(
            wrong,
            Problem::new("there is no such folder").advice("check the spelling of the path"),
        )),
        None => Ok(named),
    }
}

/// Runs the user's command with the news, if there are any, and does not wait for its end. That it fails is told, and stops
/// nothing. The news begin with the program's name: whoever wrote a title does not write options of the user's command.
fn tell(command: &[String], round: &Round) {
    let (Some((program, arguments)), Some(news)) = (command.split_first(), round.news()) else { return };
    let ran = Command::new(program).args(arguments).arg(format!("Adjutant: {news}")).spawn();
    let program = program.clone();
    let failed = move |why: String| out::warn(&format!("{program}, which {NAME} names under `tell`, {why}"));
    match ran {
        Ok(mut child) => drop(std::thread::spawn(move || match child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => failed(format!("ended with {status}")),
            Err(error) => failed(format!("cannot be waited for: {error}")),
        })),
        Err(error) => failed(format!("cannot be run: {error}")),
    }
}

/// What is done each time.
struct Rounds {
    roots: Vec<PathBuf>,
    mailboxes: Vec<PathBuf>,
    auto: Automatic,
    how: DeliveryArgs,
}

impl Rounds {
    /// Goes through all matches once. A problem with one match does not stop the others.
    fn go(&self) -> Result<Round, Failure> {
        let found = self.matches()?;
        if found.is_empty() && self.mailboxes.is_empty() {
            let problem = Problem::new("there is no match in this folder or beneath it");
            return Err(Failure::no_in(
                &self.roots[0],
                problem.advice("name the folder that your match folders are in"),
            ));
        }
        let before: BTreeMap<PathBuf, u64> = found.iter().map(|one| (one.path.clone(), next_step(&one.path))).collect();
        let came = match self.mailboxes.as_slice() {
            [] => MatchMailReport::default(),
            mailboxes => receive::take_in(mailboxes, &self.roots)?,
        };
        // A match that was just offered is told with the mail.
        let played = self.matches()?.into_iter().filter(|one| before.contains_key(&one.path));
        let done = played.map(|one| self.exchange(&one, before[&one.path], &came)).collect();
        Ok(Round { came, done })
    }

    fn matches(&self) -> Result<Vec<MatchFolder>, Failure> {
        let mut found = Vec::new();
        for root in &self.roots {
            found.extend(match_folders::matches(root)?);
        }
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found.dedup_by(|one, other| one.path == other.path);
        Ok(found)
    }

    /// Does what is due in a match. `before`: the first step that was not here before the mail came.
    fn exchange(&self, found: &MatchFolder, before: u64, came: &MatchMailReport) -> Exchange {
        let title = harmless(&found.charter.typed.title).into_owned();
        let mut done = Exchange { folder: found.path.clone(), title, ..Exchange::default() };
        if practice_match::is_practised(&found.charter.typed) {
            done.is_practice = true;
            return done;
        }
        let anchors = home::existing_vault().and_then(|vault| vault.anchors().ok()).unwrap_or_default();
        if !found.charter.typed.seats.iter().any(|seat| anchors.contains(&seat.seed.anchor)) {
            done.is_offered = true;
            return done;
        }
        if came.disputed.iter().any(|second| second.starts_with(&found.path)) {
            let problem = Problem::new("a seat has signed two documents for one step, so nothing is answered now");
            done.problems.push(
                problem.advice("both are named above; if you want to go on all the same, run `adjutant go` again"),
            );
            return done;
        }
        let addresses = came.addresses.iter().filter(|(folder, _)| *folder == found.path);
        done.next.extend(addresses.map(|(_, line)| format!("{line}.")));
        if let Err(failure) = self.try_exchange(before, &mut done) {
            let (Failure::Negative(told) | Failure::Cannot(told)) = failure;
            done.problems.extend(told.into_iter().map(|one| one.problem));
        }
        done
    }

    fn try_exchange(&self, before: u64, done: &mut Exchange) -> CommandResult {
        let place = done.folder.clone();
        sign_all(&place, self.auto, done)?;
        let folder = Folder::read_cached(&place)?;
        if folder.files.has_begun() {
            let found = Match::open_verified(&folder)?;
            let me = seat::acting_seat(&home::vault()?, &found.chain.charter.typed, None)?;
            write_pages(&found, me, before, done)?;
            write_own_draft(&found, me, done)?;
        }
        // What is due is told even if the mails cannot be written.
        let mails = send::new_mails(&place, self.how).map(|mails| done.mails = mails);
        done.next.extend(whose_move(&folder)?);
        done.waits = answer_is_due(&folder)?;
        mails
    }

    /// The mailboxes as they are, without matches in them: a round writes into those.
    fn mail(&self) -> Fingerprint {
        fingerprint(&self.mailboxes, &receive::is_no_mail)
    }

    fn matches_as_they_are(&self) -> Fingerprint {
        fingerprint(&self.roots, &|_| false)
    }
}

/// The maximum depth of folders in a mailbox that is watched.
const MAX_DEPTH: usize = 8;

/// Names, lengths and times of files.
type Fingerprint = Vec<(PathBuf, u64, u128)>;

fn fingerprint(paths: &[PathBuf], skip: &dyn Fn(&Path) -> bool) -> Fingerprint {
    let mut seen = Vec::new();
    paths.iter().for_each(|path| look(path, 0, skip, &mut seen));
    seen.sort();
    seen
}

fn look(path: &Path, depth: usize, skip: &dyn Fn(&Path) -> bool, seen: &mut Fingerprint) {
    // Links are not followed, which could lead in a circle or out of the folder; only a mailbox itself may be one.
    let about = if depth == 0 { std::fs::metadata(path) } else { std::fs::symlink_metadata(path) };
    let Ok(about) = about else { return };
    if about.is_dir() && (depth >= MAX_DEPTH || skip(path)) {
        return;
    }
    if about.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| look(&entry.path(), depth + 1, skip, seen));
    } else if about.is_file() {
        let time = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        seen.push((path.to_owned(), about.len(), time.map_or(0, |time| time.as_nanos())));
    }
}

/// The first step that a match does not have yet; 0 for one that has not begun or cannot be read.
fn next_step(place: &Path) -> u64 {
    let newest = |folder: Folder| Some(folder.chain().ok()?.newest()?.state.typed.step + 1);
    Folder::read_cached(place).ok().and_then(newest).unwrap_or_default()
}

/// Answers what waits for an answer, and signs the turns that are signed at once, until a person has to decide.
fn sign_all(place: &Path, auto: Automatic, done: &mut Exchange) -> CommandResult {
    for _ in 0..MAX_SIGNED {
        let documents = |folder: &Folder| folder.files.documents().len();
        let before = documents(&Folder::read_cached(place)?);
        let answered = adjudicate::answer_if_due(place)?;
        done.signed |= !answered.lines.is_empty();
        done.refused.extend(answered.refused);
        let folder = Folder::read_cached(place)?;
        let mut turn = queued_turn(&folder, done)?;
        if turn.is_none() && auto > Automatic::Nothing {
            turn = automatic_turn(&folder, auto)?;
        }
        done.signed |= turn.is_some();
        if turn.is_none() && documents(&folder) == before {
            // An answer that changed nothing says why.
            done.next.extend(answered.lines);
            break;
        }
    }
    Ok(())
}

/// Whether a seat of this machine has to sign the set-up, or a state.
fn answer_is_due(folder: &Folder) -> Result<bool, Failure> {
    let due = match status(&folder.chain()?).next {
        Next::SetUp(seat) | Next::State { seat, .. } | Next::Replacement { seat, .. } => seat,
        Next::Signatures(_) | Next::Charter(_) | Next::Turns(_) | Next::Over(_) => return Ok(false),
    };
    let anchors = home::vault()?.anchors().map_err(Failure::cannot)?;
    let seats = &folder.charter()?.typed.seats;
    Ok(seats.iter().any(|entry| entry.seat == due && anchors.contains(&entry.seed.anchor)))
}

/// Signs the turn that the player has queued for this step, if its condition holds; returns the file.
fn queued_turn(folder: &Folder, done: &mut Exchange) -> Result<Option<PathBuf>, Failure> {
    if folder.files.queues.is_empty() || !folder.files.has_begun() {
        return Ok(None);
    }
    let found = Match::open_verified(folder)?;
    let vault = home::vault()?;
    let Ok(me) = seat::acting_seat(&vault, &found.chain.charter.typed, None) else { return Ok(None) };
    let mut tell = |line: String| {
        if !done.next.contains(&line) {
            done.next.push(line);
        }
        None
    };
    Ok(match own::play(&found, &vault, me, false)? {
        Played::Nothing => None,
        Played::Waits(why) => tell(format!("Your queue waits: {why}.")),
        Played::Ended(why) => tell(format!("Your queue has ended: {why}.")),
        Played::Turn { path, number, place } => {
            let step = found.step() + 1;
            done.queued.push(format!("Turn {place} of your queue {number} was played at step {step}."));
            Some(path)
        }
    })
}

/// Signs the turn of this machine's seat if it decides nothing; returns the file.
fn automatic_turn(folder: &Folder, auto: Automatic) -> Result<Option<PathBuf>, Failure> {
    if !folder.files.has_begun() {
        return Ok(None);
    }
    let found = Match::open_verified(folder)?;
    let vault = home::vault()?;
    let charter = &found.chain.charter.typed;
    let Ok(me) = seat::acting_seat(&vault, charter, None) else { return Ok(None) };
    let Some(asked) = found.asked(&me.seat).filter(|_| signed_turn(&found, me).is_none()) else { return Ok(None) };
    let adjudication = found.adjudication()?;
    // Whoever has been offered something may want to accept it.
    if open_offer(&found.chain, &*adjudication.table).is_some()
        || folder.path.join(draft::default_name(&found, me)).exists()
    {
        return Ok(None);
    }
    let body = if asked.get("empty").is_some() || asked.get("open").is_some() {
        json!({})
    } else {
        let side = adjudication.side_of(&me.seat).cloned().unwrap_or_else(|| me.seat.clone());
        // By public facts alone: an answer at once says nothing about a hand.
        let legal = adjudication.table.legal(&side);
        let is_forced = legal.orders.is_empty() && legal.choices.is_empty() && legal.answers.len() == 1;
        match is_forced && auto == Automatic::Forced && adjudication.table.cards().is_none() {
            true => json!({"answers": legal.answers}),
            false => return Ok(None),
        }
    };
    let draft = as_draft(&found, &me.seat, body)?;
    let mut signer = Signer::unlock(&vault, &found, me, &[])?;
    sign::must_be_secret(&found, me, &draft)?;
    Ok(Some(sign::write_turn(&found, &adjudication, &mut signer, &draft)?.path))
}

/// Writes the report pages that are missing since the player's own last turn, and says in brief what came.
fn write_pages(found: &Match<'_>, me: &SeatEntry, before: u64, done: &mut Exchange) -> CommandResult {
    let Some(newest) = found.chain.newest() else { return Ok(()) };
    let newest = newest.state.typed.step;
    let own = found.chain.turns.values().filter(|turn| turn.typed.seat == me.seat).map(|turn| turn.typed.step);
    let since = own.max().filter(|last| *last <= newest).unwrap_or_default().min(before);
    let page = |step: u64| found.folder.path.join(report::page_name(step));
    let mut points = Vec::new();
    for step in since..=newest {
        let is_missing = !page(step).exists();
        if step < before && !is_missing {
            continue;
        }
        points.extend(StepStory::of(found, step)?.points);
        if is_missing {
            report::outgoing_page(found, &report::state_of(found, step)?)?.write(found.folder)?;
        }
        done.pages.push(page(step));
    }
    let earlier = points.len().saturating_sub(MAX_LINES);
    if earlier > 0 {
        done.happened.push(format!("{} more before these; the report has all.", out::counted(earlier + 1, "line")));
    }
    done.happened.extend(points.into_iter().skip(if earlier > 0 { earlier + 1 } else { 0 }));
    Ok(())
}

/// Writes the draft of the player's turn, if he is asked for one and has none.
fn write_own_draft(found: &Match<'_>, me: &SeatEntry, done: &mut Exchange) -> CommandResult {
    let Some(_) = found.asked(&me.seat).filter(|_| signed_turn(found, me).is_none()) else { return Ok(()) };
    let path = found.folder.path.join(draft::default_name(found, me));
    if !path.exists() {
        let adjudication = own_hand::with_own_cards(found.adjudication()?, me, &seat::key)?;
        draft::write_draft(found, &path, || draft::text(found, &adjudication, me))?;
    }
    done.draft = Some(path);
    Ok(())
}

/// What was done in one match.
#[derive(Default)]
struct Exchange {
    folder: PathBuf,
    title: String,
    is_practice: bool,
    /// Whether the user has no seat in it.
    is_offered: bool,
    /// Whether an answer or a turn was signed.
    signed: bool,
    /// What happened, one line each.
    happened: Vec<String>,
    /// The turns that were played from the player's queue, one line each.
    queued: Vec<String>,
    /// Why a document of another seat was refused, one reason each.
    refused: Vec<String>,
    /// The report pages of these steps.
    pages: Vec<PathBuf>,
    mails: Vec<WrittenMail>,
    /// The draft of the player's turn, if it is his move.
    draft: Option<PathBuf>,
    /// Whether an answer of the user's seat is due that was not signed.
    waits: bool,
    /// Whose move it is, and what is missing or wrong.
    next: Vec<String>,
    /// Why something was not done.
    problems: Vec<Problem>,
}

impl Exchange {
    /// Whether there is anything to say.
    fn has_news(&self) -> bool {
        self.signed
            || !self.happened.is_empty()
            || !self.refused.is_empty()
            || !self.mails.is_empty()
            || !self.pages.is_empty()
            || self.waits_for_user()
    }

    fn is_in_trouble(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Whether nothing goes on in it until the user does something.
    fn waits_for_user(&self) -> bool {
        self.draft.is_some() || self.waits || self.is_in_trouble()
    }

    /// Whether the user plays in it, and there is nothing to say.
    fn is_quiet(&self) -> bool {
        !self.has_news() && !self.is_practice && !self.is_offered
    }

    fn words(&self, words: &mut Printout) {
        words.tone(Tone::Title, format!("'{}' ({}):", self.title, self.folder.shown()));
        if self.is_practice {
            let line = "This is practice: `adjutant practice go` plays on.";
            words.line(format!("  {}", suggested_commands::in_folder(line, &self.folder)));
            return;
        }
        if self.is_offered {
            words.line("  You have no seat in this match.");
            return;
        }
        self.queued.iter().chain(&self.happened).for_each(|line| words.line(format!("  - {line}")));
        if let Some(page) = self.pages.last() {
            words.line(format!("  With the map: {}", page.shown()));
        }
        if !self.refused.is_empty() {
            words.tone(Tone::Caution, "  You have refused what came, because of this:");
            self.refused.iter().for_each(|reason| words.line(format!("    - {reason}")));
        }
        let mails = if self.mails.is_empty() { String::new() } else { send::words(&self.mails, false) };
        for line in mails.lines().chain(self.next.iter().map(String::as_str)) {
            words.line(format!("  {}", suggested_commands::in_folder(line, &self.folder)));
        }
        for problem in &self.problems {
            let advice = problem.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
            let line = format!("Not done: {}{advice}.", problem.message);
            words.tone(Tone::Bad, format!("  {}", suggested_commands::in_folder(&line, &self.folder)));
        }
        if let Some(draft) = &self.draft {
            let (draft, folder) =
                (suggested_commands::shell_quoted(draft), suggested_commands::shell_quoted(&self.folder));
            words.tone(Tone::Caution, "  Your move. Next:");
            words.line(format!("    write your turn in {draft}, or point at the map: `adjutant board {folder}`"));
            words.line(format!("    `adjutant sign {draft} --folder {folder} --mail`"));
        }
    }

    fn value(&self) -> Value {
        let problems: Vec<Value> = self
            .problems
            .iter()
            .map(|one| json!({"message": one.message, "rule": one.rule, "advice": one.advice}))
            .collect();
        json!({"folder": self.folder, "title": self.title, "practice": self.is_practice, "offered": self.is_offered, "signed": self.signed,
               "happened": self.happened, "queued": self.queued, "refused": self.refused, "pages": self.pages, "mails": send::values(&self.mails), "draft": self.draft,
               "next": self.next, "problems": problems})
    }
}

/// What was done in all matches.
struct Round {
    came: MatchMailReport,
    done: Vec<Exchange>,
}

impl Round {
    /// The news in a sentence for each match that has some.
    fn news(&self) -> Option<String> {
        let came =
            self.done.iter().filter(|one| !one.pages.is_empty() || !one.refused.is_empty() || one.is_in_trouble());
        let told = came.map(|one| match (&one.draft, one.happened.last()) {
            _ if !one.refused.is_empty() => format!("{}: you have refused a turn: {}.", one.title, one.refused[0]),
            (Some(_), _) => format!("{}: it is your move.", one.title),
            (None, Some(last)) => format!("{}: {last}", one.title),
            (None, None) => {
                format!("{}: {}", one.title, one.next.first().map_or("something needs you.", String::as_str))
            }
        });
        let told: Vec<String> = told.collect();
        let conflicts = self.came.conflicts.iter().map(|line| format!("double dealing: {line}"));
        let failures = self.came.failures.iter().map(|one| format!("not taken in: {}", one.message));
        let told: Vec<String> = conflicts.chain(failures).chain(told).collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    fn answer(&self, format: Format) -> CommandResult {
        let words = || {
            let mut words = Printout::default();
            self.came.conflicts.iter().for_each(|line| words.tone(Tone::Bad, line.clone()));
            for (what, path) in self.came.offers() {
                words.line(format!("{what}: {}", path.shown()));
            }
            for problem in &self.came.failures {
                let advice = problem.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
                words.tone(Tone::Bad, format!("Not taken in: {}{advice}.", problem.message));
            }
            if !self.came.aside.is_empty() {
                let count =
                    out::counted(self.came.aside.len(), "mail or file").replace("mail or files", "mails and files");
                words.line(format!("Not taken: {count}; `adjutant receive MAILBOX` says why."));
            }
            self.done.iter().filter(|one| one.has_news()).for_each(|one| one.words(&mut words));
            let moves = self.done.iter().filter(|one| one.waits_for_user()).count();
            let played = self.done.iter().filter(|one| !one.is_practice && !one.is_offered).count();
            let quiet = self.done.iter().filter(|one| one.is_quiet()).count();
            let offered = match self.done.iter().filter(|one| one.is_offered).count() {
                0 => String::new(),
                count => format!(" {} to others or not joined.", matches(count)),
            };
            let line = match (moves, quiet) {
                (0, quiet) if quiet == played => format!("{}. Nothing is due.", matches(played)),
                (_, 0) => format!("{}; {moves} waiting for you.", matches(played)),
                _ => format!("{}; {moves} waiting for you. Nothing is due in {}.", matches(played), others(quiet)),
            };
            words.line(line + &offered);
            words
        };
        let value = || {
            let done: Vec<Value> = self.done.iter().map(Exchange::value).collect();
            let new: Vec<Value> =
                self.came.new.iter().map(|(what, path)| json!({"what": what, "file": path})).collect();
            let aside: Vec<Value> =
                self.came.aside.iter().map(|(from, why)| json!({"from": from, "what": why})).collect();
            json!({"ok": !self.is_in_trouble(), "new": new, "known": self.came.known, "conflicts": self.came.conflicts,
                   "aside": aside, "failures": self.came.failures.iter().map(|one| &one.message).collect::<Vec<_>>(),
                   "matches": done})
        };
        out::answer(format, words, value)?;
        if self.is_in_trouble() { Err(Failure::Negative(Vec::new())) } else { Ok(()) }
    }

    fn is_in_trouble(&self) -> bool {
        !self.came.conflicts.is_empty()
            || !self.came.failures.is_empty()
            || self.done.iter().any(Exchange::is_in_trouble)
    }
}

fn matches(count: usize) -> String {
    if count == 1 { "1 match".to_owned() } else { format!("{count} matches") }
}

fn others(count: usize) -> String {
    if count == 1 { "1 of them".to_owned() } else { format!("{count} of them") }
}
