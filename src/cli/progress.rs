//! Progress of work that takes longer than a second: on standard error if that is a terminal, and removed when the
//! answer is printed.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Format;
use crate::chain::ProgressObserver;

/// Work that takes less time than this shows no progress.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// The interval at which the display changes, at least.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Whether progress may be shown.
static SEEN: AtomicBool = AtomicBool::new(false);
/// The progress shown now. There is one at a time: parts of long work are not shown separately.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Decides whether progress is shown in this run: only on a terminal that can erase a line.
pub fn begin(format: Format) {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    SEEN.store(format == Format::Text && io::stderr().is_terminal() && !dumb, Ordering::Relaxed);
}

/// How long to wait before showing progress; tests set `ADJUTANT_PATIENCE`, in milliseconds, so as not to depend on the
/// machine's speed.
fn patience() -> Duration {
    let said = std::env::var("ADJUTANT_PATIENCE").ok().and_then(|said| said.parse().ok());
    said.map_or(SHOW_AFTER, Duration::from_millis)
}

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints or asks something while the progress display is hidden.
pub fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Work that may take some time. Its progress display is removed when this value is dropped.
pub struct Progress(Option<Showing>);

struct Showing {
    bar: ProgressBar,
    /// Dropping it stops the thread that waits for the first second to pass.
    stop: Option<Sender<()>>,
    waits: Option<JoinHandle<()>>,
}

impl Progress {
    /// Work with a known number of steps.
    pub fn new(name: &'static str, of: usize) -> Progress {
        Progress::begin(name, Some(of as u64), "{msg} [{bar:30}] {pos} of {len}")
    }

    /// Work with an unknown number of steps.
    pub fn open(name: &'static str) -> Progress {
        Progress::begin(name, None, "{spinner} {msg}: step {pos}, {elapsed}")
    }

    /// Work without steps.
    pub fn spinner(name: &'static str) -> Progress {
        Progress::begin(name, None, "{spinner} {msg}, {elapsed}")
    }

    fn begin(name: &'static str, of: Option<u64>, template: &str) -> Progress {
        let mut shown = shown();
        if !SEEN.load(Ordering::Relaxed) || shown.is_some() {
            return Progress(None);
        }
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(of, ProgressDrawTarget::hidden());
        bar.set_style(style.progress_chars("=> ").tick_chars("-\\|/ "));
        bar.set_message(name);
        *shown = Some(bar.clone());
        let (stop, stopped) = mpsc::channel();
        let late = bar.clone();
        let waits = thread::spawn(move || {
            if stopped.recv_timeout(patience()) == Err(RecvTimeoutError::Timeout) {
                late.set_draw_target(ProgressDrawTarget::stderr());
                late.enable_steady_tick(REDRAW_INTERVAL);
            }
        });
        Progress(Some(Showing { bar, stop: Some(stop), waits: Some(waits) }))
    }

    /// Counts one step as done.
    pub fn step(&self) {
        if let Some(Showing { bar, .. }) = &self.0 {
            bar.inc(1);
        }
    }
}

impl ProgressObserver for Progress {
    fn done(&self, n: usize, of: usize) {
        if let Some(Showing { bar, .. }) = &self.0 {
            bar.set_length(of as u64);
            bar.set_position(bar.position().max(n as u64));
        }
    }
}

impl Drop for Showing {
    fn drop(&mut self) {
        drop(self.stop.take());
        let _ = self.waits.take().map(JoinHandle::join);
        self.bar.finish_and_clear();
        *shown() = None;
    }
}
