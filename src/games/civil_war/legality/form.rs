//! What is wrong with an order whenever its turn comes: names, paths, and what its side may never do. Nothing here
//! depends on where units are, so neither dice nor other orders can change the result. Each kind of order says what
//! there is to check of it ([`OrderKind::check_form`](crate::orders::kind::OrderKind::check_form)).

use crate::board::Hex;
use crate::document::{Id, Problem};

use crate::CivilWar;
use crate::leaders::army;
use crate::movement::{sp_limit, terrain_allows};
use crate::pack::{Branch, Side};
use crate::position::ledger::{Game, Piece};
use crate::refusal::{MoveRefusal, Refusal, TurnRefusal};

/// A check of an order by itself. Paths and rules are those of the checks of single orders.
pub struct Form<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    pub problems: Vec<Problem>,
}

impl Form<'_> {
    /// Adds an objection.
    pub fn refuse(&mut self, path: &str, rule: &str, refusal: impl Into<Refusal>) {
        let problem = refusal.into().to_owner(self.rules, self.side);
        self.problems.push(problem.in_path(path).rule(rule));
    }

    /// Whether the map has a hex.
    pub fn on_map(&self, hex: Hex) -> bool {
        self.rules.pack.map.hex(hex).is_some()
    }

    /// An army that the pack has, and of this side.
    pub fn check_army(&mut self, path: &str, army: &Id) {
        let refused = army::army_of_side(self.rules, self.game, self.side, army).err();
        self.problems.extend(refused.map(|problem| problem.in_path(path)));
    }

    /// A leader of this side; whether he is.
    pub fn check_leader(&mut self, path: &str, leader: &Id) -> bool {
        let theirs = self.rules.pack.leaders.get(leader).is_some_and(|data| data.side != self.side);
        if theirs {
            self.refuse(path, "6.2.3", TurnRefusal::NotYourLeader { leader: leader.clone() });
        }
        !theirs
    }

    /// Strength points without a leader move singly, and must be specified one by one (6.2.3).
    pub fn single(&mut self, order: &str, from: Option<Hex>, sp: u32) {
        if from.is_none() {
            self.refuse(order, "6.2.3", MoveRefusal::NoForceNamed);
        }
        if sp != 1 {
            self.refuse(&format!("{order}.sp"), "6.2.3", MoveRefusal::LeaderlessMoveSingly { sp });
        }
    }

    /// A leader with more strength points than any counter of his moves (6.2.6, 6.2.18).
    pub fn check_led_strength(&mut self, order: &str, leader: &Id, sp: u32) {
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

    /// A path that is needed is missing.
    pub fn empty(&mut self, path: &str) {
        self.refuse(path, "6.1.3", MoveRefusal::PathEmpty);
    }

    /// A path leads from hex to hex, over ground that anybody can cross at all (6.1.3, 6.3.2).
    pub fn path(&mut self, path: &str, from: Option<Hex>, hexes: &[Hex]) {
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
}
