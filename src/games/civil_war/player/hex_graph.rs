//! Ground from the point of view of marching troops: which hex leads to which, and the distances. It is the same for
//! every position of a match, and computed once.

use crate::sorted::SortedMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::CivilWar;
use crate::board::Hex;
use crate::movement::{crossable, entry_cost};
use crate::pack::{Pack, Side, Theater};

/// The number of a hex on the chart.
pub type HexIndex = usize;

/// Farther than this is out of the world.
pub const UNREACHABLE: u16 = 999;

/// A way from one hex to the next.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub to: HexIndex,
    /// Movement points (6.1.3).
    pub cost: u16,
    /// Over a navigable river, which ships and fortifications may shut.
    pub water: bool,
    /// Along a railroad.
    pub rail: bool,
}

/// A city, a resource site or a town where a depot may be.
#[derive(Clone, Debug)]
pub struct Town {
    pub at: HexIndex,
    /// Victory points; 0 for a town.
    pub vp: i64,
    /// The side that its state is friendly to from the start.
    pub home: Option<Side>,
    pub port: bool,
}

/// The chart of a pack's map.
#[derive(Debug)]
pub struct HexGraph {
    pack: Arc<Pack>,
    pub hexes: Vec<Hex>,
    index: Vec<u16>,
    pub steps: Vec<Vec<Step>>,
    /// Hexes from which one may be entered, turned round.
    back: Vec<Vec<(HexIndex, u16)>>,
    pub theater: Vec<Theater>,
    pub towns: Vec<Town>,
    /// Columns to the left for the ground of a hex (7.5.2).
    pub cover: Vec<i64>,
    /// How far it is from everywhere to a hex, for the hexes that were asked about.
    rows: RefCell<SortedMap<HexIndex, Rc<Vec<u16>>>>,
}

const NONE: u16 = u16::MAX;

thread_local! {
    static LAST: RefCell<Vec<Rc<HexGraph>>> = const { RefCell::new(Vec::new()) };
}

impl HexGraph {
    /// The chart of the map that is played on.
    pub fn of(rules: &CivilWar) -> Rc<HexGraph> {
        LAST.with(|last| {
            let mut last = last.borrow_mut();
            if let Some(known) = last.iter().find(|chart| Arc::ptr_eq(&chart.pack, &rules.pack)) {
                return Rc::clone(known);
            }
            let chart = Rc::new(HexGraph::new(rules));
            if last.len() > 3 {
                last.remove(0);
            }
            last.push(Rc::clone(&chart));
            chart
        })
    }

    fn new(rules: &CivilWar) -> HexGraph {
        let map = &rules.pack.map;
        let hexes: Vec<Hex> = map.hexes().map(|(hex, _)| hex).collect();
        let mut index = vec![NONE; Hex::INDICES];
        for (at, hex) in hexes.iter().enumerate() {
            index[hex.index()] = u16::try_from(at).unwrap_or(NONE);
        }
        let find = |hex: Hex| Some(usize::from(index[hex.index()])).filter(|&at| at < hexes.len());
        let mut back = vec![Vec::new(); hexes.len()];
        let mut steps = Vec::with_capacity(hexes.len());
        for (at, &hex) in hexes.iter().enumerate() {
            let open = map.neighbors(hex).filter(|&there| crossable(rules, hex, there));
            let open = open.filter_map(|there| {
                let cost = u16::try_from(entry_cost(rules, there)).unwrap_or(UNREACHABLE);
                Some(Step { to: find(there)?, cost, water: map.over_navigable(hex, there), rail: map.rail(hex, there) })
            });
            let open: Vec<Step> = open.collect();
            for step in &open {
                back[step.to].push((at, step.cost));
            }
            steps.push(open);
        }
        let theater = hexes.iter().map(|&hex| map.theater(hex)).collect();
        let cover =
            hexes.iter().map(|&hex| map.hex(hex).map_or(0, |data| rules.pack.charts.terrain_shift(data.terrain)));
        let cover = cover.map(i64::from).collect();
        let towns = map.hexes().filter_map(|(hex, data)| {
            let friend = |state| map.states.get(state).and_then(|state| state.friendly_to);
            let at = find(hex)?;
            match (&data.city, &data.site) {
                (Some(city), site) => {
                    let vp = i64::from(city.vp) + site.as_ref().map_or(0, |site| i64::from(site.vp));
                    Some(Town { at, vp, home: friend(&city.state), port: city.port })
                }
                (None, Some(site)) => Some(Town { at, vp: site.vp.into(), home: friend(&site.state), port: false }),
                (None, None) => None,
            }
        });
        let towns = towns.collect();
        let (pack, rows) = (Arc::clone(&rules.pack), RefCell::default());
        HexGraph { pack, hexes, index, steps, back, theater, towns, cover, rows }
    }

    /// The number of a hex.
    pub fn ix(&self, hex: Hex) -> Option<HexIndex> {
        Some(usize::from(self.index[hex.index()])).filter(|&at| at < self.hexes.len())
    }

    /// Movement points from everywhere to a hex over open ground, ignoring units.
    pub fn distances_to(&self, to: HexIndex) -> Rc<Vec<u16>> {
        if let Some(row) = self.rows.borrow().get(&to) {
            return Rc::clone(row);
        }
        let mut row = vec![UNREACHABLE; self.hexes.len()];
        row[to] = 0;
        let mut edge = vec![to];
        let mut due: SortedMap<u16, Vec<HexIndex>> = SortedMap::new();
        let mut now = 0;
        loop {
            for at in std::mem::take(&mut edge) {
                if row[at] != now {
                    continue;
                }
                for &(from, cost) in &self.back[at] {
                    if now + cost < row[from] {
                        row[from] = now + cost;
                        due.entry(now + cost).or_default().push(from);
                    }
                }
            }
            let Some((next, found)) = due.pop_first() else { break };
            (now, edge) = (next, found);
        }
        let row = Rc::new(row);
        self.rows.borrow_mut().insert(to, Rc::clone(&row));
        row
    }

    /// Movement points from one hex to another.
    pub fn distance(&self, from: HexIndex, to: HexIndex) -> u16 {
        self.distances_to(to)[from]
    }
}
