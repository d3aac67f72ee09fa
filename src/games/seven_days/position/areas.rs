//! Questions about areas: who is in them, which are contested, and which are adjacent (3.2, 7).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;

use crate::SevenDays;
use crate::pack::{BridgeState, Kind, Pack, Side, Unit, Water};
use crate::position::ledger::{Game, UnitState};

/// Units that a side may have in an area at most (7.1).
pub const STACKING_LIMIT: usize = 10;

/// The counter of a unit of that id.
pub fn unit<'p>(pack: &'p Pack, id: &Id) -> Option<&'p Unit> {
    pack.forces.units.get(id)
}

impl Game {
    /// A side's units in an area, in the order of their ids.
    pub fn units_at<'g>(
        &'g self,
        pack: &'g Pack,
        area: Area,
        side: Side,
    ) -> impl Iterator<Item = (&'g Id, &'g UnitState, &'g Unit)> {
        // Filtering by area first keeps pack look-ups few: every question about the ground ends up here.
        self.units.iter().filter(move |(_, state)| state.at == area).filter_map(move |(id, state)| {
            let unit = unit(pack, id)?;
            (unit.side == side).then_some((id, state, unit))
        })
    }

    /// Whether a side has a unit in an area.
    pub fn has_units(&self, pack: &Pack, area: Area, side: Side) -> bool {
        self.units_at(pack, area, side).next().is_some()
    }

    /// How many units a side has in an area.
    pub fn count(&self, pack: &Pack, area: Area, side: Side) -> usize {
        self.units_at(pack, area, side).count()
    }

    /// Whether a side's stacking in an area is full (7.1).
    pub fn is_full(&self, pack: &Pack, area: Area, side: Side) -> bool {
        self.count(pack, area, side) >= STACKING_LIMIT
    }

    /// Whether units of both sides are in an area (7.3).
    pub fn is_contested(&self, pack: &Pack, area: Area) -> bool {
        Side::BOTH.into_iter().all(|side| self.has_units(pack, area, side))
    }

    /// Whether an area has no enemy of a side (7.4).
    pub fn is_vacant(&self, pack: &Pack, area: Area, side: Side) -> bool {
        !self.has_units(pack, area, side.other())
    }

    /// Whether an area is Vacant for a side, and under its control (7.5).
    pub fn is_free(&self, pack: &Pack, area: Area, side: Side) -> bool {
        self.control(area) == side && self.is_vacant(pack, area, side)
    }

    /// Whether a side has a Fresh unit in an area.
    pub fn has_fresh(&self, pack: &Pack, area: Area, side: Side) -> bool {
        self.units_at(pack, area, side).any(|(_, state, _)| !state.exhausted)
    }

    /// A side's leaders in an area, in the order of their ids.
    pub fn leaders_in<'g>(&'g self, pack: &'g Pack, area: Area, side: Side) -> impl Iterator<Item = &'g Id> {
        let of = move |id: &&Id| pack.forces.leaders.get(*id).is_some_and(|leader| leader.side == side);
        self.leaders.keys().filter(move |id| self.leader_at(id) == Some(area)).filter(of)
    }

    /// The areas that are Contested.
    pub fn contested(&self, pack: &Pack) -> SortedSet<Area> {
        pack.map.areas.keys().copied().filter(|area| self.is_contested(pack, *area)).collect()
    }
}

impl SevenDays {
    /// Whether units can cross the boundary of two areas: over Major Water only at a bridge (9.5.2), and in the
    /// advanced game at no destroyed one (15.4). Only then are the areas adjacent (3.2).
    pub fn can_cross(&self, game: &Game, a: Area, b: Area) -> bool {
        self.pack.map.boundary(a, b).is_some_and(|boundary| match (boundary.water, &boundary.bridge) {
            (Water::Open | Water::Minor, _) => true,
            (Water::Major, None) => false,
            (Water::Major, Some(bridge)) => !self.is_destroyed(game, &bridge.id),
        })
    }

    /// Whether a bridge is destroyed (15.4).
    pub fn is_destroyed(&self, game: &Game, bridge: &Id) -> bool {
        game.options.bridges && game.bridges.get(bridge) == Some(&BridgeState::Destroyed)
    }

    /// The areas that are adjacent to `area` (3.2), ordered by number.
    pub fn adjacent<'a>(&'a self, game: &'a Game, area: Area) -> impl Iterator<Item = Area> + 'a {
        self.pack.map.bordering(area).filter(move |other| self.can_cross(game, area, *other))
    }

    /// Whether a Fresh enemy artillery unit is adjacent to an area (9.2).
    pub fn under_guns(&self, game: &Game, area: Area, side: Side) -> bool {
        self.adjacent(game, area).any(|beside| {
            let mut enemies = game.units_at(&self.pack, beside, side.other());
            enemies.any(|(_, state, unit)| unit.kind == Kind::Artillery && !state.exhausted)
        })
    }

    /// Whether a path of areas that a side controls connects two areas, both included (13.3.1).
    pub fn is_connected(&self, game: &Game, from: Area, to: Area, side: Side) -> bool {
        self.connected(game, from, side).contains(&to)
    }

    /// The areas that a path under a side's control connects with `from`, itself included; empty if the side does not
    /// control it.
    pub fn connected(&self, game: &Game, from: Area, side: Side) -> SortedSet<Area> {
        let mut reached = SortedSet::new();
        let mut next = vec![from];
        while let Some(area) = next.pop() {
            if game.control(area) == side && reached.insert(area) {
                next.extend(self.adjacent(game, area));
            }
        }
        reached
    }

    /// The number of areas from `from` to each area, across every boundary that can be crossed, whoever controls the
    /// areas.
    pub fn distances(&self, game: &Game, from: Area) -> crate::sorted::SortedMap<Area, u32> {
        let mut found = crate::sorted::SortedMap::from([(from, 0)]);
        let mut next = std::collections::VecDeque::from([from]);
        while let Some(area) = next.pop_front() {
            let beyond = found[&area] + 1;
            for other in self.adjacent(game, area) {
                if found.add(other, beyond) {
                    next.push_back(other);
                }
            }
        }
        found
    }

    /// The unit with this id. A unit that is not in the pack cannot be in play.
    pub fn unit(&self, id: &Id) -> Option<&Unit> {
        unit(&self.pack, id)
    }

    /// The side of a unit or leader.
    pub fn side_of(&self, id: &Id) -> Option<Side> {
        let leader = || self.pack.forces.leaders.get(id).map(|leader| leader.side);
        self.unit(id).map(|unit| unit.side).or_else(leader)
    }

    /// The Army Leader who leads a side in this match (4.4.1, 16.3).
    pub fn army_leader<'a>(&'a self, game: &Game, side: Side) -> Option<&'a Id> {
        let leaders = self.pack.forces.leaders.values();
        let mut of_army = leaders.filter(|leader| leader.side == side && leader.is_army());
        of_army.find(|leader| game.leaders.contains_key(&leader.id)).map(|leader| &leader.id)
    }

    /// Whether a side's Army Leader is Active, and on the map (6.2.1, SD-34).
    pub fn army_active(&self, game: &Game, side: Side) -> bool {
        let leader = self.army_leader(game, side);
        leader.is_some_and(|id| game.leader_at(id).is_some() && !game.leaders[id].inactive)
    }
}
