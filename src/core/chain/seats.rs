//! Who plays what (protocol 3): seats in charter order, the side that each plays, and who responds to whom.

use crate::document::kinds::{SeatEntry, TrustMode};
use crate::document::{Bytes32, Charter, Id};
use crate::session::Session;

/// The id of the seat that adjudicates a refereed match.
pub const ADJUDICATOR: &str = "adjudicator";

/// Whether hands are entrusted to the adjudicator (protocol 8.6).
pub fn has_escrow(charter: &Charter) -> bool {
    charter.escrow == Some(true) && charter.trust == TrustMode::Refereed
}

/// The seats of a match, in charter order.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    pub trust: TrustMode,
    /// Whether hands are entrusted to the adjudicator (protocol 8.6).
    pub escrow: bool,
    pub entries: Vec<SeatEntry>,
}

impl Seats {
    /// The seats of a charter.
    pub fn of(charter: &Charter) -> Seats {
        Seats { trust: charter.trust, escrow: has_escrow(charter), entries: charter.seats.clone() }
    }

    /// A seat's index in charter order.
    pub fn index(&self, seat: &Id) -> Option<usize> {
        self.entries.iter().position(|entry| entry.seat == *seat)
    }

    /// A seat's entry.
    pub fn entry(&self, seat: &Id) -> Option<&SeatEntry> {
        self.entries.iter().find(|entry| entry.seat == *seat)
    }

    /// A seat's public key.
    pub fn key(&self, seat: &Id) -> Option<&Bytes32> {
        self.entry(seat).map(|entry| &entry.key)
    }

    /// The side that a seat plays in the table's position: the one in the charter, unless the game has let the players
    /// exchange sides. `None` for the adjudicator.
    pub fn side_of(&self, table: &dyn Session, seat: &Id) -> Option<&Id> {
        let own = self.entry(seat)?.side.as_ref()?;
        Some(if table.exchanged() { self.across(own) } else { own })
    }

    /// The seat that acts for a side in the table's position: the first in charter order of the seats that play it. The
    /// other seats of a team only watch.
    pub fn seat_of(&self, table: &dyn Session, side: &Id) -> Option<&Id> {
        let own = if table.exchanged() { self.across(side) } else { side };
        self.entries.iter().find(|entry| entry.side.as_ref() == Some(own)).map(|entry| &entry.seat)
    }

    /// The other of the charter's two sides, or the same side if there is no other.
    pub(super) fn across<'s>(&'s self, side: &'s Id) -> &'s Id {
        self.entries.iter().filter_map(|entry| entry.side.as_ref()).find(|other| *other != side).unwrap_or(side)
    }

    /// The seat that issues state 0: the adjudicator, or head-to-head the first seat.
    pub fn first_issuer(&self) -> Option<&Id> {
        match self.trust {
            TrustMode::Refereed => self.adjudicator(),
            TrustMode::HeadToHead => self.entries.first().map(|entry| &entry.seat),
        }
    }

    /// The adjudicator of a refereed match.
    pub fn adjudicator(&self) -> Option<&Id> {
        let seat = |entry: &&SeatEntry| entry.seat.as_str() == ADJUDICATOR;
        (self.trust == TrustMode::Refereed).then(|| self.entries.iter().find(seat).map(|entry| &entry.seat)).flatten()
    }

    /// The seat that responds to the turns of `seat`: the adjudicator, or head-to-head the other seat.
    pub fn responder_to(&self, seat: &Id) -> Option<&Id> {
        match self.trust {
            TrustMode::Refereed => self.adjudicator().filter(|adjudicator| *adjudicator != seat),
            TrustMode::HeadToHead => {
                self.index(seat)?;
                self.entries.iter().map(|entry| &entry.seat).find(|other| *other != seat)
            }
        }
    }
}
