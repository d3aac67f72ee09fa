//! The main army of each theater: the one that leaders and strength points join, up to its maximum and what its leaders
//! can command (6.2.8, 12.1.2). Others go elsewhere.

use crate::orders::{Order, Removal, Remove};
use crate::pack::{Favours, Theater};
use crate::position::ledger::{Piece, counter, highest};
use crate::{leaders::army, movement};

use super::hex_graph::HexIndex;
use super::situation::{MainArmy, Stack};
use super::{Proposal, Situation};

impl MainArmy {
    /// The armies of a side that somebody commands, those first round which the others gather.
    pub fn all(picture: &Situation<'_>) -> Vec<MainArmy> {
        let (rules, game) = (picture.rules, picture.game);
        let mut hosts: Vec<(i64, MainArmy)> = Vec::new();
        for (army, hex) in army::on_map(rules, game, picture.side) {
            let (Some(at), Some(data)) = (picture.chart.ix(hex), rules.pack.charts.armies.get(army)) else { continue };
            if army::commander(rules, game, army).is_none() {
                continue;
            }
            let leaders = army::leaders(game, army);
            let (sp, most, led) =
                (army::sp(game, army), u32::from(data.maximum), army::command_capacity(rules, &leaders));
            let front = picture.importance(at).min(600) / 4;
            let weight = front + 12 * i64::from(sp.min(led)) + 5 * i64::from(most);
            hosts.push((weight, MainArmy { at, army: Some(army.clone()), sp, most, led, leaders, first: false }));
        }
        hosts.sort_by(|a, b| (b.0, &a.1.army).cmp(&(a.0, &b.1.army)));
        let mut hosts: Vec<MainArmy> = hosts.into_iter().map(|(_, host)| host).collect();
        let mut seen: Vec<Theater> = Vec::new();
        for host in &mut hosts {
            let theater = picture.chart.theater[host.at];
            host.first = !seen.contains(&theater);
            seen.push(theater);
        }
        for theater in Theater::ALL.into_iter().filter(|theater| !seen.contains(theater)) {
            hosts.extend(MainArmy::of_stacks(picture, theater));
        }
        hosts
    }

    /// The strongest stack of a theater without an army.
    fn of_stacks(picture: &Situation<'_>, theater: Theater) -> Option<MainArmy> {
        let own = picture.stacks_of(picture.side);
        let own = own.filter(|stack| picture.chart.theater[stack.at] == theater && !stack.leaders.is_empty());
        let weight = |stack: &&Stack| (i64::from(stack.sp) * 30 + picture.importance(stack.at).min(600) / 4, stack.at);
        let stack = own.max_by_key(weight)?;
        let (at, sp, leaders) = (stack.at, stack.sp, stack.leaders.clone());
        let led = MainArmy::led(picture, &leaders);
        Some(MainArmy { at, army: None, sp, most: 12, led, leaders, first: true })
    }

    /// Strength points that leaders command, in an army or without one (6.2.8).
    fn led(picture: &Situation<'_>, leaders: &[Piece]) -> u32 {
        let one = leaders.iter().map(|piece| movement::sp_limit(picture.rules, piece)).max().unwrap_or(0);
        army::command_capacity(picture.rules, leaders).max(one)
    }

    /// The strength points that could attack if this many more came, led by this leader or nobody.
    fn attacking_strength_with(&self, picture: &Situation<'_>, piece: Option<&Piece>, sp: u32) -> u32 {
        let led = match piece {
            Some(piece) if !self.leaders.contains(piece) => {
                let all: Vec<Piece> = self.leaders.iter().chain([piece]).cloned().collect();
                MainArmy::led(picture, &all)
            }
            _ => self.led,
        };
        led.min((self.sp + sp).min(self.most))
    }

    /// The value of these joining it: the additional strength that could attack.
    pub fn value_of_joining(&self, picture: &Situation<'_>, piece: Option<&Piece>, sp: u32) -> i64 {
        let more = i64::from(self.attacking_strength_with(picture, piece, sp))
            - i64::from(self.attacking_strength_with(picture, None, 0));
        let reserve = i64::from((self.sp + sp).min(self.most).saturating_sub(self.sp));
        let each = if self.first { picture.weights.host_gain } else { 8 };
        more.max(0) * each + reserve * if self.first { picture.weights.host_reserve } else { 1 }
    }

    /// What it loses if these leave.
    pub fn loss_without(&self, picture: &Situation<'_>, piece: Option<&Piece>, sp: u32) -> i64 {
        let stay: Vec<Piece> = self.leaders.iter().filter(|own| Some(*own) != piece).cloned().collect();
        let led = MainArmy::led(picture, &stay);
        let before = i64::from(self.led.min(self.sp));
        let after = i64::from(led.min(self.sp.saturating_sub(sp)));
        (before - after).max(0) * if self.first { picture.weights.first } else { 9 }
    }
}

impl Situation<'_> {
    /// The side's armies (12), those first round which the others gather.
    pub fn main_armies(&self) -> &[MainArmy] {
        self.hosts.get_or_init(|| MainArmy::all(self))
    }
}

/// The foremost army of a hex.
pub fn main_army_at(hosts: &[MainArmy], hex: HexIndex) -> Option<&MainArmy> {
    hosts.iter().find(|host| host.at == hex)
}

/// The value of coming nearer to the leading army of the theater that has room and command capacity. `wanted`: what it
/// would gain by them.
pub fn approach_value(
    picture: &Situation<'_>,
    hosts: &[MainArmy],
    (from, to): (HexIndex, HexIndex),
    wanted: i64,
) -> i64 {
    if wanted == 0 {
        return 0;
    }
    let chart = &picture.chart;
    let host = hosts.iter().find(|host| host.first && chart.theater[host.at] == chart.theater[from]);
    let Some(host) = host.filter(|host| host.at != from && host.at != to) else { return 0 };
    let row = chart.distances_to(host.at);
    let (before, after) = (i64::from(row[from]), i64::from(row[to]));
    if before > 24 {
        return 0;
    }
    wanted * (before - after) / (before + 6)
}

/// Removes bad commanders in favour of a better general of the same army (5.3.3).
pub fn removals(picture: &Situation<'_>, hosts: &[MainArmy]) -> Vec<Proposal> {
    let rules = picture.rules;
    let merit = |piece: &Piece| {
        counter(&rules.pack, piece).map_or(0, |printed| {
            let command = i64::from(printed.command);
            let command = if printed.command_favours == Favours::Enemy { -command } else { command };
            30 * command - 22 * i64::from(printed.initiative)
        })
    };
    let mut proposals = Vec::new();
    for host in hosts {
        let Some(army) = &host.army else { continue };
        let Some(now) = army::commander(rules, picture.game, army).filter(|piece| piece.rank == 3) else {
            continue;
        };
        let others = host.leaders.iter().filter(|piece| **piece != now && piece.rank == 3).cloned();
        let Some(next) = highest(&rules.pack, others.filter(|piece| army::may_command(rules, piece))) else { continue };
        let worth = (merit(&next) - merit(&now)) * i64::from(host.sp.min(20)) / 10 - 25;
        let lower = rules.pack.leaders.get(&now.leader).and_then(|leader| leader.counter(2)).is_some();
        let fate = if lower { Removal::Demoted } else { Removal::Removed };
        let price = u32::from(rules.pack.charts.costs.remove_commander);
        let order = Remove { army: army.clone(), fate, path: Vec::new(), pay: None, condition: None };
        proposals.push(Proposal { order: Order::Remove(order), worth, price });
    }
    proposals
}

/// Strength points of a hex that no leader there can move, beyond those that should stay.
pub fn idle(stack: &Stack) -> u32 {
    stack.sp.saturating_sub(stack.mobile).saturating_sub(3)
}
