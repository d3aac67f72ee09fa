//! The words of what happens to armies, depots, railroads and supply.

use super::super::events::Event;
use super::narrator::Narrator;

impl Narrator<'_> {
    pub(super) fn of_armies_and_supply(&mut self, event: Event, rule: &str) {
        let _ = (event, rule);
    }
}
