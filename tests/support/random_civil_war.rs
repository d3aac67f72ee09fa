//! Whole matches of The Civil War, played at random at a table, with every invariant after every step.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::ops::Range;

use adjutant::document::Id;
use adjutant::games::civil_war::CivilWar;
use adjutant::session::{Game, Rules};
use adjutant::session::{RandomPlayer, Session};
use serde_json::{Value, json};

use crate::random_match::{self, RandomPlayRules, by_mood};
pub use crate::random_match::{EventCounts, SeededDice, Start, key, times};

pub fn game() -> Rules<CivilWar> {
    Rules(CivilWar::shipped())
}

/// Random play of The Civil War. An eager player gives one order at a time, prefers attacks, and spends points for
/// nothing or tears up railroads less often where something else is legal.
struct AtRandom;

impl RandomPlayRules for AtRandom {
    fn game(&self) -> Box<dyn Game> {
        Box::new(game())
    }

    fn eager(&self, player: &mut RandomPlayer, table: &dyn Session, side: &Id) -> Vec<Value> {
        eagerly(player, table, side)
    }

    fn aspects(&self, order: &Value) -> Vec<String> {
        let whole = ["army", "army_group"].into_iter().filter(|what| moves_whole(order, what));
        whole.map(|what| format!("move: {what}")).collect()
    }

    fn asked(&self, question: &Value) -> Vec<String> {
        let together = question["react"]["together"] == true;
        together.then(|| "react: together".to_owned()).into_iter().collect()
    }

    fn outcome(&self, outcome: &Value) -> (String, Option<i64>) {
        let points = |side: &str| outcome["points"][side].as_i64().unwrap_or(0);
        let told = format!("{} {}", outcome["winner"], outcome["level"]);
        (told, Some(points("union") - points("confederate")))
    }

    fn condition(&self, order: &Value, n: u64) -> Option<Value> {
        // It ends the half, whatever holds.
        if self.ends_turn(order) {
            return None;
        }
        let hexes = ["5206", "5006", "5106", "4905", "5109"];
        Some(json!({"own_sp": {"at": hexes[n as usize % hexes.len()], "at_least": n % 4}}))
    }

    fn ends_turn(&self, order: &Value) -> bool {
        order.get("finish").is_some()
    }

    fn scope(&self, position: &Value) -> Value {
        position["game"]["pulse"]["number"].clone()
    }
}

/// Plays one match of a scenario to its end; `each` sees the table before every act.
pub fn play(
    scenario: &str,
    how: (u64, bool),
    met: &mut EventCounts,
    each: impl FnMut(&dyn Session),
) -> Box<dyn Session> {
    random_match::play(&AtRandom, &Start::Scenario(scenario), how, met, each)
}

/// [`play`] from anywhere.
pub fn play_from(start: &Start<'_>, how: (u64, bool), met: &mut EventCounts) -> Box<dyn Session> {
    random_match::play(&AtRandom, start, how, met, |_| {})
}

/// [`play_from`], to the end of the match or until `enough` says so of a step's number.
pub fn play_until(
    start: &Start<'_>,
    how: (u64, bool),
    met: &mut EventCounts,
    enough: impl Fn(u32) -> bool,
) -> Box<dyn Session> {
    random_match::play_until(&AtRandom, start, how, met, |_| {}, enough)
}

pub fn offers_pass(scenario: &str, seeds: Range<u64>, stride: u32) -> u32 {
    random_match::offers_pass(&AtRandom, &Start::Scenario(scenario), seeds, stride)
}

pub fn twice_alike(scenario: &str, seed: u64) {
    random_match::twice_alike(&AtRandom, &Start::Scenario(scenario), seed);
}

pub fn turns_pass(scenario: &str, seeds: Range<u64>) -> (u32, usize, u32) {
    random_match::turns_pass(&AtRandom, &Start::Scenario(scenario), seeds)
}

/// One of the legal orders, by mood: an attack, if there is one; what costs something; anything; and as often as each
/// of these, where it is legal, an exchange between armies, the march of an army, and that of an army group.
fn eagerly(player: &mut RandomPlayer, table: &dyn Session, side: &Id) -> Vec<Value> {
    let legal = table.legal(side).orders;
    let position = table.position();
    let groups = position["game"]["groups"].as_object().into_iter().flatten();
    let enemies: BTreeSet<&str> = groups
        .filter(|(_, group)| group["side"].as_str() != Some(side.as_str()))
        .filter_map(|(_, group)| group["hex"].as_str())
        .collect();
    let attack = |order: &Value| {
        let path = order["move"]["path"].as_array();
        path.and_then(|path| path.last()?.as_str()).is_some_and(|hex| enemies.contains(hex))
    };
    // Orders that cost nothing could go on for ever.
    let free = |order: &Value| matches!(key(order).as_str(), "spend" | "destroy" | "transfer");
    let those = |wanted: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        legal.iter().filter(|order| wanted(order)).cloned().collect()
    };
    let (attacks, others) = (those(&attack), those(&|order| !free(order)));
    let mut moods = vec![
        ("fight", if attacks.is_empty() { others.clone() } else { attacks }),
        ("wait", others),
        ("burn", legal.clone()),
    ];
    let rare = [
        ("regroup", those(&|order| key(order) == "transfer")),
        ("army", those(&|order| moves_whole(order, "army"))),
        ("army_group", those(&|order| moves_whole(order, "army_group"))),
    ];
    moods.extend(rare);
    by_mood(player, &moods).into_iter().collect()
}

/// Whether it is an `army` or an `army_group` that an order moves.
fn moves_whole(order: &Value, what: &str) -> bool {
    order["move"].get(what).is_some()
}
