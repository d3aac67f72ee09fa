//! The table of a position, for its picture and its text: [`TableMap`] draws it.

use super::{names, statistics};
use crate::Longstreet;
use crate::document::{Id, Problem, from_tagged};
use crate::events::Event;
use crate::ledger::{DECK, DISCARD, GONE, Game, HAND, REMOVED};
use crate::pack::{self, UnitData};
use crate::report::StepFacts;
use crate::report::table_map::{Arm, Deed, DeedKind, Left, Patch, Stand, TableMap};
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::table::{Ammunition, Unit};

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
    let piles = [(DECK, "deck"), (HAND, "hand"), (DISCARD, "discards"), (REMOVED, "removed"), (GONE, "red, gone")];
    let ground = |ground: &pack::Ground| Patch {
        name: ground.name.clone(),
        kind: names::ground(ground.kind),
        points: ground.points.clone(),
    };
    let mut table = TableMap {
        title: format!("Longstreet: {}, {}", battle.name, game.year),
        subtitle: format!("{}.", statistics::when(game).words),
        size: [battle.width, battle.depth],
        ground: battle.terrain.iter().map(ground).collect(),
        placed: game.placed.iter().map(|at| [at.east, at.north]).collect(),
        units: names::letters(battle).filter_map(|unit| stand(game, unit)).collect(),
        sides: Side::BOTH.map(names::side),
        second_above: north(Side::Confederate) >= north(Side::Federal),
        piles: piles.map(|(pile, words)| (words, Side::BOTH.map(|side| game.count(side, pile)))).to_vec(),
        ..TableMap::default()
    };
    let units: Vec<&str> = table.units.iter().map(|unit| unit.about.as_str()).collect();
    let stands = statistics::as_it_stands(rules, game);
    table.about = format!("{} {}. {stands} {}", table.subtitle, units.join(". "), names::SOURCES);
    facts.into_iter().for_each(|facts| step(rules, game, facts, &mut table));
    Ok(table)
}

fn stand(game: &Game, (letter, side, data): (char, Side, &UnitData)) -> Option<Stand> {
    let unit: &Unit = game.units.get(&data.id).filter(|unit| unit.is_there())?;
    let (name, whose, began) = (&data.name, names::side(side), names::number(data.bases, "base"));
    let about =
        format!("{name}, {whose}: {} of {began}, {}, {}", unit.bases, names::state(unit), names::stand(unit.at));
    Some(Stand {
        second: side == Side::Confederate,
        letter,
        name: name.clone(),
        arm: match data.kind {
            pack::Arm::Infantry => Arm::Foot,
            pack::Arm::Cavalry => Arm::Horse,
            pack::Arm::Artillery => Arm::Guns,
        },
        at: [unit.at.east, unit.at.north],
        facing: unit.at.facing,
        bases: unit.bases,
        began: data.bases,
        smoke: unit.smoke,
        disorder: unit.disorder,
        ammunition: match unit.ammunition {
            Ammunition::Full => Left::Full,
            Ammunition::Low => Left::Low,
            Ammunition::Out => Left::Out,
        },
        barred: game.barred.as_ref() == Some(&data.id),
        about,
    })
}

/// Moves, volleys and charges of a step, and the hits on each unit.
fn step(rules: &Longstreet, game: &Game, facts: &StepFacts, table: &mut TableMap) {
    let name = |id: &Id| names::unit(rules, id);
    let at = |id: &Id| game.units.get(id).map(|unit| [unit.at.east, unit.at.north]);
    let mut hits: SortedMap<Id, u32> = SortedMap::new();
    let mut add = |kind, side: Side, ends: Option<([i32; 2], [i32; 2])>, about: String| {
        let second = side == Side::Confederate;
        table.deeds.extend(ends.map(|(from, to)| Deed { kind, second, from, to, about }));
    };
    for event in facts.events.iter().filter_map(|event| from_tagged::<Event>("event", event).ok()) {
        match event {
            Event::Moved { side, unit, from, to, distance, .. } => {
                let words = format!("{} moves {}", name(&unit), names::distance(distance));
                add(DeedKind::Move, side, Some(([from.east, from.north], [to.east, to.north])), words);
            }
            Event::Volley { side, units, target, hits: scored, .. } => {
                for unit in &units {
                    let words = format!("{} fires at {}", name(unit), name(&target));
                    add(DeedKind::Volley, side, at(unit).zip(at(&target)), words);
                }
                *hits.entry(target).or_default() += u32::from(scored);
            }
            Event::Charged { side, unit, target, losses, own_losses, .. } => {
                let words = format!("{} charges {}", name(&unit), name(&target));
                add(DeedKind::Charge, side, at(&unit).zip(at(&target)), words);
                *hits.entry(target).or_default() += u32::from(losses);
                *hits.entry(unit).or_default() += u32::from(own_losses);
            }
            _ => {}
        }
    }
    table.hits = hits.iter().filter_map(|(unit, hits)| Some((at(unit)?, *hits, name(unit)))).collect();
}
