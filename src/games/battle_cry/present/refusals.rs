//! Why an order is refused, in words: to the player who gave it, and to everybody.

use crate::BattleCry;
use crate::document::Problem;
use crate::engine::Audience;
use crate::events::Refusal;
use crate::shared::Side;

adjutant_core::refusal_words!(BattleCry, Side, words);

/// What is wrong, and what to do about it, for whoever reads it.
fn words(_rules: &BattleCry, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    let _voice = side.voice(to);
    Problem::new(format!("{refusal:?}"))
}
