//! The queue of the user's own seat: its turns in plain text, and playing the one that is due.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::chain::adjudicate::Adjudication;
use crate::chain::match_files::ParsedDocument;
use crate::chain::queue::Due;
use crate::cli::local_match::as_draft;
use crate::cli::open_match::{Match, Signer};
use crate::cli::paths::Shown;
use crate::cli::prompts::{open_offer, signed_turn};
use crate::cli::turn_draft::Draft;
use crate::cli::{Failure, draft, own_hand, seat, sign};
use crate::document::kinds::{PlayedFromQueue, Queue, QueueCondition, QueuedTurn, SeatEntry};
use crate::document::{Bytes32, Id, Problem, from_value, harmless, inline};
use crate::report::grammar::capital;
use crate::session::Session;
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

/// Reads the queue of a seat from its document, if that shows its turns, or else from the secrets on this machine; `None`
/// if nothing is queued.
///
/// # Errors
/// The secrets are not here.
pub fn read<'f>(found: &Match<'f>, vault: &Vault, me: &SeatEntry) -> Result<Option<OwnQueue<'f>>, Failure> {
    let Some(document) = in_force(found, me) else { return Ok(None) };
    if let Some(shown) = &document.typed.shown {
        let (turns, salts) = shown.iter().map(|one| (one.turn.clone(), one.salt)).unzip();
        return Ok(Some(OwnQueue { document, turns, salts }));
    }
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
    Waits(String),
    /// It has ended: why, as a clause.
    Ended(String),
}

/// What becomes of a queue at the step that comes.
pub enum Coming {
    /// Nothing is queued for it, or its turn is signed.
    Nothing,
    /// The turn at this place is played, which is this draft.
    Turn(u64, Box<Draft>),
    /// As [`Played::Waits`].
    Waits(String),
    /// As [`Played::Ended`].
    Ended(String),
}

/// Why a queued turn cannot be played, as a clause.
fn illegal(place: u64, told: Option<&Problem>) -> String {
    let why = told.map(|one| {
        let rule = one.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        format!(": {}{rule}", one.message)
    });
    format!("turn {place} of it is not legal now{}", why.unwrap_or_default())
}

/// What becomes of the own queue now. The player's own draft comes first, and so does an offer that he may want to accept,
/// unless he says that the queue plays past it.
///
/// # Errors
/// The secrets are not here.
pub fn coming(
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    (vault, me): (&Vault, &SeatEntry),
    own: &OwnQueue<'_>,
    past_offers: bool,
) -> Result<Coming, Failure> {
    if found.asked(&me.seat).is_none() || signed_turn(found, me).is_some() {
        return Ok(Coming::Nothing);
    }
    let (place, turn) = match found.chain.due(own.document, &own.turns) {
        Due::Nothing => return Ok(Coming::Nothing),
        Due::Ended(why) => return Ok(Coming::Ended(why)),
        Due::Turn(place, turn) => (place, turn),
    };
    // Like standing orders: who gave them plays the other side now.
    let signed_at = usize::try_from(own.document.typed.after).ok().and_then(|at| found.chain.line.get(at));
    let then = signed_at.and_then(|step| step.state.document.content.get("position"));
    if then.is_some_and(|then| {
        adjudication.table.exchanged_in(then).is_ok_and(|was| was != adjudication.table.exchanged())
    }) {
        return Ok(Coming::Ended("the players have exchanged sides since it was signed".to_owned()));
    }
    let drafted = found.folder.path.join(draft::default_name(found, me));
    if drafted.exists() {
        let shown = drafted.shown();
        return Ok(Coming::Waits(format!("your draft {shown} comes first; if you delete it, turn {place} is played")));
    }
    if !past_offers && open_offer(&found.chain, &*adjudication.table).is_some() {
        let said =
            "the enemy offers something that you may want to accept; `adjutant queue play` declines it and plays on";
        return Ok(Coming::Waits(said.to_owned()));
    }
    let acts = acts_of(turn);
    let mut draft = as_draft(found, &me.seat, Value::Object(acts.clone()))?.in_form(&*adjudication.table);
    if let Some(owner) = own_hand::of_seat(vault, adjudication, me, &seat::key)? {
        let mut shown = found.adjudication()?;
        own_hand::show_own_cards(&mut shown, &owner);
        draft = match draft.concealed(found, &shown, &owner) {
            Ok(draft) => draft,
            Err(Failure::Negative(told) | Failure::Cannot(told)) => {
                return Ok(Coming::Ended(illegal(place, told.first().map(|one| &one.problem))));
            }
        };
    }
    let problems = draft.problems(found, adjudication, me);
    if !problems.is_empty() {
        return Ok(Coming::Ended(illegal(place, problems.first())));
    }
    // A turn that says the same and hides nothing shows what was queued; any other would show a choice or a card.
    let all = ["orders", "answers", "standing", "commit", "open"];
    let opened = (draft.decisions(&all) == acts && turn.commit.is_none())
        .then(|| own.salts.get(usize::try_from(place).ok()?.checked_sub(1)?).map(|salt| turn.opened(*salt)))
        .flatten();
    let played = PlayedFromQueue { queue: own.document.digest, place, opened };
    Ok(Coming::Turn(place, Box::new(draft.played_from(&played))))
}

/// Signs the queued turn of a seat that is due; `past_offers` as for [`coming`].
///
/// # Errors
/// The secrets are not here, or the folder cannot be written.
pub fn play(found: &Match<'_>, vault: &Vault, me: &SeatEntry, past_offers: bool) -> Result<Played, Failure> {
    if found.asked(&me.seat).is_none() || signed_turn(found, me).is_some() {
        return Ok(Played::Nothing);
    }
    let Some(document) = in_force(found, me) else { return Ok(Played::Nothing) };
    // A restored backup may lack what was queued since.
    let Ok(own) = opened(document, vault, &seat::key(vault, me)?) else {
        return Ok(Played::Ended("what was queued is not among the secrets on this machine".to_owned()));
    };
    let adjudication = found.adjudication()?;
    let (place, draft) = match coming(found, &adjudication, (vault, me), &own, past_offers)? {
        Coming::Nothing => return Ok(Played::Nothing),
        Coming::Waits(why) => return Ok(Played::Waits(why)),
        Coming::Ended(why) => return Ok(Played::Ended(why)),
        Coming::Turn(place, draft) => (place, draft),
    };
    let number = own.document.typed.number;
    let mut signer = Signer::unlock(vault, found, me, &[])?;
    sign::must_be_secret(found, me, &draft)?;
    match sign::write_turn(found, &adjudication, &mut signer, &draft) {
        Ok(written) => Ok(Played::Turn { path: written.path, number, place }),
        Err(Failure::Negative(told)) => Ok(Played::Ended(illegal(place, told.first().map(|one| &one.problem)))),
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

/// What a queued turn of a side does, a line each: its orders in words, as they would be carried out at this table, and the rest
/// as it is written.
pub fn acts(turn: &QueuedTurn, table: &dyn Session, side: Option<&Id>) -> Vec<String> {
    let orders = turn.orders.iter().flatten();
    let mut lines: Vec<String> = orders
        .map(|order| match side {
            Some(side) => harmless(&capital(&table.order_words(side, order))).into_owned(),
            None => inline(order),
        })
        .collect();
    let mut rest = acts_of(turn);
    rest.shift_remove("orders");
    lines.extend(rest.into_iter().map(|(part, value)| format!("{part}: {}", inline(&value))));
    lines
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
        Some(next) => format!("your turn number {next} after the next one, {step}"),
    };
    let condition = |one: &QueueCondition| inline(&json!(one));
    words += &turn.only_if.as_ref().map(|one| format!(", if {}", condition(one))).unwrap_or_default();
    words += &turn.unless.as_ref().map(|one| format!(", unless {}", condition(one))).unwrap_or_default();
    words
}
