//! The words for what the rules hold against an order: to the player who gave it, and to everybody who reads a report.

mod condition;
mod impulse;
mod movement;
mod names;
mod night;

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Audience, Reason};

use super::super::SevenDays;
use super::super::pack::{Pack, Side};
use super::super::refusal::{ImpulseRefusal, MoveRefusal, NameRefusal, NightRefusal, Refusal, Unmet};
use super::vocabulary;

/// Who is addressed, and what is needed to name things to him.
#[derive(Clone, Copy)]
pub(super) struct Voice<'a> {
    rules: &'a SevenDays,
    /// Whose order it is.
    side: Side,
    to: Audience,
}

impl Refusal {
    /// What is wrong, and what to do about it, in words to the player of `side` who gave the order; with the refusal
    /// itself as data.
    pub fn to_owner(&self, rules: &SevenDays, side: Side) -> Problem {
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
            pub fn problem(self, rules: &SevenDays, side: Side) -> Problem {
                Refusal::from(self).to_owner(rules, side)
            }
        }
    )*};
}
told_as!(Unmet => Unmet, NameRefusal => Name, ImpulseRefusal => Impulse, MoveRefusal => Move, NightRefusal => Night);

/// Why an order of a side was not carried out, to everybody, as the end of a sentence.
pub(super) fn told(rules: &SevenDays, side: Side, reasons: &[Reason]) -> String {
    let voice = Voice { rules, side, to: Audience::Everyone };
    let words =
        |reason: &Reason| Refusal::of(reason).map_or_else(|| reason.bare(), |known| voice.refusal(&known).message);
    reasons.iter().map(words).collect::<Vec<_>>().join("; ")
}

impl Voice<'_> {
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

    /// `you do`, `the Union does`.
    fn you_do(&self) -> String {
        format!("{} {}", self.you(), if self.is_owner() { "do" } else { "does" })
    }

    /// `you control`, `the Union controls`.
    fn you_control(&self) -> String {
        format!("{} {}", self.you(), if self.is_owner() { "control" } else { "controls" })
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

    /// An area: `Mechanicsville (5)`.
    fn place(&self, area: Area) -> String {
        vocabulary::place(self.pack(), area)
    }

    /// A unit or leader by name.
    fn name(&self, id: &Id) -> String {
        self.rules.name_of(id)
    }
}

#[cfg(test)]
mod tests;
