//! The map drawn in text: flat-topped hexes, even columns half a hex lower, as on the printed sheet.

use std::collections::BTreeMap;

use crate::board::{Direction, Hex};

use super::super::CivilWar;
use super::super::ledger::Game;
use super::super::pack::{HexsideKind, Side, Terrain};
use super::super::{army, territory};
use super::words;

/// The length of a hex's upper side, in characters.
const TOP: usize = 11;
/// From one column to the next.
const PITCH: usize = TOP + 2;
/// The height of a hex, in lines.
const HEIGHT: usize = 4;

/// A sheet of characters.
struct Sheet(Vec<Vec<char>>);

impl Sheet {
    fn put(&mut self, line: usize, column: usize, c: char) {
        if self.0.len() <= line {
            self.0.resize(line + 1, Vec::new());
        }
        let row = &mut self.0[line];
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        row[column] = c;
    }

    fn write(&mut self, line: usize, column: usize, width: usize, text: &str) {
        let length = text.chars().count().min(width);
        let start = column + (width - length) / 2;
        for (n, c) in text.chars().take(width).enumerate() {
            self.put(line, start + n, c);
        }
    }

    fn finish(self) -> String {
        let lines: Vec<String> =
            self.0.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect();
        lines.join("\n")
    }
}

/// Draws the whole ground of the pack, with everything that stands on it.
pub fn draw(rules: &CivilWar, game: &Game) -> String {
    draw_columns(rules, game, 0, u16::MAX)
}

/// The ground in sections no wider than that, from west to east, each with its heading. Neighbouring sections have a
/// column in common, so that nothing is torn apart. One that holds all has no heading.
pub fn sections(rules: &CivilWar, game: &Game, width: usize) -> Vec<(String, String)> {
    let columns = || rules.pack.map.hexes().map(|(hex, _)| u16::from(hex.col()));
    let (Some(west), Some(east)) = (columns().min(), columns().max()) else {
        return vec![(String::new(), draw(rules, game))];
    };
    // The last column ends with its eastern corner. Fewer than two columns show no neighbours.
    let fit = u16::try_from(width.saturating_sub(2) / PITCH).unwrap_or(u16::MAX).max(2);
    if east - west < fit {
        return vec![(String::new(), draw(rules, game))];
    }
    // As many sections as are needed, of columns as equal as may be.
    let parts = (east - west).div_ceil(fit - 1);
    let step = (east - west).div_ceil(parts);
    (0..parts)
        .map(|part| {
            let from = west + part * step;
            let to = (from + step).min(east);
            (format!("From column {from} to column {to}"), draw_columns(rules, game, from, to))
        })
        .collect()
}

/// Draws the columns of the ground from one to the other.
fn draw_columns(rules: &CivilWar, game: &Game, from: u16, to: u16) -> String {
    let map = &rules.pack.map;
    let within = |hex: &Hex| (from..=to).contains(&u16::from(hex.col()));
    let hexes: Vec<Hex> = map.hexes().map(|(hex, _)| hex).filter(within).collect();
    let (Some(west), Some(north)) = (hexes.iter().map(|hex| hex.col()).min(), hexes.iter().map(|hex| hex.row()).min())
    else {
        return "There is no ground.".to_owned();
    };
    let mut sheet = Sheet(Vec::new());
    let corner = |hex: Hex| {
        let lower = usize::from(hex.col().is_multiple_of(2)) * HEIGHT / 2;
        (usize::from(hex.row() - north) * HEIGHT + lower, usize::from(hex.col() - west) * PITCH)
    };
    for &hex in &hexes {
        let (top, left) = corner(hex);
        for direction in Direction::ALL {
            let kind = hex.neighbour(direction).and_then(|there| map.hexside(hex, there)).map(|side| side.kind);
            side(&mut sheet, top, left, direction, kind);
        }
    }
    for &hex in &hexes {
        let (top, left) = corner(hex);
        let lines = content(rules, game, hex);
        sheet.write(top + 1, left + 2, TOP, &lines[0]);
        sheet.write(top + 2, left + 1, TOP + 2, &lines[1]);
        sheet.write(top + 3, left + 1, TOP + 2, &lines[2]);
    }
    sheet.finish()
}

/// Draws one side of a hex; what runs along it takes the place of the line.
fn side(sheet: &mut Sheet, top: usize, left: usize, direction: Direction, kind: Option<HexsideKind>) {
    let mark = match kind {
        None => None,
        Some(HexsideKind::River) => Some('~'),
        Some(HexsideKind::NavigableRiver) => Some('='),
        Some(HexsideKind::Gap | HexsideKind::Road) => Some(':'),
        Some(HexsideKind::Mountain | HexsideKind::Impassable) => Some('^'),
    };
    let right = left + TOP + 2;
    let (cells, plain): (Vec<(usize, usize)>, char) = match direction {
        Direction::North => ((0..TOP).map(|n| (top, left + 2 + n)).collect(), '_'),
        Direction::South => ((0..TOP).map(|n| (top + HEIGHT, left + 2 + n)).collect(), '_'),
        Direction::NorthEast => (vec![(top + 1, right), (top + 2, right + 1)], '\\'),
        Direction::SouthEast => (vec![(top + 3, right + 1), (top + 4, right)], '/'),
        Direction::SouthWest => (vec![(top + 3, left), (top + 4, left + 1)], '\\'),
        Direction::NorthWest => (vec![(top + 1, left + 1), (top + 2, left)], '/'),
    };
    for (line, column) in cells {
        sheet.put(line, column, mark.unwrap_or(plain));
    }
}

/// What stands in a hex: number, terrain, rail, city and fort; its name; who is there.
fn content(rules: &CivilWar, game: &Game, hex: Hex) -> [String; 3] {
    let Some(data) = rules.pack.map.hex(hex) else { return Default::default() };
    let terrain = match data.terrain {
        Terrain::Clear => 'c',
        Terrain::Forest => 'f',
        Terrain::Swamp => 's',
        Terrain::Mountain => 'm',
        Terrain::AllSea => return [hex.to_string(), "~ ~ ~ ~".to_owned(), String::new()],
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
    let name = words::place_name(&rules.pack, hex).unwrap_or_default();
    let name = match name.char_indices().nth(TOP + 2) {
        None => name.to_owned(),
        Some(_) => name.chars().take(TOP + 1).collect::<String>() + ".",
    };
    let stacks: Vec<String> = Side::BOTH.into_iter().filter_map(|side| stack(rules, game, hex, side)).collect();
    // An empty hex that has changed hands shows who holds it.
    let holder = match game.control.get(&hex) {
        Some(side) if stacks.is_empty() => format!("({})", letter(*side)),
        _ => String::new(),
    };
    [first, name, stacks.join("/") + &holder]
}

fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}

/// Who of a side stands in a hex, in at most thirteen characters: `U7 McDowell+1`.
fn stack(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Option<String> {
    let sp = game.sp_at(hex, side);
    let leaders = game.leaders_at(&rules.pack, hex, side);
    if sp == 0 && leaders.is_empty() {
        return None;
    }
    let mut text = format!("{}{sp}", letter(side));
    if !army::at(rules, game, hex, side).is_empty() {
        text.push('@');
    }
    if game.demoralized_at(hex, side) {
        text.push('!');
    }
    if let Some(first) = game.ranking_leader(&rules.pack, hex, side) {
        let more = if leaders.len() > 1 { format!("+{}", leaders.len() - 1) } else { String::new() };
        let room = (TOP + 2).saturating_sub(text.chars().count() + 1 + more.len());
        let name = words::leader_name(&rules.pack, &first.leader);
        let name: String = match name.chars().count() > room {
            true => name.chars().take(room.saturating_sub(1)).chain(['.']).collect(),
            false => name.to_owned(),
        };
        text = format!("{text} {name}{more}");
    }
    Some(text)
}

/// What the signs on the map mean.
pub fn legend() -> Vec<String> {
    [
        "First line of a hex: its number; c clear, f forest, s swamp, m mountain; + railroad; * town, with its victory \
         points; # fortification; D depot.",
        "Third line: U Union or C Confederate strength points, @ an army, ! demoralized, the ranking leader, +1 for each \
         other leader; (U) or (C) an empty hex that has changed hands.",
        "Hexsides: ~ river, = navigable river, : gap or mountain road, ^ mountains that nobody crosses.",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Every stack of a side: place, strength points, leaders, marks.
pub fn stacks(rules: &CivilWar, game: &Game, side: Side) -> Vec<Vec<String>> {
    let mut found: BTreeMap<Hex, ()> =
        game.groups.values().filter(|group| group.side == side).map(|group| (group.hex, ())).collect();
    found.extend(game.leaders_on_map(&rules.pack, side).map(|(_, hex)| (hex, ())));
    found
        .into_keys()
        .map(|hex| {
            let mut leaders = game.leaders_at(&rules.pack, hex, side);
            leaders.sort_by_key(|piece| std::cmp::Reverse(piece.rank));
            let leaders = if leaders.is_empty() { String::new() } else { words::leaders(&rules.pack, &leaders) };
            let mut marks: Vec<String> =
                army::at(rules, game, hex, side).iter().map(|own| words::army_name(&rules.pack, own)).collect();
            if game.demoralized_at(hex, side) {
                marks.push("demoralized".to_owned());
            }
            let moved = game.sp_at(hex, side) - game.fresh_at(hex, side);
            if moved > 0 {
                marks.push(format!("{moved} moved"));
            }
            if game.depots.get(&hex) == Some(&side) {
                marks.push("depot".to_owned());
            }
            if territory::is_enemy(rules, game, hex, side) {
                marks.push("on enemy ground".to_owned());
            }
            vec![words::place(&rules.pack, hex), game.sp_at(hex, side).to_string(), leaders, marks.join(", ")]
        })
        .collect()
}
