//! The hexsides that ships control (8.5), and what that does on land.

use std::collections::BTreeSet;

use crate::board::Hex;

use super::super::CivilWar;
use super::super::ledger::Game;
use super::super::pack::{Side, Station};

/// What bars a navigable hexside to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// An enemy fort or fortress in that hex (8.5.2).
    Fort(Hex),
    /// Enemy ships at that station (8.5.1).
    Ships(Station),
}

/// The navigable hexsides that a side's ships control, those that it shares with the other's among them (8.5).
pub fn controlled(_rules: &CivilWar, _game: &Game, _side: Side) -> BTreeSet<Station> {
    BTreeSet::new()
}

/// What of the enemy controls the navigable hexside between two hexes, so that `side` may not use it (8.5.2, 8.5.3).
/// `forts_in_doubt`: a fortification that nobody mans counts as supplied without a look (CW-147).
pub fn barred(rules: &CivilWar, game: &Game, between: (Hex, Hex), side: Side, forts_in_doubt: bool) -> Option<Bar> {
    super::super::supply::fort_on_river(rules, game, between, side.other(), forts_in_doubt).map(Bar::Fort)
}
