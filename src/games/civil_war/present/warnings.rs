//! What is legal but probably unwanted: warnings about a draft, before any die is rolled.

use crate::board::Hex;
use crate::document::{Condition, Problem};
use crate::engine::{Events, Input, Next, Position, Ruleset, StepContext};
use crate::report::draft_examples::Warnings;

use super::{risks, vocabulary};
use crate::combat::{Assault, assess};
use crate::events::combat::Resolution;
use crate::homefront::{self, EntryEffects};
use crate::legality::uncertainty::Doubts;
use crate::movement::{self, Plan};
use crate::orders::{Move, Order};
use crate::pack::Side;
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, Procedure, movement::territory, supply};

/// The maximum distance, in hexes, that counts as near.
const NEAR: u32 = 2;
/// A hex with at least this many rails is a junction.
const JUNCTION: usize = 3;

/// Warnings of a side's orders, each with the order that it is about: `orders[2]`.
pub fn warnings(rules: &CivilWar, position: &Position<CivilWar>, side: Side, orders: &[Order]) -> Vec<Problem> {
    let mut scan = WarningCheck {
        rules,
        position,
        side,
        game: position.game.clone(),
        warnings: Warnings::new(Condition::AsThingsStand),
    };
    for (n, order) in orders.iter().enumerate() {
        scan.warnings.n = n;
        if order.kind().condition().is_some_and(|given| given.fails(&scan.game, side).is_some()) {
            continue;
        }
        scan.order(order);
    }
    scan.left_over(orders.len());
    scan.warnings.found
}

/// Orders that are followed through, as far as no die decides.
struct WarningCheck<'a> {
    rules: &'a CivilWar,
    position: &'a Position<CivilWar>,
    side: Side,
    game: Game,
    warnings: Warnings,
}

impl WarningCheck<'_> {
    fn place(&self, hex: Hex) -> String {
        vocabulary::place(&self.rules.pack, hex)
    }

    fn order(&mut self, order: &Order) {
        let before = self.game.clone();
        self.states_provoked(order);
        let after = ledger_after(self.rules, self.position, &before, self.side, order);
        let met = order.words().encounters(self.rules, &before, self.side);
        for met in met.into_iter().filter(|met| met.danger) {
            let advice = match met.rule {
                "8.10.8" => "see `adjutant odds` for the chances",
                _ => "bring more strength points, or do not attack",
            };
            self.warnings.warn(met.rule, format!("{}{}", met.does, met.consequence), advice);
        }
        match order {
            Order::Move(order) => self.march(order, after.as_ref()),
            Order::Rail(order) => {
                let leader = order.leader.as_ref().and_then(|leader| before.find_leader(leader));
                if let Some(from) = leader.map(|(_, hex, _)| hex).or(order.from) {
                    self.left_behind(from, order.sp.unwrap_or(1), after.as_ref());
                }
            }
            Order::Launch(order) => {
                for problem in risks::warnings(self.rules, &before, self.side, order) {
                    self.warnings.warn(
                        &problem.rule.unwrap_or_default(),
                        problem.message,
                        &problem.advice.unwrap_or_default(),
                    );
                }
            }
            Order::Spend(order) if self.could_reinforce(&before) => {
                let spent: u32 = order.points().values().sum();
                let message = format!(
                    "spends {} without an action while reinforcements wait, which use initiative points but no command \
                     points",
                    vocabulary::plural(spent, "command point")
                );
                self.warnings.warn("10.2", message, "bring in a reinforcement instead, or first");
            }
            Order::Finish(_) if before.initiative_left() > 0 && self.could_reinforce(&before) => {
                let message = "ends the half-pulse while reinforcements wait, which use initiative points but no \
                               command points";
                self.warnings.warn("10.2", message.to_owned(), "bring in a reinforcement first");
            }
            _ => {}
        }
        match after {
            Some(after) => {
                self.cut_off(&before, &after);
                self.game = after;
            }
            None => {
                self.pay(order);
                self.warnings.sure = false;
            }
        }
    }

    /// Takes the cost of an order that dice decide from the initiative points: it is paid for however they fall.
    fn pay(&mut self, order: &Order) {
        if !self.warnings.sure && order.kind().condition().is_some() {
            return;
        }
        let cost = order.kind().cost(self.rules, &self.game, self.side);
        let Some(pulse) = &mut self.game.pulse else { return };
        let cost = match order {
            Order::Reinforce(_) => u32::from(!std::mem::take(&mut pulse.free)),
            _ => cost,
        };
        pulse.left = pulse.left.saturating_sub(cost);
    }

    /// States that the strength points of an order set in motion by being entered (15.7, 16).
    fn states_provoked(&mut self, order: &Order) {
        let entered: Vec<Hex> = match order {
            Order::Move(order) if order.strength() > 0 => order.path.clone(),
            Order::Together(order) if order.r#move.strength() > 0 => order.r#move.path.clone(),
            Order::Rail(order) => vec![order.to],
            Order::Sea(order) => order.to.into_iter().collect(),
            Order::Sail(order) => order.land.into_iter().chain(order.drop.iter().map(|drop| drop.at)).collect(),
            _ => return,
        };
        let (pack, side) = (&self.rules.pack, self.side);
        let EntryEffects { violated, militia } = homefront::entry_effects(self.rules, &self.game, &entered, side);
        for state in violated {
            let message = format!(
                "breaks the neutrality of {}, which joins {}",
                vocabulary::state(pack, &state),
                vocabulary::side(side.other())
            );
            self.warnings.warn("15.7", message, "stay out of its border hexes as well");
        }
        for (state, sp) in militia {
            let message = format!(
                "mobilizes the militia of {}: {} for {}",
                vocabulary::state(pack, &state),
                vocabulary::sp(sp),
                vocabulary::side(side.other())
            );
            self.warnings.warn("16.1", message, "");
        }
    }

    /// Whether reinforcements wait that could now be brought in.
    fn could_reinforce(&self, game: &Game) -> bool {
        let legal = || self.rules.legal(&self.position_with(game), &self.side.id(), None);
        game.reinforcements_left(&self.rules.pack, self.side) > 0
            && legal().iter().any(|order| matches!(order, Order::Reinforce(_)))
    }

    /// A position like the one of the match, with another ledger.
    fn position_with(&self, game: &Game) -> Position<CivilWar> {
        let mut position = self.position.clone();
        position.game = game.clone();
        position
    }

    fn march(&mut self, order: &Move, after: Option<&Game>) {
        let plan = movement::activate(self.rules, &self.game, self.side, order, &Doubts::default()).0;
        let (Some(plan), Some(&end)) = (plan, order.path.last()) else { return };
        if plan.sp == 0 {
            return self.lone_leader(&plan, end);
        }
        let dropped: u32 = order.drop.iter().map(|drop| drop.sp).sum();
        match self.game.sp_at(end, self.side.other()) {
            0 => self.arrives(&plan, end, after),
            enemies => self.attacks(order, &plan, end, plan.sp.saturating_sub(dropped), enemies),
        }
        self.left_behind(plan.from, plan.sp, after);
        let stay = self.game.leaders_at(&self.rules.pack, plan.from, self.side);
        let leaves = |piece: &Piece| plan.leader.as_ref() == Some(piece) || plan.others.contains(piece);
        let left = self.game.sp_at(plan.from, self.side).saturating_sub(plan.sp);
        if left > 0
            && territory::is_enemy(self.rules, &self.game, plan.from, self.side)
            && !stay.is_empty()
            && stay.iter().all(leaves)
        {
            let message = format!(
                "leaves {} without a leader in {}, in enemy territory: without a leader they cannot march on",
                vocabulary::sp(left),
                self.place(plan.from)
            );
            self.warnings.warn("6.5.1", message, "");
        }
    }

    /// An attack: what supplies it, and who in it has no commander.
    fn attacks(&mut self, order: &Move, plan: &Plan, hex: Hex, sp: u32, enemies: u32) {
        let place = self.place(hex);
        let counted = movement::attacking(self.rules, &self.game, plan, sp);
        if counted < sp {
            let message = format!(
                "attacks {place} with only {counted} of its {}: the rest have no commander",
                vocabulary::sp(sp)
            );
            self.warnings.warn("6.2.8", message, "more infantry leaders command more");
        }
        let from = order.path.iter().rev().nth(1).copied().unwrap_or(plan.from);
        let demoralized = self.game.demoralized_at(plan.from, self.side);
        let assault = Assault { side: self.side, from, hex, sp: counted, demoralized };
        let fought = matches!(assess(self.rules, &self.game, assault).resolution, Resolution::Column(_));
        let wanted: Vec<Hex> = order.depot.into_iter().collect();
        match supply::in_combat(self.rules, &self.game, plan.from, self.side, None, &wanted) {
            None if fought => {
                let message = format!("attacks {place} out of supply: the force is demoralized, whatever the result");
                let advice = format!("see `adjutant show supply {}` for where its supply line is cut", plan.from);
                self.warnings.warn("9.1.3", message, &advice);
            }
            Some(found) if fought => {
                if let Some(depot) = found.depot {
                    let message = format!(
                        "attacks {place}, held by {}, with supply from the depot in {}, which a combat uses up",
                        vocabulary::sp(enemies),
                        self.place(depot)
                    );
                    self.warnings.warn("9.2.5", message, "");
                }
            }
            _ => {}
        }
    }

    /// A march that ends without a fight: what will supply the force there.
    fn arrives(&mut self, plan: &Plan, end: Hex, after: Option<&Game>) {
        let Some(after) = after else { return };
        let (rules, side) = (self.rules, self.side);
        if !supply::in_supply(rules, after, end, side, None) {
            if supply::in_supply(rules, &self.game, plan.from, side, None) {
                let message = format!("ends out of supply in {}", self.place(end));
                let advice = format!("see `adjutant show supply {end}` for where its supply line is cut");
                self.warnings.warn("9.2", message, &advice);
            }
            return;
        }
        let standing = self.position.standing.iter().find(|(id, _)| id.as_str() == side.as_str());
        let wanted = standing.map(|(_, standing)| standing.depots.clone()).unwrap_or_default();
        let near = enemies_near(after, end, side).next().is_some();
        if let Some(depot) = supply::in_combat(rules, after, end, side, None, &wanted).and_then(|found| found.depot)
            && near
        {
            let message = format!(
                "ends in {}, where the depot in {} supplies its defense: a combat there uses it up",
                self.place(end),
                self.place(depot)
            );
            self.warnings.warn("9.2.5", message, "");
        }
    }

    /// A leader alone who ends near a stronger enemy.
    fn lone_leader(&mut self, plan: &Plan, end: Hex) {
        let own = self.game.sp_at(end, self.side);
        let most = adjacent_enemies(self.rules, &self.game, end, self.side).max_by_key(|(_, sp)| *sp);
        if let (Some((hex, sp)), Some(piece)) = (most.filter(|(_, sp)| *sp > own), &plan.leader) {
            let message = format!(
                "takes {} to {}, where he has {} beside an enemy force of {} in {}",
                vocabulary::leader_name(&self.rules.pack, &piece.leader),
                self.place(end),
                vocabulary::sp(own),
                vocabulary::sp(sp),
                self.place(hex)
            );
            self.warnings.warn("5.4.1", message, "a leader whose force is overrun or beaten makes a Leader Loss Check");
        }
    }

    /// What is left without strength points: a fort, or something that an adjacent enemy would like to have.
    fn left_behind(&mut self, from: Hex, sp: u32, after: Option<&Game>) {
        if self.game.sp_at(from, self.side) > sp || after.is_some_and(|game| game.sp_at(from, self.side) > 0) {
            return;
        }
        if let Some(fort) = territory::fort(self.rules, &self.game, from).filter(|fort| fort.holder == Some(self.side))
        {
            let message = format!(
                "takes the last strength point out of the {} in {}: an unmanned {} holds only while it is in supply",
                vocabulary::fort(fort.kind),
                self.place(from),
                vocabulary::fort(fort.kind)
            );
            self.warnings.warn("9.1.5a", message, "");
        }
        let mut prizes = Vec::new();
        let map = &self.rules.pack.map;
        if self.game.depots.get(&from) == Some(&self.side) {
            prizes.push("the depot".to_owned());
        }
        if map.neighbors(from).filter(|&near| map.rail(from, near)).count() >= JUNCTION
            && territory::rail_marker(self.rules, &self.game, from) == Some(self.side)
        {
            prizes.push("the railroad junction".to_owned());
        }
        if let Some(city) = map.city(from)
            && territory::controller(self.rules, &self.game, from) == Some(self.side)
        {
            prizes.push(format!("{}, {}", city.name, vocabulary::plural(city.vp.into(), "victory point")));
        }
        let enemy = adjacent_enemies(self.rules, &self.game, from, self.side).max_by_key(|(_, sp)| *sp);
        if let (Some((hex, sp)), false) = (enemy, prizes.is_empty()) {
            let message = format!(
                "leaves {} unguarded: the adjacent enemy force of {} in {} may take {}",
                self.place(from),
                vocabulary::sp(sp),
                self.place(hex),
                vocabulary::list(prizes, "and")
            );
            self.warnings.warn("6.2.4", message, "leave a strength point");
        }
    }

    /// Units that were in supply before an order and are not after it, though they did not move.
    fn cut_off(&mut self, before: &Game, after: &Game) {
        let (rules, side) = (self.rules, self.side);
        let mut hexes: Vec<Hex> =
            before.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
        hexes.sort();
        hexes.dedup();
        hexes.retain(|&hex| after.sp_at(hex, side) > 0 && after.sp_at(hex, side) <= before.sp_at(hex, side));
        hexes.retain(|&hex| {
            !supply::in_supply(rules, after, hex, side, None) && supply::in_supply(rules, before, hex, side, None)
        });
        if let Some(first) = hexes.first() {
            let advice = format!("see `adjutant show supply {first}` for where its supply line is cut");
            let message = format!("cuts the force in {} off from supply", vocabulary::places(&rules.pack, &hexes));
            self.warnings.warn("9.2", message, &advice);
        }
    }

    /// The initiative points that are left, if nothing else can use them.
    fn left_over(&mut self, orders: usize) {
        let left = self.game.initiative_left();
        if orders == 0 || !self.warnings.sure || left == 0 || self.game.commands_left(self.side) == 0 {
            return;
        }
        let after = self.position_with(&self.game);
        let useful = self.rules.legal(&after, &self.side.id(), None);
        if useful
            .iter()
            .all(|order| matches!(order, Order::Spend(_) | Order::Finish(_) | Order::Destroy(_) | Order::Transfer(_)))
        {
            self.warnings.n = orders - 1;
            let message = format!(
                "leaves {} that can only be spent without an action",
                vocabulary::plural(left, "initiative point")
            );
            self.warnings.warn("4.2.19", message, "choose a cheaper or more expensive order before it");
        }
    }
}

/// The enemy forces adjacent to a hex that could enter it, with their strength points.
fn adjacent_enemies(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> impl Iterator<Item = (Hex, u32)> {
    let enemy = side.other();
    let near = rules.pack.map.neighbors(hex).filter(move |&there| movement::crossable(rules, there, hex));
    near.map(move |there| (there, game.sp_at(there, enemy))).filter(|(_, sp)| *sp > 0)
}

/// The enemy's hexes near a hex.
fn enemies_near(game: &Game, hex: Hex, side: Side) -> impl Iterator<Item = Hex> {
    game.groups
        .values()
        .filter(move |group| group.side != side && group.hex.distance(hex) <= NEAR)
        .map(|group| group.hex)
}

/// The ledger after an order, if it needs no die and no answer.
fn ledger_after(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    game: &Game,
    side: Side,
    order: &Order,
) -> Option<Game> {
    let mut game = game.clone();
    let mut events = Events::default();
    let cx = StepContext { game: &mut game, standing: &position.standing, events: &mut events };
    let mut stack: Vec<Procedure> = rules.begin(cx, &side.id(), order).ok()?.into_iter().collect();
    let mut input = Input::Proceed;
    while let Some(frame) = stack.last_mut() {
        let cx = StepContext { game: &mut game, standing: &position.standing, events: &mut events };
        input = match rules.step(cx, frame, input) {
            Next::Continue => Input::Proceed,
            Next::Call(frame) => {
                stack.push(frame);
                Input::Proceed
            }
            Next::Return(reply) => {
                stack.pop();
                Input::Reply(reply)
            }
            _ => return None,
        };
    }
    Some(game)
}
