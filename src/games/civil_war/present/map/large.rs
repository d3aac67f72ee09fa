//! Hexes with their numbers, names, hexsides and units.

use crate::board::{Direction, Hex};

use super::super::vocabulary;
use super::canvas::{Canvas, fleet, letter, mark};
use super::hex_signs::{Extent, force_of, ground_of};
use super::ships;
use crate::pack::{Side, Station, Terrain};
use crate::position::ledger::Game;
use crate::report::Run;
use crate::{CivilWar, leaders::army, movement::territory};

/// The length of a hex's upper side, in characters.
const TOP: usize = 11;
/// From one column to the next.
pub const PITCH: usize = TOP + 2;
/// What a row of hexes takes besides: its eastern corner.
pub const MARGIN: usize = 2;
/// The height of a hex, in lines.
const HEIGHT: usize = 4;

/// Draws these hexes.
pub fn draw(rules: &CivilWar, game: &Game, hexes: &[Hex]) -> Vec<Vec<Run>> {
    let map = &rules.pack.map;
    let mut sheet = Canvas::default();
    let Some(Extent { west, north, .. }) = Extent::of(hexes) else {
        return Vec::new();
    };
    let corner = |hex: Hex| {
        let lower = usize::from(hex.is_lower()) * HEIGHT / 2;
        (usize::from(hex.row() - north) * HEIGHT + lower, usize::from(hex.col().abs_diff(west)) * PITCH)
    };
    for &hex in hexes {
        let (top, left) = corner(hex);
        for direction in Direction::ALL {
            side(&mut sheet, top, left, direction, mark(map, hex, direction));
        }
    }
    for (hex, beyond, mark) in ships::on_hexsides(game, hexes) {
        let ((top, left), Some(direction)) = (corner(hex), hex.direction_to(beyond)) else { continue };
        let cells = cells(top, left, direction);
        let whole = mark.clone();
        // A slanting side has room for one figure.
        let mark = if mark.len() > cells.len() { mark.chars().take(1).chain(['+']).collect() } else { mark };
        let first = (cells.len() - mark.len()) / 2;
        for (sign, &(line, column)) in mark.chars().zip(&cells[first..]) {
            sheet.set_tinted(line, column, sign, fleet(&whole));
        }
    }
    for &hex in hexes {
        let (top, left) = corner(hex);
        let lines = content(rules, game, hex);
        let ground = ground_of(rules, game, hex);
        sheet.write_tinted(top + 1, left + 2, TOP, &lines[0], ground);
        sheet.write_tinted(top + 2, left + 1, TOP + 2, &lines[1], ground);
        sheet.write_tinted(top + 3, left + 1, TOP + 2, &lines[2], force_of(rules, game, hex));
    }
    sheet.finish()
}

/// Draws one side of a hex; a river or the like replaces the line.
fn side(sheet: &mut Canvas, top: usize, left: usize, direction: Direction, mark: Option<char>) {
    let plain = match direction {
        Direction::North | Direction::South => '_',
        Direction::NorthEast | Direction::SouthWest => '\\',
        Direction::SouthEast | Direction::NorthWest => '/',
    };
    for (line, column) in cells(top, left, direction) {
        sheet.set(line, column, mark.unwrap_or(plain));
    }
}

/// The lines and columns of the sheet along one side of a hex.
fn cells(top: usize, left: usize, direction: Direction) -> Vec<(usize, usize)> {
    let right = left + TOP + 2;
    match direction {
        Direction::North => (0..TOP).map(|n| (top, left + 2 + n)).collect(),
        Direction::South => (0..TOP).map(|n| (top + HEIGHT, left + 2 + n)).collect(),
        Direction::NorthEast => vec![(top + 1, right), (top + 2, right + 1)],
        Direction::SouthEast => vec![(top + 3, right + 1), (top + 4, right)],
        Direction::SouthWest => vec![(top + 3, left), (top + 4, left + 1)],
        Direction::NorthWest => vec![(top + 1, left + 1), (top + 2, left)],
    }
}

/// The content of a hex: number, terrain, rail, city and fort; its name; its units.
fn content(rules: &CivilWar, game: &Game, hex: Hex) -> [String; 3] {
    let Some(data) = rules.pack.map.hex(hex) else { return Default::default() };
    let ships = ships::mark(game, Station::Hex(hex));
    let terrain = match data.terrain {
        Terrain::Clear => 'c',
        Terrain::Forest => 'f',
        Terrain::Swamp => 's',
        Terrain::Desert => 'd',
        Terrain::Mountain => 'm',
        Terrain::AllSea => return [hex.to_string(), "~ ~ ~ ~".to_owned(), ships],
    };
    let mut first = format!("{hex} {terrain}");
    if rules.pack.map.rail_hex(hex) {
        first.push('+');
    }
    if let Some(city) = &data.city {
        let dot = if city.vp > 0 { format!("*{}", city.vp) } else { "*".to_owned() };
        first.push_str(&dot);
    }
    if territory::fort(rules, game, hex).is_some() {
        first.push('#');
    }
    if game.depots.contains_key(&hex) {
        first.push('D');
    }
    if first.chars().count() > TOP {
        first = first.replacen(' ', "", 1);
    }
    let name = vocabulary::place_name(&rules.pack, hex).unwrap_or_default();
    let name = match name.char_indices().nth(TOP + 2) {
        None => name.to_owned(),
        Some(_) => name.chars().take(TOP + 1).collect::<String>() + ".",
    };
    let room = TOP + 2 - if ships.is_empty() { 0 } else { (ships.len() + 1).min(TOP) };
    let stacks = Side::BOTH.into_iter().filter_map(|side| stack(rules, game, hex, side, room));
    let stacks: Vec<String> = stacks.chain(Some(ships).filter(|ships| !ships.is_empty())).collect();
    // An empty hex that has changed hands shows who controls it.
    let holder = match game.control.get(&hex) {
        Some(side) if stacks.is_empty() => format!("({})", letter(*side)),
        _ => String::new(),
    };
    [first, name, stacks.join("/") + &holder]
}

/// A side's units in a hex, in at most `most` characters: `U7 McDowell+1`.
fn stack(rules: &CivilWar, game: &Game, hex: Hex, side: Side, room: usize) -> Option<String> {
    let sp = game.sp_at(hex, side);
    let leaders = game.leaders_at(&rules.pack, hex, side);
    if sp == 0 && leaders.is_empty() {
        return None;
    }
    let mut text = format!("{}{sp}", letter(side));
    if !army::armies_at(rules, game, hex, side).is_empty() {
        text.push('@');
    }
    if game.demoralized_at(hex, side) {
        text.push('!');
    }
    if let Some(first) = game.ranking_leader(&rules.pack, hex, side) {
        let more = if leaders.len() > 1 { format!("+{}", leaders.len() - 1) } else { String::new() };
        let room = room.saturating_sub(text.chars().count() + 1 + more.len());
        let name = vocabulary::leader_name(&rules.pack, &first.leader);
        let name: String = match name.chars().count() > room {
            true => name.chars().take(room.saturating_sub(1)).chain(['.']).collect(),
            false => name.to_owned(),
        };
        text = format!("{text} {name}{more}");
    }
    Some(text)
}

/// What the signs mean.
pub const LEGEND: [&str; 4] = [
    "First line of a hex: its number; c clear, f forest, s swamp, m mountain; + railroad; * town, with its victory \
     points; # fortification; D depot.",
    "Third line: U Union or C Confederate strength points, @ an army, ! demoralized, the ranking leader, +1 for each \
     other leader; (U) or (C) an empty hex that has changed hands.",
    "Ships, on a hexside or in the third line: u Union or c Confederate, x both, with their points; + for ten or more.",
    "Hexsides: ~ river, = navigable river, : gap or mountain road, ^ impassable mountains.",
];
