//! What is wrong with an order whenever its turn comes: names, paths, and what its side may never do. Nothing here
//! depends on where units are, so neither dice nor other orders can change the result.

use crate::board::Hex;
use crate::document::{Id, Problem};

use crate::movement::{sp_limit, terrain_allows};
use crate::orders::{Build, Create, Move, Order, Rail, Reinforce, Removal, Remove, Sail, Sea, Transfer, Work};
use crate::pack::{Branch, Side};
use crate::position::ledger::{Game, Piece};
use crate::refusal::{ArmyRefusal, MoveRefusal, RailBar, RailRefusal, Refusal, TurnRefusal, WorksRefusal};
use crate::{CivilWar, leaders::army, supply::construction};

/// Everything that is wrong with an order by itself, except unknown names, which [`super::names`] reports. Paths and
/// rules are those of the checks of single orders.
pub fn form(rules: &CivilWar, game: &Game, side: Side, order: &Order) -> Vec<Problem> {
    let mut form = Form { rules, game, side, problems: Vec::new() };
    match order {
        Order::Reinforce(Reinforce { army: Some(army), .. }) => form.check_army("reinforce.army", army),
        Order::Move(order) => form.march(order),
        Order::Rail(order) => form.rail(order),
        Order::Build(order) => form.build(order),
        Order::Create(order) => form.create(order),
        Order::Remove(order) => form.remove(order),
        Order::Transfer(order) => form.transfer(order),
        Order::Sail(Sail { leader: Some(leader), .. }) => {
            form.check_leader("sail.leader".to_owned(), leader);
        }
        Order::Sea(Sea { leader: Some(leader), .. }) => {
            form.check_leader("sea.leader".to_owned(), leader);
        }
        Order::Together(order) => form.check_land_path("together.move.path", &order.r#move),
        _ => {}
    }
    form.problems
}

/// What is wrong with an order in its place, and also by itself.
pub fn and_form(rules: &CivilWar, game: &Game, side: Side, order: &Order, mut problems: Vec<Problem>) -> Vec<Problem> {
    for problem in form(rules, game, side, order) {
        if !problems.iter().any(|other| other.path == problem.path && other.rule == problem.rule) {
            problems.push(problem);
        }
    }
    problems
}

struct Form<'a> {
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    problems: Vec<Problem>,
}

impl Form<'_> {
    fn refuse(&mut self, path: &str, rule: &str, refusal: impl Into<Refusal>) {
        let problem = refusal.into().to_owner(self.rules, self.side);
        self.problems.push(problem.in_path(path).rule(rule));
    }

    fn on_map(&self, hex: Hex) -> bool {
        self.rules.pack.map.hex(hex).is_some()
    }

    /// An army that the pack has, and of this side.
    fn check_army(&mut self, path: &str, army: &Id) {
        let refused = army::army_of_side(self.rules, self.game, self.side, army).err();
        self.problems.extend(refused.map(|problem| problem.in_path(path)));
    }

    /// A leader of this side; whether he is.
    fn check_leader(&mut self, path: String, leader: &Id) -> bool {
        let theirs = self.rules.pack.leaders.get(leader).is_some_and(|data| data.side != self.side);
        if theirs {
            self.refuse(&path, "6.2.3", TurnRefusal::NotYourLeader { leader: leader.clone() });
        }
        !theirs
    }

    fn march(&mut self, order: &Move) {
        let own = order.leader.as_ref().is_none_or(|leader| self.check_leader("move.leader".to_owned(), leader));
        match (&order.leader, &order.army, order.army_group) {
            (None, _, true) => self.refuse("move.army_group", "6.2.16", MoveRefusal::GroupWithoutLeader),
            (Some(_), ..) if !own => {}
            (Some(leader), _, true) => self.four_stars(leader),
            (leader, Some(army), false) => {
                self.check_army("move.army", army);
                if leader.is_some() {
                    self.refuse("move.leader", "6.2.7", MoveRefusal::ArmyAndLeaderNamed);
                }
            }
            (None, None, false) => self.single("move", order.from, order.strength()),
            (Some(leader), None, false) => self.check_led_strength("move", leader, order.strength()),
        }
        for (n, leader) in order.leave.iter().enumerate() {
            self.check_leader(format!("move.leave[{n}]"), leader);
        }
        if !order.leave.is_empty() && order.army.is_none() && !order.army_group {
            self.refuse("move.leave", "6.2.7", MoveRefusal::LeaveWithoutArmy);
        }
        if order.path.is_empty() && order.convert.len() != 1 {
            self.empty("move.path");
        }
        self.path("move.path", order.from, &order.path);
        for (n, drop) in order.drop.iter().enumerate() {
            let path = format!("move.drop[{n}]");
            let way = order.path.split_last().map_or(&[][..], |(_, way)| way);
            let hex = drop.at;
            if !order.path.contains(&hex) {
                self.refuse(&path, "6.2.4", MoveRefusal::DropOffPath { hex });
            } else if !way.contains(&hex) {
                self.refuse(&path, "6.2.4", MoveRefusal::DropAtEnd { hex });
            } else if drop.sp == 0 && drop.leaders.is_empty() {
                self.refuse(&path, "6.2.4", MoveRefusal::DropNothing);
            }
            for (m, leader) in drop.leaders.iter().enumerate() {
                self.check_leader(format!("{path}.leaders[{m}]"), leader);
            }
        }
    }

    /// Strength points without a leader move singly, and must be specified one by one (6.2.3).
    fn single(&mut self, order: &str, from: Option<Hex>, sp: u32) {
        if from.is_none() {
            self.refuse(order, "6.2.3", MoveRefusal::NoForceNamed);
        }
        if sp != 1 {
            self.refuse(&format!("{order}.sp"), "6.2.3", MoveRefusal::LeaderlessMoveSingly { sp });
        }
    }

    /// A leader with more strength points than any counter of his moves (6.2.6, 6.2.18).
    fn check_led_strength(&mut self, order: &str, leader: &Id, sp: u32) {
        let Some(data) = self.rules.pack.leaders.get(leader) else { return };
        let counters = data.counters.iter().map(|counter| Piece { leader: leader.clone(), rank: counter.rank });
        let Some(most) = counters.map(|piece| sp_limit(self.rules, &piece)).max() else { return };
        // A naval leader leads none at all: that is reported with the movers (8.2.4).
        if sp > most && data.branch != Branch::Naval {
            let cavalry = data.branch == Branch::Cavalry;
            let rule = if cavalry { "6.2.18" } else { "6.2.6" };
            let refusal = MoveRefusal::AboveEveryRank { leader: leader.clone(), limit: most };
            self.refuse(&format!("{order}.sp"), rule, refusal);
        }
    }

    /// Only a leader with a four-star counter leads several armies (12.2.3).
    fn four_stars(&mut self, leader: &Id) {
        let Some(data) = self.rules.pack.leaders.get(leader) else { return };
        if data.counters.iter().all(|counter| counter.rank < 4) {
            self.refuse("move.leader", "12.2.3", MoveRefusal::NeverFourStars { leader: leader.clone() });
        }
    }

    fn empty(&mut self, path: &str) {
        self.refuse(path, "6.1.3", MoveRefusal::PathEmpty);
    }

    /// A path leads from hex to hex, over ground that anybody can cross at all (6.1.3, 6.3.2).
    fn path(&mut self, path: &str, from: Option<Hex>, hexes: &[Hex]) {
        let mut at = from;
        for (n, &hex) in hexes.iter().enumerate() {
            let here = format!("{path}[{n}]");
            match at {
                None => {}
                Some(at) if at == hex => {
                    let refusal = match n {
                        0 => MoveRefusal::PathBeginsHere { hex },
                        _ => MoveRefusal::PathRepeats { hex },
                    };
                    self.refuse(&here, "6.1.3", refusal);
                }
                Some(at) if !self.on_map(at) || !self.on_map(hex) => {}
                Some(at) => {
                    let refused = terrain_allows(self.rules, at, hex).err();
                    self.problems.extend(refused.map(|problem| problem.in_path(here)));
                }
            }
            at = Some(hex);
        }
    }

    /// The path of a force that goes by land while ships attack.
    fn check_land_path(&mut self, path: &str, order: &Move) {
        if order.path.is_empty() {
            self.empty(path);
        }
        self.path(path, order.from, &order.path);
    }

    fn rail(&mut self, order: &Rail) {
        let sp = order.sp.unwrap_or(1);
        match &order.leader {
            None => self.single("rail", order.from, sp),
            Some(leader) => {
                if self.check_leader("rail.leader".to_owned(), leader) {
                    self.check_led_strength("rail", leader, sp);
                }
                if sp == 0 {
                    self.refuse("rail.sp", "6.6.2", RailRefusal::LeaderAloneByRail { leader: leader.clone() });
                }
            }
        }
        for (path, hex) in [("rail", order.from), ("rail.to", Some(order.to))] {
            if let Some(hex) = hex.filter(|&hex| self.on_map(hex) && !self.rules.pack.map.rail_hex(hex)) {
                let why = RailBar::NoRailroad { hex };
                let refusal = match path {
                    "rail" => RailRefusal::RailFromClosed { why },
                    _ => RailRefusal::RailToClosed { why },
                };
                self.refuse(path, "6.6.1b", refusal);
            }
        }
        if order.from == Some(order.to) {
            self.refuse("rail.to", "6.6.1", RailRefusal::RailToSameHex { hex: order.to });
        }
    }

    fn build(&mut self, order: &Build) {
        if order.what == Work::Depot && self.on_map(order.at) && !construction::depot_place(self.rules, order.at) {
            self.refuse("build.at", "9.2.7a", WorksRefusal::DepotNeedsCity { hex: order.at, nearest: None });
        }
    }

    fn create(&mut self, order: &Create) {
        if self.rules.pack.scenarios.get(&self.game.scenario).is_some_and(|scenario| !scenario.armies) {
            return self.refuse("create", "CW-11", ArmyRefusal::NoArmiesInScenario);
        }
        self.check_army("create.army", &order.army);
        let theater = self.rules.pack.map.theater(order.at);
        let data = self.rules.pack.charts.armies.get(&order.army).filter(|data| data.side == self.side);
        if data.is_some_and(|data| data.theater != theater && self.on_map(order.at)) {
            let (army, hex) = (order.army.clone(), order.at);
            self.refuse("create.at", "12.1.2", ArmyRefusal::ArmyOfOtherTheater { army, hex, theater });
        }
    }

    fn remove(&mut self, order: &Remove) {
        self.check_army("remove.army", &order.army);
        match order.fate {
            Removal::Moved if order.path.is_empty() => self.empty("remove.path"),
            Removal::Moved => self.path("remove.path", None, &order.path),
            Removal::Removed | Removal::Demoted if !order.path.is_empty() => {
                self.refuse(
                    "remove.path",
                    "5.3.3",
                    ArmyRefusal::RemovalWithPath { army: order.army.clone(), fate: order.fate },
                );
            }
            Removal::Removed | Removal::Demoted => {}
        }
    }

    fn transfer(&mut self, order: &Transfer) {
        self.check_army("transfer.from", &order.from);
        self.check_army("transfer.to", &order.to);
        if order.from == order.to {
            self.refuse("transfer", "12.2.2", ArmyRefusal::TransferToItself { army: order.from.clone() });
        }
        if order.sp == 0 && order.leaders.is_empty() {
            self.refuse("transfer", "12.2.2", ArmyRefusal::NothingTransferred);
        }
        for (n, leader) in order.leaders.iter().enumerate() {
            self.check_leader(format!("transfer.leaders[{n}]"), leader);
        }
    }
}
