//! What each kind of order has to say: its sentence, what it meets, how `draft` and `legal --for` offer it. A kind stands
//! in a file of its own in this folder, under its key; what the rules know about it is in `orders`.

use crate::board::Hex;
use crate::report::draft_examples::Subject;

use super::options::OptionList;
use super::preview::Encounter;
use crate::CivilWar;
use crate::orders::{
    Build, Create, Decline, Destroy, Finish, Launch, Move, Order, Raid, Rail, Rally, Reinforce, Remove, Sail, Sea,
    Spend, Together, Transfer, order_kinds,
};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;

mod build;
mod create;
mod decline;
mod destroy;
mod finish;
mod launch;
mod march;
mod raid;
mod rail;
mod rally;
mod reinforce;
mod remove;
mod sail;
mod sea;
mod spend;
mod together;
mod transfer;

/// A kind of order in words.
pub trait OrderWords {
    /// The order in plain words, without its condition, for readers of either side.
    fn sentence(&self, pack: &Pack, by: Side) -> String;

    /// What it has in common with similar orders of its kind.
    fn similarity(&self) -> String {
        String::new()
    }

    /// Whom it would attack and what would fire at it, as the end of its sentence.
    fn risks(&self, _rules: &CivilWar, _game: &Game, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// What it would meet, with the odds before any die is rolled.
    fn encounters(&self, _rules: &CivilWar, _game: &Game, _side: Side) -> Vec<Encounter> {
        Vec::new()
    }

    /// Whether it ends in a hex, or on the water next to it.
    fn ends_at(&self, _hex: Hex) -> bool {
        false
    }

    /// The headings of its examples in a draft.
    fn headings(rules: &CivilWar) -> Vec<Heading>
    where
        Self: Sized;

    /// What an example in a draft says besides its sentence.
    fn draft_note(&self, _rules: &CivilWar, _game: &Game, _side: Side) -> String {
        String::new()
    }

    /// Adds to `legal --for` what anybody can do in a hex by orders of this kind.
    fn offer_in_hex(_list: &mut OptionList<'_>, _hex: Hex)
    where
        Self: Sized,
    {
    }
}

macro_rules! implement {
    ($($kind:ident $key:literal $($condition:ident)?,)*) => {
        impl Order {
            /// What is said about its kind.
            pub fn words(&self) -> &dyn OrderWords {
                match self {
                    $(Order::$kind(order) => order,)*
                }
            }
        }

        impl OptionList<'_> {
            /// What anybody can do in a hex.
            pub(super) fn in_hex(&mut self, hex: Hex) {
                $($kind::offer_in_hex(self, hex);)*
            }
        }
    };
}

order_kinds!(implement);

impl OptionList<'_> {
    /// What may be built and destroyed in a hex.
    pub(super) fn works(&mut self, hex: Hex) {
        Build::offer_in_hex(self, hex);
        Destroy::offer_in_hex(self, hex);
    }
}

/// A heading of a draft, and what stands under it.
pub struct Heading {
    pub title: String,
    /// The maximum number of examples.
    pub most: usize,
    /// What an order under this heading is about; `None` for another order.
    pub subject: fn(&Order) -> Option<Subject>,
}

impl Heading {
    /// A heading with a few examples.
    fn few(title: impl Into<String>, subject: fn(&Order) -> Option<Subject>) -> Heading {
        Heading { title: title.into(), most: 6, subject }
    }

    /// A heading with an example of everything that an order may be about.
    fn all(title: impl Into<String>, subject: fn(&Order) -> Option<Subject>) -> Heading {
        Heading { most: usize::MAX, ..Heading::few(title, subject) }
    }
}

/// What an example is about, and how good an example it is.
fn subject(what: serde_json::Value, size: u32) -> Option<Subject> {
    Some((what.to_string(), size as usize))
}

/// The headings of a draft, in its order.
pub fn headings(rules: &CivilWar) -> Vec<Heading> {
    let kinds: [fn(&CivilWar) -> Vec<Heading>; 17] = [
        Reinforce::headings,
        Decline::headings,
        Move::headings,
        Rail::headings,
        Sail::headings,
        Together::headings,
        Sea::headings,
        Launch::headings,
        Rally::headings,
        Build::headings,
        Destroy::headings,
        Create::headings,
        Remove::headings,
        Transfer::headings,
        Raid::headings,
        Spend::headings,
        Finish::headings,
    ];
    kinds.into_iter().flat_map(|of| of(rules)).collect()
}
