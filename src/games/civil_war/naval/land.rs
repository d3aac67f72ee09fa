//! Ships in the attack on a hex: landings (8.8) and attacks together with a ground force (8.9).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Input, Next};

use super::plan::Plan;
use crate::legality::uncertainty::Doubts;
use crate::movement::{self, March};
use crate::orders;
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Piece};
use crate::refusal::NavalRefusal;
use crate::{CivilWar, Frame, Reply, leaders::army};

/// The ships in an attack on a hex: what makes a [`Combat`](crate::combat::Combat) a landing or a common attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Afloat {
    /// The squadron.
    pub fleet: u32,
    /// Where it lies.
    pub at: Station,
    /// The naval leader who commands it, and adds his rating (8.8¶12, 8.9.3b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The attackers come ashore from it (8.8); else they attack by land, and it fights with them (8.9).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landing: bool,
}

/// Why what ships carry may not land in a hex against the enemy (8.8.1): `sp` strength points, under a leader, a naval one
/// being enough (8.8.2), or one of the ground forces who commands the ships (8.8¶9). The limits of both are those of any
/// voyage (8.8¶11, 8.4.7).
pub(super) fn may_land(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, sp: u32, hex: Hex) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    if plan.leader.is_none() {
        refuse("sail.leader", "8.4.5a", NavalRefusal::LandingWithoutLeader { hex });
    }
    if sp == 0 {
        refuse("sail.load.sp", "8.8.1", NavalRefusal::LandingWithoutStrength { hex });
    }
    if plan.loaded.is_some_and(|from| game.demoralized_at(from, side)) {
        refuse("sail.land", "8.8.1a", NavalRefusal::LandingDemoralized { hex });
    }
    for piece in &plan.aboard {
        if let Some(army) = army::commanded_by(rules, game, piece) {
            let refusal = NavalRefusal::LandingByArmy { leader: piece.leader.clone(), army: army.clone() };
            refuse("sail.land", "8.8.1b", refusal);
        }
    }
    problems
}

/// A ground force that attacks a hex with ships: where their voyage leads (8.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The hex attacked, where the march ends.
    pub target: Hex,
    /// The march.
    pub order: orders::Move,
}

/// An attack by ships and a ground force together (8.9.3): the ships have come there and fought; now the ground force is
/// activated, marches and fights, with them in support.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Together {
    pub side: Side,
    /// The march.
    pub order: orders::Move,
    /// The ships.
    pub afloat: Afloat,
    /// It is under way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
}

impl Together {
    /// An attack whose ships are there.
    pub fn new(side: Side, order: orders::Move, afloat: Afloat) -> Together {
        Together { side, order, afloat, begun: false }
    }

    /// The attack's next step: the ground force is paid for and sets out (8.9.3a, CW-256); then whether it has fought.
    pub fn step(&mut self, rules: &CivilWar, cx: Cx<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let Cx { game, events, .. } = cx;
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
                Next::Call(Frame::March(March { afloat: Some(self.afloat.clone()), ..march }))
            }
            // What the ships have met on their way cannot have changed it: the order was checked without that.
            Err(_) => Next::Return(Reply::Done),
        }
    }
}
