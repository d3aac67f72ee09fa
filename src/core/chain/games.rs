//! The games that this build contains.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::document::{Bytes32, Charter, PackFiles, Problem};
use crate::report::Present;
use crate::report::grammar::capital;
use crate::session::Game;
use crate::session::Rules;
use crate::spelling::instead;

use super::match_files::MatchFiles;

/// Gives the files of a compiled-in pack.
pub type Files = fn() -> &'static PackFiles;
/// Makes a game from its packs, keyed by their names in the charter.
pub type Make = fn(&BTreeMap<String, PackFiles>) -> Result<Arc<dyn Game>, Problem>;

/// What is known of a game before it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The id under which charters name it.
    pub id: &'static str,
    /// The title of the game for people.
    pub title: &'static str,
    /// The revision of its rules.
    pub revision: u32,
    /// The data packs that come with the program, by the names under which a charter pins them.
    pub packs: &'static [(&'static str, Files)],
    /// The default scenario: its id, and its name for people.
    pub scenario: (&'static str, &'static str),
    /// A sample outcome as a referee may state it, in YAML on one line, and an explanation of it.
    pub outcome: (&'static str, &'static str),
    /// An order that is always illegal, in JSON, and the comment beside it: for `adjutant demo`.
    pub illegal_turn: (&'static str, &'static str),
    /// Makes the game from its packs.
    pub make: Make,
}

/// The small game for tests of the protocol.
#[cfg(feature = "toy")]
pub const TOY: GameEntry = GameEntry {
    id: "toy",
    title: "The toy game",
    revision: 1,
    packs: &[],
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

/// Makes a game that has exactly one pack: `read` reads the pack from its files, and `new` makes the game from the
/// pack.
///
/// # Errors
/// The pack is missing or damaged.
pub fn one_pack<P, R: Present>(
    packs: &BTreeMap<String, PackFiles>,
    name: &str,
    read: fn(&PackFiles) -> Result<P, Problem>,
    new: fn(P) -> R,
) -> Result<Arc<dyn Game>, Problem> {
    let files = packs.get(name).ok_or_else(|| lacks_pack(name))?;
    Ok(Arc::new(Rules(new(read(files)?))))
}

fn lacks_pack(name: &str) -> Problem {
    Problem::new(format!("the charter pins no pack '{name}'")).in_path("packs")
}

impl GameEntry {
    /// Makes the game from these packs, keyed by their names in the charter.
    ///
    /// # Errors
    /// A pack is missing or damaged.
    pub fn make(&self, packs: &BTreeMap<String, PackFiles>) -> Result<Arc<dyn Game>, Problem> {
        if let Some((name, _)) = self.packs.iter().find(|(name, _)| !packs.contains_key(*name)) {
            return Err(lacks_pack(name).advice(format!("{} needs a pack of this name", self.title)));
        }
        (self.make)(packs)
    }

    /// The name of a scenario for people: the default scenario's own, otherwise its id in words.
    pub fn scenario_name(&self, id: &str) -> String {
        let (first, name) = self.scenario;
        if id == first { name.to_owned() } else { id.split('_').map(capital).collect::<Vec<_>>().join(" ") }
    }

    /// The packs that come with the program, by name.
    pub fn shipped(&self) -> BTreeMap<String, PackFiles> {
        self.packs.iter().map(|(name, files)| ((*name).to_owned(), files().clone())).collect()
    }
}

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
        let packs = known.iter().flat_map(|known| known.packs);
        let packs = packs.map(|(name, files)| ((*name).to_owned(), Brought::Compiled(*files))).collect();
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
        let fits = |known: &&GameEntry| !packs.is_empty() && known.packs.iter().map(|(name, _)| *name).eq(names());
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
