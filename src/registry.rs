//! The games of this build, one entry each. To add a game, add its entry here; outside `games/`, only this file lists them.

use std::sync::LazyLock;

use adjutant_core::chain::games::Games;
use adjutant_core::document::PackFiles;
use adjutant_core::session::GameEntry;
use adjutant_core::session::game_entry::PackData;

/// The games; the first is the default.
pub const GAMES: &[GameEntry] =
    &[civil_war::GAME, seven_days::GAME, dixie::GAME, longstreet::GAME, battle_cry::GAME, crossroads::GAME];

/// The data packs of the games; the first is that of the default game.
pub fn packs() -> impl Iterator<Item = &'static PackData> {
    GAMES.iter().filter_map(|game| game.pack.as_ref())
}

/// What a game says of itself; `None` if this build does not have it.
pub fn entry_of(game: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|known| known.id == game)
}

/// The data pack of that game.
pub fn pack_of(game: &str) -> Option<&'static PackData> {
    entry_of(game)?.pack.as_ref()
}

/// The data pack of the game that a pack belongs to, judged by the names of its files: of the last game whose mark is there,
/// as Battle Cry of Freedom has Longstreet's besides its own; the default game's if they do not tell.
pub fn pack_with(has_file: impl Fn(&str) -> bool) -> &'static PackData {
    let default = || packs().next().expect("the default game has a pack");
    packs().filter(|pack| has_file(pack.mark)).last().unwrap_or_else(default)
}

/// The same for a pack that has been read.
pub fn pack_for(files: &PackFiles) -> &'static PackData {
    pack_with(|mark| files.names().any(|name| name == mark))
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
    use crate::report::svg;
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
            if let Some(pack) = &known.pack {
                let lacks = known.make(&BTreeMap::new()).expect_err("no pack");
                assert!(lacks.message.contains(pack.game), "{lacks}");
                assert!(lacks.advice.is_some_and(|advice| advice.contains(known.title)), "{}", known.id);
            }
        }
    }

    /// Every game is introduced, and only scenarios that it has are named.
    #[test]
    fn every_game_is_introduced() {
        for known in GAMES {
            let found = known.introduction;
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

    #[test]
    fn every_shipped_pack_is_known_for_what_it_is_and_fits() {
        for data in packs() {
            let files = (data.shipped)();
            assert_eq!(pack_for(files).game, data.game);
            let read: PackFiles = files.iter().map(|(name, content)| (name.to_owned(), content.clone())).collect();
            assert_eq!(files.digest(), read.digest(), "write this one into DIGEST of the pack of {}", data.game);
            assert_eq!(data.problems(files), Ok(Vec::new()), "{}", data.game);
            let drawn = (data.board)(files).expect(data.game);
            assert!(svg::write(&drawn).contains("<svg"), "{}", data.game);
            assert!(data.entries(files).values().all(|entry| entry.source.is_some()), "{}", data.game);
        }
        assert_eq!(pack_for(&PackFiles::default()).game, DEFAULT_GAME);
        assert!(pack_of("seven_days").is_some() && pack_of("chess").is_none());
    }
}
