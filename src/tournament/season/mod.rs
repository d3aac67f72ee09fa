//! The state of a tournament according to its documents: who plays, the pairings, the results, the decisions.
//!
//! [`Season::apply`] takes the documents of the chain one after the other and checks each against all before it. The
//! director's program does the same before it signs, so that it signs nothing that verification would reject.

mod announced;
mod byes;
mod decided;
mod paired;
mod players;
mod results;
mod state;

pub use announced::{check_announcement, lots_commitment};
pub use byes::AskedBye;
pub use decided::effect_words;
pub use paired::{NextRound, ScheduledRound, why_unpaired};
pub use state::{Appealed, Decided, GameKey, Player, RecordedResult, Season, WrongFile};
