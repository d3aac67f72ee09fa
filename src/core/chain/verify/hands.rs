//! The audit (protocol 8.7): once its owner has disclosed a hand, whether everything that was stated about it is true.

use crate::chain::adjudicate::Adjudication;
use crate::chain::hand_refusals::{HandRefusal, hand_refusals};
use crate::chain::hands::{self, HandOwner, NO_SECRET, Unopened};
use crate::chain::match_files::ParsedDocument;
use crate::chain::timeline::Chain;
use crate::document::{Bytes32, Disclosure, Id, Problem, Value, from_tagged};
use crate::engine::cards::CardEvent;
use crate::session::Game;

use super::replay::{rests_on_a_gap, unjust};
use super::{Check, Findings, NoticeKind, accusations};

/// Audits every hand against the disclosed secret, and reports the seats that still owe a disclosure. `follow`: how many
/// states of the line follow from the turns; what a later one says of a hand is its issuer's word alone.
pub(super) fn audit(chain: &Chain<'_>, game: &dyn Game, follow: usize, found: &mut Findings) {
    for (seat, hidden) in hands::hands_of(chain, game) {
        let of_final = disclosures(chain, seat);
        refusals(chain, game, seat, of_final.first().filter(|_| hidden.is_some()).map(|one| &one.typed), found);
        match (hidden, of_final.first()) {
            (None, _) => hand(chain, game, &owner(chain, seat, NO_SECRET, &[]), follow, found),
            // If a seat discloses twice, both disclosures must be true.
            (Some(_), Some(_)) => {
                let before = found.verification.counts.hands;
                of_final.iter().for_each(|disclosure| disclosed(chain, game, disclosure, follow, found));
                // It still counts as one hand.
                let hands = &mut found.verification.counts.hands;
                *hands = (*hands).min(before + 1);
            }
            (Some(_), None) if chain.newest().is_some_and(|step| step.state.typed.outcome.is_some()) => {
                let owes = match wins(chain, seat) {
                    true => format!("'{seat}' owes a disclosure: its win is not proved"),
                    false => format!("'{seat}' owes a disclosure"),
                };
                found.unchecked(Check::Hands, &format!("the hand of '{seat}'"), &owes);
            }
            (Some(_), None) => {
                let (file, step) =
                    chain.newest().map_or(("charter.yaml", 0), |step| (&*step.state.file, step.state.typed.step));
                let text = format!("the hand of '{seat}' is hidden, and disclosed when the match is over");
                found.notice(NoticeKind::Pending, file, step, Some(seat), text);
            }
        }
    }
}

/// Whether the outcome names the side of a seat as the winner.
fn wins(chain: &Chain<'_>, seat: &Id) -> bool {
    let side = chain.seats.entry(seat).and_then(|entry| entry.side.as_ref());
    let outcome = chain.newest().and_then(|step| step.state.typed.outcome.as_ref());
    let winner = outcome.and_then(|outcome| outcome.get("winner")).and_then(Value::as_str);
    winner.is_some() && winner == side.map(Id::as_str)
}

/// Whether the match is over because a seat opened a card that it could not have (protocol 8.4).
fn has_lost_for_it(chain: &Chain<'_>, seat: &Id) -> bool {
    let outcome = chain.newest().and_then(|step| step.state.typed.outcome.as_ref());
    let how = outcome.and_then(|outcome| outcome.get("how")).and_then(Value::as_str);
    how == Some("lied") && !wins(chain, seat)
}

/// The disclosures of a seat for the final state, in an order that does not depend on the files.
fn disclosures<'f>(chain: &Chain<'f>, seat: &Id) -> Vec<&'f ParsedDocument<Disclosure>> {
    let last = chain.newest().filter(|step| step.state.typed.outcome.is_some()).map(|step| step.state.digest);
    let own = chain.disclosures.iter().copied();
    let own = own.filter(|one| one.typed.holder() == seat && Some(one.typed.state) == last);
    let mut own: Vec<&ParsedDocument<Disclosure>> = own.collect();
    own.sort_by_key(|one| one.digest);
    own
}

fn disclosed(
    chain: &Chain<'_>,
    game: &dyn Game,
    disclosure: &ParsedDocument<Disclosure>,
    follow: usize,
    found: &mut Findings,
) {
    let typed = &disclosure.typed;
    // The signer of a disclosure answers for it, and the owner of the hand for his own statements.
    let (seat, by) = (typed.holder(), &typed.seat);
    if !hands::is_bound(chain, seat, &typed.secret) {
        return found.fail(accusations::false_secret(disclosure));
    }
    let choices = choices_of(typed);
    let owner = owner(chain, seat, typed.secret, &choices);
    let all = hands::unopened(chain, seat);
    // A missing turn may have opened or made a commitment that seems to be owed or superfluous here.
    let lacking = hands::lacking_turn(chain, seat);
    // A turn refused under 8.6 and its replacement may commit under the same id: one entry for each.
    let owes = |step: u64, id: &Id| all.iter().filter(|one| one.turn.step == step && one.id == id).count();
    let before = |n: usize, step: u64, id: &Id| choices[..n].iter().filter(|one| one.0 == step && one.1 == *id).count();
    let spare = choices.iter().enumerate().find(|(n, (step, id, _))| before(*n, *step, id) >= owes(*step, id));
    if let Some((n, (step, id, _))) = spare {
        let because = lacking.clone().or_else(|| hands::lacking_refused(chain, seat, *step));
        if let Some(because) = because {
            let what = format!("what '{seat}' committed to as {id} in step {step}");
            found.unchecked(Check::Hands, &what, &because);
        } else {
            found.fail(accusations::choice_never_made(disclosure, n, *step, id));
        }
    }
    for &Unopened { turn, id, digest, .. } in all.iter().filter(|one| one.owed) {
        if owner.chosen(&chain.match_id, turn, id, &digest).is_none() {
            if let Some(because) = &lacking {
                let what = format!("what '{seat}' committed to as {id} in step {}", turn.step);
                found.unchecked(Check::Hands, &what, because);
                continue;
            }
            let statement = choices.iter().find(|(step, own, _)| *step == turn.step && own == id);
            let message = match statement {
                Some((_, _, choice)) => {
                    format!("{choice} is not what '{seat}' committed to as {id} in step {}", turn.step)
                }
                None => format!("'{by}' does not disclose what '{seat}' committed to as {id} in step {}", turn.step),
            };
            found.fail(accusations::choice_not_shown(disclosure, turn.step, message));
        }
    }
    for (turn, id, salt, choice) in opened_with_turns(chain, seat) {
        if owner.salt(&chain.match_id, turn, id, choice) != salt {
            found.fail(accusations::false_salt(disclosure, seat, turn.step, id));
        }
    }
    hand(chain, game, &owner, follow, found);
}

/// Checks every refusal under 8.6 of a seat's turns against the seat's hand, once it is disclosed.
fn refusals(chain: &Chain<'_>, game: &dyn Game, seat: &Id, disclosed: Option<&Disclosure>, found: &mut Findings) {
    let disclosed = disclosed.filter(|one| hands::is_bound(chain, seat, &one.secret));
    let holder = disclosed.map(|one| owner(chain, seat, one.secret, &choices_of(one)));
    for HandRefusal { at, turn, refusal } in hand_refusals(chain, seat) {
        let Ok(adjudication) = Adjudication::at(chain, game, at) else { continue };
        // If something else is wrong with the turn, the refusal is right whatever the hand.
        if !adjudication.check_turn(turn).is_empty() {
            continue;
        }
        match holder.as_ref().map(|owner| adjudication.hand_allows(&turn.typed, owner)) {
            Some(Some(false)) => {}
            Some(Some(true)) => unjust(chain, chain.line.get(at + 1), (turn, refusal), Check::Hands, found),
            Some(None) => {
                let what = format!("the refusal {}", refusal.file);
                found.unchecked(Check::Hands, &what, "the hand cannot be followed that far");
            }
            None => {
                let text = format!("the disclosure of '{seat}' will show whether its hand allowed {}", turn.file);
                let by = Some(&refusal.typed.seat);
                found.notice(NoticeKind::Pending, &refusal.file, refusal.typed.step, by, text);
            }
        }
    }
}

/// The choices that a disclosure lists.
fn choices_of(disclosure: &Disclosure) -> hands::Choices {
    disclosure.choices.iter().map(|one| (one.step, one.id.clone(), one.choice.clone())).collect()
}

/// What the chain opens of a seat's commitments, with the turns that made them.
fn opened_with_turns<'c>(
    chain: &'c Chain<'_>,
    seat: &'c Id,
) -> Vec<(&'c crate::document::Turn, &'c Id, Bytes32, &'c Value)> {
    let mut found = Vec::new();
    for (id, salt, choice) in hands::openings_in(chain, seat) {
        let digest = crate::trust::choice_digest(&chain.match_id, salt, id, seat, choice);
        let turns = chain.line.iter().flat_map(|step| step.turns.iter()).filter(|turn| turn.typed.seat == *seat);
        let mut made = turns.filter(|turn| {
            turn.typed.commit.iter().flatten().any(|commit| commit.id == *id && commit.digest == digest)
        });
        found.extend(made.next().map(|turn| (&turn.typed, id, *salt, choice)));
    }
    found
}

/// The owner of a hand: the commitments that the chain opens, and those that the seat has disclosed.
fn owner(chain: &Chain<'_>, seat: &Id, secret: Bytes32, disclosed: &[(u64, Id, Value)]) -> HandOwner {
    let opened = opened_with_turns(chain, seat);
    let opened = opened.into_iter().map(|(turn, id, _, choice)| (turn.step, id.clone(), choice.clone()));
    HandOwner { seat: seat.clone(), secret, choices: disclosed.iter().cloned().chain(opened).collect() }
}

/// Reports a seat that has lost the match for cards which it had, and which the rules did not let it lay.
fn revealed_against_the_rules(chain: &Chain<'_>, seat: &Id, found: &mut Findings) {
    let Some(last) = chain.newest().filter(|_| has_lost_for_it(chain, seat)) else { return };
    let side = chain.seats.entry(seat).and_then(|entry| entry.side.as_ref());
    let events = last.state.document.content.get("events").and_then(Value::as_array);
    let cards = events.into_iter().flatten().filter_map(|event| match from_tagged::<CardEvent>("event", event) {
        Ok(CardEvent::TurnedUp { side: by, id, choice, .. }) if Some(&by) == side => Some(format!("{id} as {choice}")),
        _ => None,
    });
    let cards = cards.collect::<Vec<_>>().join(", ");
    let text = format!("'{seat}' has lost the match for it: it reveals {cards}, against the rules");
    found.notice(NoticeKind::Forfeit, &last.state.file, last.state.typed.step, Some(seat), text);
}

/// Follows a hand through the match.
fn hand(chain: &Chain<'_>, game: &dyn Game, owner: &HandOwner, follow: usize, found: &mut Findings) {
    let seat = &owner.seat;
    match hands::follow(chain, game, owner) {
        Ok(after) if after.len() == chain.line.len() => {
            found.verification.counts.hands += 1;
            revealed_against_the_rules(chain, seat, found);
        }
        Ok(after) => {
            let what = format!("the hand of '{seat}' from step {}", after.len());
            found.unchecked(Check::Hands, &what, "what it committed to, or a reveal, is missing");
        }
        Err(untrue) => {
            let state = chain.line[untrue.at].state;
            // Whoever issued a false state has written what it says of the hand, too.
            let gap = rests_on_a_gap(chain, untrue.at);
            let false_state = || format!("{} does not follow from the turns", state.file);
            if let Some(because) = gap.or_else(|| (untrue.at >= follow).then(false_state)) {
                let what = format!("the hand of '{seat}' from step {}", state.typed.step);
                return found.unchecked(Check::Hands, &what, &because);
            }
            let problem = Problem::new(format!("{}, but {}", untrue.lie.statement, untrue.lie.truth)).in_path("events");
            let problem = state.place(problem.rule(untrue.lie.rule.clone()));
            // A seat that has lost the match for a lie is reported, and the match holds.
            if has_lost_for_it(chain, seat) {
                let text = format!("'{seat}' has lost the match for it: {}", problem.message);
                return found.notice(NoticeKind::Forfeit, &state.file, state.typed.step, Some(seat), text);
            }
            found.fail(accusations::false_hand(state, seat, problem));
        }
    }
}
