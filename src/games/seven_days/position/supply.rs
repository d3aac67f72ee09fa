//! The Union Supply Train, paths to it and to Richmond, and Replacement Points (6.2.2, 13.3).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;

use crate::SevenDays;
use crate::pack::{Scenario, Side};
use crate::position::ledger::{Game, Train};

/// Turns until the Supply Train arrives (6.2.2).
pub const TRANSIT_TURNS: u8 = 3;

impl SevenDays {
    /// The scenario that is played.
    pub fn scenario(&self, game: &Game) -> Option<&Scenario> {
        self.pack.scenarios.get(&game.scenario)
    }

    /// The first turn of the match (5.1, 16.4).
    pub fn first_day(&self, game: &Game) -> u8 {
        let first = self.scenario(game).map_or(1, |scenario| scenario.first_turn);
        if game.options.alternate_start { first.saturating_sub(1) } else { first }
    }

    /// Where the Supply Train may leave from, and the turn in which it would arrive; `None` if it has left (6.2.2).
    pub fn train_leaves(&self, game: &Game) -> Option<(Area, u8)> {
        let start = self.scenario(game)?.train;
        (game.train == Train::At(start)).then_some((start, game.turn.saturating_add(TRANSIT_TURNS)))
    }

    /// Whether the Union has relocated its Supply Train: it has left White House Landing (14.3, SD-76).
    pub fn train_has_moved(&self, game: &Game) -> bool {
        self.scenario(game).is_some_and(|scenario| game.train != Train::At(scenario.train))
    }

    /// The source of a side's replacements (13.3.1).
    pub fn source(&self, game: &Game, side: Side) -> Option<Area> {
        let scenario = self.scenario(game)?;
        Some(match (side, game.train) {
            (Side::Confederate, _) => scenario.richmond,
            (Side::Union, Train::At(area)) => area,
            (Side::Union, Train::Arrives(_)) => scenario.train_to,
        })
    }

    /// Whether a path of areas that a side controls connects an area, itself not included, with another (SD-40).
    pub fn has_path(&self, game: &Game, from: Area, to: Area, side: Side) -> bool {
        let reached = self.connected(game, to, side);
        reached.contains(&from) || self.adjacent(game, from).any(|area| reached.contains(&area))
    }

    /// The Replacement Points that a side receives in its Night Phase, without the Advantage's (13.3): none on the last
    /// day.
    pub fn income(&self, game: &Game, side: Side) -> u32 {
        let last = self.scenario(game).map_or(7, |scenario| scenario.last_turn);
        match side {
            _ if game.turn >= last => 0,
            Side::Confederate => 1,
            Side::Union if self.train_at_landing(game) => 2,
            Side::Union => 1,
        }
    }

    /// Units that a Replacement Point could make Fresh (13.2, 13.3.1).
    pub fn replaceable(&self, game: &Game, side: Side) -> SortedSet<Id> {
        let Some(source) = self.source(game, side) else { return SortedSet::new() };
        let reached = self.connected(game, source, side);
        let near = |at: Area| reached.contains(&at) || self.adjacent(game, at).any(|area| reached.contains(&area));
        let fit = |(id, state): &(&Id, &crate::position::ledger::UnitState)| {
            let unit = self.unit(id);
            let kind = unit.is_some_and(|unit| unit.side == side && unit.kind != crate::pack::Kind::Artillery);
            kind && state.exhausted && near(state.at)
        };
        game.units.iter().filter(fit).map(|(id, _)| id.clone()).collect()
    }
}
