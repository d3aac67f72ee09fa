//! The program as a whole process: its output, how long it takes, and its peak memory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use wait4::Wait4;

/// The output and costs of a run.
pub struct Measured {
    /// `None`: a signal ended it, or it did not end.
    pub code: Option<i32>,
    /// Processor time used by the program and by the system on its behalf: the elapsed time on an idle machine.
    pub time: Duration,
    /// The greatest resident memory, in bytes.
    pub memory: u64,
    pub output: String,
}

/// The program under test: the one built with the tests, or that which `ADJUTANT_PROGRAM` names.
pub fn program() -> PathBuf {
    std::env::var_os("ADJUTANT_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_adjutant").into(), PathBuf::from)
}

/// Whether every combination is tried, and the table printed; otherwise a small sample is.
pub fn everything() -> bool {
    std::env::var_os("ADJUTANT_HOSTILE").is_some()
}

/// Names the file with the orders of a launcher, which are a [`Launch`].
const LAUNCH: &str = "ADJUTANT_LAUNCH";

/// The command that a launcher runs, and where it reports.
#[derive(serde::Serialize, serde::Deserialize)]
struct Launch {
    words: Vec<String>,
    here: PathBuf,
    home: PathBuf,
    input: Option<PathBuf>,
    out: PathBuf,
    err: PathBuf,
}

/// How it ended, the milliseconds that a processor worked, and the greatest resident memory in bytes.
#[derive(serde::Serialize, serde::Deserialize)]
struct Ended {
    code: Option<i32>,
    milliseconds: u64,
    memory: u64,
}

/// Runs the program in `here` with the secrets in `home`; `input` is its standard input. Its output goes to files in
/// `scratch`, so that no pipe slows it down. It is stopped after 20 seconds.
pub fn run(scratch: &Path, here: &Path, home: &Path, input: Option<&Path>, args: &[&str]) -> Measured {
    let mut words = vec![program().display().to_string()];
    words.extend(args.iter().map(ToString::to_string));
    launch(scratch, here, home, input, words)
}

/// A process counts as its own the memory of the process that began it, and the tests hold much; so a new and small one
/// begins the program and measures it.
fn launch(scratch: &Path, here: &Path, home: &Path, input: Option<&Path>, words: Vec<String>) -> Measured {
    let [out, err, orders] = ["said.out", "said.err", "orders"].map(|name| scratch.join(name));
    let (here, home, input) = (here.to_owned(), home.to_owned(), input.map(Path::to_owned));
    let launch = Launch { words, here, home, input, out: out.clone(), err: err.clone() };
    fs::write(&orders, serde_json::to_vec(&launch).unwrap()).unwrap();
    let mut launcher = Command::new(std::env::current_exe().unwrap());
    launcher.args(["--exact", "hostile_files::measure::a_launcher_measures_what_it_begins_and_not_the_tests"]);
    let ran = launcher.env(LAUNCH, &orders).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    let ended: Ended = serde_json::from_slice(&fs::read(&orders).unwrap()).unwrap();
    let said = |path: &Path| String::from_utf8(fs::read(path).unwrap()).expect("the program writes UTF-8");
    let time = Duration::from_millis(ended.milliseconds);
    Measured { code: ended.code, time, memory: ended.memory, output: said(&out) + &said(&err) }
}

#[test]
fn a_launcher_measures_what_it_begins_and_not_the_tests() {
    let Some(orders) = std::env::var_os(LAUNCH) else {
        let held = vec![1_u8; 200 << 20];
        let scratch = tempfile::tempdir().unwrap();
        let here = scratch.path();
        let measured = launch(here, here, here, None, vec!["true".to_owned()]);
        assert_eq!(measured.code, Some(0));
        assert!(measured.memory < 60 << 20 && held.iter().all(|byte| *byte == 1), "{} MB", measured.memory >> 20);
        return;
    };
    let launch: Launch = serde_json::from_slice(&fs::read(&orders).unwrap()).unwrap();
    // GNU `timeout` passes on the exit code, and what its child took is counted as its own.
    let mut command = Command::new("timeout");
    command.args(["--signal=KILL", "20"]).args(&launch.words).current_dir(&launch.here);
    command.env("ADJUTANT_HOME", &launch.home).env_remove("ADJUTANT_PASSPHRASE").env_remove(LAUNCH);
    command.stdin(launch.input.map_or_else(Stdio::null, |path| File::open(path).unwrap().into()));
    command.stdout(File::create(&launch.out).unwrap()).stderr(File::create(&launch.err).unwrap());
    let ended = command.spawn().expect("timeout, of the GNU core utilities").wait4().unwrap();
    let milliseconds = (ended.rusage.utime + ended.rusage.stime).as_millis() as u64;
    let code = ended.status.code().filter(|code| *code < 124);
    fs::write(&orders, serde_json::to_vec(&Ended { code, milliseconds, memory: ended.rusage.maxrss }).unwrap())
        .unwrap();
}

/// Every file and folder under a folder, with its size and when it was last written: enough to see a change.
pub fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let about = entry.path().symlink_metadata().unwrap();
            if about.is_dir() {
                folders.push(entry.path());
            }
            found.insert(entry.path(), (if about.is_dir() { 0 } else { about.len() }, about.modified().unwrap()));
        }
    }
    found
}

/// The first character in the output that a terminal or text viewer would interpret, or would not show.
pub fn steering(text: &str) -> Option<char> {
    text.chars().find(|&c| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    })
}
