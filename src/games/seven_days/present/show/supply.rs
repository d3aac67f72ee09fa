//! `show supply`: the path from an area to Richmond or the Supply Train, or what breaks it (13.3.1, SD-40).

use crate::sorted::{SortedMap, SortedSet};
use std::collections::VecDeque;

use crate::board::Area;
use crate::report::Section;

use super::super::vocabulary;
use super::page_parts::{facts, line, ruled};
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::Game;

/// The paths of those who stand in an area; of both sides where nobody does.
pub fn page(rules: &SevenDays, game: &Game, area: Area) -> Vec<Section> {
    let there: Vec<Side> = Side::BOTH.into_iter().filter(|side| game.has_units(&rules.pack, area, *side)).collect();
    let sides = if there.is_empty() { vec![game.control(area)] } else { there };
    sides.into_iter().map(|side| of_side(rules, game, area, side)).collect()
}

fn of_side(rules: &SevenDays, game: &Game, area: Area, side: Side) -> Section {
    let place = |area: Area| vocabulary::place(&rules.pack, area);
    let Some(source) = rules.source(game, side) else {
        return facts(side.title(), vec![line("Source", "This scenario has none.")]);
    };
    let mut lines = vec![ruled("Source", format!("{}.", place(source)), "13.3.1")];
    match path(rules, game, area, source, side) {
        Some(path) => {
            let steps = vocabulary::plural(vocabulary::count(&path).saturating_sub(1), "boundary")
                .replace("boundarys", "boundaries");
            let by = vocabulary::list(path.iter().map(|area| place(*area)), "and");
            lines.push(ruled("Path", format!("{by}; it crosses {steps}."), "SD-40"));
            lines.push(ruled("Replacements", "Units here can take replacements.", "13.3.1"));
        }
        None => {
            lines.push(ruled("Path", "There is none: Exhausted units here cannot take replacements.", "13.3.1"));
            let blocks = blocking_areas(rules, game, area, source, side);
            if !blocks.is_empty() {
                let blocks = vocabulary::places(&rules.pack, &blocks);
                lines.push(line("Blocked by", format!("Areas under enemy control on the shortest path: {blocks}.")));
            }
        }
    }
    facts(side.title(), lines)
}

/// The shortest path of a side's areas; the first may be under enemy control.
fn path(rules: &SevenDays, game: &Game, from: Area, to: Area, side: Side) -> Option<Vec<Area>> {
    let own = |area: Area| game.control(area) == side;
    if from == to {
        return Some(vec![from]);
    }
    let came = search(rules, game, from, own);
    trace(&came, from, to)
}

/// From which area each other was reached from one, over areas that hold.
fn search(rules: &SevenDays, game: &Game, from: Area, holds: impl Fn(Area) -> bool) -> SortedMap<Area, Area> {
    let mut came = SortedMap::new();
    let mut next = VecDeque::from([from]);
    while let Some(area) = next.pop_front() {
        for other in rules.adjacent(game, area) {
            if other != from && holds(other) && !came.contains_key(&other) {
                came.insert(other, area);
                next.push_back(other);
            }
        }
    }
    came
}

/// The way back from an area to where the search began, turned round.
fn trace(came: &SortedMap<Area, Area>, from: Area, to: Area) -> Option<Vec<Area>> {
    let mut path = vec![to];
    while let Some(&last) = path.last()
        && last != from
    {
        path.push(*came.get(&last)?);
    }
    path.reverse();
    Some(path)
}

/// The areas that the enemy controls on the shortest way.
fn blocking_areas(rules: &SevenDays, game: &Game, from: Area, to: Area, side: Side) -> SortedSet<Area> {
    let came = search(rules, game, from, |_| true);
    let way = trace(&came, from, to).unwrap_or_default();
    way.into_iter().skip(1).filter(|area| game.control(*area) != side).collect()
}
