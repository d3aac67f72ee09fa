//! The value of every place, and where strength is needed.

use crate::sorted::SortedMap;
use std::rc::Rc;

use crate::document::Id;
use crate::movement::territory;
use crate::pack::{FortKind, Side};

use super::super::hex_graph::HexIndex;
use super::{Situation, Stack};

/// A place worth having.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub at: HexIndex,
    /// Hundredths of a victory point that the side gains with it.
    pub gain: i64,
    /// How far the side is able to take it, in hundredths.
    pub feasible: i64,
}

impl Situation<'_> {
    /// The value of every place in hundredths of a victory point: the points of cities outside a side's own territory
    /// count for it, and cities that the Confederacy loses also reduce its production.
    pub(super) fn value_towns(&mut self) {
        let chart = Rc::clone(&self.chart);
        let whole = self.state_bonuses();
        for town in &chart.towns {
            let hex = chart.hexes[town.at];
            let mine = territory::controller(self.rules, self.game, hex) == Some(self.side);
            let worth = match (self.side, town.home) {
                (_, None) => 110 * town.vp,
                (Side::Union, Some(Side::Confederate)) => 140 * town.vp,
                (Side::Confederate, Some(Side::Confederate)) => 150 * town.vp,
                (Side::Union, Some(Side::Union)) => 100 * town.vp,
                (Side::Confederate, Some(Side::Union)) => 80 * town.vp,
            };
            let extra = if town.port && town.vp > 0 { 20 } else { 0 } + if town.vp == 0 { 8 } else { 0 };
            let mut worth = worth + extra;
            let city = self.rules.pack.map.city(hex).filter(|city| city.vp > 0);
            if let Some((left, points)) = city.and_then(|city| whole.get(&city.state)) {
                worth += 100 * points / (left * left).max(1);
            }
            if self.is_washington(hex) {
                worth = 2_500;
            }
            if mine {
                self.keep[town.at] = worth * self.weights.keep / 100;
            } else {
                self.gain[town.at] = worth * self.weights.gain / 100;
            }
        }
        for (&hex, &owner) in &self.game.depots {
            let Some(at) = chart.ix(hex) else { continue };
            if owner == self.side { self.keep[at] += 50 } else { self.gain[at] += 50 }
        }
    }

    /// The Confederate and neutral states: how many of their cities are not the Union's, and the points of all. A side
    /// that has them all gets the points twice (17.2).
    fn state_bonuses(&self) -> SortedMap<Id, (i64, i64)> {
        let map = &self.rules.pack.map;
        let mut whole: SortedMap<Id, (i64, i64)> = SortedMap::new();
        for (hex, city) in map.cities().filter(|(_, city)| city.vp > 0) {
            let home = map.states.get(&city.state).and_then(|state| state.friendly_to);
            if home == Some(Side::Confederate) {
                let (left, points) = whole.entry(city.state.clone()).or_default();
                *points += i64::from(city.vp);
                *left += i64::from(territory::controller(self.rules, self.game, hex) != Some(Side::Union));
            }
        }
        whole
    }

    /// The places worth having that are not the side's, with how far it is able to take them.
    pub fn goals(&self) -> &[Goal] {
        self.goals.get_or_init(|| {
            let chart = &self.chart;
            let worth = |(at, &gain): (HexIndex, &i64)| {
                if gain < 60 || self.shut[at] {
                    return None;
                }
                let row = chart.distances_to(at);
                let near = |stack: &&Stack, far: u16| row[stack.at] <= far;
                let defended = i64::from(self.enemy[at]);
                let enemies = self.stacks_of(self.side.other()).filter(|stack| stack.at != at && near(stack, 3));
                let support: i64 = enemies.map(|stack| i64::from(stack.mobile)).sum();
                let able = self.stacks_of(self.side).filter(|stack| near(stack, 10));
                let able: i64 = able.map(|stack| i64::from(stack.mobile)).sum();
                let cover = chart.cover[at] + self.enemy_fort_value(at);
                let needed = defended * (6 + cover) / 4 + support / 2 + 2;
                let share = (100 * able.max(3) / needed).min(120);
                Some(Goal { at, gain, feasible: (share * share / 100).clamp(4, 120) })
            };
            self.gain.iter().enumerate().filter_map(worth).collect()
        })
    }

    fn enemy_fort_value(&self, at: HexIndex) -> i64 {
        match self.fort_of(at, self.side.other()) {
            Some(FortKind::Fort) => 1,
            Some(FortKind::Fortress) => 3,
            _ => 0,
        }
    }

    /// How near a hex is to places where strength is needed: those that can be captured, and those that must be held.
    pub fn importance(&self, at: HexIndex) -> i64 {
        self.pull.get_or_init(|| {
            let chart = &self.chart;
            let mut pull = vec![0; chart.hexes.len()];
            let mut draw = |goal: HexIndex, weight: i64| {
                for (at, &far) in chart.distances_to(goal).iter().enumerate() {
                    if far < 40 {
                        pull[at] = pull[at].max(weight * 10 / (i64::from(far) + 3));
                    }
                }
            };
            for goal in self.goals() {
                draw(goal.at, goal.gain.min(900) * goal.feasible / 100);
            }
            for (at, &keep) in self.keep.iter().enumerate().filter(|(_, keep)| **keep >= 100) {
                let missing = -self.hold_value(at, self.own[at]);
                if missing > 20 {
                    draw(at, missing.min(keep) * 3 / 2);
                }
            }
            pull
        })[at]
    }
}
