//! The engine that every game runs on: frames on a stack, one driver, questions and answers, standing orders.
//!
//! A [`Ruleset`] supplies pure steps of procedures ([`Ruleset::step`]); the driver ([`run`]) owns the stack, the
//! dice and the answers. [`Table`] is what the rest of the program sees of a game: check an act, resolve it, say
//! what is awaited. A position is plain data; a half-finished procedure is a frame in it.

pub mod act;
pub mod case;
pub mod choices;
pub mod dice;
pub mod events;
pub mod explore;
pub mod plain_words;
pub mod player;
pub mod position;
pub mod refusal;
pub mod ruleset;
pub mod run;
pub mod story;
pub mod table;
mod trial;
pub mod words;

pub use act::Act;
pub use dice::{Dice, NoDice, ScriptedDice};
pub use events::Events;
pub use player::{Plan, RandomPlayer, SensiblePlayer};
pub use position::{Pending, Position, Proposal, Queue};
pub use refusal::{Audience, Reason};
pub use ruleset::{Asked, Cx, Forecast, Input, Later, Next, Ruleset};
pub use story::Story;
pub use table::{Awaited, Game, Legal, Table, Want};
pub use words::Words;
