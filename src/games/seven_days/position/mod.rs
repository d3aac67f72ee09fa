//! What is on the table: the ledger, units, who stands where, supply, and what must always hold.

pub mod ground;
pub mod invariants;
pub mod ledger;
pub mod stage;
pub mod supply;
pub mod territory;
pub mod units;
