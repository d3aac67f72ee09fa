//! The Action Phase (4.2): pulses, initiative, initiative points, and how the phase ends.

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::document::Problem;
use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{ActionEnd, Event, TieOutcome};
use crate::orders::{Finish, Spend};
use crate::pack::Side;
use crate::position::ledger::{Game, Points, Pulse, Track};
use crate::refusal::TurnRefusal;
use crate::{CivilWar, Reply, command::command_points, command::payment, movement::entering, reinforcements};

/// The Action Phase in progress: the steps of a pulse, repeated until the phase ends (4.2.2, 3.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PulseFrame {
    pub stage: PulseStage,
    /// How many pulses have been begun this turn.
    #[serde(default)]
    pub pulses: u32,
}

/// Where in the pulse we are.
#[sparse(Initiative(union))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PulseStage {
    /// Both roll; the Union's dice come first.
    Initiative { union: Option<u32> },
    /// A side's half begins.
    Begin { side: Side },
    /// A side gives orders.
    Half { side: Side },
}

impl PulseFrame {
    /// The phase at its start.
    pub fn new() -> Self {
        PulseFrame { stage: PulseStage::Initiative { union: None }, pulses: 0 }
    }

    /// The step of the Action Phase that follows.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, standing } = cx;
        match (self.stage.clone(), input) {
            (PulseStage::Initiative { union: None }, Input::Faces(faces)) => {
                self.stage = PulseStage::Initiative { union: Some(faces.iter().sum::<u64>() as u32) };
                Next::Continue
            }
            (PulseStage::Initiative { union: Some(union) }, Input::Faces(faces)) => {
                let confederate = faces.iter().sum::<u64>() as u32;
                self.compare(rules, game, events, union, confederate)
            }
            (PulseStage::Initiative { union }, _) => {
                if let Some(over) = all_spent(rules, game, events) {
                    return over;
                }
                let side = if union.is_none() { Side::Union } else { Side::Confederate };
                Next::Roll { purpose: format!("initiative {side}"), rule: "4.2.3", count: 2, sides: 6 }
            }
            (PulseStage::Begin { side }, _) => {
                let Some(pulse) = &mut game.pulse else {
                    return Next::Continue;
                };
                pulse.phasing = side;
                pulse.left = pulse.difference;
                let (difference, winner) = (pulse.difference, pulse.winner);
                let free = winner == side && reinforcements::any_possible(rules, game, side);
                if let Some(pulse) = &mut game.pulse {
                    pulse.free = free;
                }
                let rule = if winner == side { "4.2.6" } else { "4.2.7" };
                let waiting = match winner == side && !free {
                    true => reinforcements::waiting(rules, game, side),
                    false => Vec::new(),
                };
                events.emit(rule, &Event::Half { side, difference, free, waiting });
                // A standing order may decline it at once (21.2, CW-307).
                if game.options.may_decline_free
                    && standing.get(&side.id()).is_some_and(|standing| standing.decline_free)
                    && let Some(pulse) = game.pulse.as_mut().filter(|pulse| pulse.free)
                {
                    pulse.free = false;
                    events.emit("21.2", &Event::FreeDeclined { side });
                }
                self.stage = PulseStage::Half { side };
                Next::Continue
            }
            (PulseStage::Half { side }, _) => {
                crate::homefront::update_washington(rules, game, events);
                if let Some(over) = all_spent(rules, game, events) {
                    return over;
                }
                let (free, left) = game.pulse.as_ref().map_or((false, 0), |pulse| (pulse.free, pulse.left));
                let idle = left == 0 || !can_spend(rules, game, side);
                if !free && idle {
                    return self.half_over(rules, game, events, side, left);
                }
                // A side that gives orders already knows who comes next (CW-281).
                let pool = game.pool(&rules.pack, side);
                if let Some(hidden) = &mut game.hidden {
                    hidden.update_pool(events, side, pool);
                }
                Next::Orders { side: side.id() }
            }
        }
    }

    /// Compares the initiative rolls: the higher total wins, and the difference is what each half spends (4.2.3,
    /// 4.2.4).
    fn compare(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        union: u32,
        confederate: u32,
    ) -> Next<CivilWar> {
        let difference = union.abs_diff(confederate);
        let winner = match union.cmp(&confederate) {
            std::cmp::Ordering::Greater => Some(Side::Union),
            std::cmp::Ordering::Less => Some(Side::Confederate),
            std::cmp::Ordering::Equal => None,
        };
        let number = self.pulses + 1;
        events.emit("4.2.3", &Event::Initiative { pulse: number, union, confederate, winner, difference });
        self.stage = PulseStage::Initiative { union: None };
        let Some(winner) = winner else {
            return self.tie(rules, game, events, union);
        };
        self.pulses = number;
        game.pulse = Some(Pulse { number, winner, difference, phasing: winner, left: difference, free: false });
        game.rest();
        self.stage = PulseStage::Begin { side: winner };
        Next::Continue
    }

    /// A tie: the Table Use Track says whether the phase ends or both receive Commands (4.2.10, 4.2.11). The first
    /// space lists nothing (4.2.12), the second 7 (4.2.14), the third 5 to 9, the fourth any total (4.2.15). Where it
    /// ends, Commands are lost and reinforcements kept, 19 on a track at most (4.2.16, 4.2.16a, CW-23).
    fn tie(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, total: u32) -> Next<CivilWar> {
        let at = game.table_uses;
        let listed = match (u8::try_from(at), u8::try_from(total)) {
            (Ok(at), Ok(total)) => rules.pack.charts.tie_ends(at, total),
            _ => true,
        };
        let outcome = match (listed, self.pulses) {
            (false, _) => TieOutcome::Commands,
            (true, 0) => TieOutcome::Ignored,
            (true, _) => TieOutcome::Ends,
        };
        let rule = if outcome == TieOutcome::Ignored { "4.2.17" } else { "4.2.10" };
        events.emit(rule, &Event::Tie { total, r#box: at, outcome });
        match outcome {
            TieOutcome::Ignored => Next::Continue,
            TieOutcome::Commands => {
                for side in Side::BOTH {
                    let event = command_points::receive(rules, game, side, total);
                    events.emit("4.2.11", &event);
                }
                game.table_uses += 1;
                Next::Continue
            }
            TieOutcome::Ends => {
                let most = u32::from(rules.pack.charts.track_maximum);
                let mut lost = Vec::new();
                for side in Side::BOTH {
                    let ledger = game.side_mut(side);
                    let unspent: Points = std::mem::take(&mut ledger.commands);
                    if !unspent.is_empty() {
                        lost.push((side, unspent));
                    }
                    ledger.reinforcements.values_mut().for_each(|held| *held = (*held).min(most));
                }
                over(game, events, "4.2.10", ActionEnd::Tie, lost)
            }
        }
    }

    /// The end of a side's half; after the second the pulse is over (4.2.6 to 4.2.8).
    fn half_over(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        side: Side,
        unspent: u32,
    ) -> Next<CivilWar> {
        let waiting = if unspent > 0 { reinforcements::waiting(rules, game, side) } else { Vec::new() };
        entering::end_half_pulse(rules, game, events, side);
        events.emit("4.2.6", &Event::HalfOver { side, unspent, waiting });
        let winner = game.pulse.as_ref().map_or(side, |pulse| pulse.winner);
        if side == winner {
            self.stage = PulseStage::Begin { side: side.other() };
        } else {
            crate::leaders::remove_lone_leaders(rules, game, events);
            game.pulse = None;
            self.stage = PulseStage::Initiative { union: None };
        }
        Next::Dismiss(Box::new(TurnRefusal::HalfOver.problem(rules, side).rule("4.2.6")))
    }
}

impl Default for PulseFrame {
    fn default() -> Self {
        PulseFrame::new()
    }
}

/// Whether a side can spend any of the dice difference: a command point, or a reinforcement that has a hex to go to.
pub fn can_spend(rules: &CivilWar, game: &Game, side: Side) -> bool {
    game.commands_left(side) > 0 || reinforcements::any_possible(rules, game, side)
}

/// The first way in which the phase ends: nobody has any points left (4.2.9, CW-20).
fn all_spent(rules: &CivilWar, game: &mut Game, events: &mut Events) -> Option<Next<CivilWar>> {
    let nothing = |side: Side| game.commands_left(side) == 0 && game.reinforcements_left(&rules.pack, side) == 0;
    if !Side::BOTH.into_iter().all(nothing) {
        return None;
    }
    if let Some(side) = game.phasing() {
        entering::end_half_pulse(rules, game, events, side);
    }
    crate::leaders::remove_lone_leaders(rules, game, events);
    Some(over(game, events, "4.2.9", ActionEnd::AllSpent, Vec::new()))
}

fn over(
    game: &mut Game,
    events: &mut Events,
    rule: &'static str,
    cause: ActionEnd,
    lost: Vec<(Side, Points)>,
) -> Next<CivilWar> {
    game.pulse = None;
    game.rest();
    events.emit(rule, &Event::ActionOver { cause, lost });
    Next::Return(Reply::Done)
}

/// Burns points without an action (4.2.19).
///
/// # Errors
/// If they are not there, or exceed the dice difference.
pub fn spend_without_action(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Spend,
) -> Result<(), Vec<Problem>> {
    let points = order.points();
    let mut problems = Vec::new();
    let have = &game.side(side).commands;
    for (&track, &points) in &points {
        let left = have.get(&track).copied().unwrap_or(0);
        if points > left {
            let problem = TurnRefusal::SpendsMoreThanTrack { track, points, left }.problem(rules, side);
            problems.push(problem.in_path(format!("spend.{}", track.as_str())).rule("4.2.19"));
        }
    }
    let sum = points.values().fold(0u32, |sum, &burnt| sum.saturating_add(burnt));
    let left = game.initiative_left();
    if sum == 0 {
        problems.push(TurnRefusal::SpendsNothing.problem(rules, side).in_path("spend"));
    } else if sum > left {
        let problem = TurnRefusal::SpendsMoreThanInitiative { points: sum, left }.problem(rules, side);
        problems.push(problem.in_path("spend").rule("4.2.19"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    payment::spend(game, side, &points);
    let burnt = &mut game.side_mut(side).burnt;
    for (&track, &spent) in &points {
        *burnt.entry(track).or_default() += spent;
    }
    events.emit("4.2.19", &Event::SpentWithoutAction { side, points });
    Ok(())
}

/// Which of a side's command points are spent without an action when all its remaining initiative points must be: first
/// from the named tracks, then from those with the most points; the points that can be used anywhere come last (4.2.19,
/// CW-280).
pub fn leftover(game: &Game, side: Side, order: &Finish) -> Spend {
    let mut commands: Vec<(Track, u32)> =
        game.side(side).commands.iter().map(|(&track, &left)| (track, left)).collect();
    let place = |track| order.burn.iter().position(|named| *named == track).unwrap_or(usize::MAX);
    commands
        .sort_by_key(|&(track, left)| (place(track), track == Track::Discretionary, std::cmp::Reverse(left), track));
    let mut spend = Spend::default();
    let mut left = game.initiative_left();
    for (track, points) in commands {
        let points = points.min(left);
        left -= points;
        if points > 0 {
            spend.set(track, points);
        }
    }
    spend
}

/// Ends a half-pulse: spends all remaining initiative points without an action (4.2.19, CW-280).
///
/// # Errors
/// A track is named twice.
pub fn finish(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Finish,
) -> Result<(), Vec<Problem>> {
    if let Some(n) = (1..order.burn.len()).find(|&n| order.burn[..n].contains(&order.burn[n])) {
        let problem = TurnRefusal::FinishTrackTwice { track: order.burn[n] }.problem(rules, side);
        return Err(vec![problem.in_path(format!("finish.burn[{n}]"))]);
    }
    let spend = leftover(game, side, order);
    if spend.points().is_empty() { Ok(()) } else { spend_without_action(rules, game, events, side, &spend) }
}

/// The tracks from which a side may now spend a point without an action, for `legal`.
pub fn spendable_tracks(game: &Game, side: Side) -> Vec<Track> {
    game.side(side).commands.iter().filter(|(_, left)| **left > 0).map(|(&track, _)| track).collect()
}
