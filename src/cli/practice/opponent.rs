//! Who plays against the user, and how well; the name with which the other seat signs the charter says it.

use crate::cli::Failure;
use crate::cli::local_match::{Player, Thinker};
use crate::document::Problem;

/// How well the program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Does anything legal in every second of its turns.
    Easy,
    /// Plays by rules of thumb, at once.
    #[default]
    Sensible,
    /// Tries its plans in imagined futures, for some seconds.
    Strong,
}

/// How many seconds the strong player thinks about a decision, unless it is told.
const USUAL_THINKING: u32 = 5;

/// The user's opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    pub level: Level,
    /// Decides between plans that the player rates equally.
    pub seed: u64,
    /// How many seconds a strong player thinks about a decision.
    pub think: u32,
}

impl Opponent {
    /// Its name.
    pub fn called(self) -> String {
        let Opponent { level, seed, think } = self;
        match level {
            Level::Easy => format!("The easy player (seed {seed})"),
            Level::Sensible => format!("The sensible player (seed {seed})"),
            Level::Strong => format!("The strong player (seed {seed}, {think} s)"),
        }
    }

    /// The opponent with a name; `None` for another person.
    pub fn named(name: &str) -> Option<Opponent> {
        let (level, rest) = [Level::Easy, Level::Sensible, Level::Strong]
            .into_iter()
            .find_map(|level| Some((level, name.strip_prefix(&format!("The {} player (seed ", level.word()))?)))?;
        let rest = rest.strip_suffix(')')?;
        let (seed, think) = match level {
            Level::Strong => {
                rest.strip_suffix(" s")?.split_once(", ").and_then(|(seed, s)| Some((seed, s.parse().ok()?)))?
            }
            _ => (rest, 0),
        };
        Some(Opponent { level, seed: seed.parse().ok()?, think })
    }

    /// The player.
    pub fn player(self) -> Player {
        match self.level {
            Level::Easy => Player::Easy(self.seed),
            Level::Sensible => Player::Sensible(self.seed),
            Level::Strong => Player::Strong(Thinker { seed: self.seed, seconds: self.think, futures: None }),
        }
    }
}

impl Level {
    /// How long this player thinks about a decision, if that is what the user has said.
    ///
    /// # Errors
    /// A time, or a number of futures, is given for a player who answers at once.
    pub fn thinks(self, said: Option<u32>) -> Result<u32, Failure> {
        match said {
            Some(_) if self != Level::Strong => {
                let problem = Problem::new(format!("the {} player answers at once", self.word()));
                Err(Failure::cannot(problem.advice("ask for the player who thinks with --level strong")))
            }
            said => Ok(said.unwrap_or(USUAL_THINKING)),
        }
    }

    /// As in `the strong player`.
    pub fn word(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Sensible => "sensible",
            Level::Strong => "strong",
        }
    }
}
