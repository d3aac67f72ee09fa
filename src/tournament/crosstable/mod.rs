//! A tournament as a table of results, and everything that follows from it: [`standings`], pairings ([`swiss`],
//! [`round_robin`], [`pools`], [`knockout`]), the draw of [`lots`], [`area`] ratings, and the exchange with chess programs
//! ([`trf`]).
//!
//! Players and boards are named by their places in the lists. Points are whole numbers; [`Scoring::per_point`] says how many
//! make one point when they are shown, so a half point needs no fraction.

mod card;
mod check;
mod encounter;
mod model;
mod standings;
mod tiebreak;
mod unplayed;

pub use card::{Card, Entry, Outcome};
pub use model::{
    Board, Bye, ByeKind, Crosstable, Format, How, Leg, LegResult, Plan, Player, Round, Scoring, UnplayedRounds,
};
pub use standings::{Criterion, Row, Value, standings};
pub use tiebreak::{TieBreak, show_points};
