//! What fires at ships and whom they fight, in words: on a voyage, where they enter, where they flee to.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::Problem;

use super::naval_text::{hulls, station};
use super::vocabulary;
use crate::CivilWar;
use crate::naval::{control, sail_order, shore, together_order};
use crate::orders::{Launch, Question, Sail, Together};
use crate::pack::{Side, Station};
use crate::position::ledger::Game;

/// Whom an attack on a hex would meet: `3 strength points under Price`, or nobody.
pub fn defenders_text(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> Option<String> {
    let enemies = game.sp_at(hex, side.other());
    (enemies > 0).then(|| match game.ranking_leader(&rules.pack, hex, side.other()) {
        Some(leader) => {
            format!("{} under {}", vocabulary::sp(enemies), vocabulary::leader_name(&rules.pack, &leader.leader))
        }
        None => vocabulary::plural(enemies, "enemy strength point"),
    })
}

/// What a legal voyage meets: enemy ships on the way, fortifications that fire at it, enemies at its landing.
pub fn of_voyage(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> Vec<String> {
    let Ok(plan) = sail_order::check(rules, game, side, order) else { return Vec::new() };
    let mut said = Vec::new();
    if let Some(hex) = order.land.filter(|hex| !shore::can_disembark(rules, game, side, *hex)) {
        said.push(match defenders_text(rules, game, side, hex) {
            Some(whom) => format!("attacks {whom}"),
            None => "takes the hex from the enemy".to_owned(),
        });
    }
    said.extend(of_stations(rules, game, side, &plan.way));
    said
}

/// What an attack of ships with a ground force meets.
pub fn of_attack(rules: &CivilWar, game: &Game, side: Side, order: &Together) -> Vec<String> {
    let Ok((plan, hex)) = together_order::check_together(rules, game, side, order) else { return Vec::new() };
    let mut said: Vec<String> =
        defenders_text(rules, game, side, hex).map(|whom| format!("attacks {whom}")).into_iter().collect();
    said.extend(of_stations(rules, game, side, &plan.way));
    said
}

/// What fires at ships that enter, and whom they fight at once.
pub fn of_entry(rules: &CivilWar, game: &Game, side: Side, order: &Launch) -> Vec<String> {
    let at: Vec<Station> = order.ships.iter().filter_map(|launched| launched.at).collect();
    of_stations(rules, game, side, &at)
}

/// Whom ships that come to these stations fight, and what fires at them.
pub fn of_stations(rules: &CivilWar, game: &Game, side: Side, stations: &[Station]) -> Vec<String> {
    let stations: Vec<Station> = {
        let mut seen = SortedSet::new();
        stations.iter().copied().filter(|at| seen.insert(*at)).collect()
    };
    let mut said = Vec::new();
    for at in &stations {
        let enemies = game.hulls_at(*at, side.other());
        if !enemies.is_empty() {
            said.push(format!("fights {} at {}", hulls(&rules.pack, &enemies), station(&rules.pack, *at)));
        }
    }
    let mut forts: Vec<Hex> = Vec::new();
    for hex in stations.iter().flat_map(|at| control::guns(rules, game, *at, side)) {
        if !forts.contains(&hex) {
            forts.push(hex);
        }
    }
    said.extend(places(rules, &forts).map(|forts| format!("comes under the guns of {forts}")));
    said
}

/// Fortifications in words: `Island No. 10 (2113)`; nothing without any.
fn places(rules: &CivilWar, forts: &[Hex]) -> Option<String> {
    (!forts.is_empty()).then(|| vocabulary::places(&rules.pack, forts))
}

/// Where ships may flee from a fortification built next to them, and what they meet there (8.10.6a, 8.10.8, 8.10.9).
pub fn flight(rules: &CivilWar, game: &Game, question: &Question) -> Option<String> {
    let Question::Flight { side, at, options } = question else { return None };
    let each = options.iter().map(|to| {
        let risks = of_stations(rules, game, *side, &[*to]);
        let to = station(&rules.pack, *to);
        match risks.is_empty() {
            true => format!("{to}, out of range"),
            false => format!("{to}, {}", vocabulary::list(risks, "and")),
        }
    });
    Some(format!(
        "{} ships at {} are under the guns of a fortification and must move. Where: {}?",
        side.title(),
        station(&rules.pack, *at),
        each.collect::<Vec<_>>().join("; or "),
    ))
}

/// Warnings of ships that enter under enemy guns or among enemy ships (10.4.2, 10.5.2, CW-243).
pub fn warnings(rules: &CivilWar, game: &Game, side: Side, order: &Launch) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    for at in order.ships.iter().filter_map(|launched| launched.at) {
        let place = station(&rules.pack, at);
        if let Some(forts) = places(rules, &control::guns(rules, game, at, side)) {
            let message = format!("brings in ships at {place}, under the guns of {forts}, which fire at once");
            let advice = "bring them in elsewhere and sail there";
            found
                .push(Problem::new(message).rule(if side == Side::Union { "10.4.2" } else { "10.5.2" }).advice(advice));
        }
        let enemies = game.hulls_at(at, side.other());
        if !enemies.is_empty() {
            let message = format!(
                "brings in ships at {place}, where the enemy has {}: they fight at once",
                hulls(&rules.pack, &enemies)
            );
            found.push(Problem::new(message).rule("CW-243").advice("bring them in elsewhere to avoid the fight"));
        }
    }
    found.dedup();
    found
}
