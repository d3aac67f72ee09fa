//! What can be said about orders before they are carried out, and which orders are legal now.

pub mod forecast;
pub mod legal;
pub mod names;
pub mod unknown_names;
