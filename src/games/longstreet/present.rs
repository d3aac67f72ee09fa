//! Words: why an order is refused, the kinds of orders. What happens is told by the engine's own words until this has more.

pub mod odds;
pub mod warnings;

use crate::Longstreet;
use crate::document::{Id, Problem};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::{OwnCards, Position, Reason};
use crate::events::Refusal;
use crate::ledger::Phase;
use crate::orders::Order;
use crate::report::{OrderKind, OrderOdds, Present, When};
use crate::side::Side;

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Longstreet, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side, side.voice(Audience::Owner));
        Problem::new(words).advice(advice).refusing(self)
    }

    /// What is wrong, to everybody, as the end of a sentence.
    pub fn to_everyone(&self, rules: &Longstreet, side: Side) -> String {
        self.words(rules, side, side.voice(Audience::Everyone)).0
    }

    fn words(&self, rules: &Longstreet, side: Side, voice: Voice) -> (String, &'static str) {
        let name = |card: &str| card_name(rules, side, card);
        let by = |unit: &Id| unit_name(rules, unit);
        match self {
            Refusal::NoSuchCard { card } => (format!("{} deck has no card {card}", voice.your()), "see `show hand`"),
            Refusal::NotInHand { card } => {
                (format!("{} cannot be in {} hand", name(card), voice.your()), "name a card of the hand")
            }
            Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
            Refusal::WrongCount { cards } => (
                format!("a phase is not invoked with {cards} cards"),
                "name one card, or two if anything is to cause disorder",
            ),
            Refusal::WrongSymbol { card, symbol } => (
                format!("{} does not modify a {} phase", name(card), symbol.as_str()),
                "choose a card with the symbol of the phase, or none",
            ),
            Refusal::AlreadyModified { symbol } => {
                (format!("a {} phase was modified in this turn", symbol.as_str()), "leave the modifier out")
            }
            Refusal::WrongMoment { card, moment } => {
                (format!("{} does not interrupt at {}", name(card), moment.window()), "its text says when it does")
            }
            Refusal::TooLateToReshuffle => {
                ("a reshuffle comes before everything else in a turn".to_owned(), "put it first, or leave it out")
            }
            Refusal::PhaseOver { phase } => {
                (format!("the time for {} is over in this turn", now(*phase)), "leave it for another turn")
            }
            Refusal::NotInvoked { phase } => (
                format!("{} {} not invoked", now(*phase), if *phase == Phase::Choice { "was" } else { "is" }),
                "play a card to invoke the phase first",
            ),
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
                format!("{} is stopped by {}", by(unit), card_name(rules, side.other(), card)),
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
            Refusal::OffTable { x, y } => {
                (format!("({x}, {y}) is not on the table"), "places are in tenths of a base width")
            }
            Refusal::NothingMarked { unit } => {
                (format!("nothing that can be is marked of {}", by(unit)), "say what has happened to it")
            }
            Refusal::NoClaim { condition } => (
                format!("{} no condition {condition} to claim", voice.you_have()),
                "the program counts the other conditions itself",
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
                format!("{} interrupted with {}", voice.enemy(), card_name(rules, side.other(), card)),
                "think again, and give your orders",
            ),
        }
    }
}

fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "the start",
        Phase::Choice => "that choice",
        Phase::Fire => "a fire phase",
        Phase::Movement => "a movement phase",
        Phase::Combat => "a combat phase",
        Phase::Status => "orders",
    }
}

fn card_name(rules: &Longstreet, side: Side, card: &str) -> String {
    rules.pack.card(side, card).map_or_else(|| card.to_owned(), |card| card.title.clone())
}

fn unit_name(rules: &Longstreet, unit: &Id) -> String {
    let known = rules.pack.battles.values().find_map(|battle| battle.unit(unit));
    known.map_or_else(|| unit.to_string(), |(_, unit)| unit.name.clone())
}

impl Present for Longstreet {
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| format!("the {side} side"), |side| side.in_words().to_owned())
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        Some(reason.refusal::<Refusal>()?.to_everyone(self, Side::named(side).ok()?))
    }
    fn kinds(&self) -> &'static [OrderKind] {
        const fn kind(key: &'static str, title: &'static str, rule: &'static str) -> OrderKind {
            OrderKind { key, title, rule }
        }
        const {
            &[
                kind("reshuffle", "Reshuffle", "Reshuffle"),
                kind("fire", "Invoke a fire phase", "Playing Card(s) to Invoke a Phase"),
                kind("volley", "Fire at a unit", "LS-11"),
                kind("movement", "Invoke a movement phase", "Playing Card(s) to Invoke a Phase"),
                kind("move", "Move a unit", "LS-10"),
                kind("combat", "Invoke a combat phase", "Playing Card(s) to Invoke a Phase"),
                kind("charge", "Charge a unit", "LS-12"),
                kind("mark", "Put down what has happened to a unit", "LS-10"),
                kind("roll", "Roll dice for something else", "LS-11"),
                kind("claim", "Claim a victory condition", "LS-16"),
                kind("settle", "Have what was declared confirmed", "LS-13"),
                kind("pass", "Pass", "Pass"),
                kind("end_turn", "End the turn", "Redraw"),
            ]
        }
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("The Sequence of Play")
    }
    fn when(&self, position: &Position<Self>) -> When {
        let turn = position.game.turn;
        When { turn: turn.into(), name: format!("Turn {turn}"), words: format!("turn {turn}") }
    }
    fn odds(&self, position: &Position<Self>, side: &Id, order: &Order) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, side, None, order)
    }
    fn odds_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        own: &OwnCards,
        order: &Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, side, Some(own), order)
    }
    fn warnings(&self, position: &Position<Self>, side: &Id, orders: &[Order]) -> Vec<Problem> {
        warnings::warnings(self, position, side, None, orders)
    }
    fn warnings_with(&self, position: &Position<Self>, side: &Id, own: &OwnCards, orders: &[Order]) -> Vec<Problem> {
        warnings::warnings(self, position, side, Some(own), orders)
    }
}
