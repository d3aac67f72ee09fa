//! What cards and positions are worth to a side, in tenths of a point of combat value.

use crate::combat_value::Part;
use crate::ledger::{Game, HAND};
use crate::orders::Half;
use crate::pack::{Condition, Effect, EventKind, PlayCard, Trait};
use crate::shared::Side;
use crate::view::View;

/// A general in play, whether engaged or not.
const PRESENT: i32 = 4;
/// A general who is free to engage.
const FREE: i32 = 8;
/// A card that is not known.
pub const UNSEEN: i32 = 6;

/// What a position of a battle is worth to a side, from what everybody sees.
pub fn position(view: View<'_>) -> i32 {
    let side = |side: Side| {
        let view = View { side, own: None, ..view };
        let cards = view.game.count(side, HAND) as i32 * UNSEEN;
        let free = view.free_generals().count() as i32 * FREE;
        cards + free + view.present().count() as i32 * PRESENT
    };
    10 * lead(view) + side(view.side) - side(view.side.other())
}

/// By how much the side leads, by the cards on the table.
pub fn lead(view: View<'_>) -> i32 {
    view.table().map_or(0, |table| table.lead(view.side))
}

/// What a side loses with a card of its hand: the worth of its better half.
pub fn of_card(view: View<'_>, card: &str) -> i32 {
    match view.pack().card(view.side, card) {
        Some(PlayCard::General(general)) => 6 * i32::from(general.offense + general.defense),
        Some(PlayCard::Halves(halves)) => {
            let parts = [Half::Upper, Half::Lower].into_iter().filter_map(|half| view.pack().half(halves, half));
            parts.map(|part| of_part(view, part)).max().unwrap_or(0)
        }
        None => 0,
    }
}

/// What a part of a card is worth as long as it is in the hand.
pub fn of_part(view: View<'_>, part: Part<'_>) -> i32 {
    match part.kind() {
        EventKind::Battle | EventKind::Special => in_battle(part),
        _ if view.game.day > 0 => 0,
        // What can be played now or soon is kept for it.
        EventKind::Movement | EventKind::BattleCard => 22,
        _ => part.event().map_or(0, |event| {
            let never = event.conditions.iter().any(|condition| is_gone(view, condition));
            let points: i32 = event.effects.iter().map(|effect| points(view.side, effect)).sum();
            if never { 0 } else { 12 + 8 * points }
        }),
    }
}

/// Whether a condition will never hold any more.
fn is_gone(view: View<'_>, condition: &Condition) -> bool {
    match condition {
        Condition::Deck(1) | Condition::NoCityLost {} | Condition::Before(_) => !view.holds(condition),
        _ => false,
    }
}

/// The command points that an effect brings to the side, or takes from the enemy.
pub fn points(side: Side, effect: &Effect) -> i32 {
    let of = |points: &crate::pack::Points| i32::from(points.of(side)) - i32::from(points.of(side.other()));
    match effect {
        Effect::Points(points) => of(points),
        Effect::Later { turns, points } => i32::from(*turns) * of(points),
        Effect::Wins {} => 99,
        Effect::Pressure {} | Effect::ReturnRandom(_) | Effect::FewerDraws(_) => 1,
        _ => 0,
    }
}

fn in_battle(part: Part<'_>) -> i32 {
    let value = i32::from(part.value());
    let effects: i32 = part.effects().iter().map(of_effect).sum();
    let artillery = if part.has(Trait::Artillery) { 4 } else { 0 };
    let own = match part.stars() {
        0 => 8 * value.abs(),
        // A general who engages for it engages for nothing else.
        _ => 10 * value.abs() - 4,
    };
    own.max(0) + effects + artillery
}

/// What an effect is worth on average.
fn of_effect(effect: &Effect) -> i32 {
    match effect {
        Effect::Draw(cards) => i32::from(*cards) * UNSEEN,
        Effect::EnemyDiscards { cards, .. } => i32::from(*cards) * (UNSEEN - 1),
        Effect::EnemyEngages { .. } => 9,
        Effect::EnemyCancels(_) => 14,
        Effect::EnemyAttacks {} | Effect::EnemyWeakens {} => 4,
        Effect::Cancels(_) => 12,
        Effect::Reduces(by) => i32::from(*by) * 6,
        Effect::Attached { .. } => -2,
        Effect::Disengage {} | Effect::BringGeneral {} => 15,
        Effect::Wound {} => 9,
        Effect::AttackCap(_) | Effect::EnemyAttacksFirst {} => 10,
        Effect::Continues { .. } => 14,
        Effect::SavesCard {} | Effect::CancelsSpecial { .. } => 16,
        Effect::SavesGeneral {} => 6,
        Effect::Recover {} => 3,
        _ => 0,
    }
}

/// What an effect brings in the battle besides the combat value, as the table stands.
pub fn beside_value(view: View<'_>, effect: &Effect) -> i32 {
    let (game, enemy): (&Game, View<'_>) = (view.game, View { side: view.side.other(), own: None, ..view });
    let held = game.count(enemy.side, HAND) as i32;
    let attacks = view.battle().is_some_and(|battle| battle.attacker == view.side);
    match effect {
        Effect::Draw(cards) => i32::from(*cards) * UNSEEN,
        Effect::EnemyDiscards { cards, .. } => i32::from(*cards).min(held) * (UNSEEN - 1),
        Effect::EnemyEngages { .. } => match enemy.free_generals().count() {
            0 => 0,
            1 => 15,
            _ => 9,
        },
        Effect::Disengage {} | Effect::BringGeneral {} => match view.free_generals().count() {
            0 => 24,
            1 => 14,
            _ => 4,
        },
        Effect::Wound {} if enemy.present().any(|one| one.engaged) => 10,
        Effect::AttackCap(_) => 16,
        Effect::EnemyAttacksFirst {} if attacks => 12,
        Effect::NoMoreValues {} => -60,
        _ => 0,
    }
}
