//! A tournament as a table of results, and everything that follows from it: [`standings`], pairings ([`swiss`],
//! [`round_robin`], [`knockout`]), the draw of [`lots`], [`area_rating`] ratings, and the exchange with chess programs
//! ([`trf`]).
//!
//! Players and boards are identified by their indices in the lists. Points are whole numbers; [`Scoring::per_point`]
//! says how many make one point when they are shown, so a half point needs no fraction.

mod acceleration;
pub mod area_rating;
mod check;
mod direct_encounter;
pub mod knockout;
pub mod lots;
mod matching;
mod model;
mod pairing;
mod player_card;
pub mod round_robin;
mod side_allocation;
mod standings;
pub mod swiss;
mod table;
mod tiebreak;
pub mod trf;
mod unplayed;

pub use model::{
    Apart, Board, Bye, ByeKind, Format, GivenPoints, How, Leg, LegResult, Plan, Player, Round, Scoring, SwissRules,
    UnplayedRounds,
};
pub use pairing::{Breach, PairedRound, Unpaired};
pub use player_card::{Entry, Outcome, PlayerCard};
pub use standings::{Criterion, Row, Value, standings, standings_of};
pub use table::Crosstable;
pub use tiebreak::{TieBreak, show_points};
