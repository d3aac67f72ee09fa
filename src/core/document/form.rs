//! The forms in which documents are read, and their limits (protocol 1).

use super::problem::Problem;

/// The maximum nesting depth; the root is level 1, and a scalar counts as a level.
pub const MAX_DEPTH: usize = 64;

/// The form in which a document is read, and its limits (protocol 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A signed document other than a state: at most 1 MiB and 50,000 nodes.
    Signed,
    /// A state or a disclosure: at most 2 MiB and 100,000 nodes.
    State,
    /// A player's draft: read more leniently, within the limits of a signed document.
    Draft,
    /// A file of a data pack or of its sources, which people edit: read as leniently as a draft, with decimal
    /// fractions, and within the limits of a signed document, because a match stores it as one. An entry without a
    /// value is rejected.
    Pack,
}

impl Form {
    /// The maximum size in bytes, as received.
    pub fn max_bytes(self) -> usize {
        if self == Form::State { 2 << 20 } else { 1 << 20 }
    }
    /// The maximum number of nodes; keys and values both count.
    pub fn max_nodes(self) -> usize {
        if self == Form::State { 100_000 } else { 50_000 }
    }
    /// Whether people write it by hand, so that lines may be broken and quotes left out.
    pub(super) fn by_hand(self) -> bool {
        matches!(self, Form::Draft | Form::Pack)
    }
    /// How such a document begins.
    pub(super) fn beginning(self) -> &'static str {
        if self == Form::Pack { "begin with `about: …`" } else { "begin with `adjutant: 1`" }
    }
}

/// The problem of a file that is too large for its form.
pub fn too_large(form: Form) -> Problem {
    let limit = form.max_bytes() >> 20;
    Problem::new(format!("the file is larger than {limit} MiB"))
        .rule("protocol 1")
        .advice("check that it is the right file; no document of this kind is so large")
}

pub(super) fn too_many_nodes(form: Form) -> Problem {
    Problem::new(format!("the document has more than {} nodes", form.max_nodes()))
        .rule("protocol 1")
        .advice("shorten it: every key and every value counts")
}

pub(super) fn too_deep() -> Problem {
    Problem::new(format!("this is nested deeper than {MAX_DEPTH} levels"))
        .rule("protocol 1")
        .advice("write it with fewer levels")
}
