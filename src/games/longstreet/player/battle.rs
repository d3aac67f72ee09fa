//! What the units of a side can do on the table: whom they fire at and charge, and where they go.

use super::convention::{self, charge_of, move_of, sixths};
use crate::document::Id;
use crate::ledger::What;
use crate::orders::{Dice, Order};
use crate::pack::{Arm, Condition, Needs, UnitData};
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::table::{Ammunition, Spot, Unit};
use crate::view::View;

/// Nobody ends a move nearer to a friend, and to an enemy, than this.
const ELBOW: u32 = 8;
const APART: u32 = 12;

/// A unit that fires, at whom, and with what.
type Shot = (Id, Id, Dice);
/// A unit that charges, whom, and the dice of both.
type Strike = (Id, Id, Dice, Dice);

/// A unit on the table.
#[derive(Clone, Copy)]
pub struct Force<'v> {
    pub data: &'v UnitData,
    pub unit: &'v Unit,
}

/// The units of a side that are on the table.
pub fn there<'v>(view: View<'v>, side: Side) -> Vec<Force<'v>> {
    let data = view.rules.battle(view.game).map(|battle| battle.of(side)).unwrap_or_default();
    let found = data.iter().filter_map(|data| Some(Force { data, unit: view.game.units.get(&data.id)? }));
    found.filter(|force| force.unit.is_there()).collect()
}

/// Those of his own that no interrupt stops.
fn ready(view: View<'_>) -> Vec<Force<'_>> {
    let mut found = there(view, view.side);
    found.retain(|force| view.game.barred.as_ref() != Some(&force.data.id));
    found
}

/// Whom each unit fires at: whom it hits best, the weakest of those first; nobody is fired at for more than all its bases.
pub fn shots(view: View<'_>) -> Vec<Shot> {
    let enemies = there(view, view.side.other());
    let mut aimed: SortedMap<Id, u32> = SortedMap::new();
    let mut found = Vec::new();
    for force in ready(view) {
        let Force { data, unit } = force;
        if unit.smoke || unit.fired || unit.ammunition == Ammunition::Out {
            continue;
        }
        let shots = enemies.iter().copied().filter_map(|enemy| {
            let dice = convention::fire(data, unit, unit.at.distance(enemy.unit.at))?;
            let expected = aimed.get(&enemy.data.id).copied().unwrap_or(0);
            (expected < 6 * u32::from(enemy.unit.bases)).then_some((dice, enemy))
        });
        let best = shots.min_by_key(|(dice, enemy)| {
            (dice.hit_on, enemy.unit.bases, unit.at.distance(enemy.unit.at), enemy.data.id.clone())
        });
        if let Some((dice, enemy)) = best {
            *aimed.entry(enemy.data.id.clone()).or_default() += sixths(dice);
            found.push((data.id.clone(), enemy.data.id.clone(), dice));
        }
    }
    found
}

/// The charges that are worth it: of units that are stronger by half, at one that is in reach and cannot fall to fire before. `fired`
/// are volleys that are ordered and not rolled yet.
pub fn strikes(view: View<'_>, fired: &[Order]) -> Vec<Strike> {
    let ordered = fired.iter().filter_map(|order| match order {
        Order::Volley { target, dice, .. } => Some((target, dice.count)),
        _ => None,
    });
    let rolled = view.game.unsettled(view.side).filter_map(|fact| match &fact.what {
        What::Volley { target, dice, .. } => Some((target, dice.count)),
        _ => None,
    });
    let aimed: Vec<(&Id, u8)> = ordered.chain(rolled).collect();
    let fired =
        |target: &Id| aimed.iter().filter(|(at, _)| *at == target).map(|(_, count)| u32::from(*count)).sum::<u32>();
    let mut left = there(view, view.side.other());
    left.retain(|enemy| fired(&enemy.data.id) < u32::from(enemy.unit.bases));
    let mut found = Vec::new();
    for Force { data, unit } in ready(view) {
        let reach = charge_of(data.kind);
        let may = |enemy: &&Force<'_>| {
            let (mine, theirs) = (u32::from(unit.bases), u32::from(enemy.unit.bases));
            let gun = enemy.data.kind == Arm::Artillery;
            unit.at.distance(enemy.unit.at) <= reach && 2 * mine >= if gun { 2 } else { 3 } * theirs
        };
        let weakest = left.iter().filter(may).min_by_key(|enemy| (enemy.unit.bases, enemy.data.id.clone())).copied();
        if let Some(enemy) = weakest.filter(|_| !unit.disorder && !unit.charged && reach > 0) {
            let (dice, against) = convention::charge(unit, enemy.unit);
            left.retain(|other| other.data.id != enemy.data.id);
            found.push((data.id.clone(), enemy.data.id.clone(), dice, against));
        }
    }
    found
}

/// Where he has to be, if that is a place; and whether he can wait for the enemy there.
fn aim(view: View<'_>) -> (Option<Spot>, bool) {
    let conditions = view.rules.battle(view.game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    let held = conditions.iter().find_map(|condition| match condition.needs {
        Needs::Held { at, .. } if condition.side == view.side => Some(at),
        _ => None,
    });
    let waits = |side: Side| {
        let turns = |condition: &Condition| condition.side == side && matches!(condition.needs, Needs::Turns { .. });
        conditions.iter().any(turns)
    };
    (held, held.is_none() && waits(view.side) && !waits(view.side.other()))
}

/// Where each unit goes that is not where it is wanted: towards the place or the nearest enemy, up to where it fires well. Whoever can
/// wait stays, but for those who reach nobody with their fire and have an enemy in reach of a single move.
pub fn steps(view: View<'_>, seed: u64, quick: bool) -> Vec<(Id, Spot)> {
    let (place, waits) = aim(view);
    let enemies = there(view, view.side.other());
    let mut standing: Vec<(Id, Spot)> = there(view, view.side).iter().map(|f| (f.data.id.clone(), f.unit.at)).collect();
    let mut found = Vec::new();
    for Force { data, unit } in ready(view) {
        let nearest =
            enemies.iter().map(|enemy| enemy.unit.at).min_by_key(|at| (unit.at.distance(*at), at.east, at.north));
        let Some(enemy) = nearest.filter(|_| !unit.moved && !unit.disorder) else { continue };
        let (close, long) = convention::ranges(data.kind);
        let (near, far) = (unit.at.distance(enemy), move_of(data.kind) * if quick { 3 } else { 2 } / 2);
        // Guns stay where they reach somebody, as does a line that waits.
        let stays = if data.kind == Arm::Artillery { near <= long } else { near <= close };
        if stays || (waits && (near <= long || near > long + far)) {
            continue;
        }
        let goal = place.filter(|at| unit.at.distance(*at) > 10 && near > long).unwrap_or(enemy);
        let keeps = if goal == enemy { close.saturating_sub(2 + (seed % 3) as u32) } else { 0 };
        let whole = unit.at.distance(goal);
        let clear = |to: Spot| {
            let friend = |(id, at): &(Id, Spot)| *id == data.id || at.distance(to) >= ELBOW;
            let on = view.rules.battle(view.game).is_some_and(|battle| battle.has(to));
            on && standing.iter().all(friend) && enemies.iter().all(|enemy| enemy.unit.at.distance(to) >= APART)
        };
        let most = far.min(whole.saturating_sub(keeps));
        let to =
            [most, most * 2 / 3, most / 3].into_iter().filter(|step| *step >= 3).map(|step| along(unit.at, goal, step));
        if let Some(to) = to.into_iter().find(|to| clear(*to)) {
            standing.iter_mut().filter(|(id, _)| *id == data.id).for_each(|(_, at)| *at = to);
            found.push((data.id.clone(), to));
        }
    }
    found
}

/// The spot so far along the way to another.
fn along(from: Spot, to: Spot, step: u32) -> Spot {
    let whole = i64::from(from.distance(to).max(1));
    let part = |from: i32, to: i32| {
        let moved = i64::from(from) + (i64::from(to) - i64::from(from)) * i64::from(step) / whole;
        i32::try_from(moved).unwrap_or(from)
    };
    Spot { east: part(from.east, to.east), north: part(from.north, to.north), facing: from.facing }
}
