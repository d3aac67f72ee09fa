//! The ground of a scenario that is played on part of the map.

use crate::sorted::{SortedMap, SortedSet};
use std::borrow::Cow;
use std::sync::Arc;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::hex_range::HexRange;
use super::hex_table::HexTable;
use super::{Exit, Map, Pack, Railroad, Scenario, State, Strait, Waterways};
use crate::board::Hex;
use crate::document::Id;

/// The part of the map that a scenario is played on, and how it ends where the map continues.
#[sparse(all_but(hexes))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapPart {
    pub hexes: Vec<HexRange>,
    /// The hexes at its edge on the land side (7.7, CW-9).
    pub map_edge: Vec<HexRange>,
    /// Of them, those from where rails lead to the rest of the Union (9.2, CW-8).
    pub north_edge: Vec<HexRange>,
    /// Hexsides that are open here, whatever the whole map has there (CW-211).
    pub open: Vec<(Hex, Hex)>,
    /// Hexes that no rails join here, whatever the whole map has there (CW-211).
    pub no_rails: Vec<(Hex, Hex)>,
    /// Where rails lead off it.
    pub exits: Vec<Exit>,
}

/// All hexes of some runs.
fn all(runs: &[HexRange]) -> SortedSet<Hex> {
    runs.iter().flat_map(|run| run.hexes()).collect()
}

impl MapPart {
    /// Its hexes.
    pub fn all_hexes(&self) -> SortedSet<Hex> {
        all(&self.hexes)
    }

    /// Every hex that it names.
    pub fn named(&self) -> SortedSet<Hex> {
        let edges = self.map_edge.iter().chain(&self.north_edge).flat_map(|run| run.hexes());
        self.all_hexes().into_iter().chain(edges).chain(self.exits.iter().map(|exit| exit.hex)).collect()
    }
}

impl Map {
    /// The part of the map within a ground. A hexside or rail belongs to it if both its hexes do. No state changes
    /// sides on a ground that is only part of the map (CW-154).
    pub fn within(&self, ground: &MapPart) -> Map {
        let kept = ground.all_hexes();
        let (map_edge, north_edge) = (all(&ground.map_edge), all(&ground.north_edge));
        let both = |a: &Hex, b: &Hex| kept.contains(a) && kept.contains(b);
        let mut hexes = SortedMap::new();
        for (&hex, data) in self.hexes.iter().filter(|(hex, _)| kept.contains(hex)) {
            let mut data = Arc::clone(data);
            let edges = (map_edge.contains(&hex), north_edge.contains(&hex));
            if (data.map_edge, data.north_edge) != edges {
                let data = Arc::make_mut(&mut data);
                (data.map_edge, data.north_edge) = edges;
            }
            hexes.insert(hex, data);
        }
        let none = |pairs: &[(Hex, Hex)], a: Hex, b: Hex| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
        let joined = |a: &Hex, b: &Hex| both(a, b) && !none(&ground.no_rails, *a, *b);
        let rails: SortedSet<(Hex, Hex)> = self.rails.iter().filter(|(a, b)| joined(a, b)).copied().collect();
        let rail_hexes: SortedSet<Hex> = rails.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut railroads = Vec::new();
        for railroad in &self.railroads {
            for line in railroad.line.chunk_by(joined).filter(|line| line.len() > 1) {
                railroads.push(Railroad { line: line.to_vec(), ..railroad.clone() });
            }
        }
        let here: SortedSet<&Id> = hexes.values().flat_map(|data| &data.states).collect();
        let part = |state: &State| State { whole: false, ..state.clone() };
        let mut map = Map {
            hexsides: self
                .hexsides
                .iter()
                .filter(|((a, b), _)| both(a, b) && !none(&ground.open, *a, *b))
                .map(|(pair, side)| (*pair, Arc::clone(side)))
                .collect(),
            rail_owners: self
                .rail_owners
                .iter()
                .filter(|(hex, _)| rail_hexes.contains(hex))
                .map(|(hex, side)| (*hex, *side))
                .collect(),
            states: self
                .states
                .iter()
                .filter(|(id, _)| here.contains(id))
                .map(|(id, state)| (id.clone(), part(state)))
                .collect(),
            railroads,
            exits: ground.exits.clone(),
            bases: Vec::new(),
            mouths: self.mouths.iter().filter(|mouth| both(&mouth.between.0, &mouth.between.1)).cloned().collect(),
            straits: self
                .straits
                .iter()
                .map(|strait| Strait {
                    between: strait.between.iter().filter(|(a, b)| both(a, b)).copied().collect(),
                    ..strait.clone()
                })
                .filter(|strait| !strait.between.is_empty())
                .collect(),
            round: self.round.iter().filter(|(a, b)| both(a, b)).copied().collect(),
            cities: Vec::new(),
            towns: Vec::new(),
            forts: Vec::new(),
            theaters: Default::default(),
            sheet: HexTable::default(),
            waterways: Waterways::default(),
            rails,
            rail_hexes,
            hexes,
        };
        map.index();
        map
    }
}

impl Pack {
    /// The pack with the map as far as a scenario is played on it.
    pub fn with_scenario_map(&self, scenario: &Scenario) -> Cow<'_, Pack> {
        match &scenario.ground {
            None => Cow::Borrowed(self),
            Some(ground) => {
                let map = Arc::new(self.map.within(ground));
                Cow::Owned(Pack { map, ..self.clone() })
            }
        }
    }
}
