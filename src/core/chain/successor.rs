//! Continuing a match under a new charter (protocol 3): because a player has lost his secrets or has left, or because
//! the seeds are used up. The position is kept; the secrets are new.

use chrono::{DateTime, Utc};

use crate::document::kinds::{CarriedClock, FirstPosition, Replaced};
use crate::document::{Bytes32, Charter, Id, Problem, Turn, Value};
use crate::engine::Proposal;
use crate::session::{Game, Session};

use super::clock;
use super::match_files::ParsedDocument;
use super::state_before::{STATE_BEFORE, WHERE_IT_IS, another_state, starts};
use super::state_header::StateHeader;
use super::timeline::Chain;

/// The table that state 0 starts from in a match that continues another, or begins at a position of it: that of the state
/// named in its charter, without open proposals.
///
/// # Errors
/// That state is missing, or the match ended with it; or nobody else can begin there.
pub fn table(chain: &Chain<'_>, game: &dyn Game) -> Result<Box<dyn Session>, Problem> {
    let state = state_before(chain)?;
    if let Some(first) = &chain.charter.typed.from {
        return first_table(first, state, game);
    }
    if state.typed.outcome.is_some() {
        let problem = Problem::new("the match that this one continues was over with that state");
        return Err(problem.in_path("continues.state").rule("protocol 3"));
    }
    let position = state.document.content.get("position").unwrap_or(&Value::Null);
    let mut table = game.load(position).map_err(|problem| state.place(problem))?;
    table.set_proposal(None);
    Ok(table)
}

/// The table of a match that begins at a position of another.
fn first_table(
    first: &FirstPosition,
    state: &ParsedDocument<StateHeader>,
    game: &dyn Game,
) -> Result<Box<dyn Session>, Problem> {
    let head = &state.typed;
    if (head.match_id, head.step) != (first.match_id, first.step) {
        let message = format!("the state named is that of step {} of the match {}", head.step, head.match_id);
        let problem = Problem::new(message).in_path("from").rule("protocol 3");
        return Err(problem.advice("begin the match again with `adjutant match new FOLDER --title TITLE --from OTHER`"));
    }
    let position = state.document.content.get("position").unwrap_or(&Value::Null);
    let mut table = game.load(position).map_err(|problem| state.place(problem))?;
    if let Some(problem) = bars_beginning(&*table) {
        return Err(problem.in_path("from"));
    }
    table.begin_anew();
    Ok(table)
}

/// Why nobody else can begin a match at a position, if so.
pub fn bars_beginning(table: &dyn Session) -> Option<Problem> {
    let refuse = |why: &str, advice: &str| Some(Problem::new(why).rule("protocol 3").advice(advice.to_owned()));
    if table.cards().is_some() {
        return refuse("the players hold cards that only they know", "begin a match of this game at its set-up");
    }
    if table.outcome().is_some() {
        return refuse("the match is over", "name an earlier step with --step");
    }
    if matches!(table.proposal(), Some(Proposal::TakeBack { .. } | Proposal::Draw { .. })) {
        return refuse("a player waits for the answer to his proposal", "name the step before it with --step");
    }
    if table.exchanged() {
        return refuse("the players have exchanged their sides", "name a step before that with --step");
    }
    None
}

/// The state that a match continues from, or begins at.
///
/// # Errors
/// It is not among the files of the match.
pub fn state_before<'f>(chain: &Chain<'f>) -> Result<&'f ParsedDocument<StateHeader>, Problem> {
    let charter = &chain.charter.typed;
    let named = charter.source_state();
    chain.files.read_states().find(|state| Some(state.digest) == named).ok_or_else(|| {
        let path = if charter.from.is_some() { "from.state" } else { "continues.state" };
        if chain.files.states.iter().any(|state| state.file == STATE_BEFORE) {
            return another_state(charter, STATE_BEFORE).in_path(path);
        }
        let digest = named.map(|digest| digest.to_string()).unwrap_or_default();
        Problem::new(format!("the state {digest}, from which this match {}, is missing", starts(charter)))
            .in_path(path)
            .rule("protocol 3")
            .advice(WHERE_IT_IS)
    })
}

/// What is wrong with a charter as the continuation of a match: terms that changed, seats that changed without being
/// named, or no seat left that could attest that it is the same match.
pub fn check_terms(charter: &Charter, before: &Charter) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut wrong = |path: &str, message: String, advice: &str| {
        problems.push(Problem::new(message).in_path(path).rule("protocol 3").advice(advice));
    };
    let same = "a match must be continued with the same rules, data, scenario and options";
    if charter.ruleset != before.ruleset {
        wrong("ruleset", format!("the match that this one continues is played by {}", before.ruleset.id), same);
    }
    for (path, differs) in [
        ("packs", charter.packs != before.packs),
        ("scenario", charter.scenario != before.scenario),
        ("options", charter.options != before.options),
        ("event", charter.event != before.event),
    ] {
        if differs {
            wrong(path, format!("`{path}` differs from the match that this one continues"), same);
        }
    }
    if charter.continues.as_ref().and_then(|one| one.earlier.clone()) != earlier_matches(before) {
        wrong("continues.earlier", "the matches before the one that this one continues differ".to_owned(), same);
    }
    let empty = Vec::new();
    let replaced: &[Replaced] = charter.continues.as_ref().and_then(|one| one.replaced.as_ref()).unwrap_or(&empty);
    let mut kept = 0;
    for (n, entry) in charter.seats.iter().enumerate() {
        let named = replaced.iter().any(|one| one.seat == entry.seat);
        let old = before.seats.iter().find(|old| old.seat == entry.seat);
        let path = format!("seats[{n}]");
        match old {
            Some(old) if old.key == entry.key => {
                kept += 1;
                if named {
                    wrong(
                        &path,
                        format!("'{}' keeps its key but is named as replaced", entry.seat),
                        "leave it out there, or take the seat with a new key (`--key NAME`)",
                    );
                }
            }
            _ if !named => {
                let message = format!("'{}' had another key in the match that this one continues", entry.seat);
                wrong(&path, message, "name it in `continues.replaced`, so that the others attest it");
            }
            _ => {}
        }
        if old.is_some_and(|old| old.side != entry.side) {
            wrong(&path, format!("'{}' played another side in the match that this one continues", entry.seat), same);
        }
    }
    for one in replaced.iter().filter(|one| charter.seats.iter().all(|entry| entry.seat != one.seat)) {
        let message = format!("'{}' is named as replaced but has no seat", one.seat);
        wrong("continues.replaced", message, "name seats of this charter");
    }
    if kept == 0 {
        let message = "nobody who signs this charter has signed the one that it continues".to_owned();
        wrong("seats", message, "let the seats that remain take part with the keys that they had");
    }
    problems
}

/// What the charter of a match that continues this one lists as earlier matches.
pub fn earlier_matches(before: &Charter) -> Option<Vec<Bytes32>> {
    before.continues.as_ref().map(|before| before.matches().collect())
}

/// The clocks with which a match that continues this one begins, where the charter sets more than days for an answer.
pub fn clocks(before: &Chain<'_>, now: DateTime<Utc>) -> Option<Vec<CarriedClock>> {
    let pace = &before.charter.typed.pace;
    let counts = [pace.bank, pace.increment, pace.leave, pace.grace].iter().any(Option::is_some);
    counts.then(|| clock::carry(before, now))
}

/// What is wrong with a match as one that begins at a position of `before`: other terms, or a state that is not on the
/// line of `before`.
pub fn check_beginning(chain: &Chain<'_>, before: &Chain<'_>) -> Vec<Problem> {
    let charter = &chain.charter.typed;
    let Some(first) = &charter.from else { return Vec::new() };
    let source = &before.charter.typed;
    let wrong = |path: &str, message: String| {
        let problem = Problem::new(message).in_path(path).rule("protocol 3");
        chain
            .charter
            .place(problem.advice("begin the match again with `adjutant match new FOLDER --title TITLE --from OTHER`"))
    };
    if first.match_id != before.match_id {
        let message = format!("this match begins at a position of {}, not of {}", first.match_id, before.match_id);
        return vec![wrong("from.match", message)];
    }
    let mut problems = Vec::new();
    for (path, differs) in [
        ("ruleset", charter.ruleset != source.ruleset),
        ("packs", charter.packs != source.packs),
        ("scenario", charter.scenario != source.scenario),
        ("options", charter.options != source.options),
    ] {
        if differs {
            problems.push(wrong(path, format!("`{path}` differs from the match from whose position this one begins")));
        }
    }
    if !before.is_on_line(&first.state) {
        let message = "the state that this match begins at is not on the line of the match named";
        problems.push(wrong("from.state", message.to_owned()));
    }
    problems
}

/// What is wrong with a match as the continuation of `before`: beyond the terms, the state that it continues from must
/// stand on the line of `before`.
pub fn check_continuation(chain: &Chain<'_>, before: &Chain<'_>) -> Vec<Problem> {
    let Some(continues) = &chain.charter.typed.continues else { return Vec::new() };
    if continues.match_id != before.match_id {
        let problem = Problem::new(format!("this match continues {}, not {}", continues.match_id, before.match_id));
        return vec![problem.in_path("continues.match").rule("protocol 3")];
    }
    let mut problems = check_terms(&chain.charter.typed, &before.charter.typed);
    if !before.is_on_line(&continues.state) {
        let message = "the state that this match goes on from is not on the line of the match that it continues";
        problems.push(Problem::new(message).in_path("continues.state").rule("protocol 3"));
    }
    // A turn that is not here may have waited: a charter can name what was mailed and never came.
    let from = before.states.get(&continues.state).map(|state| state.typed.step);
    let listed = continues.unanswered.as_deref().unwrap_or_default();
    for (n, digest) in listed.iter().enumerate() {
        let path = format!("continues.unanswered[{n}]");
        let answered = before.turns.get(digest).is_some_and(|turn| from.is_some_and(|from| turn.typed.step <= from));
        if answered {
            let message = "this turn did not wait for an answer: the state that the match goes on from follows it";
            problems.push(Problem::new(message).in_path(path).rule("protocol 3"));
        } else if listed[..n].contains(digest) {
            problems.push(Problem::new("this turn is listed twice").in_path(path).rule("protocol 3"));
        }
    }
    problems.into_iter().map(|problem| chain.charter.place(problem)).collect()
}

/// The turns of a match that wait for an answer, in charter order. Where the match continues under a new charter, their
/// step gets other dice.
pub fn unanswered<'f>(before: &Chain<'f>) -> Vec<&'f ParsedDocument<Turn>> {
    let mut open = before.open_turns();
    open.sort_by_key(|turn| (before.seats.index(&turn.typed.seat), turn.digest));
    open
}

/// The same as a charter that continues the match lists them.
pub fn unanswered_digests(before: &Chain<'_>) -> Option<Vec<Bytes32>> {
    let digests: Vec<Bytes32> = unanswered(before).iter().map(|turn| turn.digest).collect();
    (!digests.is_empty()).then_some(digests)
}

/// What a turn that waits means for a match that continues without it, in words.
pub fn waiting_words(before: &Chain<'_>, turn: &Turn) -> String {
    let who = before.seats.responder_to(&turn.seat).map(|seat| format!("'{seat}'")).unwrap_or_default();
    format!(
        "the turn of '{}' for step {} waits for an answer in the match that this one continues: {who}, who was to answer it, may know its dice, and the new match rolls others",
        turn.seat, turn.step
    )
}

/// What a verifier says of turns that waited for an answer when the match was continued (protocol 3): the seat, if the
/// turn is here, and the words.
pub fn waiting_notices(chain: &Chain<'_>, before: &Chain<'_>) -> Vec<(Option<Id>, String)> {
    let Some(continues) = &chain.charter.typed.continues else { return Vec::new() };
    let listed = continues.unanswered.as_deref().unwrap_or_default();
    let mut notices: Vec<(Option<Id>, String)> = Vec::new();
    for digest in listed {
        notices.push(match before.turns.get(digest) {
            Some(turn) => (Some(turn.typed.seat.clone()), waiting_words(before, &turn.typed)),
            None => {
                let short = &digest.to_string()[..8];
                (None, format!("according to those who signed the charter, the turn {short} waited for an answer when the match was continued; it is not here"))
            }
        });
    }
    for turn in unanswered(before).into_iter().filter(|turn| !listed.contains(&turn.digest)) {
        let words = format!("{}; the charter does not say that it waited", waiting_words(before, &turn.typed));
        notices.push((Some(turn.typed.seat.clone()), words));
    }
    notices
}

/// The last step of the earlier match that was played after the state from which the new match continues, and that no
/// longer counts. `None` if no step was left behind.
pub fn left_behind(chain: &Chain<'_>, before: &Chain<'_>) -> Option<u64> {
    let continues = chain.charter.typed.continues.as_ref()?;
    let newest = before.newest()?.state;
    (newest.digest != continues.state).then_some(newest.typed.step)
}
