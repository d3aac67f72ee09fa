//! The words for what the rules hold against an order: to the player who gave it, and to everybody who reads a report.

mod armies;
mod condition;
mod movement;
mod naval;
mod pay;
mod rails;
mod rally;
mod reinforcements;
mod turn;
mod works;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Audience, Reason};

use super::super::pack::{Pack, Side};
use super::super::refusal::{
    ArmyRefusal, MoveRefusal, NavalRefusal, PayRefusal, RailRefusal, RallyRefusal, Refusal, ReinforceRefusal,
    TurnRefusal, Unmet, WorksRefusal,
};
use super::super::{CivilWar, army};
use super::vocabulary;

pub use naval::{open_places, waiting_ships};

/// Who is addressed, and what is needed to name things to him.
#[derive(Clone, Copy)]
pub(super) struct Voice<'a> {
    rules: &'a CivilWar,
    /// Whose order it is.
    side: Side,
    to: Audience,
}

impl Refusal {
    /// What is wrong, and what to do about it, in words to the player of `side` who gave the order; with the refusal
    /// itself as data.
    pub fn to_owner(&self, rules: &CivilWar, side: Side) -> Problem {
        Voice { rules, side, to: Audience::Owner }.refusal(self).refusing(self)
    }
}

/// Lets each chapter's refusals be told as [`Refusal::to_owner`] tells them.
macro_rules! told_as {
    ($($chapter:ident => $variant:ident),*) => {$(
        impl From<$chapter> for Refusal {
            fn from(refusal: $chapter) -> Refusal {
                Refusal::$variant(refusal)
            }
        }
        impl $chapter {
            /// What is wrong, and what to do about it, in words to the player of `side` who gave the order; with the
            /// refusal itself as data. The rule and the place in the order are still to be added.
            pub fn problem(self, rules: &CivilWar, side: Side) -> Problem {
                Refusal::from(self).to_owner(rules, side)
            }
        }
    )*};
}
told_as!(
    Unmet => Unmet, TurnRefusal => Turn, PayRefusal => Pay, ReinforceRefusal => Reinforce, ArmyRefusal => Army,
    WorksRefusal => Works, RailRefusal => Rail, RallyRefusal => Rally, MoveRefusal => Move, NavalRefusal => Naval
);

/// Why an order of a side was not carried out, to everybody, as the end of a sentence.
pub(super) fn told(rules: &CivilWar, side: Side, reasons: &[Reason]) -> String {
    let voice = Voice { rules, side, to: Audience::Everyone };
    let words =
        |reason: &Reason| Refusal::of(reason).map_or_else(|| reason.bare(), |known| voice.refusal(&known).message);
    reasons.iter().map(words).collect::<Vec<_>>().join("; ")
}

impl Voice<'_> {
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

    fn is_owner(&self) -> bool {
        self.to == Audience::Owner
    }

    /// `you`, or the side: the subject of a sentence.
    fn you(&self) -> &'static str {
        if self.is_owner() { "you" } else { vocabulary::side(self.side) }
    }

    /// `you have`, `the Union has`.
    fn you_have(&self) -> String {
        format!("{} {}", self.you(), if self.is_owner() { "have" } else { "has" })
    }

    /// `your`, `the Union's`.
    fn your(&self) -> &'static str {
        match (self.is_owner(), self.side) {
            (true, _) => "your",
            (false, Side::Union) => "the Union's",
            (false, Side::Confederate) => "the Confederacy's",
        }
    }

    /// `the enemy`, or the other side by its name.
    fn enemy(&self) -> &'static str {
        if self.is_owner() { "the enemy" } else { vocabulary::side(self.side.other()) }
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
        army::called(self.rules, army)
    }
}
