//! A simple player of The Civil War: of the legal orders it gives the one that looks best at once.
#![allow(dead_code)]

use std::collections::BTreeMap;

use adjutant::board::Hex;
use adjutant::document::{Bytes32, Id};
use adjutant::engine::Decision;
use adjutant::engine::choices::Opening;
use adjutant::games::civil_war::pack::Side;
use adjutant::games::civil_war::{CivilWar, movement::territory, victory};
use adjutant::session::RulesetSession;
use adjutant::session::{Request, Session};
use serde_json::{Value, json};

use crate::random_civil_war::SeededDice;

/// How often each order is tried before it is judged.
const TRIES: u64 = 2;

/// How good a position is for the Union, in thousandths of a victory point.
pub fn worth(table: &RulesetSession<CivilWar>) -> i64 {
    let (rules, game) = (&table.rules, &table.position.game);
    let Some(scenario) = rules.pack.scenarios.get(&game.scenario) else { return 0 };
    let awards = &scenario.victory.awards;
    let one = |side: Side| {
        let mut worth = 1_000 * game.side(side).vp;
        worth += 1_000 * i64::from(victory::city_points(rules, game, side)) * i64::from(awards.city_factor);
        // What counts at home is not lost.
        let goals: Vec<(Hex, i64)> = rules
            .pack
            .map
            .hexes()
            .filter_map(|(hex, data)| Some((hex, i64::from(data.city.as_ref()?.vp))))
            .filter(|(_, vp)| *vp > 0)
            .collect();
        for group in game.groups.values().filter(|group| group.side == side) {
            let sp = i64::from(group.sp);
            worth += sp * if group.demoralized { 700 } else { 1_000 };
            let enemy_held = |hex: Hex| territory::controller(rules, game, hex) != Some(side);
            let near = goals.iter().filter(|(hex, _)| enemy_held(*hex)).map(|(hex, _)| hex.distance(group.hex)).min();
            worth -= 40 * sp * i64::from(near.unwrap_or(0));
        }
        for &(hex, vp) in goals.iter().filter(|(hex, _)| territory::controller(rules, game, *hex) == Some(side)) {
            let near = |side: Side, within: u32| -> i64 {
                let here = game.groups.values().filter(|group| group.side == side && group.hex.distance(hex) <= within);
                here.map(|group| i64::from(group.sp)).sum()
            };
            let (threat, guard) = (near(side.other(), 2), 2 * near(side, 0) + near(side, 1));
            worth -= 60 * vp.min(4) * (threat - guard).max(0);
        }
        if side == Side::Confederate && game.sp_at(scenario.washington, side) > 0 {
            worth += 1_000 * i64::from(awards.washington_held_weakly);
        }
        worth
    };
    one(Side::Union) - one(Side::Confederate)
}

fn good(table: &RulesetSession<CivilWar>, side: &Id) -> i64 {
    if side.as_str() == "union" { worth(table) } else { -worth(table) }
}

/// Plays a match to its end.
pub fn play(mut table: RulesetSession<CivilWar>, seed: u64) -> RulesetSession<CivilWar> {
    let mut dice = SeededDice::new(seed);
    let mut chosen: BTreeMap<(Id, Id), Value> = BTreeMap::new();
    table.adjudicate(&[], &mut dice).expect("the start");
    for step in 0..5_000u64 {
        if table.outcome().is_some() {
            break;
        }
        let awaited = table.awaiting().remove(0);
        let side = awaited.side;
        let mut act = Decision::default();
        let legal = table.legal(&side);
        match awaited.want {
            Request::Empty(_) | Request::TakeBack { .. } | Request::Draw(_) => {}
            Request::Commit(_) => {
                for (id, values) in legal.choices {
                    chosen.insert((side.clone(), id.clone()), values[0].clone());
                    act.commit.push((id, Bytes32([0; 32])));
                }
                act.standing = json!({"rerolls": "best"}).as_object().cloned();
            }
            Request::Open(ids) => {
                let open = |id: Id| {
                    let value = chosen.remove(&(side.clone(), id.clone()));
                    (id, value.map_or(Opening::Forfeit, Opening::Choice))
                };
                act.open = ids.into_iter().map(open).collect();
            }
            Request::Answer { .. } | Request::Name { .. } => {
                act.answers = best(&table, &side, legal.answers, seed + step, |answer| Decision {
                    answers: vec![answer],
                    ..Decision::default()
                })
                .into_iter()
                .collect();
            }
            Request::Orders(_) => {
                // It never ends a half early: a player who still has reinforcements would only be asked again (CW-280).
                let mut orders = legal.orders;
                orders.retain(|order| order.get("finish").is_none());
                act.orders = best(&table, &side, orders, seed + step, |order| Decision {
                    orders: vec![order],
                    ..Decision::default()
                })
                .into_iter()
                .collect();
            }
        }
        table.adjudicate(&[(side, act)], &mut dice).unwrap_or_else(|problems| panic!("match {seed}: {problems:?}"));
    }
    table
}

/// Of these the one after which, on the average of a few tries, the position is best.
fn best(
    table: &RulesetSession<CivilWar>,
    side: &Id,
    options: Vec<Value>,
    seed: u64,
    act: impl Fn(Value) -> Decision,
) -> Option<Value> {
    let judge = |option: &Value| -> i64 {
        (0..TRIES)
            .map(|n| {
                let mut then = table.clone();
                let mut dice = SeededDice::new(seed * 7_919 + n);
                if then.adjudicate(&[(side.clone(), act(option.clone()))], &mut dice).is_err() {
                    return i64::MIN / 16;
                }
                settle(&mut then, &mut dice);
                good(&then, side)
            })
            .sum()
    };
    options.into_iter().map(|option| (judge(&option), option)).max_by(|a, b| a.0.cmp(&b.0)).map(|(_, option)| option)
}

/// Answers the questions that come up during an order, each with the first legal answer.
fn settle(table: &mut RulesetSession<CivilWar>, dice: &mut SeededDice) {
    for _ in 0..40 {
        let Some(awaited) = table.awaiting().into_iter().next() else { return };
        let Request::Answer { .. } = awaited.want else { return };
        let Some(answer) = table.legal(&awaited.side).answers.into_iter().next() else { return };
        let act = Decision { answers: vec![answer], ..Decision::default() };
        if table.adjudicate(&[(awaited.side, act)], dice).is_err() {
            return;
        }
    }
}
