//! A tournament as its documents have made it: who plays, what was paired, what came of it, what was decided.
//!
//! [`Season::apply`] takes the documents of the chain one after the other and holds each against all before it. The director's
//! program asks the same before it signs, so that it signs nothing that a verifier refuses.

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
