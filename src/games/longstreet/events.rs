//! Events, and the reasons why orders are refused: codes and facts.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::board::table::{Goal, Spot};
use crate::document::Id;
use crate::ledger::{EndReason, Phase};
use crate::orders::{Amend, Dice, Mark};
use crate::pack::{Effect, Moment, Symbol};
use crate::side::Side;

/// An event. `fact` is the number of a declaration; numbers are never reused in a match.
#[sparse(
    Invoked(modify),
    Interrupted(unit, to),
    Volley(again),
    Charged(dice, faces, against, against_faces),
    Ended(condition)
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A side's turn begins (The Sequence of Play).
    Turn { turn: u32, side: Side },
    /// A side reshuffles; whether it must; the cards that are removed, and those of the new deck (Reshuffle).
    Reshuffled { side: Side, forced: bool, removed: usize, deck: usize },
    /// It must reshuffle and has nothing to shuffle (LS-6).
    NothingToShuffle { side: Side },
    /// A phase is invoked, and with which card it is modified (Playing Card(s) to Invoke a Phase, Modifying a Phase).
    Invoked { side: Side, phase: Phase, cards: Vec<String>, modify: Option<String> },
    /// The passive side interrupts: the card, what it does and on what (Interrupt).
    Interrupted {
        side: Side,
        card: String,
        moment: Moment,
        effect: Effect,
        removed: bool,
        unit: Option<Id>,
        to: Option<Goal>,
    },
    /// A side has rolled for cards that it loses, at random, from its hand (LS-9).
    LostCards { side: Side, face: u64, count: usize },
    /// An order is not carried out, because of an interrupt (LS-8).
    Dropped { side: Side, order: Value, card: String },
    /// Units have fired (LS-11). `faces` are the dice as rolled; `again` the rerolls of the misses.
    Volley {
        fact: u32,
        side: Side,
        units: Vec<Id>,
        target: Id,
        dice: Dice,
        faces: Vec<u8>,
        again: Vec<u8>,
        hits: u8,
        purpose: String,
    },
    /// A unit has moved this far, in tenths of a base width.
    Moved { fact: u32, side: Side, unit: Id, from: Spot, to: Spot, distance: u32, disorder: bool },
    /// A unit has charged (LS-12).
    Charged {
        fact: u32,
        side: Side,
        unit: Id,
        target: Id,
        dice: Option<Dice>,
        faces: Vec<u8>,
        against: Option<Dice>,
        against_faces: Vec<u8>,
        losses: u8,
        own_losses: u8,
        disorder: bool,
    },
    /// A mark is recorded for a unit of either side (LS-10).
    Marked { fact: u32, side: Side, mark: Mark },
    /// Dice were rolled for something else.
    Rolled { side: Side, dice: Dice, faces: Vec<u8>, hits: u8, purpose: String },
    /// A side claims that a victory condition is met (LS-16).
    VictoryClaimed { fact: u32, side: Side, condition: Id },
    /// A side accepts what the other has declared (LS-13).
    Confirmed { side: Side, facts: Vec<u32> },
    /// A side disputes a fact (LS-14).
    Disputed { side: Side, fact: u32, why: String },
    /// A side stays with what it said.
    Insists { side: Side, fact: u32, why: String },
    /// The declarer takes a fact back, and it is undone.
    Withdrawn { side: Side, fact: u32 },
    /// The declarer corrects a fact: the hits or losses that come of it now.
    Amended { side: Side, fact: u32, amend: Amend, hits: u8, own_losses: u8 },
    /// The other side yields: the fact stands.
    Yielded { side: Side, fact: u32 },
    /// A card is played for its morale value, against the hits of a fact (Morale Value).
    Morale { side: Side, card: String, value: u8, fact: u32, unit: Id },
    /// Hits are applied: those scored, those that morale has removed, the bases lost and those left (LS-11).
    Losses { fact: u32, side: Side, unit: Id, hits: u8, saved: u8, lost: u8, bases: u8 },
    /// A unit has no bases left, or has left the table.
    UnitGone { unit: Id },
    /// A side passes (Pass).
    Passed { side: Side, forced: bool },
    /// A side refills its hand: the cards drawn, its hand and deck now (Redraw).
    Redrawn { side: Side, count: usize, hand: usize, deck: usize },
    /// Smoke is removed from these units (The Sequence of Play).
    SmokeRemoved { side: Side, units: Vec<Id> },
    /// The battle is over.
    Ended { winner: Side, how: EndReason, condition: Option<Id> },
}

/// Why the rules forbid an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The side's deck has no such card in this year.
    NoSuchCard { card: String },
    /// It cannot be in the hand: it is out of the game or among the discards, or the hand has too few cards.
    NotInHand { card: String },
    /// It is named twice.
    Twice { card: String },
    /// A phase is invoked with one card or two.
    WrongCount { cards: usize },
    /// The modifying card does not have the symbol of the phase.
    WrongSymbol { card: String, symbol: Symbol },
    /// A card of this symbol has modified a phase of this turn.
    AlreadyModified { symbol: Symbol },
    /// The card does not interrupt at this moment.
    WrongMoment { card: String, moment: Moment },
    /// Another order was given before, so it is too late to reshuffle.
    TooLateToReshuffle,
    /// The time for this phase has passed.
    PhaseOver { phase: Phase },
    /// The phase was not invoked.
    NotInvoked { phase: Phase },
    /// There is no such unit.
    NoSuchUnit { unit: Id },
    /// It has no bases left, or has left the table.
    UnitGone { unit: Id },
    /// It is not of the side.
    NotOwn { unit: Id },
    /// It is not of the enemy.
    NotEnemy { unit: Id },
    /// It is named twice.
    UnitTwice { unit: Id },
    /// The order names no unit.
    NoUnits,
    /// It has smoke, or has fired in this phase.
    HasFired { unit: Id },
    /// It has moved in this turn.
    HasMoved { unit: Id },
    /// It has charged in this turn.
    HasCharged { unit: Id },
    /// It has no ammunition.
    NoAmmunition { unit: Id },
    /// An interrupt stops it.
    Barred { unit: Id, card: String },
    /// The phase was invoked with one card only.
    OneCard,
    /// The phase has no modifier that rolls misses again, or it has been used.
    NoReroll,
    /// There are no such dice.
    BadDice,
    /// Losses are declared beside dice for them, or dice are missing.
    DiceAndLosses,
    /// The words are too long, or cannot be read.
    BadWords,
    /// The spot is not on the table.
    OffTable { east: i32, north: i32 },
    /// The mark says nothing, or something impossible.
    NothingMarked { unit: Id },
    /// The side has no such condition, or the program counts it.
    NoClaim { condition: Id },
    /// It passed in its last turn, and has cards.
    PassedBefore,
    /// Its last cards: it passed in its last turn, and must have one left to invoke a phase.
    LastCards,
    /// There was no command choice yet.
    NoCommandChoice,
    /// The enemy has interrupted, and the player should reconsider his orders.
    Interrupted { card: String },
}
