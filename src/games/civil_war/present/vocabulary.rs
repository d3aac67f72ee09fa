//! The game's nouns in plain English: places, leaders, tracks, forces.

use crate::board::Hex;
use crate::document::Id;
use crate::report::grammar;

use crate::events::{Check, Fate};
use crate::orders::Work;
use crate::pack::hex_names::NUMBERS;
use crate::pack::{
    Branch, FortKind, HexData, Hexside, HexsideKind, Level, Pack, Side, Terrain, Theater, Unit, Victory, Water,
};
use crate::position::force::force_hex;
use crate::position::ledger::{Bound, Game, Piece, Points, Priorities, Track};

pub use crate::report::grammar::plural;

/// A side in the middle of a sentence.
pub fn side(side: Side) -> &'static str {
    side.in_words()
}

/// A side at the start of a sentence.
pub fn side_cap(side: Side) -> &'static str {
    side.opening()
}

/// Whose: the start of a heading.
pub fn possessive(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union's",
        Side::Confederate => "The Confederacy's",
    }
}

/// A place in a row.
pub fn ordinal(place: u64) -> String {
    let ending = match (place % 10, place % 100) {
        (1, 1) | (1, 21..) => "st",
        (2, 2) | (2, 22..) => "nd",
        (3, 3) | (3, 23..) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// How often.
pub fn times(count: u32) -> String {
    match count {
        0 => "not once".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// The name of a hex: its city, else what the map calls it.
pub fn place_name(pack: &Pack, hex: Hex) -> Option<&str> {
    pack.map.hex(hex).map(HexData::display_name).filter(|name| !name.is_empty())
}

/// The name of a hex with its state where another hex has the name too; none where it is only described.
pub fn name_with_state(pack: &Pack, hex: Hex) -> Option<String> {
    let name = place_name(pack, hex).filter(|name| !is_described(name))?;
    let bare = bare_name(pack, name);
    let shared = pack.map.hexes().any(|(other, data)| other != hex && bare_name(pack, data.display_name()) == bare);
    let state = pack.map.hex(hex).and_then(|data| data.states.first()).filter(|_| shared && bare == name);
    Some(state.map_or(name.to_owned(), |id| format!("{name}, {}", self::state(pack, id))))
}

/// A name without the state that tells it from another: `Lexington` of `Lexington, Kentucky`.
pub fn bare_name<'a>(pack: &Pack, name: &'a str) -> &'a str {
    match name.rsplit_once(", ") {
        Some((bare, state)) if pack.map.states.values().any(|known| known.name == state) => bare,
        _ => name,
    }
}

/// Whether a hex is called only after where it lies from another place: `Two hexes north-west of Tupelo`.
pub fn is_described(name: &str) -> bool {
    const WORDS: [&str; 6] = ["north", "south", "east", "west", "hex", "hexes"];
    let direction = name.split_once(" of ").map(|(direction, _)| direction.to_lowercase());
    let is_known = |word: &str| WORDS.contains(&word) || NUMBERS.contains(&word);
    direction.is_some_and(|direction| direction.split([' ', '-']).all(is_known))
}

/// A hex by name and number: `Alexandria (5106)`.
pub fn place(pack: &Pack, hex: Hex) -> String {
    match place_name(pack, hex) {
        Some(name) => format!("{name} ({hex})"),
        None => format!("hex {hex}"),
    }
}

/// Several places: `Leesburg (5005), Manassas (5006) and Alexandria (5106)`.
pub fn places(pack: &Pack, hexes: &[Hex]) -> String {
    list(hexes.iter().map(|&hex| place(pack, hex)), "and")
}

/// A leader's name.
pub fn leader_name<'a>(pack: &'a Pack, leader: &'a Id) -> &'a str {
    pack.leaders.get(leader).map_or(leader.as_str(), |leader| leader.name.as_str())
}

/// A leader with his rank: `McDowell (3 stars)`.
pub fn leader(pack: &Pack, piece: &Piece) -> String {
    format!("{} ({})", leader_name(pack, &piece.leader), stars(piece.rank))
}

/// Several leaders with their ranks.
pub fn leaders(pack: &Pack, pieces: &[Piece]) -> String {
    list(pieces.iter().map(|piece| leader(pack, piece)), "and")
}

/// The odds over a column of the chart: a ratio as it is, `2-1`; a difference as one, `difference +1 or +2`.
pub fn odds(printed: &str) -> String {
    match printed == "0" || printed.starts_with(['+', '-']) {
        true => format!("difference {}", printed.replace(", ", " or ")),
        false => printed.to_owned(),
    }
}

/// A rank.
pub fn stars(rank: u8) -> String {
    plural(rank.into(), "star")
}

/// `there is 1`, `there are 3`.
pub fn there_are(count: u32) -> String {
    format!("there {} {count}", if count == 1 { "is" } else { "are" })
}

/// A distance.
pub fn hexes(count: u32) -> String {
    if count == 1 { "1 hex".to_owned() } else { format!("{count} hexes") }
}

/// Strength points.
pub fn sp(count: u32) -> String {
    plural(count, "strength point")
}

/// Strength points of a kind (2.3): `2 Texas Rangers`.
pub fn sp_of(count: u32, unit: Option<Unit>) -> String {
    plural(
        count,
        match unit {
            None => "strength point",
            Some(Unit::TexasRanger) => "Texas Ranger",
            Some(Unit::CivilizedIndian) => "Civilized Indian counter",
        },
    )
}

/// Strength points of which so many are counters of the Far West, kind by kind: `1 strength point and 2 Texas Rangers`.
pub fn sp_with(sp: u32, counters: [u32; 2]) -> String {
    let ordinary = sp.saturating_sub(counters.iter().sum());
    let kinds = Unit::ALL.into_iter().zip(counters).filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(unit, count)| sp_of(count, Some(unit)));
    let ordinary = (ordinary > 0 || counters == [0, 0]).then(|| self::sp(ordinary));
    list(ordinary.into_iter().chain(kinds), "and")
}

/// The strength points of a side in a hex, with what they are.
pub fn force_at(game: &Game, hex: Hex, side: Side) -> String {
    sp_with(game.sp_at(hex, side), Unit::ALL.map(|unit| game.counters_at(hex, side, unit)))
}

/// Parts in a sentence: `a, b and c`.
pub fn list(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    grammar::list(parts, word, "none")
}

/// A track's name.
pub fn track(track: Track) -> &'static str {
    match track {
        Track::East => "East",
        Track::West => "West",
        Track::TransMississippi => "Trans-Mississippi",
        Track::FarWest => "Far West",
        Track::Discretionary => "discretionary",
        Track::Naval => "naval",
    }
}

/// A theater's name.
pub fn theater(theater: Theater) -> &'static str {
    track(Track::of(theater))
}

/// Points by track: `3 East and 1 discretionary`.
pub fn points(points: &Points) -> String {
    list(points.iter().filter(|(_, count)| **count > 0).map(|(on, count)| format!("{count} {}", track(*on))), "and")
}

/// Command points by track: `3 East and 1 discretionary command points`.
pub fn commands(paid: &Points) -> String {
    let noun = if paid.values().sum::<u32>() == 1 { "command point" } else { "command points" };
    format!("{} {noun}", points(paid))
}

/// An order of theaters.
pub fn priorities(priorities: &Priorities) -> String {
    let Priorities { primary, secondary, tertiary } = *priorities;
    format!("{} primary, {} secondary, {} tertiary", theater(primary), theater(secondary), theater(tertiary))
}

/// A tribe in words: `Comanche`.
pub fn tribe(tribe: &Id) -> String {
    grammar::capital(&tribe.as_str().replace('_', " "))
}

/// Terrain in words.
pub fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Swamp => "swamp",
        Terrain::Desert => "desert",
        Terrain::Mountain => "mountain",
        Terrain::AllSea => "sea",
    }
}

/// A hexside in words, with what water it is and whether nobody crosses it: `navigable bay, impassable by land`.
pub fn between(side: &Hexside) -> &'static str {
    match (side.kind, side.water, side.impassable) {
        (HexsideKind::NavigableRiver, Water::River, true) => "navigable river, impassable by land",
        (HexsideKind::NavigableRiver, Water::Bay, true) => "navigable bay, impassable by land",
        (HexsideKind::NavigableRiver, Water::Bay, false) => "navigable bay",
        (HexsideKind::NavigableRiver, Water::Sound, true) => "navigable sound, impassable by land",
        (HexsideKind::NavigableRiver, Water::Sound, false) => "navigable sound",
        (HexsideKind::NavigableRiver, Water::Lake, true) => "navigable lake, impassable by land",
        (HexsideKind::NavigableRiver, Water::Lake, false) => "navigable lake",
        (kind, ..) => hexside(kind),
    }
}

/// A hexside in words.
pub fn hexside(kind: HexsideKind) -> &'static str {
    match kind {
        HexsideKind::River => "river",
        HexsideKind::NavigableRiver => "navigable river",
        HexsideKind::Gap => "gap",
        HexsideKind::Road => "mountain road",
        HexsideKind::Mountain => "impassable mountains",
        HexsideKind::Impassable => "impassable",
    }
}

/// A fortification in words.
pub fn fort(kind: FortKind) -> &'static str {
    match kind {
        FortKind::Stockade => "stockade",
        FortKind::Fort => "fort",
        FortKind::Fortress => "fortress",
    }
}

/// A branch in words.
pub fn branch(branch: Branch) -> &'static str {
    match branch {
        Branch::Infantry => "infantry",
        Branch::Cavalry => "cavalry",
        Branch::Naval => "naval",
    }
}

/// Both sides' victory points: `Victory points: Union 12, Confederacy 9.`
pub fn score(union: i64, confederate: i64) -> String {
    format!("Victory points: Union {union}, Confederacy {confederate}.")
}

/// The lead that a scenario asks for such a victory at its end: `a Union lead of 49 or less`. The side with fewer
/// points may win.
pub fn lead_reached(victory: &Victory, (winner, level): (Option<Side>, Level)) -> Option<String> {
    let side = winner?;
    let line = match (side, level) {
        (_, Level::Draw) => return None,
        (Side::Union, Level::Decisive) => victory.union_decisive,
        (Side::Union, Level::Marginal) => victory.union_marginal,
        (Side::Confederate, Level::Decisive) => victory.confederate_decisive,
        (Side::Confederate, Level::Marginal) => victory.confederate_marginal,
    };
    Some(lead_of(line, side == Side::Union))
}

/// A difference of Union and Confederate points, or more or fewer, as a lead: `a Union lead of 49 or less`.
pub fn lead_of(margin: i32, or_more: bool) -> String {
    let (whose, or_more) = if margin < 0 { ("Confederate", !or_more) } else { ("Union", or_more) };
    format!("a {whose} lead of {} or {}", margin.unsigned_abs(), if or_more { "more" } else { "less" })
}

/// Who is ahead, by Union points less Confederate points: `The Union is 3 points ahead`.
pub fn lead_text(margin: i64) -> String {
    match margin {
        0 => "The sides are level".to_owned(),
        1.. => format!("The Union is {} ahead", grammar::number(margin.unsigned_abs(), "point")),
        _ => format!("The Confederacy is {} ahead", grammar::number(margin.unsigned_abs(), "point")),
    }
}

/// By which check of the points a match has ended, as the end of a sentence.
pub fn check(check: Check) -> &'static str {
    match check {
        Check::Schedule => "by the Victory Schedule",
        Check::Washington => "by the fall of Washington",
        Check::Election => "by the presidential election",
        Check::End => "on points at the end of the war",
    }
}

/// The level of a victory.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Draw => "a draw",
        Level::Marginal => "a marginal victory",
        Level::Decisive => "a decisive victory",
    }
}

/// A turn with its period: `turn 2, September-October 1861`.
pub fn turn(pack: &Pack, game: &Game, turn: u8) -> String {
    match pack.scenarios.get(&game.scenario).and_then(|scenario| scenario.period(turn)) {
        Some(period) => format!("turn {turn}, {period}"),
        None => format!("turn {turn}"),
    }
}

/// An army in the middle of a sentence: `the Army of the Potomac`.
pub fn army(pack: &Pack, army: &Id) -> String {
    format!("the {}", army_name(pack, army))
}

/// What has become of a leader, after `is`.
pub fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Unhurt => "unhurt",
        Fate::Wounded => "wounded",
        Fate::Killed => "killed",
        Fate::SeriouslyWounded => "seriously wounded",
        Fate::Captured => "captured",
        Fate::Terminated => "relieved for good",
    }
}

/// An army's name: `Army of the Potomac`. `hex-5106` names the force of a hex that is no army (21.9).
pub fn army_name(pack: &Pack, army: &Id) -> String {
    match (pack.charts.armies.get(army), force_hex(army)) {
        (Some(data), _) => data.name.clone(),
        (None, Some(hex)) => format!("force in {}", place(pack, hex)),
        (None, None) => format!("army '{army}'"),
    }
}

/// Several armies: `the Army of the Potomac and the Army of the James`.
pub fn armies(pack: &Pack, ids: &[Id]) -> String {
    list(ids.iter().map(|id| army(pack, id)), "and")
}

/// What is built, as it is named in a sentence.
pub fn work(work: Work) -> &'static str {
    match work {
        Work::Depot => "depot",
        Work::Fort => "fort",
        Work::Fortress => "fortress",
    }
}

/// What an allocation must say.
pub fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::EastPrimary => "make the East its primary theater",
        Bound::TransMississippiTertiary => "make the Trans-Mississippi its tertiary theater",
    }
}

/// A state's name.
pub fn state<'a>(pack: &'a Pack, state: &'a Id) -> &'a str {
    pack.map.states.get(state).map_or(state.as_str(), |state| state.name.as_str())
}

/// `the Union force`.
pub fn force(side: Side) -> String {
    format!("the {} force", side.title())
}
