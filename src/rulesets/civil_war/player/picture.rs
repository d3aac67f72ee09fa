//! What the player sees of the war: strengths, threats, what every place is worth, and where it would rather be.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::board::Hex;
use crate::document::Id;
use crate::rulesets::civil_war::ledger::{Game, Piece, Place, Track, by_command, is_cavalry, is_naval, side_of};
use crate::rulesets::civil_war::pack::{FortKind, HexsideKind, Side, Theater};
use crate::rulesets::civil_war::supply::Supplies;
use crate::rulesets::civil_war::{CivilWar, army, homefront, movement, territory};

use super::chart::{Chart, Ix};
use super::clash::{Fight, Lead, Toll, worth_of_strength};
use super::course;
use super::fleet;
use super::host::Host;

/// What one side has in a hex.
#[derive(Clone, Debug)]
pub struct Stack {
    pub side: Side,
    pub hex: Hex,
    pub at: Ix,
    /// Strength points, and of those the ones that have not moved in this pulse.
    pub sp: u32,
    pub fresh: u32,
    /// Leaders of the ground forces, and how many of them lie face-down (5.5).
    pub leaders: Vec<Piece>,
    pub down: u32,
    pub armies: Vec<Id>,
    pub demoralized: bool,
    /// Strength points that may march together.
    pub mobile: u32,
    /// Movement points of that march.
    pub speed: u16,
}

/// Enemy strength that may come to a hex: in one activation, at most together and in sum, and in two or three.
#[derive(Clone, Copy, Debug, Default)]
struct Threat {
    near: u32,
    sum: u32,
    later: u32,
}

/// A place worth having.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub at: Ix,
    /// Hundredths of a victory point that the side gains with it.
    pub gain: i64,
    /// How far the side is able to take it, in hundredths.
    pub feasible: i64,
}

/// The position, as the player of a side looks at it.
pub struct Picture<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    /// Decides between what is equally good.
    pub seed: u64,
    pub chart: Rc<Chart>,
    /// Whose line of supply reaches where.
    pub supplies: Supplies<'a>,
    /// Everything on land of both sides, by number of hex.
    pub stacks: Vec<Stack>,
    /// Strength points by hex, the own first, then the enemy's.
    pub own: Vec<u32>,
    pub enemy: Vec<u32>,
    /// What a hex is worth to the side if it is not the side's, and if it is.
    pub gain: Vec<i64>,
    pub keep: Vec<i64>,
    /// The hexes in the Reaction Radius of the enemy's armies, each with the army's strength there (12.3.1).
    pub covered: Vec<u32>,
    threat: Vec<Threat>,
    /// The own stack in a hex, by its place in `stacks`.
    mine: Vec<Option<usize>>,
    /// What fortifications of the side's shift.
    forts: Vec<i64>,
    shut: Vec<bool>,
    /// How hard time presses the side, from 0 to 100.
    pub press: i64,
    washington: Option<Ix>,
    hosts: OnceCell<Vec<Host>>,
    /// Whether each way over water is open to the side, as far as it was asked: 0 for not yet.
    open: Vec<[Cell<u8>; 6]>,
    goals: OnceCell<Vec<Goal>>,
    pull: OnceCell<Vec<i64>>,
}

impl<'a> Picture<'a> {
    /// The picture at the start of an order.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side, seed: u64) -> Picture<'a> {
        let chart = Chart::of(rules);
        let size = chart.hexes.len();
        let (mut own, mut enemy) = (vec![0; size], vec![0; size]);
        for group in game.groups.values() {
            let Some(at) = chart.ix(group.hex) else { continue };
            if group.side == side { own[at] += group.sp } else { enemy[at] += group.sp }
        }
        let mut picture = Picture {
            rules,
            game,
            side,
            seed,
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
            shut: inviolate(rules, game, &chart),
            press: course::press(rules, game, side),
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
        picture.forts = (0..size).map(|at| picture.fort_cover(at)).collect();
        picture.value_towns();
        picture.see_threats();
        picture
    }

    /// Hundredths of a victory point that every place is worth: points of cities outside a side's own territory count for
    /// it, and what the Confederacy loses it does not produce with any more.
    fn value_towns(&mut self) {
        let chart = Rc::clone(&self.chart);
        let whole = self.whole_states();
        for town in &chart.towns {
            let hex = chart.hexes[town.at];
            let mine = territory::controller(self.rules, self.game, hex) == Some(self.side);
            let worth = match (self.side, town.home) {
                (_, None) => 110 * town.vp,
                (Side::Union, Some(Side::Confederate)) => 140 * town.vp,
                (Side::Confederate, Some(Side::Confederate)) => 150 * town.vp,
                (Side::Union, Some(Side::Union)) => 100 * town.vp,
                (Side::Confederate, Some(Side::Union)) => 80 * town.vp,
            };
            let extra = if town.port && town.vp > 0 { 20 } else { 0 } + if town.vp == 0 { 8 } else { 0 };
            let mut worth = worth + extra;
            let city = self.rules.pack.map.city(hex).filter(|city| city.vp > 0);
            if let Some((left, points)) = city.and_then(|city| whole.get(&city.state)) {
                worth += 100 * points / (left * left).max(1);
            }
            if self.is_washington(hex) {
                worth = 2_500;
            }
            if mine { self.keep[town.at] = worth } else { self.gain[town.at] = worth }
        }
        for (&hex, &owner) in &self.game.depots {
            let Some(at) = chart.ix(hex) else { continue };
            if owner == self.side { self.keep[at] += 50 } else { self.gain[at] += 50 }
        }
    }

    /// The Confederate and neutral states: how many of their cities are not the Union's, and the points of all. Who has
    /// them all has the points twice (17.2).
    fn whole_states(&self) -> BTreeMap<Id, (i64, i64)> {
        let map = &self.rules.pack.map;
        let mut whole: BTreeMap<Id, (i64, i64)> = BTreeMap::new();
        for (hex, city) in map.cities().filter(|(_, city)| city.vp > 0) {
            let home = map.states.get(&city.state).and_then(|state| state.friendly_to);
            if home == Some(Side::Confederate) {
                let (left, points) = whole.entry(city.state.clone()).or_default();
                *points += i64::from(city.vp);
                *left += i64::from(territory::controller(self.rules, self.game, hex) != Some(Side::Union));
            }
        }
        whole
    }

    /// The enemy that may come near.
    fn see_threats(&mut self) {
        let chart = Rc::clone(&self.chart);
        let stacks = std::mem::take(&mut self.stacks);
        for stack in stacks.iter().filter(|stack| stack.side != self.side) {
            for army in &stack.armies {
                let sp = army::sp(self.game, army);
                self.covered[stack.at] = self.covered[stack.at].max(sp);
                for step in &chart.steps[stack.at] {
                    self.covered[step.to] = self.covered[step.to].max(sp);
                }
            }
            if stack.mobile == 0 {
                continue;
            }
            let strength = if stack.demoralized { stack.mobile / 2 } else { stack.mobile };
            let row = chart.row(stack.at);
            for (at, &far) in row.iter().enumerate() {
                let threat = &mut self.threat[at];
                if far <= stack.speed {
                    threat.near = threat.near.max(strength);
                    threat.sum += strength;
                } else if far <= 2 * stack.speed + 1 {
                    threat.later += strength * 3;
                } else if far <= 14 {
                    threat.later += strength;
                }
            }
        }
        self.stacks = stacks;
        for (hex, may_land) in fleet::landings(self.rules, self.game, self.side) {
            if let Some(at) = chart.ix(hex) {
                self.threat[at].later += may_land;
            }
        }
    }

    /// Whether it is the hex of Washington.
    pub fn is_washington(&self, hex: Hex) -> bool {
        self.washington.is_some_and(|at| self.chart.hexes[at] == hex)
    }

    /// Enemy strength, in eighths, that has to be reckoned with in a hex.
    pub fn danger(&self, at: Ix) -> i64 {
        let Threat { near, sum, later } = self.threat[at];
        i64::from(near * 8 + (sum - near) * 4 + later)
    }

    /// Whether the enemy may come to a hex in one activation.
    pub fn is_near_enemy(&self, at: Ix) -> bool {
        self.threat[at].sum > 0
    }

    /// The own stack in a hex.
    pub fn stack(&self, at: Ix) -> Option<&Stack> {
        self.stacks.get(self.mine[at]?)
    }

    /// The own stacks.
    pub fn stacks_of(&self, side: Side) -> impl Iterator<Item = &Stack> {
        self.stacks.iter().filter(move |stack| stack.side == side)
    }

    /// Hundredths of a victory point that it is worth to have so many strength points in a hex: the place is held, and
    /// they are not lost.
    pub fn stand(&self, at: Ix, sp: u32) -> i64 {
        self.stand_for(at, sp, 0, self.keep[at])
    }

    /// The same, if it were worth so much to keep the place, and so many strength points more could come back in time.
    pub fn stand_for(&self, at: Ix, sp: u32, near: u32, keep: i64) -> i64 {
        let danger = self.danger(at);
        let shaken = sp > 0 && self.stack(at).is_some_and(|stack| stack.demoralized);
        let cover = 4 + self.chart.cover[at] + self.forts[at];
        // Strength in eighths, a quarter more for each column of ground.
        let strength = i64::from(sp) * 2 * cover * if shaken { 5 } else { 8 } / 8;
        let guard = if self.is_capital(at) { danger * 5 / 4 + 32 } else { danger } + self.raids(at);
        let with = strength + i64::from(near) * 2 * cover;
        let mut lost = loss(guard, with);
        if !self.is_near_enemy(at) {
            // There is time to send somebody.
            lost = lost.min(10);
        }
        // Who loses Washington loses the war.
        let most = if self.washington == Some(at) { 2_500 } else { 900 };
        let mut worth = -keep.min(most) * lost / 100;
        if self.is_capital(at) {
            // It is never left without its garrison.
            let least = if self.washington == Some(at) { 5 } else { 4 };
            worth -= 60 * i64::from(u32::saturating_sub(least, sp));
        }
        if sp == 0 {
            return worth;
        }
        worth -= i64::from(sp) * worth_of_strength(self.side) * loss(danger, strength) / 160;
        // Fewer than four men in a hundred stay for nothing: a garrison keeps raiders and landings off.
        if keep >= 100 && guard > 0 {
            worth += 12 + (keep / 60).min(20);
        }
        worth
    }

    /// What may come by water, in eighths: the Union's landings.
    fn raids(&self, at: Ix) -> i64 {
        let coast = self.rules.pack.map.hex(self.chart.hexes[at]).is_some_and(|data| data.coastal);
        let exposed = self.side == Side::Confederate && coast && self.keep[at] >= 100;
        if exposed { (self.keep[at] / 40).min(16) } else { 0 }
    }

    /// How unwieldy a crowd is: no more of it fights together than an army holds.
    pub fn crowd(&self, at: Ix, sp: u32) -> i64 {
        let armies = self.stack(at).map_or(&[][..], |stack| &stack.armies);
        let most = armies.iter().filter_map(|army| self.rules.pack.charts.armies.get(army));
        let most: u32 = most.map(|data| u32::from(data.maximum)).sum();
        let most = (most + 3).max(if self.is_capital(at) { 13 } else { 9 });
        -9 * i64::from(sp.saturating_sub(most))
    }

    /// Strength points that ought to stay in a hex of one's own.
    pub fn garrison(&self, at: Ix) -> u32 {
        if self.washington == Some(at) && self.keep[at] > 0 {
            return 5;
        }
        match self.keep[at] {
            ..100 => 0,
            100..250 => 1,
            250..500 => 2,
            500.. => 3,
        }
    }

    /// The chance in hundredths that a force is not driven off or destroyed in a hex.
    pub fn safety(&self, at: Ix, sp: u32) -> i64 {
        100 - loss(self.danger(at), i64::from(sp) * 2 * (4 + self.chart.cover[at]))
    }

    fn is_capital(&self, at: Ix) -> bool {
        self.washington == Some(at) || self.keep[at] >= 600 && self.side == Side::Confederate
    }

    fn fort_cover(&self, at: Ix) -> i64 {
        let fort = territory::fort(self.rules, self.game, self.chart.hexes[at]);
        match fort.filter(|fort| fort.holder == Some(self.side)).map(|fort| fort.kind) {
            Some(FortKind::Fort) => 1,
            Some(FortKind::Fortress) => 4,
            _ => 0,
        }
    }

    /// The places worth having that are not the side's, with how far it is able to take them.
    pub fn goals(&self) -> &[Goal] {
        self.goals.get_or_init(|| {
            let chart = &self.chart;
            let worth = |(at, &gain): (Ix, &i64)| {
                if gain < 60 || self.shut[at] {
                    return None;
                }
                let row = chart.row(at);
                let near = |stack: &&Stack, far: u16| row[stack.at] <= far;
                let defended = i64::from(self.enemy[at]);
                let enemies = self.stacks_of(self.side.other()).filter(|stack| stack.at != at && near(stack, 3));
                let support: i64 = enemies.map(|stack| i64::from(stack.mobile)).sum();
                let able = self.stacks_of(self.side).filter(|stack| near(stack, 10));
                let able: i64 = able.map(|stack| i64::from(stack.mobile)).sum();
                let cover = chart.cover[at] + self.their_fort(at);
                let needed = defended * (6 + cover) / 4 + support / 2 + 2;
                let share = (100 * able.max(3) / needed).min(120);
                Some(Goal { at, gain, feasible: (share * share / 100).clamp(4, 120) })
            };
            self.gain.iter().enumerate().filter_map(worth).collect()
        })
    }

    fn their_fort(&self, at: Ix) -> i64 {
        let fort = territory::fort(self.rules, self.game, self.chart.hexes[at]);
        match fort.filter(|fort| fort.holder == Some(self.side.other())).map(|fort| fort.kind) {
            Some(FortKind::Fort) => 1,
            Some(FortKind::Fortress) => 3,
            _ => 0,
        }
    }

    /// How much a hex lies where strength is wanted: near what may be taken, and what must be held.
    pub fn pull(&self, at: Ix) -> i64 {
        self.pull.get_or_init(|| {
            let chart = &self.chart;
            let mut pull = vec![0; chart.hexes.len()];
            let mut draw = |goal: Ix, weight: i64| {
                for (at, &far) in chart.row(goal).iter().enumerate() {
                    if far < 40 {
                        pull[at] = pull[at].max(weight * 10 / (i64::from(far) + 3));
                    }
                }
            };
            for goal in self.goals() {
                draw(goal.at, goal.gain.min(900) * goal.feasible / 100);
            }
            for (at, &keep) in self.keep.iter().enumerate().filter(|(_, keep)| **keep >= 100) {
                let missing = -self.stand(at, self.own[at]);
                if missing > 20 {
                    draw(at, missing.min(keep) * 3 / 2);
                }
            }
            pull
        })[at]
    }

    /// Whether strength points stay out of a hex: a neutral state joins the other side when they enter (15.7).
    pub fn is_shut(&self, at: Ix) -> bool {
        self.shut[at]
    }

    /// Whether a way may be gone: not across a river that enemy ships or a fortress shut (8.5).
    pub fn is_open(&self, at: Ix, way: usize) -> bool {
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

    /// The side's armies (12), those first round which the others gather.
    pub fn hosts(&self) -> &[Host] {
        self.hosts.get_or_init(|| Host::all(self))
    }

    /// Command points that may pay for an action on land in a theater.
    pub fn purse(&self, theater: Theater) -> u32 {
        let commands = &self.game.side(self.side).commands;
        let on = |track: Track| commands.get(&track).copied().unwrap_or(0);
        (on(Track::of(theater)) + on(Track::Discretionary)).min(self.game.difference_left())
    }

    /// What an attack on a hex would come to, the enemy's armies beside it not being reckoned with. `defenders`: strength
    /// points there, those that come to help among them.
    pub fn toll(&self, from: Ix, at: Ix, attackers: u32, defenders: u32, lead: Lead) -> Toll {
        let (hex, start) = (self.chart.hexes[at], self.chart.hexes[from]);
        let charts = &self.rules.pack.charts;
        let side = self.rules.pack.map.hexside(start, hex).map(|side| side.kind);
        let crossing = match side {
            Some(kind @ (HexsideKind::River | HexsideKind::NavigableRiver | HexsideKind::Gap | HexsideKind::Road)) => {
                i64::from(charts.hexside_shift(kind))
            }
            _ => 0,
        };
        let fort = territory::fort(self.rules, self.game, hex);
        let fort = fort.filter(|fort| fort.holder == Some(self.side.other())).map(|fort| fort.kind);
        let works = fort.map_or(0, |kind| i64::from(charts.fort_shift(kind)));
        let shaken = self.game.demoralized_at(hex, self.side.other());
        let left = (self.chart.cover[at] + crossing + works).min(i64::from(charts.max_shift)) - i64::from(shaken);
        let edge = self.rules.pack.map.hex(hex).is_some_and(|data| data.map_edge)
            && territory::is_friendly(self.rules, self.game, hex, self.side.other());
        let fight = Fight {
            attackers,
            defenders,
            left,
            attacker_lead: lead,
            defender_lead: self.enemy_lead(hex),
            defender_demoralized: shaken,
            firm: fort == Some(FortKind::Fortress) || edge,
        };
        fight.toll(self.rules)
    }

    /// What the enemy's leaders in a hex do, as far as they are known: of those face-down two in three add one.
    fn enemy_lead(&self, hex: Hex) -> Lead {
        let enemy = self.side.other();
        let pack = &self.rules.pack;
        let known = |piece: &Piece| matches!(self.game.pieces.get(piece), Some(Place::Map { down: false, .. }));
        let mut leaders = self.game.leaders_at(pack, hex, enemy);
        leaders.retain(|piece| !is_naval(pack, piece));
        let hidden = leaders.iter().filter(|piece| !known(piece)).count() as i64;
        let leaders = by_command(pack, leaders);
        let commanded = !army::at(self.rules, self.game, hex, enemy).is_empty();
        let mut known = leaders.iter().filter(|piece| known(piece));
        let commander = if commanded { known.next() } else { None };
        let most = if commanded { usize::MAX } else { 1 };
        let others: Vec<&Piece> = known.take(most).collect();
        let mut lead = Lead::of(self.rules, commander, &others);
        lead.own += match commanded {
            true => hidden * 2 / 3,
            false => i64::from(others.is_empty() && hidden > 0),
        };
        lead
    }

    /// A number below `limit` that the seed makes of a place, to tell apart what is alike.
    pub fn whim(&self, at: Ix, limit: u64) -> i64 {
        let mixed = (self.seed ^ (at as u64) << 8).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        i64::try_from(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40).unwrap_or(0) % i64::try_from(limit).unwrap_or(1)
    }
}

/// The hexes of neutral states whose neutrality nobody has broken yet (15.7).
fn inviolate(rules: &CivilWar, game: &Game, chart: &Chart) -> Vec<bool> {
    let neutral = |state: &&Id| homefront::special(rules, game, state).is_some_and(|row| row.inviolate);
    let states: Vec<&Id> = rules.pack.charts.neutral_states.keys().filter(neutral).collect();
    let shut =
        |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| data.states.iter().any(|own| states.contains(&own)));
    chart.hexes.iter().map(|hex| !states.is_empty() && shut(hex)).collect()
}

/// The chance in hundredths that a place falls in a while, of a strength against a danger, both in eighths.
fn loss(danger: i64, strength: i64) -> i64 {
    if danger == 0 {
        return 0;
    }
    if strength == 0 {
        return if danger < 8 { danger } else { (12 + danger).min(85) };
    }
    (danger * 100 / strength - 60).clamp(0, 240) * 75 / 240
}

/// Everything on land.
fn stacks(rules: &CivilWar, game: &Game, seen_by: Side, chart: &Chart) -> Vec<Stack> {
    let mut found: std::collections::BTreeMap<(Side, Ix), Stack> = std::collections::BTreeMap::new();
    for group in game.groups.values() {
        let Some(at) = chart.ix(group.hex) else { continue };
        let stack = found.entry((group.side, at)).or_insert_with(|| Stack {
            side: group.side,
            hex: group.hex,
            at,
            sp: 0,
            fresh: 0,
            leaders: Vec::new(),
            down: 0,
            armies: Vec::new(),
            demoralized: false,
            mobile: 0,
            speed: 4,
        });
        stack.sp += group.sp;
        stack.fresh += if group.moved { 0 } else { group.sp };
        stack.demoralized |= group.demoralized;
        if let Some(army) = &group.army
            && !stack.armies.contains(army)
        {
            stack.armies.push(army.clone());
        }
    }
    for (piece, place) in &game.pieces {
        let Place::Map { hex, down, .. } = place else { continue };
        let (Some(side), Some(at)) = (side_of(&rules.pack, piece), chart.ix(*hex)) else { continue };
        if is_naval(&rules.pack, piece) {
            continue;
        }
        if let Some(stack) = found.get_mut(&(side, at)) {
            stack.leaders.push(piece.clone());
            stack.down += u32::from(*down);
        }
    }
    for stack in found.values_mut() {
        let hidden = |piece: &Piece| {
            stack.side != seen_by && matches!(game.pieces.get(piece), Some(Place::Map { down: true, .. }))
        };
        let limit = |piece: &Piece| if hidden(piece) { 6 } else { movement::sp_limit(rules, piece) };
        let best = stack.leaders.iter().map(limit).max().unwrap_or(0);
        let led: u32 = stack.leaders.iter().map(limit).sum();
        // An army attacks with what its leaders command; what is in none goes with one leader at a time.
        let armed: u32 = stack.armies.iter().map(|army| army::sp(game, army)).sum();
        stack.mobile = best.min(stack.sp).max(armed.min(led.max(6)));
        let known_cavalry = |piece: &Piece| !hidden(piece) && is_cavalry(&rules.pack, piece);
        if !stack.leaders.is_empty() && stack.leaders.iter().all(known_cavalry) {
            stack.speed = 6;
        }
    }
    found.into_values().collect()
}
