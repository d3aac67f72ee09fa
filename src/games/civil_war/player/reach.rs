//! Who may move, and how far.

use crate::board::Hex;
use crate::document::Id;
use crate::position::ledger::{Piece, Place, by_command, initiative, is_cavalry, is_naval};
use crate::{leaders::army, movement, movement::territory};

use super::chart::{FAR, Ix};
use super::combat_estimate::Lead;
use super::picture::Stack;
use super::{Picture, main_army};

/// Who moves together.
#[derive(Clone, Debug)]
pub enum Who {
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
    pub who: Who,
    pub from: Ix,
    /// Strength points that march, and how many of them can attack.
    pub sp: u32,
    pub fights: u32,
    pub lead: Lead,
    pub cost: u32,
    pub allowance: u16,
    pub cavalry: bool,
    pub demoralized: bool,
    /// What its leaving takes from its army, and what the leading army of the theater would gain by it.
    pub leaves: i64,
    pub wanted: i64,
}

/// Where a force can go, and by which path.
#[derive(Debug)]
pub struct Ways {
    from: Ix,
    /// Movement points to each hex, and the hex before it.
    spent: Vec<u16>,
    before: Vec<Ix>,
    /// The hexes that can be reached, the nearest first; not the one where it sets out.
    found: Vec<Ix>,
}

impl Ways {
    /// Finds them: `enter` gives the hexes that can be entered from a hex, with their costs; the search does not
    /// continue from a hex without any.
    pub fn find(size: usize, from: Ix, most: u16, mut enter: impl FnMut(Ix, u16, &mut dyn FnMut(Ix, u16))) -> Ways {
        let mut ways = Ways { from, spent: vec![FAR; size], before: vec![from; size], found: Vec::new() };
        ways.spent[from] = 0;
        let mut edge: Vec<Vec<Ix>> = vec![Vec::new(); usize::from(most) + 1];
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
    pub fn ends(&self) -> impl Iterator<Item = Ix> + '_ {
        self.found.iter().copied()
    }

    /// Whether a hex can be reached.
    pub fn reaches(&self, to: Ix) -> bool {
        to != self.from && self.spent[to] != FAR
    }

    /// Movement points to a hex.
    pub fn spent(&self, to: Ix) -> u16 {
        if self.reaches(to) { self.spent[to] } else { 0 }
    }

    /// The previous hex on the path to a hex.
    pub fn before(&self, to: Ix) -> Ix {
        self.before[to]
    }

    /// The path to a hex.
    pub fn path(&self, picture: &Picture<'_>, to: Ix) -> Vec<Hex> {
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
    pub fn of(picture: &Picture<'_>, stack: &Stack) -> Vec<Mover> {
        let (rules, game) = (picture.rules, picture.game);
        let theater = picture.chart.theater[stack.at];
        let purse = picture.purse(theater);
        let mut found = Vec::new();
        if stack.fresh == 0 || purse == 0 {
            return found;
        }
        let supplied = picture.supplies.reach(stack.hex);
        let (at, demoralized) = (stack.at, stack.demoralized);
        let allowance = |cavalry: bool| if cavalry { 6 } else { 4 } - u16::from(!supplied);
        let single = Mover {
            who: Who::Point,
            from: at,
            sp: 1,
            fights: 1,
            lead: Lead::default(),
            cost: 1,
            allowance: allowance(false),
            cavalry: false,
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
            let fresh = army::fresh(game, army);
            if moved(&commander) || cost > purse || fresh == 0 {
                continue;
            }
            let leaders = by_command(&rules.pack, army::leaders(game, army));
            let goes: Vec<Piece> = leaders.into_iter().filter(|piece| !moved(piece)).collect();
            let others: Vec<&Piece> =
                goes.iter().filter(|piece| **piece != commander && !is_naval(&rules.pack, piece)).collect();
            let lead = Lead::of(rules, Some(&commander), &others);
            let most = army::red_tape(rules, &goes);
            let garrison = stack.sp - fresh;
            let spare = if garrison > 0 { 0 } else { picture.garrison(at).min(fresh.saturating_sub(4)) };
            let mut parts = vec![fresh];
            if spare > 0 {
                parts.push(fresh - spare);
            }
            for sp in parts {
                let (who, fights) = (Who::Army(army.clone()), most.min(sp));
                found.push(Mover { who, sp, fights, lead, cost, ..single.clone() });
            }
        }
        for piece in &stack.leaders {
            let cost = initiative(&rules.pack, piece);
            if moved(piece) || commanders.contains(piece) || cost > purse {
                continue;
            }
            let cavalry = is_cavalry(&rules.pack, piece);
            let most = movement::sp_limit(rules, piece).min(stack.fresh);
            let lead = Lead::of(rules, None, &[piece]);
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
                let (who, allowance) = (Who::Leader(piece.clone()), allowance(cavalry));
                found.push(Mover { who, sp, fights: sp, lead, cost, allowance, cavalry, ..single.clone() });
            }
        }
        if stack.sp > stack.leaders.len() as u32 {
            found.push(single);
        }
        let hosts = picture.hosts();
        let first = hosts.iter().find(|host| host.first && picture.chart.theater[host.at] == theater);
        for mover in &mut found {
            let piece = match &mover.who {
                Who::Army(_) => continue,
                Who::Leader(piece) => Some(piece),
                Who::Point => None,
            };
            mover.leaves = main_army::at(hosts, at).map_or(0, |host| host.loses(picture, piece, mover.sp));
            mover.wanted = first.filter(|host| host.at != at).map_or(0, |host| host.gains(picture, piece, mover.sp));
        }
        found
    }

    /// The hexes that it can reach by marching, including those where the enemy is: it would fight there.
    pub fn reach(&self, picture: &Picture<'_>) -> Ways {
        let (rules, game, side) = (picture.rules, picture.game, picture.side);
        let chart = &picture.chart;
        let alone = matches!(self.who, Who::Point);
        Ways::find(chart.hexes.len(), self.from, self.allowance, |at, spent, go| {
            if at != self.from && picture.enemy[at] > 0 {
                return;
            }
            for (way, step) in chart.steps[at].iter().enumerate() {
                if spent + step.cost > self.allowance {
                    continue;
                }
                let hex = chart.hexes[step.to];
                if picture.is_shut(step.to) || alone && territory::is_enemy(rules, game, hex, side) {
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
