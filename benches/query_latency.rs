//! How long a question takes in a long match, and how much memory: whole processes over the longest example, as ratios
//! to `--help` in the same run. First without a record of an earlier verification, then with it.
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

/// The commands, and how long each may take, in milliseconds.
const QUESTIONS: [(&str, &[&str], f64); 7] = [
    ("match status", &["match", "status", "."], 50.0),
    ("show place", &["show", "place", "Richmond"], 50.0),
    ("show hex, step 300", &["show", "hex", "5106", "--step", "300"], 50.0),
    ("show map", &["show", "map"], 50.0),
    ("report, the newest", &["report"], 50.0),
    ("report 300", &["report", "300"], 50.0),
    ("verify", &["verify", "."], 450.0),
];

fn main() {
    let program = std::env::var_os("ADJUTANT_BIN").map_or(env!("CARGO_BIN_EXE_adjutant").into(), PathBuf::from);
    let rounds = std::env::var("ADJUTANT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(9);
    let (home, folder) = (tempfile::tempdir().expect("a folder"), example::folder(CAMPAIGN));
    let mut bench = Bench { program, rounds, floor: 1.0 };
    let help = bench.run(&folder, home.path(), &["--help"], &|| ());
    bench.floor = help.time;
    println!("{:<34} {:>9} {:>8} {:>9} {:>8}", "", "ms", "--help", "MB", "goal");
    bench.line("--help", &help, None);
    let record = home.path().join("cache");
    for (name, question, goal) in QUESTIONS {
        let cold = bench.run(&folder, home.path(), question, &|| drop(fs::remove_dir_all(&record)));
        bench.line(&format!("{name}, no record"), &cold, None);
        let warm = bench.run(&folder, home.path(), question, &|| ());
        bench.line(name, &warm, Some(goal));
    }
    a_turn(&bench);
    let page = home.path().join("match.html");
    let replay = ["replay", "--out", page.to_str().expect("a plain path")];
    let replay = Bench { rounds: 1, ..bench.clone() }.run(&folder, home.path(), &replay, &|| ());
    bench.line("replay", &replay, Some(1500.0));
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
    for question in [&["legal", "--seat", mover][..], &["draft", "--force", "--seat", mover]] {
        bench.line(question[0], &bench.run(&folder, &own, question, &|| ()), Some(50.0));
    }
    let check = bench.run(&folder, &own, &["check", draft, "--seat", mover], &|| ());
    bench.line("check", &check, Some(100.0));
    let written = folder.join(turn);
    let (path, kept) = log(&own, &["sign", draft, "--seat", mover, "--recover", "."]);
    let unsigned = || {
        fs::write(&path, &kept).expect("the log");
        let _ = fs::remove_file(&written);
    };
    let sign = bench.run(&folder, &own, &["sign", draft, "--seat", mover], &unsigned);
    bench.line("sign", &sign, Some(100.0));
    bench.must(&folder, &other, &["match", "status", "."]);
    let state = folder.join(format!("states/{last:04}.yaml"));
    let (path, kept) = log(&other, &["adjudicate", "--seat", answerer, "--recover", "."]);
    let unanswered = || {
        fs::write(&path, &kept).expect("the log");
        let _ = (fs::remove_file(&state), fs::remove_dir_all(folder.join("reports")));
    };
    let adjudicate = bench.run(&folder, &other, &["adjudicate", "--seat", answerer], &unanswered);
    bench.line("adjudicate", &adjudicate, Some(100.0));
    let grown = bench.run(&folder, &own, &["match", "status", "."], &|| {
        let _ = fs::remove_file(&state);
        bench.must(&folder, &own, &["match", "status", "."]);
        unanswered();
        bench.must(&folder, &other, &["adjudicate", "--seat", answerer]);
    });
    bench.line("match status, a state has come", &grown, Some(50.0));
}

#[derive(Clone)]
struct Bench {
    program: PathBuf,
    rounds: usize,
    /// What `--help` takes, in milliseconds.
    floor: f64,
}

/// The median time in milliseconds, and the largest peak of memory in MB.
struct Ran {
    time: f64,
    memory: f64,
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
        let (mut times, mut memory): (Vec<Duration>, u64) = (Vec::new(), 0);
        for _ in 0..=self.rounds {
            before();
            let begun = Instant::now();
            let ran = self.command(folder, home, args).spawn().expect("the program runs").wait4().expect("it ends");
            times.push(begun.elapsed());
            assert!(ran.status.success(), "adjutant {}", args.join(" "));
            memory = memory.max(ran.rusage.maxrss);
        }
        let mut times = times.split_off(1);
        times.sort();
        Ran { time: times[times.len() / 2].as_secs_f64() * 1000.0, memory: memory as f64 / 1e6 }
    }

    fn line(&self, name: &str, ran: &Ran, goal: Option<f64>) {
        let goal = goal.map_or(String::new(), |goal| format!("{goal:.0}"));
        println!("{name:<34} {:>9.1} {:>7.1}× {:>9.1} {goal:>8}", ran.time, ran.time / self.floor, ran.memory);
    }
}
