//! Whoever waits for a long answer may watch how far it is. Watching changes neither the answer nor its order.

/// What is told of work that takes its time. It may be told from any thread.
pub trait Watch: Sync {
    /// So much is done, of so much. What was told once is not taken back: a smaller number than before says nothing.
    fn done(&self, n: usize, of: usize);
}

/// Nobody watches.
impl Watch for () {
    fn done(&self, _: usize, _: usize) {}
}
