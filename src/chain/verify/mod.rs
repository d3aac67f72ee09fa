//! Proving a match, or naming what fails (protocol 9).

mod prime;
mod replay;
mod whole;

use serde_json::Value;

use crate::document::{Bytes32, Id, Kind, Problem};

use super::chain::{Bad, Chain};
use super::folder::MatchFiles;
use super::games::Games;

/// The five kinds of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// Every document reads, and every signature holds.
    Documents,
    /// The chain is whole: parents, steps, awaited seats, one turn each, responders, refusals, no doubles.
    Chain,
    /// Every reveal hashes to the one before, back to its anchor.
    Reveals,
    /// Every roll is what the dice key gives.
    Rolls,
    /// Adjudicating anew gives the same, and every refusal is borne out.
    Adjudication,
}

/// The first failure of one kind of check.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub check: Check,
    pub file: String,
    pub step: Option<u64>,
    /// The seat that signed what fails.
    pub seat: Option<Id>,
    /// What is wrong, where in the file, and the rule.
    pub problem: Problem,
    /// What this proves, and against whom, if it proves anything: double dealing with both files.
    pub proves: Option<String>,
}

/// Something that a reader must know whether or not the match holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub kind: NoticeKind,
    pub file: String,
    pub step: u64,
    pub seat: Option<Id>,
    pub text: String,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// An adjudicator's ruling, which no verification derives.
    Ruling,
    /// A committed choice that was not opened, or opened illegally.
    Forfeit,
    /// A refusal that checking again does not bear out.
    Refusal,
    /// A turn that waits for its state, or the like.
    Pending,
}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub documents: usize,
    pub signatures: usize,
    pub steps: usize,
    pub turns: usize,
    pub refusals: usize,
    pub reveals: usize,
    pub rolls: usize,
    /// States adjudicated anew.
    pub adjudicated: usize,
}

/// The answer of [`verify`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    pub match_id: Option<Bytes32>,
    pub title: Option<String>,
    pub outcome: Option<Value>,
    /// Rulings first, then forfeits, then what else is to be known; each in the order of steps.
    pub notices: Vec<Notice>,
    /// The first failure of each kind that fails, in the order of [`Check`].
    pub failures: Vec<Failure>,
    /// What could not be checked, and why.
    pub unchecked: Vec<(Check, String)>,
    pub counts: Counts,
}

impl Verification {
    /// Whether the match holds. What could not be checked counts against it unless `partial`.
    pub fn holds(&self, partial: bool) -> bool {
        self.failures.is_empty() && (partial || self.unchecked.is_empty())
    }

    /// The failure of one kind.
    pub fn failure(&self, check: Check) -> Option<&Failure> {
        self.failures.iter().find(|failure| failure.check == check)
    }
}

/// Proves a match from its documents alone, or names the first failure of each kind.
///
/// Never fails itself: what cannot be checked stands in [`Verification::unchecked`].
pub fn verify(files: &MatchFiles, games: &Games) -> Verification {
    let proven = prime::prime(files, games);
    let mut found = Findings::default();
    let chain = match Chain::build(files) {
        Ok(chain) => chain,
        Err(problem) => {
            for (file, problem) in &files.unread {
                found.fail(Check::Documents, file, None, None, problem.clone());
            }
            found.fail(Check::Chain, "charter.yaml", None, None, problem);
            return found.verification;
        }
    };
    let answer = &mut found.verification;
    answer.match_id = Some(chain.match_id);
    answer.title = Some(chain.charter.typed.title.clone());
    answer.outcome = chain.newest().and_then(|step| step.state.typed.outcome.clone());
    let mut bad: Vec<&Bad> = chain.bad.iter().collect();
    bad.sort_by_key(|bad| (bad.kind != Some(Kind::Charter), bad.file.as_str()));
    for bad in bad {
        found.fail(Check::Documents, &bad.file, None, None, bad.problem.clone());
    }
    whole::check(&chain, &mut found);
    replay::check_reveals(&chain, &mut found);
    replay::check_rolls(&chain, &mut found);
    match games.for_charter(&chain.charter.typed, files) {
        Ok(game) => replay::check_adjudication(&chain, &*game, &proven, &mut found),
        Err(problem) => {
            let reason = problem.message.clone();
            found.verification.unchecked.push((Check::Adjudication, reason));
        }
    }
    found.finish(&chain)
}

/// What has been found so far.
#[derive(Debug, Default)]
struct Findings {
    verification: Verification,
}

impl Findings {
    /// Notes a failure, if it is the first of its kind.
    fn fail(&mut self, check: Check, file: &str, step: Option<u64>, seat: Option<&Id>, problem: Problem) {
        self.prove(check, file, step, seat, problem, None);
    }

    /// As [`Findings::fail`], with what it proves.
    fn prove(
        &mut self,
        check: Check,
        file: &str,
        step: Option<u64>,
        seat: Option<&Id>,
        problem: Problem,
        proves: Option<String>,
    ) {
        let failures = &mut self.verification.failures;
        let earlier = failures.iter().position(|failure| failure.check == check);
        // Of one kind the first in the order of the match counts, wherever it was looked for.
        let later = |other: &Failure| matches!((step, other.step), (Some(step), Some(other)) if step < other);
        match earlier {
            Some(at) if !later(&failures[at]) => return,
            Some(at) => {
                failures.remove(at);
            }
            None => {}
        }
        failures.push(Failure { check, file: file.to_owned(), step, seat: seat.cloned(), problem, proves });
    }

    fn notice(&mut self, kind: NoticeKind, file: &str, step: u64, seat: Option<&Id>, text: String) {
        self.verification.notices.push(Notice { kind, file: file.to_owned(), step, seat: seat.cloned(), text });
    }

    fn finish(mut self, chain: &Chain<'_>) -> Verification {
        let answer = &mut self.verification;
        answer.failures.sort_by_key(|failure| failure.check);
        answer.notices.sort_by(|a, b| (a.kind, a.step, &a.file).cmp(&(b.kind, b.step, &b.file)));
        let documents = chain.files.documents();
        answer.counts.documents = documents.len();
        answer.counts.signatures = documents.iter().map(|document| document.signatures.len()).sum();
        answer.counts.steps = chain.line.len();
        answer.counts.turns = chain.turns.len();
        answer.counts.refusals = chain.refusals.len();
        self.verification
    }
}
