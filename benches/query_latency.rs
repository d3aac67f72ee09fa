//! How long a question takes in a long match, and how much memory: whole processes over the longest example, as ratios
//! to `--help` and to `verify` in the same run; the latter in processor time, which hardly depends on what else the
//! machine does. First without a record of an earlier verification, then with it.
//!
//! `cargo bench --bench query_latency`. `ADJUTANT_BIN=FILE` measures another build of the program, and
//! `ADJUTANT_ROUNDS` sets how often each command runs; the median counts.

#[path = "../tests/support/example.rs"]
mod example;
#[path = "../tests/support/seat.rs"]
mod seat;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adjutant::document::{Form, read};
use example::CAMPAIGN;
use wait4::Wait4;

/// What an answer from a record may take, as a share of what `verify` takes.
const FROM_RECORD: f64 = 0.15;
/// The same for one that a whole turn is checked, signed or adjudicated for, or that is read from a mail.
const MORE: f64 = 0.3;
/// The first answer, without a record.
const FIRST: f64 = 1.1;
/// A comparison of two copies.
const DISPUTE: f64 = 2.2;

const QUESTIONS: [(&str, &[&str]); 7] = [
    ("match status", &["match", "status", "."]),
    ("match clock", &["match", "clock"]),
    ("show place", &["show", "place", "Richmond"]),
    ("show hex, step 300", &["show", "hex", "5106", "--step", "300"]),
    ("show map", &["show", "map"]),
    ("report, the newest", &["report"]),
    ("report 300", &["report", "300"]),
];

fn main() {
    let program = std::env::var_os("ADJUTANT_BIN").map_or(env!("CARGO_BIN_EXE_adjutant").into(), PathBuf::from);
    let rounds = std::env::var("ADJUTANT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(9);
    let (home, folder) = (tempfile::tempdir().expect("a folder"), example::folder(CAMPAIGN));
    let mut bench = Bench { program, rounds, help: 1.0, verify: 1.0 };
    let help = bench.run(&folder, home.path(), &["--help"], &|| ());
    let verify = bench.run(&folder, home.path(), &["verify", "."], &|| ());
    (bench.help, bench.verify) = (help.time, verify.busy);
    println!("{:<34} {:>9} {:>8} {:>9} {:>8} {:>9} {:>8}", "", "ms", "--help", "busy ms", "verify", "MB", "goal");
    bench.line("--help", &help, None);
    bench.line("verify", &verify, None);
    let record = home.path().join("cache");
    for (name, question) in QUESTIONS {
        let cold = bench.run(&folder, home.path(), question, &|| drop(fs::remove_dir_all(&record)));
        bench.line(&format!("{name}, no record"), &cold, Some(FIRST));
        let warm = bench.run(&folder, home.path(), question, &|| ());
        bench.line(name, &warm, Some(FROM_RECORD));
    }
    let copy = folder.to_str().expect("a plain path");
    let dispute = bench.run(&folder, home.path(), &["dispute", ".", copy], &|| ());
    bench.line("dispute, two copies", &dispute, Some(DISPUTE));
    a_turn(&bench);
    let page = home.path().join("match.html");
    let replay = ["replay", "--out", page.to_str().expect("a plain path")];
    let replay = Bench { rounds: 1, ..bench.clone() }.run(&folder, home.path(), &replay, &|| ());
    bench.line("replay", &replay, Some(4.0));
}

/// The last turn of the match: checked, signed, and answered.
fn a_turn(bench: &Bench) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("match");
    let all = example::read_files(CAMPAIGN, false);
    let last = all.iter().filter_map(|(name, _)| example::step_of(name)).max().expect("a step");
    for (name, text) in example::prefix(&all, last - 1) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let (turn, text) = all.iter().find(|(name, _)| name.starts_with(&format!("turns/{last:04}"))).expect("a turn");
    let content = read(turn, text.as_bytes(), Form::Signed).expect("it reads").content;
    let mover = content["seat"].as_str().expect("a seat");
    let seats = example::seats(CAMPAIGN);
    let (answerer, ..) = seats.iter().find(|(seat, ..)| *seat != mover).expect("the other seat");
    let draft = place.path().join("draft.yaml");
    fs::write(&draft, seat::draft_of(&content)).expect("a draft");
    let draft = draft.to_str().expect("a plain path");
    let home = |seat: &str| {
        let home = place.path().join(seat);
        seat::secrets(&home, CAMPAIGN, seat);
        home
    };
    let (own, other) = (home(mover), home(answerer));
    // The seats' logs as they were before the turn: each without its last line.
    let log = |home: &Path, first: &[&str]| {
        bench.must(&folder, home, first);
        let seed = fs::read_dir(home.join("seeds")).expect("seeds").next().expect("a seed").expect("a seed").path();
        let log = fs::read_to_string(seed.join("log")).expect("a log");
        let kept = log.trim_end().rfind('\n').map_or("", |end| &log[..=end]).to_owned();
        (seed.join("log"), kept)
    };
    bench.must(&folder, &own, &["match", "status", "."]);
    let odds = ["odds", "--seat", mover, "--order", "end: {}"];
    for question in [&["legal", "--seat", mover][..], &["draft", "--force", "--seat", mover], &odds] {
        bench.line(question[0], &bench.run_any(&folder, &own, question, &|| ()), Some(FROM_RECORD));
    }
    let check = bench.run(&folder, &own, &["check", draft, "--seat", mover], &|| ());
    bench.line("check", &check, Some(MORE));
    let written = folder.join(turn);
    let (path, kept) = log(&own, &["sign", draft, "--seat", mover, "--recover", "."]);
    let unsigned = || {
        fs::write(&path, &kept).expect("the log");
        let _ = fs::remove_file(&written);
    };
    let sign = bench.run(&folder, &own, &["sign", draft, "--seat", mover], &unsigned);
    bench.line("sign", &sign, Some(MORE));
    mailed(bench, &folder, &other, (answerer, &written));
    fs::write(&written, text).expect("the turn");
    bench.must(&folder, &other, &["match", "status", "."]);
    let state = folder.join(format!("states/{last:04}.yaml"));
    let (path, kept) = log(&other, &["adjudicate", "--seat", answerer, "--recover", "."]);
    let unanswered = || {
        fs::write(&path, &kept).expect("the log");
        let _ = (fs::remove_file(&state), fs::remove_dir_all(folder.join("reports")));
    };
    let adjudicate = bench.run(&folder, &other, &["adjudicate", "--seat", answerer], &unanswered);
    bench.line("adjudicate", &adjudicate, Some(MORE));
    let grown = bench.run(&folder, &own, &["match", "status", "."], &|| {
        let _ = fs::remove_file(&state);
        bench.must(&folder, &own, &["match", "status", "."]);
        unanswered();
        bench.must(&folder, &other, &["adjudicate", "--seat", answerer]);
    });
    bench.line("match status, a state has come", &grown, Some(FROM_RECORD));
}

/// The turn comes by mail, its receiver confirms it, writes to the others, and objects to the state before.
fn mailed(bench: &Bench, folder: &Path, home: &Path, (seat, turn): (&str, &Path)) {
    let place = tempfile::tempdir().expect("a folder");
    let mail = place.path().join("turn.yaml");
    fs::rename(turn, &mail).expect("the turn");
    let mail = mail.to_str().expect("a plain path");
    bench.must(folder, home, &["match", "status", "."]);
    let record = fs::read_dir(home.join("cache")).expect("a cache").map(|entry| entry.expect("an entry").path());
    let record: Vec<(PathBuf, Vec<u8>)> = record.map(|path| (path.clone(), fs::read(&path).expect("a file"))).collect();
    let receipts = folder.join("receipts");
    // As it was before the mail came.
    let before = || {
        let _ = (fs::remove_file(turn), fs::remove_dir_all(folder.join("mail")), fs::remove_dir_all(&receipts));
        record.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("the record"));
    };
    let receive = bench.run(folder, home, &["receive", mail], &before);
    bench.line("receive, a turn", &receive, Some(MORE));
    let known = bench.run(folder, home, &["receive", mail], &|| ());
    bench.line("receive, nothing new", &known, Some(MORE));
    let receipt = bench.run_any(folder, home, &["receipt", "--seat", seat], &|| drop(fs::remove_dir_all(&receipts)));
    bench.line("receipt", &receipt, Some(MORE));
    let all =
        [&["mail", "--again", "--seat", seat][..], &["remind", "--early", "--seat", seat], &["bundle", "--out", "-"]];
    for args in all {
        let ran = bench.run_any(folder, home, args, &|| ());
        bench.line(args[0], &ran, Some(FROM_RECORD));
    }
    before();
    let refuse = bench.run_any(folder, home, &["refuse", "--seat", seat], &|| ());
    bench.line("refuse", &refuse, Some(MORE));
}

#[derive(Clone)]
struct Bench {
    program: PathBuf,
    rounds: usize,
    /// What `--help` takes, and the processor time of `verify`, in milliseconds.
    help: f64,
    verify: f64,
}

/// The median time and processor time in milliseconds, the largest peak of memory in MB, and whether every run ended
/// with success.
struct Ran {
    time: f64,
    busy: f64,
    memory: f64,
    is_yes: bool,
}

impl Bench {
    fn command(&self, folder: &Path, home: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(folder).env("ADJUTANT_HOME", home).env_remove("ADJUTANT_CACHE");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs a command that must answer yes, and does not count.
    fn must(&self, folder: &Path, home: &Path, args: &[&str]) {
        let ran = self.command(folder, home, args).stderr(Stdio::inherit()).status().expect("the program runs");
        assert!(ran.success(), "adjutant {}", args.join(" "));
    }

    /// Runs a command often, each time after `before`; once more than is counted, to begin with.
    fn run(&self, folder: &Path, home: &Path, args: &[&str], before: &dyn Fn()) -> Ran {
        let ran = self.run_any(folder, home, args, before);
        assert!(ran.is_yes, "adjutant {}", args.join(" "));
        ran
    }

    /// The same for a command whose answer may be no.
    fn run_any(&self, folder: &Path, home: &Path, args: &[&str], before: &dyn Fn()) -> Ran {
        let mut is_yes = true;
        let (mut times, mut memory): (Vec<(Duration, Duration)>, u64) = (Vec::new(), 0);
        for _ in 0..=self.rounds {
            before();
            let begun = Instant::now();
            let ran = self.command(folder, home, args).spawn().expect("the program runs").wait4().expect("it ends");
            times.push((begun.elapsed(), ran.rusage.utime + ran.rusage.stime));
            is_yes &= ran.status.success();
            memory = memory.max(ran.rusage.maxrss);
        }
        let times = times.split_off(1);
        let median = |mut all: Vec<Duration>| {
            all.sort();
            all[all.len() / 2].as_secs_f64() * 1000.0
        };
        let (time, busy): (Vec<Duration>, Vec<Duration>) = times.into_iter().unzip();
        Ran { time: median(time), busy: median(busy), memory: memory as f64 / 1e6, is_yes }
    }

    fn line(&self, name: &str, ran: &Ran, goal: Option<f64>) {
        let goal = goal.map_or(String::new(), |goal| format!("{goal:.2}×"));
        let (help, verify) = (ran.time / self.help, ran.busy / self.verify);
        let Ran { time, busy, memory, .. } = ran;
        println!("{name:<34} {time:>9.1} {help:>7.1}× {busy:>9.1} {verify:>7.2}× {memory:>9.1} {goal:>8}");
    }
}
