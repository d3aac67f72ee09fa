//! The Commerce Raider Phase (3.4, 8.11).

use serde::{Deserialize, Serialize};

use crate::document::{Id, is_zero};
use crate::engine::{Asked, Events, Input, Next, StepContext};

use crate::events::Event;
use crate::orders::{Answer, Question};
use crate::pack::Side;
use crate::position::ledger::{Game, Hull, Points, Track};
use crate::{CivilWar, Reply, command::payment, victory};

/// The raiders that have still to be rolled for, in this order; each is at sea for good until it is lost (8.1.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raiders {
    pub raiders: Vec<Id>,
    /// Whether the Union has said what it spends: before the first die, and for all of them (CW-240).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hunted: bool,
    /// What that adds to the dice of each.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub added: u32,
}

impl Raiders {
    /// All raiders at sea.
    pub fn new(game: &Game) -> Raiders {
        let raiders = game.side(Side::Confederate).navy.at_sea.iter().cloned().collect();
        Raiders { raiders, hunted: false, added: 0 }
    }

    /// The phase's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let Some(raider) = self.raiders.first().cloned() else { return Next::Return(Reply::Done) };
        match (self.hunted, input) {
            (false, Input::Answer(Answer::Pursuit(spent))) => {
                self.hunted = true;
                self.added = spent;
                if spent > 0 {
                    let points = Points::from([(Track::Naval, spent)]);
                    payment::charge(game, events, "3.4b", Side::Union, points);
                }
                Next::Continue
            }
            (false, _) => {
                let commands = game.side(Side::Union).commands.get(&Track::Naval).copied().unwrap_or(0);
                if commands == 0 {
                    self.hunted = true;
                    return Next::Continue;
                }
                let others = u32::try_from(self.raiders.len().saturating_sub(1)).unwrap_or(u32::MAX);
                let question = Question::Pursuit { side: Side::Union, raider, others, commands };
                Next::Ask(Asked { side: Side::Union.id(), slug: "pursuit", rule: "3.4b", question })
            }
            (true, Input::Faces(faces)) => {
                self.raiders.remove(0);
                let dice = faces.iter().filter_map(|&face| u32::try_from(face).ok()).sum();
                self.cruise(rules, game, events, raider, dice);
                Next::Continue
            }
            (true, _) => Next::Roll { purpose: format!("raider {raider}"), rule: "3.4", count: 2, sides: 6 },
        }
    }

    /// The result for a raider: it sinks as many merchant ships as the total (8.11.1); at 12 or more it is lost itself,
    /// and sinks none (8.11.2, 8.11.2a).
    fn cruise(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, raider: Id, dice: u32) {
        let most = u32::from(rules.pack.charts.naval.raider_lost_on);
        let total = dice.saturating_add(self.added);
        let lost = total >= most;
        let merchants = if lost { 0 } else { total };
        let navy = &mut game.side_mut(Side::Confederate).navy;
        navy.merchants = navy.merchants.saturating_add(merchants);
        if lost {
            navy.at_sea.remove(&raider);
            navy.sunk.add(&Hull::Ship(raider.clone()));
        }
        let sunk_so_far = navy.merchants;
        let rule = match (lost, dice >= most) {
            (false, _) => "3.4",
            (true, true) => "3.4a",
            (true, false) => "3.4b",
        };
        events.emit(rule, &Event::Raid { raider, dice, added: self.added, merchants, lost, sunk_so_far });
        victory::score_merchants(rules, game, sunk_so_far.saturating_sub(merchants), events);
    }
}
