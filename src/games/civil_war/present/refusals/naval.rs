//! Advice on ships that are to be brought in (10.4, 10.5).

use crate::board::Hex;

use super::super::{naval_text, vocabulary};
use crate::pack::{Pack, Station};
use crate::position::ledger::Hulls;

/// What waits to enter, as advice.
pub fn waiting_ships(pack: &Pack, waiting: &Hulls) -> String {
    match waiting.is_empty() {
        true => "leave the order out; no ship is waiting to enter".to_owned(),
        false => format!("choose from the ships that wait to enter: {}", naval_text::hulls(pack, waiting)),
    }
}

/// Where ships may enter, each place with its city, as advice.
pub fn open_places(pack: &Pack, open: &[(Hex, Station)]) -> String {
    let named = open.iter().map(|(hex, at)| match at {
        Station::Hex(_) => vocabulary::place(pack, *hex),
        Station::Hexside(..) => format!("{} by {}", naval_text::station(pack, *at), vocabulary::place(pack, *hex)),
    });
    match open.is_empty() {
        true => "wait: no place is open to them now".to_owned(),
        false => format!("bring them in at one of these: {}", vocabulary::list(named, "or")),
    }
}
