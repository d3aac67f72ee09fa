//! Which tracks pay for an action (4.2.20, 6.4, 8.2.4c, 8.3.8).

use serde::{Deserialize, Serialize};

use crate::pack::{Side, Theater};
use crate::position::ledger::Track;

/// What kind of action points pay for: it decides which tracks may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expense {
    /// On land: the theater's own track, then the discretionary one (4.2.20, 6.4).
    Land,
    /// Ships, movement by sea and what they carry: the Union's naval track, then the discretionary one; the Confederacy
    /// has the discretionary one alone (4.2.20, 8.3.8, 8.3.8a).
    Naval,
    /// A naval leader by himself on land: naval, then the theater's, then discretionary (8.2.4c).
    Admiral,
}

impl Expense {
    /// The tracks that may pay, those that are used first before the others.
    pub fn tracks(self, side: Side, theater: Theater) -> Vec<Track> {
        match (self, side) {
            (Expense::Land, _) => vec![Track::of(theater), Track::Discretionary],
            (Expense::Naval, Side::Union) => vec![Track::Naval, Track::Discretionary],
            (Expense::Naval, Side::Confederate) => vec![Track::Discretionary],
            (Expense::Admiral, Side::Union) => vec![Track::Naval, Track::of(theater), Track::Discretionary],
            (Expense::Admiral, Side::Confederate) => vec![Track::of(theater), Track::Discretionary],
        }
    }

    /// The rule that says so.
    pub(super) fn rule(self, side: Side) -> &'static str {
        match self {
            Expense::Land => "6.4",
            Expense::Naval if side == Side::Union => "8.3.8a",
            Expense::Naval => "8.3.8",
            Expense::Admiral => "8.2.4c",
        }
    }
}
