//! The games of this build, an entry each. Whoever adds a game adds its entry here; nothing else outside of
//! `rulesets/` names one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::document::{PackFiles, Problem};
use crate::engine::Game;
use crate::engine::table::Rules;
use crate::report::Present;
use crate::rulesets::civil_war::{self, CivilWar};
use crate::rulesets::seven_days::{self, SevenDays};

use super::toy::Toy;

/// Gives the files of a pack that is compiled in.
pub type Files = fn() -> &'static PackFiles;
/// Makes a game of its packs, by their names in the charter.
type Make = fn(&BTreeMap<String, PackFiles>) -> Result<Arc<dyn Game>, Problem>;

/// What is known of a game before it is made.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The id under which charters name it.
    pub id: &'static str,
    /// As people call it.
    pub title: &'static str,
    /// The revision of its rules.
    pub revision: u32,
    /// The data packs that come with the program, by the names under which a charter pins them.
    pub packs: &'static [(&'static str, Files)],
    /// What is played where nobody says otherwise: a scenario's id, and its name for people.
    pub scenario: (&'static str, &'static str),
    /// An outcome as a referee may state it, in YAML on one line, and what must be known of it.
    pub outcome: (&'static str, &'static str),
    /// An order that nobody may give, in JSON, and what is written beside it: for the demonstration.
    pub blunder: (&'static str, &'static str),
    make: Make,
}

/// The games, the one first that is played unless another is named.
pub const GAMES: &[Known] = &[CIVIL_WAR, SEVEN_DAYS];

const CIVIL_WAR: Known = Known {
    id: "civil_war",
    title: "The Civil War",
    revision: CivilWar::REVISION,
    packs: &[(civil_war::pack::Pack::NAME, civil_war::pack::Pack::shipped_files)],
    scenario: ("virginia_1861", "Virginia 1861"),
    outcome: (
        "{level: marginal, points: {union: 6, confederate: 3}, winner: union}",
        "`level` is draw, marginal or decisive, and a draw names no winner",
    ),
    blunder: (r#"{"spend": {"east": 99}}"#, "Everything at once!"),
    make: |packs| {
        one_pack(packs, civil_war::pack::Pack::NAME, |files| {
            civil_war::pack::Pack::from_files(files).map(CivilWar::new)
        })
    },
};

const SEVEN_DAYS: Known = Known {
    id: "seven_days",
    title: "Lee and the Seven Days",
    revision: SevenDays::REVISION,
    packs: &[(seven_days::pack::Pack::NAME, seven_days::pack::Pack::shipped_files)],
    scenario: ("seven_days", "The Seven Days"),
    outcome: (
        "{winner: confederate, how: ruled}",
        "`winner` may also be union, or none, and `how` richmond, both_landings, train_taken, last_day, resigned, \
         default or draw_agreed",
    ),
    blunder: (r#"{"assault": {"area": 45, "leader": "lee"}}"#, "I lead them myself!"),
    make: |packs| {
        one_pack(packs, seven_days::pack::Pack::NAME, |files| {
            seven_days::pack::Pack::from_files(files).map(SevenDays::new)
        })
    },
};

/// The id of the first game.
pub const FIRST: &str = GAMES[0].id;

/// The small game that tests of the protocol are played with.
pub(super) const TOY: Known = Known {
    id: "toy",
    title: "The toy game",
    revision: 1,
    packs: &[],
    scenario: ("field", "A field"),
    outcome: ("{winner: north}", "`winner` may also be south or none"),
    blunder: (r#"{"raid": {"dice": 99}}"#, "With everybody!"),
    make: |_| Ok(Arc::new(Rules(Toy))),
};

/// A game that is made of one pack.
fn one_pack<R: Present>(
    packs: &BTreeMap<String, PackFiles>,
    name: &str,
    make: fn(&PackFiles) -> Result<R, Problem>,
) -> Result<Arc<dyn Game>, Problem> {
    let files = packs.get(name).ok_or_else(|| lacks_pack(name))?;
    Ok(Arc::new(Rules(make(files)?)))
}

fn lacks_pack(name: &str) -> Problem {
    Problem::new(format!("the charter pins no pack '{name}'")).in_path("packs")
}

impl Known {
    /// The game, made of these packs, by the packs' names in the charter.
    ///
    /// # Errors
    /// A pack is missing or damaged.
    pub fn make(&self, packs: &BTreeMap<String, PackFiles>) -> Result<Arc<dyn Game>, Problem> {
        if let Some((name, _)) = self.packs.iter().find(|(name, _)| !packs.contains_key(*name)) {
            return Err(lacks_pack(name).advice(format!("{} needs a pack of this name", self.title)));
        }
        (self.make)(packs)
    }

    /// Its packs as they come with the program, by name.
    pub fn shipped(&self) -> BTreeMap<String, PackFiles> {
        self.packs.iter().map(|(name, files)| ((*name).to_owned(), files().clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Form, read};
    use serde_json::Map;

    /// What the entries say is so; the program's own games are made of their own packs.
    #[test]
    fn every_entry_holds() {
        for known in GAMES.iter().chain([&TOY]) {
            let game = known.make(&known.shipped()).expect(known.id);
            assert_eq!((game.id(), game.revision()), (known.id, known.revision));
            let scenario = known.scenario.0.parse().expect("an id");
            game.setup(&scenario, &Map::new()).expect(known.scenario.0);
            let outcome = read(known.id, format!("outcome: {}\n", known.outcome.0).as_bytes(), Form::Signed);
            let outcome = outcome.expect(known.outcome.0).content;
            game.check_outcome(&outcome["outcome"]).expect(known.outcome.0);
            serde_json::from_str::<serde_json::Value>(known.blunder.0).expect(known.blunder.0);
            if let Some((name, _)) = known.packs.first() {
                let lacks = known.make(&BTreeMap::new()).expect_err("no pack");
                assert!(lacks.message.contains(name), "{lacks}");
                assert!(lacks.advice.is_some_and(|advice| advice.contains(known.title)), "{}", known.id);
            }
        }
    }

    #[test]
    fn ids_differ() {
        for (n, known) in GAMES.iter().enumerate() {
            assert!(GAMES[..n].iter().all(|other| other.id != known.id && other.title != known.title), "{}", known.id);
        }
    }
}
