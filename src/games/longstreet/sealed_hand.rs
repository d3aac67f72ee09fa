//! The cards of a hand, each sealed by itself, so that an answer in advance shows a card only when it is played: "your
//! enemy may not inspect your hand" (The Action Cards, LS-22). An answer names its cards by these parts.

use serde_json::{Value, json};

use crate::engine::OwnCards;
use crate::engine::cards::Sealed;
use crate::ledger::HAND;
use crate::view::View;

/// The names of the parts, as many as a hand may have cards.
pub const PARTS: [&str; 20] = [
    "held_1", "held_2", "held_3", "held_4", "held_5", "held_6", "held_7", "held_8", "held_9", "held_10", "held_11",
    "held_12", "held_13", "held_14", "held_15", "held_16", "held_17", "held_18", "held_19", "held_20",
];

/// The part that a name is.
pub fn part(name: &str) -> Option<&'static str> {
    PARTS.into_iter().find(|part| *part == name)
}

/// Each card of a hand under its part, in the order in which they were drawn, which says nothing about them.
pub fn parts(own: &OwnCards) -> Vec<(&'static str, Value)> {
    let hand = own.piles.get(HAND).into_iter().flatten().flatten();
    PARTS.into_iter().zip(hand).map(|(part, card)| (part, json!(card))).collect()
}

/// What a name in an answer in advance stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedCard<'v> {
    /// A card, named or opened.
    Open(&'v str),
    /// A card that is still sealed.
    Sealed(&'static str),
    /// A part that is no longer in force.
    Nothing,
}

/// The card behind a name in an answer in advance of the side.
pub fn named<'v>(view: View<'v>, name: &'v str) -> NamedCard<'v> {
    let Some(part) = part(name) else { return NamedCard::Open(name) };
    let sealed = view.game.cards.of(&view.side.id()).and_then(|own| own.advance.get(part));
    match sealed.map(|advance| &advance.says) {
        Some(Sealed::Open(Value::String(card))) => NamedCard::Open(card),
        Some(Sealed::Under(_)) => NamedCard::Sealed(part),
        _ => NamedCard::Nothing,
    }
}
