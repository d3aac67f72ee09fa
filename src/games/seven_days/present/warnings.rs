//! What is legal but probably unwanted: warnings about a draft, before any die is rolled.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::{Condition, Id, Problem};
use crate::engine::Position;
use crate::report::draft_examples::Warnings;

use super::{assault_odds, vocabulary};
use crate::orders::{Assault, Combined, CombinedBy, Order};
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};
use crate::projection;
use crate::{SevenDays, phases::night};

/// An assault with a success chance below this many percent is a poor one.
const POOR: u32 = 20;

/// Warnings about a side's orders, each with the order concerned: `orders[2]`.
pub fn warnings(rules: &SevenDays, position: &Position<SevenDays>, side: Side, orders: &[Order]) -> Vec<Problem> {
    let mut scan = WarningScan { rules, position, side, warnings: Warnings::new(Condition::IfEarlierOrdersSucceed) };
    let mut game = position.game.clone();
    for (n, order) in orders.iter().enumerate() {
        scan.warnings.n = n;
        if order.condition().is_some_and(|given| given.fails(&game, &rules.pack, side).is_some()) {
            continue;
        }
        scan.before(&game, order);
        if matches!(order, Order::Wait(_)) {
            let rule = if game.phase == Phase::Night { "13.2" } else { "9.2.2" };
            scan.waits(rule, vocabulary::count(&orders[n + 1..]));
            return scan.warnings.found;
        }
        let next = match projection::after_order(rules, position, &game, side, order) {
            Ok(Some(next)) => next,
            Ok(None) => return scan.warnings.found,
            Err(problems) => {
                scan.only_otherwise(&problems);
                return scan.warnings.found;
            }
        };
        scan.after(&game, &next.game, order);
        scan.warnings.sure &= next.sure;
        game = next.game;
    }
    scan.left_over(&game, orders);
    scan.warnings.found
}

/// Follows orders through.
struct WarningScan<'a> {
    rules: &'a SevenDays,
    position: &'a Position<SevenDays>,
    side: Side,
    warnings: Warnings,
}

impl WarningScan<'_> {
    fn place(&self, area: Area) -> String {
        vocabulary::place(&self.rules.pack, area)
    }

    /// What an order does by itself.
    fn before(&mut self, game: &Game, order: &Order) {
        if uses_advantage(order) {
            let message = "uses the Advantage, which then passes to the enemy".to_owned();
            self.warnings.warn("12.1.1", message, "");
        }
        match order {
            Order::Assault(Assault { combined: Some(Combined { by: CombinedBy::LeeCommands, .. }), .. }) => {
                let army = self.rules.army_leader(game, self.side);
                let name = army.map_or_else(String::new, |id| vocabulary::leader(&self.rules.pack, id));
                self.warnings.warn("9.6", format!("makes {name} Inactive at the end of the impulse"), "");
            }
            Order::Attack(attack) => {
                if let Some(found) = assault_odds::assault(self.rules, self.position, game, self.side, attack)
                    && found.counts().0[2] * 100 < POOR * assault_odds::ALL_ROLLS
                {
                    let ((attacks, defends), [.., success]) = (found.values(), found.chances());
                    let place = self.place(attack.area);
                    let message = format!(
                        "assaults {place} with {attacks} against {defends}: its chance of a Success is {success}"
                    );
                    self.warnings.warn("10.4", message, "see `adjutant odds` for details");
                }
            }
            Order::End(_) => self.idle(game),
            Order::Night(order) => {
                let have = night::points(self.rules, game, self.side, order.advantage);
                let left = have.saturating_sub(vocabulary::count(&order.replace));
                let fit = vocabulary::count(self.rules.replaceable(game, self.side).difference(&order.replace));
                if left > 0 && fit > 0 {
                    let message = format!(
                        "leaves {} unused while {} could be made Fresh",
                        vocabulary::plural(left, "Replacement Point"),
                        vocabulary::plural(fit, "Exhausted unit")
                    );
                    self.warnings.warn("13.2", message, "name units under replace: […]");
                }
            }
            _ => {}
        }
    }

    /// Units of the activated command that have done nothing when the impulse ends.
    fn idle(&mut self, game: &Game) {
        let Some(current) = &game.current else { return };
        let led = |id: &&Id| {
            let command = self.rules.unit(id).map(|unit| &unit.command);
            let of =
                |leader: &Id| self.rules.pack.forces.leaders.get(leader).and_then(|leader| leader.command.as_ref());
            current.leaders.iter().any(|leader| of(leader).is_some() && of(leader) == command)
        };
        let idle =
            |id: &&Id| game.units.contains_key(*id) && !current.spent.contains_key(*id) && !current.done.contains(*id);
        let units: Vec<&Id> = current.began.iter().filter(led).filter(idle).collect();
        if !units.is_empty() {
            let message = format!(
                "ends the impulse before these units have moved: {}",
                vocabulary::units(&self.rules.pack, units)
            );
            self.warnings.warn("9.1", message, "");
        }
    }

    /// A turn that waits here, with this many orders behind it.
    fn waits(&mut self, rule: &str, behind: u32) {
        if self.warnings.n == 0 {
            self.warnings.warn(
                rule,
                "waits before any other order: you will be asked for the same orders again".to_owned(),
                "",
            );
        }
        if behind > 0 && self.warnings.sure {
            let behind = match behind {
                1 => "the order after it is".to_owned(),
                behind => format!("the {behind} orders after it are"),
            };
            let message = format!("ends the turn here, and {behind} not carried out");
            self.warnings.warn(rule, message, "");
        }
    }

    /// An order that is legal only if something before it fails, for example if a leader does not activate his command.
    fn only_otherwise(&mut self, problems: &[Problem]) {
        if let Some(problem) = problems.first() {
            let rule = problem.rule.as_deref().unwrap_or("8.1.1");
            let message = format!("is illegal: {}", problem.message);
            self.warnings.warn(rule, message, "it is carried out only if something before it fails");
        }
    }

    /// What an order leaves behind.
    fn after(&mut self, before: &Game, after: &Game, order: &Order) {
        if !matches!(order, Order::Move(_) | Order::Regroup(_)) {
            return;
        }
        let pack = &self.rules.pack;
        for data in pack.map.areas.values() {
            let area = data.id;
            if after.has_units(pack, area, self.side) {
                continue;
            }
            let leaders: Vec<&Id> = after.leaders_in(pack, area, self.side).collect();
            let alone =
                before.has_units(pack, area, self.side) || leaders.iter().any(|id| before.leader_at(id) != Some(area));
            if !leaders.is_empty() && alone {
                let message = format!("leaves {} alone in {}", vocabulary::leaders(pack, leaders), self.place(area));
                self.warnings.warn(
                    "9.6",
                    message,
                    "if an enemy unit enters, a leader who is alone becomes Inactive and is placed elsewhere",
                );
            }
            if data.victory && before.has_units(pack, area, self.side) && after.control(area) == self.side {
                let message = format!("leaves {}, which counts for victory, without a unit", self.place(area));
                self.warnings.warn("14", message, "");
            }
        }
    }

    /// What is still to be done when the orders are over.
    fn left_over(&mut self, game: &Game, orders: &[Order]) {
        let due: SortedSet<Area> =
            if game.phase == Phase::Daylight { self.rules.mandatory(game) } else { SortedSet::new() };
        for area in due {
            let ordered = orders.iter().any(|order| matches!(order, Order::Attack(attack) if attack.area == area));
            if !ordered {
                self.warnings.n = orders.len().saturating_sub(1);
                let message =
                    format!("leaves enemies in {}, which must be assaulted before the impulse ends", self.place(area));
                self.warnings.warn("10.1", message, &format!("attack: {{area: {area}}}"));
            }
        }
    }
}

/// Whether an order pays with the Advantage.
fn uses_advantage(order: &Order) -> bool {
    match order {
        Order::Assault(Assault { rally, combined, .. }) => {
            rally.is_some() || combined.as_ref().is_some_and(|combined| combined.by == CombinedBy::Advantage)
        }
        Order::Regroup(order) => order.and.is_some(),
        Order::Night(order) => order.advantage,
        Order::Relocate(_) => true,
        Order::Move(_) | Order::Attack(_) | Order::End(_) | Order::Pass(_) | Order::Wait(_) => false,
    }
}
