//! How a document is to be read, and within what limits (protocol 1).

use super::problem::Problem;

/// The deepest nesting, with the root at 1; a scalar counts as a level.
pub const MAX_DEPTH: usize = 64;

/// How a document is to be read, and within what limits (protocol 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A signed document other than a state: 1 MiB and 50,000 nodes at most.
    Signed,
    /// A state or a disclosure: 2 MiB and 100,000 nodes at most.
    State,
    /// A player's draft, read more kindly, within the limits of a signed document.
    Draft,
    /// A file of a data pack or of its sources, which people edit: read as kindly, decimal fractions too, within the
    /// limits of a signed document, as which a match keeps it. An entry without a value is refused.
    Pack,
}

impl Form {
    /// The greatest size in bytes, as received.
    pub fn max_bytes(self) -> usize {
        if self == Form::State { 2 << 20 } else { 1 << 20 }
    }
    /// The greatest number of nodes; keys and values both count.
    pub fn max_nodes(self) -> usize {
        if self == Form::State { 100_000 } else { 50_000 }
    }
    /// Whether people write it by hand, and may break lines and leave quotes out.
    pub(super) fn by_hand(self) -> bool {
        matches!(self, Form::Draft | Form::Pack)
    }
    /// How such a document begins.
    pub(super) fn beginning(self) -> &'static str {
        if self == Form::Pack { "begin with `about: …`" } else { "begin with `adjutant: 1`" }
    }
}

/// The problem of a file that is larger than its form allows.
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
