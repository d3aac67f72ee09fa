//! The games of this build.

use std::collections::BTreeMap;
use std::fmt;

use crate::document::{Charter, Problem};
use crate::engine::Game;
use crate::engine::table::Rules;

use crate::rulesets::civil_war::CivilWar;
use crate::rulesets::civil_war::pack::Pack;

use super::folder::{MatchFiles, PackFiles};
use super::toy::Toy;

/// Makes a game from its data packs, by the packs' names in the charter.
pub type Make = fn(u32, &BTreeMap<String, PackFiles>) -> Result<Box<dyn Game>, Problem>;

/// The games that a program knows, by the ids under which charters name them.
#[derive(Clone)]
pub struct Games {
    makers: BTreeMap<&'static str, Make>,
    packs: BTreeMap<String, PackFiles>,
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.makers.keys()).finish()
    }
}

impl Default for Games {
    /// Every game of this build.
    fn default() -> Self {
        let mut games = Games { makers: BTreeMap::new(), packs: BTreeMap::new() };
        games.makers.insert("civil_war", civil_war);
        games.add_pack(Pack::NAME, Pack::shipped_files());
        games
    }
}

impl Games {
    /// Every game of this build, and the small one that tests of the protocol are played with.
    #[doc(hidden)]
    pub fn with_toy() -> Self {
        let mut games = Games::default();
        games.makers.insert("toy", |revision, _| revised(Box::new(Rules(Toy)), revision));
        games
    }

    /// Adds a pack that came with the program; a charter may pin it without a copy in the match's folder.
    pub fn add_pack(&mut self, name: &str, files: PackFiles) {
        self.packs.insert(name.to_owned(), files);
    }

    /// A pack that came with the program.
    pub fn shipped_pack(&self, name: &str) -> Option<&PackFiles> {
        self.packs.get(name)
    }

    /// The ids of the games.
    pub fn ids(&self) -> Vec<&'static str> {
        self.makers.keys().copied().collect()
    }

    /// A game with its data.
    ///
    /// # Errors
    /// The game or its revision is not in this build, or its data is missing or damaged.
    pub fn game(
        &self,
        ruleset: &str,
        revision: u32,
        packs: &BTreeMap<String, PackFiles>,
    ) -> Result<Box<dyn Game>, Problem> {
        let make = self.makers.get(ruleset).ok_or_else(|| {
            let known = self.ids().join(", ");
            Problem::new(format!("this build has no ruleset '{ruleset}'")).advice(format!("it has: {known}"))
        })?;
        make(revision, packs)
    }

    /// The game that a charter pins, with the packs that it pins, from the match's folder or from this build.
    ///
    /// # Errors
    /// As [`Games::game`]; or a pack is not to be had.
    pub fn for_charter(&self, charter: &Charter, files: &MatchFiles) -> Result<Box<dyn Game>, Problem> {
        let mut packs = BTreeMap::new();
        for (n, pin) in charter.packs.iter().enumerate() {
            let built_in = || self.packs.values().find(|files| super::charter::pack_digest(files) == pin.sha256);
            let Some(pack) = files.pack(&pin.sha256).or_else(built_in) else {
                let message = format!("the data pack '{}' with the digest {} is not here", pin.name, pin.sha256);
                let problem = Problem::new(message).in_path(format!("packs[{n}]")).rule("protocol 1");
                return Err(problem.advice("put a copy of it in the match's folder, under packs/"));
            };
            packs.insert(pin.name.as_str().to_owned(), pack.clone());
        }
        self.game(charter.ruleset.id.as_str(), charter.ruleset.revision, &packs)
            .map_err(|problem| if problem.path.is_some() { problem } else { problem.in_path("ruleset") })
    }
}

fn civil_war(revision: u32, packs: &BTreeMap<String, PackFiles>) -> Result<Box<dyn Game>, Problem> {
    let files = packs.get(Pack::NAME).ok_or_else(|| {
        let problem = Problem::new(format!("the charter pins no pack '{}'", Pack::NAME)).in_path("packs");
        problem.advice("The Civil War is played with a pack of this name")
    })?;
    revised(Box::new(Rules(CivilWar::new(Pack::from_files(files)?))), revision)
}

/// The game, if it is of the revision asked for.
fn revised(game: Box<dyn Game>, revision: u32) -> Result<Box<dyn Game>, Problem> {
    if game.revision() == revision {
        return Ok(game);
    }
    let (id, own) = (game.id(), game.revision());
    let problem = Problem::new(format!("this build has revision {own} of '{id}', and not revision {revision}"));
    Err(problem.in_path("ruleset.revision").advice("use the build that the match was played with"))
}
