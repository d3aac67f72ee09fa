//! What verification finds: failures, notices, and what could not be checked.

use serde_json::Value;

use crate::chain::timeline::Chain;
use crate::document::kinds::Continues;
use crate::document::{Bytes32, Id, Problem};

/// The kinds of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// Every document can be read, and every signature is valid.
    Documents,
    /// The chain is intact: parents, steps, awaited seats, one turn each, responders, refusals, no double dealing.
    Chain,
    /// Every reveal hashes to the one before, back to its anchor.
    Reveals,
    /// Every roll follows from the dice key.
    Rolls,
    /// Adjudicating again gives the same result, and every refusal was justified.
    Adjudication,
    /// Everything stated about a hidden hand is true (protocol 8.7).
    Hands,
}

/// What a failure proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Nothing against anybody: a file cannot be read, or somebody merely lacks a copy of it.
    Nothing,
    /// A document does not carry the signature that it must carry: it was altered after it was signed, or forged.
    Forgery,
    /// One seat signed two documents for one step, or resolved a turn that it had refused.
    DoubleDealing,
    /// A seat signed a reveal that it had not committed to.
    FalseReveal,
    /// A responder signed a state that does not follow from the turns and the dice.
    FalseState,
    /// A seat signed a turn that breaks the rules, and the responder resolved it.
    IllegalTurn,
    /// A seat made a false statement about its hidden cards.
    FalseHand,
    /// A responder refused a valid turn.
    UnjustRefusal,
    /// A seat signed a document that has no place in the chain.
    OutOfPlace,
    /// A document that others name has not been produced by anybody.
    Withheld,
    /// A document belongs to another match.
    OtherMatch,
}

impl Proof {
    /// Whether it is proof against the seat named: neither an altered file nor a missing one is.
    pub fn accuses(self) -> bool {
        self.rank() < Proof::Withheld.rank() && self != Proof::Forgery
    }

    /// How much it proves: 0 is the strongest.
    fn rank(self) -> u8 {
        match self {
            Proof::DoubleDealing => 0,
            Proof::Forgery => 1,
            Proof::FalseReveal => 2,
            Proof::FalseState => 3,
            Proof::IllegalTurn => 4,
            Proof::FalseHand => 5,
            Proof::UnjustRefusal => 6,
            Proof::OutOfPlace => 7,
            Proof::Withheld => 8,
            Proof::OtherMatch => 9,
            Proof::Nothing => 10,
        }
    }
}

/// The first failure of one kind of check; a merely missing document does not hide another failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub check: Check,
    pub file: String,
    pub step: Option<u64>,
    /// The seat that signed the failing document.
    pub seat: Option<Id>,
    /// What is wrong, where in the file, and the rule.
    pub problem: Problem,
    /// The file of the other document, where two documents together are the proof.
    pub with: Option<String>,
    /// What this proves.
    pub proof: Proof,
    /// What this proves, and against whom, as a sentence.
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
    /// An adjudicator's ruling, which verification cannot derive.
    Ruling,
    /// A seat whose key changed when the match was continued, or steps that were left behind then.
    Replaced,
    /// A committed choice that was not opened, or that was illegal.
    Forfeit,
    /// A refusal that was not justified.
    Refusal,
    /// A turn that says that it was queued.
    Queued,
    /// A turn that waits for its state, or similar.
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
    /// States adjudicated again.
    pub adjudicated: usize,
    /// Hands followed from the first card to the last.
    pub hands: usize,
}

/// The result of [`super::verify`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    pub match_id: Option<Bytes32>,
    pub title: Option<String>,
    pub outcome: Option<Value>,
    /// Rulings first, then forfeits, then everything else; each group in order of steps.
    pub notices: Vec<Notice>,
    /// The first failure of each kind that fails, in the order of [`Check`]: of each, the first that accuses somebody,
    /// the first that accuses nobody, and the first missing document.
    pub failures: Vec<Failure>,
    /// What could not be checked, and why.
    pub unchecked: Vec<(Check, String)>,
    pub counts: Counts,
    /// The match that this one continues. Whether that one holds is another question, which [`super::verify_archive`] also
    /// answers.
    pub continues: Option<Continues>,
}

impl Failure {
    /// A failure that does not prove anything against anybody yet.
    pub fn new(check: Check, file: &str, step: Option<u64>, seat: Option<&Id>, problem: Problem) -> Self {
        let (file, seat) = (file.to_owned(), seat.cloned());
        Failure { check, file, step, seat, problem, with: None, proof: Proof::Nothing, proves: None }
    }

    /// The same, with the file of the document that is proof together with this one.
    pub(super) fn with(mut self, file: &str) -> Self {
        self.with = Some(file.to_owned());
        self
    }
}

impl Verification {
    /// Whether the match holds. What could not be checked counts against it unless `partial`.
    pub fn is_valid(&self, partial: bool) -> bool {
        self.failures.is_empty() && (partial || self.unchecked.is_empty())
    }

    /// The failure of one kind.
    pub fn failure(&self, check: Check) -> Option<&Failure> {
        self.failures.iter().find(|failure| failure.check == check)
    }
}

/// What has been found so far.
#[derive(Debug, Default)]
pub struct Findings {
    /// What has been found so far.
    pub verification: Verification,
}

impl Findings {
    /// Adds a failure, unless an earlier one of its kind is known. Of each kind the first in match order is kept;
    /// within a step, the one that proves most, whichever check found it. One that accuses nobody does not hide one that
    /// accuses somebody. File names, which anybody can choose freely, decide last.
    pub fn fail(&mut self, failure: Failure) {
        fn order(failure: &Failure) -> (Option<u64>, u8, Option<&Id>, &str, &str) {
            (failure.step, failure.proof.rank(), failure.seat.as_ref(), &failure.problem.message, &failure.file)
        }
        let failures = &mut self.verification.failures;
        let kind = |failure: &Failure| (failure.check, failure.proof == Proof::Withheld, failure.proof.accuses());
        match failures.iter().position(|other| kind(other) == kind(&failure)) {
            Some(at) if order(&failure) < order(&failures[at]) => failures[at] = failure,
            Some(_) => {}
            None => failures.push(failure),
        }
    }

    /// Records once that something could not be checked, and why.
    pub fn unchecked(&mut self, check: Check, what: &str, because: &str) {
        let entry = (check, format!("{what}, because {because}"));
        if !self.verification.unchecked.contains(&entry) {
            self.verification.unchecked.push(entry);
        }
    }

    /// Adds a notice.
    pub(super) fn notice(&mut self, kind: NoticeKind, file: &str, step: u64, seat: Option<&Id>, text: String) {
        self.verification.notices.push(Notice { kind, file: file.to_owned(), step, seat: seat.cloned(), text });
    }

    /// Everything in order, counted.
    pub(super) fn finish(mut self, chain: &Chain<'_>) -> Verification {
        let answer = &mut self.verification;
        answer.failures.sort_by_key(|failure| (failure.check, failure.step, failure.proof.rank()));
        answer.unchecked.sort_by_key(|(check, _)| *check);
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
