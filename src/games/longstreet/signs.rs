//! The signs of who is winning a battle, from what everybody sees.

use crate::Longstreet;
use crate::board::table::Arm;
use crate::engine::prospects::Sign;
use crate::ledger::Game;
use crate::shared::table::{BattleUnit, VictoryCondition};
use crate::side::Side;

/// The signs as a side sees them.
pub fn signs(rules: &Longstreet, game: &Game, side: Side) -> Vec<Sign> {
    let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
    let favored = match game.battle.as_str() {
        "brawners_farm" => 340,
        "millers_ford" => -4_000,
        _ => 0,
    };
    vec![
        Sign::new("infantry and cavalry bases", lead(&|side| bases(rules, game, side, false)), 175),
        Sign::new("artillery bases", lead(&|side| bases(rules, game, side, true)), 400),
        Sign::new("units in good order", lead(&|side| in_order(rules, game, side)), 260),
        Sign::new("progress toward victory", lead(&|side| progress(rules, game, side)), 35),
        Sign::new("what the battle favors", lead(&|side| i64::from(side == Side::BOTH[0])), favored),
    ]
}

fn in_play<'g>(rules: &'g Longstreet, game: &'g Game, side: Side) -> impl Iterator<Item = BattleUnit<'g>> {
    rules.force(game, side).filter(|force| force.unit.is_in_play())
}

fn bases(rules: &Longstreet, game: &Game, side: Side, artillery: bool) -> i64 {
    let units = in_play(rules, game, side).filter(|force| (force.data.kind == Arm::Artillery) == artillery);
    units.map(|force| i64::from(force.unit.bases)).sum()
}

fn in_order(rules: &Longstreet, game: &Game, side: Side) -> i64 {
    in_play(rules, game, side).filter(|force| !force.unit.disorder).count() as i64
}

/// How near a side is to the condition that it is nearest to, in hundredths; a place that it has to hold is approached
/// by the nearest units.
fn progress(rules: &Longstreet, game: &Game, side: Side) -> i64 {
    let [own, enemy]: [Vec<BattleUnit<'_>>; 2] = [side, side.other()].map(|side| rules.force(game, side).collect());
    let conditions = rules.battle(game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    let of = |condition: &VictoryCondition| {
        let (done, needed) = condition.progress([&own, &enemy], game.turn, false);
        let share = i64::from(done.min(needed)) * 100 / i64::from(needed.max(1));
        let VictoryCondition::Held { at, within, .. } = condition else { return share };
        let near = own.iter().filter(|force| force.unit.is_in_play()).map(|force| force.unit.at.distance(*at)).min();
        let left = i64::from(near.unwrap_or(u32::MAX).saturating_sub(*within)).min(100);
        share.max((100 - left) / 2)
    };
    conditions
        .iter()
        .filter(|condition| condition.side == side)
        .map(|condition| of(&condition.needs))
        .max()
        .unwrap_or(0)
}
