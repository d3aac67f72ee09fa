//! Explains why there is no supply line.

use crate::sorted::SortedSet;

use serde::Serialize;

use crate::board::Hex;
use crate::naval::control::Bar;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, homefront, movement::terrain, movement::territory};

use super::line::Reached;
use super::search::{Sources, Tracing};
use super::trace::{Closure, LandSearch};

/// The maximum distance, in hexes, at which rails or depots are considered.
const MAX_DISTANCE: u32 = 15;

/// What keeps a force out of supply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupplyObstacles {
    /// The rails of its own side that are nearest over land; none if there are none within reach of a march.
    pub rail: Option<UnusableSource>,
    /// The depot of its own side that is nearest over land.
    pub depot: Option<UnusableSource>,
    /// What of the enemy blocks it by river, or closes a river's way to the sea (9.3.9, 9.3.10).
    #[serde(skip_serializing_if = "SortedSet::is_empty")]
    pub water: SortedSet<Bar>,
    /// Whether it is on a coast, and foreign powers have closed the sea (9.3.10a).
    pub sea_shut: bool,
}

/// A rail hex or depot, and why it does not help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnusableSource {
    pub hex: Hex,
    /// The hexes entered on the shortest path over land that terrain allows, whoever is there.
    pub path: Vec<Hex>,
    /// How many hexes a line may go over land to it (9.2.2, 9.2.4, 9.4.8c).
    pub reach: u32,
    pub because: Obstacle,
}

/// Why a rail hex or depot does not help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The way is longer than a line may go.
    TooFar,
    /// Something blocks the line on that path, and no other is short enough.
    Closed(Closure),
    /// The line reaches the rails, but they lead to too little (9.2.2b).
    Rails {
        reached: Reached,
        /// Points of cities that it takes.
        needed: u32,
        /// Where rails would lead on: from a hex that is joined, and what stops them in the next.
        cuts: Vec<RailGap>,
    },
}

/// The end of a railroad that leads on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RailGap {
    pub from: Hex,
    pub to: Hex,
    pub because: Closure,
}

/// What keeps a force of `side` in `hex` out of supply; none if it is in supply. `barred`: as for
/// [`in_supply`](super::in_supply).
pub fn supply_obstacles(
    rules: &CivilWar,
    game: &Game,
    hex: Hex,
    side: Side,
    barred: Option<Hex>,
) -> Option<SupplyObstacles> {
    let tracing = Tracing::new(rules, game, side, barred, false);
    let search = tracing.search(hex, Sources::LASTING);
    if search.finds() {
        return None;
    }
    let mut water = search.afloat.bars;
    tracing.is_open_by_sea(hex, Sources::LASTING, &mut water);
    let ground = LandSearch::new(rules, hex, MAX_DISTANCE, |from, to| terrain::crossable(rules, from, to));
    let hexes = ground.in_order();
    let owned = |hex: Hex| territory::rail_marker(rules, game, hex) == Some(side);
    let nearest = |wanted: &dyn Fn(Hex) -> bool| hexes.iter().map(|(hex, _)| *hex).find(|&hex| wanted(hex));
    let to_rail = homefront::rail_distance(rules, game, side, hex);
    let joined = tracing.first_rail(hex, to_rail);
    let rail = joined.or_else(|| nearest(&owned)).map(|rail| {
        let path = ground.path(rail);
        let because = match joined {
            Some(rail) => tracing.too_little(rail),
            None => tracing.stopped(hex, &path, to_rail),
        };
        UnusableSource { hex: rail, path, reach: to_rail, because }
    });
    let to_depot = homefront::depot_distance(rules, game, side, hex);
    let depot = nearest(&|hex| game.depots.get(&hex) == Some(&side)).map(|depot| {
        let path = ground.path(depot);
        let because = tracing.stopped(hex, &path, to_depot);
        UnusableSource { hex: depot, path, reach: to_depot, because }
    });
    let coastal = rules.pack.map.hex(hex).is_some_and(|data| data.coastal);
    Some(SupplyObstacles { rail, depot, water, sea_shut: side == Side::Union && coastal && game.intervention })
}

impl Tracing<'_> {
    /// What stops a line on a path: its length, or the first obstacle.
    fn stopped(&self, from: Hex, path: &[Hex], reach: u32) -> Obstacle {
        if path.len() as u32 > reach {
            return Obstacle::TooFar;
        }
        let starts = std::iter::once(from).chain(path.iter().copied());
        let closed = starts.zip(path).find_map(|(from, &to)| self.closure(from, to));
        closed.map_or(Obstacle::TooFar, Obstacle::Closed)
    }

    /// What rails that do not supply lead to, and where they are cut.
    fn too_little(&self, rail: Hex) -> Obstacle {
        let (network, reached) = self.connections(rail);
        let map = &self.rules.pack.map;
        let mut cuts = Vec::new();
        for &from in &network {
            for to in map.neighbors(from).filter(|&to| map.rail(from, to) && !network.contains(&to)) {
                let owner = territory::rail_marker(self.rules, self.game, to);
                let rails = || (owner != Some(self.side)).then_some(Closure::Rails { hex: to, owner });
                if let Some(because) = self.closure(from, to).or_else(rails) {
                    cuts.push(RailGap { from, to, because });
                }
            }
        }
        cuts.sort_by_key(|cut| (cut.from, cut.to));
        Obstacle::Rails { reached, needed: self.needed(), cuts }
    }
}
