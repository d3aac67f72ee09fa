//! `adjudicate`: verify the match, read the turns that arrived, and answer them with a state or a refusal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::folder::Folder;
use super::mail::MailArgs;
use super::match_args::FolderOption;
use super::match_args::RecoverArgs;
use super::matches::setup_steps::remaining_setup_steps;
use super::open_match::{Match, Outgoing, Signers};
use super::prompts::{asked_words, next_moves};
use super::turn_draft::Draft;
use super::{
    CommandResult, Diagnostic, Failure, Format, escrow, files, home, mail, out, report, seat, sign, suggested_commands,
    wall_clock,
};
use crate::chain::adjudicate::{Adjudication, state_zero};
use crate::chain::charter::false_signatures;
use crate::chain::compose::{refuse, replace_state};
use crate::chain::escrow::{Escrow, reason};
use crate::chain::match_files::{MatchFiles, ParsedDocument};
use crate::chain::status::{Next, status};
use crate::chain::timeline::check_signatures_of;
use crate::cli::paths::Shown;
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Form, Id, Kind, Problem, Turn, harmless};
use crate::session::Session;
use crate::trust::{Signed, Vault};

/// Answer the turns of the other seats: verify the match, then write the next signed state and its report.
///
/// The adjudicator runs this or, head-to-head, the player who did not move. Name the files that came by mail; they are
/// filed in the match folder. An illegal turn is answered with a signed refusal that gives every reason, and nothing is
/// rolled. Before the first turn it sets up the match. If your newest state was refused, it answers the refusal.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The turns (or the refusal of a state) that came by mail; files already in the folder need not be named. The
    /// match folder may be among them.
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: FolderOption,
    /// The seat that answers [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    recover: RecoverArgs,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (folders, came): (Vec<_>, Vec<_>) = args.files.into_iter().partition(|path| path.is_dir());
    let mut place = args.place;
    for folder in folders {
        place = place.and(Some(folder))?;
    }
    let place = place.find()?;
    let done = answer(&place, &came, args.seat.as_deref(), args.recover.documents()?)?;
    if let Some(file) = done.is_refused_in {
        return Err(Failure::Negative(done.refused.into_iter().chain([file.into()]).collect()));
    }
    args.outgoing.send(&place, args.seat.as_deref(), format)?;
    out::answer(
        format,
        || done.words(),
        || json!({"ok": true, "messages": done.messages, "files": done.written, "reports": done.reports, "turns": done.turns}),
    )
}

/// The answer, and where it was written.
struct Done {
    messages: Vec<String>,
    written: Vec<PathBuf>,
    reports: Vec<PathBuf>,
    turns: Vec<PathBuf>,
    /// The reasons for refusing the turn, if it was refused.
    refused: Vec<Diagnostic>,
    /// Says where the signed refusal is, and what to do with it.
    is_refused_in: Option<Problem>,
}

impl Done {
    fn words(&self) -> String {
        let mut words = String::new();
        for line in &self.messages {
            words += &format!("{line}\n");
        }
        if !self.written.is_empty() {
            words += "Mail to everyone in the match:\n";
            for path in self.written.iter().chain(&self.reports) {
                words += &format!("  {}\n", path.shown());
            }
        }
        if !self.turns.is_empty() {
            words += "and the turns that this state answers, to anyone who does not have them:\n";
            self.turns.iter().for_each(|path| words += &format!("  {}\n", path.shown()));
        }
        words
    }
}

/// Files the documents named on the command line and answers what is due.
fn answer(place: &Path, came: &[PathBuf], seat: Option<&str>, copies: Vec<Value>) -> Result<Done, Failure> {
    let mut folder = Folder::read_cached(place)?;
    let mut arrived = take_in(&mut folder, came)?;
    if !folder.files.has_begun() {
        let waits = remaining_setup_steps(&folder.charter()?.typed, &folder.game()?.sides());
        if let Some(step) = waits.into_iter().next() {
            let problem = Problem::new("the match cannot begin yet: not everybody has joined and signed");
            return Err(Failure::no(problem.rule("protocol 2").advice(step)));
        }
    }
    let vault = home::vault()?;
    let answer = {
        let found = Match::open_to_answer(&folder)?;
        let charter = &found.chain.charter.typed;
        let entry = match seat {
            None => responder_here(&vault, &found)?,
            wanted => seat::acting_seat(&vault, charter, wanted)?.clone(),
        };
        let mut signers = Signers::one(&entry, &vault, copies);
        arrived.messages.extend(take_in_escrow(&mut signers, &found, &entry, &arrived.sealed)?);
        let mut answer = respond(&mut signers, &found, &entry, &arrived)?;
        if let Some(state) = &answer.state {
            answer.reports.push(report::outgoing_page(&found, state)?);
        }
        answer
    };
    for outgoing in answer.in_order() {
        outgoing.write(&folder)?;
    }
    let names = |files: &[Outgoing]| -> Vec<PathBuf> { files.iter().map(|one| folder.path.join(&one.name)).collect() };
    let came = |one: &Outgoing| arrived.new.contains(one);
    let own: Vec<Outgoing> = answer.files.iter().filter(|one| !came(one)).cloned().collect();
    let (written, reports) = (names(&own), names(&answer.reports));
    let file = written.last().cloned().unwrap_or_default();
    let is_refused_in = answer.refused.is_some().then(|| {
        Problem::new(format!("the turn is refused; the signed refusal is in {}", file.shown()))
            .advice("mail it to everyone; the player answers with a new turn, which has the same reveal")
    });
    let refused = answer.refused.unwrap_or_default();
    let told = arrived.messages.into_iter().chain(answer.messages).collect();
    let turns = answer.turns.iter().map(|name| folder.path.join(name)).collect();
    Ok(Done { messages: told, written, reports, turns, refused, is_refused_in })
}

/// What was answered.
#[derive(Default)]
pub struct DueAnswer {
    /// The answer in sentences; none if nothing was due.
    pub lines: Vec<String>,
    /// The reasons of the refusal, if that is the answer, each with its rule.
    pub refused: Vec<String>,
}

/// Answers what is due from a seat of this machine in a match, if anything is. A refused turn is reported as refused.
///
/// # Errors
/// The match does not verify, or a secret is missing.
pub fn answer_if_due(place: &Path) -> Result<DueAnswer, Failure> {
    let folder = Folder::read_cached(place)?;
    let due = match status(&folder.chain()?).next {
        Next::SetUp(seat) | Next::State { seat, .. } | Next::Replacement { seat, .. } => seat,
        Next::Signatures(_) | Next::Charter(_) | Next::Turns(_) | Next::Over(_) => {
            return Ok(DueAnswer::default());
        }
    };
    let anchors = home::vault()?.anchors().map_err(Failure::cannot)?;
    let here =
        folder.charter()?.typed.seats.iter().any(|entry| entry.seat == due && anchors.contains(&entry.seed.anchor));
    if !here {
        return Ok(DueAnswer::default());
    }
    let done = match answer(place, &[], Some(due.as_str()), Vec::new()) {
        Ok(done) => done,
        Err(Failure::Negative(told)) => {
            let lines = told.into_iter().map(|one| one.problem.message).collect();
            return Ok(DueAnswer { lines, refused: Vec::new() });
        }
        Err(failure) => return Err(failure),
    };
    let refused: Vec<String> = done.refused.iter().map(|one| reason_in_words(&one.problem)).collect();
    let lines = match &done.is_refused_in {
        Some(file) => {
            done.refused.iter().map(|one| &one.problem).chain([file]).map(|one| one.message.clone()).collect()
        }
        None => done.words().lines().map(str::to_owned).collect(),
    };
    Ok(DueAnswer { lines, refused })
}

/// A reason as the signed refusal states it, with its rule.
fn reason_in_words(problem: &Problem) -> String {
    let rule = problem.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let advice = problem.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
    format!("{}{rule}", harmless(&format!("{}{advice}", problem.message)))
}

/// The files named on the command line.
#[derive(Default)]
pub struct Arrivals {
    /// Documents that the folder does not have yet, ready to be written.
    new: Vec<Outgoing>,
    /// What happened to each file that needs no answer, in sentences.
    messages: Vec<String>,
    /// Encrypted files, with their paths.
    sealed: Vec<(PathBuf, Vec<u8>)>,
}

/// The answer that a seat gives.
#[derive(Default)]
pub struct Answered {
    /// The new state, if one was signed.
    state: Option<Value>,
    /// Signed documents to write and to mail.
    pub files: Vec<Outgoing>,
    pub reports: Vec<Outgoing>,
    /// The files of the turns that a new state resolves, if seats other than the responder and the signer need them.
    pub turns: Vec<String>,
    /// What happened and who moves next, in sentences.
    pub messages: Vec<String>,
    /// The reasons for refusing the turn, if it was refused.
    pub refused: Option<Vec<Diagnostic>>,
    /// The table at the new state, if one was made just now.
    pub table: Option<Box<dyn Session>>,
}

impl Answered {
    /// The files to write, states last: as long as the state is missing, a rerun answers the step with the same bytes,
    /// so an interrupted run can simply be repeated.
    pub fn in_order(&self) -> impl Iterator<Item = &Outgoing> {
        let (states, others): (Vec<_>, Vec<_>) = self.files.iter().partition(|file| file.name.starts_with("states/"));
        self.reports.iter().chain(others).chain(states)
    }
}

/// Reads files that came by mail into the folder's documents, without writing anything.
fn take_in(folder: &mut Folder, paths: &[PathBuf]) -> Result<Arrivals, Failure> {
    let mut arrived = Arrivals::default();
    let mut placed = Vec::new();
    for path in paths {
        let bytes = files::read(path, files::MAX_BYTES)?;
        if escrow::is_sealed(&bytes) {
            arrived.sealed.push((path.clone(), bytes));
            continue;
        }
        must_be_no_draft(path, &bytes)?;
        let document = files::parse(path, &bytes).map_err(|failure| match failure {
            Failure::Negative(told) => Failure::Negative(
                told.into_iter().map(|one| Diagnostic { problem: mail::damaged(&bytes, one.problem), ..one }).collect(),
            ),
            other => other,
        })?;
        let refused = |problem| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Failure::Negative(vec![Diagnostic { problem, file: Some(path.clone()), text: Some(text) }])
        };
        crate::document::parse(&document).map_err(refused)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (digest, what) = (crate::document::digest(&document.content), describe(&document.content));
        if let Some(fault) = may_not_be_written(folder, path, &bytes) {
            let problem = fault.advice("leave this file out: nobody needs it");
            return Err(refused(Problem {
                message: format!("{what} changes nothing: {}", problem.message),
                ..problem
            }));
        }
        let turn = document.content.get("kind").and_then(Value::as_str) == Some("turn");
        if folder.files.charters.iter().any(|charter| charter.digest == digest) {
            arrived.messages.push(format!("{}: this is the match's charter; nothing to do.", path.shown()));
            continue;
        }
        if let Some(known) = folder.named(&bytes) {
            arrived.messages.push(format!("{what} is already here: {}.", folder.path.join(known).shown()));
            continue;
        }
        let outgoing = Outgoing::named(folder, &document.content, text);
        folder.arrive(&outgoing.name, path, bytes);
        placed.push((digest, turn, format!("{what} is filed: {}.", folder.path.join(&outgoing.name).shown())));
        arrived.new.push(outgoing);
    }
    folder.prepare_states();
    // A turn that waits for its answer is reported by that answer.
    let resolved = |digest: &Bytes32| folder.files.read_states().any(|state| state.typed.turns.contains(digest));
    let done = placed.into_iter().filter(|(digest, turn, _)| !turn || resolved(digest));
    arrived.messages.extend(done.map(|(.., words)| words));
    Ok(arrived)
}

/// Why the seat that signed a document of this match may not write it (protocol 9).
fn may_not_be_written(folder: &Folder, path: &Path, bytes: &[u8]) -> Option<Problem> {
    let mut alone = MatchFiles::default();
    alone.add(&path.shown(), bytes);
    let documents = alone.documents();
    let document = documents.first()?;
    let chain = folder.chain().ok()?;
    check_signatures_of(chain.charter, document).ok()?;
    chain.unauthorized(document)
}

/// Files the escrow files named on the command line and reports on them in sentences (protocol 8.6).
fn take_in_escrow(
    signers: &mut Signers,
    found: &Match<'_>,
    entry: &SeatEntry,
    sealed: &[(PathBuf, Vec<u8>)],
) -> Result<Vec<String>, Failure> {
    let mut told = Vec::new();
    let turns: Vec<&Turn> = found.chain.turns.values().map(|turn| &turn.typed).collect();
    for (path, bytes) in sealed {
        let signer = signers.unlock(found, &entry.seat)?;
        let held = signer.escrow(found)?.ok_or_else(|| {
            Failure::no_in(
                path,
                Problem::new("this seat is entrusted with no hands in this match").rule("protocol 8.6"),
            )
        })?;
        let one = escrow::decrypt(&signer.key, bytes).map_err(|problem| Failure::no_in(path, problem))?;
        let came = escrow::file(&found.folder.path, found.chain.charter, (&held, one, bytes), &turns);
        told.push(match came? {
            escrow::EscrowFiling::Known => {
                format!("{}: the match folder already has everything in it.", path.shown())
            }
            escrow::EscrowFiling::Filed { what, path } => format!("{what} is filed: {}.", path.shown()),
        });
    }
    Ok(told)
}

/// Checks that a file is not an unsigned draft: that is the likeliest mistake, and the first error a draft causes is
/// not helpful.
fn must_be_no_draft(path: &Path, bytes: &[u8]) -> CommandResult {
    if bytes.len() > Form::Draft.max_bytes() {
        return Ok(());
    }
    let Ok(draft) = Draft::parse(path, bytes) else { return Ok(()) };
    if ["reveal", "signatures"].iter().any(|field| draft.document.content.get(field).is_some()) {
        return Ok(());
    }
    let problem = Problem::new("this is a draft, and nobody has signed it").rule("protocol 6");
    let advice =
        format!("its author runs `adjutant sign {}` and mails the signed file", suggested_commands::shell_quoted(path));
    Err(Failure::no_in(path, problem.advice(advice)))
}

/// Describes a document, in words that can begin a sentence.
pub fn describe(content: &Value) -> String {
    let text = |field: &str| harmless(content.get(field).and_then(Value::as_str).unwrap_or_default()).into_owned();
    let step = content.get("step").and_then(Value::as_u64).unwrap_or_default();
    match text("kind").as_str() {
        "state" => format!("State {step}"),
        "disclosure" if content.get("hand").is_some() => {
            format!("The disclosure of {}, by the {}", text("hand"), text("seat"))
        }
        "leave" if content.get("pause").is_some() => format!("The agreement of {} to a pause", text("seat")),
        kind @ ("disclosure" | "leave" | "queue") => format!("The {kind} of {}", text("seat")),
        "receipt" if content.get("asks").is_some() => format!("The request of {} for its own documents", text("seat")),
        kind => format!("The {kind} of {} for step {step}", text("seat")),
    }
}

/// The seat on this machine that has to answer the turns for the newest state, or set up the match if there is no state
/// yet.
fn responder_here(vault: &Vault, found: &Match<'_>) -> Result<SeatEntry, Failure> {
    let charter = &found.chain.charter.typed;
    let anchors = vault.anchors().map_err(Failure::cannot)?;
    let awaited = found.chain.newest().map(|newest| found.chain.awaited(&newest.state.typed)).unwrap_or_default();
    let responders: Vec<&Id> = match found.chain.newest() {
        Some(_) => awaited.iter().filter_map(|seat| found.chain.seats.responder_to(seat)).collect(),
        None => found.chain.seats.first_issuer().into_iter().collect(),
    };
    let here = charter.seats.iter().filter(|seat| anchors.contains(&seat.seed.anchor));
    match here.clone().find(|seat| responders.contains(&&seat.seat)).or(here.clone().next()) {
        Some(seat) => Ok(seat.clone()),
        None => seat::acting_seat(vault, charter, None).cloned(),
    }
}

/// The seat's answer to the match as it stands, including what just arrived.
///
/// # Errors
/// There is nothing for this seat to answer, or a secret is missing.
pub fn respond(
    signers: &mut Signers,
    found: &Match<'_>,
    entry: &SeatEntry,
    arrived: &Arrivals,
) -> Result<Answered, Failure> {
    let chain = &found.chain;
    let Some(newest) = chain.newest() else { return set_up(signers, found, entry) };
    let now = wall_clock::now();
    let mut answer = Answered::default();
    if let Some(refusal) = chain.open_refusals().first() {
        let made = replace_state(chain, &*found.game, &refusal.digest, &now).map_err(all)?;
        let signer = signers.unlock(found, &entry.seat)?;
        let step = newest.state.typed.step;
        let signed = signer.sign(chain, Kind::State, step, made.content)?;
        answer.files.extend(arrived.new.iter().cloned());
        answer.files.push(Outgoing::document(found.folder, &signed.document().document));
        answer
            .messages
            .push(format!("The refusal of the state of step {step} is answered with a state that replaces it."));
        return Ok(answer);
    }
    let misfit = misfit(found, entry);
    // A turn that answers an unknown state may be early or worthless; it must not hold up a turn that can be answered.
    let answers = |turn: &&ParsedDocument<Turn>| chain.seats.responder_to(&turn.typed.seat) == Some(&entry.seat);
    let waits = !chain.open_turns().iter().any(answers) && newest.state.typed.outcome.is_none();
    if let Some((turn, problems)) = misfit.filter(|(turn, _)| waits || is_surely_wrong(found, entry, turn)) {
        if !is_surely_wrong(found, entry, turn) {
            let problem = Problem::new(format!(
                "this turn is for step {}, but the state that it answers is missing",
                turn.typed.step
            ));
            let advice =
                format!("ask '{}' for that state, then name both files; nothing was signed or filed", turn.typed.seat);
            let problem = turn.place(problem.in_path("parent").rule("protocol 6").advice(advice));
            return Err(found.folder.refused(&turn.file, problem));
        }
        return refuse_turn(signers, found, entry, arrived, (turn, problems));
    }
    let open = chain.open_turns();
    let awaited = chain.awaited(&newest.state.typed);
    if awaited.is_empty() {
        if arrived.new.is_empty() && arrived.messages.is_empty() {
            return Err(Failure::no(Problem::new("the match is over").rule("protocol 3")));
        }
        answer.files.extend(arrived.new.iter().cloned());
        answer.messages.extend(next_moves(chain, &newest.state.document.content, None, Some(&entry.seat)));
        return Ok(answer);
    }
    let mut turns: Vec<&ParsedDocument<Turn>> = Vec::new();
    let adjudication = found.adjudication()?;
    let entrusted = escrow::adjudicator(&chain.charter.typed).is_some_and(|own| own.seat == entry.seat);
    let held = match entrusted && !open.is_empty() {
        true => signers.unlock(found, &entry.seat)?.escrow(found)?,
        false => None,
    };
    // Until the escrow for its commitments has arrived, a turn cannot be resolved.
    let mut unentrusted: Vec<&ParsedDocument<Turn>> = Vec::new();
    for seat in &awaited {
        let own: Vec<&ParsedDocument<Turn>> = open.iter().copied().filter(|turn| turn.typed.seat == **seat).collect();
        match own.as_slice() {
            [] => {}
            [turn] if held.as_ref().is_some_and(|held| !held.has(&turn.typed)) => unentrusted.push(turn),
            [turn] => {
                let mut problems = adjudication.check_turn(turn);
                if let Some(held) = held.as_ref().filter(|_| problems.is_empty()) {
                    match is_allowed(&adjudication, held, turn) {
                        Some(true) => {}
                        Some(false) => problems.push(reason()),
                        None => answer.messages.push(format!(
                            "The program cannot follow the hand of {seat}, so it does not check the turn against that hand: an escrow file is missing ({seat} sends it with `adjutant mail --again`), or something that {seat} said about a card is not true."
                        )),
                    }
                }
                if !problems.is_empty() {
                    return refuse_turn(signers, found, entry, arrived, (turn, problems));
                }
                turns.push(turn);
            }
            [one, two, ..] => {
                let problem = Problem::new(format!(
                    "'{seat}' signed two turns for step {}: {} and {}",
                    one.typed.step, one.file, two.file
                ));
                return Err(Failure::no(
                    problem
                        .rule("protocol 6")
                        .advice("keep both: together they prove double dealing; nothing was adjudicated"),
                ));
            }
        }
    }
    let missing: Vec<String> = awaited
        .iter()
        .filter(|seat| !turns.iter().any(|turn| turn.typed.seat == ***seat))
        .map(|seat| match unentrusted.iter().find(|turn| turn.typed.seat == **seat) {
            Some(turn) => format!("{seat}: the escrow file for {}", turn.file),
            None => {
                let asked = found.asked(seat).unwrap_or(&Value::Null);
                format!("{seat}: {}", asked_words(asked, super::seat::is_elsewhere(&found.chain.charter.typed, seat)))
            }
        })
        .collect();
    if !missing.is_empty() {
        if turns.is_empty() && arrived.new.is_empty() && arrived.messages.is_empty() {
            let (rule, advice) = match unentrusted.is_empty() {
                true => ("protocol 3", "name the file that came by mail"),
                false => ("protocol 8.6", "receive the mail with this file, or name the file"),
            };
            let problem = Problem::new(format!("there is no turn to answer; it is the move of {}", missing.join("; ")));
            return Err(Failure::no(problem.rule(rule).advice(advice)));
        }
        answer.files.extend(arrived.new.iter().cloned());
        for turn in &turns {
            let place = found.folder.path.join(&turn.file);
            answer.messages.push(format!("The turn of {} is legal. It is filed: {}.", turn.typed.seat, place.shown()));
        }
        let still = if turns.is_empty() { "To move" } else { "Still to move" };
        answer.messages.push(format!("{still}: {}.", missing.join("; ")));
        return Ok(answer);
    }
    let responder = chain.seats.responder_to(awaited[0]);
    if responder != Some(&entry.seat) {
        let whom = responder.map(ToString::to_string).unwrap_or_default();
        let problem = Problem::new(format!("{whom} answers this turn, and you are {}", entry.seat));
        return Err(Failure::no(problem.rule("protocol 3").advice("wait for the next state")));
    }
    let signer = signers.unlock(found, &entry.seat)?;
    let reveal = signer.reveal(chain)?;
    let made = match signer.owner(&adjudication)? {
        None if held.is_some() => {
            let openings = held.unwrap_or_default();
            adjudication.resolve_with(&turns, reveal, &openings.openings(chain), Some(&now), &now)
        }
        Some(owner) => adjudication.resolve_with(&turns, reveal, &owner.openings(chain), Some(&now), &now),
        None => adjudication.resolve(&turns, reveal, Some(&now), &now),
    };
    let made = made.map_err(all)?;
    let step = found.step() + 1;
    let resolved = made.content.get("turns").cloned();
    let signed = signer.sign(chain, Kind::State, step, made.content)?;
    let document = &signed.document().document;
    if document.get("turns") != resolved.as_ref() {
        let files: Vec<&str> = turns.iter().map(|turn| turn.file.as_str()).collect();
        let problem = Problem::new(format!(
            "you have already signed the state of step {step}, and it answers other turns than {}",
            files.join(", ")
        ));
        let advice = "compare your copy of that state with its turns: if a seat signed two turns for one step, they prove double dealing; nothing was signed or filed";
        return Err(Failure::no(problem.rule("protocol 6").advice(advice)));
    }
    answer.files.extend(arrived.new.iter().cloned());
    answer.files.push(Outgoing::document(found.folder, document));
    answer.reports = report::outgoing(found, document)?;
    answer.state = Some(document.clone());
    // With two seats, the turn's sender and its responder are all there are.
    if chain.seats.entries.len() > 2 {
        answer.turns = turns.iter().map(|turn| turn.file.clone()).collect();
    }
    answer.messages.push(format!("Step {step} is adjudicated."));
    answer.messages.extend(next_moves(chain, document, Some(&*made.table), Some(&entry.seat)));
    if matches!(signed, Signed::Fresh(_)) {
        answer.table = Some(made.table);
    }
    Ok(answer)
}

/// Whether its owner's hand allows a turn; `None` if the hand cannot be followed. A seat without a hand may do whatever
/// the rules allow.
fn is_allowed(adjudication: &Adjudication<'_, '_>, held: &Escrow, turn: &ParsedDocument<Turn>) -> Option<bool> {
    let Some(owner) = held.owner(&turn.typed.seat) else { return Some(true) };
    adjudication.hand_allows(&turn.typed, &owner)
}

/// The first state and, in a head-to-head match, the empty turn that goes with it.
fn set_up(signers: &mut Signers, found: &Match<'_>, entry: &SeatEntry) -> Result<Answered, Failure> {
    let chain = &found.chain;
    let issuer = chain.seats.first_issuer().cloned();
    if issuer.as_ref() != Some(&entry.seat) {
        let whom = issuer.map(|issuer| issuer.to_string()).unwrap_or_default();
        let problem = Problem::new(format!("{whom} sets up the match, and you are {}", entry.seat));
        return Err(Failure::no(problem.rule("protocol 3").advice("wait for states/0000.yaml")));
    }
    let made = state_zero(chain, &*found.game, &wall_clock::now()).map_err(|problem| {
        let charter = &chain.charter;
        let wrong = false_signatures(&charter.typed, charter.digest);
        found.folder.refused(&charter.file, if wrong.is_empty() { problem } else { altered_charter(problem, &wrong) })
    })?;
    let signer = signers.unlock(found, &entry.seat)?;
    let signed = signer.sign(chain, Kind::State, 0, made.content)?;
    let document = &signed.document().document;
    let mut answer = Answered::default();
    answer.files.push(Outgoing::document(found.folder, document));
    answer.reports = report::outgoing(found, document)?;
    answer.state = Some(document.clone());
    answer.messages.push("The match is set up.".to_owned());
    // In a head-to-head match the issuer owes an empty turn with nothing to decide, so it is sent along.
    let own = document["awaiting"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|entry_| entry_["seat"].as_str() == Some(entry.seat.as_str()) && entry_.get("empty").is_some());
    if own {
        let state = &answer.files[0];
        let after = found.folder.with(&state.name, state.text.as_bytes());
        let found = Match::open(&after)?;
        let adjudication = found.adjudication()?;
        let turn = sign::turn(&found, &adjudication, signer, &Draft::empty())?;
        answer.files.push(Outgoing::document(&after, &turn.document().document));
        let other = chain.seats.responder_to(&entry.seat).map(ToString::to_string).unwrap_or_default();
        answer.messages.push(format!("Your first turn goes with it. It is empty, and {other} answers it."));
    } else {
        answer.messages.extend(next_moves(chain, document, Some(&*made.table), None));
    }
    Ok(answer)
}

/// The problem of a charter that was changed after these seats had signed it.
fn altered_charter(problem: Problem, seats: &[&Id]) -> Problem {
    let names: Vec<String> = seats.iter().map(|seat| format!("'{seat}'")).collect();
    let names = names.join(" and ");
    Problem {
        message: format!("the charter was changed after {names} signed it, or {names} signed with another key"),
        ..problem
    }
    .advice("restore the charter that was signed; every other seat has a copy")
}

/// A turn that can no longer be resolved and is not refused yet, because it is for another step or another state. Turns
/// that are certainly wrong come first.
fn misfit<'f>(found: &Match<'f>, entry: &SeatEntry) -> Option<(&'f ParsedDocument<Turn>, Vec<Problem>)> {
    let chain = &found.chain;
    let newest = chain.newest()?;
    let resolved: BTreeSet<&Bytes32> = chain.line.iter().flat_map(|step| &step.state.typed.turns).collect();
    // After the end nobody waits for a refusal; and what its seat may not write needs none.
    if newest.state.typed.outcome.is_some() {
        return None;
    }
    let misfits = chain.turns.values().copied().filter(|turn| {
        turn.typed.parent != newest.state.digest
            && !resolved.contains(&turn.digest)
            && !chain.is_void(turn.digest)
            && chain.seats.responder_to(&turn.typed.seat) == Some(&entry.seat)
            && chain.unauthorized(&turn.any()).is_none()
    });
    let turn = misfits.min_by_key(|turn| (!is_surely_wrong(found, entry, turn), turn.digest))?;
    Some((turn, found.adjudication().ok()?.check_turn(turn)))
}

/// Whether a turn that does not answer the newest state is certainly wrong rather than early: the state that it answers
/// is here, or the state that it had to answer is this seat's own.
fn is_surely_wrong(found: &Match<'_>, entry: &SeatEntry, turn: &ParsedDocument<Turn>) -> bool {
    let chain = &found.chain;
    if chain.states.contains_key(&turn.typed.parent) {
        return true;
    }
    let before = turn.typed.step.checked_sub(1).and_then(|at| chain.line.get(usize::try_from(at).ok()?));
    before.is_some_and(|before| before.state.typed.responder == entry.seat)
}

fn refuse_turn(
    signers: &mut Signers,
    found: &Match<'_>,
    entry: &SeatEntry,
    arrived: &Arrivals,
    (turn, problems): (&ParsedDocument<Turn>, Vec<Problem>),
) -> Result<Answered, Failure> {
    let told = out::diagnostics(problems.clone(), |problem| found.folder.printed(&turn.file, problem));
    if found.chain.seats.responder_to(&turn.typed.seat) != Some(&entry.seat) {
        return Err(Failure::Negative(told));
    }
    let content = refuse(&found.chain, turn.digest, turn.typed.step, &entry.seat, &problems, &wall_clock::now());
    let signer = signers.unlock(found, &entry.seat)?;
    let step = turn.typed.step;
    let signed = signer.sign(&found.chain, Kind::Refusal, step, content.map_err(Failure::no)?)?;
    let mut answer = Answered { refused: Some(told), ..Answered::default() };
    answer.files.extend(arrived.new.iter().cloned());
    answer.files.push(Outgoing::document(found.folder, &signed.document().document));
    Ok(answer)
}

fn all(problems: Vec<Problem>) -> Failure {
    Failure::Negative(problems.into_iter().map(Diagnostic::from).collect())
}
