//! How strong the program's players are: pairs of matches with the same dice and the sides exchanged.
//!
//! `cargo bench --bench strength -- --game dixie --scenario shiloh --first strong:400 --second sensible --pairs 100`
//! plays two players against each other and prints the score of the first, its share from each side, and the difference
//! in Elo with its error. A player is `random`, `easy`, `sensible` or `strong:N` with N futures for each decision, so that a
//! result does not depend on the machine or its load (`strong:N:TURNS:CANDIDATES:MARGIN` changes the other settings of
//! the search). It stops at `--pairs`, or earlier if a sequential test decides
//! whether the first player scores `--goal` percent (65) rather than half (SPRT, 5 % errors; `--whole` plays on).
//! Results are added to `benches/strength/results.jsonl` with the commit, and pairs that are there are not played again
//! (`--commit` names the commit whose pairs count; `--results` names another file).
//!
//! `--calibrate N` plays N matches instead and prints how often what the signs promise comes true; `--features FILE`
//! also writes the signs of every position, for fitting their weights.

mod calibration;
mod matches;
mod results;
mod statistics;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use adjutant::registry;
use adjutant::session::search::Settings;
use matches::{Level, Setting};
use results::Results;

/// The options given on the command line.
struct Asked {
    setting: Setting,
    players: [Level; 2],
    pairs: u64,
    cores: usize,
    goal: f64,
    whole: bool,
    calibrate: Option<u64>,
    features: Option<PathBuf>,
    results: PathBuf,
    commit: Option<String>,
}

fn asked() -> Result<Asked, String> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/strength/results.jsonl"));
    let mut asked = Asked {
        setting: Setting { game: "crossroads".to_owned(), scenario: String::new(), options: String::new() },
        players: [Level::Strong(Settings::new(200, 0)), Level::Sensible],
        pairs: 20,
        cores,
        goal: 65.0,
        whole: false,
        calibrate: None,
        features: None,
        results: file,
        commit: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
        match word.as_str() {
            // Cargo says so itself.
            "--bench" => {}
            "--game" => asked.setting.game = value()?,
            "--scenario" => asked.setting.scenario = value()?,
            "--options" => asked.setting.options = value()?,
            "--first" => asked.players[0] = value()?.parse()?,
            "--second" => asked.players[1] = value()?.parse()?,
            "--pairs" => asked.pairs = number(value()?)?,
            "--cores" => asked.cores = number(value()?)?.max(1) as usize,
            "--goal" => asked.goal = number(value()?)? as f64,
            "--whole" => asked.whole = true,
            "--calibrate" => asked.calibrate = Some(number(value()?)?),
            "--features" => asked.features = Some(value()?.into()),
            "--results" => asked.results = value()?.into(),
            "--commit" => asked.commit = Some(value()?),
            other => return Err(format!("'{other}' is no option; the head of benches/strength/main.rs lists them")),
        }
    }
    if asked.setting.scenario.is_empty() {
        let entry = registry::GAMES.iter().find(|entry| entry.id == asked.setting.game);
        asked.setting.scenario =
            entry.ok_or(format!("there is no game '{}'", asked.setting.game))?.scenario.0.to_owned();
    }
    Ok(asked)
}

/// The commit that is measured.
fn commit() -> String {
    let said = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    said.ok().and_then(|said| String::from_utf8(said.stdout).ok()).unwrap_or_default().trim().to_owned()
}

fn run(asked: Asked) -> Result<(), String> {
    let entry = registry::GAMES.iter().find(|entry| entry.id == asked.setting.game);
    let entry = entry.ok_or(format!("there is no game '{}'", asked.setting.game))?;
    let game = entry.make(&entry.shipped()).map_err(|problem| problem.to_string())?;
    let started = Instant::now();
    if let Some(count) = asked.calibrate {
        let found = calibration::play(&*game, &asked.setting, count, asked.cores)?;
        println!("{}", found.table());
        if let Some(path) = asked.features {
            std::fs::write(&path, found.features()).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        return Ok(());
    }
    let commit = asked.commit.unwrap_or_else(commit);
    let mut results = Results::read(&asked.results, &commit, &asked.setting, asked.players)?;
    let test = statistics::Test::new(asked.goal / 100.0);
    loop {
        let left: Vec<u64> = (0..asked.pairs).filter(|pair| !results.has(*pair)).take(asked.cores).collect();
        let decided = !asked.whole && test.is_decided(&results.scores());
        if left.is_empty() || decided {
            break;
        }
        for played in matches::pairs(&*game, &asked.setting, asked.players, &left)? {
            println!(
                "pair {}: {} as {}, {} as {}",
                played.pair,
                played.scores[0],
                game.sides()[0],
                played.scores[1],
                game.sides()[1]
            );
            results.add(played)?;
        }
    }
    println!("\n{}", statistics::summary(&asked.setting, asked.players, &game.sides(), &results.scores(), &test));
    println!("{:.0} seconds on {} cores, commit {commit}", started.elapsed().as_secs_f64(), asked.cores);
    Ok(())
}

fn main() -> ExitCode {
    match asked().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(said) => {
            eprintln!("{said}");
            ExitCode::from(2)
        }
    }
}
