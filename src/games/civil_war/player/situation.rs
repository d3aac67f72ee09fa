//! The player's picture of the war: strengths, threats, the value of every place, and where it would rather be.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use crate::board::Hex;
use crate::document::Id;
use crate::pack::{FortKind, Side, Theater};
use crate::position::ledger::{Game, Track};
use crate::supply::Supplies;
use crate::{CivilWar, homefront, movement, movement::territory};

use super::hex_graph::{HexGraph, HexIndex};
use super::time_pressure;
use super::weights::Weights;

mod fights;
mod goals;
mod main_army;
mod stacks;
mod threats;

pub use goals::Goal;
pub use main_army::MainArmy;
pub use stacks::Stack;
use stacks::stacks;
use threats::Threat;

/// The position, as the player of a side looks at it.
pub struct Situation<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    /// Decides between equally good orders.
    pub seed: u64,
    pub weights: Weights,
    pub chart: Rc<HexGraph>,
    /// Whose line of supply reaches where.
    pub supplies: Supplies<'a>,
    /// Everything on land of both sides, by number of hex.
    pub stacks: Vec<Stack>,
    /// Strength points by hex, the own first, then the enemy's.
    pub own: Vec<u32>,
    pub enemy: Vec<u32>,
    /// The value of a hex to the side if it does not control it, and if it does.
    pub gain: Vec<i64>,
    pub keep: Vec<i64>,
    /// The hexes in the Reaction Radius of the enemy's armies, each with the army's strength there (12.3.1).
    pub covered: Vec<u32>,
    threat: Vec<Threat>,
    /// The own stack in a hex, by its place in `stacks`.
    mine: Vec<Option<usize>>,
    /// The side's fortifications.
    forts: Vec<Option<FortKind>>,
    shut: Vec<bool>,
    /// How hard time presses the side, from 0 to 100.
    pub press: i64,
    washington: Option<HexIndex>,
    pub(super) hosts: OnceCell<Vec<MainArmy>>,
    /// Whether each hexside over water is open to the side, computed on demand: 0 for not yet.
    open: Vec<[Cell<u8>; 6]>,
    goals: OnceCell<Vec<Goal>>,
    pull: OnceCell<Vec<i64>>,
}

impl<'a> Situation<'a> {
    /// The picture at the start of an order.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side, seed: u64) -> Situation<'a> {
        let chart = HexGraph::of(rules);
        let size = chart.hexes.len();
        let (mut own, mut enemy) = (vec![0; size], vec![0; size]);
        for group in game.groups.values() {
            let Some(at) = chart.ix(group.hex) else { continue };
            if group.side == side { own[at] += group.sp } else { enemy[at] += group.sp }
        }
        let mut picture = Situation {
            rules,
            game,
            side,
            seed,
            weights: Weights::of(side),
            supplies: Supplies::new(rules, game, side),
            stacks: stacks(rules, game, side, &chart),
            own,
            enemy,
            gain: vec![0; size],
            keep: vec![0; size],
            covered: vec![0; size],
            threat: vec![Threat::default(); size],
            mine: vec![None; size],
            forts: Vec::new(),
            shut: unviolated_neutrals(rules, game, &chart),
            press: time_pressure::pressure(rules, game, side),
            washington: rules.pack.scenarios.get(&game.scenario).and_then(|scenario| chart.ix(scenario.washington)),
            hosts: OnceCell::new(),
            open: vec![[const { Cell::new(0) }; 6]; size],
            goals: OnceCell::new(),
            pull: OnceCell::new(),
            chart,
        };
        for (n, stack) in picture.stacks.iter().enumerate().filter(|(_, stack)| stack.side == side) {
            picture.mine[stack.at] = Some(n);
        }
        picture.forts = (0..size).map(|at| picture.fort_of(at, side)).collect();
        picture.value_towns();
        picture.find_threats();
        picture
    }

    /// Whether it is the hex of Washington.
    pub fn is_washington(&self, hex: Hex) -> bool {
        self.washington.is_some_and(|at| self.chart.hexes[at] == hex)
    }

    /// The own stack in a hex.
    pub fn stack(&self, at: HexIndex) -> Option<&Stack> {
        self.stacks.get(self.mine[at]?)
    }

    /// The own stacks.
    pub fn stacks_of(&self, side: Side) -> impl Iterator<Item = &Stack> {
        self.stacks.iter().filter(move |stack| stack.side == side)
    }

    /// The fortification in a hex that a side holds.
    fn fort_of(&self, at: HexIndex, side: Side) -> Option<FortKind> {
        let fort = territory::fort(self.rules, self.game, self.chart.hexes[at]);
        fort.filter(|fort| fort.holder == Some(side)).map(|fort| fort.kind)
    }

    /// Whether strength points stay out of a hex: a neutral state joins the other side when they enter (15.7).
    pub fn is_unviolated_neutral(&self, at: HexIndex) -> bool {
        self.shut[at]
    }

    /// Whether a hexside may be crossed: not a river that enemy ships or a fortress close (8.5).
    pub fn is_open(&self, at: HexIndex, way: usize) -> bool {
        let step = &self.chart.steps[at][way];
        if !step.water {
            return true;
        }
        let known = &self.open[at][way.min(5)];
        if known.get() == 0 {
            let (from, to) = (self.chart.hexes[at], self.chart.hexes[step.to]);
            let open = movement::passable(self.rules, self.game, from, to, self.side).is_ok();
            known.set(if open { 1 } else { 2 });
        }
        known.get() == 1
    }

    /// Command points that may pay for an action on land in a theater.
    pub fn spendable_points(&self, theater: Theater) -> u32 {
        let commands = &self.game.side(self.side).commands;
        let on = |track: Track| commands.get(&track).copied().unwrap_or(0);
        (on(Track::of(theater)) + on(Track::Discretionary)).min(self.game.initiative_left())
    }

    /// A pseudo-random number below `limit` for a place, to decide between equal ones.
    pub fn tie_break(&self, at: HexIndex, limit: u64) -> i64 {
        let mixed = (self.seed ^ (at as u64) << 8).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        i64::try_from(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40).unwrap_or(0) % i64::try_from(limit).unwrap_or(1)
    }
}

/// The hexes of neutral states whose neutrality nobody has violated yet (15.7).
fn unviolated_neutrals(rules: &CivilWar, game: &Game, chart: &HexGraph) -> Vec<bool> {
    let neutral = |state: &&Id| homefront::special(rules, game, state).is_some_and(|row| row.inviolate);
    let states: Vec<&Id> = rules.pack.charts.neutral_states.keys().filter(neutral).collect();
    let shut =
        |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| data.states.iter().any(|own| states.contains(&own)));
    chart.hexes.iter().map(|hex| !states.is_empty() && shut(hex)).collect()
}
