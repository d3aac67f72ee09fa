//! Named regions of the map: north of the river that divides it, before Richmond, and south to the landing to which the
//! Supply Train may go. They are derived from the boundaries, so they also exist on a corrected map.

use crate::sorted::{SortedMap, SortedSet};
use std::collections::VecDeque;

use crate::board::Area;

use crate::SevenDays;
use crate::pack::{Scenario, Water};

/// A part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MapRegion {
    North,
    Richmond,
    South,
}

impl MapRegion {
    /// All that there are.
    pub const ALL: [MapRegion; 3] = [MapRegion::North, MapRegion::Richmond, MapRegion::South];

    /// The word that stands for it.
    pub fn id(self) -> &'static str {
        match self {
            MapRegion::North => "north",
            MapRegion::Richmond => "richmond",
            MapRegion::South => "south",
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            MapRegion::North => "North of the Chickahominy",
            MapRegion::Richmond => "Before Richmond",
            MapRegion::South => "South to the James",
        }
    }
}

/// The region of an area; `None` if the map has no such area.
pub fn of(rules: &SevenDays, area: Area) -> Option<MapRegion> {
    let map = &rules.pack.map;
    map.area(area)?;
    let scenario = rules.pack.scenarios.values().next()?;
    if north(rules, scenario).contains(&area) {
        return Some(MapRegion::North);
    }
    let [richmond, landing] = [scenario.richmond, scenario.train_to].map(|from| distances(rules, from));
    let far = |from: &SortedMap<Area, u32>| from.get(&area).copied().unwrap_or(u32::MAX);
    Some(if far(&richmond) <= far(&landing) { MapRegion::Richmond } else { MapRegion::South })
}

/// Every area that can be reached from the Supply Train's first place without crossing Major Water.
fn north(rules: &SevenDays, scenario: &Scenario) -> SortedSet<Area> {
    let map = &rules.pack.map;
    let mut reached = SortedSet::from([scenario.train]);
    let mut next = vec![scenario.train];
    while let Some(area) = next.pop() {
        for other in map.bordering(area) {
            let dry = map.boundary(area, other).is_some_and(|boundary| boundary.water != Water::Major);
            if dry && reached.insert(other) {
                next.push(other);
            }
        }
    }
    reached
}

/// The number of boundaries between an area and each other, whatever lies along them.
fn distances(rules: &SevenDays, from: Area) -> SortedMap<Area, u32> {
    let mut found = SortedMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(area) = next.pop_front() {
        let beyond = found.get(&area).map_or(1, |steps| steps + 1);
        for other in rules.pack.map.bordering(area) {
            if found.add(other, beyond) {
                next.push_back(other);
            }
        }
    }
    found
}
