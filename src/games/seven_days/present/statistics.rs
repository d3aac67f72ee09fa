//! What is counted over a match, when a position is, and whose dice are thrown.

use crate::board::Area;
use crate::document::Id;
use crate::document::kinds::Roll;
use crate::report::{Tally, TallyKind, When};

use super::vocabulary;
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};

/// When a position is: `June 27, Confederate impulse 4`.
pub fn when(rules: &SevenDays, game: &Game) -> When {
    let day = vocabulary::day(&rules.pack, game.turn);
    let whose = game.active.map_or(String::new(), |side| format!("{} ", side.title()));
    let words = match game.phase {
        Phase::Daylight => format!("{day}, {whose}impulse {}", game.impulse),
        Phase::Night => format!("{day}, {whose}night"),
        phase => format!("{day}, {}", vocabulary::phase(phase)),
    };
    When { turn: game.turn.into(), name: day, words }
}

/// The title of what decides a match.
const VICTORY_AREAS: &str = "Victory areas controlled";
/// The title of what both sides have lost.
const LOST: &str = "Units lost";

/// What is counted, each with both sides' figures.
pub fn tallies(rules: &SevenDays, game: &Game) -> Vec<Tally> {
    let count = |title, about, of: &dyn Fn(Side) -> u32| Tally {
        title,
        about,
        values: Side::BOTH.map(|side| i64::from(of(side))),
        kind: match title {
            VICTORY_AREAS => TallyKind::Score,
            LOST => TallyKind::Losses,
            _ => TallyKind::Other,
        },
    };
    vec![
        count("Fresh units", "Units on their Fresh sides.", &|side| units(rules, game, side, false)),
        count("Exhausted units", "Units on their Exhausted sides.", &|side| units(rules, game, side, true)),
        count(LOST, "Units that have been eliminated.", &|side| lost(rules, game, side)),
        count("Areas controlled", "The areas of the map under a side's control.", &|side| {
            vocabulary::count(controlled_areas(rules, game, side, false))
        }),
        count(VICTORY_AREAS, "The areas under a side's control that count for victory.", &|side| {
            vocabulary::count(controlled_areas(rules, game, side, true))
        }),
        count("Replacement Points in reserve", "Each makes an Exhausted unit Fresh in a Night Phase.", &|side| {
            points(game, side)
        }),
    ]
}

/// A side's units in play, the Fresh or the Exhausted ones.
pub fn units(rules: &SevenDays, game: &Game, side: Side, exhausted: bool) -> u32 {
    let of = |(id, state): &(&Id, &crate::position::ledger::UnitState)| {
        state.exhausted == exhausted && rules.unit(id).is_some_and(|unit| unit.side == side)
    };
    vocabulary::count(game.units.iter().filter(of))
}

/// How many of a side's units are eliminated.
pub fn lost(rules: &SevenDays, game: &Game, side: Side) -> u32 {
    vocabulary::count(game.lost.iter().filter(|id| rules.unit(id).is_some_and(|unit| unit.side == side)))
}

/// The areas under a side's control: all, or those that decide who wins.
pub fn controlled_areas<'a>(
    rules: &'a SevenDays,
    game: &'a Game,
    side: Side,
    victory: bool,
) -> impl Iterator<Item = Area> + use<'a> {
    let areas = rules.pack.map.areas.values().filter(move |data| data.victory || !victory);
    areas.map(|data| data.id).filter(move |area| game.control(*area) == side)
}

/// A side's Replacement Points in reserve.
pub fn points(game: &Game, side: Side) -> u32 {
    game.points.get(&side).copied().unwrap_or(0)
}

/// Whose dice a roll is: the side that its purpose names; the Confederate's at sunset; of tied bids nobody's.
pub fn roller(roll: &Roll) -> Option<Id> {
    let named = |side: &Side| roll.purpose.split([' ', '_']).any(|word| word == side.as_str());
    let found = Side::BOTH.into_iter().find(named);
    found.or_else(|| (roll.purpose == "sunset").then_some(Side::Confederate)).map(Side::id)
}
