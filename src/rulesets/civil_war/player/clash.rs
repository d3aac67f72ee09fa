//! What a fight would come to, on average over all throws.

use crate::rulesets::civil_war::CivilWar;
use crate::rulesets::civil_war::ledger::{Piece, counter};
use crate::rulesets::civil_war::pack::{Attack, Favours, Fire, Odds, Side, Size};

/// What leaders do for one side in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// Added to the own die, and to the enemy's (7.4.3, 7.4.4).
    pub own: i64,
    pub enemy: i64,
    /// Options to roll again, and such that they give to the enemy (7.4.5).
    pub again: i64,
    pub again_enemy: i64,
}

impl Lead {
    /// What these leaders do: all of them add to the dice, and who commands an army gives options to roll again instead
    /// (7.4.2, 7.4.5).
    pub fn of(rules: &CivilWar, commander: Option<&Piece>, others: &[&Piece]) -> Lead {
        let mut lead = Lead::default();
        for piece in others {
            let Some(counter) = counter(&rules.pack, piece) else { continue };
            match counter.tactical_favours {
                Favours::Enemy => lead.enemy += i64::from(counter.tactical),
                _ => lead.own += i64::from(counter.tactical),
            }
        }
        if let Some(counter) = commander.and_then(|piece| counter(&rules.pack, piece)) {
            match counter.command_favours {
                Favours::Enemy => lead.again_enemy += i64::from(counter.command),
                _ => lead.again += i64::from(counter.command),
            }
        }
        lead
    }
}

/// A fight that is thought of.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    pub attackers: u32,
    pub defenders: u32,
    /// Columns to the left for ground, river and fort, and what demoralization shifts.
    pub left: i64,
    pub attacker_lead: Lead,
    pub defender_lead: Lead,
    pub defender_demoralized: bool,
    /// The defender is never driven out (7.7.8).
    pub firm: bool,
}

/// What comes of it, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// The attacker has the hex.
    pub wins: i64,
    /// Strength points lost.
    pub attacker_lost: i64,
    pub defender_lost: i64,
    /// Chances to be newly demoralized.
    pub attacker_shaken: i64,
    pub defender_shaken: i64,
    /// It is an overrun, which needs no dice.
    pub overrun: bool,
}

/// Weights of the faces of a die, plain, with the better of two and with the worse.
const FACES: [[i64; 6]; 3] = [[6; 6], [1, 3, 5, 7, 9, 11], [11, 9, 7, 5, 3, 1]];

impl Fight {
    /// What it comes to.
    pub fn toll(&self, rules: &CivilWar) -> Toll {
        let left = i8::try_from(self.left.clamp(-9, 9)).unwrap_or(0);
        let column = match Odds::of(self.attackers, self.defenders).shifted(left) {
            Attack::Hopeless => {
                return Toll { attacker_lost: i64::from(self.attackers) * 1000, ..Toll::default() };
            }
            Attack::Overrun => {
                let defender_lost = i64::from(self.defenders) * 1000;
                return Toll { wins: 1000, defender_lost, overrun: true, ..Toll::default() };
            }
            Attack::Column(column) => column,
        };
        let most = i64::from(rules.pack.charts.max_addition);
        let (a, d) = (self.attacker_lead, self.defender_lead);
        let [mut to_attack, mut to_defence] = [a.own + d.enemy, d.own + a.enemy];
        let mut again = a.again + d.again_enemy - d.again - a.again_enemy;
        if self.defender_demoralized {
            (to_attack, to_defence) = ((2 * to_attack).max(1), 0);
            again = (2 * (a.again + d.again_enemy)).max(1);
        }
        let (attack_die, defence_die) = match again {
            ..=-2 => (2, 1),
            -1 => (0, 1),
            0 => (0, 0),
            1 => (1, 0),
            2.. => (1, 2),
        };
        let byte = |added: i64| u8::try_from(added.clamp(0, most)).unwrap_or(0);
        let (to_attack, to_defence) = (byte(to_attack), byte(to_defence));
        let crt = &rules.pack.charts.crt;
        let (attacker_size, defender_size) = (Size::of(self.attackers), Size::of(self.defenders));
        let mut sum = Toll::default();
        for face in 1..=6u8 {
            let on_defender = crt.result(column, Fire::Def, attacker_size, face + to_attack);
            let weight = FACES[attack_die][usize::from(face) - 1];
            for other in 1..=6u8 {
                let on_attacker = crt.result(column, Fire::Att, defender_size, other + to_defence);
                let weight = weight * FACES[defence_die][usize::from(other) - 1];
                let lost = u32::from(on_defender.losses).min(self.defenders);
                let own_lost = u32::from(on_attacker.losses).min(self.attackers);
                let shaken = on_defender.demoralized && lost < self.defenders;
                let own_shaken = on_attacker.demoralized && own_lost < self.attackers;
                sum.attacker_lost += weight * i64::from(own_lost);
                sum.defender_lost += weight * i64::from(lost);
                sum.attacker_shaken += weight * i64::from(own_shaken);
                sum.defender_shaken += weight * i64::from(shaken && !self.defender_demoralized);
                let wins = if own_lost == self.attackers {
                    false
                } else if lost == self.defenders {
                    true
                } else if self.firm {
                    false
                } else if self.defender_demoralized && shaken {
                    true
                } else if shaken != own_shaken {
                    shaken
                } else {
                    lost > own_lost
                };
                sum.wins += weight * i64::from(wins);
            }
        }
        let all = 36 * 36;
        let share = |part: i64| part * 1000 / all;
        Toll {
            wins: share(sum.wins),
            attacker_lost: share(sum.attacker_lost),
            defender_lost: share(sum.defender_lost),
            attacker_shaken: share(sum.attacker_shaken),
            defender_shaken: share(sum.defender_shaken),
            overrun: false,
        }
    }
}

/// Hundredths of a victory point that a strength point is worth to its side: the Union has more of them to come.
pub fn worth_of_strength(side: Side) -> i64 {
    match side {
        Side::Union => 24,
        Side::Confederate => 36,
    }
}
