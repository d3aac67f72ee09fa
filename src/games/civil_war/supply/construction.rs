//! Depots, forts and fortresses: building, destroying, losing (9.2, 14; CW-140 to CW-143).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::Events;

use crate::events::{DepotFate, Event};
use crate::legality::uncertainty::Doubts;
use crate::orders::{Build, Captured, Destroy, Order, Work};
use crate::pack::{FortKind, Side};
use crate::position::ledger::{Game, Points, Works};
use crate::refusal::WorksRefusal;
use crate::supply::Supplies;
use crate::supply::costs::build_cost;
use crate::{CivilWar, command::payment, homefront, leaders::army, leaders::leader_limits, movement::territory};

/// The maximum number of orders to build offered for each kind.
const ENOUGH: usize = 6;

/// The cost of building in a hex, in command points (9.2.7a, CW-12); more for the Confederacy if it is short of
/// supplies (4.2.21, 9.4.8a).
pub fn price(rules: &CivilWar, game: &Game, side: Side, what: Work, hex: Hex) -> u32 {
    build_cost(rules, what) + homefront::extra_build_cost(rules, game, side, what, hex)
}

/// The rule that sets the price.
pub fn price_rule(what: Work) -> &'static str {
    match what {
        Work::Depot => "9.2.7a",
        Work::Fort | Work::Fortress => "CW-12",
    }
}

/// Puts what is built on the map.
pub fn place_work(game: &mut Game, side: Side, what: Work, at: Hex) {
    let kind = match what {
        Work::Depot => {
            game.depots.insert(at, side);
            return;
        }
        Work::Fort => FortKind::Fort,
        Work::Fortress => FortKind::Fortress,
    };
    game.works.insert(at, Works::Held { side, kind });
}

/// What pays for a `build` order, which is done before or after a force's whole move, never within it (6.1.4), and paid
/// by the theater of the hex (4.2.20, 6.4.4a); doubtful facts are taken in the order's favour.
///
/// # Errors
/// Every reason why the rules forbid it; paths begin with `build`.
pub fn check_build(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Build,
    doubts: &Doubts,
) -> Result<Points, Vec<Problem>> {
    check_build_with(&Supplies::new(rules, game, side), order, doubts)
}

/// [`check_build`], supply being as it is known to be.
fn check_build_with(supplies: &Supplies<'_>, order: &Build, doubts: &Doubts) -> Result<Points, Vec<Problem>> {
    let Supplies { rules, game, side, .. } = *supplies;
    let (what, at) = (order.what, order.at);
    let problems = match what {
        Work::Depot => no_depot(rules, game, side, at, doubts),
        Work::Fort | Work::Fortress => no_fort(supplies, what, at, doubts),
    };
    let theater = rules.pack.map.theater(at);
    let price = price(rules, game, side, what, at);
    payment::payment_unless_refused(
        problems,
        "build",
        payment::payment_for(rules, game, side, theater, (price, price_rule(what)), order.pay.as_ref()),
    )
}

/// Why no depot can be built in a hex: it needs a city or stockade, controlled by the builder, in whatever ground and
/// in supply or not (9.2.7a), and no other depot (9.2.7b).
fn no_depot(rules: &CivilWar, game: &Game, side: Side, at: Hex, doubts: &Doubts) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |rule: &str, refusal: WorksRefusal| {
        problems.push(refusal.problem(rules, side).in_path("build.at").rule(rule));
    };
    let nearest = || {
        let open = rules.pack.map.hexes().map(|(hex, _)| hex).filter(|&hex| depot_may_stand(rules, game, side, hex));
        open.min_by_key(|hex| (hex.distance(at), *hex))
    };
    if !depot_place(rules, at) || is_eliminated(rules, game, at) {
        refuse("9.2.7a", WorksRefusal::DepotNeedsCity { hex: at, nearest: nearest() });
    } else if doubts.hex(at) {
        // Whose it is when the time comes is not known.
    } else if game.sp_at(at, side.other()) > 0 {
        refuse("9.2.7a", WorksRefusal::DepotEnemyThere { hex: at, nearest: nearest() });
    } else {
        match territory::controller(rules, game, at) {
            Some(holder) if holder == side => {}
            Some(_) => refuse("9.2.7a", WorksRefusal::DepotEnemyControls { hex: at }),
            None => refuse("9.2.7a", WorksRefusal::DepotNobodyControls { hex: at }),
        }
    }
    // A combat may use up the depot that is there.
    if game.depots.contains_key(&at) && !doubts.supply() {
        refuse("9.2.7b", WorksRefusal::DepotAlreadyThere { hex: at, nearest: nearest() });
    }
    problems
}

/// Whether a hex has what a depot requires, whoever controls it: a city or stockade (9.2.7a).
pub fn depot_place(rules: &CivilWar, at: Hex) -> bool {
    rules.pack.map.hex(at).is_some_and(|data| data.city.is_some())
        || territory::printed_fort(rules, at).is_some_and(|fort| fort.kind == FortKind::Stockade)
}

/// Whether a hex has lost its only place for a depot: a stockade that a tribe has eliminated (19.2, CW-321).
pub fn is_eliminated(rules: &CivilWar, game: &Game, at: Hex) -> bool {
    game.works.get(&at) == Some(&Works::Razed) && rules.pack.map.hex(at).is_some_and(|data| data.city.is_none())
}

/// Whether a depot can be built in a hex.
fn depot_may_stand(rules: &CivilWar, game: &Game, side: Side, at: Hex) -> bool {
    depot_place(rules, at)
        && !is_eliminated(rules, game, at)
        && !game.depots.contains_key(&at)
        && game.sp_at(at, side.other()) == 0
        && territory::controller(rules, game, at) == Some(side)
}

/// Why no fort can be built in a hex, or made a fortress: strength points build it, where they are in supply at that
/// moment (9.1.5, CW-140).
fn no_fort(supplies: &Supplies<'_>, what: Work, at: Hex, doubts: &Doubts) -> Vec<Problem> {
    let Supplies { rules, game, side, .. } = *supplies;
    let mut problems = Vec::new();
    let fort = territory::fort(rules, game, at);
    let strong = fort.filter(|fort| fort.kind != FortKind::Stockade);
    let mut refuse = |rule: &str, refusal: WorksRefusal| {
        problems.push(refusal.problem(rules, side).in_path("build.at").rule(rule));
    };
    match (what, strong.map(|fort| (fort.kind, fort.holder))) {
        _ if doubts.hex(at) => {}
        (Work::Fortress, None) => refuse("CW-140", WorksRefusal::FortressNeedsFort { hex: at }),
        (Work::Fortress, Some((FortKind::Fort, Some(holder)))) if holder == side => {}
        (Work::Fortress, Some((FortKind::Fort, _))) => {
            refuse("CW-140", WorksRefusal::FortToUpgradeNotOwn { hex: at });
        }
        (_, Some((kind, _))) => refuse("CW-140", WorksRefusal::FortifiedAlready { hex: at, kind, what }),
        (_, None) => {}
    }
    if doubts.strength(game, at, side).all == 0 {
        refuse("CW-140", WorksRefusal::NobodyToFortify { hex: at });
    } else if !doubts.supply() && !supplies.in_supply(at) {
        refuse("9.1.5", WorksRefusal::FortifiedOutOfSupply { hex: at });
    }
    problems
}

/// Takes what a `destroy` order names off the map.
pub fn remove_works(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side, order: &Destroy) {
    match order.what {
        Work::Depot => {
            game.depots.remove(&order.at);
            events.emit("9.2.8", &Event::DepotLost { side, hex: order.at, how: DepotFate::Destroyed });
        }
        Work::Fort | Work::Fortress => raze(rules, game, events, "CW-142", order.at, side),
    }
}

/// Whether a `destroy` order is allowed: of a friendly depot in the side's own half-pulse, without command or initiative
/// points (9.2.8), or of a fort that was built (CW-142); doubtful facts are taken in the order's favour.
///
/// # Errors
/// Why the rules forbid it; paths begin with `destroy`.
pub fn check_destroy(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Destroy,
    doubts: &Doubts,
) -> Result<(), Vec<Problem>> {
    let refused = if doubts.hex(order.at) { Ok(()) } else { no_destruction(rules, game, side, order, doubts) };
    refused.map_err(|problem| vec![problem.in_path("destroy.at")])
}

fn no_destruction(rules: &CivilWar, game: &Game, side: Side, order: &Destroy, doubts: &Doubts) -> Result<(), Problem> {
    let (what, at) = (order.what, order.at);
    let kind = match what {
        Work::Depot => {
            if game.depots.get(&at) != Some(&side) {
                let own = game.depots.iter().filter(|(_, owner)| **owner == side).map(|(hex, _)| *hex).collect();
                return Err(WorksRefusal::NoDepotToDestroy { hex: at, own }.problem(rules, side).rule("9.2.8"));
            }
            // A combat may use it up first.
            doubts.supply();
            return leaves_nobody_alone(rules, game, side, at, doubts);
        }
        Work::Fort => FortKind::Fort,
        Work::Fortress => FortKind::Fortress,
    };
    let hex = at;
    let refusal = match territory::fort(rules, game, at) {
        Some(fort) if fort.kind != kind => match fort.kind {
            FortKind::Fort => WorksRefusal::DestroyedOtherKind { hex, kind: fort.kind },
            FortKind::Fortress if fort.built => WorksRefusal::DestroyedOtherKind { hex, kind: fort.kind },
            FortKind::Fortress => WorksRefusal::DestroyedPrinted { hex, kind: fort.kind },
            FortKind::Stockade => WorksRefusal::DestroyedStockade { hex },
        },
        Some(fort) if fort.holder == Some(side) && fort.built => return Ok(()),
        Some(fort) if fort.holder == Some(side) => WorksRefusal::DestroyedPrinted { hex, kind },
        Some(_) => WorksRefusal::DestroyedNotOwn { hex, kind },
        None => WorksRefusal::NoFortToDestroy { hex },
    };
    Err(refusal.problem(rules, side).rule("CW-142"))
}

/// Whether a side's depot may go for its leaders' sake: it is company for one (6.2.10a, 6.2.11d, CW-51, CW-52).
fn leaves_nobody_alone(rules: &CivilWar, game: &Game, side: Side, at: Hex, doubts: &Doubts) -> Result<(), Problem> {
    let there = game.leaders_at(&rules.pack, at, side);
    let leaders = there.len() as u32;
    // Leaders who may have come or gone may be alone, or not.
    if doubts.joined(at) > 0 || there.iter().any(|piece| doubts.leader(&piece.leader).is_some()) {
        doubts.note_doubt();
        return Ok(());
    }
    let sp = game.sp_at(at, side);
    let army = !army::armies_at(rules, game, at, side).is_empty();
    if leaders > 0 && sp == 0 {
        let refusal = WorksRefusal::DepotLeavesLeadersAlone { hex: at, leaders };
        return Err(refusal.problem(rules, side).rule("6.2.10"));
    }
    if leaders == sp + 1 && !army && !leader_limits::is_washington(rules, game, at) {
        let refusal = WorksRefusal::DepotLeavesTooManyLeaders { hex: at, leaders, sp };
        return Err(refusal.problem(rules, side).rule("CW-52"));
    }
    Ok(())
}

/// An enemy depot where strength points of `side` enter is captured or destroyed, if no enemy strength points are left
/// there (9.2.8a); so is one in the hex of a force that was overrun (9.2.6b).
pub fn take_depot(game: &mut Game, events: &mut Events, hex: Hex, side: Side, fate: Captured) {
    let enemy = side.other();
    if game.depots.get(&hex) != Some(&enemy) || game.sp_at(hex, enemy) > 0 {
        return;
    }
    let how = match fate {
        Captured::Capture => {
            game.depots.insert(hex, side);
            DepotFate::Captured
        }
        Captured::Destroy => {
            game.depots.remove(&hex);
            DepotFate::Burnt
        }
    };
    events.emit("9.2.8a", &Event::DepotLost { side: enemy, hex, how });
}

/// The attackers have won the hex in a combat: an enemy depot there is gone (9.2.8b). Call it before they enter, when
/// they would capture it.
pub fn lose_depot_in_combat(game: &mut Game, events: &mut Events, hex: Hex, winner: Side) {
    if game.depots.get(&hex) == Some(&winner.other()) {
        game.depots.remove(&hex);
        events.emit("9.2.8b", &Event::DepotLost { side: winner.other(), hex, how: DepotFate::Burnt });
    }
}

/// A depot that was the source of a combat's supply is used up at the end of the combat, whatever its result (9.2.5,
/// 9.2.6, 9.2.6c): but not by an overrun, nor if cavalry has retreated (9.2.6a), nor by a march, a rally, building a
/// fort or a reinforcement (9.2.7).
pub fn spend_depot(game: &mut Game, events: &mut Events, hex: Hex) {
    if let Some(side) = game.depots.remove(&hex) {
        events.emit("9.2.5", &Event::DepotLost { side, hex, how: DepotFate::Spent });
    }
}

/// Strength points of `side` that take what they enter come into a hex: an enemy fort there, and a fortress made from
/// one, is destroyed (14.3, CW-141). A printed fortress changes hands, as its Control marker shows.
pub fn capture_works(rules: &CivilWar, game: &mut Game, events: &mut Events, hex: Hex, side: Side) {
    if has_enemy_fort(rules, game, hex, side) {
        raze(rules, game, events, "CW-141", hex, side);
    }
}

/// Whether an enemy fort of `side` in a hex would be destroyed if the hex were taken (CW-141).
pub fn has_enemy_fort(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let fort = territory::fort(rules, game, hex).filter(|fort| fort.owner == side.other());
    fort.is_some_and(|fort| fort.built || fort.kind == FortKind::Fort)
}

fn raze(rules: &CivilWar, game: &mut Game, events: &mut Events, rule: &'static str, hex: Hex, by: Side) {
    let Some(fort) = territory::fort(rules, game, hex) else { return };
    let (side, kind) = (fort.owner, fort.kind);
    if territory::printed_fort(rules, hex).is_some_and(|fort| !territory::changes_hands(fort)) {
        game.works.insert(hex, Works::Razed);
    } else {
        game.works.remove(&hex);
    }
    events.emit(rule, &Event::Razed { side, hex, kind, by });
}

/// Legal `build` and `destroy` orders: depots in the hexes nearest to the enemy, forts where there are strength points,
/// and everything of one's own that may be destroyed.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let (mut orders, none) = (Vec::new(), Doubts::default());
    let order = |what, at| Build { what, at, pay: None, condition: None };
    let enemies: Vec<Hex> = game.groups.values().filter(|group| group.side != side).map(|group| group.hex).collect();
    let front = |hexes: &mut Vec<Hex>| {
        hexes.sort_by_cached_key(|hex| (enemies.iter().map(|enemy| enemy.distance(*hex)).min(), *hex));
        hexes.dedup();
    };
    let mut places: Vec<Hex> =
        rules.pack.map.hexes().map(|(hex, _)| hex).filter(|&hex| depot_may_stand(rules, game, side, hex)).collect();
    let mut camps: Vec<Hex> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    front(&mut places);
    front(&mut camps);
    let forts: Vec<Hex> = camps.iter().copied().filter(|hex| game.works.contains_key(hex)).collect();
    let supplies = Supplies::new(rules, game, side);
    let left = game.initiative_left();
    for (what, hexes) in [(Work::Depot, &places), (Work::Fort, &camps), (Work::Fortress, &forts)] {
        if hexes.first().is_none_or(|&hex| price(rules, game, side, what, hex) > left) {
            continue;
        }
        let may = |order: &Build| check_build_with(&supplies, order, &none).is_ok();
        let found = hexes.iter().map(|&at| order(what, at)).filter(may).take(ENOUGH);
        orders.extend(found.map(Order::Build));
    }
    let depots = game.depots.keys().map(|&at| (Work::Depot, at));
    let forts = game.works.iter().filter_map(|(&at, works)| match works {
        Works::Held { kind: FortKind::Fort, .. } => Some((Work::Fort, at)),
        Works::Held { kind: FortKind::Fortress, .. } => Some((Work::Fortress, at)),
        _ => None,
    });
    for (what, at) in depots.chain(forts) {
        let order = Destroy { what, at, condition: None };
        if check_destroy(rules, game, side, &order, &none).is_ok() {
            orders.push(Order::Destroy(order));
        }
    }
    orders
}
