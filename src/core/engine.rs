//! The engine that every game runs on: a stack of procedures, one driver, questions and answers, standing orders.
//!
//! A [`Ruleset`] supplies the pure steps of procedures ([`Ruleset::step`]); the driver ([`run`]) owns the stack, the
//! dice and the answers. [`Session`](crate::session::Session) is the interface of a game to the rest of the program. A
//! position is plain data; a half-finished procedure is a value in it.

pub mod attrition;
pub mod cards;
pub mod case;
pub mod choices;
pub mod decision;
pub mod dice;
pub mod events;
pub mod explore;
pub mod lookahead;
pub mod outcome;
pub mod position;
pub mod prospects;
pub mod refusal;
pub mod ruleset;
pub mod run;
pub mod side_bids;
pub mod side_terms;
pub mod standing_orders;
pub mod sum;

pub use cards::{CardEvent, CardTable, Decks, Draw, OwnCards};
pub use decision::Decision;
pub use dice::{Dice, NoDice, OpenedValue, ScriptedDice};
pub use events::Events;
pub use position::{Pending, Position, Proposal, Queue};
pub use refusal::{Audience, Reason};
pub use ruleset::{Asked, CardActs, Concealed, Forecast, Input, LaterOrder, Next, OwnTurn, Ruleset, StepContext};
pub use side_terms::HandicapUnit;
