//! Who may move, and how far.

use std::collections::BTreeMap;

use crate::board::Hex;
use crate::document::Id;
use crate::rulesets::civil_war::ledger::{Piece, Place, by_command, is_cavalry, is_naval};
use crate::rulesets::civil_war::{army, movement, territory};

use super::Picture;
use super::chart::Ix;
use super::clash::Lead;
use super::picture::{Stack, price};

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
    /// Strength points that march, and of those the ones that attack.
    pub sp: u32,
    pub fights: u32,
    pub lead: Lead,
    pub cost: u32,
    pub allowance: u16,
    pub cavalry: bool,
    pub demoralized: bool,
    /// An army that it leaves, which misses it.
    pub of_army: bool,
}

/// A hex that a force may come to, with the way.
#[derive(Clone, Copy, Debug)]
pub struct Come {
    pub spent: u16,
    pub before: Ix,
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
        let moved = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Map { moved: true, .. }));
        let mut commanders = Vec::new();
        for army in &stack.armies {
            let Some(commander) = army::commander(rules, game, army) else { continue };
            commanders.push(commander.clone());
            let cost = price(rules, &commander);
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
            let spare = if garrison > 0 { 0 } else { garrison_of(picture, at).min(fresh.saturating_sub(4)) };
            let mut parts = vec![fresh];
            if spare > 0 {
                parts.push(fresh - spare);
            }
            for sp in parts {
                let who = Who::Army(army.clone());
                let (fights, allowance) = (most.min(sp), allowance(false));
                let (cavalry, of_army) = (false, false);
                found.push(Mover { who, from: at, sp, fights, lead, cost, allowance, cavalry, demoralized, of_army });
            }
        }
        for piece in &stack.leaders {
            let cost = price(rules, piece);
            if moved(piece) || commanders.contains(piece) || cost > purse {
                continue;
            }
            let cavalry = is_cavalry(&rules.pack, piece);
            let most = movement::sp_limit(rules, piece).min(stack.fresh);
            let lead = Lead::of(rules, None, &[piece]);
            let of_army = !stack.armies.is_empty();
            let others = stack.leaders.len() as u32 - 1;
            // One stays for each leader who does.
            let spare = stack.sp.saturating_sub(others);
            let mut parts = vec![most.min(spare)];
            let garrison = garrison_of(picture, at);
            if garrison > 0 && stack.sp.saturating_sub(garrison) < most {
                parts.push(stack.sp.saturating_sub(garrison).min(spare));
            }
            parts.retain(|&sp| sp > 0);
            parts.dedup();
            for sp in parts {
                let (who, allowance) = (Who::Leader(piece.clone()), allowance(cavalry));
                found.push(Mover {
                    who,
                    from: at,
                    sp,
                    fights: sp,
                    lead,
                    cost,
                    allowance,
                    cavalry,
                    demoralized,
                    of_army,
                });
            }
        }
        if stack.sp > stack.leaders.len() as u32 {
            let (who, lead, allowance) = (Who::Point, Lead::default(), allowance(false));
            let of_army = !stack.armies.is_empty();
            let (sp, fights, cost, cavalry) = (1, 1, 1, false);
            found.push(Mover { who, from: at, sp, fights, lead, cost, allowance, cavalry, demoralized, of_army });
        }
        found
    }

    /// The hexes that it may come to by marching, those among them in which the enemy stands: there it would fight.
    pub fn reach(&self, picture: &Picture<'_>) -> BTreeMap<Ix, Come> {
        let (rules, game, side) = (picture.rules, picture.game, picture.side);
        let chart = &picture.chart;
        let mut found = BTreeMap::from([(self.from, Come { spent: 0, before: self.from })]);
        let mut edge: BTreeMap<u16, Vec<Ix>> = BTreeMap::from([(0, vec![self.from])]);
        let alone = matches!(self.who, Who::Point);
        while let Some((spent, hexes)) = edge.pop_first() {
            for at in hexes {
                if found.get(&at).is_none_or(|come| come.spent != spent) {
                    continue;
                }
                if at != self.from && (picture.enemy[at] > 0 || picture.covered[at] > 0 && spent > 0) {
                    continue;
                }
                for step in &chart.steps[at] {
                    let next = spent + step.cost;
                    if next > self.allowance || found.get(&step.to).is_some_and(|come| come.spent <= next) {
                        continue;
                    }
                    let hex = chart.hexes[step.to];
                    if picture.is_shut(step.to) || alone && territory::is_enemy(rules, game, hex, side) {
                        continue;
                    }
                    if self.demoralized && (picture.enemy[step.to] > 0 || picture.covered[step.to] > 0) {
                        continue;
                    }
                    if step.water && movement::passable(rules, game, chart.hexes[at], hex, side).is_err() {
                        continue;
                    }
                    found.insert(step.to, Come { spent: next, before: at });
                    edge.entry(next).or_default().push(step.to);
                }
            }
        }
        found.remove(&self.from);
        found
    }
}

/// The way to a hex that was found.
pub fn path(picture: &Picture<'_>, found: &BTreeMap<Ix, Come>, from: Ix, to: Ix) -> Vec<Hex> {
    let mut path = Vec::new();
    let mut at = to;
    while at != from
        && let Some(come) = found.get(&at)
    {
        path.push(picture.chart.hexes[at]);
        at = come.before;
    }
    path.reverse();
    path
}

/// Strength points that ought to stay in a hex of one's own.
fn garrison_of(picture: &Picture<'_>, at: Ix) -> u32 {
    let keep = picture.keep[at];
    if picture.is_washington(picture.chart.hexes[at]) {
        return 5;
    }
    match keep {
        ..100 => 0,
        100..250 => 1,
        250..500 => 2,
        500.. => 3,
    }
}
