//! Verifies a match, or names what fails (protocol 9).

pub mod accusations;
mod chain_checks;
pub mod fast_path;
mod findings;
mod hands;
pub(super) mod packs;
mod parallel;
mod replay;

use std::collections::BTreeSet;

use crate::document::Bytes32;
use crate::document::kinds::ReplacedBecause;

use super::charter;
use super::games::Games;
use super::match_files::MatchFiles;
use super::progress::{ProgressObserver, ProgressPart};
use super::successor;
use super::timeline::Chain;

pub use findings::{Check, Counts, Failure, Findings, Notice, NoticeKind, Proof, Verification};

/// Verifies a match from its documents alone, and names the first failure of each kind.
///
/// Always gives a result: what cannot be checked is listed in [`Verification::unchecked`].
pub fn verify(files: &MatchFiles, games: &Games) -> Verification {
    verify_with_progress(files, games, &())
}

/// Like [`verify`], reporting to `observer` how many states are done.
pub fn verify_with_progress(files: &MatchFiles, games: &Games, observer: &dyn ProgressObserver) -> Verification {
    verify_on(files, games, &BTreeSet::new(), observer)
}

/// Like [`verify`], for a match of which some states are known to follow from the ones before. Forfeits in those states
/// are not reported again.
pub(super) fn verify_on(
    files: &MatchFiles,
    games: &Games,
    known: &BTreeSet<Bytes32>,
    observer: &dyn ProgressObserver,
) -> Verification {
    let proven = fast_path::prime(files, games, known, observer);
    let mut found = Findings::default();
    let chain = match Chain::build(files) {
        Ok(chain) => chain,
        Err(problem) => {
            for (file, problem) in &files.unread {
                found.fail(Failure::new(Check::Documents, file, None, None, problem.clone()));
            }
            found.fail(Failure::new(Check::Chain, "charter.yaml", None, None, problem));
            return found.verification;
        }
    };
    let answer = &mut found.verification;
    answer.match_id = Some(chain.match_id);
    answer.title = Some(chain.charter.typed.title.clone());
    answer.continues.clone_from(&chain.charter.typed.continues);
    answer.outcome = chain.newest().and_then(|step| step.state.typed.outcome.clone());
    chain.bad.iter().for_each(|bad| found.fail(accusations::forged(bad)));
    packs::check(&chain.charter.typed, files, files, games).into_iter().for_each(|failure| found.fail(failure));
    let game = games.for_charter(&chain.charter.typed, files);
    if let Ok(game) = &game
        // What was verified before had these terms.
        && known.is_empty()
    {
        let charter = chain.charter;
        // The others may follow from the first: nobody plays a side, because a seat plays one that there is not.
        if let Some(problem) = charter::check_terms(&charter.typed, &**game).into_iter().next() {
            found.fail(Failure::new(Check::Chain, &charter.file, Some(0), None, charter.place(problem)));
        }
    }
    chain_checks::check(&chain, &mut found);
    note_queued(&chain, &mut found);
    replay::check_reveals(&chain, &mut found);
    replay::check_rolls(&chain, &mut found);
    match game {
        Ok(game) => {
            let follow = replay::check_adjudication(&chain, &*game, known, &proven, observer, &mut found);
            hands::audit(&chain, &*game, follow, &mut found);
        }
        Err(problem) => {
            let reason = format!("the adjudication, because {}", problem.message);
            found.verification.unchecked.push((Check::Adjudication, reason));
        }
    }
    found.finish(&chain)
}

/// Tells of every turn that says that it was queued whether that is so. No answer depends on it (protocol 13).
fn note_queued(chain: &Chain<'_>, found: &mut Findings) {
    for turn in chain.line.iter().flat_map(|step| step.each_turn_once()) {
        let Some(queued) = chain.queued(turn) else { continue };
        let (step, seat) = (turn.typed.step, &turn.typed.seat);
        found.notice(
            NoticeKind::Queued,
            &turn.file,
            step,
            Some(seat),
            format!("the turn of '{seat}' {}", queued.words(step)),
        );
    }
    for queue in chain.queues.iter().filter(|one| chain.rival(one).is_some()) {
        let (seat, number, after) = (&queue.typed.seat, queue.typed.number, queue.typed.after);
        let text =
            format!("'{seat}' has signed two queues with the number {number}, so neither of them shows anything");
        found.notice(NoticeKind::Queued, &queue.file, after, Some(seat), text);
    }
}

/// Verifies matches each of which continues the next in the list, or begins at a position of it; the results are in the same order.
pub fn verify_archive(matches: &[&MatchFiles], games: &Games, observer: &dyn ProgressObserver) -> Vec<Verification> {
    let all = matches.iter().map(|files| files.states.len()).sum();
    let mut before = 0;
    let mut verified = |files: &MatchFiles| {
        let answer = verify_with_progress(files, games, &ProgressPart { observer, before, all });
        before += files.states.len();
        answer
    };
    let mut answers: Vec<Verification> = matches.iter().map(|files| verified(files)).collect();
    for (at, two) in matches.windows(2).enumerate() {
        let (Ok(chain), Ok(before)) = (Chain::build(two[0]), Chain::build(two[1])) else { continue };
        let mut found = Findings { verification: std::mem::take(&mut answers[at]) };
        let faults = successor::check_continuation(&chain, &before);
        for problem in faults.into_iter().chain(successor::check_beginning(&chain, &before)) {
            found.fail(Failure::new(Check::Chain, &chain.charter.file, Some(0), None, problem));
        }
        let file = &chain.charter.file;
        if chain.charter.typed.from.is_some() {
            answers[at] = found.finish(&chain);
            continue;
        }
        for one in chain.charter.typed.continues.iter().flat_map(|one| one.replaced.iter().flatten()) {
            let why = match one.reason {
                ReplacedBecause::Lost => "has lost its secrets",
                ReplacedBecause::Left => "has left",
            };
            let text = format!("according to those who signed the charter, '{}' {why} and has a new key", one.seat);
            found.notice(NoticeKind::Replaced, file, 0, Some(&one.seat), text);
        }
        if let Some(step) = successor::left_behind(&chain, &before) {
            let text =
                format!("the match that this one continues was played on to step {step}, which no longer counts");
            found.notice(NoticeKind::Replaced, file, 0, None, text);
        }
        for (seat, text) in successor::waiting_notices(&chain, &before) {
            found.notice(NoticeKind::Replaced, file, 0, seat.as_ref(), text);
        }
        answers[at] = found.finish(&chain);
    }
    answers
}
