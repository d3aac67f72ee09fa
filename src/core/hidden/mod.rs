//! Hidden hands without a dealer: what a seat draws from its own deck, that nobody else sees and that it can neither choose nor
//! foresee, and that is proved in the end (`docs/protocol.md` section 8).
//!
//! [`secret`] has what a seat commits to in the charter, the keys of its draws and its salts; [`piles`] a deck whose order
//! nobody has fixed: it is decided card by card, when a card is seen.

pub mod piles;
pub mod secret;

pub use piles::{Item, Piles};
pub use secret::{Salt, hidden_digest, hidden_key};
