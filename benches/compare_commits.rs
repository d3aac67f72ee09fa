//! Measures one commit, for comparison with another: build this file at both commits and run the programs alternately.
//! It verifies the example matches of the commit and plays on land, and prints the median of each.
//!
//! `cargo bench --bench compare_commits`

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::chain::MatchFiles;
use adjutant::chain::verify::verify;
use adjutant::document::Bytes32;
use adjutant::engine::Dice;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::pack::Pack;
use adjutant::session::Rules;
use adjutant::session::{Game, RandomPlayer};
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Map, Value};

/// Rolls of a fixed key, numbered through.
struct SeededDice(Stream, u64);

impl Dice for SeededDice {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.1 += 1;
        self.0.roll(self.1, count, sides).ok()
    }
}

/// Every file under a folder of examples, by the name that the match knows it by.
fn gather(folder: &Path, root: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            gather(&path, root, files);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            let name = path.strip_prefix(root).expect("a file of the match").to_string_lossy().into_owned();
            files.push((name, std::fs::read(&path).expect("a file")));
        }
    }
}

/// The median of some runs, in milliseconds, and what one run did.
fn median(runs: usize, mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut did = 0;
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let started = Instant::now();
            did = black_box(run());
            started.elapsed()
        })
        .collect();
    times.sort();
    (times[runs / 2].as_secs_f64() * 1e3, did)
}

fn told(what: &str, (time, count): (f64, usize)) {
    println!("{what:<44} {time:>9.1} ms  {count:>5} steps  {:>8.3} ms a step", time / count.max(1) as f64);
}

/// Plays this many steps of a scenario at random: the questions, what is legal, the check of an act, and its result.
fn play(game: &dyn Game, scenario: &str, steps: usize) -> usize {
    let mut table = game.setup(&scenario.parse().expect("an id"), &Map::new()).expect("the scenario");
    let mut dice = SeededDice(Stream { key: Bytes32([7; 32]) }, 0);
    let mut player = RandomPlayer::new(7);
    let mut happened: Vec<Value> = table.adjudicate(&[], &mut dice).expect("the start");
    for step in 0..steps {
        let Some(awaited) = table.awaiting().into_iter().next() else { return step };
        let plan = player.plan(&*table, &awaited.side).expect("something is asked");
        happened = table.adjudicate(&[(awaited.side, plan.act)], &mut dice).expect("a legal act");
    }
    black_box(happened);
    steps
}

fn main() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for name in ["virginia-head-to-head", "virginia-refereed"] {
        let (folder, mut read) = (examples.join(name), Vec::new());
        gather(&folder, &folder, &mut read);
        let verified = median(15, || {
            let mut files = MatchFiles::default();
            read.iter().for_each(|(name, bytes)| files.add(name, bytes));
            let verification = verify(&files, &adjutant::registry::games());
            assert!(verification.is_valid(false), "{:#?}", verification.failures);
            verification.counts.steps as usize
        });
        told(&format!("verification of {name}"), verified);
    }
    let game = Rules(CivilWar::new(Pack::shipped().clone()));
    for scenario in ["virginia_1861", "virginia_1862", "campaign_1862"] {
        let known = game.setup(&scenario.parse().expect("an id"), &Map::new()).is_ok();
        let steps = if scenario.starts_with("campaign") { 60 } else { 300 };
        if known {
            told(&format!("play of {scenario}"), median(5, || play(&game, scenario, steps)));
        }
    }
}
