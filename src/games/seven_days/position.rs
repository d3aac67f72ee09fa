//! What is on the table: the ledger, units, who is where, supply, and the invariants.

pub mod areas;
pub mod control;
pub mod invariants;
pub mod ledger;
pub mod stage;
pub mod supply;
pub mod units;
