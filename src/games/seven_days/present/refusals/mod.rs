//! The words for refused orders: for the player who gave the order, and for everybody who reads a report.

mod condition;
mod impulse;
mod movement;
mod names;
mod night;

use std::ops::Deref;

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::refusal::{Audience, Voice};

use super::vocabulary;
use crate::SevenDays;
use crate::pack::{Pack, Side};
use crate::refusal::Refusal;

/// The words for refusals, with what is needed to name things.
#[derive(Clone, Copy)]
pub(super) struct RefusalText<'a> {
    rules: &'a SevenDays,
    /// Whose order it is.
    side: Side,
    voice: Voice,
}

adjutant_core::refusal_words!(SevenDays, Side, words);

/// What is wrong with an order of a side, and what to do about it.
fn words(rules: &SevenDays, side: Side, to: Audience, refusal: &Refusal) -> Problem {
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
            Refusal::Name(refusal) => self.names(refusal),
            Refusal::Impulse(refusal) => self.impulse(refusal),
            Refusal::Move(refusal) => self.movement(refusal),
            Refusal::Night(refusal) => self.night(refusal),
        }
    }

    fn pack(&self) -> &Pack {
        &self.rules.pack
    }

    /// An area: `Mechanicsville (5)`.
    fn place(&self, area: Area) -> String {
        vocabulary::place(self.pack(), area)
    }

    /// A unit or leader by name.
    fn name(&self, id: &Id) -> String {
        self.rules.name_of(id)
    }
}
