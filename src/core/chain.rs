//! A match as a chain of signed documents (`docs/protocol.md` sections 3, 6, 7 and 9).
//!
//! Everything here is a pure function over values: no file, clock or terminal; times and secrets are passed in.
//!
//! # How the modules work together
//!
//! 1. [`MatchFiles`] holds the documents of a match in memory, sorted by what they are, never by their names:
//!    `MatchFiles::default()`, then [`MatchFiles::add`] for every file (`name`, `bytes`). Files that cannot be read are
//!    listed in [`MatchFiles::unread`]. A file under `packs/NAME/` is part of a data pack.
//! 2. [`charter`] builds the charter: [`charter::draft`], [`charter::join`] for every seat, [`charter::check`], then
//!    [`sign::seal`] by every seat. The match id is its digest.
//! 3. [`games::Games`] knows the games of this build: `games.for_charter(&charter, &files)` loads the
//!    [`Game`](crate::session::Game) that the charter pins, with its data.
//! 4. [`Chain::build`] finds the line of states from the set-up to the newest, with the turns that each resolved, every
//!    refusal, what was replaced or became void, the latest reveal of every seat and the one due next. Documents that
//!    the program makes afterwards are added with [`Chain::append`].
//! 5. [`adjudicate`] goes on from there. [`adjudicate::state_zero`] begins; [`compose::complete_turn`] fills in the
//!    envelope of a player's turn; [`check_turn`](adjudicate::Adjudication::check_turn) lists everything that is wrong with a turn;
//!    [`resolve`](adjudicate::Adjudication::resolve) gives the content of the next state; [`rule`](adjudicate::Adjudication::rule) that of a ruling;
//!    [`compose::refuse`] that of a refusal; [`compose::replace_state`] the answer to the refusal of a state. Each
//!    returns content without signatures, fields in the protocol's order, ready for [`sign::seal`] and
//!    [`document::write`](crate::document::write()).
//! 6. [`verify::verify`] verifies a match or names what fails; [`dispute::dispute`] compares the copies of several
//!    people; [`status::status`] says whose move it is, [`clock::account`] how much time each seat has used;
//!    [`successor`] continues a match under a new charter.

mod absorb;
pub mod adjudicate;
mod any_document;
pub mod authorship;
pub mod charter;
pub mod clock;
pub mod compose;
mod dependencies;
pub mod dispute;
pub mod escrow;
pub mod games;
pub mod hand_refusals;
pub mod hands;
pub mod incremental;
mod lazy_document;
pub mod match_files;
pub mod missing;
mod parsed_document;
pub mod progress;
pub mod queue;
pub mod recovery;
pub mod seats;
pub mod sign;
pub mod state_before;
pub mod state_header;
pub mod status;
pub mod step_case;
pub mod successor;
pub mod timeline;
#[cfg(feature = "toy")]
pub mod toy;
#[cfg(feature = "toy")]
pub mod toy_cards;
pub mod unacknowledged;
pub mod verified;
pub mod verify;

pub use games::Games;
pub use incremental::{DocumentArena, NewDocument};
pub use lazy_document::LazyDocument;
pub use match_files::{MatchFiles, ParsedDocument};
pub use progress::ProgressObserver;
pub use seats::Seats;
pub use state_header::StateHeader;
pub use timeline::{Chain, Step};
pub use verified::{FileFingerprint, Verified};
