//! Decides which faults of an order stand however the doubts before it are resolved.
//!
//! An order that is done at once is checked against the known ledger. A fault found there counts against the order only
//! if no roll, answer or earlier order could remove it: every fault if the order involves nothing in doubt, otherwise,
//! kind by kind, those that depend on nothing in doubt.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::run::to_value;
use crate::engine::{Events, Ruleset, StepContext};

use super::{Outlook, collect, common_problems, is_lack_of_points, leader};
use crate::orders::{Create, Launch, Order, Rail, Remove, Sail, Sea, Together, Transfer};
use crate::pack::Station;
use crate::position::ledger::{ArmyPlace, Piece, Place};
use crate::supply::Supplies;
use crate::{leaders::army, naval};

impl Outlook<'_> {
    /// What no doubt can mend of an order that is done at once, its price apart.
    ///
    /// # Errors
    /// All of that.
    pub(super) fn check_certain(&self, order: &Order) -> Result<(), Vec<Problem>> {
        // An order that must be mended may become any other.
        if self.mended {
            return Ok(());
        }
        let leader = leader(order);
        let Some((leader, who)) = leader.and_then(|leader| Some((leader, self.doubts.leader(leader)?))) else {
            return self.check_as_in_ledger(order);
        };
        if who.anywhere || who.hexes.is_empty() || who.pieces.is_empty() {
            return self.check_as_in_ledger(order);
        }
        // Wherever he may be, and whatever counter may represent him.
        let mut refused = Vec::new();
        for &hex in &who.hexes {
            for piece in &who.pieces {
                let mut world = self.clone();
                world.doubts.forget_leader(leader);
                let pieces = &mut world.game.pieces;
                pieces.retain(|other, place| {
                    other.leader != *leader || !matches!(place, Place::Map { .. } | Place::Afloat { .. })
                });
                pieces.insert(
                    piece.clone(),
                    Place::Map { hex, moved: who.moved, army: None, down: false, marching: false },
                );
                naval::board(self.rules, &mut world.game);
                match world.check_as_in_ledger(order) {
                    Ok(()) => return Ok(()),
                    Err(problems) => refused.push(problems),
                }
            }
        }
        Err(common_problems(refused))
    }

    /// [`Outlook::check_certain`], with everybody named being where the ledger has him unless he is in doubt.
    fn check_as_in_ledger(&self, order: &Order) -> Result<(), Vec<Problem>> {
        let mut game = self.game.clone();
        for (army, hex) in self.doubts.formed() {
            game.armies.entry(army.clone()).or_insert(ArmyPlace::At(hex));
        }
        // Strength points that have certainly moved, or gone, cannot move again.
        for (hex, most) in self.doubts.strengths() {
            let mut fresh = most.fresh;
            let here = game.groups_at(hex, self.side).filter(|(_, group)| !group.moved);
            for (number, sp) in here.map(|(number, group)| (number, group.sp)).collect::<Vec<_>>() {
                if sp > fresh {
                    let gone = game.split(number, sp - fresh);
                    if let Some(group) = game.groups.get_mut(&gone) {
                        group.moved = true;
                    }
                }
                fresh = fresh.saturating_sub(sp);
            }
        }
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        let mut problems = self.rules.begin(cx, &self.side.id(), order).err().unwrap_or_default();
        // Whether it can be paid for is reported with its price.
        problems.retain(|problem| !is_lack_of_points(problem));
        if !problems.is_empty() && !self.is_free_of_doubt(order) {
            problems.retain(|problem| {
                let path_and_rule = (problem.path.as_deref().unwrap_or(""), problem.rule.as_deref().unwrap_or(""));
                self.is_certain(order, path_and_rule)
            });
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Whether everything that an order depends on is as in the ledger: nothing is in doubt except leaders elsewhere.
    pub(super) fn is_free_of_doubt(&self, order: &Order) -> bool {
        let doubts = &self.doubts;
        if doubts.supply || !doubts.fleet.is_empty() || !doubts.armies.is_empty() {
            return false;
        }
        let mut words = Vec::new();
        collect(&to_value(order), &mut words);
        words.iter().all(|word| {
            let hex = word.parse::<Hex>().ok();
            let id = word.parse::<Id>().ok();
            let at = id.as_ref().and_then(|id| army::hex_of(&self.game, id));
            let place = id.as_ref().and_then(|id| self.game.on_hand(id)).map(|(_, place)| place);
            let of_leader: Vec<Hex> = match place {
                Some(Place::Map { hex, .. }) => vec![*hex],
                Some(Place::Afloat { at, .. }) => at.hexes().collect(),
                _ => Vec::new(),
            };
            id.is_none_or(|id| doubts.leader(&id).is_none())
                && hex.into_iter().chain(at).chain(of_leader).all(|hex| !self.may_lead(hex))
        })
    }

    /// Whether a leader may have come to a hex, or have been promoted there.
    fn may_lead(&self, hex: Hex) -> bool {
        self.doubts.joined(hex) > 0 || self.doubts.leaders_perhaps_in(hex).next().is_some()
    }

    /// Whether somebody else may command in a hex.
    pub(super) fn may_command(&self, hex: Hex) -> bool {
        self.doubts.hex(hex) || self.may_lead(hex)
    }

    /// Whether a leader is where the ledger has him, or not on the map at all.
    fn is_leader_certain(&self, leader: Option<&Id>) -> bool {
        leader.is_none_or(|leader| self.doubts.leader(leader).is_none())
    }

    /// Whether an army is where the ledger has it, with all its units there.
    fn is_army_certain(&self, army: &Id) -> bool {
        !self.doubts.armies.contains_key(army)
            && army::hex_of(&self.game, army).is_some_and(|hex| !self.doubts.hex(hex))
    }

    /// Where the ships of an order are, if known.
    pub(super) fn ships_at(&self, order: &Sail) -> Option<Station> {
        if order.from.is_some() {
            return order.from;
        }
        match self.game.on_hand(order.leader.as_ref()?)?.1 {
            Place::Afloat { at, .. } => Some(*at),
            Place::Map { hex, .. } => {
                let ours = |at: &Station| self.game.squadrons_at(*at, self.side).next().is_some();
                let near: Vec<Station> = naval::shore::stations_beside(self.rules, *hex).filter(ours).collect();
                if let [only] = near.as_slice() { Some(*only) } else { None }
            }
            _ => None,
        }
    }

    /// Whether a hex has too few strength points that may still move, however many have come to it.
    fn lacks_strength(&self, hex: Hex, sp: u32) -> bool {
        sp > self.doubts.strength(&self.game, hex, self.side).fresh
    }

    /// Whether a fault of an order, at that path and under that rule, stands however the doubts are resolved.
    fn is_certain(&self, order: &Order, path_and_rule: (&str, &str)) -> bool {
        match order {
            Order::Create(order) => self.of_create(order, path_and_rule),
            Order::Remove(order) => self.of_remove(order, path_and_rule),
            Order::Transfer(order) => self.of_transfer(order, path_and_rule),
            Order::Rail(order) => self.of_rail(order, path_and_rule),
            Order::Launch(order) => self.of_launch(order, path_and_rule),
            Order::Sail(order) => self.of_sail(order, path_and_rule),
            Order::Sea(order) => self.of_sea(order, path_and_rule),
            Order::Together(order) => self.of_together(order, path_and_rule),
            _ => false,
        }
    }

    fn of_create(&self, order: &Create, (path, rule): (&str, &str)) -> bool {
        let (rules, game, side, at) = (self.rules, &self.game, self.side, order.at);
        match (path, rule) {
            ("create.at", "7.7.3j") => !self.doubts.hex(at),
            // Strength points, a general, supply: one of them at least is missing.
            ("create.at", "12.1.1" | "5.3.4") => {
                let armies = army::armies_at(rules, game, at, side).len() as u32;
                let free = |piece: &Piece| army::free_to_command(rules, game, piece);
                let comes = |piece: &Piece| army::may_command(rules, piece);
                !self.doubts.hex(at)
                    && (game.sp_at(at, side) <= armies
                        || !game.leaders_at(&rules.pack, at, side).iter().any(free)
                            && !self.doubts.leaders_perhaps_in(at).any(comes)
                        || !self.doubts.supply && !Supplies::new(rules, game, side).in_supply(at))
            }
            // An army is formed once (12.1.3), in its theater, where armies are formed.
            (_, rule) => matches!(rule, "12.1" | "12.1.2" | "12.1.3" | "CW-11"),
        }
    }

    fn of_remove(&self, order: &Remove, (path, rule): (&str, &str)) -> bool {
        let army = &order.army;
        let next = |piece: &Piece| piece.rank == 3 && army::may_command(self.rules, piece);
        let comes = |hex: Hex| self.doubts.leaders_perhaps_in(hex).any(next);
        let hex = army::hex_of(&self.game, army);
        match (path, rule) {
            ("remove.army", "12.1") => !self.doubts.armies.contains_key(army),
            ("remove.army", "12.1.3") => true,
            ("remove.army", "5.3.3") => self.is_army_certain(army) && hex.is_some_and(|hex| !comes(hex)),
            ("remove.army", "5.3.3a") => self.is_army_certain(army),
            ("remove.fate", "5.3.3d") => self.is_army_certain(army) && hex.is_some_and(|hex| !self.may_lead(hex)),
            _ => false,
        }
    }

    fn of_transfer(&self, order: &Transfer, (path, rule): (&str, &str)) -> bool {
        let Transfer { from, to, leaders, .. } = order;
        let led = |army: &Id| army::hex_of(&self.game, army).is_some_and(|hex| self.may_lead(hex));
        match (path, rule) {
            ("transfer.from", "12.1") => !self.doubts.armies.contains_key(from),
            ("transfer.to", "12.1") => !self.doubts.armies.contains_key(to),
            ("transfer.from" | "transfer.to", "12.1.3") => true,
            ("transfer" | "transfer.sp", _) => self.is_army_certain(from) && self.is_army_certain(to),
            ("transfer.leaders", _) => self.is_army_certain(from) && !led(from),
            _ => {
                let named = within(path, "transfer.leaders").and_then(|n| leaders.get(n));
                self.is_army_certain(from) && named.is_some_and(|leader| self.is_leader_certain(Some(leader)))
            }
        }
    }

    fn of_rail(&self, order: &Rail, (path, rule): (&str, &str)) -> bool {
        let known = self.is_leader_certain(order.leader.as_ref());
        let found = order.leader.as_ref().and_then(|leader| self.game.find_leader(leader));
        let at = found.as_ref().map(|(_, hex, _)| *hex).or(order.from);
        match (path, rule) {
            // Trains carry less and less in a turn.
            ("rail.sp", "6.6.5" | "6.6.2") => true,
            ("rail.leader", "6.6.7" | "5.3.1") => known && at.is_some_and(|hex| !self.may_command(hex)),
            ("rail.leader", _) | ("rail.sp", "6.2.6" | "6.2.18" | "8.2.4") => known,
            ("rail.sp" | "rail.from", "6.2.3" | "6.1.7") => {
                known && at.is_some_and(|hex| self.lacks_strength(hex, order.sp.unwrap_or(1)))
            }
            _ => false,
        }
    }

    fn of_launch(&self, order: &Launch, (path, rule): (&str, &str)) -> bool {
        let named = within(path, "launch.ships").and_then(|n| order.ships.get(n));
        let city = |hex: Hex| self.rules.pack.map.hex(hex).is_some_and(|data| data.city.is_some());
        match rule {
            // Which ships wait, and what water is.
            "10.4.1" | "10.5.1" | "10.5.3" | "8.3.1" => true,
            _ if !self.doubts.supply => true,
            "10.4.2" | "10.4.3" | "10.5.2" => {
                let river = rule != "10.4.3";
                let at = named.and_then(|launched| launched.at);
                at.is_none_or(|at| river && matches!(at, Station::Hex(_)) || !at.hexes().any(city))
            }
            _ => false,
        }
    }

    fn of_sail(&self, order: &Sail, (path, rule): (&str, &str)) -> bool {
        let doubts = &self.doubts;
        let known = self.is_leader_certain(order.leader.as_ref());
        let found = order.leader.as_ref().and_then(|leader| self.game.on_hand(leader));
        let ashore = found.and_then(|(_, place)| place.hex());
        let hulls = order.hulls();
        // Which ships it is about, if known.
        let ships_known = known && (!hulls.is_empty() || doubts.fleet.is_empty());
        let from = self.ships_at(order);
        let waterways = self.rules.pack.map.waterways();
        match (path, rule) {
            ("sail.leader", "6.2.3") | ("sail.load", _) | ("sail.from", "8.2.4a") => known,
            ("sail.leader", "8.3.3") => known && (found.is_none() || doubts.fleet.is_empty()),
            ("sail.leader", "5.3.1") => known && ashore.is_some_and(|hex| !self.may_command(hex)),
            ("sail.leader" | "sail.load.at", _) => known,
            ("sail.from", _) => {
                let there = |at| doubts.fleet.with_all(self.game.hulls_at(at, self.side));
                let absent = |at| !hulls.is_empty() && !there(at).has(&hulls);
                known && (doubts.fleet.is_empty() || from.is_some_and(absent))
            }
            // Without a leader one point sails.
            ("sail", "8.3.3") => order.leader.is_none() && (order.from.is_none() || ships_known),
            ("sail", "6.1.7") => from.is_some_and(|at| {
                let fresh = doubts.fleet.with_fresh(self.game.fresh_hulls_at(at, self.side));
                fresh.is_empty() || !fresh.has(&hulls)
            }),
            ("sail.ships" | "sail.river" | "sail.ocean", "8.3.3") => {
                from.is_some_and(|at| !doubts.fleet.with_all(self.game.hulls_at(at, self.side)).has(&hulls))
            }
            ("sail", "8.2.1" | "8.4.7") | ("sail.load.sp", "8.8.1") => ships_known,
            ("sail.load.sp", "8.4.4" | "6.1.7") => {
                order.load.as_ref().is_some_and(|load| self.lacks_strength(load.at, load.sp))
            }
            ("sail.load.sp", "8.6.1") => {
                let ashore = order.land.filter(|hex| order.drop.is_empty() && naval::route::on_coast(self.rules, *hex));
                let carried = order.load.as_ref().map_or(0, |load| load.sp);
                ashore.is_some() && carried > naval::cargo::sea_lift_left(self.rules, &self.game, self.side)
            }
            ("sail.land", "8.3.9") => known && order.land.is_none(),
            ("sail.land", "8.4.5") => {
                let end = order.to.last().copied().or(from);
                let apart = |hex: Hex| end.is_some_and(|end| !waterways.landings(end).contains(&hex));
                order.leader.is_none() && order.load.is_none() || order.land.is_some_and(apart)
            }
            _ if path.starts_with("sail.to") => match rule {
                "8.3.1" | "CW-226" => true,
                "8.3.5" => known,
                "8.3.7" | "8.4.1" => ships_known,
                _ => false,
            },
            _ if path.starts_with("sail.drop") => rule == "8.4.5" || ships_known && rule == "8.8.1",
            _ => {
                let load = order.load.as_ref();
                let named = within(path, "sail.load.leaders");
                let named = named.and_then(|n| Some((load?.at, load?.leaders.get(n)?)));
                let Some((at, leader)) = named else { return false };
                known && (rule == "8.4.7a" || self.is_leader_certain(Some(leader)) && !self.may_command(at))
            }
        }
    }

    fn of_sea(&self, order: &Sea, (path, rule): (&str, &str)) -> bool {
        let doubts = &self.doubts;
        let known = self.is_leader_certain(order.leader.as_ref());
        let of_army = order.army.as_ref().and_then(|army| army::hex_of(&self.game, army));
        let found = order.leader.as_ref().and_then(|leader| self.game.on_hand(leader));
        let at = of_army.or(order.from).or(found.and_then(|(_, place)| place.hex()));
        let intact = order.army.as_ref().is_none_or(|army| self.is_army_certain(army));
        let city = |hex: Hex| self.rules.pack.map.city(hex).is_some_and(|city| city.port);
        let ocean = |hex: Hex| {
            let near: Vec<Station> = naval::shore::stations_beside(self.rules, hex).collect();
            near.into_iter().any(|at| self.rules.pack.map.waterways().admits(at, crate::pack::Waters::Ocean))
        };
        match (path, rule) {
            ("sea", "8.7") => true,
            ("sea.leader", "5.3.1") => known && at.is_some_and(|hex| !self.may_command(hex)),
            ("sea.leader", _) => known && intact,
            ("sea.army", "12.1") => order.army.as_ref().is_none_or(|army| !doubts.armies.contains_key(army)),
            ("sea.army", "12.1.3") => true,
            ("sea.army", "8.7.6") => known,
            ("sea.army", _) => intact && of_army.is_some_and(|hex| !self.may_lead(hex)),
            // Only that a port is held may change.
            ("sea.from", _) => known && intact && at.is_none_or(|hex| !doubts.supply || !city(hex)),
            ("sea.to", "8.7.3") => order.to.is_none_or(|to| order.from == Some(to) || !ocean(to)),
            ("sea.sp", "8.7.1") => true,
            ("sea.sp", "8.6.1") => {
                let sp = order.sp.unwrap_or(1);
                let coast = order.to.is_some_and(|to| naval::route::on_coast(self.rules, to));
                order.army.is_none() && coast && sp > naval::cargo::sea_lift_left(self.rules, &self.game, self.side)
            }
            ("sea.sp", "6.2.3" | "8.7.5") => known,
            ("sea.sp", "8.7.6") => known && order.army.is_none(),
            ("sea.sp", "8.7.2" | "6.1.7") => {
                known && order.army.is_none() && at.is_some_and(|hex| self.lacks_strength(hex, order.sp.unwrap_or(1)))
            }
            _ => {
                let named = within(path, "sea.leaders").and_then(|n| order.leaders.get(n));
                let settled =
                    |leader: &Id| self.is_leader_certain(Some(leader)) && at.is_some_and(|hex| !self.may_command(hex));
                known && intact && named.is_some_and(settled)
            }
        }
    }

    fn of_together(&self, order: &Together, (path, rule): (&str, &str)) -> bool {
        let (sail, march) = (&order.sail, &order.r#move);
        match (path, rule) {
            ("together.sail.load" | "together.sail.drop" | "together.sail.land", "8.9.2") => true,
            ("together.sail.if" | "together.move.if", _) | ("together.move.path", "8.9.2a") => true,
            ("together.sail.leader", "8.9.1") => self.is_leader_certain(sail.leader.as_ref()),
            ("together.move.leader", "8.9.1" | "6.1.7" | "6.2.3") => self.is_leader_certain(march.leader.as_ref()),
            _ => path.strip_prefix("together.").is_some_and(|path| self.of_sail(sail, (path, rule))),
        }
    }
}

/// Which entry of a list a path leads into.
fn within(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.split(']').next()?.parse().ok()
}
