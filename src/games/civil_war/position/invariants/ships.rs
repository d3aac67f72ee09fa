//! Ships: each is in one place, where its kind can be, and with nobody who should not be with them (8.1, 8.2, 8.4,
//! 10.4, 10.5).

use crate::sorted::SortedMap;

use crate::document::Id;

use crate::CivilWar;
use crate::pack::{ShipKind, Side, StationKind, Waters};
use crate::position::ledger::{Game, Hulls, Place, is_naval, side_of};

/// Everything that does not hold of ships.
pub(super) fn ships(rules: &CivilWar, game: &Game, under_way: bool, wrong: &mut impl FnMut(String, String)) {
    once(rules, game, wrong);
    squadrons(rules, game, under_way, wrong);
    leaders(rules, game, under_way, wrong);
    navies(rules, game, wrong);
}

/// Everywhere that a side's ships are, each with its path.
fn places(game: &Game, side: Side) -> Vec<(String, Hulls)> {
    let on_map = game.squadrons.iter().filter(|(_, squadron)| squadron.side == side);
    let on_map = on_map.map(|(number, squadron)| (format!("game.squadrons.{number}.hulls"), squadron.hulls.clone()));
    let navy = &game.side(side).navy;
    let path = |field: &str| format!("game.sides.{side}.navy.{field}");
    let due = navy.due.iter().map(|(turn, hulls)| (path(&format!("due.{turn}")), hulls.clone()));
    let at_sea = Hulls { ships: navy.at_sea.clone(), ..Hulls::default() };
    let rest = [(path("pool"), navy.pool.clone()), (path("at_sea"), at_sea), (path("sunk"), navy.sunk.clone())];
    on_map.chain(due).chain(rest).collect()
}

/// Counters that exist, belong to the side that has them, and are in one place each; no more transports than there are
/// counters.
fn once(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    let charts = &rules.pack.charts;
    let mut seen: SortedMap<Id, String> = SortedMap::new();
    for side in Side::BOTH {
        let mut afloat = [0_u32; 2];
        for (path, hulls) in places(game, side) {
            for id in &hulls.ships {
                match charts.ships.get(id) {
                    None => wrong(path.clone(), format!("there is no ship {id}")),
                    Some(ship) if ship.side != side => wrong(path.clone(), format!("{id} is not a {side} ship")),
                    Some(ship) if ship.kind == ShipKind::Raider && path.starts_with("game.squadrons") => {
                        wrong(path.clone(), format!("{id} is a raider and belongs in the At Sea Box"));
                    }
                    Some(_) => {}
                }
                if let Some(before) = seen.insert(id.clone(), path.clone()) {
                    wrong(path.clone(), format!("{id} is both here and in {before}"));
                }
            }
            if side == Side::Confederate && hulls.transports() > 0 {
                wrong(path.clone(), "the Confederacy has no transports".to_owned());
            }
            if path.starts_with("game.squadrons") {
                afloat = [afloat[0].saturating_add(hulls.river), afloat[1].saturating_add(hulls.ocean)];
            }
        }
        for (waters, points) in [Waters::River, Waters::Ocean].into_iter().zip(afloat) {
            let counters = charts.transports.iter().filter(|entry| entry.waters == waters);
            let most: u32 = counters.map(|entry| u32::from(entry.points)).sum();
            if points > most {
                let message =
                    format!("{points} points of transports are on the map, but there are counters for only {most}");
                wrong("game.squadrons".to_owned(), message);
            }
        }
    }
}

/// Squadrons: where their ships can be, apart from the enemy's, and moving only while an order moves them.
fn squadrons(rules: &CivilWar, game: &Game, under_way: bool, wrong: &mut impl FnMut(String, String)) {
    let ways = rules.pack.map.waterways();
    for (number, squadron) in &game.squadrons {
        let path = |field: &str| format!("game.squadrons.{number}.{field}");
        if squadron.hulls.is_empty() {
            wrong(path("hulls"), format!("squadron {number} has no ship"));
        }
        match ways.station_kind(squadron.at) {
            None => wrong(path("at"), format!("no ship can lie at {}", squadron.at)),
            Some(StationKind::Sea) if !squadron.sailing => {
                wrong(path("at"), format!("ships cannot stay at {}, on the open sea", squadron.at));
            }
            Some(_) if !squadron.hulls.may_go(&rules.pack, |waters| ways.admits(squadron.at, waters)) => {
                wrong(path("at"), format!("some of these ships cannot be at {}", squadron.at));
            }
            Some(_) => {}
        }
        if under_way {
            continue;
        }
        if squadron.sailing {
            wrong(path("sailing"), "ships are under way without an order".to_owned());
        }
        if game.squadrons_at(squadron.at, squadron.side.other()).next().is_some() {
            wrong(path("at"), format!("both sides have ships at {}", squadron.at));
        }
    }
}

/// Leaders with ships: of the navy, and not without a ship.
fn leaders(rules: &CivilWar, game: &Game, under_way: bool, wrong: &mut impl FnMut(String, String)) {
    for (piece, place) in &game.pieces {
        let Place::Afloat { at, sailing, .. } = place else { continue };
        let path = format!("game.pieces.{piece}.afloat.at");
        let Some(side) = side_of(&rules.pack, piece) else { continue };
        if !is_naval(&rules.pack, piece) {
            wrong(path, format!("{piece} is not a naval leader and cannot be with ships at rest"));
        } else if !under_way && *sailing {
            wrong(path, format!("{piece} is under way, but no order moves ships"));
        } else if !under_way && game.squadrons_at(*at, side).next().is_none() {
            wrong(path, format!("{piece} is with ships at {at}, but there are none"));
        }
    }
}

/// What only one side has, and what has a limit.
fn navies(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    let capacity = u32::from(rules.pack.charts.sea_lift(game.turn));
    for side in Side::BOTH {
        let navy = &game.side(side).navy;
        let path = |field: &str| format!("game.sides.{side}.navy.{field}");
        let foreign = match side {
            Side::Union => [("at_sea", !navy.at_sea.is_empty()), ("merchants", navy.merchants > 0)],
            Side::Confederate => [("pool", !navy.pool.is_empty()), ("lifted", navy.lifted > 0)],
        };
        for (field, _) in foreign.into_iter().filter(|(_, holds)| *holds) {
            wrong(path(field), format!("the {side} side has none"));
        }
        if navy.lifted > capacity {
            wrong(path("lifted"), format!("{} strength points moved by sea, of {capacity}", navy.lifted));
        }
        for id in &navy.at_sea {
            if rules.pack.charts.ships.get(id).is_some_and(|ship| ship.kind != ShipKind::Raider) {
                wrong(path("at_sea"), format!("{id} is not a raider"));
            }
        }
        if let Some(hex) = navy.yards.iter().find(|hex| rules.pack.map.hex(**hex).is_none()) {
            wrong(path("yards"), format!("hex {hex} is not on this map"));
        }
    }
}
