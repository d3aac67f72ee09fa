//! The state of an earlier match from which one starts that continues it, or begins at a position of it (protocol 3): the only
//! document of another match among its own.

use crate::document::{Charter, Problem};

/// Where the state from which a match starts lies among its files.
pub const STATE_BEFORE: &str = "states/before.yaml";

/// Where it is found if it is missing.
pub(super) const WHERE_IT_IS: &str = "take in the mail with the invitation with `adjutant receive MAIL`; or put the state into states/before.yaml, \
     from earlier/states/ or from the folder of the other player";

/// What a match does from that state.
pub(super) fn starts(charter: &Charter) -> &'static str {
    if charter.from.is_some() { "begins" } else { "continues" }
}

/// What is wrong with a state of the earlier match that is not the one from which a match starts.
pub(super) fn another_state(charter: &Charter, file: &str) -> Problem {
    let message = format!(
        "{file} is not the state from which this match {}: it or the charter was changed, or it is of another step",
        starts(charter)
    );
    Problem::new(message).rule("protocol 3").advice(format!("remove it, and {WHERE_IT_IS}"))
}
