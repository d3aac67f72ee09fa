//! Assaults: their values, losses, leaders who are hit, and retreats (10, 15.2).

pub mod assault;
pub mod leader_casualties;
pub mod losses;
pub mod retreat;
pub mod values;
