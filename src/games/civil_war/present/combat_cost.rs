//! What a combat costs: strength points that are lost, forces that are eliminated, destroyed or demoralized.

use super::vocabulary::{self, force};
use crate::CivilWar;
use crate::combat::{Combat, FightStep, Stage};
use crate::events::combat::{Harm, Outcome};
use crate::pack::Side;

/// What a combat costs both sides, for a summary.
#[derive(Clone, Debug)]
pub struct CombatCost {
    /// Strength points lost by the combat's result, and with forces that are destroyed: the Union's, then the
    /// Confederacy's.
    lost: [u32; 2],
    destroyed: [u32; 2],
    /// Whose strength points are all lost.
    eliminated: Vec<Side>,
    /// Whether what defends a hex against a landing, where no strength point stood, is lost.
    broken: bool,
    demoralized: Vec<Side>,
}

impl CombatCost {
    pub fn of(outcome: &Outcome) -> CombatCost {
        let harm = [&outcome.attacker, &outcome.defender];
        let lost = |side: Side| harm.iter().filter(|harm| harm.side == side).map(|harm| harm.sp_lost()).sum::<u32>();
        let sides = |of: fn(&Harm) -> bool| harm.iter().filter(move |harm| of(harm)).map(|harm| harm.side).collect();
        CombatCost {
            lost: Side::BOTH.map(lost),
            destroyed: [0, 0],
            eliminated: sides(|harm| harm.left == 0 && harm.had > harm.hex),
            broken: harm.iter().any(|harm| harm.hex_lost() && harm.had == harm.hex),
            demoralized: sides(|harm| harm.demoralized && harm.left > 0),
        }
    }

    /// Who is eliminated or demoralized; a destroyed force is not mentioned again.
    fn fate(&self) -> Vec<String> {
        let destroyed = |side: &Side| Side::BOTH.iter().zip(self.destroyed).any(|(one, sp)| one == side && sp > 0);
        let mut fate = Vec::new();
        if !self.eliminated.is_empty() {
            let verb = if self.eliminated.len() == 1 { "is" } else { "are" };
            let forces = self.eliminated.iter().map(|side| force(*side));
            fate.push(format!("{} {verb} eliminated", vocabulary::list(forces, "and")));
        }
        if self.broken {
            fate.push("the hex's own defense is lost".to_owned());
        }
        let demoralized: Vec<Side> = self.demoralized.iter().copied().filter(|side| !destroyed(side)).collect();
        match demoralized.as_slice() {
            [] if fate.is_empty() && self.destroyed == [0, 0] => {
                fate.push("neither force is demoralized by the result".to_owned());
            }
            [] => {}
            [one] => fate.push(format!("{} is demoralized", force(*one))),
            _ => fate.push("both forces are demoralized".to_owned()),
        }
        fate
    }

    /// A force that has fought is destroyed.
    pub fn destroyed(&mut self, side: Side, sp: u32) {
        for (other, destroyed) in Side::BOTH.into_iter().zip(&mut self.destroyed) {
            if other == side {
                *destroyed += sp;
            }
        }
    }

    /// Strength points that both sides lose.
    pub fn total(&self) -> u32 {
        self.lost.iter().chain(&self.destroyed).sum()
    }

    /// A sentence with a space before it.
    pub fn words(&self) -> String {
        let [union, confederate] = [0, 1].map(|at| match self.destroyed[at] {
            0 => self.lost[at].to_string(),
            destroyed => format!("{} (force destroyed)", self.lost[at] + destroyed),
        });
        let losses = match self.total() {
            0 => "Neither side loses strength points".to_owned(),
            _ => format!("Losses: Union {union}, Confederate {confederate}"),
        };
        match self.fate().as_slice() {
            [] => format!(" {losses}."),
            fate => format!(" {losses}; {}.", fate.join(", ")),
        }
    }
}

/// The losses of both sides in a combat, once its dice are settled and only a decision is due: `None` before that.
pub fn cost_so_far(rules: &CivilWar, combat: &Combat) -> Option<CombatCost> {
    let Stage::Fight(fight) = &combat.stage else { return None };
    if !matches!(fight.part, FightStep::Retreat | FightStep::Checks) {
        return None;
    }
    combat.current_winner(rules).as_ref().map(CombatCost::of)
}
