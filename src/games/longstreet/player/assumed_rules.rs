//! The dice and distances of the sensible player, because the program does not contain the chapters that define them.
//! They are its own, and bind nobody: two players use those of their rules (docs/longstreet.md).

use crate::board::table::Arm;
use crate::document::Id;
use crate::ledger::{Declaration, Fact};
use crate::orders::Dice;
use crate::shared::table::{Unit, UnitData};
use crate::view::View;

/// The distances at which an arm fires effectively, fires at all, moves and charges, in tenths of a base width;
/// artillery does not charge.
pub struct ArmRanges {
    pub close: u32,
    pub long: u32,
    pub moves: u32,
    pub charges: u32,
}

/// The reach of an arm.
pub const fn arm_ranges(arm: Arm) -> ArmRanges {
    match arm {
        Arm::Infantry => ArmRanges { close: 20, long: 40, moves: 30, charges: 25 },
        Arm::Cavalry => ArmRanges { close: 20, long: 30, moves: 50, charges: 40 },
        Arm::Artillery => ArmRanges { close: 40, long: 120, moves: 20, charges: 0 },
    }
}

/// The dice of a unit that fires at this distance: one for every two bases, hitting on 5 and 6, at long range on 6, and
/// one higher if it is disordered.
pub fn fire(data: &UnitData, unit: &Unit, distance: u32) -> Option<Dice> {
    let ArmRanges { close, long, .. } = arm_ranges(data.kind);
    let hit_on = if distance <= close { 5 } else { 6 } + u8::from(unit.disorder);
    (distance <= long && hit_on <= 6).then_some(Dice { count: unit.bases.div_ceil(2).clamp(1, 60), hit_on })
}

/// The dice of a unit that charges, and of its target: one per base, hitting on 5 and 6, or one higher if it is
/// disordered.
pub fn charge(unit: &Unit, target: &Unit) -> (Dice, Dice) {
    let dice =
        |unit: &Unit, hit_on: u8| Dice { count: unit.bases.clamp(1, 60), hit_on: hit_on + u8::from(unit.disorder) };
    (dice(unit, 5), dice(target, 5))
}

/// The same dice with a modifier that the program does not apply: they hit on one less.
pub fn helped(dice: Dice, help: bool) -> Dice {
    Dice { hit_on: dice.hit_on - u8::from(help && dice.hit_on > 1), ..dice }
}

/// The hits that dice score on average, in sixths.
pub fn average_hits_in_sixths(dice: Dice) -> u32 {
    u32::from(dice.count) * u32::from(7 - dice.hit_on.clamp(1, 6))
}

/// What seems wrong with a fact declared by the enemy of `view.side`, in words: more than his units can do even with a
/// card. If the players' own rules allow more, the player yields.
pub fn reason_to_dispute(view: View<'_>, fact: &Fact) -> Option<&'static str> {
    let unit = |id: &Id| view.enemy_unit(id).ok();
    let bases = |id: &Id| unit(id).map_or(0, |(_, unit)| u32::from(unit.bases));
    let many = |dice: Dice, bases: u32| u32::from(dice.count) > bases * 3 / 2 + 2 || dice.hit_on < 3;
    match &fact.what {
        Declaration::Volley { units, dice, .. } => {
            many(*dice, units.iter().map(bases).sum()).then_some("so much fire of so few?")
        }
        Declaration::Charge { unit, dice: Some(dice), .. } => {
            many(*dice, bases(unit)).then_some("so few cannot do so much")
        }
        Declaration::Move { unit: id, from, to, .. } => {
            let far = unit(id).is_some_and(|(data, _)| from.distance(*to) > 2 * arm_ranges(data.kind).moves);
            far.then_some("nobody moves so far")
        }
        Declaration::Charge { .. } | Declaration::Mark { .. } => None,
        Declaration::Claim { .. } => Some("that is not how I see the table"),
    }
}
