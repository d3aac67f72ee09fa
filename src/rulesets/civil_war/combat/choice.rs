//! What standing orders say to a re-roll.

use crate::engine::Position;

use super::super::ledger::Game;
use super::super::orders::{Reroll, RerollStanding, Standing};
use super::super::{CivilWar, Frame};
use super::verdict::{Goes, verdict};
use super::{Combat, Fight, Outcome, Stage};

/// How good an outcome is for the attacker; the greater the better, from the left: whether he ends with the hex (1) or
/// not (0); strength points that the defender loses less those that he loses himself; whether the defender is newly
/// demoralized (1) less whether he is (1).
type Worth = [i32; 3];

/// What standing orders say to a re-roll. `never`: pass.
///
/// `best` (CW-114) compares three choices: to pass, to roll the own die once more, to roll the enemy's once more, each
/// as if no further option followed. A choice is worth the sum of its outcomes over the six faces that the die may
/// show; to pass counts six times what lies on the table. Sums are compared part by part in the order of [`Worth`]:
/// first how often the attacker ends with the hex, then losses, then demoralization. Equal worth: pass, then the own
/// die. All of it in whole numbers.
pub fn reroll_by_standing(rules: &CivilWar, position: &Position<CivilWar>, standing: &Standing) -> Option<Reroll> {
    match standing.rerolls? {
        RerollStanding::Never => Some(Reroll::Pass),
        RerollStanding::Best => match position.stack.last()? {
            Frame::Combat(combat) => match &combat.stage {
                Stage::Fight(fight) => combat.best_reroll(rules, &position.game, fight),
                _ => None,
            },
            _ => None,
        },
    }
}

impl Combat {
    /// For whichever side's option it is: what is good for the attacker is bad for the defender.
    fn best_reroll(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> Option<Reroll> {
        let (attack, defence) = (fight.attack_die?, fight.defence_die?);
        let defends = fight.defenders_turn;
        let (own, enemy) = if defends { (defence, attack) } else { (attack, defence) };
        let worth = |own: u8, enemy: u8| {
            let (attack, defence) = if defends { (enemy, own) } else { (own, enemy) };
            let outcome = self.outcome(rules, fight, attack, defence, false);
            let worth = worth(&outcome, self.firm(rules, game, fight));
            if defends { worth.map(|part| -part) } else { worth }
        };
        let sum = |each: &dyn Fn(u8) -> Worth| {
            (1..=6).map(each).fold([0; 3], |sum, one| [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]])
        };
        let choices = [
            (Reroll::Pass, sum(&|_| worth(own, enemy))),
            (Reroll::Own, sum(&|face| worth(face, enemy))),
            (Reroll::Enemy, sum(&|face| worth(own, face))),
        ];
        let mut best = &choices[0];
        for choice in &choices[1..] {
            if choice.1 > best.1 {
                best = choice;
            }
        }
        Some(best.0)
    }
}

fn worth(outcome: &Outcome, firm: bool) -> Worth {
    let (attacker, defender) = (&outcome.attacker, &outcome.defender);
    let holds = match verdict(attacker, defender, firm).goes {
        Goes::Defender => true,
        Goes::Attacker => false,
        Goes::Nobody => attacker.left > 0,
    };
    let less = |a: u32, b: u32| i32::try_from(a).unwrap_or(i32::MAX) - i32::try_from(b).unwrap_or(i32::MAX);
    let newly = |demoralized: bool, before: bool| u32::from(demoralized && !before);
    [
        i32::from(holds),
        less(defender.lost, attacker.lost),
        less(newly(defender.demoralized, defender.before), newly(attacker.demoralized, attacker.before)),
    ]
}
