//! What can be said about orders whose turn comes after dice, or after an order that has to be corrected (DESIGN:
//! check).
//!
//! The ledger is advanced from order to order as far as it is certain: points paid, strength points entered, marches
//! that meet nobody. Whatever dice may affect is put in doubt ([`Doubts`]): the hexes of a march and, if it may fight,
//! those around it; the leader who marches; any leader who may be drawn from the pool. An order is refused only if it
//! would be refused however the doubts are resolved.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::run::to_value;
use crate::engine::{Events, Forecast, Input, LaterOrder, Next, Position, Ruleset, StepContext};

use crate::command::action::PulseStage;
use crate::legality::check::{self, and_form, condition, form, names};
use crate::legality::uncertainty::{Doubts, PossibleLocations, StrengthBound};
use crate::orders::{Build, Condition, Destroy, Finish, Move, Order, Rally, Reinforce, Removal, Sail, Spend};
use crate::pack::{Side, Station};
use crate::position::force::Force;
use crate::position::ledger::{Game, Hulls, Piece, Place, Squadron, Track, initiative, is_naval};
use crate::refusal::TurnRefusal;
use crate::{
    CivilWar, Procedure, command::action, command::payment, homefront, leaders::army, leaders::rally, movement, naval,
    reinforcements, supply::construction,
};

mod certain_problems;

/// Examines orders that come after something in progress in a position.
pub fn forecast(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    orders: &[LaterOrder<'_, Order>],
) -> Forecast {
    let mut forecast = Forecast::default();
    let ours = |procedure: &Procedure| matches!(procedure, Procedure::Pulse(pulse) if pulse.stage == PulseStage::Half { side });
    let Some(pulse) = position.stack.iter().position(ours) else {
        return forecast;
    };
    let (game, standing) = (position.game.clone(), position);
    let mut outlook =
        Outlook { rules, standing, side, game, doubts: Doubts::default(), finished: false, mended: false };
    for procedure in &position.stack[pulse + 1..] {
        outlook.doubt_procedure(procedure);
    }
    for (n, order) in orders.iter().enumerate() {
        match order {
            LaterOrder::Faulty(value) => outlook.must_be_mended(value),
            LaterOrder::Order(order) => match outlook.order(order) {
                Ok(true) => {}
                Ok(false) => forecast.undecided.push(n),
                Err(problems) => {
                    forecast.problems.extend(problems.into_iter().map(|problem| (n, problem)));
                    outlook.must_be_mended(&to_value(order));
                }
            },
        }
    }
    forecast
}

/// The ledger as it will be when an order's turn comes, as far as that is known.
#[derive(Clone)]
struct Outlook<'a> {
    rules: &'a CivilWar,
    standing: &'a Position<CivilWar>,
    side: Side,
    /// The points are upper limits; anything in [`Outlook::doubts`] may have changed; everything else is certain.
    game: Game,
    doubts: Doubts,
    /// The half is at its end.
    finished: bool,
    /// An order before must be mended, and may become any other.
    mended: bool,
}

impl Outlook<'_> {
    /// What the dice of a procedure in progress may change.
    fn doubt_procedure(&mut self, procedure: &Procedure) {
        match procedure {
            Procedure::Draw(draw) => self.draws(draw.at, true),
            Procedure::March(march) => {
                let sp = march.force.sp(&self.game);
                for piece in &march.force.others {
                    self.marches(Some(&piece.leader), march.at, &march.path, 0, true);
                }
                let leader = march.force.leader.as_ref().map(|piece| piece.leader.clone());
                self.marches(leader.as_ref(), march.at, &march.path, sp, true);
            }
            // Ships may be sunk, and their cargo may be anywhere on the way.
            Procedure::Voyage(voyage) => {
                let (points, spends) = (self.doubts.points, voyage.attack.is_some());
                if let Some(squadron) = self.game.squadrons.get(&voyage.fleet) {
                    self.doubts.fleet.join(&squadron.hulls, false);
                }
                let sp = voyage.cargo.as_ref().map_or(0, |cargo| cargo.sp(&self.game));
                self.may_affect_named(&to_value(procedure), sp);
                // It is paid for; of an attack together the ground force is not yet (CW-256).
                self.doubts.points = points || spends;
                let led = voyage.leader.iter().chain(&voyage.crew).chain(voyage.cargo.iter().flat_map(Force::leaders));
                for piece in led {
                    self.doubts.suspect_leader(&self.game, &piece.leader).moved = true;
                }
            }
            Procedure::Together(_) => {
                let marching = self.game.groups.values().filter(|group| group.side == self.side && group.marching);
                let sp = marching.map(|group| group.sp).sum();
                self.may_affect_named(&to_value(procedure), sp);
            }
            // Ships that are sunk or driven away control nothing any more (8.5).
            Procedure::Entering(_) | Procedure::Flight(_) => self.doubts.supply = true,
            _ => {}
        }
    }

    /// Tests an order and carries the ledger on. `true` if nothing about the order is in doubt.
    fn order(&mut self, order: &Order) -> Result<bool, Vec<Problem>> {
        let and_form = |problems| and_form(self.rules, &self.game, self.side, order, problems);
        names(self.rules, &self.game, self.side, order).map_err(and_form)?;
        if form(self.rules, &self.game, self.side, order).is_empty() {
            return self.check_at_its_turn(order);
        }
        // It has to be corrected: its effects are not counted.
        let problems = self.clone().check_at_its_turn(order).err().unwrap_or_default();
        Err(and_form(problems))
    }

    /// Tests an order with known names against the position at its turn.
    fn check_at_its_turn(&mut self, order: &Order) -> Result<bool, Vec<Problem>> {
        if self.finished {
            return Err(vec![TurnRefusal::AfterFinish.problem(self.rules, self.side).rule("CW-280")]);
        }
        let certain = match condition(order) {
            None => true,
            Some(condition) if self.may_differ(condition) => false,
            Some(condition) if condition.fails(&self.game, self.side).is_some() => return Ok(true),
            Some(_) => true,
        };
        self.doubts.take_doubt();
        // What bars discretionary points may be over by then (4.1.5, 4.1.7, 4.1.9).
        self.doubts.points |= self.doubts.any() && homefront::lift_discretionary_bars(&mut self.game, self.side);
        let known = match order {
            Order::Move(order) => self.march(order, certain)?,
            Order::Reinforce(order) => self.reinforce(order, certain)?,
            Order::Rally(order) => self.rally(order, certain)?,
            Order::Spend(order) => self.spend_points(order, certain)?,
            Order::Finish(order) => self.finish(order)?,
            Order::Build(order) => self.build(order, certain)?,
            Order::Destroy(order) => self.destroy(order, certain)?,
            other => self.at_once(other, certain)?,
        };
        let decided = known && certain && !self.doubts.points;
        self.doubts.points |= !certain;
        homefront::update_washington(self.rules, &mut self.game, &mut Events::default());
        Ok(decided)
    }

    /// Whether a condition depends on anything in doubt.
    fn may_differ(&self, condition: &Condition) -> bool {
        let Condition { ours, theirs, empty, own_sp, enemy_sp, leader, demoralized, not } = condition;
        let ranges = [own_sp, enemy_sp].into_iter().flatten().map(|range| range.at);
        let mut hexes = [ours, theirs, empty, demoralized].into_iter().flatten().copied().chain(ranges);
        hexes.any(|hex| self.doubts.hex(hex))
            || leader.as_ref().is_some_and(|leader| {
                self.doubts.leader(&leader.name).is_some()
                    || self.game.find_leader(&leader.name).is_some_and(|(_, hex, _)| self.doubts.hex(hex))
            })
            || not.as_ref().is_some_and(|inner| self.may_differ(inner))
    }

    fn march(&mut self, order: &Move, certain: bool) -> Result<bool, Vec<Problem>> {
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
        let ratings = commanders.filter_map(|piece| crate::position::ledger::counter(&self.rules.pack, piece));
        self.pay_at_least(ratings.map(|counter| counter.initiative.into()).min().unwrap_or(1), "move", certain)?;
        Ok(true)
    }

    /// Takes off what an order costs at least; on which tracks is not known.
    fn pay_at_least(&mut self, least: u32, order: &str, certain: bool) -> Result<(), Vec<Problem>> {
        payment::within_initiative(self.rules, &self.game, self.side, least, order)?;
        if certain {
            payment::use_initiative(&mut self.game, least);
        }
        Ok(())
    }

    /// The plans of a march whose leader is in doubt: for every place where he may be, and every counter that may
    /// represent him.
    fn possible_plans(&self, who: &PossibleLocations, order: &Move) -> Result<Vec<movement::Plan>, Vec<Problem>> {
        let Some(leader) = &order.leader else { return Ok(Vec::new()) };
        let mut hexes: Vec<(Hex, bool)> = who.hexes.iter().map(|&hex| (hex, false)).collect();
        if let (true, Some(&first)) = (who.anywhere, order.path.first()) {
            hexes.extend(self.rules.pack.map.neighbours(first).map(|hex| (hex, true)));
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
    fn marches(&mut self, leader: Option<&Id>, from: Hex, path: &[Hex], sp: u32, certain: bool) {
        let (side, enemy) = (self.side, self.side.other());
        // Enemy armies near the path may react, and be anywhere near it afterwards (12.3).
        let near_way = |at: Hex| path.iter().any(|hex| *hex == at || hex.adjacent(at));
        let armies: Vec<Hex> =
            army::on_map(self.rules, &self.game, enemy).map(|(_, at)| at).filter(|at| near_way(*at)).collect();
        let fights = sp > 0
            && (!armies.is_empty() || path.iter().any(|&hex| self.game.sp_at(hex, enemy) > 0 || self.doubts.hex(hex)));
        for at in armies.into_iter().filter(|_| sp > 0) {
            for near in self.rules.pack.map.neighbours(at).chain([at]) {
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
                for near in self.rules.pack.map.neighbours(hex) {
                    self.doubts.suspect(&self.game, near, side, StrengthBound::moved(sp));
                }
            }
        }
    }

    fn reinforce(&mut self, order: &Reinforce, certain: bool) -> Result<bool, Vec<Problem>> {
        let (side, at) = (self.side, order.at);
        let (game, doubts) = self.with_stand_ins();
        reinforcements::check(self.rules, &game, side, order, &doubts)?;
        self.doubts.note_doubts_of(&doubts);
        let known = !self.doubts.take_doubt();
        if certain {
            match &mut self.game.pulse {
                Some(pulse) if pulse.free => pulse.free = false,
                _ => payment::use_initiative(&mut self.game, 1),
            }
        }
        let Some(track) = order.from.track() else {
            self.draws(at, certain);
            return Ok(known);
        };
        if !certain {
            self.doubts.suspect(&self.game, at, side, StrengthBound::fresh(1));
            return Ok(known);
        }
        if self.doubts.hex(at) {
            if let Some(waiting) = self.game.side_mut(side).reinforcements.get_mut(&track) {
                *waiting = waiting.saturating_sub(1);
            }
            self.doubts.add(at, 1);
        } else {
            let (events, army) = (&mut Events::default(), order.army.as_ref());
            reinforcements::place_sp(self.rules, &mut self.game, events, side, (track, false), at, army);
        }
        Ok(known)
    }

    /// The ledger with a stand-in from the pool for each leader who has certainly arrived in a hex, whoever he is, so
    /// that the limits on leaders are counted. Of those drawn, as many as could be promoted where they are, or go on
    /// board, are not counted.
    fn with_stand_ins(&self) -> (Game, Doubts) {
        let (mut game, mut doubts) = (self.game.clone(), self.doubts.clone());
        let mut aside = 0;
        let mut names: Vec<Id> = Vec::new();
        let mut stand_ins = Vec::new();
        for piece in self.game.pool(&self.rules.pack, self.side) {
            let rises = self.game.find_leader(&piece.leader).is_some() || names.contains(&piece.leader);
            match rises || is_naval(&self.rules.pack, &piece) {
                true => aside += 1,
                false => stand_ins.push(piece.clone()),
            }
            names.push(piece.leader);
        }
        for (hex, drawn) in self.doubts.drawn() {
            for _ in aside..drawn {
                let Some(piece) = stand_ins.pop() else { break };
                game.pieces.insert(piece, Place::on_map(hex));
                doubts.draws = doubts.draws.saturating_sub(1);
            }
        }
        (game, doubts)
    }

    /// A leader is drawn for a hex: anybody in the pool, or a promotion that takes a place on the map (10.3.1, 5.2.2).
    fn draws(&mut self, at: Hex, certain: bool) {
        let pool = self.game.pool(&self.rules.pack, self.side);
        for piece in pool {
            let who = self.doubts.suspect_leader(&self.game, &piece.leader);
            // Another counter takes the place of a man who is on the map, in his hex.
            if self.game.find_leader(&piece.leader).is_none() && !who.hexes.contains(&at) {
                who.hexes.push(at);
            }
            if !who.pieces.contains(&piece) {
                who.pieces.push(piece);
            }
        }
        self.doubts.join(at, certain);
        self.doubts.draws += u32::from(certain);
    }

    fn rally(&mut self, order: &Rally, certain: bool) -> Result<bool, Vec<Problem>> {
        let (side, at) = (self.side, order.at);
        let first = self.game.ranking_leader(&self.rules.pack, at, side);
        let mut leaders: Vec<Option<Piece>> = vec![first];
        // A leader who may come to command there, at his price.
        let others = self.game.leaders_at(&self.rules.pack, at, side);
        let there = others.into_iter().filter(|_| self.doubts.hex(at));
        let perhaps: Vec<Piece> = there.chain(self.doubts.leaders_perhaps_in(at).cloned()).collect();
        for piece in perhaps {
            self.doubts.note_doubt();
            if !leaders.contains(&Some(piece.clone())) {
                leaders.push(Some(piece));
            }
        }
        let mut found = Vec::new();
        let mut refused = Vec::new();
        for leader in leaders {
            match rally::check(self.rules, &self.game, side, order, leader, &self.doubts) {
                Ok((_, points)) => found.push(points),
                Err(problems) => refused.push(problems),
            }
        }
        if found.is_empty() {
            return Err(common_problems(refused));
        }
        let known = !self.doubts.take_doubt();
        if certain {
            self.spend_least(found.iter());
        }
        match known && certain {
            true => rally::restore(&mut self.game, at, side),
            false => self.doubts.suspect(&self.game, at, side, StrengthBound::NONE),
        }
        self.game.tidy();
        Ok(known)
    }

    fn build(&mut self, order: &Build, certain: bool) -> Result<bool, Vec<Problem>> {
        let (side, what, at) = (self.side, order.what, order.at);
        let points = construction::check_build(self.rules, &self.game, side, order, &self.doubts)?;
        let known = !self.doubts.take_doubt();
        if certain {
            payment::spend(&mut self.game, side, &points);
        }
        match known && certain {
            true => {
                construction::place_work(&mut self.game, side, what, at);
                // Enemy ships next to it leave, and with them their control (8.10.6a).
                self.doubts.supply |=
                    self.game.squadrons.values().any(|enemy| enemy.side != side && enemy.at.borders(at));
            }
            false => self.doubts.suspect(&self.game, at, side, StrengthBound::NONE),
        }
        Ok(known)
    }

    fn destroy(&mut self, order: &Destroy, certain: bool) -> Result<bool, Vec<Problem>> {
        let (side, at) = (self.side, order.at);
        construction::check_destroy(self.rules, &self.game, side, order, &self.doubts)?;
        let known = !self.doubts.take_doubt();
        match known && certain {
            true => construction::remove_works(self.rules, &mut self.game, &mut Events::default(), side, order),
            false => self.doubts.suspect(&self.game, at, side, StrengthBound::NONE),
        }
        Ok(known)
    }

    /// What no die changes about an order with an uncertain result: its price, and that its leader has not moved
    /// before.
    fn price(&mut self, order: &Order, certain: bool) -> Result<(), Vec<Problem>> {
        let led = leader(order);
        if let Some((leader, who)) = led.and_then(|leader| Some((leader, self.doubts.leader(leader)?))) {
            if who.moved {
                let of = match order {
                    Order::Together(_) => "together.sail.leader".to_owned(),
                    order => format!("{}.leader", check::order_name(order)),
                };
                return Err(vec![movement::has_moved(self.rules, self.side, leader).in_path(of)]);
            }
            if who.pieces.len() != 1 {
                // Another counter, with another price, may represent him by then.
                let prices = who.pieces.iter().map(|piece| initiative(&self.rules.pack, piece));
                let least = prices.min().unwrap_or(1).max(1);
                self.doubts.points = true;
                return self.pay_at_least(least, check::order_name(order), certain);
            }
        }
        let mut game = self.game.clone();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        match self.rules.begin(cx, &self.side.id(), order) {
            Ok(_) if certain => {
                let commands = game.side(self.side).commands.clone();
                self.game.side_mut(self.side).commands = commands;
                self.game.pulse = game.pulse;
            }
            Ok(_) => {}
            Err(problems) if problems.iter().any(is_lack_of_points) => {
                return Err(problems.into_iter().filter(is_lack_of_points).collect());
            }
            Err(_) => {
                self.doubts.points = true;
                self.pay_at_least(self.least(order), check::order_name(order), certain)?;
            }
        }
        // Of an attack together the ground force is paid for only if the ships come so far (CW-256).
        self.doubts.points |= matches!(order, Order::Together(_));
        Ok(())
    }

    /// The points of the difference that an order which is done at once costs at least, whatever becomes of the doubts.
    fn least(&self, order: &Order) -> u32 {
        let (rules, game, side) = (self.rules, &self.game, self.side);
        let costs = &rules.pack.charts.costs;
        let known = leader(order).is_none_or(|leader| self.doubts.leader(leader).is_none());
        match order {
            Order::Transfer(_) => 0,
            Order::Create(_) => costs.create_army.into(),
            Order::Remove(_) => costs.remove_commander.into(),
            Order::Launch(order) if side == Side::Union => naval::launch_price(rules, game, side, order),
            // Each ship for itself, and by the Supply Loss Schedule for more (10.5.1, 9.4.8b).
            Order::Launch(order) => {
                let ships = order.ships.iter().map(|launched| launched.hulls().points()).fold(0, u32::saturating_add);
                ships.saturating_mul(costs.enter_naval.into()).max(naval::launch_price(rules, game, side, order))
            }
            Order::Sail(order) if known => naval::price(rules, game, side, order).max(1),
            Order::Together(order) if known => naval::price(rules, game, side, &order.sail).max(1),
            Order::Sea(order) if known => naval::sea_price(rules, game, side, order).max(1),
            _ => 1,
        }
    }

    /// An order that is done at once. If anything is in doubt, its result is unknown.
    fn at_once(&mut self, order: &Order, certain: bool) -> Result<bool, Vec<Problem>> {
        if self.doubts.any() {
            if let Err(mut problems) = self.check_certain(order) {
                let price = self.clone().price(order, certain).err().unwrap_or_default();
                // That its leader has moved says why all else is missing.
                if price.iter().any(|problem| !is_lack_of_points(problem)) {
                    return Err(price);
                }
                problems.extend(price);
                return Err(problems);
            }
            self.price(order, certain)?;
            self.may_do_anything(order, certain);
            return Ok(false);
        }
        let mut game = self.game.clone();
        let mut events = Events::default();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut events };
        match self.rules.begin(cx, &self.side.id(), order)? {
            None if certain => {
                self.game = game;
                Ok(true)
            }
            Some(Procedure::Voyage(voyage)) if certain && self.sails(&mut game, voyage.clone()) => {
                self.game = game;
                Ok(true)
            }
            _ => {
                self.price(order, certain)?;
                self.may_do_anything(order, certain);
                Ok(false)
            }
        }
    }

    /// An order that is done at once may do anything with what it names, as far as that is in doubt; [`Outlook::price`]
    /// knows its cost. Whatever it is certain to use up is used up.
    fn may_do_anything(&mut self, order: &Order, certain: bool) {
        let (side, points) = (self.side, self.doubts.points);
        let before = self.game.clone();
        let voyage = match order {
            Order::Sail(order) => Some(order),
            Order::Together(order) => Some(&order.sail),
            _ => None,
        };
        let sails = voyage.map(|order| self.hulls(order));
        match order {
            // If anything is done with the known ledger, this is.
            Order::Create(_) | Order::Remove(_) | Order::Transfer(_) if certain => self.regroup(order),
            _ => {}
        }
        let marching = match order {
            Order::Together(order) => {
                order.r#move.strength().max(order.r#move.army.as_ref().map_or(0, |army| army::sp(&self.game, army)))
            }
            Order::Sea(order) => order.army.as_ref().map_or(0, |army| army::sp(&self.game, army)),
            _ => 0,
        };
        self.may_affect_named(&to_value(order), marching);
        match order {
            Order::Create(order) => {
                let at = certain.then_some(order.at);
                self.doubts.armies.entry(order.army.clone()).and_modify(|known| *known = known.or(at)).or_insert(at);
            }
            Order::Remove(order) => {
                let commander = army::commander(self.rules, &before, &order.army);
                for piece in commander.iter().filter(|_| order.fate == Removal::Demoted) {
                    let lower = Piece { leader: piece.leader.clone(), rank: 2 };
                    self.doubts.suspect_leader(&before, &piece.leader).pieces.push(lower);
                }
            }
            Order::Rail(order) => {
                let sp = order.sp.unwrap_or(1);
                let from = order.leader.as_ref().and_then(|leader| before.find_leader(leader)).map(|(_, hex, _)| hex);
                self.transfer_strength(from.or(order.from), &[order.to], sp, certain);
                if certain {
                    let used = &mut self.game.side_mut(side).rail_used;
                    *used = used.saturating_add(sp);
                }
            }
            Order::Sea(order) if order.army.is_none() => {
                let sp = order.sp.unwrap_or(1);
                let ground = order.leader.as_ref().and_then(|leader| before.find_leader(leader)).map(|(_, hex, _)| hex);
                self.transfer_strength(order.from.or(ground), &order.to.into_iter().collect::<Vec<_>>(), sp, certain);
                if certain && order.to.is_some_and(|to| naval::route::on_coast(self.rules, to)) {
                    let lifted = &mut self.game.side_mut(side).navy.lifted;
                    *lifted = lifted.saturating_add(sp);
                }
            }
            Order::Launch(order) => {
                for launched in &order.ships {
                    let hulls = launched.hulls();
                    self.doubts.fleet.join(&hulls, true);
                    let navy = &mut self.game.side_mut(side).navy;
                    if certain {
                        navy.pool.subtract(&hulls);
                        navy.due.values_mut().for_each(|due| due.subtract(&hulls));
                    }
                }
            }
            _ => {}
        }
        if let (Some(order), Some((at, hulls))) = (voyage, sails) {
            self.doubts.fleet.join(&hulls, !certain);
            if let (Some(at), true) = (at, certain) {
                self.set_sail(at, &hulls);
            }
            if let Some(load) = &order.load {
                let ashore: Vec<Hex> = order.land.into_iter().chain(order.drop.iter().map(|drop| drop.at)).collect();
                self.transfer_strength(Some(load.at), &ashore, load.sp, certain);
            }
        }
        self.doubts.points = points;
        if let (Some(leader), true) = (leader(order), certain) {
            self.doubts.suspect_leader(&before, leader).moved = true;
        }
    }

    /// Forms or changes an army in the known ledger, if possible. Who commands, and which units are where, stays in
    /// doubt.
    fn regroup(&mut self, order: &Order) {
        let mut game = self.game.clone();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        if let Ok(None) = self.rules.begin(cx, &self.side.id(), order) {
            // It is paid for already.
            let commands = self.game.side(self.side).commands.clone();
            game.side_mut(self.side).commands = commands;
            game.pulse = self.game.pulse.take();
            self.game = game;
        }
    }

    /// The ships of an order, and where they are, if known.
    fn hulls(&self, order: &Sail) -> (Option<Station>, Hulls) {
        let (at, named) = (self.ships_at(order), order.hulls());
        let hulls = match (at, named.is_empty()) {
            (_, false) => named,
            (Some(at), true) => self.doubts.fleet.with_fresh(self.game.fresh_hulls_at(at, self.side)),
            (None, true) => {
                let own = self.game.squadrons.values().filter(|squadron| squadron.side == self.side && !squadron.moved);
                own.fold(Hulls::default(), |mut all, squadron| {
                    all.join(squadron.hulls.clone());
                    all
                })
            }
        };
        (at, hulls)
    }

    /// Ships of a station have certainly moved in this pulse, wherever they lie then.
    fn set_sail(&mut self, at: Station, hulls: &Hulls) {
        let (mut left, mut moved) = (hulls.clone(), Hulls::default());
        for squadron in self.game.squadrons.values_mut() {
            if squadron.at == at && squadron.side == self.side && !squadron.moved {
                let part = left.intersection(&squadron.hulls);
                squadron.hulls.subtract(&part);
                left.subtract(&part);
                moved.join(part);
            }
        }
        self.game.add_squadron(Squadron { side: self.side, at, hulls: moved, moved: true, sailing: false });
        self.game.tidy();
    }

    /// Strength points go from a hex to others without a march: there they have moved; if `certain`, here they are
    /// gone.
    fn transfer_strength(&mut self, from: Option<Hex>, to: &[Hex], sp: u32, certain: bool) {
        for &hex in to {
            self.doubts.suspect(&self.game, hex, self.side, StrengthBound::moved(sp));
        }
        if let (Some(from), true) = (from, certain) {
            self.doubts.suspect(&self.game, from, self.side, StrengthBound::NONE);
            self.doubts.use_up(from, sp);
        }
    }

    /// Carries out a voyage as far as it needs no dice or answers. Returns whether it reaches its end.
    fn sails(&self, game: &mut Game, mut voyage: naval::Voyage) -> bool {
        let mut events = Events::default();
        loop {
            let cx = StepContext { game, standing: &self.standing.standing, events: &mut events };
            match voyage.step(self.rules, cx, Input::Proceed) {
                Next::Continue => {}
                Next::Return(_) => return true,
                _ => return false,
            }
        }
    }

    fn spend_points(&mut self, order: &Spend, certain: bool) -> Result<bool, Vec<Problem>> {
        let mut game = self.game.clone();
        action::spend_without_action(self.rules, &mut game, &mut Events::default(), self.side, order)?;
        if certain {
            self.game = game;
        }
        Ok(true)
    }

    /// Nothing follows on the order that ends the half, and it always can be carried out.
    fn finish(&mut self, order: &Finish) -> Result<bool, Vec<Problem>> {
        action::finish(self.rules, &mut self.game, &mut Events::default(), self.side, order)?;
        self.finished = true;
        Ok(true)
    }

    /// Takes off what an order costs at least, track by track and in all, where several prices are possible.
    fn spend_least<'p>(&mut self, prices: impl Iterator<Item = &'p crate::position::ledger::Points>) {
        let prices: Vec<_> = prices.collect();
        let least = |of: &dyn Fn(&crate::position::ledger::Points) -> u32| {
            prices.iter().map(|paid| of(paid)).min().unwrap_or(0)
        };
        let each = Track::ALL.map(|track| (track, least(&|paid| paid.get(&track).copied().unwrap_or(0))));
        let sum = least(&|paid| paid.values().sum());
        self.doubts.points |= prices.windows(2).any(|two| two[0] != two[1]);
        let commands = &mut self.game.side_mut(self.side).commands;
        for (track, paid) in each {
            if let Some(left) = commands.get_mut(&track) {
                *left = left.saturating_sub(paid);
            }
        }
        commands.retain(|_, left| *left > 0);
        payment::use_initiative(&mut self.game, sum);
    }

    /// An order that must be mended may become any other; likely it is one about the leaders and hexes that it names.
    fn must_be_mended(&mut self, value: &Value) {
        self.mended = true;
        self.suspect_all(value, StrengthBound::ANY, StrengthBound::NONE);
    }

    /// An order may do anything with the leaders, armies and hexes that it names, and bring this many moved strength
    /// points there.
    fn may_affect_named(&mut self, value: &Value, sp: u32) {
        self.suspect_all(value, StrengthBound::moved(sp), StrengthBound::moved(sp));
    }

    /// Puts in doubt what a value names; this many strength points may have come to its hexes, and around them.
    fn suspect_all(&mut self, value: &Value, here: StrengthBound, around: StrengthBound) {
        let mut words = Vec::new();
        collect(value, &mut words);
        self.doubts.points = true;
        self.doubts.supply = true;
        let hexes: Vec<Hex> = words
            .iter()
            .filter_map(|word| word.parse().ok())
            .filter(|&hex| self.rules.pack.map.hex(hex).is_some())
            .collect();
        for &hex in &hexes {
            self.doubts.suspect(&self.game, hex, self.side, here);
            for near in self.rules.pack.map.neighbours(hex) {
                self.doubts.suspect(&self.game, near, self.side, around);
            }
        }
        for army in words.iter().filter_map(|word| word.parse::<Id>().ok()) {
            if let Some(hex) = army::hex_of(&self.game, &army) {
                self.doubts.suspect(&self.game, hex, self.side, StrengthBound::NONE);
            }
        }
        for leader in words.iter().filter_map(|word| word.parse::<Id>().ok()) {
            if !self.rules.pack.leaders.contains_key(&leader) {
                continue;
            }
            if let Some((_, hex, _)) = self.game.find_leader(&leader) {
                self.doubts.suspect(&self.game, hex, self.side, StrengthBound::NONE);
            }
            self.doubts.suspect_leader(&self.game, &leader).anywhere = true;
        }
        if words.iter().any(|word| word == "leaders") {
            for hex in hexes {
                self.draws(hex, false);
            }
        }
    }
}

/// The leader of an order whose price and place depend on him.
fn leader(order: &Order) -> Option<&Id> {
    match order {
        Order::Sail(order) => order.leader.as_ref(),
        Order::Sea(order) => order.leader.as_ref(),
        Order::Together(order) => order.sail.leader.as_ref(),
        Order::Rail(order) => order.leader.as_ref(),
        _ => None,
    }
}

/// Whether it is for want of points that an order is refused.
fn is_lack_of_points(problem: &Problem) -> bool {
    matches!(problem.rule.as_deref(), Some("4.2" | "4.2.1" | "4.2.19"))
}

/// The problems common to several cases; if there are none, the shortest list.
fn common_problems(mut cases: Vec<Vec<Problem>>) -> Vec<Problem> {
    let same = |one: &Problem, other: &Problem| one.rule == other.rule && one.path == other.path;
    let everywhere = |problem: &&Problem| cases.iter().all(|case| case.iter().any(|other| same(problem, other)));
    let common: Vec<Problem> = cases.iter().take(1).flatten().filter(everywhere).cloned().collect();
    cases.sort_by_key(Vec::len);
    if common.is_empty() { cases.swap_remove(0) } else { common }
}

/// Every text and number in a value, as text.
fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        // A hexside is two hexes.
        Value::String(text) => words.extend(text.split('/').map(str::to_owned)),
        Value::Number(number) => words.push(format!("{number:0>4}")),
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(fields) => fields.values().for_each(|item| collect(item, words)),
        Value::Null | Value::Bool(_) => {}
    }
}
