//! The table as text: a grid of ground with the units in it.

use crate::report::Block;
use crate::report::model::{Run, Span, Tint, Which};

use super::lengths::word;
use super::model::{TableMap, TableUnit};
use crate::board::table::GroundKind;
use crate::pack::table::Ground;

/// The width of a page that does not say it, and the least that can be read.
const DEFAULT_WIDTH: usize = 80;
const MIN_WIDTH: usize = 24;
/// What the signs mean.
const KEY: &str = "The sign after the letter of a unit shows where it faces: ^ up, v down, > right, < left. w is woods, h hill, c crops, r \
                   rough, t town, # fence, = road, ~ stream.";

impl TableMap {
    /// The table, and whom its letters stand for, on a page this many characters wide.
    pub fn text(&self, width: Option<usize>) -> [Block; 2] {
        let units: Vec<String> = self.units.iter().map(|unit| format!("{} {}", unit.letter, unit.name)).collect();
        let key = Span::plain(format!("{KEY} {}.", units.join(", ")));
        [
            Block::Drawn(Grid::new(self.size, width.unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH)).drawn(self)),
            Block::Paragraph(vec![key]),
        ]
    }
}

/// The cells of the page; a cell is twice as high as it is wide.
pub struct Grid {
    pub columns: i32,
    pub rows: i32,
    width: i32,
    depth: i32,
}

impl Grid {
    /// A page this many characters wide for a table of that size.
    pub fn new([width, depth]: [i32; 2], columns: usize) -> Grid {
        let columns = i32::try_from(columns).unwrap_or(80);
        let (width, depth) = (width.max(1), depth.max(1));
        Grid { columns, rows: (depth * columns / (2 * width)).clamp(4, 120), width, depth }
    }

    /// The middle of a cell on the table.
    pub fn middle(&self, column: i32, row: i32) -> [i32; 2] {
        let x = (2 * column + 1) * self.width / (2 * self.columns);
        [x, self.depth - (2 * row + 1) * self.depth / (2 * self.rows)]
    }

    /// The cell of a place.
    pub fn cell(&self, [x, y]: [i32; 2]) -> (usize, usize) {
        let column = (x * self.columns / self.width).clamp(0, self.columns - 1);
        let row = ((self.depth - y) * self.rows / self.depth).clamp(0, self.rows - 1);
        (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
    }

    fn drawn(&self, table: &TableMap) -> Vec<Vec<Run>> {
        let line = |row: i32| (0..self.columns).map(|column| (self.ground(table, column, row), Tint::None)).collect();
        let mut cells: Vec<Vec<(char, Tint)>> = (0..self.rows).map(line).collect();
        let mut put = |(column, row): (usize, usize), sign: char, tint: Tint| {
            if let Some(cell) = cells.get_mut(row).and_then(|line| line.get_mut(column)) {
                *cell = (sign, tint);
            }
        };
        for ground in table.ground.iter().filter(|ground| ground.kind.is_line()) {
            for two in ground.points.windows(2) {
                let ([x, y], [to_x, to_y]) = (two[0], two[1]);
                let steps = self.columns.max(self.rows) * 2;
                let step = |n: i32| self.cell([x + (to_x - x) * n / steps, y + (to_y - y) * n / steps]);
                (0..=steps).for_each(|n| put(step(n), sign(ground), Tint::None));
            }
        }
        table.placed.iter().for_each(|at| put(self.cell(*at), 'r', Tint::None));
        for unit in &table.units {
            let tint = Tint::Force(if unit.second { Which::Second } else { Which::First });
            let (column, row) = self.cell(unit.at.place());
            put((column, row), unit.letter, tint);
            let last = column + 1 == usize::try_from(self.columns).unwrap_or(0);
            put((if last { column.saturating_sub(1) } else { column + 1 }, row), facing_sign(unit), tint);
        }
        let run = |(sign, tint): (char, Tint)| Run { text: sign.to_string(), tint };
        cells.into_iter().map(|line| line.into_iter().map(run).collect()).collect()
    }

    /// The ground of a cell: that of the last piece that covers its middle.
    fn ground(&self, table: &TableMap, column: i32, row: i32) -> char {
        let at = self.middle(column, row);
        let covers = |ground: &&Ground| !ground.kind.is_line() && is_inside(&ground.points, at);
        table.ground.iter().rev().find(covers).map_or('.', sign)
    }
}

fn facing_sign(unit: &TableUnit) -> char {
    match (unit.at.facing + 45) / 90 % 4 {
        0 => '^',
        1 => '>',
        2 => 'v',
        _ => '<',
    }
}

fn sign(ground: &Ground) -> char {
    match ground.kind {
        GroundKind::Fence => '#',
        GroundKind::Road => '=',
        GroundKind::Stream => '~',
        area => word(area).chars().next().unwrap_or('?'),
    }
}

/// Whether a point lies within corners: it does if a ray from it crosses an odd number of sides.
pub fn is_inside(corners: &[[i32; 2]], [x, y]: [i32; 2]) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crosses = |([x1, y1], [x2, y2]): (&[i32; 2], &[i32; 2])| {
        let (up, from, to) = (y2 > y1, i64::from(y - y1), i64::from(y2 - y1));
        let right = i64::from(x - x1) * to - from * i64::from(x2 - x1);
        (*y1 > y) != (*y2 > y) && (right < 0) == up
    };
    corners.iter().zip(next).filter(|pair| crosses(*pair)).count() % 2 == 1
}
