//! What ships, and the command points that move them, are worth, in hundredths of a victory point.

/// The weight of a command point.
pub const COMMAND: i64 = 9;
/// An ironclad lost for good.
pub const IRONCLAD: i64 = 60;
/// A point of transports lost for good.
pub const TRANSPORT: i64 = 25;
/// A ship that is damaged, and back next turn for the price of a launch.
pub const DAMAGED: i64 = 8;
