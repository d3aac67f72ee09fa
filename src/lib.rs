//! Adjutant adjudicates wargames that people play by mail without having to trust each other's dice.
//!
//! A file that came by mail is read strictly ([`document`]), its signature and reveal are checked ([`trust`]), its
//! orders are checked and resolved by the rules of the game ([`games`], which run on [`engine`]), and the result is
//! signed as the next state of the match ([`chain`]). Every step is a pure function over values; only [`cli`] touches
//! files, the clock, the terminal and the random number generator.

pub mod cli;
pub mod registry;

pub use adjutant_core::{board, chain, document, effort, engine, hidden, report, session, sorted, trust};

/// The games: their rules as code, with data packs in `scenarios/`; and what they have in common.
pub mod games {
    pub use adjutant_core::pack as shared;
    pub use adjutant_core::spelling;
    pub use {battle_cry, civil_war, crossroads, dixie, longstreet, seven_days};
}
