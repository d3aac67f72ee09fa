//! Routes of ships (8.3, 8.4): which stations they may enter, their path, and whose guns reach them there.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;

use crate::board::Hex;
use crate::document::Problem;

use crate::pack::{Side, Station, StationKind, Waters};
use crate::position::ledger::{Game, Hulls, Works};
use crate::refusal::NavalRefusal;
use crate::supply::Supplies;
use crate::{CivilWar, movement::territory};

/// What fires at a side's ships: the fortifications of the enemy that are in force (8.5.2, 8.10.6), and his ships. Each
/// fortification is looked at once.
pub struct Guns<'a> {
    /// Every hex with a fortification that the enemy holds.
    enemy_forts: SortedSet<Hex>,
    in_force: RefCell<SortedMap<Hex, bool>>,
    /// The supply of his fortifications.
    forts: Supplies<'a>,
    ships: SortedSet<Station>,
    /// The supply of the cargo.
    pub supplies: Supplies<'a>,
}

impl<'a> Guns<'a> {
    /// Those that fire at ships of `side`.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side) -> Guns<'a> {
        let printed = rules.pack.map.printed_forts();
        let built = game.works.iter().filter(|(_, works)| matches!(works, Works::Held { .. })).map(|(hex, _)| *hex);
        let enemy = side.other();
        let held =
            printed.chain(built).filter(|&hex| territory::fort_holder(rules, game, hex) == Some(enemy)).collect();
        let ships =
            game.squadrons.values().filter(|squadron| squadron.side == enemy).map(|squadron| squadron.at).collect();
        let (forts, supplies) = (Supplies::of_forts(rules, game, enemy), Supplies::new(rules, game, side));
        Guns { enemy_forts: held, in_force: RefCell::default(), forts, ships, supplies }
    }

    /// Whether an enemy fortification in that hex fires.
    pub fn fires(&self, hex: Hex) -> bool {
        self.enemy_forts.contains(&hex)
            && *self.in_force.borrow_mut().entry(hex).or_insert_with(|| self.forts.keeps_in_force(hex))
    }

    /// The hexes of the fortifications that fire at ships which enter a station: it is a hexside of theirs, or their
    /// hex itself (8.3.2, 8.10.9).
    pub fn forts(&self, at: Station) -> Vec<Hex> {
        at.hexes().filter(|&hex| self.fires(hex)).collect()
    }

    /// Whether enemy ships lie at a station.
    pub fn ships(&self, at: Station) -> bool {
        self.ships.contains(&at)
    }

    /// How often ships are fired at, at the least, as they enter a station.
    pub fn danger(&self, at: Station) -> u32 {
        u32::try_from(self.forts(at).len()).unwrap_or(u32::MAX).saturating_add(u32::from(self.ships(at)))
    }
}

/// Whether all of these ships may be at a station: those of the rivers never at sea (8.1, 8.4.1), those of the ocean
/// neither above Memphis nor on the tributaries of the Mississippi (8.3.7).
pub fn admitted(rules: &CivilWar, hulls: &Hulls, at: Station) -> bool {
    hulls.may_go(&rules.pack, |waters| rules.pack.map.waterways().admits(at, waters))
}

/// The kind of ship that limits the movement of all of these: river ships, if there are any.
fn slowest(rules: &CivilWar, hulls: &Hulls) -> Waters {
    let ocean = hulls.may_go(&rules.pack, |waters| waters == Waters::Ocean);
    if ocean { Waters::Ocean } else { Waters::River }
}

/// The stations that ships enter on their way from one station to the next: always by the route under the fewest guns,
/// and of those the shortest (CW-222). Movement costs nothing (8.3.5), and who owns the banks does not matter (8.3.4).
///
/// # Errors
/// The index in `to` of the first station that cannot be reached, and why: the problem has no path.
pub fn route(
    rules: &CivilWar,
    side: Side,
    guns: &Guns<'_>,
    hulls: &Hulls,
    from: Station,
    to: &[Station],
) -> Result<Vec<Station>, Box<(usize, Problem)>> {
    let (mut way, mut here) = (Vec::new(), from);
    for (n, &there) in to.iter().enumerate() {
        let leg = leg(rules, guns, hulls, here, there);
        let leg = leg.map_err(|(refusal, rule)| Box::new((n, refusal.problem(rules, side).rule(rule))))?;
        way.extend(leg);
        here = there;
    }
    Ok(way)
}

/// The stations from one to another.
///
/// # Errors
/// Why it cannot be reached, and the rule.
fn leg(
    rules: &CivilWar,
    guns: &Guns<'_>,
    hulls: &Hulls,
    from: Station,
    to: Station,
) -> Result<Vec<Station>, (NavalRefusal, &'static str)> {
    let ways = rules.pack.map.waterways();
    let Some(lies) = ways.station_kind(to) else {
        let near = ways.stations().map(|(station, _)| station).min_by_key(|station| apart(*station, to));
        return Err((NavalRefusal::NotNavigable { at: to, near }, "8.3.1"));
    };
    if from == to {
        return Err((NavalRefusal::ShipsAlreadyThere { at: to }, "8.3.5"));
    }
    if !admitted(rules, hulls, to) {
        return Err(match lies {
            StationKind::Inland => (NavalRefusal::OceanShipsInland { at: to }, "8.3.7"),
            _ => (NavalRefusal::RiverShipsAtSea { at: to }, "8.4.1"),
        });
    }
    let cost = |at: Station| admitted(rules, hulls, at).then(|| guns.danger(at));
    match ways.cheapest_route(from, to, slowest(rules, hulls), cost) {
        Some((way, _)) => Ok(way.into_iter().skip(1).collect()),
        None => Err((NavalRefusal::NoWaterway { from, to }, "8.4.1")),
    }
}

/// How far two stations lie from each other on the map, and a number to settle ties.
fn apart(one: Station, other: Station) -> (u32, Station) {
    let far = one.hexes().flat_map(|a| other.hexes().map(move |b| a.distance(b))).min();
    (far.unwrap_or(u32::MAX), one)
}

/// Whether strength points on ships that enter a station, or a hex from there, have moved by sea: over all-sea hexes
/// (6.3.2c), along a coast, or on a bay or sound, whose shores are coast (8.6.2, 2.1, CW-225).
pub fn at_sea(rules: &CivilWar, at: Station) -> bool {
    match at {
        Station::Hex(_) => true,
        Station::Hexside(a, b) => rules.pack.map.hexside(a, b).is_some_and(|side| side.water.is_salt()),
    }
}

/// Whether going ashore in a hex counts as movement by sea: it is a coastal hex (8.6.2).
pub fn on_coast(rules: &CivilWar, hex: Hex) -> bool {
    rules.pack.map.hex(hex).is_some_and(|data| data.coastal)
}
