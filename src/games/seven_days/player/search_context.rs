//! What does not change while a player thinks: the map with its movement costs, the units and the leaders, each
//! identified by an index.

use crate::board::Area;
use crate::document::Id;

use crate::SevenDays;
use crate::pack::{Kind, Side, Water};
use crate::position::ledger::{Game, Weather};

/// A boundary as it is crossed.
pub struct Edge {
    pub to: usize,
    pub road: bool,
    /// What the water adds to the Defense Value (10.4.3).
    pub water: i32,
    pub bridge: bool,
}

/// An area.
pub struct AreaNode {
    pub area: Area,
    pub tem: i32,
    pub edges: Vec<Edge>,
    /// What the gunboats add here to the Union's Attack and Defense Values (15.6).
    pub gunboats: [i32; 2],
}

/// A unit.
pub struct UnitStats<'a> {
    pub id: &'a Id,
    pub side: Side,
    pub kind: Kind,
    pub mounted: bool,
    pub attack: i32,
    pub defense: i32,
    /// Movement Factors in the current weather.
    pub moves: u8,
    /// The index of its command.
    pub command: usize,
    pub independent: bool,
    pub garrison: bool,
}

impl UnitStats<'_> {
    /// The value of the unit, Fresh or Exhausted: artillery is Fresh again in the morning, other units need a
    /// Replacement Point (13.2).
    pub fn value(&self, exhausted: bool) -> i64 {
        let factors = i64::from(self.attack + self.defense);
        let (whole, kept) = match self.kind {
            Kind::Infantry => (60 + 20 * factors, 65),
            Kind::Artillery => (40 + 15 * factors, 60),
            Kind::Cavalry => (60 + 15 * factors, 75),
        };
        if exhausted { whole * kept / 100 } else { whole }
    }

    /// How much it counts toward the strength near an area.
    pub fn weight(&self, exhausted: bool) -> i64 {
        let whole = match self.kind {
            Kind::Infantry => 2 * i64::from(self.attack + self.defense),
            Kind::Artillery | Kind::Cavalry => 5,
        };
        match (exhausted, self.kind) {
            (false, _) => whole,
            (true, Kind::Infantry) => whole / 2,
            (true, _) => whole - 1,
        }
    }
}

/// A leader.
pub struct LeaderStats<'a> {
    pub id: &'a Id,
    pub side: Side,
    /// `None` for an Army Leader.
    pub command: Option<usize>,
    pub combat: i32,
    /// How many of the six faces activate his command (8.1.1).
    pub dice: i64,
}

/// The game from a player's point of view.
pub struct SearchContext<'a> {
    pub rules: &'a SevenDays,
    pub game: &'a Game,
    pub side: Side,
    pub places: Vec<AreaNode>,
    pub pieces: Vec<UnitStats<'a>>,
    pub leader_stats: Vec<LeaderStats<'a>>,
    /// By side, from and to: Movement Factors needed, given the enemy's current position.
    pub distances: [Vec<Vec<u8>>; 2],
    pub rain: bool,
    /// By side: the penalty for an Inactive Army Leader (10.4.2), and for the Union without its Supply Train (10.4.3).
    pub inactive_army_leader_penalty: [i32; 2],
    pub no_supply_train_penalty: i32,
}

/// The index of a side in pairs.
pub fn side_index(side: Side) -> usize {
    usize::from(side == Side::Confederate)
}

/// A distance greater than any.
pub const UNREACHABLE: u8 = 60;

impl<'a> SearchContext<'a> {
    pub fn new(rules: &'a SevenDays, game: &'a Game, side: Side) -> SearchContext<'a> {
        let map = &rules.pack.map;
        let areas: Vec<Area> = map.areas.keys().copied().collect();
        let commands: Vec<&Id> = rules.pack.forces.commands.keys().collect();
        let command = |id: &Id| commands.binary_search(&id).unwrap_or(0);
        let number = |area: Area| areas.binary_search(&area).unwrap_or(0);
        let boats = |area: Area, lands: bool| {
            let james = map.area(area).is_some_and(|data| data.james);
            let landing = rules.scenario(game).is_some_and(|scenario| scenario.train == area);
            i32::from(game.options.gunboats && (james || lands && landing))
        };
        let edge = |from: Area, to: Area| {
            let boundary = map.boundary(from, to)?;
            let water = match boundary.water {
                Water::Open => 0,
                Water::Minor | Water::Major => 1,
            };
            Some(Edge { to: number(to), road: boundary.road, water, bridge: boundary.bridge.is_some() })
        };
        let place = |area: &Area| AreaNode {
            area: *area,
            tem: map.area(*area).map_or(0, |data| i32::from(data.tem)),
            edges: rules.adjacent(game, *area).filter_map(|to| edge(*area, to)).collect(),
            gunboats: [boats(*area, false), boats(*area, true)],
        };
        let rain = game.weather == Weather::Rain;
        let piece = |id: &'a Id| {
            let unit = rules.unit(id)?;
            Some(UnitStats {
                id,
                side: unit.side,
                kind: unit.kind,
                mounted: unit.is_mounted(),
                attack: i32::from(unit.factors.attack),
                defense: i32::from(unit.factors.defense),
                moves: unit.factors.movement.saturating_sub(u8::from(rain)),
                command: command(&unit.command),
                independent: rules.pack.forces.is_independent(unit),
                garrison: unit.garrison,
            })
        };
        let chief = |id: &'a Id| {
            let (leader, state) = (rules.pack.forces.leaders.get(id)?, game.leaders.get(id)?);
            let army = rules.army_active(game, leader.side);
            let dice = 7 - i64::from(leader.initiative) + i64::from(army) - i64::from(rain);
            let combat = if state.successor { 0 } else { i32::from(leader.combat) };
            Some(LeaderStats {
                id,
                side: leader.side,
                command: leader.command.as_ref().map(&command),
                combat,
                dice: dice.clamp(0, 6),
            })
        };
        let inactive_army_leader_penalty =
            [Side::Union, Side::Confederate].map(|side| i32::from(!rules.army_active(game, side)));
        let no_supply_train_penalty = i32::from(!rules.train_at_landing(game));
        let places: Vec<AreaNode> = areas.iter().map(place).collect();
        let pieces = game.units.keys().filter_map(piece).collect();
        let leader_stats = game.leaders.keys().filter_map(chief).collect();
        SearchContext {
            rules,
            game,
            side,
            places,
            pieces,
            leader_stats,
            distances: [Vec::new(), Vec::new()],
            rain,
            inactive_army_leader_penalty,
            no_supply_train_penalty,
        }
    }

    /// The index of an area.
    pub fn area_index(&self, area: Area) -> usize {
        self.places.binary_search_by_key(&area, |place| place.area).unwrap_or(0)
    }
}
