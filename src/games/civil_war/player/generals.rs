//! Leaders who travel alone to where they are needed more (6.2.2).

use crate::orders::{Move, Order};
use crate::pack::Favours;
use crate::position::ledger::{Piece, Place, counter};
use crate::{leaders::army, leaders::leader_limits, movement, movement::territory};

use super::hex_graph::HexIndex;
use super::movers::ReachableHexes;
use super::situation::Stack;
use super::{Proposal, Situation};

/// Movement points of a leader alone (6.2.14).
const RIDE: u16 = 12;

/// Rides that are worth a command.
pub fn propose(picture: &Situation<'_>) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let camps: Vec<(&Stack, i64)> =
        picture.stacks_of(picture.side).map(|stack| (stack, front(picture, stack.at))).collect();
    let mut ground = None;
    for (stack, here) in &camps {
        let mut ways = None;
        if picture.spendable_points(picture.chart.theater[stack.at]) == 0 {
            continue;
        }
        for piece in &stack.leaders {
            if !may_ride(picture, stack, piece) {
                continue;
            }
            let stays = usefulness(picture, stack, piece, true) * here / 100;
            let wanted = camps.iter().filter(|(there, _)| there.at != stack.at);
            let wanted =
                wanted.map(|(there, front)| (usefulness(picture, there, piece, false) * front / 100 - stays, there));
            let Some((worth, there)) = wanted.max_by_key(|(worth, there)| (*worth, std::cmp::Reverse(there.at))) else {
                continue;
            };
            let worth = worth - 18;
            if worth <= 0 {
                continue;
            }
            let ground = ground.get_or_insert_with(|| RideMap::of(picture));
            let ways = ways.get_or_insert_with(|| rides(picture, ground, stack.at));
            if !ways.reaches(there.at) {
                continue;
            }
            let path = ways.path(picture, there.at);
            let order = Move { leader: Some(piece.leader.clone()), sp: Some(0), path, ..Move::default() };
            proposals.push(Proposal { order: Order::Move(order), worth, price: 1 });
        }
    }
    proposals
}

/// Whether a leader may leave.
fn may_ride(picture: &Situation<'_>, stack: &Stack, piece: &Piece) -> bool {
    let game = picture.game;
    let rested = matches!(game.pieces.get(piece), Some(Place::Map { moved: false, .. }));
    let commands = army::commanded_by(picture.rules, game, piece).is_some();
    let free = commands && stack.armies.iter().all(|army| !movement::may_leave(picture.rules, game, piece, army));
    rested && !free
}

/// How much the war is decided near a hex, in hundredths.
fn front(picture: &Situation<'_>, at: HexIndex) -> i64 {
    40 + picture.importance(at).min(480) / 8 + if picture.is_near_enemy(at) { 25 } else { 0 }
}

/// Of what use a leader is with a stack, or would be; `there`: he is with it already.
fn usefulness(picture: &Situation<'_>, stack: &Stack, piece: &Piece, there: bool) -> i64 {
    let (rules, game) = (picture.rules, picture.game);
    let Some(printed) = counter(&rules.pack, piece) else { return 0 };
    let gift = match printed.tactical_favours {
        Favours::Enemy => -i64::from(printed.tactical),
        Favours::Own => i64::from(printed.tactical),
    };
    let limit = movement::sp_limit(rules, piece);
    let others = stack.leaders.iter().filter(|other| *other != piece);
    let Some(army) = stack.armies.first() else {
        if !there && !leader_limits::room_for_leader(rules, game, picture.side, stack.hex) {
            return -100;
        }
        let led: u32 = others.clone().map(|other| movement::sp_limit(rules, other)).sum();
        let may_found = army::may_command(rules, piece) && stack.sp >= 4;
        let founds = may_found && !others.clone().any(|other| army::may_command(rules, other));
        let first_here = picture.main_armies().iter().any(|host| host.at == stack.at && host.first);
        // A garrison needs no leader.
        let unled = stack.sp.saturating_sub(led + picture.garrison(stack.at)).min(limit);
        let quick = i64::from(3u8.saturating_sub(printed.initiative)) * 10;
        let first = if others.count() == 0 { quick + gift * 8 } else { 0 };
        return i64::from(unled) * 14 + first + if founds { 60 } else { 0 } + if founds && first_here { 90 } else { 0 };
    };
    // In an army all add to the die, up to six together; and it wants hands to command it.
    let all: Vec<Piece> = others.clone().cloned().collect();
    let commanded = army::command_capacity(rules, &all);
    let with = army::command_capacity(rules, &all.iter().chain(std::iter::once(piece)).cloned().collect::<Vec<_>>());
    let sp = army::sp(game, army);
    let more = i64::from(with.min(sp).saturating_sub(commanded.min(sp)));
    let gifts: i64 = others
        .filter_map(|other| counter(&rules.pack, other))
        .map(|counter| if counter.tactical_favours == Favours::Own { i64::from(counter.tactical) } else { 0 })
        .sum();
    let adds = gift.min((5 - gifts).max(0));
    let first = picture.main_armies().iter().any(|host| host.army.as_ref() == Some(army) && host.first);
    more * if first { 18 } else { 12 } + adds * 16
}

/// The paths of a leader alone, over ground where nobody stops him: rails of his side cost nothing (6.2.14b).
fn rides(picture: &Situation<'_>, ground: &RideMap, from: HexIndex) -> ReachableHexes {
    let chart = &picture.chart;
    ReachableHexes::find(chart.hexes.len(), from, RIDE, |at, spent, go| {
        for (way, step) in chart.steps[at].iter().enumerate() {
            let cost = if step.rail && ground.rails[at] && ground.rails[step.to] { 0 } else { step.cost };
            if spent + cost <= RIDE && !ground.shut[step.to] && picture.is_open(at, way) {
                go(step.to, cost);
            }
        }
    })
}

/// Ground as a leader alone sees it: where somebody stops him, and the rails that his side may use.
struct RideMap {
    shut: Vec<bool>,
    rails: Vec<bool>,
}

impl RideMap {
    fn of(picture: &Situation<'_>) -> RideMap {
        let (rules, game, side) = (picture.rules, picture.game, picture.side);
        let chart = &picture.chart;
        let all = 0..chart.hexes.len();
        let shut = |at: HexIndex| {
            let hex = chart.hexes[at];
            picture.enemy[at] > 0
                || picture.covered[at] > 0 && picture.own[at] == 0
                || game.depots.get(&hex) == Some(&side.other())
                || territory::fort_holder(rules, game, hex) == Some(side.other())
        };
        let rails = |at: HexIndex| {
            let hex = chart.hexes[at];
            rules.pack.map.rail_hex(hex) && territory::rail_controller(rules, game, hex) == Some(side)
        };
        RideMap { shut: all.clone().map(shut).collect(), rails: all.map(rails).collect() }
    }
}
