//! Re-rolls: how many each side has, and how they alternate (7.1.15, 7.4.5, 7.4.6, 7.7.3).

use crate::engine::{Asked, Events, Next};

use super::dice::{effective_ratings, favoured_side};
use super::{Combat, Fight, Stage};
use crate::CivilWar;
use crate::events::combat::Outcome;
use crate::orders::Question;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, counter};

impl Combat {
    /// The army's commander who leads the attack.
    pub(super) fn commander(&self) -> Option<&Piece> {
        self.force.leader.as_ref().filter(|_| !self.force.armies.is_empty())
    }

    /// The options to roll again of the attacker and the defender (7.4.5a, 7.1.15): as many as the rating of each
    /// army's commander, to the enemy where it is tinted for him, whether he has an army or not (7.1.15a). Against a
    /// demoralized force the attacker's are doubled, one at least, and the defender has none (7.7.3, CW-79). No more
    /// than there can be for one side (7.4.7a, CW-128).
    pub(super) fn options(&self, rules: &CivilWar, fight: &Fight) -> [u32; 2] {
        let mut ratings = [0; 2];
        for (own, piece) in [self.commander(), fight.defending_commander.as_ref()].into_iter().enumerate() {
            let Some(printed) = piece.and_then(|piece| counter(&rules.pack, piece)) else { continue };
            ratings[favoured_side(own, printed.command_favours)] += u32::from(printed.command);
        }
        effective_ratings(rules, ratings, fight.defender_demoralized)
    }

    /// Whose option it is.
    pub(super) fn chooser(&self, fight: &Fight) -> Side {
        if fight.defenders_turn { self.side().other() } else { self.side() }
    }

    pub(super) fn reroll_rule(&self, fight: &Fight) -> &'static str {
        match (fight.defender_demoralized, fight.defenders_turn) {
            (true, _) => "7.7.3",
            (false, true) => "7.4.6b",
            (false, false) => "7.4.6",
        }
    }

    /// The options alternate, the attacker's first (7.1.15b, 7.1.15c, 7.4.6, 7.4.6b): a side without options must pass
    /// (7.4.6d), and it is over when nobody has any, or both have passed in succession (7.1.15d, 7.4.6c). The earlier
    /// roll is lost (7.4.6a).
    pub(super) fn choose(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fight: &mut Fight,
    ) -> Next<CivilWar> {
        while fight.passes < 2 && fight.rerolls + fight.defender_rerolls > 0 {
            let left = if fight.defenders_turn { fight.defender_rerolls } else { fight.rerolls };
            if left == 0 {
                fight.passes += 1;
                fight.defenders_turn = !fight.defenders_turn;
                continue;
            }
            let chooser = self.chooser(fight);
            let (attack, defence) = (fight.attack_die.unwrap_or(0), fight.defence_die.unwrap_or(0));
            let (own, enemy) = if fight.defenders_turn { (defence, attack) } else { (attack, defence) };
            let question = Question::Reroll { side: chooser, hex: self.hex, own, enemy, left };
            return Next::Ask(Asked { side: chooser.id(), slug: "reroll", rule: self.reroll_rule(fight), question });
        }
        self.resolve(rules, game, events, fight)
    }

    /// The table's result for the current dice; `None` before both are rolled.
    pub fn current_winner(&self, rules: &CivilWar) -> Option<Outcome> {
        let Stage::Fight(fight) = &self.stage else { return None };
        Some(self.outcome(rules, fight, fight.attack_die?, fight.defence_die?, false))
    }

    /// How often a side may still have a die rolled again (7.4.6).
    pub fn options_left(&self, side: Side) -> u32 {
        match &self.stage {
            Stage::Fight(fight) if side == self.side() => fight.rerolls,
            Stage::Fight(fight) => fight.defender_rerolls,
            _ => 0,
        }
    }
}
