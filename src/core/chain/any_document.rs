//! A document of any kind, with what it says about itself: which match it belongs to, for which step, and by whom.

use serde_json::Value;

use crate::document::{Bytes32, Charter, Disclosure, Id, Kind, Leave, Queue, Receipt, Refusal, Signature, Turn};

use super::lazy_document::LazyDocument;
use super::parsed_document::ParsedDocument;
use super::state_header::StateHeader;

/// A document of any kind, reduced to what all kinds have in common.
#[derive(Clone, Copy, Debug)]
pub struct AnyDocument<'f> {
    pub file: &'f str,
    pub kind: Kind,
    pub digest: Bytes32,
    pub document: &'f LazyDocument,
    pub signatures: &'f [Signature],
    claims: Claims<'f>,
}

/// What a document says about itself. A document that is known from an earlier run need not be read for it.
#[derive(Clone, Copy, Debug, Default)]
struct Claims<'f> {
    match_id: Option<Bytes32>,
    step: Option<u64>,
    signer: Option<&'f Id>,
    refusal: Option<Bytes32>,
    answers: Option<Bytes32>,
    awaiting: &'f [Value],
    ruling: bool,
    hand: Option<&'f Id>,
}

impl<'f> Claims<'f> {
    fn at(match_id: &Bytes32, step: u64, signer: &'f Id) -> Self {
        Claims { match_id: Some(*match_id), step: Some(step), signer: Some(signer), ..Claims::default() }
    }
}

impl<'f> AnyDocument<'f> {
    fn of<T>(
        kind: Kind,
        filed: &'f ParsedDocument<T>,
        signatures: &'f [Signature],
        claims: Claims<'f>,
    ) -> AnyDocument<'f> {
        AnyDocument { file: &filed.file, kind, digest: filed.digest, document: &filed.document, signatures, claims }
    }

    /// The step that it belongs to; `None` for a charter, a disclosure, a leave or a queue.
    pub fn step(&self) -> Option<u64> {
        self.claims.step
    }

    /// The seat that should have signed it, by its own statement; `None` for a charter, which every seat signs.
    pub fn signer(&self) -> Option<&'f str> {
        self.claims.signer.map(Id::as_str)
    }

    /// The match that it belongs to, by its own statement; `None` for a charter.
    pub fn match_id(&self) -> Option<Bytes32> {
        self.claims.match_id
    }

    /// The refusal that it names, if it is a turn or state in place of another.
    pub fn refusal(&self) -> Option<Bytes32> {
        self.claims.refusal
    }

    /// The document that it answers: the parent of a turn or state, or what a refusal refuses.
    pub fn answers(&self) -> Option<Bytes32> {
        self.claims.answers
    }

    /// The seats that a state awaits, by its own statement, in its own order.
    pub fn awaited(&self) -> impl Iterator<Item = &'f str> {
        self.claims.awaiting.iter().filter_map(|entry| entry.get("seat")?.as_str())
    }

    /// Whether it is a state that is a ruling.
    pub fn is_ruling(&self) -> bool {
        self.claims.ruling
    }

    /// The seat whose hand a disclosure shows in its place (protocol 8.6).
    pub fn hand(&self) -> Option<&'f Id> {
        self.claims.hand
    }
}

impl ParsedDocument<Charter> {
    pub(super) fn any(&self) -> AnyDocument<'_> {
        AnyDocument::of(Kind::Charter, self, &self.typed.signatures, Claims::default())
    }
}

impl ParsedDocument<Turn> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Turn { match_id, step, parent, seat, refusal, signatures, .. } = &self.typed;
        let claims = Claims { refusal: *refusal, answers: Some(*parent), ..Claims::at(match_id, *step, seat) };
        AnyDocument::of(Kind::Turn, self, signatures, claims)
    }
}

impl ParsedDocument<StateHeader> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let StateHeader { match_id, step, parent, responder, awaiting, ruling, refusal, signatures, .. } = &self.typed;
        let claims = Claims {
            refusal: *refusal,
            answers: Some(*parent),
            awaiting,
            ruling: ruling.is_some(),
            ..Claims::at(match_id, *step, responder)
        };
        AnyDocument::of(Kind::State, self, signatures, claims)
    }
}

impl ParsedDocument<Refusal> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Refusal { match_id, step, of, seat, signatures, .. } = &self.typed;
        let claims = Claims { answers: Some(*of), ..Claims::at(match_id, *step, seat) };
        AnyDocument::of(Kind::Refusal, self, signatures, claims)
    }
}

impl ParsedDocument<Disclosure> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Disclosure { match_id, seat, hand, signatures, .. } = &self.typed;
        let claims = Claims { step: None, hand: hand.as_ref(), ..Claims::at(match_id, 0, seat) };
        AnyDocument::of(Kind::Disclosure, self, signatures, claims)
    }
}

impl ParsedDocument<Receipt> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Receipt { match_id, step, seat, signatures, .. } = &self.typed;
        AnyDocument::of(Kind::Receipt, self, signatures, Claims::at(match_id, *step, seat))
    }
}

impl ParsedDocument<Leave> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Leave { match_id, seat, signatures, .. } = &self.typed;
        AnyDocument::of(Kind::Leave, self, signatures, Claims { step: None, ..Claims::at(match_id, 0, seat) })
    }
}

impl ParsedDocument<Queue> {
    /// The document, reduced to what all kinds have in common.
    pub fn any(&self) -> AnyDocument<'_> {
        let Queue { match_id, seat, signatures, .. } = &self.typed;
        AnyDocument::of(Kind::Queue, self, signatures, Claims { step: None, ..Claims::at(match_id, 0, seat) })
    }
}
