//! Mail: what is sent with `mail` and `bundle`, what comes in with `receive`.

mod addresses;
pub mod bundle;
mod damage;
mod desk;
mod letter;
pub mod receive;
pub mod roots;
pub mod send;
mod sent;

pub use damage::damaged;
pub use send::AlsoMail;
