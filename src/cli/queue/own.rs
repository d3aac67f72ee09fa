//! The queue of the user's own seat: its turns in plain text, and playing the one that is due.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::chain::match_files::ParsedDocument;
use crate::chain::queue::Due;
use crate::cli::local_match::as_draft;
use crate::cli::open_match::{Match, Signer};
use crate::cli::prompts::{open_offer, signed_turn};
use crate::cli::{Failure, draft, own_hand, seat, sign};
use crate::document::kinds::{PlayedFromQueue, Queue, QueueCondition, QueuedTurn, SeatEntry};
use crate::document::{Bytes32, Problem, from_value, inline};
use crate::trust::{SigningKey, Vault};

/// The queue of a seat that is in force, with its turns.
pub struct OwnQueue<'f> {
    pub document: &'f ParsedDocument<Queue>,
    pub turns: Vec<QueuedTurn>,
    salts: Vec<Bytes32>,
}

fn in_force<'f>(found: &Match<'f>, me: &SeatEntry) -> Option<&'f ParsedDocument<Queue>> {
    found.chain.queue_of(&me.seat).filter(|one| !one.typed.turns.is_empty())
}

/// Reads the queue of a seat from its document and from the secrets on this machine; `None` if nothing is queued.
///
/// # Errors
/// The secrets are not here.
pub fn read<'f>(found: &Match<'f>, vault: &Vault, me: &SeatEntry) -> Result<Option<OwnQueue<'f>>, Failure> {
    let Some(document) = in_force(found, me) else { return Ok(None) };
    opened(document, vault, &seat::key(vault, me)?).map(Some).map_err(Failure::cannot)
}

fn opened<'f>(document: &'f ParsedDocument<Queue>, vault: &Vault, key: &SigningKey) -> Result<OwnQueue<'f>, Problem> {
    let (mut turns, mut salts) = (Vec::new(), Vec::new());
    for digest in &document.typed.turns {
        let opening = vault.opening(key, digest)?;
        turns.push(from_value(opening.choice.unwrap_or_default())?);
        salts.extend(opening.salt);
    }
    Ok(OwnQueue { document, turns, salts })
}

/// What has been done about a queue.
pub enum Played {
    /// Nothing is queued for now.
    Nothing,
    /// A turn of it was signed.
    Turn { path: PathBuf, number: u64, place: u64 },
    /// The player has to decide something first: what, as a clause.
    Waits(&'static str),
    /// It has ended: why, as a clause.
    Ended(String),
}

/// Signs the queued turn of a seat that is due. The player's own draft comes first, and so does an offer that he may want
/// to accept.
///
/// # Errors
/// The secrets are not here, or the folder cannot be written.
pub fn play(found: &Match<'_>, vault: &Vault, me: &SeatEntry) -> Result<Played, Failure> {
    if found.asked(&me.seat).is_none()
        || signed_turn(found, me).is_some()
        || found.folder.path.join(draft::default_name(found, me)).exists()
    {
        return Ok(Played::Nothing);
    }
    let Some(document) = in_force(found, me) else { return Ok(Played::Nothing) };
    // A restored backup may lack what was queued since.
    let Ok(own) = opened(document, vault, &seat::key(vault, me)?) else {
        return Ok(Played::Ended("what was queued is not among the secrets on this machine".to_owned()));
    };
    let (place, turn) = match found.chain.due(own.document, &own.turns) {
        Due::Nothing => return Ok(Played::Nothing),
        Due::Ended(why) => return Ok(Played::Ended(why)),
        Due::Turn(place, turn) => (place, turn),
    };
    let adjudication = found.adjudication()?;
    if open_offer(&found.chain, &*adjudication.table).is_some() {
        return Ok(Played::Waits("the enemy offers something that you may want to accept"));
    }
    let acts = acts_of(turn);
    let number = own.document.typed.number;
    let ended = |failure: Failure| {
        let (Failure::Negative(told) | Failure::Cannot(told)) = failure;
        let why = told.first().map(|one| {
            let rule = one.problem.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
            format!("turn {place} of it is not legal now: {}{rule}", one.problem.message)
        });
        Played::Ended(why.unwrap_or_else(|| format!("turn {place} of it is not legal now")))
    };
    let mut draft = as_draft(found, &me.seat, Value::Object(acts.clone()))?.in_form(&*adjudication.table);
    if let Some(owner) = own_hand::of_seat(vault, &adjudication, me, &seat::key)? {
        let mut shown = found.adjudication()?;
        own_hand::show_own_cards(&mut shown, &owner);
        draft = match draft.concealed(found, &shown, &owner) {
            Ok(draft) => draft,
            Err(failure) => return Ok(ended(failure)),
        };
    }
    // A turn that says the same and hides nothing shows what was queued; any other would show a choice or a card.
    let all = ["orders", "answers", "standing", "commit", "open"];
    let opened = (draft.decisions(&all) == acts && turn.commit.is_none())
        .then(|| own.salts.get(usize::try_from(place).ok()?.checked_sub(1)?).map(|salt| turn.opened(*salt)))
        .flatten();
    let played = PlayedFromQueue { queue: own.document.digest, place, opened };
    let draft = draft.played_from(&played);
    let mut signer = Signer::unlock(vault, found, me, &[])?;
    sign::must_be_secret(found, me, &draft)?;
    match sign::write_turn(found, &adjudication, &mut signer, &draft) {
        Ok(written) => Ok(Played::Turn { path: written.path, number, place }),
        Err(failure @ Failure::Negative(_)) => Ok(ended(failure)),
        Err(failure) => Err(failure),
    }
}

/// The decisions of a queued turn, as a draft has them.
fn acts_of(turn: &QueuedTurn) -> Map<String, Value> {
    let mut acts = Map::new();
    let QueuedTurn { orders, answers, standing, commit, .. } = turn;
    let parts = [
        ("orders", orders.as_ref().map(|one| json!(one))),
        ("answers", answers.as_ref().map(|one| json!(one))),
        ("standing", standing.as_ref().map(|one| json!(one))),
        ("commit", commit.as_ref().map(|one| json!(one))),
    ];
    acts.extend(parts.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?))));
    acts
}

/// What a queued turn does, as it is written.
pub fn acts(turn: &QueuedTurn) -> String {
    inline(&Value::Object(acts_of(turn)))
}

/// When a queued turn is played, as a clause.
pub fn when(turn: &QueuedTurn) -> String {
    let step = match (turn.from, turn.until) {
        (from, until) if from == until => format!("at step {from}"),
        (from, until) => format!("at step {from} to {until}"),
    };
    let mut words = match turn.next {
        None => step,
        Some(1) => format!("your next turn but this one, {step}"),
        Some(next) => format!("the turn of number {next} after this one, {step}"),
    };
    let condition = |one: &QueueCondition| inline(&json!(one));
    words += &turn.only_if.as_ref().map(|one| format!(", if {}", condition(one))).unwrap_or_default();
    words += &turn.unless.as_ref().map(|one| format!(", unless {}", condition(one))).unwrap_or_default();
    words
}
