//! Ships enter (10.4, 10.5).

use crate::document::Problem;
use crate::engine::Cx;

use super::super::ledger::{Game, Hulls, Piece, Place, Squadron};
use super::super::orders::Launch;
use super::super::pack::{Berth, Scenario, Side, Station, Waters};
use super::super::{CivilWar, Frame};

/// Begins a `launch` order of the phasing side.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn launch(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Launch) -> Result<Option<Frame>, Vec<Problem>> {
    Err(vec![Problem::new("ships are not entered yet")])
}

/// The command points that a `launch` order costs, if who acts is there.
pub fn price(_: &CivilWar, _: &Game, _: Side, _: &Launch) -> u32 {
    0
}

/// Places the ships that a scenario begins with: on the map with their leaders, in the Naval Pool, at sea, or gone (18).
pub fn set_up(rules: &CivilWar, scenario: &Scenario, game: &mut Game) {
    for squadron in &scenario.ships {
        let points = |waters| squadron.transports.get(&waters).copied().map_or(0, u32::from);
        let ships = squadron.ships.iter().cloned().collect();
        let hulls = Hulls { ships, river: points(Waters::River), ocean: points(Waters::Ocean) };
        let side = squadron.side;
        let at = match squadron.at {
            Berth::Hexside(a, b) => Station::between(a, b),
            Berth::Hex(hex) => Some(Station::Hex(hex)),
            Berth::NavalPool => {
                game.side_mut(side).navy.pool.join(hulls);
                continue;
            }
            Berth::AtSea => {
                game.side_mut(side).navy.at_sea.extend(hulls.ships);
                continue;
            }
        };
        let Some(at) = at else { continue };
        game.add_squadron(Squadron { side, at, hulls, moved: false, sailing: false });
        for leader in &squadron.leaders {
            if let Some((leader, counter)) = rules.pack.named_counter(leader) {
                let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
                game.pieces.insert(piece, Place::Afloat { at, moved: false, sailing: false });
            }
        }
    }
    for id in &scenario.sunk {
        if let Some(ship) = rules.pack.charts.ships.get(id) {
            game.side_mut(ship.side).navy.sunk.ships.insert(id.clone());
        }
    }
    let merchants = scenario.so_far.as_ref().map_or(0, |past| u32::from(past.merchants_sunk));
    game.side_mut(Side::Confederate).navy.merchants = merchants;
}
