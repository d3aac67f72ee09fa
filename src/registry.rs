//! The games of this build, one entry each. To add a game, add its entry here; outside `games/`, only this file and
//! `packs.rs` name games.

use std::sync::LazyLock;

use adjutant_core::chain::games::{GameEntry, Games, one_pack};
use adjutant_core::engine::Ruleset;
use adjutant_core::pack::areas::AreaPack;
use battle_cry::BattleCry;
use civil_war::CivilWar;
use crossroads::Crossroads;
use dixie::Dixie;
use longstreet::Longstreet;
use seven_days::SevenDays;

/// The games; the first is the default.
pub const GAMES: &[GameEntry] = &[CIVIL_WAR, SEVEN_DAYS, DIXIE, LONGSTREET, BATTLE_CRY, CROSSROADS];

const CIVIL_WAR: GameEntry = GameEntry {
    id: CivilWar::ID,
    title: "The Civil War",
    revision: CivilWar::REVISION,
    packs: &[(CivilWar::ID, civil_war::pack::Pack::shipped_files)],
    scenario: ("virginia_1861", "Virginia 1861"),
    outcome: (
        "{level: marginal, points: {union: 6, confederate: 3}, winner: union}",
        "`level` is draw, marginal or decisive, and a draw names no winner",
    ),
    illegal_turn: (r#"{"spend": {"east": 99}}"#, "Everything at once!"),
    make: |packs| one_pack(packs, CivilWar::ID, civil_war::pack::Pack::from_files, CivilWar::new),
};

const SEVEN_DAYS: GameEntry = GameEntry {
    id: SevenDays::ID,
    title: "Lee and the Seven Days",
    revision: SevenDays::REVISION,
    packs: &[(SevenDays::ID, seven_days::pack::Pack::shipped_files)],
    scenario: ("seven_days", "The Seven Days"),
    outcome: (
        "{winner: confederate, how: ruled}",
        "`winner` may also be union, or none, and `how` richmond, both_landings, train_taken, last_day, resigned, \
         default or draw_agreed",
    ),
    illegal_turn: (r#"{"assault": {"area": 45, "leader": "lee"}}"#, "I lead them myself!"),
    make: |packs| one_pack(packs, SevenDays::ID, seven_days::pack::Pack::from_files, SevenDays::new),
};

const DIXIE: GameEntry = GameEntry {
    id: Dixie::ID,
    title: "Dixie",
    revision: Dixie::REVISION,
    packs: &[(Dixie::ID, || dixie::pack::PACK.files())],
    scenario: ("first_bull_run", "First Bull Run"),
    outcome: (
        "{winner: csa, how: ruled}",
        "`winner` may also be usa, or none, and `how` occupation, envelopment, last_day, stalemate, resigned, default or \
         draw_agreed",
    ),
    illegal_turn: (r#"{"fire": {"cards": ["mcdowell"]}}"#, "All at once!"),
    make: |packs| one_pack(packs, Dixie::ID, dixie::pack::Pack::from_files, Dixie::new),
};

const LONGSTREET: GameEntry = GameEntry {
    id: Longstreet::ID,
    title: "Longstreet",
    revision: Longstreet::REVISION,
    packs: &[(Longstreet::ID, || longstreet::pack::PACK.files())],
    scenario: ("brawners_farm", "Brawner's Farm"),
    outcome: (
        "{winner: federal, how: ruled}",
        "`winner` may also be confederate, or none, and `how` no_cards, conditions, resigned, default or draw_agreed",
    ),
    illegal_turn: (r#"{"end_turn": {}}"#, "Nothing to see here!"),
    make: |packs| one_pack(packs, Longstreet::ID, longstreet::pack::Pack::from_files, Longstreet::new),
};

const BATTLE_CRY: GameEntry = GameEntry {
    id: BattleCry::ID,
    title: "Battle Cry of Freedom",
    revision: BattleCry::REVISION,
    packs: &[(BattleCry::ID, || battle_cry::pack::PACK.files())],
    scenario: ("campaign", "The Campaign"),
    outcome: (
        "{winner: union, how: ruled}",
        "`winner` may also be confederate, or none, and `how` cities, election, decks_exhausted, deck_one, battle, \
         resigned, default or draw_agreed",
    ),
    illegal_turn: (r#"{"hold": {}}"#, "Hold on a moment!"),
    make: |packs| one_pack(packs, BattleCry::ID, battle_cry::pack::Pack::from_files, BattleCry::new),
};

const CROSSROADS: GameEntry = GameEntry {
    id: Crossroads::ID,
    title: "Crossroads, the teaching game",
    revision: Crossroads::REVISION,
    packs: &[(Crossroads::ID, || crossroads::PACK.files())],
    scenario: ("meeting", "A meeting engagement"),
    outcome: (
        "{winner: union, how: ruled}",
        "`winner` may also be confederate, or none, and `how` more_points, no_enemies_left, equal_points, resigned, \
         default or draw_agreed",
    ),
    illegal_turn: (r#"{"march": {"unit": "hale", "to": 7}}"#, "All the way round!"),
    make: |packs| one_pack(packs, Crossroads::ID, AreaPack::from_files, Crossroads::new),
};

/// What a newcomer is told of a game before the first move.
pub struct Introduction {
    /// The id of the game.
    game: &'static str,
    /// How one wins, in sentences, with the rule.
    goal: &'static str,
    /// Scenarios that are won in another way.
    other_goals: &'static [(&'static str, &'static str)],
    /// How many mails a match of a scenario takes in all: the steps of matches of two sensible players, head-to-head.
    mails: &'static [(&'static str, u32)],
}

const INTRODUCTIONS: [Introduction; GAMES.len()] = [
    Introduction {
        game: CivilWar::ID,
        goal: "At the end of each turn the Union's points less the Confederacy's are compared with the Victory Schedule, which may \
               end the war; points are the cities that a side takes and holds, Washington, and the Confederacy's uses of the \
               Command Points Table [CW-274]. `adjutant show track` has the calculation.",
        other_goals: &[
            (
                "virginia_1861",
                "After turn 3 the Union's points less the Confederacy's decide: the cities that each side holds outside its \
                 own territory, Washington, and the Confederacy's uses of the Command Points Table; 0 or more wins for the \
                 Union, -3 or less for the Confederacy [CW-7]. `adjutant show track` has the calculation.",
            ),
            (
                "virginia_1862",
                "After turn 7 the Union's points less the Confederacy's decide: the cities that each side holds outside its \
                 own territory, which count twice, Washington, and the Confederacy's uses of the Command Points Table; 0 or \
                 more wins for the Union, -3 or less for the Confederacy [CW-175]. `adjutant show track` has the calculation.",
            ),
        ],
        mails: &[("virginia_1861", 75), ("campaign_1861", 600)],
    },
    Introduction {
        game: SevenDays::ID,
        goal: "The Union wins at the end of a day with a fresh unit in Richmond and a path to its Supply Train [14.1], the \
               Confederacy if it controls both landings, or the one with the Supply Train, with a path to Richmond [14.2]; on \
               the last day the ground that the Confederacy controls decides [14.3].",
        other_goals: &[],
        mails: &[("seven_days", 85)],
    },
    Introduction {
        game: Dixie::ID,
        goal: "The side that occupies two of the three enemy positions wins [4.0].",
        other_goals: &[
            (
                "shiloh",
                "The CSA wins by occupying the enemy's Center-Back, the USA by occupying the Center-Front on Day 2 [4.0, 15.1].",
            ),
            (
                "gettysburg_three_days",
                "The CSA wins by occupying two of the three enemy positions; the USA wins if that has not happened by the end \
                 of Day 3 [4.0, 15.2].",
            ),
        ],
        mails: &[("first_bull_run", 60)],
    },
    Introduction {
        game: Longstreet::ID,
        goal: "Each side has victory conditions of its own; `adjutant show map` lists them, and how near each is [LS-16].",
        other_goals: &[],
        mails: &[("brawners_farm", 20)],
    },
    Introduction {
        game: BattleCry::ID,
        goal: "The Union wins with Richmond, Atlanta and Vicksburg, or with two of them and the election of 1864; otherwise \
               the Confederacy wins [Victory Condition Cities].",
        other_goals: &[
            ("gettysburg", "The side that wins the battle wins."),
            (
                "deck_one",
                "The game ends with the turn in which a side completes its first deck; points, cities and invasions decide.",
            ),
        ],
        mails: &[("gettysburg", 20), ("campaign", 220), ("deck_one", 155), ("deck_two", 105)],
    },
    Introduction {
        game: Crossroads::ID,
        goal: "The side that controls areas worth more points wins; a side without units loses [6.1].",
        other_goals: &[],
        mails: &[("meeting", 55)],
    },
];

impl Introduction {
    /// That of a game; `None` if this build does not have the game.
    pub fn of(game: &str) -> Option<&'static Introduction> {
        INTRODUCTIONS.iter().find(|one| one.game == game)
    }

    /// How one wins a scenario, in sentences, with the rule.
    pub fn goal_of(&self, scenario: &str) -> &'static str {
        self.other_goals.iter().find(|(name, _)| *name == scenario).map_or(self.goal, |(_, goal)| goal)
    }

    /// How many mails a match of a scenario takes in all, roughly; `None` if nobody has counted.
    pub fn mails_of(&self, scenario: &str) -> Option<u32> {
        self.mails.iter().find(|(name, _)| *name == scenario).map(|(_, mails)| *mails)
    }
}

/// Every game of this build.
pub fn games() -> Games {
    Games::of(GAMES)
}

/// The same, made once for the whole program.
pub fn shared() -> &'static Games {
    static SHARED: LazyLock<Games> = LazyLock::new(games);
    &SHARED
}

/// The id of the default game.
pub const DEFAULT_GAME: &str = GAMES[0].id;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::chain::games::TOY;
    use crate::document::{Form, read};
    use serde_json::Map;

    /// The entries are correct; the program's own games are made from their own packs.
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
            serde_json::from_str::<serde_json::Value>(known.illegal_turn.0).expect(known.illegal_turn.0);
            if let Some((name, _)) = known.packs.first() {
                let lacks = known.make(&BTreeMap::new()).expect_err("no pack");
                assert!(lacks.message.contains(name), "{lacks}");
                assert!(lacks.advice.is_some_and(|advice| advice.contains(known.title)), "{}", known.id);
            }
        }
    }

    /// Every game is introduced, and only scenarios that it has are named.
    #[test]
    fn every_game_is_introduced() {
        for known in GAMES {
            let found = Introduction::of(known.id).expect(known.id);
            assert!(found.goal_of(known.scenario.0).ends_with('.') && found.mails_of(known.scenario.0).is_some());
            let game = known.make(&known.shipped()).expect(known.id);
            let named =
                found.other_goals.iter().map(|(name, _)| *name).chain(found.mails.iter().map(|(name, _)| *name));
            for scenario in named {
                game.setup(&scenario.parse().expect("an id"), &Map::new()).expect(scenario);
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
