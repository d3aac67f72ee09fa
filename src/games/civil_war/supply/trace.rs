//! The search for a supply line: over land to rails and depots, along rails, from depot to depot (9.2, 9.3). The
//! Union's rivers and the sea are in [`water`](super::water).

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::rc::Rc;

use crate::board::Hex;
use crate::document::Id;
use crate::naval::control::{Bar, Rivers};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, homefront, movement::reaction_radius, movement::terrain, movement::territory};

use super::line::{Line, Reached, Segment, Source};
use super::search::{Kind, RiverSearch, Search, SearchNode, Sources, Tracing};

/// Why a line of supply cannot go on (9.3.13).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Closure {
    /// The enemy stands in the hex.
    Enemy { hex: Hex },
    /// It is in the reaction radius of an enemy army, and no friendly force is there.
    Radius { hex: Hex, army: Id },
    /// The attacker comes from it.
    Attacker { hex: Hex },
    /// An enemy's fortification or ships control the navigable river between the two hexes.
    River { from: Hex, to: Hex, by: Bar },
    /// The rails of the hex are not the side's own; with their owner, if any.
    Rails { hex: Hex, owner: Option<Side> },
}

/// Rail hexes that are connected, in the order in which they are found, each with the number of the one that leads to
/// it, and what they connect with.
pub(super) struct Network {
    pub hexes: Vec<Hex>,
    by: Vec<usize>,
    reached: Reached,
}

impl Network {
    /// The hexes from the first to the one of that number.
    pub fn path_to(&self, mut to: usize) -> Vec<Hex> {
        let mut way = vec![self.hexes[to]];
        while to > 0 {
            to = self.by[to];
            way.push(self.hexes[to]);
        }
        way.reverse();
        way
    }
}

impl<'a> Tracing<'a> {
    /// `forts_in_doubt`: whether an empty fortification of either side is assumed to be in supply without checking, for
    /// a search for a fortification's own supply: two of them must not wait for each other (CW-147).
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side, barred: Option<Hex>, forts_in_doubt: bool) -> Self {
        let enemy = side.other();
        let mut closed: Vec<Hex> =
            game.groups.values().filter(|group| group.side == enemy).map(|group| group.hex).chain(barred).collect();
        // A hex with friends in it is in no radius (12.3.2, 9.3.13a).
        let rivers = Rc::new(Rivers::new(rules, game, forts_in_doubt));
        closed.extend(reaction_radius::covered_hexes_over(rules, game, enemy, Rc::clone(&rivers)).map(|(hex, _)| hex));
        closed.sort();
        closed.dedup();
        Tracing { rules, game, side, barred, closed, rivers, fed: RefCell::default() }
    }

    /// Whether an earlier search has found that the rails of a hex lead to cities enough: a line from there lasts.
    pub fn leads_to_cities(&self, hex: Hex) -> bool {
        self.fed.borrow().contains(&hex) && self.on_rail(hex)
    }

    /// Looks for lines from a hex: by rail before by sea, by sea from a coast before by river, by river before over
    /// depots, over few depots before over many. It ends with the first lasting source.
    pub fn search(&self, hex: Hex, sources: Sources) -> Search {
        let stops = vec![SearchNode { at: hex, before: None, way: None, kind: Kind::Start }];
        let mut search = Search { stops, lasting: None, depots: Vec::new(), afloat: RiverSearch::default() };
        let mut rails: SortedSet<Hex> = SortedSet::new();
        let mut level = vec![0];
        let mut passed = 0;
        while !level.is_empty() {
            // What the line can reach over one more depot, and a coast that rails lead to.
            let (mut deeper, mut coast) = (Vec::new(), None);
            let (mut next, mut inland) = (0, false);
            loop {
                let Some(&number) = level.get(next) else {
                    // By sea, where no rail will do: the Union's, from a coastal hex (9.3.10), over depots or rails
                    // (9.3.12). A coast that is shut stays so.
                    let coastal = |number: &usize| {
                        let stop: &SearchNode = &search.stops[*number];
                        stop.kind != Kind::Rail && self.by_sea(stop.at, sources)
                    };
                    let begins = || level.iter().copied().find(coastal);
                    if let Some(number) = coast.or_else(|| if inland { None } else { begins() }) {
                        search.lasting = Some((number, Some(Source::Sea { at: search.stops[number].at })));
                        return search;
                    }
                    inland = true;
                    // By river to the next rails.
                    match self.trace_along_rivers(&mut search, &mut deeper, &rails, sources) {
                        Some(number) => level.push(number),
                        None => break,
                    }
                    continue;
                };
                next += 1;
                let (at, kind) = (search.stops[number].at, search.stops[number].kind);
                if kind != Kind::Rail {
                    self.trace_over_land(&mut search, &mut level, &mut deeper, number);
                    self.trace_onto_rivers(&mut search, at, number);
                } else if rails.insert(at) {
                    if self.fed.borrow().contains(&at) {
                        search.lasting = Some((number, None));
                        return search;
                    }
                    let network = self.network(at, Some(self.needed()));
                    if network.reached.suffices(self.needed()) {
                        // The line may start in a hex that it could not enter, but no other line may pass through it.
                        if self.usable(at) {
                            self.fed.borrow_mut().extend(&network.hexes);
                        }
                        search.lasting = Some((number, None));
                        return search;
                    }
                    rails.extend(&network.hexes);
                    let found = self.trace_along_rails(&mut search, &network, &mut deeper, number, sources);
                    coast = coast.or(found);
                }
            }
            if let Some(number) = self.trace_to_sea(&mut search) {
                search.lasting = Some((number, Some(Source::Sea { at: search.stops[number].at })));
                return search;
            }
            for &number in &deeper {
                let at = search.stops[number].at;
                search.depots.push((passed, at));
                if sources.depots_at_home && territory::is_friendly(self.rules, self.game, at, self.side) {
                    search.lasting = Some((number, Some(Source::Depot { at })));
                    return search;
                }
            }
            passed += 1;
            level = deeper;
        }
        search
    }

    /// From a rail hex along the rails to depots on them (9.3.4), never part of the way over land (9.3.4a). Returns the
    /// stop on a coast, if they lead to one.
    fn trace_along_rails(
        &self,
        search: &mut Search,
        network: &Network,
        deeper: &mut Vec<usize>,
        number: usize,
        sources: Sources,
    ) -> Option<usize> {
        let mut coast = None;
        // In the order of their distance along the rails.
        for (n, &hex) in network.hexes.iter().enumerate() {
            let way = || Some(Segment::Rail { hexes: network.path_to(n) });
            if coast.is_none() && self.by_sea(hex, sources) {
                coast = Some(if n > 0 { search.push(hex, number, way(), Kind::Rail) } else { number });
            }
            if self.beside_open_river(search, hex) {
                let stop = if n > 0 { search.push(hex, number, way(), Kind::Rail) } else { number };
                self.trace_onto_rivers(search, hex, stop);
            }
            if self.depot(hex) && !search.has_depot(hex) {
                deeper.push(search.push(hex, number, if n > 0 { way() } else { None }, Kind::Depot));
            }
        }
        coast
    }

    /// From a force or a depot over land: a force to rails (9.2.2), a depot only to those in its own hex (9.3.3,
    /// CW-144), and both to depots (9.2.4, 9.3.2), as far as the shortage of supplies allows (9.4.8c).
    fn trace_over_land(&self, search: &mut Search, level: &mut Vec<usize>, deeper: &mut Vec<usize>, number: usize) {
        let (from, kind) = (search.stops[number].at, search.stops[number].kind);
        let (rules, game, side) = (self.rules, self.game, self.side);
        let to_rail = if kind == Kind::Start { homefront::rail_distance(rules, game, side, from) } else { 0 };
        let depots = game.depots.values().any(|owner| *owner == side);
        let to_depot = if depots { homefront::depot_distance(rules, game, side, from) } else { 0 };
        let ground = self.ground(from, to_rail.max(to_depot));
        for (hex, steps) in ground.in_order() {
            let first = hex == from;
            let rails = if first { self.on_rail(hex) } else { self.usable(hex) };
            if steps <= to_rail && (rails || self.is_base(hex)) {
                let way = (!first).then(|| Segment::ToRail { path: ground.path(hex) });
                level.push(search.push(hex, number, way, Kind::Rail));
            }
            if depots && steps <= to_depot && self.depot(hex) && !search.has_depot(hex) {
                let way = Segment::ToDepot { depot: hex, path: ground.path(hex) };
                deeper.push(search.push(hex, number, Some(way), Kind::Depot));
            }
        }
    }

    /// The points of cities that make a source.
    pub fn needed(&self) -> u32 {
        u32::from(self.rules.pack.charts.supply.city_points)
    }

    /// Whether a hex is a base of the side in the Far West, which it controls (CW-316).
    fn is_base(&self, hex: Hex) -> bool {
        let map = &self.rules.pack.map;
        map.bases.iter().any(|base| base.hex == hex && base.side == self.side)
            && !self.is_closed(hex)
            && territory::controller(self.rules, self.game, hex) == Some(self.side)
    }

    pub fn depot(&self, hex: Hex) -> bool {
        self.game.depots.get(&hex) == Some(&self.side)
    }

    /// Whether the rails of a hex are the side's own, and no enemy is on them; for the hex where a line begins, which
    /// it does not enter.
    pub fn on_rail(&self, hex: Hex) -> bool {
        territory::rail_controller(self.rules, self.game, hex) == Some(self.side)
    }

    /// Whether the line may run along the rails of a hex (9.2.2).
    pub fn usable(&self, hex: Hex) -> bool {
        !self.is_closed(hex) && territory::rail_marker(self.rules, self.game, hex) == Some(self.side)
    }

    pub fn is_closed(&self, hex: Hex) -> bool {
        self.closed.binary_search(&hex).is_ok()
    }

    /// What of the enemy controls the navigable river between two hexes, whoever is beyond (8.5.6, 9.3.13c).
    fn bar(&self, from: Hex, to: Hex) -> Option<Bar> {
        self.rivers.between((from, to), self.side)
    }

    /// Why the line may not go from a hex to an adjacent one, over land or by rail, as far as the enemy is the cause
    /// (9.3.13, 9.3.13a).
    pub fn closure(&self, from: Hex, to: Hex) -> Option<Closure> {
        let enemy = self.side.other();
        if self.is_closed(to) {
            if self.game.sp_at(to, enemy) > 0 {
                return Some(Closure::Enemy { hex: to });
            }
            if self.barred == Some(to) {
                return Some(Closure::Attacker { hex: to });
            }
            let mut reach = reaction_radius::covered_hexes_over(self.rules, self.game, enemy, Rc::clone(&self.rivers));
            return reach.find(|(hex, _)| *hex == to).map(|(_, army)| Closure::Radius { hex: to, army: army.clone() });
        }
        self.bar(from, to).map(|by| Closure::River { from, to, by })
    }

    /// Whether the line may go from one hex to the next over land (9.3.13, 9.3.13b).
    fn enterable(&self, from: Hex, to: Hex) -> bool {
        terrain::crossable(self.rules, from, to) && !self.is_closed(to) && self.bar(from, to).is_none()
    }

    /// The nearest rail hex that a line from a hex reaches, of equals the one with the lowest number.
    pub fn first_rail(&self, from: Hex, reach: u32) -> Option<Hex> {
        let joins = |hex: Hex| if hex == from { self.on_rail(hex) } else { self.usable(hex) };
        self.ground(from, reach).in_order().into_iter().map(|(hex, _)| hex).find(|&hex| joins(hex))
    }

    /// The hexes within this distance over land.
    fn ground(&self, from: Hex, reach: u32) -> LandSearch {
        LandSearch::new(self.rules, from, reach, |from, to| self.enterable(from, to))
    }

    /// The rail hexes connected with one, itself included, each by the shortest route. With `enough` points of cities,
    /// only those that bring that many.
    fn network(&self, from: Hex, enough: Option<u32>) -> Network {
        let map = &self.rules.pack.map;
        let mut seen = SortedSet::from([from]);
        let mut found = Network { hexes: vec![from], by: vec![0], reached: self.reached_at(from) };
        let mut next = 0;
        while let Some(&here) = found.hexes.get(next) {
            if enough.is_some_and(|enough| found.reached.suffices(enough)) {
                break;
            }
            for there in map.neighbors(here) {
                let joined = map.rail(here, there) && !seen.contains(&there) && self.usable(there);
                if joined && self.bar(here, there).is_none() {
                    seen.insert(there);
                    found.hexes.push(there);
                    found.by.push(next);
                    let Reached { points, cities, exits, north } = self.reached_at(there);
                    found.reached.points += points;
                    found.reached.cities.extend(cities);
                    found.reached.exits.extend(exits);
                    found.reached.north |= north;
                }
            }
            next += 1;
        }
        found.reached.cities.sort();
        found.reached.exits.sort();
        found
    }

    /// The rail hexes that are connected with one, and what they connect it with.
    pub fn connections(&self, from: Hex) -> (Vec<Hex>, Reached) {
        let Network { hexes, reached, .. } = self.network(from, None);
        (hexes, reached)
    }

    /// What one rail hex adds: its city if it is in friendly territory and controlled (9.2.2a, CW-96), the cities
    /// beyond the map (CW-8), the North (9.2.3).
    fn reached_at(&self, hex: Hex) -> Reached {
        let (map, mut reached) = (&self.rules.pack.map, Reached::default());
        if let Some(points) = super::city_points(self.rules, self.game, hex, self.side)
            && territory::controller(self.rules, self.game, hex) == Some(self.side)
        {
            reached.points += points;
            reached.cities.push(hex);
        }
        let bases = map.bases.iter().filter(|_| self.is_base(hex));
        for exit in map.exits.iter().chain(bases).filter(|exit| exit.hex == hex && exit.side == self.side) {
            reached.points += u32::from(exit.vp);
            reached.exits.push(hex);
        }
        reached.north = self.side == Side::Union && map.hex(hex).is_some_and(|data| data.north_edge);
        reached
    }

    /// The line that a search has found: to its lasting source, else to the depot of that hex.
    pub fn line(&self, search: &Search, depot: Option<Hex>) -> Option<Line> {
        let at_depot = |depot: Hex| {
            let found = search.stops.iter().position(|stop| stop.kind == Kind::Depot && stop.at == depot);
            found.map(|number| (number, Some(Source::Depot { at: depot })))
        };
        let (number, source) = search.lasting.clone().or_else(|| at_depot(depot?))?;
        let mut segments = Vec::new();
        let mut last = Some(number);
        while let Some(stop) = last.map(|number| &search.stops[number]) {
            // A depot on the rails, or that they lead to, belongs to the line.
            if stop.kind == Kind::Depot && !matches!(stop.way, Some(Segment::ToDepot { .. })) {
                segments.push(Segment::ToDepot { depot: stop.at, path: Vec::new() });
            }
            segments.extend(stop.way.clone());
            last = stop.before;
        }
        segments.reverse();
        let source = match source {
            Some(source) => source,
            None => {
                let (hexes, reached) = self.to_cities(search.stops[number].at);
                segments.push(Segment::Rail { hexes });
                Source::Rail(reached)
            }
        };
        Some(Line { to: search.stops[0].at, segments, source })
    }

    /// The rails from a hex to what makes a source, the nearest first, and all that they connect it with.
    fn to_cities(&self, from: Hex) -> (Vec<Hex>, Reached) {
        let network = self.network(from, None);
        let needed = self.needed();
        let north = network.hexes.iter().position(|&hex| self.reached_at(hex).north);
        let mut found = Reached::default();
        let mut hexes: Vec<Hex> = Vec::new();
        for (n, &hex) in network.hexes.iter().enumerate() {
            let brings = self.reached_at(hex);
            let wanted = match north {
                Some(north) => n == north,
                None => brings.points > 0 && !found.suffices(needed),
            };
            if wanted {
                found.points += brings.points;
                let new = network.path_to(n).into_iter().filter(|hex| !hexes.contains(hex)).collect::<Vec<_>>();
                hexes.extend(new);
            }
        }
        (hexes, network.reached)
    }
}

/// The hexes around one, by steps over land; of several paths the one through the lowest numbers.
pub(super) struct LandSearch {
    from: Hex,
    found: SortedMap<Hex, (u32, Hex)>,
}

impl LandSearch {
    /// Every hex within this many steps, where `open` says which may be entered.
    pub fn new(rules: &CivilWar, from: Hex, reach: u32, open: impl Fn(Hex, Hex) -> bool) -> LandSearch {
        let mut found = SortedMap::from([(from, (0, from))]);
        let mut edge = vec![from];
        for steps in 1..=reach {
            let mut beyond = Vec::new();
            for &here in &edge {
                for there in rules.pack.map.neighbors(here) {
                    if !found.contains_key(&there) && open(here, there) {
                        found.insert(there, (steps, here));
                        beyond.push(there);
                    }
                }
            }
            if beyond.is_empty() {
                break;
            }
            beyond.sort();
            edge = beyond;
        }
        LandSearch { from, found }
    }

    /// The hexes with their steps, the nearest first, then by number.
    pub fn in_order(&self) -> Vec<(Hex, u32)> {
        let mut hexes: Vec<(Hex, u32)> = self.found.iter().map(|(hex, (steps, _))| (*hex, *steps)).collect();
        hexes.sort_by_key(|(hex, steps)| (*steps, *hex));
        hexes
    }

    /// The hexes entered on the path to one.
    pub fn path(&self, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut at = to;
        while at != self.from
            && let Some((_, before)) = self.found.get(&at)
        {
            path.push(at);
            at = *before;
        }
        path.reverse();
        path
    }
}
