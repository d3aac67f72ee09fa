//! How much work a run has done, in numbers that depend neither on the machine nor on time. Tests hold against them
//! what a command may cost; no result depends on them.

use std::sync::atomic::{AtomicU64, Ordering};

/// A kind of work that takes long in a long match.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// A state was adjudicated or set up.
    State,
    /// A signature was checked.
    Signature,
    /// A document, or the header of one, was parsed.
    Document,
}

static DONE: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

impl Work {
    /// Counts one more.
    pub(crate) fn count(self) {
        DONE[self as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How often this process has done it so far.
    pub fn done(self) -> u64 {
        DONE[self as usize].load(Ordering::Relaxed)
    }
}
