//! Command: pulses, initiative, the points that a side receives, and what pays for an order (4.1.2, 4.2, 6.4).

pub mod action;
pub mod pay;
pub mod points;
pub mod purse;
