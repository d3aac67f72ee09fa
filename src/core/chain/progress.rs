//! Progress of long computations. Watching changes neither the answer nor its order.

/// Receives progress reports, possibly from several threads.
pub trait ProgressObserver: Sync {
    /// `n` of `of` parts are done. Progress never goes back: a number smaller than an earlier one can be ignored.
    fn done(&self, n: usize, of: usize);
}

/// Ignores progress.
impl ProgressObserver for () {
    fn done(&self, _: usize, _: usize) {}
}

/// Reports on one part of a longer computation.
pub(super) struct ProgressPart<'w> {
    pub observer: &'w dyn ProgressObserver,
    /// How many parts were done before, and how many there are in all.
    pub before: usize,
    pub all: usize,
}

impl ProgressObserver for ProgressPart<'_> {
    fn done(&self, n: usize, _: usize) {
        self.observer.done(self.before + n, self.all);
    }
}
