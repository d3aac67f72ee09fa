//! Progress of work that takes longer than a second: on standard error if that is a terminal, and removed when the
//! answer is printed.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Format;
use crate::chain::ProgressObserver;

/// A command that takes less time than this shows no progress.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// Work that begins later in a command shows no progress if it takes less time than this.
const SHOW_LATER: Duration = Duration::from_millis(200);
/// The interval at which the display changes, at least.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Whether progress may be shown.
static SEEN: AtomicBool = AtomicBool::new(false);
/// The progress shown now. There is one at a time: parts of long work are not shown separately.
static SHOWN: Mutex<Option<Shown>> = Mutex::new(None);
/// How many callers of [`suspend`] have the terminal for themselves.
static SUSPENDED: AtomicUsize = AtomicUsize::new(0);

/// Whether a part of the answer has been printed.
static IS_ANSWERED: AtomicBool = AtomicBool::new(false);

struct Shown {
    bar: ProgressBar,
    /// Whether it only says that the command is still working; any other progress takes its place.
    is_general: bool,
}

/// When the command began.
fn begun() -> Instant {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    *BEGUN.get_or_init(Instant::now)
}

/// Decides whether progress is shown in this run: only on a terminal that can erase a line. A command that takes long
/// and shows nothing else says that it is still working.
pub fn begin(format: Format) {
    begun();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let seen = format == Format::Text && io::stderr().is_terminal() && !dumb;
    SEEN.store(seen, Ordering::Relaxed);
    if seen {
        let _ = thread::Builder::new().spawn(|| {
            while SEEN.load(Ordering::Relaxed) {
                thread::sleep(patience());
                show_general();
            }
        });
    }
}

fn show_general() {
    let mut shown = shown();
    let may = SUSPENDED.load(Ordering::SeqCst) == 0 && !IS_ANSWERED.load(Ordering::SeqCst);
    if shown.is_none() && may && SEEN.load(Ordering::Relaxed) {
        let bar = styled(None, "{spinner} working, {elapsed}").with_elapsed(begun().elapsed());
        reveal(&bar);
        *shown = Some(Shown { bar, is_general: true });
    }
}

fn clear_general() {
    if let Some(Shown { bar, .. }) = shown().take_if(|shown| shown.is_general) {
        bar.finish_and_clear();
    }
}

/// Prints a part of the answer. What takes long after that is shown only if it says what it is.
pub fn answering<T>(print: impl FnOnce() -> T) -> T {
    IS_ANSWERED.store(true, Ordering::SeqCst);
    suspend(print)
}

/// Ends the display: from now on nothing is shown.
pub fn end() {
    SEEN.store(false, Ordering::Relaxed);
    if let Some(Shown { bar, .. }) = shown().take() {
        bar.finish_and_clear();
    }
}

/// How long to wait before showing progress; tests set `ADJUTANT_PATIENCE`, in milliseconds, so as not to depend on the
/// machine's speed.
fn patience() -> Duration {
    let said = std::env::var("ADJUTANT_PATIENCE").ok().and_then(|said| said.parse().ok());
    said.map_or_else(|| SHOW_AFTER.saturating_sub(begun().elapsed()).max(SHOW_LATER), Duration::from_millis)
}

fn shown() -> MutexGuard<'static, Option<Shown>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn styled(of: Option<u64>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(of, ProgressDrawTarget::hidden());
    bar.set_style(style.progress_chars("=> ").tick_chars("-\\|/ "));
    bar
}

fn reveal(bar: &ProgressBar) {
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(REDRAW_INTERVAL);
}

/// Prints or asks something, or lets another program use the terminal, while the progress display is hidden.
pub fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let _suspended = Suspended::new();
    clear_general();
    let bar = shown().as_ref().map(|shown| shown.bar.clone());
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// While this lives, nothing new is shown.
struct Suspended;

impl Suspended {
    fn new() -> Suspended {
        SUSPENDED.fetch_add(1, Ordering::SeqCst);
        Suspended
    }
}

impl Drop for Suspended {
    fn drop(&mut self) {
        SUSPENDED.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Work that may take some time. Its progress display is removed when this value is dropped.
pub struct Progress {
    showing: Option<Showing>,
    _suspended: Option<Suspended>,
}

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

    /// Work on many things whose number is not known, read from these paths. While somebody types them in, nothing is
    /// shown.
    pub fn reading(name: &'static str, paths: &[PathBuf]) -> Progress {
        if paths.iter().any(|path| path.as_os_str() == "-") && io::stdin().is_terminal() {
            return Progress { showing: None, _suspended: Some(Suspended::new()) };
        }
        Progress::begin(name, None, "{spinner} {msg}: {pos}, {elapsed}")
    }

    /// Work without steps.
    pub fn spinner(name: &'static str) -> Progress {
        Progress::begin(name, None, "{spinner} {msg}, {elapsed}")
    }

    fn begin(name: &'static str, of: Option<u64>, template: &str) -> Progress {
        let mut shown = shown();
        if !SEEN.load(Ordering::Relaxed) || shown.as_ref().is_some_and(|shown| !shown.is_general) {
            return Progress { showing: None, _suspended: None };
        }
        if let Some(Shown { bar, .. }) = shown.take() {
            bar.finish_and_clear();
        }
        let bar = styled(of, template);
        bar.set_message(name);
        *shown = Some(Shown { bar: bar.clone(), is_general: false });
        let (stop, stopped) = mpsc::channel();
        let late = bar.clone();
        let waits = thread::spawn(move || {
            if stopped.recv_timeout(patience()) == Err(RecvTimeoutError::Timeout) {
                reveal(&late);
            }
        });
        Progress { showing: Some(Showing { bar, stop: Some(stop), waits: Some(waits) }), _suspended: None }
    }

    /// Counts one step as done.
    pub fn step(&self) {
        if let Some(Showing { bar, .. }) = &self.showing {
            bar.inc(1);
        }
    }
}

impl ProgressObserver for Progress {
    fn done(&self, n: usize, of: usize) {
        if let Some(Showing { bar, .. }) = &self.showing {
            let (done, length) = (n as u64, of as u64);
            bar.set_length(length);
            bar.set_position(bar.position().max(done).min(length));
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
