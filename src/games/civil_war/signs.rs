//! The signs of who is winning the war, from what everybody sees.

use crate::CivilWar;
use crate::engine::prospects::Sign;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::victory::{Score, lines};

/// The signs as a side sees them.
pub fn signs(rules: &CivilWar, game: &Game, side: Side) -> Vec<Sign> {
    let Some(scenario) = rules.pack.scenarios.get(&game.scenario) else { return Vec::new() };
    let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
    let union = lead(&|side| i64::from(side == Side::Union));
    let left = i64::from(scenario.last_turn.saturating_sub(game.turn));
    // Half-way between what wins for one side and for the other, doubled.
    let victory = &scenario.victory;
    let (high, low) = match lines(rules, scenario, game.turn) {
        Some((line, _)) => (i64::from(line.union), i64::from(line.confederate)),
        None => (i64::from(victory.union_marginal), i64::from(victory.confederate_marginal)),
    };
    let margin = 2 * Score::if_ended_now(rules, game).margin() - high - low;
    let (points, favored) = match scenario.id.as_str() {
        "virginia_1861" => (235, -1_065),
        "virginia_1862" => (60, -1_760),
        // The nearer a verdict, and the end, the more points weigh.
        _ => (1_200 / (high - low).max(2) + 1_200 / ((high - low).max(2) * (left + 1)), 0),
    };
    let [own, enemy] = [strength(game, side), strength(game, side.other())];
    vec![
        Sign::new("victory points", union * margin, points),
        // The share of all strength points, in hundredths.
        Sign::new("strength points", 100 * (own - enemy) / (own + enemy).max(1), 15),
        Sign::new("what the scenario favors", union, favored),
    ]
}

fn strength(game: &Game, side: Side) -> i64 {
    game.groups.values().filter(|group| group.side == side).map(|group| i64::from(group.sp)).sum()
}
