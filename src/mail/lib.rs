//! Documents of a match in the mail: how they are wrapped ([`armor`], [`bundle`], [`compose`]), and how they are found
//! again in whatever a mailbox contains ([`mailbox`], [`contents`], [`repairs`]).
//!
//! This crate does not know what a document means. Whether a repair is right can be seen from the signature, which the
//! caller checks.

pub mod armor;
pub mod bundle;
pub mod compose;
pub mod contents;
pub mod mailbox;
pub mod message;
pub mod normalize;
pub mod outlook;
pub mod part;
mod prefix;
pub mod received;
pub mod repairs;
mod tnef;
mod typography;
pub mod unpack;
mod unreadable;
mod uuencode;
