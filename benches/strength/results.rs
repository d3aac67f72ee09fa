//! The results of pairs, kept as lines of JSON with the commit.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::matches::{Level, Played, Setting};

/// The pairs of one commit, setting and pair of players.
pub struct Results {
    path: PathBuf,
    /// The fields that every line of these results has.
    head: Value,
    played: Vec<Played>,
}

impl Results {
    /// What a file has of them.
    pub fn read(path: &Path, commit: &str, setting: &Setting, players: [Level; 2]) -> Result<Results, String> {
        let head = json!({"commit": commit, "game": setting.game, "scenario": setting.scenario, "options": setting.options,
                          "players": players.map(|level| level.to_string())});
        let text = match path.exists() {
            true => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?,
            false => String::new(),
        };
        let mut played = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("{}:{}: {what}", path.display(), n + 1);
            let line: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
            if head.as_object().into_iter().flatten().all(|(key, value)| line[key] == *value) {
                played.push(read(&line).ok_or_else(|| wrong("this is no result"))?);
            }
        }
        Ok(Results { path: path.to_owned(), head, played })
    }

    /// Whether a pair has been played.
    pub fn has(&self, pair: u64) -> bool {
        self.played.iter().any(|played| played.pair == pair)
    }

    /// The scores of the first player as each side, pair by pair.
    pub fn scores(&self) -> Vec<[f64; 2]> {
        self.played.iter().map(|played| played.scores).collect()
    }

    /// Adds a pair, and writes it.
    pub fn add(&mut self, played: Played) -> Result<(), String> {
        let mut line = self.head.clone();
        line["pair"] = json!(played.pair);
        line["scores"] = json!(played.scores);
        line["steps"] = json!(played.steps);
        let file = std::fs::File::options().create(true).append(true).open(&self.path);
        let written = file.and_then(|mut file| writeln!(file, "{line}"));
        written.map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.played.push(played);
        Ok(())
    }
}

fn read(line: &Value) -> Option<Played> {
    Some(Played {
        pair: line["pair"].as_u64()?,
        scores: [line["scores"][0].as_f64()?, line["scores"][1].as_f64()?],
        steps: [line["steps"][0].as_u64()?, line["steps"][1].as_u64()?],
    })
}
