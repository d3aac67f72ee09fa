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
