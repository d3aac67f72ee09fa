//! What a map in text shows of a hex, at every scale: whose it is, and who is there.

use super::canvas::{self, letter};
use super::ships;
use crate::CivilWar;
use crate::board::Hex;
use crate::leaders::army;
use crate::movement::territory;
use crate::pack::{Side, Station, Terrain};
use crate::position::ledger::Game;
use crate::report::Tint;

/// The outermost columns and the northernmost row of hexes.
pub struct Extent {
    pub west: i8,
    pub east: i8,
    pub north: u8,
}

impl Extent {
    /// Those of these hexes; `None` if there are none.
    pub fn of(hexes: &[Hex]) -> Option<Extent> {
        let columns = || hexes.iter().map(|hex| hex.col());
        let north = hexes.iter().map(|hex| hex.row()).min()?;
        Some(Extent { west: columns().min()?, east: columns().max()?, north })
    }
}

/// A column as the map prints it.
pub fn column_name(column: i8) -> String {
    Hex::new(column, 1).map_or_else(String::new, Hex::column_name)
}

/// Who controls the ground of a hex: the side that has taken it, or else the side that its states are friendly to; on a
/// border nobody.
pub fn ground_of(rules: &CivilWar, game: &Game, hex: Hex) -> Tint {
    let friendly = |side: &Side| territory::is_friendly(rules, game, hex, *side);
    let holder = game.control.get(&hex).copied().or_else(|| Side::BOTH.into_iter().find(friendly));
    holder.map_or(Tint::None, canvas::control_tint)
}

/// The owner of the units in a hex: one side's forces or ships; nobody if both sides are there.
pub fn force_of(rules: &CivilWar, game: &Game, hex: Hex) -> Tint {
    let there = |side: &Side| game.sp_at(hex, *side) > 0 || !game.leaders_at(&rules.pack, hex, *side).is_empty();
    match Side::BOTH.map(|side| there(&side)) {
        [true, false] => canvas::force(Side::Union),
        [false, true] => canvas::force(Side::Confederate),
        [true, true] => Tint::None,
        [false, false] => match ships::mark(game, Station::Hex(hex)) {
            mark if !mark.is_empty() => canvas::fleet(&mark),
            _ => game.depots.get(&hex).map_or_else(|| ground_of(rules, game, hex), |side| canvas::force(*side)),
        },
    }
}

/// The ground in one character.
pub fn ground(terrain: Terrain) -> char {
    match terrain {
        Terrain::Clear => '.',
        Terrain::Forest => 'f',
        Terrain::Swamp => 's',
        Terrain::Desert => 'd',
        Terrain::Mountain => 'm',
        Terrain::AllSea => ' ',
    }
}

/// The units in a hex, in a few characters: `U7`, with marks if they fit; without units the ships in it, or else a
/// depot.
pub fn forces(rules: &CivilWar, game: &Game, hex: Hex, room: usize) -> String {
    let there = |side: &Side| game.sp_at(hex, *side) > 0 || !game.leaders_at(&rules.pack, hex, *side).is_empty();
    let sides: Vec<Side> = Side::BOTH.into_iter().filter(there).collect();
    let ships = ships::mark(game, Station::Hex(hex));
    match sides[..] {
        [] if !ships.is_empty() => ships,
        [] => game.depots.get(&hex).map_or(String::new(), |_| "D".to_owned()),
        [side] => {
            let mut text = format!("{}{}", letter(side), game.sp_at(hex, side));
            let marks = [
                (game.demoralized_at(hex, side), '!'),
                (!army::armies_at(rules, game, hex, side).is_empty(), '@'),
                (ships.starts_with('u'), 'u'),
                (ships.starts_with('c'), 'c'),
                (ships.starts_with('x'), 'x'),
                (game.depots.contains_key(&hex), 'D'),
            ];
            for (_, mark) in marks.into_iter().filter(|(holds, _)| *holds) {
                if text.len() < room {
                    text.push(mark);
                }
            }
            text
        }
        _ => format!("X{}", sides.iter().map(|side| game.sp_at(hex, *side)).sum::<u32>()),
    }
}
