//! Keys, signatures, seed chains, dice, commitments and the signing log (`docs/protocol.md` sections 2 to 7).
//!
//! Public and pure: [`verify`], [`seeds::step`] and [`seeds::follows`], [`dice_key`] and [`Dice`], [`choice_digest`].
//! Holding secrets: [`SigningKey`], [`SeedChain`]. Debug output of either does not show the secret, and each overwrites
//! it when dropped. Keeping secrets on disk, and signing: [`Vault`] and its [`Ledger`].

pub mod backup;
pub mod choices;
pub mod dice;
pub mod files;
pub mod journal;
pub mod keys;
pub mod log;
mod log_file;
pub mod openssh;
pub mod secret;
pub mod seeds;
pub mod vault;

pub use choices::choice_digest;
pub use dice::{Dice, dice_key};
pub use keys::{SigningKey, fingerprint, verify};
pub use log::{Ledger, Signed};
pub use log_file::SignedDocument;
pub use seeds::SeedChain;
pub use vault::Vault;
