//! Rally by Commands (5.6, 7.7.4) and in the Rally Phase (3.9).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::Events;

use crate::combat::lose_in;
use crate::events::Event;
use crate::leaders::next_turn;
use crate::legality::uncertainty::Doubts;
use crate::orders::{Order, Rally};
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, Place, Points, counter, is_naval};
use crate::refusal::RallyRefusal;
use crate::{CivilWar, command::payment, leaders::army, supply};

/// Who rallies the force, and what pays for it; doubtful facts are taken in the order's favour.
///
/// # Errors
/// Every reason why the rules forbid it. Paths begin with `rally`.
pub fn check(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Rally,
    leader: Option<Piece>,
    doubts: &Doubts,
) -> Result<(Piece, Points), Vec<Problem>> {
    let hex = order.at;
    let refuse = |refusal: RallyRefusal, rule: &str| refusal.problem(rules, side).in_path("rally.at").rule(rule);
    if !game.demoralized_at(hex, side) && !doubts.hex(hex) {
        let demoralized = demoralized(game, side);
        let refusal = match game.sp_at(hex, side) {
            0 => RallyRefusal::NobodyToRally { hex, demoralized },
            _ => RallyRefusal::NothingToRally { hex, demoralized },
        };
        return Err(vec![refuse(refusal, "7.7.4")]);
    }
    let mut problems = Vec::new();
    if leader.is_none() {
        problems.push(refuse(RallyRefusal::NoLeaderToRally { hex }, "5.6.1"));
    }
    if leader.as_ref().is_some_and(|piece| is_naval(&rules.pack, piece)) {
        problems.push(refuse(RallyRefusal::NavalLeaderToRally { hex }, "5.6.3"));
    }
    if !doubts.supply() && !supply::in_supply(rules, game, hex, side, None) {
        problems.push(refuse(RallyRefusal::RallyOutOfSupply { hex }, "7.7.4"));
    }
    let Some(leader) = leader else { return Err(problems) };
    let cost = counter(&rules.pack, &leader).map_or(0, |counter| u32::from(counter.initiative));
    let theater = rules.pack.map.theater(hex);
    let settled = payment::payment_for(rules, game, side, theater, (cost, "5.6.1"), order.pay.as_ref());
    Ok((leader, payment::payment_unless_refused(problems, "rally", settled)?))
}

/// The commands that a rally costs: the initiative of the ranking leader there.
pub fn cost(rules: &CivilWar, game: &Game, side: Side, at: Hex) -> u32 {
    let leader = game.ranking_leader(&rules.pack, at, side);
    leader.and_then(|leader| counter(&rules.pack, &leader)).map_or(0, |counter| u32::from(counter.initiative))
}

/// The hexes in which a side's strength points are demoralized.
fn demoralized(game: &Game, side: Side) -> Vec<Hex> {
    let marked = game.groups.values().filter(|group| group.side == side && group.demoralized);
    let mut hexes: Vec<Hex> = marked.map(|group| group.hex).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

/// Takes the markers off a force.
pub fn restore(game: &mut Game, hex: Hex, side: Side) {
    for group in game.groups.values_mut().filter(|group| group.hex == hex && group.side == side) {
        group.demoralized = false;
    }
}

/// The Rally Phase: every demoralized stack loses a strength point, then supply is judged (3.9, CW-93).
pub fn phase(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let stacks: Vec<(Side, Hex)> = Side::BOTH
        .into_iter()
        .flat_map(|side| demoralized(game, side).into_iter().map(move |hex| (side, hex)))
        .collect();
    let due = next_turn(game);
    let worn = attrition(rules, game);
    for &(side, hex) in &stacks {
        lose_in(game, hex, side, 1);
        let left = game.sp_at(hex, side);
        events.emit("3.9", &Event::Lost { side, hex, sp: 1, left });
        if left > 0 {
            continue;
        }
        // Into the pool itself, without a check (CW-50).
        for piece in game.leaders_at(&rules.pack, hex, side) {
            game.pieces.insert(piece.clone(), Place::Pool);
            events.emit("3.9", &Event::Displaced { side, piece, due });
        }
    }
    for (side, hex, sp) in worn {
        lose_in(game, hex, side, sp);
        events.emit("21.8", &Event::Attrition { side, hex, sp, left: game.sp_at(hex, side) });
    }
    army::update_membership(rules, game, events);
    let standing = stacks.into_iter().filter(|(side, hex)| game.sp_at(*hex, *side) > 0);
    let judged: Vec<(Side, Hex, bool)> =
        standing.map(|(side, hex)| (side, hex, supply::in_supply(rules, game, hex, side, None))).collect();
    for (side, hex, supplied) in judged {
        if supplied {
            restore(game, hex, side);
            events.emit("3.9", &Event::Rallied { side, hex, leader: None });
        } else {
            events.emit("3.9", &Event::NotRallied { side, hex });
        }
    }
    game.tidy();
}

/// The large forces out of supply, and what they lose, by the option `attrition`: judged before any loss of the phase,
/// like those of 3.9 (21.8, CW-311).
fn attrition(rules: &CivilWar, game: &Game) -> Vec<(Side, Hex, u32)> {
    if !game.options.attrition {
        return Vec::new();
    }
    let figures = &rules.pack.optional.attrition;
    let mut hexes: Vec<(Side, Hex)> = game.groups.values().map(|group| (group.side, group.hex)).collect();
    hexes.sort();
    hexes.dedup();
    let large = |(side, hex): &(Side, Hex)| game.sp_at(*hex, *side) > u32::from(figures.above);
    let unfed = |(side, hex): &(Side, Hex)| !supply::in_supply(rules, game, *hex, *side, None);
    let worn = hexes.into_iter().filter(large).filter(unfed);
    worn.map(|(side, hex)| (side, hex, u32::from(figures.loses))).collect()
}

/// Legal rally orders.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let order = |hex| Rally { at: hex, pay: None, condition: None };
    let orders = demoralized(game, side).into_iter().map(order);
    let none = Doubts::default();
    let may = |order: &Rally| {
        let leader = game.ranking_leader(&rules.pack, order.at, side);
        check(rules, game, side, order, leader, &none).is_ok()
    };
    orders.filter(may).map(Order::Rally).collect()
}
