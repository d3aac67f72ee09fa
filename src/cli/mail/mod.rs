//! Mail: sending with `mail`, `bundle` and `remind`, receiving with `receive`, and confirming with `receipt`.

mod addresses;
pub mod bundle;
mod came;
mod damage;
mod desk;
mod letter;
pub mod receipt;
pub mod receive;
pub mod remind;
pub mod roots;
pub mod send;
mod sent;
pub mod timestamps;

pub use addresses::NAME as ADDRESSES;
pub use damage::damaged;
pub use send::AlsoMail;
