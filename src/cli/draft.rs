//! `draft`: a turn file to fill in.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value, json};

use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::open_match::Match;
use super::prompts::{asked_words, game_words, open_offer, reason_words, seat_called, signed_turn};
use super::turn_picture::standing;
use super::{
    CommandResult, Failure, Format, files, home, out, own_hand, practice_match, schema, seat, show_cards,
    suggested_commands, turn_draft,
};
use crate::chain::adjudicate::Adjudication;
use crate::chain::match_files::ParsedDocument;
use crate::cli::paths::Shown;
use crate::document::inline;
use crate::document::kinds::{Refusal, SeatEntry};
use crate::document::{Id, Kind, Problem, from_tagged, harmless};
use crate::engine::events::EngineEvent;
use crate::registry;
use crate::session::{Legal, Request, Session};
use crate::trust::Vault;

/// Write a draft of your turn for you to fill in: it says what is asked of you and what you may spend, and gives
/// examples of legal orders.
///
/// The file names its JSON Schema, so that an editor with a YAML language server completes and checks it. Write your
/// orders, run `adjutant check` until it finds no problem, then `adjutant sign`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that moves [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Write the draft here [default: drafts/STEP-SEAT.yaml in the match folder].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing draft.
    #[arg(long)]
    force: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find()?)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let entry = seat::acting_seat(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let adjudication = own_hand::with_own_cards(found.adjudication()?, entry, &seat::key)?;
    must_be_asked(&found, entry)?;
    must_be_unsigned(&found, &vault, entry)?;
    let path = args.out.unwrap_or_else(|| folder.path.join(default_name(&found, entry)));
    if path.exists() && !args.force {
        let problem = Problem::new("a draft is already here");
        return Err(Failure::cannot_in(
            &path,
            problem.advice("continue with that draft, or overwrite it with --force"),
        ));
    }
    write_draft(&found, &path, || text(&found, &adjudication, entry))?;
    let asked = found.asked(&entry.seat).cloned().unwrap_or_default();
    let words = || {
        let (shown, file) = (path.shown(), suggested_commands::shell_quoted(&path));
        format!(
            "The draft of your turn is in {shown}.\nNext:\n  write your turn there\n  adjutant check {file}\n  \
             adjutant sign {file}\n"
        )
    };
    out::answer(format, words, || json!({"file": path, "step": found.step() + 1, "seat": entry.seat, "asked": asked}))
}

/// Writes a draft and, if it is not there yet, the schema that the draft names. The two are made in parallel.
///
/// # Errors
/// A system error.
pub fn write_draft(found: &Match<'_>, path: &Path, text: impl FnOnce() -> String) -> CommandResult {
    let game = found.chain.charter.typed.ruleset.id.as_str();
    let (text, completes) = thread::scope(|scope| {
        let completes = scope.spawn(|| schema::turn(game));
        (text(), completes.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    write_beside(path, SCHEMA, &completes.map_err(Failure::cannot)?)?;
    files::write(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))
}

/// Writes the schema that a draft names, if it is not there yet.
///
/// # Errors
/// A system error.
pub fn write_schema(found: &Match<'_>, draft: &Path) -> CommandResult {
    write_beside(draft, SCHEMA, &schema::turn(found.chain.charter.typed.ruleset.id.as_str()).map_err(Failure::cannot)?)
}

/// Writes a schema under a name beside a draft, if it is not there yet.
///
/// # Errors
/// A system error.
pub fn write_beside(draft: &Path, name: &str, schema: &str) -> CommandResult {
    let beside = draft.parent().map(|folder| folder.join(name)).unwrap_or_else(|| PathBuf::from(name));
    if files::read(&beside, files::MAX_BYTES).is_ok_and(|there| there == schema.as_bytes()) {
        return Ok(());
    }
    files::write(&beside, schema.as_bytes()).map_err(|problem| Failure::cannot_in(&beside, problem))
}

/// Checks that the seat has not signed the requested turn: a step is signed once, so a new draft would be useless.
fn must_be_unsigned(found: &Match<'_>, vault: &Vault, entry: &SeatEntry) -> CommandResult {
    let step = found.step() + 1;
    let problem = match signed_turn(found, entry) {
        Some(turn) => Problem::new(format!("you have already signed your turn for step {step}: {}", turn.file))
            .advice("a step is signed only once; mail that file to everyone and wait for the answer"),
        None => {
            // The turn's file may be gone while the signing log still has it.
            let Ok(ledger) = vault.lock(&entry.seed.anchor) else { return Ok(()) };
            let signed = ledger.signed(Kind::Turn, step);
            if signed.iter().all(|logged| found.chain.is_void(logged.digest)) {
                return Ok(());
            }
            Problem::new(format!("you have already signed your turn for step {step}"))
                .advice("a step is signed only once; `adjutant sign` writes that file again")
        }
    };
    Err(Failure::no(problem.rule("protocol 6")))
}

/// How many examples of each kind of standing orders are written.
const EXAMPLES_PER_KIND: usize = 2;

/// The schema file that a drafted turn names.
const SCHEMA: &str = "turn.schema.json";

/// The default path of a draft.
pub fn default_name(found: &Match<'_>, entry: &SeatEntry) -> String {
    format!("drafts/{:04}-{}.yaml", found.step() + 1, entry.seat)
}

/// Checks that something is asked of the seat.
///
/// # Errors
/// Nothing is asked: says who is awaited instead, or that the match is over.
pub fn must_be_asked(found: &Match<'_>, entry: &SeatEntry) -> CommandResult {
    if let Some(own) = found.chain.open_refusals().into_iter().find(|refusal| refusal.typed.seat == entry.seat) {
        let problem = Problem::new(format!("you refused the newest state, in {}", own.file)).rule("protocol 6");
        return Err(Failure::no(problem.advice("wait for the state that its issuer sends to replace it")));
    }
    if found.asked(&entry.seat).is_some() {
        return Ok(());
    }
    let Some(newest) = found.chain.newest() else { return Ok(()) };
    let awaited: Vec<&str> = found.chain.awaited(&newest.state.typed).iter().map(|seat| seat.as_str()).collect();
    let all_here = have_all_arrived(found);
    let responder = responder(found);
    let nothing = || Problem::new(format!("it is not the move of {} now", entry.seat));
    let problem = match awaited.as_slice() {
        [] => Problem::new("the match is over")
            .advice("see how it ended with `adjutant match status`, and what decided it with `adjutant review`"),
        seats if must_answer(found, entry) => nothing()
            .advice(format!("the turn of {} has arrived: answer it with `adjutant adjudicate`", seats.join(" and "))),
        _ if all_here => nothing().advice(match responder {
            Some(responder) => format!("wait for the state of {responder}; see `adjutant match status`"),
            None => "see `adjutant match status`".to_owned(),
        }),
        seats => nothing().advice(format!("wait for the turn of {}; see `adjutant match status`", seats.join(" and "))),
    };
    Err(Failure::no(problem.rule("protocol 3")))
}

/// Whether every turn that is awaited at the newest state is here.
fn have_all_arrived(found: &Match<'_>) -> bool {
    let Some(newest) = found.chain.newest() else { return false };
    let (awaited, open) = (found.chain.awaited(&newest.state.typed), found.chain.open_turns());
    !awaited.is_empty() && awaited.iter().all(|seat| open.iter().any(|turn| turn.typed.seat == **seat))
}

/// The seat that answers the turns at the newest state.
fn responder<'m>(found: &'m Match<'_>) -> Option<&'m Id> {
    let newest = found.chain.newest()?;
    found.chain.awaited(&newest.state.typed).first().and_then(|seat| found.chain.seats.responder_to(seat))
}

/// Whether a seat has to answer turns that have all arrived, as `adjudicate` does.
pub fn must_answer(found: &Match<'_>, entry: &SeatEntry) -> bool {
    have_all_arrived(found) && responder(found) == Some(&entry.seat)
}

/// The draft of a seat's next turn, ready to be filled in.
pub fn text(found: &Match<'_>, adjudication: &Adjudication<'_, '_>, entry: &SeatEntry) -> String {
    let charter = &found.chain.charter.typed;
    let state = adjudication.state();
    let step = state.typed.step + 1;
    let mut text = names_schema();
    let mut comment = |line: &str| {
        let line = harmless(line).into_owned();
        text += &if line.is_empty() { "#\n".to_owned() } else { format!("# {line}\n") };
    };
    let called = seat_called(&found.chain, &*adjudication.table, &entry.seat);
    comment(&format!("'{}', step {step}: the turn of {called} ({}).", charter.title, entry.name));
    comment("Lines that begin with # are comments. Uncomment an example, or write your own.");
    comment("");
    let side = adjudication.side_of(&entry.seat);
    let want = adjudication.table.awaiting().into_iter().find(|awaited| Some(&awaited.side) == side);
    let want = want.map(|awaited| awaited.want);
    comment(&format!("Your move: {}.", asked_words(found.asked(&entry.seat).unwrap_or(&Value::Null), false)));
    if !matches!(want, Some(Request::Orders(_)) | None) {
        game_words(&*adjudication.table).iter().for_each(|line| comment(line));
    }
    open_offer(&found.chain, &*adjudication.table).iter().for_each(|line| comment(line));
    if let Some(known) = registry::entry_of(charter.ruleset.id.as_str()) {
        comment(&format!("How to win: {}", known.introduction.goal_of(charter.scenario.as_str())));
    }
    let stands = standing(&found.game.sides(), &*adjudication.table);
    if !stands.is_empty() {
        comment(&format!("How it stands: {}", stands.join(" ")));
    }
    for refusal in refused(found, entry) {
        comment(&format!("Your last turn for this step was refused ({}):", refusal.file));
        refusal.typed.reasons.iter().for_each(|reason| comment(&format!("  {}", reason_words(reason))));
    }
    text += &envelope(found, adjudication, entry);
    text += "# `adjutant sign` adds the reveal and your signature.\n\n";
    let legal = side.map(|side| adjudication.table.legal(side)).unwrap_or_default();
    if let Some((side, own)) = side.and_then(|side| Some((side, adjudication.table.hand_tracker(side)?))) {
        let card = adjudication.table.card_noun();
        text += &format!(
            "# Your {card}s, which nobody else sees. Write a {card} by its id; `adjutant sign` seals what is laid face down.\n"
        );
        show_cards::hand_in_draft(&*adjudication.table, side, &own.cards())
            .lines()
            .for_each(|line| text += &format!("#   {}\n", harmless(line)));
        if matches!(want, Some(Request::Orders(_) | Request::Answer { .. })) {
            text += &in_advance(&*adjudication.table, side, step);
        }
        text += "\n";
    }
    match &want {
        Some(Request::Orders(_)) => {
            let notes = side.map(|side| adjudication.table.draft_notes(side)).unwrap_or_default();
            let back = side.map(|side| not_carried_out(adjudication, side)).unwrap_or_default();
            text += &orders(&legal, &back, &notes, &*adjudication.table);
            if step > 1 {
                text += &format!(
                    "# take_back: {{to_step: {}}}   # in a turn without orders: proposes to go back to the position of that step\n",
                    step - 2
                );
            }
        }
        Some(Request::Answer { .. } | Request::Name { .. }) => {
            for note in side.map(|side| adjudication.table.draft_notes(side)).unwrap_or_default() {
                text += &format!("# {}\n", harmless(&note));
            }
            text += &answers(&legal, &*adjudication.table);
        }
        Some(Request::Commit(_)) => text += &commits(&legal, &*adjudication.table),
        Some(Request::Open(_)) => {
            let due = turn_draft::due_openings(adjudication, &entry.seat).into_iter();
            let choices: Vec<Id> = due.map(|(id, _)| id).filter(|id| adjudication.table.is_choice(id)).collect();
            if entry.hidden.is_some() || choices.is_empty() {
                text += "# `adjutant sign` opens your secret choice; there is nothing to write here.\n";
            } else {
                text += "# `adjutant sign` reveals your choice. To forfeit it instead:\n";
                choices.iter().for_each(|id| text += &format!("# open: [{{id: {id}, forfeit: true}}]\n"));
            }
            if !legal.choices.is_empty() {
                text += &commits(&legal, &*adjudication.table);
            }
        }
        Some(Request::TakeBack { to_step }) => {
            text += &format!(
                "# To agree, uncomment the line below; to decline, leave the turn empty.\n\
                              # take_back: {{to_step: {to_step}}}\n"
            );
        }
        Some(Request::Draw(_)) => {
            text += "# To agree, uncomment the line below; to decline, leave the turn empty.\n# offer: draw\n";
        }
        Some(Request::Empty(_)) | None => text += "# This turn is empty: there is nothing to write here.\n",
    }
    text += "\n# comment: a message to your opponent, printed in the report\n";
    // `adjutant sign` refuses a practice match.
    if practice_match::is_practised(charter) { text.replace("`adjutant sign`", "`adjutant practice go`") } else { text }
}

/// How to answer questions in advance: sealed now, and opened when the questions come.
fn in_advance(table: &dyn Session, side: &Id, step: u64) -> String {
    let windows = table.advance_questions(side);
    if windows.is_empty() {
        return String::new();
    }
    let about = "# Answers in advance, sealed until they are needed, so that nobody waits for your mail. ";
    if let Some((words, samples)) = table.advance_samples(side) {
        let line = |(window, says, means): (&str, Value, String)| {
            format!("#   - {{id: {window}-{step}, choice: {}}}  # {means}\n", inline(&says))
        };
        return format!("{about}{words}\n# commit:\n{}", samples.into_iter().map(line).collect::<String>());
    }
    let mut text = format!("{about}Give all of these, or none.\n");
    text += "# `ask` leaves a question to you; `pass` does nothing.\n# commit:\n";
    windows.iter().for_each(|window| text += &format!("#   - {{id: {window}-{step}, choice: ask}}\n"));
    text
}

/// The line that tells an editor which schema a draft has.
pub fn names_schema() -> String {
    format!("# yaml-language-server: $schema={SCHEMA}\n")
}

/// The fields that identify the turn that a draft is for.
pub fn envelope(found: &Match<'_>, adjudication: &Adjudication<'_, '_>, entry: &SeatEntry) -> String {
    let state = adjudication.state();
    format!(
        "adjutant: 1\nkind: turn\nmatch: \"{}\"\nstep: {}\nparent: \"{}\"\nseat: {}\n",
        found.chain.match_id,
        state.typed.step + 1,
        state.digest,
        entry.seat
    )
}

/// The refusals of the seat's turns for this step.
fn refused<'f>(found: &Match<'f>, entry: &SeatEntry) -> Vec<&'f ParsedDocument<Refusal>> {
    let Some(newest) = found.chain.newest() else { return Vec::new() };
    let turns = found.chain.turns_to(&newest.state.digest).iter().filter(|turn| turn.typed.seat == entry.seat);
    turns.filter_map(|turn| found.chain.refusal_of_turn(turn)).collect()
}

/// The side's orders that were not carried out in the newest state, commented out for reuse.
fn not_carried_out(adjudication: &Adjudication<'_, '_>, side: &Id) -> Vec<String> {
    let orders = |event: &Value| match from_tagged::<EngineEvent>("event", event) {
        Ok(EngineEvent::OrdersReturned { side: whose, orders, .. }) if whose == *side => orders,
        Ok(_) => Vec::new(),
        // Some events of games name an order themselves.
        Err(_) => event.get("order").filter(|_| event["side"] == side.as_str()).cloned().into_iter().collect(),
    };
    let events = adjudication.state().document.content["events"].as_array();
    let words = |order: Value| format!("- {}  # {}", inline(&order), adjudication.table.order_words(side, &order));
    let mut lines: Vec<String> = events.into_iter().flatten().flat_map(orders).map(words).collect();
    if !lines.is_empty() {
        lines.insert(0, "Orders of your last turn that were not carried out:".to_owned());
    }
    lines
}

fn orders(legal: &Legal, back: &[String], notes: &[String], table: &dyn Session) -> String {
    let mut text = String::new();
    // The notes before the first empty one are information; those after it are examples that can be uncommented.
    let mut parts = notes.splitn(2, |note| note.is_empty());
    for note in parts.next().unwrap_or_default() {
        text += &format!("# {}\n", harmless(note));
    }
    text += "orders:\n";
    back.iter().for_each(|line| text += &format!("  # {}\n", harmless(line)));
    for note in parts.next().unwrap_or_default() {
        text += &format!("  # {}\n", harmless(note));
    }
    if notes.is_empty() {
        for order in legal.orders.iter().take(24) {
            text += &format!("  # - {}\n", inline(order));
        }
    }
    if !legal.standing.is_empty() {
        text += "\n# Standing orders answer questions for you until you replace them. Write one mapping, such as:\n";
        for standing in examples(&legal.standing) {
            text += &format!("# standing: {}{}\n", inline(standing), standing_note(standing, table));
        }
    }
    text + "\n# offer: draw        # may go with orders, and stands until the other side's next turn; `offer: resign` goes without orders\n"
}

/// A few examples of each kind of standing orders: those that contain something.
fn examples(samples: &[Value]) -> Vec<&Value> {
    let fields = |value: &Value| value.as_object().map(|value| value.keys().cloned().collect::<Vec<_>>());
    let mut found: Vec<&Value> = Vec::new();
    for sample in samples.iter().filter(|sample| **sample != json!({})) {
        let like = found.iter().filter(|other| fields(other) == fields(sample)).count();
        if like < EXAMPLES_PER_KIND {
            found.push(sample);
        }
    }
    found
}

/// What standing orders mean, as a comment after them.
pub fn standing_note(standing: &Value, table: &dyn Session) -> String {
    let said = standing.as_object().map(|standing| table.standing_words(standing)).unwrap_or_default();
    match said.is_empty() {
        true if table.answers_by_default() => "  # withdraws your standing orders: the defaults answer".to_owned(),
        true => "  # withdraws your standing orders: you are asked each time".to_owned(),
        false => format!("  # {}", harmless(&said.join(" "))),
    }
}

/// What an entry for `answers` means.
pub fn answer_note(entry: &Value, table: &dyn Session) -> String {
    let said = table.answer_words(entry.get("answer").unwrap_or(&Value::Null));
    format!("  # {}", harmless(&said))
}

fn answers(legal: &Legal, table: &dyn Session) -> String {
    let mut text = "# Uncomment one line.\nanswers:\n".to_owned();
    for answer in legal.answers.iter().take(48) {
        text += &format!("  # - {}{}\n", inline(answer), answer_note(answer, table));
    }
    text
}

fn commits(legal: &Legal, table: &dyn Session) -> String {
    let mut text = "# Your choice stays secret: `adjutant sign` replaces it with a digest and keeps it for you.\n\
         # Uncomment one line for each choice.\ncommit:\n"
        .to_owned();
    for (id, values) in &legal.choices {
        let side = |value: &Value| value.get("side").cloned();
        let of_each = if values.len() > 24 { 8 } else { 48 };
        for group in values.chunk_by(|one, other| side(one) == side(other)) {
            for value in group.iter().take(of_each) {
                let said = table.choice_words(value);
                text += &format!("  # - {}  # {}\n", inline(&json!({"id": id, "choice": value})), harmless(&said));
            }
        }
    }
    text
}
