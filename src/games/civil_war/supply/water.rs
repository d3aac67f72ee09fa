//! The Union's supply lines by river and sea (9.3.1, 9.3.5 to 9.3.12).

use crate::sorted::SortedSet;
use std::collections::VecDeque;

use crate::board::Hex;
use crate::naval::control::Bar;
use crate::pack::{Passage, Side, Station, StationKind, Waters};

use super::line::Segment;
use super::search::{CameFrom, Kind, RiverSearch, Search, Sources, Tracing};

impl Tracing<'_> {
    /// Whether a line of the side may go by river: the Union's (9.3.1), by the option `csa_river_supply` the
    /// Confederacy's too (21.1, CW-306).
    fn sails(&self) -> bool {
        self.side == Side::Union || self.game.options.csa_river_supply
    }

    /// Whether a river that the search has not reached yet passes a hex.
    pub fn beside_open_river(&self, search: &Search, hex: Hex) -> bool {
        let mut sides = self.rules.pack.map.waterways().hexsides_of(hex);
        self.sails() && sides.any(|side| !search.afloat.by.contains_key(&side))
    }

    /// The line reaches the rivers that pass a hex: that of a force (9.3.5), of a depot, which is a conduit and may be
    /// part of a chain (9.3.6, 9.3.7), or of rails (9.3.8).
    pub fn trace_onto_rivers(&self, search: &mut Search, hex: Hex, number: usize) {
        if self.beside_open_river(search, hex) {
            search.afloat.quays.push_back((hex, number));
        }
    }

    /// The line reaches a hexside, unless the enemy controls it (9.3.5a, 9.3.9).
    fn reach(&self, afloat: &mut RiverSearch, at: Station, from: CameFrom) {
        if afloat.by.contains_key(&at) {
            return;
        }
        match self.rivers.bar(at, self.side) {
            Some(bar) => {
                afloat.bars.insert(bar);
            }
            None => {
                afloat.by.insert(at, from);
                afloat.next.push_back(at);
            }
        }
    }

    /// Continues along the rivers, as far as they lead, to the next rails on a bank that have not been reached by land:
    /// the stop there. The depots that it passes belong to the next level; where it reaches the sea is recorded.
    /// Neither the enemy nor the radius of his armies stops it, except in the hex of the rails or depot (9.3.13a,
    /// CW-232).
    pub fn trace_along_rivers(
        &self,
        search: &mut Search,
        deeper: &mut Vec<usize>,
        known: &SortedSet<Hex>,
        sources: Sources,
    ) -> Option<usize> {
        loop {
            while let Some((hex, at)) = search.afloat.rails.pop_front() {
                if !known.contains(&hex) {
                    return Some(self.ashore(search, hex, at, Kind::Rail));
                }
            }
            while let Some((hex, number)) = search.afloat.quays.pop_front() {
                self.rivers.ships_command(self.side.other());
                for side in self.rules.pack.map.waterways().hexsides_of(hex) {
                    self.reach(&mut search.afloat, side, CameFrom::Stop(number));
                }
            }
            let at = search.afloat.next.pop_front()?;
            for hex in at.hexes() {
                if !search.afloat.banks.insert(hex) || self.is_closed(hex) {
                    continue;
                }
                if self.depot(hex) && !search.has_depot(hex) {
                    let number = self.ashore(search, hex, at, Kind::Depot);
                    deeper.push(number);
                }
                if self.usable(hex) {
                    search.afloat.rails.push_back((hex, at));
                }
            }
            for step in self.rules.pack.map.waterways().steps(at) {
                match step.by {
                    Passage::River => self.reach(&mut search.afloat, step.to, CameFrom::Hexside(at)),
                    _ if search.afloat.mouth.is_none() && self.on_sea(sources) => {
                        if let Station::Hex(hex) = step.to
                            && self.is_open_coast(&[step.to], &mut search.afloat.bars)
                        {
                            search.afloat.mouth = Some((at, hex));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The stop where the line leaves a river for rails or a depot on its bank.
    fn ashore(&self, search: &mut Search, hex: Hex, at: Station, kind: Kind) -> usize {
        let (before, hexsides) = search.afloat.path_to(at);
        search.push(hex, before, Some(Segment::River { hexsides, to: Some(hex) }), kind)
    }

    /// The stop where a river on which the line goes comes out at sea (9.3.11).
    pub fn trace_to_sea(&self, search: &mut Search) -> Option<usize> {
        let (at, hex) = search.afloat.mouth?;
        let (before, hexsides) = search.afloat.path_to(at);
        Some(search.push(hex, before, Some(Segment::River { hexsides, to: None }), Kind::Rail))
    }

    /// Whether the sea brings supplies: to the Union, as long as no foreign powers intervene (9.3.10, 9.3.10a).
    fn on_sea(&self, sources: Sources) -> bool {
        self.side == Side::Union && sources.sea && !self.game.intervention
    }

    /// Whether a line by sea begins in a hex (9.3.10, 9.3.12): in a coastal one, from which no fortification shuts off
    /// the sea.
    pub fn by_sea(&self, hex: Hex, sources: Sources) -> bool {
        self.is_open_by_sea(hex, sources, &mut SortedSet::new())
    }

    /// [`by_sea`](Tracing::by_sea), with the fortifications that shut the coast.
    pub fn is_open_by_sea(&self, hex: Hex, sources: Sources, bars: &mut SortedSet<Bar>) -> bool {
        if !self.on_sea(sources) || !self.rules.pack.map.hex(hex).is_some_and(|data| data.coastal) {
            return false;
        }
        let ways = self.rules.pack.map.waterways();
        let own = Some(Station::Hex(hex)).filter(|own| ways.station_kind(*own).is_some());
        let from: Vec<Station> = own.into_iter().chain(ways.hexsides_of(hex)).collect();
        self.is_open_coast(&from, bars)
    }

    /// Whether ships can come from the sea to one of those stations without passing an enemy fortification in force;
    /// enemy ships do not close a coast (9.3.10, CW-233). If the map ends before the sea begins, nothing closes it.
    fn is_open_coast(&self, from: &[Station], bars: &mut SortedSet<Bar>) -> bool {
        let ways = self.rules.pack.map.waterways();
        let sea = |at: Station| ways.station_kind(at) == Some(StationKind::Sea);
        let (mut seen, mut next) = (SortedSet::new(), VecDeque::new());
        let mut shut = SortedSet::new();
        let mut come = |at: Station, seen: &mut SortedSet<Station>, next: &mut VecDeque<Station>| {
            if seen.insert(at) {
                match at.hexes().find(|&hex| self.rivers.has_fort_in_force(hex, self.side.other())) {
                    Some(fort) => drop(shut.insert(Bar::Fort(fort))),
                    None => next.push_back(at),
                }
            }
        };
        for &at in from {
            come(at, &mut seen, &mut next);
        }
        while let Some(at) = next.pop_front() {
            if sea(at) || ways.steps(at).iter().any(|step| sea(step.to)) {
                return true;
            }
            for step in ways.steps(at) {
                come(step.to, &mut seen, &mut next);
            }
        }
        let led = |at: &Station| ways.reached(*at, Waters::Ocean, |_| true).into_iter().any(sea);
        if shut.is_empty() || !from.iter().any(led) {
            return true;
        }
        bars.extend(shut);
        false
    }
}
