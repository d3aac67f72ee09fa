//! Checks the states against the secrets, the dice and the game.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::chain::adjudicate::{Adjudication, set_up};
use crate::chain::compose::with_refusal;
use crate::chain::hand_refusals::is_hand_refusal;
use crate::chain::match_files::ParsedDocument;
use crate::chain::missing::MissingDocument;
use crate::chain::progress::ProgressObserver;
use crate::chain::state_header::StateHeader;
use crate::chain::timeline::{Chain, Step, check_reveal};
use crate::document::canonical::content;
use crate::document::kinds::Roll;
use crate::document::path::{push_index, push_key};
use crate::document::{Bytes32, Id, Problem, Refusal, Turn, from_tagged};
use crate::engine::events::EngineEvent;
use crate::session::Game;
use crate::trust::{Dice, dice_key, seeds};

use super::{Check, Failure, Findings, NoticeKind, accusations};

/// Checks that every reveal hashes to the one before, back to its anchor.
pub(super) fn check_reveals(chain: &Chain<'_>, found: &mut Findings) {
    let seats = &chain.seats.entries;
    let mut reveals: Vec<Bytes32> = seats.iter().map(|entry| entry.seed.anchor).collect();
    let mut spent = vec![0u32; seats.len()];
    // How many turns of each seat a false state has left out since the seat's last reveal: the seat has shown those
    // links.
    let mut passed_over = vec![0u32; seats.len()];
    for (at_step, step) in chain.line.iter().enumerate() {
        let head = &step.state.typed;
        let before = at_step.checked_sub(1).map(|before| chain.line[before].state);
        let answers = |turn: &ParsedDocument<Turn>| before.is_some_and(|before| turn.typed.parent == before.digest);
        // A ruling uses up no links: they are due again after it.
        let resolves = head.ruling.is_none() && step.turns.len() == head.turns.len();
        for seat in before.filter(|_| resolves).map(|before| chain.awaited(&before.typed)).unwrap_or_default() {
            let resolved = step.turns.iter().any(|turn| turn.typed.seat == *seat && answers(turn));
            if let Some(at) = chain.seats.index(seat).filter(|_| !resolved) {
                passed_over[at] += 1;
            }
        }
        for (seat, reveal, turn) in of_step(step) {
            let Some(at) = chain.seats.index(seat) else { continue };
            found.verification.counts.reveals += 1;
            // A turn for another step shows a link of that step: it is this state, which resolves it here, that is
            // false.
            if turn.is_some_and(|turn| !answers(turn)) {
                continue;
            }
            // Links in missing turns, or in turns that a state left out, lie between.
            let skipped = step.revealed[at].saturating_sub(spent[at] + 1) + std::mem::take(&mut passed_over[at]);
            let mut link = reveal;
            for _ in 0..skipped {
                if seeds::follows(&link, &reveals[at]) {
                    break;
                }
                link = seeds::step(&link);
            }
            if let Err(problem) = check_reveal(&link, &reveals[at], spent[at] + 1, seats[at].seed.length) {
                let (file, problem) = match turn {
                    Some(turn) => (&turn.file, turn.place(problem)),
                    None => (&step.state.file, step.state.place(problem)),
                };
                found.fail(accusations::false_reveal(file, head.step, seat, problem));
            }
            reveals[at] = reveal;
            spent[at] = step.revealed[at];
        }
        if let (Some(named), Some(at)) = (&head.spent, chain.seats.index(&head.responder)) {
            found.verification.counts.reveals += 1;
            if let Err(problem) = check_reveal(&named.reveal, &reveals[at], spent[at] + 1, seats[at].seed.length) {
                let problem = step.state.place(problem.in_path("spent.reveal"));
                found.fail(accusations::false_reveal(&step.state.file, head.step, &head.responder, problem));
            }
            reveals[at] = named.reveal;
            spent[at] += 1;
        }
        for gap in chain.missing_turns(at_step) {
            let unknown = step.unknown.iter().map(|at| &seats[*at].seat).find(|seat| gap.seat.as_ref() == Some(seat));
            if let Some(seat) = unknown {
                let what = format!("the reveal of {seat} in step {}", step.state.typed.step);
                found.unchecked(Check::Reveals, &what, &gap.because());
            }
        }
    }
}

/// Why the dice of a step are unknown: the turn with a seat's latest reveal is missing.
fn without_dice(chain: &Chain<'_>, at: usize) -> Option<MissingDocument> {
    let seat = chain.line[at].unknown.first()?;
    chain.gap_before(at, &chain.seats.entries[*seat].seat)
}

fn of_step<'a>(step: &Step<'a>) -> Vec<(&'a Id, Bytes32, Option<&'a ParsedDocument<Turn>>)> {
    let turns = step.each_turn_once().into_iter().map(|turn| (&turn.typed.seat, turn.typed.reveal, Some(turn)));
    let own = step.state.typed.reveal.map(|reveal| (&step.state.typed.responder, reveal, None));
    turns.chain(own).collect()
}

/// Checks that every roll follows from the dice key.
pub(super) fn check_rolls(chain: &Chain<'_>, found: &mut Findings) {
    for (at, step) in chain.line.iter().enumerate() {
        let head = &step.state.typed;
        if let Some(gap) = without_dice(chain, at) {
            if !head.rolls.is_empty() {
                found.unchecked(Check::Rolls, &format!("the rolls of step {}", head.step), &gap.because());
            }
            continue;
        }
        let dice = Dice { key: dice_key(&chain.match_id, &step.reveals) };
        for (n, roll) in head.rolls.iter().enumerate() {
            found.verification.counts.rolls += 1;
            if let Err(problem) = check_roll(&dice, n as u64, roll) {
                let path = format!("rolls[{n}]");
                let problem = match problem.path {
                    Some(ref part) => problem.clone().in_path(format!("{path}.{part}")),
                    None => problem.in_path(path),
                };
                found.fail(accusations::false_dice(step.state, problem.rule("protocol 5")));
                break;
            }
        }
    }
}

fn check_roll(dice: &Dice, n: u64, roll: &Roll) -> Result<(), Problem> {
    if roll.n != n {
        return Err(Problem::new(format!("rolls are numbered without gaps; this is number {n}")).in_path("n"));
    }
    let wrong = |path: &str, made: &[u64]| {
        let made: Vec<String> = made.iter().map(u64::to_string).collect();
        Err(Problem::new(format!("roll {n} should be {}, by the dice key of this state", made.join(", ")))
            .in_path(path))
    };
    match (roll.sides, &roll.faces, roll.cards, &roll.order) {
        (Some(sides), Some(faces), None, None) => {
            let made = dice.roll(n, faces.len(), sides)?;
            if made == *faces { Ok(()) } else { wrong("faces", &made) }
        }
        (None, None, Some(cards), Some(order)) => {
            if order.len() as u64 != cards {
                return Err(Problem::new(format!("a shuffle of {cards} cards lists {}", order.len())).in_path("order"));
            }
            let made = dice.shuffle(n, cards)?;
            if made == *order { Ok(()) } else { wrong("order", &made) }
        }
        _ => Err(Problem::new("a roll has `sides` and `faces`, a shuffle `cards` and `order`")),
    }
}

/// Checks that adjudicating every turn again gives the same states, and that every refusal was justified. `proven`
/// holds states already known to follow from the one before; `known` those of them that were checked in an earlier run.
/// Gives the index on the line of the first state that does not follow: what stands in it and after it is not checked.
pub(super) fn check_adjudication(
    chain: &Chain<'_>,
    game: &dyn Game,
    known: &BTreeSet<Bytes32>,
    proven: &BTreeSet<Bytes32>,
    observer: &dyn ProgressObserver,
    found: &mut Findings,
) -> usize {
    let Some(first) = chain.line.first() else { return 0 };
    let is_known = |at: &usize| known.contains(&chain.line[*at].state.digest);
    (0..chain.line.len()).filter(|at| !is_known(at)).for_each(|at| note_forfeits(chain, game, at, found));
    let made = (!is_known(&0)).then(|| set_up(chain, game, &first.state.typed.issued));
    let mut table = match made {
        None => None,
        Some(Err(problem)) => {
            let problem = chain.charter.place(problem);
            let file = &chain.charter.file;
            found.fail(Failure::new(Check::Adjudication, file, Some(0), None, problem));
            return 0;
        }
        Some(Ok(made)) => {
            let made = with_refusal(made, first.state.typed.refusal, first.state.typed.spent);
            if !compare(first.state, &made.content, found) {
                return 0;
            }
            Some(made.table)
        }
    };
    for at in 0..chain.line.len() {
        observer.done(at, chain.files.states.len());
        let state = chain.line[at].state;
        let next = chain.line.get(at + 1).map(|next| next.state);
        if next.is_some_and(|next| proven.contains(&next.digest)) && !has_side_business(chain, at) {
            found.verification.counts.adjudicated += 1;
            table = None;
            continue;
        }
        // After proven states the table is set up again from the newest of them.
        let adjudication = match table
            .take()
            .map_or_else(|| Adjudication::at(chain, game, at), |table| Ok(Adjudication { chain, game, at, table }))
        {
            Ok(adjudication) => adjudication,
            Err(problem) => {
                let (step, seat) = (Some(state.typed.step), Some(&state.typed.responder));
                found.fail(Failure::new(Check::Adjudication, &state.file, step, seat, problem));
                return at;
            }
        };
        check_refused(&adjudication, at, found);
        let Some(next) = next else {
            check_pending(&adjudication, found);
            break;
        };
        if let Some(because) = rests_on_a_gap(chain, at + 1) {
            found.unchecked(Check::Adjudication, &format!("the adjudication of step {}", next.typed.step), &because);
            // Whether a proposal was accepted is stated in the turn, and decides what the seat may do afterwards.
            if state.typed.awaiting.iter().any(|entry| entry.get("take_back").is_some()) {
                found.unchecked(Check::Adjudication, "the adjudication of what follows", &because);
                return at + 1;
            }
            continue;
        }
        match adjudication.readjudicate(next) {
            Ok(made) => {
                found.verification.counts.adjudicated += 1;
                if !compare(next, &made.content, found) {
                    return at + 1;
                }
                table = Some(made.table);
            }
            Err(problems) => {
                not_resolvable(&adjudication, next, problems, found);
                return at + 1;
            }
        }
    }
    chain.line.len()
}

/// Why a state of the line cannot be adjudicated again, if something that it rests on is missing.
pub(super) fn rests_on_a_gap(chain: &Chain<'_>, at: usize) -> Option<String> {
    let step = &chain.line[at];
    if let Some(gap) = chain.missing_turns(at).first() {
        return Some(gap.because());
    }
    if let Some(gap) = without_dice(chain, at) {
        return Some(gap.because());
    }
    step.turns.iter().find_map(|turn| {
        let named = turn.typed.refusal?;
        match chain.refusals.get(&named) {
            None => Some(format!("the refusal that {} names is missing", turn.file)),
            Some(refusal) if refuses_nothing_here(chain, refusal) => {
                Some(format!("the document that {} refuses is missing", refusal.file))
            }
            Some(_) => None,
        }
    })
}

fn refuses_nothing_here(chain: &Chain<'_>, refusal: &ParsedDocument<Refusal>) -> bool {
    !chain.turns.contains_key(&refusal.typed.of) && !chain.states.contains_key(&refusal.typed.of)
}

/// Whether anything other than the next state of the line and its turns answers a state or follows it.
fn has_side_business(chain: &Chain<'_>, at: usize) -> bool {
    let digest = chain.line[at].state.digest;
    let resolved = chain.line.get(at + 1).map_or(0, |next| next.turns.len());
    chain.turns_to(&digest).len() > resolved || chain.states_on(&digest).len() > 1
}

/// Reports the forfeits of a step, each for the seat that played the side before the step.
fn note_forfeits(chain: &Chain<'_>, game: &dyn Game, at: usize, found: &mut Findings) {
    let state = chain.line[at].state;
    let seat = |side: &str| {
        let position = chain.line.get(at.checked_sub(1)?)?.state.document.content.get("position")?;
        let table = game.load(position).ok()?;
        let seat = chain.seats.seat_of(&*table, &side.parse().ok()?)?;
        (seat.as_str() != side).then(|| format!("{seat} ({side})"))
    };
    let events = state.document.content.get("events").and_then(Value::as_array);
    for event in events.into_iter().flatten() {
        let text = |field: &str| event.get(field).and_then(Value::as_str).unwrap_or_default();
        if text("event") == "forfeited" {
            let who = seat(text("side")).unwrap_or_else(|| text("side").to_owned());
            let because = match from_tagged::<EngineEvent>("event", event) {
                Ok(EngineEvent::Forfeited { because, .. }) => because.words(),
                _ => text("because"),
            };
            let words = format!("{who} forfeits the choice '{}': {because}", text("id"));
            found.notice(NoticeKind::Forfeit, &state.file, state.typed.step, None, words);
        }
    }
}

/// Checks the refusals of turns that answer this state, and of states that follow it.
fn check_refused(adjudication: &Adjudication<'_, '_>, at: usize, found: &mut Findings) {
    let chain = adjudication.chain;
    let next = chain.line.get(at + 1);
    for turn in chain.turns_to(&adjudication.state().digest) {
        let Some(refusal) = chain.refusal_of_turn(turn) else { continue };
        if !adjudication.check_turn(turn).is_empty() {
            continue;
        }
        // The audit checks it against the hand, once that is disclosed.
        if !is_hand_refusal(chain, &refusal.typed) {
            unjust(chain, next, (turn, refusal), Check::Adjudication, found);
        }
    }
    for state in chain.states_on(&adjudication.state().digest) {
        let Some(_) = chain.replacement(state) else { continue };
        let right = adjudication.readjudicate(state).is_ok_and(|made| difference(state, &made.content).is_none());
        for refusal in chain.refusals_of_state(state).into_iter().filter(|_| right) {
            let seat = &refusal.typed.seat;
            let text = format!("'{seat}' refused {}, and adjudicating it again gives the same result", state.file);
            found.notice(NoticeKind::Refusal, &refusal.file, refusal.typed.step, Some(seat), text);
        }
    }
}

/// The failure of a refusal of a valid turn. `next` is the state that resolved the step, if there is one.
pub(super) fn unjust(
    chain: &Chain<'_>,
    next: Option<&Step<'_>>,
    (turn, refusal): (&ParsedDocument<Turn>, &ParsedDocument<Refusal>),
    check: Check,
    found: &mut Findings,
) {
    let seat = &refusal.typed.seat;
    let mut notice = |text: String| {
        found.notice(NoticeKind::Refusal, &refusal.file, refusal.typed.step, Some(seat), text);
    };
    if let Some(next) = next.filter(|next| next.state.typed.ruling.is_some()) {
        return notice(format!("the ruling {} displaced {}, a turn that was in order", next.state.file, turn.file));
    }
    // The turn may have been refused for not naming an earlier refusal. A refusal by another seat does not count as
    // one.
    let earlier = |other: &&&ParsedDocument<Refusal>| {
        other.typed.step == turn.typed.step && other.typed.seat == refusal.typed.seat
    };
    if chain.refusals.values().filter(earlier).any(|other| refuses_nothing_here(chain, other)) {
        let what = format!("the refusal {}", refusal.file);
        return found.unchecked(check, &what, "a refused document of that step is missing");
    }
    // So says the refusal itself; the earlier one and what it refused may both be missing.
    if refusal.typed.reasons.iter().any(|reason| reason.r#where.as_deref() == Some("refusal")) {
        let because = "it says that the turn had to name an earlier refusal, which is not here";
        return found.unchecked(check, &format!("the refusal {}", refusal.file), because);
    }
    let resolved = next.and_then(|next| next.turns.iter().find(|other| other.typed.seat == turn.typed.seat));
    let text = format!("'{seat}' refused {}, and checking again finds nothing wrong with it", turn.file);
    if resolved.is_some_and(|resolved| same_acts(chain, &resolved.typed, &turn.typed)) {
        return notice(format!("{text}; the same acts were adjudicated in the end"));
    }
    if next.is_none() {
        return notice(format!("{text}; '{}' can mail the same acts again, and no harm is done", turn.typed.seat));
    }
    notice(text.clone());
    found.fail(accusations::unjust_refusal(check, refusal, turn, text));
}

/// Whether two turns of a seat ask for the same. Salts derived from a hand's secret differ after a refusal, so
/// commitments to choices with the same ids are taken to be equal there.
fn same_acts(chain: &Chain<'_>, one: &Turn, two: &Turn) -> bool {
    let ids = |turn: &Turn| turn.commit.iter().flatten().map(|commit| commit.id.clone()).collect::<Vec<Id>>();
    let hidden = chain.seats.entry(&one.seat).is_some_and(|entry| entry.hidden.is_some());
    one.orders == two.orders
        && one.answers == two.answers
        && one.standing == two.standing
        && (one.commit == two.commit || hidden && ids(one) == ids(two))
        && one.open == two.open
        && one.take_back == two.take_back
        && one.offer == two.offer
}

/// Reports what is wrong with a turn that waits to be resolved: its responder will have to refuse it.
fn check_pending(adjudication: &Adjudication<'_, '_>, found: &mut Findings) {
    // After the end nobody resolves a turn, and nobody needs to refuse one.
    if adjudication.state().typed.outcome.is_some() {
        return;
    }
    for turn in adjudication.chain.open_turns() {
        let known = |problem: &Problem| {
            let hidden = adjudication
                .chain
                .seats
                .index(&turn.typed.seat)
                .filter(|at| adjudication.chain.line[adjudication.at].unknown.contains(at));
            hidden.is_none() || problem.path.as_deref() != Some("reveal")
        };
        for problem in adjudication.check_turn(turn).into_iter().filter(known) {
            let mut problem = problem;
            problem.message = format!("this turn must be refused: {}", problem.message);
            let check = kind_of_problem(&problem);
            found.fail(Failure::new(check, &turn.file, Some(turn.typed.step), Some(&turn.typed.seat), problem));
        }
    }
}

fn kind_of_problem(problem: &Problem) -> Check {
    match problem.path.as_deref() {
        Some("reveal") => Check::Reveals,
        Some("parent" | "step" | "seat" | "match" | "refusal") => Check::Chain,
        _ => Check::Adjudication,
    }
}

/// The failure of a state that resolves a turn that had to be refused.
fn not_resolvable(
    adjudication: &Adjudication<'_, '_>,
    next: &ParsedDocument<StateHeader>,
    problems: Vec<Problem>,
    found: &mut Findings,
) {
    let head = &next.typed;
    let at_fault = head
        .turns
        .iter()
        .filter_map(|digest| adjudication.chain.turns.get(digest))
        // If a turn was signed for another step, its signer is not at fault here; nor if it was refused, as it had to be.
        .filter(|turn| turn.typed.parent == head.parent && turn.typed.step == head.step)
        .filter(|turn| adjudication.chain.refusal_of_turn(turn).is_none())
        .find_map(|turn| Some((*turn, adjudication.check_turn(turn).into_iter().next()?)));
    found.fail(match at_fault {
        Some((turn, problem)) => accusations::illegal_turn(turn, next, problem),
        None => {
            let problem = problems.into_iter().next().unwrap_or_else(|| Problem::new("it cannot be adjudicated"));
            accusations::unresolvable_state(next, problem)
        }
    });
}

/// Compares a state with what it should be; `false` if it differs.
fn compare(state: &ParsedDocument<StateHeader>, made: &Value, found: &mut Findings) -> bool {
    let Some(problem) = difference(state, made) else { return true };
    found.fail(accusations::false_state(state, problem));
    false
}

/// The first place where a state differs from what it should be.
fn difference(state: &ParsedDocument<StateHeader>, made: &Value) -> Option<Problem> {
    let is = content(&state.document.content);
    let mut path = String::new();
    let (is, ought) = first_difference(&is, made, &mut path)?;
    let shown = |value: Option<&Value>| match value {
        None => "nothing".to_owned(),
        Some(value) => shorten(&value.to_string()),
    };
    let message = format!("this is {}, but adjudicating gives {}", shown(is), shown(ought));
    Some(Problem::new(message).in_path(path).rule("protocol 9"))
}

/// The first difference: its path, the value found, and the value that should be there.
pub(super) fn first_difference<'v>(
    is: &'v Value,
    ought: &'v Value,
    path: &mut String,
) -> Option<(Option<&'v Value>, Option<&'v Value>)> {
    match (is, ought) {
        (Value::Object(is), Value::Object(ought)) => {
            for (key, value) in ought {
                let length = path.len();
                push_key(path, key);
                match is.get(key) {
                    None => return Some((None, Some(value))),
                    Some(other) => {
                        if let Some(found) = first_difference(other, value, path) {
                            return Some(found);
                        }
                    }
                }
                path.truncate(length);
            }
            let (key, value) = is.iter().find(|(key, _)| !ought.contains_key(*key))?;
            push_key(path, key);
            Some((Some(value), None))
        }
        (Value::Array(is), Value::Array(ought)) => {
            for n in 0..is.len().max(ought.len()) {
                let length = path.len();
                push_index(path, n);
                match (is.get(n), ought.get(n)) {
                    (Some(one), Some(two)) => {
                        if let Some(found) = first_difference(one, two, path) {
                            return Some(found);
                        }
                    }
                    other => return Some(other),
                }
                path.truncate(length);
            }
            None
        }
        (is, ought) => (is != ought).then_some((Some(is), Some(ought))),
    }
}

pub(super) fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 120;
    if text.chars().count() <= MAX_CHARS {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    short.push('…');
    short
}
