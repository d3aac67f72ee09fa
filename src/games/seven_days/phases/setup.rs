//! The first position of a scenario (5).

use crate::sorted::SortedMap;

use crate::document::Id;
use crate::engine::Position;

use crate::options::Options;
use crate::pack::{Scenario, Side};
use crate::position::ledger::{Advantage, Game, LeaderPlace, LeaderState, Phase, Train, UnitState, Weather, Works};
use crate::position::stage::{Stage, Turn};
use crate::{Procedure, SevenDays, phases::dawn};

impl SevenDays {
    /// The empty map (5.1).
    pub fn empty(&self, scenario: &Scenario, options: Options) -> Game {
        let areas = self.pack.map.areas.values();
        Game {
            scenario: scenario.id.clone(),
            options,
            exchanged: false,
            bidding: false,
            bids: None,
            turn: scenario.first_turn,
            phase: Phase::Dawn,
            impulse: 0,
            active: None,
            advantage: Advantage::Held(scenario.advantage),
            lee_commanded: false,
            army_moved: crate::sorted::SortedSet::new(),
            weather: Weather::Clear,
            weather_turns: false,
            union_areas: areas.filter(|area| area.control == Side::Union).map(|area| area.id).collect(),
            units: SortedMap::new(),
            leaders: SortedMap::new(),
            lost: crate::sorted::SortedSet::new(),
            works: SortedMap::new(),
            points: SortedMap::new(),
            train: Train::At(scenario.train),
            bridges: scenario.bridges.clone(),
            engineers: None,
            built: false,
            siege_guns: None,
            help_came: false,
            current: None,
        }
    }

    /// The set-up (5.2.1, 5.2.2), with what options change in it (16).
    pub fn set_up(&self, scenario: &Scenario, options: Options) -> Game {
        let mut game = self.empty(scenario, options);
        let later = if options.alternate_start { dawn::north(scenario) } else { Vec::new() };
        let army = |id: &Id| {
            let alternate = options.alternate_army_leader.then(|| {
                let replaced = self.pack.forces.leaders.get(id).filter(|leader| leader.is_army())?;
                let leaders = self.pack.forces.leaders.values();
                leaders.into_iter().find(|leader| leader.alternate && leader.side == replaced.side)
            });
            alternate.flatten().map_or_else(|| id.clone(), |leader| leader.id.clone())
        };
        for (area, units) in scenario.units.iter().filter(|(area, _)| !later.contains(area)) {
            for id in units {
                game.units.insert(id.clone(), UnitState { at: *area, exhausted: false });
            }
        }
        for (area, leaders) in scenario.leaders.iter().filter(|(area, _)| !later.contains(area)) {
            for id in leaders {
                let state = LeaderState { place: LeaderPlace::At(*area), inactive: false, successor: false };
                game.leaders.insert(army(id), state);
            }
        }
        for (area, level) in &scenario.entrenchments {
            let side = game.control(*area);
            game.works.insert(*area, Works { side, level: *level });
        }
        if options.alternate_start {
            // June 25 is the Union's day (SD-59).
            game.turn = scenario.first_turn.saturating_sub(1);
            game.advantage = Advantage::Held(Side::Union);
        }
        if options.siege_guns {
            let hq = self.army_leader(&game, Side::Union).and_then(|leader| game.leader_at(leader));
            game.siege_guns = hq;
        }
        if options.side_bids {
            game.phase = Phase::Bids;
        }
        game
    }

    /// The position in which the game begins.
    pub fn opening(&self, game: Game) -> Position<SevenDays> {
        let stage = if game.phase == Phase::Bids { Stage::Bids } else { Stage::Dawn };
        Position::new(game, Procedure::Turn(Turn { stage }))
    }
}
