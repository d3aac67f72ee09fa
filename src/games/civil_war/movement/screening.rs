//! Cavalry that retreats before combat (7.1.7, 5.4.1a).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Asked, Input, Next, StepContext};

use crate::combat::retreat::{self, Retreat};
use crate::events::{Cause, Event, Fate, StandReason};
use crate::leaders::LeaderLoss;
use crate::movement::cavalry::cavalry_leader;
use crate::orders::{Answer, Question, Screen, ScreenStanding};
use crate::pack::Side;
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, Procedure, Reply, leaders::reveal};

/// A cavalry force that the enemy is about to attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screening {
    /// Whose cavalry it is: not the phasing side.
    pub side: Side,
    /// Where it is, and where the enemy comes from, with how many strength points.
    pub hex: Hex,
    pub from: Hex,
    pub enemy_sp: u32,
    /// Its leader, who is checked (5.4.1a).
    pub leader: Piece,
    #[serde(default)]
    pub stage: Stage,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Its owner is asked.
    #[default]
    Ask,
    /// Its leader is checked.
    Check,
    /// It goes.
    Retreat,
}

impl Screening {
    /// The cavalry of a hex that may retreat before a force: a cavalry force (CW-124), not demoralized
    /// (7.1.7a, 7.7.3k), against a force without a cavalry leader (7.1.7a), and with a hex to go to.
    pub fn possible(rules: &CivilWar, game: &Game, force: &Force, from: Hex, hex: Hex) -> Option<Screening> {
        let side = force.side.other();
        let leader = cavalry_leader(rules, game, hex, side)?;
        let free = !game.demoralized_at(hex, side)
            && !force.has_cavalry_leader(rules)
            && !retreat::retreats_without_overrun(rules, game, side, hex, Some(from)).is_empty();
        let enemy_sp = force.sp(game);
        free.then_some(Screening { side, hex, from, enemy_sp, leader, stage: Stage::Ask })
    }

    /// The next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let (side, hex) = (self.side, self.hex);
        match (self.stage, input) {
            (Stage::Ask, Input::Answer(Answer::Screen(Screen::Stand))) => {
                let because = StandReason::Owner;
                events.emit("7.1.7", &Event::Stands { side, hex, leader: self.leader.clone(), because });
                Next::Return(Reply::Screened(false))
            }
            (Stage::Ask, Input::Answer(Answer::Screen(Screen::Retreat))) => {
                self.stage = Stage::Check;
                reveal::reveal(rules, game, events, std::slice::from_ref(&self.leader));
                Next::Call(Procedure::LeaderLoss(LeaderLoss::new(vec![self.leader.clone()], Cause::Screen)))
            }
            (Stage::Ask, _) => {
                let question = Question::Screen {
                    side,
                    hex,
                    from: self.from,
                    leader: self.leader.clone(),
                    enemy_sp: self.enemy_sp,
                };
                Next::Ask(Asked { side: side.id(), slug: "screen", rule: "7.1.7", question })
            }
            (Stage::Check, Input::Reply(Reply::Fates(fates))) => {
                if fates.iter().all(|(_, fate)| *fate == Fate::Unhurt) {
                    self.stage = Stage::Retreat;
                    return Next::Call(Procedure::Retreat(Retreat::before_combat(side, hex, self.from)));
                }
                let because = StandReason::LeaderLost;
                events.emit("5.4.1a", &Event::Stands { side, hex, leader: self.leader.clone(), because });
                Next::Return(Reply::Screened(false))
            }
            (Stage::Retreat, Input::Reply(Reply::Retreat(retreat::Ended::To(to)))) => {
                let sp = game.sp_at(to, side);
                events.emit("7.1.7b", &Event::Screened { side, leader: self.leader.clone(), from: hex, sp });
                Next::Return(Reply::Screened(true))
            }
            _ => Next::Return(Reply::Screened(false)),
        }
    }
}

/// What standing orders say to it.
pub fn by_standing(standing: &ScreenStanding, hex: Hex, enemy_sp: u32) -> Screen {
    match enemy_sp >= standing.before_sp && !standing.stand_in.contains(&hex) {
        true => Screen::Retreat,
        false => Screen::Stand,
    }
}
