//! What the units of a side can do on the table: what they fire at and charge, and where they go.

use super::assumed_rules::{self, ArmRanges, arm_ranges, average_hits_in_sixths};
use crate::board::table::{Ammunition, Arm, Spot};
use crate::document::Id;
use crate::ledger::{Declaration, Fact};
use crate::orders::{Dice, Order};
use crate::pack::Condition;
use crate::shared::table::{BattleUnit, UnitData, VictoryCondition};
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::view::View;

/// No unit ends a move nearer to an enemy than this.
const MIN_ENEMY_DISTANCE: u32 = 12;

/// A unit that fires, at whom, and with what.
type PlannedVolley = (Id, Id, Dice);
/// A unit that charges, whom, and the dice of both.
type PlannedCharge = (Id, Id, Dice, Dice);

/// The units of a side that are on the table.
pub fn units_on_table(view: View<'_>, side: Side) -> Vec<BattleUnit<'_>> {
    view.rules.force(view.game, side).filter(|force| force.unit.is_in_play()).collect()
}

/// The units of its own that no interrupt stops.
fn ready(view: View<'_>) -> Vec<BattleUnit<'_>> {
    let mut found = units_on_table(view, view.side);
    found.retain(|force| view.game.barred.as_ref() != Some(&force.data.id));
    found
}

/// The target of each unit: the one it hits best, of those the weakest; no target gets more fire than all its bases
/// require.
pub fn choose_volleys(view: View<'_>) -> Vec<PlannedVolley> {
    let enemies = units_on_table(view, view.side.other());
    let mut aimed: SortedMap<Id, u32> = SortedMap::new();
    let mut found = Vec::new();
    for force in ready(view) {
        let BattleUnit { data, unit } = force;
        if unit.smoke || unit.fired || unit.ammunition == Ammunition::Out {
            continue;
        }
        let shots = enemies.iter().copied().filter_map(|enemy| {
            let dice = assumed_rules::fire(data, unit, unit.at.distance(enemy.unit.at))?;
            let expected = aimed.get(&enemy.data.id).copied().unwrap_or(0);
            (expected < 6 * u32::from(enemy.unit.bases)).then_some((dice, enemy))
        });
        let best = shots.min_by_key(|(dice, enemy)| {
            (dice.hit_on, enemy.unit.bases, unit.at.distance(enemy.unit.at), enemy.data.id.clone())
        });
        if let Some((dice, enemy)) = best {
            *aimed.entry(enemy.data.id.clone()).or_default() += average_hits_in_sixths(dice);
            found.push((data.id.clone(), enemy.data.id.clone(), dice));
        }
    }
    found
}

/// The charges that are worth it: by units that are stronger by half, against one within reach that fire cannot
/// eliminate first. `fired` are volleys that are ordered but not yet rolled.
pub fn choose_charges(view: View<'_>, fired: &[Order]) -> Vec<PlannedCharge> {
    let volley = |order: &Order| match order {
        Order::Volley { target, dice, .. } => Some((target.clone(), dice.count)),
        _ => None,
    };
    let rolled = |fact: &Fact| match &fact.what {
        Declaration::Volley { target, dice, .. } => Some((target.clone(), dice.count)),
        _ => None,
    };
    let mut aimed: SortedMap<Id, u32> = SortedMap::new();
    for (target, count) in fired.iter().filter_map(volley).chain(view.game.unconfirmed(view.side).filter_map(rolled)) {
        *aimed.entry(target).or_default() += u32::from(count);
    }
    let mut left = units_on_table(view, view.side.other());
    left.retain(|enemy| aimed.get(&enemy.data.id).is_none_or(|count| *count < u32::from(enemy.unit.bases)));
    let mut found = Vec::new();
    for BattleUnit { data, unit } in ready(view) {
        let reach = arm_ranges(data.kind).charges;
        let may = |enemy: &&BattleUnit<'_>| {
            let (mine, theirs) = (u32::from(unit.bases), u32::from(enemy.unit.bases));
            let gun = enemy.data.kind == Arm::Artillery;
            unit.at.distance(enemy.unit.at) <= reach && 2 * mine >= if gun { 2 } else { 3 } * theirs
        };
        let weakest = left.iter().filter(may).min_by_key(|enemy| (enemy.unit.bases, enemy.data.id.clone())).copied();
        if let Some(enemy) = weakest.filter(|_| !unit.disorder && !unit.charged && reach > 0) {
            let (dice, against) = assumed_rules::charge(unit, enemy.unit);
            left.retain(|other| other.data.id != enemy.data.id);
            found.push((data.id.clone(), enemy.data.id.clone(), dice, against));
        }
    }
    found
}

/// The place it has to reach, if any; and whether it can wait for the enemy there.
fn objective(view: View<'_>) -> (Option<Spot>, bool) {
    let conditions = view.rules.battle(view.game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    let held = conditions.iter().find_map(|condition| match condition.needs {
        VictoryCondition::Held { at, .. } if condition.side == view.side => Some(at),
        _ => None,
    });
    let waits = |side: Side| {
        let turns =
            |condition: &Condition| condition.side == side && matches!(condition.needs, VictoryCondition::Turns { .. });
        conditions.iter().any(turns)
    };
    (held, held.is_none() && waits(view.side) && !waits(view.side.other()))
}

/// Where each unit goes that is not where it is needed: toward the place or the nearest enemy, up to effective range.
/// If it can wait, units stay, except those that have no target in range but could reach an enemy with a single move.
pub fn choose_moves(view: View<'_>, seed: u64, quick: bool) -> Vec<(Id, Spot)> {
    let (place, waits) = objective(view);
    let enemies = units_on_table(view, view.side.other());
    let mut standing: Vec<(&UnitData, Spot)> = unit_spots(view);
    let mut found = Vec::new();
    for BattleUnit { data, unit } in ready(view) {
        let nearest =
            enemies.iter().map(|enemy| enemy.unit.at).min_by_key(|at| (unit.at.distance(*at), at.east, at.north));
        let Some(enemy) = nearest.filter(|_| !unit.moved && !unit.disorder) else { continue };
        let ArmRanges { close, long, moves, .. } = arm_ranges(data.kind);
        let (near, far) = (unit.at.distance(enemy), moves * if quick { 3 } else { 2 } / 2);
        // Artillery stays where it has a target in range, and so does a line that waits.
        let stays = if data.kind == Arm::Artillery { near <= long } else { near <= close };
        if stays || (waits && (near <= long || near > long + far)) {
            continue;
        }
        let goal = place.filter(|at| unit.at.distance(*at) > 10 && near > long).unwrap_or(enemy);
        let keeps = if goal == enemy { close.saturating_sub(2 + (seed % 3) as u32) } else { 0 };
        let whole = unit.at.distance(goal);
        let clear = |to: Spot| {
            let on = view.rules.is_on_table(view.game, to);
            let apart = enemies.iter().all(|enemy| enemy.unit.at.distance(to) >= MIN_ENEMY_DISTANCE);
            on && apart && has_room(&standing, data, to)
        };
        let most = far.min(whole.saturating_sub(keeps));
        // Toward it, a little to the side of others, or straight ahead.
        let ways = |step: u32| {
            let (to, north) = (unit.at.toward(goal, step), (goal.north - unit.at.north).signum() * step as i32);
            let ahead = Spot { north: unit.at.north + north, ..unit.at };
            [0, 10, -10].map(|east| Spot { east: to.east + east, ..to }).into_iter().chain([ahead])
        };
        let steps = [most, most * 2 / 3, most / 3].into_iter().filter(|step| *step >= 3);
        let mut to = steps.flat_map(ways).filter(|to| unit.at.distance(*to) <= far);
        if let Some(to) = to.find(|to| clear(*to)) {
            standing.iter_mut().filter(|(other, _)| other.id == data.id).for_each(|(_, at)| *at = to);
            found.push((data.id.clone(), to));
        }
    }
    found
}

/// Every unit on the table, and where it stands.
fn unit_spots(view: View<'_>) -> Vec<(&UnitData, Spot)> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| units_on_table(view, side))
        .map(|force| (force.data, force.unit.at))
        .collect()
}

/// Whether a unit has room at a spot among all others.
fn has_room(standing: &[(&UnitData, Spot)], unit: &UnitData, to: Spot) -> bool {
    standing.iter().all(|(other, at)| other.id == unit.id || !unit.touches(to, other, *at))
}

/// Whether a spot on the table is free for a unit.
pub fn is_free(view: View<'_>, unit: &UnitData, to: Spot) -> bool {
    view.rules.is_on_table(view.game, to) && has_room(&unit_spots(view), unit, to)
}
