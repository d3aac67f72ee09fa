//! What the scales have in common: a sheet of characters, and the signs.

use crate::board::{Direction, Hex};

use crate::pack::{HexsideKind, Map, Side};
use crate::report::{Run, Tint, Which};

/// A sheet of characters, each with whose it is.
#[derive(Default)]
pub struct Canvas(Vec<Vec<(char, Tint)>>);

impl Canvas {
    /// Puts one character that is nobody's.
    pub fn set(&mut self, line: usize, column: usize, c: char) {
        self.set_tinted(line, column, c, Tint::None);
    }

    /// Puts one character.
    pub fn set_tinted(&mut self, line: usize, column: usize, c: char, tint: Tint) {
        if self.0.len() <= line {
            self.0.resize(line + 1, Vec::new());
        }
        let row = &mut self.0[line];
        if row.len() <= column {
            row.resize(column + 1, (' ', Tint::None));
        }
        row[column] = (c, tint);
    }

    /// Puts a text that is nobody's into the middle of a field; what is too long is cut.
    pub fn write(&mut self, line: usize, column: usize, width: usize, text: &str) {
        self.write_tinted(line, column, width, text, Tint::None);
    }

    /// Puts a text into the middle of a field.
    pub fn write_tinted(&mut self, line: usize, column: usize, width: usize, text: &str, tint: Tint) {
        let length = text.chars().count().min(width);
        let start = column + (width - length) / 2;
        for (n, c) in text.chars().take(width).enumerate() {
            self.set_tinted(line, start + n, c, tint);
        }
    }

    /// The sheet in runs, without empty lines above and spaces at the ends of lines.
    pub fn finish(self) -> Vec<Vec<Run>> {
        let line = |row: Vec<(char, Tint)>| {
            let end = row.iter().rposition(|(c, _)| *c != ' ').map_or(0, |last| last + 1);
            let runs = row[..end].chunk_by(|(_, one), (_, other)| one == other);
            runs.map(|run| Run { text: run.iter().map(|(c, _)| c).collect(), tint: run[0].1 }).collect::<Vec<_>>()
        };
        self.0.into_iter().map(line).skip_while(Vec::is_empty).collect()
    }
}

/// The sign of what runs along a hexside; none for open ground.
pub fn mark(map: &Map, hex: Hex, direction: Direction) -> Option<char> {
    let side = map.hexside(hex, hex.neighbor(direction)?)?;
    Some(match side.kind {
        HexsideKind::River => '~',
        HexsideKind::NavigableRiver => '=',
        HexsideKind::Gap | HexsideKind::Road => ':',
        HexsideKind::Mountain | HexsideKind::Impassable => '^',
    })
}

/// The forces of a side.
pub fn force(side: Side) -> Tint {
    Tint::Force(which(side))
}

/// The ground of a side.
pub fn control_tint(side: Side) -> Tint {
    Tint::Ground(which(side))
}

fn which(side: Side) -> Which {
    match side {
        Side::Union => Which::First,
        Side::Confederate => Which::Second,
    }
}

/// Whose ships a mark of ships tells of.
pub fn fleet(mark: &str) -> Tint {
    match mark.chars().next() {
        Some('u') => force(Side::Union),
        Some('c') => force(Side::Confederate),
        _ => Tint::None,
    }
}

/// A side in one character.
pub fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}
