//! A few characters a hex, in rows like bricks: for the whole map.

use crate::board::{Direction, Hex};

use super::canvas::{Canvas, fleet, mark};
use super::hex_signs::{Extent, column_name, force_of, forces, ground};
use super::ships;
use crate::pack::Station;
use crate::position::ledger::Game;
use crate::report::Run;
use crate::{CivilWar, movement::territory};

/// From one column to the next. A hex is twice as wide: the hexes of its line are those of every second column.
pub const PITCH: usize = 2;
/// What a row of hexes takes besides: the rows' numbers on both sides, and the second half of the last hex.
pub const MARGIN: usize = 2 * SIDE + 2;
/// The width of the rows' numbers on one side.
const SIDE: usize = 3;
/// Which of the signs of two hexsides is shown where there is room for one.
const WEIGHTIER: [char; 4] = ['=', '~', '^', ':'];

/// Draws these hexes.
pub fn draw(rules: &CivilWar, game: &Game, hexes: &[Hex]) -> Vec<Vec<Run>> {
    let Some(Extent { west, east, north }) = Extent::of(hexes) else { return Vec::new() };
    let map = &rules.pack.map;
    let mut sheet = Canvas::default();
    let left = |column: i8| SIDE + usize::from(column.abs_diff(west)) * PITCH;
    // The first two lines hold the columns' numbers.
    let line = |hex: Hex| 2 + 2 * usize::from(hex.row() - north) + usize::from(hex.is_lower());
    for column in west..=east {
        sheet.write(usize::from(column % 2 == 0), left(column), 3, &column_name(column));
    }
    // A northern or southern side lies on a line of the neighboring columns, between two of their hexes.
    for &hex in hexes {
        if let Some(sign) = mark(map, hex, Direction::South) {
            sheet.set(line(hex) + 1, left(hex.col()) + 1, sign);
        }
        if let Some(sign) = mark(map, hex, Direction::North) {
            sheet.set(line(hex) - 1, left(hex.col()) + 1, sign);
        }
    }
    let here = |hex: Hex| hexes.contains(&hex);
    let mut afloat = Vec::new();
    for (one, other, mark) in ships::on_hexsides(game, hexes) {
        let west = if one.col() < other.col() { one } else { other };
        let place = match one.direction_to(other) {
            Some(Direction::North) => (line(one) - 1, left(one.col()) + 1),
            Some(Direction::South) => (line(one) + 1, left(one.col()) + 1),
            // What runs along a slanting side is shown by the western hex.
            _ if here(west) => (line(west), left(west.col()) + 2),
            _ => continue,
        };
        afloat.push((place, mark));
    }
    for &hex in hexes {
        let (line, left) = (line(hex), left(hex.col()));
        let sides = [Direction::NorthEast, Direction::SouthEast].map(|side| mark(map, hex, side));
        if let Some(sign) = WEIGHTIER.into_iter().find(|sign| sides.contains(&Some(*sign))) {
            sheet.set(line, left + 2, sign);
        }
        let whose = force_of(rules, game, hex);
        for (n, c) in inside(rules, game, hex).chars().enumerate() {
            sheet.set_tinted(line, left + n, c, whose);
        }
        let row = if hex.is_lower() { SIDE + (usize::from(east.abs_diff(west)) + 2) * PITCH + 1 } else { 0 };
        sheet.write(line, row, 2, &format!("{:02}", hex.row()));
    }
    for ((line, column), mark) in afloat {
        mark.chars().take(1).for_each(|sign| sheet.set_tinted(line, column, sign, fleet(&mark)));
    }
    sheet.finish()
}

/// The pieces in a hex, or else its city or fortification, or else its ground.
fn inside(rules: &CivilWar, game: &Game, hex: Hex) -> String {
    let Some(data) = rules.pack.map.hex(hex) else { return String::new() };
    let mut there = forces(rules, game, hex, 0);
    // The ships of a hex where somebody stands, if there is room.
    let ships = ships::mark(game, Station::Hex(hex));
    if there.len() == 2 && there != ships {
        there.extend(ships.chars().take(1));
    }
    if !there.is_empty() {
        return there;
    }
    let fort = territory::fort(rules, game, hex).is_some();
    match data.city.as_ref().map_or(0, |city| city.vp) {
        0 if fort => "#".to_owned(),
        0 => ground(data.terrain).to_string(),
        vp if fort => format!("#{vp}"),
        vp => format!("*{vp}"),
    }
}

/// What the signs mean.
pub const LEGEND: [&str; 5] = [
    "Column numbers are above the columns; row numbers are on the left for odd columns, on the right for even ones: \
     the hex in column 07 on row 12 is 0712. A hex is adjacent to the hexes to its right and left in the lines above \
     and below, and to the hexes straight above and below it two lines away.",
    "A hex shows its forces, or else its city, or else its terrain: U Union or C Confederate strength points, X both, \
     D a \
     depot; * a city with its victory points, # a fortification; . clear, f forest, s swamp, m mountain, nothing at \
     sea.",
    "To the right of a hex are its eastern hexsides, where there is room: = navigable river, ~ river, \
     ^ mountains, : gap or mountain road; between two hexes of a line is the hexside between the hexes above and \
     below.",
    "Ships: u Union or c Confederate, x both, in place of the hexside where they are; with their points in a sea or \
     coastal hex, or after the strength points there. The list below has them all.",
    "For more detail, ask for a part: --theater east, --around Richmond, --columns 20-30.",
];
