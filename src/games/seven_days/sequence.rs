//! The sequence of a turn (6): Dawn, Daylight, Night and End; before the first turn, the bids for the sides.

use crate::document::Id;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use crate::events::{AdvantageUse, Event};
use crate::movement::leader_placement::{LeaderPlacement, PlacementReason};
use crate::orders::{Answer, Question};
use crate::pack::Side;
use crate::phases::impulse::ImpulseProcedure;
use crate::position::ledger::{Game, LeaderPlace, Phase, Train, Weather};
use crate::position::stage::{Stage, Turn};
use crate::refusal::ImpulseRefusal;
use crate::{Procedure, Reply, SevenDays, phases::dawn, total, victory};

impl Turn {
    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        match self.stage {
            Stage::Bids => crate::phases::bids::step(self, rules, game, events, input),
            Stage::Dawn => {
                self.stage = Stage::Weather;
                dawn::begin(game, events);
                Next::Continue
            }
            Stage::Arrivals => {
                self.stage = Stage::Lee;
                dawn::arrivals(rules, game, events);
                let leaders = due(game, |place| matches!(place, LeaderPlace::Killed(when) if when <= game.turn));
                if leaders.is_empty() {
                    return Next::Continue;
                }
                Next::Call(Procedure::Placing(LeaderPlacement { leaders, why: PlacementReason::Successor }))
            }
            Stage::Weather => match input {
                Input::Faces(faces) => {
                    let die = total(&faces);
                    game.weather = if die == 6 { Weather::Rain } else { Weather::Clear };
                    events.emit("15.1", &Event::Weather { die, weather: game.weather });
                    self.stage = Stage::Arrivals;
                    Next::Continue
                }
                _ if game.options.weather => {
                    Next::Roll { purpose: "weather union".to_owned(), rule: "15.1", count: 1, sides: 6 }
                }
                _ => {
                    self.stage = Stage::Arrivals;
                    Next::Continue
                }
            },
            Stage::Lee => self.army_leader(rules, game, events, input, Side::Confederate, Stage::McClellan),
            Stage::McClellan => self.army_leader(rules, game, events, input, Side::Union, Stage::Rouse),
            Stage::Rouse => self.rouse(rules, game, events, input),
            Stage::Sleep => match input {
                Input::Faces(faces) => {
                    dawn::sleeps(rules, game, events, total(&faces));
                    self.stage = Stage::Train;
                    Next::Continue
                }
                _ if dawn::may_sleep(rules, game) => {
                    Next::Roll { purpose: "sleep confederate".to_owned(), rule: "16.6", count: 1, sides: 6 }
                }
                _ => {
                    self.stage = Stage::Train;
                    Next::Continue
                }
            },
            Stage::Train => self.train(rules, game, events, input),
            Stage::Help => match input {
                Input::Faces(faces) => {
                    dawn::help(rules, game, events, total(&faces));
                    self.daylight(rules, game, events)
                }
                _ if dawn::may_help(rules, game) => {
                    Next::Roll { purpose: "help union".to_owned(), rule: "16.5", count: 1, sides: 6 }
                }
                _ => self.daylight(rules, game, events),
            },
            // Only the side of the impulse gives orders; the enemy's units do nothing but retreat (8.2). The orders are
            // signed before any die for them is thrown (8.3).
            Stage::Impulse(side) => match input {
                Input::Reply(Reply::Impulse(true)) => self.dusk(rules, game, events),
                Input::Reply(Reply::Impulse(false)) => {
                    self.stage = Stage::Impulse(side.other());
                    Next::Call(Procedure::Impulse(ImpulseProcedure::new(side.other())))
                }
                _ => Next::Call(Procedure::Impulse(ImpulseProcedure::new(side))),
            },
            Stage::Dusk(side) => {
                game.active = None;
                let mut leaders = due(game, |place| matches!(place, LeaderPlace::Wounded(when) if when <= game.turn));
                leaders.retain(|id| rules.side_of(id) == Some(side));
                if leaders.is_empty() {
                    self.stage = Stage::Night(side);
                    return Next::Continue;
                }
                Next::Call(Procedure::Placing(LeaderPlacement { leaders, why: PlacementReason::Healed }))
            }
            Stage::Night(side) => match input {
                Input::Reply(Reply::Done) => {
                    // Each side's night is a phase of its own (SD-92).
                    rules.pass_advantage(game, events);
                    self.stage = if side == Side::Union { Stage::Dusk(Side::Confederate) } else { Stage::Close };
                    Next::Continue
                }
                Input::Reply(Reply::Waited) => {
                    Next::Dismiss(Box::new(ImpulseRefusal::Waits.problem(rules, side).rule("13.2")))
                }
                _ => {
                    game.active = Some(side);
                    Next::Orders { side: side.id() }
                }
            },
            Stage::Close => {
                game.active = None;
                self.stage = Stage::End(Side::Union);
                events.emit("6.5", &Event::Phase { turn: game.turn, phase: Phase::End });
                game.phase = Phase::End;
                Next::Continue
            }
            Stage::End(side) => self.remove(game, events, input, side),
            Stage::Next => {
                game.turn += 1;
                self.stage = Stage::Dawn;
                Next::Continue
            }
        }
    }

    /// The roll for a side's Army Leader (6.2.1).
    fn army_leader(
        &mut self,
        rules: &SevenDays,
        game: &mut Game,
        events: &mut Events,
        input: Input<SevenDays>,
        side: Side,
        next: Stage,
    ) -> Next<SevenDays> {
        let die = match input {
            Input::Faces(faces) => Some(total(&faces)),
            _ if rules.army_leader(game, side).is_none() || dawn::active_without_roll(rules, game, side).is_some() => {
                None
            }
            _ => {
                let purpose = format!("army_leader {side}");
                return Next::Roll { purpose, rule: "6.2.1", count: 1, sides: 6 };
            }
        };
        dawn::army_leader(rules, game, events, side, die);
        self.stage = next;
        Next::Continue
    }

    /// The side with the Advantage may make its Army Leader Active (12.1).
    fn rouse(
        &mut self,
        rules: &SevenDays,
        game: &mut Game,
        events: &mut Events,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let holder = Side::BOTH.into_iter().find(|side| game.has_advantage(*side));
        let sleeping = holder.and_then(|side| {
            let leader = rules.army_leader(game, side)?;
            let on_map = game.leader_at(leader).is_some() && dawn::active_without_roll(rules, game, side).is_none();
            (on_map && game.leaders[leader].inactive).then(|| (side, leader.clone()))
        });
        match (input, sleeping) {
            (Input::Answer(Answer::Rouse(yes)), Some((side, leader))) => {
                if yes && rules.use_advantage(game, events, side, AdvantageUse::ArmyLeader).is_ok() {
                    if let Some(state) = game.leaders.get_mut(&leader) {
                        state.inactive = false;
                    }
                    let event = Event::ArmyLeader { leader, side, die: None, modifier: 0, active: true };
                    events.emit("12.1", &event);
                }
            }
            (_, Some((side, leader))) => {
                let question = Question::Rouse { leader };
                return Next::Ask(Asked { side: side.id(), slug: "rouse", rule: "12.1", question });
            }
            (_, None) => {}
        }
        dawn::refresh(rules, game, events);
        self.stage = Stage::Sleep;
        Next::Continue
    }

    /// The Union may relocate its Supply Train (6.2.2).
    fn train(
        &mut self,
        rules: &SevenDays,
        game: &mut Game,
        events: &mut Events,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let leaves = rules.train_leaves(game).filter(|_| game.turn > rules.first_day(game));
        match (input, leaves) {
            (Input::Answer(Answer::Train(yes)), Some((from, arrives))) => {
                if yes {
                    game.train = Train::Arrives(arrives);
                    events.emit("6.2.2", &Event::TrainLeaves { from, arrives });
                }
            }
            (_, Some((from, _))) => {
                let to = rules.scenario(game).map_or(from, |scenario| scenario.train_to);
                let question = Question::Train { from, to };
                return Next::Ask(Asked { side: Side::Union.id(), slug: "train", rule: "6.2.2", question });
            }
            (_, None) => {}
        }
        self.stage = Stage::Help;
        Next::Continue
    }

    /// The Daylight Phase begins (6.3).
    fn daylight(&mut self, rules: &SevenDays, game: &mut Game, events: &mut Events) -> Next<SevenDays> {
        rules.pass_advantage(game, events);
        game.phase = Phase::Daylight;
        game.impulse = 0;
        events.emit("6.3", &Event::Phase { turn: game.turn, phase: Phase::Daylight });
        self.stage = Stage::Impulse(dawn::first(rules, game));
        Next::Continue
    }

    /// Ends the Daylight Phase: the match, if a side has won (14, SD-33), otherwise on to the Night Phase (6.4).
    fn dusk(&mut self, rules: &SevenDays, game: &mut Game, events: &mut Events) -> Next<SevenDays> {
        game.active = None;
        let last = rules.scenario(game).map_or(7, |scenario| scenario.last_turn);
        let won =
            victory::automatic(rules, game).or_else(|| (game.turn >= last).then(|| victory::on_last_day(rules, game)));
        if let Some((side, how)) = won {
            game.phase = Phase::End;
            events.emit(victory::rule(how), &Event::Victory { side, how });
            return Next::Over(victory::won(side, how));
        }
        game.phase = Phase::Night;
        game.impulse = 0;
        events.emit("6.4", &Event::Phase { turn: game.turn, phase: Phase::Night });
        self.stage = Stage::Dusk(Side::Union);
        Next::Continue
    }

    /// A side may remove entrenchments (11.3).
    fn remove(&mut self, game: &mut Game, events: &mut Events, input: Input<SevenDays>, side: Side) -> Next<SevenDays> {
        let areas: Vec<_> = game.works.iter().filter(|(_, works)| works.side == side).map(|(area, _)| *area).collect();
        match input {
            Input::Answer(Answer::Remove(removed)) => {
                for area in removed {
                    game.works.remove(&area);
                    events.emit("11.3", &Event::Entrenched { area, works: None });
                }
            }
            _ if !areas.is_empty() => {
                let question = Question::Remove { areas };
                return Next::Ask(Asked { side: side.id(), slug: "remove", rule: "11.3", question });
            }
            _ => {}
        }
        self.stage = if side == Side::Union { Stage::End(Side::Confederate) } else { Stage::Next };
        Next::Continue
    }
}

/// The leaders off the map who are due to come back (15.2).
fn due(game: &Game, is: impl Fn(LeaderPlace) -> bool) -> Vec<Id> {
    game.leaders.iter().filter(|(_, state)| is(state.place)).map(|(id, _)| id.clone()).collect()
}
