//! Armies (5.3, 6.2, 12.1, 12.2): who belongs to one, who commands it, and the orders that form and change one.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Events;

use crate::events::{Event, Succession};
use crate::pack::{ArmyData, Branch, Side};
use crate::position::force::Force;
use crate::position::force::force_hex;
use crate::position::ledger::{
    ArmyPlace, Game, Piece, Place, by_command, counter, highest, is_cavalry, is_naval, side_of,
};
use crate::refusal::ArmyRefusal;
use crate::{CivilWar, naval};

mod orders;
mod succession;

pub use orders::{founder, legal, may_create, may_remove, may_transfer};
pub use succession::{commanders, succeed};

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
pub fn armies_at(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Vec<Id> {
    on_map(rules, game, side).filter(|(_, at)| *at == hex).map(|(army, _)| army.clone()).collect()
}

/// The strength points of an army.
pub fn sp(game: &Game, army: &Id) -> u32 {
    game.groups.values().filter(|group| group.army.as_ref() == Some(army)).map(|group| group.sp).sum()
}

/// The strength points of an army that have not moved in this pulse, and still may (6.1.7).
pub fn fresh_sp(game: &Game, army: &Id) -> u32 {
    let own = game.groups.values().filter(|group| group.army.as_ref() == Some(army) && !group.moved);
    own.map(|group| group.sp).sum()
}

/// How many strength points more an army may hold (12.1.2); any number by the option `free_armies` (20.2, CW-305).
pub fn free_capacity(rules: &CivilWar, game: &Game, army: &Id) -> u32 {
    let most = rules.pack.charts.armies.get(army).map_or(0, |data| u32::from(data.maximum));
    let most = if game.options.free_armies && most > 0 { u32::from(u16::MAX) } else { most };
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

/// The commander of an army: the highest of its three- and four-star generals (5.3.1, 6.2.7).
pub fn commander(rules: &CivilWar, game: &Game, army: &Id) -> Option<Piece> {
    let of = |place: &Place| matches!(place, Place::Map { army: Some(own), .. } if own == army);
    let own = game.pieces.iter().filter(|(piece, place)| of(place) && may_command(rules, piece));
    highest(&rules.pack, own.map(|(piece, _)| piece.clone()))
}

/// Updates which army everybody belongs to, whenever nothing is in progress: an army without strength points is out of
/// the game (12.1.3); units in an army's hex join it, up to its maximum (6.2.7d), and several armies in the order of
/// their commanders' ranks (CW-122); units in a hex without an army belong to none.
pub fn update_membership(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    naval::board(rules, game);
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
            here.sort_by_cached_key(|army| {
                let commander = commander(rules, game, army);
                (order.iter().position(|piece| Some(piece) == commander.as_ref()).unwrap_or(usize::MAX), army.clone())
            });
            for army in &here {
                join(rules, game, events, army, hex, side, true);
            }
            let first = here.first().cloned();
            let before = first.as_ref().and_then(|army| commander(rules, game, army));
            let arrived: Vec<Piece> = game
                .pieces
                .iter()
                .filter(|(piece, place)| {
                    matches!(place, Place::Map { hex: at, army, marching: false, .. }
                        if *at == hex && army.as_ref().is_none_or(|army| !here.contains(army)))
                        && side_of(&rules.pack, piece) == Some(side)
                })
                .map(|(piece, _)| piece.clone())
                .collect();
            for piece in arrived {
                // A general who may command goes to an army without a commander (CW-123).
                let vacant = here.iter().find(|army| commander(rules, game, army).is_none());
                let joins = vacant.filter(|_| may_command(rules, &piece)).or(first.as_ref()).cloned();
                if let (Some(army), true) = (&joins, joins != first) {
                    let how = Succession::Senior;
                    let (army, piece) = (army.clone(), piece.clone());
                    events.emit("5.3.2", &Event::TakesCommand { side, army, piece, how });
                }
                if let Some(Place::Map { army, .. }) = game.pieces.get_mut(&piece) {
                    *army = joins;
                }
            }
            // A leader who outranks the commander takes over when he arrives (5.3.2).
            if let Some(army) = first
                && let Some(piece) = commander(rules, game, &army)
                && before.as_ref() != Some(&piece)
            {
                let how = Succession::Senior;
                events.emit("5.3.2", &Event::TakesCommand { side, army, piece, how });
            }
        }
    }
    disband(rules, game, events);
}

/// Strength points of the hex that are in no army join one, up to its maximum. Whether any did; `reported`: whether
/// this is an event.
fn join(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    army: &Id,
    hex: Hex,
    side: Side,
    reported: bool,
) -> bool {
    let elsewhere = |game: &Game, own: &Option<Id>| own.as_ref().is_none_or(|own| hex_of(game, own) != Some(hex));
    let loose: Vec<u32> = game
        .groups_at(hex, side)
        .filter(|(_, group)| !group.marching && group.unit.is_none() && elsewhere(game, &group.army))
        .map(|(number, _)| number)
        .collect();
    let mut joined = 0;
    for number in loose {
        let part = free_capacity(rules, game, army).min(game.groups.get(&number).map_or(0, |group| group.sp));
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
    if reported && joined > 0 {
        events.emit("6.2.7", &Event::Joined { side, army: army.clone(), hex, sp: joined });
    }
    joined > 0
}

/// Removes armies without strength points from the game (12.1.3); units in a hex without an army belong to none.
pub fn disband(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let strength: SortedMap<Id, u32> = game.armies.keys().map(|army| (army.clone(), sp(game, army))).collect();
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

/// Whether a counter may command an army and commands none (5.4.4b, 12.1.1).
pub fn free_to_command(rules: &CivilWar, game: &Game, piece: &Piece) -> bool {
    may_command(rules, piece) && commanded_by(rules, game, piece).is_none()
}

/// The hexes of a side with a leader who may command an army.
pub fn hexes_with_commanders(rules: &CivilWar, game: &Game, side: Side) -> SortedSet<Hex> {
    let generals = game.leaders_on_map(&rules.pack, side).filter(|(piece, _)| may_command(rules, piece));
    generals.map(|(_, hex)| hex).collect()
}

/// An army in words: `the Army of the Potomac`; or the force of a hex that reacts like one (21.9).
pub fn army_name(rules: &CivilWar, army: &Id) -> String {
    match (rules.pack.charts.armies.get(army), force_hex(army)) {
        (Some(data), _) => format!("the {}", data.name),
        (None, Some(hex)) => format!("the force in {hex}"),
        (None, None) => army.to_string(),
    }
}

/// The armies that a side has in a scenario, by id: those on the map, and those that may be formed.
pub fn of_scenario<'a>(rules: &'a CivilWar, game: &'a Game, side: Side) -> impl Iterator<Item = &'a ArmyData> + 'a {
    let forms = rules.pack.scenarios.get(&game.scenario).is_none_or(|scenario| scenario.armies);
    let theaters = rules.pack.map.theaters();
    let there = move |data: &&ArmyData| {
        data.side == side && (game.armies.contains_key(&data.id) || forms && theaters.contains(&data.theater))
    };
    rules.pack.charts.armies.values().filter(there)
}

/// An army of a side, whether it has been formed or not.
///
/// # Errors
/// There is none of that name, or it is the enemy's.
pub fn army_of_side<'a>(rules: &'a CivilWar, game: &Game, side: Side, army: &Id) -> Result<&'a ArmyData, Problem> {
    let Some(data) = rules.pack.charts.armies.get(army) else {
        let own: Vec<&str> = of_scenario(rules, game, side).map(|data| data.id.as_str()).collect();
        let problem = ArmyRefusal::UnknownArmy { army: army.clone() }.problem(rules, side).rule("12.1");
        if own.is_empty() {
            return Err(problem.advice("name the leader who moves: this scenario has no armies"));
        }
        let distance = |id: &str| strsim::levenshtein(id, army.as_str());
        let near =
            own.iter().copied().filter(|id| distance(id) <= 1 + id.len() / 3).min_by_key(|id| (distance(id), *id));
        let own = own.join(", ");
        return Err(problem.advice(match near {
            Some(near) => format!("did you mean {near}? Yours are {own}"),
            None => format!("name one of yours: {own}"),
        }));
    };
    match data.side == side {
        true => Ok(data),
        false => Err(ArmyRefusal::ArmyOfEnemy { army: army.clone() }.problem(rules, side).rule("12.1")),
    }
}

/// The hex of an army of a side.
///
/// # Errors
/// There is none of that name, it is the enemy's, or it is not on the map.
pub fn find(rules: &CivilWar, game: &Game, side: Side, army: &Id) -> Result<Hex, Problem> {
    army_of_side(rules, game, side, army)?;
    match game.armies.get(army) {
        Some(ArmyPlace::At(hex)) => Ok(*hex),
        Some(ArmyPlace::Destroyed) => {
            Err(ArmyRefusal::ArmyEliminated { army: army.clone() }.problem(rules, side).rule("12.1.3"))
        }
        None => Err(ArmyRefusal::ArmyNotFormed { army: army.clone() }.problem(rules, side).rule("12.1")),
    }
}

/// How many strength points an army's leaders command in an attack (6.2.8): its commander has six places, for strength
/// points or for subordinates, each of whom brings as many strength points as his rank can move (6.2.8a). Infantry
/// leaders of two and three stars may have lower ranks under them, cavalry leaders nobody (6.2.8b); a leader without a
/// place brings nothing. Naval leaders command nobody on land, and take no place (5.1.1b, 8.2.4). `leaders`: includes
/// the commander.
pub fn command_capacity(rules: &CivilWar, leaders: &[Piece]) -> u32 {
    let ashore = leaders.iter().filter(|piece| !is_naval(&rules.pack, piece));
    let ordered = by_command(&rules.pack, ashore.cloned().collect());
    let Some(commander) = ordered.iter().find(|piece| may_command(rules, piece)) else { return 0 };
    let limit = |piece: &Piece, branch| u32::from(rules.pack.charts.sp_limit(piece.rank, branch));
    let own = limit(commander, Branch::Infantry);
    let mut commanded = own;
    // The places that are left, by the rank of whose they are; the commander's own last.
    let mut places: Vec<(u8, u32)> = vec![(u8::MAX, own)];
    for piece in ordered.iter().filter(|piece| *piece != commander) {
        let cavalry = is_cavalry(&rules.pack, piece);
        let brings = limit(piece, if cavalry { Branch::Cavalry } else { Branch::Infantry });
        let open =
            places.iter_mut().filter(|(rank, left)| *rank > piece.rank && *left > 0).min_by_key(|(rank, _)| *rank);
        let Some((_, left)) = open.filter(|_| brings > 1) else { continue };
        *left -= 1;
        commanded += brings - 1;
        if !cavalry {
            places.push((piece.rank, brings));
        }
    }
    commanded
}

/// How many strength points of an army are commanded by those of its leaders who go with a force (6.2.8).
pub fn commanded(rules: &CivilWar, game: &Game, army: &Id, goes: impl Fn(&Piece) -> bool) -> u32 {
    command_capacity(rules, &leaders(game, army).into_iter().filter(goes).collect::<Vec<_>>())
}

/// The strength points of a force that attack: all of a leader's, of each army those that are commanded (6.2.8,
/// 6.2.8c).
pub fn attacking(rules: &CivilWar, game: &Game, force: &Force) -> u32 {
    if force.armies.is_empty() {
        return force.sp(game);
    }
    let of_army = |army: &Id| {
        let goes = |piece: &Piece| force.leaders().any(|own| own == piece);
        let groups = force.groups.iter().filter_map(|number| game.groups.get(number));
        let sp: u32 = groups.filter(|group| group.army.as_ref() == Some(army)).map(|group| group.sp).sum();
        commanded(rules, game, army, goes).min(sp)
    };
    force.armies.iter().map(of_army).sum()
}
