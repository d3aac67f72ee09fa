//! What is played: a game, one of its scenarios, and its options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::open_match::Match;
use super::pack::folder::{ProblemLocator, pack_in};
use super::{Failure, folder, seat, wall_clock};
use crate::chain::charter::NewMatch;
use crate::document::kinds::{Pace, PackPin, RulesetPin, TrustMode};
use crate::document::{Form, Id, PackFiles, Problem, read};
use crate::registry::{self, DEFAULT_GAME};
use crate::session::{Game, GameEntry};

/// The game, and what is played of it.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// The game.
    #[arg(long, visible_alias = "game", default_value = DEFAULT_GAME)]
    ruleset: String,
    /// The scenario [default: the game's first].
    #[arg(long)]
    pub scenario: Option<String>,
    /// An option of the game or the scenario: its name alone switches it on; may be given several times.
    #[arg(long = "option", value_name = "NAME[=VALUE]")]
    options: Vec<String>,
}

/// A game that was chosen, with its data.
pub struct ChosenGame {
    pub known: GameEntry,
    pub game: Arc<dyn Game>,
    pub packs: BTreeMap<String, PackFiles>,
    pub scenario: Id,
    pub options: Map<String, Value>,
}

/// A game that is played with the data in a folder of somebody's own.
pub struct OwnPack {
    pub folder: PathBuf,
    pub known: GameEntry,
    pub packs: BTreeMap<String, PackFiles>,
    pub game: Arc<dyn Game>,
}

impl OwnPack {
    /// The pack in a folder, and the game that it is for.
    ///
    /// # Errors
    /// The folder holds no pack, or one that does not fit together.
    pub fn read(folder: &Path) -> Result<OwnPack, Failure> {
        let files = pack_in(folder)?;
        let known = folder::games().find(registry::pack_for(&files).game).map_err(Failure::cannot)?;
        OwnPack::of_game(*known, folder, &files)
    }

    /// A game with these files of a folder in the place of the program's data.
    ///
    /// # Errors
    /// They are no pack of that game, or one that does not fit together.
    fn of_game(known: GameEntry, folder: &Path, files: &PackFiles) -> Result<OwnPack, Failure> {
        // A game has one pack at present, which the player's own replaces.
        let packs = known.shipped().into_keys().map(|name| (name, files.clone())).collect();
        let game = folder::games().game(known.id, known.revision, &packs);
        // Whoever has changed a pack wants to hear of everything that does not fit, as from `pack check`.
        let game = game.map_err(|problem| {
            let all =
                registry::pack_of(known.id).and_then(|data| data.problems(files).ok()).filter(|all| !all.is_empty());
            ProblemLocator::refusal(folder, all.unwrap_or_else(|| vec![problem]))
        })?;
        Ok(OwnPack { folder: folder.to_owned(), known, packs, game })
    }
}

impl GameArgs {
    /// What was chosen, with the data that comes with the program.
    ///
    /// # Errors
    /// This build has no such game, or the game has no such scenario or option.
    pub fn chosen(&self) -> Result<ChosenGame, Failure> {
        self.chosen_with(None)
    }

    /// The same with the data in a folder of the player's own, if he names one.
    ///
    /// # Errors
    /// As [`GameArgs::chosen`]; or the folder holds no pack of the game.
    pub fn chosen_with(&self, own: Option<&PathBuf>) -> Result<ChosenGame, Failure> {
        let known = *folder::games().find(seat::id("game", &self.ruleset)?.as_str()).map_err(Failure::cannot)?;
        let (packs, game) = match own {
            Some(folder) => {
                let OwnPack { packs, game, .. } = OwnPack::of_game(known, folder, &pack_in(folder)?)?;
                (packs, game)
            }
            None => {
                let packs = known.shipped();
                let game = folder::games().game(known.id, known.revision, &packs).map_err(Failure::cannot)?;
                (packs, game)
            }
        };
        let scenario = seat::id("scenario", self.scenario.as_deref().unwrap_or(known.scenario.0))?;
        let options = options(&self.options)?;
        game.setup(&scenario, &options).map_err(Failure::cannot)?;
        Ok(ChosenGame { known, game, packs, scenario, options })
    }
}

impl ChosenGame {
    /// What is played in a match, with its data.
    ///
    /// # Errors
    /// This build does not have the game, or has another revision of it, or a pack is missing.
    pub fn of(found: &Match<'_>) -> Result<ChosenGame, Failure> {
        let charter = &found.chain.charter.typed;
        let known = *folder::games().find(charter.ruleset.id.as_str()).map_err(Failure::no)?;
        let shipped = known.shipped();
        let packs = charter.packs.iter().map(|pin| {
            let own = shipped.values().find(|pack| pack.digest() == pin.sha256);
            let pack = found.folder.files.pack(&pin.sha256).or(own).ok_or_else(|| {
                Failure::no(Problem::new(format!("the data pack '{}' of this match is not here", pin.name)))
            })?;
            Ok((pin.name.to_string(), pack.clone()))
        });
        let packs: BTreeMap<String, PackFiles> = packs.collect::<Result<_, Failure>>()?;
        let game = folder::games().game(known.id, charter.ruleset.revision, &packs).map_err(Failure::no)?;
        Ok(ChosenGame { known, game, packs, scenario: charter.scenario.clone(), options: charter.options.clone() })
    }

    /// The name of the scenario for a title.
    pub fn called(&self) -> String {
        self.known.scenario_name(self.scenario.as_str())
    }

    /// The terms of a charter for it, dated now.
    ///
    /// # Errors
    /// A pack has no name that a charter can hold.
    pub fn charter(&self, title: String, trust: TrustMode, pace: Pace) -> Result<NewMatch, Failure> {
        let pin =
            |(name, pack): (&String, &PackFiles)| Ok(PackPin { name: seat::id("pack", name)?, sha256: pack.digest() });
        Ok(NewMatch {
            title,
            date: wall_clock::now(),
            ruleset: RulesetPin { id: seat::id("game", self.known.id)?, revision: self.known.revision },
            packs: self.packs.iter().map(pin).collect::<Result<_, Failure>>()?,
            scenario: self.scenario.clone(),
            options: self.options.clone(),
            trust,
            pace,
            continues: None,
            from: None,
            event: None,
        })
    }

    /// Whether it is played with hands of cards.
    ///
    /// # Errors
    /// The game cannot be loaded from its packs, or does not have the scenario.
    pub fn has_hands(&self) -> Result<bool, Failure> {
        let game = self.known.make(&self.packs).map_err(Failure::cannot)?;
        let table = game.setup(&self.scenario, &self.options).map_err(Failure::cannot)?;
        Ok(table.cards().is_some())
    }

    /// The files of its packs as a match stores them: path in the match folder, name in the pack, and content.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &str, &Value)> {
        self.packs.iter().flat_map(|(name, pack)| {
            let kept = Path::new("packs").join(name);
            pack.iter().map(move |(file, content)| (kept.join(file), file, content))
        })
    }
}

/// The options, each a name and a value: a whole number, true, false, a mapping or list as in YAML, or a text; a name
/// without a value means true.
fn options(given: &[String]) -> Result<Map<String, Value>, Failure> {
    let mut options = Map::new();
    for option in given {
        let (name, value) = option.split_once('=').unwrap_or((option, "true"));
        if name.is_empty() {
            let problem = Problem::new(format!("'{option}' is not an option"));
            return Err(Failure::cannot(problem.advice("write it as NAME or NAME=VALUE")));
        }
        let value = match (value.parse::<i64>(), value) {
            (Ok(number), _) => json!(number),
            (_, "true") => json!(true),
            (_, "false") => json!(false),
            // A mapping or list is written as in YAML.
            (_, text) if text.starts_with(['{', '[']) => in_a_file(name, text)?,
            _ => json!(value),
        };
        if options.insert(name.to_owned(), value).is_some() {
            let problem = Problem::new(format!("you give the option '{name}' twice"));
            return Err(Failure::cannot(problem.advice("give it only once")));
        }
    }
    Ok(options)
}

/// Parses a value as YAML.
fn in_a_file(name: &str, text: &str) -> Result<Value, Failure> {
    let found = read(name, format!("option: {text}\n").as_bytes(), Form::Draft).map_err(|problem| {
        let problem = Problem::new(format!("the option '{name}' cannot be read: {}", problem.message));
        Failure::cannot(problem.advice("write it in quotes, as --option \"hand={federal: 7, confederate: 5}\""))
    })?;
    match found.cut_texts().into_iter().next() {
        None => Ok(found.content["option"].clone()),
        Some(Problem { message, advice, .. }) => {
            let problem = Problem::new(format!("the option '{name}' cannot be read: {message}"));
            Err(Failure::cannot(problem.advice(advice.unwrap_or_default())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |given: &[&str]| options(&given.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).ok();
        let read = |given: &[&str]| read(given).map(Value::Object);
        assert_eq!(read(&["advanced", "rounds=3"]), Some(json!({"advanced": true, "rounds": 3})));
        assert_eq!(read(&["fog=false", "name=a=b"]), Some(json!({"fog": false, "name": "a=b"})));
        let hand = json!({"hand": {"federal": 7, "confederate": 5}});
        assert_eq!(read(&["hand={federal: 7, confederate: 5}"]), Some(hand));
        assert_eq!(read(&["hand={federal: "]), None);
        assert_eq!(read(&[]), Some(json!({})));
        assert_eq!(read(&["=3"]), None);
        assert_eq!(read(&["fog", "fog=false"]), None);
    }
}
