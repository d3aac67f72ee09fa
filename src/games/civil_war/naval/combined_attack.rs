//! A ground force that attacks a hex together with ships (8.9).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Input, Next, StepContext};

use super::attacking_ships::AttackingShips;
use crate::legality::uncertainty::Doubts;
use crate::movement::{self, March};
use crate::orders;
use crate::pack::Side;
use crate::{CivilWar, Procedure, Reply};

/// A ground force that attacks a hex with ships: where their voyage leads (8.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombinedAttackOrder {
    /// The hex attacked, where the march ends.
    pub target: Hex,
    /// The march.
    pub order: orders::Move,
}

/// An attack by ships and a ground force together (8.9.3): the ships have come there and fought; now the ground force
/// is activated, marches and fights, with them in support.
#[sparse(begun)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombinedAttack {
    pub side: Side,
    /// The march.
    pub order: orders::Move,
    /// The ships.
    pub afloat: AttackingShips,
    /// Whether it is in progress.
    pub begun: bool,
}

impl CombinedAttack {
    /// An attack whose ships are there.
    pub fn new(side: Side, order: orders::Move, afloat: AttackingShips) -> CombinedAttack {
        CombinedAttack { side, order, afloat, begun: false }
    }

    /// The attack's next step: the ground force is paid for and sets out (8.9.3a, CW-256); then whether it has fought.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        if self.begun {
            return Next::Return(match input {
                Input::Reply(reply) => reply,
                _ => Reply::Done,
            });
        }
        self.begun = true;
        match movement::check(rules, game, self.side, &self.order, &Doubts::default()) {
            Ok(plan) => {
                let march = movement::set_out(rules, game, events, self.side, &self.order, plan);
                Next::Call(Procedure::March(March { afloat: Some(self.afloat.clone()), ..march }))
            }
            // What the ships have met on the way cannot have changed it: the order was checked independently of that.
            Err(_) => Next::Return(Reply::Done),
        }
    }
}
