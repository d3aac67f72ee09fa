//! Ships in an attack (8.8, 8.9): what they add to it, and what a hex is worth against a landing.

use crate::board::Hex;

use super::Combat;
use crate::events::Cause;
use crate::events::combat::{Defence, Ships};
use crate::pack::Side;
use crate::position::ledger::{Game, Hulls, Piece};
use crate::{CivilWar, movement::territory, naval, supply};

/// The ships that an attack is reckoned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support<'a> {
    pub hulls: &'a Hulls,
    /// The attackers come ashore from them (8.8); else they attack by land (8.9).
    pub landing: bool,
}

impl Support<'_> {
    /// What the ships add to that many strength points: in a landing all that they are worth (8.8.2e), to an attack by
    /// land no more than there are strength points (8.9.3b).
    pub fn strength(self, rules: &CivilWar, sp: u32) -> u32 {
        if self.landing { self.worth(rules) } else { self.worth(rules).min(sp) }
    }

    /// What they are worth beside any number of strength points.
    fn worth(self, rules: &CivilWar) -> u32 {
        if self.landing { naval::strength(rules, self.hulls) } else { naval::support(rules, self.hulls) }
    }
}

impl Defence {
    /// Of a hex that `side` defends, as it is now. A fortification that nobody mans and that is out of supply is nothing
    /// (8.5.2a, 9.1.5a).
    pub fn of(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Defence {
        let chart = rules.pack.charts.landing.as_ref();
        let points = |part: Option<u8>| part.map_or(0, u32::from);
        let city = rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
        let fort = territory::fort(rules, game, hex).filter(|_| supply::fort_in_force(rules, game, hex, side));
        Defence {
            hex: points(chart.map(|chart| chart.hex)),
            sp: game.sp_at(hex, side) * points(chart.map(|chart| chart.sp)),
            city: points(city.and(chart).map(|chart| chart.city)),
            fort: points(fort.and_then(|fort| chart?.forts.get(&fort.kind).copied())),
            kind: fort.map(|fort| fort.kind),
        }
    }
}

impl Combat {
    /// Whether the attackers come ashore (8.8).
    pub fn is_landing(&self) -> bool {
        self.afloat.as_ref().is_some_and(|afloat| afloat.landing)
    }

    /// The ships of the attack, beside that many strength points.
    pub(super) fn ships(&self, rules: &CivilWar, game: &Game, sp: u32) -> Option<Ships> {
        let afloat = self.afloat.as_ref()?;
        let hulls = game.squadrons.get(&afloat.fleet).map(|squadron| squadron.hulls.clone()).unwrap_or_default();
        let support = Support { hulls: &hulls, landing: afloat.landing };
        let strength = support.strength(rules, sp);
        let idle = support.worth(rules) - strength;
        Some(Ships { at: afloat.at, hulls, leader: afloat.leader.clone(), strength, idle })
    }

    /// The naval leader of the ships, to be checked with the others, before them (8.8¶14, 8.9.4): he stays with his ships,
    /// or is on none any more.
    pub(super) fn admiral(&self, game: &Game) -> Option<(Piece, Cause)> {
        let afloat = self.afloat.as_ref()?;
        let lost = game.squadrons.get(&afloat.fleet).is_none_or(|squadron| squadron.hulls.is_empty());
        Some((afloat.leader.clone()?, if lost { Cause::Eliminated } else { Cause::Combat }))
    }

    /// What supplies the defenders: the attackers' hex bars their line, unless these come by water (9.1.3b). Where no
    /// strength point defends against a landing, no depot is used up (9.2.5a).
    pub(super) fn defenders_supply(
        &self,
        rules: &CivilWar,
        game: &Game,
        wanted: &[Hex],
    ) -> Option<supply::CombatSupply> {
        let enemy = self.side().other();
        let barred = (!self.is_landing()).then_some(self.from);
        let found = supply::in_combat(rules, game, self.hex, enemy, barred, wanted);
        match game.sp_at(self.hex, enemy) {
            0 => found.map(|_| supply::CombatSupply { depot: None }),
            _ => found,
        }
    }
}

#[cfg(test)]
mod tests;
