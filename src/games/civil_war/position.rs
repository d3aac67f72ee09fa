//! What is on the table: the ledger, forces, who takes part in a scenario, and the invariants.

pub mod force;
pub mod invariants;
pub mod ledger;
pub mod roster;
