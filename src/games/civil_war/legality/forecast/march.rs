//! Marches whose turn comes after something in doubt.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::run::to_value;
use crate::engine::{Events, Input, Next, StepContext};

use crate::legality::outlook::{Outlook, common_problems, is_lack_of_points};
use crate::legality::uncertainty::{PossibleLocations, StrengthBound};
use crate::orders::Move;
use crate::position::ledger::{Piece, Place, counter};
use crate::{command::payment, leaders::army, movement};

impl Outlook<'_> {
    /// Tests a march and carries it out as far as it is certain; whether nothing about it is in doubt.
    ///
    /// # Errors
    /// What is wrong however the doubts are resolved.
    pub fn march(&mut self, order: &Move, certain: bool) -> Result<bool, Vec<Problem>> {
        if (order.army.is_some() || order.army_group) && self.doubts.any() {
            // Who goes with an army, and with how many strength points, is known only at its turn; the minimum cost is
            // known now.
            let points = self.march_of_army(order, certain)?;
            let armies = self.game.armies.keys().filter(|army| order.army_group || order.army.as_ref() == Some(*army));
            let sp = armies.map(|army| army::sp(&self.game, army)).sum();
            self.may_affect_named(&to_value(order), sp);
            self.doubts.points = points;
            return Ok(false);
        }
        let who = order.leader.as_ref().and_then(|leader| self.doubts.leader(leader));
        let Some(who) = who.cloned() else {
            let plan = match movement::check(self.rules, &self.game, self.side, order, &self.doubts) {
                // Another leader may take over his army, which leaves him free to go.
                Err(problems) => {
                    let relieved = order.leader.as_ref().filter(|leader| self.may_be_relieved(leader, &problems));
                    let Some(leader) = relieved else { return Err(problems) };
                    self.doubts.suspect_leader(&self.game, leader);
                    return self.march(order, certain);
                }
                Ok(plan) => plan,
            };
            let mut known = !self.doubts.take_doubt();
            if let Some((_, hex, _)) = order.leader.as_ref().and_then(|leader| self.game.find_leader(leader)) {
                // Units in a doubtful hex may be gone.
                known &= !self.doubts.hex(hex);
            }
            if known && certain && self.march_certainly(order, plan.clone()) {
                return Ok(true);
            }
            if certain {
                payment::spend(&mut self.game, self.side, &plan.paid);
            }
            self.marches(order.leader.as_ref(), plan.from, &order.path, plan.sp, certain);
            if certain {
                self.doubts.use_up(plan.from, plan.sp);
            }
            return Ok(known);
        };
        let found = self.possible_plans(&who, order)?;
        if certain {
            self.spend_least(found.iter().map(|plan| &plan.paid));
        }
        for plan in &found {
            self.marches(order.leader.as_ref(), plan.from, &order.path, plan.sp, certain);
        }
        if let Some(plan) = found.first().filter(|first| found.iter().all(|plan| plan.from == first.from) && certain) {
            self.doubts.use_up(plan.from, plan.sp);
        }
        Ok(false)
    }

    /// Whether a march is refused because its leader commands an army, which somebody else may by then.
    fn may_be_relieved(&self, leader: &Id, problems: &[Problem]) -> bool {
        let at = self.game.find_leader(leader).map(|(_, hex, _)| hex);
        let bound = |problem: &Problem| matches!(problem.rule.as_deref(), Some("5.3.1" | "6.2.13a"));
        at.is_some_and(|hex| self.may_command(hex)) && problems.iter().any(bound)
    }

    /// What an army or army group pays for its march, however the doubts are resolved (6.2.7, 6.2.16). Returns whether
    /// that, or an earlier payment, is in doubt.
    fn march_of_army(&mut self, order: &Move, certain: bool) -> Result<bool, Vec<Problem>> {
        let of_army = order.army.as_ref().and_then(|army| army::find(self.rules, &self.game, self.side, army).ok());
        let leads = order.leader.as_ref().filter(|_| order.army_group);
        let of_group = leads.and_then(|leader| self.game.find_leader(leader)).map(|(_, hex, _)| hex);
        let Some(at) = of_army.or(of_group) else {
            let comes = order.army.as_ref().is_some_and(|army| self.doubts.armies.contains_key(army))
                || leads.is_some_and(|leader| self.doubts.leader(leader).is_some());
            if !self.mended && !comes {
                movement::check(self.rules, &self.game, self.side, order, &self.doubts)?;
            }
            // It may be formed, or be led by somebody who arrives, before its turn.
            self.pay_at_least(1, "move", certain)?;
            return Ok(true);
        };
        let perhaps: Vec<Piece> = self.doubts.leaders_perhaps_in(at).cloned().collect();
        if perhaps.is_empty() && !self.doubts.hex(at) && self.doubts.joined(at) == 0 {
            // Nothing about it is in doubt except what it meets.
            if !self.mended {
                movement::check(self.rules, &self.game, self.side, order, &self.doubts)?;
            }
            let (plan, problems) = movement::activate(self.rules, &self.game, self.side, order, &self.doubts);
            let (poor, others): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_lack_of_points);
            if !poor.is_empty() {
                return Err(poor);
            }
            if let Some(plan) = plan.filter(|_| certain && others.is_empty()) {
                payment::spend(&mut self.game, self.side, &plan.paid);
            }
            return Ok(self.doubts.points || !others.is_empty());
        }
        let there = self.game.leaders_at(&self.rules.pack, at, self.side);
        let commanders = there.iter().chain(&perhaps).filter(|piece| army::may_command(self.rules, piece));
        let ratings = commanders.filter_map(|piece| counter(&self.rules.pack, piece));
        self.pay_at_least(ratings.map(|counter| counter.initiative.into()).min().unwrap_or(1), "move", certain)?;
        Ok(true)
    }

    /// The plans of a march whose leader is in doubt: for every place where he may be, and every counter that may
    /// represent him.
    fn possible_plans(&self, who: &PossibleLocations, order: &Move) -> Result<Vec<movement::Plan>, Vec<Problem>> {
        let Some(leader) = &order.leader else { return Ok(Vec::new()) };
        let mut hexes: Vec<(Hex, bool)> = who.hexes.iter().map(|&hex| (hex, false)).collect();
        if let (true, Some(&first)) = (who.anywhere, order.path.first()) {
            hexes.extend(self.rules.pack.map.neighbors(first).map(|hex| (hex, true)));
        }
        let mut pieces = who.pieces.clone();
        if pieces.is_empty() {
            pieces.extend(self.counters(leader));
        }
        let mut found = Vec::new();
        let mut refused = Vec::new();
        for &(hex, guessed) in &hexes {
            for piece in &pieces {
                let mut game = self.game.clone();
                game.pieces.retain(|other, place| other.leader != *leader || !matches!(place, Place::Map { .. }));
                game.pieces.insert(
                    piece.clone(),
                    Place::Map { hex, moved: who.moved, army: None, down: false, marching: false },
                );
                let mut doubts = self.doubts.clone();
                if guessed {
                    doubts.suspect(&game, hex, self.side, StrengthBound::ANY);
                }
                match movement::check(self.rules, &game, self.side, order, &doubts) {
                    Ok(plan) => found.push(plan),
                    Err(problems) => refused.push(problems),
                }
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        if refused.is_empty() {
            // Nobody knows where he could be: the ordinary check says what is wrong with that.
            return movement::check(self.rules, &self.game, self.side, order, &self.doubts).map(|plan| vec![plan]);
        }
        Err(common_problems(refused))
    }

    /// Every counter of a leader, the lowest first.
    fn counters(&self, leader: &Id) -> Vec<Piece> {
        let data = self.rules.pack.leaders.get(leader);
        let counters = data.map(|data| data.counters.as_slice()).unwrap_or_default();
        counters.iter().map(|counter| Piece { leader: leader.clone(), rank: counter.rank }).collect()
    }

    /// Carries out a march that is certain, as far as it goes. `false`, and nothing changed, if it needs dice.
    fn march_certainly(&mut self, order: &Move, plan: movement::Plan) -> bool {
        let mut game = self.game.clone();
        let mut events = Events::default();
        let mut march = movement::set_out(self.rules, &mut game, &mut events, self.side, order, plan);
        loop {
            let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut events };
            match march.step(self.rules, cx, Input::Proceed) {
                Next::Continue => {}
                Next::Return(_) => break,
                _ => return false,
            }
        }
        self.game = game;
        true
    }

    /// Puts in doubt what a march may change: its hexes, its leader, and, if it may fight, the hexes around, into which
    /// the loser retreats (7.7.13).
    pub(super) fn marches(&mut self, leader: Option<&Id>, from: Hex, path: &[Hex], sp: u32, certain: bool) {
        let (side, enemy) = (self.side, self.side.other());
        // Enemy armies near the path may react, and be anywhere near it afterwards (12.3).
        let near_way = |at: Hex| path.iter().any(|hex| *hex == at || hex.adjacent(at));
        let armies: Vec<Hex> =
            army::on_map(self.rules, &self.game, enemy).map(|(_, at)| at).filter(|at| near_way(*at)).collect();
        let fights = sp > 0
            && (!armies.is_empty() || path.iter().any(|&hex| self.game.sp_at(hex, enemy) > 0 || self.doubts.hex(hex)));
        for at in armies.into_iter().filter(|_| sp > 0) {
            for near in self.rules.pack.map.neighbors(at).chain([at]) {
                self.doubts.suspect(&self.game, near, side, StrengthBound::moved(sp));
            }
        }
        if let Some(leader) = leader {
            let who = self.doubts.suspect_leader(&self.game, leader);
            who.moved |= certain;
            for hex in std::iter::once(from).chain(path.iter().copied()) {
                if !who.hexes.contains(&hex) {
                    who.hexes.push(hex);
                }
            }
        }
        self.doubts.suspect(&self.game, from, side, StrengthBound::NONE);
        for &hex in path {
            self.doubts.suspect(&self.game, hex, side, StrengthBound::moved(sp));
            if fights {
                for near in self.rules.pack.map.neighbors(hex) {
                    self.doubts.suspect(&self.game, near, side, StrengthBound::moved(sp));
                }
            }
        }
    }
}
