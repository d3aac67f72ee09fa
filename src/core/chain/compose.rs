//! Composes documents for a seat: a turn's envelope, a refusal, a replacement state (protocol 6).

use serde_json::{Map, Value, json};

use crate::document::kinds::Reason;
use crate::document::kinds::Spent;
use crate::document::{Bytes32, Document, Id, Problem, Turn, shortened};
use crate::session::Game;
use crate::trust::{self, seeds};

use super::adjudicate::{Adjudication, Resolved, set_up};
use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::{Chain, same_but_refusal};

/// Completes a player's turn with its envelope. `draft` holds what the player decides (`orders`, `answers`, `standing`,
/// `commit`, `open`, `take_back`, `offer`, `comment`), and `reveal` is the seat's next one. Envelope fields in the
/// draft are overwritten.
///
/// # Errors
/// There is no state to answer, or the draft is not a mapping.
pub fn complete_turn(chain: &Chain<'_>, seat: &Id, reveal: Bytes32, draft: &Value) -> Result<Value, Problem> {
    let newest = chain.newest().ok_or_else(|| Problem::new("the match has no state yet").rule("protocol 6"))?;
    let drafted = draft.as_object().ok_or_else(|| Problem::new("this is not a turn").rule("protocol 1"))?;
    let mut turn = Map::new();
    let envelope = json!({
        "adjutant": 1,
        "kind": "turn",
        "match": chain.match_id,
        "step": newest.state.typed.step + 1,
        "parent": newest.state.digest,
        "seat": seat,
        "reveal": reveal,
    });
    turn.extend(envelope.as_object().cloned().unwrap_or_default());
    for field in ["orders", "answers", "standing", "commit", "open", "take_back", "offer"] {
        turn.extend(drafted.get_key_value(field).map(|(key, value)| (key.clone(), value.clone())));
    }
    let (due, must) = chain.due_refusals(chain.line.len() - 1, seat, None);
    let named = drafted.get("refusal").cloned();
    if let Some(refusal) = due.first().filter(|_| must).map(|due| json!(due)).or(named) {
        turn.insert("refusal".to_owned(), refusal);
    }
    turn.extend(drafted.get_key_value("queued").map(|(key, value)| (key.clone(), value.clone())));
    turn.extend(drafted.get_key_value("comment").map(|(key, value)| (key.clone(), value.clone())));
    // Keys that no turn has are kept, so that the reader of turns reports them by name.
    for (key, value) in drafted {
        if key != "signatures" {
            turn.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    Ok(Value::Object(turn))
}

/// A refusal of a turn or of a state (protocol 6), by `seat`.
pub fn refuse(
    chain: &Chain<'_>,
    of: Bytes32,
    step: u64,
    seat: &Id,
    reasons: &[Problem],
    issued: &str,
) -> Result<Value, Problem> {
    if reasons.is_empty() {
        return Err(Problem::new("a refusal gives at least one reason").rule("protocol 6"));
    }
    let mut listed: Vec<Reason> = reasons.iter().take(MAX_REASONS).map(reason).collect();
    if let Some(more) = reasons.len().checked_sub(MAX_REASONS).filter(|more| *more > 0) {
        listed.push(Reason { message: format!("and {more} more"), rule: None, r#where: None });
    }
    let reasons = listed;
    Ok(json!({
        "adjutant": 1,
        "kind": "refusal",
        "match": chain.match_id,
        "step": step,
        "of": of,
        "seat": seat,
        "reasons": reasons,
        "issued": issued,
    }))
}

/// How many reasons a refusal lists. Reasons are limited in number and length because they may quote the turn, which
/// can be of any length.
const MAX_REASONS: usize = 200;
const MAX_WORDS: usize = 1_000;

fn reason(problem: &Problem) -> Reason {
    let message = match &problem.advice {
        Some(advice) => format!("{}; {advice}", problem.message),
        None => problem.message.clone(),
    };
    let short = |text: &String| shortened(text, MAX_WORDS);
    let r#where = problem.path.as_ref().filter(|path| !path.is_empty()).map(short);
    Reason { message: short(&message), rule: problem.rule.as_ref().map(short), r#where }
}

/// What is wrong with a state that stands on step `at` of the line: the content that it should have, if it differs in
/// more than times and signatures. `None` if the state is right.
///
/// # Errors
/// The state cannot be adjudicated at all: turns are missing or would have to be refused.
pub fn readjudicate(
    chain: &Chain<'_>,
    game: &dyn Game,
    state: &ParsedDocument<StateHeader>,
) -> Result<Resolved, Vec<Problem>> {
    let head = &state.typed;
    if head.step == 0 {
        return set_up(chain, game, &head.issued)
            .map_err(|problem| vec![problem])
            .map(|made| with_refusal(made, head.refusal, head.spent));
    }
    let at = usize::try_from(head.step - 1).unwrap_or(usize::MAX);
    let adjudication = Adjudication::at(chain, game, at).map_err(|problem| vec![problem])?;
    adjudication.readjudicate(state)
}

impl Adjudication<'_, '_> {
    /// The content that a state on top of this one should have, with that state's own reveal, times and refusal.
    ///
    /// # Errors
    /// As [`readjudicate`].
    pub fn readjudicate(&self, state: &ParsedDocument<StateHeader>) -> Result<Resolved, Vec<Problem>> {
        self.readjudicate_with(state, &state.typed.turns)
    }

    /// The same with other turns than those that the state resolves.
    fn readjudicate_with(
        &self,
        state: &ParsedDocument<StateHeader>,
        resolved: &[Bytes32],
    ) -> Result<Resolved, Vec<Problem>> {
        let head = &state.typed;
        let received = head.received.as_deref();
        let made = match &head.ruling {
            Some(ruling) => self.preview_ruling(ruling, received, &head.issued).map_err(|problem| vec![problem])?,
            None => {
                let mut turns = Vec::new();
                for digest in resolved {
                    let missing = || vec![Problem::new(format!("the turn {digest} is missing")).rule("protocol 3")];
                    turns.push(*self.chain.turns.get(digest).ok_or_else(missing)?);
                }
                let reveal = head.reveal.ok_or_else(|| vec![no_reveal()])?;
                let opened = |seat: &Id, id: &Id, _: &Bytes32| {
                    let one = head.opened.iter().flatten().find(|one| one.seat == *seat && one.id == *id)?;
                    Some((one.salt, one.choice.clone()))
                };
                self.resolve_with(&turns, reveal, &opened, received, &head.issued)?
            }
        };
        Ok(with_refusal(made, head.refusal, head.spent))
    }
}

fn no_reveal() -> Problem {
    let problem = Problem::new("this state resolves turns without a reveal of its responder");
    problem.in_path("reveal").rule("protocol 4")
}

pub(super) fn with_refusal(mut made: Resolved, refusal: Option<Bytes32>, spent: Option<Spent>) -> Resolved {
    if let Some(refusal) = refusal {
        insert_before_times(&mut made.content, "refusal", json!(refusal));
    }
    if let Some(spent) = spent {
        insert_before_times(&mut made.content, "spent", json!(spent));
    }
    made
}

/// Puts a field before the times, where the protocol's order has `refusal` and the fields that belong to it.
fn insert_before_times(content: &mut Value, name: &str, value: Value) {
    let Value::Object(fields) = content else { return };
    let times: Vec<(String, Value)> = ["received", "issued", "signatures"]
        .into_iter()
        .filter_map(|field| Some((field.to_owned(), fields.shift_remove(field)?)))
        .collect();
    fields.insert(name.to_owned(), value);
    fields.extend(times);
}

/// The answer to a refusal of the newest state: the same state if it is right (only `refusal` changes), or else the
/// right one, with the same reveal and hence the same dice.
///
/// # Errors
/// The refusal does not call for an answer, or the state cannot be adjudicated again.
pub fn replace_state(
    chain: &Chain<'_>,
    game: &dyn Game,
    refusal: &Bytes32,
    issued: &str,
) -> Result<Resolved, Vec<Problem>> {
    let one = |problem: Problem| vec![problem.rule("protocol 6")];
    let newest = chain.newest().ok_or_else(|| one(Problem::new("the match has no state yet")))?;
    if !chain.refusals_of_state(newest.state).iter().any(|open| open.digest == *refusal) {
        let problem = Problem::new("this is not an open refusal of the newest state");
        return Err(one(problem.advice("an error found later is corrected by a ruling or a take-back")));
    }
    // Instead of a turn that the responder had refused, the one that replaced it is resolved.
    let turns = chain.turns_in_place(newest.state);
    let mut made = match chain.line.len().checked_sub(2) {
        Some(before) if turns != newest.state.typed.turns => {
            let adjudication = Adjudication::at(chain, game, before).map_err(|problem| vec![problem])?;
            adjudication.readjudicate_with(newest.state, &turns)?
        }
        _ => readjudicate(chain, game, newest.state)?,
    };
    let content = &newest.state.document.content;
    if same_but_refusal(content, &made.content) {
        made.content = crate::document::canonical::content(content);
    } else if let Value::Object(fields) = &mut made.content {
        fields.insert("issued".to_owned(), json!(issued));
    }
    insert_before_times(&mut made.content, "refusal", json!(refusal));
    if let Some(spent) = spent_by(chain, &made.content, refusal) {
        insert_before_times(&mut made.content, "spent", json!(spent));
    }
    Ok(made)
}

/// The reveal that a replacement must name as spent. The responder showed it in a turn that is now void, and the
/// replacement awaits another seat, which already knows it (protocol 6).
fn spent_by(chain: &Chain<'_>, state: &Value, refusal: &Bytes32) -> Option<Spent> {
    let responder = state.get("responder")?.as_str()?.parse::<Id>().ok()?;
    let awaited = state.get("awaiting")?.as_array()?;
    if awaited.is_empty()
        || awaited.iter().any(|entry| entry.get("seat").and_then(Value::as_str) == Some(responder.as_str()))
    {
        return None;
    }
    let turn = *chain.voided_by(refusal, &responder).first()?;
    Some(Spent { turn: turn.digest, reveal: turn.typed.reveal })
}

/// A seat's next reveal, from its secret chain.
///
/// # Errors
/// The chain belongs to another seat, or it is used up.
pub fn next_reveal(chain: &Chain<'_>, seat: &Id, secret: &trust::SeedChain) -> Result<Bytes32, Problem> {
    let unknown = || Problem::new(format!("the charter has no seat '{seat}'")).rule("protocol 3");
    let (index, previous) = chain.due_reveal(seat).ok_or_else(unknown)?;
    let reveal = secret.reveal(index)?;
    if seeds::follows(&reveal, &previous) {
        return Ok(reveal);
    }
    Err(Problem::new(format!("this seed is not the one that '{seat}' committed to")).rule("protocol 4"))
}

/// Treats content that this program made as a turn that came by mail, to check it before it is signed.
///
/// # Errors
/// The content is not a turn.
pub fn parse_composed(file: &str, content: &Value) -> Result<ParsedDocument<Turn>, Problem> {
    let document = Document::unplaced(file, content.clone());
    let typed = crate::document::decode(&document)?;
    Ok(ParsedDocument {
        file: file.to_owned(),
        digest: crate::document::digest(content),
        document: document.into(),
        typed,
    })
}
