//! What a game says of itself before it is loaded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Map;

use super::{Game, Rules};
use crate::document::{Id, PackFiles, Problem};
use crate::pack::{PackEntry, entries, unsourced};
use crate::report::Present;
use crate::report::grammar::capital;
use crate::report::svg::Drawing;
use crate::sorted::SortedMap;

/// What is known of a game before it is loaded. Each game has one, and the program lists them.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The id under which charters name it.
    pub id: &'static str,
    /// The title of the game for people.
    pub title: &'static str,
    /// The revision of its rules.
    pub revision: u32,
    /// The default scenario: its id, and its name for people.
    pub scenario: (&'static str, &'static str),
    /// A sample outcome as a referee may state it, in YAML on one line, and an explanation of it.
    pub outcome: (&'static str, &'static str),
    /// An order that is always illegal, in JSON, and the comment beside it: for `adjutant demo`.
    pub illegal_turn: (&'static str, &'static str),
    /// What a newcomer is told of it.
    pub introduction: Introduction,
    /// The data that it is played with; `None` if its rules are all that it needs. Charters pin it under the game's id.
    pub pack: Option<PackData>,
    /// Makes the game from the files of its pack, with [`loaded`].
    ///
    /// # Errors
    /// The pack is damaged.
    pub make: fn(&PackFiles) -> Result<Arc<dyn Game>, Problem>,
}

impl GameEntry {
    /// Makes the game from these packs, keyed by their names in the charter.
    ///
    /// # Errors
    /// A pack is missing or damaged.
    pub fn make(&self, packs: &BTreeMap<String, PackFiles>) -> Result<Arc<dyn Game>, Problem> {
        let Some(pack) = &self.pack else { return (self.make)(&PackFiles::default()) };
        let lacks = || {
            let problem = Problem::new(format!("the charter pins no pack '{}'", pack.game)).in_path("packs");
            problem.advice(format!("{} needs a pack of this name", self.title))
        };
        (self.make)(packs.get(pack.game).ok_or_else(lacks)?)
    }

    /// The name of a scenario for people: the default scenario's own, otherwise its id in words.
    pub fn scenario_name(&self, id: &str) -> String {
        let (first, name) = self.scenario;
        if id == first { name.to_owned() } else { id.split('_').map(capital).collect::<Vec<_>>().join(" ") }
    }

    /// The packs that come with the program, by name.
    pub fn shipped(&self) -> BTreeMap<String, PackFiles> {
        self.pack.iter().map(|pack| (pack.game.to_owned(), (pack.shipped)().clone())).collect()
    }
}

/// What a newcomer is told of a game before the first move.
#[derive(Clone, Copy, Debug)]
pub struct Introduction {
    /// How one wins, in sentences, with the rule.
    pub goal: &'static str,
    /// Scenarios that are won in another way.
    pub other_goals: &'static [(&'static str, &'static str)],
    /// How many mails a match of a scenario takes in all: the steps of matches of two sensible players, head-to-head.
    pub mails: &'static [(&'static str, u32)],
}

impl Introduction {
    /// How one wins a scenario, in sentences, with the rule.
    pub fn goal_of(&self, scenario: &str) -> &'static str {
        self.other_goals.iter().find(|(name, _)| *name == scenario).map_or(self.goal, |(_, goal)| goal)
    }

    /// How many mails a match of a scenario takes in all, roughly; `None` if nobody has counted.
    pub fn mails_of(&self, scenario: &str) -> Option<u32> {
        self.mails.iter().find(|(name, _)| *name == scenario).map(|(_, mails)| *mails)
    }
}

/// The data pack of a game, independent of the game's rules, for those who check, compare and correct it.
#[derive(Clone, Copy, Debug)]
pub struct PackData {
    /// The id of the game; its pack lies in `scenarios/` under this name.
    pub game: &'static str,
    /// The files of the pack that comes with the program.
    pub shipped: fn() -> &'static PackFiles,
    /// Files that a pack may have besides, as the program uses them where a pack has none: name and text.
    pub optional: &'static [(&'static str, &'static str)],
    /// A file that only this game's pack has, and those of games that are listed after it.
    pub mark: &'static str,
    /// Every inconsistency in a pack, each problem with its file and entry.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read.
    pub check: fn(&PackFiles) -> Result<Vec<Problem>, Problem>,
    /// Gives entries the sources that a pack states elsewhere, if it does.
    pub add_sources: Option<fn(&PackFiles) -> PackFiles>,
    /// The bare map of a pack, without units, or with those of the first scenario.
    ///
    /// # Errors
    /// The pack cannot be read, or its map cannot be drawn.
    pub board: fn(&PackFiles) -> Result<Drawing, Problem>,
    /// What `pack show` may be asked for.
    pub examples: &'static str,
}

impl PackData {
    /// Every inconsistency in a pack, and every entry without a source.
    ///
    /// # Errors
    /// As [`PackData::check`].
    pub fn problems(&self, files: &PackFiles) -> Result<Vec<Problem>, Problem> {
        let mut problems = (self.check)(files)?;
        problems.extend(unsourced(&self.with_sources(files)));
        Ok(problems)
    }

    /// The content of a pack, entry by entry, with sources.
    pub fn entries(&self, files: &PackFiles) -> SortedMap<String, PackEntry> {
        entries(&self.with_sources(files))
    }

    fn with_sources<'a>(&self, files: &'a PackFiles) -> Cow<'a, PackFiles> {
        self.add_sources.map_or(Cow::Borrowed(files), |add| Cow::Owned(add(files)))
    }
}

/// A game that is ready to be played: `read` reads its pack, and `new` makes the game from the pack.
///
/// # Errors
/// The pack is damaged.
pub fn loaded<P, R: Present>(
    files: &PackFiles,
    read: fn(&PackFiles) -> Result<P, Problem>,
    new: fn(P) -> R,
) -> Result<Arc<dyn Game>, Problem> {
    Ok(Arc::new(Rules(new(read(files)?))))
}

/// The board as a scenario begins, without options.
///
/// # Errors
/// The game has no such scenario, or its board cannot be drawn.
pub fn opening_board<R: Present>(rules: &R, scenario: &Id) -> Result<Drawing, Problem> {
    rules.board(&rules.setup(scenario, &Map::new())?)
}
