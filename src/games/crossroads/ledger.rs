//! What is on the table (1), and what must hold of it.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::pack::{Pack, Scenario};
use crate::shared::Side;

/// At most so many units of a side are in an area (1.3).
pub const STACK: usize = 2;

/// Everything on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The round, from 1, and how many are played.
    pub round: u8,
    pub rounds: u8,
    /// The units that are not eliminated: `{hale: {at: 4}, tripp: {at: 2, shaken: true}}`.
    pub units: BTreeMap<Id, UnitState>,
    /// Who controls an area (1.4): `{4: union}`; areas that nobody has entered are not named.
    pub control: BTreeMap<Area, Side>,
    /// The postures of the round (2.1).
    #[serde(default)]
    pub postures: BTreeMap<Side, Posture>,
    /// The units that have acted in the round (2.3).
    #[serde(default)]
    pub acted: BTreeSet<Id>,
}

/// Where a unit is, and whether it has taken a hit (5.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    pub at: Area,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaken: bool,
}

/// What a side chooses for a round in secret (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    Hold,
    Assault,
    March,
}

impl Game {
    /// A scenario's set-up.
    pub fn of(pack: &Pack, scenario: &Scenario, rounds: u8) -> Game {
        let (control, postures, acted) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        let mut game = Game { round: 1, rounds, units: BTreeMap::new(), control, postures, acted };
        for (id, &at) in &scenario.units {
            game.units.insert(id.clone(), UnitState { at, shaken: false });
            game.control.extend(pack.units.get(id).map(|unit| (at, unit.side)));
        }
        game
    }

    /// A side's units in play.
    pub fn of_side<'g>(&'g self, pack: &'g Pack, side: Side) -> impl Iterator<Item = (&'g Id, &'g UnitState)> {
        self.units.iter().filter(move |(id, _)| pack.units.get(*id).is_some_and(|unit| unit.side == side))
    }

    /// A side's units in an area.
    pub fn there(&self, pack: &Pack, area: Area, side: Side) -> Vec<Id> {
        self.of_side(pack, side).filter(|(_, state)| state.at == area).map(|(id, _)| id.clone()).collect()
    }

    /// Whether so many units of a side may enter an area (1.3).
    pub fn has_room(&self, pack: &Pack, area: Area, side: Side, coming: usize) -> bool {
        self.there(pack, area, side.other()).is_empty() && self.there(pack, area, side).len() + coming <= STACK
    }

    /// Whether a side has a posture in this round.
    pub fn has(&self, side: Side, posture: Posture) -> bool {
        self.postures.get(&side) == Some(&posture)
    }

    /// The points of the areas that a side controls (6.1).
    pub fn points(&self, pack: &Pack, side: Side) -> i64 {
        let held = self.control.iter().filter(|(_, by)| **by == side);
        held.filter_map(|(area, _)| pack.areas.get(area)).map(|data| data.points).sum()
    }

    /// The side without units, once there is one (2.4).
    pub fn beaten(&self, pack: &Pack) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.of_side(pack, *side).next().is_none())
    }

    /// What a position is worth to a side, for a player who looks ahead: points, strength that is in order, and whether the
    /// units stand where there is more to gain.
    pub fn worth(&self, pack: &Pack, side: Side) -> i64 {
        let unit = |side: Side, (id, state): (&Id, &UnitState)| {
            let gain = pack.beside(state.at).filter(|area| self.control.get(area) != Some(&side)).count();
            (if state.shaken { 3 } else { 8 }) * pack.strength(id) + gain as i64
        };
        let of = |side: Side| {
            12 * self.points(pack, side) + self.of_side(pack, side).map(|one| unit(side, one)).sum::<i64>()
        };
        of(side) - of(side.other())
    }

    /// Everything that does not hold of a position and must hold of each.
    pub fn broken(&self, pack: &Pack) -> Vec<Problem> {
        let wrong =
            |path: &str, rule: &str, words: String| Problem::new(words).in_path(format!("game.{path}")).rule(rule);
        let mut broken = Vec::new();
        if !(1..=self.rounds).contains(&self.round) {
            broken.push(wrong("round", "2", format!("there is no round {}", self.round)));
        }
        for (id, state) in &self.units {
            let Some(unit) = pack.units.get(id).filter(|_| pack.areas.contains_key(&state.at)) else {
                broken.push(wrong("units", "1.2", format!("{id} is no unit in an area of the map")));
                continue;
            };
            if !self.has_room(pack, state.at, unit.side, 0) {
                broken.push(wrong("units", "1.3", format!("{} holds more than it may", state.at)));
            }
            if self.control.get(&state.at) != Some(&unit.side) {
                broken.push(wrong("control", "1.4", format!("{} is not controlled by those in it", state.at)));
            }
        }
        broken
    }
}
