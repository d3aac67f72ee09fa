//! What standing orders answer about a re-roll.

use crate::engine::Position;

use super::reroll_game::{RerollGame, RerollState, ResultValue};
use super::retreat_priority::{WhoRetreats, decide_retreat};
use super::{Combat, Fight, FightStep, Stage};
use crate::events::combat::{Harm, Outcome};
use crate::orders::{Reroll, RerollStanding, Standing};
use crate::position::ledger::Game;
use crate::{CivilWar, Procedure};

/// What standing orders answer about a re-roll. `never`: pass.
///
/// `best` (CW-114): the best choice in the complete game of re-rolls; see [`reroll_game`](super::reroll_game).
pub fn reroll_by_standing(rules: &CivilWar, position: &Position<CivilWar>, standing: &Standing) -> Option<Reroll> {
    match standing.rerolls? {
        RerollStanding::Never => Some(Reroll::Pass),
        RerollStanding::Best => match position.stack.last()? {
            Procedure::Combat(combat) => match &combat.stage {
                Stage::Fight(fight) => combat.best_reroll(rules, &position.game, fight),
                _ => None,
            },
            _ => None,
        },
    }
}

impl Combat {
    /// For whichever side's option it is.
    fn best_reroll(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> Option<Reroll> {
        let at = |face: Option<u8>| face.and_then(|face| usize::from(face).checked_sub(1));
        let faces = [at(fight.attack_die)?, at(fight.defence_die)?];
        let options = [fight.rerolls, fight.defender_rerolls];
        let table = RerollState { faces, options, defends: fight.defenders_turn, passed: fight.passes > 0 };
        Some(self.solve_rerolls(rules, game, fight).best(table))
    }

    /// The game of re-rolls that is left in a fight, solved.
    pub(super) fn solve_rerolls(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> RerollGame {
        let firm = self.cannot_be_dislodged(rules, game, fight);
        let face = |n: usize| u8::try_from(n + 1).unwrap_or(u8::MAX);
        let end = |attack, defence| {
            let Outcome { attacker, defender, .. } = self.outcome(rules, fight, face(attack), face(defence), false);
            worth(&attacker, &defender, firm)
        };
        let ends = std::array::from_fn(|attack| std::array::from_fn(|defence| end(attack, defence)));
        RerollGame::solve(ends, [fight.rerolls, fight.defender_rerolls])
    }

    /// A fight whose dice are not rolled yet, with every pair of faces that it may end with, and how often, if both
    /// sides use their options well (CW-114).
    pub(in super::super) fn faces(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> Option<Vec<(Fight, u64)>> {
        if fight.part != FightStep::AttackDie || fight.attack_die.is_some() {
            return None;
        }
        let often = self.solve_rerolls(rules, game, fight).ends_from_the_start();
        let face = |n: usize| u8::try_from(n + 1).ok();
        let ends = often.iter().enumerate().flat_map(|(attack, row)| {
            row.iter().enumerate().filter(|(_, often)| **often > 0).map(move |(defence, often)| {
                let thrown = Fight {
                    attack_die: face(attack),
                    defence_die: face(defence),
                    rerolls: 0,
                    defender_rerolls: 0,
                    part: FightStep::Choose,
                    ..fight.clone()
                };
                (thrown, *often)
            })
        });
        Some(ends.collect())
    }
}

/// Whether the attacker ends with the hex.
pub fn attacker_takes_hex(attacker: &Harm, defender: &Harm, firm: bool) -> bool {
    match decide_retreat(attacker, defender, firm).who {
        WhoRetreats::Defender => true,
        WhoRetreats::Attacker => false,
        WhoRetreats::Nobody => attacker.left > 0,
    }
}

/// The value of these losses for the attacker.
pub fn worth(attacker: &Harm, defender: &Harm, firm: bool) -> ResultValue {
    let newly = |harm: &Harm| i64::from(harm.demoralized && !harm.before);
    [
        i64::from(attacker_takes_hex(attacker, defender, firm)),
        i64::from(defender.lost) - i64::from(attacker.lost),
        newly(defender) - newly(attacker),
    ]
}
