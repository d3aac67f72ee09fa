//! The words for refused orders: for the player who gave the order, and for everybody who reads a report.

mod armies;
mod condition;
mod construction;
mod movement;
mod naval;
mod payment;
mod rails;
mod rally;
mod reinforcements;
mod turn;

use std::ops::Deref;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::refusal::{Audience, Voice};

use super::vocabulary;
use crate::pack::{Pack, Side};
use crate::refusal::Refusal;
use crate::{CivilWar, leaders::army};

pub use naval::{open_places, waiting_ships};

/// The words for refusals, with what is needed to name things.
#[derive(Clone, Copy)]
pub(super) struct RefusalText<'a> {
    rules: &'a CivilWar,
    /// Whose order it is.
    side: Side,
    voice: Voice,
}

adjutant_core::refusal_words!(CivilWar, Side, words);

/// What is wrong with an order of a side, and what to do about it.
fn words(rules: &CivilWar, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    RefusalText { rules, side, voice: side.voice(to) }.refusal(refusal)
}

impl Deref for RefusalText<'_> {
    type Target = Voice;

    fn deref(&self) -> &Voice {
        &self.voice
    }
}

impl RefusalText<'_> {
    fn refusal(&self, refusal: &Refusal) -> Problem {
        match refusal {
            Refusal::Unmet(unmet) => self.condition(unmet),
            Refusal::Turn(refusal) => self.turn(refusal),
            Refusal::Pay(refusal) => self.pay(refusal),
            Refusal::Reinforce(refusal) => self.reinforcement(refusal),
            Refusal::Army(refusal) => self.of_army(refusal),
            Refusal::Works(refusal) => self.works(refusal),
            Refusal::Rail(refusal) => self.rail(refusal),
            Refusal::Rally(refusal) => self.rally(refusal),
            Refusal::Move(refusal) => self.movement(refusal),
            Refusal::Naval(refusal) => self.naval(refusal),
        }
    }

    fn pack(&self) -> &Pack {
        &self.rules.pack
    }

    /// A hex: `Manassas (5006)`.
    fn place(&self, hex: Hex) -> String {
        vocabulary::place(self.pack(), hex)
    }

    /// A leader by name.
    fn leader<'b>(&'b self, leader: &'b Id) -> &'b str {
        vocabulary::leader_name(self.pack(), leader)
    }

    /// An army: `the Army of the Potomac`.
    fn army(&self, army: &Id) -> String {
        army::army_name(self.rules, army)
    }
}
