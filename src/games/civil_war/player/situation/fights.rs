//! The result of an attack, as far as the enemy is known.

use crate::board::Hex;
use crate::pack::{FortKind, HexsideKind};
use crate::position::ledger::{Piece, Place, by_command, is_naval};
use crate::{leaders::army, movement::territory};

use super::super::combat_estimate::{CombatEstimate, Fight, LeaderModifiers};
use super::super::hex_graph::HexIndex;
use super::Situation;

impl Situation<'_> {
    /// The result of an attack on a hex, without enemy armies next to it. `defenders`: strength points there, including
    /// those that come to help.
    pub fn estimate(
        &self,
        from: HexIndex,
        at: HexIndex,
        attackers: u32,
        defenders: u32,
        lead: LeaderModifiers,
    ) -> CombatEstimate {
        let (hex, start) = (self.chart.hexes[at], self.chart.hexes[from]);
        let charts = &self.rules.pack.charts;
        let side = self.rules.pack.map.hexside(start, hex).map(|side| side.kind);
        let crossing = match side {
            Some(kind @ (HexsideKind::River | HexsideKind::NavigableRiver | HexsideKind::Gap | HexsideKind::Road)) => {
                i64::from(charts.hexside_shift(kind))
            }
            _ => 0,
        };
        let works = self.fort_of(at, self.side.other()).map_or(0, |kind| i64::from(charts.fort_shift(kind)));
        let shaken = self.game.demoralized_at(hex, self.side.other());
        let left = (self.chart.cover[at] + crossing + works).min(i64::from(charts.max_shift)) - i64::from(shaken);
        let fight = Fight {
            attackers,
            defenders,
            left,
            attacker_lead: lead,
            defender_lead: self.enemy_leader_modifiers(hex),
            defender_demoralized: shaken,
            firm: self.cannot_be_dislodged(at),
        };
        fight.estimate(self.rules)
    }

    /// Whether the enemy is never driven out of a hex, but fought there to the last man (7.7.8).
    pub fn cannot_be_dislodged(&self, at: HexIndex) -> bool {
        let (hex, enemy) = (self.chart.hexes[at], self.side.other());
        self.fort_of(at, enemy) == Some(FortKind::Fortress)
            || self.rules.pack.map.hex(hex).is_some_and(|data| data.map_edge)
                && territory::is_friendly(self.rules, self.game, hex, enemy)
    }

    /// The effect of the enemy's leaders in a hex, as far as they are known: two in three face-down leaders are assumed
    /// to add 1.
    fn enemy_leader_modifiers(&self, hex: Hex) -> LeaderModifiers {
        let enemy = self.side.other();
        let pack = &self.rules.pack;
        let known = |piece: &Piece| matches!(self.game.pieces.get(piece), Some(Place::Map { down: false, .. }));
        let mut leaders = self.game.leaders_at(pack, hex, enemy);
        leaders.retain(|piece| !is_naval(pack, piece));
        let hidden = leaders.iter().filter(|piece| !known(piece)).count() as i64;
        let leaders = by_command(pack, leaders);
        let commanded = !army::armies_at(self.rules, self.game, hex, enemy).is_empty();
        let mut known = leaders.iter().filter(|piece| known(piece));
        let commander = if commanded { known.next() } else { None };
        let most = if commanded { usize::MAX } else { 1 };
        let others: Vec<&Piece> = known.take(most).collect();
        let mut lead = LeaderModifiers::of(self.rules, commander, &others);
        lead.own += match commanded {
            true => hidden * 2 / 3,
            false => i64::from(others.is_empty() && hidden > 0),
        };
        lead
    }
}
