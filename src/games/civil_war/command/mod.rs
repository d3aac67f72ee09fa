//! Command: pulses, initiative, and what an order costs (4.2, 6.4).

pub mod action;
pub mod pay;
