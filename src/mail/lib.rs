//! Documents of a match on their way through the mail: how they are wrapped for it ([`armor`], [`bundle`], [`compose`]), and
//! how they are found again in whatever a mailbox holds ([`mailbox`], [`message`], [`pieces`], [`repairs`]).
//!
//! Nothing here knows what a document says. Whether a repair is right, its signature shows; whoever calls looks at that.

pub mod armor;
pub mod bundle;
pub mod compose;
pub mod mailbox;
pub mod message;
pub mod pieces;
pub mod repairs;
pub mod text;
