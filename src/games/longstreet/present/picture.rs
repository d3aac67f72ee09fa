//! The table of a position, for its picture and its text: [`TableMap`] draws it.

use super::{names, statistics};
use crate::Longstreet;
use crate::document::{Id, Problem, from_tagged};
use crate::events::Event;
use crate::ledger::{DECK, DISCARD, Game, HAND, OUT_OF_GAME, REMOVED};
use crate::report::table_map::{StepAction, StepActionKind, TableMap, TableUnit, letters};
use crate::report::{StepFacts, Target};
use crate::shared::table::BattleUnit;
use crate::side::Side;
use crate::sorted::SortedMap;

/// The table with what happened in a step.
///
/// # Errors
/// The pack does not have the battle.
pub fn table(rules: &Longstreet, game: &Game, facts: Option<&StepFacts>) -> Result<TableMap, Problem> {
    let none = || Problem::new(format!("there is no battle {}", game.battle));
    let battle = rules.battle(game).ok_or_else(none)?;
    // The sum of places, each as often as the other side has units: the mean without a fraction.
    let north = |side: Side| {
        battle.of(side).iter().map(|unit| unit.at.north).sum::<i32>() * battle.of(side.other()).len() as i32
    };
    let piles =
        [(DECK, "deck"), (HAND, "hand"), (DISCARD, "discards"), (REMOVED, "removed"), (OUT_OF_GAME, "red, gone")];
    let mut table = TableMap {
        title: format!("Longstreet: {}, {}", battle.name, game.year),
        subtitle: format!("{}.", statistics::when(game).words),
        size: [battle.width, battle.depth],
        ground: battle.terrain.clone(),
        placed: game.placed.iter().map(|at| at.place()).collect(),
        units: Side::BOTH.into_iter().flat_map(|side| table_units(rules, game, side)).collect(),
        sides: Side::BOTH.map(Side::title),
        second_above: north(Side::Confederate) >= north(Side::Federal),
        piles: piles.map(|(pile, words)| (words, Side::BOTH.map(|side| game.count(side, pile)))).to_vec(),
        ..TableMap::default()
    };
    let units: Vec<&str> = table.units.iter().map(|unit| unit.about.as_str()).collect();
    let stands = statistics::current_winner(rules, game);
    table.about = format!("{} {}. {stands} {}", table.subtitle, units.join(". "), names::SOURCES);
    facts.into_iter().for_each(|facts| step(rules, game, facts, &mut table));
    Ok(table)
}

/// The units of a side that are on the table.
fn table_units(rules: &Longstreet, game: &Game, side: Side) -> Vec<TableUnit> {
    let second = side == Side::Confederate;
    let barred = |force: BattleUnit<'_>| game.barred.as_ref() == Some(&force.data.id);
    let each = rules.force(game, side).zip(letters(second));
    each.filter_map(|(force, letter)| TableUnit::of(force, letter, (second, side.title()), barred(force))).collect()
}

/// Moves, volleys and charges of a step, and the hits on each unit.
fn step(rules: &Longstreet, game: &Game, facts: &StepFacts, table: &mut TableMap) {
    let name = |id: &Id| names::unit(rules, id);
    let at = |id: &Id| game.units.get(id).map(|unit| unit.at.place());
    let mut hits: SortedMap<Id, u32> = SortedMap::new();
    let mut add = |kind, side: Side, ends: Option<([i32; 2], [i32; 2])>, about: String| {
        let second = side == Side::Confederate;
        table.actions.extend(ends.map(|(from, to)| StepAction { kind, second, from, to, about }));
    };
    for event in facts.events.iter().filter_map(|event| from_tagged::<Event>("event", event).ok()) {
        match event {
            Event::Moved { side, unit, from, to, distance, .. } => {
                let words = format!("{} moves {}", name(&unit), names::distance(distance));
                add(StepActionKind::Move, side, Some((from.place(), to.place())), words);
            }
            Event::Volley { side, units, target, hits: scored, .. } => {
                for unit in &units {
                    let words = format!("{} fires at {}", name(unit), name(&target));
                    add(StepActionKind::Volley, side, at(unit).zip(at(&target)), words);
                }
                *hits.entry(target).or_default() += u32::from(scored);
            }
            Event::Charged { side, unit, target, losses, own_losses, .. } => {
                let words = format!("{} charges {}", name(&unit), name(&target));
                add(StepActionKind::Charge, side, at(&unit).zip(at(&target)), words);
                *hits.entry(target).or_default() += u32::from(losses);
                *hits.entry(unit).or_default() += u32::from(own_losses);
            }
            _ => {}
        }
    }
    table.hits = hits.iter().filter_map(|(unit, hits)| Some((at(unit)?, *hits, name(unit)))).collect();
}

/// The units on the table.
pub fn targets(rules: &Longstreet, game: &Game) -> Vec<Target> {
    let Ok(map) = table(rules, game, None) else { return Vec::new() };
    let unit = |(unit, outline): (&TableUnit, _)| {
        let side = if unit.second { Side::Confederate } else { Side::Federal };
        let target = Target::piece(unit.id.as_str(), unit.name.clone(), &side.id());
        target.described(unit.about.clone()).outlined(outline)
    };
    map.unit_outlines().map(unit).collect()
}
