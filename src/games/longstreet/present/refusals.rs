//! Why an order is refused, in words: to the player who gave it, and to everybody.

use super::names;
use crate::Longstreet;
use crate::document::{Id, Problem};
use crate::engine::Audience;
use crate::events::Refusal;
use crate::ledger::Phase;
use crate::side::Side;

adjutant_core::refusal_words!(Longstreet, Side, words);

/// What is wrong, and what to do about it, for whoever reads it.
fn words(rules: &Longstreet, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    let voice = side.voice(to);
    let name = |card: &str| names::card(rules, side, card);
    let by = |unit: &Id| names::unit(rules, unit);
    let (words, advice) = match refusal {
        Refusal::NoSuchCard { card } => (format!("{} deck has no card {card}", voice.your()), "see `show hand`"),
        Refusal::NotInHand { card } => {
            (format!("{} cannot be in {} hand", name(card), voice.your()), "name a card of the hand")
        }
        Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
        Refusal::WrongCount { cards } => (
            format!("a phase is not invoked with {}", names::number(*cards, "card")),
            "name one card, or two if anything is to cause disorder",
        ),
        Refusal::WrongSymbol { card, symbol } => (
            format!("{} does not modify a {} phase", name(card), names::word(symbol)),
            "choose a card with the symbol of the phase, or none",
        ),
        Refusal::AlreadyModified { symbol } => {
            (format!("a {} phase was modified in this turn", names::word(symbol)), "leave the modifier out")
        }
        Refusal::WrongMoment { card, moment } => {
            (format!("{} does not interrupt {}", name(card), names::moment(*moment)), "its text says when it does")
        }
        Refusal::TooLateToReshuffle => {
            ("a reshuffle comes before everything else in a turn".to_owned(), "put it first, or leave it out")
        }
        Refusal::PhaseOver { phase: Phase::Status } => ("the turn is over".to_owned(), "leave it for another turn"),
        Refusal::PhaseOver { phase } => {
            (format!("the time for {} is over in this turn", names::phase(*phase)), "leave it for another turn")
        }
        Refusal::NotInvoked { phase } => {
            (format!("{} is not under way", names::phase(*phase)), "play a card to invoke the phase first")
        }
        Refusal::NoSuchUnit { unit } => (format!("there is no unit {unit}"), "see `show map`"),
        Refusal::UnitGone { unit } => (format!("{} is gone", by(unit)), "leave it out"),
        Refusal::NotOwn { unit } => (format!("{} is not {} own", by(unit), voice.your()), "name another unit"),
        Refusal::NotEnemy { unit } => (format!("{} is no enemy", by(unit)), "name a unit of the enemy's"),
        Refusal::UnitTwice { unit } => (format!("{} is named twice", by(unit)), "name it once"),
        Refusal::NoUnits => ("the order names no unit".to_owned(), "name at least one"),
        Refusal::HasFired { unit } => (format!("{} has fired", by(unit)), "leave it out"),
        Refusal::HasMoved { unit } => (format!("{} has moved", by(unit)), "leave it out"),
        Refusal::HasCharged { unit } => (format!("{} has charged", by(unit)), "leave it out"),
        Refusal::NoAmmunition { unit } => (format!("{} has no ammunition", by(unit)), "leave it out"),
        Refusal::Barred { unit, card } => (
            format!("{} is stopped by {}", by(unit), names::card(rules, side.other(), card)),
            "give the order to another unit",
        ),
        Refusal::OneCard => (
            "the phase was invoked with one card, and allows no disorder".to_owned(),
            "invoke it with two cards, or leave the disorder out",
        ),
        Refusal::NoReroll => (
            "no modifier of this phase rolls misses again, or it is used".to_owned(),
            "modify the phase with such a card, and use it for one firing unit",
        ),
        Refusal::BadDice => ("there are no such dice".to_owned(), "roll 1 to 60 dice that hit with 1 to 6 or more"),
        Refusal::DiceAndLosses => {
            ("the losses follow from the dice".to_owned(), "declare the losses, or roll for them")
        }
        Refusal::BadWords => ("the words are too long, or cannot be read".to_owned(), "write up to 80 characters"),
        Refusal::OffTable { east, north } => {
            (format!("({east}, {north}) is not on the table"), "write places in tenths of a base width")
        }
        Refusal::NothingMarked { unit } => {
            (format!("nothing that can be is marked of {}", by(unit)), "say what has happened to it")
        }
        Refusal::NoClaim { condition } => (
            format!("{} no condition to claim called {}", voice.you_have(), names::condition(rules, condition)),
            "claim one of your own that the players judge; the program counts the others itself",
        ),
        Refusal::PassedBefore => (
            format!("{} passed in the turn before", voice.you()),
            "invoke a movement or a combat phase; nobody need then move or fight",
        ),
        Refusal::LastCards => (
            format!("{} passed in the turn before, and must invoke a phase", voice.you()),
            "keep a card for a movement or combat phase",
        ),
        Refusal::NoCommandChoice => {
            ("there was no command choice".to_owned(), "invoke a movement or combat phase, or pass")
        }
        Refusal::Interrupted { card } => (
            format!("{} interrupted with {}", voice.enemy(), names::card(rules, side.other(), card)),
            "think again, and give your orders",
        ),
    };
    Problem::new(words).advice(advice)
}
