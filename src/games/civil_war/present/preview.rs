//! What orders promise before any die is rolled: how many initiative points they use, what stays behind, and which
//! attacks are unpromising.

use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Position, Ruleset};

use super::odds::summary_lines;
use super::vocabulary;
use crate::chances::{OrderResults, odds};
use crate::combat::{Assault, assess};
use crate::events::combat::Resolution;
use crate::legality::uncertainty::Doubts;
use crate::orders::{Move, Order};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, movement};

pub(super) mod voyages;

/// The prospects of a side's legal orders, one sentence each.
pub fn preview(rules: &CivilWar, position: &Position<CivilWar>, side: Side, orders: &[Order]) -> Vec<String> {
    let game = &position.game;
    let Some(pulse) = &game.pulse else { return Vec::new() };
    if orders.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    let mut free = pulse.free;
    let (mut sure, mut perhaps, mut commands, mut entered) = (0u32, 0u32, 0u32, 0u32);
    for order in orders {
        let of_commands = !matches!(order, Order::Reinforce(_));
        let cost = match order {
            Order::Reinforce(_) => u32::from(!std::mem::take(&mut free)),
            Order::Decline(_) => {
                free = false;
                0
            }
            // It takes whatever the orders before it leave, whether their conditions hold or not (CW-280).
            Order::Finish(_) => {
                let lasts = pulse.left.saturating_sub(sure);
                let burnt = lasts.min(game.commands_left(side).saturating_sub(commands));
                perhaps = perhaps.min(lasts - burnt);
                burnt
            }
            order => order.kind().cost(rules, game, side),
        };
        let conditional = order.kind().condition().is_some();
        *(if conditional { &mut perhaps } else { &mut sure }) += cost;
        commands += if of_commands && !conditional { cost } else { 0 };
        entered += u32::from(!of_commands && !conditional);
    }
    let all = sure.saturating_add(perhaps);
    let used = if perhaps > 0 { format!("{sure} to {all}") } else { sure.to_string() };
    let left = pulse.left.saturating_sub(sure);
    let rest = if left > 0 { game.commands_left(side).saturating_sub(commands) } else { 0 };
    let waiting = if left > 0 { game.reinforcements_left(&rules.pack, side).saturating_sub(entered) } else { 0 };
    let after = match (left, perhaps) {
        (0, _) => "your half-pulse ends".to_owned(),
        (1, 0) if rest + waiting > 0 => "1 is left, and you will be asked again".to_owned(),
        (left, 0) if rest + waiting > 0 => format!("{left} are left, and you will be asked again"),
        (1, 0) => "1 is left and lost, since you have nothing more to spend".to_owned(),
        (left, 0) => format!("{left} are left and lost, since you have nothing more to spend"),
        (1, _) => "1 is left if no condition holds".to_owned(),
        (left, _) => format!("{left} are left if no condition holds"),
    };
    let yours = vocabulary::plural(pulse.left, "initiative point");
    said.push(format!("These orders spend {used} of your {yours}; {after} [4.2]."));
    said.extend(fights(rules, position, side, orders));
    said
}

/// What attacks would meet, and what ships may meet, except dangers that have a warning: each as things stand after the
/// orders before it, as far as no die decides those.
fn fights(rules: &CivilWar, position: &Position<CivilWar>, side: Side, orders: &[Order]) -> Vec<String> {
    let of_ships = |order: &Order| matches!(order, Order::Sail(_) | Order::Together(_) | Order::Launch(_));
    let last = orders.iter().rposition(|order| of_ships(order) || matches!(order, Order::Move(_)));
    let (mut said, mut now, mut sure) = (Vec::new(), position.clone(), true);
    for (n, order) in orders.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
        let met = order.words().encounters(rules, &now.game, side);
        said.extend(met.into_iter().filter_map(|met| met.note(n + 1, sure)));
        if !sure {
            continue;
        }
        match odds(rules, &now, side, order) {
            Ok((_, Some(after))) => now = after,
            Ok((found, None)) => {
                sure = false;
                said.extend((found.met || of_ships(order)).then(|| encounters_text(rules, &found, side, n + 1)));
            }
            Err(_) => sure = false,
        }
    }
    said
}

/// What comes of an attack, or of what ships meet.
fn encounters_text(rules: &CivilWar, found: &OrderResults, side: Side, n: usize) -> String {
    format!("Order {n}: {}", summary_lines(rules, found, side).join(" "))
}

/// Where a march begins, from where it enters its last hex, and the strength points that would then attack.
fn attackers(rules: &CivilWar, game: &Game, side: Side, order: &Move) -> Option<((Hex, Hex), u32)> {
    let (&hex, before) = order.path.split_last()?;
    let plan = movement::activate(rules, game, side, order, &Doubts::default()).0?;
    let from = before.last().copied().unwrap_or(plan.from);
    let dropped: u32 = order.drop.iter().filter(|drop| drop.at != hex).map(|drop| drop.sp).sum();
    let sp = movement::attacking(rules, game, &plan, plan.sp.saturating_sub(dropped));
    Some(((plan.from, from), sp))
}

/// What an order would meet, worded to follow its number: what it does, and what follows under which rule.
pub struct Encounter {
    pub does: String,
    pub consequence: String,
    pub rule: &'static str,
    /// Whether it is a danger, of which a player is warned; anything else is only mentioned.
    pub danger: bool,
}

impl Encounter {
    /// An attack, by what it comes to. `weaker`: than the enemy.
    fn attack(does: String, resolution: Resolution, weaker: bool, rule: &'static str) -> Encounter {
        let (consequence, danger) = match resolution {
            Resolution::Overrun => (": an overrun, without a die roll".to_owned(), false),
            Resolution::Hopeless => (
                ": with the shifts this is worse than 1 to 3, and the attackers are eliminated without a die roll"
                    .to_owned(),
                true,
            ),
            Resolution::Column(column) if weaker => (format!(", on column {column}: weaker than the enemy"), true),
            Resolution::Column(column) => (format!(", on column {column}"), false),
        };
        Encounter { does, consequence, rule, danger }
    }

    /// The note on an order, unless it is warned of.
    fn note(self, n: usize, sure: bool) -> Option<String> {
        let now = if sure { "" } else { ", as things stand now" };
        let Encounter { does, consequence, rule, danger } = self;
        (!danger).then(|| format!("Order {n} {does}{now}{consequence} [{rule}]."))
    }
}

/// What an attack would meet, if the march ends in one.
pub(super) fn attack(rules: &CivilWar, game: &Game, side: Side, order: &Move) -> Option<Encounter> {
    let hex = *order.path.last()?;
    let ((begin, from), sp) = attackers(rules, game, side, order)?;
    let enemies = game.sp_at(hex, side.other());
    if sp == 0 || enemies == 0 {
        return None;
    }
    let demoralized = game.demoralized_at(begin, side);
    let does = {
        let (place, strength) = (vocabulary::place(&rules.pack, hex), vocabulary::sp(sp));
        format!("attacks {place} with {strength} against {enemies}")
    };
    let found = assess(rules, game, Assault { side, from, hex, sp, demoralized });
    let rule = if matches!(found.resolution, Resolution::Hopeless) { "7.2.3" } else { "7.2" };
    let rule = if matches!(found.resolution, Resolution::Overrun) { "7.6" } else { rule };
    Some(Encounter::attack(does, found.resolution, sp < enemies, rule))
}

/// The position as if the free reinforcement, which must come first, had been entered somewhere; `None` if none is due.
pub fn after_free_reinforcement(position: &Position<CivilWar>, side: &Id) -> Option<Position<CivilWar>> {
    let pulse = position.game.pulse.as_ref().filter(|pulse| pulse.free && pulse.phasing.as_str() == side.as_str())?;
    let mut after = position.clone();
    let mut pulse = pulse.clone();
    pulse.free = false;
    after.game.pulse = Some(pulse);
    Some(after)
}

/// What may come after the free reinforcement, described as if that were done.
pub fn later(rules: &CivilWar, position: &Position<CivilWar>, side: &Id) -> Option<(String, Vec<Order>)> {
    let after = after_free_reinforcement(position, side)?;
    let mut legal = rules.legal(&after, side, None);
    legal.retain(|order| !matches!(order, Order::Reinforce(_)));
    Some(("After the free reinforcement".to_owned(), legal))
}
