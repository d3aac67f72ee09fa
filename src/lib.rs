//! Adjutant adjudicates wargames played by mail between people who do not trust each other's dice.
//!
//! A file that came by mail is read strictly ([`document`]), its signature and reveal are checked
//! ([`trust`]), its orders are checked and resolved by the rules of the game ([`games`] over
//! [`engine`]), and the result is sealed as the next signed state of the match ([`chain`]).
//! Every step is a pure function over values; files, the clock, the terminal and the generator of
//! secrets stand in [`cli`] alone.

pub mod cli;
pub mod packs;
pub mod registry;

pub use adjutant_core::{board, chain, document, engine, hidden, report, session, sorted, trust};

/// The games: their rules as code, over data packs in `scenarios/`; and what they have in common.
pub mod games {
    pub use adjutant_core::pack as shared;
    pub use adjutant_core::spelling;
    pub use {civil_war, crossroads, dixie, longstreet, seven_days};
}
