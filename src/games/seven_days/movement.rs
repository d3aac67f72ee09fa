//! Movement in an Assault Impulse (9): who may, what it costs, and the march itself, area by area.

pub mod bridges;
pub mod leader_placement;
pub mod regroup;

use crate::sorted::{SortedMap, SortedSet};

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Asked, Events, Input, Next, Reason, StepContext};

use crate::combat::retreat::{Retreat, UNITS_PER_BRIDGE};
use crate::events::Event;
use crate::legality::unknown_names::path_problems;
use crate::movement::leader_placement::{LeaderPlacement, LeaderRetreat, PlacementReason};
use crate::options::is_false;
use crate::orders::{Answer, Move, Question};
use crate::pack::{Kind, Side, Unit, Water};
use crate::position::ledger::{AreaEntry, Game, Impulse, SingleUnit, Weather};
use crate::present::vocabulary;
use crate::refusal::{ImpulseRefusal, MoveRefusal, NameRefusal};
use crate::{Procedure, Reply, SevenDays};

/// The Movement Factors of every leader (9.1.2).
pub const LEADER_MF: u8 = 7;

/// Units and leaders marching along a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub side: Side,
    pub units: Vec<Id>,
    pub leaders: Vec<Id>,
    /// Whether the Siege Guns go along (16.2).
    #[serde(default, skip_serializing_if = "is_false")]
    pub guns: bool,
    /// The areas still to enter.
    pub path: Vec<Area>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub leave_works: bool,
    /// Cavalry that has screened, and whose leaders have to be asked.
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub screened: SortedSet<Id>,
    /// The area that the first unit has left, until the others have followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Area>,
    pub stage: Stage,
}

/// What a march does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The first unit enters the next area.
    Enter,
    /// Cavalry has been asked whether it screens; its leaders go with it (SD-29).
    Leaders,
    /// The others enter.
    Follow,
    /// All have arrived; enemy leaders who are alone have been placed.
    Arrived,
}

/// What an entry costs, and how it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub mf: u8,
    pub water: Water,
    pub road: bool,
}

impl SevenDays {
    /// The Movement Factors of a unit or leader in this impulse (9.1.2, 15.1.2, 15.3).
    pub fn allowance(&self, game: &Game, who: &Id) -> u8 {
        let Some(unit) = self.unit(who) else { return LEADER_MF };
        let rain = u8::from(game.weather == Weather::Rain);
        let forced = u8::from(game.current.as_ref().is_some_and(|current| current.forced.contains(who)));
        (unit.factors.movement + forced).saturating_sub(rain)
    }

    /// The Movement Factors that a unit or leader has left.
    pub fn mf_left(&self, game: &Game, who: &Id) -> u8 {
        let spent = game.current.as_ref().and_then(|current| current.spent.get(who)).copied().unwrap_or(0);
        self.allowance(game, who).saturating_sub(spent)
    }

    /// Whether a unit may act in this impulse, as far as it depends on who is activated (8.1.1, 9.1.1, 9.1.3).
    ///
    /// # Errors
    /// Why not.
    pub fn may_act(&self, game: &Game, current: &Impulse, side: Side, id: &Id) -> Result<(), Problem> {
        let unit = self.unit(id).filter(|unit| unit.side == side && game.units.contains_key(id));
        let Some(unit) = unit else { return Err(self.unknown_unit(game, side, id)) };
        if !current.began.contains(id) {
            let area = current.area.unwrap_or_default();
            let refusal = ImpulseRefusal::NotInActiveArea { unit: id.clone(), area };
            return Err(refusal.problem(self, side).rule("9.1"));
        }
        if current.done.contains(id) {
            return Err(ImpulseRefusal::DoneForImpulse { id: id.clone() }.problem(self, side).rule("10.3"));
        }
        if self.pack.forces.is_independent(unit) {
            return Ok(());
        }
        let led = |leader: &Id| {
            self.pack.forces.leaders.get(leader).is_some_and(|leader| leader.command.as_ref() == Some(&unit.command))
        };
        if current.leaders.iter().any(led) {
            return Ok(());
        }
        match &current.single {
            SingleUnit::Any => Ok(()),
            SingleUnit::One(one) if one == id => Ok(()),
            SingleUnit::One(one) => {
                let refusal = ImpulseRefusal::OtherUnitActs { unit: id.clone(), acts: one.clone() };
                Err(refusal.problem(self, side).rule("8.1.1"))
            }
            SingleUnit::Nobody => {
                Err(ImpulseRefusal::CommandNotActivated { unit: id.clone() }.problem(self, side).rule("9.1.1"))
            }
        }
    }

    /// What it costs a unit or leader to enter an area from an adjacent one (9.2), if that is allowed (7.1, 9.2 to
    /// 9.5).
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn entry(&self, game: &Game, side: Side, who: &Id, from: Area, to: Area) -> Result<Cost, Problem> {
        let refused = |refusal: MoveRefusal, rule: &str| Err(refusal.problem(self, side).rule(rule));
        let Some(boundary) = self.pack.map.boundary(from, to) else {
            return Err(self.not_adjacent(game, side, from, to));
        };
        if !self.can_cross(game, from, to) {
            let refusal = match &boundary.bridge {
                Some(bridge) => MoveRefusal::BridgeDestroyed { from, to, bridge: bridge.id.clone() },
                None => MoveRefusal::NoBridge { from, to },
            };
            return refused(refusal, "9.5.2");
        }
        let unit = self.unit(who);
        let current = game.current.as_ref();
        let enemies = game.has_units(&self.pack, to, side.other());
        let leaves_enemies = game.has_units(&self.pack, from, side.other());
        if leaves_enemies && !game.is_free(&self.pack, to, side) {
            return refused(MoveRefusal::LeavesContested { who: who.clone(), from, to }, "9.2");
        }
        if unit.is_some() && current.is_some_and(|current| current.assaulted.contains_key(&to)) {
            return refused(MoveRefusal::EntersAssaulted { area: to }, "9.2.2");
        }
        match unit {
            Some(unit) => self.unit_enters(game, side, who, unit, from, to)?,
            None => {
                let own = game.has_units(&self.pack, to, side);
                if !own && (enemies || game.control(to) != side) {
                    return refused(MoveRefusal::LeaderEntersFirst { leader: who.clone(), to }, "9.3");
                }
            }
        }
        let cost = if enemies {
            if game.has_fresh(&self.pack, to, side.other()) { 4 } else { 3 }
        } else if self.under_guns(game, to, side) {
            2
        } else {
            1
        };
        let (allowance, left) = (self.allowance(game, who), self.mf_left(game, who));
        let mounted = unit.is_some_and(Unit::is_mounted);
        let mf = if !boundary.road && !mounted {
            if left < allowance {
                return refused(MoveRefusal::LeavesRoad { who: who.clone(), from, to }, "9.2");
            }
            allowance
        } else if left >= cost {
            cost
        } else if left == allowance {
            // The minimum move (9.2.1).
            allowance
        } else {
            return refused(MoveRefusal::TooFewMovementFactors { who: who.clone(), to, left, cost }, "9.2");
        };
        Ok(Cost { mf, water: boundary.water, road: boundary.road })
    }

    /// The problem that two areas have no boundary in common (3.2), with those that do.
    pub fn not_adjacent(&self, game: &Game, side: Side, from: Area, to: Area) -> Problem {
        let near: Vec<Area> = self.adjacent(game, from).collect();
        let advice = format!("choose an area next to it: {}", vocabulary::places(&self.pack, &near));
        MoveRefusal::NotAdjacent { from, to }.problem(self, side).rule("3.2").advice(advice)
    }

    /// What applies only to units: stacking, bridges, the Point Unit (7.1, 9.3, 9.5).
    fn unit_enters(&self, game: &Game, side: Side, id: &Id, unit: &Unit, from: Area, to: Area) -> Result<(), Problem> {
        let refused = |refusal: MoveRefusal, rule: &str| Err(refusal.problem(self, side).rule(rule));
        if game.is_full(&self.pack, to, side) {
            return refused(MoveRefusal::AreaFull { area: to }, "9.5.1");
        }
        if !self.bridge_open(game, from, to) {
            return refused(MoveRefusal::BridgeUsedUp { from, to, most: UNITS_PER_BRIDGE }, "9.5.2");
        }
        let opened = game.current.as_ref().is_some_and(|current| current.opened.contains(&to));
        if game.control(to) == side || game.has_units(&self.pack, to, side) || opened {
            return Ok(());
        }
        let exhausted = game.units.get(id).is_some_and(|state| state.exhausted);
        if exhausted {
            return refused(MoveRefusal::ExhaustedEntersFirst { unit: id.clone(), to }, "9.3");
        }
        if unit.kind == Kind::Artillery && !game.is_vacant(&self.pack, to, side) {
            return refused(MoveRefusal::ArtilleryEntersFirst { unit: id.clone(), to }, "9.3");
        }
        Ok(())
    }

    /// Moves a unit or leader into an area at a known cost.
    fn enter(&self, game: &mut Game, side: Side, who: &Id, from: Area, to: Area, cost: Cost) {
        let enemies = game.has_units(&self.pack, to, side.other());
        let point = self.unit(who).is_some() && game.control(to) != side && !game.has_units(&self.pack, to, side);
        if self.unit(who).is_some() {
            self.count_crossing(game, from, to);
        }
        if let Some(state) = game.units.get_mut(who) {
            state.at = to;
        } else if let Some(state) = game.leaders.get_mut(who) {
            state.place = crate::position::ledger::LeaderPlace::At(to);
        }
        if let Some(current) = &mut game.current {
            let spent = current.spent.entry(who.clone()).or_insert(0);
            *spent = spent.saturating_add(cost.mf);
            if point {
                current.opened.insert(to);
            }
            if enemies {
                current.entered.insert(who.clone(), AreaEntry { from, water: cost.water, road: cost.road });
            } else {
                current.entered.remove(who);
            }
        }
    }

    /// Whether a leader may go along or by himself in this impulse (9.1.2): one who is activated; the Army Leader, once
    /// a turn, where another is activated (SD-73); an Inactive one with a unit of his area (SD-74).
    fn leader_may_move(&self, game: &Game, side: Side, id: &Id, with_units: bool) -> Result<Area, Problem> {
        let known = self.pack.forces.leaders.get(id).filter(|leader| leader.side == side);
        let Some((leader, at)) = known.and_then(|leader| Some((leader, game.leader_at(id)?))) else {
            return Err(self.unknown_leader(game, side, id));
        };
        let Some(current) = &game.current else { return Ok(at) };
        if current.done.contains(id) {
            return Err(ImpulseRefusal::DoneForImpulse { id: id.clone() }.problem(self, side).rule("10.3"));
        }
        let refused = |refusal: MoveRefusal, rule: &str| Err(refusal.problem(self, side).rule(rule));
        let inactive = game.leaders.get(id).is_some_and(|state| state.inactive);
        let beside = Some(at) == current.area || current.spent.contains_key(id);
        if leader.is_army() {
            if inactive && with_units && beside {
                // He falls back like any other leader (9.1.2b).
                return Ok(at);
            }
            if current.leaders.is_empty() {
                return refused(MoveRefusal::ArmyLeaderWaits { leader: id.clone() }, "9.1.2a");
            }
            if game.army_moved.contains(&side) && !current.marching.contains(id) {
                return refused(MoveRefusal::ArmyLeaderHasMoved { leader: id.clone() }, "9.1.2a");
            }
            return Ok(at);
        }
        if current.leaders.contains(id) && !inactive {
            return Ok(at);
        }
        if !inactive || !beside {
            let leader = id.clone();
            let refusal = match current.leaders.contains(id) {
                true => MoveRefusal::LeaderLeftAlone { leader },
                false => MoveRefusal::LeaderNotActivated { leader },
            };
            return refused(refusal, "9.1.2");
        }
        if !with_units {
            return refused(MoveRefusal::InactiveLeaderAlone { leader: id.clone() }, "9.1.2b");
        }
        Ok(at)
    }
}

/// Begins a move.
///
/// # Errors
/// Every reason why it is not legal.
pub fn begin(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Move,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let march = check(rules, game, side, order)?;
    rules.mark_acting(game, events, &march.units);
    Ok(Some(Procedure::March(march)))
}

/// The march that an order begins.
///
/// # Errors
/// Every reason why it is not legal.
pub fn check(rules: &SevenDays, game: &Game, side: Side, order: &Move) -> Result<March, Vec<Problem>> {
    let mut current = crate::phases::impulse::assault_under_way(rules, game, side).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    if order.units.is_empty() && order.leaders.is_empty() {
        problems.push(MoveRefusal::NobodyMoves.problem(rules, side).in_path("move"));
    }
    if order.path.is_empty() {
        problems.push(MoveRefusal::NoPath.problem(rules, side).in_path("move.path"));
    }
    let mut seen = SortedSet::new();
    for (list, ids) in [("units", &order.units), ("leaders", &order.leaders)] {
        for (n, id) in ids.iter().enumerate() {
            if !seen.insert(id) {
                let problem = NameRefusal::NamedTwice { id: id.clone() }.problem(rules, side);
                problems.push(problem.in_path(format!("move.{list}[{n}]")));
            }
        }
    }
    let mut starts = SortedMap::new();
    for (n, id) in order.units.iter().enumerate() {
        match rules.may_act(game, &current, side, id) {
            Ok(()) => {
                rules.set_single_unit(&mut current, id);
                starts.insert(id.clone(), game.units.get(id).map_or(Area(0), |state| state.at));
            }
            Err(problem) => problems.push(problem.in_path(format!("move.units[{n}]"))),
        }
    }
    for (n, id) in order.leaders.iter().enumerate() {
        match rules.leader_may_move(game, side, id, !order.units.is_empty()) {
            Ok(at) => {
                starts.insert(id.clone(), at);
            }
            Err(problem) => problems.push(problem.in_path(format!("move.leaders[{n}]"))),
        }
    }
    let places: SortedSet<Area> = starts.values().copied().collect();
    if places.len() > 1 {
        let refusal = MoveRefusal::NotTogether { areas: places.iter().copied().collect() };
        problems.push(refusal.problem(rules, side).in_path("move").rule("9.1"));
    }
    if order.siege_guns {
        problems.extend(
            rules
                .siege_guns_may_move(game, side, order, &places)
                .err()
                .map(|problem| problem.in_path("move.siege_guns")),
        );
    }
    if let (Some(&at), 1) = (places.first(), places.len()) {
        problems.extend(path_problems(rules, game, side, Some(at), &order.path));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let march = March {
        side,
        units: order.units.clone(),
        leaders: order.leaders.clone(),
        guns: order.siege_guns,
        path: order.path.clone(),
        leave_works: order.leave_works,
        screened: SortedSet::new(),
        left: None,
        stage: Stage::Enter,
    };
    check_path(rules, game, &march, places.into_iter().next().unwrap_or(Area(0)))?;
    Ok(march)
}

/// The rules by which an area or a boundary is closed, whoever comes: no boundary, no bridge, a full area, one that has
/// been assaulted.
const OF_THE_AREA: [&str; 4] = ["3.2", "9.5.2", "9.5.1", "9.2.2"];

/// Walks the whole path on a copy, as if cavalry screened only where the path needs it to.
fn check_path(rules: &SevenDays, game: &Game, march: &March, mut at: Area) -> Result<(), Vec<Problem>> {
    let side = march.side;
    // What one of several may not do is marked at its name, what nobody may do at the area.
    let place = |problem: &Problem, list: &str, n: usize, k: usize, all: usize| {
        let anybody = problem.rule.as_deref().is_some_and(|rule| OF_THE_AREA.contains(&rule));
        if all > 1 && !anybody { format!("move.{list}[{k}]") } else { format!("move.path[{n}]") }
    };
    // Most illegal moves fail at the first step, and need no copy.
    if let (Some(first), Some(&to)) = (march.units.first(), march.path.first()) {
        let refused = rules.entry(game, side, first, at, to).err();
        if let Some(problem) = refused {
            let path = place(&problem, "units", 0, 0, march.units.len());
            return Err(vec![problem.in_path(path)]);
        }
    }
    let mut game = game.clone();
    for (n, to) in march.path.iter().copied().enumerate() {
        let last = n + 1 == march.path.len();
        // Nobody screens where units are already in contact (9.4, SD-72).
        let met = game.has_units(&rules.pack, to, side);
        let may_screen = !met && !rules.screeners(&game, to, side.other()).is_empty();
        let first = march.units.first().or(march.leaders.first());
        for (list, ids) in [("units", &march.units), ("leaders", &march.leaders)] {
            for (k, id) in ids.iter().enumerate() {
                match rules.entry(&game, side, id, at, to) {
                    Ok(cost) => rules.enter(&mut game, side, id, at, to, cost),
                    // The cost of following depends on whether they screen.
                    Err(problem) if may_screen && first != Some(id) && problem.rule.as_deref() == Some("9.2") => {
                        return Ok(());
                    }
                    Err(problem) => {
                        let path = place(&problem, list, n, k, ids.len());
                        return Err(vec![problem.in_path(path)]);
                    }
                }
            }
        }
        let enemies = game.has_units(&rules.pack, to, side.other());
        if enemies && !last {
            if met || rules.screeners(&game, to, side.other()).is_empty() {
                let problem = MoveRefusal::PathGoesOn { area: to }.problem(rules, side);
                return Err(vec![problem.in_path(format!("move.path[{}]", n + 1)).rule("9.2")]);
            }
            // What follows depends on whether they screen.
            return Ok(());
        }
        rules.update_control(&mut game, &mut Events::discarding(), to, true);
        at = to;
    }
    Ok(())
}

impl March {
    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(&to) = self.path.first() else { return Next::Return(Reply::Done) };
        let enemy = self.side.other();
        match (self.stage, input) {
            (Stage::Enter, Input::Answer(Answer::Screen(units))) => {
                self.stage = Stage::Leaders;
                if units.is_empty() {
                    return Next::Continue;
                }
                self.screened = units.clone();
                events.emit("9.4", &Event::Screened { units: units.clone(), area: to });
                Next::Call(Procedure::Retreat(Retreat {
                    screening: true,
                    willing: true,
                    ..Retreat::new(enemy, to, units.into_iter().collect())
                }))
            }
            (Stage::Enter, _) => {
                // Nobody screens where units are already in contact (9.4, SD-72).
                let met = game.has_units(&rules.pack, to, self.side);
                if !self.enter(rules, game, events, to, true) {
                    return Next::Return(Reply::Done);
                }
                let units = if met { Vec::new() } else { rules.screeners(game, to, enemy) };
                if units.is_empty() {
                    self.stage = Stage::Follow;
                    return Next::Continue;
                }
                let question = Question::Screen { area: to, units };
                Next::Ask(Asked { side: enemy.id(), slug: "screen", rule: "9.4", question })
            }
            (Stage::Leaders, _) => {
                self.stage = Stage::Follow;
                let gone = std::mem::take(&mut self.screened);
                let places: SortedSet<Area> = gone.iter().filter_map(|id| Some(game.units.get(id)?.at)).collect();
                let away: Vec<Area> = places.into_iter().filter(|at| *at != to).collect();
                let leaders: Vec<Id> = game.leaders_in(&rules.pack, to, enemy).cloned().collect();
                if away.is_empty() || leaders.is_empty() {
                    return Next::Continue;
                }
                Next::Call(Procedure::Following(LeaderRetreat { from: to, leaders, to: away }))
            }
            (Stage::Follow, _) => {
                self.enter(rules, game, events, to, false);
                if let Some(left) = self.left.take() {
                    rules.update_control(game, events, left, false);
                }
                rules.update_control(game, events, to, !self.leave_works);
                self.stage = Stage::Arrived;
                match rules.stranded(game) {
                    leaders if leaders.is_empty() => Next::Continue,
                    leaders => Next::Call(Procedure::Placing(LeaderPlacement { leaders, why: PlacementReason::Alone })),
                }
            }
            (Stage::Arrived, _) => {
                self.path.remove(0);
                self.stage = Stage::Enter;
                let stopped = game.has_units(&rules.pack, to, enemy);
                if let Some(current) = &mut game.current {
                    for id in self.units.iter().chain(&self.leaders) {
                        if !stopped {
                            current.entered.remove(id);
                        } else if current.entered.contains_key(id) {
                            // A unit that has met the enemy goes no further (9.2).
                            current.spent.insert(id.clone(), u8::MAX);
                        }
                    }
                    if stopped && !self.path.is_empty() {
                        let because = Reason::of(&MoveRefusal::MeetsEnemies.problem(rules, self.side));
                        events.emit("9.2", &Event::Halted { units: self.units.clone(), area: to, because });
                        self.path.clear();
                    }
                }
                Next::Continue
            }
        }
    }

    /// Moves the first unit into an area, or all the others and the leaders. Those that cannot enter stay behind;
    /// `false` if the first cannot.
    fn enter(&mut self, rules: &SevenDays, game: &mut Game, events: &mut Events, to: Area, first: bool) -> bool {
        let who: Vec<Id> = self.units.iter().chain(&self.leaders).cloned().collect();
        let here = |game: &Game, id: &Id| game.units.get(id).map(|state| state.at).or_else(|| game.leader_at(id));
        let who: Vec<Id> = match first {
            true => who.into_iter().take(1).collect(),
            false => who.into_iter().filter(|id| here(game, id) != Some(to)).collect(),
        };
        let mut went: Vec<(Id, Area, Cost)> = Vec::new();
        let mut behind: Vec<(Id, Problem)> = Vec::new();
        for id in who {
            let Some(from) = here(game, &id) else { continue };
            match rules.entry(game, self.side, &id, from, to) {
                Ok(cost) => {
                    rules.enter(game, self.side, &id, from, to, cost);
                    if rules.pack.forces.leaders.get(&id).is_some_and(crate::pack::Leader::is_army) {
                        game.army_moved.insert(self.side);
                        if let Some(current) = &mut game.current {
                            current.marching.insert(id.clone());
                        }
                    }
                    if self.guns && went.is_empty() && first {
                        game.siege_guns = Some(to);
                        if let Some(current) = &mut game.current {
                            current.guns_moved = true;
                        }
                        events.emit("16.2", &Event::GunsMoved { to });
                    }
                    went.push((id, from, cost));
                }
                Err(problem) => behind.push((id, problem)),
            }
        }
        let mut costs: Vec<(Area, Cost)> = Vec::new();
        for (_, from, cost) in &went {
            if !costs.contains(&(*from, *cost)) {
                costs.push((*from, *cost));
            }
        }
        for (from, cost) in costs {
            let of = |leaders: bool| -> Vec<Id> {
                let these = went.iter().filter(|entry| (entry.1, entry.2) == (from, cost)).map(|(id, ..)| id);
                these.filter(|id| rules.unit(id).is_none() == leaders).cloned().collect()
            };
            let Cost { mf, water, road } = cost;
            let entered = Event::Entered {
                side: self.side,
                units: of(false),
                leaders: of(true),
                from,
                to,
                water,
                road,
                cost: mf,
            };
            events.emit("9.2", &entered);
            // Leaders who are about to follow are not alone (9.6).
            self.left = Some(from);
        }
        let stuck = first && went.is_empty();
        let led = !self.units.is_empty();
        for (id, problem) in behind {
            let area = here(game, &id).unwrap_or(to);
            self.units.retain(|other| *other != id);
            self.leaders.retain(|other| *other != id);
            let rule = problem.rule.clone().unwrap_or_else(|| "9.2".to_owned());
            events.emit(
                &rule,
                &Event::Halted { units: vec![id], area, because: Reason { rule: None, ..Reason::of(&problem) } },
            );
        }
        // Leaders who move with units stop where the last of these stops.
        let alone = led && self.units.is_empty();
        if stuck && !alone && !(self.units.is_empty() && self.leaders.is_empty()) {
            // The next takes the lead.
            return self.enter(rules, game, events, to, true);
        }
        !stuck
    }
}

impl SevenDays {
    /// The units of an area that may screen: all are mounted, and each has somewhere to go (9.4, SD-72).
    pub fn screeners(&self, game: &Game, area: Area, side: Side) -> Vec<Id> {
        let mut units = game.units_at(&self.pack, area, side);
        if !units.all(|(_, _, unit)| unit.is_mounted()) {
            return Vec::new();
        }
        let cavalry = game.units_at(&self.pack, area, side).any(|(_, _, unit)| unit.kind == Kind::Cavalry);
        let ids = game.units_at(&self.pack, area, side).map(|(id, ..)| id.clone());
        ids.filter(|id| cavalry && self.can_retreat(game, id, area)).collect()
    }

    /// Sets the single unit of an impulse without an activated leader, if it is not set yet (8.1.1).
    pub fn set_single_unit(&self, current: &mut Impulse, id: &Id) {
        let independent = self.unit(id).is_some_and(|unit| self.pack.forces.is_independent(unit));
        if current.single == SingleUnit::Any && !independent {
            current.single = SingleUnit::One(id.clone());
        }
    }

    /// Marks units as acting. If it was open which one is the single unit, it is decided and reported now (8.1.1).
    pub fn mark_acting<'i>(&self, game: &mut Game, events: &mut Events, units: impl IntoIterator<Item = &'i Id>) {
        let Some(current) = &mut game.current else { return };
        let open = current.single == SingleUnit::Any;
        units.into_iter().for_each(|id| self.set_single_unit(current, id));
        if let (true, SingleUnit::One(unit), Some(area)) = (open, &current.single, current.area) {
            events.emit("8.1.1", &Event::SingleUnit { unit: unit.clone(), area });
        }
    }

    /// Whether a road crosses the boundary of two areas (3.2.1).
    fn has_road(&self, a: Area, b: Area) -> bool {
        self.pack.map.boundary(a, b).is_some_and(|boundary| boundary.road)
    }

    /// Whether the Siege Guns may move with the units of these areas (16.2, SD-77).
    fn siege_guns_may_move(
        &self,
        game: &Game,
        side: Side,
        order: &Move,
        from: &SortedSet<Area>,
    ) -> Result<(), Problem> {
        let refused = |refusal: MoveRefusal| Err(refusal.problem(self, side).rule("16.2"));
        let Some(at) = game.siege_guns else { return refused(MoveRefusal::NoSiegeGuns) };
        let current = game.current.as_ref();
        match order.path.as_slice() {
            _ if side != Side::Union => refused(MoveRefusal::SiegeGunsAreUnions),
            _ if order.units.is_empty() => refused(MoveRefusal::SiegeGunsAlone),
            _ if !from.contains(&at) => refused(MoveRefusal::SiegeGunsElsewhere { area: at }),
            _ if current.is_some_and(|current| current.guns_moved) => refused(MoveRefusal::SiegeGunsHaveMoved),
            _ if current.is_none_or(|current| current.area != Some(at)) => {
                refused(MoveRefusal::SiegeGunsNotActive { area: at })
            }
            [to] if self.has_road(at, *to) => Ok(()),
            _ => refused(MoveRefusal::SiegeGunsTooFar),
        }
    }
}
