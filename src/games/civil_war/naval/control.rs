//! The hexsides that ships control (8.5), and what that does on land.
//!
//! A ship controls the navigable hexsides within five of its own (8.5.1), as far as the water leads there without a
//! hexside of an enemy's fortification in force (8.5.2) or one where enemy ships lie (8.5.3, 8.5.3a, CW-231). Land
//! rules use [`barred`], supply lines use [`Rivers`]; both combine ships and fortifications.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::{OnceCell, RefCell};

use crate::board::Hex;

use crate::pack::{ShipKind, Side, Station, Waters};
use crate::position::ledger::{Game, Squadron};
use crate::supply::{self, Supplies};
use crate::{CivilWar, movement::territory};

/// What bars a navigable hexside to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// An enemy fort or fortress in that hex (8.5.2a).
    Fort(Hex),
    /// Enemy ships at that station (8.5.1).
    Ships(Station),
}

/// The navigable hexsides that a side's ships control, those that it shares with the other's among them (8.5).
pub fn controlled(rules: &CivilWar, game: &Game, side: Side) -> SortedSet<Station> {
    Rivers::new(rules, game, false).ships_command(side).keys().copied().collect()
}

/// What of the enemy controls the navigable hexside between two hexes, so that `side` may not use it (8.5.2a, 8.5.3a);
/// a hexside that both sides control counts. `forts_in_doubt`: whether an unmanned fortification is assumed to be in
/// supply without checking (CW-147).
pub fn barred(rules: &CivilWar, game: &Game, between: (Hex, Hex), side: Side, forts_in_doubt: bool) -> Option<Bar> {
    Rivers::new(rules, game, forts_in_doubt).between(between, side)
}

/// The enemy ships, by their station, that keep a force of `side` from going by land over the navigable hexside between
/// two hexes (8.5.4). It goes over always to strength points or a depot of its own (8.5.4a); to a fortification of its
/// own in force too, since no ship commands the hexsides of that.
pub fn blocked(rules: &CivilWar, game: &Game, from: Hex, to: Hex, side: Side) -> Option<Station> {
    Rivers::new(rules, game, false).blocked(from, to, side)
}

/// The fortifications of the enemy of `side` that fire at its ships at a station: those in force in its hexes, which
/// without a garrison they are in supply alone (8.5.2a, 9.1.5b).
pub fn guns(rules: &CivilWar, game: &Game, at: Station, side: Side) -> Vec<Hex> {
    at.hexes().filter(|&hex| supply::fort_in_force(rules, game, hex, side.other())).collect()
}

/// Who controls which navigable hexsides at one moment, for repeated queries.
pub struct Rivers<'a> {
    rules: &'a CivilWar,
    game: &'a Game,
    /// Whether an unmanned fortification is assumed to be in supply without checking (CW-147).
    forts_in_doubt: bool,
    /// The fortifications examined so far: who holds each in force.
    forts: RefCell<SortedMap<Hex, Option<Side>>>,
    /// The supply of either side's fortifications, once asked for.
    supplies: [OnceCell<Supplies<'a>>; 2],
    /// Cached answers, by hexside and side.
    asked: RefCell<SortedMap<(Station, Side), Option<Station>>>,
    /// The hexsides to which control would reach from a station over such waters if nothing stopped it.
    unhindered: RefCell<SortedMap<(Station, Waters), SortedMap<Station, u32>>>,
    /// The hexsides that the ships of either side control, each with the station of the nearest ships; computed on
    /// demand.
    commanded: [OnceCell<SortedMap<Station, Station>>; 2],
}

/// The hexsides that ships of one kind control: the distance of each, and from which station.
type Reach = SortedMap<Station, (u32, Station)>;

impl<'a> Rivers<'a> {
    /// The rivers as they are now. `forts_in_doubt`: as for [`barred`].
    pub fn new(rules: &'a CivilWar, game: &'a Game, forts_in_doubt: bool) -> Rivers<'a> {
        Rivers {
            rules,
            game,
            forts_in_doubt,
            forts: RefCell::default(),
            supplies: Default::default(),
            asked: RefCell::default(),
            unhindered: RefCell::default(),
            commanded: Default::default(),
        }
    }

    /// What blocks the hexside between two hexes for a side; `None` if it is not navigable.
    pub fn between(&self, (a, b): (Hex, Hex), side: Side) -> Option<Bar> {
        if !self.rules.pack.map.over_navigable(a, b) {
            return None;
        }
        self.bar(Station::between(a, b)?, side)
    }

    /// What bars a navigable hexside to a side.
    pub fn bar(&self, at: Station, side: Side) -> Option<Bar> {
        let fort = self.fort(at, side.other()).map(Bar::Fort);
        fort.or_else(|| self.ships_bar(at, side).map(Bar::Ships))
    }

    /// [`blocked`], the rivers being as they are known to be.
    pub fn blocked(&self, from: Hex, to: Hex, side: Side) -> Option<Station> {
        let game = self.game;
        if game.squadrons.is_empty() || !self.rules.pack.map.over_navigable(from, to) {
            return None;
        }
        if game.sp_at(to, side) > 0 || game.depots.get(&to) == Some(&side) {
            return None;
        }
        self.ships_bar(Station::between(from, to)?, side)
    }

    /// The enemy ships, by their station, that command a navigable hexside, alone or with those of `side`.
    pub fn ships_bar(&self, at: Station, side: Side) -> Option<Station> {
        let enemy = side.other();
        if let Some(all) = self.commanded[enemy as usize].get() {
            return all.get(&at).copied();
        }
        if let Some(known) = self.asked.borrow().get(&(at, side)) {
            return *known;
        }
        // Most rivers are far from ships, and whether a fortification is in force takes a search.
        let near: Vec<&Squadron> = self.ships(enemy).filter(|squadron| self.is_near(squadron.at, at)).collect();
        let perhaps = |squadron: &&Squadron| {
            let mut waters = self.waters(squadron).into_iter().flatten();
            waters.any(|waters| self.might_reach(squadron.at, at, waters))
        };
        let found = if near.iter().any(perhaps) { self.command(enemy, Some(at)).get(&at).copied() } else { None };
        self.asked.borrow_mut().insert((at, side), found);
        found
    }

    /// Whether control would reach from a station to another if nothing stopped it.
    fn might_reach(&self, from: Station, to: Station, waters: Waters) -> bool {
        let mut known = self.unhindered.borrow_mut();
        let ways = || self.rules.pack.map.waterways().hexsides_in_range(from, self.radius(), waters, |_| false);
        known.entry((from, waters)).or_insert_with(ways).contains_key(&to)
    }

    /// A side's ships on the map.
    fn ships(&self, side: Side) -> impl Iterator<Item = &'a Squadron> {
        self.game.squadrons.values().filter(move |squadron| squadron.side == side)
    }

    /// How many hexsides from its own a ship controls (8.5.1).
    fn radius(&self) -> u32 {
        self.rules.pack.charts.naval.control_radius.into()
    }

    /// Whether ships at one station may be near enough to control another: each step along the water leads to a hexside
    /// that shares a hex with the previous one.
    fn is_near(&self, ships: Station, at: Station) -> bool {
        at.hexes().any(|one| ships.hexes().any(|other| one.distance(other) <= self.radius()))
    }

    /// All hexsides that a side's ships command, each with the station of the nearest of them.
    pub fn ships_command(&self, side: Side) -> &SortedMap<Station, Station> {
        self.commanded[side as usize].get_or_init(|| self.command(side, None))
    }

    /// Whether a side holds a fortification in force in a hex.
    pub fn has_fort_in_force(&self, hex: Hex, side: Side) -> bool {
        if let Some(known) = self.forts.borrow().get(&hex) {
            return *known == Some(side);
        }
        let holder = territory::fort_holder(self.rules, self.game, hex)
            .filter(|&holder| self.forts_in_doubt || self.supplies(holder).keeps_in_force(hex));
        self.forts.borrow_mut().insert(hex, holder);
        holder == Some(side)
    }

    fn supplies(&self, holder: Side) -> &Supplies<'a> {
        self.supplies[holder as usize].get_or_init(|| Supplies::of_forts(self.rules, self.game, holder))
    }

    /// The fortification of a side, by its hex, that controls a navigable hexside, on either bank (8.5.2a).
    fn fort(&self, at: Station, holder: Side) -> Option<Hex> {
        at.hexes().find(|&hex| self.has_fort_in_force(hex, holder))
    }

    /// The hexsides that a side's ships command. `near`: only what matters to that one need be right.
    fn command(&self, side: Side, near: Option<Station>) -> SortedMap<Station, Station> {
        let (mut ironclads, transports) = self.reach(side, near);
        if !transports.is_empty() {
            // Ironclads undo what transports control; past a transport they do not come (8.5.3).
            let (undone, _) = self.reach(side.other(), near);
            for (at, found) in transports.into_iter().filter(|(at, _)| !undone.contains_key(at)) {
                nearest(&mut ironclads, at, found);
            }
        }
        ironclads.into_iter().map(|(at, (_, from))| (at, from)).collect()
    }

    /// How far the control of a side's ironclads reaches, and that of its transports (8.5.1): neither into nor past the
    /// hexsides of enemy fortifications in force (8.5.2) or those where enemy ships lie (8.5.3, 8.5.3a). Ships that lie
    /// in a hexside of such a fortification control nothing (CW-230).
    fn reach(&self, side: Side, near: Option<Station>) -> (Reach, Reach) {
        let enemy = side.other();
        let occupied: SortedSet<Station> = self.ships(enemy).map(|squadron| squadron.at).collect();
        let stops = |at: Station| occupied.contains(&at) || self.fort(at, enemy).is_some();
        let (mut ironclads, mut transports) = (Reach::new(), Reach::new());
        for squadron in self.ships(side) {
            let from = squadron.at;
            if near.is_some_and(|near| !self.is_near(from, near)) || self.fort(from, enemy).is_some() {
                continue;
            }
            let [armoured, wooden] = self.waters(squadron);
            for (waters, reach) in [(armoured, &mut ironclads), (wooden, &mut transports)] {
                let Some(waters) = waters else { continue };
                for (at, apart) in self.rules.pack.map.waterways().hexsides_in_range(from, self.radius(), waters, stops)
                {
                    nearest(reach, at, (apart, from));
                }
            }
        }
        (ironclads, transports)
    }

    /// The waters on which a squadron's ironclads, and transports, exert control: river waters if any of them can go
    /// there, because ocean ships have no greater range (8.3).
    fn waters(&self, squadron: &Squadron) -> [Option<Waters>; 2] {
        let kinds = squadron.hulls.ships.iter().filter_map(|id| self.rules.pack.charts.ships.get(id));
        let ships = kinds.map(|ship| (ship.kind == ShipKind::Ironclad, ship.waters));
        let points = [Waters::River, Waters::Ocean].into_iter().filter(|waters| squadron.hulls.of(*waters) > 0);
        let mut found = [None, None];
        for (armoured, waters) in ships.chain(points.map(|waters| (false, waters))) {
            let most = &mut found[usize::from(!armoured)];
            if *most != Some(Waters::River) {
                *most = Some(waters);
            }
        }
        found
    }
}

/// Keeps the nearer of two, of equals that from the lower station.
fn nearest(reach: &mut Reach, at: Station, found: (u32, Station)) {
    let best = reach.entry(at).or_insert(found);
    *best = (*best).min(found);
}
