//! Ships in an attack (8.8, 8.9), and the supply of the hex's defenders.

use crate::board::Hex;

use super::Combat;
use super::strength::Support;
use crate::events::Cause;
use crate::events::combat::Ships;
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, supply};

impl Combat {
    /// Whether the attackers come ashore (8.8).
    pub fn is_landing(&self) -> bool {
        self.afloat.as_ref().is_some_and(|afloat| afloat.landing)
    }

    /// The ships of the attack, besides this many strength points.
    pub(super) fn ships(&self, rules: &CivilWar, game: &Game, sp: u32) -> Option<Ships> {
        let afloat = self.afloat.as_ref()?;
        let hulls = game.squadrons.get(&afloat.fleet).map(|squadron| squadron.hulls.clone()).unwrap_or_default();
        let support = Support { hulls: &hulls, landing: afloat.landing };
        let strength = support.strength(rules, sp);
        let idle = support.full_value(rules) - strength;
        Some(Ships { at: afloat.at, hulls, leader: afloat.leader.clone(), strength, idle })
    }

    /// The naval leader of the ships, to be checked with the others, before them (8.8¶14, 8.9.4): he stays with his
    /// ships, or is on none any more.
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
