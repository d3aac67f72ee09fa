//! The words for refused orders: for the player who gave the order, and for everybody who reads a report. They are data:
//! [`tables`] reads them.

mod naval;
pub mod tables;

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
    tables::words(&RefusalText { rules, side, voice: side.voice(to) }, refusal)
}

impl Deref for RefusalText<'_> {
    type Target = Voice;

    fn deref(&self) -> &Voice {
        &self.voice
    }
}

impl RefusalText<'_> {
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

    /// `enemy`, or the other side's name, before a noun.
    fn of_enemy(&self) -> &'static str {
        if self.is_owner() { "enemy" } else { self.side.other().title() }
    }

    /// An army: `the Army of the Potomac`.
    fn army(&self, army: &Id) -> String {
        army::army_name(self.rules, army)
    }
}
