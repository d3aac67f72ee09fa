//! What the player sees of the war.

use crate::rulesets::civil_war::CivilWar;
use crate::rulesets::civil_war::ledger::Game;
use crate::rulesets::civil_war::pack::Side;

/// The position, as the player of a side looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    /// Decides between what is equally good.
    pub seed: u64,
}

impl<'a> Picture<'a> {
    /// The picture at the start of an order.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side, seed: u64) -> Picture<'a> {
        Picture { rules, game, side, seed }
    }
}
