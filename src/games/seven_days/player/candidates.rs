//! Possible impulses: who begins where, who goes where, whom they assault; and the expected gain.

use super::assault_estimates::{ALL_ROLLS, PlannedAssault, points};
use super::board::Board;
use super::evaluation::Evaluator;
use super::routes::{Mobility, Route, routes};
use super::search_context::{SearchContext, side_index};
use crate::combat::retreat::UNITS_PER_BRIDGE;
use crate::orders::{Assault, Combined, CombinedBy, Rally};
use crate::pack::Kind;

/// The minimum gain of an addition to a plan.
const MIN_EXTENSION_GAIN: i64 = 30;
/// The value of the Advantage to the side that has it.
pub const ADVANTAGE: i64 = 150;
/// The cost of a leader becoming Inactive, for each of his Fresh units.
const LEADER: i64 = 2;

/// The cost of a march for each unit, so that none marches to and fro for little.
const MARCH: i64 = 8;

/// The value of an enemy Casualty Point beyond its immediate effect: it weakens the enemy for later attacks. The
/// Confederate has to press, the Union less.
const CASUALTY_POINT_VALUE: [i64; 2] = [140, 260];

/// How an Assault Impulse begins.
#[derive(Clone, Debug)]
pub struct ImpulseStart {
    pub order: Assault,
    pub area: usize,
    pub leaders: Vec<usize>,
    /// The units that may act.
    pub units: Vec<usize>,
    /// How many of the six faces of the die succeed.
    pub dice: i64,
    pub price: i64,
}

/// One action in it.
#[derive(Clone, Debug)]
pub enum PlanStep {
    /// A move; with the area whose Rout it follows, if any.
    Move {
        units: Vec<usize>,
        leaders: Vec<usize>,
        path: Vec<usize>,
        rout: Option<usize>,
    },
    Assault(PlannedAssault),
}

/// A plan, and its expected gain.
#[derive(Clone)]
pub struct Plan {
    pub start: ImpulseStart,
    pub steps: Vec<PlanStep>,
    pub gain: i64,
    /// Its most likely result.
    after: Board,
}

/// Looks for plans.
pub struct Planner<'a> {
    pub context: &'a SearchContext<'a>,
    pub evaluator: &'a Evaluator,
    pub board: &'a Board,
}

impl Planner<'_> {
    /// All promising Assault Impulses, best first.
    pub fn plans(&self) -> Vec<Plan> {
        let now = self.evaluator.evaluate(self.context, &mut self.board.clone());
        let mut plans = Vec::new();
        for start in self.starts() {
            let mut options = self.options(self.board, &start, now);
            options.sort_by_key(|plan| std::cmp::Reverse(plan.gain));
            options.truncate(2);
            plans.extend(options.into_iter().filter(|plan| plan.gain > 0).map(|plan| self.extended(plan)));
        }
        for plan in &mut plans {
            plan.gain = plan.gain * plan.start.dice / 6 - plan.start.price;
        }
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.gain));
        plans
    }

    /// Extends a plan by actions of units that have not acted in it yet.
    fn extended(&self, mut plan: Plan) -> Plan {
        for _ in 0..3 {
            if let Some(step) = self.pursuit(&plan) {
                plan.steps.push(step);
                break;
            }
            let used = |n: &usize| {
                plan.steps.iter().any(|step| match step {
                    PlanStep::Move { units, .. } => units.contains(n),
                    PlanStep::Assault(fight) => fight.units.iter().any(|(unit, _)| unit == n),
                })
            };
            let units: Vec<usize> = plan.start.units.iter().copied().filter(|n| !used(n)).collect();
            let done =
                |at: usize| plan.steps.iter().any(|step| matches!(step, PlanStep::Assault(fight) if fight.area == at));
            if units.is_empty() || done(plan.start.area) {
                break;
            }
            let start = ImpulseStart { units, leaders: Vec::new(), ..plan.start.clone() };
            let now = self.evaluator.evaluate(self.context, &mut plan.after);
            let options = self.options(&plan.after, &start, now);
            let open = |option: &Plan| {
                option.steps.iter().all(|step| match step {
                    PlanStep::Move { path, .. } => !path.iter().any(|at| done(*at)),
                    PlanStep::Assault(_) => true,
                })
            };
            let best = options.into_iter().filter(open).max_by_key(|option| option.gain);
            let Some(best) = best.filter(|option| option.gain >= MIN_EXTENSION_GAIN) else { break };
            plan.steps.extend(best.steps);
            plan.gain += best.gain;
            plan.after = best.after;
        }
        plan
    }

    /// Where the units that have emptied the Active Area go on to, if it is a Rout (10.5).
    fn pursuit(&self, plan: &Plan) -> Option<PlanStep> {
        let (context, start) = (self.context, &plan.start);
        let Some(PlanStep::Assault(fight)) = plan.steps.last().filter(|_| plan.steps.len() == 1) else { return None };
        if fight.area != start.area || self.board.works[fight.area] > 0 {
            return None;
        }
        let enemy = context.side.other();
        let results = fight.results(context, self.board).into_iter();
        let mut routed = results.map(|(_, after)| after).find(|after| after.count_at(enemy, fight.area).all == 0)?;
        let start = ImpulseStart { units: fight.units.iter().map(|(n, _)| *n).collect(), ..start.clone() };
        let now = self.evaluator.evaluate(context, &mut routed);
        let options = self.options(&routed, &start, now).into_iter();
        let best = options
            .filter(|option| option.gain >= MIN_EXTENSION_GAIN)
            .filter_map(|option| Some((option.gain, adjacent_advance(context, &routed, &option)?)));
        best.max_by_key(|(gain, _)| *gain).map(|(_, step)| step)
    }

    /// Every way to begin an Assault Impulse.
    fn starts(&self) -> Vec<ImpulseStart> {
        let (context, board, side) = (self.context, self.board, self.context.side);
        let advantage = context.game.has_advantage(side);
        let mut starts = Vec::new();
        for area in (0..context.places.len()).filter(|area| board.count_at(side, *area).all > 0) {
            let plain = Assault { area: context.places[area].area, ..Assault::default() };
            let all: Vec<usize> = board.units(context, side, area).filter(|n| !context.pieces[*n].garrison).collect();
            let led = |leaders: &[usize]| -> Vec<usize> {
                let commands: Vec<usize> = leaders.iter().filter_map(|n| context.leader_stats[*n].command).collect();
                let may = |n: &usize| context.pieces[*n].independent || commands.contains(&context.pieces[*n].command);
                all.iter().copied().filter(may).collect()
            };
            let fresh = |units: &[usize]| units.iter().filter(|n| !board.exhausted[**n]).count() as i64;
            let leaders: Vec<usize> =
                board.leaders(context, side, area).filter(|n| context.leader_stats[*n].command.is_some()).collect();
            let idle = |n: &usize| board.leader_stats[*n].1;
            for &leader in &leaders {
                let rally = idle(&leader).then(|| Rally { area: plain.area, leaders: [].into() });
                if rally.is_some() && !advantage {
                    continue;
                }
                let (units, dice) = (led(&[leader]), context.leader_stats[leader].dice);
                let price = LEADER * fresh(&units) + if rally.is_some() { ADVANTAGE } else { 0 };
                let order = Assault { leader: Some(context.leader_stats[leader].id.clone()), rally, ..plain.clone() };
                starts.push(ImpulseStart { order, area, leaders: vec![leader], units, dice, price });
            }
            let ready: Vec<usize> = leaders.iter().copied().filter(|n| !idle(n)).collect();
            for (n, &one) in ready.iter().enumerate() {
                for &two in &ready[n + 1..] {
                    for by in [CombinedBy::LeeCommands, CombinedBy::Advantage] {
                        let ids = [one, two].map(|n| context.leader_stats[n].id.clone());
                        let combined = Some(Combined { leaders: ids, by });
                        let order = Assault { combined, ..plain.clone() };
                        let passes = super::can_begin(context, &super::Order::Assault(order.clone()));
                        if !passes {
                            continue;
                        }
                        let units = led(&[one, two]);
                        let pays = if by == CombinedBy::Advantage { ADVANTAGE } else { 0 };
                        let price = LEADER * fresh(&units) + pays;
                        starts.push(ImpulseStart { order, area, leaders: vec![one, two], units, dice: 6, price });
                        break;
                    }
                }
            }
            // Without a leader, one unit and the Independent ones act: the best of each kind.
            let free = led(&[]);
            let mut singles: Vec<Option<usize>> = Vec::new();
            for kind in [Kind::Cavalry, Kind::Infantry, Kind::Artillery] {
                let bound = all.iter().copied().filter(|n| !free.contains(n) && context.pieces[*n].kind == kind);
                let best = bound.max_by_key(|n| (!board.exhausted[*n], context.pieces[*n].attack));
                singles.extend(best.map(Some));
            }
            if singles.is_empty() && !free.is_empty() {
                singles.push(None);
            }
            for single in singles {
                let units = single.into_iter().chain(free.iter().copied()).collect();
                starts.push(ImpulseStart { order: plain.clone(), area, leaders: Vec::new(), units, dice: 6, price: 0 });
            }
        }
        starts
    }

    /// Everything that the acting units could do next from the position that a plan has reached.
    fn options(&self, board: &Board, start: &ImpulseStart, now: i64) -> Vec<Plan> {
        let context = self.context;
        let mut options = Vec::new();
        if board.is_contested(start.area) {
            let fresh: Vec<usize> = start.units.iter().copied().filter(|n| !board.exhausted[*n]).collect();
            let whole: Vec<usize> = start.units.clone();
            for units in [fresh, whole] {
                let fight = PlannedAssault {
                    side: context.side,
                    area: start.area,
                    units: units.iter().map(|n| (*n, start.area)).collect(),
                    leaders: start.leaders.clone(),
                    water: 0,
                    contested: true,
                };
                options.extend(self.with_assault(board, start, Vec::new(), fight, now));
            }
        }
        let riders = start.units.iter().all(|n| context.pieces[*n].mounted);
        let foot = !riders;
        for mounted in [false, true] {
            let those = |n: &&usize| context.pieces[**n].mounted == mounted || !mounted;
            let units: Vec<usize> = start.units.iter().filter(those).copied().collect();
            let moves = units.iter().map(|n| context.pieces[*n].moves);
            let moves = if mounted { moves.max() } else { moves.filter(|moves| *moves <= 5).max() };
            let Some(moves) = moves.filter(|_| mounted || foot) else { continue };
            let mobility = Mobility { side: context.side, moves, mounted };
            for way in routes(context, board, mobility, start.area, None) {
                for group in self.groups(board, &units, &way) {
                    options.extend(self.option(board, start, group, &way, mobility, now));
                }
            }
        }
        options
    }

    /// Groups that could take a path: all, the Fresh ones, the Fresh ones except one division that stays, one unit
    /// alone.
    fn groups(&self, board: &Board, units: &[usize], way: &Route) -> Vec<Vec<usize>> {
        let (context, to) = (self.context, way.to());
        let able = |n: &&usize| context.pieces[**n].moves >= way.cost || way.path.len() == 1;
        let mut fit: Vec<usize> = units.iter().filter(able).copied().collect();
        let rank = |n: &usize| {
            let piece = &context.pieces[*n];
            let leads = !board.exhausted[*n] && piece.kind != Kind::Artillery;
            std::cmp::Reverse((leads, !board.exhausted[*n], piece.kind == Kind::Infantry, piece.attack))
        };
        fit.sort_by_key(rank);
        let most = board.stacking_room(context.side, to).min(if way.bridge.is_some() {
            usize::from(UNITS_PER_BRIDGE)
        } else {
            10
        });
        let enemies = board.count_at(context.side.other(), to).all > 0;
        let first = fit.first().copied();
        let leads = |n: usize| !board.exhausted[n] && (!enemies || context.pieces[n].kind != Kind::Artillery);
        let open = board.control[to] == context.side && !enemies || board.count_at(context.side, to).all > 0;
        let barred = way.path.iter().any(|at| board.control[*at] != context.side);
        if !first.is_some_and(|n| leads(n) || open && !barred) {
            return Vec::new();
        }
        let cut = |units: Vec<usize>| -> Vec<usize> { units.into_iter().take(most).collect() };
        let fresh: Vec<usize> = fit.iter().copied().filter(|n| !board.exhausted[*n]).collect();
        let feet: Vec<usize> = fresh.iter().copied().filter(|n| context.pieces[*n].kind == Kind::Infantry).collect();
        let mut groups = vec![cut(fresh.clone())];
        if !enemies {
            groups.push(cut(fit.clone()));
            groups.extend(feet.last().map(|n| vec![*n]));
            groups.extend(fresh.iter().find(|n| context.pieces[**n].kind == Kind::Cavalry).map(|n| vec![*n]));
        }
        if let (Some(stays), true) = (feet.last(), feet.len() > 1) {
            groups.push(cut(fresh.iter().copied().filter(|n| n != stays).collect()));
        }
        groups.retain(|group| !group.is_empty());
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// A group takes a path, and assaults whatever enemy it finds there.
    fn option(
        &self,
        board: &Board,
        start: &ImpulseStart,
        group: Vec<usize>,
        way: &Route,
        mobility: Mobility,
        now: i64,
    ) -> Option<Plan> {
        let (context, side, to) = (self.context, self.context.side, way.to());
        let contested = board.is_contested(to);
        let enemies = board.count_at(side.other(), to).all > 0;
        let mut after = board.clone();
        let goes = |leader: usize| board.leader_stats[leader].0 == start.area;
        let mut leaders: Vec<usize> = start.leaders.iter().copied().filter(|n| goes(*n)).collect();
        if group.len() == 1 && start.units.len() > 1 && !enemies {
            leaders.clear();
        }
        let mut steps = Vec::new();
        self.move_group(&mut after, start, &group, &leaders, way, &mut steps);
        let mut fighters: Vec<(usize, usize)> = group.iter().map(|n| (*n, last_origin(start, way))).collect();
        let fresh_left = start.units.iter().any(|n| !board.exhausted[*n] && !group.contains(n));
        if let (Some(bridge), true, true) = (way.bridge, enemies, fresh_left) {
            // Units for which the bridge has no room take another path.
            let rest: Vec<usize> =
                start.units.iter().copied().filter(|n| !board.exhausted[*n] && !group.contains(n)).collect();
            let other =
                routes(context, &after, mobility, start.area, Some(bridge)).into_iter().find(|way| way.to() == to);
            if let Some(other) = other {
                let more = self.groups(&after, &rest, &other).into_iter().max_by_key(Vec::len).unwrap_or_default();
                if !more.is_empty() {
                    self.move_group(&mut after, start, &more, &[], &other, &mut steps);
                    fighters.extend(more.iter().map(|n| (*n, last_origin(start, &other))));
                }
            }
        }
        if !enemies {
            let cost = MARCH * i64::try_from(group.len()).unwrap_or(0) + self.lone_leader_cost(&after, start);
            let gain = self.evaluator.evaluate(context, &mut after) - now - cost;
            return Some(Plan { start: start.clone(), steps, gain, after });
        }
        let quiet = contested.then(|| {
            let gain = self.evaluator.evaluate(context, &mut after) - now - self.lone_leader_cost(&after, start);
            Plan { start: start.clone(), steps: steps.clone(), gain, after: after.clone() }
        });
        let fight = PlannedAssault { side, area: to, units: fighters, leaders, water: way.water, contested };
        let fought = self.with_assault(&after, start, steps, fight, now);
        fought.into_iter().chain(quiet).max_by_key(|plan| plan.gain)
    }

    /// Moves a group along a path.
    fn move_group(
        &self,
        board: &mut Board,
        start: &ImpulseStart,
        group: &[usize],
        leaders: &[usize],
        way: &Route,
        steps: &mut Vec<PlanStep>,
    ) {
        let (context, side) = (self.context, self.context.side);
        let to = way.to();
        for &n in group {
            board.place_unit(context, n, to, board.exhausted[n]);
        }
        for &at in &way.path {
            board.pass_through(side, at);
        }
        let mut along = leaders.to_vec();
        let army = board.leaders(context, side, start.area).find(|n| context.leader_stats[*n].command.is_none());
        let moves = !leaders.is_empty() && group.len() > 2 && !context.game.army_moved.contains(&side);
        along.extend(army.filter(|_| moves));
        if board.count_at(side, start.area).all == 0 && !group.is_empty() {
            let idle =
                board.leaders(context, side, start.area).filter(|n| board.leader_stats[*n].1 && !along.contains(n));
            let idle: Vec<usize> = idle.filter(|n| context.leader_stats[*n].command.is_some()).collect();
            along.extend(idle);
        }
        for &n in &along {
            board.move_leader(n, to);
        }
        steps.push(PlanStep::Move { units: group.to_vec(), leaders: along, path: way.path.clone(), rout: None });
    }

    /// A plan that ends in an assault.
    fn with_assault(
        &self,
        board: &Board,
        start: &ImpulseStart,
        steps: Vec<PlanStep>,
        fight: PlannedAssault,
        now: i64,
    ) -> Option<Plan> {
        let context = self.context;
        let above = fight.value_difference(context, board)?;
        let press =
            CASUALTY_POINT_VALUE[side_index(context.side)] * points(above, board.works[fight.area] > 0) / ALL_ROLLS;
        let mut results = fight.results(context, board);
        let sum: i64 = results.iter_mut().map(|(ways, after)| *ways * self.evaluator.evaluate(context, after)).sum();
        let likely = results.into_iter().max_by_key(|(ways, _)| *ways)?.1;
        let steps = steps.into_iter().chain([PlanStep::Assault(fight)]).collect();
        let gain = sum / ALL_ROLLS - now + press - self.lone_leader_cost(&likely, start);
        Some(Plan { start: start.clone(), steps, gain, after: likely })
    }

    /// The cost of leaving leaders alone.
    fn lone_leader_cost(&self, board: &Board, start: &ImpulseStart) -> i64 {
        let side = self.context.side;
        if board.count_at(side, start.area).all > 0 {
            return 0;
        }
        60 * board.leaders(self.context, side, start.area).count() as i64
    }
}

/// The area from which a path enters its last area.
fn last_origin(start: &ImpulseStart, way: &Route) -> usize {
    way.path.len().checked_sub(2).map_or(start.area, |n| way.path[n])
}

/// The only step of a plan, if after a Rout it goes one area along a road to where no enemy is.
fn adjacent_advance(context: &SearchContext<'_>, board: &Board, plan: &Plan) -> Option<PlanStep> {
    let [PlanStep::Move { units, leaders, path, .. }] = plan.steps.as_slice() else { return None };
    let from = plan.start.area;
    let edge = context.places[from].edges.iter().find(|edge| [edge.to] == path[..] && edge.road)?;
    let open = board.count_at(context.side.other(), edge.to).all == 0;
    let rout = Some(from);
    open.then(|| PlanStep::Move { units: units.clone(), leaders: leaders.clone(), path: path.clone(), rout })
}
