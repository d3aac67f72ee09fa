//! Armies (5.3, 6.2, 12.1, 12.2): who belongs to one, who commands it, and the orders that form and change one.

use std::collections::BTreeMap;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Cx, Events};

use super::events::Event;
use super::ledger::{ArmyPlace, Game, Piece, Place, by_command, counter, highest, is_cavalry, side_of};
use super::orders::{Create, Remove, Transfer};
use super::pack::Side;
use super::{CivilWar, Frame};

/// The hex of an army that is on the map.
pub fn hex_of(game: &Game, army: &Id) -> Option<Hex> {
    match game.armies.get(army) {
        Some(ArmyPlace::At(hex)) => Some(*hex),
        _ => None,
    }
}

/// The armies of a side that are on the map, by id, with their hexes.
pub fn on_map<'a>(rules: &'a CivilWar, game: &'a Game, side: Side) -> impl Iterator<Item = (&'a Id, Hex)> + 'a {
    let own = move |army: &Id| rules.pack.charts.armies.get(army).is_some_and(|data| data.side == side);
    game.armies.iter().filter_map(move |(army, place)| match place {
        ArmyPlace::At(hex) if own(army) => Some((army, *hex)),
        _ => None,
    })
}

/// The armies of a side in a hex, by id.
pub fn at(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Vec<Id> {
    on_map(rules, game, side).filter(|(_, at)| *at == hex).map(|(army, _)| army.clone()).collect()
}

/// The strength points of an army.
pub fn sp(game: &Game, army: &Id) -> u32 {
    game.groups.values().filter(|group| group.army.as_ref() == Some(army)).map(|group| group.sp).sum()
}

/// How many strength points more an army may hold (12.1.2).
pub fn room(rules: &CivilWar, game: &Game, army: &Id) -> u32 {
    let most = rules.pack.charts.armies.get(army).map_or(0, |data| u32::from(data.maximum));
    most.saturating_sub(sp(game, army))
}

/// The leaders of an army, by id.
pub fn leaders(game: &Game, army: &Id) -> Vec<Piece> {
    let of = |place: &Place| matches!(place, Place::Map { army: Some(own), .. } if own == army);
    game.pieces.iter().filter(|(_, place)| of(place)).map(|(piece, _)| piece.clone()).collect()
}

/// Whether a counter may command an army: infantry of three or four stars (5.3.1, 5.3.4).
pub fn may_command(rules: &CivilWar, piece: &Piece) -> bool {
    piece.rank >= 3 && counter(&rules.pack, piece).is_some() && !is_cavalry(&rules.pack, piece)
}

/// Who commands an army: the highest of its three- and four-star generals (5.3.1, 6.2.7).
pub fn commander(rules: &CivilWar, game: &Game, army: &Id) -> Option<Piece> {
    highest(&rules.pack, leaders(game, army).into_iter().filter(|piece| may_command(rules, piece)))
}

/// Settles who belongs to which army, wherever nothing is under way: an army without strength points is gone (12.1.3);
/// what stands with an army joins it, up to its maximum (6.2.7d), and several armies in the order in which their
/// commanders rank (CW-122); who stands with none is in none.
pub fn muster(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    if game.armies.is_empty() {
        return;
    }
    let marching =
        |game: &Game, army: &Id| game.groups.values().any(|group| group.marching && group.army.as_ref() == Some(army));
    for side in Side::BOTH {
        let armies: Vec<(Id, Hex)> = on_map(rules, game, side).map(|(army, hex)| (army.clone(), hex)).collect();
        let resting: Vec<&(Id, Hex)> = armies.iter().filter(|(army, _)| !marching(game, army)).collect();
        let mut hexes: Vec<Hex> = resting.iter().map(|(_, hex)| *hex).collect();
        hexes.sort();
        hexes.dedup();
        for hex in hexes {
            let mut here: Vec<Id> = resting.iter().filter(|(_, at)| *at == hex).map(|(army, _)| army.clone()).collect();
            here.retain(|army| sp(game, army) > 0 || join(rules, game, events, army, hex, side, false));
            let commanders: Vec<Piece> = here.iter().filter_map(|army| commander(rules, game, army)).collect();
            let order = by_command(&rules.pack, commanders);
            here.sort_by_key(|army| {
                let commander = commander(rules, game, army);
                (order.iter().position(|piece| Some(piece) == commander.as_ref()).unwrap_or(usize::MAX), army.clone())
            });
            for army in &here {
                join(rules, game, events, army, hex, side, true);
            }
            let first = here.first().cloned();
            for (piece, place) in &mut game.pieces {
                if side_of(&rules.pack, piece) == Some(side)
                    && let Place::Map { hex: at, army, .. } = place
                    && *at == hex
                    && army.as_ref().is_none_or(|army| !here.contains(army))
                {
                    *army = first.clone();
                }
            }
        }
    }
    disband(game, events, rules);
}

/// Strength points of the hex that are in no army join one, as many as it has room for. Whether any did. `told`: as an
/// event.
fn join(rules: &CivilWar, game: &mut Game, events: &mut Events, army: &Id, hex: Hex, side: Side, told: bool) -> bool {
    let elsewhere = |game: &Game, own: &Option<Id>| own.as_ref().is_none_or(|own| hex_of(game, own) != Some(hex));
    let loose: Vec<u32> = game
        .groups_at(hex, side)
        .filter(|(_, group)| !group.marching && elsewhere(game, &group.army))
        .map(|(number, _)| number)
        .collect();
    let mut joined = 0;
    for number in loose {
        let part = room(rules, game, army).min(game.groups.get(&number).map_or(0, |group| group.sp));
        if part == 0 {
            if let Some(group) = game.groups.get_mut(&number) {
                group.army = None;
            }
            continue;
        }
        let number = game.split(number, part);
        if let Some(group) = game.groups.get_mut(&number) {
            group.army = Some(army.clone());
        }
        joined += part;
    }
    if told && joined > 0 {
        events.emit("6.2.7", &Event::Joined { side, army: army.clone(), hex, sp: joined });
    }
    joined > 0
}

/// Armies without strength points are gone for good (12.1.3); who stands with none is in none.
fn disband(game: &mut Game, events: &mut Events, rules: &CivilWar) {
    let strength: BTreeMap<Id, u32> = game.armies.keys().map(|army| (army.clone(), sp(game, army))).collect();
    for (army, place) in &mut game.armies {
        if let ArmyPlace::At(hex) = *place
            && strength.get(army) == Some(&0)
        {
            *place = ArmyPlace::Destroyed;
            if let Some(data) = rules.pack.charts.armies.get(army) {
                events.emit("12.1", &Event::ArmyDestroyed { side: data.side, army: army.clone(), hex });
            }
        }
    }
    let armies = game.armies.clone();
    let stale =
        |army: &Option<Id>, hex: Hex| army.as_ref().is_some_and(|army| armies.get(army) != Some(&ArmyPlace::At(hex)));
    for group in game.groups.values_mut().filter(|group| stale(&group.army, group.hex)) {
        group.army = None;
    }
    for place in game.pieces.values_mut() {
        if let Place::Map { hex, army, .. } = place
            && stale(army, *hex)
        {
            *army = None;
        }
    }
}

/// The army that a leader commands.
pub fn commanded_by<'a>(rules: &CivilWar, game: &'a Game, piece: &Piece) -> Option<&'a Id> {
    let Some(Place::Map { army: Some(army), .. }) = game.pieces.get(piece) else { return None };
    (commander(rules, game, army).as_ref() == Some(piece)).then_some(army)
}

/// Begins a `create` order (12.1.1).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn create(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Create) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// Begins a `remove` order (5.3.3).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn remove(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Remove) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// Begins a `transfer` order (12.2.2).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn transfer(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Transfer) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}
