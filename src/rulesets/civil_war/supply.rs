//! Supply by rail and cities (9.1, 9.2).

use crate::board::Hex;

use super::CivilWar;
use super::ledger::Game;
use super::pack::Side;

/// Whether a force of `side` in `hex` is in supply now (9.2). `barred`: a hex that the line may not enter besides those
/// that the enemy occupies (9.1.3).
pub fn in_supply(_rules: &CivilWar, _game: &Game, _hex: Hex, _side: Side, _barred: Option<Hex>) -> bool {
    true
}

/// Whether Washington has a line of Union rail to the North (4.1).
pub fn washington_connected(_rules: &CivilWar, _game: &Game, _washington: Hex) -> bool {
    true
}
