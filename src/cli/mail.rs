//! Mail: sending with `mail`, `bundle` and `remind`, receiving with `receive`, and confirming with `receipt`.

pub mod addresses;
mod arrival_log;
pub mod bundle;
mod conflicts;
mod damage;
mod filing;
mod invitation;
mod mail_text;
pub mod match_folders;
mod own_servers;
pub mod receipt;
pub mod receive;
pub mod remind;
pub mod send;
pub mod sent_log;
pub mod timestamps;

pub use addresses::NAME as ADDRESSES;
pub use conflicts::conflicts;
pub use damage::damaged;
pub use mail_text::{brief_points, folded};
pub use send::MailArgs;
