//! Keys, signatures, seed chains, dice, commitments and the signing log (`docs/protocol.md` sections 2 to 7).
//!
//! What is public and pure: [`verify`], [`seeds::step`] and [`seeds::follows`], [`dice_key`] and [`Dice`],
//! [`choice_digest`]. What holds secrets: [`SigningKey`], [`SeedChain`]. Neither shows its secret when it is printed
//! for debugging, and each overwrites it when it is dropped. What keeps secrets on the disk, and signs: [`Vault`] and
//! its [`Ledger`].

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
