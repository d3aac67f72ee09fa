//! The danger to a place, and how well it would be held.

use std::rc::Rc;

use crate::CivilWar;
use crate::board::Hex;
use crate::leaders::army;
use crate::naval::shore::stations_beside;
use crate::pack::{FortKind, Side, Waters};
use crate::position::ledger::Game;

use super::super::hex_graph::HexIndex;
use super::Situation;

/// Enemy strength that may reach a hex: in one activation, the strongest single force and the sum; and in two or three
/// activations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threat {
    near: u32,
    sum: u32,
    later: u32,
}

impl Threat {
    /// The part of it that counts, in eighths.
    fn danger(self) -> i64 {
        i64::from(self.near * 8 + (self.sum - self.near) * 4 + self.later)
    }
}

impl Situation<'_> {
    /// The enemy that may come near.
    pub(super) fn find_threats(&mut self) {
        let chart = Rc::clone(&self.chart);
        let stacks = std::mem::take(&mut self.stacks);
        for stack in stacks.iter().filter(|stack| stack.side != self.side) {
            for army in &stack.armies {
                let sp = army::sp(self.game, army);
                self.covered[stack.at] = self.covered[stack.at].max(sp);
                for step in &chart.steps[stack.at] {
                    self.covered[step.to] = self.covered[step.to].max(sp);
                }
            }
            if stack.mobile == 0 {
                continue;
            }
            let strength = if stack.demoralized { stack.mobile / 2 } else { stack.mobile };
            let row = chart.distances_to(stack.at);
            for (at, &far) in row.iter().enumerate() {
                let threat = &mut self.threat[at];
                if far <= stack.speed {
                    threat.near = threat.near.max(strength);
                    threat.sum += strength;
                } else if far <= 2 * stack.speed + 1 {
                    threat.later += strength * 3;
                } else if far <= 14 {
                    threat.later += strength;
                }
            }
        }
        self.stacks = stacks;
        for (hex, may_land) in landings(self.rules, self.game, self.side) {
            if let Some(at) = chart.ix(hex) {
                self.threat[at].later += may_land;
            }
        }
    }

    /// Enemy strength, in eighths, that counts as a danger to a hex.
    pub fn danger(&self, at: HexIndex) -> i64 {
        self.threat[at].danger()
    }

    /// Whether the enemy can reach a hex in one activation.
    pub fn is_near_enemy(&self, at: HexIndex) -> bool {
        self.threat[at].sum > 0
    }

    /// The value, in hundredths of a victory point, of having this many strength points in a hex: the place is held,
    /// and they are not lost.
    pub fn hold_value(&self, at: HexIndex, sp: u32) -> i64 {
        self.hold_value_for(at, sp, 0, self.keep[at])
    }

    /// The same, if keeping the place had this value, and this many more strength points could return in time.
    pub fn hold_value_for(&self, at: HexIndex, sp: u32, near: u32, keep: i64) -> i64 {
        self.hold_value_against(self.danger(at), at, sp, near, keep)
    }

    /// The same after the enemy was driven from another hex, or from there: he is less of a danger for a while.
    pub fn hold_value_after(&self, at: HexIndex, sp: u32, near: u32, beaten: HexIndex, keep: i64) -> i64 {
        if self.enemy[beaten] == 0 {
            return self.hold_value_for(at, sp, near, keep);
        }
        let Threat { near: most, sum, later } = self.threat[at];
        let there = self.stacks.iter().find(|stack| stack.at == beaten && stack.side != self.side);
        let far = self.chart.distances_to(beaten)[at];
        let comes = there.map_or(0, |stack| if far <= stack.speed { stack.mobile } else { 0 });
        let gone = comes * self.weights.beaten / 100;
        let sum = sum.saturating_sub(gone);
        let most = if most <= comes { most.saturating_sub(gone) } else { most }.min(sum);
        self.hold_value_against(Threat { near: most, sum, later }.danger(), at, sp, near, keep)
    }

    fn hold_value_against(&self, danger: i64, at: HexIndex, sp: u32, near: u32, keep: i64) -> i64 {
        let shaken = sp > 0 && self.stack(at).is_some_and(|stack| stack.demoralized);
        let cover = 4 + self.chart.cover[at] + self.fort_cover(at);
        // Strength in eighths, a quarter more for each column of ground.
        let strength = i64::from(sp) * 2 * cover * if shaken { 5 } else { 8 } / 8;
        let guard = if self.is_capital(at) { danger * 5 / 4 + 32 } else { danger } + self.raids(at);
        let with = strength + i64::from(near) * 2 * cover;
        let mut lost = self.loss(guard, with);
        if sp >= 4 && self.has_supplied_fortress(at) {
            // A defender who cannot be driven out of a fortress in supply (7.7.8) loses it only with his last strength
            // point.
            lost = lost * i64::from(9 - sp.min(9)) / 15;
        }
        if !self.is_near_enemy(at) {
            // There is time to send somebody.
            lost = lost.min(10);
        }
        // Losing Washington loses the war.
        let most = if self.washington == Some(at) { 2_500 } else { 900 };
        let mut worth = -keep.min(most) * lost / 100;
        if self.is_capital(at) {
            // It is never left without its garrison.
            let least = if self.washington == Some(at) { 7 } else { 4 };
            worth -= 60 * i64::from(u32::saturating_sub(least, sp));
        }
        if sp == 0 {
            return worth;
        }
        worth -= i64::from(sp) * self.weights.sp * self.loss(danger, strength) / self.weights.swallowed;
        // Fewer than four men in a hundred stay for nothing: a garrison keeps raiders and landings off.
        if keep >= 100 && guard > 0 {
            worth += 12 + (keep / 60).min(20);
        }
        worth
    }

    /// The danger from the water, in eighths: Union landings.
    fn raids(&self, at: HexIndex) -> i64 {
        let coast = self.rules.pack.map.hex(self.chart.hexes[at]).is_some_and(|data| data.coastal);
        let exposed = self.side == Side::Confederate && coast && self.keep[at] >= 100;
        if exposed { (self.keep[at] / 40).min(16) } else { 0 }
    }

    /// The cost of crowding: only as much as an army can hold fights together.
    pub fn crowding_cost(&self, at: HexIndex, sp: u32) -> i64 {
        let armies = self.stack(at).map_or(&[][..], |stack| &stack.armies);
        let most = armies.iter().filter_map(|army| self.rules.pack.charts.armies.get(army));
        let most: u32 = most.map(|data| u32::from(data.maximum)).sum();
        let most = (most + self.weights.room).max(if self.is_capital(at) { 13 } else { 9 });
        -self.weights.crowd * i64::from(sp.saturating_sub(most))
    }

    /// Strength points that should stay in a friendly hex.
    pub fn garrison(&self, at: HexIndex) -> u32 {
        if self.washington == Some(at) && self.keep[at] > 0 {
            return 8;
        }
        let most = match self.keep[at] {
            ..100 => 0,
            100..250 => 1,
            250..500 => 2,
            500.. => 3,
        };
        // Far behind the lines no garrison is needed.
        if self.danger(at) + self.raids(at) == 0 { 0 } else { most }
    }

    /// The chance in hundredths that a force is not driven off or destroyed in a hex.
    pub fn safety(&self, at: HexIndex, sp: u32) -> i64 {
        100 - self.loss(self.danger(at), i64::from(sp) * 2 * (4 + self.chart.cover[at]))
    }

    /// The chance in hundredths that a place falls in a while, of a strength against a danger, both in eighths.
    fn loss(&self, danger: i64, strength: i64) -> i64 {
        if danger == 0 {
            return 0;
        }
        if strength == 0 {
            return if danger < 8 { danger } else { (12 + danger).min(85) };
        }
        (danger * 100 / strength - self.weights.lost_from).clamp(0, 240) * self.weights.lost_slope / 240
    }

    fn is_capital(&self, at: HexIndex) -> bool {
        self.washington == Some(at) || self.keep[at] >= 600 && self.side == Side::Confederate
    }

    /// Whether the side holds a fortress there to which supply comes (7.7.8).
    fn has_supplied_fortress(&self, at: HexIndex) -> bool {
        self.forts[at] == Some(FortKind::Fortress) && self.supplies.in_supply(self.chart.hexes[at])
    }

    fn fort_cover(&self, at: HexIndex) -> i64 {
        match self.forts[at] {
            Some(FortKind::Fort) => 1,
            Some(FortKind::Fortress) => 4,
            _ => 0,
        }
    }
}

/// The Confederate river cities where Union ships may land, with the estimated danger in eighths of a strength point,
/// which grows with the number of transports. Danger on the coast is always counted.
fn landings(rules: &CivilWar, game: &Game, side: Side) -> Vec<(Hex, u32)> {
    let fleet = game.squadrons.values().filter(|squadron| squadron.side == Side::Union);
    let transports: u32 = fleet.map(|squadron| squadron.hulls.transports()).sum();
    if side == Side::Union || transports == 0 {
        return Vec::new();
    }
    let ways = rules.pack.map.waterways();
    let inland = |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| !data.coastal);
    let places = rules.pack.map.cities().map(|(hex, _)| hex).filter(inland);
    let places = places.filter(|hex| stations_beside(rules, *hex).any(|at| ways.admits(at, Waters::River)));
    places.map(|hex| (hex, 4 + transports.min(6))).collect()
}
