//! Comparing what several people have of one match (protocol 6 and 9).

use crate::document::{Bytes32, Id};

/// What the first difference between several sets of documents proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing differs and nothing fails.
    Nothing,
    /// One seat signed two documents for one step.
    DoubleDealing,
    /// A document does not carry the signature that it must carry: it was altered or forged.
    Forgery,
    /// A signed state does not follow from its turns: its responder adjudicated wrongly.
    FalseState,
    /// A signed turn breaks the rules and was resolved.
    IllegalTurn,
    /// A document that others name is in nobody's hands.
    Withheld,
    /// Somebody merely lacks a copy that another has.
    MissingCopy,
    /// The sets belong to different matches.
    OtherMatch,
}

/// The answer of [`dispute`].
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute {
    pub proof: Proof,
    pub match_id: Option<Bytes32>,
    pub step: Option<u64>,
    /// The files that show it, each as `set: file`.
    pub files: Vec<String>,
    /// Who signed what fails.
    pub signer: Option<Id>,
    /// The rule that is broken.
    pub rule: Option<String>,
    /// What it is and what it proves, in sentences.
    pub text: String,
    /// What else a referee should know: rulings, missing copies, every set's own state.
    pub notes: Vec<String>,
}
