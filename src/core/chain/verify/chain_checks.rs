//! Whether the chain is intact: parents, steps, awaited seats, one turn each, responders, refusals, no double dealing.

use std::collections::BTreeSet;

use crate::chain::charter;
use crate::chain::match_files::ParsedDocument;
use crate::chain::missing::MissingDocument;
use crate::chain::state_header::StateHeader;
use crate::chain::timeline::{Chain, same_but_refusal};
use crate::document::kinds::Ruling;
use crate::document::{Bytes32, Id, Kind, Problem, Turn};

use super::accusations::{self, problem, state_out_of_place};
use super::{Check, Failure, Findings, NoticeKind};

pub(super) fn check(chain: &Chain<'_>, found: &mut Findings) {
    for problem in charter::check_form(&chain.charter.typed, &BTreeSet::new()) {
        found.fail(Failure::new(Check::Chain, &chain.charter.file, Some(0), None, chain.charter.place(problem)));
    }
    // Under a charter that was changed after it was signed, or that cannot be played, no state counts; that has already been
    // reported.
    let faulty = found.verification.failures.iter().any(|failure| failure.file == chain.charter.file);
    let misplaced = || chain.states.values().any(|state| fault_of_state_zero(chain, state).is_some());
    if chain.line.is_empty() && !faulty && !misplaced() {
        let seat = chain.seats.first_issuer();
        let problem = Problem::new("there is no state 0: the match has not begun, or its first state is missing");
        found.fail(Failure::new(Check::Chain, &chain.charter.file, None, seat, problem.rule("protocol 6")));
    }
    for at in 0..chain.line.len() {
        check_step(chain, at, found);
    }
    for state in chain.states.values().filter(|state| !chain.is_on_line(&state.digest)) {
        check_stray_state(chain, state, found);
    }
    let resolved: BTreeSet<Bytes32> =
        chain.line.iter().flat_map(|step| step.state.typed.turns.iter().copied()).collect();
    for turn in chain.turns.values().filter(|turn| !resolved.contains(&turn.digest)) {
        check_stray_turn(chain, turn, found);
    }
    for gap in chain.missing_documents().iter().filter(|gap| gap.kind == Kind::State) {
        if let Some((first, last)) = gap.after {
            let steps = if first < last { format!("steps {first} to {last}") } else { format!("step {first}") };
            found.unchecked(Check::Rolls, &format!("the rolls of {steps}"), &gap.because());
            found.unchecked(Check::Adjudication, &format!("the adjudication of {steps}"), &gap.because());
        }
    }
    check_refusals(chain, found);
    for shown in &chain.idle_disclosures {
        let step = chain.newest().map_or(0, |newest| newest.state.typed.step);
        let why = chain.unauthorized(&shown.any()).map(|fault| fault.message).unwrap_or_default();
        let text = format!("'{}' signed a disclosure that changes nothing: {why}", shown.typed.seat);
        found.notice(NoticeKind::Pending, &shown.file, step, Some(&shown.typed.seat), text);
    }
    for shown in chain.early_disclosures() {
        let (seat, step) = (&shown.typed.seat, chain.newest().map_or(0, |newest| newest.state.typed.step));
        let text = format!(
            "'{seat}' has disclosed the secret of its hand while the match is running: everybody can foresee its draws"
        );
        found.notice(NoticeKind::Pending, &shown.file, step, Some(seat), text);
    }
}

/// What is wrong with a state of the seat that issues state 0, if it follows the charter and is of another step, or says
/// step 0 and follows something else.
fn fault_of_state_zero(chain: &Chain<'_>, state: &ParsedDocument<StateHeader>) -> Option<(&'static str, String)> {
    let head = &state.typed;
    let fault = match (head.parent == chain.match_id, head.step) {
        (true, 0) | (false, 1..) => return None,
        (true, step) => ("step", format!("follows the charter, so it is state 0, but says step {step}")),
        (false, 0) => ("parent", "says step 0, but does not follow the charter".to_owned()),
    };
    (chain.seats.first_issuer() == Some(&head.responder)).then_some(fault)
}

/// A failure of the chain at a state that its issuer could see to be out of place.
fn fail_state(found: &mut Findings, state: &ParsedDocument<StateHeader>, path: &str, rule: &str, message: String) {
    found.fail(state_out_of_place(state, path, rule, message));
}

/// Tells of a state that moves nothing.
fn note_state(found: &mut Findings, state: &ParsedDocument<StateHeader>, why: &str) {
    let seat = &state.typed.responder;
    let text = format!("'{seat}' signed a state that changes nothing: {why}");
    found.notice(NoticeKind::Pending, &state.file, state.typed.step, Some(seat), text);
}

/// Tells of a turn that moves nothing.
fn note_turn(found: &mut Findings, turn: &ParsedDocument<Turn>, why: &str) {
    let seat = &turn.typed.seat;
    let text = format!("'{seat}' signed a turn that changes nothing: {why}");
    found.notice(NoticeKind::Pending, &turn.file, turn.typed.step, Some(seat), text);
}

/// Reports a turn that a state resolves and that is missing; one that does not count is reported as a failure of its
/// own.
fn fail_gap(found: &mut Findings, state: &ParsedDocument<StateHeader>, path: &str, gap: &MissingDocument) {
    if gap.spoilt {
        let what = format!("whether {} answers the turns that were due", state.file);
        return found.unchecked(Check::Chain, &what, &gap.because());
    }
    let message = format!("{} ({}), which this state answers, is missing", gap.description(), gap.file);
    found.fail(accusations::withheld_from_state(state, problem(path, "protocol 3", message)));
}

fn check_step(chain: &Chain<'_>, at: usize, found: &mut Findings) {
    let state = chain.line[at].state;
    let head = &state.typed;
    let before = at.checked_sub(1).map(|before| chain.line[before].state);
    let mut fail = |path: &str, rule: &str, message: &str| fail_state(found, state, path, rule, message.to_owned());
    if head.ruling.is_some() || at == 0 {
        let what = if at == 0 { "state 0" } else { "a ruling" };
        let issuer = if at == 0 { chain.seats.first_issuer() } else { chain.seats.adjudicator() };
        if issuer != Some(&head.responder) {
            fail("responder", "protocol 3", &format!("'{}' may not issue {what}", head.responder));
        }
        if at == 0 && head.ruling.is_some() {
            fail("ruling", "protocol 6", "state 0 is the set-up and cannot be a ruling");
        }
        if !head.turns.is_empty() {
            fail("turns", "protocol 6", &format!("{what} resolves no turn"));
        }
        if head.reveal.is_some() {
            fail("reveal", "protocol 6", &format!("{what} reveals nothing"));
        }
        if !head.rolls.is_empty() {
            fail("rolls", "protocol 6", &format!("{what} rolls nothing"));
        }
    } else if let Some(before) = before {
        check_turns(chain, at, before, state, found);
    }
    match &head.refusal {
        Some(named) => check_replacement(chain, state, named, found),
        None if head.spent.is_some() => {
            let message = "only a state that replaces another names a reveal as spent".to_owned();
            fail_state(found, state, "spent", "protocol 6", message);
        }
        None => {}
    }
    if let Some(ruling) = &head.ruling {
        let rule = ruling.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let text = format!("the adjudicator ruled that {}{rule}: {}", ruled(ruling), ruling.reason);
        found.notice(NoticeKind::Ruling, &state.file, head.step, Some(&head.responder), text);
        for seat in before.map(|before| chain.seats_disclosed_for(&before.digest)).unwrap_or_default() {
            let text =
                format!("'{seat}' has disclosed its hand at the state from which this ruling goes on [protocol 8.7]");
            found.notice(NoticeKind::Ruling, &state.file, head.step, Some(&head.responder), text);
        }
    }
}

/// What a ruling does, worded for the middle of a sentence.
fn ruled(ruling: &Ruling) -> String {
    if let Some(seat) = &ruling.default {
        format!("{seat} loses by default")
    } else if let Some(outcome) = &ruling.outcome {
        format!("the match ends ({})", crate::report::sentence(outcome))
    } else if let Some(back) = &ruling.take_back {
        format!("play goes back to the position of step {}", back.to_step)
    } else {
        "the position is as this state gives it".to_owned()
    }
}

/// Checks that a state resolves exactly one turn of each seat that its parent awaits, in charter order.
fn check_turns(
    chain: &Chain<'_>,
    at: usize,
    before: &ParsedDocument<StateHeader>,
    state: &ParsedDocument<StateHeader>,
    found: &mut Findings,
) {
    let head = &state.typed;
    let awaited = chain.awaited(&before.typed);
    if awaited.is_empty() {
        fail_state(found, state, "parent", "protocol 3", "the match was over before this state".to_owned());
    }
    let mut seats: Vec<&Id> = Vec::new();
    let mut gaps = chain.missing_turns(at).into_iter();
    let whole = gaps.len() == 0;
    for (n, digest) in head.turns.iter().enumerate() {
        let path = format!("turns[{n}]");
        let Some(turn) = chain.turns.get(digest) else {
            if let Some(gap) = gaps.next() {
                fail_gap(found, state, &path, &gap);
            }
            continue;
        };
        seats.push(&turn.typed.seat);
        // The seat may have signed the turn for another step, where it is valid: then this state is at fault.
        let elsewhere = if turn.typed.parent != before.digest {
            Some(format!("this state answers {}, which does not answer {}", turn.file, before.file))
        } else if turn.typed.step != head.step {
            Some(format!("this state answers {}, which is a turn for step {}", turn.file, turn.typed.step))
        } else {
            None
        };
        if let Some(message) = elsewhere {
            found.fail(state_out_of_place(state, &path, "protocol 6", message).with(&turn.file));
        }
        if let Some(failure) = lacks_refusal(chain, turn) {
            found.fail(failure);
        }
        if chain.seats.responder_to(&turn.typed.seat) != Some(&head.responder) {
            let message = format!("'{}' does not respond to the turns of '{}'", head.responder, turn.typed.seat);
            fail_state(found, state, "responder", "protocol 3", message);
        }
        if let Some(refusal) = chain.refusal_of_turn(turn) {
            found.fail(accusations::resolved_a_refused_turn(state, &path, turn, refusal));
        }
    }
    // Nobody knows whose turn a missing one is.
    if if whole { seats != awaited } else { head.turns.len() != awaited.len() } {
        let names = |seats: &[&Id]| seats.iter().map(|seat| seat.as_str()).collect::<Vec<_>>().join(", ");
        let message =
            format!("this state answers the turns of [{}], but those of [{}] were due", names(&seats), names(&awaited));
        fail_state(found, state, "turns", "protocol 3", message);
    }
    if head.reveal.is_none() {
        fail_state(found, state, "reveal", "protocol 3", "a state that resolves turns carries a reveal".to_owned());
    }
}

/// Checks a state that names a refusal, and so replaces the state that was refused: it must resolve the same turns with
/// the same reveal, and be issued before its issuer goes on from the refused one.
fn check_replacement(chain: &Chain<'_>, state: &ParsedDocument<StateHeader>, named: &Bytes32, found: &mut Findings) {
    let head = &state.typed;
    let missing = |message: String| accusations::withheld_from_state(state, problem("refusal", "protocol 6", message));
    let Some(refusal) = chain.refusals.get(named) else {
        return found.fail(missing(format!("the refusal {named}, which this state answers, is missing")));
    };
    let Some(old) = chain.states.get(&refusal.typed.of) else {
        return found.fail(missing(format!("the state that {} refuses is missing", refusal.file)));
    };
    if old.typed.step != head.step || old.typed.parent != head.parent || old.typed.responder != head.responder {
        let message = format!("{} refuses {}, a state in another place of the chain", refusal.file, old.file);
        return found.fail(state_out_of_place(state, "refusal", "protocol 6", message).with(&old.file));
    }
    if let Some(fault) = chain.state_refusal_fault(refusal, old) {
        let message = format!("the refusal {} does not count: {}", refusal.file, fault.message);
        return fail_state(found, state, "refusal", "protocol 6", message);
    }
    // Only a turn that its responder had refused gives way to another of its seat.
    let gives_way = |old: &Bytes32, new: &Bytes32| {
        let old = chain.turns.get(old).filter(|old| chain.refusal_of_turn(old).is_some());
        old.is_some_and(|old| chain.turns.get(new).is_none_or(|new| new.typed.seat == old.typed.seat))
    };
    let mut turns = old.typed.turns.iter().zip(&head.turns);
    if old.typed.turns.len() != head.turns.len() || !turns.all(|(old, new)| old == new || gives_way(old, new)) {
        let message =
            "a state that replaces another resolves the same turns, but this one resolves other turns".to_owned();
        return found.fail(state_out_of_place(state, "turns", "protocol 6", message).with(&old.file));
    }
    check_spent(chain, state, named, found);
    // Somebody else can put a state on top of the refused one at any time; that proves nothing against its issuer.
    let own = |later: &&&ParsedDocument<StateHeader>| later.typed.responder == head.responder && chain.may_issue(later);
    if let Some(later) = chain.states_on(&old.digest).iter().find(own) {
        return found.fail(accusations::replaced_after_going_on(state, old, later));
    }
    if old.typed.reveal != head.reveal {
        found.fail(accusations::changed_reveal(state, old));
    }
}

/// Checks that a replacement that awaits another seat declares as spent the reveal that its responder showed in a turn
/// that is now void: otherwise the awaited seat would know the next dice before it acts.
fn check_spent(chain: &Chain<'_>, state: &ParsedDocument<StateHeader>, named: &Bytes32, found: &mut Findings) {
    let head = &state.typed;
    let voided = chain.voided_by(named, &head.responder);
    let awaited = chain.awaited(head);
    let is_spent = !awaited.is_empty() && !awaited.contains(&&head.responder);
    let mut fail = |message: String| fail_state(found, state, "spent", "protocol 6", message);
    match (&head.spent, voided.first()) {
        (None, Some(turn)) if is_spent => fail(format!(
            "{} is void now and has shown its reveal to '{}', whom this state awaits: this state must name that reveal as spent",
            turn.file, awaited[0]
        )),
        (Some(_), _) if !is_spent => fail("a reveal is spent only where the state awaits another seat".to_owned()),
        (Some(spent), _) => match voided.iter().find(|turn| turn.digest == spent.turn) {
            Some(turn) if turn.typed.reveal == spent.reveal => {}
            Some(turn) => fail(format!("the reveal of {} is not the one that is said to be spent", turn.file)),
            None if chain.turns.contains_key(&spent.turn) => {
                fail(
                    "the turn whose reveal is said to be spent did not become void with the state replaced here"
                        .to_owned(),
                );
            }
            None => {
                let message = format!("the void turn {}, whose reveal is spent, is missing", spent.turn);
                found.fail(accusations::withheld_from_state(state, problem("spent", "protocol 6", message)));
            }
        },
        (None, _) => {}
    }
}

/// The failure of a turn that names a missing refusal. As far as anybody can tell, the turn that it replaces is no
/// double dealing.
fn lacks_refusal(chain: &Chain<'_>, turn: &ParsedDocument<Turn>) -> Option<Failure> {
    let named = turn.typed.refusal.filter(|named| !chain.refusals.contains_key(named))?;
    let message = format!("the refusal {named}, which this turn names, is missing");
    Some(accusations::withheld_from_turn(turn, problem("refusal", "protocol 6", message)))
}

/// The same, where what is missing is behind the refusal that the turn names: the turn that it refuses, or a refusal that
/// this names.
fn lost_behind_turn(chain: &Chain<'_>, turn: &ParsedDocument<Turn>) -> Option<Failure> {
    lacks_refusal(chain, turn).or_else(|| {
        let lost = chain.lost_behind(turn.typed.refusal)?;
        let message = format!("{lost}, to which the refusal that this turn names leads back, is missing");
        Some(accusations::withheld_from_turn(turn, problem("refusal", "protocol 6", message)))
    })
}

/// Checks a state that is not on the line: it was replaced, or is void together with the one before it, or moves nothing,
/// or is proof against its signer.
fn check_stray_state(chain: &Chain<'_>, state: &ParsedDocument<StateHeader>, found: &mut Findings) {
    let head = &state.typed;
    if let Some(failure) = second_state(chain, state) {
        return found.fail(failure);
    }
    if let Some((path, fault)) = fault_of_state_zero(chain, state) {
        return match chain.line.is_empty() {
            true => fail_state(found, state, path, "protocol 6", format!("this state {fault}")),
            false => note_state(found, state, &format!("it {fault}")),
        };
    }
    let expected = if head.step == 0 { Some(chain.match_id) } else { None };
    let parent = chain.states.get(&head.parent);
    if expected != Some(head.parent) && parent.is_none_or(|parent| parent.typed.step + 1 != head.step) {
        match parent {
            Some(parent) => {
                let (file, step) = (&parent.file, parent.typed.step);
                // Where the line has gone on, or its signer may not issue it, it moves nothing.
                let newest = chain.newest().is_some_and(|newest| newest.state.digest == parent.digest);
                if newest && chain.may_issue(state) {
                    let message = format!("this state follows {file}, which is step {step}");
                    return fail_state(found, state, "parent", "protocol 6", message);
                }
                note_state(found, state, &format!("it follows {file}, which is step {step}"));
            }
            // What rests on a state that does not count is reported as unchecked, once for all of it.
            None if chain.spoilt_state(head.step.saturating_sub(1), &state.file).is_some() => {}
            None if !chain.may_go_on_to(state) => note_state(found, state, "it follows a state that is not here"),
            None => {
                let (step, before) = (head.step, head.step.saturating_sub(1));
                let message = format!("state {step} is here, but state {before} before it is missing");
                let wrong = problem("parent", "protocol 6", message).advice(format!("ask for states/{before:04}.yaml"));
                found.fail(accusations::withheld_from_state(state, wrong));
            }
        }
        return;
    }
    if let Some(fault) = chain.unauthorized(&state.any()) {
        return note_state(found, state, &fault.message);
    }
    if chain.replacement(state).is_some() {
        if let Some(named) = &head.refusal {
            check_replacement(chain, state, named, found);
        }
        return;
    }
    let lacks = |state: &ParsedDocument<StateHeader>| chain.lost_behind(state.typed.refusal).is_some();
    let on_line = usize::try_from(head.step).ok().and_then(|at| chain.line.get(at)).map(|step| step.state);
    match on_line.filter(|other| other.typed.parent == head.parent) {
        // While the refusal may still be on its way to others, it is merely withheld.
        Some(other) if lacks(other) || lacks(state) => {
            let message = "the refusal that one of two states for this step names is not here";
            let failure = accusations::withheld_from_state(state, problem("step", "protocol 6", message));
            found.fail(failure.with(&other.file));
        }
        Some(_) => {}
        // What follows a replaced state is void; what follows a stray one is not itself at fault.
        None => {
            if let Some(parent) = parent
                && chain.replacement(parent).is_none()
                && chain.is_on_line(&parent.digest)
            {
                fail_state(found, state, "step", "protocol 6", "this state is not part of the line".to_owned());
            }
        }
    }
}

/// Whether the signer of a state has signed another on the same parent, which nothing excuses (protocol 6). The two
/// prove it by themselves, whether or not what they follow is here and counts. A state that its signer may not issue moves
/// nothing, and neither do two of them.
fn second_state(chain: &Chain<'_>, state: &ParsedDocument<StateHeader>) -> Option<Failure> {
    let head = &state.typed;
    if chain.replacement(state).is_some() || !chain.may_issue(state) {
        return None;
    }
    let lacks = |state: &ParsedDocument<StateHeader>| chain.lost_behind(state.typed.refusal).is_some();
    // Of two off the line, one is reported.
    let later = |other: &ParsedDocument<StateHeader>| chain.is_on_line(&other.digest) || other.digest < state.digest;
    let rival = |other: &&ParsedDocument<StateHeader>| {
        other.digest != state.digest
            && other.typed.step == head.step
            && other.typed.responder == head.responder
            && chain.replacement(other).is_none()
            && later(other)
    };
    let rivals = || chain.states_on(&head.parent).iter().copied().filter(rival);
    let other = rivals().find(|other| chain.is_on_line(&other.digest)).or_else(|| rivals().next())?;
    // A seat that signs a state naming a refusal has that refusal and can show it. Once it has gone on from the state
    // that it had signed before, a refusal that is not here is no longer an excuse.
    let on_its_way = lacks(state) && !(chain.is_on_line(&other.digest) && chain.responder_has_continued(other));
    if lacks(other) || on_its_way {
        return None;
    }
    let differ = if lacks(state) {
        "the refusal that the one names is not here, and its signer has gone on from the other"
    } else if same_but_refusal(&state.document.content, &other.document.content) {
        "they differ only in the refusal that they name, which does not excuse it"
    } else {
        "neither names a refusal of the other"
    };
    Some(accusations::two_states(state, other, differ))
}

/// Checks a turn that no state of the line resolves: it is refused, void, waiting, or moves nothing, or is proof against
/// its signer.
fn check_stray_turn(chain: &Chain<'_>, turn: &ParsedDocument<Turn>, found: &mut Findings) {
    let seat = &turn.typed.seat;
    if chain.is_void(turn.digest) {
        return;
    }
    if let Some(fault) = chain.unauthorized(&turn.any()) {
        return note_turn(found, turn, &fault.message);
    }
    if let Some(failure) = second_turn(chain, turn) {
        return found.fail(failure);
    }
    let Some(state) = chain.states.get(&turn.typed.parent) else {
        let before = turn.typed.step.saturating_sub(1);
        if let Some(gap) = chain.spoilt_state(before, &turn.file) {
            // Where states rest on it too, they are all reported together.
            if !chain.states_on(&turn.typed.parent).is_empty() {
                return;
            }
            return found.unchecked(Check::Chain, &format!("whether {} answers its state", turn.file), &gap.because());
        }
        if chain.may_answer_later(turn) {
            let message = format!("states/{before:04}.yaml, which this turn answers, is missing");
            return found.fail(accusations::withheld_from_turn(turn, problem("parent", "protocol 6", message)));
        }
        return note_turn(found, turn, "it answers a state that is not here");
    };
    if !chain.is_on_line(&state.digest) {
        return;
    }
    if turn.typed.step != state.typed.step + 1 {
        return note_turn(
            found,
            turn,
            &format!("it is for step {} and answers step {}", turn.typed.step, state.typed.step),
        );
    }
    match usize::try_from(turn.typed.step).ok().and_then(|at| chain.line.get(at)) {
        // The state resolves another turn: one that was refused, one of another step, or one that names what is not here.
        // It is reported for the state.
        Some(next) if next.turns.iter().any(|other| other.typed.seat == *seat) => {}
        // Nobody can know what is on its way when a ruling is signed (protocol 6).
        Some(next) if next.state.typed.ruling.is_some() => {
            note_turn(found, turn, &format!("it crossed the ruling {}", next.state.file));
        }
        Some(next) if next.turns.len() < next.state.typed.turns.len() => {
            let message = format!("{} resolves another turn of this step, which is missing", next.state.file);
            let failure = accusations::withheld_from_turn(turn, problem("step", "protocol 6", message));
            found.fail(failure.with(&next.state.file));
        }
        // A state that passes over the turn of a seat that was awaited is itself at fault.
        Some(_) => {}
        // It was resolved by a state that does not count.
        None if chain.spoilt_state(turn.typed.step, &turn.file).is_some() => {}
        None => {
            let text = format!("no state here answers the turn of '{seat}'");
            found.notice(NoticeKind::Pending, &turn.file, turn.typed.step, Some(seat), text);
        }
    }
}

/// Whether the seat of a turn has signed another that answers the same state, which nothing excuses (protocol 6). The two
/// prove it by themselves, whether or not the state is here and counts.
fn second_turn(chain: &Chain<'_>, turn: &ParsedDocument<Turn>) -> Option<Failure> {
    let seat = &turn.typed.seat;
    let at = usize::try_from(turn.typed.step).ok();
    let resolved = at.and_then(|at| chain.line.get(at)).map(|step| &step.state.typed.turns);
    let is_resolved = |other: &ParsedDocument<Turn>| resolved.is_some_and(|turns| turns.contains(&other.digest));
    let rival = |other: &&ParsedDocument<Turn>| {
        other.digest != turn.digest
            && other.typed.seat == *seat
            && other.typed.step == turn.typed.step
            // If the other was refused, this one replaces it, whatever became of the other: its responder answers for
            // that.
            && chain.refusal_of_turn(other).is_none()
            // Of two that nobody resolved, one is reported.
            && (is_resolved(other) || other.digest < turn.digest)
    };
    let rivals = || chain.turns_to(&turn.typed.parent).iter().copied().filter(rival);
    let other = rivals().find(|other| is_resolved(other)).or_else(|| rivals().next())?;
    // A seat that signs a turn naming a refusal has that refusal and can show it. If its other turn was resolved, a
    // missing refusal is no excuse; while neither is resolved, the refusal may be on its way.
    let lost = lost_behind_turn(chain, turn);
    let excused = lost_behind_turn(chain, other)
        .map(|failure| failure.with(&turn.file))
        .or_else(|| lost.clone().filter(|_| !is_resolved(other)).map(|failure| failure.with(&other.file)));
    if excused.is_some() {
        return excused;
    }
    let named = lost.and(chain.lost_behind(turn.typed.refusal)).map(|named| named.to_string());
    let denied = chain.denied(seat, turn.typed.step, &[turn.digest, other.digest]).map(|answer| {
        format!(
            "; but '{}' answered that it had neither when '{seat}' had restored a backup and asked, in {}",
            answer.typed.seat, answer.file
        )
    });
    Some(accusations::two_turns(turn, other, named.as_deref(), denied))
}

fn check_refusals(chain: &Chain<'_>, found: &mut Findings) {
    let needed = chain.needed_refusals();
    for refusal in chain.refusals.values() {
        let (typed, seat) = (&refusal.typed, &refusal.typed.seat);
        let mut idle = |why: String| {
            let text = format!("'{seat}' signed a refusal that changes nothing: {why}");
            found.notice(NoticeKind::Pending, &refusal.file, typed.step, Some(seat), text);
        };
        if let Some(turn) = chain.turns.get(&typed.of) {
            if let Some(fault) = chain.unauthorized(&refusal.any()) {
                idle(fault.message);
            } else if typed.step != turn.typed.step {
                idle(format!("the turn that it refuses is for step {}", turn.typed.step));
            }
        } else if let Some(state) = chain.states.get(&typed.of) {
            if chain.is_refused_again(refusal, state) {
                let responder = &state.typed.responder;
                let text = format!(
                    "'{seat}' refuses {} again, though '{responder}' stands by it; it changes nothing",
                    state.file
                );
                found.notice(NoticeKind::Pending, &refusal.file, typed.step, Some(seat), text);
            } else if let Some(fault) = chain.state_refusal_fault(refusal, state) {
                idle(fault.message);
            } else if let Some(answer) = chain.answer_of_refuser(refusal) {
                found.fail(accusations::refused_and_answered(refusal, answer));
            } else if chain.replacement(state).is_none() {
                let newest = chain.newest().is_some_and(|newest| newest.state.digest == state.digest);
                let text = match newest {
                    true => format!("'{seat}' refuses the newest state; '{}' has not answered", state.typed.responder),
                    false => format!("'{seat}' refused {} after the match had gone on", state.file),
                };
                found.notice(NoticeKind::Pending, &refusal.file, typed.step, Some(seat), text);
            }
        } else if !needed.contains(&refusal.digest) {
            let text = format!("'{seat}' refuses a document that is not here; it changes nothing");
            found.notice(NoticeKind::Pending, &refusal.file, typed.step, Some(seat), text);
        } else {
            let message = format!("the document {}, which this refusal names, is missing", typed.of);
            found.fail(accusations::withheld_from_refusal(refusal, problem("of", "protocol 6", message)));
        }
        if typed.reasons.is_empty() && needed.contains(&refusal.digest) {
            let problem = Problem::new("a refusal gives at least one reason").in_path("reasons").rule("protocol 1");
            let problem = refusal.place(problem);
            found.fail(Failure::new(Check::Chain, &refusal.file, Some(typed.step), Some(seat), problem));
        }
    }
}
