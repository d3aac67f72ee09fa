//! Why something happens, behind the sentence that says what: draws, discards, command points, the end of the game.

use super::names;
use crate::BattleCry;
use crate::events::{DiscardReason, DrawReason, PointsReason};
use crate::ledger::EndReason;
use crate::report::grammar::capital;
use crate::report::text_builder::TextBuilder;
use crate::report::{EventText, Kind};
use crate::shared::Side;

/// A sentence about a side.
pub fn told(kind: Kind, side: Side, words: impl Into<String>) -> EventText {
    let words = words.into();
    // A name may end with its own full stop: Washington, D.C.
    let words = words.strip_suffix("..").map(|rest| format!("{rest}.")).unwrap_or(words);
    EventText::new(kind, TextBuilder::words(capital(&words))).of(side.id(), None)
}

/// Why cards are drawn, behind the number of cards.
pub fn draw_reason(rules: &BattleCry, why: &DrawReason) -> String {
    match why {
        DrawReason::FirstHand => " as its first hand".to_owned(),
        DrawReason::Turn => String::new(),
        DrawReason::Battle => " for the battle".to_owned(),
        DrawReason::Card(card) => format!(" by {}", names::card(rules, card)),
        DrawReason::Cavalry(general) => format!(" by the cavalry of {}", names::card(rules, general)),
        DrawReason::Exchange => " for the general".to_owned(),
        DrawReason::NewDay => " as the battle goes on".to_owned(),
    }
}

/// Why cards are discarded, behind the cards.
pub fn discard_reason(rules: &BattleCry, why: &DiscardReason) -> String {
    match why {
        DiscardReason::Card(card) => format!(" for {}", names::card(rules, card)),
        DiscardReason::HandLimit => " down to nine cards".to_owned(),
        DiscardReason::Exchange => " to draw a card for it".to_owned(),
    }
}

/// How the game is won, as the end of a sentence.
pub fn won(how: EndReason) -> &'static str {
    match how {
        EndReason::Cities => "it has taken three cities",
        EndReason::Election => "it has taken two cities and wins the election of 1864",
        EndReason::DecksExhausted => "a side has run out of its second deck",
        EndReason::DeckOne => "it meets more of the conditions at the end of Deck One",
        EndReason::Battle => "it has won the battle",
        EndReason::Lied => "the other side has opened command cards that cannot lie there",
    }
}

/// Why command points change, behind the change.
pub fn points_reason(rules: &BattleCry, why: &PointsReason) -> String {
    let battle = |id| names::battle(rules, id);
    match why {
        PointsReason::Card(card) => format!(" by {}", names::card(rules, card)),
        PointsReason::Later(event) => {
            format!(" by {}", rules.pack.events.get(event).map_or(event.as_str(), |event| event.title.as_str()))
        }
        PointsReason::Battle(id) => format!(" for the battle of {}", battle(id)),
        PointsReason::Major(id) => format!(" for the Major Victory at {}", battle(id)),
        PointsReason::Offensive(id) => format!(" for the offensive that failed at {}", battle(id)),
        PointsReason::Fallen(id) => format!(" for {}, which falls without a battle", battle(id)),
        PointsReason::Washington => " as Washington is retaken".to_owned(),
    }
}

/// How a game is drawn.
pub fn drawn(how: EndReason) -> &'static str {
    match how {
        EndReason::DeckOne => "both sides meet as many of the conditions at the end of Deck One",
        other => won(other),
    }
}
