//! Whether the orders are legal that form an army, change it, and remove its commander (5.3.3, 12.1, 12.2).

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::{
    armies_at, commander, find, free_capacity, free_to_command, hex_of, hexes_with_commanders, leaders, may_command, sp,
};
use crate::orders::{Create, Move, Order, Removal, Remove, Transfer};
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Piece, Points, is_cavalry};
use crate::refusal::ArmyRefusal;
use crate::supply::Supplies;
use crate::{CivilWar, command::payment, movement};

/// The general who founds an army: the highest in the hex who commands none.
pub fn founder(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> Option<Piece> {
    let free = |piece: &Piece| free_to_command(rules, game, piece);
    super::highest(&rules.pack, game.leaders_at(&rules.pack, hex, side).into_iter().filter(free))
}

/// Whether an army may be formed: in its theater (12.1.2), in supply, with a general of three or four stars and a
/// strength point, none of them demoralized (12.1.1, 7.7.3j), for its price; each army once (12.1.3).
///
/// # Errors
/// Every reason why it may not.
pub fn may_create(supplies: &Supplies<'_>, order: &Create) -> Result<Points, Vec<Problem>> {
    let Supplies { rules, game, side, .. } = *supplies;
    let hex = order.at;
    let mut problems = Vec::new();
    let refuse = |path: &str, rule: &str, refusal: ArmyRefusal| refusal.problem(rules, side).in_path(path).rule(rule);
    if rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| !scenario.armies) {
        return Err(vec![refuse("create", "CW-11", ArmyRefusal::NoArmiesInScenario)]);
    }
    let army = &order.army;
    match (rules.pack.charts.armies.get(army), game.armies.get(army)) {
        (Some(data), None) if data.side == side => {
            let theater = rules.pack.map.theater(hex);
            if data.theater != theater && !game.options.free_armies {
                let refusal = ArmyRefusal::ArmyOfOtherTheater { army: army.clone(), hex, theater };
                problems.push(refuse("create.at", "12.1.2", refusal));
            }
        }
        (Some(data), Some(place)) if data.side == side => {
            let army = army.clone();
            let refusal = match *place {
                ArmyPlace::At(hex) => ArmyRefusal::ArmyAlreadyFormed { army, hex },
                ArmyPlace::Destroyed => ArmyRefusal::ArmyFormedOnce { army },
            };
            problems.push(refuse("create.army", "12.1.3", refusal));
        }
        _ => problems.extend(find(rules, game, side, army).err().map(|problem| problem.in_path("create.army"))),
    }
    let path = "create.at";
    let spare = game.sp_at(hex, side).saturating_sub(armies_at(rules, game, hex, side).len() as u32);
    if spare == 0 {
        problems.push(refuse(path, "12.1.1", ArmyRefusal::NoStrengthForArmy { hex }));
    }
    if founder(rules, game, side, hex).is_none() {
        let cavalry = game
            .leaders_at(&rules.pack, hex, side)
            .iter()
            .any(|piece| piece.rank >= 3 && is_cavalry(&rules.pack, piece));
        let rule = if cavalry { "5.3.4" } else { "12.1.1" };
        problems.push(refuse(path, rule, ArmyRefusal::NoGeneralForArmy { hex }));
    }
    if game.demoralized_at(hex, side) {
        problems.push(refuse(path, "7.7.3j", ArmyRefusal::ArmyOfDemoralized { hex }));
    }
    if !supplies.in_supply(hex) {
        problems.push(refuse(path, "12.1.1", ArmyRefusal::ArmyFormedOutOfSupply { hex }));
    }
    let cost = u32::from(rules.pack.charts.costs.create_army);
    let theater = rules.pack.map.theater(hex);
    payment::payment_unless_refused(
        problems,
        "create",
        payment::payment_for(rules, game, side, theater, (cost, "12.1.1"), order.pay.as_ref()),
    )
}

/// Whether a commander may be removed, so that the next general of three stars takes command at once: one of three stars
/// (5.3.3a), with another there to take over (5.3.3), for the price that covers his move too (5.3.3c); demoted only with
/// a two-star counter (5.3.3d).
///
/// # Errors
/// Every reason why he may not.
pub fn may_remove(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Remove,
) -> Result<(Piece, Hex, Points), Vec<Problem>> {
    let refuse = |path: &str, rule: &str, refusal: ArmyRefusal| refusal.problem(rules, side).in_path(path).rule(rule);
    let hex = find(rules, game, side, &order.army).map_err(|problem| vec![problem.in_path("remove.army")])?;
    let Some(piece) = commander(rules, game, &order.army) else {
        let refusal = ArmyRefusal::NoCommanderToRemove { army: order.army.clone() };
        return Err(vec![refuse("remove.army", "5.3.3", refusal)]);
    };
    let mut problems = Vec::new();
    if piece.rank != 3 {
        let refusal = ArmyRefusal::CommanderNotThreeStar { leader: piece.leader.clone(), stars: piece.rank };
        problems.push(refuse("remove.army", "5.3.3a", refusal));
    }
    let next = |other: &Piece| *other != piece && other.rank == 3 && may_command(rules, other);
    if !leaders(game, &order.army).iter().any(next) {
        problems.push(refuse("remove.army", "5.3.3", ArmyRefusal::NoSuccessor { army: order.army.clone() }));
    }
    match order.fate {
        Removal::Demoted => {
            let lower = rules.pack.leaders.get(&piece.leader).and_then(|leader| leader.counter(2));
            if lower.is_none() {
                let refusal = ArmyRefusal::NoTwoStarCounter { leader: piece.leader.clone() };
                problems.push(refuse("remove.fate", "5.3.3d", refusal));
            }
        }
        Removal::Moved => {
            let order = Move { leader: Some(piece.leader.clone()), path: order.path.clone(), ..Move::default() };
            problems.extend(movement::check_ride(rules, game, side, &order, &piece, hex).into_iter().map(
                |mut problem| {
                    problem.path = problem.path.map(|path| path.replacen("move.", "remove.", 1));
                    problem
                },
            ));
        }
        Removal::Removed => {}
    }
    if order.fate != Removal::Moved && !order.path.is_empty() {
        let refusal = ArmyRefusal::RemovalWithPath { army: order.army.clone(), fate: order.fate };
        problems.push(refuse("remove.path", "5.3.3", refusal));
    }
    let cost = u32::from(rules.pack.charts.costs.remove_commander);
    let settled =
        payment::payment_for(rules, game, side, rules.pack.map.theater(hex), (cost, "5.3.3"), order.pay.as_ref());
    Ok((piece, hex, payment::payment_unless_refused(problems, "remove", settled)?))
}

/// Whether two armies may exchange, free, in their own half-pulse (12.2.2): both in one hex, each left with a strength
/// point and a commander of its own (6.2.7), none over its maximum (12.1.2).
///
/// # Errors
/// Every reason why they may not.
pub fn may_transfer(rules: &CivilWar, game: &Game, side: Side, order: &Transfer) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for (path, army) in [("transfer.from", &order.from), ("transfer.to", &order.to)] {
        problems.extend(find(rules, game, side, army).err().map(|problem| problem.in_path(path)));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut refuse = |path: &str, rule: &str, refusal: ArmyRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    let (from, to) = (&order.from, &order.to);
    if from == to {
        refuse("transfer", "12.2.2", ArmyRefusal::TransferToItself { army: from.clone() });
    } else if hex_of(game, from) != hex_of(game, to) {
        refuse("transfer", "12.2.2", ArmyRefusal::TransferBetweenHexes { from: from.clone(), to: to.clone() });
    }
    if order.sp == 0 && order.leaders.is_empty() {
        refuse("transfer", "12.2.2", ArmyRefusal::NothingTransferred);
    }
    let has = sp(game, from);
    if order.sp >= has {
        refuse("transfer.sp", "12.1.3", ArmyRefusal::TransferTakesAll { army: from.clone(), sp: has });
    }
    let open = free_capacity(rules, game, to);
    if order.sp > open {
        refuse("transfer.sp", "12.1.2", ArmyRefusal::TransferOverMaximum { army: to.clone(), open });
    }
    let there = leaders(game, from);
    for (n, leader) in order.leaders.iter().enumerate() {
        if !there.iter().any(|piece| piece.leader == *leader) {
            let refusal = ArmyRefusal::TransferLeaderElsewhere { leader: leader.clone(), army: from.clone() };
            refuse(&format!("transfer.leaders[{n}]"), "12.2.2", refusal);
        }
    }
    let stays = |piece: &&Piece| may_command(rules, piece) && !order.leaders.contains(&piece.leader);
    if !order.leaders.is_empty() && commander(rules, game, from).is_some() && !there.iter().any(|piece| stays(&piece)) {
        refuse("transfer.leaders", "6.2.7", ArmyRefusal::TransferTakesCommanders { army: from.clone() });
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Legal orders about armies: each army that may be formed, in each hex; each commander's removal; and a strength point
/// or a leader from one army of a hex to another.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let hexes = hexes_with_commanders(rules, game, side);
    let supplies = Supplies::new(rules, game, side);
    for army in
        rules.pack.charts.armies.values().filter(|data| data.side == side && !game.armies.contains_key(&data.id))
    {
        for &at in &hexes {
            let order = Create { army: army.id.clone(), at, pay: None, condition: None };
            if may_create(&supplies, &order).is_ok() {
                orders.push(Order::Create(order));
            }
        }
    }
    let own: Vec<Id> = super::on_map(rules, game, side).map(|(army, _)| army.clone()).collect();
    for army in &own {
        for fate in [Removal::Removed, Removal::Demoted] {
            let order = Remove { army: army.clone(), fate, path: Vec::new(), pay: None, condition: None };
            if may_remove(rules, game, side, &order).is_ok() {
                orders.push(Order::Remove(order));
            }
        }
        for to in own.iter().filter(|to| *to != army && hex_of(game, to) == hex_of(game, army)) {
            let transfer = |sp, leaders| Transfer { from: army.clone(), to: to.clone(), sp, leaders, condition: None };
            let each = leaders(game, army).into_iter().map(|piece| transfer(0, vec![piece.leader]));
            let offers = each.chain([transfer(1, Vec::new())]);
            orders.extend(
                offers.filter(|order| may_transfer(rules, game, side, order).is_ok()).take(2).map(Order::Transfer),
            );
        }
    }
    orders
}
