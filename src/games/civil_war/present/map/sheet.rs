//! What the scales have in common: a sheet of characters, and the signs.

use crate::board::{Direction, Hex};

use crate::pack::{HexsideKind, Map, Side};

/// A sheet of characters.
#[derive(Default)]
pub struct Sheet(Vec<Vec<char>>);

impl Sheet {
    /// Puts one character.
    pub fn put(&mut self, line: usize, column: usize, c: char) {
        if self.0.len() <= line {
            self.0.resize(line + 1, Vec::new());
        }
        let row = &mut self.0[line];
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        row[column] = c;
    }

    /// Puts a text into the middle of a field; what is too long is cut.
    pub fn write(&mut self, line: usize, column: usize, width: usize, text: &str) {
        let length = text.chars().count().min(width);
        let start = column + (width - length) / 2;
        for (n, c) in text.chars().take(width).enumerate() {
            self.put(line, start + n, c);
        }
    }

    /// The sheet as text, without empty lines above.
    pub fn finish(self) -> String {
        let lines = self.0.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned());
        lines.skip_while(String::is_empty).collect::<Vec<_>>().join("\n")
    }
}

/// The sign of what runs along a hexside; none for open ground.
pub fn mark(map: &Map, hex: Hex, direction: Direction) -> Option<char> {
    let side = map.hexside(hex, hex.neighbour(direction)?)?;
    Some(match side.kind {
        HexsideKind::River => '~',
        HexsideKind::NavigableRiver => '=',
        HexsideKind::Gap | HexsideKind::Road => ':',
        HexsideKind::Mountain | HexsideKind::Impassable => '^',
    })
}

/// A side in one character.
pub fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}
