//! The record: the cards, the table, and the current point in the turn. Two of the piles are out of the game, and no
//! other card ever is (When Are Cards Removed from the Game?).

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::table::Spot;
use crate::document::Id;
use crate::engine::CardTable;
use crate::orders::{Dice, Mark};
use crate::pack::Symbol;
use crate::shared::table::Unit;
use crate::side::Side;
use crate::sorted::SortedMap;

/// The deck, face down (The Action Cards).
pub const DECK: &str = "deck";
/// The hand (Hand Size).
pub const HAND: &str = "hand";
/// The discards, which the enemy may not inspect (The Action Cards).
pub const DISCARD: &str = "discard";
/// The cards that a reshuffle has removed, seen by nobody (Reshuffling Penalty).
pub const REMOVED: &str = "removed";
/// The red interrupts that were played, out of the game for all to see (Red = Remove).
pub const OUT_OF_GAME: &str = "gone";

/// Everything on record.
#[sparse(shown, placed, reshuffled, acted, invoked, modified, interrupt, barred, passed, facts, declared, won)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The id of the battle in the pack, and the year of its cards (Year Indicators).
    pub battle: Id,
    pub year: u16,
    /// Hand sizes (Hand Size).
    pub hand: SortedMap<Side, u8>,
    /// How many turns have begun, both sides' counted.
    pub turn: u32,
    /// The active side.
    pub side: Side,
    pub phase: Phase,
    /// The piles `deck`, `hand`, `discard`, `removed` and `gone` of each side.
    pub cards: CardTable,
    /// The cards that everybody has seen a side discard since it last reshuffled (LS-4).
    pub shown: SortedMap<Side, Vec<String>>,
    pub units: SortedMap<Id, Unit>,
    /// Rough ground that cards have placed.
    pub placed: Vec<Spot>,
    /// The active side has reshuffled in this turn.
    pub reshuffled: bool,
    /// Whether it has given an order after which it can no longer reshuffle.
    pub acted: bool,
    /// The phase that it has invoked last.
    pub invoked: Option<Invoked>,
    /// The modifiers that it has played in this turn, by their symbols (Modifying a Phase).
    pub modified: Vec<Symbol>,
    /// The card with which the passive side has interrupted this turn (Interrupt).
    pub interrupt: Option<String>,
    /// The unit that it stops in this phase.
    pub barred: Option<Id>,
    /// Which sides passed in their own previous turn (Pass).
    pub passed: SortedMap<Side, bool>,
    /// What was declared in this turn, in order, except what was withdrawn.
    pub facts: Vec<Fact>,
    /// How many facts were declared in the match.
    pub declared: u32,
    /// Who has won, and how; the match ends with it.
    pub won: Option<BattleResult>,
}

/// Where a turn stands (Sequence of a Turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It has begun; the passive side may interrupt before anything else.
    Start,
    /// The active side may reshuffle; it has invoked nothing yet.
    Choice,
    Fire,
    Movement,
    Combat,
    Status,
}

impl Phase {
    /// The phase that a symbol modifies (Modifier Symbol).
    pub fn of(symbol: Symbol) -> Phase {
        match symbol {
            Symbol::Fire => Phase::Fire,
            Symbol::Movement => Phase::Movement,
            Symbol::Combat => Phase::Combat,
        }
    }
}

/// A phase that was invoked.
#[sparse(all_but(cards))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invoked {
    /// The number of cards: two allow disorder (Disorder Requires Two Cards).
    pub cards: u8,
    /// The card that modifies it (Modifying a Phase).
    pub modifier: Option<String>,
    /// Whether the modifier has been used on a unit.
    pub used: bool,
    /// Whether its first action has been declared, so that interrupts are over (Interrupt).
    pub begun: bool,
    /// Whether its first charge has been declared.
    pub charged: bool,
}

/// Something that a side has declared about the table.
#[sparse(morale, settled, ruled)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pub n: u32,
    /// Who declares it.
    pub side: Side,
    pub what: Declaration,
    /// The morale points of the cards played against it.
    pub morale: u8,
    /// Whether the other side has accepted it and it is applied.
    pub settled: bool,
    /// A referee's ruling on it: a side that is then asked about it has only one answer (LS-15).
    pub ruled: Option<RefereeRuling>,
}

/// A referee's ruling on a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefereeRuling {
    Stands,
    Falls,
}

/// What is declared.
#[sparse(Charge(dice, faces))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Declaration {
    /// Units have fired. `faces` are those that count, after any reroll.
    Volley { units: Vec<Id>, target: Id, dice: Dice, faces: Vec<u8>, hits: u8 },
    /// A unit has moved.
    Move { unit: Id, from: Spot, to: Spot, disorder: bool, was: PriorMarkers },
    /// A unit has charged.
    Charge { unit: Id, target: Id, dice: Option<Dice>, faces: Vec<u8>, losses: u8, own_losses: u8, disorder: bool },
    /// A unit was marked; `was` is how it was before.
    Mark { mark: Mark, was: Unit },
    /// A victory condition is met.
    Claim { condition: Id },
}

/// The markers before a move, in case it is withdrawn.
#[sparse]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriorMarkers {
    pub disorder: bool,
    pub moved: bool,
}

/// A side that has won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleResult {
    pub side: Side,
    pub how: EndReason,
    /// The condition that is met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Id>,
}

/// How a battle ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The loser has passed with neither deck nor discards (Pass).
    NoCards,
    /// A victory condition is met in the winner's status phase (The Sequence of Play).
    Conditions,
}

impl Game {
    /// A fact by its number.
    pub fn fact(&self, n: u32) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.n == n)
    }

    /// The same, to be changed.
    pub fn fact_mut(&mut self, n: u32) -> Option<&mut Fact> {
        self.facts.iter_mut().find(|fact| fact.n == n)
    }

    /// How many cards a pile of a side has.
    pub fn count(&self, side: Side, pile: &str) -> usize {
        self.cards.count(&side.id(), pile)
    }

    /// The hand size of a side (Hand Size).
    pub fn hand_size(&self, side: Side) -> usize {
        self.hand.get(&side).map_or(6, |size| usize::from(*size))
    }

    /// Whether a side passed in its turn before this (Pass).
    pub fn has_passed(&self, side: Side) -> bool {
        self.passed.get(&side).copied().unwrap_or(false)
    }
}
