//! What is on the table: the ledger, units, who is where, supply, and the invariants.

pub mod ground;
pub mod invariants;
pub mod ledger;
pub mod stage;
pub mod supply;
pub mod territory;
pub mod units;
