//! `queue`: turns that are signed now for later steps (protocol 13).

mod drafted;
pub mod in_force;
pub mod own;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::{Value, json};

use self::own::{Coming, OwnQueue, Played};
use super::folder::Folder;
use super::mail::MailArgs;
use super::match_args::{DraftArgs, MatchFolderArgs};
use super::open_match::{Match, Outgoing, Signer};
use super::paths::Shown;
use super::suggested_commands::shell_quoted;
use super::{
    CommandResult, Failure, Format, draft, files, home, out, own_hand, practice_match, schema, seat, wall_clock,
};
use crate::chain::queue::{RULE, id_of};
use crate::document::kinds::{QueuedTurn, SeatEntry, ShownTurn};
use crate::document::{Bytes32, Kind, Problem};
use crate::report::grammar::capital;
use crate::trust::Vault;

/// Queue turns for later steps, each with a condition; see what is queued, or withdraw it.
///
/// You sign the queue now, and `adjutant go` plays a turn of it by itself when its step comes and its condition holds: it adds your
/// reveal then, so nobody can steer the dice. If the condition fails, or the turn is not legal any more, the whole queue ends and
/// it is your move.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Draft(ExampleArgs),
    #[command(visible_alias = "add")]
    Sign(SignArgs),
    List(ListArgs),
    /// Withdraw everything that you have queued.
    Withdraw(SeatArgs),
    /// Play the queued turn that is due now, as `adjutant go` does by itself; an offer of the enemy is declined.
    Play(SeatArgs),
}

/// Write an example of a queue for you to change.
#[derive(Debug, clap::Args)]
pub struct ExampleArgs {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Write it here [default: drafts/queue.yaml in the match folder].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Sign the queue in a file; it replaces what was queued before.
#[derive(Debug, clap::Args)]
pub struct SignArgs {
    #[command(flatten)]
    place: DraftArgs,
    /// The seat that signs [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    outgoing: MailArgs,
}

/// Show what you have queued, and what becomes of it at the step that comes.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Whose queue [default: the seat whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
}

/// Whose queue is withdrawn or played from.
#[derive(Debug, clap::Args)]
pub struct SeatArgs {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that signs [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    outgoing: MailArgs,
}

/// Where the draft of a queue is kept.
const DRAFT: &str = "drafts/queue.yaml";

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.command {
        Command::Draft(args) => write_draft(&args.place.find()?, args.out, format),
        Command::Sign(args) => sign(&args, format),
        Command::List(args) => list(&args.place.find()?, args.seat.as_deref(), format),
        Command::Withdraw(args) => withdraw(&args.place.find()?, args.seat.as_deref(), &args.outgoing, format),
        Command::Play(args) => play(&args.place.find()?, args.seat.as_deref(), &args.outgoing, format),
    }
}

/// The seat that queues turns: the adjudicator has none.
fn player<'m>(vault: &Vault, found: &'m Match<'_>, wanted: Option<&str>) -> Result<&'m SeatEntry, Failure> {
    let entry = seat::acting_seat(vault, &found.chain.charter.typed, wanted)?;
    if entry.side.is_none() {
        return Err(Failure::no(Problem::new("the adjudicator plays no side, so he has no turns to queue").rule(RULE)));
    }
    if practice_match::is_practised(&found.chain.charter.typed) {
        let problem = Problem::new("in a practice match nothing is queued: nobody waits for you").rule(RULE);
        return Err(Failure::no(problem.advice("play on with `adjutant practice go`")));
    }
    Ok(entry)
}

fn write_draft(place: &Path, out: Option<PathBuf>, format: Format) -> CommandResult {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let entry = player(&vault, &found, None)?;
    let is_usual = out.is_none();
    let path = out.unwrap_or_else(|| place.join(DRAFT));
    if path.exists() {
        let problem = Problem::new("a draft is already here");
        return Err(Failure::cannot_in(&path, problem.advice("change it, then sign it with `adjutant queue sign`")));
    }
    let adjudication = found.adjudication()?;
    let side = adjudication.side_of(&entry.seat).cloned();
    let orders = side.map(|side| adjudication.table.legal(&side).orders).unwrap_or_default();
    let text = drafted::example(found.step(), orders.first());
    let schema = schema::queue(found.chain.charter.typed.ruleset.id.as_str()).map_err(Failure::cannot)?;
    draft::write_beside(&path, drafted::SCHEMA, &schema)?;
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let words = || {
        let shown = path.shown();
        let file = if is_usual { String::new() } else { format!(" {}", shell_quoted(&path)) };
        format!("An example of a queue is in {shown}.\nNext:\n  write your turns there\n  adjutant queue sign{file}\n")
    };
    out::answer(format, words, || json!({"file": path, "seat": entry.seat}))
}

fn sign(args: &SignArgs, format: Format) -> CommandResult {
    let (place, file) = args.place.clone().find()?;
    let path = file.unwrap_or_else(|| place.join(DRAFT));
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let entry = player(&vault, &found, args.seat.as_deref())?;
    let adjudication = own_hand::with_own_cards(found.adjudication()?, entry, &seat::key)?;
    if adjudication.table.outcome().is_some() {
        return Err(Failure::no(Problem::new("the match is over, so no turn is played any more").rule(RULE)));
    }
    let turns = drafted::read(&path, &found, &adjudication, entry)?;
    if turns.is_empty() {
        let problem = Problem::new("this queue has no turn").rule(RULE);
        return Err(Failure::no_in(&path, problem.advice("write one, or run `adjutant queue withdraw`")));
    }
    let (path, document) = sign_queue(&vault, &found, entry, &turns)?;
    args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
    let words = || {
        let mut words = format!("Signed: {}.\n", path.shown());
        for (turn, place) in turns.iter().zip(1..) {
            words += &format!("  {place}. {}:\n", own::when(turn));
            let acts = own::acts(turn, &*adjudication.table, adjudication.side_of(&entry.seat));
            acts.iter().for_each(|act| words += &format!("     {act}\n"));
        }
        words += "`adjutant go` plays each when its step comes and its condition holds.\n";
        if !args.outgoing.is_wanted() {
            words += "Next:\n  mail it with `adjutant mail`\n";
        }
        words
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "queue": document, "turns": turns}))
}

/// Signs a queue with these turns, and files it.
fn sign_queue(
    vault: &Vault,
    found: &Match<'_>,
    entry: &SeatEntry,
    turns: &[QueuedTurn],
) -> Result<(PathBuf, Value), Failure> {
    let mut signer = Signer::unlock_off_chain(vault, found, entry)?;
    let newest =
        found.chain.newest().ok_or_else(|| Failure::no(Problem::new("the match has no state yet").rule(RULE)))?;
    let here = found.chain.queues.iter().filter(|one| one.typed.seat == entry.seat).map(|one| one.typed.number);
    let logged = signer.ledger.documents().into_iter().filter(|one| one.kind == Kind::Queue);
    let logged = logged.filter_map(|one| one.document.get("number")?.as_u64());
    let number = here.chain(logged).max().unwrap_or(0) + 1;
    let match_id = found.chain.match_id;
    let mut digests: Vec<Bytes32> = Vec::new();
    let mut shown: Vec<ShownTurn> = Vec::new();
    for (turn, place) in turns.iter().zip(1..) {
        let commit = signer.ledger.commit(&signer.key, &match_id, &entry.seat, &id_of(number, place), &json!(turn));
        let digest = commit.map_err(Failure::cannot)?.digest;
        if found.chain.charter.typed.open_queues == Some(true) {
            let salt = signer.ledger.opening(&signer.key, &digest).map_err(Failure::cannot)?.salt;
            shown.extend(salt.map(|salt| ShownTurn { salt, turn: turn.clone() }));
        }
        digests.push(digest);
    }
    let mut content = json!({
        "adjutant": 1, "kind": "queue", "match": match_id, "seat": entry.seat, "number": number,
        "after": newest.state.typed.step, "state": newest.state.digest, "turns": digests, "written": wall_clock::now(),
    });
    if !shown.is_empty() {
        content["shown"] = json!(shown);
    }
    let signed = signer.sign(&found.chain, Kind::Queue, 0, content)?;
    let document = &signed.document().document;
    let path = Outgoing::document(found.folder, document).write(found.folder)?;
    Ok((path, json!(document)))
}

fn list(place: &Path, wanted: Option<&str>, format: Format) -> CommandResult {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    let vault = home::vault()?;
    let charter = &found.chain.charter.typed;
    // Where queues are open, everybody may read those of the others.
    let others = wanted.filter(|_| charter.open_queues == Some(true)).map(|wanted| seat::by_name(charter, wanted));
    let is_own = others.is_none();
    let entry = match others {
        Some(entry) => entry?,
        None => player(&vault, &found, wanted)?,
    };
    let Some(own) = own::read(&found, &vault, entry)? else {
        return out::answer(
            format,
            || format!("{} queued nothing.\n", if is_own { "You have" } else { "This seat has" }),
            || json!({"turns": [], "played": [], "due": null, "ended": null}),
        );
    };
    let played = found.chain.places_played(own.document);
    let adjudication = found.adjudication()?;
    let coming = match is_own {
        true => own::coming(&found, &adjudication, (&vault, entry), &own, false)?,
        false => Coming::Nothing,
    };
    let becomes = match &coming {
        Coming::Nothing => None,
        Coming::Turn(place, _) => Some(format!("turn {place} is due now")),
        Coming::Waits(why) => Some(format!("the queue waits: {why}")),
        Coming::Ended(why) => Some(format!("the queue has ended: {why}")),
    };
    let OwnQueue { document, turns, .. } = &own;
    let words = || {
        let mut words = format!("Queue {}, signed after step {}:\n", document.typed.number, document.typed.after);
        for (turn, place) in turns.iter().zip(1..) {
            let done = if played.contains(&place) { " (played)" } else { "" };
            words += &format!("  {place}. {}{done}:\n", own::when(turn));
            let acts = own::acts(turn, &*adjudication.table, adjudication.side_of(&entry.seat));
            acts.iter().for_each(|act| words += &format!("     {act}\n"));
        }
        becomes.iter().for_each(|line| words += &format!("{}.\n", capital(line)));
        words
    };
    out::answer(format, words, || {
        json!({"file": document.file, "number": document.typed.number, "after": document.typed.after, "turns": turns,
               "played": played, "due": match &coming { Coming::Turn(place, _) => json!(place), _ => Value::Null },
               "waits": match &coming { Coming::Waits(why) => json!(why), _ => Value::Null },
               "ended": match &coming { Coming::Ended(why) => json!(why), _ => Value::Null }})
    })
}

fn withdraw(place: &Path, wanted: Option<&str>, outgoing: &MailArgs, format: Format) -> CommandResult {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    let vault = home::vault()?;
    let entry = player(&vault, &found, wanted)?;
    if !found.chain.queues.iter().any(|one| one.typed.seat == entry.seat)
        || found.chain.queue_of(&entry.seat).is_some_and(|one| one.typed.turns.is_empty())
    {
        return Err(Failure::no(
            Problem::new("you have queued nothing").rule(RULE).advice("see `adjutant queue list`"),
        ));
    }
    let (path, document) = sign_queue(&vault, &found, entry, &[])?;
    outgoing.send(place, Some(entry.seat.as_str()), format)?;
    let words = || {
        let next = if outgoing.is_wanted() { "" } else { "Next:\n  mail it with `adjutant mail`\n" };
        format!("Signed: {}: nothing is queued any more.\n{next}", path.shown())
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "queue": document}))
}

fn play(place: &Path, wanted: Option<&str>, outgoing: &MailArgs, format: Format) -> CommandResult {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let entry = player(&vault, &found, wanted)?;
    let no = |message: String| {
        let problem = Problem::new(message).rule(RULE);
        Failure::no(problem.advice("see `adjutant queue list`; your own turn is written with `adjutant draft`"))
    };
    match own::play(&found, &vault, entry, true)? {
        Played::Nothing => Err(no("no queued turn is due now".to_owned())),
        Played::Waits(why) => Err(no(format!("your queue waits: {why}"))),
        Played::Ended(why) => Err(no(format!("your queue has ended: {why}"))),
        Played::Turn { path, number, place: at } => {
            outgoing.send(place, Some(entry.seat.as_str()), format)?;
            let words = || format!("Signed: {}: turn {at} of queue {number}.\n", path.shown());
            out::answer(format, words, || json!({"ok": true, "file": path, "queue": number, "place": at}))
        }
    }
}
