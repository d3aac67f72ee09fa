//! Towns on the map, and the places that sources refer to.

use crate::sorted::SortedMap;

use super::grid::{Cell, Point};
use super::projection::{LatLon, Projection, well_inside};
use super::sources::{Place, Town, Towns};
use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::pack::Source;

/// A town with its place on the plane.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    pub town: &'a Town,
    pub point: Point,
    pub cell: Cell,
}

/// The gazetteer on the plane.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    pub projection: Projection,
    /// By id; some lie beyond the map's edges.
    pub towns: SortedMap<&'a Id, Placed<'a>>,
}

impl<'a> Places<'a> {
    /// Bends the map so that every town whose hex the rulebook states is in that hex, then locates the others. A town
    /// that we have moved is where it is stated to be, and does not bend the map.
    pub fn new(towns: &'a Towns) -> Places<'a> {
        let mut projection = Projection::default();
        for town in towns.towns.values() {
            let known = matches!(town.source.as_ref().unwrap_or(&towns.source), Source::Stated(_) | Source::Implied(_));
            if let Some(hex) = town.hex.filter(|_| known) {
                projection.pin([town.lat, town.lon], hex.into());
            }
        }
        let place = |town: &'a Town| {
            let point = projection.point([town.lat, town.lon]);
            let cell = Cell::of(point);
            match town.hex.map(Cell::from) {
                Some(named_cell) if named_cell != cell => {
                    Placed { town, point: well_inside(point, named_cell), cell: named_cell }
                }
                _ => Placed { town, point, cell },
            }
        };
        let towns = towns.towns.iter().map(|(id, town)| (id, place(town))).collect();
        Places { projection, towns }
    }

    /// The towns of a hex, by id.
    pub fn of(&self, hex: Hex) -> impl Iterator<Item = (&'a Id, &Placed<'a>)> {
        let cell = Cell::from(hex);
        self.towns.iter().filter(move |(_, placed)| placed.cell == cell).map(|(id, placed)| (*id, placed))
    }

    /// Where a latitude and longitude lie.
    pub fn point(&self, place: LatLon) -> Point {
        self.projection.point(place)
    }

    /// A place on the plane: its cell, and the point in it.
    ///
    /// # Errors
    /// There is no such town, or it is not a hex number.
    pub fn find(&self, place: &Place) -> Result<(Cell, Point), Problem> {
        match place {
            Place::At(at) => {
                let point = self.point(*at);
                Ok((Cell::of(point), point))
            }
            Place::Named(name) if name.bytes().all(|c| c.is_ascii_digit()) => {
                let hex: Hex = name.parse().map_err(Problem::new)?;
                let cell = Cell::from(hex);
                if cell.hex().is_none() {
                    return Err(Problem::new(format!("the hex {hex} is beyond the map's edge")));
                }
                Ok((cell, cell.centre()))
            }
            Place::Named(name) => {
                let found = name
                    .parse::<Id>()
                    .ok()
                    .and_then(|id| self.towns.get(&id).map(|placed| (placed.cell, placed.point)));
                found.ok_or_else(|| {
                    let problem = Problem::new(format!("towns.yaml has no town {name:?}"));
                    let near = self.towns.keys().map(|id| (strsim::osa_distance(id.as_str(), name), id)).min();
                    match near {
                        Some((apart, id)) if apart <= 2 => problem.advice(format!("did you mean {id}?")),
                        _ => problem.advice("add it there, or write [lat, lon] or the number of a hex"),
                    }
                })
            }
        }
    }

    /// Its name for readers.
    pub fn name(&self, place: &Place) -> String {
        match place {
            Place::At([lat, lon]) => format!("{lat}, {lon}"),
            Place::Named(name) => {
                let id = name.parse::<Id>().ok();
                let town = id.and_then(|id| self.towns.get(&id).map(|placed| placed.town.name.clone()));
                town.unwrap_or_else(|| name.clone())
            }
        }
    }
}
