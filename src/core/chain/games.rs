//! The games that this build contains.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::document::{Bytes32, Charter, PackFiles, Problem};
#[cfg(feature = "toy")]
use crate::session::game_entry::Introduction;
use crate::session::{Game, GameEntry};
use crate::spelling::instead;

use super::match_files::MatchFiles;

/// The small game for tests of the protocol.
#[cfg(feature = "toy")]
pub const TOY: GameEntry = GameEntry {
    id: "toy",
    title: "The toy game",
    revision: 1,
    pack: None,
    introduction: Introduction { goal: "", other_goals: &[], mails: &[] },
    scenario: ("field", "A field"),
    outcome: ("{winner: north}", "`winner` may also be south or none"),
    illegal_turn: (r#"{"raid": {"dice": 99}}"#, "With everybody!"),
    make: |_| Ok(super::toy::Toy::game()),
};

/// The small card game for tests of hidden hands.
#[cfg(feature = "toy")]
pub const TOY_CARDS: GameEntry = GameEntry {
    id: "toy_cards",
    title: "The toy card game",
    scenario: ("duel", "A duel"),
    illegal_turn: (r#"{"vow": {"value": 99}}"#, "By my beard!"),
    make: |_| Ok(super::toy_cards::ToyCards::game()),
    ..TOY
};

/// How many loaded games are kept. Comparing several copies of a match needs only a few.
pub const KEPT: usize = 4;

/// The games that a program knows, by the ids that charters use. Each game is loaded once for the same packs, and all
/// clones share it.
#[derive(Clone)]
pub struct Games {
    known: Vec<GameEntry>,
    packs: BTreeMap<String, Brought>,
    made: Arc<Mutex<Vec<Kept>>>,
}

/// A loaded game, and what it was made from.
type Kept = (Made, Arc<dyn Game>);

/// What a game is made from: its id, its revision, and the name and digest of each pack. The digest stands for the
/// pack's content.
#[derive(PartialEq)]
struct Made(String, u32, Vec<(String, Bytes32)>);

/// A pack that comes with the program.
#[derive(Clone)]
enum Brought {
    /// Compiled in, and read on first use.
    Compiled(fn() -> &'static PackFiles),
    Added(PackFiles),
}

impl Brought {
    fn files(&self) -> &PackFiles {
        match self {
            Brought::Compiled(read) => read(),
            Brought::Added(files) => files,
        }
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl Games {
    /// These games; the first is the default.
    pub fn of(known: &[GameEntry]) -> Self {
        let packs = known.iter().filter_map(|known| known.pack);
        let packs = packs.map(|pack| (pack.game.to_owned(), Brought::Compiled(pack.shipped))).collect();
        Games { known: known.to_vec(), packs, made: Arc::default() }
    }

    /// Adds the small game for tests of the protocol.
    #[cfg(feature = "toy")]
    #[must_use]
    pub fn with_toy(mut self) -> Self {
        self.known.extend([TOY, TOY_CARDS]);
        self
    }

    /// How many loaded games are kept at the moment, at most [`KEPT`].
    #[cfg(feature = "toy")]
    pub fn kept(&self) -> usize {
        self.made.lock().map_or(0, |made| made.len())
    }

    /// Adds a pack that comes with the program; a charter may pin it without a copy in the match's folder.
    pub fn add_pack(&mut self, name: &str, files: PackFiles) {
        self.packs.insert(name.to_owned(), Brought::Added(files));
    }

    /// A pack that comes with the program, by name.
    pub fn shipped_pack(&self, name: &str) -> Option<&PackFiles> {
        self.packs.get(name).map(Brought::files)
    }

    /// The games; the first is the default.
    pub fn known(&self) -> &[GameEntry] {
        &self.known
    }

    /// The ids of the games.
    pub fn ids(&self) -> Vec<&'static str> {
        self.known.iter().map(|known| known.id).collect()
    }

    /// What is known of a game before it is loaded.
    ///
    /// # Errors
    /// This build does not have the game.
    pub fn find(&self, ruleset: &str) -> Result<&GameEntry, Problem> {
        self.known.iter().find(|known| known.id == ruleset).ok_or_else(|| {
            let advice = instead(ruleset, &self.ids(), "its games are");
            Problem::new(format!("this program has no game '{ruleset}'")).advice(advice)
        })
    }

    /// A game with the data that comes with the program.
    ///
    /// # Errors
    /// This build does not have the game.
    pub fn shipped(&self, ruleset: &str) -> Result<Arc<dyn Game>, Problem> {
        let known = self.find(ruleset)?;
        self.game(ruleset, known.revision, &known.shipped())
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
    ) -> Result<Arc<dyn Game>, Problem> {
        let known = self.find(ruleset)?;
        let digests = packs.iter().map(|(name, files)| (name.clone(), files.digest())).collect();
        let what = Made(ruleset.to_owned(), revision, digests);
        // A caller that asks for a game that is being loaded waits for it.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = made.iter().position(|(known, _)| *known == what) {
            // The most recently used game moves to the end.
            made[at..].rotate_left(1);
            return Ok(Arc::clone(&made[made.len() - 1].1));
        }
        if known.revision != revision {
            return Err(unrevised(known, revision));
        }
        let game = known.make(packs)?;
        if made.len() >= KEPT {
            made.remove(0);
        }
        made.push((what, Arc::clone(&game)));
        Ok(game)
    }

    /// Loads the games that these packs allow in advance; a failure is reported when the game is first asked for.
    pub fn make_ahead(&self, packs: &BTreeMap<String, PackFiles>) {
        let names = || packs.keys().map(String::as_str);
        let fits = |known: &&GameEntry| known.pack.is_some_and(|pack| names().eq([pack.game]));
        for known in self.known.iter().filter(fits) {
            let _ = self.game(known.id, known.revision, packs);
        }
    }

    /// The game that a charter pins, with the packs that it pins, from the match's folder or from this build.
    ///
    /// # Errors
    /// As [`Games::game`]; or a pack is not available.
    pub fn for_charter(&self, charter: &Charter, files: &MatchFiles) -> Result<Arc<dyn Game>, Problem> {
        let mut packs = BTreeMap::new();
        for (n, pin) in charter.packs.iter().enumerate() {
            let built_in = || self.packs.values().map(Brought::files).find(|files| files.digest() == pin.sha256);
            let Some(pack) = files.pack(&pin.sha256).or_else(built_in) else {
                let message = format!("the data pack '{}' with the digest {} is not here", pin.name, pin.sha256);
                let problem = Problem::new(message).in_path(format!("packs[{n}]")).rule("protocol 1");
                return Err(problem.advice(
                    "ask the player who started the match for the folder packs/, and put it into your match folder",
                ));
            };
            packs.insert(pin.name.as_str().to_owned(), pack.clone());
        }
        self.game(charter.ruleset.id.as_str(), charter.ruleset.revision, &packs)
            .map_err(|problem| if problem.path.is_some() { problem } else { problem.in_path("ruleset") })
    }
}

/// The problem that this build has another revision of the game than the one asked for.
fn unrevised(known: &GameEntry, revision: u32) -> Problem {
    let GameEntry { id, revision: own, .. } = known;
    let problem = Problem::new(format!("this build has revision {own} of '{id}', not revision {revision}"));
    problem.in_path("ruleset.revision").advice("use the build that the match was played with")
}
