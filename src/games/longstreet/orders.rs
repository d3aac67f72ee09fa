//! What players can write: orders, standing orders, questions and answers, and the contents of answers in advance.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::table::{Ammunition, Goal};
use crate::document::{Id, is_zero};
use crate::pack::Moment;
use crate::shared::table::UnitSelector;

/// An order of the active side. A card is written by its id, or by its title where any copy will do; orders come in the
/// sequence of a turn: reshuffle, fire and volleys, then movement and moves, combat and charges, or a pass. None of
/// them discards a card that it does not use (No Voluntary Discards).
#[sparse(
    Fire(modify),
    Volley(reroll, purpose),
    Movement(modify),
    Move(disorder),
    Combat(modify),
    Charge(dice, against, losses, own_losses, disorder),
    Roll(purpose)
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// The discards and the rest of the deck become a new deck (Reshuffle).
    Reshuffle {},
    /// A fire phase is invoked with a card, and modified with another (The Sequence of Play, Modifying a Phase).
    Fire { card: String, modify: Option<String> },
    /// Units fire together at a target: the dice that the players' rules give them are rolled (LS-11).
    Volley {
        units: Vec<Id>,
        target: Id,
        dice: Dice,
        /// Its misses are rolled again, by a modifier that allows it for one firing unit.
        reroll: bool,
        purpose: String,
    },
    /// A movement phase is invoked, with two cards if anything is to cause disorder (Disorder Requires Two Cards).
    Movement { cards: Vec<String>, modify: Option<String> },
    /// A unit moves.
    Move {
        unit: Id,
        to: Goal,
        /// It is disordered by it.
        disorder: bool,
    },
    /// A combat phase is invoked.
    Combat { cards: Vec<String>, modify: Option<String> },
    /// A unit charges: its dice and those against it are rolled, or the losses of both are declared (LS-12).
    Charge {
        unit: Id,
        target: Id,
        dice: Option<Dice>,
        against: Option<Dice>,
        losses: u8,
        own_losses: u8,
        disorder: bool,
    },
    /// Something else has happened to a unit of either side: it is put down (LS-10).
    Mark(Mark),
    /// Dice for anything else on the table.
    Roll { dice: Dice, purpose: String },
    /// A victory condition that only the players can judge is met (LS-16).
    Claim { condition: Id },
    /// What was declared so far is confirmed and applied before anything more is ordered (LS-13).
    Settle {},
    /// The command choice is to pass; the turn ends (Pass).
    Pass {},
    /// The turn ends after a movement or combat phase (Redraw).
    EndTurn {},
}

/// What has happened to a unit; what it does not say stays.
#[sparse(all_but(unit))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    pub unit: Id,
    pub disorder: Option<bool>,
    pub ammunition: Option<Ammunition>,
    /// Bases that it loses.
    pub lose: u8,
    /// Where it is now: it has retreated, say.
    pub to: Option<Goal>,
    /// It has left the table.
    pub gone: bool,
    pub why: String,
}

/// Dice of six sides, each of which hits with so much or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    pub count: u8,
    pub hit_on: u8,
}

impl Dice {
    /// Whether there are such dice.
    pub fn is_sound(self) -> bool {
        (1..=60).contains(&self.count) && (1..=6).contains(&self.hit_on)
    }

    /// How many of the faces hit.
    pub fn hits(self, faces: &[u8]) -> u8 {
        faces.iter().filter(|face| **face >= self.hit_on).count().min(255) as u8
    }
}

/// A side's standing orders. What it does not say is default: the side is asked.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Standing {
    /// Whether it is asked for interrupts, or plays none.
    pub interrupts: AskOrPass,
    /// Whether it is asked for cards for their morale value, or plays none.
    pub morale: AskOrPass,
    /// Whether it is asked to confirm what the enemy declares, or accepts it.
    pub facts: AskOrAccept,
    /// What becomes of its own further orders when the enemy has interrupted it (LS-8).
    pub interrupted: Interrupted,
}

/// What is said to a question for cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskOrPass {
    #[default]
    Ask,
    Pass,
}

/// What is said to a question of what was declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskOrAccept {
    #[default]
    Ask,
    Accept,
}

/// What becomes of orders after an interrupt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interrupted {
    /// They come back to their player, who may want others now.
    #[default]
    HandBack,
    /// They are carried out, but for those that the interrupt forbids.
    GoOn,
}

/// A question to a side.
#[sparse(Interrupt(action), Insisted(corrected))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Does the passive side interrupt (Interrupt)? With the first action that was declared; the others wait among the
    /// orders.
    Interrupt { moment: Moment, action: Option<Action> },
    /// Does it accept what the other side has declared (LS-13)? The numbers of the facts.
    Confirm { facts: Vec<u32> },
    /// Which cards does it play for their morale value (Morale Value)?
    Morale { hits: Vec<Hit> },
    /// The other side disputes a fact: what does its declarer do (LS-14)?
    Disputed { fact: u32, why: String },
    /// The declarer insists on it, or has corrected it: does the other side yield?
    Insisted { fact: u32, why: String, corrected: bool },
}

/// Something that a unit is declared to do in a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Action {
    pub units: Vec<Id>,
    /// Whom they fire at or charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
}

/// Hits on a unit that are not applied yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    pub fact: u32,
    pub unit: Id,
    pub hits: u8,
}

/// An answer.
#[sparse(Accept(morale), Insist(why))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// No card is played.
    Pass {},
    /// A card interrupts (Interrupt).
    Interrupt(Play),
    /// What was declared is so. With the cards played for morale against it, if any are: the side is asked for them
    /// otherwise.
    Accept { morale: Option<Vec<Spend>> },
    /// Some of what was declared is not so.
    Dispute(Vec<Dispute>),
    /// Cards are played for their morale value (Morale Value).
    Morale(Vec<Spend>),
    /// The declarer takes a fact back.
    Withdraw {},
    /// The declarer corrects it.
    Amend(Amend),
    /// The side stays with what it said.
    Insist { why: String },
    /// The fact stands after all.
    Yield {},
}

/// A card that interrupts, and what on: the unit that it stops or moves, and where to, or where ground is placed.
#[sparse(all_but(card))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub card: String,
    pub unit: Option<Id>,
    pub to: Option<Goal>,
}

/// A card that is played for its morale value, against the hits of a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    pub card: String,
    pub fact: u32,
}

/// A fact that is disputed, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dispute {
    pub fact: u32,
    pub why: String,
}

/// How a fact is corrected; what it does not say stays.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Amend {
    /// A volley or charge: this many of the dice count, the first that were rolled.
    pub count: Option<u8>,
    /// A volley or charge: its dice hit with this or more.
    pub hit_on: Option<u8>,
    /// A charge without dice: the losses of both.
    pub losses: Option<u8>,
    pub own_losses: Option<u8>,
    /// A move: where it ends.
    pub to: Option<Goal>,
}

/// An answer in advance to a window for interrupts: the first that fits is played, none if none does.
pub type InterruptPlan = Vec<PlannedInterrupt>;

/// A card that is to interrupt, if what the enemy declares is as `when` says.
#[sparse(all_but(card))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedInterrupt {
    pub card: String,
    pub when: InterruptCondition,
    /// The unit that it is played on; otherwise the first that is declared to act as `when` says.
    pub unit: Option<Id>,
    pub to: Option<Goal>,
}

/// What must be declared for a card to be played: one action all of this is true of. Empty, it is always so.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct InterruptCondition {
    /// The units that act are among these.
    pub by: UnitSelector,
    /// The target is.
    pub at: UnitSelector,
}

/// An answer in advance to the window `morale`: for every hit unit the first entry that fits is followed.
pub type MoralePlan = Vec<MoraleRule>;

/// Cards that may be spent on the hits of some units.
#[sparse(all_but(spend, on))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleRule {
    /// The cards, in the order in which they are spent; a card that is not named is kept.
    pub spend: Vec<String>,
    /// At most this many cards in a settlement, and this many points of morale.
    pub cards: Option<u8>,
    pub points: Option<u8>,
    /// For which units; all, if it names none. (`on` would be a truth value to some readers of YAML.)
    #[serde(default, rename = "for", skip_serializing_if = "is_zero")]
    pub on: UnitSelector,
    /// Only where a unit takes this many hits or more.
    pub from: u8,
}
