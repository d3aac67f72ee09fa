//! The result of a fight's dice: with the leaders' modifiers, and by the table.

use super::{Combat, Fight, dice};
use crate::CivilWar;
use crate::events::combat::{Addition, Dice, Outcome, Throw};
use crate::pack::{Fire, Side, Size};
use crate::position::ledger::{Piece, highest, is_naval};

impl Combat {
    /// The dice as rolled, with each side's modifier.
    pub(super) fn dice(&self, rules: &CivilWar, fight: &Fight) -> Dice {
        let [to_attack, to_defence] = self.additions(rules, fight);
        let throw = |side: Side, face: Option<u8>, additions: Vec<Addition>| {
            let (face, added) = (face.unwrap_or(0), dice::added(&additions));
            let total = face.saturating_add(added);
            Throw { side, purpose: format!("combat {side}"), face, additions, added, total }
        };
        Dice {
            hex: self.hex,
            attacker: throw(self.side(), fight.attack_die, to_attack),
            defender: throw(self.side().other(), fight.defence_die, to_defence),
            rerolls: fight.rerolls,
            defender_rerolls: fight.defender_rerolls,
        }
    }

    /// The leaders' modifiers. Without an army, they come from the leader of the moving force, and from the ranking
    /// leader of the attacked hex (7.4.1, 7.4.2). In an army they come from everybody but its commander, who gives
    /// re-rolls instead (7.4.5, 7.1.14), even beyond the number that he may command (6.2.8e). Of several armies only
    /// the highest commander does so (6.2.9, 6.2.16b). This is not optional (7.4.1b). With ships their naval leader
    /// adds his rating too, and of leaders who come ashore only the highest (8.2.2, 8.8¶10, 8.8¶12, 8.9.3b); a naval
    /// leader ashore commands nobody (8.2.4).
    pub(super) fn additions(&self, rules: &CivilWar, fight: &Fight) -> [Vec<Addition>; 2] {
        let ashore = |piece: &&Piece| !is_naval(&rules.pack, piece);
        let first = || highest(&rules.pack, self.force.leaders().filter(ashore).cloned());
        let landed = if self.is_landing() { first() } else { None };
        let attackers: Vec<&Piece> = match self.force.armies.is_empty() {
            true if self.is_landing() => landed.iter().collect(),
            true => self.force.leader.iter().collect(),
            false => self.force.others.iter().filter(ashore).collect(),
        };
        let admiral = self.afloat.as_ref().and_then(|afloat| afloat.leader.as_ref());
        let attackers = admiral.into_iter().chain(attackers);
        let defenders: Vec<&Piece> = match &fight.defending_commander {
            None if fight.army_defends => fight.defending_leaders.iter().filter(ashore).collect(),
            None => fight.defending_leaders.iter().filter(ashore).take(1).collect(),
            Some(commander) => {
                fight.defending_leaders.iter().filter(ashore).filter(|piece| *piece != commander).collect()
            }
        };
        let all: Vec<&Piece> = attackers.chain(defenders).collect();
        dice::additions(rules, self.side(), &all, fight.defender_demoralized)
    }

    /// The table's result for two faces, each looked up by the size of the force that rolls (7.1.16). Nothing changes.
    pub(super) fn outcome(
        &self,
        rules: &CivilWar,
        fight: &Fight,
        attack: u8,
        defence: u8,
        attacker_before: bool,
    ) -> Outcome {
        let (side, enemy, column) = (self.side(), self.side().other(), fight.column);
        let [to_attack, to_defence] = self.additions(rules, fight).map(|additions| dice::added(&additions));
        let attacker_reads =
            dice::table_result(rules, side, column, Fire::Def, Size::of(fight.attackers), attack, to_attack);
        let defender_reads =
            dice::table_result(rules, enemy, column, Fire::Att, Size::of(fight.defenders), defence, to_defence);
        let all = fight.attackers - fight.ships + fight.uncommanded;
        let defenders = fight.defenders - fight.works;
        let attacker = match &self.afloat {
            Some(afloat) if !afloat.landing => {
                dice::harm_with_ships(side, all, fight.fleet, attacker_before, defender_reads.result)
            }
            _ => dice::harm(side, all, attacker_before, defender_reads.result),
        };
        let defender = match self.is_landing() {
            true => dice::harm_ashore(enemy, defenders, fight.defender_demoralized, attacker_reads.result),
            false => dice::harm(enemy, defenders, fight.defender_demoralized, attacker_reads.result),
        };
        Outcome { hex: self.hex, column, attacker_reads, defender_reads, attacker, defender }
    }
}
