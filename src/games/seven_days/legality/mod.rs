//! What can be said of orders before their turn comes, and which are legal now.

pub mod forecast;
pub mod legal;
pub mod names;
pub mod unknown_names;
