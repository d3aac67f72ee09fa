//! The state of a tournament according to its documents: who plays, the pairings, the results, the decisions.
//!
//! [`TournamentState::apply`] takes the documents of the chain one after the other and checks each against all before
//! it. The director's program does the same before it signs, so that it signs nothing that verification would reject.

mod announcement;
mod apply;
mod byes;
mod decisions;
mod pairings;
mod players;
mod results;
mod teams;

pub use announcement::{check_announcement, lots_commitment};
pub use apply::{Appealed, Decided, GameKey, Player, RecordedResult, TournamentState, WrongFile};
pub use byes::AskedBye;
pub use decisions::effect_words;
pub use pairings::{NextRound, ScheduledRound, why_unpaired};
