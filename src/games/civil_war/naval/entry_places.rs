//! Where ships may enter (10.4.2, 10.4.3, 10.5.2, 10.5.3).

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::{Id, Problem};

use crate::orders::Launched;
use crate::pack::{ShipKind, Side, Station, StationKind, Theater, Waters, Waterways};
use crate::position::ledger::Hulls;
use crate::present::open_places;
use crate::refusal::NavalRefusal;
use crate::supply::Supplies;
use crate::{CivilWar, homefront, movement::territory};

/// Places named in advice, at most.
const NAMED: usize = 8;

/// What is wrong with the place where Union ships are to enter: river ships on a navigable hexside of a hex with a
/// friendly city, in friendly territory and in supply (10.4.2); ocean ships there or in the coastal hex of such a city,
/// in the East, wherever they can reach the ocean (10.4.3).
pub fn check_union_entry(supplies: &Supplies<'_>, launched: &Launched, path: &dyn Fn(&str) -> String) -> Vec<Problem> {
    let Supplies { rules, side, .. } = *supplies;
    let Some(at) = launched.at else {
        let problem = NavalRefusal::NoBerthNamed.problem(rules, side).in_path(path("at")).rule("10.4.2");
        return vec![problem.advice(advice(supplies, Waters::River))];
    };
    let hulls = launched.hulls();
    let kinds = [Waters::River, Waters::Ocean].into_iter().filter(|waters| has_ships_of_kind(rules, &hulls, *waters));
    let wrong = |waters| {
        let (refusal, rule) = misplaced(supplies, at, waters)?;
        let advice = advice(supplies, waters);
        Some(refusal.problem(rules, side).in_path(path("at")).rule(rule).advice(advice))
    };
    kinds.filter_map(wrong).collect()
}

/// Whether ships of that kind are among these.
fn has_ships_of_kind(rules: &CivilWar, hulls: &Hulls, waters: Waters) -> bool {
    let named = |id: &Id| rules.pack.charts.ships.get(id).is_some_and(|ship| ship.waters == waters);
    hulls.of(waters) > 0 || hulls.ships.iter().any(named)
}

/// Why Union ships of that kind may not enter at a station, with the rule.
fn misplaced(supplies: &Supplies<'_>, at: Station, waters: Waters) -> Option<(NavalRefusal, &'static str)> {
    let rules = supplies.rules;
    let ways = rules.pack.map.waterways();
    if ways.station_kind(at).is_none() {
        return Some((NavalRefusal::NoBerth { at }, "8.3.1"));
    }
    match (waters, at) {
        (Waters::River, Station::Hex(_)) => {
            return Some((NavalRefusal::RiverShipsOffHexside { at }, "10.4.2"));
        }
        (Waters::Ocean, _) if !to_sea(ways).contains(&at) => {
            return Some((NavalRefusal::NoWayToOcean { at }, "10.4.3"));
        }
        _ => {}
    }
    let rule = if waters == Waters::River { "10.4.2" } else { "10.4.3" };
    let mut because = None;
    for hex in at.hexes() {
        match harbor(supplies, hex) {
            Ok(()) if waters == Waters::River || rules.pack.map.theater(hex) == Theater::East => return None,
            Ok(()) => because = Some(NavalRefusal::HarborNotInEast { hex }),
            Err(reason) => because = because.or(reason),
        }
    }
    Some((because.unwrap_or(NavalRefusal::NoHarborBeside { at }), rule))
}

/// The city where a Confederate ship enters; none for a raider, which goes to the At Sea Box (10.5.3). An ironclad
/// enters on a navigable hexside of a hex with a friendly city, in friendly territory and in supply, one per city and
/// turn (10.5.2); of two such cities at the one where it is cheaper, or the one with the lower number (CW-245).
/// `yards`: cities already used in this order.
///
/// # Errors
/// Why it may not enter there; the problem has no path.
pub fn confederate_entry_city(
    supplies: &Supplies<'_>,
    id: &Id,
    at: Option<Station>,
    yards: &SortedSet<Hex>,
) -> Result<Option<Hex>, Problem> {
    let Supplies { rules, game, side, .. } = *supplies;
    let raider = rules.pack.charts.ships.get(id).is_some_and(|ship| ship.kind == ShipKind::Raider);
    let at = match (raider, at) {
        (true, None) => return Ok(None),
        (true, Some(_)) => {
            return Err(NavalRefusal::RaiderAtPlace { ship: id.clone() }.problem(rules, side).rule("10.5.3"));
        }
        (false, None) => {
            let problem = NavalRefusal::NoBerthNamedFor { ship: id.clone() }.problem(rules, side).rule("10.5.2");
            return Err(problem.advice(advice(supplies, Waters::River)));
        }
        (false, Some(at)) => at,
    };
    let refuse = |refusal: NavalRefusal| {
        Err(refusal.problem(rules, side).rule("10.5.2").advice(advice(supplies, Waters::River)))
    };
    let ways = rules.pack.map.waterways();
    if matches!(at, Station::Hex(_)) || ways.station_kind(at).is_none() {
        return refuse(NavalRefusal::IroncladOffHexside { at });
    }
    let mut because = None;
    let mut free = SortedSet::new();
    for hex in at.hexes() {
        match harbor(supplies, hex) {
            Ok(()) if yards.contains(&hex) || game.side(side).navy.yards.contains(&hex) => {
                because = Some(NavalRefusal::YardUsed { hex });
            }
            Ok(()) => {
                let price = homefront::ship_price(rules, game, side, rules.pack.map.theater(hex));
                free.insert((price.unwrap_or(u32::MAX), hex));
            }
            Err(reason) => because = because.or(reason),
        }
    }
    match free.first() {
        Some(&(_, hex)) => Ok(Some(hex)),
        None => refuse(because.unwrap_or(NavalRefusal::NoHarborBeside { at })),
    }
}

/// Whether a side's ships may enter at the city of a hex: it controls it, in friendly territory and in supply, whether
/// or not it has victory points (10.4.2, 10.5.2).
///
/// # Errors
/// Why they may not; `None` where there is no city.
fn harbor(supplies: &Supplies<'_>, hex: Hex) -> Result<(), Option<NavalRefusal>> {
    let Supplies { rules, game, side, .. } = *supplies;
    if rules.pack.map.hex(hex).is_none_or(|data| data.city.is_none()) {
        return Err(None);
    }
    if game.sp_at(hex, side.other()) > 0 || territory::controller(rules, game, hex) != Some(side) {
        return Err(Some(NavalRefusal::HarborNotHeld { hex }));
    }
    if !territory::is_friendly(rules, game, hex, side) && !territory::is_friendly_city(rules, game, hex, side) {
        let enemy = territory::is_enemy(rules, game, hex, side);
        return Err(Some(NavalRefusal::HarborNotFriendly { hex, enemy }));
    }
    match supplies.in_supply(hex) {
        true => Ok(()),
        false => Err(Some(NavalRefusal::HarborOutOfSupply { hex })),
    }
}

/// The stations from which ships of the ocean reach it, those of the sea among them.
fn to_sea(ways: &Waterways) -> SortedSet<Station> {
    let sea = ways.stations().find(|(_, lies)| *lies == StationKind::Sea);
    sea.map_or_else(SortedSet::new, |(at, _)| ways.reached(at, Waters::Ocean, |_| true))
}

/// Where a side's ships of that kind may enter now, each place with the city.
pub fn open_entry_places(supplies: &Supplies<'_>, waters: Waters) -> Vec<(Hex, Station)> {
    let Supplies { rules, game, side, .. } = *supplies;
    let ways = rules.pack.map.waterways();
    let sea = if waters == Waters::Ocean { to_sea(ways) } else { SortedSet::new() };
    let mut open = Vec::new();
    for (hex, _) in rules.pack.map.towns() {
        let coast = (waters == Waters::Ocean).then_some(Station::Hex(hex));
        let admits = |at: &Station| if waters == Waters::Ocean { sea.contains(at) } else { ways.admits(*at, waters) };
        let places: Vec<Station> = ways.hexsides_of(hex).chain(coast).filter(admits).collect();
        let closed = waters == Waters::Ocean && rules.pack.map.theater(hex) != Theater::East
            || side == Side::Confederate && game.side(side).navy.yards.contains(&hex);
        if !places.is_empty() && !closed && harbor(supplies, hex).is_ok() {
            open.extend(places.into_iter().map(|at| (hex, at)));
        }
    }
    open
}

/// Where they may enter, in words.
fn advice(supplies: &Supplies<'_>, waters: Waters) -> String {
    let mut open = open_entry_places(supplies, waters);
    open.dedup_by_key(|(hex, _)| *hex);
    open.truncate(NAMED);
    open_places(&supplies.rules.pack, &open)
}
