//! Everything that verification says against somebody, and against whom: one function for each accusation, and no
//! accusation is made elsewhere. docs/accusations.md lists them, with the documents that excuse each.

use crate::chain::match_files::ParsedDocument;
use crate::chain::state_header::StateHeader;
use crate::chain::timeline::BadDocument;
use crate::document::{Disclosure, Id, Problem, Refusal, Turn};

use super::{Check, Failure, Proof};

/// An accusation of the list in docs/accusations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accusation {
    /// The name of its function here.
    pub name: &'static str,
    /// The section of the protocol that licenses it.
    pub section: &'static str,
    pub proof: Proof,
}

const fn accusation(name: &'static str, section: &'static str, proof: Proof) -> Accusation {
    Accusation { name, section, proof }
}

/// Every accusation. Those of [`Proof::Forgery`] name the seat whose name was used, and accuse nobody.
pub const ACCUSATIONS: &[Accusation] = &[
    accusation("forged", "2", Proof::Forgery),
    accusation("two_turns", "6", Proof::DoubleDealing),
    accusation("two_states", "6", Proof::DoubleDealing),
    accusation("resolved_a_refused_turn", "6", Proof::DoubleDealing),
    accusation("refused_and_answered", "6", Proof::DoubleDealing),
    accusation("replaced_after_going_on", "6", Proof::DoubleDealing),
    accusation("state_out_of_place", "3, 6", Proof::OutOfPlace),
    accusation("changed_reveal", "6", Proof::FalseReveal),
    accusation("false_reveal", "4", Proof::FalseReveal),
    accusation("false_dice", "5", Proof::FalseState),
    accusation("false_state", "9", Proof::FalseState),
    accusation("unresolvable_state", "6, 9", Proof::FalseState),
    accusation("illegal_turn", "6", Proof::IllegalTurn),
    accusation("unjust_refusal", "9", Proof::UnjustRefusal),
    accusation("false_secret", "8.7", Proof::FalseHand),
    accusation("choice_never_made", "8.7", Proof::FalseHand),
    accusation("choice_not_shown", "8.7", Proof::FalseHand),
    accusation("false_salt", "8.4", Proof::FalseHand),
    accusation("false_hand", "8.7", Proof::FalseHand),
];

/// Sets what a failure proves, and against whom, as a sentence.
fn proves(mut failure: Failure, proof: Proof, words: impl Into<String>) -> Failure {
    failure.proof = proof;
    failure.proves = Some(words.into());
    failure
}

fn at_state(check: Check, state: &ParsedDocument<StateHeader>, problem: Problem) -> Failure {
    let head = &state.typed;
    Failure::new(check, &state.file, Some(head.step), Some(&head.responder), state.place(problem))
}

fn at_turn(check: Check, turn: &ParsedDocument<Turn>, problem: Problem) -> Failure {
    Failure::new(check, &turn.file, Some(turn.typed.step), Some(&turn.typed.seat), turn.place(problem))
}

/// What is wrong with a document, and where in it.
pub(super) fn problem(path: &str, rule: &str, message: impl Into<String>) -> Problem {
    Problem::new(message).in_path(path).rule(rule)
}

// --- What accuses nobody ---

/// A document that somebody has, and that is not here: nothing against anybody yet.
fn withheld(mut failure: Failure) -> Failure {
    failure.problem.advice.get_or_insert_with(|| "ask for it; a missing copy proves nothing".to_owned());
    proves(failure, Proof::Withheld, "nothing against anybody yet: somebody has that document and has not sent it")
}

/// A document is missing to which a state leads.
pub(super) fn withheld_from_state(state: &ParsedDocument<StateHeader>, problem: Problem) -> Failure {
    withheld(at_state(Check::Chain, state, problem))
}

/// A document is missing to which a turn leads.
pub(super) fn withheld_from_turn(turn: &ParsedDocument<Turn>, problem: Problem) -> Failure {
    withheld(at_turn(Check::Chain, turn, problem))
}

/// A document is missing to which a refusal leads.
pub(super) fn withheld_from_refusal(refusal: &ParsedDocument<Refusal>, problem: Problem) -> Failure {
    let (step, seat) = (Some(refusal.typed.step), Some(&refusal.typed.seat));
    withheld(Failure::new(Check::Chain, &refusal.file, step, seat, refusal.place(problem)))
}

/// A document that cannot be read, is not signed as it must be, or belongs to another match. Anybody can make one in
/// another's name.
pub fn forged(bad: &BadDocument) -> Failure {
    let failure = Failure::new(Check::Documents, &bad.file, bad.step, bad.seat.as_ref(), bad.problem.clone());
    let whose = bad.seat.as_ref().map(|seat| format!(" against '{seat}'")).unwrap_or_default();
    match bad.problem.rule.as_deref() {
        Some("protocol 2") => {
            let words = format!("nothing{whose}: anybody can alter a file, or sign in another's name");
            proves(failure, Proof::Forgery, words)
        }
        Some("protocol 3") => proves(failure, Proof::OtherMatch, "nothing: it is not a document of this match"),
        _ => failure,
    }
}

// --- Double dealing ---

/// A seat signed two turns for one step. `denied`: another seat answered that it had neither when this one had restored a
/// backup (protocol 4).
pub(super) fn two_turns(
    turn: &ParsedDocument<Turn>,
    other: &ParsedDocument<Turn>,
    excused_by: Option<&str>,
    denied: Option<String>,
) -> Failure {
    let seat = &turn.typed.seat;
    let differ = match excused_by {
        Some(refusal) => {
            format!(
                "{refusal}, the refusal that the one names or a document behind it, is not here, and '{seat}' can show it if there is one"
            )
        }
        None => "neither was refused".to_owned(),
    };
    let words = format!(
        "double dealing by '{seat}': {} and {} both have a valid signature of this seat, and {differ}",
        turn.file, other.file
    ) + &denied.unwrap_or_default();
    let message = format!("'{seat}' signed two turns for step {}", turn.typed.step);
    let failure = at_turn(Check::Chain, turn, problem("step", "protocol 6", message));
    proves(failure, Proof::DoubleDealing, words).with(&other.file)
}

/// A seat signed two states for one step; `differ` says why nothing excuses it.
pub(super) fn two_states(
    state: &ParsedDocument<StateHeader>,
    other: &ParsedDocument<StateHeader>,
    differ: &str,
) -> Failure {
    let seat = &state.typed.responder;
    let words = format!(
        "double dealing by '{seat}': {} and {} both have a valid signature of this seat, and {differ}",
        state.file, other.file
    );
    let message = format!("'{seat}' signed two states for step {}", state.typed.step);
    let failure = at_state(Check::Chain, state, problem("step", "protocol 6", message));
    proves(failure, Proof::DoubleDealing, words).with(&other.file)
}

/// A responder resolved a turn that it had refused.
pub(super) fn resolved_a_refused_turn(
    state: &ParsedDocument<StateHeader>,
    path: &str,
    turn: &ParsedDocument<Turn>,
    refusal: &ParsedDocument<Refusal>,
) -> Failure {
    let seat = &state.typed.responder;
    let message = format!("this state answers {}, which {} refuses", turn.file, refusal.file);
    let words = format!("double dealing by '{seat}', who signed both the refusal {} and this state", refusal.file);
    let failure = at_state(Check::Chain, state, problem(path, "protocol 6", message));
    proves(failure, Proof::DoubleDealing, words).with(&refusal.file)
}

/// A seat refused a state, and answered it all the same in the file `answer`.
pub(super) fn refused_and_answered(refusal: &ParsedDocument<Refusal>, answer: &str) -> Failure {
    let seat = &refusal.typed.seat;
    let wrong =
        refusal.place(problem("of", "protocol 6", format!("'{seat}' refuses a state that it answers in {answer}")));
    let failure = Failure::new(Check::Chain, &refusal.file, Some(refusal.typed.step), Some(seat), wrong);
    let words = format!("double dealing by '{seat}', who both refused a state and answered it");
    proves(failure, Proof::DoubleDealing, words).with(answer)
}

/// A responder replaced a state although it had gone on from it in `later`.
pub(super) fn replaced_after_going_on(
    state: &ParsedDocument<StateHeader>,
    old: &ParsedDocument<StateHeader>,
    later: &ParsedDocument<StateHeader>,
) -> Failure {
    let seat = &state.typed.responder;
    let message = format!("it replaces {} after '{seat}' has gone on from that in {}", old.file, later.file);
    let words = format!("'{seat}' replaced a state on which its own later state is based");
    let failure = at_state(Check::Chain, state, problem("refusal", "protocol 6", message));
    proves(failure, Proof::DoubleDealing, words).with(&later.file)
}

// --- States, reveals and dice ---

/// A state of the line, or one that replaces another, that its issuer could see to have no place there.
pub(super) fn state_out_of_place(
    state: &ParsedDocument<StateHeader>,
    path: &str,
    rule: &str,
    message: impl Into<String>,
) -> Failure {
    let failure = at_state(Check::Chain, state, problem(path, rule, message));
    let words = format!("'{}' signed a state that has no place in the chain", state.typed.responder);
    proves(failure, Proof::OutOfPlace, words)
}

/// A state that replaces another has a reveal of its own.
pub(super) fn changed_reveal(state: &ParsedDocument<StateHeader>, old: &ParsedDocument<StateHeader>) -> Failure {
    let message = "a state that replaces another keeps its reveal, but this one has a different reveal";
    let failure = at_state(Check::Reveals, state, problem("reveal", "protocol 6", message)).with(&old.file);
    proves(failure, Proof::FalseReveal, format!("'{}' changed its reveal", state.typed.responder))
}

/// A seat's reveal, in a file and a place in it, does not lead back to its anchor.
pub(super) fn false_reveal(file: &str, step: u64, seat: &Id, problem: Problem) -> Failure {
    let failure = Failure::new(Check::Reveals, file, Some(step), Some(seat), problem);
    proves(failure, Proof::FalseReveal, format!("'{seat}' signed a reveal that it had not committed to"))
}

/// A roll of a state is not what the dice key gives.
pub(super) fn false_dice(state: &ParsedDocument<StateHeader>, problem: Problem) -> Failure {
    let words = format!("'{}' signed dice that were not rolled", state.typed.responder);
    proves(at_state(Check::Rolls, state, problem), Proof::FalseState, words)
}

/// A state is not what adjudicating its turns gives.
pub(super) fn false_state(state: &ParsedDocument<StateHeader>, problem: Problem) -> Failure {
    let words = format!("'{}' signed a state that does not follow from the turns and the dice", state.typed.responder);
    proves(at_state(Check::Adjudication, state, problem), Proof::FalseState, words)
}

/// A state resolves what cannot be resolved, and no turn is to blame for it.
pub(super) fn unresolvable_state(state: &ParsedDocument<StateHeader>, problem: Problem) -> Failure {
    let words = format!("'{}' signed a state that cannot be adjudicated", state.typed.responder);
    proves(at_state(Check::Adjudication, state, problem), Proof::FalseState, words)
}

/// A turn breaks the rules, was never refused, and was resolved in a state.
pub(super) fn illegal_turn(
    turn: &ParsedDocument<Turn>,
    state: &ParsedDocument<StateHeader>,
    mut problem: Problem,
) -> Failure {
    problem.message = format!("this turn should have been refused: {}", problem.message);
    let words =
        format!("'{}' signed it, and '{}' resolved it in {}", turn.typed.seat, state.typed.responder, state.file);
    let failure = at_turn(Check::Adjudication, turn, problem);
    proves(failure, Proof::IllegalTurn, words).with(&state.file)
}

/// A responder refused a turn that was in order, and what it wanted was not done in the end.
pub(super) fn unjust_refusal(
    check: Check,
    refusal: &ParsedDocument<Refusal>,
    turn: &ParsedDocument<Turn>,
    message: String,
) -> Failure {
    let seat = &refusal.typed.seat;
    let wrong = refusal.place(problem("reasons", "protocol 9", message));
    let failure = Failure::new(check, &refusal.file, Some(refusal.typed.step), Some(seat), wrong).with(&turn.file);
    proves(failure, Proof::UnjustRefusal, format!("'{seat}' refused a turn that was in order"))
}

// --- Hands ---

fn at_disclosure(disclosure: &ParsedDocument<Disclosure>, step: Option<u64>, by: &Id, problem: Problem) -> Failure {
    Failure::new(Check::Hands, &disclosure.file, step, Some(by), disclosure.place(problem))
}

/// A disclosure shows a secret to which the charter does not commit the seat.
pub(super) fn false_secret(disclosure: &ParsedDocument<Disclosure>) -> Failure {
    let by = &disclosure.typed.seat;
    let message = "this is not the secret to which the charter commits the seat";
    let failure = at_disclosure(disclosure, None, by, problem("secret", "protocol 8.7", message));
    proves(failure, Proof::FalseHand, format!("'{by}' disclosed a secret that is not its own"))
}

/// A disclosure lists, in its entry `n`, a choice that was never committed to, or that the chain opens.
pub(super) fn choice_never_made(disclosure: &ParsedDocument<Disclosure>, n: usize, step: u64, id: &Id) -> Failure {
    let (by, seat) = (&disclosure.typed.seat, disclosure.typed.holder());
    let message = format!("'{seat}' has no commitment left to disclose as {id} in step {step}");
    let wrong = problem(&format!("choices[{n}]"), "protocol 8.7", message);
    let failure = at_disclosure(disclosure, Some(step), by, wrong);
    proves(failure, Proof::FalseHand, format!("'{by}' discloses what was never committed to"))
}

/// A disclosure does not show what a seat committed to.
pub(super) fn choice_not_shown(disclosure: &ParsedDocument<Disclosure>, step: u64, message: String) -> Failure {
    let by = &disclosure.typed.seat;
    let failure = at_disclosure(disclosure, Some(step), by, problem("choices", "protocol 8.7", message));
    proves(failure, Proof::FalseHand, format!("'{by}' does not show what was committed to"))
}

/// A salt of a seat does not follow from the secret that is disclosed.
pub(super) fn false_salt(disclosure: &ParsedDocument<Disclosure>, seat: &Id, step: u64, id: &Id) -> Failure {
    let message = format!("the salt of {id} does not follow from the secret");
    let failure = at_disclosure(disclosure, Some(step), seat, problem("secret", "protocol 8.4", message));
    proves(failure, Proof::FalseHand, format!("'{seat}' committed with a salt that does not follow from its secret"))
}

/// What a seat said about its cards at a state is not true.
pub(super) fn false_hand(state: &ParsedDocument<StateHeader>, seat: &Id, problem: Problem) -> Failure {
    let failure = Failure::new(Check::Hands, &state.file, Some(state.typed.step), Some(seat), problem);
    proves(failure, Proof::FalseHand, format!("'{seat}' lied about its cards"))
}
