//! Leaders who are placed with other units, or come back (9.6, 15.2), and those who follow a retreat (10.7.3).

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;
use crate::engine::{Asked, Input, Next, StepContext};

use crate::events::{Deactivation, Event};
use crate::orders::{Answer, Question};
use crate::position::ledger::{Game, LeaderPlace};
use crate::{Reply, SevenDays};

/// Leaders to be placed, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderPlacement {
    pub leaders: Vec<Id>,
    pub why: PlacementReason,
}

/// Why leaders are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlacementReason {
    /// No friendly unit is left with them (9.6).
    Alone,
    /// They return after a wound (15.2).
    Healed,
    /// They succeed a leader who was killed (15.2).
    Successor,
}

impl LeaderPlacement {
    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(leader) = self.leaders.first().cloned() else { return Next::Return(Reply::Done) };
        let options = self.options(rules, game, &leader);
        let to = match (input, options.as_slice()) {
            (Input::Answer(Answer::Place(to)), _) => Some(to),
            (_, []) => None,
            (_, [only]) => Some(*only),
            (_, _) => {
                let side = rules.side_of(&leader).map(crate::pack::Side::id);
                let rule = if self.why == PlacementReason::Alone { "9.6" } else { "15.2" };
                let question = Question::Place { leader, options };
                return match side {
                    Some(side) => Next::Ask(Asked { side, slug: "place", rule, question }),
                    None => Next::Return(Reply::Done),
                };
            }
        };
        self.leaders.remove(0);
        match (to, self.why) {
            (Some(at), why) => {
                if let Some(state) = game.leaders.get_mut(&leader) {
                    state.place = LeaderPlace::At(at);
                    state.successor |= why == PlacementReason::Successor;
                }
                events.emit(
                    if why == PlacementReason::Alone { "9.6" } else { "15.2" },
                    &Event::Placed { leader: leader.clone(), at },
                );
                if why == PlacementReason::Alone {
                    rules.deactivate(game, events, &SortedSet::from([leader]), Deactivation::Alone);
                }
            }
            (None, PlacementReason::Alone) => {
                game.leaders.remove(&leader);
                events.emit("9.6", &Event::LeaderEliminated { leader });
            }
            // If none of his units is anywhere, he waits one more turn (SD-47).
            (None, PlacementReason::Healed | PlacementReason::Successor) => {
                let turn = game.turn + 1;
                if let Some(state) = game.leaders.get_mut(&leader) {
                    state.place = match self.why {
                        PlacementReason::Successor => LeaderPlace::Killed(turn),
                        PlacementReason::Healed | PlacementReason::Alone => LeaderPlace::Wounded(turn),
                    };
                }
            }
        }
        Next::Continue
    }

    fn options(&self, rules: &SevenDays, game: &Game, leader: &Id) -> Vec<Area> {
        match self.why {
            PlacementReason::Alone => rules.areas_with_command(game, leader, false),
            PlacementReason::Healed => rules.areas_with_command(game, leader, true),
            PlacementReason::Successor => {
                let bases = rules.bases(game, leader);
                if bases.is_empty() { rules.areas_with_command(game, leader, false) } else { bases }
            }
        }
    }
}

impl SevenDays {
    /// The areas with units of a leader's command, or for an Army Leader any of his side; `independent`: also
    /// Independent ones (9.6, 15.2).
    fn areas_with_command(&self, game: &Game, leader: &Id, independent: bool) -> Vec<Area> {
        let Some(counter) = self.pack.forces.leaders.get(leader) else { return Vec::new() };
        let his = |id: &Id| {
            self.unit(id).is_some_and(|unit| {
                unit.side == counter.side
                    && (counter.command.as_ref().is_none_or(|command| unit.command == *command)
                        || independent && self.pack.forces.is_independent(unit))
            })
        };
        let areas: SortedSet<Area> = game.units.iter().filter(|(id, _)| his(id)).map(|(_, state)| state.at).collect();
        areas.into_iter().collect()
    }

    /// Where the successor of a leader who was killed enters the map: Richmond, or one of the landings, if the side
    /// controls it (15.2, SD-42).
    fn bases(&self, game: &Game, leader: &Id) -> Vec<Area> {
        let (Some(side), Some(scenario)) = (self.side_of(leader), self.scenario(game)) else { return Vec::new() };
        let bases = match side {
            crate::pack::Side::Confederate => vec![scenario.richmond],
            crate::pack::Side::Union => vec![scenario.train, scenario.train_to],
        };
        bases.into_iter().filter(|area| game.control(*area) == side).collect()
    }
}

/// Leaders of an area from which units have retreated: each stays or goes with them (10.7.3, SD-29).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderRetreat {
    pub from: Area,
    pub leaders: Vec<Id>,
    /// The areas that units have gone to.
    pub to: Vec<Area>,
}

impl LeaderRetreat {
    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(leader) = self.leaders.first().cloned() else { return Next::Return(Reply::Done) };
        let (Some(side), Some(at)) = (rules.side_of(&leader), game.leader_at(&leader)) else {
            self.leaders.remove(0);
            return Next::Continue;
        };
        let mut options: Vec<Area> = self.to.clone();
        if game.has_units(&rules.pack, self.from, side) {
            options.insert(0, self.from);
        }
        let to = match (input, options.as_slice()) {
            (Input::Answer(Answer::Follow(to)), _) => to,
            (_, []) => at,
            (_, [only]) => *only,
            (_, _) => {
                let question = Question::Follow { leader, from: self.from, options };
                return Next::Ask(Asked { side: side.id(), slug: "follow", rule: "10.7.3", question });
            }
        };
        self.leaders.remove(0);
        if to != at {
            if let Some(state) = game.leaders.get_mut(&leader) {
                state.place = LeaderPlace::At(to);
            }
            if let Some(current) = &mut game.current {
                current.entered.remove(&leader);
            }
            events.emit("10.7.3", &Event::Retreated { who: leader, from: self.from, to });
        }
        Next::Continue
    }
}
