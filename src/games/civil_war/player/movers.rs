//! Who may move, and how far.

use crate::board::Hex;
use crate::document::Id;
use crate::far_west::counters;
use crate::pack::Unit;
use crate::position::ledger::{Piece, Place, by_command, initiative, is_cavalry, is_naval};
use crate::{leaders::army, movement, movement::territory};

use super::combat_estimate::LeaderModifiers;
use super::hex_graph::{HexIndex, UNREACHABLE};
use super::situation::Stack;
use super::{Situation, main_army};

/// Who moves together.
#[derive(Clone, Debug)]
pub enum MoverKind {
    /// A single strength point.
    Point,
    /// A leader with strength points.
    Leader(Piece),
    /// An army under its commander.
    Army(Id),
}

/// A force that may be activated.
#[derive(Clone, Debug)]
pub struct Mover {
    pub who: MoverKind,
    pub from: HexIndex,
    /// Strength points that march, and how many of them can attack.
    pub sp: u32,
    pub fights: u32,
    pub lead: LeaderModifiers,
    pub cost: u32,
    pub allowance: u16,
    pub cavalry: bool,
    /// Counters of the Far West that go by themselves.
    pub unit: Option<Unit>,
    pub demoralized: bool,
    /// What its leaving takes from its army, and what the leading army of the theater would gain by it.
    pub leaves: i64,
    pub wanted: i64,
}

/// Where a force can go, and by which path.
#[derive(Debug)]
pub struct ReachableHexes {
    from: HexIndex,
    /// Movement points to each hex, and the hex before it.
    spent: Vec<u16>,
    before: Vec<HexIndex>,
    /// The hexes that can be reached, the nearest first; not the one where it sets out.
    found: Vec<HexIndex>,
}

impl ReachableHexes {
    /// Finds them: `enter` gives the hexes that can be entered from a hex, with their costs; the search does not
    /// continue from a hex without any.
    pub fn find(
        size: usize,
        from: HexIndex,
        most: u16,
        mut enter: impl FnMut(HexIndex, u16, &mut dyn FnMut(HexIndex, u16)),
    ) -> ReachableHexes {
        let mut ways =
            ReachableHexes { from, spent: vec![UNREACHABLE; size], before: vec![from; size], found: Vec::new() };
        ways.spent[from] = 0;
        let mut edge: Vec<Vec<HexIndex>> = vec![Vec::new(); usize::from(most) + 1];
        edge[0].push(from);
        for now in 0..=most {
            let mut done = 0;
            while let Some(&at) = edge[usize::from(now)].get(done) {
                done += 1;
                if ways.spent[at] != now {
                    continue;
                }
                if at != from {
                    ways.found.push(at);
                }
                enter(at, now, &mut |to, cost| {
                    let next = now + cost;
                    if next <= most && next < ways.spent[to] {
                        (ways.spent[to], ways.before[to]) = (next, at);
                        edge[usize::from(next)].push(to);
                    }
                });
            }
        }
        ways
    }

    /// The hexes that can be reached.
    pub fn reachable_hexes(&self) -> impl Iterator<Item = HexIndex> + '_ {
        self.found.iter().copied()
    }

    /// Whether a hex can be reached.
    pub fn reaches(&self, to: HexIndex) -> bool {
        to != self.from && self.spent[to] != UNREACHABLE
    }

    /// Movement points to a hex.
    pub fn spent(&self, to: HexIndex) -> u16 {
        if self.reaches(to) { self.spent[to] } else { 0 }
    }

    /// The previous hex on the path to a hex.
    pub fn previous(&self, to: HexIndex) -> HexIndex {
        self.before[to]
    }

    /// The path to a hex.
    pub fn path(&self, picture: &Situation<'_>, to: HexIndex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut at = to;
        while self.reaches(at) {
            path.push(picture.chart.hexes[at]);
            at = self.before[at];
        }
        path.reverse();
        path
    }
}

impl Mover {
    /// All forces of a stack that may be activated and paid for.
    pub fn of(picture: &Situation<'_>, stack: &Stack) -> Vec<Mover> {
        let (rules, game) = (picture.rules, picture.game);
        let theater = picture.chart.theater[stack.at];
        let purse = picture.spendable_points(theater);
        let mut found = Vec::new();
        if stack.fresh == 0 && stack.counters.is_empty() || purse == 0 {
            return found;
        }
        let supplied = picture.supplies.in_supply(stack.hex);
        let (at, demoralized) = (stack.at, stack.demoralized);
        let allowance = |cavalry: bool| if cavalry { 6 } else { 4 } - u16::from(!supplied);
        let single = Mover {
            who: MoverKind::Point,
            from: at,
            sp: 1,
            fights: 1,
            lead: LeaderModifiers::default(),
            cost: 1,
            allowance: allowance(false),
            cavalry: false,
            unit: None,
            demoralized,
            leaves: 0,
            wanted: 0,
        };
        let moved = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Map { moved: true, .. }));
        let mut commanders = Vec::new();
        for army in &stack.armies {
            let Some(commander) = army::commander(rules, game, army) else { continue };
            commanders.push(commander.clone());
            let cost = initiative(&rules.pack, &commander);
            let fresh = army::fresh_sp(game, army);
            if moved(&commander) || cost > purse || fresh == 0 {
                continue;
            }
            let leaders = by_command(&rules.pack, army::leaders(game, army));
            let goes: Vec<Piece> = leaders.into_iter().filter(|piece| !moved(piece)).collect();
            let others: Vec<&Piece> =
                goes.iter().filter(|piece| **piece != commander && !is_naval(&rules.pack, piece)).collect();
            let lead = LeaderModifiers::of(rules, Some(&commander), &others);
            let most = army::command_capacity(rules, &goes);
            let garrison = stack.sp - fresh;
            let spare = if garrison > 0 { 0 } else { picture.garrison(at).min(fresh.saturating_sub(4)) };
            let mut parts = vec![fresh];
            if spare > 0 {
                parts.push(fresh - spare);
            }
            for sp in parts {
                let (who, fights) = (MoverKind::Army(army.clone()), most.min(sp));
                found.push(Mover { who, sp, fights, lead, cost, ..single.clone() });
            }
        }
        for piece in &stack.leaders {
            let cost = initiative(&rules.pack, piece);
            if moved(piece) || commanders.contains(piece) || cost > purse {
                continue;
            }
            let cavalry = is_cavalry(&rules.pack, piece);
            let kinds = counters::kinds(rules, Some(piece), None);
            let fresh = counters::strength(game, stack.hex, stack.side, &kinds).fresh;
            let most = movement::sp_limit(rules, piece).min(fresh);
            let lead = LeaderModifiers::of(rules, None, &[piece]);
            let others = stack.leaders.len() as u32 - 1;
            // One strength point stays for each leader who stays.
            let spare = stack.sp.saturating_sub(others);
            let mut parts = vec![most.min(spare)];
            let garrison = picture.garrison(at);
            if garrison > 0 && stack.sp.saturating_sub(garrison) < most {
                parts.push(stack.sp.saturating_sub(garrison).min(spare));
            }
            parts.retain(|&sp| sp > 0);
            parts.dedup();
            for sp in parts {
                let (who, allowance) = (MoverKind::Leader(piece.clone()), allowance(cavalry));
                found.push(Mover { who, sp, fights: sp, lead, cost, allowance, cavalry, ..single.clone() });
            }
        }
        if stack.sp > stack.leaders.len() as u32 {
            for &unit in &stack.counters {
                let own = counters::movement(rules, None, Some(unit));
                let allowance = own.map_or(single.allowance, |own| u16::from(own) - u16::from(!supplied));
                found.push(Mover { unit: Some(unit), allowance, ..single.clone() });
            }
            if stack.fresh > 0 {
                found.push(single);
            }
        }
        let hosts = picture.main_armies();
        let first = hosts.iter().find(|host| host.first && picture.chart.theater[host.at] == theater);
        for mover in &mut found {
            let piece = match &mover.who {
                MoverKind::Army(_) => continue,
                MoverKind::Leader(piece) => Some(piece),
                MoverKind::Point => None,
            };
            mover.leaves =
                main_army::main_army_at(hosts, at).map_or(0, |host| host.loss_without(picture, piece, mover.sp));
            mover.wanted =
                first.filter(|host| host.at != at).map_or(0, |host| host.value_of_joining(picture, piece, mover.sp));
        }
        found
    }

    /// The hexes that it can reach by marching, including those where the enemy is: it would fight there.
    pub fn reach(&self, picture: &Situation<'_>) -> ReachableHexes {
        let (rules, game, side) = (picture.rules, picture.game, picture.side);
        let chart = &picture.chart;
        let alone = matches!(self.who, MoverKind::Point);
        ReachableHexes::find(chart.hexes.len(), self.from, self.allowance, |at, spent, go| {
            if at != self.from && picture.enemy[at] > 0 {
                return;
            }
            for (way, step) in chart.steps[at].iter().enumerate() {
                if spent + step.cost > self.allowance {
                    continue;
                }
                let hex = chart.hexes[step.to];
                if picture.is_unviolated_neutral(step.to) || alone && territory::is_enemy(rules, game, hex, side) {
                    continue;
                }
                if self.unit.is_some_and(|unit| !counters::is_home(rules, unit, hex)) {
                    continue;
                }
                if self.demoralized && (picture.enemy[step.to] > 0 || picture.covered[step.to] > 0) {
                    continue;
                }
                if !picture.is_open(at, way) {
                    continue;
                }
                go(step.to, step.cost);
            }
        })
    }
}
