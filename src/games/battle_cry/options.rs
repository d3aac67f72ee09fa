//! The options of a charter, and the ids of command cards (Command Point Cards).

use crate::pack::Theater;
use crate::shared::Side;
use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The highest value of a command card (BC-34).
pub const MOST_POINTS: u8 = 15;

/// What a charter may set.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// When the enemy may answer a card (BC-26).
    pub interrupts: Interrupts,
    /// The count of the cards in a send starts again after an immediate card of the enemy's (BC-5).
    pub interrupt_resets: bool,
    /// In phases J and K the Union discards after it has seen the Confederate's resource (BC-31).
    pub discards: Discards,
}

/// When the enemy may answer a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interrupts {
    /// After the whole send, in his next file (BC-26).
    #[default]
    Send,
    /// After each card, as the rulebook has it.
    Card,
}

/// When the Union discards in phase K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Discards {
    /// In the file of its resource (BC-31).
    #[default]
    Together,
    /// After the Confederate's resource, as the rulebook has it.
    After,
}

/// The command card of a value: `us_east_5` (Set-Up F).
pub fn command_card(side: Side, theater: Theater, points: u8) -> String {
    format!("{}_{}_{points}", flag(side), theater.as_str())
}

/// The value of a command card, and its theater.
pub fn command_points(side: Side, card: &str) -> Option<(Theater, u8)> {
    let (theater, points) = card.strip_prefix(flag(side))?.strip_prefix('_')?.split_once('_')?;
    let theater = Theater::BOTH.into_iter().find(|other| other.as_str() == theater)?;
    let points = points.parse().ok().filter(|points| *points <= MOST_POINTS)?;
    (command_card(side, theater, points) == card).then_some((theater, points))
}

/// The prefix of the ids of a side's cards.
pub fn flag(side: Side) -> &'static str {
    match side {
        Side::Union => "us",
        Side::Confederate => "cs",
    }
}
