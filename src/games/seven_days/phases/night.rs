//! The Night Phase (13.2): artillery refits, replacements, entrenchments (11.1).

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::Events;

use crate::events::{AdvantageUse, Event};
use crate::orders::Night;
use crate::pack::{Kind, Side};
use crate::position::ledger::{Game, Phase, Works};
use crate::refusal::NightRefusal;
use crate::{Procedure, SevenDays};

/// What a side may spend in its Night Phase: points in reserve, and points received (13.3).
pub fn points(rules: &SevenDays, game: &Game, side: Side, advantage: bool) -> u32 {
    let reserve = game.points.get(&side).copied().unwrap_or(0);
    reserve.saturating_add(rules.income(game, side)).saturating_add(u32::from(advantage))
}

/// Whether a side may entrench an area, or improve its entrenchment (11.1, SD-38).
///
/// # Errors
/// Why not.
pub fn may_entrench(rules: &SevenDays, game: &Game, side: Side, area: Area) -> Result<(), Problem> {
    let mut units = game.units_at(&rules.pack, area, side);
    if !units.any(|(_, _, unit)| unit.kind == Kind::Infantry) {
        return Err(NightRefusal::NoInfantryToEntrench { area }.problem(rules, side).rule("11.1"));
    }
    match game.works.get(&area) {
        Some(works) if works.side != side => {
            Err(NightRefusal::EnemyEntrenched { area }.problem(rules, side).rule("11.1"))
        }
        Some(works) if works.level >= 2 => {
            Err(NightRefusal::FullyEntrenched { area }.problem(rules, side).rule("11.1"))
        }
        Some(_) => Ok(()),
        None if rules.has_marker(game, side) => Ok(()),
        None => Err(NightRefusal::NoEntrenchmentsLeft.problem(rules, side).rule("11.0")),
    }
}

/// Carries out a side's Night Phase.
///
/// # Errors
/// Every reason why it is not legal.
pub fn begin(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Night,
) -> Result<Option<Procedure>, Vec<Problem>> {
    check(rules, game, side, order)?;
    let have = points(rules, game, side, order.advantage);
    let used = u32::try_from(order.replace.len()).unwrap_or(u32::MAX);
    refit(rules, game, events, side);
    if order.advantage {
        rules.use_advantage(game, events, side, AdvantageUse::Replacement).map_err(|problem| vec![problem])?;
    }
    let received = rules.income(game, side) + u32::from(order.advantage);
    game.points.insert(side, have - used);
    for id in &order.replace {
        if let Some(state) = game.units.get_mut(id) {
            state.exhausted = false;
        }
    }
    events.emit("13.3", &Event::Replacements { side, received, used, reserve: have - used });
    if !order.replace.is_empty() {
        events.emit("13.2", &Event::Replaced { units: order.replace.clone() });
    }
    for &area in &order.entrench {
        let level = game.works.get(&area).map_or(1, |works| works.level + 1);
        game.works.insert(area, Works { side, level });
        events.emit("11.1", &Event::Entrenched { area, works: Some(Works { side, level }) });
    }
    if side == Side::Union && game.engineers.is_some() && !order.keep_engineers {
        game.engineers = None;
        events.emit("15.4.4", &Event::Engineers { bridge: None });
    }
    if game.points.get(&side) == Some(&0) {
        game.points.remove(&side);
    }
    Ok(Some(Procedure::Done {}))
}

/// Checks a side's Night Phase.
///
/// # Errors
/// Every reason why it is not legal.
pub fn check(rules: &SevenDays, game: &Game, side: Side, order: &Night) -> Result<(), Vec<Problem>> {
    if game.phase != Phase::Night {
        return Err(vec![NightRefusal::NotNight.problem(rules, side).in_path("night").rule("13.2")]);
    }
    let mut problems = Vec::new();
    let last = rules.scenario(game).map_or(7, |scenario| scenario.last_turn);
    if order.advantage && game.turn >= last {
        let problem = NightRefusal::NoReplacementsOnLastDay.problem(rules, side);
        problems.push(problem.in_path("night.advantage").rule("13.3"));
    } else if order.advantage && !game.has_advantage(side) {
        problems.push(rules.without_advantage(game, side).in_path("night.advantage"));
    }
    let fit = rules.replaceable(game, side);
    for id in order.replace.iter().filter(|id| !fit.contains(*id)) {
        problems.push(not_replaced(rules, game, side, id).in_path("night.replace"));
    }
    let have = points(rules, game, side, order.advantage);
    let used = u32::try_from(order.replace.len()).unwrap_or(u32::MAX);
    if used > have {
        let problem = NightRefusal::TooFewReplacementPoints { used, have }.problem(rules, side);
        problems.push(problem.in_path("night.replace").rule("13.2"));
    }
    let mut trial = game.clone();
    for &area in &order.entrench {
        let refused = match rules.unknown_area(area) {
            Some(problem) => Some(problem),
            None => may_entrench(rules, &trial, side, area).err(),
        };
        match refused {
            Some(problem) => problems.push(problem.in_path("night.entrench")),
            None => {
                let level = trial.works.get(&area).map_or(1, |works| works.level + 1);
                trial.works.insert(area, Works { side, level });
            }
        }
    }
    if order.keep_engineers && (side != Side::Union || game.engineers.is_none()) {
        let problem = NightRefusal::NoEngineersAtBridge.problem(rules, side);
        problems.push(problem.in_path("night.keep_engineers").rule("15.4.4"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Exhausted artillery turns to its Fresh side (13.2).
fn refit(rules: &SevenDays, game: &mut Game, events: &mut Events, side: Side) {
    let mut units = crate::sorted::SortedSet::new();
    for (id, state) in &mut game.units {
        let guns =
            rules.pack.forces.units.get(id).is_some_and(|unit| unit.side == side && unit.kind == Kind::Artillery);
        if guns && state.exhausted {
            state.exhausted = false;
            units.insert(id.clone());
        }
    }
    if !units.is_empty() {
        events.emit("13.2", &Event::Refit { units });
    }
}

/// Why a unit cannot receive a replacement.
fn not_replaced(rules: &SevenDays, game: &Game, side: Side, id: &Id) -> Problem {
    let known = rules.unit(id).filter(|unit| unit.side == side);
    let (Some(unit), Some(state)) = (known, game.units.get(id)) else { return rules.unknown_unit(game, side, id) };
    if unit.kind == Kind::Artillery {
        return NightRefusal::RefitsByItself { unit: id.clone() }.problem(rules, side).rule("13.2");
    }
    if !state.exhausted {
        return NightRefusal::ReplacesFreshUnit { unit: id.clone() }.problem(rules, side).rule("13.2");
    }
    let to = rules.source(game, side).unwrap_or_default();
    NightRefusal::NoReplacementPath { unit: id.clone(), to }.problem(rules, side).rule("13.3.1")
}
