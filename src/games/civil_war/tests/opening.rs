//! Common beginnings of tests: the opening position, and hexes by their numbers.

use adjutant_core::board::Hex;
use civil_war::position::ledger::Game;
use civil_war::{CivilWar, sequence};

/// The hex of a number.
pub fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// Virginia, 1861, as it is set up.
pub fn start() -> (CivilWar, Game) {
    let rules = CivilWar::shipped();
    let scenario = rules.pack.scenario("virginia_1861").expect("the scenario").clone();
    let game = sequence::set_up(&rules, &scenario);
    (rules, game)
}
