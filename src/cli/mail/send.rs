//! `mail`: mails with what was signed or issued here and has not been mailed yet.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use adjutant_mail::compose::{self, OutgoingMail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::addresses::{Book, FOLDER};
use super::mail_text::PlannedMail;
use super::sent_log::SentLog;
use crate::chain::match_files::{AnyDocument, ParsedDocument};
use crate::chain::{Chain, successor};
use crate::cli::folder::Folder;
use crate::cli::go::settings::Settings;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::tournament::seats;
use crate::cli::{
    CommandResult, Failure, Format, escrow, files, home, out, progress, seat, shell_quotes, suggested_commands,
};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Kind, Problem, Receipt};

/// Write mails to the other seats with the documents that you have signed or issued and not mailed yet.
///
/// A mail has a summary in plain text, the documents in lines that survive quoting and wrapping, and the files as
/// attachments. It is written to the match's mail folder as a draft, which Outlook and Thunderbird open ready to send;
/// --open hands it to your mail program, --send to sendmail (msmtp works too). Addresses are kept in your own address book
/// and are never part of a signed document: add one with --address SEAT=ADDRESS.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that sends [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// The address of a seat (your own too), kept for all matches with this player. May be given several times.
    #[arg(long, value_name = "SEAT=ADDRESS")]
    address: Vec<String>,
    /// One more recipient, such as somebody who has not taken a seat yet. May be given several times.
    #[arg(long, value_name = "ADDRESS")]
    to: Vec<String>,
    /// Also write again what was mailed before, unless the others have shown that they have it.
    #[arg(long)]
    again: bool,
    /// Attach the map of the step as PNG.
    #[arg(long)]
    picture: bool,
    #[command(flatten)]
    how: DeliveryArgs,
}

/// What becomes of a mail that is written.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct DeliveryArgs {
    /// Open each mail in your mail program ($ADJUTANT_MAILER, else the system's).
    #[arg(long, conflicts_with = "send")]
    open: bool,
    /// Send each mail through $ADJUTANT_SENDMAIL [default: sendmail -t -i].
    #[arg(long)]
    send: bool,
}

impl DeliveryArgs {
    /// The same; mails are also sent if the user wants that always, and does not open them this time.
    pub fn or_send(self, always: bool) -> DeliveryArgs {
        DeliveryArgs { send: self.send || always && !self.open, ..self }
    }

    /// Whether mails leave the machine: they are sent, or handed to the mail program.
    pub fn is_sent(self) -> bool {
        self.send || self.open
    }
}

/// Whether a command that signs also mails.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct MailArgs {
    /// Write the mails to the other seats as well, as `adjutant mail` does, and send them if go.yaml says `send: true`.
    #[arg(long)]
    mail: bool,
}

impl MailArgs {
    /// Whether mails are wanted at all.
    pub fn is_wanted(self) -> bool {
        self.mail
    }

    /// Mails what is new, if that was requested.
    ///
    /// # Errors
    /// As `mail`. What was signed has been written already.
    pub fn send(self, folder: &Path, seat: Option<&str>, format: Format) -> CommandResult {
        if !self.mail {
            return Ok(());
        }
        // Whoever has `adjutant go` send his mails wants it here too.
        let how = DeliveryArgs::default().or_send(Settings::read()?.send);
        let written = mails(folder, &MailSelection { seat, how, ..MailSelection::default() })?;
        if format == Format::Text {
            out::print(&suggested_commands::complete(&words(&written, false)))?;
        }
        Ok(())
    }
}

/// Invite somebody to a match whose charter is not signed yet: a mail with the charter, and how to accept it.
///
/// The person you invite takes a seat with `adjutant match accept` and mails the charter back.
#[derive(Debug, clap::Args)]
pub struct Invitation {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The address to write to. May be given several times.
    #[arg(long, value_name = "ADDRESS", required = true)]
    to: Vec<String>,
    /// Your own address, kept for all matches.
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
    /// Your seat [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    how: DeliveryArgs,
}

/// Writes an invitation.
///
/// # Errors
/// The match has begun, or you have no seat in it yet.
pub fn invite(args: Invitation, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let charter = &folder.charter()?.typed;
    if folder.files.has_begun() {
        let problem = Problem::new("the match has begun, so you cannot invite anybody");
        return Err(Failure::no(problem.advice("send documents that others are missing with `adjutant bundle`")));
    }
    if charter.source().is_some() {
        let found = folder.charter()?;
        successor::state_before(&folder.chain()?)
            .map_err(|problem| folder.refused(&found.file, found.place(problem)))?;
    }
    let me = seat::acting_seat(&home::vault()?, charter, args.seat.as_deref())?;
    let own: Vec<String> = args.from.iter().map(|address| format!("{}={address}", me.seat)).collect();
    let seat = Some(me.seat.as_str());
    let wanted = MailSelection { seat, addresses: &own, to: &args.to, how: args.how, ..MailSelection::default() };
    let written = mails(&place, &wanted)?;
    let to: Vec<String> = args.to.iter().map(|address| format!(" {}", shell_quotes::option("--to", address))).collect();
    let send = format!("adjutant match invite{} --send", to.concat());
    out::answer(format, || words_with(&written, false, &send), || json!({"ok": true, "mails": values(&written)}))
}

/// A mail that was written.
pub struct WrittenMail {
    path: PathBuf,
    to: Vec<String>,
    /// Seats without an address.
    nameless: Vec<Id>,
    sent: bool,
}

impl WrittenMail {
    /// What happened to the mail, on one line.
    pub fn line(&self) -> String {
        let to =
            if self.to.is_empty() { ", without an address".to_owned() } else { format!(" to {}", self.to.join(", ")) };
        let did = if self.sent { "Sent" } else { "Written" };
        format!("{did}: {}{to}\n", self.path.shown())
    }
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let wanted = MailSelection {
        seat: args.seat.as_deref(),
        addresses: &args.address,
        to: &args.to,
        again: args.again,
        picture: args.picture,
        is_routine: false,
        how: args.how,
    };
    let written = mails(&place, &wanted)?;
    out::answer(format, || words(&written, args.again), || json!({"ok": true, "mails": values(&written)}))
}

/// Mails that were written, as data.
pub fn values(written: &[WrittenMail]) -> Vec<Value> {
    let value =
        |one: &WrittenMail| json!({"file": one.path, "to": one.to, "no_address": one.nameless, "sent": one.sent});
    written.iter().map(value).collect()
}

/// The same in words.
pub fn words(written: &[WrittenMail], again: bool) -> String {
    words_with(written, again, "adjutant mail --send")
}

/// The same, with the command that sends what is only written.
fn words_with(written: &[WrittenMail], again: bool, send: &str) -> String {
    let mut words = String::new();
    for one in written {
        words += &one.line();
        for seat in &one.nameless {
            words += &format!("  add the address of {seat}: `adjutant mail --address {seat}=name@example.org`\n");
        }
    }
    match written.iter().filter(|one| !one.sent).count() {
        0 => {}
        1 => words += &format!("Nothing is sent yet: open it in your mail program, or run `{send}`.\n"),
        _ => words += &format!("Nothing is sent yet: open them in your mail program, or run `{send}`.\n"),
    }
    if written.is_empty() {
        words += match again {
            true => "There is nothing to mail: the others already have everything.\n",
            false => "There is nothing to mail: everything has been sent. `adjutant mail --again` sends it again.\n",
        };
    }
    words
}

/// The options for [`mails`].
#[derive(Default)]
struct MailSelection<'a> {
    seat: Option<&'a str>,
    addresses: &'a [String],
    to: &'a [String],
    again: bool,
    picture: bool,
    /// Whether nobody has asked for these mails: then nothing that was sent is sent again.
    is_routine: bool,
    how: DeliveryArgs,
}

/// Writes the mails of this machine's seat in a match, and delivers them as requested.
///
/// # Errors
/// As `mail`.
pub fn new_mails(place: &Path, how: DeliveryArgs) -> Result<Vec<WrittenMail>, Failure> {
    mails(place, &MailSelection { how, is_routine: true, ..MailSelection::default() })
}

/// What the log of sent mails knows a charter by that is still circulating: its text, whoever has signed it by then.
fn circulating(found: &Match<'_>) -> Option<Bytes32> {
    let text = files::read(&found.folder.path.join("charter.yaml"), files::MAX_BYTES).ok()?;
    Some(Bytes32(Sha256::digest(text).into()))
}

fn mails(place: &Path, wanted: &MailSelection<'_>) -> Result<Vec<WrittenMail>, Failure> {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    let charter = &found.chain.charter.typed;
    let mut book = Book::open(place)?;
    for entry in wanted.addresses {
        let (seat, address) = entry.split_once('=').ok_or_else(|| {
            let problem = Problem::new(format!("'{entry}' does not say whose address it is"));
            Failure::cannot(problem.advice("write --address SEAT=ADDRESS"))
        })?;
        book.keep(seat::by_name(charter, seat)?, address)?;
    }
    let me = seat::acting_seat(&home::vault()?, charter, wanted.seat)?;
    if let Some(wrong) = wanted.to.iter().find(|address| !compose::is_address(address)) {
        return Err(Failure::cannot(Problem::new(format!("'{wrong}' is not a mail address"))));
    }
    let mut sent = SentLog::open(place);
    let mut written = Vec::new();
    for ready in ready(&found, me, &sent, wanted) {
        let mut letter = ready.letter(&found, &me.seat, wanted.picture)?;
        letter.from = book.of(me);
        letter.to = ready.seats.iter().filter_map(|entry| book.of(entry)).collect();
        if ready.everything && ready.escrow.is_empty() {
            // The charter of a tournament's game goes to a player who has not taken his seat yet.
            letter.to.extend(seats::unseated(charter, place));
        }
        // Escrow files go only to the adjudicator.
        letter.to.extend(wanted.to.iter().filter(|_| ready.escrow.is_empty()).cloned());
        letter.date = chrono::Utc::now().timestamp();
        let nameless: Vec<Id> =
            ready.seats.iter().filter(|entry| book.of(entry).is_none()).map(|entry| entry.seat.clone()).collect();
        let one = write_mail(place, &ready.name(), &letter, nameless, wanted.how)?;
        // A mail that was only written is written again until it is sent, or until the receiver's documents show that
        // he has it.
        if wanted.how.is_sent() {
            let seats: Vec<&Id> =
                ready.seats.iter().filter(|entry| book.of(entry).is_some()).map(|entry| &entry.seat).collect();
            sent.note(&ready.digests(), &seats)?;
            if let Some(charter) = circulating(&found).filter(|_| found.chain.newest().is_none()) {
                sent.note(&[charter], &seats.into_iter().chain([&me.seat]).collect::<Vec<_>>())?;
            }
        }
        written.push(one);
    }
    Ok(written)
}

/// Writes a mail to the match's mail folder, and sends it if that was requested. `nameless`: receivers whose addresses
/// are unknown.
///
/// # Errors
/// The folder cannot be written; a receiver has no address, or there is no receiver; or sending fails.
pub fn write_mail(
    place: &Path,
    name: &str,
    letter: &OutgoingMail,
    nameless: Vec<Id>,
    how: DeliveryArgs,
) -> Result<WrittenMail, Failure> {
    let cannot = |why: String| Failure::cannot(Problem::new(format!("the mail cannot be written: {why}")));
    let letter = OutgoingMail { is_draft: !how.send, ..letter.clone() };
    let source = compose::write(&letter).map_err(cannot)?;
    let path = place.join(FOLDER).join("out").join(name);
    files::write(&path, &source).map_err(|problem| Failure::cannot_in(&path, problem))?;
    if how.send {
        if !nameless.is_empty() {
            let problem = Problem::new(format!("no address of {} is known", nameless[0]));
            let advice = format!("add it with `adjutant mail --address {}=name@example.org`", nameless[0]);
            return Err(Failure::no(problem.advice(advice)));
        }
        if letter.to.is_empty() {
            let problem = Problem::new("there is nobody to send this to");
            let advice = "name an address with `adjutant mail --to name@example.org --send`";
            return Err(Failure::no(problem.advice(advice)));
        }
        deliver(&source)?;
    }
    if how.open {
        open(&path)?;
    }
    Ok(WrittenMail { path, to: letter.to.clone(), nameless, sent: how.send })
}

/// The mails to send: to each other seat, what this seat signed, and what its states resolve, unless the other seat has
/// shown that it has it. Seats that get the same share a mail.
fn ready<'f>(found: &'f Match<'_>, me: &SeatEntry, sent: &SentLog, wanted: &MailSelection<'_>) -> Vec<PlannedMail<'f>> {
    let others = || found.chain.charter.typed.seats.iter().filter(|entry| entry.seat != me.seat);
    let adjudicator = escrow::adjudicator(&found.chain.charter.typed).map(|entry| &entry.seat);
    if found.chain.newest().is_none() {
        // The charter circulates until everybody has signed it.
        let round = |escrow| move |seats| PlannedMail { seats, documents: Vec::new(), everything: true, escrow };
        let entrusted = escrow::files_to_mail(&found.folder.path, &found.chain, &me.seat, false);
        let charter = circulating(found).filter(|_| wanted.is_routine);
        let has_it = |entry: &&SeatEntry| charter.is_some_and(|charter| sent.has(&charter, &entry.seat));
        let (to_him, rest): (Vec<_>, Vec<_>) = others()
            .filter(|entry| !has_it(entry))
            .partition(|entry| Some(&entry.seat) == adjudicator && !entrusted.is_empty());
        let nobody_yet = others().next().is_none();
        let is_known = charter.is_some_and(|charter| sent.has(&charter, &me.seat));
        let invited = || !seats::unseated(&found.chain.charter.typed, &found.folder.path).is_empty();
        let is_done = match nobody_yet {
            // Whoever is to take the other seat is invited; only a tournament says where he is to be found.
            true => wanted.is_routine && (is_known || !invited()),
            false => charter.is_some() && others().all(|entry| has_it(&entry)),
        };
        let rest = Some(rest).filter(|rest| !rest.is_empty() || (to_him.is_empty() && !is_done)).map(round(Vec::new()));
        let to_him = Some(to_him).filter(|to_him| !to_him.is_empty()).map(round(entrusted));
        return rest.into_iter().chain(to_him).collect();
    }
    let mut mails: Vec<PlannedMail<'f>> = Vec::new();
    for entry in others() {
        let unsent = |receipt: &ParsedDocument<Receipt>| {
            receipt.typed.seat == me.seat && sent.knows(&entry.seat) && !sent.has(&receipt.digest, &entry.seat)
        };
        let lacking = found.chain.unacknowledged(&found.folder.files, &entry.seat, &unsent);
        // A player who has lost his documents is sent everything along with the answer to his question.
        let lost = answer_to(found, me, &entry.seat).is_some_and(|answer| !sent.has(&answer, &entry.seat));
        let mut entrusted = match adjudicator == Some(&entry.seat) {
            true => escrow::files_to_mail(&found.folder.path, &found.chain, &me.seat, lost || wanted.again),
            false => Vec::new(),
        };
        entrusted.retain(|file| lost || wanted.again || !sent.has(&file.digest(), &entry.seat));
        let own = |one: &AnyDocument<'_>| {
            lost || one.signer() == Some(me.seat.as_str()) || resolved_by(&found.chain, one, &me.seat)
        };
        // Escrow for a turn goes with that turn.
        let beside = |one: &AnyDocument<'_>| one.kind == Kind::Turn && !entrusted.is_empty();
        let new = |one: &AnyDocument<'_>| lost || wanted.again || beside(one) || !sent.has(&one.digest, &entry.seat);
        let documents: Vec<AnyDocument<'f>> =
            lacking.documents.into_iter().filter(|one| own(one) && new(one)).collect();
        if documents.is_empty() && (!wanted.again || entrusted.is_empty()) {
            continue;
        }
        let everything = lacking.everything;
        let same = |mail: &&mut PlannedMail<'f>| {
            mail.everything == everything
                && mail.escrow.is_empty()
                && entrusted.is_empty()
                && mail.documents.iter().map(|one| one.digest).eq(documents.iter().map(|one| one.digest))
        };
        match mails.iter_mut().find(same) {
            Some(mail) => mail.seats.push(entry),
            None => mails.push(PlannedMail { seats: vec![entry], documents, everything, escrow: entrusted }),
        }
    }
    mails
}

/// This seat's receipt that answers another seat which has lost its documents.
fn answer_to(found: &Match<'_>, me: &SeatEntry, other: &Id) -> Option<Bytes32> {
    let number = found.chain.open_question(other)?.typed.asks?;
    let mut own = found.chain.receipts.iter().filter(|one| one.typed.seat == me.seat);
    own.find(|one| one.typed.answers == Some(number)).map(|one| one.digest)
}

/// Whether a turn is resolved by a state of this seat.
fn resolved_by(chain: &Chain<'_>, document: &AnyDocument<'_>, seat: &Id) -> bool {
    let resolves = |digest| {
        chain.states.values().any(|state| state.typed.responder == *seat && state.typed.turns.contains(digest))
    };
    document.kind == Kind::Turn && resolves(&document.digest)
}

/// The command on a line, without any features of a shell.
fn command_of(line: &str) -> Option<Command> {
    let words = shell_quotes::command_words(line)?;
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments);
    Some(command)
}

/// Hands a mail to sendmail, or to the command that replaces it.
fn deliver(source: &[u8]) -> CommandResult {
    let line = std::env::var("ADJUTANT_SENDMAIL").unwrap_or_else(|_| "sendmail -t -i".to_owned());
    let fault = |what: String| {
        let advice = "set ADJUTANT_SENDMAIL to a program that reads a mail from standard input, such as \"msmtp -t\"";
        Failure::cannot(Problem::new(format!("{line}: {what}")).advice(advice))
    };
    let mut command = command_of(&line).ok_or_else(|| fault("this is not a command".to_owned()))?;
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(|error| fault(error.to_string()))?;
    // If the program ends before it has read everything, its exit code says why.
    let unix: Vec<u8> = source.iter().copied().filter(|byte| *byte != b'\r').collect();
    let _ = child.stdin.take().map(|mut input| input.write_all(&unix));
    let ended = progress::suspend(|| child.wait()).map_err(|error| fault(error.to_string()))?;
    match ended.success() {
        true => Ok(()),
        false => Err(fault(format!("the command ended with {ended}"))),
    }
}

/// Opens a mail in the user's mail program.
fn open(path: &Path) -> CommandResult {
    let own = std::env::var("ADJUTANT_MAILER").ok();
    let fault = |what: String| {
        let program = own.as_deref().unwrap_or("the system's mail program");
        let problem = Problem::new(format!("{program}: {what}"));
        Failure::cannot(problem.advice(format!("open {} in your mail program, or set ADJUTANT_MAILER", path.shown())))
    };
    let Some(line) = &own else {
        return progress::suspend(|| ::open::that(path)).map_err(|error| fault(error.to_string()));
    };
    let mut command = command_of(line).ok_or_else(|| fault("this is not a command".to_owned()))?;
    let ended = progress::suspend(|| command.arg(path).status()).map_err(|error| fault(error.to_string()))?;
    match ended.success() {
        true => Ok(()),
        false => Err(fault(format!("the command ended with {ended}"))),
    }
}
