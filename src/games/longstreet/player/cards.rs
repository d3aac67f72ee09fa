//! What a card is worth to whoever holds it.

use crate::pack::{Card, Effect, Symbol};
use crate::view::View;

/// How much he misses a card that he plays for anything but its own use: its morale, and what its effect may do for him.
pub fn worth(card: &Card) -> u8 {
    let interrupt = match card.effect {
        Effect::LoseCards => 6,
        Effect::BatterySilent | Effect::UnitStays | Effect::NoCharge => 3,
        Effect::Shown | Effect::RerollMisses | Effect::MoveEnemy | Effect::RoughGround => 0,
    };
    let modifier = match card.symbol {
        Some(Symbol::Fire) => 2 + u8::from(card.effect == Effect::RerollMisses),
        Some(Symbol::Combat) => 2,
        Some(Symbol::Movement) => 1,
        None => 0,
    };
    card.morale.saturating_mul(2).saturating_add(interrupt + modifier)
}

/// Whether he plays it as an interrupt: one that stops something of the enemy's, and that the program applies.
pub fn stops(card: &Card) -> bool {
    let stops = card.effect.wants_unit() && !card.effect.wants_spot();
    card.interrupt.is_some() && (stops || card.effect == Effect::LoseCards)
}

/// Sorts cards, those first that he misses least.
pub fn least_first(view: View<'_>, cards: &mut [String]) {
    cards.sort_by_key(|id| (view.card(id).map_or(0, worth), id.clone()));
}
