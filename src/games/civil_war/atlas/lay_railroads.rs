//! Lays the railroads on the hexes.

use crate::sorted::{SortedMap, SortedSet};

use super::draft::Draft;
use super::grid::{Cell, ROWS};
use super::rail_path::rail_path;
use super::sources::Place;
use crate::board::Hex;
use crate::document::Problem;
use crate::pack::{Exit, HexsideKind, Side, Source, Terrain};

/// A stretch of a railroad on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub name: String,
    pub hexes: Vec<Hex>,
    pub source: Source,
}

/// The railroads, who controls them where that does not follow from the ground, and where they leave the map to the
/// north.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub lines: Vec<Line>,
    pub owners: SortedMap<Hex, Side>,
    pub exits: Vec<Exit>,
}

/// What connects with a rail over the northern edge: enough for any rule that counts (4.1.8, 9.2).
const NORTH: u8 = 15;

impl Draft<'_> {
    /// Lays the railroads.
    pub fn lay_railroads(&mut self) -> Lines {
        let mut lines = Lines::default();
        let mut laid: SortedSet<(Cell, Cell)> = SortedSet::new();
        for (n, railroad) in self.sources.railroads.railroads.iter().enumerate() {
            let path = format!("railroads.yaml:railroads[{n}] ({})", railroad.name);
            let source = railroad.source.clone().unwrap_or_else(|| self.sources.railroads.source.clone());
            let mut stations = Vec::new();
            for (m, station) in railroad.stations.iter().enumerate() {
                match self.places.find(station) {
                    Ok((cell, _)) if self.is_sea(cell) => {
                        let problem = Problem::new(format!("{} is in the sea", self.places.name(station)));
                        self.problems.push(problem.in_path(format!("{path}.stations[{m}]")));
                    }
                    Ok(found) => stations.push((station, found)),
                    Err(problem) => self.problems.push(problem.in_path(format!("{path}.stations[{m}]"))),
                }
            }
            let mut cells: Vec<Cell> = Vec::new();
            for pair in stations.windows(2) {
                let [(from, a), (to, b)] = pair else { continue };
                if a.0 == b.0 {
                    continue;
                }
                match rail_path(*a, *b, |here, there| self.rail_step(&laid, here, there)) {
                    Some(line) => {
                        let skip = usize::from(cells.last() == line.first());
                        cells.extend(&line[skip..]);
                    }
                    None => {
                        let (from, to) = (self.places.name(from), self.places.name(to));
                        let problem = Problem::new(format!("no railroad can run from {from} to {to}"));
                        let advice = "mountains, the sea or the area of virginia.yaml is between them";
                        self.problems.push(problem.in_path(path.clone()).advice(advice));
                    }
                }
            }
            for pair in cells.windows(2) {
                laid.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
            }
            self.lay_line(&railroad.name, &cells, &source, &mut lines);
            if let Some(owner) = railroad.owner {
                let hexes = cells.iter().filter_map(|cell| cell.hex()).filter(|hex| !self.inset.hexes.contains(hex));
                lines.owners.extend(hexes.map(|hex| (hex, owner)));
            }
            self.lead_off(&railroad.name, &cells, &stations, &source, &mut lines.exits);
        }
        lines
    }

    /// The cost of a railroad step beyond its length; `None` where no railroad runs.
    fn rail_step(&self, laid: &SortedSet<(Cell, Cell)>, here: Cell, there: Cell) -> Option<i32> {
        let known = if laid.contains(&(here.min(there), here.max(there))) { -150 } else { 0 };
        let (Some(a), Some(b)) = (here.hex(), there.hex()) else { return Some(known) };
        if self.is_sea(there) {
            return None;
        }
        let pair = (a.min(b), a.max(b));
        if self.inset.has_rails(a, b) {
            return self.inset.rails.contains(&pair).then_some(-300);
        }
        let closed = |kind| matches!(kind, HexsideKind::Mountain | HexsideKind::Impassable);
        if self.sides.get(&pair).is_some_and(|side| closed(side.kind)) {
            return None;
        }
        let mountain = self.hexes.get(&b).is_some_and(|draft| draft.terrain == Terrain::Mountain);
        Some(known + if mountain { 1_500 } else { 0 })
    }

    /// Keeps the stretches of a line that are on the map and not between two hexes of the inset.
    fn lay_line(&mut self, name: &str, cells: &[Cell], source: &Source, lines: &mut Lines) {
        let mut stretch: Vec<Hex> = Vec::new();
        let mut close = |stretch: &mut Vec<Hex>| {
            let hexes = std::mem::take(stretch);
            if hexes.len() > 1 {
                lines.lines.push(Line { name: name.to_owned(), hexes, source: source.clone() });
            }
        };
        for pair in cells.windows(2) {
            match (pair[0].hex(), pair[1].hex()) {
                (Some(a), Some(b)) if !self.inset.has_rails(a, b) => {
                    if stretch.last() != Some(&a) {
                        close(&mut stretch);
                        stretch.push(a);
                    }
                    stretch.push(b);
                    self.road(a, b, name, source);
                }
                _ => close(&mut stretch),
            }
        }
        close(&mut stretch);
    }

    /// Where a line leaves the map over its northern edge, the Union's supply comes in (9.2).
    fn lead_off(
        &self,
        name: &str,
        cells: &[Cell],
        stations: &[(&Place, (Cell, super::grid::Point))],
        source: &Source,
        exits: &mut Vec<Exit>,
    ) {
        let whole = |pair: &[Cell]| pair.len() == 2;
        let steps =
            cells.windows(2).filter(|pair| whole(pair)).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
        for (on, off) in steps {
            let Some(hex) = on.hex().filter(|_| off.hex().is_none() && off.row < 1 && on.row <= ROWS / 4) else {
                continue;
            };
            if exits.iter().any(|exit| exit.hex == hex) {
                continue;
            }
            let beyond = |(_, (cell, _)): &&(&Place, (Cell, super::grid::Point))| cell.hex().is_none();
            let distance = |(_, (cell, _)): &&(&Place, (Cell, super::grid::Point))| {
                (cell.col - off.col).abs() + (cell.row - off.row).abs()
            };
            let to = stations.iter().filter(beyond).min_by_key(distance);
            let to = match to {
                Some((place @ Place::Named(_), _)) => self.places.name(place),
                _ => format!("the north by the {name}"),
            };
            exits.push(Exit { hex, side: Side::Union, to, vp: NORTH, source: source.clone() });
        }
    }
}
