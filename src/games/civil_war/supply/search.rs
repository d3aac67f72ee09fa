//! The state and the result of a search for a supply line.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::CivilWar;
use crate::board::Hex;
use crate::naval::control::{Bar, Rivers};
use crate::pack::{Side, Station};
use crate::position::ledger::Game;

use super::line::{Segment, Source};

/// The ground as a side's lines of supply see it.
pub(super) struct Tracing<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    /// A hex that the line may not enter besides the enemy's: the attacker's (9.1.3b).
    pub barred: Option<Hex>,
    /// The hexes that the line may not enter, by number (9.3.13).
    pub closed: Vec<Hex>,
    /// Who commands the rivers.
    pub rivers: Rc<Rivers<'a>>,
    /// Rail hexes that are known to be connected with cities enough, from one search to the next.
    pub fed: RefCell<SortedSet<Hex>>,
}

/// What counts as a source that no combat uses up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources {
    /// The sea.
    pub sea: bool,
    /// Only depots in friendly territory.
    pub depots_at_home: bool,
}

impl Sources {
    /// Cities, the North and the sea.
    pub const LASTING: Sources = Sources { sea: true, depots_at_home: false };
    /// Those in friendly territory, which feed an army with reinforcements (10.2.7, 10.2.7a).
    pub const AT_HOME: Sources = Sources { sea: false, depots_at_home: true };
}

/// A hex that the search has reached, and how.
pub(super) struct SearchNode {
    pub at: Hex,
    /// The index of the previous stop; `None` for the hex supplied.
    pub before: Option<usize>,
    pub way: Option<Segment>,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Start,
    Rail,
    Depot,
}

/// The result of a search.
pub(super) struct Search {
    pub stops: Vec<SearchNode>,
    /// The stop from which a lasting source is reached, and the source unless it is cities.
    pub lasting: Option<(usize, Option<Source>)>,
    /// The depots that the line can reach, each with the number of depots that it passes before, in this order.
    pub depots: Vec<(usize, Hex)>,
    /// Where it has got to by water.
    pub afloat: RiverSearch,
}

impl Search {
    /// Whether there is a line at all: a depot is a source as well (9.2.1).
    pub fn finds(&self) -> bool {
        self.lasting.is_some() || !self.depots.is_empty()
    }

    /// Whether a line leads to a source that no combat uses up.
    pub fn lasts(&self) -> bool {
        self.lasting.is_some()
    }

    pub fn push(&mut self, at: Hex, before: usize, way: Option<Segment>, kind: Kind) -> usize {
        self.stops.push(SearchNode { at, before: Some(before), way, kind });
        self.stops.len() - 1
    }

    pub fn has_depot(&self, hex: Hex) -> bool {
        self.stops.iter().any(|stop| stop.kind == Kind::Depot && stop.at == hex)
    }
}

/// Where a search has got to by river: each hexside once, however it is reached.
#[derive(Default)]
pub(super) struct RiverSearch {
    /// Riverside hexes that the line has reached, and from which it has not yet been continued on the water, each with
    /// its stop: most lines end on land.
    pub quays: VecDeque<(Hex, usize)>,
    /// The hexsides, each with where the line came to it from.
    pub by: SortedMap<Station, CameFrom>,
    /// Those from which it has not yet gone on.
    pub next: VecDeque<Station>,
    /// Banks that have been looked at.
    pub banks: SortedSet<Hex>,
    /// Riverside rails that have not been followed yet, with the adjacent hexside.
    pub rails: VecDeque<(Hex, Station)>,
    /// The last hexside of a river that comes out at sea, and where.
    pub mouth: Option<(Station, Hex)>,
    /// What has stopped it.
    pub bars: SortedSet<Bar>,
}

/// Where a line came to a hexside from.
#[derive(Clone, Copy)]
pub(super) enum CameFrom {
    /// The hexside before.
    Hexside(Station),
    /// A stop of the search, in whose hex it came to the river.
    Stop(usize),
}

impl RiverSearch {
    /// The hexsides from where the line came to the river to one of them, and the stop that it came from.
    pub fn path_to(&self, to: Station) -> (usize, Vec<Station>) {
        let mut way = vec![to];
        let mut at = to;
        loop {
            match self.by.get(&at) {
                Some(CameFrom::Hexside(before)) => {
                    at = *before;
                    way.push(at);
                }
                Some(CameFrom::Stop(number)) => {
                    way.reverse();
                    return (*number, way);
                }
                // No hexside is reached from nowhere.
                None => return (0, way),
            }
        }
    }
}
