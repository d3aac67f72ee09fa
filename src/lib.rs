//! Adjutant adjudicates wargames played by mail between people who do not trust each other's dice.
//!
//! A file that came by mail is read strictly ([`document`]), its signature and reveal are checked
//! ([`trust`]), its orders are checked and resolved by the rules of the game ([`rulesets`] over
//! [`engine`]), and the result is sealed as the next signed state of the match ([`chain`]).
//! Every step is a pure function over values; files, the clock, the terminal and the generator of
//! secrets stand in [`cli`] alone.

pub mod board;
pub mod chain;
pub mod cli;
pub mod document;
pub mod engine;
pub mod report;
pub mod rulesets;
pub mod trust;
