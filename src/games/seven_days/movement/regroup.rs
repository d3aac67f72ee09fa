//! A Regroup Impulse, and a Combined Regroup (8.1.2, 12.1).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::Events;

use crate::combat::retreat::UNITS_PER_BRIDGE;
use crate::events::{AdvantageUse, Event};
use crate::movement::leader_placement::{LeaderPlacement, PlacementReason};
use crate::orders::{Party, Regroup};
use crate::pack::Side;
use crate::phases::impulse::may_begin;
use crate::position::ledger::{Game, Impulse, ImpulseKind, LeaderPlace};
use crate::refusal::{ImpulseRefusal, MoveRefusal};
use crate::{Procedure, SevenDays};

/// Regroups one area, or two with the Advantage.
///
/// # Errors
/// Every reason why it is not legal.
pub fn begin(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Regroup,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let (after, moved) = carry_out(rules, game, side, order)?;
    *game = after;
    events.extend(moved);
    let leaders = rules.stranded(game);
    Ok((!leaders.is_empty()).then_some(Procedure::Placing(LeaderPlacement { leaders, why: PlacementReason::Alone })))
}

/// Whether a regroup is legal; the obvious failures are found without a copy.
pub fn can_begin(rules: &SevenDays, game: &Game, side: Side, order: &Regroup) -> bool {
    let free = |from: Area, party: &Party| {
        rules.can_cross(game, from, party.area) && game.is_free(&rules.pack, party.area, side)
    };
    let second = order.and.iter().flat_map(|second| second.to.iter().map(|party| (second.from, party)));
    let mut parties = order.to.iter().map(|party| (order.from, party)).chain(second);
    let may = order.and.is_none() || game.has_advantage(side) && !rules.army_active(game, side);
    may && parties.all(|(from, party)| free(from, party)) && carry_out(rules, game, side, order).is_ok()
}

/// The game after a regroup, and the events.
fn carry_out(rules: &SevenDays, game: &Game, side: Side, order: &Regroup) -> Result<(Game, Events), Vec<Problem>> {
    may_begin(rules, game, side).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    if let Some(second) = &order.and {
        if rules.army_active(game, side) {
            let problem = ImpulseRefusal::ArmyLeaderActive.problem(rules, side);
            problems.push(problem.in_path("regroup.and").rule("12.1"));
        }
        if !game.has_advantage(side) {
            problems.push(rules.without_advantage(game, side).in_path("regroup.and"));
        }
        if second.from == order.from {
            let problem = ImpulseRefusal::RegroupsTwice { area: order.from }.problem(rules, side);
            problems.push(problem.in_path("regroup.and.from").rule("12.1"));
        }
    }
    let mut trial = game.clone();
    let mut moved = Events::default();
    let areas: Vec<Area> = std::iter::once(order.from).chain(order.and.as_ref().map(|second| second.from)).collect();
    trial.current = Some(Impulse::new(ImpulseKind::Regroup));
    moved.emit(
        "8.1.2",
        &Event::Impulse { side, impulse: game.impulse, kind: ImpulseKind::Regroup, areas: areas.clone() },
    );
    if order.and.is_some() && problems.is_empty() {
        let used = rules.use_advantage(&mut trial, &mut moved, side, AdvantageUse::CombinedRegroup);
        problems.extend(used.err().map(|problem| problem.in_path("regroup.and")));
    }
    // One area after the other (SD-98).
    let from = (order.from, "regroup".to_owned(), &order.to);
    let also = order.and.as_ref().map(|second| (second.from, "regroup.and".to_owned(), &second.to));
    for (from, path, parties) in std::iter::once(from).chain(also) {
        if let Some(problem) = rules.unknown_area(from) {
            problems.push(problem.in_path(format!("{path}.from")));
            continue;
        }
        if parties.is_empty() {
            let problem = ImpulseRefusal::NobodyRegroups { from }.problem(rules, side);
            problems.push(problem.in_path(format!("{path}.to")));
        }
        for (n, party) in parties.iter().enumerate() {
            let path = format!("{path}.to[{n}]");
            problems.extend(move_party(rules, (game, &mut trial), &mut moved, side, from, party, &path));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    for area in areas {
        rules.update_control(&mut trial, &mut moved, area, false);
    }
    Ok((trial, moved))
}

/// Moves a party to its area; problems are reported.
fn move_party(
    rules: &SevenDays,
    (before, game): (&Game, &mut Game),
    events: &mut Events,
    side: Side,
    from: Area,
    party: &Party,
    path: &str,
) -> Vec<Problem> {
    let to = party.area;
    if let Some(problem) = rules.unknown_area(to) {
        return vec![problem.in_path(format!("{path}.area"))];
    }
    let at = |refusal: ImpulseRefusal| vec![refusal.problem(rules, side).in_path(format!("{path}.area")).rule("8.1.2")];
    if !rules.can_cross(game, from, to) {
        return at(ImpulseRefusal::RegroupsTooFar { from, to });
    }
    if !game.is_free(&rules.pack, to, side) {
        return at(match game.control(to) == side {
            true => ImpulseRefusal::RegroupsToContested { to },
            false => ImpulseRefusal::RegroupsToEnemy { to },
        });
    }
    let mut problems = Vec::new();
    if party.units.is_empty() && party.leaders.is_empty() {
        problems.push(ImpulseRefusal::NobodyRegroupsTo { to }.problem(rules, side).in_path(path.to_owned()));
    }
    let mut no_room = SortedSet::new();
    for id in &party.units {
        match move_unit(rules, (before, game), side, (from, to), id) {
            Ok(true) => {}
            Ok(false) => {
                no_room.insert(id);
            }
            Err(problem) => problems.push(problem.in_path(format!("{path}.units"))),
        }
    }
    if !no_room.is_empty() {
        let refusal = ImpulseRefusal::NoRoomToRegroup { to, units: no_room.into_iter().cloned().collect() };
        problems.push(refusal.problem(rules, side).in_path(format!("{path}.units")).rule("9.5.1"));
    }
    for id in &party.leaders {
        let known = rules.pack.forces.leaders.get(id).is_some_and(|leader| leader.side == side);
        match game.leader_at(id) {
            Some(area) if known && area == from && before.leader_at(id) == Some(from) => {
                if let Some(state) = game.leaders.get_mut(id) {
                    state.place = LeaderPlace::At(to);
                }
            }
            Some(_) if known => {
                let problem = ImpulseRefusal::NotInRegroup { id: id.clone(), from }.problem(rules, side);
                problems.push(problem.in_path(format!("{path}.leaders")).rule("8.1.2"));
            }
            _ => problems.push(rules.unknown_leader(game, side, id).in_path(format!("{path}.leaders"))),
        }
    }
    if party.siege_guns {
        let road = rules.pack.map.boundary(from, to).is_some_and(|boundary| boundary.road);
        let refusal = if side != Side::Union {
            Some(MoveRefusal::SiegeGunsAreUnions)
        } else if before.siege_guns != Some(from) || game.siege_guns != Some(from) {
            Some(MoveRefusal::SiegeGunsNotThere { area: from })
        } else if party.units.is_empty() {
            Some(MoveRefusal::SiegeGunsAlone)
        } else if !road {
            Some(MoveRefusal::SiegeGunsOffRoad { from, to })
        } else {
            None
        };
        let to_problem = |refusal: MoveRefusal| refusal.problem(rules, side).rule("16.2");
        problems.extend(refusal.map(|refusal| to_problem(refusal).in_path(format!("{path}.siege_guns"))));
    }
    if problems.is_empty() {
        let (units, leaders): (SortedSet<Id>, SortedSet<Id>) = (party.units.clone(), party.leaders.clone());
        events.emit("8.1.2", &Event::Regrouped { side, units, leaders, from, to });
        if party.siege_guns {
            game.siege_guns = Some(to);
            events.emit("16.2", &Event::GunsMoved { to });
        }
    }
    problems
}

/// Moves one unit; returns whether there is room for it (7.1, 9.5).
fn move_unit(
    rules: &SevenDays,
    (before, game): (&Game, &mut Game),
    side: Side,
    (from, to): (Area, Area),
    id: &Id,
) -> Result<bool, Problem> {
    let known = rules.unit(id).is_some_and(|unit| unit.side == side) && game.units.contains_key(id);
    if !known {
        return Err(rules.unknown_unit(game, side, id));
    }
    let stood = before.units.get(id).map(|state| state.at);
    if game.units[id].at != from || stood != Some(from) {
        return Err(ImpulseRefusal::NotInRegroup { id: id.clone(), from }.problem(rules, side).rule("8.1.2"));
    }
    if game.is_full(&rules.pack, to, side) {
        return Ok(false);
    }
    if !rules.bridge_open(game, from, to) {
        return Err(MoveRefusal::BridgeUsedUp { from, to, most: UNITS_PER_BRIDGE }.problem(rules, side).rule("9.5.2"));
    }
    rules.count_crossing(game, from, to);
    if let Some(state) = game.units.get_mut(id) {
        state.at = to;
    }
    Ok(true)
}
