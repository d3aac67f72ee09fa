//! An impulse (8): an Assault, a Regroup or a Pass; the activation of a leader, and the end of the impulse.

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{AdvantageUse, Deactivation, Event};
use crate::movement::bridges::{Build, Demolition};
use crate::orders::{Assault, Combined, CombinedBy, End, Rally, Relocate};
use crate::pack::Side;
use crate::position::ledger::{Advantage, Game, Impulse, ImpulseKind, SingleUnit, Train, Weather};
use crate::refusal::ImpulseRefusal;
use crate::{Procedure, Reply, SevenDays};

/// A side's impulse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpulseProcedure {
    pub side: Side,
    pub stage: Stage,
    /// Bridges to be destroyed at its end (15.4.1).
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub demolish: SortedSet<Id>,
}

/// The stage of an impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It begins.
    Begin,
    /// Its player gives orders.
    Orders,
    /// It ends: bridges, leaders, sunset, marker.
    Closing,
    Sunset,
    Over,
}

impl ImpulseProcedure {
    /// A side's impulse from its beginning.
    pub fn new(side: Side) -> ImpulseProcedure {
        ImpulseProcedure { side, stage: Stage::Begin, demolish: SortedSet::new() }
    }

    /// Whether its orders are given but their effects at its end are still to come: bridges destroyed, leaders flipped.
    /// The Sunset roll belongs to no order.
    pub fn is_ending(&self, game: &Game, input: &Input<SevenDays>) -> bool {
        let assaults = game.current.as_ref().is_none_or(|current| current.kind == ImpulseKind::Assault);
        match self.stage {
            Stage::Orders => matches!(input, Input::Reply(Reply::Over(_))) || !assaults,
            Stage::Closing => true,
            Stage::Begin | Stage::Sunset | Stage::Over => false,
        }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        match (self.stage, input) {
            (Stage::Begin, _) => {
                game.active = Some(self.side);
                // The weather that the Sunset roll has changed (15.1.3).
                if self.side == Side::Union && game.weather_turns {
                    game.weather_turns = false;
                    game.weather = game.weather.other();
                    events.emit("15.1.3", &Event::WeatherTurned { weather: game.weather });
                }
                self.stage = Stage::Orders;
                Next::Continue
            }
            (Stage::Orders, Input::Reply(Reply::Waited)) => {
                Next::Dismiss(Box::new(ImpulseRefusal::Waits.problem(rules, self.side).rule("9.2.2")))
            }
            (Stage::Orders, Input::Reply(Reply::Over(demolish))) => {
                self.demolish = demolish;
                self.stage = Stage::Closing;
                Next::Continue
            }
            (Stage::Orders, _) => match game.current.as_ref().map(|current| current.kind) {
                None | Some(ImpulseKind::Assault) => Next::Orders { side: self.side.id() },
                Some(ImpulseKind::Regroup | ImpulseKind::Pass | ImpulseKind::Relocate) => {
                    self.stage = Stage::Closing;
                    Next::Continue
                }
            },
            (Stage::Closing, _) => {
                let tired = rules.leaders_to_deactivate(game, self.side);
                for (leaders, because) in tired {
                    rules.deactivate(game, events, &leaders, because);
                }
                self.stage = Stage::Sunset;
                match std::mem::take(&mut self.demolish) {
                    bridges if bridges.is_empty() => Next::Continue,
                    bridges => Next::Call(Procedure::Demolition(Demolition::new(self.side, bridges))),
                }
            }
            // At 0 and 1 no roll of two dice can end the day (SD-11).
            (Stage::Sunset, input) if self.side == Side::Confederate && game.impulse >= 2 => {
                let thrown = match input {
                    Input::Faces(faces) => Some(crate::total(&faces)),
                    _ => game.current.as_ref().and_then(|current| current.sunset),
                };
                let Some(total) = thrown else {
                    return Next::Roll { purpose: "sunset".to_owned(), rule: "6.3.1", count: 2, sides: 6 };
                };
                self.stage = Stage::Over;
                let turns = game.options.weather && total == game.impulse;
                let ends = total <= game.impulse && !turns;
                events.emit("6.3.1", &Event::Sunset { total, impulse: game.impulse, ends });
                if turns {
                    game.weather_turns = true;
                    events.emit("15.1.3", &Event::WeatherToTurn { weather: game.weather.other() });
                }
                rules.end_impulse(game, events);
                Next::Return(Reply::Impulse(ends || rules.advance(game, events)))
            }
            (Stage::Sunset | Stage::Over, _) => {
                rules.end_impulse(game, events);
                Next::Return(Reply::Impulse(rules.advance(game, events)))
            }
        }
    }
}

impl SevenDays {
    /// The leaders who become Inactive when an impulse ends (9.6): those who have activated their commands, unless an
    /// assault of theirs was a Rout (10.5, SD-31); and the Army Leader of a Combined Assault, whatever its result
    /// (12.1).
    fn leaders_to_deactivate(&self, game: &Game, side: Side) -> Vec<(SortedSet<Id>, Deactivation)> {
        let Some(current) = &game.current else { return Vec::new() };
        let mut tired = Vec::new();
        let leaders: SortedSet<Id> = current.leaders.difference(&current.victors).cloned().collect();
        tired.push((leaders, Deactivation::Activated));
        if let Some(leader) = self.army_leader(game, side).filter(|_| current.combined) {
            tired.push((SortedSet::from([leader.clone()]), Deactivation::Combined));
        }
        tired
    }

    /// What changes at the end of an impulse: who has the Advantage (12.1.1), who holds which bridge (15.4).
    fn end_impulse(&self, game: &mut Game, events: &mut Events) {
        self.hold_bridges(game, events);
        self.pass_advantage(game, events);
        game.current = None;
    }

    /// Advances the marker; returns whether it leaves its track (6.3.1).
    fn advance(&self, game: &mut Game, events: &mut Events) -> bool {
        if game.impulse >= self.pack.charts.last_impulse {
            events.emit("6.3.1", &Event::TrackEnds {});
            return true;
        }
        game.impulse += 1;
        false
    }

    /// Passes the Advantage to the other side if it has been used (12.1.1).
    pub fn pass_advantage(&self, game: &mut Game, events: &mut Events) {
        if let Advantage::UsedBy(side) = game.advantage {
            game.advantage = Advantage::Held(side.other());
            events.emit("12.1.1", &Event::AdvantagePassed { to: side.other() });
        }
    }

    /// Uses the Advantage (12.1).
    ///
    /// # Errors
    /// The side does not have it.
    pub fn use_advantage(
        &self,
        game: &mut Game,
        events: &mut Events,
        side: Side,
        use_for: AdvantageUse,
    ) -> Result<(), Problem> {
        if !game.has_advantage(side) {
            return Err(self.without_advantage(game, side));
        }
        game.advantage = Advantage::UsedBy(side);
        events.emit("12.1", &Event::AdvantageUsed { side, use_for });
        Ok(())
    }

    /// The problem that a side does not have the Advantage (12.1).
    pub fn without_advantage(&self, game: &Game, side: Side) -> Problem {
        let used = matches!(game.advantage, Advantage::UsedBy(_));
        ImpulseRefusal::WithoutAdvantage { used }.problem(self, side).rule("12.1")
    }
}

/// The current Assault Impulse.
///
/// # Errors
/// There is none: it begins with an `assault` order.
pub fn assault_under_way(rules: &SevenDays, game: &Game, side: Side) -> Result<Impulse, Problem> {
    let begun = game.current.as_ref().filter(|current| current.kind == ImpulseKind::Assault);
    begun.cloned().ok_or_else(|| ImpulseRefusal::NoAssaultImpulse.problem(rules, side).rule("8.1.1"))
}

/// Checks that an impulse may begin now.
///
/// # Errors
/// One is in progress, or it is night.
pub fn may_begin(rules: &SevenDays, game: &Game, side: Side) -> Result<(), Problem> {
    if game.phase != crate::position::ledger::Phase::Daylight {
        return Err(ImpulseRefusal::NotDaylight.problem(rules, side).rule("6.3"));
    }
    match &game.current {
        Some(_) => Err(ImpulseRefusal::ImpulseUnderWay.problem(rules, side).rule("8.1")),
        None => Ok(()),
    }
}

/// Begins an Assault Impulse.
///
/// # Errors
/// Every reason why it is not legal.
pub fn begin(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Assault,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let rallied = check(rules, game, side, order)?;
    start(rules, game, events, side, order);
    Ok(Some(Procedure::Activation(Activation { side, order: order.clone(), rallied, stage: ActivationStage::Rally })))
}

/// The leaders whom an order rallies, if the impulse that it begins is legal.
///
/// # Errors
/// Every reason why it is not.
pub fn check(rules: &SevenDays, game: &Game, side: Side, order: &Assault) -> Result<SortedSet<Id>, Vec<Problem>> {
    may_begin(rules, game, side).map_err(|problem| vec![problem])?;
    if let Some(problem) = rules.unknown_area(order.area) {
        return Err(vec![problem.in_path("assault.area")]);
    }
    let mut problems = Vec::new();
    let leaders = game.leaders_in(&rules.pack, order.area, side).next().is_some();
    if !leaders && !game.has_units(&rules.pack, order.area, side) {
        let refusal = ImpulseRefusal::NobodyInActiveArea { area: order.area };
        problems.push(refusal.problem(rules, side).in_path("assault.area").rule("8.1.1"));
    }
    let rallied = rally(rules, game, side, order, &mut problems);
    if let (Some(_), Some(_)) = (&order.leader, &order.combined) {
        let problem = ImpulseRefusal::LeaderAndCombined.problem(rules, side);
        problems.push(problem.in_path("assault.combined").rule("12.1"));
    }
    if let Some(leader) = &order.leader {
        problems
            .extend(ready(rules, game, side, order.area, leader, &rallied).err().map(|p| p.in_path("assault.leader")));
    }
    if let Some(combined) = &order.combined {
        problems.extend(may_combine(rules, game, side, order, combined, &rallied));
    }
    let used = usize::from(order.rally.is_some())
        + usize::from(order.combined.as_ref().is_some_and(|combined| combined.by == CombinedBy::Advantage));
    if used > 0 && !game.has_advantage(side) {
        problems.push(rules.without_advantage(game, side).in_path("assault"));
    } else if used > 1 {
        let problem = ImpulseRefusal::AdvantageUsedTwice.problem(rules, side);
        problems.push(problem.in_path("assault").rule("12.1.1"));
    }
    for unit in &order.forced_march {
        problems
            .extend(may_force(rules, game, side, order.area, unit).err().map(|p| p.in_path("assault.forced_march")));
    }
    if let Some(build) = &order.build {
        let refused = rules.may_build(game, side, order.area, build);
        problems.extend(refused.err().map(|problem| problem.in_path("assault.build.bridge")));
    }
    if problems.is_empty() { Ok(rallied) } else { Err(problems) }
}

/// What is true of an impulse from its beginning.
fn start(rules: &SevenDays, game: &mut Game, events: &mut Events, side: Side, order: &Assault) {
    let mut current = Impulse::new(ImpulseKind::Assault);
    current.area = Some(order.area);
    current.began = game.units_at(&rules.pack, order.area, side).map(|(id, ..)| id.clone()).collect();
    current.began.extend(game.leaders_in(&rules.pack, order.area, side).cloned());
    current.contested = game.contested(&rules.pack);
    current.single = SingleUnit::Any;
    // SD-94: now, and not later.
    current.forced = order.forced_march.clone();
    let areas = vec![order.area];
    events.emit("8.1.1", &Event::Impulse { side, impulse: game.impulse, kind: ImpulseKind::Assault, areas });
    if !order.forced_march.is_empty() {
        events.emit("15.3", &Event::ForcedMarch { units: order.forced_march.clone() });
    }
    game.current = Some(current);
}

/// The leaders whom the order rallies; problems are reported.
fn rally(rules: &SevenDays, game: &Game, side: Side, order: &Assault, problems: &mut Vec<Problem>) -> SortedSet<Id> {
    let Some(Rally { area, leaders }) = &order.rally else { return SortedSet::new() };
    if let Some(problem) = rules.unknown_area(*area) {
        problems.push(problem.in_path("assault.rally.area"));
        return SortedSet::new();
    }
    let inactive: SortedSet<Id> = game
        .leaders_in(&rules.pack, *area, side)
        .filter(|id| game.leaders[*id].inactive && !rules.pack.forces.leaders[*id].is_army())
        .cloned()
        .collect();
    if inactive.is_empty() {
        let problem = ImpulseRefusal::NobodyToRally { area: *area }.problem(rules, side);
        problems.push(problem.in_path("assault.rally.area").rule("12.1"));
    }
    for leader in leaders.iter().filter(|leader| !inactive.contains(*leader)) {
        let refusal = ImpulseRefusal::CannotRally { leader: leader.clone(), area: *area };
        problems.push(refusal.problem(rules, side).in_path("assault.rally.leaders").rule("12.1"));
    }
    if leaders.is_empty() { inactive } else { leaders.intersection(&inactive).cloned().collect() }
}

/// Checks that a Subordinate Leader may activate in an area (8.1.1).
fn ready(
    rules: &SevenDays,
    game: &Game,
    side: Side,
    area: Area,
    leader: &Id,
    rallied: &SortedSet<Id>,
) -> Result<(), Problem> {
    let known = rules.pack.forces.leaders.get(leader).filter(|counter| counter.side == side);
    let (Some(counter), Some(at)) = (known, game.leader_at(leader)) else {
        return Err(rules.unknown_leader(game, side, leader));
    };
    if counter.is_army() {
        let refusal = ImpulseRefusal::ArmyLeaderCannotActivate { leader: leader.clone() };
        return Err(refusal.problem(rules, side).rule("8.1.1"));
    }
    if at != area {
        let refusal = ImpulseRefusal::LeaderElsewhere { leader: leader.clone(), area: at };
        return Err(refusal.problem(rules, side).rule("8.1.1"));
    }
    if game.leaders[leader].inactive && !rallied.contains(leader) {
        return Err(ImpulseRefusal::LeaderInactive { leader: leader.clone() }.problem(rules, side).rule("9.6"));
    }
    Ok(())
}

/// Why a Combined Assault is not possible (12.1, 8.1.4, SD-36).
fn may_combine(
    rules: &SevenDays,
    game: &Game,
    side: Side,
    order: &Assault,
    combined: &Combined,
    rallied: &SortedSet<Id>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let [one, two] = &combined.leaders;
    if one == two {
        let problem = ImpulseRefusal::CombinesWithHimself { leader: one.clone() }.problem(rules, side);
        problems.push(problem.in_path("assault.combined.leaders").rule("12.1"));
    }
    for (n, leader) in combined.leaders.iter().enumerate() {
        let refused = ready(rules, game, side, order.area, leader, rallied).err();
        problems.extend(refused.map(|problem| problem.in_path(format!("assault.combined.leaders[{n}]"))));
    }
    let army = rules.army_leader(game, side);
    if !rules.army_active(game, side) {
        let problem = ImpulseRefusal::ArmyLeaderInactive.problem(rules, side);
        problems.push(problem.in_path("assault.combined").rule("12.1"));
    } else if army.and_then(|leader| game.leader_at(leader)) != Some(order.area) {
        let problem = ImpulseRefusal::ArmyLeaderElsewhere { area: order.area }.problem(rules, side);
        problems.push(problem.in_path("assault.combined").rule("12.1"));
    }
    if combined.by == CombinedBy::LeeCommands {
        if side != Side::Confederate || army.is_none_or(|leader| leader.as_str() != "lee") {
            let problem = ImpulseRefusal::OnlyLeeCommands.problem(rules, side);
            problems.push(problem.in_path("assault.combined.by").rule("8.1.4"));
        } else if game.lee_commanded {
            let problem = ImpulseRefusal::LeeHasCommanded.problem(rules, side);
            problems.push(problem.in_path("assault.combined.by").rule("8.1.4"));
        }
    }
    problems
}

/// Checks that a unit may make a Forced March (15.3).
fn may_force(rules: &SevenDays, game: &Game, side: Side, area: Area, unit: &Id) -> Result<(), Problem> {
    if !game.options.forced_march {
        return Err(ImpulseRefusal::NoForcedMarch.problem(rules, side).rule("15.3"));
    }
    let known = rules.unit(unit).is_some_and(|counter| counter.side == side);
    let Some(state) = game.units.get(unit).filter(|_| known) else {
        return Err(rules.unknown_unit(game, side, unit));
    };
    let refusal = if state.exhausted {
        ImpulseRefusal::ForcedMarchExhausted { unit: unit.clone() }
    } else if state.at != area {
        ImpulseRefusal::ForcedMarchElsewhere { unit: unit.clone() }
    } else {
        return Ok(());
    };
    Err(refusal.problem(rules, side).rule("15.3"))
}

/// The beginning of an Assault Impulse: leaders rally, a bridge is built, a leader activates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub side: Side,
    pub order: Assault,
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub rallied: SortedSet<Id>,
    pub stage: ActivationStage,
}

/// What it does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivationStage {
    Rally,
    Build,
    Leader,
}

impl Activation {
    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        match (self.stage, input) {
            (ActivationStage::Rally, _) => {
                self.stage = ActivationStage::Build;
                if let Some(Rally { area, .. }) = &self.order.rally {
                    // It was checked when the order began that the side has the Advantage.
                    let _ = rules.use_advantage(game, events, self.side, AdvantageUse::Rally);
                    for leader in &self.rallied {
                        if let Some(state) = game.leaders.get_mut(leader) {
                            state.inactive = false;
                        }
                    }
                    events.emit("12.1", &Event::Rallied { area: *area, leaders: self.rallied.clone() });
                }
                Next::Continue
            }
            (ActivationStage::Build, _) => {
                self.stage = ActivationStage::Leader;
                match &self.order.build {
                    Some(build) => Next::Call(Procedure::Build(Build::new(self.side, build))),
                    None => Next::Continue,
                }
            }
            (ActivationStage::Leader, Input::Faces(faces)) => {
                let Some(leader) = self.order.leader.clone() else { return Next::Return(Reply::Done) };
                let (die, modifier) = (crate::total(&faces), self.modifier(rules, game));
                let needs = rules.pack.forces.leaders.get(&leader).map_or(7, |leader| leader.initiative);
                let activated = i16::from(die) + i16::from(modifier) >= i16::from(needs);
                let event = Event::Activation {
                    leader: leader.clone(),
                    area: self.order.area,
                    die,
                    modifier,
                    needs,
                    activated,
                };
                events.emit("8.1.1", &event);
                if let Some(current) = &mut game.current {
                    current.failed = !activated;
                    if activated {
                        current.single = SingleUnit::Nobody;
                        current.leaders.insert(leader);
                    }
                }
                Next::Return(Reply::Done)
            }
            (ActivationStage::Leader, _) => match (&self.order.combined, &self.order.leader) {
                (Some(combined), _) => {
                    self.combine(rules, game, events, &combined.clone());
                    Next::Return(Reply::Done)
                }
                (None, Some(_)) => {
                    Next::Roll { purpose: format!("activation {}", self.side), rule: "8.1.1", count: 1, sides: 6 }
                }
                (None, None) => Next::Return(Reply::Done),
            },
        }
    }

    /// The die roll modifier: +1 for an Active Army Leader who is not a successor (6.2.1, 15.2), -1 in rain (15.1.2).
    fn modifier(&self, rules: &SevenDays, game: &Game) -> i8 {
        let lends = |leader: &Id| !game.leaders[leader].successor && rules.army_active(game, self.side);
        let army = rules.army_leader(game, self.side).is_some_and(lends);
        i8::from(army) - i8::from(game.weather == Weather::Rain)
    }

    fn combine(&self, rules: &SevenDays, game: &mut Game, events: &mut Events, combined: &Combined) {
        match combined.by {
            CombinedBy::Advantage => {
                let _ = rules.use_advantage(game, events, self.side, AdvantageUse::CombinedAssault);
            }
            CombinedBy::LeeCommands => {
                game.lee_commanded = true;
                if let Some(leader) = rules.army_leader(game, self.side).cloned() {
                    events.emit("8.1.4", &Event::LeeCommands { leader, area: self.order.area });
                }
            }
        }
        let leaders = combined.leaders.clone();
        events.emit("12.1", &Event::CombinedActivation { leaders: leaders.clone(), area: self.order.area });
        if let Some(current) = &mut game.current {
            current.single = SingleUnit::Nobody;
            current.combined = true;
            current.leaders.extend(leaders);
        }
    }
}

/// Ends an Assault Impulse.
///
/// # Errors
/// A Mandatory Assault is still to be made (10.1); or a bridge cannot be destroyed.
pub fn end(rules: &SevenDays, game: &Game, side: Side, order: &End) -> Result<Option<Procedure>, Vec<Problem>> {
    assault_under_way(rules, game, side).map_err(|problem| vec![problem])?;
    let still = |area| ImpulseRefusal::StillToAssault { area }.problem(rules, side).in_path("end").rule("10.1");
    let mut problems: Vec<Problem> = rules.mandatory(game).into_iter().map(still).collect();
    for bridge in &order.demolish {
        problems.extend(rules.may_demolish(game, side, bridge).err().map(|problem| problem.in_path("end.demolish")));
    }
    if problems.is_empty() { Ok(Some(Procedure::Over { demolish: order.demolish.clone() })) } else { Err(problems) }
}

/// Relocates the Supply Train in the first turn, using the Advantage and in place of an impulse (6.2.2).
///
/// # Errors
/// Every reason why it is not legal.
pub fn relocate(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    _: &Relocate,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let refused = |refusal: ImpulseRefusal| vec![refusal.problem(rules, side).in_path("relocate").rule("6.2.2")];
    may_begin(rules, game, side).map_err(|problem| vec![problem])?;
    if side != Side::Union {
        return Err(refused(ImpulseRefusal::TrainIsUnions));
    }
    if game.turn > rules.first_day(game) {
        return Err(refused(ImpulseRefusal::TrainLeavesAtDawn));
    }
    let Some((from, arrives)) = rules.train_leaves(game) else {
        let area = rules.scenario(game).map(|scenario| scenario.train).unwrap_or_default();
        return Err(refused(ImpulseRefusal::TrainHasLeft { area }));
    };
    rules
        .use_advantage(game, events, side, AdvantageUse::SupplyTrain)
        .map_err(|problem| vec![problem.in_path("relocate")])?;
    let impulse = Event::Impulse { side, impulse: game.impulse, kind: ImpulseKind::Relocate, areas: vec![from] };
    events.emit("6.2.2", &impulse);
    game.train = Train::Arrives(arrives);
    game.current = Some(Impulse::new(ImpulseKind::Relocate));
    events.emit("6.2.2", &Event::TrainLeaves { from, arrives });
    Ok(None)
}

/// Passes (8.1.3).
///
/// # Errors
/// An impulse is in progress.
pub fn pass(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
) -> Result<Option<Procedure>, Vec<Problem>> {
    may_begin(rules, game, side).map_err(|problem| vec![problem])?;
    let impulse = Event::Impulse { side, impulse: game.impulse, kind: ImpulseKind::Pass, areas: Vec::new() };
    events.emit("8.1.3", &impulse);
    game.current = Some(Impulse::new(ImpulseKind::Pass));
    Ok(None)
}
