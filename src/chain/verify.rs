//! Proving a match, or naming what fails (protocol 9).

use serde_json::Value;

use crate::document::{Bytes32, Id, Kind, Problem};

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

/// A document that fails, named before it is known to be one of a match.
pub(super) fn kind_word(kind: Option<Kind>) -> &'static str {
    kind.map_or("document", Kind::as_str)
}
