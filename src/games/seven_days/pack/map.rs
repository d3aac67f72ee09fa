//! The map: areas, their boundaries, roads and bridges (3).

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::{Side, Source};
use crate::board::Area;
use crate::document::{Id, Problem};

/// What lies along a boundary (3.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Water {
    /// A clear line.
    Open,
    /// A light blue line.
    Minor,
    /// A dark blue line: crossed at a bridge or not at all.
    Major,
}

/// One of the map's areas (3.2).
#[sparse(victory, james)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaData {
    pub id: Area,
    pub name: String,
    /// The Terrain Effects Modifier, 1 to 4 (3.2.3).
    pub tem: u8,
    /// The place of its identifier on the drawn map: distances right and down from the upper left corner.
    pub at: [i32; 2],
    /// The side that controls it at the start (5.1).
    pub control: Side,
    /// Whether its identifier is circled in red (3.2.6).
    pub victory: bool,
    /// Whether it lies on the James River, within reach of the gunboats (15.6).
    pub james: bool,
    /// The source of its name and number.
    pub source: Source,
    pub tem_source: Source,
    pub control_source: Source,
}

/// A bridge, including the ferries and fords that it represents (3.2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bridge {
    pub id: Id,
    pub name: String,
}

/// A boundary that two areas share (3.2.4).
#[sparse(road, bridge)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boundary {
    pub areas: [Area; 2],
    pub water: Water,
    /// Whether a road crosses it (3.2.1).
    pub road: bool,
    pub bridge: Option<Bridge>,
    pub source: Source,
}

impl Boundary {
    /// The area on its other side.
    pub fn beyond(&self, area: Area) -> Option<Area> {
        match self.areas {
            [a, b] if a == area => Some(b),
            [a, b] if b == area => Some(a),
            _ => None,
        }
    }
}

/// The file `map.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    #[allow(dead_code)]
    about: String,
    /// The width and height of the drawn map, in tenths of a pixel.
    size: [i32; 2],
    at_source: Source,
    areas: Vec<AreaData>,
    boundaries: Vec<Boundary>,
}

/// The map, indexed.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The width and height of the drawn map, in tenths of a pixel.
    pub size: [i32; 2],
    /// The source of the places of the areas on it ([`AreaData::at`]).
    pub at_source: Source,
    pub areas: SortedMap<Area, AreaData>,
    /// In the order of the file.
    pub boundaries: Vec<Boundary>,
    /// The index, in the list, of the boundary of two areas, the lower number first.
    between: SortedMap<(Area, Area), usize>,
    /// The areas that share a boundary with each area, whether it can be crossed or not.
    bordering: SortedMap<Area, SortedSet<Area>>,
}

impl TryFrom<MapFile> for Map {
    type Error = Problem;
    fn try_from(file: MapFile) -> Result<Map, Problem> {
        let mut areas = SortedMap::new();
        for (n, area) in file.areas.into_iter().enumerate() {
            let id = area.id;
            if areas.insert(id, area).is_some() {
                return Err(Problem::new(format!("there are two areas {id}")).in_path(format!("areas[{n}].id")));
            }
        }
        let mut map = Map {
            size: file.size,
            at_source: file.at_source,
            areas,
            boundaries: file.boundaries,
            between: SortedMap::new(),
            bordering: SortedMap::new(),
        };
        for (n, boundary) in map.boundaries.iter().enumerate() {
            let [a, b] = boundary.areas;
            let path = format!("boundaries[{n}].areas");
            if let Some(unknown) = [a, b].into_iter().find(|area| !map.areas.contains_key(area)) {
                return Err(Problem::new(format!("there is no area {unknown}")).in_path(path));
            }
            if a == b || map.between.insert((a.min(b), a.max(b)), n).is_some() {
                let problem =
                    Problem::new(format!("areas {a} and {b} share one boundary, of which only one is allowed"));
                return Err(problem.in_path(path));
            }
            map.bordering.entry(a).or_default().insert(b);
            map.bordering.entry(b).or_default().insert(a);
        }
        Ok(map)
    }
}

impl Map {
    /// The area of that number.
    pub fn area(&self, area: Area) -> Option<&AreaData> {
        self.areas.get(&area)
    }

    /// The boundary of two areas, if they share one.
    pub fn boundary(&self, a: Area, b: Area) -> Option<&Boundary> {
        self.between.get(&(a.min(b), a.max(b))).map(|&n| &self.boundaries[n])
    }

    /// The areas that share a boundary with `area`, whether it can be crossed or not, ordered by number.
    pub fn bordering(&self, area: Area) -> impl Iterator<Item = Area> + '_ {
        self.bordering.get(&area).into_iter().flatten().copied()
    }

    /// The boundary that has the bridge of that id.
    pub fn bridge(&self, id: &Id) -> Option<&Boundary> {
        self.boundaries.iter().find(|boundary| boundary.bridge.as_ref().is_some_and(|bridge| bridge.id == *id))
    }

    /// The number and the name: `6 Ellerson's Mill`.
    pub fn called(&self, area: Area) -> String {
        self.area(area).map_or_else(|| format!("area {area}"), |data| format!("{area} {}", data.name))
    }
}
