//! What is on the table: the ledger, forces, who has a part in a scenario, and what must always hold.

pub mod force;
pub mod invariants;
pub mod ledger;
pub mod roster;
