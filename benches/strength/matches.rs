//! Matches between two players.

use std::fmt;
use std::str::FromStr;

use adjutant::document::Id;
use adjutant::session::Game;
use adjutant::session::search::Settings;
use adjutant::session::self_play::{Player, SelfPlay};
use serde_json::{Map, Value};

/// A match that is not over after this many steps counts as drawn.
const MOST: u64 = 6_000;

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub game: String,
    pub scenario: String,
    /// The options of the charter as JSON, or nothing.
    pub options: String,
}

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Random,
    Easy,
    Sensible,
    Strong(Settings),
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        match text.split_once(':') {
            Some(("strong", given)) => {
                let numbers: Result<Vec<u32>, _> = given.split(':').map(str::parse).collect();
                let numbers =
                    numbers.map_err(|_| format!("'{given}' are no numbers of futures, turns, candidates, margin"))?;
                let mut settings = Settings::new(numbers[0], 0);
                settings.turns = numbers.get(1).map_or(settings.turns, |turns| *turns);
                settings.candidates = numbers.get(2).map_or(settings.candidates, |count| *count as usize);
                settings.margin = numbers.get(3).map_or(settings.margin, |margin| i64::from(*margin));
                Ok(Level::Strong(settings))
            }
            _ => match text {
                "random" => Ok(Level::Random),
                "easy" => Ok(Level::Easy),
                "sensible" => Ok(Level::Sensible),
                _ => Err(format!("'{text}' is no player: there are random, easy, sensible and strong:200")),
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Easy => f.write_str("easy"),
            Level::Sensible => f.write_str("sensible"),
            Level::Strong(Settings { playouts, turns, candidates, margin, .. }) => {
                write!(f, "strong:{playouts}:{turns}:{candidates}:{margin}")
            }
        }
    }
}

impl Level {
    /// A player of this level.
    pub fn player(self, sides: &[Id; 2], seed: u64) -> Player {
        match self {
            Level::Random => Player::random(seed),
            Level::Easy => Player::easy(seed),
            Level::Sensible => Player::sensible(seed),
            Level::Strong(settings) => Player::strong(Settings { seed, ..settings }, sides),
        }
    }
}

/// Two matches with the same dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub pair: u64,
    /// What the first player scores as each side: 1, ½ or 0.
    pub scores: [f64; 2],
    pub steps: [u64; 2],
}

impl Setting {
    /// A match before its first step.
    pub fn begin(&self, game: &dyn Game, seed: u64) -> Result<SelfPlay, String> {
        let scenario: Id = self.scenario.parse().map_err(|_| format!("'{}' is no scenario", self.scenario))?;
        let options: Map<String, Value> = match self.options.as_str() {
            "" => Map::new(),
            text => serde_json::from_str(text).map_err(|error| format!("the options: {error}"))?,
        };
        let table = game.setup(&scenario, &options).map_err(|problem| problem.to_string())?;
        Ok(SelfPlay::new(table, &game.sides(), seed))
    }
}

/// One match; the score of side `of`, and the steps.
fn score(game: &dyn Game, setting: &Setting, levels: [Level; 2], seed: u64, of: usize) -> Result<(f64, u64), String> {
    let sides = game.sides();
    let mut play = setting.begin(game, seed)?;
    let mut players = [0, 1].map(|n| levels[n].player(&sides, seed * 2 + n as u64));
    let outcome = play.run(&sides, &mut players, MOST, &mut |_, _| {});
    let outcome = outcome.map_err(|why| format!("{setting:?}, seed {seed}: {why:?}"))?;
    let chance = outcome.map_or(5_000, |_| play.table.winning_chance(&sides[of]));
    Ok((chance as f64 / 10_000.0, play.steps))
}

/// Plays pairs, one on each core; the first player is each side once.
pub fn pairs(
    game: &dyn Game,
    setting: &Setting,
    [first, second]: [Level; 2],
    pairs: &[u64],
) -> Result<Vec<Played>, String> {
    let one = |pair: u64| -> Result<Played, String> {
        let as_one = score(game, setting, [first, second], pair, 0)?;
        let as_other = score(game, setting, [second, first], pair, 1)?;
        Ok(Played { pair, scores: [as_one.0, as_other.0], steps: [as_one.1, as_other.1] })
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = pairs.iter().map(|pair| scope.spawn(move || one(*pair))).collect();
        running.into_iter().map(|one| one.join().map_err(|_| "a match broke off".to_owned())?).collect()
    })
}
