//! Command: pulses, initiative, the command points that a side receives, and the payment for orders (4.1.2, 4.2, 6.4).

pub mod action;
pub mod command_points;
pub mod expense;
pub mod payment;
