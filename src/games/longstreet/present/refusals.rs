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
        Refusal::NoSuchCard { card } => (
            format!("{} no card '{card}' in hand", voice.you_have()),
            "`adjutant show hand` lists your cards; name each card once, and put a title with a comma in quotes",
        ),
        Refusal::NotInHand { card } => {
            (format!("{} is not in {} hand", name(card), voice.your()), "name a card of your hand, and each card once")
        }
        Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
        Refusal::WrongCount { cards } => (
            format!("{} cannot invoke a phase", names::number(*cards, "card")),
            "name one card, or two if anything is to cause disorder",
        ),
        Refusal::WrongSymbol { card, symbol } => (
            format!("{} does not modify a {} phase", name(card), names::word(symbol)),
            "choose a card with the symbol of the phase, or none",
        ),
        Refusal::AlreadyModified { symbol } => {
            (format!("this turn's {} phase is already modified", names::word(symbol)), "leave the modifier out")
        }
        Refusal::WrongMoment { card, moment } => (
            format!("{} does not interrupt {}", name(card), names::moment(*moment)),
            "`adjutant show card NAME` says when it does",
        ),
        Refusal::TooLateToReshuffle => {
            ("a reshuffle comes before everything else in a turn".to_owned(), "put it first, or leave it out")
        }
        Refusal::PhaseOver { phase: Phase::Status } => ("the turn is over".to_owned(), "wait for your next turn"),
        Refusal::PhaseOver { phase } => {
            (format!("it is too late for {} in this turn", names::phase(*phase)), "wait for your next turn")
        }
        Refusal::NotInvoked { phase } => {
            let phase = names::phase(*phase).trim_start_matches("a ");
            (format!("no {phase} is under way"), "play a card to invoke the phase first")
        }
        Refusal::NoSuchUnit { unit } => (format!("there is no unit {unit}"), "see `show map`"),
        Refusal::UnitGone { unit } => (format!("{} is no longer on the table", by(unit)), "leave it out"),
        Refusal::NotOwn { unit } => {
            (format!("{} is not one of {} units", by(unit), voice.your()), "name one of your own")
        }
        Refusal::NotEnemy { unit } => (format!("{} is not an enemy unit", by(unit)), "name an enemy unit"),
        Refusal::UnitTwice { unit } => (format!("{} is named twice", by(unit)), "name it once"),
        Refusal::NoUnits => ("the order names no unit".to_owned(), "name at least one"),
        Refusal::HasFired { unit } => (format!("{} has already fired in this turn", by(unit)), "leave it out"),
        Refusal::HasMoved { unit } => (format!("{} has already moved in this turn", by(unit)), "leave it out"),
        Refusal::HasCharged { unit } => (format!("{} has already charged in this turn", by(unit)), "leave it out"),
        Refusal::NoAmmunition { unit } => (format!("{} has no ammunition", by(unit)), "leave it out"),
        Refusal::Barred { unit, card } => (
            format!("{} is stopped by {}", by(unit), names::card(rules, side.other(), card)),
            "give the order to another unit",
        ),
        Refusal::OneCard => (
            "the phase was invoked with one card and allows no disorder".to_owned(),
            "invoke it with two cards, or leave the disorder out",
        ),
        Refusal::NoReroll => (
            "no modifier of this phase is left that lets a unit roll its misses again".to_owned(),
            "modify the phase with such a card, and use it once, for a single unit",
        ),
        Refusal::BadDice => (
            "these dice cannot be rolled".to_owned(),
            "roll 1 to 60 dice, and write the lowest roll that hits, from 1 to 6",
        ),
        Refusal::DiceAndLosses => {
            ("the order has both dice and losses".to_owned(), "declare the losses, or roll dice for them")
        }
        Refusal::BadWords => {
            ("the text is too long, or has characters that cannot be printed".to_owned(), "write up to 80 characters")
        }
        Refusal::OffTable { east, north } => {
            (format!("({east}, {north}) is not on the table"), "write places in tenths of a base width")
        }
        Refusal::NothingMarked { unit } => {
            (format!("the mark changes nothing about {}", by(unit)), "write what has happened to it")
        }
        Refusal::NoClaim { condition } => (
            format!("{} no victory condition '{}' to claim", voice.you_have(), names::condition(rules, condition)),
            "claim one of your own that only players can judge; the program counts the others itself",
        ),
        Refusal::PassedBefore => (
            format!("{} passed last turn and cannot pass again", voice.you()),
            "invoke a movement or a combat phase; no unit has to move or fight",
        ),
        Refusal::LastCards => (
            format!("{} passed last turn and must invoke a phase", voice.you()),
            "keep a card for a movement or combat phase",
        ),
        Refusal::NoCommandChoice => (
            "there is no movement or combat phase to end".to_owned(),
            "after `pass`, which ends the turn, leave this out; otherwise invoke a phase first, or pass",
        ),
        Refusal::Interrupted { card } => (
            format!("{} interrupted with {}", voice.enemy(), names::card(rules, side.other(), card)),
            "decide again, and give your remaining orders",
        ),
    };
    Problem::new(words).advice(advice)
}
