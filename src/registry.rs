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

    #[test]
    fn ids_differ() {
        for (n, known) in GAMES.iter().enumerate() {
            assert!(GAMES[..n].iter().all(|other| other.id != known.id && other.title != known.title), "{}", known.id);
        }
    }
}
