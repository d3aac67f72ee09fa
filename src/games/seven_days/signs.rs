//! The signs of who is winning, from what everybody sees.

use crate::SevenDays;
use crate::board::Area;
use crate::engine::prospects::Sign;
use crate::pack::Side;
use crate::position::ledger::Game;

/// How far a strong force makes itself felt, in areas.
const REACH: u32 = 3;

/// The signs as a side sees them.
pub fn signs(rules: &SevenDays, game: &Game, side: Side) -> Vec<Sign> {
    let Some(scenario) = rules.scenario(game) else { return Vec::new() };
    let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
    let confederate = lead(&|side| i64::from(side == Side::Confederate));
    // What the Confederate needs on the last day (14.3), and what ends the match at once (14.2).
    let goals = match rules.train_has_moved(game) {
        true => [scenario.malvern_hill, scenario.train_to, scenario.train],
        false => [scenario.providence_church, scenario.train_to, scenario.train],
    };
    let held = goals.iter().filter(|area| game.control(**area) == Side::Confederate).count() as i64;
    let left = i64::from(scenario.last_turn.saturating_sub(game.turn));
    vec![
        Sign::new("fresh strength", lead(&|side| strength(rules, game, side, false)), 12),
        Sign::new("exhausted strength", lead(&|side| strength(rules, game, side, true)), 5),
        Sign::new("ground that decides the battle", confederate * held, 500 + 700 / (left + 1)),
        Sign::new("strength near that ground", lead(&|side| near(rules, game, side, &goals)), 10),
        Sign::new("days left", confederate * left, 120),
        Sign::new("the scenario", confederate, -600),
    ]
}

/// The defense factors of a side's units, fresh or exhausted.
fn strength(rules: &SevenDays, game: &Game, side: Side, exhausted: bool) -> i64 {
    let units = game.units.iter().filter(|(_, state)| state.exhausted == exhausted);
    let units = units.filter_map(|(id, _)| rules.pack.forces.units.get(id)).filter(|unit| unit.side == side);
    units.map(|unit| i64::from(unit.factors.defense)).sum()
}

/// The defense factors of its fresh units within reach of places, each counted once for each place.
fn near(rules: &SevenDays, game: &Game, side: Side, places: &[Area]) -> i64 {
    let around = |place: &Area| {
        let distances = rules.distances(game, *place);
        let units = game.units.iter().filter(|(_, state)| {
            !state.exhausted && distances.get(&state.at).is_some_and(|distance| *distance <= REACH)
        });
        let units = units.filter_map(|(id, _)| rules.pack.forces.units.get(id)).filter(|unit| unit.side == side);
        units.map(|unit| i64::from(unit.factors.defense)).sum::<i64>()
    };
    places.iter().map(around).sum()
}
