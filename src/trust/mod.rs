//! Keys, signatures, seed chains, dice, commitments and the signing log (`docs/protocol.md` sections 2 to 7).
//!
//! What is public and pure: [`verify`], [`seeds::step`] and [`seeds::follows`], [`dice_key`] and [`Dice`].
//! What holds secrets: [`SigningKey`], [`SeedChain`]. None of these shows its secret when it is printed for
//! debugging, and each overwrites it when it is dropped.

pub mod dice;
pub mod keys;
mod openssh;
pub mod secret;
pub mod seeds;

pub use dice::{Dice, dice_key, sealed_dice_key};
pub use keys::{SigningKey, fingerprint, verify};
pub use seeds::SeedChain;
