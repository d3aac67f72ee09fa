//! What is legal in an order and probably unwanted.

use super::names;
use crate::Longstreet;
use crate::board::table::Arm;
use crate::document::{Id, Problem, Value, from_value};
use crate::engine::{OwnCards, Position};
use crate::forecast::{apply_certain_effects, apply_turn_start};
use crate::interrupts::may_interrupt;
use crate::ledger::{DECK, DISCARD, HAND, Phase};
use crate::orders::{AskOrPass, InterruptPlan, MoralePlan, Order, PlannedInterrupt};
use crate::pack::{Effect, Moment};
use crate::report::grammar::list;
use crate::side::Side;
use crate::state_changes::RESHUFFLE_PENALTY;
use crate::view::View;

/// A deck of no more cards than this runs out in a few turns.
const SMALL_DECK: usize = 12;

/// A move of more than so many tenths of a base width is warned of.
const LONG_MOVE: u32 = 60;

/// What is said of an order: the rule, the words, and what to do instead.
type WarningParts = (&'static str, String, &'static str);

/// Warnings of a side's orders, each with the order that it is about, as if nobody interrupted and every die missed.
pub fn warnings(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    id: &Id,
    own: Option<&OwnCards>,
    orders: &[Order],
) -> Vec<Problem> {
    let side = Side::of(id);
    let mut game = position.game.clone();
    apply_turn_start(&mut game, side);
    let mut hand = View { rules, game: &game, side, own }.hand();
    let mut found = Vec::new();
    for (n, order) in orders.iter().enumerate() {
        let view = View { rules, game: &game, side, own };
        if !order.refused(view).is_empty() {
            break;
        }
        let (cards, modify) = order.cards();
        let spent: Vec<&String> = cards.iter().chain(modify).collect();
        let mut parts = of_cards(view, order, &orders[n + 1..]);
        parts.extend(read_ahead(rules, position, side, orders).filter(|_| n == 0));
        parts.extend(of_losses(view, order));
        if own.is_some() && !spent.is_empty() {
            parts.extend(last_interrupt(view, &hand, &spent));
            hand.retain(|card| !spent.contains(&card));
        }
        parts.extend(of_units(view, order));
        let warning = |(rule, words, advice): WarningParts| {
            Problem::new(words).rule(rule).advice(advice).in_path(format!("orders[{n}]"))
        };
        found.extend(parts.into_iter().map(warning));
        apply_certain_effects(&mut game, order);
    }
    found
}

/// What an order does to deck and hand, with those after it.
fn of_cards(view: View<'_>, order: &Order, after: &[Order]) -> Vec<WarningParts> {
    let (deck, discards) = (view.game.count(view.side, DECK), view.game.count(view.side, DISCARD));
    let hand = view.game.count(view.side, HAND);
    let in_phase = || after.iter().take_while(|order| order.stays_in_phase() || matches!(order, Order::Settle {}));
    let disorders =
        |order: &Order| matches!(order, Order::Move { disorder: true, .. } | Order::Charge { disorder: true, .. });
    let rerolls = |order: &Order| matches!(order, Order::Volley { reroll: true, .. });
    let left = (deck + discards).saturating_sub(RESHUFFLE_PENALTY);
    let mut parts = Vec::new();
    parts.extend(match order {
        Order::Reshuffle {} if !view.game.reshuffled && left <= SMALL_DECK => {
            let words = format!("leaves a deck of {} after the reshuffle", names::number(left, "card"));
            Some(("Reshuffling Penalty", words, "wait until the deck is empty"))
        }
        Order::Reshuffle {} if !view.game.reshuffled && deck >= view.game.hand_size(view.side) => {
            let words = format!("removes {RESHUFFLE_PENALTY} cards by a reshuffle, although the deck still has {deck}");
            Some(("Reshuffling Penalty", words, "wait until the deck is nearly empty"))
        }
        Order::Movement { cards, .. } | Order::Combat { cards, .. }
            if cards.len() == 2 && !in_phase().any(disorders) =>
        {
            let words = "spends two cards, although nothing that follows causes disorder".to_owned();
            let advice = "invoke the phase with one card, or write `disorder: true` into an order";
            Some(("Disorder Requires Two Cards", words, advice))
        }
        Order::Fire { modify: Some(card), .. } if view.rerolls(card) && !in_phase().any(rerolls) => {
            let words = format!(
                "plays {}, although no volley rolls its misses again",
                names::card(view.rules, view.side, card)
            );
            Some(("Modifying a Phase", words, "write `reroll: true` into a volley of a single unit"))
        }
        Order::Pass {} if deck + discards == 0 => {
            let words = "loses the battle: you pass with no cards in your deck and discards".to_owned();
            Some(("Pass", words, "invoke a phase with a card of your hand: that card becomes a discard"))
        }
        Order::Pass {} if hand > 0 => {
            let words = "passes, so that you cannot pass in the next turn".to_owned();
            Some(("Pass", words, "keep a card to invoke a phase with next turn"))
        }
        _ => None,
    });
    let lacks = view.game.hand_size(view.side).saturating_sub(hand);
    if matches!(order, Order::Pass {} | Order::EndTurn {}) && deck > 0 && lacks >= deck {
        let words = format!(
            "ends with a redraw that empties the deck (cards left: {deck}), so that the next turn begins with a reshuffle"
        );
        parts.push(("Redraw", words, "play fewer cards if you want the deck to last"));
    }
    parts
}

/// The enemy reads all orders of a turn file before he decides about its start (LS-7).
fn read_ahead(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    side: Side,
    orders: &[Order],
) -> Option<WarningParts> {
    let enemy = side.other().id();
    let passes = position.standing.get(&enemy).is_some_and(|standing| standing.interrupts == AskOrPass::Pass);
    let sealed = position.game.cards.of(&enemy).is_some_and(|own| own.advance.contains_key(Moment::Start.window()));
    let shown = orders.len() > 1 && !matches!(orders.first(), Some(Order::Settle {}));
    let asked = position.game.phase == Phase::Start && may_interrupt(rules, &position.game, Moment::Start);
    let words =
        "is read by the enemy, like all orders of this turn file, before he decides about an interrupt at the start";
    let advice = "sign `- settle: {}` alone first if he should decide without them";
    (asked && shown && !passes && !sealed).then(|| ("LS-7", words.to_owned(), advice))
}

/// Losses that are noted by hand take effect at once, so that no morale card can meet them (LS-11).
fn of_losses(view: View<'_>, order: &Order) -> Option<WarningParts> {
    let Order::Mark(mark) = order else { return None };
    let enemy = view.enemy_unit(&mark.unit).is_ok();
    let fights = matches!(view.game.phase, Phase::Fire | Phase::Combat);
    let name = names::unit(view.rules, &mark.unit);
    let words = format!("notes losses of {name}, which the enemy cannot meet with cards for their morale value");
    let advice = "declare a volley with the dice of the table, or a charge with its losses";
    (enemy && fights && mark.lose > 0).then_some(("LS-11", words, advice))
}

/// The last interrupt of the hand is spent on something else (Interrupt).
fn last_interrupt(view: View<'_>, hand: &[String], spent: &[&String]) -> Option<WarningParts> {
    let interrupts = |card: &&String| view.card(card).is_some_and(|card| card.interrupt.is_some());
    let card = spent.iter().copied().find(|card| interrupts(card))?;
    let left = hand.iter().filter(interrupts).any(|other| !spent.contains(&other));
    let words = format!("spends the last interrupt in your hand, {}", names::card(view.rules, view.side, card));
    (!left).then_some(("Interrupt", words, "play another card if you want to interrupt the enemy"))
}

/// A move is very long, or a charge hits nobody, which its player may not mean; or a unit with smoke is sent to move or
/// charge, which the players' own rules may forbid.
fn of_units(view: View<'_>, order: &Order) -> Vec<WarningParts> {
    let (Order::Move { unit, .. } | Order::Charge { unit, .. }) = order else { return Vec::new() };
    let mut parts = Vec::new();
    parts.extend(match order {
        Order::Move { to, .. } => {
            let far = view.game.units.get(unit).map_or(0, |unit| unit.at.distance(to.spot()));
            let (name, whole, tenth) = (names::unit(view.rules, unit), far / 10, far % 10);
            let words = format!("moves {name} by {whole}.{tenth} base widths");
            let advice = "places are in tenths of a base width: (9.5, 13) is {east: 95, north: 130}";
            (far > LONG_MOVE).then_some(("LS-10", words, advice))
        }
        Order::Charge { target, dice: None, against: None, losses: 0, own_losses: 0, .. } => {
            let target = names::unit(view.rules, target);
            let words = format!("charges {target} without dice or losses, so that no hits are counted");
            Some(("LS-12", words, "write `dice`, or `losses` and `own_losses`"))
        }
        _ => None,
    });
    let smoke = view.game.units.get(unit).is_some_and(|unit| unit.smoke || unit.fired);
    let does = if matches!(order, Order::Move { .. }) { "moves" } else { "charges with" };
    let words = format!("{does} {}, which has fired in this turn and has smoke", names::unit(view.rules, unit));
    parts.extend(smoke.then_some(("LS-10", words, "check whether your rules for movement and combat allow it")));
    parts
}

/// What an answer in advance to a question shows the enemy when it is opened, whether or not a card is played (LS-22).
pub fn in_advance(view: View<'_>, question: &str, says: &Value) -> Vec<Problem> {
    let warning = |path: String, words: String, advice: &str| {
        Problem::new(words).rule("LS-22").advice(advice.to_owned()).in_path(path)
    };
    let shown = |n: usize, conditions: &[(bool, &str)]| {
        let named: Vec<String> =
            conditions.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| format!("`{name}`")).collect();
        (!named.is_empty()).then(|| {
            let words = format!(
                "your answer to `{question}` shows the enemy {} of entry {} when it is opened, even if it plays no card",
                list(named, "and", ""),
                n + 1
            );
            warning(format!("[{n}]"), words, "leave out what he should not know")
        })
    };
    let mut found = Vec::new();
    if Moment::of_window(question).is_some()
        && let Ok(plans) = from_value::<InterruptPlan>(says)
    {
        for (n, plan) in plans.iter().enumerate() {
            let when = !plan.when.by.is_all() || !plan.when.at.is_all();
            found.extend(shown(n, &[(when, "when"), (plan.unit.is_some(), "unit"), (plan.to.is_some(), "to")]));
            if silences_others_than_batteries(view, plan) {
                let card = names::card(view.rules, view.side, &plan.card);
                let words = format!(
                    "your answer to `{question}` shows the enemy {card} and plays it on nobody if no artillery acts: it goes back \
                     to your hand"
                );
                found.push(warning(format!("[{n}].card"), words, "write `when: {by: {kinds: [artillery]}}` with it"));
            }
        }
    }
    if question == "morale"
        && let Ok(rules) = from_value::<MoralePlan>(says)
    {
        for (n, rule) in rules.iter().enumerate() {
            let conditions = [
                (!rule.on.is_all(), "for"),
                (rule.from > 0, "from"),
                (rule.cards.is_some(), "cards"),
                (rule.points.is_some(), "points"),
            ];
            found.extend(shown(n, &conditions));
        }
    }
    found
}

/// Whether a card that silences a battery may be opened although no battery acts.
fn silences_others_than_batteries(view: View<'_>, plan: &PlannedInterrupt) -> bool {
    let silences = view.card(&plan.card).is_some_and(|card| card.effect == Effect::BatterySilent);
    silences && plan.unit.is_none() && plan.when.by.kinds.iter().any(|kind| *kind != Arm::Artillery)
}
