//! Hexes of four characters with every hexside: for a theater.

use crate::board::{Direction, Hex};

use super::canvas::{Canvas, fleet, letter, mark};
use super::hex_signs::{Extent, column_name, force_of, forces, ground, ground_of};
use super::ships;
use crate::position::ledger::Game;
use crate::report::Run;
use crate::{CivilWar, movement::territory};

/// From one column to the next.
pub const PITCH: usize = 4;
/// What a row of hexes takes besides: the rows' numbers on both sides, and its eastern corner.
pub const MARGIN: usize = 2 * SIDE + 1;
/// The width of the rows' numbers on one side.
const SIDE: usize = 3;

/// Draws these hexes.
pub fn draw(rules: &CivilWar, game: &Game, hexes: &[Hex]) -> Vec<Vec<Run>> {
    let Some(Extent { west, east, north }) = Extent::of(hexes) else { return Vec::new() };
    let mut sheet = Canvas::default();
    let left = |column: i8| SIDE + usize::from(column.abs_diff(west)) * PITCH;
    // The first line holds the columns' numbers.
    let top = |hex: Hex| 1 + 2 * usize::from(hex.row() - north) + usize::from(hex.is_lower());
    for column in west..=east {
        sheet.write(0, left(column) + 1, 3, &column_name(column));
    }
    for &hex in hexes {
        let (top, left) = (top(hex), left(hex.col()));
        let right = left + PITCH;
        for direction in Direction::ALL {
            let (cells, plain) = match direction {
                Direction::North => ((1..PITCH).map(|n| (top, left + n)).collect(), '_'),
                Direction::South => ((1..PITCH).map(|n| (top + 2, left + n)).collect(), '_'),
                Direction::NorthEast => (vec![(top + 1, right)], '\\'),
                Direction::SouthEast => (vec![(top + 2, right)], '/'),
                Direction::SouthWest => (vec![(top + 2, left)], '\\'),
                Direction::NorthWest => (vec![(top + 1, left)], '/'),
            };
            let sign = mark(&rules.pack.map, hex, direction).unwrap_or(plain);
            cells.into_iter().for_each(|(line, column)| sheet.set(line, column, sign));
        }
    }
    for &hex in hexes {
        let (top, left) = (top(hex), left(hex.col()));
        sheet.write_tinted(top + 1, left + 1, 3, &upper(rules, game, hex), ground_of(rules, game, hex));
        let whose = force_of(rules, game, hex);
        for (n, c) in forces(rules, game, hex, 3).chars().enumerate() {
            sheet.set_tinted(top + 2, left + 1 + n, c, whose);
        }
        let row = if hex.is_lower() { left_of_right(east, west) } else { 0 };
        sheet.write(top + 1, row, 2, &format!("{:02}", hex.row()));
    }
    for (hex, beyond, mark) in ships::on_hexsides(game, hexes) {
        let (top, left) = (top(hex), left(hex.col()));
        let right = left + PITCH;
        let (line, column, room) = match hex.direction_to(beyond) {
            Some(Direction::North) => (top, left + 1, PITCH - 1),
            Some(Direction::South) => (top + 2, left + 1, PITCH - 1),
            Some(Direction::NorthEast) => (top + 1, right, 1),
            Some(Direction::SouthEast) => (top + 2, right, 1),
            Some(Direction::SouthWest) => (top + 2, left, 1),
            Some(Direction::NorthWest) => (top + 1, left, 1),
            None => continue,
        };
        let whose = fleet(&mark);
        mark.chars().take(room).enumerate().for_each(|(n, sign)| sheet.set_tinted(line, column + n, sign, whose));
    }
    sheet.finish()
}

/// Where the rows' numbers stand on the right.
fn left_of_right(east: i8, west: i8) -> usize {
    SIDE + (usize::from(east.abs_diff(west)) + 1) * PITCH + 2
}

/// Terrain, railroad and fortification, city.
fn upper(rules: &CivilWar, game: &Game, hex: Hex) -> String {
    let Some(data) = rules.pack.map.hex(hex) else { return String::new() };
    let rail = rules.pack.map.rail_hex(hex);
    let ways = match (rail, territory::fort(rules, game, hex).is_some()) {
        (false, false) => ' ',
        (true, false) => '+',
        (false, true) => '#',
        (true, true) => '&',
    };
    let city = match &data.city {
        Some(city) if city.vp > 0 => city.vp.to_string(),
        Some(_) => "*".to_owned(),
        None => match game.control.get(&hex) {
            Some(side) => letter(*side).to_lowercase().to_string(),
            None => " ".to_owned(),
        },
    };
    format!("{}{ways}{city}", ground(data.terrain))
}

/// What the signs mean.
pub const LEGEND: [&str; 5] = [
    "Column numbers are above the columns; row numbers are on the left for odd columns, on the right for even ones: \
     the hex in column 07 on row 12 is 0712.",
    "Upper line of a hex: . clear, f forest, s swamp, m mountain, nothing at sea; + railroad, # fortification, & \
     both; a \
     city's victory points, * a town worth none; u or c a hex without a town that has changed hands.",
    "Lower line: U Union or C Confederate strength points, X both, D depot; @ an army, ! demoralized, where there is \
     room.",
    "Ships: u Union or c Confederate, x both, on the hexside or in the lower line of a hex of the sea or the coast, \
     with \
     their points where there is room.",
    "Hexsides: ~ river, = navigable river, : gap or mountain road, ^ impassable mountains.",
];
