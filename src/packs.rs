//! The data packs of the games, for those who check, compare and correct them.

use crate::sorted::SortedMap;

use crate::document::{Id, Map, PackFiles, Problem};
use crate::engine::Ruleset;
use crate::report::svg::Drawing;
use crate::report::{MapView, Present};

use crate::games::shared::areas::AreaPack;
use crate::games::shared::{PackEntry, entries, unsourced};
use battle_cry::BattleCry;
use civil_war::CivilWar;
use crossroads::Crossroads;
use dixie::Dixie;
use longstreet::Longstreet;
use seven_days::SevenDays;

/// The data of a game, independent of the game's rules.
#[derive(Debug)]
pub struct Data {
    /// The id of the game; its pack lies in `scenarios/` under this name.
    pub game: &'static str,
    /// The files of the pack that comes with the program.
    pub shipped: fn() -> &'static PackFiles,
    /// Files that a pack may have besides, as the program uses them where a pack has none: name and text.
    pub optional: &'static [(&'static str, &'static str)],
    /// A file that only this game's pack has.
    mark: &'static str,
    /// Every inconsistency in a pack, each problem with its file and entry.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read.
    pub check: fn(&PackFiles) -> Result<Vec<Problem>, Problem>,
    /// The content of a pack, entry by entry, with sources.
    pub entries: fn(&PackFiles) -> SortedMap<String, PackEntry>,
    /// The bare map of a pack, without units.
    ///
    /// # Errors
    /// The pack cannot be read, or its map cannot be drawn.
    pub board: fn(&PackFiles) -> Result<Drawing, Problem>,
    /// What `pack show` may be asked for.
    pub examples: &'static str,
}

/// One for each game; the first is that of the default game.
pub const PACKS: [Data; 6] = [
    Data {
        game: CivilWar::ID,
        shipped: civil_war::pack::Pack::shipped_files,
        optional: &civil_war::pack::OPTIONAL_FILES,
        mark: "leaders.yaml",
        check: |files| {
            let mut problems = civil_war::pack::Pack::parse(files)?.check_thoroughly();
            problems.extend(unsourced(files));
            Ok(problems)
        },
        entries,
        board: |files| {
            let rules = CivilWar::new(civil_war::pack::Pack::parse(files)?);
            civil_war::present::draw(&rules, None, &MapView::default(), None)
        },
        examples: "a hex, a hexside, a town, a leader or a chart",
    },
    Data {
        game: SevenDays::ID,
        shipped: seven_days::pack::Pack::shipped_files,
        optional: &[],
        mark: "forces.yaml",
        check: |files| {
            let mut problems = seven_days::pack::Pack::parse(files)?.check();
            problems.extend(unsourced(&seven_days::pack::with_known_sources(files)));
            Ok(problems)
        },
        entries: |files| entries(&seven_days::pack::with_known_sources(files)),
        board: |files| {
            let rules = SevenDays::new(seven_days::pack::Pack::from_files(files)?);
            let scenario = rules.pack.scenarios.values().next();
            let scenario = scenario.ok_or_else(|| Problem::new("the pack has no scenario").in_path("scenarios"))?;
            rules.board(&rules.opening(rules.set_up(scenario, seven_days::options::Options::default())))
        },
        examples: "an area, a boundary, a unit, a leader or a track",
    },
    Data {
        game: Dixie::ID,
        shipped: || dixie::pack::PACK.files(),
        optional: &[],
        mark: dixie::pack::Pack::MARK,
        check: |files| {
            let mut problems = dixie::pack::Pack::parse(files)?.check();
            problems.extend(unsourced(files));
            Ok(problems)
        },
        entries,
        board: |files| {
            let rules = Dixie::new(dixie::pack::Pack::from_files(files)?);
            let opening = rules.setup(&Id::known("first_bull_run"), &Map::new())?;
            rules.board(&opening)
        },
        examples: "a card",
    },
    Data {
        game: BattleCry::ID,
        shipped: || battle_cry::pack::PACK.files(),
        optional: &[],
        mark: battle_cry::pack::Pack::MARK,
        check: |files| {
            let mut problems = battle_cry::pack::Pack::parse(files)?.check();
            problems.extend(unsourced(files));
            Ok(problems)
        },
        entries,
        board: |files| {
            let rules = BattleCry::new(battle_cry::pack::Pack::from_files(files)?);
            rules.board(&rules.setup(&Id::known("campaign"), &Map::new())?)
        },
        examples: "an event, a general or a battle (`adjutant show card NAME` shows a card of a match)",
    },
    Data {
        game: Longstreet::ID,
        shipped: || longstreet::pack::PACK.files(),
        optional: &[],
        mark: longstreet::pack::Pack::MARK,
        check: |files| {
            let mut problems = longstreet::pack::Pack::parse(files)?.check();
            problems.extend(unsourced(files));
            Ok(problems)
        },
        entries,
        board: |files| {
            let rules = Longstreet::new(longstreet::pack::Pack::from_files(files)?);
            let battle = rules.pack.battles.keys().next().cloned();
            let battle = battle.ok_or_else(|| Problem::new("the pack has no battle").in_path("scenarios"))?;
            rules.board(&rules.setup(&battle, &Map::new())?)
        },
        examples: "a card, a unit or a piece of terrain",
    },
    Data {
        game: Crossroads::ID,
        shipped: || crossroads::PACK.files(),
        optional: &[],
        mark: AreaPack::FILE,
        check: |files| {
            let mut problems = AreaPack::parse(files)?.check();
            problems.extend(unsourced(files));
            Ok(problems)
        },
        entries,
        board: |files| {
            let rules = Crossroads::new(AreaPack::from_files(files)?);
            let opening = rules.setup(&Id::known("meeting"), &Map::new())?;
            rules.board(&opening)
        },
        examples: "an area or a unit",
    },
];

impl Data {
    /// The data of that game.
    pub fn of(game: &str) -> Option<&'static Data> {
        PACKS.iter().find(|data| data.game == game)
    }

    /// The data of the game that a pack belongs to, judged by its files; the first if they do not tell.
    pub fn with_files(has: impl Fn(&str) -> bool) -> &'static Data {
        PACKS.iter().find(|data| has(data.mark)).unwrap_or(&PACKS[0])
    }

    /// The same for a pack that has been read.
    pub fn of_files(files: &PackFiles) -> &'static Data {
        Data::with_files(|mark| files.names().any(|name| name == mark))
    }

    /// The files by which packs are recognized.
    pub fn marks() -> impl Iterator<Item = &'static str> {
        PACKS.iter().map(|data| data.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg;

    #[test]
    fn every_shipped_pack_is_known_for_what_it_is_and_fits() {
        for data in &PACKS {
            let files = (data.shipped)();
            assert_eq!(Data::of_files(files).game, data.game);
            let read: PackFiles = files.iter().map(|(name, content)| (name.to_owned(), content.clone())).collect();
            assert_eq!(files.digest(), read.digest(), "write this one into DIGEST of the pack of {}", data.game);
            assert_eq!((data.check)(files), Ok(Vec::new()), "{}", data.game);
            let drawn = (data.board)(files).expect(data.game);
            assert!(svg::write(&drawn).contains("<svg"), "{}", data.game);
            assert!((data.entries)(files).values().all(|entry| entry.source.is_some()), "{}", data.game);
        }
        assert_eq!(Data::of_files(&PackFiles::default()).game, PACKS[0].game);
        assert!(Data::of("seven_days").is_some() && Data::of("chess").is_none());
    }
}
