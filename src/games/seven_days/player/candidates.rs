//! Possible impulses: who begins where, who goes where, whom they assault; and the expected gain.

use super::aims::Aims;
use super::chart::{Chart, of};
use super::fights::{ALL, Fight, points};
use super::model::Field;
use super::reach::{Gait, Way, ways};
use crate::combat::retreat::BRIDGE;
use crate::orders::{Assault, Combined, CombinedBy, Rally};
use crate::pack::Kind;

/// The minimum gain of an addition to a plan.
const MORE: i64 = 30;
/// The value of the Advantage to the side that has it.
pub const ADVANTAGE: i64 = 150;
/// The cost of a leader becoming Inactive, for each of his Fresh units.
const LEADER: i64 = 2;

/// The value of an enemy Casualty Point beyond its immediate effect: it weakens the enemy for later attacks. The
/// Confederate has to press, the Union less.
const PRESS: [i64; 2] = [70, 130];

/// How an Assault Impulse begins.
#[derive(Clone, Debug)]
pub struct Start {
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
pub enum Step {
    /// A move; with the area whose Rout it follows, if any.
    Go {
        units: Vec<usize>,
        leaders: Vec<usize>,
        path: Vec<usize>,
        rout: Option<usize>,
    },
    Fight(Fight),
}

/// A plan, and its expected gain.
#[derive(Clone)]
pub struct Plan {
    pub start: Start,
    pub steps: Vec<Step>,
    pub gain: i64,
    /// Its most likely result.
    after: Field,
}

/// Looks for plans.
pub struct Planner<'a> {
    pub chart: &'a Chart<'a>,
    pub aims: &'a Aims,
    pub field: &'a Field,
}

impl Planner<'_> {
    /// All promising Assault Impulses, best first.
    pub fn plans(&self) -> Vec<Plan> {
        let now = self.aims.worth(self.chart, &mut self.field.clone());
        let mut plans = Vec::new();
        for start in self.starts() {
            let mut options = self.options(self.field, &start, now);
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
                    Step::Go { units, .. } => units.contains(n),
                    Step::Fight(fight) => fight.units.iter().any(|(unit, _)| unit == n),
                })
            };
            let units: Vec<usize> = plan.start.units.iter().copied().filter(|n| !used(n)).collect();
            let done = |at: usize| plan.steps.iter().any(|step| matches!(step, Step::Fight(fight) if fight.area == at));
            if units.is_empty() || done(plan.start.area) {
                break;
            }
            let start = Start { units, leaders: Vec::new(), ..plan.start.clone() };
            let now = self.aims.worth(self.chart, &mut plan.after);
            let options = self.options(&plan.after, &start, now);
            let open = |option: &Plan| {
                option.steps.iter().all(|step| match step {
                    Step::Go { path, .. } => !path.iter().any(|at| done(*at)),
                    Step::Fight(_) => true,
                })
            };
            let best = options.into_iter().filter(open).max_by_key(|option| option.gain);
            let Some(best) = best.filter(|option| option.gain >= MORE) else { break };
            plan.steps.extend(best.steps);
            plan.gain += best.gain;
            plan.after = best.after;
        }
        plan
    }

    /// Where the units that have emptied the Active Area go on to, if it is a Rout (10.5).
    fn pursuit(&self, plan: &Plan) -> Option<Step> {
        let (chart, start) = (self.chart, &plan.start);
        let Some(Step::Fight(fight)) = plan.steps.last().filter(|_| plan.steps.len() == 1) else { return None };
        if fight.area != start.area || self.field.works[fight.area] > 0 {
            return None;
        }
        let enemy = chart.side.other();
        let results = fight.results(chart, self.field).into_iter();
        let mut routed = results.map(|(_, after)| after).find(|after| after.here(enemy, fight.area).all == 0)?;
        let start = Start { units: fight.units.iter().map(|(n, _)| *n).collect(), ..start.clone() };
        let now = self.aims.worth(chart, &mut routed);
        let options = self.options(&routed, &start, now).into_iter();
        let best = options
            .filter(|option| option.gain >= MORE)
            .filter_map(|option| Some((option.gain, next_door(chart, &routed, &option)?)));
        best.max_by_key(|(gain, _)| *gain).map(|(_, step)| step)
    }

    /// Every way to begin an Assault Impulse.
    fn starts(&self) -> Vec<Start> {
        let (chart, field, side) = (self.chart, self.field, self.chart.side);
        let advantage = chart.game.has_advantage(side);
        let mut starts = Vec::new();
        for area in (0..chart.places.len()).filter(|area| field.here(side, *area).all > 0) {
            let plain = Assault { area: chart.places[area].area, ..Assault::default() };
            let all: Vec<usize> = field.units(chart, side, area).filter(|n| !chart.pieces[*n].garrison).collect();
            let led = |leaders: &[usize]| -> Vec<usize> {
                let commands: Vec<usize> = leaders.iter().filter_map(|n| chart.chiefs[*n].command).collect();
                let may = |n: &usize| chart.pieces[*n].independent || commands.contains(&chart.pieces[*n].command);
                all.iter().copied().filter(may).collect()
            };
            let fresh = |units: &[usize]| units.iter().filter(|n| !field.tired[**n]).count() as i64;
            let leaders: Vec<usize> =
                field.leaders(chart, side, area).filter(|n| chart.chiefs[*n].command.is_some()).collect();
            let idle = |n: &usize| field.chiefs[*n].1;
            for &leader in &leaders {
                let rally = idle(&leader).then(|| Rally { area: plain.area, leaders: [].into() });
                if rally.is_some() && !advantage {
                    continue;
                }
                let (units, dice) = (led(&[leader]), chart.chiefs[leader].dice);
                let price = LEADER * fresh(&units) + if rally.is_some() { ADVANTAGE } else { 0 };
                let order = Assault { leader: Some(chart.chiefs[leader].id.clone()), rally, ..plain.clone() };
                starts.push(Start { order, area, leaders: vec![leader], units, dice, price });
            }
            let ready: Vec<usize> = leaders.iter().copied().filter(|n| !idle(n)).collect();
            for (n, &one) in ready.iter().enumerate() {
                for &two in &ready[n + 1..] {
                    for by in [CombinedBy::LeeCommands, CombinedBy::Advantage] {
                        let ids = [one, two].map(|n| chart.chiefs[n].id.clone());
                        let combined = Some(Combined { leaders: ids, by });
                        let order = Assault { combined, ..plain.clone() };
                        let passes = super::passes(chart, &super::Order::Assault(order.clone()));
                        if !passes {
                            continue;
                        }
                        let units = led(&[one, two]);
                        let pays = if by == CombinedBy::Advantage { ADVANTAGE } else { 0 };
                        let price = LEADER * fresh(&units) + pays;
                        starts.push(Start { order, area, leaders: vec![one, two], units, dice: 6, price });
                        break;
                    }
                }
            }
            // Without a leader, one unit and the Independent ones act: the best of each kind.
            let free = led(&[]);
            let mut singles: Vec<Option<usize>> = Vec::new();
            for kind in [Kind::Cavalry, Kind::Infantry, Kind::Artillery] {
                let bound = all.iter().copied().filter(|n| !free.contains(n) && chart.pieces[*n].kind == kind);
                let best = bound.max_by_key(|n| (!field.tired[*n], chart.pieces[*n].attack));
                singles.extend(best.map(Some));
            }
            if singles.is_empty() && !free.is_empty() {
                singles.push(None);
            }
            for single in singles {
                let units = single.into_iter().chain(free.iter().copied()).collect();
                starts.push(Start { order: plain.clone(), area, leaders: Vec::new(), units, dice: 6, price: 0 });
            }
        }
        starts
    }

    /// Everything that the acting units could do next from the position that a plan has reached.
    fn options(&self, field: &Field, start: &Start, now: i64) -> Vec<Plan> {
        let chart = self.chart;
        let mut options = Vec::new();
        if field.is_contested(start.area) {
            let fresh: Vec<usize> = start.units.iter().copied().filter(|n| !field.tired[*n]).collect();
            let whole: Vec<usize> = start.units.clone();
            for units in [fresh, whole] {
                let fight = Fight {
                    side: chart.side,
                    area: start.area,
                    units: units.iter().map(|n| (*n, start.area)).collect(),
                    leaders: start.leaders.clone(),
                    water: 0,
                    contested: true,
                };
                options.extend(self.fought(field, start, Vec::new(), fight, now));
            }
        }
        let riders = start.units.iter().all(|n| chart.pieces[*n].mounted);
        let foot = !riders;
        for mounted in [false, true] {
            let those = |n: &&usize| chart.pieces[**n].mounted == mounted || !mounted;
            let units: Vec<usize> = start.units.iter().filter(those).copied().collect();
            let moves = units.iter().map(|n| chart.pieces[*n].moves);
            let moves = if mounted { moves.max() } else { moves.filter(|moves| *moves <= 5).max() };
            let Some(moves) = moves.filter(|_| mounted || foot) else { continue };
            let gait = Gait { side: chart.side, moves, mounted };
            for way in ways(chart, field, gait, start.area, None) {
                for group in self.groups(field, &units, &way) {
                    options.extend(self.option(field, start, group, &way, gait, now));
                }
            }
        }
        options
    }

    /// Groups that could take a path: all, the Fresh ones, the Fresh ones except one division that stays, one unit
    /// alone.
    fn groups(&self, field: &Field, units: &[usize], way: &Way) -> Vec<Vec<usize>> {
        let (chart, to) = (self.chart, way.to());
        let able = |n: &&usize| chart.pieces[**n].moves >= way.cost || way.path.len() == 1;
        let mut fit: Vec<usize> = units.iter().filter(able).copied().collect();
        let rank = |n: &usize| {
            let piece = &chart.pieces[*n];
            let leads = !field.tired[*n] && piece.kind != Kind::Artillery;
            std::cmp::Reverse((leads, !field.tired[*n], piece.kind == Kind::Infantry, piece.attack))
        };
        fit.sort_by_key(rank);
        let most = field.room(chart.side, to).min(if way.bridge.is_some() { usize::from(BRIDGE) } else { 10 });
        let enemies = field.here(chart.side.other(), to).all > 0;
        let first = fit.first().copied();
        let leads = |n: usize| !field.tired[n] && (!enemies || chart.pieces[n].kind != Kind::Artillery);
        let open = field.control[to] == chart.side && !enemies || field.here(chart.side, to).all > 0;
        let barred = way.path.iter().any(|at| field.control[*at] != chart.side);
        if !first.is_some_and(|n| leads(n) || open && !barred) {
            return Vec::new();
        }
        let cut = |units: Vec<usize>| -> Vec<usize> { units.into_iter().take(most).collect() };
        let fresh: Vec<usize> = fit.iter().copied().filter(|n| !field.tired[*n]).collect();
        let feet: Vec<usize> = fresh.iter().copied().filter(|n| chart.pieces[*n].kind == Kind::Infantry).collect();
        let mut groups = vec![cut(fresh.clone())];
        if !enemies {
            groups.push(cut(fit.clone()));
            groups.extend(feet.last().map(|n| vec![*n]));
            groups.extend(fresh.iter().find(|n| chart.pieces[**n].kind == Kind::Cavalry).map(|n| vec![*n]));
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
    fn option(&self, field: &Field, start: &Start, group: Vec<usize>, way: &Way, gait: Gait, now: i64) -> Option<Plan> {
        let (chart, side, to) = (self.chart, self.chart.side, way.to());
        let contested = field.is_contested(to);
        let enemies = field.here(side.other(), to).all > 0;
        let mut after = field.clone();
        let goes = |leader: usize| field.chiefs[leader].0 == start.area;
        let mut leaders: Vec<usize> = start.leaders.iter().copied().filter(|n| goes(*n)).collect();
        if group.len() == 1 && start.units.len() > 1 && !enemies {
            leaders.clear();
        }
        let mut steps = Vec::new();
        self.go(&mut after, start, &group, &leaders, way, &mut steps);
        let mut fighters: Vec<(usize, usize)> = group.iter().map(|n| (*n, from(start, way))).collect();
        let fresh_left = start.units.iter().any(|n| !field.tired[*n] && !group.contains(n));
        if let (Some(bridge), true, true) = (way.bridge, enemies, fresh_left) {
            // Units for which the bridge has no room take another path.
            let rest: Vec<usize> =
                start.units.iter().copied().filter(|n| !field.tired[*n] && !group.contains(n)).collect();
            let other = ways(chart, &after, gait, start.area, Some(bridge)).into_iter().find(|way| way.to() == to);
            if let Some(other) = other {
                let more = self.groups(&after, &rest, &other).into_iter().max_by_key(Vec::len).unwrap_or_default();
                if !more.is_empty() {
                    self.go(&mut after, start, &more, &[], &other, &mut steps);
                    fighters.extend(more.iter().map(|n| (*n, from(start, &other))));
                }
            }
        }
        if !enemies {
            let gain = self.aims.worth(chart, &mut after) - now - self.left(&after, start);
            return Some(Plan { start: start.clone(), steps, gain, after });
        }
        let quiet = contested.then(|| {
            let gain = self.aims.worth(chart, &mut after) - now - self.left(&after, start);
            Plan { start: start.clone(), steps: steps.clone(), gain, after: after.clone() }
        });
        let fight = Fight { side, area: to, units: fighters, leaders, water: way.water, contested };
        let fought = self.fought(&after, start, steps, fight, now);
        fought.into_iter().chain(quiet).max_by_key(|plan| plan.gain)
    }

    /// Moves a group along a path.
    fn go(
        &self,
        field: &mut Field,
        start: &Start,
        group: &[usize],
        leaders: &[usize],
        way: &Way,
        steps: &mut Vec<Step>,
    ) {
        let (chart, side) = (self.chart, self.chart.side);
        let to = way.to();
        for &n in group {
            field.put(chart, n, to, field.tired[n]);
        }
        for &at in &way.path {
            field.pass(side, at);
        }
        let mut along = leaders.to_vec();
        let army = field.leaders(chart, side, start.area).find(|n| chart.chiefs[*n].command.is_none());
        let moves = !leaders.is_empty() && group.len() > 2 && !chart.game.army_moved.contains(&side);
        along.extend(army.filter(|_| moves));
        if field.here(side, start.area).all == 0 && !group.is_empty() {
            let idle = field.leaders(chart, side, start.area).filter(|n| field.chiefs[*n].1 && !along.contains(n));
            let idle: Vec<usize> = idle.filter(|n| chart.chiefs[*n].command.is_some()).collect();
            along.extend(idle);
        }
        for &n in &along {
            field.lead(n, to);
        }
        steps.push(Step::Go { units: group.to_vec(), leaders: along, path: way.path.clone(), rout: None });
    }

    /// A plan that ends in an assault.
    fn fought(&self, field: &Field, start: &Start, steps: Vec<Step>, fight: Fight, now: i64) -> Option<Plan> {
        let chart = self.chart;
        let above = fight.above(chart, field)?;
        let press = PRESS[of(chart.side)] * points(above, field.works[fight.area] > 0) / ALL;
        let mut results = fight.results(chart, field);
        let sum: i64 = results.iter_mut().map(|(ways, after)| *ways * self.aims.worth(chart, after)).sum();
        let likely = results.into_iter().max_by_key(|(ways, _)| *ways)?.1;
        let steps = steps.into_iter().chain([Step::Fight(fight)]).collect();
        let gain = sum / ALL - now + press - self.left(&likely, start);
        Some(Plan { start: start.clone(), steps, gain, after: likely })
    }

    /// The cost of leaving leaders alone.
    fn left(&self, field: &Field, start: &Start) -> i64 {
        let side = self.chart.side;
        if field.here(side, start.area).all > 0 {
            return 0;
        }
        60 * field.leaders(self.chart, side, start.area).count() as i64
    }
}

/// The area from which a path enters its last area.
fn from(start: &Start, way: &Way) -> usize {
    way.path.len().checked_sub(2).map_or(start.area, |n| way.path[n])
}

/// The only step of a plan, if after a Rout it goes one area along a road to where no enemy is.
fn next_door(chart: &Chart<'_>, field: &Field, plan: &Plan) -> Option<Step> {
    let [Step::Go { units, leaders, path, .. }] = plan.steps.as_slice() else { return None };
    let from = plan.start.area;
    let edge = chart.places[from].edges.iter().find(|edge| [edge.to] == path[..] && edge.road)?;
    let open = field.here(chart.side.other(), edge.to).all == 0;
    let rout = Some(from);
    open.then(|| Step::Go { units: units.clone(), leaders: leaders.clone(), path: path.clone(), rout })
}
