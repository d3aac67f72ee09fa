//! Hidden hands without a dealer: a seat draws cards from its own deck that nobody else sees and that it can neither
//! choose nor foresee, and this is proved at the end of the match (`docs/protocol.md` section 8).
//!
//! [`secret`] contains what a seat commits to in the charter, the keys of its draws and its salts. [`piles`] contains
//! decks whose order is not fixed in advance: each card is determined when it is seen.

pub mod piles;
pub mod secret;

pub use piles::{Item, Piles};
pub use secret::{Salt, hidden_digest, hidden_key};
