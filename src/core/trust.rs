//! Keys, signatures, seed chains, dice, commitments and the signing log (`docs/protocol.md` sections 2 to 7).
//!
//! Public and pure: [`verify`], [`seeds::step`] and [`seeds::follows`], [`dice_key`] and [`Dice`], [`choice_digest`].
//! Holding secrets: [`SigningKey`], [`SeedChain`]. Debug output of either does not show the secret, and each overwrites
//! it when dropped. Keeping secrets on disk, and signing: [`Vault`] and its [`SigningLog`].

pub mod backup;
pub mod commitments;
pub mod dice;
pub mod journal;
pub mod keys;
pub mod openssh;
pub mod secret;
pub mod secret_files;
pub mod seeds;
pub mod signing_log;
mod signing_log_files;
pub mod vault;

pub use commitments::choice_digest;
pub use dice::{Dice, dice_key};
pub use keys::{SigningKey, fingerprint, verify};
pub use seeds::SeedChain;
pub use signing_log::{Signed, SigningLog};
pub use signing_log_files::SignedDocument;
pub use vault::Vault;
